#include "search/search.hpp"

#include <algorithm>

#include "search/distributed.hpp"

namespace arcwise {

bool Evaluation::whole(const Theory& theory, const Heuristic& heuristic) const {
    // A bucket for every f is only worth having while there are few.
    constexpr double MAX_VALUE = BatchFunction::MOST;
    const bool exact = denominator == 1;
    const Units of_g{MAX_VALUE, g_weight * denominator, exact}, of_h{MAX_VALUE, h_weight * denominator, exact};
    for (const Arc& arc : theory.arcs)
        if (!of_g.fit(arc.cost)) return false;
    return heuristic.whole(of_h);
}

Outcome search(const Theory& theory, const Request& request) {
    if (request.goals.empty()) throw std::invalid_argument("no goal");
    bool fits = int(request.start.size()) == theory.cells;
    for (const Pattern& goal : request.goals) fits &= int(goal.size()) == theory.cells;
    if (!fits) throw std::invalid_argument("a start or goal that does not fit the board");
    for (Symbol symbol : request.start)
        if (symbol >= theory.symbols) throw std::invalid_argument("a foreign symbol");
    request.heuristic->check(theory, request.start);
    if (request.loop == Loop::BATCHED) return batched_ida(theory, request);
    std::string one_thread;
    if (request.loop == Loop::BEST_FIRST && request.threads > 1) {
        one_thread = needs_one_thread(theory, request);
        if (one_thread.empty()) return distributed_a_star(theory, request);
    }
    Outcome outcome =
        with_board(theory, [&]<class Board>(std::type_identity<Board>) { return search_on<Board>(theory, request); });
    outcome.one_thread = std::move(one_thread);
    return outcome;
}

}  // namespace arcwise
