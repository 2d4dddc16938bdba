// Heuristics at work on boards of one kind. The values are doubles added up in the Python engine's order, so that both
// engines round alike; whole numbers are exact in either.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/evaluator.hpp"
#include "core/heuristic.hpp"
#include "patterns/additive_patterns.hpp"
#include "patterns/pattern_sum.hpp"
#include "relaxation/relaxation_evaluator.hpp"
#include "search/batch_evaluator.hpp"

namespace arcwise {

template <class Board>
class ZeroEvaluator final : public PlainEvaluator<Board, ZeroEvaluator<Board>> {
   public:
    ZeroEvaluator(const Theory&, const Heuristic&) {}
    double estimate(const Board&) override { return 0; }
    double update(double, int, const Board&, const Board&) override { return 0; }
};

// Lists of numbers, one after the other in memory.
template <class Value>
class Lists {
   public:
    void add(const std::vector<Value>& list) {
        values_.insert(values_.end(), list.begin(), list.end());
        ends_.push_back(uint32_t(values_.size()));
    }
    struct Span {
        const Value *first, *last;
        const Value* begin() const { return first; }
        const Value* end() const { return last; }
    };
    Span operator[](int number) const {
        return {values_.data() + ends_[size_t(number)], values_.data() + ends_[size_t(number) + 1]};
    }

   private:
    std::vector<Value> values_;
    std::vector<uint32_t> ends_{0};
};

template <class Board, class Derived>
class CellSumOf : public PlainEvaluator<Board, Derived> {
   public:
    CellSumOf(const Theory& theory, const CellSum& sum)
        : layout_(theory), cells_(sum.cells), values_(size_t(theory.cells), nullptr) {
        for (size_t place = 0; place < cells_.size(); ++place)
            values_[size_t(cells_[place])] = &sum.table[place * size_t(theory.symbols)];
        for (const Arc& arc : theory.arcs) {
            std::vector<int> changed;
            for (const Write& write : arc.writes)
                if (values_[write.cell]) changed.push_back(write.cell);
            changed_.add(changed);
        }
    }
    double sum(const Board& board) const {
        double sum = 0;
        for (int cell : cells_) sum += values_[size_t(cell)][layout_.symbol(board, cell)];
        return sum;
    }
    double sum_along(double h, int arc, const Board& board, const Board& made) const {
        for (int cell : changed_[arc]) {
            const double* values = values_[size_t(cell)];
            h += values[layout_.symbol(made, cell)] - values[layout_.symbol(board, cell)];
        }
        return h;
    }

   protected:
    const Layout<Board> layout_;

   private:
    const std::vector<int>& cells_;
    std::vector<const double*> values_;  // by cell and symbol
    Lists<int> changed_;
};

template <class Board>
class CellSumEvaluator final : public CellSumOf<Board, CellSumEvaluator<Board>> {
   public:
    using CellSumOf<Board, CellSumEvaluator<Board>>::CellSumOf;
    double estimate(const Board& board) override { return this->sum(board); }
    double update(double h, int arc, const Board& board, const Board& made) override {
        return this->sum_along(h, arc, board, made);
    }
};

template <class Board>
class PairSumEvaluator final : public PlainEvaluator<Board, PairSumEvaluator<Board>> {
   public:
    PairSumEvaluator(const Theory& theory, const PairSum& sum)
        : layout_(theory), cells_(theory.cells), symbols_(theory.symbols), sum_(sum) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> touched;
            for (size_t pair = 0; pair < sum.ones.size(); ++pair) {
                bool changes = false;
                for (const Write& write : arc.writes)
                    changes |= write.cell == sum.ones[pair] || write.cell == sum.others[pair];
                if (changes) touched.push_back(int(pair));
            }
            touched_.add(touched);
        }
    }
    double estimate(const Board& board) override {
        double h = 0;
        for (int pair = 0; pair < int(sum_.ones.size()); ++pair) h += worth(pair, board);
        return h;
    }
    double update(double h, int arc, const Board& board, const Board& made) override {
        for (int pair : touched_[arc]) h += worth(pair, made) - worth(pair, board);
        return h;
    }

   private:
    int symbol_at(const Board& board, int cell) const {
        return cell < cells_ ? int(layout_.symbol(board, cell)) : symbols_;
    }
    double worth(int pair, const Board& board) const {
        const int one = symbol_at(board, sum_.ones[size_t(pair)]), other = symbol_at(board, sum_.others[size_t(pair)]);
        return sum_.table[size_t(one * (symbols_ + 1) + other)];
    }

    const Layout<Board> layout_;
    const int cells_, symbols_;
    const PairSum& sum_;
    Lists<int> touched_;
};

