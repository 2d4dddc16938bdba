// Terms as text, from the texts of their atoms.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/terms.hpp"

namespace arcwise::logic {

class Writer {
   public:
    // An atom as an argument; `alone` if beside an operator it needs neither brackets nor blanks.
    struct Atom {
        std::string text;
        bool alone = false;
    };
    // What stands in front of the arguments of a compound term, or between two; `alone` if the whole needs no brackets as a value.
    struct Name {
        std::string text;
        bool infix = false;
        bool alone = false;
    };
    // Both tell nothing of what is written in another way.
    using Atoms = std::function<std::optional<Atom>(uint32_t atom)>;
    using Names = std::function<std::optional<Name>(uint32_t name, uint32_t arity)>;

    Writer(Atoms atoms, Names names, Word nil, Word list)
        : ask_atom_(std::move(atoms)), ask_name_(std::move(names)), nil_(nil), list_(list) {}

    // Letters of a term above which it is written in another way, which looks for parts that it shares.
    static constexpr size_t LARGEST = size_t{1} << 26;

    // Adds the text of a term, as the value of a variable or as an argument; false if the texts of its parts do not make it,
    // and `out` is as it was. `variables` are the names of variables that are told by numbers; null: they have none.
    bool write(Word term, bool as_value, std::string& out, const std::vector<std::string>* variables = nullptr);

   private:
    struct Piece {
        Word term;
        const char* text;  // else null
        bool operand;
    };

    bool add(const Piece& piece, std::string& out);
    bool add_compound(const Word* place, bool operand);
    const std::optional<Atom>& atom(Word word);
    const std::optional<Name>& name(Word header);

    Atoms ask_atom_;
    Names ask_name_;
    Word nil_, list_;
    std::unordered_map<Word, std::optional<Atom>> atoms_ = {};
    std::unordered_map<Word, std::optional<Name>> names_ = {};
    std::vector<Piece> pending_ = {};
    const std::vector<std::string>* variables_ = nullptr;
};

}  // namespace arcwise::logic
