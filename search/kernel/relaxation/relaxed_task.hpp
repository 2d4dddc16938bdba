// A theory in which nothing is lost, as search/relaxation/task.py makes it: facts and operators are numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/heuristic.hpp"

namespace arcwise {

// Lists of numbers, one after the other: list n is [starts[n], starts[n + 1]) of the items.
struct NumberLists {
    std::vector<int> starts{0}, items;

    NumberLists() = default;
    NumberLists(const std::vector<int>& sizes, std::vector<int> items);
    int count() const { return int(starts.size()) - 1; }
    int size(int list) const { return starts[size_t(list) + 1] - starts[size_t(list)]; }
    const int* begin(int list) const { return items.data() + starts[size_t(list)]; }
    const int* end(int list) const { return items.data() + starts[size_t(list) + 1]; }
    // For every item up to `most` the lists that it is in.
    NumberLists turned(int most) const;
};

struct RelaxedTask {
    static constexpr int ALWAYS = 0, GOAL = 1;

    // Throws std::invalid_argument for numbers that do not fit together.
    RelaxedTask(int facts, std::vector<int> cells, std::vector<int> symbols, std::vector<int> numbers,
                std::vector<int> arcs, std::vector<int> uses, std::vector<double> costs, NumberLists needs,
                NumberLists adds);

    bool whole() const;  // whether all costs are whole numbers

    const int facts;
    const std::vector<int> cells, symbols, numbers;  // the facts that a cell holds a symbol
    const std::vector<int> arcs;                     // by operator, or NO_ARC
    const std::vector<int> uses;                     // by operator; those of one use stand together
    const std::vector<double> costs;                 // by operator
    const NumberLists needs, adds;                   // by operator, as facts
    const NumberLists needing;                       // by fact, as operators
};

enum class Relaxed { H_MAX, H_ADD, FF, LM_CUT };

// A heuristic that is worked out on a relaxed task. It is infinite only where there is no solution.
class Relaxation final : public Heuristic {
   public:
    Relaxation(Relaxed kind, RelaxedTask task) : kind(kind), task(std::move(task)) {}
    bool whole(const Units& units) const override;
    void check(const Theory& theory, const State& start) const override;

    const Relaxed kind;
    const RelaxedTask task;
};

}  // namespace arcwise
