#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>
#include <string>
#include <vector>

#include "batch/batch.hpp"

// Everything from here on may use these instructions; what was included above may not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#include "batch/x86.hpp"

namespace arcwise {

void expand_avx2(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    expand_by_kind<Vector>(arc, states, count, out, made);
}

}  // namespace arcwise
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
