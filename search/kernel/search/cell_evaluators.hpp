// Heuristics that add up what cells, pairs of cells and lines say.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/evaluator.hpp"
#include "core/heuristic.hpp"
#include "core/lists.hpp"

namespace arcwise {

// Where all values are multiples of 2^-20 of up to 2^20, sums of them are exact in any order: an arc's change is then a
// sum over the cells that it reads. Where moreover every arc matches every board, all of their changes are added up side
// by side.
template <class Board, class Derived>
class CellSumOf : public PlainEvaluator<Board, Derived> {
   public:
    CellSumOf(const Theory& theory, const CellSum& sum)
        : layout_(theory), cells_(sum.cells), values_(size_t(theory.cells), nullptr) {
        for (size_t place = 0; place < cells_.size(); ++place)
            values_[size_t(cells_[place])] = &sum.table[place * size_t(theory.symbols)];
        by_reads_ = std::all_of(sum.table.begin(), sum.table.end(), [](double value) {
            return std::abs(value) <= PARTS && value * PARTS == std::floor(value * PARTS);
        });
        size_t growths = 0;
        for (const Arc& arc : theory.arcs)
            for (const Write& write : arc.writes) growths += 2 * layout_.codes(write.cell);
        by_reads_ = by_reads_ && growths <= MOST_GROWTHS;
        for (const Arc& arc : theory.arcs) by_reads_ ? note_reads(theory, arc) : note_changes(arc);
        if (by_reads_) put_side_by_side(theory, sum);
    }
    void stand_at(const Board& board) override {
        const size_t arcs = changes_.size();
        for (size_t first = 0; first < arcs; first += LANES) {
            Change16 sums[LANES] = {};
            const Change16* row = rows_.data() + first;
            for (int cell = 0; cell < int(codes_.size()); ++cell) {
                const Change16* changes = row + layout_.code(board, cell) * arcs;
                for (size_t lane = 0; lane < LANES; ++lane) sums[lane] = Change16(sums[lane] + changes[lane]);
                row += codes_[size_t(cell)] * arcs;
            }
            std::copy_n(sums, LANES, &changes_[first]);
        }
    }
    void make(typename PlainEvaluator<Board, Derived>::Change&, int, const Board& made) {
        if (side_by_side_) CellSumOf::stand_at(made);
    }
    double sum(const Board& board) const {
        double sum = 0;
        for (int cell : cells_) sum += values_[size_t(cell)][layout_.symbol(board, cell)];
        return sum;
    }
    [[gnu::always_inline]] double sum_along(double h, int arc, const Board& board, const Board& made) const {
        if (side_by_side_) return h + unit_ * changes_[size_t(arc)];
        if (by_reads_) {
            const Reads& reads = reads_[size_t(arc)];
            h += growth_along(reads.first, board);
            for (uint32_t read = reads.begin; read != reads.end; ++read) h += growth_along(more_[read], board);
            return h;
        }
        for (int cell : changed_[arc]) {
            const double* values = values_[size_t(cell)];
            h += values[layout_.symbol(made, cell)] - values[layout_.symbol(board, cell)];
        }
        return h;
    }

   protected:
    const Layout<Board> layout_;

   private:
    static constexpr double PARTS = 1 << 20;
    using Change16 = int16_t;
    static constexpr size_t LANES = 16, MOST_LANES = 64, MOST_GROWTHS = 1 << 16;
    // A cell on which an arc's change depends, and where in `growth_` its codes begin.
    struct Read {
        uint32_t cell = 0, growth = 0;
    };
    struct Reads {
        Read first;
        uint32_t begin, end;  // in `more_`
    };

    double growth_along(const Read& read, const Board& board) const {
        return growth_[read.growth + layout_.code(board, int(read.cell))];
    }

    double worth(int cell, int symbol) const { return values_[size_t(cell)] ? values_[size_t(cell)][symbol] : 0; }

    void note_changes(const Arc& arc) {
        std::vector<int> changed;
        for (const Write& write : arc.writes)
            if (values_[write.cell]) changed.push_back(write.cell);
        changed_.add(changed);
    }

