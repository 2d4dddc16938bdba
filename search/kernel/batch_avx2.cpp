#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>
#include <string>
#include <vector>

#include "batch.hpp"

// Everything from here on may use these instructions; what was included above may not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#include "batch_one_by_one.hpp"

namespace arcwise {

namespace {

struct Vector {
    __m128i cells;

    static Vector load(const uint8_t* from) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))}; }
    void store(uint8_t* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), cells); }
    Vector shuffle(Vector by) const { return {_mm_shuffle_epi8(cells, by.cells)}; }
    Vector or_with(Vector other) const { return {_mm_or_si128(cells, other.cells)}; }
    Vector and_with(Vector other) const { return {_mm_and_si128(cells, other.cells)}; }
    bool equals(Vector other) const { return _mm_movemask_epi8(_mm_cmpeq_epi8(cells, other.cells)) == 0xFFFF; }
};

}  // namespace

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
