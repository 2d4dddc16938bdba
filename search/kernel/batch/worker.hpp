// One thread of a batched search: states wait in buckets by context and slack, and a whole bucket is expanded at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "batch/plan.hpp"
#include "core/meter.hpp"
#include "core/traps.hpp"

namespace arcwise {

constexpr int NO_BOUND = std::numeric_limits<int>::max();

// What the workers of one search share.
class Control {
   public:
    explicit Control(const Request& request)
        : meter(request.limits, request.tick), most_(request.limits.nodes ? request.limits.nodes : UINT64_MAX),
          most_work_(request.limits.work ? request.limits.work : UINT64_MAX) {}

    // How many of so many expansions the limit allows; fewer end the search.
    uint64_t claim(uint64_t wanted) {
        if (most_ == UINT64_MAX) return wanted;
        const uint64_t before = claimed_.fetch_add(wanted);
        if (before + wanted <= most_) return wanted;
        stop(Limit::NODES);
        return before < most_ ? most_ - before : 0;
    }
    // A goal is reached; to find the way to it again is not held to the limit, nor counted. One thread is left.
    void found() {
        most_ = UINT64_MAX;
        halt = false;
        most_work_ = UINT64_MAX;
        for (Limit counted : {Limit::NODES, Limit::WORK}) limit_.compare_exchange_strong(counted, Limit::NONE);
    }

    // Called by every worker now and then; the first one, which is the caller's thread, watches clock and user.
    void report(int worker, uint64_t expanded, uint64_t applied) {
        const uint64_t total = expanded_ += expanded;
        if ((applied_ += applied) >= most_work_) stop(Limit::WORK);
        if (worker != 0) return;
        if (Limit limit = meter.limit_after(total); limit != Limit::NONE) stop(limit);
    }
    void stop(Limit why) {
        Limit none = Limit::NONE;
        limit_.compare_exchange_strong(none, why);
        halt = true;
    }
    Limit limit() const { return limit_; }

    Meter meter;
    std::atomic<bool> halt{false};  // set too when a goal was found

   private:
    uint64_t most_, most_work_;
    std::atomic<uint64_t> claimed_{0}, expanded_{0}, applied_{0};
    std::atomic<Limit> limit_{Limit::NONE};
};

struct Root {
    Nibbles board;
    int context, slack;
    int parent;  // among the roots, -1 for none
    int arc;
};

// Bytes of buckets, held with a meter.
struct Held {
    Meter& meter;
    uint64_t bytes = 0;
    void more(size_t by) {
        meter.hold(int64_t(by));
        bytes += by;
    }
    void less(size_t by) {
        meter.hold(-int64_t(by));
        bytes -= by;
    }
};

// A bucket's states; a plain growing buffer, since what is beyond the end is overwritten freely.
class Bucket {
   public:
    Nibbles* space_for(size_t more, Held& held) {
        const size_t needed = count + more + OVERRUN;
        if (needed > size_) {
            const size_t size = std::max(needed, 2 * size_);
            held.more(size * sizeof(Nibbles));
            auto* larger = static_cast<Nibbles*>(::operator new(size * sizeof(Nibbles), std::align_val_t(64)));
            if (count) std::memcpy(larger, data_.get(), count * sizeof(Nibbles));
            data_.reset(larger);
            held.less(bytes());
            size_ = size;
        }
        return data_.get() + count;
    }
    const Nibbles* boards() const { return data_.get(); }
    Nibbles* boards() { return data_.get(); }
    uint64_t bytes() const { return size_ * sizeof(Nibbles); }
    void swap(Bucket& other) {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(count, other.count);
    }
    size_t count = 0;

