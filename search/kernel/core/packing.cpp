#include "core/packing.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace arcwise {

namespace {

// Cells of an arc that must hold the same symbol, before or afterwards: those with the same variable.
template <class Visit>
void each_pair(const Arc& arc, Visit&& visit) {
    for (const Equal& equal : arc.condition.equals) visit(equal.one, equal.other);
    for (const Write& write : arc.writes)
        if (write.source != Write::CONSTANT) visit(write.source, write.cell);
}

}  // namespace

Packing::Packing(const Theory& theory) : fields_(size_t(theory.cells)), counts_(size_t(theory.cells)) {
    const auto cells = size_t(theory.cells);
    std::vector<bool> any(cells, false);
    std::vector<std::vector<Symbol>> held(cells);
    const auto hold = [&](const std::vector<Test>& tests) {
        for (const Test& test : tests) held[test.cell].push_back(test.symbol);
    };
    for (const Arc& arc : theory.arcs) {
        each_pair(arc, [&](int one, int other) { any[size_t(one)] = any[size_t(other)] = true; });
        for (const Test& test : arc.condition.tests) held[test.cell].push_back(test.symbol);
        for (const Write& write : arc.writes)
            if (write.source == Write::CONSTANT) held[write.cell].push_back(write.constant);
        for (const ConditionalEffect& effect : arc.conditional) hold(effect.tests), hold(effect.made);
    }
    hold(theory.axioms.cells);
    for (const std::vector<Axiom>& stratum : theory.axioms.strata)
        for (const Axiom& axiom : stratum) hold(axiom.tests), hold({axiom.made});
    for (size_t cell = 0; cell < theory.values.size(); ++cell)
        for (int symbol : theory.values[cell]) held[cell].push_back(Symbol(symbol));

    words_ = 1;
    int used = 0;
    uint32_t all = UINT32_MAX;  // where all symbols are
    for (size_t cell = 0; cell < cells; ++cell) {
        std::vector<Symbol>& own = held[cell];
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        if (own.empty()) own.push_back(0);
        counts_[cell] = any[cell] ? uint32_t(theory.symbols) : uint32_t(own.size());
        const int bits = std::bit_width(counts_[cell] - 1);
        if (used + bits > 64) {
            ++words_;
            used = 0;
        }
        Field& field = fields_[cell];
        field = {(uint64_t(1) << bits) - 1, uint32_t(symbols_.size()), uint16_t(words_ - 1), uint8_t(used & 63)};
        used += bits;
        // What lies beyond a cell's symbols is never read: codes come from symbols.
        if (!any[cell]) {
            symbols_.insert(symbols_.end(), own.begin(), own.end());
        } else if (all == UINT32_MAX) {
            all = uint32_t(symbols_.size());
            symbols_.resize(symbols_.size() + size_t(theory.symbols));
            std::iota(symbols_.begin() + all, symbols_.end(), Symbol(0));
        } else {
            field.codes = all;
        }
        own.clear();
        own.shrink_to_fit();
    }
}

const Packing& Packing::of(const Theory& theory) {
    return theory.kept<Packing>([&] { return std::make_shared<Packing>(theory); });
}

int Packing::code_of(int cell, int symbol) const {
    const Symbols own = symbols(cell);
    const Symbol* found = std::lower_bound(own.begin(), own.end(), symbol);
    return found == own.end() || *found != symbol ? IMPOSSIBLE : int(found - own.begin());
}

bool Packing::holds(const State& state) const {
    for (size_t cell = 0; cell < state.size(); ++cell)
        if (code_of(int(cell), state[cell]) == IMPOSSIBLE) return false;
    return true;
}

}  // namespace arcwise
