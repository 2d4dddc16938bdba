// Whole state spaces, breadth first: the sizes of the layers, and where wanted the distance of every state.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/request.hpp"
#include "core/theory.hpp"
#include "enumeration/group_space.hpp"

namespace arcwise {

enum class Representation { ANY, RANKED, PACKED };

struct EnumerationRequest {
    State start;
    int threads = 1;
    Limits limits;  // `nodes` is the most states
    Tick tick;
    Representation representation = Representation::ANY;
    std::string instruction_set;  // "" is the best
    bool distances = false;
    // Where every arc is a permutation: what they make of the start, and the permutations that undo them.
    std::shared_ptr<const GroupSpace> group;
    std::vector<Permutation> undoing;
};

// The distance of every state that was found.
class DistanceTable {
   public:
    struct Item {
        uint64_t cursor;  // where to look for the next one
        uint32_t distance;
    };

    virtual ~DistanceTable() = default;
    virtual int cells() const = 0;  // of a state
    virtual int64_t distance(const State& state) const = 0;  // -1: not found
    // The first state from `cursor` on, which begins at 0; false at the end.
    virtual bool next(uint64_t cursor, State& state, Item& item) const = 0;
};

// Solved where all states were found; expanded counts those that were.
struct Enumeration : Outcome {
    std::vector<uint64_t> layers;  // complete ones only
    Representation representation = Representation::ANY;
    std::shared_ptr<DistanceTable> table;  // where distances were wanted and nothing limited them
};

Enumeration enumerate(const Theory& theory, const EnumerationRequest& request);

}  // namespace arcwise
