#include "relaxation/lm_cut.hpp"

#include <algorithm>

namespace arcwise {

LmCut::LmCut(const RelaxedTask& task)
    : task_(task),
      adding_(task.adds.turned(task.facts)),
      queue_(task.whole()),
      costs_(size_t(task.facts)),
      beyond_(size_t(task.facts), 0),
      before_(size_t(task.facts), 0),
      given_at_first_(size_t(task.facts), 0),
      left_(task.costs.size()),
      missing_(task.costs.size()),
      supporters_(task.costs.size()),
      supporter_costs_(task.costs.size()) {
    for (int number = 0; number < int(task.arcs.size()); ++number) {
        sizes_.push_back(task.needs.size(number));
        const bool same = number > 0 && task.uses[size_t(number)] == task.uses[size_t(number - 1)];
        first_of_.push_back(same ? first_of_.back() : number);
        for (const int* added = task.adds.begin(number); added != task.adds.end(number); ++added)
            if (task.costs[size_t(number)] == 0) given_at_first_[size_t(*added)] = 1;
    }
}

double LmCut::value(const std::vector<int>& holding) {
    std::copy(task_.costs.begin(), task_.costs.end(), left_.begin());
    given_ = given_at_first_;
    explore(holding);
    const double least = costs_[RelaxedTask::GOAL];
    double total = 0;
    while (costs_[RelaxedTask::GOAL] > 0) {
        if (costs_[RelaxedTask::GOAL] == INFINITE) return INFINITE;
        if (++round_ == 0) {  // after 2^32 rounds
            std::fill(beyond_.begin(), beyond_.end(), 0);
            std::fill(before_.begin(), before_.end(), 0);
            round_ = 1;
        }
        mark_beyond();
        find_cut(holding);
        double paid = INFINITE;
        for (int number : cut_) paid = std::min(paid, left_[size_t(number)]);
        total += paid;
        // The cut is in no order, and a use may be in it more than once.
        for (int& number : cut_) number = first_of_[size_t(number)];
        std::sort(cut_.begin(), cut_.end());
        cut_.erase(std::unique(cut_.begin(), cut_.end()), cut_.end());
        cheaper_.clear();
        for (int first : cut_) {
            for (int number = first; number < int(first_of_.size()) && first_of_[size_t(number)] == first; ++number) {
                left_[size_t(number)] -= paid;
                cheaper_.push_back(number);
                if (left_[size_t(number)] == 0) give(number);
            }
        }
        explore_again();
        choose_again();
    }
    return std::max(total, least);
}

void LmCut::explore(const std::vector<int>& holding) {
    std::fill(costs_.begin(), costs_.end(), INFINITE);
    std::copy(sizes_.begin(), sizes_.end(), missing_.begin());
    std::fill(supporters_.begin(), supporters_.end(), NO_FACT);
    queue_.clear();
    for (int fact : holding) {
        costs_[size_t(fact)] = 0;
        queue_.push(0, fact);
    }
    double cost;
    int fact;
    while (queue_.pop(cost, fact)) {
        if (cost > costs_[size_t(fact)]) continue;
        for (const int* number = task_.needing.begin(fact); number != task_.needing.end(fact); ++number) {
            if (--missing_[size_t(*number)]) continue;
            note_supporter(*number);
            offer(*number);
        }
    }
}

void LmCut::explore_again() {
    queue_.clear();
    for (int number : cheaper_)
        if (supporters_[size_t(number)] != NO_FACT) offer(number);
    double cost;
    int fact;
    while (queue_.pop(cost, fact)) {
        if (cost > costs_[size_t(fact)]) continue;
        for (const int* number = task_.needing.begin(fact); number != task_.needing.end(fact); ++number) {
            const auto at = size_t(*number);
            if (supporters_[at] != fact || supporter_costs_[at] <= cost) continue;
            const double old = supporter_costs_[at];
            note_supporter(*number);
            if (supporter_costs_[at] < old) offer(*number);
        }
    }
}

// What an operator adds is given.
void LmCut::give(int number) {
    for (const int* added = task_.adds.begin(number); added != task_.adds.end(number); ++added) {
        if (given_[size_t(*added)]) continue;
        given_[size_t(*added)] = 1;
        newly_given_.push_back(*added);
    }
}

// Supporters that are given now may have an equal that is not.
void LmCut::choose_again() {
    for (int fact : newly_given_)
        for (const int* number = task_.needing.begin(fact); number != task_.needing.end(fact); ++number)
            if (supporters_[size_t(*number)] == fact) note_supporter(*number);
    newly_given_.clear();
}

// The dearest need; of equals one that the fewest operators need, of these one that is not given, of these the last.
void LmCut::note_supporter(int number) {
    const int *fact = task_.needs.begin(number), *last = task_.needs.end(number);
    int dearest = *fact;
    while (++fact != last) {
        const double more = costs_[size_t(*fact)] - costs_[size_t(dearest)];
        const int needing = more != 0 ? 0 : task_.needing.size(*fact) - task_.needing.size(dearest);
        const bool equal = more == 0 && needing == 0;
        if (equal ? given_[size_t(*fact)] <= given_[size_t(dearest)] : more > 0 || needing < 0) dearest = *fact;
    }
    supporters_[size_t(number)] = dearest;
    supporter_costs_[size_t(number)] = costs_[size_t(dearest)];
}

// What an operator adds may cost what it costs.
void LmCut::offer(int number) {
    const double made = supporter_costs_[size_t(number)] + left_[size_t(number)];
    for (const int* added = task_.adds.begin(number); added != task_.adds.end(number); ++added) {
        if (made >= costs_[size_t(*added)]) continue;
        costs_[size_t(*added)] = made;
        queue_.push(made, *added);
    }
}

void LmCut::mark_beyond() {
    beyond_[RelaxedTask::GOAL] = round_;
    todo_.assign(1, RelaxedTask::GOAL);
    while (!todo_.empty()) {
        const int fact = todo_.back();
        todo_.pop_back();
        for (const int* number = adding_.begin(fact); number != adding_.end(fact); ++number) {
            const int supporter = supporters_[size_t(*number)];
            if (supporter == NO_FACT || left_[size_t(*number)] != 0 || needs_beyond(*number)) continue;
            beyond_[size_t(supporter)] = round_;
            todo_.push_back(supporter);
        }
    }
}

// Whether a need that is as dear as the supporter is marked already, which then serves as well.
bool LmCut::needs_beyond(int number) const {
    return std::any_of(task_.needs.begin(number), task_.needs.end(number), [&](int fact) {
        return beyond_[size_t(fact)] == round_ && costs_[size_t(fact)] == supporter_costs_[size_t(number)];
    });
}

void LmCut::find_cut(const std::vector<int>& holding) {
    cut_.clear();
    todo_ = holding;
    for (int fact : holding) before_[size_t(fact)] = round_;
    while (!todo_.empty()) {
        const int fact = todo_.back();
        todo_.pop_back();
        for (const int* number = task_.needing.begin(fact); number != task_.needing.end(fact); ++number) {
            if (supporters_[size_t(*number)] != fact) continue;
            const int *first = task_.adds.begin(*number), *last = task_.adds.end(*number);
            if (std::any_of(first, last, [&](int added) { return beyond_[size_t(added)] == round_; })) {
                if (left_[size_t(*number)] != 0) cut_.push_back(*number);  // else a need beyond supports it
                continue;
            }
            for (const int* added = first; added != last; ++added) {
                if (before_[size_t(*added)] == round_) continue;
                before_[size_t(*added)] = round_;
                todo_.push_back(*added);
            }
        }
    }
}

}  // namespace arcwise
