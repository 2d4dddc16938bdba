// Pattern databases at work: of sliding tiles move by move, of any other moves looked up anew.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/evaluator.hpp"
#include "core/lists.hpp"
#include "patterns/additive_patterns.hpp"
#include "patterns/pattern_sum.hpp"

namespace arcwise {

// The sum of pattern databases, and of their reflection where it is larger. It remembers rank and entry of every
// pattern, so that a slide is a few additions and one look into each table that it concerns.
template <class Board>
class PatternEvaluator final : public Evaluator<Board> {
   public:
    static constexpr bool FETCHES = true;

    // What an arc does to the rank and entry of one pattern in a view, or, once made, what undoes it.
    struct RankChange {
        uint64_t rank = 0;
        int16_t pattern = -1;  // -1: none
        int16_t entry = 0;
    };
    struct Change {
        RankChange plain, mirrored;
    };

    PatternEvaluator(const Theory& theory, const AdditivePatterns& patterns)
        : layout_(theory),
          patterns_(patterns),
          mirrors_(patterns.reflects()),
          plain_(theory, patterns, false),
          mirrored_(theory, patterns, true) {
        for (const Arc& arc : theory.arcs) slides_.push_back(patterns.slide_of(arc).from);
    }

    double estimate(const Board& board) override {
        stand_at(board);
        return h(plain_.sum(), mirrored_.sum());
    }
    void stand_at(const Board& board) override {
        plain_.stand_at(board);
        if (mirrors_) mirrored_.stand_at(board);
    }
    double update(double h, int arc, const Board& board, const Board& made) override {
        Change change = change_along(arc, board, made);
        return value(h, change, arc, board, made);
    }

    Change change_along(int arc, const Board& board, const Board&) const {
        Change change;
        const int from = slides_[size_t(arc)];
        if (from < 0) return change;
        const unsigned symbol = layout_.code(board, from);
        change.plain = plain_.change(arc, symbol, board);
        if (mirrors_) change.mirrored = mirrored_.change(arc, symbol, board);
        return change;
    }
    double value(double, Change& change, int arc, const Board& board, const Board& made) {
        if (slides_[size_t(arc)] >= 0) return h(plain_.sum_after(change.plain), mirrored_.sum_after(change.mirrored));
        // What is no slide is looked up anew, here and when it is made.
        const double value = estimate(made);
        stand_at(board);
        return value;
    }
    void make(Change& change, int arc, const Board& made) { exchange(change, arc, made); }
    void unmake(Change& change, int arc, const Board& board) { exchange(change, arc, board); }

   private:
    // Rank and entry of every pattern on the board, or on its reflection.
    class View {
       public:
        View(const Theory& theory, const AdditivePatterns& patterns, bool mirrored)
            : layout_(theory), patterns_(patterns), mirrored_(mirrored), symbols_(size_t(theory.symbols)) {
            if (mirrored && !patterns.reflects()) return;
            ranks_.resize(patterns.size());
            slots_.resize(patterns.size());
            for (size_t pattern = 0; pattern < patterns.size(); ++pattern)
                slots_[pattern].table = patterns.table(pattern), slots_[pattern].shift = int16_t(patterns.shift(pattern));
            note_weights();
            for (const Arc& arc : theory.arcs) note_way(patterns.slide_of(arc));
        }

        int sum() const { return sum_; }

        void stand_at(const Board& board) {
            patterns_.ranks([&](int cell) { return layout_.symbol(board, cell); }, mirrored_, ranks_.data());
            for (size_t pattern = 0; pattern < slots_.size(); ++pattern)
                __builtin_prefetch(slots_[pattern].at(ranks_[pattern]));
            sum_ = 0;
            for (size_t pattern = 0; pattern < slots_.size(); ++pattern) {
                Slot& slot = slots_[pattern];
                slot.rank = ranks_[pattern];
                slot.entry = *slot.at(slot.rank);
                sum_ += slot.entry;
            }
        }

