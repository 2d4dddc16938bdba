// Where nodes are kept: an array that grows without moving, and an index from boards to its entries.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/meter.hpp"
#include "core/pages.hpp"

namespace arcwise {

constexpr uint32_t NONE = UINT32_MAX;

// Records of one size in chunks, so that growing neither copies them nor holds them twice. Only the first chunk grows, and
// moves, until it has its full size, since most searches are small; later ones are cut from slabs of huge pages.
class Chunks {
   protected:
    static constexpr int CHUNK_BITS = 14;
    static constexpr uint32_t CHUNK = 1u << CHUNK_BITS;

    Chunks(Meter& meter, size_t record) : record_(record), meter_(meter), slabs_(meter), chunks_(meter) {}
    ~Chunks() { meter_.hold(-int64_t((capacity_ - released_) * record_)); }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;

    void grow();
    // Gives back the slabs that have no record from `index` on; those before it are not read any more.
    void release_before(uint32_t index);
    void* chunk(uint32_t index) const { return chunks_[index >> CHUNK_BITS]; }
    void swap(Chunks& other) {
        std::swap(record_, other.record_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        std::swap(released_, other.released_);
        slabs_.swap(other.slabs_);
        chunks_.swap(other.chunks_);
    }

    size_t record_;                                    // bytes
    uint32_t size_ = 0, capacity_ = 0, released_ = 0;  // records

   private:
    void grow_first();

    Meter& meter_;
    Vector<Pages<std::byte>> slabs_;
    Vector<void*> chunks_;
};

template <class Record>
class ChunkedArray : Chunks {
   public:
    explicit ChunkedArray(Meter& meter) : Chunks(meter, sizeof(Record)) {}

    uint32_t add(const Record& record) {
        if (size_ == capacity_) grow();
        (*this)[size_] = record;
        return size_++;
    }
    Record& operator[](uint32_t index) { return static_cast<Record*>(chunk(index))[index & (CHUNK - 1)]; }
    const Record& operator[](uint32_t index) const {
        return static_cast<const Record*>(chunk(index))[index & (CHUNK - 1)];
    }
    uint32_t size() const { return size_; }

   private:
    static_assert(std::is_trivially_copyable_v<Record> && std::is_trivially_destructible_v<Record>);
};

// Boards to entries 0, 1, 2, ... by open addressing. A slot holds the number of an entry and, in its spare upper bits,
// a part of the hash, so that most boards that are not there are known without a look at the entries.
class HashIndex {
    static constexpr size_t FIRST = 256;  // slots

   public:
    explicit HashIndex(Meter& meter) : meter_(meter) { allocate(FIRST); }
    ~HashIndex() { meter_.hold(-int64_t(size_ * 4)); }
    HashIndex(const HashIndex&) = delete;
    HashIndex& operator=(const HashIndex&) = delete;

    void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }

    // The entry whose board has this hash and satisfies `same`, or NONE; then `place` is where it would go.
    template <class Same>
    uint32_t find(uint64_t hash, Same&& same, uint64_t& place) const {
        uint32_t tag = tag_of(hash);
        for (place = home(hash);; place = next(place)) {
            uint32_t slot = slots_[place];
            if (slot == 0) return NONE;
            if (((slot ^ tag) & ~entry_mask_) == 0) {
                uint32_t entry = (slot & entry_mask_) - 1;
                if (same(entry)) return entry;
            }
        }
    }

    template <class Board, class Same>
    uint32_t find(uint64_t hash, const Board&, Same&& same, uint64_t& place) const {
        return find(hash, same, place);
    }

    // Puts the next entry where `find` said; `hash_of` tells the hash of any entry, for when the index grows.
    template <class HashOf>
    void insert(uint64_t hash, uint64_t place, uint32_t entry, HashOf&& hash_of) {
        slots_[place] = (tag_of(hash) & ~entry_mask_) | (entry + 1);
        if (++count_ > size_ / 8 * 7) grow(hash_of);
    }

    template <class Board, class HashOf>
    void insert(uint64_t hash, uint64_t place, const Board&, uint32_t entry, HashOf&& hash_of) {
        insert(hash, place, entry, hash_of);
    }

