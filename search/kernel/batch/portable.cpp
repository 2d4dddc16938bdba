// Batches on any processor: board after board, every successor stored without a branch.
#include "batch/batch.hpp"

namespace arcwise {

namespace {

// Copies of what a step does, which no stored successor can have changed.
template <bool ONCE>
struct Change {
    explicit Change(const BatchStep& step) : keep(step.keep), constants(step.constants), turn(step.first), step(step) {}
    Nibbles of(const Nibbles& board) const {
        if constexpr (ONCE)
            return {(board.bits & keep) | constants | (std::rotl(board.bits, turn.left) & turn.mask)};
        else
            return step.apply(board);
    }
    const uint64_t keep, constants;
    const Step<Nibbles>::Turn turn;
    const BatchStep& step;
};

struct Loops {
    template <bool TESTED, bool ONCE>
    static void expand(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out,
                       uint32_t* made) {
        Nibbles nowhere[1];
        Nibbles* to[256];
        size_t by[256];
        uint32_t seen[256];
        for (size_t index = 0; index < step.sums.size(); ++index) {
            const uint8_t sum = step.sums[index];
            to[sum] = out[index] ? out[index] : nowhere;
            by[sum] = out[index] ? 1 : 0;
            seen[sum] = 0;
        }
        const Change<ONCE> change(step);
        for (const Nibbles* board = boards; board != boards + count; ++board) {
            if constexpr (TESTED)
                if (!step.match(*board)) continue;
            const uint8_t sum = step.sum(*board);
            *to[sum] = change.of(*board);
            to[sum] += by[sum];
            ++seen[sum];
        }
        for (size_t index = 0; index < step.sums.size(); ++index) made[index] = seen[step.sums[index]];
    }

    // Every successor is stored in both places, and the place that it belongs to moves on.
    template <bool ONCE, bool FIRST, bool SECOND>
    static void in_two(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out,
                       uint32_t* made) {
        uint64_t is_first = 0;  // by symbol
        for (int symbol = 0; symbol < Nibbles::MAX_SYMBOLS; ++symbol)
            is_first |= uint64_t(step.growth[0][symbol] == step.sums[0]) << symbol;
        const int cell = step.cell[0];
        const Change<ONCE> change(step);
        Nibbles *one = out[0], *other = out[1];
        size_t total = 0;
        for (const Nibbles* board = boards; board != boards + count; ++board) {
            const Nibbles after = change.of(*board);
            const size_t first = is_first >> (*board)[cell] & 1;
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
};

}  // namespace

void expand_portable(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out, uint32_t* made) {
    expand_by<Loops>(step, boards, count, out, made);
}

}  // namespace arcwise
