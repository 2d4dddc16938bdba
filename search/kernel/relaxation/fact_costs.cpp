#include "relaxation/fact_costs.hpp"

#include <algorithm>

namespace arcwise {

void FactQueue::clear() {
    for (int list = 0; list <= last_; ++list) lists_[size_t(list)].clear();
    current_ = 0;
    last_ = -1;
    heap_.clear();
    number_ = 0;
}

void FactQueue::push_on_heap(double cost, int fact) {
    heap_.push_back({cost, number_++, fact});
    std::push_heap(heap_.begin(), heap_.end(), [](const Entry& one, const Entry& other) {
        return one.cost != other.cost ? one.cost > other.cost : one.number < other.number;
    });
}

bool FactQueue::pop_from_heap(double& cost, int& fact) {
    if (heap_.empty()) return false;
    std::pop_heap(heap_.begin(), heap_.end(), [](const Entry& one, const Entry& other) {
        return one.cost != other.cost ? one.cost > other.cost : one.number < other.number;
    });
    cost = heap_.back().cost;
    fact = heap_.back().fact;
    heap_.pop_back();
    return true;
}

FactCosts::FactCosts(const RelaxedTask& task)
    : task_(task),
      queue_(task.whole()),
      costs_(size_t(task.facts)),
      supporters_(size_t(task.facts)),
      marked_(size_t(task.facts), 0),
      spent_(task.costs.size()),
      missing_(task.costs.size()) {
    for (int number = 0; number < int(task.costs.size()); ++number) sizes_.push_back(task.needs.size(number));
}

template <bool ADD>
double FactCosts::explore(const std::vector<int>& holding) {
    std::fill(costs_.begin(), costs_.end(), INFINITE);
    std::copy(sizes_.begin(), sizes_.end(), missing_.begin());
    std::copy(task_.costs.begin(), task_.costs.end(), spent_.begin());
    queue_.clear();
    for (int fact : holding) {
        costs_[size_t(fact)] = 0;
        supporters_[size_t(fact)] = NO_OPERATOR;
        queue_.push(0, fact);
    }
    double cost;
    int fact;
    while (queue_.pop(cost, fact)) {
        if (cost > costs_[size_t(fact)]) continue;
        for (const int* number = task_.needing.begin(fact); number != task_.needing.end(fact); ++number) {
            const auto at = size_t(*number);
            if (ADD) spent_[at] += cost;
            if (--missing_[at]) continue;
            // The last need to be met is the dearest.
            const double made = ADD ? spent_[at] : cost + task_.costs[at];
            for (const int* added = task_.adds.begin(*number); added != task_.adds.end(*number); ++added) {
                if (made >= costs_[size_t(*added)]) continue;
                costs_[size_t(*added)] = made;
                supporters_[size_t(*added)] = *number;
                queue_.push(made, *added);
            }
        }
        if (costs_[RelaxedTask::GOAL] < INFINITE) break;
    }
    return costs_[RelaxedTask::GOAL];
}

template double FactCosts::explore<false>(const std::vector<int>&);
template double FactCosts::explore<true>(const std::vector<int>&);

const std::vector<FactCosts::Use>& FactCosts::plan() {
    if (++mark_ == 0) {  // after 2^32 plans
        std::fill(marked_.begin(), marked_.end(), 0);
        mark_ = 1;
    }
    plan_.clear();
    made_.clear();
    todo_.assign(1, RelaxedTask::GOAL);
    while (!todo_.empty()) {
        const auto made = size_t(todo_.back());
        todo_.pop_back();
        const int number = supporters_[made];
        if (number == NO_OPERATOR) continue;
        const int arc = task_.arcs[size_t(number)];
        if (arc != NO_ARC) {
            plan_.push_back({costs_[made], task_.uses[size_t(number)], arc});
            made_.push_back(int(made));
        }
        for (const int* fact = task_.needs.begin(number); fact != task_.needs.end(number); ++fact) {
            if (marked_[size_t(*fact)] == mark_) continue;
            marked_[size_t(*fact)] = mark_;
            todo_.push_back(*fact);
        }
    }
    std::sort(plan_.begin(), plan_.end());
    plan_.erase(std::unique(plan_.begin(), plan_.end()), plan_.end());
    return plan_;
}

}  // namespace arcwise
