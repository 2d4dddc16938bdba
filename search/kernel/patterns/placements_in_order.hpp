// The placements of a pattern of sliding tiles: what is known of all of them, and one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/pages.hpp"
#include "patterns/pattern_space.hpp"

namespace arcwise {

// What is known of all placements; any thread may read and write it.
template <class Mask>
class Reached {
   public:
    Reached(uint64_t placements, uint8_t* table, Meter& meter) : share_(meter), words_((placements + 63) / 64) {
        share_.add(placements * sizeof(Mask) + 2 * words_ * sizeof(uint64_t));
        visited_ = zeroed_pages_for<Mask>(placements);
        frontier_ = zeroed_pages_for<uint64_t>(words_);
        next_ = zeroed_pages_for<uint64_t>(words_);
        table_ = table;
        std::fill(table, table + placements, UNREACHED);
    }

    // The cells of the blank that were reached in a placement, and flags in the bits of its occupied cells.
    std::atomic_ref<Mask> visited(uint64_t rank) const { return std::atomic_ref<Mask>(visited_[rank]); }
    uint64_t waiting(uint64_t word) const { return bits(frontier_, word).load(std::memory_order_relaxed); }
    void fetch_visited(uint64_t rank) const { __builtin_prefetch(&visited_[rank], 1); }
    void fetch_entry(uint64_t rank) const {
        __builtin_prefetch(&table_[rank], 1);
        __builtin_prefetch(&next_[rank / 64], 1);
    }

    // Puts a placement into the next layer; true if it had no entry yet.
    bool enter(uint64_t rank, uint8_t cost) const {
        std::atomic_ref<uint8_t> entry(table_[rank]);
        const bool fresh = entry.load(std::memory_order_relaxed) == UNREACHED;
        if (fresh) entry.store(cost, std::memory_order_relaxed);
        bits(next_, rank / 64).fetch_or(uint64_t(1) << (rank % 64), std::memory_order_relaxed);
        return fresh;
    }

    // Makes the next layer the one that waits; false where it is empty. One thread's work.
    bool advance() {
        bool more = false;
        for (uint64_t word = 0; word < words_; ++word) more |= next_[word] != 0;
        std::swap(frontier_, next_);
        std::memset(next_.get(), 0, words_ * sizeof(uint64_t));
        return more;
    }

   private:
    static std::atomic_ref<uint64_t> bits(const Pages<uint64_t>& set, uint64_t word) {
        return std::atomic_ref<uint64_t>(set[word]);
    }

    Share share_;
    uint64_t words_;
    Pages<Mask> visited_;
    Pages<uint64_t> frontier_, next_;  // one bit a placement
    uint8_t* table_;
};

// The placements of a pattern in order: the first symbols' cells stay the same within a block, those of the last three
// follow from the place in it.
class PlacementsInOrder {
   public:
    explicit PlacementsInOrder(const PatternSpace& space)
        : space_(space),
          length_(space.length()),
          head_(length_ - std::min(length_, 3)),
          block_(head_ ? space.weight(head_ - 1) : space.size()),
          all_(space.moves.cells == 64 ? ~uint64_t(0) : (uint64_t(1) << space.moves.cells) - 1) {
        place_in_.fill(-1);
    }

    uint64_t block() const { return block_; }
    uint64_t occupied() const { return occupied_; }
    uint64_t free() const { return all_ & ~occupied_; }
    int cell(int place) const { return at_[size_t(place)]; }
    int place_in(int cell) const { return place_in_[size_t(cell)]; }

    void go_to_block(uint64_t begin) {
        begin_ = begin;
        head_occupied_ = 0;
        uint64_t rest = begin;
        for (int place = 0; place < head_; ++place) {
            uint64_t digit = rest / space_.weight(place);
            rest %= space_.weight(place);
            uint64_t free = all_ & ~head_occupied_;
            for (; digit; --digit) free &= free - 1;
            at_[size_t(place)] = uint8_t(std::countr_zero(free));
            head_occupied_ |= free & -free;
        }
        size_t opens = 0;
        for (uint64_t free = all_ & ~head_occupied_; free; free &= free - 1)
            open_[opens++] = uint8_t(std::countr_zero(free));
    }

    // Within the block.
    void go_to(uint64_t rank) {
        for (; occupied_; occupied_ &= occupied_ - 1) place_in_[size_t(std::countr_zero(occupied_))] = -1;
        occupied_ = head_occupied_;
        uint64_t inside = rank - begin_, used = 0;  // used: of the open cells, by number
        for (int place = head_; place < length_; ++place) {
            uint64_t digit = inside / space_.weight(place);
            inside %= space_.weight(place);
            for (uint64_t earlier = used; earlier; earlier &= earlier - 1)
                digit += uint64_t(std::countr_zero(earlier)) <= digit;
            used |= uint64_t(1) << digit;
            at_[size_t(place)] = open_[digit];
            occupied_ |= uint64_t(1) << open_[digit];
        }
        for (int place = 0; place < length_; ++place) place_in_[at_[size_t(place)]] = int8_t(place);
    }

   private:
    const PatternSpace& space_;
    const int length_, head_;
    const uint64_t block_, all_;
    uint64_t begin_ = 0, head_occupied_ = 0, occupied_ = 0;
    std::array<uint8_t, 64> at_, open_;
    std::array<int8_t, 64> place_in_;
};

}  // namespace arcwise
