#include "relaxation/relaxed_task.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace arcwise {

namespace {

void demand(bool fits) {
    if (!fits) throw std::invalid_argument("a relaxed task whose numbers do not fit together");
}

bool all_within(const std::vector<int>& numbers, int least, int most) {
    return std::all_of(numbers.begin(), numbers.end(), [&](int number) { return least <= number && number < most; });
}

}  // namespace

NumberLists::NumberLists(const std::vector<int>& sizes, std::vector<int> items_) : items(std::move(items_)) {
    for (int size : sizes) {
        demand(0 <= size && size_t(size) <= items.size() - size_t(starts.back()));
        starts.push_back(starts.back() + size);
    }
    demand(size_t(starts.back()) == items.size());
}

NumberLists NumberLists::turned(int most) const {
    NumberLists lists;
    lists.starts.assign(size_t(most) + 1, 0);
    for (int item : items) ++lists.starts[size_t(item) + 1];
    for (size_t item = 0; item < size_t(most); ++item) lists.starts[item + 1] += lists.starts[item];
    std::vector<int> next(lists.starts.begin(), lists.starts.end() - 1);
    lists.items.resize(items.size());
    for (int list = 0; list < count(); ++list)
        for (const int* item = begin(list); item != end(list); ++item)
            lists.items[size_t(next[size_t(*item)]++)] = list;
    return lists;
}

RelaxedTask::RelaxedTask(int facts_, std::vector<int> cells_, std::vector<int> symbols_, std::vector<int> numbers_,
                         std::vector<int> arcs_, std::vector<int> uses_, std::vector<double> costs_,
                         NumberLists needs_, NumberLists adds_)
    : facts(facts_),
      cells(std::move(cells_)),
      symbols(std::move(symbols_)),
      numbers(std::move(numbers_)),
      arcs(std::move(arcs_)),
      uses(std::move(uses_)),
      costs(std::move(costs_)),
      needs(std::move(needs_)),
      adds(std::move(adds_)),
      needing((demand(facts > GOAL && all_within(needs.items, 0, facts)), needs.turned(facts))) {
    const int operators = int(arcs.size());
    demand(cells.size() == symbols.size() && cells.size() == numbers.size() && all_within(numbers, 0, facts));
    demand(costs.size() == arcs.size() && uses.size() == arcs.size() && needs.count() == operators && adds.count() == operators);
    demand(all_within(adds.items, 0, facts));
    for (int number = 0; number < operators; ++number) demand(costs[size_t(number)] >= 0 && needs.size(number) > 0);
}

bool RelaxedTask::whole() const {
    return std::all_of(costs.begin(), costs.end(), [](double cost) { return cost == std::floor(cost); });
}

bool Relaxation::whole(const Units& units) const {
    // A fact is in the sum once at most.
    constexpr double MAX_SUM = 1e6;
    double dearest = 0;
    for (double cost : task.costs) {
        if (!units.fit(cost)) return false;
        dearest = std::max(dearest, cost);
    }
    return kind != Relaxed::H_ADD && dearest * task.facts <= MAX_SUM;
}

void Relaxation::check(const Theory& theory, const State&) const {
    demand(all_within(task.cells, 0, theory.cells) && all_within(task.symbols, 0, theory.symbols) &&
           all_within(task.arcs, NO_ARC, int(theory.arcs.size())));
}

}  // namespace arcwise
