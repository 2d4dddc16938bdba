// A theory in which nothing is lost: facts and operators are numbers.
#pragma once

#include <vector>

#include "core/heuristic.hpp"

namespace arcwise {

// Lists of numbers, one after the other: list n is [starts[n], starts[n + 1]) of the items.
struct NumberLists {
    std::vector<int> starts{0}, items;

    int count() const { return int(starts.size()) - 1; }
    int size(int list) const { return starts[size_t(list) + 1] - starts[size_t(list)]; }
    const int* begin(int list) const { return items.data() + starts[size_t(list)]; }
    const int* end(int list) const { return items.data() + starts[size_t(list) + 1]; }
    void append(const std::vector<int>& list);
    // For every item up to `most` the lists that it is in.
    NumberLists turned(int most) const;
};

// Made by `relaxed_task`.
struct RelaxedTask {
    static constexpr int ALWAYS = 0, GOAL = 1;

    int facts = 0;
    std::vector<int> cells, symbols, numbers;  // the facts that a cell holds a symbol
    std::vector<int> arcs;                     // by operator, or NO_ARC
    std::vector<int> uses;                     // by operator; those of one use stand together
    std::vector<double> costs;                 // by operator
    NumberLists needs, adds;                   // by operator, as facts
    NumberLists needing;                       // by fact, as operators

    // One use of its arc with the operator before it, or one of its own.
    void add_operator(int arc, double cost, bool same_use, const std::vector<int>& needs, const std::vector<int>& adds);
    // Called when all operators are there.
    void complete();
    bool whole() const;  // whether all costs are whole numbers
};

enum class Relaxed { H_MAX, H_ADD, FF, LM_CUT };

// A heuristic that is worked out on a relaxed task. It is infinite only where there is no solution.
class Relaxation final : public Heuristic {
   public:
    // With `steps` every arc counts one, whatever it costs.
    Relaxation(Relaxed kind, RelaxedTask task, bool steps = false) : kind(kind), steps(steps), task(std::move(task)) {
        for (size_t number = 0; steps && number < this->task.arcs.size(); ++number)
            this->task.costs[number] = this->task.arcs[number] == NO_ARC ? 0 : 1;
    }
    bool whole(const Units& units) const override;
    void check(const Theory& theory, const State& start) const override;

    const Relaxed kind;
    const bool steps;
    RelaxedTask task;
};

}  // namespace arcwise
