// A beam over the climb: of all states with as many cells right, the few go on after which least seems left to do.
#pragma once

#include <cstdint>
#include <vector>

#include "climb/climb.hpp"

namespace arcwise {

struct BeamRequest {
    std::vector<uint16_t> start;
    uint32_t width;
    Limits limits;
    Tick tick;
};

// The plan of fewest moves among those that arrive; the state at the end and the counts of schemas are left out. Throws
// std::invalid_argument for a start that does not hold each symbol once, or no width.
Climbed beam(const ClimbTask& task, const BeamRequest& request);

}  // namespace arcwise
