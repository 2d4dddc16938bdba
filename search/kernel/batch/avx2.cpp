#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "batch/batch.hpp"

// Everything from here on may use these instructions; what was included above may not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi2,popcnt")
#endif

namespace arcwise {

namespace {

// For every set of the four states in a register, the order of halves of words that brings them to the front.
struct Fronts {
    alignas(32) uint32_t order[16][8] = {};
    constexpr Fronts() {
        for (unsigned set = 0; set < 16; ++set) {
            int place = 0;
            for (unsigned state = 0; state < 4; ++state)
                if (set >> state & 1) {
                    order[set][place++] = 2 * state;
                    order[set][place++] = 2 * state + 1;
                }
        }
    }
};
constexpr Fronts FRONTS;  // made by the compiler: at run time this code may not be allowed to run

struct Register {
    static constexpr size_t COUNT = 4;
    __m256i words;

    static Register load(const Nibbles* from) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))}; }
    static Register every(uint64_t word) { return {_mm256_set1_epi64x(int64_t(word))}; }
    static Register table(const uint8_t* bytes) {
        return {_mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes)))};
    }
    Register operator&(Register other) const { return {_mm256_and_si256(words, other.words)}; }
    Register operator|(Register other) const { return {_mm256_or_si256(words, other.words)}; }
    Register operator^(Register other) const { return {_mm256_xor_si256(words, other.words)}; }
    Register plus(Register bytes) const { return {_mm256_add_epi8(words, bytes.words)}; }
    Register rotated_left(Register by) const {
        return Register{_mm256_sllv_epi64(words, by.words)} | shifted_right(by.rest());
    }
    Register shifted_right(Register by) const { return {_mm256_srlv_epi64(words, by.words)}; }
    Register bytes_reversed() const {
        const __m128i order = _mm_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607);
        return {_mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order))};
    }
    Register looked_up(Register table) const { return {_mm256_shuffle_epi8(table.words, words)}; }
    unsigned are_zero() const {
        return unsigned(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(words, _mm256_setzero_si256()))));
    }
    void store(Nibbles* to, unsigned chosen) const {
        const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(FRONTS.order[chosen]));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(words, order));
    }

   private:
    // Bits to the other end of a word.
    Register rest() const { return {_mm256_sub_epi64(_mm256_set1_epi64x(64), words)}; }
};

}  // namespace

}  // namespace arcwise

#include "batch/by_register.hpp"

namespace arcwise {

void expand_avx2(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out, uint32_t* made) {
    expand_by<Loops>(step, boards, count, out, made);
}

}  // namespace arcwise
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
