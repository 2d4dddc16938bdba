#include "kinds/kinds.hpp"
#include "search/distributed_state.hpp"

#include <algorithm>
#include <string>

namespace arcwise {

Values Evaluation::values(const Theory& theory, const Heuristic& heuristic) const {
    const bool exact = denominator == 1;
    const auto fit = [&](double most) {
        const Units of_g{most, g_weight * denominator, exact}, of_h{most, h_weight * denominator, exact};
        return std::all_of(theory.arcs.begin(), theory.arcs.end(),
                           [&](const Arc& arc) { return of_g.fit(arc.cost); }) &&
               heuristic.whole(of_h);
    };
    // A bucket for every f is only worth having while there are few.
    return fit(BatchFunction::MOST) ? Values::FEW : fit(MAX_UNITS) ? Values::WHOLE : Values::ANY;
}

// Why a request can be searched on one thread only; "" where several can.
static std::string needs_one_thread(const Theory& theory, const Request& request) {
    const Evaluation& f = request.evaluation;
    if (request.order != Order::PRIORITY || request.rule != Rule::CHEAPEST) return "others need a closed list";
    if (request.ties == Ties::RANDOM) return "others need ties that are not random";
    if (!request.move_back) return "others do not know the parent of a state";
    if (f.g_weight != 1 || (f.h_weight != 0 && f.h_weight != 1))
        return "others need an f that a solution's cost bounds";
    if (dynamic_cast<const BatchFunction*>(request.heuristic.get())) return "the heuristic is a function in Python";
    return theory.arcs.size() > distributed::MAX_ARCS ? "there are too many arcs" : "";
}

Outcome search(const Theory& theory, const Request& asked) {
    Request request = asked;
    request.evaluation.units = theory.denominator;
    if (request.goals.empty()) throw std::invalid_argument("no goal");
    bool fits = int(request.start.size()) == theory.cells;
    for (const Pattern& goal : request.goals) fits &= int(goal.size()) == theory.cells;
    if (!fits) throw std::invalid_argument("a start or goal that does not fit the board");
    for (Symbol symbol : request.start)
        if (symbol >= theory.symbols) throw std::invalid_argument("a foreign symbol");
    request.heuristic->check(theory, request.start);
    if (request.loop == Loop::BATCHED) return batched_ida(theory, request);
    const bool on_several = request.loop == Loop::BEST_FIRST && request.threads > 1;
    const std::string one_thread = on_several ? needs_one_thread(theory, request) : "";
    Outcome outcome = with_board(theory, [&]<class Board>(std::type_identity<Board>) {
        return on_several && one_thread.empty() ? distributed_on<Board>(theory, request)
                                                : search_on<Board>(theory, request);
    });
    outcome.one_thread = one_thread;
    return outcome;
}

}  // namespace arcwise
