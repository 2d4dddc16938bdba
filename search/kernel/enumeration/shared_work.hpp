// States that several threads find, and limits on them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "core/meter.hpp"

namespace arcwise {

class SharedWork {
   public:
    SharedWork(Meter& meter, const Limits& limits)
        : meter_(meter), most_(limits.nodes ? limits.nodes : UINT64_MAX) {}

    uint64_t states() const { return states_; }
    void add(uint64_t states) {
        if ((states_ += states) > most_) stop(Limit::NODES);
    }

    // Whether there is work to do still; who watches looks at the clock and lets the user know.
    bool goes_on(bool watching) {
        if (watching)
            if (Limit limit = meter_.limit_after(states_); limit != Limit::NONE) stop(limit);
        return stop_ == Limit::NONE;
    }

    // Threads take parts until there are none; the caller's watches, also while it waits for the others. Throws Stopped.
    template <class Work>
    void share_out(size_t parts, int threads, Work&& work) {
        std::atomic<size_t> next = 0;
        std::mutex finishing;
        std::condition_variable finished;
        int at_work = threads - 1;
        auto take = [&](bool watching) {
            for (size_t part; stop_ == Limit::NONE && (part = next++) < parts;) work(part, watching);
        };
        {
            std::vector<std::jthread> others;
            for (int thread = 1; thread < threads; ++thread)
                others.emplace_back([&] {
                    take(false);
                    std::lock_guard guard(finishing);
                    --at_work;
                    finished.notify_one();
                });
            take(true);
            std::unique_lock lock(finishing);
            while (!finished.wait_for(lock, std::chrono::milliseconds(10), [&] { return at_work == 0; })) goes_on(true);
        }
        if (stop_ != Limit::NONE) throw Stopped{stop_};
    }

   private:
    void stop(Limit limit) {
        Limit none = Limit::NONE;
        stop_.compare_exchange_strong(none, limit);
    }

    Meter& meter_;
    uint64_t most_;
    std::atomic<uint64_t> states_ = 1;
    std::atomic<Limit> stop_ = Limit::NONE;
};

}  // namespace arcwise