    void note_reads(const Theory& theory, const Arc& arc) {
        std::vector<int> held;  // the cells whose symbols matter
        double constant = 0;
        for (const Write& write : arc.writes) {
            const Term before = arc.term_before(write.cell);
            before >= 0 ? void(constant -= worth(write.cell, before)) : held.push_back(write.cell);
            if (write.source == Write::CONSTANT)
                constant += worth(write.cell, write.constant);
            else
                held.push_back(write.source);
        }
        std::sort(held.begin(), held.end());
        held.erase(std::unique(held.begin(), held.end()), held.end());
        const size_t begin = growth_.size();
        Reads reads{{uint32_t(held.empty() ? 0 : held.front()), uint32_t(begin)}, uint32_t(more_.size()), 0};
        growth_.resize(begin + layout_.codes(int(reads.first.cell)), 0);
        for (size_t place = 0; place < held.size(); ++place) {
            const int cell = held[place];
            if (place > 0) {
                more_.push_back({uint32_t(cell), uint32_t(growth_.size())});
                growth_.resize(growth_.size() + layout_.codes(cell), 0);
            }
            double* growth = &growth_[place > 0 ? more_.back().growth : begin];
            for (int symbol = 0; symbol < theory.symbols; ++symbol) {
                const int code = layout_.code_of(cell, symbol);
                if (code < 0) continue;
                for (const Write& write : arc.writes) {
                    if (write.cell == cell) growth[code] -= worth(cell, symbol);
                    if (write.source == cell) growth[code] += worth(write.cell, symbol);
                }
            }
        }
        for (size_t code = 0; code < layout_.codes(int(reads.first.cell)); ++code) growth_[begin + code] += constant;
        reads.end = uint32_t(more_.size());
        reads_.push_back(reads);
    }

    void put_side_by_side(const Theory& theory, const CellSum& sum) {
        const bool certain = std::all_of(theory.arcs.begin(), theory.arcs.end(),
                                         [](const Arc& arc) { return arc.condition.empty(); });
        int64_t unit = 0, most = 0;
        for (double value : sum.table) {
            unit = std::gcd(unit, int64_t(value * PARTS));
            most = std::max(most, std::abs(int64_t(value * PARTS)));
        }
        if (!certain || theory.arcs.size() > MOST_LANES || unit == 0) return;
        if (2 * most / unit * theory.cells > std::numeric_limits<Change16>::max()) return;
        side_by_side_ = true;
        unit_ = double(unit) / PARTS;
        changes_.resize((theory.arcs.size() + LANES - 1) / LANES * LANES);
        size_t rows = 0;
        std::vector<size_t> first_row;
        for (int cell = 0; cell < theory.cells; ++cell) {
            codes_.push_back(layout_.codes(cell));
            first_row.push_back(rows);
            rows += codes_.back();
        }
        rows_.resize(rows * changes_.size());
        for (size_t arc = 0; arc < reads_.size(); ++arc) {
            const auto note = [&](const Read& read) {
                for (size_t code = 0; code < codes_[read.cell]; ++code)
                    rows_[(first_row[read.cell] + code) * changes_.size() + arc] =
                        Change16(growth_[read.growth + code] / unit_);
            };
            note(reads_[arc].first);
            for (uint32_t read = reads_[arc].begin; read != reads_[arc].end; ++read) note(more_[read]);
        }
    }

    const std::vector<int>& cells_;
    std::vector<const double*> values_;  // by cell and symbol
    bool by_reads_, side_by_side_ = false;
    Lists<int> changed_;
    std::vector<Reads> reads_;    // by arc
    std::vector<Read> more_;
    std::vector<double> growth_;
    double unit_ = 0;
    std::vector<size_t> codes_;       // by cell, how many
    std::vector<Change16> rows_;      // by cell, code and arc, in units
    std::vector<Change16> changes_;   // by arc, of the board where it stands
};

template <class Board>
class CellSumEvaluator final : public CellSumOf<Board, CellSumEvaluator<Board>> {
   public:
    using CellSumOf<Board, CellSumEvaluator<Board>>::CellSumOf;
    double estimate(const Board& board) override {
        this->stand_at(board);
        return this->sum(board);
    }
    [[gnu::always_inline]] double update(double h, int arc, const Board& board, const Board& made) override {
        return this->sum_along(h, arc, board, made);
    }
};

template <class Board>
class PairSumEvaluator final : public PlainEvaluator<Board, PairSumEvaluator<Board>> {
   public:
    PairSumEvaluator(const Theory& theory, const PairSum& sum)
        : layout_(theory), cells_(theory.cells), symbols_(theory.symbols), sum_(sum) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> touched;
            for (size_t pair = 0; pair < sum.ones.size(); ++pair) {
                bool changes = false;
                for (const Write& write : arc.writes)
                    changes |= write.cell == sum.ones[pair] || write.cell == sum.others[pair];
                if (changes) touched.push_back(int(pair));
            }
            touched_.add(touched);
        }
    }
    double estimate(const Board& board) override {
        double h = 0;
        for (int pair = 0; pair < int(sum_.ones.size()); ++pair) h += worth(pair, board);
        return h;
    }
    double update(double h, int arc, const Board& board, const Board& made) override {
        for (int pair : touched_[arc]) h += worth(pair, made) - worth(pair, board);
        return h;
    }

   private:
    int symbol_at(const Board& board, int cell) const {
        return cell < cells_ ? int(layout_.symbol(board, cell)) : symbols_;
    }
    double worth(int pair, const Board& board) const {
        const int one = symbol_at(board, sum_.ones[size_t(pair)]), other = symbol_at(board, sum_.others[size_t(pair)]);
        return sum_.table[size_t(one * (symbols_ + 1) + other)];
    }

    const Layout<Board> layout_;
    const int cells_, symbols_;
    const PairSum& sum_;
    Lists<int> touched_;
};

