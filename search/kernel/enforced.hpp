// Enforced hill climbing, the twin of search/enforced.py.
#pragma once

#include "best_first.hpp"

namespace arcwise {

inline void add(Counters& total, const Counters& more) {
    total.generated += more.generated;
    total.inserted += more.inserted;
    total.evaluated += more.evaluated;
    total.reopened += more.reopened;
    total.operator_applications += more.operator_applications;
    total.peak_open = std::max(total.peak_open, more.peak_open);
}

template <class Board>
Outcome enforced(const Moves<Board>& moves, const Heuristic<Board>& heuristic, const Request& request,
                 const Board& start, const Goal<Board>& is_goal, Meter& meter) {
    Outcome outcome;
    Board board = start;
    while (!is_goal(board)) {
        double h = heuristic.estimate(board);
        auto nearer = [&](const Board& other) { return heuristic.estimate(other) < h || is_goal(other); };
        Outcome round = best_first<Board, FirstSeen<Board>>(moves, heuristic, request, board, nearer, false, meter);
        add(outcome.counters, round.counters);
        if (round.status != Status::SOLVED) {
            outcome.status = round.status == Status::STOPPED ? Status::STOPPED : Status::INCOMPLETE;
            outcome.limit = round.limit;
            outcome.arcs.clear();
            return outcome;
        }
        for (int arc : round.arcs) board = moves.apply(board, arc);
        outcome.arcs.insert(outcome.arcs.end(), round.arcs.begin(), round.arcs.end());
    }
    outcome.status = Status::SOLVED;
    return outcome;
}

}  // namespace arcwise
