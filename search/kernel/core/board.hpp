// States in the kernel.
//
// A board of up to 16 cells and 16 symbols is one 64-bit word, four bits a cell. Any other board is a few words, packed
// as its theory allows.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "core/packing.hpp"
#include "core/theory.hpp"

namespace arcwise {

struct Nibbles {
    static constexpr int MAX_CELLS = 16, MAX_SYMBOLS = 16;
    uint64_t bits = 0;

    unsigned operator[](int cell) const { return unsigned(bits >> (4 * cell)) & 15; }
    bool operator==(const Nibbles&) const = default;
    uint64_t hash() const { return (bits ^ (bits >> 29)) * 0x9E3779B97F4A7C15ull; }
    uint64_t quick_hash() const { return hash(); }
};

inline uint64_t hash_of(const uint64_t* words, size_t count) {
    uint64_t sum = 0;
    for (size_t at = 0; at < count; ++at) {
        sum = (sum ^ words[at] ^ (words[at] >> 31)) * 0x9E3779B97F4A7C15ull;
        sum ^= sum >> 32;
    }
    return sum * 0x9E3779B97F4A7C15ull;
}

// A board of any number of words, which someone else keeps: what conditions, arcs and heuristics see of it.
struct PackedView {
    const uint64_t* words;
};

template <int WORDS>
struct Packed {
    uint64_t words[WORDS] = {};

    operator PackedView() const { return {words}; }
    bool operator==(const Packed& other) const { return std::memcmp(words, other.words, sizeof words) == 0; }
    uint64_t hash() const { return hash_of(words, WORDS); }
    // Good in its upper bits alone, and alike for more boards than `hash`.
    uint64_t quick_hash() const {
        uint64_t sum = 0;
#pragma GCC unroll 4
        for (uint64_t word : words) sum = std::rotl(sum, 23) ^ word;
        return sum * 0x9E3779B97F4A7C15ull;
    }
};

// What is compiled once for boards of every number of words takes them as this.
template <class Board>
struct SeenAs {
    using Type = PackedView;
};
template <>
struct SeenAs<Nibbles> {
    using Type = Nibbles;
};
template <class Board>
using Seen = typename SeenAs<Board>::Type;

// Where boards have their cells. What stands in a cell is a symbol; its code there is a small number. Making is a board
// whose cells are being set.
template <class Board>
class Layout;

template <>
class Layout<Nibbles> {
   public:
    using Making = Nibbles&;
    explicit Layout(const Theory&) {}
    static bool holds(const State&) { return true; }
    static Nibbles board(const State& state) {
        Nibbles board;
        for (size_t cell = 0; cell < state.size(); ++cell) board.bits |= uint64_t(state[cell]) << (4 * cell);
        return board;
    }
    static unsigned symbol(const Nibbles& board, int cell) { return board[cell]; }
    static unsigned code(const Nibbles& board, int cell) { return board[cell]; }
    static int code_of(int, int symbol) { return symbol; }
    static size_t codes(int) { return Nibbles::MAX_SYMBOLS; }
    // A board as words, and back.
    static size_t words() { return 1; }
    static const uint64_t* words_of(const Nibbles& board) { return &board.bits; }
    static Nibbles of_words(const uint64_t* words) { return {*words}; }
};

template <>
class Layout<PackedView> {
   public:
    struct Making {
        uint64_t* words;
        operator PackedView() const { return {words}; }
    };
    explicit Layout(const Theory& theory) : packing_(&Packing::of(theory)) {}
    bool holds(const State& state) const { return packing_->holds(state); }
    // Puts a state into words that are 0. Throws std::invalid_argument for a symbol where it cannot stand.
    void put(const State& state, uint64_t* words) const {
        for (size_t cell = 0; cell < state.size(); ++cell) {
            const int code = packing_->code_of(int(cell), state[cell]);
            if (code == Packing::IMPOSSIBLE) throw std::invalid_argument("a symbol where it cannot stand");
            const Field& field = packing_->field(int(cell));
            words[field.word] |= uint64_t(code) << field.shift;
        }
    }
    unsigned symbol(PackedView board, int cell) const { return packing_->symbol(board.words, cell); }
    unsigned code(PackedView board, int cell) const { return packing_->code(board.words, cell); }
    int code_of(int cell, int symbol) const { return packing_->code_of(cell, symbol); }
    size_t codes(int cell) const { return packing_->symbols(cell).size(); }
    const Field& field(int cell) const { return packing_->field(cell); }
    size_t words() const { return size_t(packing_->words()); }
    static const uint64_t* words_of(PackedView board) { return board.words; }
    static PackedView of_words(const uint64_t* words) { return {words}; }

   private:
    const Packing* packing_;
};

template <int WORDS>
class Layout<Packed<WORDS>> : public Layout<PackedView> {
   public:
    using Layout<PackedView>::Layout;
    Packed<WORDS> board(const State& state) const {
        Packed<WORDS> board;
        put(state, board.words);
        return board;
    }
};

// Whether boards of a kind are small enough for what is worth its code only where little else takes time or memory.
template <class Board>
inline constexpr bool IS_SMALL = sizeof(Board) <= 64;
template <class Board>
inline constexpr bool IS_SMALLEST = sizeof(Board) <= 16;

// Calls use(std::type_identity<Board>{}) with the smallest kind of board that a theory's states fit.
template <class Use>
auto with_board(const Theory& theory, Use&& use) {
    if (theory.cells <= Nibbles::MAX_CELLS && theory.symbols <= Nibbles::MAX_SYMBOLS)
        return use(std::type_identity<Nibbles>{});
    const int words = Packing::of(theory).words();
    if (words <= 2) return use(std::type_identity<Packed<2>>{});
#ifndef ARCWISE_FEW_KINDS  // what differs in nothing but the number of words
    if (words <= 4) return use(std::type_identity<Packed<4>>{});
    if (words <= 8) return use(std::type_identity<Packed<8>>{});
#endif
    if (words <= 16) return use(std::type_identity<Packed<16>>{});
#ifndef ARCWISE_FEW_KINDS
    if (words <= 64) return use(std::type_identity<Packed<64>>{});
#endif
    if (words <= 512) return use(std::type_identity<Packed<512>>{});
    throw std::invalid_argument("states of more than 32,768 bits");
}

}  // namespace arcwise
