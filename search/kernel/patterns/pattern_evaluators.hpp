// Pattern databases at work: of sliding tiles move by move, of any other moves looked up anew.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/evaluator.hpp"
#include "patterns/additive_patterns.hpp"
#include "patterns/pattern_sum.hpp"

namespace arcwise {

// The sum of pattern databases, and of their reflection where it is larger. It remembers rank and entry of every
// pattern in both views, the board and its reflection, so that a slide is a few additions and one look into each table
// that it concerns.
template <class Board>
class PatternEvaluator final : public Evaluator<Board> {
   public:
    static constexpr bool FETCHES = true;

    // What an arc does to the rank and entry of one pattern in each view, or, once made, what undoes it.
    struct Change {
        uint64_t rank[2];
        uint16_t slot[2];
        int16_t entry[2];
    };

    PatternEvaluator(const Theory& theory, const AdditivePatterns& patterns)
        : layout_(theory),
          patterns_(patterns),
          cost_(patterns.moves.cost),
          views_(patterns.reflects() ? 2 : 1),
          symbols_(size_t(theory.symbols)),
          ranks_(patterns.size()) {
        for (int view = 0; view < 2; ++view)
            for (size_t pattern = 0; pattern < patterns.size(); ++pattern)
                slots_.push_back({patterns.table(pattern), patterns.shift(pattern)});
        slots_.push_back({&NOTHING, 0});
        note_tiles();
        for (const Arc& arc : theory.arcs) note_way(patterns.slide_of(arc));
    }

    double estimate(const Board& board) override {
        stand_at(board);
        return h(std::max(sum_[0], sum_[1]));
    }
    void stand_at(const Board& board) override {
        for (int cell = 0; cell < patterns_.moves.cells; ++cell) held_[cell] = uint8_t(layout_.symbol(board, cell));
        for (int view = 0; view < views_; ++view) {
            patterns_.ranks([&](int cell) { return held_[cell]; }, view == 1, ranks_.data());
            Slot* const slots = &slots_[slot_of(view, 0)];
            for (size_t pattern = 0; pattern < ranks_.size(); ++pattern)
                __builtin_prefetch(slots[pattern].at(ranks_[pattern]));
            sum_[view] = 0;
            for (size_t pattern = 0; pattern < ranks_.size(); ++pattern) {
                slots[pattern].rank = ranks_[pattern];
                slots[pattern].entry = *slots[pattern].at(ranks_[pattern]);
                sum_[view] += slots[pattern].entry;
            }
        }
    }
    double update(double, int arc, const Board& board, const Board& made) override {
        Change change;
        change_along(change, arc, board, made);
        return h(units(change, arc, board, made));
    }

    [[gnu::always_inline]] void change_along(Change& change, int arc, const Board&, const Board&) const {
        const Way& way = ways_[size_t(arc)];
        if (way.from < 0) return;
        const Tile& tile = tiles_[held_[way.from]];
        int64_t plain = way.distance[0] * tile.weight[0], mirrored = way.distance[1] * tile.weight[1];
        const int64_t* const passing = &passing_[tile.passing];
        for (uint32_t number = way.first; number != way.last; ++number) {
            const Passed& passed = passed_[number];
            const int64_t by = passing[passed.table + held_[passed.cell]];
            plain += by & passed.plain;
            mirrored += by & passed.mirrored;
        }
        fetch(change, 0, tile, (plain ^ way.down[0]) - way.down[0]);
        fetch(change, 1, tile, (mirrored ^ way.down[1]) - way.down[1]);
    }
    [[gnu::always_inline]] int units(Change& change, int arc, const Board& board, const Board& made) {
        if (ways_[size_t(arc)].from >= 0) return std::max(sum_after(change, 0), sum_after(change, 1));
        // What is no slide is looked up anew, here and when it is made.
        stand_at(made);
        const int units = std::max(sum_[0], sum_[1]);
        stand_at(board);
        return units;
    }
    double h(int units) const { return cost_ * units; }
    [[gnu::always_inline]] void make(Change& change, int arc, const Board& made) {
        const Way& way = ways_[size_t(arc)];
        if (way.from < 0) return stand_at(made);
        exchange(change);
        std::swap(held_[way.from], held_[way.to]);
    }
    [[gnu::always_inline]] void unmake(Change& change, int arc, const Board& board) {
        const Way& way = ways_[size_t(arc)];
        if (way.from < 0) return stand_at(board);
        exchange(change);
        std::swap(held_[way.from], held_[way.to]);
    }

   private:
    // A pattern in a view. What is in no pattern has a slot too, the last, where nothing changes.
    struct Slot {
        const uint8_t* table;
        int shift;
        int entry = 0;
        uint64_t rank = 0;
        const uint8_t* at(uint64_t rank) const { return table + (rank >> shift); }
    };
    static constexpr uint8_t NOTHING = 0;
    // Of a symbol in each view: its pattern, and what that one's rank grows by when it moves up a cell.
    struct Tile {
        int64_t weight[2];
        uint16_t slot[2];
        uint32_t passing;  // its first place in passing_, in the first view
    };
    // The symbol's way along an arc, in cells of each view.
    struct Way {
        int from = -1, to = -1;        // cells of the board; -1: none
        uint32_t first = 0, last = 0;  // in passed_
        int distance[2] = {};
        int64_t down[2] = {};  // all bits for a way to a lower cell
    };
    // A cell of the board that it passes in one view: all bits for that view.
    struct Passed {
        int64_t plain, mirrored;
        uint32_t table;  // that view's place in passing_
        int cell;
    };