   private:
    uint64_t home(uint64_t hash) const { return uint64_t((unsigned __int128)(hash)*size_ >> 64); }
    uint64_t next(uint64_t place) const { return place + 1 == size_ ? 0 : place + 1; }
    static uint32_t tag_of(uint64_t hash) { return uint32_t(hash >> 2); }

    void allocate(size_t size) {
        if (size >> 32) throw std::bad_alloc();
        meter_.hold(int64_t(size) * 4);
        size_ = size;
        entry_mask_ = uint32_t((uint64_t(1) << std::bit_width(size)) - 1);
        slots_ = zeroed_pages_for<uint32_t>(size);
    }

    // The old slots go first, so that both are never held at once; the entries themselves tell what was in them.
    template <class HashOf>
    void grow(HashOf&& hash_of) {
        constexpr uint32_t TOGETHER = 16;
        constexpr size_t SMALL = 1 << 16;
        // Bytes matter where there are many.
        size_t size = size_ < SMALL ? 4 * size_ : size_ + size_ / 2;
        meter_.hold(-int64_t(size_) * 4);
        slots_.reset();
        size_ = 0;
        allocate(size);
        uint64_t hashes[TOGETHER];
        for (uint32_t first = 0; first < count_; first += TOGETHER) {
            uint32_t some = uint32_t(std::min<uint64_t>(TOGETHER, count_ - first));
            for (uint32_t at = 0; at < some; ++at) prefetch(hashes[at] = hash_of(first + at));
            for (uint32_t at = 0; at < some; ++at) {
                uint64_t place = home(hashes[at]);
                while (slots_[place]) place = next(place);
                slots_[place] = (tag_of(hashes[at]) & ~entry_mask_) | (first + at + 1);
            }
        }
    }

    Meter& meter_;
    Pages<uint32_t> slots_;
    uint64_t size_ = 0, count_ = 0;
    uint32_t entry_mask_ = 0;
};

// The same for boards whose word leaves room for the entry beside it: what is there is known without a look at the
// entries.
class WordIndex {
   public:
    static constexpr int ENTRY_BITS = 28;
    static constexpr int MAX_CELLS = (64 - ENTRY_BITS) / 4;

    explicit WordIndex(Meter& meter) : slots_(meter) { allocate(256); }

    void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[hash >> shift_]); }

    template <class Board, class Same>
    uint32_t find(uint64_t hash, const Board& board, Same&&, uint64_t& place) const {
        const uint64_t word = board.bits;
        for (place = hash >> shift_;; place = (place + 1) & mask_) {
            uint64_t slot = slots_[place];
            if (slot >> ENTRY_BITS == word && slot != 0) return uint32_t(slot & ENTRIES) - 1;
            if (slot == 0) return NONE;
        }
    }

    template <class Board, class HashOf>
    void insert(uint64_t, uint64_t place, const Board& board, uint32_t entry, HashOf&& hash_of) {
        if (entry + 1 > ENTRIES) throw std::bad_alloc();
        slots_[place] = board.bits << ENTRY_BITS | (entry + 1);
        if (++count_ > slots_.size() / 8 * 5) grow(hash_of);
    }

   private:
    static constexpr uint64_t ENTRIES = (uint64_t(1) << ENTRY_BITS) - 1;
    static constexpr size_t LARGE = 1 << 16;  // slots

    void allocate(size_t size) {
        slots_.assign(size, 0);
        mask_ = size - 1;
        shift_ = 64 - std::countr_zero(size);
    }
    template <class HashOf>
    void grow(HashOf&& hash_of) {
        Vector<uint64_t> old(slots_.get_allocator());
        old.swap(slots_);
        // Both are held for a while.
        allocate(old.size() * (old.size() < LARGE ? 4 : 2));
        for (uint64_t slot : old) {
            if (slot == 0) continue;
            uint64_t place = hash_of(uint32_t(slot & ENTRIES) - 1) >> shift_;
            while (slots_[place]) place = (place + 1) & mask_;
            slots_[place] = slot;
        }
    }

    Vector<uint64_t> slots_;
    uint64_t mask_ = 0, count_ = 0;
    int shift_ = 0;
};

}  // namespace arcwise
