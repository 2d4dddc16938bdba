// Breadth-first search from both ends, the twin of the Python engine's.
#pragma once

#include <algorithm>

#include "core/moves.hpp"
#include "core/request.hpp"
#include "core/storage.hpp"

namespace arcwise {

template <class Board>
class Side {
   public:
    Side(const Theory& theory, const std::vector<Board>& starts, Meter& meter)
        : moves(Prepared<Seen<Board>>::of(theory).moves), nodes(meter), layer(meter), index_(meter) {
        for (const Board& start : starts) {
            uint64_t place;
            if (find(start, place) != NONE) continue;
            const uint32_t node = nodes.add({start, NONE, 0, NO_ARC});
            insert(start.hash(), place, node);
            layer.push_back(node);
        }
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

    const Moves<Seen<Board>>& moves;
    ChunkedArray<Reached> nodes;
    Vector<uint32_t> layer;

   private:
    HashIndex index_;
};

template <class Board>
Status bidirectional(const Theory& theory, const Theory& undone, const Board& start,
                     const std::vector<Board>& goals, const Traps* traps, Meter& meter, Outcome& outcome) {
    Side<Board> forward(theory, {start}, meter), backward(undone, goals, meter);
    Counters& counters = outcome.counters;
    counters.evaluated = 1 + backward.layer.size();
    Vector<uint32_t> found(meter);
    const Trapped<Seen<Board>> trapped(theory, traps, counters.trapped);
    if (uint64_t place; backward.find(start, place) != NONE) return Status::SOLVED;
    while (!forward.layer.empty() && !backward.layer.empty()) {
        const bool ahead = forward.layer.size() <= backward.layer.size();
        Side<Board>& near = ahead ? forward : backward;
        Side<Board>& far = ahead ? backward : forward;
        Vector<uint32_t> layer(meter);
        uint32_t best = NONE, meeting = NONE, least = 0;
        for (uint32_t index : near.layer) {
            meter.count_expansion(counters.operator_applications);
            const auto node = near.nodes[index];
            near.moves.each(node.board, near.moves.context_after(node.arc), found, [&](const Step<Seen<Board>>& step, const Board& made) {
                ++counters.generated;
                counters.operator_applications += uint64_t(step.length);
                if (ahead && trapped(step.arc, made)) return;
                uint64_t place, unused;
                if (near.find(made, place) != NONE) return;
                uint32_t child = near.nodes.add({made, index, node.depth + 1, step.arc});
                near.insert(made.hash(), place, child);
                ++counters.evaluated;
                ++counters.inserted;
                layer.push_back(child);
                uint32_t other = far.find(made, unused);
                if (other == NONE) return;
                uint32_t steps = node.depth + 1 + far.nodes[other].depth;
                if (best == NONE || steps < least) best = child, meeting = other, least = steps;
            });
        }
        near.layer = std::move(layer);
        counters.peak_open = std::max(counters.peak_open, uint64_t(forward.layer.size() + backward.layer.size()));
        if (best != NONE) {
            std::vector<int> there = forward.path_to(ahead ? best : meeting);
            std::vector<int> back = backward.path_to(ahead ? meeting : best);
            outcome.arcs.assign(there.rbegin(), there.rend());
            outcome.arcs.insert(outcome.arcs.end(), back.begin(), back.end());
            return Status::SOLVED;
        }
    }
    return Status::UNSOLVABLE;
}

}  // namespace arcwise
