// Breadth-first search from both ends, the twin of search/bidirectional.py.
#pragma once

#include "enforced.hpp"

namespace arcwise {

template <class Board>
class Side {
   public:
    Side(const Theory& theory, const Board& start, Meter& meter)
        : moves(Prepared<Board>::of(theory).moves), nodes(meter), index_(meter), layer{0} {
        nodes.add({start, NONE, 0, NO_ARC});
        uint64_t place;
        find(start, place);
        insert(start.hash(), place, 0);
        counters.evaluated = 1;
    }
    struct Reached {
        Board board;
        uint32_t parent, depth;
        int32_t arc;
    };
    uint32_t find(const Board& board, uint64_t& place) const {
        return index_.find(
            board.hash(), [&](uint32_t node) { return nodes[node].board == board; }, place);
    }
    void insert(uint64_t hash, uint64_t place, uint32_t node) {
        index_.insert(hash, place, node, [&](uint32_t other) { return nodes[other].board.hash(); });
    }
    std::vector<int> path_to(uint32_t node) const {
        std::vector<int> arcs;
        for (; nodes[node].parent != NONE; node = nodes[node].parent) arcs.push_back(nodes[node].arc);
        return arcs;
    }

    const Moves<Board>& moves;
    Arena<Reached> nodes;

   private:
    HashIndex index_;

   public:
    std::vector<uint32_t> layer;
    Counters counters;
};

template <class Board>
Outcome bidirectional(const Theory& theory, const Theory& undone, const Board& start, const Board& goal, Meter& meter) {
    Side<Board> forward(theory, start, meter), backward(undone, goal, meter);
    Outcome outcome;
    auto ended = [&](Status status, Limit limit = Limit::NONE) {
        add(outcome.counters, forward.counters);
        add(outcome.counters, backward.counters);
        outcome.status = status;
        outcome.limit = limit;
        return outcome;
    };
    if (start == goal) return ended(Status::SOLVED);
    try {
        while (!forward.layer.empty() && !backward.layer.empty()) {
            bool ahead = forward.layer.size() <= backward.layer.size();
            Side<Board>& near = ahead ? forward : backward;
            Side<Board>& far = ahead ? backward : forward;
            std::vector<uint32_t> layer;
            uint32_t best = NONE, meeting = NONE, least = 0;
            for (uint32_t index : near.layer) {
                if (Limit limit = meter.exceeded(); limit != Limit::NONE) return ended(Status::STOPPED, limit);
                const auto node = near.nodes[index];
                near.moves.each(node.board, node.arc, [&](int arc, const Board& made) {
                    ++near.counters.generated;
                    near.counters.operator_applications += uint64_t(theory.arcs[arc].length);
                    uint64_t place, unused;
                    if (near.find(made, place) != NONE) return;
                    uint32_t child = near.nodes.add({made, index, node.depth + 1, arc});
                    near.insert(made.hash(), place, child);
                    ++near.counters.evaluated;
                    ++near.counters.inserted;
                    layer.push_back(child);
                    uint32_t other = far.find(made, unused);
                    if (other == NONE) return;
                    uint32_t steps = node.depth + 1 + far.nodes[other].depth;
                    if (best == NONE || steps < least) best = child, meeting = other, least = steps;
                });
            }
            near.layer = std::move(layer);
            uint64_t waiting = forward.layer.size() + backward.layer.size();
            near.counters.peak_open = std::max(near.counters.peak_open, waiting);
            if (best != NONE) {
                std::vector<int> there = forward.path_to(ahead ? best : meeting);
                std::vector<int> back = backward.path_to(ahead ? meeting : best);
                outcome.arcs.assign(there.rbegin(), there.rend());
                outcome.arcs.insert(outcome.arcs.end(), back.begin(), back.end());
                return ended(Status::SOLVED);
            }
        }
    } catch (const std::bad_alloc&) {
        return ended(Status::STOPPED, Limit::MEMORY);
    }
    return ended(Status::UNSOLVABLE);
}

}  // namespace arcwise
