// Enumeration of the states that a group of permutations makes of a start: a set of them is a bitmap.
//
// What is in the next layer is gathered, block by block, from the blocks that moves undone lead to: then a block is
// written by one thread, and settled while it is at hand.
#pragma once

#include <cstring>
#include <memory>

#include "enumeration/enumeration.hpp"
#include "enumeration/group_space.hpp"
#include "enumeration/shared_work.hpp"

namespace arcwise {

class GroupDistances final : public DistanceTable {
   public:
    static constexpr uint32_t UNREACHED = UINT8_MAX;
    explicit GroupDistances(std::shared_ptr<const GroupSpace> space)
        : distances(space->size(), UNREACHED), space_(std::move(space)) {}

    int cells() const override { return space_->cells(); }
    int64_t distance(const State& state) const override {
        for (Symbol symbol : state)
            if (symbol > UINT8_MAX) return -1;
        const std::vector<uint8_t> cells(state.begin(), state.end());
        auto number = space_->number_of(cells.data());
        if (!number || distances[*number] == UNREACHED) return -1;
        return distances[*number];
    }
    bool next(uint64_t cursor, State& state, Item& item) const override {
        while (cursor < distances.size() && distances[cursor] == UNREACHED) ++cursor;
        if (cursor >= distances.size()) return false;
        std::vector<uint8_t> cells(state.size());
        space_->cells_of(cursor, cells.data());
        std::copy(cells.begin(), cells.end(), state.begin());
        item = {cursor + 1, distances[cursor]};
        return true;
    }

    std::vector<uint8_t> distances;  // by number

   private:
    std::shared_ptr<const GroupSpace> space_;
};

class GroupEnumeration {
   public:
    // The moves are those that undo the arcs.
    GroupEnumeration(std::shared_ptr<const GroupSpace> space, const std::vector<Permutation>& undoing, Meter& meter,
                     const EnumerationRequest& request)
        : moves_(*space, undoing),
          words_((moves_.block() + 63) / 64),
          full_(moves_.block() % 64 ? (uint64_t(1) << moves_.block() % 64) - 1 : ~uint64_t(0)),
          share_(meter),
          work_(meter, request.limits),
          threads_(request.threads) {
        share_.add(moves_.bytes());
        if (!request.distances) return;
        share_.add(space->size());
        distances_ = std::make_shared<GroupDistances>(std::move(space));
    }

    // Bytes of a bitmap of all states.
    uint64_t bitmap_bytes() const { return moves_.blocks() * words_ * sizeof(uint64_t); }

    void run(Enumeration& result) {
        const size_t size = size_t(moves_.blocks() * words_);
        for (auto* bitmap : {&seen_, &front_, &next_}) {
            share_.add(bitmap_bytes());
            bitmap->resize(size);
        }
        seen_[0] = front_[0] = 1;  // the start is what no move makes of it
        if (distances_) distances_->distances[0] = 0;
        const uint64_t parts = (moves_.blocks() + PART - 1) / PART;
        for (uint64_t before = 0; work_.states() > before;) {
            result.layers.push_back(work_.states() - before);
            before = work_.states();
            if (distances_ && result.layers.size() >= GroupDistances::UNREACHED)
                throw std::length_error("more layers than a byte can tell");
            const auto depth = uint8_t(result.layers.size());
            work_.share_out(parts, parts < 64 ? 1 : threads_, [&](size_t part, bool watching) {
                if (work_.goes_on(watching)) fill(part * PART, std::min((part + 1) * PART, moves_.blocks()), depth);
            });
            front_.swap(next_);
        }
        result.table = distances_;
    }

   private:
    static constexpr uint64_t PART = 1 << 11;  // blocks that a thread takes at a time
    struct At {
        uint64_t block;
        uint32_t rest;
    };

    // The next layer's states in some blocks.
    void fill(uint64_t begin, uint64_t end, uint8_t depth) {
        const int levels = moves_.levels(), moves = moves_.moves();
        std::vector<uint32_t> digits(size_t(levels) + 1);
        uint64_t left = begin;
        for (int level = levels - 1; level >= 0; --level) {
            digits[size_t(level)] = uint32_t(left % moves_.digits(level));
            left /= moves_.digits(level);
        }
        // Where each move leads to, by the digits of every level; up to `known` they are those of the block.
        std::vector<At> at(size_t(levels + 1) * size_t(moves));
        for (int move = 0; move < moves; ++move) at[size_t(move)] = {0, uint32_t(move)};
        int known = 0;
        uint64_t found = 0;
        for (uint64_t block = begin; block < end; ++block) {
            uint64_t* next = next_.data() + block * words_;
            uint64_t* seen = seen_.data() + block * words_;
            std::memset(next, 0, words_ * sizeof(uint64_t));
            if (!is_full(seen)) {
                for (; known < levels; ++known) {
                    const At* before = at.data() + size_t(known * moves);
                    At* after = at.data() + size_t((known + 1) * moves);
                    for (int move = 0; move < moves; ++move) {
                        const auto& step = moves_.step(known, before[move].rest, digits[size_t(known)]);
                        after[move] = {before[move].block * moves_.digits(known) + step.digit, step.rest};
                    }
                }
                for (const At* from = at.data() + size_t(levels * moves); from < at.data() + at.size(); ++from)
                    gather(*from, next);
                found += settle(next, seen, block, depth);
            }
            int level = levels - 1;
            while (level >= 0 && ++digits[size_t(level)] == moves_.digits(level)) digits[size_t(level--)] = 0;
            known = std::min(known, std::max(level, 0));
        }
        work_.add(found);
    }

    bool is_full(const uint64_t* seen) const {
        for (uint32_t word = 0; word + 1 < words_; ++word)
            if (~seen[word]) return false;
        return seen[words_ - 1] == full_;
    }

    void gather(const At& from, uint64_t* next) const {
        const uint64_t* front = front_.data() + from.block * words_;
        const uint16_t* places = moves_.places(from.rest);
        for (uint32_t word = 0; word < words_; ++word) {
            for (uint64_t left = front[word]; left; left &= left - 1) {
                const uint16_t place = places[word * 64 + uint32_t(__builtin_ctzll(left))];
                next[place >> 6] |= uint64_t(1) << (place & 63);
            }
        }
    }

    uint64_t settle(uint64_t* next, uint64_t* seen, uint64_t block, uint8_t depth) {
        uint64_t found = 0;
        for (uint32_t word = 0; word < words_; ++word) {
            next[word] &= ~seen[word];
            seen[word] |= next[word];
            found += uint64_t(__builtin_popcountll(next[word]));
            if (!distances_) continue;
            uint8_t* row = distances_->distances.data() + block * moves_.block() + word * 64;
            for (uint64_t left = next[word]; left; left &= left - 1) row[__builtin_ctzll(left)] = depth;
        }
        return found;
    }

    GroupMoves moves_;
    uint32_t words_;  // of a block
    uint64_t full_;   // the last word of a block that has all states
    Share share_;
    SharedWork work_;
    int threads_;
    std::vector<uint64_t> seen_, front_, next_;
    std::shared_ptr<GroupDistances> distances_;
};

}  // namespace arcwise