// Detours of the symbols that stand in their line in the wrong order: those outside a longest increasing subsequence.
template <class Board>
class LinearConflictEvaluator final : public CellSumOf<Board, LinearConflictEvaluator<Board>> {
   public:
    LinearConflictEvaluator(const Theory& theory, const LinearConflict& data)
        : CellSumOf<Board, LinearConflictEvaluator<Board>>(theory, data), data_(data) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> touched;
            for (int line = 0; line < int(data.lines.size()); ++line) {
                bool changes = false;
                for (const Write& write : arc.writes)
                    for (int other : data.lines_of[write.cell]) changes |= other == line;
                if (changes) touched.push_back(line);
            }
            touched_.add(touched);
        }
        for (const auto& line : data.lines) tabulate(line.size());
    }
    double estimate(const Board& board) override {
        this->stand_at(board);
        double conflicts = 0;
        for (int line = 0; line < int(data_.lines.size()); ++line) conflicts += conflict(line, board);
        return this->sum(board) + conflicts;
    }
    double update(double h, int arc, const Board& board, const Board& made) override {
        h = this->sum_along(h, arc, board, made);
        for (int line : touched_[arc]) h += conflict(line, made) - conflict(line, board);
        return h;
    }

   private:
    static constexpr size_t TABULATED = 6;  // 7^6 entries; longer lines are worked out each time

    static int crowded_out(const std::vector<int>& order) {
        std::vector<int> ends;
        for (int place : order) {
            auto spot = std::lower_bound(ends.begin(), ends.end(), place);
            if (spot == ends.end())
                ends.push_back(place);
            else
                *spot = place;
        }
        return int(order.size() - ends.size());
    }

    void tabulate(size_t length) {
        if (length > TABULATED) return;
        if (known_.size() <= length) known_.resize(length + 1);
        if (!known_[length].empty()) return;
        size_t count = 1;
        for (size_t place = 0; place < length; ++place) count *= length + 1;
        known_[length].resize(count);
        for (size_t code = 0; code < count; ++code) {
            std::vector<int> order;
            size_t rest = code;
            for (size_t place = 0; place < length; ++place, rest /= length + 1)
                if (rest % (length + 1)) order.push_back(int(rest % (length + 1)));
            known_[length][code] = uint8_t(crowded_out(order));
        }
    }

    double conflict(int line, const Board& board) const {
        const auto& cells = data_.lines[size_t(line)];
        const auto& place = data_.place[size_t(line)];
        size_t length = cells.size();
        if (length <= TABULATED) {
            size_t code = 0, factor = 1;
            for (int cell : cells) {
                code += factor * size_t(place[this->layout_.symbol(board, cell)] + 1);
                factor *= length + 1;
            }
            return data_.detour * known_[length][code];
        }
        std::vector<int> order;
        for (int cell : cells)
            if (int at = place[this->layout_.symbol(board, cell)]; at >= 0) order.push_back(at);
        return data_.detour * crowded_out(order);
    }

    const LinearConflict& data_;
    Lists<int> touched_;
    std::vector<std::vector<uint8_t>> known_;  // by length of line
};

}  // namespace arcwise
