// Where nodes are kept: an array that grows without moving, and an index from boards to its entries.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "meter.hpp"

namespace arcwise {

constexpr uint32_t NONE = UINT32_MAX;

// Records in chunks, so that growing neither copies them nor holds them twice.
template <class Record>
class Arena {
    // The first chunks are small, since most searches are.
    static constexpr int CHUNK_BITS = 14;
    static constexpr uint32_t CHUNK = 1u << CHUNK_BITS;

   public:
    explicit Arena(Meter& meter) : meter_(meter) {}
    ~Arena() { meter_.hold(-int64_t(chunks_.size() * CHUNK * sizeof(Record))); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    uint32_t add(const Record& record) {
        if ((size_ & (CHUNK - 1)) == 0) grow();
        (*this)[size_] = record;
        return size_++;
    }
    Record& operator[](uint32_t index) { return chunks_[index >> CHUNK_BITS][index & (CHUNK - 1)]; }
    const Record& operator[](uint32_t index) const { return chunks_[index >> CHUNK_BITS][index & (CHUNK - 1)]; }
    uint32_t size() const { return size_; }

   private:
    void grow() {
        if (size_ >= NONE - CHUNK) throw std::bad_alloc();
        meter_.hold(int64_t(CHUNK * sizeof(Record)));
        chunks_.push_back(std::make_unique_for_overwrite<Record[]>(CHUNK));
    }

    Meter& meter_;
    std::vector<std::unique_ptr<Record[]>> chunks_;
    uint32_t size_ = 0;
};

// Boards to entries by open addressing. A slot holds the number of an entry and, in its spare upper bits, a part of the
// hash, so that most boards that are not there are known without a look at the entries.
class HashIndex {
   public:
    explicit HashIndex(Meter& meter, int bits = 10) : meter_(meter) { allocate(bits); }
    ~HashIndex() { meter_.hold(-int64_t(slots_.size() * 4)); }
    HashIndex(const HashIndex&) = delete;
    HashIndex& operator=(const HashIndex&) = delete;

    void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[hash >> shift_]); }

    // The entry whose board has this hash and satisfies `same`, or NONE; then `place` is where it would go.
    template <class Same>
    uint32_t find(uint64_t hash, Same&& same, uint64_t& place) const {
        uint32_t tag = tag_of(hash);
        for (place = hash >> shift_;; place = (place + 1) & mask_) {
            uint32_t slot = slots_[place];
            if (slot == 0) return NONE;
            if (((slot ^ tag) & ~entry_mask_) == 0) {
                uint32_t entry = (slot & entry_mask_) - 1;
                if (same(entry)) return entry;
            }
        }
    }

    // Puts an entry where `find` said; `hash_of` tells the hash of any entry, for when the index grows.
    template <class HashOf>
    void insert(uint64_t hash, uint64_t place, uint32_t entry, HashOf&& hash_of) {
        slots_[place] = (tag_of(hash) & ~entry_mask_) | (entry + 1);
        if (++count_ <= slots_.size() / 8 * 7) return;
        if (bits_ == 31) throw std::bad_alloc();
        grow(hash_of);
    }

   private:
    uint32_t tag_of(uint64_t hash) const { return uint32_t(hash >> 2); }

    void allocate(int bits) {
        meter_.hold(int64_t(4) << bits);
        bits_ = bits;
        shift_ = 64 - bits;
        mask_ = (uint64_t(1) << bits) - 1;
        entry_mask_ = uint32_t(mask_);
        slots_.assign(uint64_t(1) << bits, 0);
    }

    // Entries are re-inserted in the order of the old slots, so that old and new are both read in sequence.
    template <class HashOf>
    void grow(HashOf&& hash_of) {
        std::vector<uint32_t> old;
        old.swap(slots_);
        uint32_t old_mask = entry_mask_;
        allocate(bits_ + 1);
        for (uint32_t slot : old) {
            if (slot == 0) continue;
            uint32_t entry = (slot & old_mask) - 1;
            uint64_t hash = hash_of(entry);
            uint64_t place = hash >> shift_;
            while (slots_[place]) place = (place + 1) & mask_;
            slots_[place] = (tag_of(hash) & ~entry_mask_) | (entry + 1);
        }
        meter_.hold(-int64_t(old.size() * 4));
    }

    Meter& meter_;
    std::vector<uint32_t> slots_;
    int bits_ = 0, shift_ = 0;
    uint64_t mask_ = 0, count_ = 0;
    uint32_t entry_mask_ = 0;
};

}  // namespace arcwise
