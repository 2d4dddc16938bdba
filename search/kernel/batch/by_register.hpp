// Batches on processors whose registers hold several states.
//
// Included once per instruction set, which defines `Register`: COUNT states, load, every (a word, or bits to shift by),
// operators & | ^, rotated to the left and to the right, shifted to the right, looked_up (every byte in the lowest 16
// of a table), are_zero (a bit for every state), and store of those that are chosen, to the front.
#pragma once

#include <algorithm>
#include <bit>

#include "batch/batch.hpp"

namespace arcwise {

namespace {

struct Turned {
    explicit Turned(const Turn& turn)
        : cells(Register::every(turn.cells)), left(Register::every(uint64_t(turn.left))) {}
    Register of(Register states) const { return (states & cells).rotated_left(left); }
    Register cells, left;
};

// What an arc does; most move symbols by one distance only.
template <bool ONE_MOVE>
struct Change {
    explicit Change(const BatchArc& arc)
        : keep(Register::every(arc.keep)),
          constants(Register::every(arc.constants)),
          first(arc.moves[0]),
          moves(arc.moves) {}
    Register of(Register states) const {
        Register after = (states & keep) | constants | first.of(states);
        if constexpr (!ONE_MOVE)
            for (size_t move = 1; move < moves.size(); ++move) after = after | Turned(moves[move]).of(states);
        return after;
    }
    const Register keep, constants;
    const Turned first;
    const std::vector<Turn>& moves;
};

// A byte for what a cell holds, in the lowest byte of every state; the other bytes mean nothing.
struct Lookup {
    Lookup(const uint8_t* table, int cell)
        : table(Register::table(table)), shift(Register::every(uint64_t(CELL_BITS * cell))) {}
    Register of(Register states) const {
        return (states.shifted_right(shift) & Register::every(BATCH_SYMBOLS - 1)).looked_up(table);
    }
    Register table, shift;
};

// Of the states of a register those that there are, where so many are left.
inline unsigned first_of(size_t left) { return (1u << std::min(left, size_t(Register::COUNT))) - 1; }

inline unsigned keep_chosen(unsigned chosen, Register states, uint64_t*& to) {
    const unsigned number = unsigned(std::popcount(chosen));
    states.store(to, chosen);
    to += number;
    return number;
}

template <bool TESTED, bool ONE_MOVE>
void expand(const BatchArc& arc, const uint64_t* states, size_t count, uint64_t* const* out, uint32_t* made) {
    const size_t kinds = arc.sums.size();
    uint64_t* to[256];
    for (size_t kind = 0; kind < kinds; ++kind) {
        to[kind] = out[kind];
        made[kind] = 0;
    }
    const Change<ONE_MOVE> change(arc);
    const Register cells = Register::every(arc.rest.cells), value = Register::every(arc.rest.value);
    const Register low = Register::every(0xFF);
    for (size_t first = 0; first < count; first += Register::COUNT) {
        unsigned left = first_of(count - first);
        const Register before = Register::load(states + first);
        if constexpr (TESTED) {
            left &= ((before & cells) ^ value).are_zero();
            for (const Turn& turn : arc.rest.equal) {
                const Register there = before.rotated_right(Register::every(uint64_t(turn.left)));
                left &= ((before ^ there) & Register::every(turn.cells)).are_zero();
            }
            if (left == 0) continue;
        }
        Register sums = Register::every(0);
        for (int read = 0; read < arc.reads; ++read)
            sums = sums.plus(Lookup(arc.growth[read], arc.cell[read]).of(before));
        const Register after = change.of(before);
        for (size_t kind = 0; kind < kinds; ++kind) {
            const unsigned chosen = ((sums ^ Register::every(arc.sums[kind])) & low).are_zero() & left;
            made[kind] += to[kind] ? keep_chosen(chosen, after, to[kind]) : unsigned(std::popcount(chosen));
        }
    }
}

// The common case: f grows by one of two amounts that a single cell decides, and nothing is left to be tested.
template <bool ONE_MOVE, bool FIRST, bool SECOND>
void expand_in_two(const BatchArc& arc, const uint64_t* states, size_t count, uint64_t* const* out, uint32_t* made) {
    alignas(BATCH_SYMBOLS) uint8_t differs[BATCH_SYMBOLS];  // from the first amount
    for (int symbol = 0; symbol < BATCH_SYMBOLS; ++symbol)
        differs[symbol] = uint8_t(arc.growth[0][symbol] ^ arc.sums[0]);
    const Change<ONE_MOVE> change(arc);
    const Lookup lookup(differs, arc.cell[0]);
    const Register low = Register::every(0xFF);
    uint64_t *one = out[0], *other = out[1];
    uint32_t total = 0;
    auto some = [&](const uint64_t* at, unsigned left) {
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
    for (size_t first = 0; first < whole; first += Register::COUNT) some(states + first, first_of(Register::COUNT));
    if (whole < count) some(states + whole, first_of(count - whole));
    made[0] = total;
    made[1] = uint32_t(count) - total;
}

template <bool ONE_MOVE>
Expand chosen(const BatchArc& arc, uint64_t* const* out) {
    if (!arc.rest.always()) return expand<true, ONE_MOVE>;
    if (arc.reads != 1 || arc.sums.size() != 2) return expand<false, ONE_MOVE>;
    if (out[0]) return out[1] ? expand_in_two<ONE_MOVE, true, true> : expand_in_two<ONE_MOVE, true, false>;
    return out[1] ? expand_in_two<ONE_MOVE, false, true> : expand_in_two<ONE_MOVE, false, false>;
}

inline void expand_by_kind(const BatchArc& arc, const uint64_t* states, size_t count, uint64_t* const* out,
                           uint32_t* made) {
    const Expand expand = arc.moves.size() == 1 ? chosen<true>(arc, out) : chosen<false>(arc, out);
    expand(arc, states, count, out, made);
}

}  // namespace

}  // namespace arcwise
