// Heuristics at work on boards of one kind. The values are doubles added up in the Python engine's order, so that both
// engines round alike; whole numbers are exact in either.
#pragma once

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

template <class Board>
class ZeroEvaluator final : public PlainEvaluator<Board, ZeroEvaluator<Board>> {
   public:
    ZeroEvaluator(const Theory&, const Heuristic&) {}
    double estimate(const Board&) override { return 0; }
    double update(double, int, const Board&, const Board&) override { return 0; }
};

template <class Board>
class MinimumEvaluator;

// Calls use(type, heuristic) with the type of the evaluator of a heuristic, and the heuristic as what it is.
template <class Board, class Use>
auto with_kind(const Heuristic& heuristic, Use&& use) {
    if (auto* patterns = dynamic_cast<const AdditivePatterns*>(&heuristic))
        return use(std::type_identity<PatternEvaluator<Board>>(), *patterns);
    if (auto* patterns = dynamic_cast<const PatternSum*>(&heuristic))
        return use(std::type_identity<PatternSumEvaluator<Board>>(), *patterns);
    if (auto* lines = dynamic_cast<const LinearConflict*>(&heuristic))
        return use(std::type_identity<LinearConflictEvaluator<Board>>(), *lines);
    if (auto* sum = dynamic_cast<const CellSum*>(&heuristic))
        return use(std::type_identity<CellSumEvaluator<Board>>(), *sum);
    if (auto* pairs = dynamic_cast<const PairSum*>(&heuristic))
        return use(std::type_identity<PairSumEvaluator<Board>>(), *pairs);
    if (auto* relaxation = dynamic_cast<const Relaxation*>(&heuristic))
        return use(std::type_identity<RelaxationEvaluator<Board>>(), *relaxation);
    if (auto* function = dynamic_cast<const BatchFunction*>(&heuristic))
        return use(std::type_identity<BatchEvaluator<Board>>(), *function);
    if (auto* minimum = dynamic_cast<const Minimum*>(&heuristic))
        return use(std::type_identity<MinimumEvaluator<Board>>(), *minimum);
    return use(std::type_identity<ZeroEvaluator<Board>>(), heuristic);
}

// The least of several, each worked out anew for every board.
template <class Board>
class MinimumEvaluator final : public PlainEvaluator<Board, MinimumEvaluator<Board>> {
   public:
    MinimumEvaluator(const Theory& theory, const Minimum& minimum) {
        for (auto& one : minimum.each)
            each_.push_back(with_kind<Board>(
                *one, [&]<class Kind, class Data>(std::type_identity<Kind>,
                                                  const Data& data) -> std::unique_ptr<Evaluator<Board>> {
                    return std::make_unique<Kind>(theory, data);
                }));
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

// Calls use(evaluator) with one of the heuristic's own type, so that the compiler knows it.
template <class Board, class Use>
auto with_evaluator(const Theory& theory, const Heuristic& heuristic, Use&& use) {
    return with_kind<Board>(heuristic, [&]<class Kind, class Data>(std::type_identity<Kind>, const Data& data) {
        Kind evaluator(theory, data);
        return use(evaluator);
    });
}

}  // namespace arcwise
