// Included by each kind's file alone.
#pragma once

#include "enumeration/packed_enumeration.hpp"
#include "enumeration/goal_search.hpp"
#include "kinds/kinds.hpp"
#include "search/search.hpp"

#define ARCWISE_COMPILE_KIND(BOARD)                                                                                   \
    template Outcome search_on<BOARD>(const Theory&, const Request&);                                                 \
    template std::shared_ptr<DistanceTable> packed_states<BOARD>(const Theory&, const State&, uint64_t,               \
                                                                 std::shared_ptr<Meter>, std::vector<uint64_t>&);     \
    template void every_goal_on<BOARD>(const Theory&, const State&, Meter&, EveryGoal&)
