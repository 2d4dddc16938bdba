// Boards on which one tile at a time slides into the blank: their colours, and where the blank can go.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "patterns/pattern_space.hpp"

namespace arcwise {

// Throws unless the board's cells have two colours such that every move changes colour.
inline void check_colours(const SlidingMoves& moves) {
    std::vector<int> colours(size_t(moves.cells), -1);
    for (int first = 0; first < moves.cells; ++first) {
        if (colours[size_t(first)] >= 0) continue;
        colours[size_t(first)] = 0;
        std::vector<int> todo{first};
        while (!todo.empty()) {
            int cell = todo.back();
            todo.pop_back();
            for (int other = 0; other < moves.cells; ++other) {
                if (!(moves.adjacent[size_t(cell)] >> other & 1)) continue;
                if (colours[size_t(other)] == colours[size_t(cell)])
                    throw std::invalid_argument("the board's cells cannot be two-coloured like a chessboard");
                if (colours[size_t(other)] >= 0) continue;
                colours[size_t(other)] = 1 - colours[size_t(cell)];
                todo.push_back(other);
            }
        }
    }
}

// The free cells that the blank can reach from one of them. On boards of up to 16 cells they are looked up; on larger
// ones a set of cells is grown, those that are the same distance apart being moved together.
class Regions {
   public:
    explicit Regions(const SlidingMoves& moves) : cells_(moves.cells) {
        for (int by = -63; by <= 63; ++by) {
            uint64_t cells = 0;
            for (int cell = 0; cell < moves.cells; ++cell)
                if (int to = cell + by; to >= 0 && to < moves.cells && (moves.adjacent[size_t(cell)] >> to & 1))
                    cells |= uint64_t(1) << cell;
            if (cells) shifts_.push_back({cells, by});
        }
        if (cells_ > TABULATED) return;
        known_.resize(size_t(cells_) << cells_);
        for (uint64_t free = 0; free < uint64_t(1) << cells_; ++free)
            for (uint64_t rest = free; rest; rest &= rest - 1)
                known_[free * uint64_t(cells_) + uint64_t(std::countr_zero(rest))] = uint16_t(grow(rest & -rest, free));
    }
    uint64_t bytes() const { return known_.size() * sizeof(uint16_t); }
    uint64_t around(int cell, uint64_t free) const {
        if (cells_ <= TABULATED) return known_[free * uint64_t(cells_) + uint64_t(cell)];
        return grow(uint64_t(1) << cell, free);
    }

   private:
    static constexpr int TABULATED = 16;
    struct Shift {
        uint64_t cells;
        int by;
    };
    uint64_t grow(uint64_t cells, uint64_t free) const {
        for (;;) {
            uint64_t grown = cells;
            for (const Shift& shift : shifts_) {
                uint64_t moved = cells & shift.cells;
                grown |= shift.by > 0 ? moved << shift.by : moved >> -shift.by;
            }
            grown &= free;
            if (grown == cells) return cells;
            cells = grown;
        }
    }

    int cells_;
    std::vector<Shift> shifts_;
    std::vector<uint16_t> known_;
};

}  // namespace arcwise