        // What arc `arc`, a slide of this symbol, changes.
        RankChange change(int arc, unsigned symbol, const Board& board) const {
            const int16_t pattern = pattern_of_[symbol];
            if (pattern < 0) return {};
            const Way& way = ways_[size_t(arc)];
            const int64_t* passing = &passing_[symbol * symbols_];
            int64_t change = way.distance * weight_[symbol];
            // Between these cells slides carry any symbol, so that its code is the symbol itself.
            for (uint8_t cell : between_[arc]) change += passing[layout_.code(board, cell)];
            const Slot& slot = slots_[size_t(pattern)];
            const uint64_t rank = slot.rank + uint64_t(way.up ? change : -change);
            __builtin_prefetch(slot.at(rank));
            return {rank, pattern, 0};
        }
        int sum_after(RankChange& change) const {
            if (change.pattern < 0) return sum_;
            const Slot& slot = slots_[size_t(change.pattern)];
            change.entry = *slot.at(change.rank);
            return sum_ + change.entry - slot.entry;
        }
        void exchange(RankChange& change) {
            if (change.pattern < 0) return;
            Slot& slot = slots_[size_t(change.pattern)];
            sum_ += change.entry - slot.entry;
            std::swap(slot.entry, change.entry);
            std::swap(slot.rank, change.rank);
        }

       private:
        struct Slot {
            const uint8_t* table = nullptr;
            uint64_t rank = 0;
            int16_t entry = 0;
            int16_t shift = 0;
            const uint8_t* at(uint64_t rank) const { return table + (rank >> shift); }
        };
        // Of a tile along an arc, in cells of the view.
        struct Way {
            int distance = 0;
            bool up = true;  // to a higher cell
        };

        unsigned seen(unsigned symbol) const { return mirrored_ ? patterns_.reflection.symbol[symbol] : symbol; }
        int seen_cell(int cell) const { return mirrored_ ? patterns_.reflection.cell[size_t(cell)] : cell; }

        // What a rank grows by when a symbol moves up a cell, and by which symbols it passes on its way.
        void note_weights() {
            pattern_of_.resize(symbols_);
            weight_.assign(symbols_, 0);
            passing_.assign(symbols_ * symbols_, 0);
            for (unsigned symbol = 0; symbol < symbols_; ++symbol) {
                const unsigned own = in_goal(symbol) ? seen(symbol) : symbol;
                const int pattern = pattern_of_[symbol] = patterns_.pattern_of[own];
                if (pattern < 0) continue;
                const PatternSpace& space = patterns_.space(size_t(pattern));
                weight_[symbol] = int64_t(space.weight(patterns_.place_of[own]));
                for (unsigned other = 0; other < symbols_; ++other) {
                    const unsigned passed = in_goal(other) ? seen(other) : other;
                    if (passed == own || patterns_.pattern_of[passed] != pattern) continue;
                    const int place = patterns_.place_of[passed];
                    passing_[symbol * symbols_ + other] =
                        place < patterns_.place_of[own] ? -weight_[symbol] : int64_t(space.weight(place));
                }
            }
        }
        bool in_goal(unsigned symbol) const { return !mirrored_ || symbol < patterns_.reflection.symbol.size(); }

        void note_way(AdditivePatterns::Slide slide) {
            std::vector<uint8_t> between;
            Way way;
            if (slide.from >= 0) {
                const int from = seen_cell(slide.from), to = seen_cell(slide.to);
                way = {std::abs(to - from), to > from};
                for (int cell = std::min(from, to) + 1; cell < std::max(from, to); ++cell)
                    between.push_back(uint8_t(seen_cell(cell)));
            }
            ways_.push_back(way);
            between_.add(between);
        }

        const Layout<Board> layout_;
        const AdditivePatterns& patterns_;
        const bool mirrored_;
        const size_t symbols_;
        std::vector<uint64_t> ranks_;
        std::vector<Slot> slots_;
        int sum_ = 0;
        std::vector<int16_t> pattern_of_;                // by symbol
        std::vector<int64_t> weight_, passing_;          // by symbol; by symbol and symbol passed
        std::vector<Way> ways_;                          // by arc
        Lists<uint8_t> between_;                         // by arc: the board's cells that the tile passes
    };

    double h(int plain, int mirrored) const { return patterns_.moves.cost * std::max(plain, mirrored); }

    void exchange(Change& change, int arc, const Board& board) {
        if (slides_[size_t(arc)] < 0) return stand_at(board);
        plain_.exchange(change.plain);
        if (mirrors_) mirrored_.exchange(change.mirrored);
    }

    const Layout<Board> layout_;
    const AdditivePatterns& patterns_;
    const bool mirrors_;
    std::vector<int> slides_;  // by arc: the cell that a tile leaves, or -1
    View plain_, mirrored_;
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
