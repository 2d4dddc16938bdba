// One thread of a distributed search: its states by f, and the letters by which it sends what belongs to others.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/evaluator.hpp"
#include "core/moves.hpp"
#include "core/request.hpp"
#include "core/storage.hpp"
#include "search/distributed_state.hpp"

namespace arcwise::distributed {

// Ties, like f, are each thread's own.
class ByF {
   public:
    ByF(Ties ties, Meter& meter) : newest_(ties == Ties::NEWEST), meter_(meter), of_f_(Order(), meter) {}

    void push(double f, uint32_t node) {
        of_f_.try_emplace(f, meter_).first->second.push_back(node);
        ++size_;
    }
    double least() const { return of_f_.empty() ? INFINITE : of_f_.begin()->first; }
    uint32_t pop() {
        const auto first = of_f_.begin();
        Deque<uint32_t>& nodes = first->second;
        const uint32_t node = newest_ ? nodes.back() : nodes.front();
        if (newest_)
            nodes.pop_back();
        else
            nodes.pop_front();
        if (nodes.empty()) of_f_.erase(first);
        --size_;
        return node;
    }
    uint64_t size() const { return size_; }

   private:
    using Order = std::less<double>;
    const bool newest_;
    Meter& meter_;
    std::map<double, Deque<uint32_t>, Order, Metered<std::pair<const double, Deque<uint32_t>>>> of_f_;
    uint64_t size_ = 0;
};

// A state on its way to its thread.
template <class Board>
struct Made {
    Board board;
    double g;
    uint32_t parent;  // its number in the thread that made it
    uint32_t origin;  // that thread, and the arc
};

template <class Board>
class Inbox {
   public:
    explicit Inbox(Meter& meter) : waiting_(meter) {}

    bool empty() const { return letters_.load(std::memory_order_acquire) == 0; }
    void put(const Vector<Made<Board>>& letter) {
        {
            std::lock_guard guard(opening_);
            waiting_.insert(waiting_.end(), letter.begin(), letter.end());
            letters_.fetch_add(1, std::memory_order_release);
        }
        arrived_.notify_one();
    }
    // All that has arrived; returns of how many letters.
    int64_t take(Vector<Made<Board>>& all) {
        all.clear();
        std::lock_guard guard(opening_);
        all.swap(waiting_);
        return letters_.exchange(0, std::memory_order_relaxed);
    }
    void wait() {
        std::unique_lock lock(opening_);
        arrived_.wait_for(lock, std::chrono::microseconds(200), [&] { return letters_ != 0; });
    }

   private:
    std::mutex opening_;
    std::condition_variable arrived_;
    Vector<Made<Board>> waiting_;
    std::atomic<int64_t> letters_ = 0;
};

// One thread's states.
template <class Board>
class Part {
   public:
    Part(const Prepared<Board>& prepared, const Goal<Board>& is_goal, const Request& request, uint32_t number,
         Together& together, std::vector<std::unique_ptr<Inbox<Board>>>& inboxes, Meter& meter)
        : moves_(prepared.moves),
          is_goal_(is_goal),
          request_(request),
          number_(number),
          together_(together),
          inboxes_(inboxes),
          nodes_(meter),
          index_(meter),
          open_(request.ties, meter),
          made_(meter),
          found_(meter) {
        for (int thread = 0; thread < together.threads; ++thread) outgoing_.emplace_back(meter);
    }

    static uint32_t owner(const Board& board, int threads) {
        const uint64_t mixed = (board.hash() >> 16) * 0xD6E8FEB86659FD93ull;
        return uint32_t((mixed >> 32) * uint64_t(threads) >> 32);
    }

    // What belongs to this thread, be it by a path known or not.
    void receive(const Vector<Made<Board>>& all, Evaluator<Board>& evaluator) {
        for (const Made<Board>& made : all) index_.prefetch(made.board.hash());
        for (const Made<Board>& made : all) {
            const uint64_t hash = made.board.hash();
            uint64_t place;
            uint32_t known = index_.find(hash, [&](uint32_t node) { return nodes_[node].board == made.board; }, place);
            if (known == NONE) {
                known = nodes_.add({made.board, made.g, made.parent, made.origin});
                index_.insert(hash, place, known, [&](uint32_t other) { return nodes_[other].board.hash(); });
            } else {
                Node& node = nodes_[known];
                if (node.g <= made.g) continue;
                counters.reopened += (node.origin & EXPANDED) != 0;
                node.g = made.g;
                node.parent = made.parent;
                node.origin = made.origin;
            }
            // h may take long.
            if (++counters.evaluated % FEW == 0) watch();
            if (together_.over) return;
            const double h = evaluator.estimate(made.board);
            if (h == DEAD_END) continue;
            ++counters.inserted;
            const double f = request_.evaluation(made.g, h);
            if (f < together_.best()) open_.push(f, known);
        }
        counters.peak_open = std::max(counters.peak_open, open_.size());
    }

