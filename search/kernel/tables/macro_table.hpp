// Korf's macro table (Artificial Intelligence 26, 1985) of any board whose moves rearrange its cells.
//
// A column is a cell of the order, an entry of it a word that brings that cell's symbol home from one place and leaves the
// cells of the columns before as they were. Two short words that take those cells to the same places make an entry: one and
// then the other undone. What is missing is made of conjugates and of products of what is known (Minkwitz, Journal of
// Symbolic Computation 26, 1998).
#pragma once

#include "core/request.hpp"
#include "tables/moves.hpp"

namespace arcwise {

struct TableEntry {
    Word word;
    Cells goes;
};

struct TableColumn {
    int cell;
    std::vector<int> places;                         // from which the cell's symbol can come, without the cell itself
    std::vector<std::vector<TableEntry>> entries;  // by place, shortest first
};

struct TableRequest {
    std::vector<int> order;      // the cells, as far as they are given; the rest is chosen
    size_t most_words = 0;       // kept, of all that are enumerated
    size_t alternatives = 1;     // kept of an entry
    size_t slack = 2;            // how much longer than the shortest an alternative may be
    Limits limits;
    Tick tick;
};

struct TableFound : Outcome {
    std::vector<TableColumn> columns;  // where a limit ends the work, the first ones
    size_t words = 0, longest = 0;
};

// Every entry is replayed move by move.
TableFound macro_table(const TableMoves& moves, const TableRequest& request);

}  // namespace arcwise
