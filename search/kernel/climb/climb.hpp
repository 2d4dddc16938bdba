// Macro-assisted hill climbing on grids whose blank every schema moves; search/climbing/climber.py says what it is.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "core/request.hpp"

namespace arcwise {

[[noreturn]] inline void refuse(const char* why) { throw std::invalid_argument(why); }

// From one cell to another, in rows and columns.
struct Offset {
    int down = 0, right = 0;
    Offset operator+(Offset other) const { return {down + other.down, right + other.right}; }
    Offset operator-(Offset other) const { return {down - other.down, right - other.right}; }
    bool operator==(const Offset&) const = default;
};

inline int length_of(Offset way) { return std::abs(way.down) + std::abs(way.right); }

// A schema as it was written: on a window of so many rows and columns.
struct WindowSchema {
    int rows, columns;
    Pattern before, after;
    double cost;
    int length;  // primitive moves
};

// A schema as seen from the blank's cell, which is where it is placed by.
struct BlankSchema {
    struct Test {
        int cell, symbol;
    };
    struct Equal {
        int one, other;
    };
    // A cell that changes, and the one that its new symbol comes from; as numbers of cells, and as offsets.
    struct Write {
        int cell, source;
        Offset to, from;
    };
    // Where a symbol goes. What a term says that occurs twice is of no account: no two cells hold the same symbol.
    struct Journey {
        Offset from, to;
    };

    BlankSchema(const WindowSchema& schema, int blank, int board_columns);
    Offset end_of(Offset cell) const;

    double cost;
    int length;
    bool repeats;               // whether two cells have to hold the same, which they never do
    int corner;                 // the window's first cell
    int up, down, left, right;  // cells that it needs on each side
    std::vector<Test> tests;    // without the blank's
    std::vector<Equal> equals;
    std::vector<Write> writes;  // in the order of the window's cells
    std::vector<Journey> journeys;
};

// Boards of one shape, one goal, and what one climbs with. A symbol's number is the cell in which the goal has it; the
// numbers from `rows * columns` on are those of symbols that the board lacks.
class ClimbTask {
   public:
    static constexpr int MOST_CELLS = 1 << 16, MOST_SCHEMAS = (1 << 16) - 1;

    struct Spot {
        uint16_t row, column;
    };
    // What a move is worth in the weights, so that all sums of them are exact.
    static constexpr int UNIT = 64;
    // What a unit of distance is taken to cost: of the next symbol, and of the others by how many cells come before theirs;
    // what it is hoped to bring before anyone looks which symbols these are.
    struct Weights {
        int carry, hope;
        std::vector<int> drift;
    };

    // Throws std::invalid_argument for what does not fit together.
    ClimbTask(int rows, int columns, int blank, std::vector<int> order, bool approached, bool best, Weights weights,
         const std::vector<WindowSchema>& schemas);

    int cells() const { return rows * columns; }

    int rows, columns, blank;
    bool approached;  // whether the blank's way to the next symbol counts
    bool best;        // whether all steps are compared, or the first is made
    std::vector<uint16_t> order, rank;
    std::vector<Spot> spots;  // of every cell
    std::vector<BlankSchema> schemas;
    Offset reach;  // the farthest that two cells of a window are apart
    int carry, hope;
    std::vector<int> drift;
};

struct ClimbRequest {
    std::vector<uint16_t> start;
    Limits limits;
    Tick tick;
};

struct Climbed : Outcome {
    std::vector<uint16_t> numbers, places;  // of the steps' schemas
    std::vector<uint64_t> tried, matched, applied;
    std::vector<uint16_t> state;  // at the end
};

// Throws std::invalid_argument for a start that does not hold each symbol once.
Climbed climb(const ClimbTask& task, const ClimbRequest& request);

}  // namespace arcwise
