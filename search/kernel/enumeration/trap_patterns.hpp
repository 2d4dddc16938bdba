// Patterns of traps, the twin of TrapFamily in ebl/traps.py: of some kinds of facts the patterns that all arcs keep and no
// goal fits.
#pragma once

#include <cstdint>
#include <vector>

#include "core/meter.hpp"

namespace arcwise {

// Single facts of a problem: those that patterns are made of, each of a kind, and the others that arcs ask for.
class TrapFacts {
   public:
    // A fact is in groups, of which no state has more than `most` facts; the goal has so many of them.
    struct Facts {
        std::vector<int> cells, symbols, kinds;  // of the others the kind is -1
        std::vector<std::vector<int>> groups;
        std::vector<int> most, wanted;  // by group
        std::vector<int> goal;          // by cell a symbol, or -1
    };
    // What an arc asks for and what it leaves, as facts; cells that it may change; those that get what another held, in turns.
    struct Step {
        std::vector<int> asked, left, changed, copied;
    };
    // The patterns that are kept, one after the other in the order of their making; the others, each with an arc out of it.
    struct Closed {
        std::vector<int> kept, dropped, by;
    };

    // Throws std::invalid_argument for numbers that fit nothing.
    TrapFacts(Facts facts, std::vector<Step> steps);

    // Of some kinds, one for each fact of a pattern, ascending; without patterns that hold one of those `known` to be traps.
    Closed close(const std::vector<int>& kinds, const std::vector<std::vector<int>>& known, Meter& meter) const;

    int count() const { return int(facts_.cells.size()); }

   private:
    friend class TrapClosing;
    using Bits = std::vector<uint64_t>;

    bool exclude(int one, int other) const;

    Facts facts_;
    std::vector<Step> steps_;
    size_t words_;                         // of a set of arcs
    std::vector<Bits> changing_, ruled_out_;  // by fact, sets of arcs
    std::vector<std::vector<int>> at_;     // by cell, its facts
    std::vector<uint8_t> wanted_, goal_cell_;
};

}  // namespace arcwise
