// Solving by a macro table with a look ahead: of the entries that fill a cell, those after which the rest is shortest.
#pragma once

#include "core/request.hpp"
#include "tables/moves.hpp"

namespace arcwise {

// An entry as a climb uses it.
struct TableStep {
    int column, place;  // the number of its cell in the order, and whence it brings that cell's symbol
    Word word;
};

struct TableClimbed : Outcome {
    Word word;               // the moves of the plan
    std::vector<int> steps;  // the entries that it is made of
    int column = 0;          // of an arrangement that no entry is for, where there is no plan
};

// A table for boards of one size and one goal; a symbol's number is the cell in which the goal has it.
class TableClimb {
   public:
    // Steps of one column and place are tried in their order, the first one in all that is only looked ahead at. Throws
    // std::invalid_argument for what does not fit together.
    TableClimb(TableMoves moves, std::vector<int> order, const std::vector<TableStep>& steps);

    // A plan from an arrangement, by symbol where it is. In every column so many arrangements are kept, those from which the
    // table alone is the shortest way. Where a limit ends it, the best plan until then is the outcome, and says so.
    TableClimbed solve(const Cells& where, size_t width, const Limits& limits, Tick tick) const;

   private:
    struct Known {
        Cells goes;
        Word word;
    };
    // Part of a plan: where the symbols of all columns are after it, and how long it is with the table's own way to the end.
    struct Node {
        std::vector<Cell> where;
        Word word;
        std::vector<int> steps;
        size_t length = SIZE_MAX;
    };

    // The shortest of some nodes in their order, of equals the first.
    static std::vector<Node> best_of(std::vector<Node> nodes, size_t width);
    bool roll_out(size_t column, Node& node, int& stuck) const;
    void make(size_t column, int step, Node& node) const;
    const std::vector<int>& from(size_t column, int place) const {
        return by_place_[column * size_t(moves_.cells) + size_t(place)];
    }

    TableMoves moves_;
    std::vector<int> order_;
    std::vector<Known> steps_;
    std::vector<std::vector<int>> by_place_;
};

}  // namespace arcwise
