// Two breadth-first searches to every goal beside each other: with primitive arcs only, and with all.
#pragma once

#include "core/board.hpp"
#include "core/moves.hpp"
#include "core/storage.hpp"
#include "enumeration/every_goal.hpp"

namespace arcwise {

// The states that a search has reached, in the order in which it expands them.
template <class Board>
class GoalSearch {
   public:
    explicit GoalSearch(Meter& meter) : meter_(meter) {}

    GoalSums run(const Theory& theory, const Board& start, bool primitive) {
        const Moves<Seen<Board>>& moves = Prepared<Seen<Board>>::of(theory).moves;
        Vector<uint32_t> found(meter_);
        GoalSums sums;
        uint64_t generated = 0, applied = 0;
        add(start, {0, 0});
        for (uint32_t entry = 0; entry < boards_.size(); ++entry) {
            meter_.count_expansion();
            const Path path = paths_[entry];
            if (entry) {
                sums.expanded += entry;
                sums.generated += generated;
                sums.applied += applied;
                sums.steps += path.steps;
                sums.moves += path.moves;
            }
            const Board board = boards_[entry];
            moves.each(board, 0, found, [&](const Step<Seen<Board>>& step, const Board& made) {
                if (primitive && !theory.arcs[size_t(step.arc)].primitive) return;
                ++generated;
                applied += uint64_t(step.length);
                add(made, {path.steps + 1, path.moves + uint32_t(step.length)});
            });
        }
        return sums;
    }

    uint32_t size() const { return boards_.size(); }

    // How many of the boards of `other` have a path here that is shorter than there.
    uint64_t shorter_than(const GoalSearch& other) const {
        uint64_t count = 0, place;
        for (uint32_t entry = 0; entry < other.boards_.size(); ++entry) {
            const Board& board = other.boards_[entry];
            const uint32_t here = index_.find(board.hash(), same(board), place);
            count += here != NONE && paths_[here].moves < other.paths_[entry].moves;
        }
        return count;
    }

   private:
    struct Path {
        uint32_t steps, moves;
    };

    auto same(const Board& board) const {
        return [this, &board](uint32_t entry) { return boards_[entry] == board; };
    }

    void add(const Board& board, Path path) {
        const uint64_t hash = board.hash();
        uint64_t place;
        if (index_.find(hash, same(board), place) != NONE) return;
        const uint32_t entry = boards_.add(board);
        paths_.add(path);
        index_.insert(hash, place, entry, [&](uint32_t other) { return boards_[other].hash(); });
    }

    Meter& meter_;
    ChunkedArray<Board> boards_{meter_};
    ChunkedArray<Path> paths_{meter_};
    HashIndex index_{meter_};
};

template <class Board>
void every_goal_on(const Theory& theory, const State& start, Meter& meter, EveryGoal& result) {
    const Board first = Layout<Board>(theory).board(start);
    GoalSearch<Board> by_arcs(meter), by_all(meter);
    result.primitive = by_arcs.run(theory, first, true);
    result.all = by_all.run(theory, first, false);
    result.goals = by_arcs.size() - 1;
    result.longer = by_arcs.shorter_than(by_all);
}

}  // namespace arcwise
