#include <stdexcept>

#include "patterns/fill.hpp"
#include "patterns/folded_fill.hpp"

namespace arcwise {

Placements::Placements(std::vector<int> symbols, std::vector<int> home, const std::vector<Level>& levels,
                       std::vector<int> owned, const std::vector<int>& goal, const std::vector<Undo>& arcs, int width)
    : symbols_(std::move(symbols)),
      home_(std::move(home)),
      owned_(std::move(owned)),
      goal_(tests_of(goal)),
      cells_(goal.size()),
      width_(width) {
    const auto inside = [&](const std::vector<int>& cells) {
        return std::all_of(cells.begin(), cells.end(), [&](int cell) { return cell >= 0 && cell < int(cells_); });
    };
    if (home_.size() != levels.size() || owned_.size() != levels.size() || symbols_.size() != levels.size() ||
        levels.size() > MOST || !inside(home_))
        throw std::invalid_argument("levels that do not fit the pattern");
    for (const Level& level : levels) {
        Digits digits;
        digits.digit.assign(cells_, -1);
        if (level.orbit.empty() || level.carry.size() != level.orbit.size() || !inside(level.orbit))
            throw std::invalid_argument("an orbit that does not fit the board");
        for (const std::vector<int>& carry : level.carry) {
            if (carry.size() != cells_ || !inside(carry)) throw std::invalid_argument("no permutation of the board");
            digits.digit[size_t(level.orbit[digits.size])] = int(digits.size);
            ++digits.size;
            const size_t begin = digits.carry.size();
            digits.back.resize(begin + cells_);
            for (size_t cell = 0; cell < cells_; ++cell) {
                digits.carry.push_back(Code(carry[cell]));
                digits.back[begin + size_t(carry[cell])] = Code(cell);
            }
        }
        if (size_ > (uint64_t(1) << 40) / digits.size) throw std::invalid_argument("the pattern has too many placements");
        size_ *= digits.size;
        levels_.push_back(std::move(digits));
    }
    for (const Undo& arc : arcs) {
        if (arc.to.size() != cells_ || !inside(arc.to) || arc.stands.size() != cells_ || arc.cost < 0)
            throw std::invalid_argument("an arc that does not fit the board");
        if (arc.cost > 0) least_ = least_ == 0 ? arc.cost : std::min(least_, arc.cost);
        most_ = std::max(most_, arc.cost);
        steps_.push_back({{arc.to.begin(), arc.to.end()}, tests_of(arc.stands), arc.reference, arc.cost});
    }
}

Placements::Tests Placements::tests_of(const std::vector<int>& stands) {
    Tests tests;
    for (size_t cell = 0; cell < stands.size(); ++cell)
        if (stands[cell] != ANY) tests.emplace_back(Code(cell), stands[cell]);
    return tests;
}

bool Placements::pass(const Tests& tests, const State& cells) {
    for (auto [cell, place] : tests) {
        if (place != OTHER) {
            if (cells[size_t(place)] != cell) return false;
        } else if (std::find(cells.begin(), cells.end(), cell) != cells.end()) {
            return false;
        }
    }
    return true;
}

uint64_t Placements::rank_of(Code* cells) const {
    uint64_t rank = 0;
    const size_t length = levels_.size();
    for (size_t place = 0; place < length; ++place) {
        const Digits& level = levels_[place];
        const int digit = level.digit[cells[place]];
        if (digit < 0) return NOWHERE;
        if (level.size == 1) continue;  // its only permutation is that which changes nothing
        rank = rank * level.size + uint64_t(digit);
        const Code* back = &level.back[size_t(digit) * cells_];
        for (size_t later = place + 1; later < length; ++later) cells[later] = back[cells[later]];
    }
    return rank;
}

uint64_t Placements::rank(const Code* board, const Code* cell_of) const {
    Code cells[MOST];
    for (size_t place = 0; place < symbols_.size(); ++place) {
        const int symbol = symbols_[place];
        cells[place] = cell_of[symbol];
        if (board[cells[place]] != symbol) return NOWHERE;
    }
    return rank_of(cells);
}

void Placements::unrank(uint64_t rank, State& cells) const {
    const size_t length = levels_.size();
    for (size_t place = 0; place < length; ++place) cells[place] = Code(home_[place]);
    for (size_t place = length; place-- > 0;) {
        const Digits& level = levels_[place];
        if (level.size == 1) continue;
        const Code* carry = &level.carry[size_t(rank % level.size) * cells_];
        rank /= level.size;
        for (size_t later = place; later < length; ++later) cells[later] = carry[cells[later]];
    }
}

template <class Visit>
void Placements::each_goal(Meter& meter, Visit&& visit) const {
    State cells = state(meter);
    size_t known = 0;
    for (auto [cell, place] : goal_) {
        if (place == OTHER) continue;
        cells[size_t(place)] = cell;
        ++known;
    }
    if (known == cells.size()) {
        if (!pass(goal_, cells)) return;  // a symbol is asked for in two cells
        const uint64_t rank = rank_of(cells.data());
        if (rank != NOWHERE) visit(rank);
        return;
    }
    for (uint64_t rank = 0; rank < size_; ++rank) {
        unrank(rank, cells);
        if (pass(goal_, cells)) visit(rank);
    }
}

template <class Visit>
void Placements::each_predecessor(const State& cells, State& made, Visit&& visit) const {
    for (const Step& step : steps_) {
        if (!pass(step.tests, cells)) continue;
        bool counts = step.reference < 0, moves = false;
        for (size_t place = 0; place < cells.size(); ++place) {
            made[place] = step.to[cells[place]];
            moves |= made[place] != cells[place];
            counts |= owned_[place] && int(cells[place]) == step.reference;
        }
        if (!moves) continue;
        const uint64_t rank = rank_of(made.data());
        if (rank != NOWHERE) visit(rank, counts ? step.cost : 0);
    }
}

Outcome Placements::build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const {
    return fill(*this, table, threads, limits, tick);
}

Outcome Placements::build_folded(uint8_t* table, int shift, int threads, const Limits& limits, const Tick& tick) const {
    if (width_ > 1 || most_ > 1) return AbstractSpace::build_folded(table, shift, threads, limits, tick);
    return fill_folded(*this, table, shift, threads, limits, tick);
}

}  // namespace arcwise
