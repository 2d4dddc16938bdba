#include "core/theory.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace arcwise {

namespace {

// Beyond this number of arcs, or of pairs that can follow each other, the table would cost more than it saves.
constexpr size_t MAX_FOLLOWED = 2048, MAX_CANDIDATES = 200'000;

std::vector<Write> writes_of(const Pattern& before, const Pattern& after) {
    std::unordered_map<Term, int> where;
    for (int cell = 0; cell < int(before.size()); ++cell) where.try_emplace(before[cell], cell);
    std::vector<Write> writes;
    for (int cell = 0; cell < int(after.size()); ++cell) {
        if (before[cell] == after[cell]) continue;
        Term term = after[cell];
        if (term >= 0) {
            writes.push_back({uint8_t(cell), Write::CONSTANT, uint8_t(term)});
        } else {
            auto found = where.find(term);
            if (found == where.end()) throw std::invalid_argument("after has a loose variable");
            writes.push_back({uint8_t(cell), uint8_t(found->second), 0});
        }
    }
    return writes;
}

}  // namespace

Condition condition_of(const Pattern& pattern) {
    Condition condition;
    std::unordered_map<Term, int> first;
    for (int cell = 0; cell < int(pattern.size()); ++cell) {
        Term term = pattern[cell];
        if (term >= 0) {
            condition.tests.push_back({uint8_t(cell), uint8_t(term)});
        } else if (auto [entry, is_new] = first.try_emplace(term, cell); !is_new) {
            condition.equals.push_back({uint8_t(entry->second), uint8_t(cell)});
        }
    }
    return condition;
}

Arc::Arc(Pattern before_, Pattern after_, double cost_, int length_, bool primitive_)
    : before(std::move(before_)),
      after(std::move(after_)),
      cost(cost_),
      length(length_),
      primitive(primitive_),
      condition(condition_of(before)),
      writes(writes_of(before, after)) {}

bool compatible(const Pattern& after, const Arc& next, bool permutation, Condition& rest) {
    rest = {};
    for (const Test& test : next.condition.tests) {
        Term term = after[test.cell];
        if (term >= 0 && term != test.symbol) return false;
        if (term >= 0) continue;
        if (permutation && std::find(after.begin(), after.end(), Term(test.symbol)) != after.end()) return false;
        rest.tests.push_back(test);
    }
    for (const Equal& equal : next.condition.equals) {
        Term one = after[equal.one], other = after[equal.other];
        if (one == other) continue;
        if (one >= 0 && other >= 0) return false;
        rest.equals.push_back(equal);
    }
    return true;
}

Theory::Theory(int cells_, int symbols_, bool permutation_, int blank_, std::vector<Arc> arcs_)
    : cells(cells_), symbols(symbols_), permutation(permutation_), blank(blank_), arcs(std::move(arcs_)) {
    if (cells < 1 || cells > MAX_CELLS) throw std::invalid_argument("1 to 64 cells");
    if (symbols < 1 || symbols > MAX_SYMBOLS) throw std::invalid_argument("1 to 256 symbols");
    for (const Arc& arc : arcs) {
        if (int(arc.before.size()) != cells || int(arc.after.size()) != cells)
            throw std::invalid_argument("an arc that does not fit the board");
        for (const Pattern* pattern : {&arc.before, &arc.after})
            for (Term term : *pattern)
                if (term >= symbols) throw std::invalid_argument("a foreign symbol");
    }
    std::vector<Candidate> any;
    for (int number = 0; number < int(arcs.size()); ++number) any.push_back({number, arcs[number].condition});
    follow_.push_back(std::move(any));
    if (arcs.size() > MAX_FOLLOWED) return;
    size_t total = 0;
    for (const Arc& last : arcs) {
        std::vector<Candidate> next;
        Condition rest;
        for (int number = 0; number < int(arcs.size()); ++number)
            if (compatible(last.after, arcs[number], permutation, rest)) next.push_back({number, rest});
        total += next.size();
        follow_.push_back(std::move(next));
        if (total > MAX_CANDIDATES) {
            follow_.resize(1);
            return;
        }
    }
}

bool Theory::invertible() const {
    for (const Arc& arc : arcs) {
        for (Term term : arc.before) {
            if (term >= 0) continue;
            bool kept = false;
            for (Term other : arc.after) kept |= other == term;
            if (!kept) return false;
        }
    }
    return true;
}

bool Theory::integral() const {
    for (const Arc& arc : arcs)
        if (arc.cost != std::floor(arc.cost) || arc.cost > 1e6) return false;
    return true;
}

Theory Theory::inverse() const {
    if (!invertible()) throw std::invalid_argument("an arc that cannot be undone");
    std::vector<Arc> undone;
    for (const Arc& arc : arcs) undone.push_back(arc.inverse());
    return Theory(cells, symbols, permutation, blank, std::move(undone));
}

}  // namespace arcwise
