// Heuristics that add up what cells, pairs of cells and lines say.
#pragma once

#include <algorithm>
#include <vector>

#include "core/evaluator.hpp"
#include "core/heuristic.hpp"
#include "core/lists.hpp"

namespace arcwise {

template <class Board, class Derived>
class CellSumOf : public PlainEvaluator<Board, Derived> {
   public:
    CellSumOf(const Theory& theory, const CellSum& sum)
        : layout_(theory), cells_(sum.cells), values_(size_t(theory.cells), nullptr) {
        for (size_t place = 0; place < cells_.size(); ++place)
            values_[size_t(cells_[place])] = &sum.table[place * size_t(theory.symbols)];
        for (const Arc& arc : theory.arcs) {
            std::vector<int> changed;
            for (const Write& write : arc.writes)
                if (values_[write.cell]) changed.push_back(write.cell);
            changed_.add(changed);
        }
    }
    double sum(const Board& board) const {
        double sum = 0;
        for (int cell : cells_) sum += values_[size_t(cell)][layout_.symbol(board, cell)];
        return sum;
    }
    double sum_along(double h, int arc, const Board& board, const Board& made) const {
        for (int cell : changed_[arc]) {
            const double* values = values_[size_t(cell)];
            h += values[layout_.symbol(made, cell)] - values[layout_.symbol(board, cell)];
        }
        return h;
    }

   protected:
    const Layout<Board> layout_;

   private:
    const std::vector<int>& cells_;
    std::vector<const double*> values_;  // by cell and symbol
    Lists<int> changed_;
};

template <class Board>
class CellSumEvaluator final : public CellSumOf<Board, CellSumEvaluator<Board>> {
   public:
    using CellSumOf<Board, CellSumEvaluator<Board>>::CellSumOf;
    double estimate(const Board& board) override { return this->sum(board); }
    double update(double h, int arc, const Board& board, const Board& made) override {
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
