// The lazy best-first loop of search/loops/loops.py.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "relaxation/landmarks.hpp"
#include "search/best_first.hpp"

namespace arcwise {

// Queues that take turns: by h of all successors and of preferred ones, by landmarks or goals that are left of all and of
// preferred ones.
class Alternation {
   public:
    Alternation(Values values, double denominator, Meter& meter) : entries_(meter), preferred_(meter) {
        for (int number = 0; number < QUEUES; ++number) {
            if (number < 2)
                queues_[number] = make_priority(values, Ties::OLDEST, 0, denominator, meter);
            else
                queues_[number] = make_priority(Values::FEW, Ties::OLDEST, 0, 1, meter);
        }
    }
    // Of one expansion, one successor after the other, and then all of them with what their parent looks like.
    void add(uint32_t node, bool preferred) {
        entries_.push_back({node, 0});
        if (preferred) preferred_.push_back({node, 0});
    }
    void extend(double f, double left) {
        const double values[] = {f, left};
        for (int number = 0; number < QUEUES; ++number) {
            Entries& added = number % 2 ? preferred_ : entries_;
            for (Entry& entry : added) entry.f = values[number / 2];
            queues_[number]->extend(added, std::nullopt);
        }
        entries_.clear();
        preferred_.clear();
    }
    // The first of the queue that had the fewest turns, of those the first.
    uint32_t pop() {
        int chosen = -1;
        for (int number = 0; number < QUEUES; ++number)
            if (queues_[number]->size() && (chosen < 0 || turns_[number] < turns_[chosen])) chosen = number;
        ++turns_[chosen];
        return queues_[chosen]->pop();
    }
    void boost() {
        for (int number = 1; number < QUEUES; number += 2) turns_[number] -= BOOST;
    }
    uint64_t size() const {
        uint64_t size = 0;
        for (const auto& queue : queues_) size += queue->size();
        return size;
    }

   private:
    static constexpr int QUEUES = 4, BOOST = 1000;
    std::array<std::unique_ptr<OpenList>, QUEUES> queues_;
    std::array<int64_t, QUEUES> turns_{};
    Entries entries_, preferred_;
};

template <class Board>
Status lazy(const Theory& theory, const Moves<Seen<Board>>& moves, Evaluator<Seen<Board>>& evaluator, const Request& request,
            const Board& start, const Goal<Seen<Board>>& is_goal, Values values, Meter& meter, Outcome& outcome) {
    struct Pending {
        uint32_t parent;
        int32_t arc;
    };
    Counters& counters = outcome.counters;
    ChunkedArray<Node<Board>> nodes(meter);
    ChunkedArray<Pending> pending(meter);
    FirstSeen<Board> known(nodes, meter, counters);
    Alternation open(values, request.evaluation.denominator, meter);
    Vector<uint32_t> found(meter);
    const Trapped<Seen<Board>> trapped(theory, request.traps.get(), counters.trapped);
    std::optional<Iterated<Board>> iterated;
    if (request.walks) iterated.emplace(theory, moves, *request.walks);
    std::vector<int> made, preferred;
    double least_h = std::numeric_limits<double>::infinity(), least_left = least_h;

    // What all goals ask for.
    const Layout<Board> layout(theory);
    Pattern common = request.goals.front();
    for (const Pattern& goal : request.goals)
        for (size_t cell = 0; cell < common.size(); ++cell)
            if (goal[cell] != common[cell]) common[cell] = -1;
    auto open_goals = [&](const Board& board) {
        int count = 0;
        for (size_t cell = 0; cell < common.size(); ++cell)
            count += common[cell] >= 0 && int(layout.symbol(board, int(cell))) != common[cell];
        return count;
    };
    std::optional<LandmarkCount> landmarks;
    Vector<uint64_t> reached(meter);  // by node, sets of landmarks
    const auto left_of = [&](const Board& board, uint32_t parent, uint32_t index) -> double {
        const RelaxedFacts* facts = evaluator.relaxed_facts();
        if (!facts) return open_goals(board);
        if (!landmarks) landmarks.emplace(facts->task, facts->holding, meter);
        const size_t words = landmarks->words();
        reached.resize((size_t(index) + 1) * words);
        const uint64_t* before = parent == NONE ? nullptr : reached.data() + parent * words;
        return landmarks->reach(facts->holding, before, reached.data() + index * words);
    };
    // Evaluates a board, and puts its successors into open; whether it is a goal.
    auto take = [&](const Board& board, uint32_t parent, int32_t arc, double cost) {
        if (known.rejects(board, 0)) return false;
        ++counters.evaluated;
        const double h = evaluator.estimate(board);
        const uint32_t depth = parent == NONE ? 0 : nodes[parent].depth + 1;
        const double g = parent == NONE ? 0 : nodes[parent].g + cost;
        const double f = request.evaluation(g, h);
        const uint32_t index = nodes.add({board, g, h, f, parent, depth, NONE, arc});
        known.adopt(index);
        const double left = left_of(board, parent, index);
        if (h == DEAD_END) return false;
        if (is_goal(board)) {
            add_path(nodes, index, iterated, outcome);
            return true;
        }
        meter.count_expansion(counters.operator_applications);
        if (h < least_h || left < least_left) {
            least_h = std::min(least_h, h);
            least_left = std::min(least_left, left);
            open.boost();
        }
        const bool no_back = !request.move_back && parent != NONE;
        made.clear();
        const auto enter = [&](int next, int length, auto&& successor) {
            if (no_back && successor() == nodes[parent].board) return;
            ++counters.generated;
            counters.operator_applications += uint64_t(length);
            if (trapped.none() || !trapped(iterated ? NO_ARC : next, successor())) made.push_back(next);
        };
        if (iterated)
            iterated->each(board, [&](int next, int length, double, const Board& after) {
                enter(next, length, [&]() -> const Board& { return after; });
            });
        else
            moves.each_arc(board, moves.context_after(arc), found, [&](const Step<Seen<Board>>& step) {
                enter(step.arc, step.length, [&] { return step.apply(board); });
            });
        preferred = made;
        if (iterated) {
            for (int& next : preferred) next = iterated->last(next);
            evaluator.helpful(board, preferred);
            std::sort(preferred.begin(), preferred.end());
            for (int next : made)
                open.add(pending.add({index, next}), std::binary_search(preferred.begin(), preferred.end(), iterated->last(next)));
        } else {
            evaluator.helpful(board, preferred);
            auto next = preferred.begin();
            for (int arc : made) {
                const bool prefers = next != preferred.end() && *next == arc;
                next += prefers;
                open.add(pending.add({index, arc}), prefers);
            }
        }
        counters.inserted += made.size();
        open.extend(f, left);
        return false;
    };

    if (take(start, NONE, NO_ARC, 0)) return Status::SOLVED;
    while (uint64_t waiting = open.size()) {
        counters.peak_open = std::max(counters.peak_open, waiting);
        const Pending next = pending[open.pop()];
        const Board& before = nodes[next.parent].board;
        const auto [board, cost] = iterated ? iterated->made(before, next.arc)
                                            : std::pair(moves.apply(before, next.arc), moves.cost(next.arc));
        if (take(board, next.parent, next.arc, cost)) return Status::SOLVED;
    }
    return Status::UNSOLVABLE;
}

}  // namespace arcwise
