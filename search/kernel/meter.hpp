// Limits on a search: expansions, seconds, and the bytes that the kernel itself holds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <new>

namespace arcwise {

enum class Limit { NONE, TIME, NODES, MEMORY, INTERRUPT };

struct Limits {
    double seconds = 0;  // 0: no limit, here and below
    uint64_t nodes = 0;
    uint64_t bytes = 0;
};

// Told the number of expansions now and then; says whether the user wants the search to end.
using Tick = std::function<bool(uint64_t)>;

class Meter {
    using Clock = std::chrono::steady_clock;

   public:
    static constexpr uint64_t STRIDE = 256;  // expansions between two looks at the clock
    static constexpr double TICK = 0.05;     // seconds between two ticks

    Meter(const Limits& limits, Tick tick)
        : most_nodes_(limits.nodes ? limits.nodes : UINT64_MAX),
          most_bytes_(limits.bytes ? limits.bytes : UINT64_MAX),
          seconds_(limits.seconds),
          tick_(std::move(tick)) {}

    // The limit that forbids one more expansion; otherwise the expansion is counted.
    Limit exceeded() {
        if (expanded >= most_nodes_) return Limit::NODES;
        if (expanded % STRIDE == 0)
            if (Limit limit = look(); limit != Limit::NONE) return limit;
        ++expanded;
        return Limit::NONE;
    }

    Limit look() {
        double now = elapsed();
        if (seconds_ > 0 && now >= seconds_) return Limit::TIME;
        if (now >= next_tick_) {
            next_tick_ = now + TICK;
            if (tick_ && tick_(expanded)) return Limit::INTERRUPT;
        }
        return Limit::NONE;
    }

    // Accounts for memory about to be taken (or given back); throws where the limit forbids it.
    void hold(int64_t bytes) {
        if (bytes > 0 && uint64_t(held_ + bytes) > most_bytes_) throw std::bad_alloc();
        held_ += bytes;
        peak = std::max(peak, uint64_t(held_));
    }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

    uint64_t expanded = 0;
    uint64_t peak = 0;  // bytes

   private:
    uint64_t most_nodes_, most_bytes_;
    double seconds_, next_tick_ = TICK;
    int64_t held_ = 0;
    Tick tick_;
    Clock::time_point began_ = Clock::now();
};

// Bytes of something that grows and shrinks, accounted for now and then and given back at the end.
class Share {
   public:
    explicit Share(Meter& meter) : meter_(meter) {}
    ~Share() { meter_.hold(-bytes_); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    void set(uint64_t bytes) {
        meter_.hold(int64_t(bytes) - bytes_);
        bytes_ = int64_t(bytes);
    }

   private:
    Meter& meter_;
    int64_t bytes_ = 0;
};

}  // namespace arcwise
