#include "core/theory.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>

namespace arcwise {

namespace {

// Beyond this number of arcs, or of pairs that can follow each other, the table would cost more than it saves.
constexpr size_t MAX_FOLLOWED = 2048, MAX_CANDIDATES = 200'000;

// What the variables of cells that an arc does not name begin at.
constexpr Term UNNAMED = -(1 << 24);

Condition condition_of(const std::vector<int>& cells, const Pattern& pattern) {
    Condition condition;
    std::unordered_map<Term, int> first;
    for (size_t place = 0; place < pattern.size(); ++place) {
        const Term term = pattern[place];
        const int cell = cells[place];
        if (term >= 0) {
            condition.tests.push_back({uint16_t(cell), Symbol(term)});
        } else if (auto [entry, is_new] = first.try_emplace(term, cell); !is_new) {
            condition.equals.push_back({uint16_t(entry->second), uint16_t(cell)});
        }
    }
    return condition;
}

std::vector<Write> writes_of(const std::vector<int>& cells, const Pattern& before, const Pattern& after) {
    std::unordered_map<Term, int> where;
    for (size_t place = 0; place < before.size(); ++place) where.try_emplace(before[place], cells[place]);
    std::vector<Write> writes;
    for (size_t place = 0; place < after.size(); ++place) {
        if (before[place] == after[place]) continue;
        const Term term = after[place];
        if (term >= 0) {
            writes.push_back({uint16_t(cells[place]), Write::CONSTANT, Symbol(term)});
        } else {
            auto found = where.find(term);
            if (found == where.end()) throw std::invalid_argument("after has a loose variable");
            writes.push_back({uint16_t(cells[place]), uint16_t(found->second), 0});
        }
    }
    return writes;
}

// Whether one arc can follow another; calls test(of a symbol) and equal(of two cells) with what is left to be asked then.
template <class Tested, class Equalled>
bool compatible(const Arc& last, const Arc& next, bool permutation, Tested&& tested, Equalled&& equalled) {
    for (const Test& test : next.condition.tests) {
        if (last.is_unsure(test.cell)) {
            tested(test);
            continue;
        }
        const Term term = last.term_after(test.cell);
        if (term >= 0 && term != test.symbol) return false;
        if (term >= 0) continue;
        if (permutation && std::find(last.after.begin(), last.after.end(), Term(test.symbol)) != last.after.end())
            return false;
        tested(test);
    }
    for (const Equal& equal : next.condition.equals) {
        const Term one = last.term_after(equal.one), other = last.term_after(equal.other);
        if (one == other) continue;
        if (one >= 0 && other >= 0) return false;
        equalled(equal);
    }
    return true;
}

// Whether more than `most` pairs of arcs can follow each other.
bool more_pairs(const std::vector<Arc>& arcs, bool permutation, size_t most) {
    if (arcs.size() * arcs.size() <= most) return false;
    size_t total = 0;
    for (const Arc& last : arcs) {
        for (const Arc& next : arcs) total += compatible(last, next, permutation, [](const Test&) {}, [](const Equal&) {});
        if (total > most) return true;
    }
    return false;
}

}  // namespace

Condition condition_of(const Pattern& pattern) {
    std::vector<int> cells(pattern.size());
    std::iota(cells.begin(), cells.end(), 0);
    return condition_of(cells, pattern);
}

Arc::Arc(std::vector<int> cells_, Pattern before_, Pattern after_, double cost_, int length_, bool primitive_)
    : cells(std::move(cells_)),
      before(std::move(before_)),
      after(std::move(after_)),
      cost(cost_),
      length(length_),
      primitive(primitive_) {
    if (before.size() != cells.size() || after.size() != cells.size())
        throw std::invalid_argument("an arc with a term before and after for every cell that it names");
    if (!std::is_sorted(cells.begin(), cells.end(), std::less_equal<>()))
        throw std::invalid_argument("an arc whose cells are not in ascending order");
    if (!cells.empty() && (cells.front() < 0 || cells.back() >= MAX_CELLS))
        throw std::invalid_argument("an arc that does not fit the board");
    for (const Pattern* pattern : {&before, &after})
        for (Term term : *pattern)
            if (term >= MAX_SYMBOLS) throw std::invalid_argument("a foreign symbol");
    condition = condition_of(cells, before);
    writes = writes_of(cells, before, after);
}

Term Arc::term(const Pattern& terms, int cell) const {
    const auto found = std::lower_bound(cells.begin(), cells.end(), cell);
    return found == cells.end() || *found != cell ? UNNAMED - cell : terms[size_t(found - cells.begin())];
}

Pattern Arc::whole(const Pattern& terms, int size) const {
    Term last = 0;
    for (Term term : before) last = std::min(last, term);
    Pattern pattern(static_cast<size_t>(size));
    for (int cell = 0; cell < size; ++cell) pattern[size_t(cell)] = last - 1 - cell;
    for (size_t place = 0; place < cells.size(); ++place) pattern[size_t(cells[place])] = terms[place];
    return pattern;
}

bool compatible(const Arc& last, const Arc& next, bool permutation, Condition& rest) {
    rest = {};
    return compatible(
        last, next, permutation, [&](const Test& test) { rest.tests.push_back(test); },
        [&](const Equal& equal) { rest.equals.push_back(equal); });
}

bool undoes(const Arc& last, const Arc& next) {
    if (!last.plain() || !next.plain()) return false;
    for (const Write& write : next.writes) {
        const Term made = write.source == Write::CONSTANT ? Term(write.constant) : last.term_after(write.source);
        if (made != last.term_before(write.cell)) return false;
    }
    return std::all_of(last.writes.begin(), last.writes.end(), [&](const Write& write) {
        return std::any_of(next.writes.begin(), next.writes.end(),
                           [&](const Write& back) { return back.cell == write.cell; });
    });
}

Theory::Theory(int cells_, int symbols_, bool permutation_, int blank_, std::vector<Arc> arcs_,
               std::vector<std::vector<int>> values_, int64_t denominator_, Axioms axioms_)
    : cells(cells_),
      symbols(symbols_),
      permutation(permutation_),
      blank(blank_),
      arcs(std::move(arcs_)),
      values(std::move(values_)),
      denominator(denominator_),
      axioms(std::move(axioms_)) {
    if (cells < 1 || cells > MAX_CELLS) throw std::invalid_argument("1 to 32,767 cells");
    if (symbols < 1 || symbols > MAX_SYMBOLS) throw std::invalid_argument("1 to 65,536 symbols");
    for (const Arc& arc : arcs) {
        if (!arc.cells.empty() && arc.cells.back() >= cells)
            throw std::invalid_argument("an arc that does not fit the board");
        for (const Pattern* pattern : {&arc.before, &arc.after})
            for (Term term : *pattern)
                if (term >= symbols) throw std::invalid_argument("a foreign symbol");
    }
    const auto fit = [&](const std::vector<Test>& tests) {
        for (const Test& test : tests)
            if (test.cell >= cells || test.symbol >= symbols) throw std::invalid_argument("a foreign cell or symbol");
    };
    fit(axioms.cells);
    for (const std::vector<Axiom>& stratum : axioms.strata)
        for (const Axiom& axiom : stratum) fit(axiom.tests), fit({axiom.made});
    for (Arc& arc : arcs) {
        for (const ConditionalEffect& effect : arc.conditional) {
            fit(effect.tests), fit(effect.made);
            for (const Test& made : effect.made) arc.unsure.push_back(made.cell);
        }
        if (arc.derives)
            for (const Test& derived : axioms.cells) arc.unsure.push_back(derived.cell);
        std::sort(arc.unsure.begin(), arc.unsure.end());
        arc.unsure.erase(std::unique(arc.unsure.begin(), arc.unsure.end()), arc.unsure.end());
    }
    if (denominator < 1) throw std::invalid_argument("a denominator below 1");
    if (denominator > 1)
        for (Arc& arc : arcs) arc.units = std::rint(arc.cost * double(denominator));
    if (!values.empty() && int(values.size()) != cells) throw std::invalid_argument("values for another board");
    for (const std::vector<int>& held : values)
        for (int symbol : held)
            if (symbol < 0 || symbol >= symbols) throw std::invalid_argument("a foreign symbol");
    std::vector<Candidate> any;
    for (int number = 0; number < int(arcs.size()); ++number) any.push_back({number, arcs[number].condition});
    follow_.push_back(std::move(any));
    if (arcs.size() > MAX_FOLLOWED || more_pairs(arcs, permutation, MAX_CANDIDATES)) return;
    for (const Arc& last : arcs) {
        std::vector<Candidate> next;
        Condition rest;
        for (int number = 0; number < int(arcs.size()); ++number)
            if (compatible(last, arcs[size_t(number)], permutation, rest)) next.push_back({number, rest});
        follow_.push_back(std::move(next));
    }
}

bool Theory::plain() const {
    return std::all_of(arcs.begin(), arcs.end(), [](const Arc& arc) { return arc.plain(); });
}

bool Theory::invertible() const {
    if (!plain()) return false;
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
        if (arc.units != std::floor(arc.units) || arc.units > MAX_UNITS) return false;
    return true;
}

Theory Theory::inverse() const {
    if (!invertible()) throw std::invalid_argument("an arc that cannot be undone");
    std::vector<Arc> undone;
    for (const Arc& arc : arcs) undone.push_back(arc.inverse());
    return Theory(cells, symbols, permutation, blank, std::move(undone), values, denominator);
}

}  // namespace arcwise
