// What facts cost where nothing is lost, as search/heuristics/relaxation.py works it out.
#pragma once

#include <limits>
#include <vector>

#include "relaxation/relaxed_task.hpp"

namespace arcwise {

// Facts by what they cost, the least first, and among equals the one that was entered last. Whole costs that are not
// large have a list each.
class FactQueue {
   public:
    explicit FactQueue(bool whole) : whole_(whole), lists_(whole ? LISTS : 0) {}

    void clear();
    void push(double cost, int fact) {
        if (whole_ && cost < LISTS) {
            lists_[size_t(cost)].push_back(fact);
            last_ = std::max(last_, int(cost));
        } else {
            push_on_heap(cost, fact);
        }
    }
    // Takes one; false if there is none. Costs that are entered are never less than what was taken.
    bool pop(double& cost, int& fact) {
        for (; current_ <= last_; ++current_) {
            std::vector<int>& list = lists_[size_t(current_)];
            if (list.empty()) continue;
            cost = current_;
            fact = list.back();
            list.pop_back();
            return true;
        }
        return pop_from_heap(cost, fact);
    }

   private:
    static constexpr int LISTS = 1024;
    struct Entry {
        double cost;
        uint64_t number;
        int fact;
    };
    void push_on_heap(double cost, int fact);
    bool pop_from_heap(double& cost, int& fact);

    const bool whole_;
    std::vector<std::vector<int>> lists_;  // by cost
    int current_ = 0, last_ = -1;
    std::vector<Entry> heap_;
    uint64_t number_ = 0;
};

class FactCosts {
   public:
    static constexpr double INFINITE = std::numeric_limits<double>::infinity();
    static constexpr int NO_OPERATOR = -1;

    explicit FactCosts(const RelaxedTask& task);

    // The cost of every fact up to the goal's, given those that hold; needs cost their sum if ADD, else the most.
    template <bool ADD>
    double explore(const std::vector<int>& holding);
    // A use of an arc in a relaxed plan, and what it costs to have what it adds.
    struct Use {
        double cost;
        int use, arc;
        auto operator<=>(const Use&) const = default;
    };
    // A relaxed plan, in an order that it can be taken in, after an exploration that reached the goal.
    const std::vector<Use>& plan();
    // The facts that the uses of that plan are made for.
    const std::vector<int>& made() const { return made_; }

   private:
    const RelaxedTask& task_;
    FactQueue queue_;
    std::vector<int> sizes_;  // of what operators need
    // By fact.
    std::vector<double> costs_;
    std::vector<int> supporters_;
    std::vector<uint32_t> marked_;
    // By operator.
    std::vector<double> spent_;
    std::vector<int> missing_;
    uint32_t mark_ = 0;
    std::vector<int> todo_, made_;
    std::vector<Use> plan_;
};

}  // namespace arcwise
