#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "batch/batch.hpp"

// Everything from here on may use these instructions; what was included above may not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,bmi2,popcnt,ssse3"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,bmi2,popcnt,ssse3")
#endif

namespace arcwise {

namespace {

struct Register {
    static constexpr size_t COUNT = 8;
    __m512i words;

    static Register load(const Nibbles* from) { return {_mm512_loadu_si512(from)}; }
    static Register every(uint64_t word) { return {_mm512_set1_epi64(int64_t(word))}; }
    static Register table(const uint8_t* bytes) {
        return {_mm512_broadcast_i32x4(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes)))};
    }
    Register operator&(Register other) const { return {_mm512_and_si512(words, other.words)}; }
    Register operator|(Register other) const { return {_mm512_or_si512(words, other.words)}; }
    Register operator^(Register other) const { return {_mm512_xor_si512(words, other.words)}; }
    Register plus(Register bytes) const { return {_mm512_add_epi8(words, bytes.words)}; }
    Register rotated_left(Register by) const { return {_mm512_rolv_epi64(words, by.words)}; }
    Register shifted_right(Register by) const { return {_mm512_srlv_epi64(words, by.words)}; }
    Register bytes_reversed() const {
        const __m128i order = _mm_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607);
        return {_mm512_shuffle_epi8(words, _mm512_broadcast_i32x4(order))};
    }
    Register looked_up(Register table) const { return {_mm512_shuffle_epi8(table.words, words)}; }
    unsigned are_zero() const { return _mm512_testn_epi64_mask(words, words); }
    void store(Nibbles* to, unsigned chosen) const {
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(__mmask8(chosen), words));
    }
};

}  // namespace

}  // namespace arcwise

#include "batch/by_register.hpp"

namespace arcwise {

void expand_avx512(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out, uint32_t* made) {
    expand_by<Loops>(step, boards, count, out, made);
}

}  // namespace arcwise
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
