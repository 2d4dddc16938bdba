// The heuristic LM-cut, as search/heuristics/relaxation.py works it out.
#pragma once

#include <vector>

#include "relaxation/fact_costs.hpp"

namespace arcwise {

class LmCut {
   public:
    explicit LmCut(const RelaxedTask& task);

    // h, given the facts that hold.
    double value(const std::vector<int>& holding);

   private:
    static constexpr int NO_FACT = -1;
    static constexpr double INFINITE = FactCosts::INFINITE;

    void explore(const std::vector<int>& holding);
    // Whatever gets cheaper because operators did, which are in cheaper_.
    void explore_again();
    void note_supporter(int number);
    void give(int number);
    void choose_again();
    void offer(int number);
    // Marks what gives the goal for nothing, then finds the cut before it.
    void mark_beyond();
    bool needs_beyond(int number) const;
    void find_cut(const std::vector<int>& holding);

    const RelaxedTask& task_;
    const NumberLists adding_;  // by fact, the operators that add it
    FactQueue queue_;
    std::vector<int> sizes_;     // of what operators need
    std::vector<int> first_of_;  // by operator, the first of its use
    // By fact: its cost, and marks that hold in the round of their number.
    std::vector<double> costs_;
    std::vector<uint32_t> beyond_, before_;
    uint32_t round_ = 0;
    // By fact, whether an operator adds it that costs nothing: at first, and with what is left to cost.
    std::vector<char> given_at_first_, given_;
    std::vector<int> newly_given_;
    // By operator: what it has left to cost, what it still needs, the dearest of its needs and what that costs.
    std::vector<double> left_;
    std::vector<int> missing_, supporters_;
    std::vector<double> supporter_costs_;
    std::vector<int> todo_, cut_, cheaper_;
};

}  // namespace arcwise
