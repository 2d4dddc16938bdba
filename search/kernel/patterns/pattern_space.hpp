// Pattern databases for puzzles in which every arc moves one tile into the blank (Korf and Felner, AIJ 134, 2002;
// Felner, Korf and Hanan, JAIR 22, 2004).
//
// A placement is where the symbols of a pattern stand. Its entry is the least number of moves of those symbols,
// wherever the blank is, that brings them to their goal cells; moves of other symbols are free, so that entries of
// disjoint patterns add up to a lower bound.
#pragma once

#include <cstdint>
#include <vector>

#include "core/request.hpp"
#include "core/theory.hpp"
#include "patterns/abstract_space.hpp"

namespace arcwise {

constexpr int MAX_TILED = 64;  // cells

// The moves of such a puzzle, read off the primitive arcs of a theory.
struct SlidingMoves {
    struct Move {
        int tile_cell, arc;
    };
    int cells = 0, blank = 0;
    double cost = 1;                      // of every move
    std::vector<std::vector<Move>> from;  // by the blank's cell, in the order of the arcs
    std::vector<uint64_t> adjacent;       // by cell, as a set of cells

    // Throws std::invalid_argument with the reason where an arc does not fit.
    explicit SlidingMoves(const Theory& theory);
};

// Numbers the placements of a pattern in lexicographic order of cells.
class PatternSpace {
   public:
    PatternSpace(const SlidingMoves& moves, const std::vector<uint8_t>& goal, std::vector<uint8_t> pattern);

    uint64_t size() const { return size_; }
    int length() const { return int(pattern.size()); }
    uint64_t rank(const uint8_t* cells_of_pattern) const;
    uint64_t weight(int place) const { return weights_[size_t(place)]; }

    // What is added to a rank when the symbol at `place` goes from one cell to another, free one. `place_in(cell)`
    // tells which symbol of the pattern stands in a cell, by place, or -1: only cells between the two are asked about.
    template <class PlaceIn>
    int64_t change(int place, int from, int to, PlaceIn&& place_in) const {
        const int low = from < to ? from : to, high = from < to ? to : from;
        int64_t own = high - low, others = 0;
        for (int cell = low + 1; cell < high; ++cell) {
            int other = place_in(cell);
            if (other < 0) continue;
            if (other < place)
                --own;
            else
                others += int64_t(weights_[size_t(other)]);
        }
        int64_t change = own * int64_t(weights_[size_t(place)]) + others;
        return from < to ? change : -change;
    }

    // Fills a table of size() bytes; solved where nothing limited it, and expanded counts the placements reached.
    // Throws std::invalid_argument for a board that is not bipartite.
    Outcome build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const;

    const SlidingMoves& moves;
    std::vector<uint8_t> goal, pattern;

   private:
    std::vector<uint64_t> weights_;
    uint64_t size_ = 1;
};

}  // namespace arcwise
