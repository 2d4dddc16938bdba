// Enumeration of any theory: the states in the order in which they are found, and an index of them.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "core/board.hpp"
#include "core/moves.hpp"
#include "enumeration/enumeration.hpp"
#include "core/storage.hpp"

namespace arcwise {

template <class Board>
class PackedStates final : public DistanceTable {
   public:
    PackedStates(const Theory& theory, std::shared_ptr<Meter> meter)
        : layout_(theory), cells_(theory.cells), symbols_(theory.symbols), meter_(std::move(meter)) {}

    // Fills `layers` with those within `most` states; throws Stopped where there are more.
    void run(const Theory& theory, const State& start, uint64_t most, std::vector<uint64_t>& layers) {
        Moves<Seen<Board>> moves(theory);
        Vector<uint32_t> found(*meter_);
        const bool followed = theory.follow().size() > 1;
        auto last_arcs = std::make_unique<ChunkedArray<int16_t>>(*meter_);
        add(layout_.board(start), *last_arcs, -1);
        for (uint32_t begin = 0; begin < boards_.size();) {
            uint32_t end = boards_.size();
            layers.push_back(end - begin);
            firsts_.push_back(begin);
            auto next_arcs = std::make_unique<ChunkedArray<int16_t>>(*meter_);
            for (uint32_t entry = begin; entry < end; ++entry) {
                if ((entry & (Meter::STRIDE - 1)) == 0) meter_->look(boards_.size());
                if (boards_.size() > most) throw Stopped{Limit::NODES};
                const Board board = boards_[entry];
                moves.each(board, moves.context_after(followed ? (*last_arcs)[entry - begin] : NO_ARC), found,
                           [&](const Step<Seen<Board>>& step, const Board& made) {
                               defer(made, *next_arcs, followed ? int16_t(step.arc) : int16_t(-1));
                           });
            }
            flush(*next_arcs);
            if (boards_.size() > most) throw Stopped{Limit::NODES};
            last_arcs = std::move(next_arcs);
            begin = end;
        }
        firsts_.push_back(boards_.size());
    }

    int cells() const override { return cells_; }
    int64_t distance(const State& state) const override {
        for (Symbol symbol : state)
            if (symbol >= symbols_) return -1;
        if (!layout_.holds(state)) return -1;
        const Board board = layout_.board(state);
        uint64_t place;
        uint32_t entry = index_.find(
            board.hash(), [&](uint32_t other) { return boards_[other] == board; }, place);
        return entry == NONE ? -1 : layer_of(entry);
    }

    bool next(uint64_t cursor, State& state, Item& item) const override {
        if (cursor >= boards_.size()) return false;
        const Board& board = boards_[uint32_t(cursor)];
        for (int cell = 0; cell < cells_; ++cell) state[size_t(cell)] = Symbol(layout_.symbol(board, cell));
        item = {cursor + 1, uint32_t(layer_of(uint32_t(cursor)))};
        return true;
    }

   private:
    struct Waiting {
        Board board;
        uint64_t hash;
        int16_t arc;
    };

    // A board waits until its place in the index has come from memory.
    void defer(const Board& board, ChunkedArray<int16_t>& arcs, int16_t arc) {
        uint64_t hash = board.hash();
        index_.prefetch(hash);
        waiting_[waiting_count_++] = {board, hash, arc};
        if (waiting_count_ == waiting_.size()) flush(arcs);
    }

    void flush(ChunkedArray<int16_t>& arcs) {
        for (size_t number = 0; number < waiting_count_; ++number)
            add(waiting_[number].board, arcs, waiting_[number].arc);
        waiting_count_ = 0;
    }

    void add(const Board& board, ChunkedArray<int16_t>& arcs, int16_t arc) {
        uint64_t hash = board.hash(), place;
        auto same = [&](uint32_t entry) { return boards_[entry] == board; };
        if (index_.find(hash, same, place) != NONE) return;
        uint32_t entry = boards_.add(board);
        arcs.add(arc);
        index_.insert(hash, place, entry, [&](uint32_t other) {
            // To grow an index of millions takes longer than a user likes to wait.
            if ((++rehashed_ & 0xFFFF) == 0) meter_->look(boards_.size());
            return boards_[other].hash();
        });
    }

    int64_t layer_of(uint32_t entry) const {
        return std::upper_bound(firsts_.begin(), firsts_.end(), entry) - firsts_.begin() - 1;
    }

    const Layout<Board> layout_;
    int cells_, symbols_;
    std::shared_ptr<Meter> meter_;
    ChunkedArray<Board> boards_{*meter_};
    HashIndex index_{*meter_};
    std::vector<uint32_t> firsts_;  // the first entry of every layer, and the end
    std::array<Waiting, 32> waiting_;
    size_t waiting_count_ = 0;
    uint64_t rehashed_ = 0;
};

template <class Board>
std::shared_ptr<DistanceTable> packed_states(const Theory& theory, const State& start, uint64_t most,
                                             std::shared_ptr<Meter> meter, std::vector<uint64_t>& layers) {
    auto states = std::make_shared<PackedStates<Board>>(theory, std::move(meter));
    states->run(theory, start, most, layers);
    return states;
}

}  // namespace arcwise
