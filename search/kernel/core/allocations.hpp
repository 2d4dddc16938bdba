// For tests: memory that is refused at a chosen allocation, where this was built with ARCWISE_COUNT_ALLOCATIONS.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcwise {

#if defined(ARCWISE_COUNT_ALLOCATIONS)

// From now on allocation number `first` fails, counted from 1, or with `all` that and every later one; 0: none does.
void fail_allocations(uint64_t first, bool all);

// How many allocations there were since then, and how many of them failed.
struct Allocations {
    uint64_t made, failed;
};
Allocations allocations();

// Counts one more; says whether it is to fail.
bool allocation_fails();

#else

inline bool allocation_fails() { return false; }

#endif

}  // namespace arcwise
