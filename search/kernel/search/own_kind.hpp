// Evaluators that a depth-first search knows as what they are.
#pragma once

#include "core/evaluator.hpp"
#include "patterns/pattern_evaluators.hpp"
#include "search/cell_evaluators.hpp"

namespace arcwise {

// Calls use(evaluator) with the evaluator as what it is where a depth-first search gains by knowing it: where what changes
// along an arc is remembered, or where h and boards are quick.
template <class Board, class Use>
auto with_own_kind(Evaluator<Seen<Board>>& evaluator, Use&& use) {
    if constexpr (sizeof(Board) <= 32) {
        if (auto* patterns = dynamic_cast<PatternEvaluator<Seen<Board>>*>(&evaluator)) return use(*patterns);
    }
    if constexpr (IS_SMALLEST<Board>) {
        if (auto* lines = dynamic_cast<LinearConflictEvaluator<Seen<Board>>*>(&evaluator)) return use(*lines);
        if (auto* sum = dynamic_cast<CellSumEvaluator<Seen<Board>>*>(&evaluator)) return use(*sum);
        if (auto* pairs = dynamic_cast<PairSumEvaluator<Seen<Board>>*>(&evaluator)) return use(*pairs);
    }
    AnyEvaluator<Seen<Board>> any(evaluator);
    return use(any);
}

}  // namespace arcwise
