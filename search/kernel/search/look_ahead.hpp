// Where a heuristic is quick only for many boards at once, the successors of nodes that are next in open are evaluated
// together with those of the node that is expanded. The order of expansions and what is counted stay as they are.
#pragma once

#include <algorithm>

#include "core/moves.hpp"
#include "core/evaluator.hpp"
#include "core/request.hpp"
#include "search/open_lists.hpp"

namespace arcwise {

template <class Board>
class LookAhead {
   public:
    // What is to be known of a node.
    struct Next {
        Board board;
        int arc;
        double g;
    };
    // A search's nodes: what is next of any, and whether a successor is dropped without being evaluated.
    class Nodes {
       public:
        virtual Next next(uint32_t node) const = 0;
        virtual bool knows(const Board& board, double g) const = 0;

       protected:
        ~Nodes() = default;
    };

    LookAhead(const Moves<Seen<Board>>& moves, Evaluator<Seen<Board>>& evaluator, Meter& meter)
        : moves_(moves), many_(evaluator.many_at_once()), done_(meter), next_(meter), found_(meter) {}

    // To be called before a node's successors are evaluated. No more is evaluated in advance than was asked for so far.
    void before(uint32_t node, const OpenList& open, uint64_t evaluated, const Nodes& nodes) {
        if (many_ && !is_done(node)) note_and_ask(node, open, evaluated, nodes);
    }

   private:
    bool is_done(uint32_t node) const { return node < done_.size() && done_[node]; }

    [[gnu::noinline]] void note_and_ask(uint32_t node, const OpenList& open, uint64_t evaluated, const Nodes& nodes) {
        const auto note = [&](uint32_t node) {
            const Next next = nodes.next(node);
            moves_.each(next.board, moves_.context_after(next.arc), found_, [&](const Step<Seen<Board>>& step, const Board& made) {
                if (!nodes.knows(made, next.g + step.cost)) many_->note(made);
            });
            if (forgotten_ != many_->forgotten()) {
                forgotten_ = many_->forgotten();
                std::fill(done_.begin(), done_.end(), false);
            }
            if (node >= done_.size()) done_.resize(std::max(size_t(node) + 1, 2 * done_.size()));
            done_[node] = true;
        };
        note(node);
        if (!many_->noted()) return;
        const size_t enough = std::min(size_t(evaluated), many_->most());
        next_.clear();
        open.look(next_, enough);
        for (uint32_t other : next_) {
            if (many_->noted() >= enough) break;
            if (!is_done(other)) note(other);
        }
        many_->ask();
    }

    const Moves<Seen<Board>>& moves_;
    ManyAtOnce<Seen<Board>>* const many_;
    Vector<bool> done_;  // by node: its successors are evaluated
    Vector<uint32_t> next_, found_;
    uint64_t forgotten_ = 0;
};

}  // namespace arcwise
