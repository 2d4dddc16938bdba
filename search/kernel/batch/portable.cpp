// Batches on any processor: state after state, every successor stored without a branch.
#include "batch/batch.hpp"

namespace arcwise {

namespace {

// Copies of what an arc does, which no stored successor can have changed. Most arcs move symbols by one distance only.
template <bool ONE_MOVE>
struct Change {
    explicit Change(const BatchArc& arc) : keep(arc.keep), constants(arc.constants), first(arc.moves[0]), arc(arc) {}
    uint64_t of(uint64_t state) const {
        if constexpr (ONE_MOVE)
            return (state & keep) | constants | first.of(state);
        else
            return arc.after(state);
    }
    const uint64_t keep, constants;
    const Turn first;
    const BatchArc& arc;
};

template <bool TESTED, bool ONE_MOVE>
void expand(const BatchArc& arc, const uint64_t* states, size_t count, uint64_t* const* out, uint32_t* made) {
    uint64_t nowhere[1];
    uint64_t* to[256];
    size_t step[256];
    uint32_t seen[256];
    for (size_t index = 0; index < arc.sums.size(); ++index) {
        const uint8_t sum = arc.sums[index];
        to[sum] = out[index] ? out[index] : nowhere;
        step[sum] = out[index] ? 1 : 0;
        seen[sum] = 0;
    }
    const Change<ONE_MOVE> change(arc);
    for (const uint64_t* state = states; state != states + count; ++state) {
        if constexpr (TESTED)
            if (!arc.rest.holds(*state)) continue;
        const uint8_t sum = arc.sum(*state);
        *to[sum] = change.of(*state);
        to[sum] += step[sum];
        ++seen[sum];
    }
    for (size_t index = 0; index < arc.sums.size(); ++index) made[index] = seen[arc.sums[index]];
}

// The common case: f grows by one of two amounts that a single cell decides, and nothing is left to be tested. Every
// successor is stored in both places, and the place that it belongs to moves on.
template <bool ONE_MOVE, bool FIRST, bool SECOND>
void expand_in_two(const BatchArc& arc, const uint64_t* states, size_t count, uint64_t* const* out, uint32_t* made) {
    uint64_t is_first = 0;  // by symbol
    for (int symbol = 0; symbol < BATCH_SYMBOLS; ++symbol)
        is_first |= uint64_t(arc.growth[0][symbol] == arc.sums[0]) << symbol;
    const int shift = CELL_BITS * arc.cell[0];
    const Change<ONE_MOVE> change(arc);
    uint64_t *one = out[0], *other = out[1];
    size_t total = 0;
    for (const uint64_t* state = states; state != states + count; ++state) {
        const uint64_t after = change.of(*state);
        const size_t first = is_first >> (*state >> shift & (BATCH_SYMBOLS - 1)) & 1;
        total += first;
        if constexpr (FIRST) {
            *one = after;
            one += first;
        }
        if constexpr (SECOND) {
            *other = after;
            other += 1 - first;
        }
    }
    made[0] = uint32_t(total);
    made[1] = uint32_t(count - total);
}

template <bool ONE_MOVE>
Expand chosen(const BatchArc& arc, uint64_t* const* out) {
    if (!arc.rest.always()) return expand<true, ONE_MOVE>;
    if (arc.reads != 1 || arc.sums.size() != 2) return expand<false, ONE_MOVE>;
    if (out[0]) return out[1] ? expand_in_two<ONE_MOVE, true, true> : expand_in_two<ONE_MOVE, true, false>;
    return out[1] ? expand_in_two<ONE_MOVE, false, true> : expand_in_two<ONE_MOVE, false, false>;
}

}  // namespace

void expand_portable(const BatchArc& arc, const uint64_t* states, size_t count, uint64_t* const* out, uint32_t* made) {
    const Expand expand = arc.moves.size() == 1 ? chosen<true>(arc, out) : chosen<false>(arc, out);
    expand(arc, states, count, out, made);
}

}  // namespace arcwise
