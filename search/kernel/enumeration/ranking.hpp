// States of a permutation theory as numbers, so that a set of states is a bitmap and an arc moves bits between words.
//
// One symbol is the pivot; the others, read cell by cell, are the sequence. A plane holds the states with the pivot on
// one cell and the sequence of one parity. In a plane, the leading digits of the sequence's Lehmer code number a word,
// and the order of the last five symbols is a bit of it: with the parity known there are 60 such orders. A digit tells
// the place of a symbol among those not used before it, so an arc that moves symbols within a stretch of the sequence
// changes the digits of that stretch only: all that lies before and after keeps its place, mostly as whole words.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/theory.hpp"

namespace arcwise {

constexpr int MAX_RANKED_CELLS = 14;  // 5.8 GB for a bitmap of the states of one parity

// The permutations of 0, 1, ..., length - 1 as (parity, word, bit).
class Sequences {
   public:
    static constexpr int MAX_TAIL = 5;
    static constexpr int MAX_BITS = 60;

    struct Rank {
        uint32_t word;
        uint32_t bit;
        bool odd;
    };

    explicit Sequences(int length);

    Rank rank(const uint8_t* sequence) const {
        Rank rank{0, 0, false};
        uint32_t unused = (1u << length) - 1;
        auto digit = [&](int place) {
            uint32_t symbol = 1u << sequence[place];
            uint32_t smaller = uint32_t(__builtin_popcount(unused & (symbol - 1)));
            unused ^= symbol;
            rank.odd ^= smaller & 1;
            return smaller;
        };
        for (int place = 0; place < head; ++place) rank.word += digit(place) * weight[place];
        uint32_t order = 0;
        for (int place = head; place < length; ++place) order = order * uint32_t(length - place) + digit(place);
        rank.bit = order >> 1;
        return rank;
    }

    // The digits of a word, as the first symbols of a sequence and the rest of the symbols in their order; the parity
    // of the digits.
    bool unrank_head(uint32_t word, uint8_t* sequence) const {
        for (int symbol = 0; symbol < length; ++symbol) sequence[symbol] = uint8_t(symbol);
        bool odd = false;
        for (int place = 0; place < head; ++place) {
            uint32_t digit = word / weight[place];
            word %= weight[place];
            odd ^= digit & 1;
            uint8_t symbol = sequence[place + int(digit)];
            for (int later = place + int(digit); later > place; --later) sequence[later] = sequence[later - 1];
            sequence[place] = symbol;
        }
        return odd;
    }

    void unrank(const Rank& rank, uint8_t* sequence) const {
        uint8_t sorted[16];
        bool odd = unrank_head(rank.word, sorted) != rank.odd;
        for (int place = 0; place < head; ++place) sequence[place] = sorted[place];
        for (int place = 0; place < tail; ++place) sequence[head + place] = sorted[head + orders[odd][rank.bit][place]];
    }

    int length, tail, head;  // head + tail = length: symbols that number the word, symbols that number the bit
    uint32_t words;          // of a plane
    int bits;                // of a word
    std::array<uint32_t, 16> weight{};
    // By parity and bit: the order of the last symbols.
    std::array<std::array<std::array<uint8_t, MAX_TAIL>, MAX_BITS>, 2> orders{};
};

// What an arc does to the sequence.
struct Shuffle {
    enum class Kind {
        BLOCKS,  // runs of words move; `table`: the new value of the stretch's digits for each old one
        BITS,    // bits move between words; `table`: by parity, value of the stretch's digits and bit, 64 * value + bit
        DIRECT,  // every state is taken apart and put together
    };
    static constexpr uint32_t NOWHERE = UINT32_MAX;

    Kind kind;
    uint32_t values;  // of the stretch's digits
    uint32_t length;  // BLOCKS: words in a run
    uint32_t units;   // runs or words in a plane
    std::vector<uint32_t> table;
    const uint8_t* prefix_odd;  // BITS: by the value of the digits before the stretch

    std::vector<uint8_t> source;  // which place of the sequence a symbol comes from
    std::vector<Test> tests;      // on places and symbols of the sequence before
};

// An arc for one plane of states: they go to one other plane.
struct Passage {
    int from;
    std::shared_ptr<const Shuffle> shuffle;
    bool odd;  // the parity of `from`
};

// The planes that can be reached from a start, and how arcs connect them.
class RankedSpace {
   public:
    struct Place {
        int plane;
        uint32_t word, bit;
    };

    // Whether the arcs keep every state a permutation of few enough symbols, whatever they are applied to.
    static bool possible(const Theory& theory, const State& start);

    RankedSpace(const Theory& theory, const State& start);

    std::optional<Place> place_of(const State& state) const;
    void cells_of(const Place& place, State& state) const;

    const Sequences sequences;
    int cells() const { return cells_; }
    int planes() const { return int(into_.size()); }
    const std::vector<Passage>& into(int plane) const { return into_[plane]; }
    uint64_t plane_bytes() const { return uint64_t(sequences.words) * 8; }
    uint64_t table_bytes() const { return table_bytes_; }
    // The most bytes that enumeration takes: what was seen, and two layers, which are in different planes where every
    // arc leads from one half of the planes to the other.
    uint64_t peak_bytes() const { return table_bytes_ + (halved() ? 2 : 3) * plane_bytes() * uint64_t(planes()); }

   private:
    using ShuffleKey = std::pair<std::vector<uint8_t>, std::vector<std::pair<uint8_t, uint8_t>>>;

    int plane_of(int cell, bool odd);
    bool halved() const;
    std::shared_ptr<const Shuffle> shuffle_of(std::vector<uint8_t> source, std::vector<Test> tests);
    void fill(Shuffle& shuffle, int first, int last);

    int cells_, pivot_;
    std::vector<std::pair<int, bool>> plane_keys_;   // cell of the pivot, parity
    std::vector<std::array<int, 2>> plane_numbers_;  // by cell and parity, or -1
    std::vector<std::vector<Passage>> into_;
    std::map<ShuffleKey, std::shared_ptr<const Shuffle>> shuffles_;
    std::map<int, std::vector<uint8_t>> prefix_odd_;
    uint64_t table_bytes_ = 0;
};

}  // namespace arcwise
