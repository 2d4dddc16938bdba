// What the threads of a distributed search share: the cheapest solution, the limits, and whether there is more to do.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <vector>

#include "core/request.hpp"

namespace arcwise::distributed {

constexpr double INFINITE = std::numeric_limits<double>::infinity();
constexpr int THREAD_BITS = 10;
constexpr uint32_t EXPANDED = 1u << 31, THREADS = (1u << THREAD_BITS) - 1, MAX_ARCS = (EXPANDED >> THREAD_BITS) - 1;
constexpr uint32_t ROOT = EXPANDED - 1;  // as the origin of a state

// Where a state is: the thread that it belongs to, and its number there.
struct Place {
    uint32_t thread, node;
};

// What the threads share.
class Together {
   public:
    Together(const Limits& limits, int threads, Meter& meter)
        : threads(threads), most_(limits.nodes ? limits.nodes : UINT64_MAX), most_work_(limits.work ? limits.work : UINT64_MAX), at_work_(threads), least_(size_t(threads)), meter_(meter) {}

    const int threads;
    std::atomic<bool> over = false;

    double best() const { return best_.load(std::memory_order_relaxed); }
    void solved(double cost, Place goal) {
        std::lock_guard guard(telling_);
        if (cost >= best()) return;
        goal_ = goal;
        best_.store(cost, std::memory_order_relaxed);
    }
    Place goal() const { return goal_; }

    // How many expansions a thread may make before it asks again; fewer towards the limit, 0 where others have the rest.
    uint64_t claim() {
        constexpr uint64_t MOST = 64;
        uint64_t claimed = claimed_, some;
        do {
            if (claimed == most_) return 0;
            some = std::clamp<uint64_t>((most_ - claimed) / uint64_t(4 * threads), 1, MOST);
        } while (!claimed_.compare_exchange_weak(claimed, claimed + some));
        return some;
    }
    // How many of them it made, with how many operator applications, and how many it will not make.
    void account(uint64_t made, uint64_t left, uint64_t applied) {
        claimed_ -= left;
        if ((applied_ += applied) >= most_work_) stop(Limit::WORK);
        if ((expanded_ += made) == most_) stop(Limit::NODES);
    }

    // The least f that each thread has to expand, as far as is known: it says so now and then, and who sends it something
    // lowers it until then.
    void publish(uint32_t thread, double f) { least_[thread].f.store(f, std::memory_order_relaxed); }
    void lower(uint32_t thread, double f) {
        std::atomic<double>& least = least_[thread].f;
        double before = least.load(std::memory_order_relaxed);
        while (f < before && !least.compare_exchange_weak(before, f, std::memory_order_relaxed)) {
        }
    }
    double least() const {
        double least = INFINITE;
        for (const Least& of : least_) least = std::min(least, of.f.load(std::memory_order_relaxed));
        return least;
    }

    // Looks at the clock and lets the user know; for the thread that was called with.
    void look() {
        if (Limit limit = meter_.limit_after(expanded_); limit != Limit::NONE) stop(limit);
    }

    // Of what is to be done yet: threads at work, and letters on their way.
    void more_to_do() { ++at_work_; }
    void done(int64_t some) {
        if ((at_work_ -= some) == 0) over = true;
    }

    void stop(Limit limit) {
        Limit none = Limit::NONE;
        limit_.compare_exchange_strong(none, limit);
        over = true;
    }
    void fail(std::exception_ptr failure) {
        std::lock_guard guard(telling_);
        failure_ = failure;
        over = true;
    }
    // Throws what ended the search early.
    void conclude() const {
        if (failure_) std::rethrow_exception(failure_);
        if (limit_ == Limit::MEMORY) throw std::bad_alloc();
        if (limit_ != Limit::NONE) throw Stopped{limit_};
    }

   private:
    const uint64_t most_, most_work_;
    std::atomic<uint64_t> claimed_ = 0, expanded_ = 0, applied_ = 0;
    std::atomic<int64_t> at_work_;
    std::atomic<double> best_ = INFINITE;
    struct alignas(64) Least {
        std::atomic<double> f = INFINITE;
    };
    std::vector<Least> least_;
    std::atomic<Limit> limit_ = Limit::NONE;
    std::mutex telling_;
    Place goal_{};
    std::exception_ptr failure_;
    Meter& meter_;
};

}  // namespace arcwise::distributed
