// Fills a folded table of an abstract space without the whole one: breadth-first with two bits a state (after Korf,
// AAAI 2008), where arcs cost one unit or nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "patterns/abstract_space.hpp"
#include "patterns/chunks.hpp"
#include "patterns/delay_line.hpp"

namespace arcwise {

// A state is unreached, waits in this layer, waits in the next, or is expanded. The layers come in order, so that the
// first state of a group that is expanded says what its entry is.
template <class Space>
class FoldedFiller {
   public:
    FoldedFiller(const Space& space, uint8_t* table, int shift, Meter& meter)
        : space_(space), table_(table), shift_(shift), meter_(meter), share_(meter), codes_(meter) {
        const uint64_t entries = ((space.size() - 1) >> shift) + 1;
        share_.add(entries);
        std::fill(table, table + entries, UNREACHED);
        codes_.resize(space.size() / STATES + 1);
    }

    void run(int threads) {
        space_.each_goal(meter_, [&](uint64_t rank) { waits_ = mark(rank, code_of(0)) || waits_; });
        for (int layer = 0; waits_.exchange(false); ++layer)
            share_chunks(space_.size(), threads, meter_, expanded_, [&] { return Worker(*this, layer); });
    }

    uint64_t expanded() const { return expanded_; }

   private:
    static constexpr uint64_t STATES = 32;  // of a word
    static constexpr uint64_t EXPANDED = 3, LOW_BITS = 0x5555'5555'5555'5555;
    static uint64_t code_of(int layer) { return layer % 2 ? 2 : 1; }
    static int place(uint64_t rank) { return int(2 * (rank % STATES)); }

    uint64_t load(uint64_t word) const {
        return std::atomic_ref<uint64_t>(const_cast<uint64_t&>(codes_[word])).load(std::memory_order_relaxed);
    }

    // Lets a state wait; false where it does already, in that layer or an earlier one.
    bool mark(uint64_t rank, uint64_t code, uint64_t earlier = 0) {
        std::atomic_ref<uint64_t> word(codes_[rank / STATES]);
        uint64_t old = word.load(std::memory_order_relaxed), made;
        do {
            const uint64_t known = old >> place(rank) & EXPANDED;
            if (known == EXPANDED || known == code || (earlier && known == earlier)) return false;
            made = (old & ~(EXPANDED << place(rank))) | code << place(rank);
        } while (!word.compare_exchange_weak(old, made, std::memory_order_relaxed));
        return true;
    }

    // Whether the caller is who expands a state of this layer.
    bool take(uint64_t rank, uint64_t code) {
        std::atomic_ref<uint64_t> word(codes_[rank / STATES]);
        return (word.fetch_or(EXPANDED << place(rank), std::memory_order_relaxed) >> place(rank) & EXPANDED) == code;
    }

    class Worker {
       public:
        Worker(FoldedFiller& filler, int layer)
            : filler_(filler),
              entry_(uint8_t(std::min<int>(layer, UNREACHED - 1))),
              now_(code_of(layer)),
              next_(code_of(layer + 1)),
              state_(filler.space_.state(filler.meter_)),
              made_(filler.space_.state(filler.meter_)),
              passed_(filler.meter_) {}

        // The states of a chunk that wait in this layer, and those that it reaches for nothing from there.
        template <class Halted>
        void expand(uint64_t begin, uint64_t end, Halted&& halted) {
            for (uint64_t word = begin / STATES; word * STATES < end; ++word)
                for (uint64_t waiting; (waiting = waiting_in(word)) != 0;)
                    expand(word * STATES + uint64_t(std::countr_zero(waiting)) / 2);
            uint64_t steps = 0;
            do {
                edges_.drain([&](const Edge& edge) { enter(edge); });
                while (!passed_.empty()) {
                    const uint64_t rank = passed_.back();
                    passed_.pop_back();
                    expand(rank);
                    if ((++steps & 1023) == 0 && halted()) passed_.clear();
                }
            } while (!edges_.empty());
            filler_.expanded_.fetch_add(std::exchange(expanded_, 0), std::memory_order_relaxed);
            halted();
        }

       private:
        struct Edge {
            uint64_t rank;
            bool costs;
        };

        uint64_t waiting_in(uint64_t word) const {
            const uint64_t codes = filler_.load(word), low = codes & LOW_BITS, high = codes >> 1 & LOW_BITS;
            return now_ == 1 ? low & ~high : high & ~low;
        }

        void expand(uint64_t rank) {
            if (!filler_.take(rank, now_)) return;
            ++expanded_;
            std::atomic_ref<uint8_t> entry(filler_.table_[rank >> filler_.shift_]);
            if (entry.load(std::memory_order_relaxed) == UNREACHED) entry.store(entry_, std::memory_order_relaxed);
            filler_.space_.unrank(rank, state_);
            filler_.space_.each_predecessor(state_, made_, [&](uint64_t from, int cost) {
                __builtin_prefetch(&filler_.codes_[from / STATES], 1);
                edges_.push({from, cost > 0}, [&](const Edge& edge) { enter(edge); });
            });
        }

        void enter(const Edge& edge) {
            if (!edge.costs) {
                if (filler_.mark(edge.rank, now_)) passed_.push_back(edge.rank);
            } else if (filler_.mark(edge.rank, next_, now_)) {
                if (!filler_.waits_.load(std::memory_order_relaxed)) filler_.waits_.store(true, std::memory_order_relaxed);
            }
        }

        FoldedFiller& filler_;
        const uint8_t entry_;
        const uint64_t now_, next_;
        typename Space::State state_, made_;
        DelayLine<Edge> edges_;
        Vector<uint64_t> passed_;
        uint64_t expanded_ = 0;
    };

    const Space& space_;
    uint8_t* const table_;
    const int shift_;
    Meter& meter_;
    Share share_;
    Vector<uint64_t> codes_;
    std::atomic<bool> waits_{false};
    std::atomic<uint64_t> expanded_{0};
};

template <class Space>
Outcome fill_folded(const Space& space, uint8_t* table, int shift, int threads, const Limits& limits, const Tick& tick) {
    Meter meter(limits, tick);
    Outcome outcome;
    hold_to_limits(outcome, meter, [&] {
        FoldedFiller<Space> filler(space, table, shift, meter);
        fill_and_count(filler, threads, outcome);
        return Status::SOLVED;
    });
    return outcome;
}

}  // namespace arcwise
