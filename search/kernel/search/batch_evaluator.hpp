// A function of many boards at once at work on boards.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/evaluator.hpp"
#include "core/heuristic.hpp"

namespace arcwise {

template <class Board>
class BatchEvaluator final : public PlainEvaluator<Board, BatchEvaluator<Board>>, public ManyAtOnce<Board> {
   public:
    BatchEvaluator(const Theory& theory, const BatchFunction& asked)
        : layout_(theory),
          words_(layout_.words()),
          cells_(theory.cells),
          most_(std::clamp(MOST_BYTES / (sizeof(int64_t) * size_t(theory.cells)), FEWEST, MOST)),
          asked_(asked) {
        slots_.resize(4 * FEWEST);
    }

    double estimate(const Board& board) override {
        uint64_t place = place_of(board);
        if (!slots_[place]) {
            note(board);
            ask();
            place = place_of(board);
        }
        return values_[slots_[place] - 1];
    }
    double update(double, int, const Board&, const Board& made) override { return estimate(made); }
    bool looks_back() const override { return false; }
    ManyAtOnce<Board>* many_at_once() override { return this; }

    void note(const Board& board) override {
        if (count_ == values_.size() && count_ >= KEPT * most_) forget();
        uint64_t place = place_of(board);
        if (slots_[place]) return;
        if (2 * count_ >= slots_.size()) {
            slots_.assign(4 * slots_.size(), 0);
            for (size_t entry = 0; entry < count_; ++entry) slots_[place_of(known(entry))] = uint32_t(entry + 1);
            place = place_of(board);
        }
        const uint64_t* const words = layout_.words_of(board);
        known_.insert(known_.end(), words, words + words_);
        slots_[place] = uint32_t(++count_);
    }
    size_t noted() const override { return count_ - values_.size(); }
    size_t most() const override { return most_; }
    void ask() override {
        numbers_.clear();
        for (size_t entry = values_.size(); entry < count_; ++entry)
            for (int cell = 0; cell < cells_; ++cell)
                numbers_.push_back(asked_.numbers[layout_.symbol(known(entry), cell)]);
        const std::vector<double> values = asked_.function(numbers_);
        if (values.size() != noted()) throw std::invalid_argument("a value for every state");
        values_.insert(values_.end(), values.begin(), values.end());
    }
    uint64_t forgotten() const override { return forgotten_; }

   private:
    static constexpr size_t FEWEST = 16, MOST = 2048;  // states that are asked for at once, at most
    static constexpr size_t MOST_BYTES = 1 << 20;      // of their numbers
    static constexpr size_t KEPT = 8;                  // times as many that are remembered

    Board known(size_t entry) const { return layout_.of_words(&known_[entry * words_]); }
    // The slot of a board, or the empty one where it would go.
    uint64_t place_of(const Board& board) const {
        const uint64_t mask = slots_.size() - 1;
        const uint64_t* const words = layout_.words_of(board);
        for (uint64_t place = hash_of(words, words_) >> 32 & mask;; place = (place + 1) & mask)
            if (!slots_[place] || std::equal(words, words + words_, &known_[(slots_[place] - 1) * words_])) return place;
    }
    void forget() {
        known_.clear();
        values_.clear();
        count_ = 0;
        std::fill(slots_.begin(), slots_.end(), 0);
        ++forgotten_;
    }

    const Layout<Board> layout_;
    const size_t words_;
    const int cells_;
    const size_t most_;
    const BatchFunction& asked_;
    std::vector<uint64_t> known_;  // the words of boards
    std::vector<double> values_;   // of the first ones; the others are noted and not yet asked for
    std::vector<uint32_t> slots_;  // the number of a board and 1, or 0
    std::vector<int64_t> numbers_;
    size_t count_ = 0;
    uint64_t forgotten_ = 0;
};

}  // namespace arcwise
