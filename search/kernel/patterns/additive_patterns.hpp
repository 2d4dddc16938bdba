// The sum of pattern databases as a heuristic, and that of their reflection where the puzzle has one.
#pragma once

#include <memory>
#include <vector>

#include "core/heuristic.hpp"
#include "patterns/pattern_space.hpp"

namespace arcwise {

// A symmetry of the puzzle: a permutation of cells that is its own inverse, and the renaming of symbols that goes with
// it.
struct Reflection {
    std::vector<uint8_t> cell, symbol;  // empty where there is none
};

// A mirror image of a board of this shape that maps moves to moves and leaves the goal's blank where it is.
Reflection reflection_of(const SlidingMoves& moves, const std::vector<uint8_t>& goal, int rows, int columns);

// Disjoint patterns of one goal, each with its table; the tables' bytes belong to someone else. One entry of a folded
// table stands for 2^shift placements.
class AdditivePatterns : public Heuristic {
   public:
    // A tile's way into the blank; from -1 where an arc is no such move.
    struct Slide {
        int from = -1, to = -1;
    };

    // Throws std::invalid_argument for patterns that overlap or do not belong to the goal.
    AdditivePatterns(const Theory& theory, std::vector<uint8_t> goal, std::vector<std::vector<uint8_t>> patterns,
                     std::vector<const uint8_t*> tables, std::vector<int> shifts, bool reflect, int rows, int columns);
    AdditivePatterns(const AdditivePatterns&) = delete;
    AdditivePatterns& operator=(const AdditivePatterns&) = delete;

    bool whole(const Units& units) const override { return units.fit(moves.cost * UNREACHED); }
    void check(const Theory& theory, const State& start) const override;

    // h of a board; throws std::invalid_argument for one that does not hold the goal's symbols.
    double estimate(const State& board) const;

    // The rank of every pattern on a board, or on its reflection; symbol_at(cell) is what the board holds.
    template <class SymbolAt>
    void ranks(const SymbolAt& symbol_at, bool mirrored, uint64_t* ranks) const {
        uint8_t cells[MAX_TILED][MAX_TILED];  // by pattern and place
        for (int cell = 0; cell < moves.cells; ++cell) {
            unsigned symbol = mirrored ? reflection.symbol[symbol_at(cell)] : symbol_at(cell);
            if (int pattern = pattern_of[symbol]; pattern >= 0)
                cells[pattern][place_of[symbol]] = mirrored ? reflection.cell[size_t(cell)] : uint8_t(cell);
        }
        for (size_t pattern = 0; pattern < size(); ++pattern) ranks[pattern] = space(pattern).rank(cells[pattern]);
    }

    bool reflects() const { return !reflection.cell.empty(); }
    size_t size() const { return spaces_.size(); }
    const PatternSpace& space(size_t pattern) const { return *spaces_[pattern]; }
    const uint8_t* table(size_t pattern) const { return tables_[pattern]; }
    int shift(size_t pattern) const { return shifts_[pattern]; }
    Slide slide_of(const Arc& arc) const;

    const SlidingMoves moves;
    const std::vector<uint8_t> goal;
    Reflection reflection;
    std::vector<int8_t> pattern_of, place_of;  // by symbol, -1 for none

   private:
    void check_symbols(const State& board) const;

    std::vector<std::unique_ptr<PatternSpace>> spaces_;
    std::vector<const uint8_t*> tables_;
    std::vector<int> shifts_;
};

}  // namespace arcwise
