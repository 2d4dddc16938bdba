// Terms as words of 64 bits, and the heap that a proof search puts them on.
//
// The three lowest bits of a word tell what it is; the others are a number, an atom, or a place. An unbound variable is a
// word that refers to itself. A compound term is a header with name and arity, then its arguments; a float is a header and
// a word with its bits.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "core/meter.hpp"

namespace arcwise::logic {

using Word = uint64_t;

enum Tag : Word {
    REF,       // a variable: the place of its word
    ATOM,      // an atom or a string
    INT,       // a whole number of 61 bits
    STR,       // a compound term: the place of its header
    FLT,       // a float: the place of its header
    VAR,       // in clauses a variable that has a value; elsewhere a compound term's header
    FIRST,     // in clauses a variable where it is met first
    PAT,       // in clauses a compound term with variables; elsewhere a float's header
    HEAD = 5,  // a compound term's header
    REAL = 7,  // a float's header
};

constexpr Word MASK = 7;
constexpr uint32_t NOWHERE = UINT32_MAX;  // the number of a variable that is met once
constexpr int64_t MOST = (int64_t(1) << 60) - 1;

inline Tag tag_of(Word word) { return Tag(word & MASK); }
inline Word* place_of(Word word) { return reinterpret_cast<Word*>(word & ~MASK); }
inline Word word_of(Tag tag, const Word* place) { return reinterpret_cast<Word>(place) | tag; }
inline Word atom_word(uint32_t atom) { return Word(atom) << 3 | ATOM; }
inline uint32_t atom_of(Word word) { return uint32_t(word >> 3); }
inline Word int_word(int64_t value) { return Word(value) << 3 | INT; }
inline int64_t int_of(Word word) { return int64_t(word) >> 3; }
inline bool fits(int64_t value) { return value >= -MOST - 1 && value <= MOST; }
inline Word header(uint32_t name, uint32_t arity) { return Word(name) << 35 | Word(arity) << 3 | HEAD; }
inline uint32_t name_of(Word header) { return uint32_t(header >> 35); }
inline uint32_t arity_of(Word header) { return uint32_t(header >> 3); }
inline double float_of(Word word) { return std::bit_cast<double>(place_of(word)[1]); }
inline uint32_t number_of(Word variable) { return uint32_t(variable >> 3); }

// Follows a variable to its term, or to the last unbound variable.
inline Word walked(Word word) {
    while (tag_of(word) == REF) {
        const Word value = *place_of(word);
        if (value == word) return word;
        word = value;
    }
    return word;
}

// The kernel does not have what a program asks for, or leaves it to the Python engine to say what is wrong.
struct Unable {
    std::string reason;
};

// Words that are taken from below and given back all at once, down to an earlier top. They never move.
class Heap {
   public:
    // Takes `bytes` at most; 0: as much as there is.
    Heap(Meter& meter, uint64_t bytes);
    ~Heap();
    Heap(const Heap&) = delete;
    Heap& operator=(const Heap&) = delete;

    Word* top = nullptr;

    // Makes room; throws std::bad_alloc where a limit forbids it.
    void need(uint64_t words) {
        if (uint64_t(end_ - top) < words) grow(words);
    }
    Word* take(uint64_t words) {
        need(words);
        Word* taken = top;
        top += words;
        return taken;
    }
    Word* begin() const { return begin_; }
    void clear() { top = begin_; }

   private:
    void grow(uint64_t words);

    Meter& meter_;
    Word* begin_ = nullptr;
    Word* end_ = nullptr;
    uint64_t reserved_ = 0, open_ = 0;  // bytes
};

}  // namespace arcwise::logic
