// Batches on processors with registers of 16 bytes: state after state, every successor stored without a branch.
//
// Included once per instruction set, which defines `Vector` with load, store, shuffle, or_with and equals.
#pragma once

#include <cstring>

#include "batch/batch.hpp"

namespace arcwise {

template <class Vector, bool TESTED, bool ONE_READ>
void expand_one_by_one(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    alignas(64) uint8_t nowhere[OVERRUN];
    uint8_t* to[256];
    uint8_t* from[256];
    size_t step[256];
    uint32_t seen[256];
    for (size_t index = 0; index < arc.sums.size(); ++index) {
        uint8_t sum = arc.sums[index];
        to[sum] = from[sum] = out[index] ? out[index] : nowhere;
        step[sum] = out[index] ? STATE_BYTES : 0;
        seen[sum] = 0;
    }
    const Vector shuffle = Vector::load(arc.shuffle), constants = Vector::load(arc.constants);
    const Vector mask = Vector::load(arc.mask), value = Vector::load(arc.value), equal = Vector::load(arc.equal);
    uint8_t bits[STATE_BYTES];
    std::memset(bits, SYMBOL_BITS, STATE_BYTES);
    const Vector symbol_bits = Vector::load(bits);
    const uint8_t* end = states + count * STATE_BYTES;
    for (const uint8_t* state = states; state != end; state += STATE_BYTES) {
        const Vector cells = Vector::load(state);
        if constexpr (TESTED) {
            if (!cells.and_with(mask).equals(value)) continue;
            const Vector symbols = cells.and_with(symbol_bits);
            if (arc.compared && !symbols.shuffle(equal).equals(symbols)) continue;
        }
        uint8_t sum;
        if constexpr (ONE_READ) {
            sum = arc.growth[0][state[arc.cell[0]] & SYMBOL_BITS];
        } else {
            sum = 0;
            for (int read = 0; read < arc.reads; ++read) sum = uint8_t(sum + arc.growth[read][state[arc.cell[read]] & SYMBOL_BITS]);
        }
        cells.shuffle(shuffle).or_with(constants).store(to[sum]);
        to[sum] += step[sum];
        ++seen[sum];
    }
    for (size_t index = 0; index < arc.sums.size(); ++index) made[index] = seen[arc.sums[index]];
}

// The common case: f grows by one of two amounts that a single cell decides, and nothing is left to be tested. Every
// successor is stored in both places, and the place that it belongs to moves on.
template <class Vector, bool FIRST, bool SECOND>
void expand_in_two(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    const Vector shuffle = Vector::load(arc.shuffle), constants = Vector::load(arc.constants);
    size_t is_first[16];
    for (int symbol = 0; symbol < 16; ++symbol) is_first[symbol] = arc.growth[0][symbol] == arc.sums[0];
    const int cell = arc.cell[0];
    uint8_t *one = out[0], *other = out[1];
    size_t total = 0;
    const uint8_t* end = states + count * STATE_BYTES;
    for (const uint8_t* state = states; state != end; state += STATE_BYTES) {
        const Vector after = Vector::load(state).shuffle(shuffle).or_with(constants);
        const size_t first = is_first[state[cell] & SYMBOL_BITS];
        total += first;
        if constexpr (FIRST) {
            after.store(one);
            one += first * STATE_BYTES;
        }
        if constexpr (SECOND) {
            after.store(other);
            other += (1 - first) * STATE_BYTES;
        }
    }
    made[0] = uint32_t(total);
    made[1] = uint32_t(count - total);
}

template <class Vector>
void expand_by_kind(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    bool tested = arc.tested || arc.compared, one = arc.reads == 1;
    if (one && !tested && arc.sums.size() == 2) {
        auto in_two = out[0]
                            ? (out[1] ? expand_in_two<Vector, true, true> : expand_in_two<Vector, true, false>)
                            : (out[1] ? expand_in_two<Vector, false, true> : expand_in_two<Vector, false, false>);
        return in_two(arc, states, count, out, made);
    }
    auto expand = tested ? (one ? expand_one_by_one<Vector, true, true> : expand_one_by_one<Vector, true, false>)
                         : (one ? expand_one_by_one<Vector, false, true> : expand_one_by_one<Vector, false, false>);
    expand(arc, states, count, out, made);
}

}  // namespace arcwise
