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

// A selector of many conditions by the codes that they test; none where it would not help.
template <class Board>
std::unique_ptr<const Selector> selector_of(const Layout<Board>& layout,
                                            const std::vector<const Condition*>& conditions) {
    if (conditions.size() <= 2 * Selector::FEW) return nullptr;
    const auto code_of = [&](const Test& test) { return layout.code_of(test.cell, test.symbol); };
    auto selector = std::make_unique<const Selector>(conditions, code_of);
    return selector->selects() ? std::move(selector) : nullptr;
}

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
    static const Moves& onward(const Theory& theory) {
        struct Onward {
            Moves moves;
        };
        return theory.kept<Onward>([&] { return std::shared_ptr<Onward>(new Onward{Moves(theory, true)}); }).moves;
    }

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

    double cost(int arc) const { return contexts_[0].steps[size_t(arc)].cost; }

    // The most successors that a board can have.
    size_t most() const {
        size_t most = 0;
        for (const Context& context : contexts_) most = std::max(most, context.steps.size());
        return most;
    }

   private:
    struct Context {
        std::vector<Step<View>> steps;
        std::unique_ptr<const Selector> selector;  // of many steps
        bool certain = false;                      // all of them match
        LeftOut left_out;
    };

    // Apart from the loop of a search, whose variables it would take the registers from.
    [[gnu::noinline]] void select(const Context& now, const View& board, Vector<uint32_t>& found) const {
        now.selector->select([&](int cell) { return layout_.code(board, cell); }, found,
                             [&](uint32_t number) { return now.steps[number].match(board); });
    }

    Moves(const Theory& theory, bool onward) : layout_(theory), followed_(theory.follow().size() > 1) {
        const auto beyond = beyond_of(layout_, theory);
        for (int last = NO_ARC; const auto& candidates : theory.follow()) {
            Context context;
            std::vector<const Condition*> conditions;
            context.certain = true;
            for (const Candidate& next : candidates) {
                const Arc& arc = theory.arcs[size_t(next.arc)];
                if (onward && last != NO_ARC && next.rest.empty() && undoes(theory.arcs[size_t(last)], arc)) {
                    ++context.left_out.arcs;
                    context.left_out.length += uint32_t(arc.length);
                    continue;
                }
                conditions.push_back(&next.rest);
                context.certain &= next.rest.empty();
                context.steps.emplace_back(layout_, next.arc, followed_ ? next.arc + 1 : 0, next.rest, arc,
                                           beyond[size_t(next.arc)]);
            }
            context.selector = selector_of(layout_, conditions);
            contexts_.push_back(std::move(context));
            ++last;
        }
    }

    Layout<View> layout_;
    bool followed_;
    std::vector<Context> contexts_;
};

// What is made of a theory once for boards, and kept with it.
template <class View>
struct Prepared {
    Moves<View> moves;
    std::vector<Step<View>> undo;  // by arc; empty where an arc cannot be undone

    explicit Prepared(const Theory& theory) : moves(theory) {
        if (!theory.invertible()) return;
        for (int arc = 0; arc < int(theory.arcs.size()); ++arc)
            undo.emplace_back(Layout<View>(theory), arc, 0, Condition{}, theory.arcs[size_t(arc)].inverse());
    }

    static const Prepared& of(const Theory& theory) {
        return theory.kept<Prepared>([&] { return std::make_shared<Prepared>(theory); });
    }
};

// A goal: a pattern, or any of several.
template <class View>
class Goal {
   public:
    Goal(const Theory& theory, const std::vector<Pattern>& patterns) : layout_(theory) {
        std::vector<Condition> conditions;
        for (const Pattern& pattern : patterns) conditions.push_back(condition_of(pattern));
        std::vector<const Condition*> all;
        for (const Condition& condition : conditions) {
            matches_.emplace_back(layout_, condition);
            all.push_back(&condition);
        }
        selector_ = selector_of(layout_, all);
    }
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

extern template class Moves<Nibbles>;
extern template class Moves<PackedView>;
extern template struct Prepared<Nibbles>;
extern template struct Prepared<PackedView>;
extern template class Goal<Nibbles>;
extern template class Goal<PackedView>;

}  // namespace arcwise
