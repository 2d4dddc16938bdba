// How a state is packed into words: a field of as few bits for each cell as what it can hold needs.
#pragma once

#include <cstdint>
#include <vector>

#include "core/theory.hpp"

namespace arcwise {

// A cell's place in the words. What it holds is a code: the number of a symbol among those that the cell can hold.
struct Field {
    uint64_t mask;  // of one code, not yet in its place
    uint32_t codes;  // the first of its symbols, in all codes
    uint16_t word;
    uint8_t shift;
};

class Packing {
   public:
    static constexpr int IMPOSSIBLE = -1;

    // A cell can hold what arcs test or write there and the theory says it may hold besides; cells between which arcs
    // carry symbols, or that they compare, can hold any, and have the same codes.
    explicit Packing(const Theory& theory);
    static const Packing& of(const Theory& theory);

    int words() const { return words_; }
    const Field& field(int cell) const { return fields_[size_t(cell)]; }
    unsigned code(const uint64_t* words, int cell) const {
        const Field& at = fields_[size_t(cell)];
        return unsigned(words[at.word] >> at.shift & at.mask);
    }
    Symbol symbol(const uint64_t* words, int cell) const {
        const Field& at = fields_[size_t(cell)];
        return symbols_[at.codes + (words[at.word] >> at.shift & at.mask)];
    }
    // The code of a symbol in a cell, or IMPOSSIBLE.
    int code_of(int cell, int symbol) const;
    // The symbols that a cell can hold, by code.
    struct Symbols {
        const Symbol *first, *last;
        const Symbol* begin() const { return first; }
        const Symbol* end() const { return last; }
        size_t size() const { return size_t(last - first); }
    };
    Symbols symbols(int cell) const {
        const size_t first = fields_[size_t(cell)].codes;
        return {symbols_.data() + first, symbols_.data() + first + counts_[size_t(cell)]};
    }
    bool holds(const State& state) const;

   private:
    std::vector<Field> fields_;
    std::vector<uint32_t> counts_;  // of symbols, by cell
    std::vector<Symbol> symbols_;   // by first of a cell and code; every cell's in ascending order
    int words_ = 0;
};

}  // namespace arcwise
