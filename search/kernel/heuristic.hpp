// h of a board, and along an arc. The values are doubles added up in the Python engine's order, so that both engines
// round alike; whole numbers are exact in either.
#pragma once

#include <memory>
#include <vector>

#include "board.hpp"

namespace arcwise {

// A heuristic as handed over: a sum over cells, and perhaps detours of symbols in lines.
struct HeuristicData {
    std::vector<double> table;  // cells * symbols values, or empty for zero
    std::vector<std::vector<int>> lines;
    std::vector<std::vector<int>> lines_of;  // of every cell
    std::vector<std::vector<int>> place;     // per line and symbol, -1 for none
    double detour = 0;
};

template <class Board>
class Heuristic {
   public:
    virtual ~Heuristic() = default;
    virtual double estimate(const Board& board) const = 0;
    // h of what arc `arc` makes of `board`, whose own h is given.
    virtual double update(double h, int arc, const Board& board, const Board& made) const = 0;
};

template <class Board>
class Zero final : public Heuristic<Board> {
   public:
    double estimate(const Board&) const override { return 0; }
    double update(double, int, const Board&, const Board&) const override { return 0; }
};

template <class Board>
class CellSum : public Heuristic<Board> {
   public:
    CellSum(const Theory& theory, const HeuristicData& data)
        : cells_(theory.cells), symbols_(theory.symbols), table_(data.table) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> changed;
            for (const Write& write : arc.writes) changed.push_back(write.cell);
            changed_.push_back(std::move(changed));
        }
    }
    double estimate(const Board& board) const override {
        double sum = 0;
        for (int cell = 0; cell < cells_; ++cell) sum += table_[cell * symbols_ + board[cell]];
        return sum;
    }
    double update(double h, int arc, const Board& board, const Board& made) const override {
        for (int cell : changed_[arc]) {
            const double* values = &table_[cell * symbols_];
            h += values[made[cell]] - values[board[cell]];
        }
        return h;
    }

   protected:
    int cells_, symbols_;
    std::vector<double> table_;
    std::vector<std::vector<int>> changed_;
};

// Detours of the symbols that stand in their line in the wrong order: those outside a longest increasing subsequence.
template <class Board>
class LinearConflict final : public CellSum<Board> {
   public:
    LinearConflict(const Theory& theory, const HeuristicData& data) : CellSum<Board>(theory, data), data_(data) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> touched;
            for (int line = 0; line < int(data.lines.size()); ++line) {
                bool changes = false;
                for (const Write& write : arc.writes)
                    for (int other : data.lines_of[write.cell]) changes |= other == line;
                if (changes) touched.push_back(line);
            }
            touched_.push_back(std::move(touched));
        }
        for (const auto& line : data.lines) tabulate(line.size());
    }
    double estimate(const Board& board) const override {
        double conflicts = 0;
        for (int line = 0; line < int(data_.lines.size()); ++line) conflicts += conflict(line, board);
        return CellSum<Board>::estimate(board) + conflicts;
    }
    double update(double h, int arc, const Board& board, const Board& made) const override {
        h = CellSum<Board>::update(h, arc, board, made);
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
        const auto& cells = data_.lines[line];
        const auto& place = data_.place[line];
        size_t length = cells.size();
        if (length <= TABULATED) {
            size_t code = 0, factor = 1;
            for (int cell : cells) {
                code += factor * size_t(place[board[cell]] + 1);
                factor *= length + 1;
            }
            return data_.detour * known_[length][code];
        }
        std::vector<int> order;
        for (int cell : cells)
            if (int at = place[board[cell]]; at >= 0) order.push_back(at);
        return data_.detour * crowded_out(order);
    }

    HeuristicData data_;
    std::vector<std::vector<int>> touched_;
    std::vector<std::vector<uint8_t>> known_;  // by length of line
};

template <class Board>
std::unique_ptr<Heuristic<Board>> make_heuristic(const Theory& theory, const HeuristicData& data) {
    if (data.table.empty()) return std::make_unique<Zero<Board>>();
    if (data.lines.empty()) return std::make_unique<CellSum<Board>>(theory, data);
    return std::make_unique<LinearConflict<Board>>(theory, data);
}

}  // namespace arcwise
