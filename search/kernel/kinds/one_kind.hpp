// Included by each kind's file alone.
#pragma once

#include "enumeration/packed_enumeration.hpp"
#include "kinds/kinds.hpp"
#include "search/evaluators.hpp"
#include "search/search.hpp"

#define ARCWISE_COMPILE_KIND(BOARD)                                                                                   \
    template std::unique_ptr<Evaluator<BOARD>> make_evaluator(const Theory&, const Heuristic&);                       \
    template Outcome search_on<BOARD>(const Theory&, const Request&);                                                 \
    template std::shared_ptr<DistanceTable> packed_states<BOARD>(const Theory&, const State&, uint64_t,               \
                                                                 std::shared_ptr<Meter>, std::vector<uint64_t>&)
