// Whole state spaces, breadth first: the sizes of the layers, and where wanted the distance of every state.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "meter.hpp"
#include "theory.hpp"

namespace arcwise {

enum class Representation { ANY, RANKED, PACKED };

struct EnumerationRequest {
    std::vector<uint8_t> start;
    int threads = 1;
    Limits limits;  // `nodes` is the most states
    Tick tick;
    Representation representation = Representation::ANY;
    std::string variant;  // one of variants(), or empty for the best
    bool distances = false;
};

// The distance of every state that was found.
class DistanceTable {
   public:
    struct Item {
        uint64_t cursor;  // where to look for the next one
        uint32_t distance;
    };

    virtual ~DistanceTable() = default;
    virtual int64_t distance(const uint8_t* cells) const = 0;  // -1: not found
    // The first state from `cursor` on, which begins at 0; false at the end.
    virtual bool next(uint64_t cursor, uint8_t* cells, Item& item) const = 0;
};

struct Enumeration {
    std::vector<uint64_t> layers;  // complete ones only
    uint64_t peak = 0;             // bytes
    Limit limit = Limit::NONE;
    Representation representation = Representation::ANY;
    std::shared_ptr<DistanceTable> table;  // where distances were wanted and nothing limited them
};

Enumeration enumerate(const Theory& theory, const EnumerationRequest& request);

// The instruction sets that the ranked enumeration is compiled for and this processor has, the best one last.
std::vector<std::string> variants();

}  // namespace arcwise
