// Duplicate rules: the twins of those in search/loops/duplicates.py. `rejects` decides on a successor, `adopt` is told the
// node that became of one not rejected, `enter` decides on a node taken from open; `knows` says that a successor would be
// rejected, where that does not depend on the current node.
// `complete` is false of a rule that also drops states that no search has met: an empty open list then proves nothing.
#pragma once

#include <algorithm>
#include <memory>

#include "core/board.hpp"
#include "core/request.hpp"
#include "core/storage.hpp"

namespace arcwise {

template <class Board>
struct Node {
    Board board;
    double g, h, f;
    uint32_t parent, depth;
    uint32_t state;  // what the rule knows the board by
    int32_t arc;
};

template <class Board>
class DuplicateRule {
   public:
    virtual ~DuplicateRule() = default;
    virtual bool rejects(const Board&, double) { return false; }
    virtual bool knows(const Board&, double) const { return false; }
    virtual void adopt(uint32_t) {}
    virtual bool enter(uint32_t) { return true; }
    virtual bool complete() const { return true; }
};

// The boards of the current path are kept in a hash set that follows the search from node to node.
template <class Board>
class OwnPath final : public DuplicateRule<Board> {
   public:
    OwnPath(ChunkedArray<Node<Board>>& nodes, Meter& meter, Counters&)
        : nodes_(nodes), slots_(64, NONE, meter), reached_(meter) {}

    bool rejects(const Board& board, double) override {
        for (size_t place = home(board);; place = next(place)) {
            if (slots_[place] == NONE) return false;
            if (nodes_[slots_[place]].board == board) return true;
        }
    }
    bool enter(uint32_t node) override {
        uint32_t leaving = current_, arriving = node;
        reached_.clear();
        while (arriving != leaving) {
            if (leaving != NONE && (arriving == NONE || nodes_[leaving].depth >= nodes_[arriving].depth)) {
                remove(nodes_[leaving].board);
                leaving = nodes_[leaving].parent;
            } else {
                reached_.push_back(arriving);
                arriving = nodes_[arriving].parent;
            }
        }
        for (uint32_t reached : reached_) insert(reached);
        current_ = node;
        return true;
    }

   private:
    size_t home(const Board& board) const { return size_t(board.hash() >> 32) & (slots_.size() - 1); }
    size_t next(size_t place) const { return (place + 1) & (slots_.size() - 1); }

    void insert(uint32_t node) {
        if (++count_ * 2 > slots_.size()) {
            Vector<uint32_t> old(slots_.size() * 2, NONE, slots_.get_allocator());
            old.swap(slots_);
            for (uint32_t kept : old)
                if (kept != NONE) place(kept);
        }
        place(node);
    }
    void place(uint32_t node) {
        size_t place = home(nodes_[node].board);
        while (slots_[place] != NONE) place = next(place);
        slots_[place] = node;
    }
    void remove(const Board& board) {
        size_t gap = home(board);
        while (!(nodes_[slots_[gap]].board == board)) gap = next(gap);
        for (size_t place = next(gap); slots_[place] != NONE; place = next(place)) {
            size_t wanted = home(nodes_[slots_[place]].board);
            if (((place - wanted) & (slots_.size() - 1)) >= ((place - gap) & (slots_.size() - 1))) {
                slots_[gap] = slots_[place];
                gap = place;
            }
        }
        slots_[gap] = NONE;
        --count_;
    }

    ChunkedArray<Node<Board>>& nodes_;
    Vector<uint32_t> slots_, reached_;
    size_t count_ = 0;
    uint32_t current_ = NONE;
};

template <class Board>
class FirstSeen final : public DuplicateRule<Board> {
   public:
    FirstSeen(ChunkedArray<Node<Board>>& nodes, Meter& meter, Counters&) : nodes_(nodes), index_(meter) {}
    bool rejects(const Board& board, double) override {
        hash_ = board.hash();
        return index_.find(
                   hash_, [&](uint32_t node) { return nodes_[node].board == board; }, place_) != NONE;
    }
    bool knows(const Board& board, double) const override {
        uint64_t place;
        return index_.find(
                   board.hash(), [&](uint32_t node) { return nodes_[node].board == board; }, place) != NONE;
    }
    void adopt(uint32_t node) override {
        index_.insert(hash_, place_, node, [&](uint32_t other) { return nodes_[other].board.hash(); });
    }

