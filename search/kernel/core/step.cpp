#include "core/step.hpp"

#include <map>

namespace arcwise {

// Axioms ready for boards.
template <class Board>
class Derivation {
   public:
    Derivation(const Layout<Board>& layout, const Axioms& axioms) : first_(layout, {axioms.cells, {}}) {
        for (const std::vector<Axiom>& stratum : axioms.strata) {
            strata_.emplace_back();
            for (const Axiom& axiom : stratum)
                strata_.back().push_back({Match<Board>(layout, {axiom.tests, {}}), Match<Board>(layout, {{axiom.made}, {}})});
        }
    }
    void settle(typename Layout<Board>::Making board) const {
        first_.put(board);
        for (const std::vector<Rule>& stratum : strata_)
            for (bool changed = true; changed;) {
                changed = false;
                for (const Rule& rule : stratum)
                    if (!rule.made(board) && rule.match(board)) {
                        rule.made.put(board);
                        changed = true;
                    }
            }
    }

   private:
    struct Rule {
        Match<Board> match, made;
    };
    Match<Board> first_;
    std::vector<std::vector<Rule>> strata_;
};

template <class Board>
Beyond<Board>::Beyond(const Layout<Board>& layout, const Arc& arc, std::shared_ptr<const Derivation<Board>> derivation)
    : derivation_(arc.derives ? std::move(derivation) : nullptr) {
    for (const ConditionalEffect& effect : arc.conditional)
        effects_.push_back({Match<Board>(layout, {effect.tests, {}}), Match<Board>(layout, {effect.made, {}})});
}

template <class Board>
void Beyond<Board>::apply(const Board& before, typename Layout<Board>::Making made) const {
    for (const Effect& effect : effects_)
        if (effect.match(before)) effect.made.put(made);
    if (derivation_) derivation_->settle(made);
}

template <class Board>
std::vector<std::shared_ptr<const Beyond<Board>>> beyond_of(const Layout<Board>& layout, const Theory& theory) {
    std::vector<std::shared_ptr<const Beyond<Board>>> found(theory.arcs.size());
    if (theory.plain()) return found;
    const auto derivation = std::make_shared<const Derivation<Board>>(layout, theory.axioms);
    for (size_t number = 0; number < found.size(); ++number)
        if (const Arc& arc = theory.arcs[number]; !arc.plain())
            found[number] = std::make_shared<const Beyond<Board>>(layout, arc, derivation);
    return found;
}

template class Beyond<Nibbles>;
template class Beyond<PackedView>;
template std::vector<std::shared_ptr<const Beyond<Nibbles>>> beyond_of(const Layout<Nibbles>&, const Theory&);
template std::vector<std::shared_ptr<const Beyond<PackedView>>> beyond_of(const Layout<PackedView>&, const Theory&);

Match<PackedView>::Match(const Layout<PackedView>& layout, const Condition& condition) {
    std::map<uint32_t, Word> words;
    bool possible = true;
    for (const Test& test : condition.tests) {
        const Field& field = layout.field(test.cell);
        const int code = layout.code_of(test.cell, test.symbol);
        possible &= code != Packing::IMPOSSIBLE;
        Word& word = words[field.word];
        word.word = field.word;
        word.mask |= field.mask << field.shift;
        word.value |= uint64_t(code) << field.shift;
    }
    for (const auto& [number, word] : words) more.push_back(word);
    if (!more.empty()) {
        first = more.front();
        more.erase(more.begin());
    }
    if (!possible) first = {0, 1, 0};
    for (const Equal& equal : condition.equals)
        equals.emplace_back(layout.field(equal.one), layout.field(equal.other));
}

Step<PackedView>::Step(const Layout<PackedView>& layout, int number, int context, const Condition& rest, const Arc& arc,
                       std::shared_ptr<const Beyond<PackedView>> beyond)
    : StepOf{number, context, arc.length, arc.units}, match(layout, rest), beyond(std::move(beyond)) {
    std::map<uint32_t, Rewrite> words;
    for (const Write& write : arc.writes) {
        const Field& to = layout.field(write.cell);
        Rewrite& word = words.try_emplace(to.word, Rewrite{~uint64_t(0), 0, to.word}).first->second;
        word.keep &= ~(to.mask << to.shift);
        if (write.source == Write::CONSTANT) {
            word.value |= uint64_t(layout.code_of(write.cell, write.constant)) << to.shift;
        } else {
            const Field& from = layout.field(write.source);
            copies.push_back({to.mask, from.word, to.word, from.shift, to.shift});
        }
    }
    for (const auto& [number, word] : words) rewrites.push_back(word);
}

Step<Nibbles>::Step(const Layout<Nibbles>& layout, int number, int context, const Condition& rest, const Arc& arc,
                    std::shared_ptr<const Beyond<Nibbles>> beyond)
    : StepOf{number, context, arc.length, arc.units}, match(layout, rest), beyond(std::move(beyond)) {
    uint64_t turned[2][Nibbles::MAX_CELLS] = {};  // by order and distance: the cells that are reached
    uint64_t left = 0;
    for (const Write& write : arc.writes) {
        const uint64_t cell = uint64_t(15) << (4 * write.cell);
        keep &= ~cell;
        if (write.source == Write::CONSTANT) {
            constants |= uint64_t(write.constant) << (4 * write.cell);
            continue;
        }
        left |= cell;
        turned[0][(write.cell - write.source) & 15] |= cell;
        turned[1][(write.cell + write.source + 1) & 15] |= cell;
    }
    // The turn that carries the most of the cells that are left, again and again.
    for (bool is_first = true; left; is_first = false) {
        Turn most;
        for (int order = 0; order < 2; ++order)
            for (int distance = 0; distance < Nibbles::MAX_CELLS; ++distance)
                if (const uint64_t mask = turned[order][distance] & left; std::popcount(mask) > std::popcount(most.mask))
                    most = {mask, -uint64_t(order), 4 * distance};
        is_first ? void(first = most) : more.push_back(most);
        left &= ~most.mask;
    }
}

}  // namespace arcwise
