#include "core/storage.hpp"

#include <cstring>

namespace arcwise {

namespace {

constexpr uint32_t FIRST = 64;         // records in the first chunk, before it grows
constexpr size_t FEW = 16, SLAB = 32;  // chunks

}  // namespace

void Chunks::grow() {
    if (capacity_ < CHUNK) return grow_first();
    if (capacity_ >= NONE - CHUNK) throw std::bad_alloc();
    const size_t bytes = CHUNK * record_;
    const size_t at = chunks_.size() < FEW ? 0 : (chunks_.size() - FEW) % SLAB;
    if (at == 0) slabs_.push_back(pages_for<std::byte>(chunks_.size() < FEW ? bytes : SLAB * bytes));
    meter_.hold(int64_t(bytes));
    capacity_ += CHUNK;
    chunks_.push_back(slabs_.back().get() + at * bytes);
}

void Chunks::release_before(uint32_t index) {
    const size_t chunks = index >> CHUNK_BITS;
    for (size_t first = released_ >> CHUNK_BITS; first < chunks;) {
        const size_t slab = first < FEW ? first : FEW + (first - FEW) / SLAB;
        const size_t after = slab < FEW ? slab + 1 : FEW + (slab + 1 - FEW) * SLAB;
        if (after > chunks) return;
        slabs_[slab].reset();
        meter_.hold(-int64_t((after - first) * CHUNK * record_));
        released_ = uint32_t(after) << CHUNK_BITS;
        first = after;
    }
}

void Chunks::grow_first() {
    const uint32_t capacity = capacity_ ? 4 * capacity_ : FIRST;
    chunks_.reserve(1);
    slabs_.reserve(1);
    meter_.hold(int64_t(capacity * record_));
    Pages<std::byte> larger = pages_for<std::byte>(capacity * record_);
    if (size_) std::memcpy(larger.get(), chunks_[0], size_ * record_);
    meter_.hold(-int64_t(capacity_ * record_));
    capacity_ = capacity;
    chunks_.assign(1, larger.get());
    slabs_.clear();
    slabs_.push_back(std::move(larger));
}

}  // namespace arcwise
