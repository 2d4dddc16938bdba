// An arc on boards: whether it applies to a board, and which board it makes of it.
//
// On a board of one word it is a mask, a few rotations and an OR; on any other it rewrites some fields, and is the same
// for boards of every number of words.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "core/packing.hpp"
#include "core/theory.hpp"

namespace arcwise {

// A condition on boards, ready to be tested.
template <class Board>
struct Match;

template <>
struct Match<PackedView> {
    struct Word {
        uint64_t mask = 0, value = 0;
        uint32_t word = 0;
    };
    Word first;
    std::vector<Word> more;
    std::vector<std::pair<Field, Field>> equals;  // cells that are compared have the same codes

    Match(const Layout<PackedView>& layout, const Condition& condition);
    bool operator()(PackedView board) const {
        if ((board.words[first.word] & first.mask) != first.value) return false;
        for (const Word& test : more)
            if ((board.words[test.word] & test.mask) != test.value) return false;
        for (const auto& [one, other] : equals)
            if (((board.words[one.word] >> one.shift) ^ (board.words[other.word] >> other.shift)) & one.mask)
                return false;
        return true;
    }
    // Sets the cells that are tested to what is asked for.
    void put(Layout<PackedView>::Making board) const {
        const auto set = [&](const Word& word) {
            board.words[word.word] = (board.words[word.word] & ~word.mask) | word.value;
        };
        set(first);
        for (const Word& word : more) set(word);
    }
};

template <>
struct Match<Nibbles> {
    uint64_t mask = 0, value = 0;
    std::vector<Equal> equals;
    Match(const Layout<Nibbles>&, const Condition& condition) : Match(condition) {}
    explicit Match(const Condition& condition) : equals(condition.equals) {
        for (const Test& test : condition.tests) {
            mask |= uint64_t(15) << (4 * test.cell);
            value |= uint64_t(test.symbol) << (4 * test.cell);
        }
    }
    bool operator()(const Nibbles& board) const {
        if ((board.bits & mask) != value) return false;
        for (const Equal& equal : equals)
            if (board[equal.one] != board[equal.other]) return false;
        return true;
    }
    void put(Nibbles& board) const { board.bits = (board.bits & ~mask) | value; }
};

template <class Board>
class Derivation;

// What an arc does beyond its writes, ready for boards.
template <class Board>
class Beyond {
   public:
    Beyond(const Layout<Board>& layout, const Arc& arc, std::shared_ptr<const Derivation<Board>> derivation);
    void apply(const Board& before, typename Layout<Board>::Making made) const;

   private:
    struct Effect {
        Match<Board> match, made;
    };
    std::vector<Effect> effects_;
    std::shared_ptr<const Derivation<Board>> derivation_;
};

// By arc what each does beyond its writes; nothing for those of which `after` says all.
template <class Board>
std::vector<std::shared_ptr<const Beyond<Board>>> beyond_of(const Layout<Board>& layout, const Theory& theory);

// What every step knows of its arc.
struct StepOf {
    int arc;
    int context;  // in which the arcs are that may follow
    int length;   // primitive moves
    double cost;  // in units of the theory's
};

// An arc ready to be tried on boards: what is left of its condition, and what it makes of a board.
template <class Board>
struct Step;

template <>
struct Step<PackedView> : StepOf {
    struct Rewrite {
        uint64_t keep, value;
        uint32_t word;
    };
    struct Copy {
        uint64_t mask;
        uint16_t from, to;
        uint8_t from_shift, to_shift;
    };
    Match<PackedView> match;
    std::vector<Rewrite> rewrites;
    std::vector<Copy> copies;
    std::shared_ptr<const Beyond<PackedView>> beyond;

    Step(const Layout<PackedView>& layout, int number, int context, const Condition& rest, const Arc& arc,
         std::shared_ptr<const Beyond<PackedView>> beyond = nullptr);

    template <int WORDS>
    Packed<WORDS> apply(const Packed<WORDS>& board) const {
        Packed<WORDS> made = board;
        for (const Rewrite& word : rewrites) made.words[word.word] = (board.words[word.word] & word.keep) | word.value;
        for (const Copy& copy : copies)
            made.words[copy.to] |= (board.words[copy.from] >> copy.from_shift & copy.mask) << copy.to_shift;
        if (beyond) [[unlikely]]
            beyond->apply(board, {made.words});
        return made;
    }
};

// A board, and where it differs from the same cells in the opposite order.
struct BothWays {
    uint64_t bits, difference;
    BothWays(const Nibbles& board) : bits(board.bits), difference(board.bits ^ opposite(board.bits)) {}
    static uint64_t opposite(uint64_t bits) {
        bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0F) | (bits & 0x0F0F0F0F0F0F0F0F) << 4;
        bits = (bits >> 8 & 0x00FF00FF00FF00FF) | (bits & 0x00FF00FF00FF00FF) << 8;
        bits = (bits >> 16 & 0x0000FFFF0000FFFF) | (bits & 0x0000FFFF0000FFFF) << 16;
        return std::rotl(bits, 32);
    }
};

// Cells that move by the same distance turn together, and so do those that change places around the same point: they
// move by the same distance in the opposite order.
template <>
struct Step<Nibbles> : StepOf {
    struct Turn {
        uint64_t mask = 0;      // of the cells where they come to stand
        uint64_t opposite = 0;  // all bits for the opposite order
        int left = 0;
    };
    uint64_t keep = ~uint64_t(0), constants = 0;
    Turn first;
    Match<Nibbles> match;
    std::vector<Turn> more;
    std::shared_ptr<const Beyond<Nibbles>> beyond;

    Step(const Layout<Nibbles>& layout, int number, int context, const Condition& rest, const Arc& arc,
         std::shared_ptr<const Beyond<Nibbles>> beyond = nullptr);

    Nibbles apply(const BothWays& from) const {
        uint64_t made = (from.bits & keep) | constants | turned(from, first);
        for (const Turn& turn : more) made |= turned(from, turn);
        Nibbles board{made};
        if (beyond) [[unlikely]]
            beyond->apply({from.bits}, board);
        return board;
    }

   private:
    static uint64_t turned(const BothWays& from, const Turn& turn) {
        return std::rotl(from.bits ^ (from.difference & turn.opposite), turn.left) & turn.mask;
    }
};

// A board as all steps from it take it.
template <class Board>
using From = std::conditional_t<std::is_same_v<Board, Nibbles>, BothWays, const Board&>;

}  // namespace arcwise
