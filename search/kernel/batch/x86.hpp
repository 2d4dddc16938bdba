// Registers of 16 bytes on x86. Included after the instructions that it may be compiled to have been chosen, by each
// file for itself.
#pragma once

#include "batch/one_by_one.hpp"

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

}  // namespace arcwise
