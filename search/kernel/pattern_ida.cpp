#include "pattern_ida.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace arcwise {

namespace {

constexpr int NO_CELL = -1;
constexpr int INFINITE = 1 << 28;

}  // namespace

Reflection reflection_of(const SlidingMoves& moves, const std::vector<uint8_t>& goal, int rows, int columns) {
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

PatternSearch::PatternSearch(const Theory& theory, std::vector<uint8_t> goal,
                             std::vector<std::vector<uint8_t>> patterns, std::vector<const uint8_t*> tables,
                             Reflection reflection)
    : moves_(theory), goal_(std::move(goal)), tables_(std::move(tables)), reflection_(std::move(reflection)) {
    pattern_of_.assign(size_t(theory.symbols), -1);
    place_of_.assign(size_t(theory.symbols), -1);
    for (size_t number = 0; number < patterns.size(); ++number) {
        for (size_t place = 0; place < patterns[number].size(); ++place) {
            uint8_t symbol = patterns[number][place];
            if (symbol >= theory.symbols || pattern_of_[symbol] >= 0)
                throw std::invalid_argument("patterns must be disjoint sets of tiles");
            pattern_of_[symbol] = int8_t(number);
            place_of_[symbol] = int8_t(place);
        }
        spaces_.push_back(std::make_unique<PatternSpace>(moves_, goal_, patterns[number]));
    }
}

// One search: the board in place, and the rank and entry of every pattern as it stands.
class PatternIda {
   public:
    PatternIda(const PatternSearch& search, const std::vector<uint8_t>& start, Meter& meter)
        : search_(search), meter_(meter), board_(start) {
        blank_ = int(std::find(start.begin(), start.end(), search.moves_.blank) - start.begin());
        plain_ = view(false);
        if (search.reflects()) mirrored_ = view(true);
    }

    int h() const { return std::max(plain_.sum, mirrored_.sum); }

    // True where the goal was found, with its arcs; false where it was not, or `limit` tells why the search ended.
    bool below(int bound) {
        bound_ = bound;
        excess = INFINITE;
        return expand(0, NO_CELL);
    }

    std::vector<int> arcs;
    int excess = INFINITE;
    uint64_t generated = 0;
    Limit limit = Limit::NONE;

   private:
    struct View {
        std::vector<uint64_t> ranks;
        std::vector<int> entries;
        int sum = 0;
    };
    // What becomes of a view when a symbol moves.
    struct Change {
        int pattern;
        uint64_t rank;
    };
    struct Child {
        int cell, arc;
        Change plain, mirrored;
    };

    View view(bool mirrored) const {
        View made;
        const auto& reflection = search_.reflection_;
        std::vector<std::array<uint8_t, 64>> cells(search_.spaces_.size());
        for (size_t cell = 0; cell < board_.size(); ++cell) {
            uint8_t symbol = mirrored ? reflection.symbol[board_[cell]] : board_[cell];
            int pattern = search_.pattern_of_[symbol];
            if (pattern >= 0)
                cells[size_t(pattern)][size_t(search_.place_of_[symbol])] =
                    mirrored ? reflection.cell[cell] : uint8_t(cell);
        }
        for (size_t pattern = 0; pattern < search_.spaces_.size(); ++pattern) {
            made.ranks.push_back(search_.spaces_[pattern]->rank(cells[pattern].data()));
            made.entries.push_back(search_.tables_[pattern][made.ranks.back()]);
            made.sum += made.entries.back();
        }
        return made;
    }

    // `symbol_in(cell)` tells what stands in a cell of the view.
    template <class SymbolIn>
    Change change(const View& view, int symbol, int from, int to, SymbolIn&& symbol_in) const {
        const int pattern = search_.pattern_of_[size_t(symbol)], place = search_.place_of_[size_t(symbol)];
        if (pattern < 0) return {-1, 0};
        auto place_in = [&](int cell) {
            size_t other = symbol_in(cell);
            return search_.pattern_of_[other] == pattern ? int(search_.place_of_[other]) : -1;
        };
        uint64_t rank =
            view.ranks[size_t(pattern)] + uint64_t(search_.spaces_[size_t(pattern)]->change(place, from, to, place_in));
        __builtin_prefetch(search_.tables_[size_t(pattern)] + rank);
        return {pattern, rank};
    }

    // Makes a change and leaves in it what undoes it.
    void make(View& view, Change& change, int& entry) const {
        if (change.pattern < 0) return;
        size_t pattern = size_t(change.pattern);
        view.sum += entry - view.entries[pattern];
        std::swap(view.entries[pattern], entry);
        std::swap(view.ranks[pattern], change.rank);
    }

    bool expand(int g, int came_from) {
        if (plain_.sum == 0 && board_ == search_.goal_) return true;
        limit = meter_.exceeded();
        if (limit != Limit::NONE) return false;
        const auto& reflection = search_.reflection_;
        const bool mirrors = search_.reflects();
        Child children[64];
        int count = 0;
        const int blank = blank_;
        for (const SlidingMoves::Move& move : search_.moves_.from[size_t(blank)]) {
            if (move.tile_cell == came_from) continue;
            Child& child = children[count++];
            child.cell = move.tile_cell;
            child.arc = move.arc;
            int symbol = board_[size_t(move.tile_cell)];
            child.plain = change(plain_, symbol, move.tile_cell, blank, [&](int cell) { return board_[size_t(cell)]; });
            if (mirrors)
                child.mirrored =
                    change(mirrored_, reflection.symbol[size_t(symbol)], reflection.cell[size_t(move.tile_cell)],
                           reflection.cell[size_t(blank)],
                           [&](int cell) { return reflection.symbol[board_[reflection.cell[size_t(cell)]]]; });
        }
        generated += uint64_t(count);
        for (int number = 0; number < count; ++number) {
            Child& child = children[number];
            auto entry_of = [&](const Change& change) {
                return change.pattern < 0 ? 0 : int(search_.tables_[size_t(change.pattern)][change.rank]);
            };
            int plain_entry = entry_of(child.plain), mirrored_entry = 0;
            int h =
                plain_.sum + (child.plain.pattern < 0 ? 0 : plain_entry - plain_.entries[size_t(child.plain.pattern)]);
            if (mirrors) {
                mirrored_entry = entry_of(child.mirrored);
                h = std::max(
                    h, mirrored_.sum + (child.mirrored.pattern < 0
                                            ? 0
                                            : mirrored_entry - mirrored_.entries[size_t(child.mirrored.pattern)]));
            }
            if (int over = g + 1 + h - bound_; over > 0) {
                excess = std::min(excess, over);
                continue;
            }
            make(plain_, child.plain, plain_entry);
            if (mirrors) make(mirrored_, child.mirrored, mirrored_entry);
            std::swap(board_[size_t(blank)], board_[size_t(child.cell)]);
            blank_ = child.cell;
            arcs.push_back(child.arc);
            if (expand(g + 1, blank)) return true;
            arcs.pop_back();
            blank_ = blank;
            std::swap(board_[size_t(blank)], board_[size_t(child.cell)]);
            make(plain_, child.plain, plain_entry);
            if (mirrors) make(mirrored_, child.mirrored, mirrored_entry);
            if (limit != Limit::NONE) return false;
        }
        return false;
    }

    const PatternSearch& search_;
    Meter& meter_;
    std::vector<uint8_t> board_;
    int blank_, bound_ = 0;
    View plain_, mirrored_;
};

double PatternSearch::estimate(const std::vector<uint8_t>& start) const {
    Meter meter({}, nullptr);
    return moves_.cost * PatternIda(*this, start, meter).h();
}

Outcome PatternSearch::search(const std::vector<uint8_t>& start, const Limits& limits, const Tick& tick) const {
    if (start.size() != goal_.size()) throw std::invalid_argument("a start that does not fit the board");
    Outcome outcome;
    Meter meter(limits, tick);
    PatternIda ida(*this, start, meter);
    for (int bound = ida.h();; bound += ida.excess) {
        bool found = ida.below(bound);
        outcome.counters.expanded = meter.expanded;
        outcome.counters.generated = outcome.counters.inserted = outcome.counters.operator_applications = ida.generated;
        outcome.counters.evaluated = ida.generated + 1;
        if (found) {
            outcome.status = Status::SOLVED;
            outcome.arcs = ida.arcs;
        } else if (ida.limit != Limit::NONE) {
            outcome.status = Status::STOPPED;
            outcome.limit = ida.limit;
        } else if (ida.excess != INFINITE) {
            continue;
        }
        return outcome;
    }
}

}  // namespace arcwise
