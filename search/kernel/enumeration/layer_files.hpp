// A layer of a state space as lists of states that files hold: what a list leads to, and what is new in lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/meter.hpp"
#include "core/theory.hpp"

namespace arcwise {

using StateBytes = std::vector<uint8_t>;  // states one after another
using StateSpan = std::span<const uint8_t>;

// States in the order of their buckets, in a bucket as bytes; by bucket the byte after its last state.
struct InBuckets {
    StateBytes states;
    std::vector<uint64_t> ends;
};

// Bytes of a state.
size_t state_width(const Theory& theory);

InBuckets state_in_bucket(const Theory& theory, const State& state, int buckets);

// The successors of some states, not sorted within a bucket; throws std::invalid_argument for what is no list of states.
InBuckets successors_in_buckets(const Theory& theory, StateSpan states, int buckets, Meter& meter);

// What is in some lists and not in earlier ones, which are sorted; each state once.
InBuckets new_states(const Theory& theory, const std::vector<StateSpan>& found, const std::vector<StateSpan>& earlier,
                     int buckets, Meter& meter);

}  // namespace arcwise
