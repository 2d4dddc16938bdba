// Solving in two phases by way of a subgroup: into it by all moves, home by those that stay in it (Thistlethwaite 1981;
// Kociemba 1992), for any moves that rearrange cells. Nothing is known of a puzzle: the subgroup is found.
//
// Powers of some moves make a subgroup. Its orbits colour the cells, and an arrangement is in it only where every symbol is in
// a cell of its colour. Parts of that colouring are few enough to be enumerated, and two of them together are a pattern
// database; so are parts of the arrangement among those that the subgroup makes.
#pragma once

#include <memory>
#include <optional>

#include "core/request.hpp"
#include "tables/moves.hpp"

namespace arcwise {

// Moves made as one in a phase.
struct PhaseStep {
    Cells goes;
    Word word;
    int cost;  // moves of the board
};

// Numbers of keys, in the order in which they come.
class Numbering {
   public:
    size_t size() const { return size_; }
    // The number of a key, the next one if it is new.
    uint32_t add(uint64_t key);
    std::optional<uint32_t> find(uint64_t key) const;

   private:
    // The slot of a key, or the empty one where it would be.
    size_t slot_of(uint64_t key) const;

    std::vector<std::pair<uint64_t, uint32_t>> slots_ = std::vector<std::pair<uint64_t, uint32_t>>(size_t(1) << 10);
    size_t size_ = 0;  // half of the slots at most; a key 0 tells an empty one
};

// Some cells are coloured; every colouring that steps make of it has a number, that of the goal is 0.
class Coordinate {
   public:
    // None where there are more colourings than so many. Cells of colour `ASIDE` are not looked at: no step brings one to
    // another.
    static constexpr Cell ASIDE = UINT8_MAX;
    static std::optional<Coordinate> of(const Cells& colours, const std::vector<PhaseStep>& steps, size_t most, Meter& meter);

    size_t size() const { return next_.size() / steps_; }
    uint32_t after(uint32_t state, size_t step) const { return next_[state * steps_ + step]; }
    // The number of an arrangement, by symbol where it is; none where steps do not make it.
    std::optional<uint32_t> number(const Cells& where) const;
    const Cells& colours() const { return colours_; }
    const std::vector<Cell>& cells() const { return support_; }
    bool operator==(const Coordinate& other) const { return next_ == other.next_; }

   private:
    uint64_t bit(size_t cell, Cell colour) const;

    Cells colours_;
    std::vector<Cell> support_;
    size_t steps_ = 1;
    std::vector<uint32_t> next_;
    Numbering numbers_;
};

// Steps, and least costs by pairs of coordinates until all cells have their colours.
class Phase {
   public:
    Phase(std::vector<PhaseStep> steps, const std::vector<int>& orbits, const Cells& colours, Meter& meter);

    using Position = std::vector<uint32_t>;  // the number of every coordinate

    const std::vector<PhaseStep>& steps() const { return steps_; }
    // None where steps do not make it.
    std::optional<Position> position(const Cells& where) const;
    void make(size_t step, const uint32_t* from, uint32_t* to) const;
    size_t coordinates() const { return coordinates_.size(); }
    int estimate(const uint32_t* position) const;
    bool home(const uint32_t* position) const;
    // Whether one step after another is worth trying: no other two, and no one, do the same and cost no more.
    bool follows(size_t one, size_t other) const { return follows_[one * steps_.size() + other]; }
    // Whether cells have their colours where all coordinates are as in the goal.
    bool exact() const { return exact_; }
    // Cells that coordinates look at.
    const std::vector<Cell>& cells() const { return cells_; }

   private:
    struct Costs {
        size_t one, other;
        std::vector<uint8_t> cost;
        double mean;
    };

    void find_coordinates(const std::vector<int>& orbits, const Cells& colours, Meter& meter);
    // Keeps a coordinate, unless another has the same numbers; false where there is none.
    bool add(std::optional<Coordinate> found);
    Costs costs_of(size_t one, size_t other, Meter& meter) const;

    std::vector<PhaseStep> steps_;
    bool exact_ = true;
    std::vector<int> back_;  // the cost of the step that undoes one
    std::vector<char> follows_;
    std::vector<Coordinate> coordinates_;
    std::vector<Costs> costs_;
    std::vector<Cell> cells_;
};

struct TwoPhased : Outcome {
    Word word;  // the shortest found
};

class TwoPhases {
   public:
    // None where no subgroup leaves both phases few enough arrangements. A cost for each move.
    static std::optional<TwoPhases> of(const TableMoves& moves, const std::vector<int>& costs, Meter& meter);

    // A word of less than so many moves that brings all symbols home, the shortest that is found until a limit ends it.
    TwoPhased solve(const Cells& where, int below, const Limits& limits, Tick tick) const;

    double index, order;  // decimal logarithms of the subgroup's index and order

   private:
    TwoPhases(double cosets, double arrangements, Phase into, Phase home)
        : index(cosets), order(arrangements), phases_{std::move(into), std::move(home)} {}

    std::vector<Phase> phases_;
};

struct FoundPhases : Outcome {
    std::shared_ptr<TwoPhases> phases;
};

FoundPhases two_phases(const TableMoves& moves, const std::vector<int>& costs, const Limits& limits, Tick tick);

}  // namespace arcwise
