// Batches on processors whose registers hold several boards.
//
// Included once per instruction set, which defines `Register`: COUNT boards, load, every (a word, or bits to shift by),
// operators & | ^, plus (byte by byte), rotated_left, shifted_right, bytes_reversed (in every board), looked_up (every
// byte in the lowest 16 of a table), are_zero (a bit for every board), and store of those that are chosen, to the
// front.
#pragma once

#include <algorithm>
#include <bit>

#include "batch/batch.hpp"

namespace arcwise {

namespace {

// What a step does, as Step<Nibbles>::apply.
template <bool ONCE>
struct Change {
    explicit Change(const BatchStep& step)
        : keep(Register::every(step.keep)),
          constants(Register::every(step.constants)),
          mask(Register::every(step.first.mask)),
          left(Register::every(uint64_t(step.first.left))),
          step(step) {}
    Register of(Register boards) const {
        const Register after = (boards & keep) | constants;
        if constexpr (ONCE) {
            return after | (boards.rotated_left(left) & mask);
        } else {
            const Register difference = boards ^ opposite(boards);
            Register made = after | turned(boards, difference, step.first);
            for (const auto& turn : step.more) made = made | turned(boards, difference, turn);
            return made;
        }
    }
    static Register turned(Register boards, Register difference, const Step<Nibbles>::Turn& turn) {
        const Register from = boards ^ (difference & Register::every(turn.opposite));
        return from.rotated_left(Register::every(uint64_t(turn.left))) & Register::every(turn.mask);
    }
    // All cells in the opposite order.
    static Register opposite(Register boards) {
        const Register low = Register::every(0x0F0F0F0F0F0F0F0F), four = Register::every(4);
        const Register bytes = boards.bytes_reversed();
        return (bytes.shifted_right(four) & low) | (bytes & low).rotated_left(four);
    }
    const Register keep, constants, mask, left;
    const BatchStep& step;
};

// A byte for what a cell holds, in the lowest byte of every board; the other bytes mean nothing.
struct Lookup {
    Lookup(const uint8_t* table, int cell)
        : table(Register::table(table)), shift(Register::every(uint64_t(4 * cell))) {}
    Register of(Register boards) const { return (boards.shifted_right(shift) & Register::every(15)).looked_up(table); }
    Register table, shift;
};

// Of the boards of a register those that there are, where so many are left.
inline unsigned first_of(size_t left) { return (1u << std::min(left, size_t(Register::COUNT))) - 1; }

inline unsigned keep_chosen(unsigned chosen, Register boards, Nibbles*& to) {
    const unsigned number = unsigned(std::popcount(chosen));
    boards.store(to, chosen);
    to += number;
    return number;
}

// Those that match.
inline unsigned matching(const Match<Nibbles>& match, Register boards) {
    unsigned left = ((boards & Register::every(match.mask)) ^ Register::every(match.value)).are_zero();
    for (const Equal& equal : match.equals) {
        const Register one = boards.shifted_right(Register::every(uint64_t(4 * equal.one)));
        const Register other = boards.shifted_right(Register::every(uint64_t(4 * equal.other)));
        left &= ((one ^ other) & Register::every(15)).are_zero();
    }
    return left;
}

struct Loops {
    template <bool TESTED, bool ONCE>
    static void expand(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out,
                       uint32_t* made) {
        const size_t kinds = step.sums.size();
        Nibbles* to[256];
        for (size_t kind = 0; kind < kinds; ++kind) {
            to[kind] = out[kind];
            made[kind] = 0;
        }
        const Change<ONCE> change(step);
        const Register low = Register::every(0xFF);
        for (size_t first = 0; first < count; first += Register::COUNT) {
            unsigned left = first_of(count - first);
            const Register before = Register::load(boards + first);
            if constexpr (TESTED) {
                left &= matching(step.match, before);
                if (left == 0) continue;
            }
            Register sums = Register::every(0);
            for (int read = 0; read < step.reads; ++read)
                sums = sums.plus(Lookup(step.growth[read], step.cell[read]).of(before));
            const Register after = change.of(before);
            for (size_t kind = 0; kind < kinds; ++kind) {
                const unsigned chosen = ((sums ^ Register::every(step.sums[kind])) & low).are_zero() & left;
                made[kind] += to[kind] ? keep_chosen(chosen, after, to[kind]) : unsigned(std::popcount(chosen));
            }
        }
    }

    template <bool ONCE, bool FIRST, bool SECOND>
    static void in_two(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out,
                       uint32_t* made) {
        alignas(16) uint8_t differs[Nibbles::MAX_SYMBOLS];  // from the first amount
        for (int symbol = 0; symbol < Nibbles::MAX_SYMBOLS; ++symbol)
            differs[symbol] = uint8_t(step.growth[0][symbol] ^ step.sums[0]);
        const Change<ONCE> change(step);
        const Lookup lookup(differs, step.cell[0]);
        const Register low = Register::every(0xFF);
        Nibbles *one = out[0], *other = out[1];
        uint32_t total = 0;
        auto some = [&](const Nibbles* at, unsigned left) {
            const Register before = Register::load(at);
            const Register after = change.of(before);
            const unsigned chosen = (lookup.of(before) & low).are_zero() & left;
            if constexpr (FIRST)
                total += keep_chosen(chosen, after, one);
            else
                total += unsigned(std::popcount(chosen));
            if constexpr (SECOND) keep_chosen(chosen ^ left, after, other);
        };
        const size_t whole = count / Register::COUNT * Register::COUNT;
        for (size_t first = 0; first < whole; first += Register::COUNT) some(boards + first, first_of(Register::COUNT));
        if (whole < count) some(boards + whole, first_of(count - whole));
        made[0] = total;
        made[1] = uint32_t(count) - total;
    }
};

}  // namespace

}  // namespace arcwise
