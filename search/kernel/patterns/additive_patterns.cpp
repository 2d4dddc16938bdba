#include "patterns/additive_patterns.hpp"

#include <algorithm>
#include <stdexcept>

namespace arcwise {

Reflection reflection_of(const SlidingMoves& moves, const std::vector<uint8_t>& goal, int rows, int columns) {
    if (rows < 1 || columns < 1 || size_t(rows) * size_t(columns) != goal.size())
        throw std::invalid_argument("a shape that does not fit the board");
    auto at = [&](int row, int column) { return row * columns + column; };
    const int blank = int(std::find(goal.begin(), goal.end(), moves.blank) - goal.begin());
    for (int kind = 0; kind < 5; ++kind) {
        if (kind < 2 && rows != columns) continue;
        Reflection found;
        found.cell.resize(goal.size());
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const int images[] = {
                    kind < 2 ? at(column, row) : 0,
                    kind < 2 ? at(columns - 1 - column, rows - 1 - row) : 0,
                    at(row, columns - 1 - column),
                    at(rows - 1 - row, column),
                    at(rows - 1 - row, columns - 1 - column),
                };
                found.cell[size_t(at(row, column))] = uint8_t(images[kind]);
            }
        }
        if (found.cell[size_t(blank)] != blank) continue;
        bool keeps_moves = true, changes = false;
        for (size_t cell = 0; cell < goal.size(); ++cell) {
            changes |= found.cell[cell] != cell;
            uint64_t image = 0;
            for (size_t other = 0; other < goal.size(); ++other)
                if (moves.adjacent[cell] >> other & 1) image |= uint64_t(1) << found.cell[other];
            keeps_moves &= image == moves.adjacent[found.cell[cell]];
        }
        if (!keeps_moves || !changes) continue;
        found.symbol.resize(size_t(*std::max_element(goal.begin(), goal.end())) + 1);
        for (size_t cell = 0; cell < goal.size(); ++cell) found.symbol[goal[cell]] = goal[found.cell[cell]];
        return found;
    }
    return {};
}

AdditivePatterns::AdditivePatterns(const Theory& theory, std::vector<uint8_t> goal_,
                                   std::vector<std::vector<uint8_t>> patterns, std::vector<const uint8_t*> tables,
                                   std::vector<int> shifts, bool reflect, int rows, int columns)
    : moves(theory), goal(std::move(goal_)), tables_(std::move(tables)), shifts_(std::move(shifts)) {
    const auto folds = [](int shift) { return shift >= 0 && shift <= FoldedSpace::MOST; };
    if (shifts_.size() != patterns.size() || !std::all_of(shifts_.begin(), shifts_.end(), folds))
        throw std::invalid_argument("one shift for every pattern, from 0 to 32");
    pattern_of.assign(size_t(theory.symbols), -1);
    place_of.assign(size_t(theory.symbols), -1);
    for (size_t number = 0; number < patterns.size(); ++number) {
        for (size_t place = 0; place < patterns[number].size(); ++place) {
            uint8_t symbol = patterns[number][place];
            if (symbol >= theory.symbols || pattern_of[symbol] >= 0)
                throw std::invalid_argument("patterns must be disjoint sets of tiles");
            pattern_of[symbol] = int8_t(number);
            place_of[symbol] = int8_t(place);
        }
        spaces_.push_back(std::make_unique<PatternSpace>(moves, goal, patterns[number]));
    }
    if (reflect) reflection = reflection_of(moves, goal, rows, columns);
}

void AdditivePatterns::check(const Theory& theory, const State& start) const {
    if (theory.cells != moves.cells || theory.symbols != int(pattern_of.size()))
        throw std::invalid_argument("pattern databases of another puzzle");
    check_symbols(start);
}

void AdditivePatterns::check_symbols(const State& board) const {
    if (!std::is_permutation(board.begin(), board.end(), goal.begin(), goal.end()))
        throw std::invalid_argument("a board that does not hold the symbols of the pattern databases' goal");
}

double AdditivePatterns::estimate(const State& board) const {
    check_symbols(board);
    std::vector<uint64_t> found(size());
    int most = 0;
    for (bool mirrored : {false, true}) {
        if (mirrored && !reflects()) break;
        ranks([&](int cell) { return board[size_t(cell)]; }, mirrored, found.data());
        int sum = 0;
        for (size_t pattern = 0; pattern < size(); ++pattern) sum += table(pattern)[found[pattern] >> shift(pattern)];
        most = std::max(most, sum);
    }
    return moves.cost * most;
}

AdditivePatterns::Slide AdditivePatterns::slide_of(const Arc& arc) const {
    const Write *fill = nullptr, *empty = nullptr;
    if (arc.writes.size() != 2) return {};
    for (const Write& write : arc.writes) (write.source == Write::CONSTANT ? empty : fill) = &write;
    if (!fill || !empty || empty->constant != moves.blank || fill->source != empty->cell ||
        std::find(arc.condition.tests.begin(), arc.condition.tests.end(), Test{fill->cell, Symbol(moves.blank)}) ==
            arc.condition.tests.end())
        return {};
    return {empty->cell, fill->cell};
}

}  // namespace arcwise
