#include <stdexcept>

#include "patterns/fill.hpp"
#include "patterns/folded_fill.hpp"

namespace arcwise {

Projection::Projection(std::shared_ptr<const Theory> undo, std::vector<int> costs, std::vector<std::vector<int>> values,
                       const Pattern& goal, std::vector<int> cells, const std::vector<std::vector<int>>& digits,
                       int width)
    : undo_(std::move(undo)),
      costs_(std::move(costs)),
      values_(std::move(values)),
      goal_(condition_of(goal)),
      cells_(std::move(cells)),
      width_(width) {
    const size_t length = values_.size();
    if (size_t(undo_->cells) != length || goal.size() != length || cells_.size() != length || digits.size() != length ||
        costs_.size() != undo_->arcs.size())
        throw std::invalid_argument("cells that do not fit together");
    weights_.resize(length);
    for (size_t cell = length; cell-- > 0;) {
        if (values_[cell].empty()) throw std::invalid_argument("a cell without values");
        weights_[cell] = size_;
        if (size_ > (uint64_t(1) << 40) / values_[cell].size()) throw std::invalid_argument("too many abstract states");
        size_ *= values_[cell].size();
    }
    for (size_t cell = 0; cell < length; ++cell) {
        std::vector<int64_t> parts(size_t(undo_->symbols), NEVER), on_board;
        for (size_t digit = 0; digit < values_[cell].size(); ++digit) {
            const int value = values_[cell][digit];
            if (value < 0 || value >= undo_->symbols) throw std::invalid_argument("a foreign value");
            parts[size_t(value)] = int64_t(digit * weights_[cell]);
        }
        for (int digit : digits[cell]) {
            if (digit >= int(values_[cell].size())) throw std::invalid_argument("a foreign value");
            on_board.push_back(digit < 0 ? NEVER : int64_t(uint64_t(digit) * weights_[cell]));
        }
        part_.push_back(std::move(parts));
        board_part_.push_back(std::move(on_board));
    }
    for (int cost : costs_) most_ = std::max(most_, cost);
    for (int cost : costs_)
        if (cost > 0) least_ = least_ == 0 ? cost : std::min(least_, cost);
    std::vector<const Condition*> conditions;
    for (const Arc& arc : undo_->arcs) conditions.push_back(&arc.condition);
    const auto code_of = [](const Test& test) { return int(test.symbol); };
    if (conditions.size() > Selector::FEW) selector_ = std::make_unique<const Selector>(conditions, code_of);
}

uint64_t Projection::rank(const Code* board, const Code*) const {
    uint64_t rank = 0;
    for (size_t cell = 0; cell < cells_.size(); ++cell) {
        const Code symbol = board[cells_[cell]];
        const int64_t part = symbol < board_part_[cell].size() ? board_part_[cell][symbol] : NEVER;
        if (part == NEVER) return NOWHERE;
        rank += uint64_t(part);
    }
    return rank;
}

void Projection::unrank(uint64_t rank, State& state) const {
    state.rank = rank;
    for (size_t cell = 0; cell < values_.size(); ++cell) {
        state.codes[cell] = Code(values_[cell][rank / weights_[cell]]);
        rank %= weights_[cell];
    }
}

bool Projection::holds(const Condition& condition, const std::vector<Code>& codes) {
    for (const Test& test : condition.tests)
        if (codes[test.cell] != test.symbol) return false;
    for (const Equal& equal : condition.equals)
        if (codes[equal.one] != codes[equal.other]) return false;
    return true;
}

template <class Visit>
void Projection::each_goal(Meter& meter, Visit&& visit) const {
    State at = state(meter);
    for (uint64_t rank = 0; rank < size_; ++rank) {
        unrank(rank, at);
        if (holds(goal_, at.codes)) visit(rank);
    }
}

template <class Visit>
void Projection::each_predecessor(const State& state, State& scratch, Visit&& visit) const {
    const auto undo = [&](size_t number) {
        uint64_t rank = state.rank;
        for (const Write& write : undo_->arcs[number].writes) {
            const size_t symbol = write.source == Write::CONSTANT ? write.constant : state.codes[write.source];
            const int64_t part = part_[write.cell][symbol];
            if (part == NEVER) return;
            rank += uint64_t(part) - uint64_t(part_[write.cell][state.codes[write.cell]]);
        }
        if (rank != state.rank) visit(rank, costs_[number]);
    };
    if (!selector_) {
        for (size_t number = 0; number < costs_.size(); ++number)
            if (holds(undo_->arcs[number].condition, state.codes)) undo(number);
        return;
    }
    selector_->select([&](int cell) { return state.codes[size_t(cell)]; }, scratch.found,
                      [&](uint32_t number) { return holds(undo_->arcs[number].condition, state.codes); });
    for (uint32_t number : scratch.found) undo(number);
}

Outcome Projection::build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const {
    return fill(*this, table, threads, limits, tick);
}

Outcome Projection::build_folded(uint8_t* table, int shift, int threads, const Limits& limits, const Tick& tick) const {
    if (width_ > 1 || most_ > 1) return AbstractSpace::build_folded(table, shift, threads, limits, tick);
    return fill_folded(*this, table, shift, threads, limits, tick);
}

}  // namespace arcwise