    size_t slot_of(int view, size_t pattern) const { return size_t(view) * ranks_.size() + pattern; }

    [[gnu::always_inline]] void fetch(Change& change, int view, const Tile& tile, int64_t by) const {
        const Slot& slot = slots_[tile.slot[view]];
        change.rank[view] = slot.rank + uint64_t(by);
        change.slot[view] = tile.slot[view];
        __builtin_prefetch(slot.at(change.rank[view]));
    }
    [[gnu::always_inline]] int sum_after(Change& change, int view) const {
        const Slot& slot = slots_[change.slot[view]];
        change.entry[view] = *slot.at(change.rank[view]);
        return sum_[view] + change.entry[view] - slot.entry;
    }
    [[gnu::always_inline]] void exchange(Change& change) {
        exchange(change, 0);
        exchange(change, 1);
    }
    [[gnu::always_inline]] void exchange(Change& change, int view) {
        Slot& slot = slots_[change.slot[view]];
        const int entry = slot.entry;
        sum_[view] += change.entry[view] - entry;
        slot.entry = change.entry[view];
        change.entry[view] = int16_t(entry);
        std::swap(slot.rank, change.rank[view]);
    }

    // The symbol that one is seen as in a view.
    unsigned seen(int view, unsigned symbol) const {
        const auto& reflected = patterns_.reflection.symbol;
        return view == 1 && symbol < reflected.size() ? reflected[symbol] : symbol;
    }
    int seen_cell(int view, int cell) const { return view == 1 ? patterns_.reflection.cell[size_t(cell)] : cell; }

    void note_tiles() {
        const auto no_slot = uint16_t(slots_.size() - 1);
        for (size_t symbol = 0; symbol < symbols_; ++symbol)
            tiles_.push_back({{0, 0}, {no_slot, no_slot}, uint32_t(symbol * symbols_)});
        passing_.assign(2 * symbols_ * symbols_, 0);
        for (int view = 0; view < views_; ++view) {
            for (unsigned symbol = 0; symbol < symbols_; ++symbol) {
                const unsigned own = seen(view, symbol);
                const int pattern = patterns_.pattern_of[own];
                if (pattern < 0) continue;
                const PatternSpace& space = patterns_.space(size_t(pattern));
                const auto weight = int64_t(space.weight(patterns_.place_of[own]));
                tiles_[symbol].weight[view] = weight;
                tiles_[symbol].slot[view] = uint16_t(slot_of(view, size_t(pattern)));
                for (unsigned other = 0; other < symbols_; ++other) {
                    const unsigned passed = seen(view, other);
                    if (passed == own || patterns_.pattern_of[passed] != pattern) continue;
                    const int place = patterns_.place_of[passed];
                    passing_[(size_t(view) * symbols_ + symbol) * symbols_ + other] =
                        place < patterns_.place_of[own] ? -weight : int64_t(space.weight(place));
                }
            }
        }
    }

    void note_way(AdditivePatterns::Slide slide) {
        Way way;
        way.from = slide.from;
        way.to = slide.to;
        way.first = uint32_t(passed_.size());
        for (int view = 0; view < views_ && slide.from >= 0; ++view) {
            const int from = seen_cell(view, slide.from), to = seen_cell(view, slide.to);
            way.distance[view] = std::abs(to - from);
            way.down[view] = -int64_t(to < from);
            const auto table = uint32_t(size_t(view) * symbols_ * symbols_);
            for (int cell = std::min(from, to) + 1; cell < std::max(from, to); ++cell)
                passed_.push_back({-int64_t(view == 0), -int64_t(view == 1), table, seen_cell(view, cell)});
        }
        way.last = uint32_t(passed_.size());
        ways_.push_back(way);
    }

    const Layout<Board> layout_;
    const AdditivePatterns& patterns_;
    const double cost_;
    const int views_;
    const size_t symbols_;
    int sum_[2] = {};
    uint8_t held_[MAX_TILED] = {};  // by cell of the board: its symbol
    std::vector<Slot> slots_;       // by view and pattern
    std::vector<uint64_t> ranks_;   // by pattern: scratch space
    std::vector<Tile> tiles_;       // by symbol
    std::vector<int64_t> passing_;  // by view, symbol and symbol passed: what is added to the rank
    std::vector<Way> ways_;         // by arc
    std::vector<Passed> passed_;
};

// The most of several sums of pattern databases, looked up anew for every board.
template <class Board>
class PatternSumEvaluator final : public PlainEvaluator<Board, PatternSumEvaluator<Board>> {
   public:
    PatternSumEvaluator(const Theory& theory, const PatternSum& patterns)
        : layout_(theory), patterns_(patterns), board_(patterns, size_t(theory.cells)) {}
    double estimate(const Board& board) override {
        return patterns_.estimate(board_.read([&](int cell) { return layout_.symbol(board, cell); }));
    }
    double update(double, int, const Board&, const Board& made) override { return estimate(made); }

   private:
    const Layout<Board> layout_;
    const PatternSum& patterns_;
    PatternSum::Board board_;
};

}  // namespace arcwise
