// One arc applied to many states of 16 bytes at once, for every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/instruction_sets.hpp"

namespace arcwise {

constexpr int BATCH_CELLS = 16;
constexpr size_t STATE_BYTES = 16;
// The bits of a byte that hold a symbol; see Origin for the others.
constexpr uint8_t SYMBOL_BITS = 0x0F;
// Output buffers must have room for this much more than what is written to stay.
constexpr size_t OVERRUN = 64;

// An arc ready to be applied: a byte shuffle, constants to OR in, tests that are left, and by how much f grows.
struct alignas(64) BatchArc {
    static constexpr int MAX_READS = 16;
    uint8_t shuffle[16];  // source cell of every cell, 0x80 for none
    uint8_t constants[16];
    uint8_t mask[16];   // cells to be tested
    uint8_t value[16];  // what they must hold
    uint8_t equal[16];  // the cell that every cell must equal, itself if none
    bool tested, compared;
    int reads;  // cells that f depends on
    uint8_t cell[MAX_READS];
    uint8_t growth[MAX_READS][16];   // by symbol; bytes that add up, modulo 256, to one of `sums`
    std::vector<uint8_t> sums;       // every sum that can occur
    std::vector<int> growth_of_sum;  // and by how much f grows then
};

}  // namespace arcwise
