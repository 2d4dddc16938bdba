// A* on several threads: hash-distributed A* (Kishimoto, Fukunaga and Botea 2009).
//
// Every state belongs to one thread, by its hash. A thread takes its own states by f and sends what it makes of them to
// the threads that these belong to, many at a time. The cheapest solution known bounds f; when no thread has a state
// below it and nothing is on its way, it is a cheapest one. No thread runs ahead of the least f of the others, which may
// have to wait for a processor. The order, and with it the counts, differ from run to run.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "search/distributed_part.hpp"
#include "search/distributed_state.hpp"

namespace arcwise {

namespace distributed {

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
                const auto evaluator = make_evaluator<Board>(theory_, *request_.heuristic);
                if (number == int(first)) parts[first]->receive(start, *evaluator);
                parts[size_t(number)]->run(*evaluator);
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

}  // namespace distributed

// A request that does not need one thread, on boards of one kind.
template <class Board>
Outcome distributed_on(const Theory& theory, const Request& request) {
    return distributed::Distributed<Board>(theory, request).run();
}

}  // namespace arcwise
