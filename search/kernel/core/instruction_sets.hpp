// What is compiled once for every instruction set: the name of the set, whether this processor has it, and what was
// compiled for it. The results are the same with all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace arcwise {

struct BatchStep;
struct Nibbles;
struct Transfer;

// Applies a step to `count` boards. Successors whose growth has index i go to out[i], unless that is null; made[i] is
// how many there are either way. Every sum of the step has an index.
using Expand = void (*)(const BatchStep& step, const Nibbles* boards, size_t count, Nibbles* const* out,
                        uint32_t* made);

// The loops over bitmaps of states: what an arc makes of some, and which of those made are new.
struct BitmapLoops {
    void (*transfer)(const Transfer&, uint32_t begin, uint32_t end);
    uint64_t (*settle)(uint64_t* next, uint64_t* seen, uint32_t begin, uint32_t end);
};

struct InstructionSet {
    const char* name;
    bool (*available)();
    Expand expand;
    BitmapLoops bitmaps;
};

// What this processor can run, the best first.
std::vector<std::string> instruction_sets();

// "" is the best; throws std::invalid_argument for a name that is not among them.
const InstructionSet& instruction_set(const std::string& name);

}  // namespace arcwise
