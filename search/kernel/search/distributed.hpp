// A* on several threads.
#pragma once

#include "core/request.hpp"

namespace arcwise {

// Why a request can be searched on one thread only; "" where several can.
std::string needs_one_thread(const Theory& theory, const Request& request);

// For a request that does not need one thread.
Outcome distributed_a_star(const Theory& theory, const Request& request);

}  // namespace arcwise
