#include "enumeration/bitmap_loops.hpp"

#include <cstring>

namespace arcwise {

namespace {

#define ARCWISE_INLINE inline __attribute__((always_inline))

ARCWISE_INLINE void move_blocks(const Transfer& transfer, uint32_t begin, uint32_t end) {
    const Shuffle& shuffle = *transfer.passage.shuffle;
    uint32_t value = begin % shuffle.values, base = begin - value;
    for (uint32_t unit = begin; unit < end; ++unit) {
        uint32_t target = shuffle.table[value];
        if (target != Shuffle::NOWHERE) {
            const uint64_t* from = transfer.from + uint64_t(unit) * shuffle.length;
            uint64_t* to = transfer.to + uint64_t(base + target) * shuffle.length;
            for (uint32_t word = 0; word < shuffle.length; ++word) to[word] |= from[word];
        }
        if (++value == shuffle.values) {
            value = 0;
            base += shuffle.values;
        }
    }
}

ARCWISE_INLINE void move_bits(const Transfer& transfer, uint32_t begin, uint32_t end) {
    const Shuffle& shuffle = *transfer.passage.shuffle;
    uint32_t bits = uint32_t(transfer.sequences.bits), size = shuffle.values * bits;
    uint32_t prefix = begin / shuffle.values, value = begin % shuffle.values;
    const uint32_t* table[2] = {shuffle.table.data(), shuffle.table.data() + size};
    for (uint32_t unit = begin; unit < end; ++unit) {
        if (uint64_t left = transfer.from[unit]) {
            const uint32_t* entries = table[shuffle.prefix_odd[prefix] ^ transfer.passage.odd] + value * bits;
            uint64_t* to = transfer.to + (unit - value);
            do {
                uint32_t entry = entries[__builtin_ctzll(left)];
                if (entry != Shuffle::NOWHERE) to[entry >> 6] |= uint64_t(1) << (entry & 63);
            } while (left &= left - 1);
        }
        if (++value == shuffle.values) {
            value = 0;
            ++prefix;
        }
    }
}

ARCWISE_INLINE void move_states(const Transfer& transfer, uint32_t begin, uint32_t end) {
    const Sequences& sequences = transfer.sequences;
    const Shuffle& shuffle = *transfer.passage.shuffle;
    for (uint32_t unit = begin; unit < end; ++unit) {
        uint64_t left = transfer.from[unit];
        if (!left) continue;
        uint8_t sorted[16], before[16], after[16];
        bool odd = sequences.unrank_head(unit, sorted) != transfer.passage.odd;
        std::memcpy(before, sorted, sizeof before);
        do {
            const auto& order = sequences.orders[odd][__builtin_ctzll(left)];
            for (int place = 0; place < sequences.tail; ++place)
                before[sequences.head + place] = sorted[sequences.head + order[place]];
            bool holds = true;
            for (const Test& test : shuffle.tests) holds &= before[test.cell] == test.symbol;
            if (!holds) continue;
            for (int place = 0; place < sequences.length; ++place) after[place] = before[shuffle.source[place]];
            Sequences::Rank rank = sequences.rank(after);
            transfer.to[rank.word] |= uint64_t(1) << rank.bit;
        } while (left &= left - 1);
    }
}

ARCWISE_INLINE void transfer_units(const Transfer& transfer, uint32_t begin, uint32_t end) {
    switch (transfer.passage.shuffle->kind) {
        case Shuffle::Kind::BLOCKS:
            return move_blocks(transfer, begin, end);
        case Shuffle::Kind::BITS:
            return move_bits(transfer, begin, end);
        case Shuffle::Kind::DIRECT:
            return move_states(transfer, begin, end);
    }
}

// Leaves the new states only, and counts them.
ARCWISE_INLINE uint64_t settle_words(uint64_t* next, uint64_t* seen, uint32_t begin, uint32_t end) {
    uint64_t count = 0;
    for (uint32_t word = begin; word < end; ++word) {
        next[word] &= ~seen[word];
        seen[word] |= next[word];
        count += uint64_t(__builtin_popcountll(next[word]));
    }
    return count;
}

// The text is the same for every instruction set, so the results are.
#define ARCWISE_LOOPS(NAME, ATTRIBUTES)                                                               \
    ATTRIBUTES void transfer_##NAME(const Transfer& transfer, uint32_t begin, uint32_t end) {         \
        transfer_units(transfer, begin, end);                                                         \
    }                                                                                                 \
    ATTRIBUTES uint64_t settle_##NAME(uint64_t* next, uint64_t* seen, uint32_t begin, uint32_t end) { \
        return settle_words(next, seen, begin, end);                                                  \
    }

ARCWISE_LOOPS(portable, )
#if defined(__x86_64__)
ARCWISE_LOOPS(avx2, __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))))
#endif

}  // namespace

extern const BitmapLoops BITMAPS_PORTABLE{transfer_portable, settle_portable};
#if defined(__x86_64__)
extern const BitmapLoops BITMAPS_AVX2{transfer_avx2, settle_avx2};
#endif

}  // namespace arcwise
