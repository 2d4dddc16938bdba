#include "search/search.hpp"

#include <algorithm>
#include <cmath>

namespace arcwise {

bool Evaluation::whole(const Theory& theory, const Heuristic& heuristic) const {
    // A bucket for every f is only worth having while there are few.
    constexpr double MAX_VALUE = 4096;
    auto fits = [](double value) { return value == std::floor(value) && value <= MAX_VALUE; };
    if (!fits(h_weight) || (g_weight != 0 && !theory.integral())) return false;
    for (const Arc& arc : theory.arcs)
        if (g_weight != 0 && !fits(arc.cost)) return false;
    return heuristic.whole(MAX_VALUE);
}

Outcome search(const Theory& theory, const Request& request) {
    if (int(request.start.size()) != theory.cells || int(request.goal.size()) != theory.cells)
        throw std::invalid_argument("a start or goal that does not fit the board");
    for (uint8_t symbol : request.start)
        if (symbol >= theory.symbols) throw std::invalid_argument("a foreign symbol");
    request.heuristic->check(theory, request.start);
    if (request.loop == Loop::BATCHED) return batched_ida(theory, request);
    if (theory.cells <= Nibbles::MAX_CELLS && theory.symbols <= 16) return search_on<Nibbles>(theory, request);
    if (theory.cells <= 32) return search_on<Bytes<32>>(theory, request);
    return search_on<Bytes<64>>(theory, request);
}

}  // namespace arcwise