   private:
    ChunkedArray<Node<Board>>& nodes_;
    HashIndex index_;
    uint64_t hash_ = 0, place_ = 0;
};

template <class Board>
class CheapestPath final : public DuplicateRule<Board> {
   public:
    CheapestPath(ChunkedArray<Node<Board>>& nodes, Meter& meter, Counters& counters)
        : nodes_(nodes), known_(meter), index_(meter), counters_(counters) {}
    bool rejects(const Board& board, double g) override {
        uint64_t hash = board.hash(), place;
        state_ = index_.find(
            hash, [&](uint32_t state) { return board_of(state) == board; }, place);
        if (state_ == NONE) {
            pending_ = board;
            state_ = known_.add({g, NONE, false});
            index_.insert(hash, place, state_, [&](uint32_t state) { return board_of(state).hash(); });
            return false;
        }
        Known& known = known_[state_];
        if (known.best <= g) return true;
        counters_.reopened += known.expanded;
        known.expanded = false;
        known.best = g;
        return false;
    }
    bool knows(const Board& board, double g) const override {
        uint64_t place;
        const uint32_t state = index_.find(
            board.hash(), [&](uint32_t state) { return board_of(state) == board; }, place);
        return state != NONE && known_[state].best <= g;
    }
    void adopt(uint32_t node) override {
        nodes_[node].state = state_;
        if (known_[state_].node == NONE) known_[state_].node = node;
    }
    bool enter(uint32_t node) override {
        Known& known = known_[nodes_[node].state];
        if (known.expanded) return false;
        return known.expanded = true;
    }

   private:
    struct Known {
        double best;
        uint32_t node;  // one that has the state's board
        bool expanded;
    };
    const Board& board_of(uint32_t state) const {
        uint32_t node = known_[state].node;
        return node == NONE ? pending_ : nodes_[node].board;
    }

    ChunkedArray<Node<Board>>& nodes_;
    ChunkedArray<Known> known_;
    HashIndex index_;
    Counters& counters_;
    Board pending_{};
    uint32_t state_ = NONE;
};

// Atoms are numbered as they come: a board is new with an atom that has no number yet, or of width 2 with a pair that was not
// there before. Such a pair has an atom that the board's parent lacks.
template <class Board>
class Novelty final : public DuplicateRule<Board> {
   public:
    Novelty(bool of_pairs, const Theory& theory, ChunkedArray<Node<Board>>& nodes, Meter& meter)
        : of_pairs_(of_pairs),
          layout_(theory),
          nodes_(nodes),
          first_(meter),
          numbers_(meter),
          board_(size_t(theory.cells), NONE, meter),
          parent_(size_t(theory.cells), NONE, meter),
          pairs_(meter) {
        size_t codes = 0;
        for (int cell = 0; cell < theory.cells; ++cell) {
            first_.push_back(codes);
            codes += layout_.codes(cell);
        }
        numbers_.assign(codes, NONE);
    }
    bool rejects(const Board& board, double) override {
        const uint32_t before = count_;
        read(board, board_);
        if (!of_pairs_) return count_ == before;
        bool met = count_ == before;
        pairs_.resize(size_t(count_) * count_ / 2);
        for (size_t cell = 0; cell < board_.size(); ++cell) {
            if (board_[cell] == parent_[cell]) continue;
            for (size_t other = 0; other < board_.size(); ++other) {
                if (other == cell) continue;
                const auto [low, high] = std::minmax(board_[cell], board_[other]);
                auto pair = pairs_[size_t(high) * (high - 1) / 2 + low];
                met &= bool(pair);
                pair = true;
            }
        }
        return met;
    }
    bool enter(uint32_t node) override {
        read(nodes_[node].board, parent_);
        return true;
    }
    bool complete() const override { return false; }

   private:
    void read(const Board& board, Vector<uint32_t>& atoms) {
        for (size_t cell = 0; cell < atoms.size(); ++cell) {
            uint32_t& number = numbers_[first_[cell] + layout_.code(board, int(cell))];
            if (number == NONE) number = count_++;
            atoms[cell] = number;
        }
    }

    const bool of_pairs_;
    const Layout<Board> layout_;
    ChunkedArray<Node<Board>>& nodes_;
    Vector<size_t> first_;      // by cell, in `numbers_`
    Vector<uint32_t> numbers_;  // by cell and code
    Vector<uint32_t> board_, parent_;
    Vector<bool> pairs_;
    uint32_t count_ = 0;
};

template <class Board>
std::unique_ptr<DuplicateRule<Board>> make_rule(Rule rule, const Theory& theory, ChunkedArray<Node<Board>>& nodes, Meter& meter,
                                                Counters& counters) {
    switch (rule) {
        case Rule::NONE:
            return std::make_unique<DuplicateRule<Board>>();
        case Rule::PATH:
            return std::make_unique<OwnPath<Board>>(nodes, meter, counters);
        case Rule::FIRST_SEEN:
            return std::make_unique<FirstSeen<Board>>(nodes, meter, counters);
        case Rule::NOVELTY_1:
        case Rule::NOVELTY_2:
            return std::make_unique<Novelty<Board>>(rule == Rule::NOVELTY_2, theory, nodes, meter);
        case Rule::CHEAPEST:
            break;
    }
    return std::make_unique<CheapestPath<Board>>(nodes, meter, counters);
}

}  // namespace arcwise
