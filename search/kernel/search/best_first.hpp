// The best-first loop of search/loops/loops.py, with every node's values kept.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include <optional>

#include "core/moves.hpp"
#include "core/request.hpp"
#include "core/walks.hpp"
#include "search/duplicate_rules.hpp"
#include "search/look_ahead.hpp"
#include "search/open_lists.hpp"

namespace arcwise {

// Every state once in open, as the entry that would be taken first: the sorted open list of Kantz (2005).
template <class Board>
class UniquePriority final : public OpenList {
   public:
    UniquePriority(const ChunkedArray<Node<Board>>& nodes, const Request& request, Meter& meter)
        : nodes_(nodes),
          request_(request),
          queue_(make_priority(Values::ANY, request.ties, request.seed, 1, meter)),
          states_(meter),
          index_(meter),
          kept_(meter) {}

    void extend(const Entries& siblings, std::optional<double> parent_f) override {
        kept_.clear();
        for (const Entry& entry : siblings) {
            uint32_t state = state_of(entry.node);
            uint32_t& current = states_[state].current;
            if (current != NONE && stands_first(nodes_[current], nodes_[entry.node])) continue;
            size_ += current == NONE;
            current = entry.node;
            kept_.push_back(entry);
        }
        queue_->extend(kept_, parent_f);
    }
    uint32_t pop() override {
        for (;;) {
            uint32_t node = queue_->pop();
            uint32_t& current = states_[state_of(node)].current;
            if (current != node) continue;
            current = NONE;
            --size_;
            return node;
        }
    }
    uint64_t size() const override { return size_; }
    void look(Vector<uint32_t>& next, size_t most) const override { queue_->look(next, most); }
    std::optional<double> taken() const override { return queue_->taken(); }

   private:
    struct State {
        uint32_t first;  // a node that has the board
        uint32_t current;
    };
    uint32_t state_of(uint32_t node) {
        const Board& board = nodes_[node].board;
        uint64_t hash = board.hash(), place;
        auto same = [&](uint32_t state) { return nodes_[states_[state].first].board == board; };
        uint32_t state = index_.find(hash, same, place);
        if (state == NONE) {
            state = states_.add({node, NONE});
            index_.insert(hash, place, state,
                          [&](uint32_t other) { return nodes_[states_[other].first].board.hash(); });
        }
        return state;
    }
    bool stands_first(const Node<Board>& present, const Node<Board>& newcomer) const {
        if (present.f != newcomer.f) return present.f < newcomer.f;
        const Ties ties = request_.ties;
        if (ties == Ties::OLDEST || ties == Ties::RANDOM) return true;
        const double g = request_.evaluation.of_g(present.g), other = request_.evaluation.of_g(newcomer.g);
        if (ties == Ties::LOWER_H && g != other) return g > other;
        return present.parent == newcomer.parent;
    }

    const ChunkedArray<Node<Board>>& nodes_;
    const Request& request_;
    std::unique_ptr<OpenList> queue_;
    ChunkedArray<State> states_;
    HashIndex index_;
    uint64_t size_ = 0;
    Entries kept_;
};

template <class Board>
class NodesOf final : public LookAhead<Board>::Nodes {
   public:
    NodesOf(const ChunkedArray<Node<Board>>& nodes, const DuplicateRule<Board>& rule) : nodes_(nodes), rule_(rule) {}
    typename LookAhead<Board>::Next next(uint32_t node) const override {
        return {nodes_[node].board, nodes_[node].arc, nodes_[node].g};
    }
    bool knows(const Board& board, double g) const override { return rule_.knows(board, g); }

