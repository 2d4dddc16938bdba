// All arcs of a theory on boards, by what is known of the arcs that led to a board; and goals. For boards of any number of
// words they are compiled once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "core/selector.hpp"
#include "core/step.hpp"
#include "core/theory.hpp"

namespace arcwise {

// Arcs made ready for boards, by the context that a board is in: what is known of the arcs that led to it. Context 0 is any
// board's.
template <class View>
class Moves {
   public:
    // How many arcs of a context were left out, and how many primitive moves they are.
    struct LeftOut {
        uint32_t arcs = 0, length = 0;
    };

    // A board's context is the arc that made it, unless there are too many arcs.
    explicit Moves(const Theory& theory) : Moves(theory, false) {}

    // Without the arcs that would only undo the arc that made a board, where that is known.
    static const Moves& onward(const Theory& theory);

    int context_after(int last) const { return followed_ ? last + 1 : 0; }
    const LeftOut& left_out(int context) const { return contexts_[size_t(context)].left_out; }

    // Calls visit(step, successor) for every arc that matches a board in a context, in order; `found` is scratch space.
    template <class Board, class Visit>
    [[gnu::always_inline]] void each(const Board& board, int context, Vector<uint32_t>& found, Visit&& visit) const {
        const From<Board> from(board);
        each_arc(board, context, found, [&](const Step<View>& step) __attribute__((always_inline)) { visit(step, step.apply(from)); });
    }

    // The same without the successors.
    template <class Visit>
    [[gnu::always_inline]] void each_arc(const View& board, int context, Vector<uint32_t>& found, Visit&& visit) const {
        const Context& now = contexts_[size_t(context)];
        if (!now.selector) {
            for (const Step<View>& step : now.steps)
                if (now.certain || step.match(board)) visit(step);
            return;
        }
        select(now, board, found);
        for (uint32_t number : found) visit(now.steps[number]);
    }

    // What an arc makes of a board that it is known to match.
    template <class Board>
    Board apply(const Board& board, int arc) const {
        return contexts_[0].steps[size_t(arc)].apply(board);
    }

    bool matches(const View& board, int arc) const { return contexts_[0].steps[size_t(arc)].match(board); }
    double cost(int arc) const { return contexts_[0].steps[size_t(arc)].cost; }
    int length(int arc) const { return contexts_[0].steps[size_t(arc)].length; }

    // The most successors that a board can have.
    size_t most() const;

   private:
    struct Context {
        std::vector<Step<View>> steps;
        std::unique_ptr<const Selector> selector;  // of many steps
        bool certain = false;                      // all of them match
        LeftOut left_out;
    };

    // Apart from the loop of a search, whose variables it would take the registers from.
    [[gnu::noinline]] void select(const Context& now, const View& board, Vector<uint32_t>& found) const;
    Moves(const Theory& theory, bool onward);

    Layout<View> layout_;
    bool followed_;
    std::vector<Context> contexts_;
};

// What is made of a theory once for boards, and kept with it.
template <class View>
struct Prepared {
    Moves<View> moves;
    std::vector<Step<View>> undo;  // by arc; empty where an arc cannot be undone

    explicit Prepared(const Theory& theory);
    static const Prepared& of(const Theory& theory);
};

// A goal: a pattern, or any of several.
template <class View>
class Goal {
   public:
    Goal(const Theory& theory, const std::vector<Pattern>& patterns);
    bool operator()(const View& board) const {
        const auto holds = [&](uint32_t number) { return matches_[number](board); };
        if (selector_) return selector_->any([&](int cell) { return layout_.code(board, cell); }, holds);
        for (const Match<View>& match : matches_)
            if (match(board)) return true;
        return false;
    }

   private:
    Layout<View> layout_;
    std::vector<Match<View>> matches_;
    std::unique_ptr<const Selector> selector_;  // of many
};

}  // namespace arcwise
