// A* on several threads: hash-distributed A* (Kishimoto, Fukunaga and Botea 2009).
//
// Every state belongs to one thread, by its hash. A thread takes its own states by f and sends what it makes of them to
// the threads that these belong to, many at a time. The cheapest solution known bounds f; when no thread has a state
// below it and nothing is on its way, it is a cheapest one. No thread runs ahead of the least f of the others, which may
// have to wait for a processor. The order, and with it the counts, differ from run to run.
#include "search/distributed.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "core/storage.hpp"
#include "search/evaluators.hpp"

namespace arcwise {

namespace {

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
        : threads(threads), most_(limits.nodes ? limits.nodes : UINT64_MAX), at_work_(threads), least_(size_t(threads)), meter_(meter) {}

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
    // How many of them it made, and how many it will not make.
    void account(uint64_t made, uint64_t left) {
        claimed_ -= left;
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
    const uint64_t most_;
    std::atomic<uint64_t> claimed_ = 0, expanded_ = 0;
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
            uint32_t known = index_.find(
                hash, [&](uint32_t node) { return nodes_[node].board == made.board; }, place);
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
        if (claim_) together_.account(made_of_claim_, claim_ - made_of_claim_);
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
            together_.solved(g, {number_, number});
            return false;
        }
        ++made_of_claim_;
        ++counters.expanded;
        const int context = moves_.context_after(origin == ROOT ? NO_ARC : int(origin >> THREAD_BITS));
        moves_.each(board, context, found_, [&](const auto& step, const Board& made) {
            ++counters.generated;
            counters.operator_applications += uint64_t(step.length);
            if (g + step.cost >= together_.best()) return;
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
    uint64_t claim_ = 0, made_of_claim_ = 0, turns_ = 0;
};

template <class Board>
class Distributed {
   public:
    Distributed(const Theory& theory, const Request& request)
        : theory_(theory), request_(request), meter_(request.limits, request.tick) {}

    Outcome run() {
        hold_to_limits(outcome_, meter_, [&] { return search(); });
        return std::move(outcome_);
    }

   private:
    Status search() {
        const Prepared<Board>& prepared = Prepared<Board>::of(theory_);
        const Goal<Board> is_goal(theory_, request_.goals);
        const int threads = outcome_.threads = std::min(threads_to_start(request_.threads), int(THREADS));
        Together together(request_.limits, threads, meter_);
        std::vector<std::unique_ptr<Inbox<Board>>> inboxes;
        std::vector<std::unique_ptr<Part<Board>>> parts;
        for (int number = 0; number < threads; ++number) {
            inboxes.push_back(std::make_unique<Inbox<Board>>(meter_));
            parts.push_back(std::make_unique<Part<Board>>(prepared, is_goal, request_, uint32_t(number), together,
                                                          inboxes, meter_));
        }
        Vector<Made<Board>> start(meter_);
        start.push_back({Layout<Board>(theory_).board(request_.start), 0, NONE, ROOT});
        const uint32_t first = Part<Board>::owner(start.front().board, threads);
        auto work = [&](int number) {
            try {
                with_evaluator<Board>(theory_, *request_.heuristic, [&](Evaluator<Board>& evaluator) {
                    if (number == int(first)) parts[first]->receive(start, evaluator);
                    parts[size_t(number)]->run(evaluator);
                });
            } catch (const std::bad_alloc&) {
                together.stop(Limit::MEMORY);
            } catch (...) {
                together.fail(std::current_exception());
            }
        };
        {
            std::vector<std::jthread> others;
            try {
                for (int number = 1; number < threads; ++number) others.emplace_back(work, number);
            } catch (...) {
                together.fail(std::current_exception());
            }
            work(0);
        }
        for (const auto& part : parts) count(part->counters);
        together.conclude();
        if (together.best() == INFINITE) return Status::UNSOLVABLE;
        for (Place at = together.goal(); !parts[at.thread]->is_root(at.node);) {
            const auto [arc, parent] = parts[at.thread]->step_to(at.node);
            outcome_.arcs.push_back(arc);
            at = parent;
        }
        std::reverse(outcome_.arcs.begin(), outcome_.arcs.end());
        return Status::SOLVED;
    }

    void count(const Counters& part) {
        Counters& all = outcome_.counters;
        all.expanded += part.expanded;
        all.generated += part.generated;
        all.inserted += part.inserted;
        all.evaluated += part.evaluated;
        all.reopened += part.reopened;
        all.operator_applications += part.operator_applications;
        all.peak_open += part.peak_open;
    }

    const Theory& theory_;
    const Request& request_;
    Meter meter_;
    Outcome outcome_;
};

}  // namespace

std::string needs_one_thread(const Theory& theory, const Request& request) {
    const Evaluation& f = request.evaluation;
    if (request.order != Order::PRIORITY || request.rule != Rule::CHEAPEST) return "others need a closed list";
    if (request.ties == Ties::RANDOM) return "others need ties that are not random";
    if (!request.move_back) return "others do not know the parent of a state";
    if (f.g_weight != 1 || (f.h_weight != 0 && f.h_weight != 1)) return "others need an f that a solution's cost bounds";
    if (dynamic_cast<const BatchFunction*>(request.heuristic.get())) return "the heuristic is a function in Python";
    return theory.arcs.size() > MAX_ARCS ? "there are too many arcs" : "";
}

Outcome distributed_a_star(const Theory& theory, const Request& request) {
    return with_board(theory, [&]<class Board>(std::type_identity<Board>) {
        return Distributed<Board>(theory, request).run();
    });
}

}  // namespace arcwise
