#include "kinds/kinds.hpp"

#include <algorithm>

namespace arcwise {

Values Evaluation::values(const Theory& theory, const Heuristic& heuristic, bool exact) const {
    const auto fit = [&](double most) {
        const Units of_g{most, g_weight * denominator, exact}, of_h{most, h_weight * denominator, exact};
        return std::all_of(theory.arcs.begin(), theory.arcs.end(),
                           [&](const Arc& arc) { return of_g.fit(arc.cost); }) &&
               heuristic.whole(of_h);
    };
    // A bucket for every f is only worth having while there are few.
    if (fit(BatchFunction::MOST)) return heuristic.hopes() ? Values::PERHAPS_FEW : Values::FEW;
    return fit(MAX_UNITS) ? Values::WHOLE : Values::ANY;
}

void Evaluation::refine(const Theory& theory, const Heuristic& heuristic) {
    // Rates of heuristics are rounded to such parts.
    constexpr double PARTS = 1 << 20;
    if (denominator != 1) return;
    for (; denominator <= PARTS; denominator *= 2)
        if (values(theory, heuristic, true) != Values::ANY) return;
    denominator = 1;
}

Outcome search(const Theory& theory, const Request& asked) {
    Request request = asked;
    request.evaluation.units = double(theory.denominator);
    if (request.goals.empty()) throw std::invalid_argument("no goal");
    bool fits = int(request.start.size()) == theory.cells;
    for (const Pattern& goal : request.goals) fits &= int(goal.size()) == theory.cells;
    if (!fits) throw std::invalid_argument("a start or goal that does not fit the board");
    for (Symbol symbol : request.start)
        if (symbol >= theory.symbols) throw std::invalid_argument("a foreign symbol");
    request.heuristic->check(theory, request.start);
    if (request.loop == Loop::BATCHED) return batched_ida(theory, request);
    if (request.order == Order::PRIORITY) request.evaluation.refine(theory, *request.heuristic);
    return with_board(theory, [&]<class Board>(std::type_identity<Board>) { return search_on<Board>(theory, request); });
}

}  // namespace arcwise
