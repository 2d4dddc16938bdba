// Moves that rearrange the cells of a board whatever is in them, some only where the blank is in their place.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace arcwise {

using Cell = uint8_t;
using Cells = std::vector<Cell>;  // a permutation: for every cell where its symbol goes
using Word = std::vector<uint16_t>;  // moves by their numbers, in the order in which they are made

constexpr int MOST_TABLE_CELLS = 256;

inline Cells identity_of(int cells) {
    Cells same(static_cast<size_t>(cells));
    for (int cell = 0; cell < cells; ++cell) same[size_t(cell)] = Cell(cell);
    return same;
}

// First one and then the other.
inline Cells after(const Cells& first, const Cells& then) {
    Cells both(first.size());
    for (size_t cell = 0; cell < first.size(); ++cell) both[cell] = then[first[cell]];
    return both;
}

inline Cells inverse_of(const Cells& goes) {
    Cells back(goes.size());
    for (size_t cell = 0; cell < goes.size(); ++cell) back[goes[cell]] = Cell(cell);
    return back;
}

// The moves of a board. Where a blank decides which can be made, `home` is its cell in the goal, else -1.
class TableMoves {
   public:
    // Throws std::invalid_argument for what is no permutation, or is undone by no move.
    TableMoves(int board, int blank_home, std::vector<Cells> permutations, std::vector<int> needed);

    int cells, home;
    std::vector<Cells> goes;
    std::vector<int> blanks;    // of every move the cell in which the blank has to be; -1 for any
    std::vector<int> inverses;  // of every move the one that undoes it

    int count() const { return int(goes.size()); }
    // The moves that can be made where the blank is in a cell.
    const std::vector<int>& from(int blank) const { return from_[size_t(home < 0 ? 0 : blank)]; }

    // A word that undoes another.
    Word undone(const Word& word) const;
    // Adds moves to a word; what cancels or is one move together with one before it is shortened on the way.
    void append(Word& word, const uint16_t* moves, size_t count) const;
    void append(Word& word, const Word& more) const { append(word, more.data(), more.size()); }
    // What a word does. Throws std::logic_error where one of its moves cannot be made.
    Cells replayed(const Word& word) const;
    // The permutations that bring the blank home again and make all others that do; of moves without a blank, the moves.
    std::vector<Cells> closed() const;
    // The cells to which the blank can be brought, home first; none of moves without a blank.
    std::vector<int> reached() const;

   private:
    static constexpr int16_t APART = -2, NOTHING = -1;  // two moves that stay two, and two that cancel

    std::vector<std::vector<int>> from_;
    std::vector<int16_t> joined_;  // of two moves in turn: the one that does the same
    std::vector<uint8_t> commute_;
};

// A group of permutations by random members, which are enough to find orbits and stabilizers with (Seress 2003, chapter 4).
class RandomGroup {
   public:
    RandomGroup(int cells, const std::vector<Cells>& generators, std::mt19937_64& random);

    std::vector<int> orbit(int cell) const;
    RandomGroup stabilizer(int cell, std::mt19937_64& random) const;
    bool fixes(int cell) const;
    // For every cell that the group moves whether its members that fix another cell fix it too; not for that cell itself.
    std::vector<bool> fixed_with(int cell, std::mt19937_64& random) const;

   private:
    static constexpr int MORE = 20, PRODUCT = 5;

    RandomGroup() = default;
    Cells member(std::mt19937_64& random) const;
    // For every cell of an orbit a member that takes the first to it; empty for others.
    std::vector<Cells> transversal(int cell) const;
    size_t enough() const { return members_[0].size() / 2 + MORE; }

    std::vector<Cells> members_;
};

}  // namespace arcwise
