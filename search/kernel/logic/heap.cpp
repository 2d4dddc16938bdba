// The heap: a range of addresses that is reserved whole, and opened as it is needed.
#include <algorithm>
#include <cstdlib>

#include "core/allocations.hpp"
#include "logic/terms.hpp"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#define ARCWISE_RESERVES
#endif

namespace arcwise::logic {

namespace {

// Bytes: what is opened at least, what is worth large pages, and what is reserved at most.
constexpr uint64_t PAGE = 1 << 16, MANY = 1 << 22, LARGEST = uint64_t(1) << 36;

}  // namespace

Heap::Heap(Meter& meter, uint64_t bytes) : meter_(meter) {
    reserved_ = (bytes && bytes < LARGEST ? bytes : LARGEST) / PAGE * PAGE + PAGE;
    if (allocation_fails()) throw std::bad_alloc();
#if defined(ARCWISE_RESERVES)
    for (; reserved_ >= PAGE; reserved_ = reserved_ / 2 / PAGE * PAGE) {  // the system may bound addresses too
        void* place = mmap(nullptr, reserved_, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
        if (place == MAP_FAILED) continue;
        begin_ = top = end_ = static_cast<Word*>(place);
        return;
    }
#else
    for (; reserved_ >= PAGE; reserved_ = reserved_ / 2 / PAGE * PAGE) {
        void* place = std::malloc(reserved_);
        if (!place) continue;
        begin_ = top = end_ = static_cast<Word*>(place);
        return;
    }
#endif
    throw std::bad_alloc();
}

Heap::~Heap() {
#if defined(ARCWISE_RESERVES)
    munmap(begin_, reserved_);
#else
    std::free(begin_);
#endif
    meter_.hold(-int64_t(open_));
}

void Heap::grow(uint64_t words) {
    if (allocation_fails()) throw std::bad_alloc();
    const uint64_t used = uint64_t(top - begin_) * sizeof(Word);
    if (words > reserved_ / sizeof(Word) || used + words * sizeof(Word) > reserved_) throw std::bad_alloc();
    const uint64_t needed = used + words * sizeof(Word) - open_;
    uint64_t more = std::min(std::max((needed + PAGE - 1) / PAGE * PAGE, open_ / 2 / PAGE * PAGE), reserved_ - open_);
    try {
        meter_.hold(int64_t(more));
    } catch (const std::bad_alloc&) {  // no more than what is needed
        more = std::min((needed + PAGE - 1) / PAGE * PAGE, reserved_ - open_);
        meter_.hold(int64_t(more));
    }
#if defined(ARCWISE_RESERVES)
    char* from = reinterpret_cast<char*>(begin_) + open_;
    if (mprotect(from, more, PROT_READ | PROT_WRITE) != 0) {
        meter_.hold(-int64_t(more));
        throw std::bad_alloc();
    }
#if defined(MADV_HUGEPAGE)
    if (more >= MANY) madvise(from, more, MADV_HUGEPAGE);
#endif
#endif
    open_ += more;
    end_ = begin_ + open_ / sizeof(Word);
}

}  // namespace arcwise::logic
