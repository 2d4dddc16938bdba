// IDA* on the sum of pattern databases, and of their reflection where the puzzle has one.
#pragma once

#include <memory>
#include <vector>

#include "pattern_space.hpp"
#include "request.hpp"

namespace arcwise {

// A symmetry of the puzzle: a permutation of cells that is its own inverse, and the renaming of symbols that goes with
// it.
struct Reflection {
    std::vector<uint8_t> cell, symbol;  // empty where there is none
};

// A mirror image of a board of this shape that maps moves to moves and leaves the goal's blank where it is.
Reflection reflection_of(const SlidingMoves& moves, const std::vector<uint8_t>& goal, int rows, int columns);

class PatternSearch {
   public:
    // One table of size() bytes for every pattern; patterns must be disjoint.
    PatternSearch(const Theory& theory, std::vector<uint8_t> goal, std::vector<std::vector<uint8_t>> patterns,
                  std::vector<const uint8_t*> tables, Reflection reflection);

    bool reflects() const { return !reflection_.cell.empty(); }
    double estimate(const std::vector<uint8_t>& start) const;
    Outcome search(const std::vector<uint8_t>& start, const Limits& limits, const Tick& tick) const;

   private:
    friend class PatternIda;

    SlidingMoves moves_;
    std::vector<uint8_t> goal_;
    std::vector<std::unique_ptr<PatternSpace>> spaces_;
    std::vector<const uint8_t*> tables_;
    Reflection reflection_;
    std::vector<int8_t> pattern_of_, place_of_;  // by symbol, -1 for none
};

}  // namespace arcwise