// Detours of the symbols that stand in their line in the wrong order: those outside a longest increasing subsequence.
template <class Board>
class LinearConflictEvaluator final : public CellSumOf<Board, LinearConflictEvaluator<Board>> {
   public:
    LinearConflictEvaluator(const Theory& theory, const LinearConflict& data)
        : CellSumOf<Board, LinearConflictEvaluator<Board>>(theory, data), data_(data) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> touched;
            for (int line = 0; line < int(data.lines.size()); ++line) {
                bool changes = false;
                for (const Write& write : arc.writes)
                    for (int other : data.lines_of[write.cell]) changes |= other == line;
                if (changes) touched.push_back(line);
            }
            touched_.add(touched);
        }
        for (const auto& line : data.lines) tabulate(line.size());
    }
    double estimate(const Board& board) override {
        double conflicts = 0;
        for (int line = 0; line < int(data_.lines.size()); ++line) conflicts += conflict(line, board);
        return this->sum(board) + conflicts;
    }
    double update(double h, int arc, const Board& board, const Board& made) override {
        h = this->sum_along(h, arc, board, made);
        for (int line : touched_[arc]) h += conflict(line, made) - conflict(line, board);
        return h;
    }

   private:
    static constexpr size_t TABULATED = 6;  // 7^6 entries; longer lines are worked out each time

    static int crowded_out(const std::vector<int>& order) {
        std::vector<int> ends;
        for (int place : order) {
            auto spot = std::lower_bound(ends.begin(), ends.end(), place);
            if (spot == ends.end())
                ends.push_back(place);
            else
                *spot = place;
        }
        return int(order.size() - ends.size());
    }

    void tabulate(size_t length) {
        if (length > TABULATED) return;
        if (known_.size() <= length) known_.resize(length + 1);
        if (!known_[length].empty()) return;
        size_t count = 1;
        for (size_t place = 0; place < length; ++place) count *= length + 1;
        known_[length].resize(count);
        for (size_t code = 0; code < count; ++code) {
            std::vector<int> order;
            size_t rest = code;
            for (size_t place = 0; place < length; ++place, rest /= length + 1)
                if (rest % (length + 1)) order.push_back(int(rest % (length + 1)));
            known_[length][code] = uint8_t(crowded_out(order));
        }
    }

    double conflict(int line, const Board& board) const {
        const auto& cells = data_.lines[size_t(line)];
        const auto& place = data_.place[size_t(line)];
        size_t length = cells.size();
        if (length <= TABULATED) {
            size_t code = 0, factor = 1;
            for (int cell : cells) {
                code += factor * size_t(place[this->layout_.symbol(board, cell)] + 1);
                factor *= length + 1;
            }
            return data_.detour * known_[length][code];
        }
        std::vector<int> order;
        for (int cell : cells)
            if (int at = place[this->layout_.symbol(board, cell)]; at >= 0) order.push_back(at);
        return data_.detour * crowded_out(order);
    }

    const LinearConflict& data_;
    Lists<int> touched_;
    std::vector<std::vector<uint8_t>> known_;  // by length of line
};

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
        const unsigned symbol = layout_.symbol(board, from);
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
                slots_[pattern].table = patterns.table(pattern);
            note_weights();
            for (const Arc& arc : theory.arcs) note_way(patterns.slide_of(arc));
        }

        int sum() const { return sum_; }

        void stand_at(const Board& board) {
            patterns_.ranks([&](int cell) { return layout_.symbol(board, cell); }, mirrored_, ranks_.data());
            for (size_t pattern = 0; pattern < slots_.size(); ++pattern)
                __builtin_prefetch(slots_[pattern].table + ranks_[pattern]);
            sum_ = 0;
            for (size_t pattern = 0; pattern < slots_.size(); ++pattern) {
                Slot& slot = slots_[pattern];
                slot.rank = ranks_[pattern];
                slot.entry = slot.table[slot.rank];
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
            for (uint8_t cell : between_[arc]) change += passing[layout_.symbol(board, cell)];
            const Slot& slot = slots_[size_t(pattern)];
            const uint64_t rank = slot.rank + uint64_t(way.up ? change : -change);
            __builtin_prefetch(slot.table + rank);
            return {rank, pattern, 0};
        }
        int sum_after(RankChange& change) const {
            if (change.pattern < 0) return sum_;
            const Slot& slot = slots_[size_t(change.pattern)];
            change.entry = slot.table[change.rank];
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
