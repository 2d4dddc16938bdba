// What is compiled once for each kind of board, in a file of its own. Who calls it chooses the kind by with_board.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/board.hpp"
#include "core/evaluator.hpp"
#include "core/request.hpp"
#include "enumeration/enumeration.hpp"
#include "enumeration/every_goal.hpp"

namespace arcwise {

// A search on one thread, whatever the loop.
template <class Board>
Outcome search_on(const Theory& theory, const Request& request);

// All states that can be reached, if they are at most so many: throws Stopped where there are more. Fills `layers`.
template <class Board>
std::shared_ptr<DistanceTable> packed_states(const Theory& theory, const State& start, uint64_t most,
                                             std::shared_ptr<Meter> meter, std::vector<uint64_t>& layers);

// Fills all of a result but what an outcome has.
template <class Board>
void every_goal_on(const Theory& theory, const State& start, Meter& meter, EveryGoal& result);

}  // namespace arcwise