   private:
    const ChunkedArray<Node<Board>>& nodes_;
    const DuplicateRule<Board>& rule_;
};

// Adds the arcs that lead to a node to an outcome's.
template <class Board>
void add_path(const ChunkedArray<Node<Board>>& nodes, uint32_t index, std::optional<Iterated<Board>>& iterated, Outcome& outcome) {
    const auto before = long(outcome.arcs.size()), steps = long(outcome.lengths.size());
    for (uint32_t at = index; nodes[at].parent != NONE; at = nodes[at].parent) {
        const size_t known = outcome.arcs.size();
        if (!iterated) {
            outcome.arcs.push_back(nodes[at].arc);
            continue;
        }
        iterated->unrolled(nodes[nodes[at].parent].board, nodes[at].arc, outcome.arcs);
        outcome.lengths.push_back(int(outcome.arcs.size() - known));
    }
    std::reverse(outcome.arcs.begin() + before, outcome.arcs.end());
    std::reverse(outcome.lengths.begin() + steps, outcome.lengths.end());
}

// is_goal(board) may be any test; `values` says what is known of every f. A solution's arcs are added to the
// outcome's, as are the counts.
template <class Board>
Status best_first(const Theory& theory, const Moves<Seen<Board>>& moves, Evaluator<Seen<Board>>& evaluator,
                  const Request& request, Rule duplicates, const Board& start,
                  const std::function<bool(const Board&)>& is_goal, Values values, Meter& meter, Outcome& outcome) {
    Counters& counters = outcome.counters;
    ChunkedArray<Node<Board>> nodes(meter);
    const auto rule_of = make_rule<Board>(duplicates, theory, nodes, meter, counters);
    DuplicateRule<Board>& rule = *rule_of;
    const std::unique_ptr<OpenList> open =
        request.order == Order::UNIQUE
            ? std::make_unique<UniquePriority<Board>>(nodes, request, meter)
            : make_open(request, values, meter);
    const NotesBound notes(*open, outcome);
    Entries children(meter);
    Vector<uint32_t> found(meter);
    LookAhead<Board> ahead(moves, evaluator, meter);
    const Trapped<Seen<Board>> trapped(theory, request.traps.get(), counters.trapped);
    const NodesOf<Board> all(nodes, rule);
    std::optional<Iterated<Board>> iterated;
    if (request.walks) iterated.emplace(theory, moves, *request.walks);

    ++counters.evaluated;
    double h = evaluator.estimate(start);
    if (h == DEAD_END) return Status::UNSOLVABLE;
    rule.rejects(start, 0);
    uint32_t root = nodes.add({start, 0, h, request.evaluation(0, h), NONE, 0, NONE, NO_ARC});
    rule.adopt(root);
    children.push_back({root, nodes[root].f});
    open->extend(children, std::nullopt);
    while (uint64_t waiting = open->size()) {
        counters.peak_open = std::max(counters.peak_open, waiting);
        uint32_t index = open->pop();
        if (!rule.enter(index)) continue;
        const Node<Board> node = nodes[index];
        if (is_goal(node.board)) {
            add_path(nodes, index, iterated, outcome);
            return Status::SOLVED;
        }
        meter.count_expansion(counters.operator_applications);
        const bool no_back = !request.move_back && node.parent != NONE;
        const Board parent = no_back ? nodes[node.parent].board : node.board;
        children.clear();
        if (!iterated) ahead.before(index, *open, counters.evaluated, all);
        evaluator.stand_at(node.board);
        const auto enter = [&](int arc, int length, double cost, const Board& made, auto&& estimate) {
            if (no_back && made == parent) return;
            ++counters.generated;
            counters.operator_applications += uint64_t(length);
            if (trapped(iterated ? NO_ARC : arc, made)) return;
            double g = node.g + cost;
            if (rule.rejects(made, g)) return;
            double h = estimate();
            ++counters.evaluated;
            double f = request.evaluation(g, h);
            uint32_t child = nodes.add({made, g, h, f, index, node.depth + 1, NONE, arc});
            rule.adopt(child);
            if (h != DEAD_END) children.push_back({child, f, request.evaluation.of_g(g)});
        };
        if (iterated) {
            iterated->each(node.board, [&](int arc, int length, double cost, const Board& made) {
                enter(arc, length, cost, made, [&] { return evaluator.estimate(made); });
            });
        } else {
            moves.each(node.board, moves.context_after(node.arc), found, [&](const Step<Seen<Board>>& step, const Board& made) {
                enter(step.arc, step.length, step.cost, made,
                      [&] { return evaluator.update(node.h, step.arc, node.board, made); });
            });
        }
        counters.inserted += children.size();
        open->extend(children, node.f);
    }
    return open->complete && rule.complete() ? Status::UNSOLVABLE : Status::INCOMPLETE;
}

}  // namespace arcwise
