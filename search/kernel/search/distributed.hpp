// A* on several threads.
#pragma once

#include "core/request.hpp"

namespace arcwise {

// Throws std::invalid_argument for a request whose order has no meaning on several threads.
Outcome distributed_a_star(const Theory& theory, const Request& request);

}  // namespace arcwise
