// Heuristics as they are handed over: what they say, for boards of any kind. search/evaluators.cpp makes of one what a
// search asks.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/lists.hpp"
#include "core/theory.hpp"

namespace arcwise {

// Small numbers of units of 1 / each, which values have to be.
struct Units {
    double most;
    double each = 1;
    bool exact = true;  // or f will be rounded to whole units
    bool fit(double value) const {
        const double units = value * each;
        return (!exact || units == std::floor(units)) && units <= most;
    }
};

class Heuristic {
   public:
    virtual ~Heuristic() = default;
    // Whether all values fit such units, or are sums of a few that do.
    virtual bool whole(const Units& units) const = 0;
    // Whether that is only hoped for, since nobody knows a value before it is asked for.
    virtual bool hopes() const { return false; }
    // Throws std::invalid_argument where it was not made for such a theory and start.
    virtual void check(const Theory&, const State&) const {}
};

class Zero final : public Heuristic {
   public:
    bool whole(const Units&) const override { return true; }
};

// A sum over cells.
class CellSum : public Heuristic {
   public:
    CellSum(std::vector<int> cells, std::vector<double> table) : cells(std::move(cells)), table(std::move(table)) {}
    bool whole(const Units& units) const override {
        for (double value : table)
            if (!units.fit(value)) return false;
        return true;
    }
    void check(const Theory& theory, const State&) const override {
        bool fits = table.size() == cells.size() * size_t(theory.symbols);
        for (int cell : cells) fits &= 0 <= cell && cell < theory.cells;
        if (!fits) throw std::invalid_argument("a heuristic with one value for every symbol in some cells");
    }

    const std::vector<int> cells;     // in ascending order; the others count nothing
    const std::vector<double> table;  // by place among these cells, and symbol
};

// The same, and detours of the symbols that stand in their line in the wrong order.
class LinearConflict final : public CellSum {
   public:
    LinearConflict(std::vector<int> cells, std::vector<double> table, std::vector<std::vector<int>> lines,
                   std::vector<std::vector<int>> lines_of, std::vector<std::vector<int>> place, double detour)
        : CellSum(std::move(cells), std::move(table)),
          lines(std::move(lines)),
          lines_of(std::move(lines_of)),
          place(std::move(place)),
          detour(detour) {}
    bool whole(const Units& units) const override { return CellSum::whole(units) && units.fit(detour); }
    void check(const Theory& theory, const State& start) const override;

    // By arc: the lines that it changes.
    Lists<int> touched(const Theory& theory) const;

    const std::vector<std::vector<int>> lines;     // the cells of every line
    const std::vector<std::vector<int>> lines_of;  // the lines of every cell
    const std::vector<std::vector<int>> place;     // by line and symbol: where it belongs in the line, -1 for nowhere
    const double detour;
};

// How many symbols of a line of so many cells stand outside a longest increasing subsequence, given where those that belong
// there belong in it.
int crowded_out(const std::vector<int>& order);

// The same by a line's code, the sum of (length + 1)^i times the place of the symbol in cell i, from 1, or 0 for one that
// belongs elsewhere; null for lines that are too long for a table.
const uint8_t* crowded_out_of(size_t length);

// A sum over pairs of cells; the number of cells stands for a wall, which holds a symbol of its own.
class PairSum final : public Heuristic {
   public:
    PairSum(std::vector<int> ones, std::vector<int> others, std::vector<double> table)
        : ones(std::move(ones)), others(std::move(others)), table(std::move(table)) {}
    bool whole(const Units& units) const override {
        for (double value : table)
            if (!units.fit(value)) return false;
        return true;
    }
    void check(const Theory& theory, const State& start) const override;

    const std::vector<int> ones, others;  // the cells of every pair
    const std::vector<double> table;  // by the symbols of the one and the other, the wall's last
};

// A function of many states at once from outside of the kernel, such as one written in Python. That its values are small
// whole numbers is believed until one is not.
class BatchFunction final : public Heuristic {
   public:
    // Of the cells of some states, one state after the other: a value for each state.
    using Function = std::function<std::vector<double>(const std::vector<int64_t>&)>;
    BatchFunction(std::vector<int64_t> numbers, Function function)
        : numbers(std::move(numbers)), function(std::move(function)) {}
    bool whole(const Units&) const override { return true; }
    bool hopes() const override { return true; }
    void check(const Theory& theory, const State&) const override {
        if (numbers.size() != size_t(theory.symbols)) throw std::invalid_argument("a number for every symbol");
    }

    static constexpr double MOST = 4096;
    const std::vector<int64_t> numbers;  // by symbol: what the function knows it by
    const Function function;
};

// The least of several, such as those of several goals.
class Minimum final : public Heuristic {
   public:
    explicit Minimum(std::vector<std::shared_ptr<const Heuristic>> each) : each(std::move(each)) {}
    bool whole(const Units& units) const override {
        return std::all_of(each.begin(), each.end(), [&](auto& one) { return one->whole(units); });
    }
    bool hopes() const override {
        return std::any_of(each.begin(), each.end(), [](auto& one) { return one->hopes(); });
    }
    void check(const Theory& theory, const State& start) const override {
        for (auto& one : each) one->check(theory, start);
    }

    const std::vector<std::shared_ptr<const Heuristic>> each;
};

}  // namespace arcwise
