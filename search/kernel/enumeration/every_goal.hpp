// Breadth-first search with a closed list from one start to every goal. It expands states in an order that does not depend
// on the goal, so one search shows the work for each.
#pragma once

#include "core/request.hpp"
#include "core/theory.hpp"

namespace arcwise {

// Work, summed over goals; of the start itself there is none.
struct GoalSums {
    uint64_t expanded = 0, generated = 0, applied = 0, steps = 0, moves = 0;
};

// Solved where nothing ended it early.
struct EveryGoal : Outcome {
    GoalSums primitive, all;  // with primitive arcs only, and with all arcs
    uint64_t goals = 0;       // that primitive arcs reach
    uint64_t longer = 0;      // of these, whose path has more moves with all arcs
};

EveryGoal every_goal(const Theory& theory, const State& start, const Limits& limits, Tick tick);

}  // namespace arcwise
