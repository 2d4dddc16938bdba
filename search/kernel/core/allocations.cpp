#include "core/allocations.hpp"

#if defined(ARCWISE_COUNT_ALLOCATIONS)

#include <atomic>
#include <cstdlib>
#include <new>

namespace arcwise {

namespace {

std::atomic<bool> counting{false};
std::atomic<uint64_t> made{0}, failed{0}, first_to_fail{0};
std::atomic<bool> all_fail{false};

void* take(size_t bytes, size_t alignment) {
    if (allocation_fails()) return nullptr;
    if (bytes == 0) bytes = 1;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes);
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* take_or_throw(size_t bytes, size_t alignment) {
    if (void* data = take(bytes, alignment)) return data;
    throw std::bad_alloc();
}

}  // namespace

void fail_allocations(uint64_t first, bool all) {
    counting = false;
    made = failed = 0;
    first_to_fail = first;
    all_fail = all;
    counting = first > 0;
}

Allocations allocations() { return {made, failed}; }

bool allocation_fails() {
    if (!counting) return false;
    uint64_t number = ++made, first = first_to_fail;
    bool fails = number == first || (number > first && all_fail);
    if (fails) ++failed;
    return fails;
}

}  // namespace arcwise

// In place of the library's, for this module alone.
using arcwise::take, arcwise::take_or_throw;

void* operator new(size_t bytes) { return take_or_throw(bytes, 1); }
void* operator new[](size_t bytes) { return take_or_throw(bytes, 1); }
void* operator new(size_t bytes, std::align_val_t alignment) { return take_or_throw(bytes, size_t(alignment)); }
void* operator new[](size_t bytes, std::align_val_t alignment) { return take_or_throw(bytes, size_t(alignment)); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return take(bytes, 1); }
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept { return take(bytes, 1); }
void operator delete(void* data) noexcept { std::free(data); }
void operator delete[](void* data) noexcept { std::free(data); }
void operator delete(void* data, size_t) noexcept { std::free(data); }
void operator delete[](void* data, size_t) noexcept { std::free(data); }
void operator delete(void* data, std::align_val_t) noexcept { std::free(data); }
void operator delete[](void* data, std::align_val_t) noexcept { std::free(data); }
void operator delete(void* data, size_t, std::align_val_t) noexcept { std::free(data); }
void operator delete[](void* data, size_t, std::align_val_t) noexcept { std::free(data); }
void operator delete(void* data, const std::nothrow_t&) noexcept { std::free(data); }
void operator delete[](void* data, const std::nothrow_t&) noexcept { std::free(data); }

#endif
