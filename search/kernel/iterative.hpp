// The depth-first iterative loop of search/iterative.py: iterative deepening and IDA*, in exactly its order.
#pragma once

#include <limits>

#include "board.hpp"
#include "heuristic.hpp"
#include "request.hpp"

namespace arcwise {

// Where a path's boards are looked up: a count for every low bit pattern of the hash, and the path itself if it is not
// 0.
template <class Board, bool CHECKED>
class PathFilter {
   public:
    void enter(const Board& board) {
        if constexpr (CHECKED) ++counts_[slot(board)];
    }
    void leave(const Board& board) {
        if constexpr (CHECKED) --counts_[slot(board)];
    }
    bool may_hold(const Board& board) const {
        if constexpr (CHECKED) return counts_[slot(board)] != 0;
        return false;
    }

   private:
    static size_t slot(const Board& board) { return board.hash() >> 52; }
    uint32_t counts_[CHECKED ? 4096 : 1] = {};
};

template <class Board, bool CHECKED>
Outcome iterative(const Moves<Board>& moves, const Heuristic<Board>& heuristic, const Request& request,
                  const Board& start, const Goal<Board>& is_goal, Meter& meter) {
    struct Child {
        Board board;
        double g, h, f;
        int arc;
    };
    struct Level {
        size_t next, end;  // children not yet taken up
    };
    constexpr double INFINITE = std::numeric_limits<double>::infinity();
    Outcome outcome;
    Counters& counters = outcome.counters;
    const Theory& theory = moves.theory;
    const bool least_depth = request.evaluation.least_depth;
    auto f_of = [&](const Board& board, double g, double h, size_t depth) {
        if (least_depth) return is_goal(board) ? double(depth) : double(depth + 1);
        return request.evaluation(g, h);
    };
    std::vector<Child> stack;  // children of the path's nodes, level after level
    std::vector<Level> levels;
    std::vector<Child> path;  // the nodes being expanded, from the root
    PathFilter<Board, CHECKED> filter;

    counters.evaluated = 1;
    double h = heuristic.estimate(start);
    Child root{start, 0, h, f_of(start, 0, h, 0), NO_ARC};
    double bound = root.f;
    try {
        while (bound < INFINITE) {
            double next_bound = INFINITE;
            uint64_t waiting = 1;
            stack.assign(1, root);
            levels.assign(1, {0, 1});
            path.clear();
            for (;;) {
                Level& level = levels.back();
                if (level.next == level.end) {
                    levels.pop_back();
                    if (levels.empty()) break;
                    stack.resize(levels.back().end);
                    filter.leave(path.back().board);
                    path.pop_back();
                    continue;
                }
                const Child node = stack[level.next++];
                --waiting;
                counters.inserted += node.arc != NO_ARC;
                if (node.f > bound) {
                    next_bound = std::min(next_bound, node.f);
                    continue;
                }
                if (is_goal(node.board)) {
                    for (const Child& above : path)
                        if (above.arc != NO_ARC) outcome.arcs.push_back(above.arc);
                    if (node.arc != NO_ARC) outcome.arcs.push_back(node.arc);
                    outcome.status = Status::SOLVED;
                    return outcome;
                }
                if (Limit limit = meter.exceeded(); limit != Limit::NONE) {
                    outcome.status = Status::STOPPED;
                    outcome.limit = limit;
                    return outcome;
                }
                const bool no_back = !request.move_back && !path.empty();
                const Board back = no_back ? path.back().board : node.board;
                filter.enter(node.board);
                path.push_back(node);
                size_t begin = stack.size(), depth = path.size();
                moves.each(node.board, node.arc, [&](int arc, const Board& made) {
                    if (no_back && made == back) return;
                    ++counters.generated;
                    counters.operator_applications += uint64_t(theory.arcs[arc].length);
                    if (filter.may_hold(made))
                        for (const Child& above : path)
                            if (above.board == made) return;
                    double g = node.g + theory.arcs[arc].cost;
                    double h = heuristic.update(node.h, arc, node.board, made);
                    stack.push_back({made, g, h, f_of(made, g, h, depth), arc});
                });
                levels.push_back({begin, stack.size()});
                counters.evaluated += stack.size() - begin;
                waiting += stack.size() - begin;
                counters.peak_open = std::max(counters.peak_open, waiting);
            }
            bound = next_bound;
        }
    } catch (const std::bad_alloc&) {
        outcome.status = Status::STOPPED;
        outcome.limit = Limit::MEMORY;
        return outcome;
    }
    // The kernel's heuristics are finite, so nothing was cut off for good.
    outcome.status = Status::UNSOLVABLE;
    return outcome;
}

}  // namespace arcwise
