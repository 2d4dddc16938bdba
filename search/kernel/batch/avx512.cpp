#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>
#include <string>
#include <vector>

#include "batch/batch.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,bmi2,popcnt,ssse3"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,bmi2,popcnt,ssse3")
#endif

namespace arcwise {

namespace {

// For every set of the four states in a register, the order of quadwords that brings them to the front.
struct Fronts {
    alignas(64) uint64_t order[16][8] = {};
    constexpr Fronts() {
        for (int set = 0; set < 16; ++set) {
            int place = 0;
            for (int round = 0; round < 2; ++round)
                for (int state = 0; state < 4; ++state)
                    if (((set >> state) & 1) == (round == 0)) {
                        order[set][place++] = uint64_t(2 * state);
                        order[set][place++] = uint64_t(2 * state + 1);
                    }
        }
    }
};
constexpr Fronts FRONTS;  // made by the compiler: at run time this code may not be allowed to run

inline __m512i four_times(const uint8_t* bytes) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
}

// States of a register as four bits, from a byte mask of which only one byte of every state counts.
inline unsigned states_in(__mmask64 bytes, uint64_t counting) { return unsigned(_pext_u64(bytes, counting)); }

template <bool TESTED, bool ONE_READ>
void expand(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    const __m512i shuffle = four_times(arc.shuffle), constants = four_times(arc.constants);
    const __m512i mask = four_times(arc.mask), value = four_times(arc.value), equal = four_times(arc.equal);
    const uint64_t counting = 0x0001000100010001ull << (ONE_READ ? arc.cell[0] : 0);
    const __m512i growth = four_times(arc.growth[0]);
    const size_t kinds = arc.sums.size();
    uint8_t* to[256];
    for (size_t kind = 0; kind < kinds; ++kind) {
        to[kind] = out[kind];
        made[kind] = 0;
    }
    for (size_t first = 0; first < count; first += 4) {
        unsigned left = count - first >= 4 ? 15u : (1u << (count - first)) - 1;
        const __m512i cells = _mm512_loadu_si512(states + first * STATE_BYTES);
        if constexpr (TESTED) {
            __mmask8 differing = _mm512_cmpneq_epi64_mask(_mm512_and_si512(cells, mask), value);
            if (arc.compared) {
                const __m512i others = _mm512_xor_si512(_mm512_shuffle_epi8(cells, equal), cells);
                differing |= _mm512_test_epi64_mask(others, _mm512_set1_epi8(SYMBOL_BITS));
            }
            unsigned halves = differing;
            left &= ~unsigned(_pext_u32(halves | halves >> 1, 0x55));
        }
        __m512i sums;
        if constexpr (ONE_READ) {
            sums = _mm512_shuffle_epi8(growth, cells);
        } else {
            sums = _mm512_setzero_si512();
            for (int read = 0; read < arc.reads; ++read) {
                __m512i symbols = _mm512_shuffle_epi8(cells, _mm512_set1_epi8(char(arc.cell[read])));
                sums = _mm512_add_epi8(sums, _mm512_shuffle_epi8(four_times(arc.growth[read]), symbols));
            }
        }
        const __m512i after = _mm512_or_si512(_mm512_shuffle_epi8(cells, shuffle), constants);
        for (size_t kind = 0; kind < kinds; ++kind) {
            __mmask64 bytes = _mm512_cmpeq_epi8_mask(sums, _mm512_set1_epi8(char(arc.sums[kind])));
            unsigned chosen = states_in(bytes, counting) & left;
            unsigned number = unsigned(_mm_popcnt_u32(chosen));
            made[kind] += number;
            if (!to[kind]) continue;
            _mm512_storeu_si512(to[kind], _mm512_permutexvar_epi64(_mm512_load_si512(FRONTS.order[chosen]), after));
            to[kind] += number * STATE_BYTES;
        }
    }
}

// The common case: f grows by one of two amounts that a single cell decides, and nothing is left to be tested.
template <bool FIRST, bool SECOND>
void expand_in_two(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    const __m512i shuffle = four_times(arc.shuffle), constants = four_times(arc.constants);
    const uint64_t counting = 0x0001000100010001ull << arc.cell[0];
    const __m512i growth = four_times(arc.growth[0]), wanted = _mm512_set1_epi8(char(arc.sums[0]));
    uint8_t *one = out[0], *other = out[1];
    uint32_t total = 0;
    auto four = [&](const uint8_t* at, unsigned left) {
        const __m512i cells = _mm512_loadu_si512(at);
        const __m512i after = _mm512_or_si512(_mm512_shuffle_epi8(cells, shuffle), constants);
        __mmask64 bytes = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(growth, cells), wanted);
        unsigned chosen = states_in(bytes, counting) & left;
        unsigned number = unsigned(_mm_popcnt_u32(chosen));
        total += number;
        if constexpr (FIRST) {
            _mm512_storeu_si512(one, _mm512_permutexvar_epi64(_mm512_load_si512(FRONTS.order[chosen]), after));
            one += number * STATE_BYTES;
        }
        if constexpr (SECOND) {
            unsigned rest = chosen ^ left;
            _mm512_storeu_si512(other, _mm512_permutexvar_epi64(_mm512_load_si512(FRONTS.order[rest]), after));
            other += unsigned(_mm_popcnt_u32(rest)) * STATE_BYTES;
        }
    };
    size_t whole = count / 4 * 4;
    for (size_t first = 0; first < whole; first += 4) four(states + first * STATE_BYTES, 15);
    if (whole < count) four(states + whole * STATE_BYTES, (1u << (count - whole)) - 1);
    made[0] = total;
    made[1] = uint32_t(count) - total;
}

}  // namespace

void expand_avx512(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    bool tested = arc.tested || arc.compared, one = arc.reads == 1;
    if (one && !tested && arc.sums.size() == 2) {
        auto in_two = out[0] ? (out[1] ? expand_in_two<true, true> : expand_in_two<true, false>)
                               : (out[1] ? expand_in_two<false, true> : expand_in_two<false, false>);
        return in_two(arc, states, count, out, made);
    }
    auto chosen =
        tested ? (one ? expand<true, true> : expand<true, false>) : (one ? expand<false, true> : expand<false, false>);
    chosen(arc, states, count, out, made);
}

}  // namespace arcwise
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
