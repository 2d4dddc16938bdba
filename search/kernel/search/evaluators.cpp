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
    return std::make_unique<ZeroEvaluator<Board>>();
}

template std::unique_ptr<Evaluator<Nibbles>> make_evaluator(const Theory&, const Heuristic&);
template std::unique_ptr<Evaluator<PackedView>> make_evaluator(const Theory&, const Heuristic&);

}  // namespace arcwise
