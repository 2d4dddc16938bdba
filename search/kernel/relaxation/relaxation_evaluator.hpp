// Heuristics of a relaxed task at work on boards of one kind.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/evaluator.hpp"
#include "relaxation/lm_cut.hpp"

namespace arcwise {

template <class Board>
class RelaxationEvaluator final : public PlainEvaluator<Board, RelaxationEvaluator<Board>> {
   public:
    RelaxationEvaluator(const Theory& theory, const Relaxation& relaxation)
        : theory_(theory), relaxation_(relaxation), costs_(relaxation.task), lm_cut_(relaxation.task) {
        const RelaxedTask& task = relaxation.task;
        fact_of_.assign(size_t(theory.cells) * size_t(theory.symbols), NO_FACT);
        for (size_t place = 0; place < task.cells.size(); ++place)
            fact_of_[size_t(task.cells[place] * theory.symbols + task.symbols[place])] = task.numbers[place];
    }

    double estimate(const Board& board) override {
        holding_.assign(1, RelaxedTask::ALWAYS);
        for (int cell = 0; cell < theory_.cells; ++cell)
            if (int fact = fact_of_[size_t(cell * theory_.symbols) + board[cell]]; fact != NO_FACT)
                holding_.push_back(fact);
        switch (relaxation_.kind) {
            case Relaxed::H_MAX:
                return costs_.explore<false>(holding_);
            case Relaxed::H_ADD:
                return costs_.explore<true>(holding_);
            case Relaxed::LM_CUT:
                return lm_cut_.value(holding_);
            case Relaxed::FF:
                break;
        }
        return cost_of_plan();
    }
    double update(double, int, const Board&, const Board& made) override { return estimate(made); }
    bool looks_back() const override { return false; }

    void helpful(const Board& board, std::vector<int>& arcs) override {
        arcs.clear();
        if (relaxation_.kind != Relaxed::FF) return;
        for (int arc : plan_)
            if (holds(theory_.arcs[size_t(arc)].condition, board)) arcs.push_back(arc);
        std::sort(arcs.begin(), arcs.end());
        arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    }

   private:
    static constexpr int NO_FACT = -1;

    double cost_of_plan() {
        plan_.clear();
        const double reached = costs_.explore<true>(holding_);
        if (reached == FactCosts::INFINITE) return reached;
        double total = 0;
        for (const FactCosts::Use& use : costs_.plan()) {
            plan_.push_back(use.arc);
            total += theory_.arcs[size_t(use.arc)].cost;
        }
        return total;
    }
    static bool holds(const Condition& condition, const Board& board) {
        for (const Test& test : condition.tests)
            if (board[test.cell] != test.symbol) return false;
        for (const Equal& equal : condition.equals)
            if (board[equal.one] != board[equal.other]) return false;
        return true;
    }

    const Theory& theory_;
    const Relaxation& relaxation_;
    FactCosts costs_;
    LmCut lm_cut_;
    std::vector<int> fact_of_;  // by cell and symbol
    std::vector<int> holding_, plan_;
};

}  // namespace arcwise
