// Runs a request on boards of one kind.
#pragma once

#include "search/bidirectional.hpp"
#include "search/compact.hpp"
#include "search/depth_first.hpp"
#include "search/enforced.hpp"
#include "search/lazy.hpp"
#include "search/own_kind.hpp"

namespace arcwise {

// The theory of the undoing arcs, kept with the theory.
struct Inverse {
    Theory theory;
    static const Inverse& of(const Theory& theory) {
        return theory.kept<Inverse>([&] { return std::shared_ptr<Inverse>(new Inverse{theory.inverse()}); });
    }
};

// One search: chooses the loop, and among best-first loops the one that fits.
template <class Board>
class SearchOn {
   public:
    SearchOn(const Theory& theory, const Request& request)
        : theory_(theory), request_(request), meter_(request.limits, request.tick) {}

    Outcome run() {
        if (request_.walks && request_.loop != Loop::BEST_FIRST && request_.loop != Loop::LAZY)
            throw std::invalid_argument("only best-first searches take walks as steps");
        hold_to_limits(outcome_, meter_, [&] {
            if (request_.loop == Loop::BIDIRECTIONAL) return from_both_ends();
            return run(*make_evaluator<Seen<Board>>(theory_, *request_.heuristic));
        });
        outcome_.counters.expanded = meter_.expanded();
        return std::move(outcome_);
    }

   private:
    Status from_both_ends() {
        std::vector<Board> goals;
        for (const Pattern& goal : request_.goals)
            goals.push_back(Layout<Board>(theory_).board(State(goal.begin(), goal.end())));
        return bidirectional<Board>(theory_, Inverse::of(theory_).theory, start(), goals, request_.traps.get(), meter_,
                                    outcome_);
    }

    Status run(Evaluator<Seen<Board>>& evaluator) {
        const Prepared<Seen<Board>>& prepared = Prepared<Seen<Board>>::of(theory_);
        const Goal<Seen<Board>> goal(theory_, request_.goals);
        if (request_.loop != Loop::ITERATIVE) return best_of(prepared, evaluator, goal);
        return with_own_kind<Board>(evaluator, [&](auto& own) { return depth_first(prepared, own, goal); });
    }

    template <class EvaluatorOf>
    Status depth_first(const Prepared<Seen<Board>>& prepared, EvaluatorOf& evaluator, const Goal<Seen<Board>>& goal) {
        const bool kept = request_.rule != Rule::PATH && request_.move_back;  // what only undoes an arc
        const Moves<Seen<Board>>& moves = kept ? prepared.moves : Moves<Seen<Board>>::onward(theory_);
        const Trapped<Seen<Board>> trapped(theory_, request_.traps.get(), outcome_.counters.trapped);
        return iterative<Board>(moves, evaluator, request_, trapped, start(), goal, meter_, outcome_);
    }

    Status best_of(const Prepared<Seen<Board>>& prepared, Evaluator<Seen<Board>>& evaluator, const Goal<Seen<Board>>& goal) {
        if (request_.loop == Loop::ENFORCED)
            return enforced<Board>(theory_, prepared.moves, evaluator, request_, start(), goal, meter_, outcome_);
        const Values values = request_.evaluation.values(theory_, *request_.heuristic);
        if (request_.loop == Loop::LAZY)
            return lazy<Board>(theory_, prepared.moves, evaluator, request_, start(), goal, values, meter_, outcome_);
        if constexpr (IS_SMALL<Board>)
            if (fits_compact(theory_, request_, values))
                return compact<Board>(theory_, prepared, evaluator, request_, start(), goal, values, meter_, outcome_);
        return best_first<Board>(theory_, prepared.moves, evaluator, request_, request_.rule, start(), std::cref(goal), values,
                                 meter_, outcome_);
    }

    Board start() const { return Layout<Board>(theory_).board(request_.start); }

    const Theory& theory_;
    const Request& request_;
    Meter meter_;
    Outcome outcome_;
};

template <class Board>
Outcome search_on(const Theory& theory, const Request& request) {
    return SearchOn<Board>(theory, request).run();
}

}  // namespace arcwise
