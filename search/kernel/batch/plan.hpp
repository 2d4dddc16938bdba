// What a batched search knows before it begins: for every context the arcs that may follow, made ready for batches.
#pragma once

#include <array>
#include <vector>

#include "batch/batch.hpp"
#include "batch/redundancy.hpp"
#include "core/request.hpp"

namespace arcwise {

struct Cells {
    alignas(16) uint8_t bytes[16] = {};
};

struct BatchStep {
    BatchArc arc;
    int number;
    int context;
    int length;
    // The same for one state at a time.
    Condition rest;
    std::vector<Write> writes;
    std::array<int, 256> growth;  // by sum

    // Makes the successor of one state, unless the arc does not match; says by how much f grows.
    bool apply(const Cells& cells, Cells& made, int& grown) const {
        if (!rest.holds(cells.bytes)) return false;
        uint8_t sum = 0;
        for (int read = 0; read < arc.reads; ++read) sum = uint8_t(sum + arc.growth[read][cells.bytes[arc.cell[read]]]);
        grown = growth[sum];
        made = cells;
        for (const Write& write : writes)
            made.bytes[write.cell] = write.source == Write::CONSTANT ? write.constant : cells.bytes[write.source];
        return true;
    }
};

// What does not change during a search.
struct Plan {
    std::vector<std::vector<BatchStep>> steps;  // by context
    std::vector<bool> may_be_goal;
    Condition goal;
    Cells start;
    int h;
};

Plan make_plan(const Theory& theory, const Request& request, const Automaton& automaton);

}  // namespace arcwise
