#include "patterns/pattern_space.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace arcwise {

namespace {

std::string name_of(const Theory& theory, size_t arc) {
    return "arc " + std::to_string(arc + 1) + " of " + std::to_string(theory.arcs.size());
}

}  // namespace

SlidingMoves::SlidingMoves(const Theory& theory) : cells(theory.cells), blank(theory.blank) {
    if (!theory.permutation || blank < 0)
        throw std::invalid_argument("every symbol must stand exactly once on the board, with a blank");
    if (cells > MAX_TILED || theory.symbols > MAX_TILED) throw std::invalid_argument("patterns take 64 cells at most");
    from.resize(size_t(cells));
    adjacent.assign(size_t(cells), 0);
    bool first = true;
    for (size_t number = 0; number < theory.arcs.size(); ++number) {
        const Arc& arc = theory.arcs[number];
        if (!arc.primitive) continue;
        const auto& tests = arc.condition.tests;
        const Write *fill = nullptr, *empty = nullptr;
        for (const Write& write : arc.writes) (write.source == Write::CONSTANT ? empty : fill) = &write;
        bool fits = tests.size() == 1 && tests[0].symbol == blank && arc.condition.equals.empty() &&
                    arc.writes.size() == 2 && fill && empty && empty->constant == blank &&
                    fill->cell == tests[0].cell && fill->source == empty->cell;
        if (!fits) throw std::invalid_argument(name_of(theory, number) + " does not move one tile into the blank");
        if (!first && arc.cost != cost) throw std::invalid_argument("the arcs differ in cost");
        first = false;
        cost = arc.cost;
        from[fill->cell].push_back({empty->cell, int(number)});
        adjacent[fill->cell] |= uint64_t(1) << empty->cell;
    }
    for (int one = 0; one < cells; ++one)
        for (int other = 0; other < cells; ++other)
            if ((adjacent[size_t(one)] >> other & 1) != (adjacent[size_t(other)] >> one & 1))
                throw std::invalid_argument("a move has no move back");
}

PatternSpace::PatternSpace(const SlidingMoves& moves_, const std::vector<uint8_t>& goal_, std::vector<uint8_t> pattern_)
    : moves(moves_), goal(goal_), pattern(std::move(pattern_)) {
    int most = moves.cells - 1;
    if (pattern.empty() || int(pattern.size()) > most)
        throw std::invalid_argument("a pattern has at least one tile and at most all");
    for (uint8_t symbol : pattern) {
        if (symbol == moves.blank) throw std::invalid_argument("the blank is in no pattern");
        if (std::count(pattern.begin(), pattern.end(), symbol) > 1)
            throw std::invalid_argument("a tile is in the pattern twice");
        if (std::count(goal.begin(), goal.end(), symbol) != 1)
            throw std::invalid_argument("a tile of the pattern is not in the goal");
    }
    weights_.assign(pattern.size(), 1);
    for (int place = int(pattern.size()) - 1; place >= 0; --place) {
        weights_[size_t(place)] = size_;
        if (size_ > (uint64_t(1) << 40)) throw std::invalid_argument("the pattern has too many placements");
        size_ *= uint64_t(moves.cells - place);
    }
}

uint64_t PatternSpace::rank(const uint8_t* cells_of_pattern) const {
    uint64_t taken = 0, sum = 0;
    for (size_t place = 0; place < pattern.size(); ++place) {
        uint64_t bit = uint64_t(1) << cells_of_pattern[place];
        sum += weights_[place] * (cells_of_pattern[place] - uint64_t(std::popcount(taken & (bit - 1))));
        taken |= bit;
    }
    return sum;
}

}  // namespace arcwise
