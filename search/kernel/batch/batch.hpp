// One arc applied to many states at once, for every instruction set. A state is a word, four bits a cell.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/instruction_sets.hpp"
#include "core/theory.hpp"

namespace arcwise {

constexpr int BATCH_CELLS = 16, BATCH_SYMBOLS = 16;
constexpr int CELL_BITS = 4;
// Output buffers must have room for so many states more than are to stay there.
constexpr size_t OVERRUN = 8;

constexpr uint64_t in_cell(int cell, uint64_t symbol) { return symbol << (CELL_BITS * cell); }
constexpr uint64_t whole_cell(int cell) { return in_cell(cell, BATCH_SYMBOLS - 1); }

// Some cells of a word, all turned by as much.
struct Turn {
    uint64_t cells;
    int left;  // bits
    uint64_t of(uint64_t state) const { return std::rotl(state & cells, left); }
};

// What words must hold.
struct WordCondition {
    uint64_t cells = 0, value = 0;
    std::vector<Turn> equal;  // turned, they are as the cells that are there

    WordCondition() = default;
    explicit WordCondition(const Condition& condition);

    bool always() const { return cells == 0 && equal.empty(); }
    bool holds(uint64_t state) const {
        if ((state & cells) != value) return false;
        for (const Turn& turn : equal)
            if (((state ^ std::rotr(state, turn.left)) & turn.cells) != 0) return false;
        return true;
    }
};

// An arc ready to be applied: what is left to be tested, what it writes, and by how much f grows.
struct BatchArc {
    static constexpr int MAX_READS = 16;
    WordCondition rest;
    uint64_t keep, constants;  // cells that stay as they are, and symbols that are written
    std::vector<Turn> moves;   // at least one
    int reads;                 // cells that f depends on
    uint8_t cell[MAX_READS];
    alignas(16) uint8_t growth[MAX_READS][BATCH_SYMBOLS];  // bytes that add up, modulo 256, to one of `sums`
    std::vector<uint8_t> sums;                             // every sum that can occur
    std::vector<int> growth_of_sum;                        // and by how much f grows then

    uint64_t after(uint64_t state) const {
        uint64_t made = (state & keep) | constants;
        for (const Turn& turn : moves) made |= turn.of(state);
        return made;
    }
    uint8_t sum(uint64_t state) const {
        uint8_t sum = 0;
        for (int read = 0; read < reads; ++read)
            sum = uint8_t(sum + growth[read][state >> (CELL_BITS * cell[read]) & (BATCH_SYMBOLS - 1)]);
        return sum;
    }
};

}  // namespace arcwise
