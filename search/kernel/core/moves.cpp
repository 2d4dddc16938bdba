#include "core/moves.hpp"

#include <algorithm>

namespace arcwise {

namespace {

// A selector of many conditions by the codes that they test; none where it would not help.
template <class View>
std::unique_ptr<const Selector> selector_of(const Layout<View>& layout, const std::vector<const Condition*>& conditions) {
    if (conditions.size() <= 2 * Selector::FEW) return nullptr;
    const auto code_of = [&](const Test& test) { return layout.code_of(test.cell, test.symbol); };
    auto selector = std::make_unique<const Selector>(conditions, code_of);
    return selector->selects() ? std::move(selector) : nullptr;
}

}  // namespace

template <class View>
Moves<View>::Moves(const Theory& theory, bool onward) : layout_(theory), followed_(theory.follow().size() > 1) {
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

template <class View>
const Moves<View>& Moves<View>::onward(const Theory& theory) {
    struct Onward {
        Moves moves;
    };
    return theory.kept<Onward>([&] { return std::shared_ptr<Onward>(new Onward{Moves(theory, true)}); }).moves;
}

template <class View>
void Moves<View>::select(const Context& now, const View& board, Vector<uint32_t>& found) const {
    now.selector->select([&](int cell) { return layout_.code(board, cell); }, found,
                         [&](uint32_t number) { return now.steps[number].match(board); });
}

template <class View>
size_t Moves<View>::most() const {
    size_t most = 0;
    for (const Context& context : contexts_) most = std::max(most, context.steps.size());
    return most;
}

template <class View>
Prepared<View>::Prepared(const Theory& theory) : moves(theory) {
    if (!theory.invertible()) return;
    for (int arc = 0; arc < int(theory.arcs.size()); ++arc)
        undo.emplace_back(Layout<View>(theory), arc, 0, Condition{}, theory.arcs[size_t(arc)].inverse());
}

template <class View>
const Prepared<View>& Prepared<View>::of(const Theory& theory) {
    return theory.kept<Prepared>([&] { return std::make_shared<Prepared>(theory); });
}

template <class View>
Goal<View>::Goal(const Theory& theory, const std::vector<Pattern>& patterns) : layout_(theory) {
    std::vector<Condition> conditions;
    for (const Pattern& pattern : patterns) conditions.push_back(condition_of(pattern));
    std::vector<const Condition*> all;
    for (const Condition& condition : conditions) {
        matches_.emplace_back(layout_, condition);
        all.push_back(&condition);
    }
    selector_ = selector_of(layout_, all);
}

template class Moves<Nibbles>;
template class Moves<PackedView>;
template struct Prepared<Nibbles>;
template struct Prepared<PackedView>;
template class Goal<Nibbles>;
template class Goal<PackedView>;

}  // namespace arcwise
