// h of a board, and along an arc: heuristics at work on boards of one kind. The values are doubles added up in the
// Python engine's order, so that both engines round alike; whole numbers are exact in either.
#pragma once

#include <memory>
#include <vector>

#include "core/board.hpp"
#include "core/heuristic.hpp"
#include "patterns/additive_patterns.hpp"

namespace arcwise {

// What every search may ask. An evaluator may remember what it knows of one board, the one that it stands at.
template <class Board>
class Evaluator {
   public:
    virtual ~Evaluator() = default;
    // h of a board, worked out anew; the evaluator then stands at that board.
    virtual double estimate(const Board& board) = 0;
    // Makes it stand at a board whose h is known.
    virtual void stand_at(const Board&) {}
    // h of what arc `arc` makes of `board`, where the evaluator stands and whose own h is given.
    virtual double update(double h, int arc, const Board& board, const Board& made) = 0;
};

// What a depth-first search asks besides, in this order: `change_along` says what an arc changes in what the evaluator
// remembers, and fetches what `value` needs; `make` makes the change, `unmake` undoes it. Most remember nothing:
template <class Board, class Derived>
class PlainEvaluator : public Evaluator<Board> {
   public:
    static constexpr bool FETCHES = false;
    struct Change {};
    Change change_along(int, const Board&, const Board&) const { return {}; }
    double value(double h, Change&, int arc, const Board& board, const Board& made) {
        return static_cast<Derived*>(this)->update(h, arc, board, made);
    }
    void make(Change&, const Board&) {}
    void unmake(Change&, const Board&) {}
};

template <class Board>
class ZeroEvaluator final : public PlainEvaluator<Board, ZeroEvaluator<Board>> {
   public:
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
        : cells_(theory.cells), symbols_(theory.symbols), table_(sum.table.data()) {
        for (const Arc& arc : theory.arcs) {
            std::vector<int> changed;
            for (const Write& write : arc.writes) changed.push_back(write.cell);
            changed_.add(changed);
        }
    }
    double sum(const Board& board) const {
        double sum = 0;
        for (int cell = 0; cell < cells_; ++cell) sum += table_[cell * symbols_ + int(board[cell])];
        return sum;
    }
    double sum_along(double h, int arc, const Board& board, const Board& made) const {
        for (int cell : changed_[arc]) {
            const double* values = table_ + cell * symbols_;
            h += values[made[cell]] - values[board[cell]];
        }
        return h;
    }

   private:
    const int cells_, symbols_;
    const double* const table_;
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
                code += factor * size_t(place[board[cell]] + 1);
                factor *= length + 1;
            }
            return data_.detour * known_[length][code];
        }
        std::vector<int> order;
        for (int cell : cells)
            if (int at = place[board[cell]]; at >= 0) order.push_back(at);
        return data_.detour * crowded_out(order);
    }

    const LinearConflict& data_;
    Lists<int> touched_;
    std::vector<std::vector<uint8_t>> known_;  // by length of line
};

// The sum of pattern databases, and of their reflection where it is larger. It remembers rank and entry of every
// pattern, so that a step is a few additions and one look into each table that it concerns.
template <class Board>
class PatternEvaluator final : public Evaluator<Board> {
   public:
    static constexpr bool FETCHES = true;

    // What a step does to the ranks of one view, or, once made, what undoes it.
    struct RankChange {
        int pattern = -1;  // -1: none, or more than one
        int entry = 0;
        uint64_t rank = 0;
    };
    struct Change {
        RankChange plain, mirrored;
        bool slides = true;
    };

    PatternEvaluator(const Theory& theory, const AdditivePatterns& patterns)
        : patterns_(patterns), mirrors_(patterns.reflects()) {
        for (const Arc& arc : theory.arcs) slides_.push_back(patterns.slide_of(arc));
        for (View* view : {&plain_, &mirrored_}) {
            view->ranks.resize(patterns.size());
            view->entries.resize(patterns.size());
        }
    }

    double estimate(const Board& board) override {
        stand_at(board);
        return h(plain_.sum, mirrored_.sum);
    }
    void stand_at(const Board& board) override {
        look_up(plain_, false, board);
        if (mirrors_) look_up(mirrored_, true, board);
    }
    double update(double h, int arc, const Board& board, const Board& made) override {
        Change step = change_along(arc, board, made);
        return value(h, step, arc, board, made);
    }

