// IDA* without recursion, for boards of up to 16 cells and 16 symbols and heuristics that are sums over cells.
//
// States wait in buckets by (context of the automaton, slack left below the bound); a whole bucket takes the same arcs.
// The newest full bucket goes first, which keeps all of them small. Every iteration proves its bound exactly as
// depth-first IDA* does, but visits states in an order of its own, so that its counts are its own too.
#pragma once

#include <string>

#include "request.hpp"

namespace arcwise {

struct BatchedOutcome {
    Outcome outcome;
    int contexts = 0, forbidden = 0, pruned_length = 0;  // of the automaton
    double bound = 0;                                    // the last one searched
};

// Throws std::invalid_argument where the theory, the heuristic or the costs do not fit.
BatchedOutcome batched_ida(const Theory& theory, const Request& request, int prune_length, int threads,
                           const std::string& instruction_set);

}  // namespace arcwise
