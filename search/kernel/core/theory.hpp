// A theory as the kernel sees it: cells and symbols are small numbers, arcs are tests and writes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <typeindex>
#include <vector>

namespace arcwise {

constexpr int MAX_CELLS = 32'767;
constexpr int MAX_SYMBOLS = 65'536;
constexpr int NO_ARC = -1;
constexpr double MAX_UNITS = 8'589'934'592;  // 2^33, of an arc's cost, for sums that are exact

using Symbol = uint16_t;
// A state outside of the kernel: the symbol of every cell.
using State = std::vector<Symbol>;

// A term is a symbol (0 or more) or a variable (-1 for the first, -2 for the second, ...).
using Term = int;
using Pattern = std::vector<Term>;

struct Test {
    uint16_t cell;
    Symbol symbol;
    bool operator==(const Test&) const = default;
};

struct Equal {
    uint16_t one, other;
    bool operator==(const Equal&) const = default;
};

// What a pattern requires of a state.
struct Condition {
    std::vector<Test> tests;
    std::vector<Equal> equals;

    template <class Cell>
    bool holds(const Cell* cells) const {
        for (const Test& test : tests)
            if (cells[test.cell] != test.symbol) return false;
        for (const Equal& equal : equals)
            if (cells[equal.one] != cells[equal.other]) return false;
        return true;
    }
    bool empty() const { return tests.empty() && equals.empty(); }
};

Condition condition_of(const Pattern& pattern);

// What a cell holds afterwards: the symbol that `source` held before, or `constant` where source is CONSTANT.
struct Write {
    static constexpr uint16_t CONSTANT = 0xFFFF;
    uint16_t cell, source;
    Symbol constant;
};

// What an arc sets too, if the board before it holds some symbols.
struct ConditionalEffect {
    std::vector<Test> tests, made;
};

// What a derived cell holds where some cells hold some symbols.
struct Axiom {
    std::vector<Test> tests;
    Test made;
};

// Cells that are derived from the others: what each holds where no axiom applies, and the axioms. Those of a stratum
// are taken until they change nothing more.
struct Axioms {
    std::vector<Test> cells;
    std::vector<std::vector<Axiom>> strata;
};

struct Arc {
    // The cells that it tests, changes or copies, in ascending order, and their terms. Every other cell keeps what it
    // holds, whatever that is.
    std::vector<int> cells;
    Pattern before, after;
    double cost;
    double units = cost;  // the cost times the theory's denominator
    int length;           // primitive moves
    bool primitive;
    Condition condition;
    std::vector<Write> writes;  // the cells whose term changes, in the order of the cells
    std::vector<ConditionalEffect> conditional;  // of the board before it; where two set one cell the later one counts
    bool derives = false;                        // whether derived cells may hold something else afterwards
    std::vector<int> unsure;                     // the cells, ascending, of which `after` does not say what they hold

    Arc(std::vector<int> cells, Pattern before, Pattern after, double cost, int length, bool primitive);
    Arc inverse() const { return Arc(cells, after, before, cost, length, primitive); }

    // Whether `after` says all that it does.
    bool plain() const { return conditional.empty() && !derives; }
    bool is_unsure(int cell) const { return std::binary_search(unsure.begin(), unsure.end(), cell); }

    // The term of any cell; a variable of its own for one that is not named.
    Term term_before(int cell) const { return term(before, cell); }
    Term term_after(int cell) const { return term(after, cell); }
    // The patterns of all `size` cells.
    Pattern whole_before(int size) const { return whole(before, size); }
    Pattern whole_after(int size) const { return whole(after, size); }

   private:
    Term term(const Pattern& terms, int cell) const;
    Pattern whole(const Pattern& terms, int size) const;
};

// An arc that may be possible after another one, with what of its condition the other one does not ensure.
struct Candidate {
    int arc;
    Condition rest;
};

struct Theory {
    int cells;
    int symbols;
    bool permutation;  // every symbol stands exactly once in every state
    int blank;         // the symbol that stands for no tile, or -1
    std::vector<Arc> arcs;
    std::vector<std::vector<int>> values;  // by cell: symbols that it may hold, besides those that arcs name
    int64_t denominator;                   // makes whole numbers of costs, so that sums of them are exact; or 1
    Axioms axioms;                         // of the arcs that derive

    // `values` may be empty.
    Theory(int cells, int symbols, bool permutation, int blank, std::vector<Arc> arcs,
           std::vector<std::vector<int>> values = {}, int64_t denominator = 1, Axioms axioms = {});
    // What is kept refers to the theory, so it stays where it is.
    Theory(const Theory&) = delete;
    Theory& operator=(const Theory&) = delete;

    // The arcs to try, in order: in any state (entry 0) and, unless there are too many arcs, in a state that arc n
    // made (entry n + 1).
    const std::vector<std::vector<Candidate>>& follow() const { return follow_; }
    const std::vector<Candidate>& after(int last) const { return follow_[follow_.size() == 1 ? 0 : size_t(last + 1)]; }

    // The arcs that undo these, in the same order; throws std::invalid_argument where one cannot be undone.
    Theory inverse() const;
    bool invertible() const;
    bool plain() const;     // whether all arcs are
    bool integral() const;  // whether all costs are whole numbers of units

    // Something worked out from the theory by `make`, once; there is one of every type. To make one may ask for others.
    template <class Thing, class Make>
    const Thing& kept(Make&& make) const {
        std::lock_guard guard(*keeping_);
        std::shared_ptr<void>& thing = kept_[std::type_index(typeid(Thing))];
        if (!thing) thing = make();
        return *static_cast<const Thing*>(thing.get());
    }

   private:
    std::vector<std::vector<Candidate>> follow_;
    mutable std::map<std::type_index, std::shared_ptr<void>> kept_;
    std::shared_ptr<std::recursive_mutex> keeping_ = std::make_shared<std::recursive_mutex>();
};

// Whether arc `next` may match a state that arc `last` made; if so, `rest` is what is left to be tested. In a
// permutation a symbol that stands in one cell stands in no other.
bool compatible(const Arc& last, const Arc& next, bool permutation, Condition& rest);

// Whether arc `next` makes, wherever it matches what arc `last` made, the state again that arc `last` was used in.
bool undoes(const Arc& last, const Arc& next);

}  // namespace arcwise
