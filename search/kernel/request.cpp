#include "request.hpp"

#include <cmath>

#include "search.hpp"

namespace arcwise {

bool Evaluation::whole(const Theory& theory, const HeuristicData& heuristic) const {
    // A bucket for every f is only worth having while there are few.
    constexpr double MAX_VALUE = 4096;
    auto fits = [](double value) { return value == std::floor(value) && value <= MAX_VALUE; };
    if (!fits(h_weight) || (g_weight != 0 && !theory.integral())) return false;
    for (double value : heuristic.table)
        if (!fits(value)) return false;
    for (const Arc& arc : theory.arcs)
        if (g_weight != 0 && !fits(arc.cost)) return false;
    return fits(heuristic.detour);
}

Outcome search(const Theory& theory, const Request& request) {
    if (int(request.start.size()) != theory.cells || int(request.goal.size()) != theory.cells)
        throw std::invalid_argument("a start or goal that does not fit the board");
    for (uint8_t symbol : request.start)
        if (symbol >= theory.symbols) throw std::invalid_argument("a foreign symbol");
    if (theory.cells <= Nibbles::MAX_CELLS && theory.symbols <= 16) return search_on<Nibbles>(theory, request);
    if (theory.cells <= 32) return search_on<Bytes<32>>(theory, request);
    return search_on<Bytes<64>>(theory, request);
}

}  // namespace arcwise
