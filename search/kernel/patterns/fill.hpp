// Fills the table of an abstract space: Dijkstra's algorithm backwards from all goals, whose open list is the table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "patterns/abstract_space.hpp"
#include "patterns/chunks.hpp"
#include "patterns/delay_line.hpp"

namespace arcwise {

// Entries that differ by less than the least cost can only lower each other by arcs that cost nothing, so that the table
// is gone through once for every such range of values; what is lowered within the range is expanded again. Costs of MOST
// and more count as MOST.
template <class Space, class Units>
class Filler {
   public:
    Filler(const Space& space, Units* table, Meter& meter)
        : space_(space), table_(table), meter_(meter), share_(meter), range_(std::clamp(space.least_cost(), 1, MOST)) {
        share_.add(space.size() * sizeof(Units));
        std::fill(table, table + space.size(), Units(MOST + 1));
    }

    void run(int threads) {
        space_.each_goal(meter_, [&](uint64_t rank) { lower({rank, 0}); });
        for (int low = 0; low <= MOST; ++low) {
            if (!present_[size_t(low)]) continue;
            expand_all(low, threads);
            low += range_ - 1;
        }
    }

    uint64_t expanded() const { return expanded_; }

   private:
    static constexpr int MOST = std::numeric_limits<Units>::max() - 1;

    struct Entry {
        uint64_t rank;
        Units value;
    };

    // Whether that is less than what is known.
    bool lower(const Entry& entry) {
        std::atomic_ref<Units> known(table_[entry.rank]);
        Units old = known.load(std::memory_order_relaxed);
        do {
            if (old <= entry.value) return false;
        } while (!known.compare_exchange_weak(old, entry.value, std::memory_order_relaxed));
        if (old > MOST) reached_.fetch_add(1, std::memory_order_relaxed);
        std::atomic<bool>& present = present_[entry.value];
        if (!present.load(std::memory_order_relaxed)) present.store(true, std::memory_order_relaxed);
        return true;
    }

    void expand_all(int low, int threads) {
        share_chunks(space_.size(), threads, meter_, reached_, [&] { return Worker(*this, low); });
    }

    // Expands the entries of one range of values.
    class Worker {
       public:
        Worker(Filler& filler, int low)
            : filler_(filler),
              low_(low),
              span_(unsigned(std::min(filler.range_ - 1, MOST - low))),
              state_(filler.space_.state(filler.meter_)),
              made_(filler.space_.state(filler.meter_)),
              passed_(filler.meter_) {}

        // Those of a chunk, and what costs nothing from there and may have been passed already.
        template <class Halted>
        void expand(uint64_t begin, uint64_t end, Halted&& halted) {
            end_ = end;
            for (at_ = next(begin); at_ < end; at_ = next(at_ + 1)) {
                expand(at_);
                while (!passed_.empty()) expand_passed(halted);
            }
            at_ = end;
            do {
                edges_.drain([&](const Entry& edge) { lower(edge); });
                while (!passed_.empty()) expand_passed(halted);
            } while (!edges_.empty());
            filler_.expanded_.fetch_add(std::exchange(expanded_, 0), std::memory_order_relaxed);
            halted();
        }

       private:
        template <class Halted>
        void expand_passed(Halted&& halted) {
            const uint64_t rank = passed_.back();
            passed_.pop_back();
            expand(rank);
            if ((++steps_ & 1023) == 0 && halted()) passed_.clear();
        }

        bool in_range(Units value) const { return unsigned(value - low_) <= span_; }  // below low wraps, to far more

        Units known(uint64_t rank) const {
            return std::atomic_ref<Units>(filler_.table_[rank]).load(std::memory_order_relaxed);
        }

        // The first entry in range from this one on.
        uint64_t next(uint64_t at) const {
            while (at < end_) {
                const uint64_t end = std::min<uint64_t>(at + 64, end_);
                bool any = false;
                for (uint64_t entry = at; entry < end; ++entry) any |= in_range(known(entry));
                if (!any) {
                    at = end;
                    continue;
                }
                while (!in_range(known(at))) ++at;
                return at;
            }
            return end_;
        }

        void expand(uint64_t rank) {
            const int value = known(rank);
            ++expanded_;
            filler_.space_.unrank(rank, state_);
            filler_.space_.each_predecessor(state_, made_, [&](uint64_t from, int cost) {
                __builtin_prefetch(filler_.table_ + from, 1);
                edges_.push({from, Units(std::min(value + cost, MOST))}, [&](const Entry& edge) { lower(edge); });
            });
        }

        void lower(const Entry& edge) {
            if (!filler_.lower(edge) || !in_range(edge.value)) return;
            if (edge.rank <= at_ || edge.rank >= end_) passed_.push_back(edge.rank);
        }

        Filler& filler_;
        const int low_;
        const unsigned span_;
        typename Space::State state_, made_;
        DelayLine<Entry> edges_;
        Vector<uint64_t> passed_;
        uint64_t at_ = 0, end_ = 0, steps_ = 0, expanded_ = 0;
    };

    const Space& space_;
    Units* const table_;
    Meter& meter_;
    Share share_;
    const int range_;
    std::array<std::atomic<bool>, MOST + 1> present_{};
    std::atomic<uint64_t> reached_{0}, expanded_{0};
};

template <class Units, class Space>
Outcome fill_with(const Space& space, Units* table, int threads, const Limits& limits, const Tick& tick) {
    Meter meter(limits, tick);
    Outcome outcome;
    hold_to_limits(outcome, meter, [&] {
        Filler<Space, Units> filler(space, table, meter);
        fill_and_count(filler, threads, outcome);
        return Status::SOLVED;
    });
    return outcome;
}

template <class Space>
Outcome fill(const Space& space, uint8_t* table, int threads, const Limits& limits, const Tick& tick) {
    if (space.width() == 1) return fill_with(space, table, threads, limits, tick);
    return fill_with(space, reinterpret_cast<uint16_t*>(table), threads, limits, tick);
}

}  // namespace arcwise
