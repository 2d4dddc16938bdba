// Memory for large tables that are read in no order: in huge pages where the system has them, so that finding a page
// costs less than reading it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "core/allocations.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace arcwise {

struct FreePages {
    void operator()(void* data) const { std::free(data); }
};

template <class Value>
using Pages = std::unique_ptr<Value[], FreePages>;

// Uninitialised room for `count` values that need no constructor.
template <class Value>
Pages<Value> pages_for(uint64_t count) {
    constexpr uint64_t HUGE_PAGE = 1 << 21;
    uint64_t bytes = count * sizeof(Value);
    void* data;
    if (allocation_fails()) throw std::bad_alloc();
    if (bytes < HUGE_PAGE) {
        data = std::malloc(bytes ? bytes : 1);
    } else {
        bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
        data = std::aligned_alloc(HUGE_PAGE, bytes);
#if defined(MADV_HUGEPAGE)
        if (data) madvise(data, bytes, MADV_HUGEPAGE);
#endif
    }
    if (!data) throw std::bad_alloc();
    return Pages<Value>(static_cast<Value*>(data));
}

template <class Value>
Pages<Value> zeroed_pages_for(uint64_t count) {
    Pages<Value> pages = pages_for<Value>(count);
    std::memset(static_cast<void*>(pages.get()), 0, count * sizeof(Value));
    return pages;
}

}  // namespace arcwise
