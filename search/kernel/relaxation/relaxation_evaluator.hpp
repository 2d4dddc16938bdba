// Heuristics of a relaxed task at work on boards of one kind.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "core/evaluator.hpp"
#include "relaxation/landmarks.hpp"
#include "relaxation/lm_cut.hpp"

namespace arcwise {

template <class Board>
class RelaxationEvaluator final : public PlainEvaluator<Board, RelaxationEvaluator<Board>> {
   public:
    RelaxationEvaluator(const Theory& theory, const Relaxation& relaxation)
        : theory_(theory),
          layout_(theory),
          relaxation_(relaxation),
          costs_(relaxation.task),
          lm_cut_(relaxation.task),
          now_{relaxation.task, {}},
          wanted_(size_t(relaxation.task.facts), false) {
        const RelaxedTask& task = relaxation.task;
        for (int cell = 0; cell < theory.cells; ++cell) {
            facts_.push_back(fact_of_.size());
            fact_of_.resize(fact_of_.size() + layout_.codes(cell), NO_FACT);
        }
        for (size_t place = 0; place < task.cells.size(); ++place) {
            const int cell = task.cells[place], code = layout_.code_of(cell, task.symbols[place]);
            if (code != Packing::IMPOSSIBLE) fact_of_[facts_[size_t(cell)] + size_t(code)] = task.numbers[place];
        }
    }

    double estimate(const Board& board) override {
        std::vector<int>& holding = now_.holding;
        holding.assign(1, RelaxedTask::ALWAYS);
        for (int cell = 0; cell < theory_.cells; ++cell)
            if (int fact = fact_of_[facts_[size_t(cell)] + layout_.code(board, cell)]; fact != NO_FACT)
                holding.push_back(fact);
        switch (relaxation_.kind) {
            case Relaxed::H_MAX:
                return costs_.explore<false>(holding);
            case Relaxed::H_ADD:
                return costs_.explore<true>(holding);
            case Relaxed::LM_CUT:
                return lm_cut_.value(holding);
            case Relaxed::FF:
                break;
        }
        return cost_of_plan();
    }
    double update(double, int, const Board&, const Board& made) override { return estimate(made); }
    bool looks_back() const override { return false; }
    const RelaxedFacts* relaxed_facts() const override { return &now_; }

    void helpful(const Board& board, std::vector<int>& arcs) override {
        if (relaxation_.kind != Relaxed::FF) return arcs.clear();
        // What the plan needs and no arc of it makes at once.
        for (int fact : costs_.made()) wanted_[size_t(fact)] = true;
        for (int arc : plan_)
            if (holds(theory_.arcs[size_t(arc)].condition, board))
                any_fact(arc, board, [&](int fact) { return wanted_[size_t(fact)] = false; });
        std::sort(plan_.begin(), plan_.end());
        std::erase_if(arcs, [&](int arc) {
            if (theory_.arcs[size_t(arc)].primitive) return !std::binary_search(plan_.begin(), plan_.end(), arc);
            return !any_fact(arc, board, [&](int fact) { return bool(wanted_[size_t(fact)]); });
        });
        for (int fact : costs_.made()) wanted_[size_t(fact)] = false;
    }

   private:
    static constexpr int NO_FACT = -1;

    double cost_of_plan() {
        plan_.clear();
        const double reached = costs_.explore<true>(now_.holding);
        if (reached == FactCosts::INFINITE) return reached;
        double total = 0;
        for (const FactCosts::Use& use : costs_.plan()) {
            plan_.push_back(use.arc);
            total += relaxation_.steps ? 1 : theory_.arcs[size_t(use.arc)].cost;
        }
        return total;
    }
    // Whether `test` is true of a fact that an arc makes of a board.
    template <class Test>
    bool any_fact(int arc, const Board& board, Test&& test) const {
        if (!theory_.arcs[size_t(arc)].plain()) return any_set(theory_.arcs[size_t(arc)], board, test);
        for (const Write& write : theory_.arcs[size_t(arc)].writes) {
            const int symbol = write.source == Write::CONSTANT ? write.constant : layout_.symbol(board, write.source);
            const int fact = fact_of_[facts_[write.cell] + size_t(layout_.code_of(write.cell, symbol))];
            if (fact != NO_FACT && test(fact)) return true;
        }
        return false;
    }
    // The same of an arc with conditional effects.
    template <class Test>
    bool any_set(const Arc& arc, const Board& board, Test&& test) const {
        std::map<int, int> made;  // by cell
        for (const Write& write : arc.writes) made[write.cell] = write.constant;
        for (const ConditionalEffect& effect : arc.conditional)
            if (holds({effect.tests, {}}, board))
                for (const auto& [cell, symbol] : effect.made) made[cell] = symbol;
        for (const auto& [cell, symbol] : made) {
            const int fact = fact_of_[facts_[size_t(cell)] + size_t(layout_.code_of(cell, symbol))];
            if (fact != NO_FACT && test(fact)) return true;
        }
        return false;
    }
    bool holds(const Condition& condition, const Board& board) const {
        for (const Test& test : condition.tests)
            if (layout_.symbol(board, test.cell) != test.symbol) return false;
        for (const Equal& equal : condition.equals)
            if (layout_.symbol(board, equal.one) != layout_.symbol(board, equal.other)) return false;
        return true;
    }

    const Theory& theory_;
    const Layout<Board> layout_;
    const Relaxation& relaxation_;
    FactCosts costs_;
    LmCut lm_cut_;
    std::vector<size_t> facts_;  // where a cell's facts begin
    std::vector<int> fact_of_;   // by code, cell after cell
    RelaxedFacts now_;
    std::vector<int> plan_;
    std::vector<bool> wanted_;  // by fact
};

}  // namespace arcwise
