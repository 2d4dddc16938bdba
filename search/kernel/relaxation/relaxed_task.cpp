#include "relaxation/relaxed_task.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <new>
#include <stdexcept>

namespace arcwise {

namespace {

bool all_within(const std::vector<int>& numbers, int least, int most) {
    return std::all_of(numbers.begin(), numbers.end(), [&](int number) { return least <= number && number < most; });
}

}  // namespace

void NumberLists::append(const std::vector<int>& list) {
    if (items.size() + list.size() > size_t(INT_MAX)) throw std::bad_alloc();
    items.insert(items.end(), list.begin(), list.end());
    starts.push_back(int(items.size()));
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

void RelaxedTask::add_operator(int arc, double cost, bool same_use, const std::vector<int>& needed,
                               const std::vector<int>& added) {
    uses.push_back(same_use ? uses.back() : int(arcs.size()));
    arcs.push_back(arc);
    costs.push_back(cost);
    needs.append(needed);
    adds.append(added);
}

void RelaxedTask::complete() {
    needing = needs.turned(facts);
    for (int fact = 0; fact < facts; ++fact)
        std::stable_sort(needing.items.begin() + needing.starts[size_t(fact)],
                         needing.items.begin() + needing.starts[size_t(fact) + 1],
                         [&](int one, int other) { return needs.size(one) < needs.size(other); });
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
    if (!all_within(task.cells, 0, theory.cells) || !all_within(task.symbols, 0, theory.symbols) ||
        !all_within(task.arcs, NO_ARC, int(theory.arcs.size())))
        throw std::invalid_argument("a relaxed task of another theory");
}

}  // namespace arcwise