    Change change_along(int arc, const Board& board, const Board&) const {
        Change step;
        const AdditivePatterns::Slide& slide = slides_[size_t(arc)];
        step.slides = slide.from >= 0;
        if (!step.slides) return step;
        const Reflection& reflection = patterns_.reflection;
        const unsigned symbol = board[slide.from];
        step.plain = change(plain_, symbol, slide.from, slide.to, [&](int cell) { return board[cell]; });
        if (mirrors_)
            step.mirrored = change(mirrored_, reflection.symbol[symbol], reflection.cell[size_t(slide.from)],
                                   reflection.cell[size_t(slide.to)],
                                   [&](int cell) { return reflection.symbol[board[reflection.cell[size_t(cell)]]]; });
        return step;
    }
    double value(double, Change& step, int, const Board& board, const Board& made) {
        if (!step.slides) {
            double value = estimate(made);
            stand_at(board);
            return value;
        }
        return h(sum_after(plain_, step.plain), mirrors_ ? sum_after(mirrored_, step.mirrored) : 0);
    }
    void make(Change& step, const Board& made) { step.slides ? exchange(step) : stand_at(made); }
    void unmake(Change& step, const Board& board) { step.slides ? exchange(step) : stand_at(board); }

   private:
    struct View {
        std::vector<uint64_t> ranks;
        std::vector<int> entries;
        int sum = 0;
    };

    double h(int plain, int mirrored) const { return patterns_.moves.cost * std::max(plain, mirrored); }

    void look_up(View& view, bool mirrored, const Board& board) const {
        patterns_.ranks(board, mirrored, view.ranks.data());
        for (size_t pattern = 0; pattern < patterns_.size(); ++pattern)
            __builtin_prefetch(patterns_.table(pattern) + view.ranks[pattern]);
        view.sum = 0;
        for (size_t pattern = 0; pattern < patterns_.size(); ++pattern)
            view.sum += view.entries[pattern] = patterns_.table(pattern)[view.ranks[pattern]];
    }

    // `symbol_in(cell)` tells what stands in a cell of the view.
    template <class SymbolIn>
    RankChange change(const View& view, unsigned symbol, int from, int to, SymbolIn&& symbol_in) const {
        const int pattern = patterns_.pattern_of[symbol], place = patterns_.place_of[symbol];
        if (pattern < 0) return {};
        auto place_in = [&](int cell) {
            const unsigned other = symbol_in(cell);
            return patterns_.pattern_of[other] == pattern ? int(patterns_.place_of[other]) : -1;
        };
        uint64_t rank =
            view.ranks[size_t(pattern)] + uint64_t(patterns_.space(size_t(pattern)).change(place, from, to, place_in));
        __builtin_prefetch(patterns_.table(size_t(pattern)) + rank);
        return {pattern, 0, rank};
    }
    int sum_after(const View& view, RankChange& change) const {
        if (change.pattern < 0) return view.sum;
        change.entry = patterns_.table(size_t(change.pattern))[change.rank];
        return view.sum + change.entry - view.entries[size_t(change.pattern)];
    }
    void exchange(Change& step) {
        exchange(plain_, step.plain);
        if (mirrors_) exchange(mirrored_, step.mirrored);
    }
    static void exchange(View& view, RankChange& change) {
        if (change.pattern < 0) return;
        size_t pattern = size_t(change.pattern);
        view.sum += change.entry - view.entries[pattern];
        std::swap(view.entries[pattern], change.entry);
        std::swap(view.ranks[pattern], change.rank);
    }

    const AdditivePatterns& patterns_;
    const bool mirrors_;
    std::vector<AdditivePatterns::Slide> slides_;  // by arc
    View plain_, mirrored_;
};

// Calls use(evaluator) with one of the heuristic's own type, so that the compiler knows it.
template <class Board, class Use>
auto with_evaluator(const Theory& theory, const Heuristic& heuristic, Use&& use) {
    if (auto* patterns = dynamic_cast<const AdditivePatterns*>(&heuristic)) {
        PatternEvaluator<Board> evaluator(theory, *patterns);
        return use(evaluator);
    }
    if (auto* lines = dynamic_cast<const LinearConflict*>(&heuristic)) {
        LinearConflictEvaluator<Board> evaluator(theory, *lines);
        return use(evaluator);
    }
    if (auto* sum = dynamic_cast<const CellSum*>(&heuristic)) {
        CellSumEvaluator<Board> evaluator(theory, *sum);
        return use(evaluator);
    }
    ZeroEvaluator<Board> evaluator;
    return use(evaluator);
}

}  // namespace arcwise
