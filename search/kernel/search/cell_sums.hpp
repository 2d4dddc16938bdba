// What arcs change in a sum over cells.
#pragma once

#include <cstdint>
#include <vector>

#include "core/heuristic.hpp"
#include "core/lists.hpp"

namespace arcwise {

// By cell: how many codes it has, and which is that of every symbol, negative where it cannot stand there.
struct Codes {
    std::vector<size_t> count;
    std::vector<std::vector<int>> of_symbol;
};

template <class LayoutOf>
Codes codes_of(const LayoutOf& layout, const Theory& theory) {
    Codes codes;
    for (int cell = 0; cell < theory.cells; ++cell) {
        codes.count.push_back(layout.codes(cell));
        codes.of_symbol.emplace_back();
        for (int symbol = 0; symbol < theory.symbols; ++symbol)
            codes.of_symbol.back().push_back(layout.code_of(cell, symbol));
    }
    return codes;
}

// Where all values are multiples of 2^-20 of up to 2^20, sums of them are exact in any order: an arc's change is then a
// sum over the cells that it reads. Where moreover every arc matches every board, all of their changes are added up side
// by side.
class CellSumChanges {
   public:
    using Change = int16_t;
    static constexpr size_t LANES = 16;
    // A cell on which an arc's change depends, and where in `growth` its codes begin.
    struct Read {
        uint32_t cell = 0, growth = 0;
    };
    struct Reads {
        Read first;
        uint32_t begin, end;  // in `more`
    };

    CellSumChanges(const Theory& theory, const CellSum& sum, const Codes& codes);

    std::vector<const double*> values;  // by cell and symbol
    bool by_reads, side_by_side = false;
    Lists<int> changed;        // by arc, unless it is told by what it reads
    std::vector<Reads> reads;  // by arc
    std::vector<Read> more;
    std::vector<double> growth;
    double unit = 0;
    std::vector<size_t> codes;  // by cell, how many
    size_t lanes = 0;           // arcs, up to whole groups of lanes
    std::vector<Change> rows;   // by cell, code and arc, in units

   private:
    double worth(int cell, int symbol) const { return values[size_t(cell)] ? values[size_t(cell)][symbol] : 0; }
    void note_changes(const Arc& arc);
    void note_reads(const Arc& arc, const Codes& codes);
    void put_side_by_side(const Theory& theory, const CellSum& sum, const Codes& all);
};

}  // namespace arcwise
