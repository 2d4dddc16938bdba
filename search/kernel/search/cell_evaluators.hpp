// Heuristics that add up what cells, pairs of cells and lines say.
#pragma once

#include <algorithm>
#include <vector>

#include "core/evaluator.hpp"
#include "core/heuristic.hpp"
#include "core/lists.hpp"
#include "search/cell_sums.hpp"

namespace arcwise {

// What CellSumChanges says, at work on boards of one kind.
template <class Board, class Derived>
class CellSumOf : public PlainEvaluator<Board, Derived> {
   public:
    CellSumOf(const Theory& theory, const CellSum& sum)
        : layout_(theory),
          cells_(sum.cells),
          changes_(theory, sum, codes_of(layout_, theory)),
          along_(changes_.side_by_side ? changes_.lanes : 0) {}
    void stand_at(const Board& board) override {
        const size_t arcs = along_.size();
        for (size_t first = 0; first < arcs; first += CellSumChanges::LANES) {
            CellSumChanges::Change sums[CellSumChanges::LANES] = {};
            const CellSumChanges::Change* row = changes_.rows.data() + first;
            for (int cell = 0; cell < int(changes_.codes.size()); ++cell) {
                const CellSumChanges::Change* changes = row + layout_.code(board, cell) * arcs;
                for (size_t lane = 0; lane < CellSumChanges::LANES; ++lane)
                    sums[lane] = CellSumChanges::Change(sums[lane] + changes[lane]);
                row += changes_.codes[size_t(cell)] * arcs;
            }
            std::copy_n(sums, CellSumChanges::LANES, &along_[first]);
        }
    }
    void make(typename PlainEvaluator<Board, Derived>::Change&, int, const Board& made) {
        if (changes_.side_by_side) CellSumOf::stand_at(made);
    }
    double sum(const Board& board) const {
        double sum = 0;
        for (int cell : cells_) sum += changes_.values[size_t(cell)][layout_.symbol(board, cell)];
        return sum;
    }
    [[gnu::always_inline]] double sum_along(double h, int arc, const Board& board, const Board& made) const {
        if (changes_.side_by_side) return h + changes_.unit * along_[size_t(arc)];
        if (changes_.by_reads) {
            const CellSumChanges::Reads& reads = changes_.reads[size_t(arc)];
            h += growth_along(reads.first, board);
            for (uint32_t read = reads.begin; read != reads.end; ++read) h += growth_along(changes_.more[read], board);
            return h;
        }
        for (int cell : changes_.changed[arc]) {
            const double* values = changes_.values[size_t(cell)];
            h += values[layout_.symbol(made, cell)] - values[layout_.symbol(board, cell)];
        }
        return h;
    }

   protected:
    const Layout<Board> layout_;

   private:
    double growth_along(const CellSumChanges::Read& read, const Board& board) const {
        return changes_.growth[read.growth + layout_.code(board, int(read.cell))];
    }

    const std::vector<int>& cells_;
    const CellSumChanges changes_;
    std::vector<CellSumChanges::Change> along_;  // by arc, of the board where it stands
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
        : CellSumOf<Board, LinearConflictEvaluator<Board>>(theory, data), data_(data), touched_(data.touched(theory)) {
        for (const auto& line : data.lines) known_.push_back(crowded_out_of(line.size()));
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
    double conflict(int line, const Board& board) const {
        const auto& cells = data_.lines[size_t(line)];
        const auto& place = data_.place[size_t(line)];
        size_t length = cells.size();
        if (const uint8_t* known = known_[size_t(line)]) {
            size_t code = 0, factor = 1;
            for (int cell : cells) {
                code += factor * size_t(place[this->layout_.symbol(board, cell)] + 1);
                factor *= length + 1;
            }
            return data_.detour * known[code];
        }
        std::vector<int> order;
        for (int cell : cells)
            if (int at = place[this->layout_.symbol(board, cell)]; at >= 0) order.push_back(at);
        return data_.detour * crowded_out(order);
    }

    const LinearConflict& data_;
    const Lists<int> touched_;            // by arc: the lines that it changes
    std::vector<const uint8_t*> known_;  // by line
};

}  // namespace arcwise
