// Limits on a search: expansions, operator applications, seconds, and the bytes that the kernel itself holds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <vector>

namespace arcwise {

enum class Limit { NONE, TIME, NODES, MEMORY, WORK, INTERRUPT, ENDLESS };  // the last: of a proof, an infinite branch

struct Limits {
    double seconds = 0;  // 0: no limit, here and below
    uint64_t nodes = 0;
    uint64_t bytes = 0;
    uint64_t work = 0;  // operator applications
};

// Thrown where a limit ends the work; a limit on memory ends it with std::bad_alloc.
struct Stopped {
    Limit limit;
};

// Called with the number of expansions now and then; says whether the user wants the search to end.
using Tick = std::function<bool(uint64_t)>;

// Counts one thread's expansions, and any thread's memory.
class Meter {
    using Clock = std::chrono::steady_clock;

   public:
    static constexpr uint64_t STRIDE = 256;  // expansions between two looks at the clock, at most
    static constexpr double SOON = 0.002;    // seconds between two looks: fewer, and the next comes after twice as many
    static constexpr double LATE = 0.02;     // more, as with a slow heuristic, and it comes after one expansion
    static constexpr double TICK = 0.05;     // seconds between two ticks

    Meter(const Limits& limits, Tick tick)
        : most_nodes_(limits.nodes ? limits.nodes : UINT64_MAX),
          most_bytes_(limits.bytes ? limits.bytes : UINT64_MAX),
          most_work_(limits.work ? limits.work : UINT64_MAX),
          seconds_(limits.seconds),
          tick_(std::move(tick)) {}

    // Counts one more expansion after so many operator applications, or throws Stopped where a limit forbids it.
    void count_expansion(uint64_t applied = 0) {
        if (expanded_ >= next_check_) check();
        if (applied >= most_work_) throw Stopped{Limit::WORK};
        ++expanded_;
    }
    uint64_t expanded() const { return expanded_; }

    // Looks at the clock and lets the user know how many expansions there are; throws Stopped.
    void look(uint64_t expansions) {
        if (Limit limit = limit_after(expansions); limit != Limit::NONE) throw Stopped{limit};
    }
    Limit limit_after(uint64_t expansions) {
        double now = elapsed();
        if (seconds_ > 0 && now >= seconds_) return Limit::TIME;
        if (now >= next_tick_) {
            next_tick_ = now + TICK;
            if (tick_ && tick_(expansions)) return Limit::INTERRUPT;
        }
        return Limit::NONE;
    }
    // Lets the user know, whatever the clock says.
    void tell(uint64_t count) {
        if (tick_ && tick_(count)) throw Stopped{Limit::INTERRUPT};
    }

    // Accounts for memory about to be taken (or given back); throws std::bad_alloc where the limit forbids it.
    void hold(int64_t bytes) {
        int64_t held = held_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
        if (bytes <= 0) return;
        if (uint64_t(held) > most_bytes_) {
            held_.fetch_sub(bytes, std::memory_order_relaxed);
            throw std::bad_alloc();
        }
        uint64_t peak = peak_.load(std::memory_order_relaxed);
        while (uint64_t(held) > peak && !peak_.compare_exchange_weak(peak, uint64_t(held), std::memory_order_relaxed)) {
        }
    }
    uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }  // bytes

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

   private:
    void check() {
        if (expanded_ >= most_nodes_) throw Stopped{Limit::NODES};
        look(expanded_);
        const double now = elapsed();
        if (now - last_check_ > LATE)
            stride_ = 1;
        else if (now - last_check_ < SOON)
            stride_ = std::min(STRIDE, 2 * stride_);
        last_check_ = now;
        next_check_ = std::min(most_nodes_, expanded_ + stride_);
    }

    uint64_t expanded_ = 0, next_check_ = 0, stride_ = 1;
    uint64_t most_nodes_, most_bytes_, most_work_;
    double seconds_, next_tick_ = TICK, last_check_ = 0;
    std::atomic<int64_t> held_{0};
    std::atomic<uint64_t> peak_{0};
    Tick tick_;
    Clock::time_point began_ = Clock::now();
};

// Takes memory that a meter accounts for.
template <class Value>
class Metered {
   public:
    using value_type = Value;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    Metered(Meter& meter) : meter_(&meter) {}
    template <class Other>
    Metered(const Metered<Other>& other) : meter_(&other.meter()) {}

    Value* allocate(size_t count) {
        meter_->hold(int64_t(count * sizeof(Value)));
        try {
            return std::allocator<Value>().allocate(count);
        } catch (...) {
            meter_->hold(-int64_t(count * sizeof(Value)));
            throw;
        }
    }
    void deallocate(Value* values, size_t count) {
        meter_->hold(-int64_t(count * sizeof(Value)));
        std::allocator<Value>().deallocate(values, count);
    }
    Meter& meter() const { return *meter_; }
    bool operator==(const Metered&) const = default;

   private:
    Meter* meter_;
};

template <class Value>
using Vector = std::vector<Value, Metered<Value>>;
template <class Value>
using Deque = std::deque<Value, Metered<Value>>;

// Bytes that no allocator of ours takes, accounted for as long as this lives.
class Share {
   public:
    explicit Share(Meter& meter) : meter_(meter) {}
    ~Share() { meter_.hold(-bytes_); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    void add(uint64_t bytes) {
        meter_.hold(int64_t(bytes));
        bytes_ += int64_t(bytes);
    }

   private:
    Meter& meter_;
    int64_t bytes_ = 0;
};

}  // namespace arcwise