   private:
    struct Free {
        void operator()(Nibbles* data) const { ::operator delete(data, std::align_val_t(64)); }
    };
    std::unique_ptr<Nibbles[], Free> data_;
    size_t size_ = 0;  // boards
};

// Whether boards fit a pattern, wherever that is, with scratch space for one thread.
class TrappedBoards {
   public:
    TrappedBoards(const Theory& theory, const Traps* traps) : traps_(traps) {
        if (traps) traps->check(theory);
        for (int cell = 0; cell < theory.cells; ++cell) all_.push_back({uint16_t(cell), Write::CONSTANT, 0});
    }
    bool none() const { return !traps_; }
    bool operator()(const Nibbles& board) const {
        return traps_->holds(all_, int(all_.size()), [&](int cell) { return int(board[cell]); }, present_);
    }

   private:
    const Traps* traps_;
    std::vector<Write> all_;  // every cell
    mutable std::vector<int> present_;
};

// One thread's buckets.
class Worker {
   public:
    Worker(Expand expand, Control& control, int number, const TrappedBoards& trapped)
        : expand_(expand), control_(control), number_(number), held_{control.meter}, trapped_(trapped) {
        // Buckets that the limit on memory does not allow are made anew, smaller.
        try {
            held_.more(spare().bytes);
            buckets_.swap(spare().buckets);
            spare().bytes = 0;
        } catch (const std::bad_alloc&) {
            spare() = {};
        }
    }
    ~Worker() {
        clear();
        held_.less(taken_.bytes());
        control_.meter.hold(-int64_t(held_.bytes));
        if (held_.bytes <= MOST_SPARED) spare() = {std::move(buckets_), held_.bytes};
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void begin(const Plan& plan, int most_slack) {
        plan_ = &plan;
        slacks_ = size_t(most_slack) + 1;
        const size_t needed = plan.steps.size() * slacks_;
        if (needed > buckets_.capacity()) {
            held_.more((needed - buckets_.capacity()) * sizeof(Bucket));
            buckets_.reserve(needed);
        }
        if (needed > buckets_.size()) buckets_.resize(needed);
        words_ = (plan.steps.size() + 63) / 64;
        filled_.assign(slacks_ * words_, 0);
        expanded = generated = applications = trapped = reported_ = applied_ = 0;
        next_bound_excess = NO_BOUND;
    }

    // Searches below some roots; true if one of them leads to a goal. Then `origin` is its number among them, unless
    // there were too many to tell.
    bool search(const Root* first, const Root* last) {
        const bool told = size_t(last - first) <= plan_->origin.most();
        for (const Root* root = first; root != last; ++root) {
            Nibbles* to = bucket(root->context, root->slack).space_for(1, held_);
            *to = told ? plan_->origin.marked(root->board, size_t(root - first)) : root->board;
            grown(root->context, root->slack, 1);
        }
        for (size_t rounds = 1; !control_.halt; ++rounds) {
            size_t place;
            if (!full_.empty()) {
                place = full_.back();
                full_.pop_back();
            } else if (!most_slack_bucket(place)) {
                return false;
            }
            if (expand_bucket(int(place / slacks_), int(place % slacks_))) {
                control_.halt = true;
                clear();
                return true;
            }
            if (rounds % 64 == 0) report();
        }
        clear();
        return false;
    }

    void report() {
        control_.report(number_, expanded - reported_, applications - applied_);
        reported_ = expanded, applied_ = applications;
    }

    uint64_t expanded = 0, generated = 0, applications = 0, trapped = 0, waiting = 0, peak_waiting = 0;
    int next_bound_excess = NO_BOUND;  // the least by which f exceeded the bound
    size_t origin = 0;                 // of the goal that was found

   private:
    static constexpr size_t FULL = 128;                // states in a bucket that is worth expanding at once
    static constexpr uint64_t MOST_SPARED = 32 << 20;  // bytes

    // The buckets of this thread's last search, all empty: making them anew would take longer than a small search.
    struct Spare {
        std::vector<Bucket> buckets;
        uint64_t bytes = 0;
    };
    static Spare& spare() {
        static thread_local Spare buckets;
        return buckets;
    }

    // A bit for every context, whether its bucket holds a state.
    uint64_t& filled(int context, int slack) { return filled_[size_t(slack) * words_ + size_t(context) / 64]; }
    void empty(int context, int slack) { filled(context, slack) &= ~(uint64_t(1) << (context % 64)); }
    Bucket& bucket(int context, int slack) { return buckets_[size_t(context) * slacks_ + size_t(slack)]; }

    void grown(int context, int slack, size_t by) {
        Bucket& to = bucket(context, slack);
        bool was_full = to.count >= FULL;
        if (to.count == 0) {
            top_ = std::max(top_, slack);
            filled(context, slack) |= uint64_t(1) << (context % 64);
        }
        to.count += by;
        waiting += by;
        if (!was_full && to.count >= FULL) full_.push_back(size_t(context) * slacks_ + size_t(slack));
    }

    // With no full bucket left, the rest go by most slack first, so that they fill one another.
    bool most_slack_bucket(size_t& place) {
        for (; top_ >= 0; --top_)
            for (size_t word = 0; word < words_; ++word)
                if (const uint64_t contexts = filled_[size_t(top_) * words_ + word]) {
                    place = (word * 64 + size_t(std::countr_zero(contexts))) * slacks_ + size_t(top_);
                    return true;
                }
        return false;
    }

    bool expand_bucket(int context, int slack) {
        peak_waiting = std::max(peak_waiting, waiting);
        taken_.count = 0;
        taken_.swap(bucket(context, slack));
        empty(context, slack);
        waiting -= taken_.count;
        if (!trapped_.none()) leave_trapped_out();
        // The vector code reads whole registers.
        taken_.space_for(0, held_);
        const Nibbles* boards = taken_.boards();
        if (plan_->may_be_goal[size_t(context)] && holds_goal(boards, taken_.count)) return true;
        const size_t count = control_.claim(taken_.count);
        if (count == 0) return false;
        expanded += count;
        for (const BatchStep& step : plan_->steps[size_t(context)]) {
            const size_t kinds = step.sums.size();
            Nibbles* out[256];
            uint32_t made[256];
            for (size_t kind = 0; kind < kinds; ++kind) {
                int left = slack - step.growth_of_sum[kind];
                if (left < 0 || size_t(left) >= slacks_) {
                    out[kind] = nullptr;
                    continue;
                }
                Bucket& to = bucket(step.context, left);
                out[kind] = to.space_for(count, held_);
            }
            expand_(step, boards, count, out, made);
            for (size_t kind = 0; kind < kinds; ++kind) {
                if (made[kind] == 0) continue;
                generated += made[kind];
                applications += uint64_t(made[kind]) * uint64_t(step.length);
                int left = slack - step.growth_of_sum[kind];
                if (out[kind])
                    grown(step.context, left, made[kind]);
                else
                    next_bound_excess = std::min(next_bound_excess, -left);
            }
        }
        return false;
    }

    void leave_trapped_out() {
        Nibbles* boards = taken_.boards();
        const size_t count = size_t(std::remove_if(boards, boards + taken_.count, std::cref(trapped_)) - boards);
        trapped += taken_.count - count;
        taken_.count = count;
    }

    bool holds_goal(const Nibbles* boards, size_t count) {
        const Nibbles* end = boards + count;
        const Nibbles* goal = std::find_if(boards, end, [&](const Nibbles& board) { return plan_->is_goal(board); });
        if (goal == end) return false;
        origin = plan_->origin.root(*goal);
        return true;
    }

    // Only buckets that are filled hold states.
    void clear() {
        for (size_t place; most_slack_bucket(place);) {
            buckets_[place].count = 0;
            empty(int(place / slacks_), int(place % slacks_));
        }
        full_.clear();
        waiting = 0;
    }

    const Plan* plan_ = nullptr;
    Expand expand_;
    Control& control_;
    int number_;
    Held held_;
    const TrappedBoards trapped_;
    size_t slacks_ = 0;
    std::vector<Bucket> buckets_;
    std::vector<size_t> full_;
    std::vector<uint64_t> filled_;  // by slack and context
    size_t words_ = 0;              // of a slack
    Bucket taken_;
    int top_ = -1;
    uint64_t reported_ = 0, applied_ = 0;
};

}  // namespace arcwise