    // Until the search is over.
    void run(Evaluator<Board>& evaluator) {
        while (!together_.over) {
            watch();
            fetch(evaluator);
            uint64_t turn = 0;
            publish();
            const double least = together_.least();
            while (turn < FEW && has_work() && open_.least() <= least && may_expand()) {
                f_ = open_.least();
                turn += expand(open_.pop());
            }
            receive_own(evaluator);
            if (turn == 0) rest();
            if (++turns_ % 4 == 0) send();
        }
    }

    struct Step {
        int arc;
        Place parent;
    };
    bool is_root(uint32_t node) const { return (nodes_[node].origin & ~EXPANDED) == ROOT; }
    Step step_to(uint32_t node) const {
        const uint32_t origin = nodes_[node].origin & ~EXPANDED;
        return {int(origin >> THREAD_BITS), {origin & THREADS, nodes_[node].parent}};
    }

    Counters counters;

   private:
    struct Node {
        Board board;
        double g;
        uint32_t parent, origin;  // EXPANDED beside it
    };
    static constexpr size_t LETTER = 128;
    static constexpr uint64_t FEW = 16;  // states or expansions

    // The thread that was called with looks at the limits.
    void watch() {
        if (number_ == 0) together_.look();
    }

    bool has_work() const { return open_.least() < together_.best(); }
    void publish() { together_.publish(number_, has_work() ? open_.least() : INFINITE); }

    bool may_expand() {
        if (together_.over) return false;
        if (made_of_claim_ == claim_) {
            settle();
            claim_ = together_.claim();
        }
        return made_of_claim_ < claim_;
    }

    void settle() {
        if (claim_) together_.account(made_of_claim_, claim_ - made_of_claim_, counters.operator_applications - applied_);
        applied_ = counters.operator_applications;
        claim_ = made_of_claim_ = 0;
    }

    // False for a state that was expanded before, or a goal.
    bool expand(uint32_t number) {
        Node& node = nodes_[number];
        if (node.origin & EXPANDED) return false;
        const Board board = node.board;
        const double g = node.g;
        const uint32_t origin = node.origin;
        node.origin |= EXPANDED;
        if (is_goal_(board)) {
            together_.solved(request_.evaluation.cost_of(g), {number_, number});
            return false;
        }
        ++made_of_claim_;
        ++counters.expanded;
        const int context = moves_.context_after(origin == ROOT ? NO_ARC : int(origin >> THREAD_BITS));
        moves_.each(board, context, found_, [&](const auto& step, const Board& made) {
            ++counters.generated;
            counters.operator_applications += uint64_t(step.length);
            if (request_.evaluation.cost_of(g + step.cost) >= together_.best()) return;
            const uint32_t thread = owner(made, together_.threads);
            Vector<Made<Board>>& letter = outgoing_[thread];
            letter.push_back({made, g + step.cost, number, uint32_t(step.arc) << THREAD_BITS | number_});
            if (thread != number_ && letter.size() >= LETTER) send_to(thread);
        });
        return true;
    }

    void receive_own(Evaluator<Board>& evaluator) {
        receive(outgoing_[number_], evaluator);
        outgoing_[number_].clear();
    }
    void fetch(Evaluator<Board>& evaluator) {
        if (inboxes_[number_]->empty()) return;
        const int64_t letters = inboxes_[number_]->take(made_);
        receive(made_, evaluator);
        together_.done(letters);
    }
    void send_to(uint32_t thread) {
        if (outgoing_[thread].empty()) return;
        together_.more_to_do();
        together_.lower(thread, f_);
        inboxes_[thread]->put(outgoing_[thread]);
        outgoing_[thread].clear();
    }
    void send() {
        for (uint32_t thread = 0; thread < outgoing_.size(); ++thread)
            if (thread != number_) send_to(thread);
    }

    // Until something arrives, or the search is over; where there is work that has to wait, for a while.
    void rest() {
        send();
        settle();
        if (!inboxes_[number_]->empty()) return;
        if (has_work()) return inboxes_[number_]->wait();
        together_.done(1);
        while (!together_.over && inboxes_[number_]->empty()) {
            publish();
            inboxes_[number_]->wait();
            watch();
        }
        // A letter that is here still counts, so that the search is not over.
        together_.more_to_do();
    }

    const Moves<Board>& moves_;
    const Goal<Board>& is_goal_;
    const Request& request_;
    const uint32_t number_;
    Together& together_;
    std::vector<std::unique_ptr<Inbox<Board>>>& inboxes_;
    ChunkedArray<Node> nodes_;
    HashIndex index_;
    ByF open_;
    Vector<Made<Board>> made_;
    std::vector<Vector<Made<Board>>> outgoing_;  // by thread; what belongs to this one too
    Vector<uint32_t> found_;
    double f_ = 0;  // of the state that was taken last
    uint64_t claim_ = 0, made_of_claim_ = 0, applied_ = 0, turns_ = 0;
};

}  // namespace arcwise::distributed
