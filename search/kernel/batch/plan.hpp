// What a batched search knows before it begins: for every context the arcs that may follow, made ready for batches.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "batch/batch.hpp"
#include "batch/redundancy.hpp"
#include "core/request.hpp"

namespace arcwise {

// The number of the root that a state came from, so that a goal tells where it was found: in spare cells, which no arc
// changes.
class Origin {
   public:
    Origin() = default;
    explicit Origin(int cells) : shift_(4 * cells), bits_(std::min(64 - shift_, MOST_BITS)) {}

    // How many roots can be told apart.
    size_t most() const { return size_t(1) << bits_; }
    // Of a board without any; nothing where there are no spare cells.
    Nibbles marked(Nibbles board, size_t root) const {
        return {bits_ ? board.bits | uint64_t(root) << shift_ : board.bits};
    }
    size_t root(const Nibbles& board) const { return bits_ ? size_t(board.bits >> shift_) : 0; }

   private:
    static constexpr int MOST_BITS = 16;
    int shift_ = 64, bits_ = 0;
};

// What a search needs besides its start: the same for all searches of a theory with these goals and this heuristic.
struct Plan {
    std::vector<Pattern> goals;
    // Of the heuristic, in units of one over the denominator, by cell and symbol; none for zero.
    std::vector<double> table;
    double denominator = 1;  // of costs and the heuristic
    int unit = 0;            // the largest number of which all costs are multiples, in the same units
    int longest;             // redundant sequences of up to so many arcs were to be left out
    Pruning pruning;
    std::vector<std::vector<BatchStep>> steps;  // by context
    std::vector<bool> may_be_goal;
    std::vector<Match<Nibbles>> is_one_of;  // the goals
    Origin origin;

    // The one that the first search of a theory began with, if it will do: most searches have the same goal.
    static std::shared_ptr<const Plan> of(const Theory& theory, const Request& request, int longest);

    bool is_goal(const Nibbles& board) const {
        return std::any_of(is_one_of.begin(), is_one_of.end(), [&](const auto& goal) { return goal(board); });
    }
    // The least cost of a solution that is as dear as that.
    int cost_from(int f) const { return (f + unit - 1) / unit * unit; }
    // The cells and symbols of a start, and their h.
    int h(const Theory& theory, const State& start) const;
};

}  // namespace arcwise
