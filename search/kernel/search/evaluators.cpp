// Heuristics at work on boards. The values are doubles added up in the Python engine's order, so that both
// engines round alike; whole numbers are exact in either.
#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/evaluator.hpp"
#include "core/heuristic.hpp"
#include "patterns/pattern_evaluators.hpp"
#include "relaxation/relaxation_evaluator.hpp"
#include "search/batch_evaluator.hpp"
#include "search/cell_evaluators.hpp"

namespace arcwise {

namespace {

template <class Board>
class ZeroEvaluator final : public PlainEvaluator<Board, ZeroEvaluator<Board>> {
   public:
    double estimate(const Board&) override { return 0; }
    double update(double, int, const Board&, const Board&) override { return 0; }
};

// The least of several, each worked out anew for every board.
template <class Board>
class MinimumEvaluator final : public PlainEvaluator<Board, MinimumEvaluator<Board>> {
   public:
    MinimumEvaluator(const Theory& theory, const Minimum& minimum) {
        for (auto& one : minimum.each) each_.push_back(make_evaluator<Board>(theory, *one));
    }
    double estimate(const Board& board) override {
        double least = DEAD_END;
        for (auto& one : each_) least = std::min(least, one->estimate(board));
        return least;
    }
    double update(double, int, const Board&, const Board& made) override { return estimate(made); }
    bool looks_back() const override { return false; }

   private:
    std::vector<std::unique_ptr<Evaluator<Board>>> each_;
};

// Another one, and infinity in dead ends, of which only those are looked for that have a cell which the arc changes.
template <class Board>
class DeadEndsEvaluator final : public PlainEvaluator<Board, DeadEndsEvaluator<Board>> {
   public:
    DeadEndsEvaluator(const Theory& theory, const DeadEnds& dead)
        : layout_(theory), theory_(theory), dead_(dead), other_(make_evaluator<Board>(theory, *dead.other)) {
        std::vector<std::vector<int>> containing(size_t(theory.cells));
        for (size_t set = 0; set < dead.sets.size(); ++set)
            for (int cell : dead.sets[set]) containing[size_t(cell)].push_back(int(set));
        for (auto& sets : containing) containing_.add(sets);
    }
    double estimate(const Board& board) override {
        const double h = other_->estimate(board);
        for (int cell = 0; cell < theory_.cells; ++cell)
            if (is_in_one(cell, board)) return DEAD_END;
        return lacks_some(board) ? DEAD_END : h;
    }
    void stand_at(const Board& board) override { other_->stand_at(board); }
    double update(double h, int arc, const Board& board, const Board& made) override {
        if (h == DEAD_END) return h;
        for (const Write& write : theory_.arcs[size_t(arc)].writes)
            if (is_in_one(write.cell, made)) return DEAD_END;
        if (lacks_some(made)) return DEAD_END;
        return other_->update(h, arc, board, made);
    }
    bool looks_back() const override { return other_->looks_back(); }
    ManyAtOnce<Board>* many_at_once() override { return other_->many_at_once(); }
    void helpful(const Board& board, std::vector<int>& arcs) override { other_->helpful(board, arcs); }
    const RelaxedFacts* relaxed_facts() const override { return other_->relaxed_facts(); }

   private:
    bool is_in_one(int cell, const Board& board) const {
        for (int set : containing_[cell]) {
            bool all = true;
            for (int one : dead_.sets[size_t(set)]) all = all && int(layout_.symbol(board, one)) == dead_.symbols[size_t(set)];
            if (all) return true;
        }
        return false;
    }
    bool lacks_some(const Board& board) const {
        for (size_t one = 0; one < dead_.scarce.size(); ++one) {
            int found = 0;
            for (int cell = 0; cell < theory_.cells; ++cell) found += int(layout_.symbol(board, cell)) == dead_.scarce[one];
            if (found < dead_.least[one]) return true;
        }
        return false;
    }

    const Layout<Board> layout_;
    const Theory& theory_;
    const DeadEnds& dead_;
    std::unique_ptr<Evaluator<Board>> other_;
    Lists<int> containing_;  // by cell: the sets
};

}  // namespace

template <class Board>
std::unique_ptr<Evaluator<Board>> make_evaluator(const Theory& theory, const Heuristic& heuristic) {
    if (auto* patterns = dynamic_cast<const AdditivePatterns*>(&heuristic))
        return std::make_unique<PatternEvaluator<Board>>(theory, *patterns);
    if (auto* patterns = dynamic_cast<const PatternSum*>(&heuristic))
        return std::make_unique<PatternSumEvaluator<Board>>(theory, *patterns);
    if (auto* lines = dynamic_cast<const LinearConflict*>(&heuristic))
        return std::make_unique<LinearConflictEvaluator<Board>>(theory, *lines);
    if (auto* sum = dynamic_cast<const CellSum*>(&heuristic))
        return std::make_unique<CellSumEvaluator<Board>>(theory, *sum);
    if (auto* pairs = dynamic_cast<const PairSum*>(&heuristic))
        return std::make_unique<PairSumEvaluator<Board>>(theory, *pairs);
    if (auto* relaxation = dynamic_cast<const Relaxation*>(&heuristic))
        return std::make_unique<RelaxationEvaluator<Board>>(theory, *relaxation);
    if (auto* function = dynamic_cast<const BatchFunction*>(&heuristic))
        return std::make_unique<BatchEvaluator<Board>>(theory, *function);
    if (auto* minimum = dynamic_cast<const Minimum*>(&heuristic))
        return std::make_unique<MinimumEvaluator<Board>>(theory, *minimum);
    if (auto* dead = dynamic_cast<const DeadEnds*>(&heuristic))
        return std::make_unique<DeadEndsEvaluator<Board>>(theory, *dead);
    return std::make_unique<ZeroEvaluator<Board>>();
}

template std::unique_ptr<Evaluator<Nibbles>> make_evaluator(const Theory&, const Heuristic&);
template std::unique_ptr<Evaluator<PackedView>> make_evaluator(const Theory&, const Heuristic&);

}  // namespace arcwise
