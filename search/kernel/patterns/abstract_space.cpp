#include "patterns/abstract_space.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace arcwise {

namespace {

template <class Units>
void fold(const Units* whole, uint64_t size, int shift, Units* table) {
    for (uint64_t first = 0; first < size; first += uint64_t(1) << shift)
        *table++ = *std::min_element(whole + first, whole + std::min(size, first + (uint64_t(1) << shift)));
}

}  // namespace

Outcome AbstractSpace::build_folded(uint8_t* table, int shift, int threads, const Limits& limits,
                                    const Tick& tick) const {
    const uint64_t folded = (((size() - 1) >> shift) + 1) * uint64_t(width());
    Limits left = limits;
    if (limits.bytes) {
        if (limits.bytes <= folded) throw std::bad_alloc();
        left.bytes -= folded;
    }
    // Of words, so that entries of two bytes are aligned.
    const auto whole = std::make_unique_for_overwrite<uint64_t[]>(size() * uint64_t(width()) / sizeof(uint64_t) + 1);
    auto* bytes = reinterpret_cast<uint8_t*>(whole.get());
    Outcome outcome = build(bytes, threads, left, tick);
    if (outcome.status != Status::SOLVED) return outcome;
    if (width() == 1)
        fold(bytes, size(), shift, table);
    else
        fold(reinterpret_cast<const uint16_t*>(bytes), size(), shift, reinterpret_cast<uint16_t*>(table));
    return outcome;
}

}  // namespace arcwise
