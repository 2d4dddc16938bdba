// Which sequences of arcs a search for optimal solutions need not try, learned from the arcs alone.
//
// A sequence is redundant where another one, no dearer and earlier in a fixed order (cost, number of arcs, arc
// numbers), leads from the same states to the same states: an arc and its undoing, two orders of the same moves, the
// steps of a macro beside the macro. Leaving all of them out keeps a cheapest path to every state: the least in that
// order (Taylor and Korf, AAAI 1993; Burch and Holte, SoCS 2011). What is left is a finite automaton over arcs.
#pragma once

#include <vector>

#include "core/theory.hpp"

namespace arcwise {

struct Automaton {
    struct Next {
        int arc;
        int context;     // where the automaton stands after the arc
        Condition rest;  // what of the arc's condition is not known to hold
    };
    // Context 0 is any state; in every other one something is known of the last arcs.
    std::vector<std::vector<Next>> contexts;
    // Whether a state in a context may match a goal.
    std::vector<bool> may_be_goal;
    int forbidden = 0;  // redundant sequences found
    int length = 0;     // the longest that were looked at
};

// Sequences of up to `length` arcs are looked at, and no more than `most` of them; 1 prunes nothing.
Automaton prune(const Theory& theory, const std::vector<Pattern>& goals, int length, int most = 100'000);

}  // namespace arcwise
