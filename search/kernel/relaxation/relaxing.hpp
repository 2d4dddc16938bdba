// A theory and a goal as a relaxed task; search/heuristics/relaxed_task.py is the same in Python.
#pragma once

#include "core/meter.hpp"
#include "relaxation/relaxed_task.hpp"

namespace arcwise {

// What is left of a theory's primitive arcs and a goal where nothing is lost, as far as it matters to the goal.
// `start` names symbols of states beside those of theory and goal, and may be empty; `values` is what each cell may hold,
// or empty where that is anything. Throws std::invalid_argument for what does not fit the theory, Stopped with the meter.
RelaxedTask relaxed_task(const Theory& theory, const Pattern& goal, const std::vector<int>& start,
                         const std::vector<std::vector<int>>& values, Meter& meter);

}  // namespace arcwise
