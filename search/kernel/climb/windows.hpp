// Plans of a blank that slides over a grid, made shorter piece by piece; search/improve.py says how.
#pragma once

#include <cstdint>
#include <vector>

#include "climb/climb.hpp"

namespace arcwise {

struct WindowRequest {
    int rows, columns;
    std::vector<Offset> ways;    // in which the blank moves, one cell each, as they are tried
    int blank;                   // where it begins
    std::vector<uint8_t> moves;  // numbers of ways
    std::vector<int> lengths;    // of pieces, one pass over the plan after the other
    int most_cells;              // of a window
    uint64_t effort;             // expansions that one piece is worth
    Limits limits;
    Tick tick;  // called with the moves that the plan has
};

struct Shortened {
    std::vector<uint8_t> moves;
    uint64_t searches = 0, replaced = 0, expanded = 0;
    Limit limit = Limit::NONE;
};

// The plan leads where it led, whatever ended the work. Throws std::invalid_argument for a plan that leaves the board.
Shortened shorten(const WindowRequest& request);

}  // namespace arcwise
