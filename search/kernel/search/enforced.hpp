// Enforced hill climbing, the twin of the Python engine's.
#pragma once

#include "search/best_first.hpp"

namespace arcwise {

template <class Board>
Status enforced(const Theory& theory, const Moves<Seen<Board>>& moves, Evaluator<Seen<Board>>& evaluator, const Request& request,
                const Board& start, const Goal<Seen<Board>>& is_goal, Meter& meter, Outcome& outcome) {
    Board board = start;
    for (size_t done = 0; !is_goal(board);) {
        const double h = evaluator.estimate(board);
        auto nearer = [&](const Board& other) { return evaluator.estimate(other) < h || is_goal(other); };
        Status status =
            best_first<Board>(theory, moves, evaluator, request, Rule::FIRST_SEEN, board, nearer, Values::ANY, meter, outcome);
        if (status != Status::SOLVED) return Status::INCOMPLETE;
        for (; done < outcome.arcs.size(); ++done) board = moves.apply(board, outcome.arcs[done]);
    }
    return Status::SOLVED;
}

}  // namespace arcwise
