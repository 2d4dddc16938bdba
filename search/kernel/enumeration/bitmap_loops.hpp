// Moving and counting the states of bitmaps, for every instruction set; core/instruction_sets.cpp lists the variants.
#pragma once

#include "core/instruction_sets.hpp"
#include "enumeration/ranking.hpp"

namespace arcwise {

// From the bitmap of one plane to that of another.
struct Transfer {
    const Sequences& sequences;
    const Passage& passage;
    const uint64_t* from;
    uint64_t* to;
};

}  // namespace arcwise
