// States that a group of permutations makes of one state, as numbers.
//
// A chain of stabilizers (Sims 1970) writes every permutation as a product of carriers, one for each level, and the
// numbers of the carriers are the digits of the state's number. An arc changes the digits from the first on, as an
// automaton does: at each level a digit and what is still to be applied give the new digit and what is to be applied
// to the digits after it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/theory.hpp"

namespace arcwise {

using Permutation = std::vector<uint8_t>;  // by cell: where its symbol goes

class GroupSpace {
   public:
    // Carriers take the base to every cell of its orbit, the identity first; they leave the bases before it alone.
    struct Level {
        int base;
        std::vector<Permutation> carriers;
    };
    // How the home of the symbol in a cell is read: by the symbols of the cell's keys, as digits of a number, which is
    // the place of the home in the table of the cell's orbit.
    struct Reading {
        std::vector<std::vector<uint8_t>> keys;   // by cell; none where it is not asked
        std::vector<int> orbits;                  // by cell
        std::vector<std::vector<uint8_t>> homes;  // by orbit; NOBODY where no such symbols belong together
    };
    static constexpr uint8_t NOBODY = 255;

    GroupSpace(std::vector<uint8_t> start, int symbols, std::vector<Level> levels, Reading reading);

    int cells() const { return int(start_.size()); }
    uint64_t size() const { return size_; }
    const std::vector<uint8_t>& start() const { return start_; }
    std::optional<uint64_t> number_of(const uint8_t* cells) const;  // none: not made of the start
    void cells_of(uint64_t number, uint8_t* cells) const;

    struct Deep {
        int base;
        std::vector<Permutation> carriers, back;
        std::vector<int> digit;  // by cell, -1: not in the orbit
        uint64_t weight;
    };
    const std::vector<Deep>& levels() const { return levels_; }

   private:
    std::vector<uint8_t> start_;
    int symbols_;
    std::vector<Deep> levels_;
    Reading reading_;
    uint64_t size_ = 1;
};

// What arcs make of numbers, ready to be looked up: the first levels one by one, the others at once, as a block.
class GroupMoves {
   public:
    struct Step {
        uint32_t digit, rest;  // the new digit, and what is to be applied to those after it
    };

    // Throws std::length_error where the tables would become too large.
    GroupMoves(const GroupSpace& space, const std::vector<Permutation>& moves);

    int moves() const { return moves_; }
    int levels() const { return int(tables_.size()); }
    uint32_t digits(int level) const { return digits_[size_t(level)]; }
    uint32_t block() const { return block_; }  // states in a block
    uint64_t blocks() const { return blocks_; }
    uint64_t bytes() const { return bytes_; }

    const Step& step(int level, uint32_t rest, uint32_t digit) const {
        return tables_[size_t(level)][size_t(rest) * digits_[size_t(level)] + digit];
    }
    // By a place in the block to which the rest leads: the place that it leads there from.
    const uint16_t* places(uint32_t rest) const { return places_.data() + size_t(rest) * block_; }

   private:
    int moves_;
    std::vector<std::vector<Step>> tables_;
    std::vector<uint32_t> digits_;
    std::vector<uint16_t> places_;
    uint32_t block_ = 1;
    uint64_t blocks_ = 1, bytes_ = 0;
};

}  // namespace arcwise
