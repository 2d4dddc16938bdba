// Fills the table of an abstract space: Dijkstra's algorithm backwards from all goals, whose open list is the table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "patterns/abstract_space.hpp"
#include "patterns/delay_line.hpp"

namespace arcwise {

// An entry is final when all lower ones are expanded, so that the table is gone through once for every value. Costs of
// MOST and more count as MOST.
template <class Space>
class Filler {
   public:
    Filler(const Space& space, uint8_t* table, Meter& meter) : space_(space), table_(table), meter_(meter), share_(meter) {
        share_.add(space.size());
        std::memset(table, UNREACHED, space.size());
    }

    void run(int threads) {
        space_.each_goal(meter_, [&](uint64_t rank) { lower({rank, 0}); });
        for (int value = 0; value <= MOST; ++value)
            if (present_[size_t(value)]) expand_all(uint8_t(value), threads);
    }

    uint64_t reached() const { return reached_; }

   private:
    static constexpr int MOST = UNREACHED - 1;
    static constexpr uint64_t CHUNK = 1 << 14;

    struct Entry {
        uint64_t rank;
        uint8_t value;
    };

    // Whether that is less than what is known.
    bool lower(const Entry& entry) {
        std::atomic_ref<uint8_t> known(table_[entry.rank]);
        uint8_t old = known.load(std::memory_order_relaxed);
        do {
            if (old <= entry.value) return false;
        } while (!known.compare_exchange_weak(old, entry.value, std::memory_order_relaxed));
        if (old == UNREACHED) reached_.fetch_add(1, std::memory_order_relaxed);
        std::atomic<bool>& present = present_[entry.value];
        if (!present.load(std::memory_order_relaxed)) present.store(true, std::memory_order_relaxed);
        return true;
    }

    // All threads take chunks; the caller's watches clock and user.
    void expand_all(uint8_t value, int threads) {
        std::atomic<uint64_t> taken{0};
        std::atomic<bool> halt{false};
        Limit limit = Limit::NONE;
        std::exception_ptr failure;
        std::mutex failing;
        const auto work = [&](bool watches) {
            try {
                Worker worker(*this, value);
                for (uint64_t begin; !halt && (begin = taken.fetch_add(CHUNK)) < space_.size();) {
                    worker.expand(begin, std::min(begin + CHUNK, space_.size()), [&] {
                        if (watches && (limit = meter_.limit_after(reached_)) != Limit::NONE) halt = true;
                        return bool(halt);
                    });
                }
            } catch (...) {
                std::lock_guard guard(failing);
                failure = std::current_exception();
                halt = true;
            }
        };
        {
            const uint64_t chunks = space_.size() / CHUNK + 1;
            std::vector<std::jthread> others;
            for (int worker = 1; worker < threads && uint64_t(worker) < chunks; ++worker)
                others.emplace_back(work, false);
            work(true);
        }
        if (failure) std::rethrow_exception(failure);
        if (limit != Limit::NONE) throw Stopped{limit};
    }

    // Expands the entries of one value.
    class Worker {
       public:
        Worker(Filler& filler, uint8_t value)
            : filler_(filler),
              value_(value),
              state_(filler.space_.state(filler.meter_)),
              made_(filler.space_.state(filler.meter_)),
              passed_(filler.meter_) {}

        // Those of a chunk, and what costs nothing from there and may have been passed already.
        template <class Halted>
        void expand(uint64_t begin, uint64_t end, Halted&& halted) {
            const uint8_t* table = filler_.table_;
            end_ = end;
            for (at_ = begin; at_ < end; ++at_) {
                const void* found = std::memchr(table + at_, value_, end - at_);
                if (!found) break;
                at_ = uint64_t(static_cast<const uint8_t*>(found) - table);
                expand(at_);
                while (!passed_.empty()) expand_passed(halted);
            }
            at_ = end;
            do {
                edges_.drain([&](const Entry& edge) { lower(edge); });
                while (!passed_.empty()) expand_passed(halted);
            } while (!edges_.empty());
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

        void expand(uint64_t rank) {
            filler_.space_.unrank(rank, state_);
            filler_.space_.each_predecessor(state_, made_, [&](uint64_t from, int cost) {
                __builtin_prefetch(filler_.table_ + from, 1);
                edges_.push({from, uint8_t(std::min(value_ + cost, MOST))}, [&](const Entry& edge) { lower(edge); });
            });
        }

        void lower(const Entry& edge) {
            if (!filler_.lower(edge) || edge.value != value_) return;
            if (edge.rank <= at_ || edge.rank >= end_) passed_.push_back(edge.rank);
        }

        Filler& filler_;
        const uint8_t value_;
        typename Space::State state_, made_;
        DelayLine<Entry> edges_;
        Vector<uint64_t> passed_;
        uint64_t at_ = 0, end_ = 0, steps_ = 0;
    };

    const Space& space_;
    uint8_t* const table_;
    Meter& meter_;
    Share share_;
    std::array<std::atomic<bool>, UNREACHED> present_{};
    std::atomic<uint64_t> reached_{0};
};

template <class Space>
Outcome fill(const Space& space, uint8_t* table, int threads, const Limits& limits, const Tick& tick) {
    Meter meter(limits, tick);
    Outcome outcome;
    hold_to_limits(outcome, meter, [&] {
        Filler<Space> filler(space, table, meter);
        struct Count {
            Filler<Space>& filler;
            Outcome& outcome;
            ~Count() { outcome.counters.expanded = filler.reached(); }
        } count{filler, outcome};
        filler.run(threads);
        return Status::SOLVED;
    });
    return outcome;
}

}  // namespace arcwise
