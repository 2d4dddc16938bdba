// Entries that no two short words make: conjugates and products of what a table has already.
#pragma once

#include "tables/column.hpp"

namespace arcwise {

// Offers words that leave the cells of all finished columns alone.
class Completion {
   public:
    Completion(const TableMoves& moves, const Words& words, const std::vector<TableColumn>& columns, Meter& meter)
        : moves_(moves), words_(words), columns_(columns), meter_(meter) {}

    // Powers of short words that move few cells, the shortest of each number of cells: of moves that make all arrangements,
    // conjugates of these reach every entry, where entries made of earlier ones become longer with every column.
    std::vector<TableEntry> powers() const;
    // A short word, one of some entries, and the word undone.
    void conjugates(ColumnBuilder& column, const std::vector<TableEntry>& entries) const;
    // A short word, an entry, and the word undone, of the entries of all columns and of the new one itself.
    void conjugates(ColumnBuilder& column) const;
    // Products of two entries of one column, led through the columns after it (Minkwitz 1998).
    void products(ColumnBuilder& column) const;
    // Short words and random products of them, led through all columns, until nothing is missing; so many at most.
    void sifted(ColumnBuilder& column, std::mt19937_64& random, int most) const;

   private:
    void conjugates_of(ColumnBuilder& column, const TableEntry& entry, size_t words) const;
    bool lead_through(Word& word, Cells& goes) const;

    const TableMoves& moves_;
    const Words& words_;
    const std::vector<TableColumn>& columns_;
    Meter& meter_;
};

}  // namespace arcwise
