// Landmarks of a relaxed task and how many a path has still to reach, as search/heuristics/landmarks.py counts them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/meter.hpp"
#include "relaxation/relaxed_task.hpp"

namespace arcwise {

// A relaxed task, and the facts that hold on the board that was estimated last.
struct RelaxedFacts {
    const RelaxedTask& task;
    std::vector<int> holding;
};

class LandmarkCount {
   public:
    // Throws Stopped with the meter.
    LandmarkCount(const RelaxedTask& task, const std::vector<int>& start, Meter& meter);

    // Words of a set of landmarks.
    size_t words() const { return words_; }
    // Fills `reached` with what a path has reached, given what it had before the last step (null at the start); returns
    // how many landmarks are left, or have to hold again.
    int reach(const std::vector<int>& holding, const uint64_t* before, uint64_t* reached);

   private:
    using Facts = std::vector<int>;
    using Set = std::vector<uint64_t>;

    void find(const RelaxedTask& task, const std::vector<int>& start, Meter& meter);
    void add_reasonable(const RelaxedTask& task, const std::vector<Set>& right_before, const std::vector<Facts>& effects,
                        const std::vector<int>& facts, const std::vector<int>& cell_of);
    bool has(const Set& set, int place) const { return set[size_t(place) / 64] >> (place % 64) & 1; }
    void put(Set& set, int place) const { set[size_t(place) / 64] |= uint64_t(1) << (place % 64); }
    bool within(const Set& set, const uint64_t* other) const;

    int count_ = 0;
    size_t words_ = 0;
    std::vector<int> number_;  // by fact: its landmark, or -1
    std::vector<Set> before_, needed_for_;
    Set goals_, true_, none_;
};

}  // namespace arcwise
