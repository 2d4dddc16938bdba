// One arc applied to many boards at once, for every instruction set.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/instruction_sets.hpp"
#include "core/step.hpp"

namespace arcwise {

// Output buffers must have room for so many boards more than are to stay there.
constexpr size_t OVERRUN = 8;

// A step that also knows by how much f grows.
struct BatchStep : Step<Nibbles> {
    static constexpr int MAX_READS = Nibbles::MAX_CELLS;
    bool certain;                    // it applies to every board of its context
    std::vector<uint8_t> sums;       // every sum that can occur
    std::vector<int> growth_of_sum;  // and by how much f grows then
    int reads = 0;                   // cells that f depends on
    uint8_t cell[MAX_READS];
    // By symbol; bytes that add up, modulo 256, to one of `sums`.
    alignas(16) uint8_t growth[MAX_READS][Nibbles::MAX_SYMBOLS];

    // Of an arc in the first context, which tests nothing yet, nor knows how f grows.
    BatchStep(const Theory& theory, int arc)
        : Step(Layout<Nibbles>(theory), arc, 0, Condition{}, theory.arcs[size_t(arc)]), certain(true) {}
    BatchStep in(int context, const Condition& rest) const {
        BatchStep step = *this;
        step.context = context;
        step.match = Match<Nibbles>(rest);
        step.certain = rest.empty();
        return step;
    }

    // Whether one turn does it, in the order of the cells, as in most arcs.
    bool turns_once() const { return more.empty() && first.opposite == 0; }
    Nibbles turned_once(const Nibbles& board) const {
        return {(board.bits & keep) | constants | (std::rotl(board.bits, first.left) & first.mask)};
    }
    // Makes the successor of one board, unless the arc does not match; says by how much f grows.
    bool apply_to(const Nibbles& board, Nibbles& made, int& grown) const {
        if (!match(board)) return false;
        grown = growth_of_sum[size_t(std::find(sums.begin(), sums.end(), sum(board)) - sums.begin())];
        made = turns_once() ? turned_once(board) : apply(board);
        return true;
    }
    uint8_t sum(const Nibbles& board) const {
        uint8_t sum = 0;
        for (int read = 0; read < reads; ++read) sum = uint8_t(sum + growth[read][board[cell[read]]]);
        return sum;
    }
};

// Expands with the loop that fits: `Loops` has expand<TESTED, ONCE>, and in_two<ONCE, FIRST, SECOND> for the common
// case, in which f grows by one of two amounts that a single cell decides and nothing is left to be tested.
template <class Loops, bool ONCE>
Expand loop_for(const BatchStep& step, Nibbles* const* out) {
    if (!step.certain) return Loops::template expand<true, ONCE>;
    if (step.reads != 1 || step.sums.size() != 2) return Loops::template expand<false, ONCE>;
    if (out[0]) return out[1] ? Loops::template in_two<ONCE, true, true> : Loops::template in_two<ONCE, true, false>;
    return out[1] ? Loops::template in_two<ONCE, false, true> : Loops::template in_two<ONCE, false, false>;
}
template <class Loops>
void expand_by(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out, uint32_t* made) {
    const Expand expand = step.turns_once() ? loop_for<Loops, true>(step, out) : loop_for<Loops, false>(step, out);
    expand(step, boards, count, out, made);
}

}  // namespace arcwise
