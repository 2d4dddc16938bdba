// All that short words of moves do to a board, breadth-first: of every permutation a shortest word.
#pragma once

#include "core/meter.hpp"
#include "tables/moves.hpp"

namespace arcwise {

class Words {
   public:
    Words(const TableMoves& moves, Meter& meter);

    // Makes all words of one move more, unless there would then be more than so many: whether it did. Every word that is
    // extended counts as an expansion. Throws Stopped where a limit ends that; what is made until then stays.
    bool lengthen(size_t most);
    bool may_lengthen(size_t most) const;

    size_t size() const { return parents_.size(); }
    int length(size_t word) const { return lengths_[word]; }
    int longest() const { return lengths_.back(); }
    const Cell* goes(size_t word) const { return &goes_[word * cells_]; }    // for every cell where its symbol goes
    const Cell* comes(size_t word) const { return &comes_[word * cells_]; }  // for every cell where its symbol comes from
    Cells permutation(size_t word) const { return {goes(word), goes(word) + cells_}; }
    Word moves(size_t word) const;
    uint64_t generated() const { return generated_; }

   private:
    // Permutations are told apart by 64 random bits each: one of a thousand million that is taken for another would be
    // missing, and no more, for entries of a table are replayed.
    uint64_t key_of(const Cell* goes) const;
    bool is_new(uint64_t key);
    void widen();
    // Accounts for the memory of some more words, before it is taken.
    void pay();

    const TableMoves& table_;
    Meter& meter_;
    const size_t cells_;
    std::vector<uint64_t> bits_;
    Share held_;
    size_t paid_ = 0;  // words that are accounted for
    std::vector<Cell> goes_, comes_;
    std::vector<uint32_t> parents_;
    std::vector<uint16_t> made_by_;
    std::vector<uint8_t> lengths_;
    std::vector<uint64_t> known_;
    size_t first_ = 0, before_ = 0;  // of the longest words, and how many there were one move shorter
    uint64_t generated_ = 0;
};

}  // namespace arcwise
