// Logic programs as the kernel runs them: atoms, predicates, clauses found by their first argument.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/terms.hpp"

namespace arcwise::logic {

// Kinds of goals; what Python calls CALL, TEST and CHOOSE, control, and where a goal that is watched has an answer.
enum class Kind : uint8_t { CALL, TEST, CHOOSE, CUT, EITHER, IF, NOT, GOAL, FIND, COMMIT, COLLECT, FAIL, CATCH, CAUGHT, THROW, WATCH };

// Built-in predicates.
enum class BuiltIn : uint8_t {
    UNIFY,
    NOT_UNIFIABLE,
    SAME,
    NOT_SAME,
    BEFORE,
    AFTER,
    NOT_AFTER,
    NOT_BEFORE,
    COMPARE,
    IS_VAR,
    IS_NONVAR,
    IS_ATOM,
    IS_NUMBER,
    IS_INTEGER,
    IS_FLOAT,
    IS_ATOMIC,
    IS_COMPOUND,
    IS_CALLABLE,
    IS_LIST,
    IS_STRING,
    IS_GROUND,
    IS,
    EQUAL,
    NOT_EQUAL,
    LESS,
    GREATER,
    AT_MOST,
    AT_LEAST,
    SUCC,
    PLUS,
    FUNCTOR,
    UNIV,
    COPY_TERM,
    TERM_VARIABLES,
    MSORT,
    SORT,
    SORT_BY,
    KEYSORT,
    ARG,
    BETWEEN,
    LENGTH,
    REPEAT,
    ASKED,  // Python is asked for all answers
};

// Control constructs by name.
enum class Control : uint8_t {
    NONE,
    CUT,
    FAIL,
    OR,
    CALLED,  // call/N, true, a conjunction where none is expected
    THEN,
    SOFT,
    ONCE,
    IGNORE,
    NOT,
    FORALL,
    FINDALL,
    CATCH,
    THROW,
};

struct Predicate;

struct Literal {
    Kind kind;
    BuiltIn built_in{};
    bool last = false;  // of its body
    bool soft = false;  // *->
    uint32_t number = 0;  // of negations, findall/3 and calls of goals: by which Python knows it
    uint32_t room = 0;    // words that its arguments take
    Word name = 0;        // header of the goal
    const Word* args = nullptr;
    Predicate* predicate = nullptr;
    const Literal* bodies[3] = {};     // null: empty
    std::vector<uint32_t> cells = {};  // variables of a negation or findall/3

    uint32_t arity() const { return arity_of(name); }
};

// Goals that are compiled together, with their terms.
struct Code {
    std::vector<Word> words;
    std::deque<std::vector<Literal>> bodies;
    std::deque<std::vector<Word>> args;
    uint64_t bytes() const;
};

struct Rule {
    uint32_t number = 0;
    uint32_t arity = 0;
    uint32_t variables = 0;
    uint32_t room = 0;  // words that head and variables take
    const Word* head = nullptr;
    const Literal* body = nullptr;
    bool passing = false;  // its variables are read until its last goal is called, and no more
    std::vector<uint32_t> unset = {};  // variables that are met first inside of control
    Code code = {};
};

struct Predicate {
    struct Candidates {
        const Rule* const* first = nullptr;
        uint32_t count = 0;
    };

    Word name = 0;
    bool ready = false;
    bool of_callable = false;  // clause/2: the first argument has to be one

    void add(const Rule* rule);
    // All clauses are there.
    void finish();
    // The clauses whose first argument does not contradict a goal's, in order.
    Candidates matching(const Word* args) const {
        if (rules_.size() > 1 && arity_of(name)) {
            const Word first = walked(args[0]);
            if (tag_of(first) != REF) {
                const Word key = tag_of(first) == STR ? *place_of(first) : first;
                if (tag_of(first) == FLT) return with_float(first);
                for (uint64_t slot = key * FACTOR >> shift_;; slot = (slot + 1) & mask_) {
                    if (keys_[slot] == key) return found_[slot];
                    if (keys_[slot] == 0) return {open_.data(), uint32_t(open_.size())};
                }
            }
        }
        return {rules_.data(), uint32_t(rules_.size())};
    }

   private:
    static constexpr uint64_t FACTOR = 0x9E3779B97F4A7C15;

    Candidates with_float(Word first) const;

    std::vector<const Rule*> rules_ = {}, open_ = {};  // all, and those whose first argument is a variable
    std::unordered_map<Word, std::vector<const Rule*>> by_key_ = {}, by_float_ = {};
    std::vector<Word> keys_ = {};  // by hash; 0: none
    std::vector<Candidates> found_ = {};
    uint64_t mask_ = 0;
    uint32_t shift_ = 63;
};

struct Callee {
    Kind kind = Kind::FAIL;
    Control control = Control::NONE;
    BuiltIn built_in{};
    Predicate* predicate = nullptr;
};

// Called with a name and an arity that no one declared yet; says whether that was made up for.
using Resolve = std::function<bool(uint32_t, uint32_t)>;

// Called with a goal of a predicate that only Python has, its words and then its cell. Tells words, cells of the arguments of each
// instance that holds, and how many there are; nothing where Python does not answer. The goal's variables are numbered from 1 on,
// and variable 0 stands for an argument that is as it was.
using Ask = std::function<std::optional<std::vector<int64_t>>(Word name, const std::vector<int64_t>& goal)>;

// A clause as Python states it. A cell is a word; a place is an offset among the words, where children come first.
struct Stated {
    uint32_t number = 0, variables = 0;
    uint32_t first = 0;  // number of its first negation, findall/3 or call of a goal
    std::vector<int64_t> words = {}, head = {}, body = {};
};

class Program {
   public:
    Program();

    uint32_t intern(const std::string& text, bool is_string = false);
    const std::string& text_of(uint32_t atom) const { return texts_[atom]; }
    bool is_string(uint32_t atom) const { return strings_[atom]; }

    void declare(uint32_t name, uint32_t arity, bool of_callable = false);
    // Whether the kernel has a built-in predicate, or a control construct; then it is declared.
    bool declare_built_in(uint32_t name, uint32_t arity);
    // A built-in predicate that Python is asked for, with several answers or one at most.
    void declare_asked(uint32_t name, uint32_t arity, bool several);
    // Adds a clause to a predicate; `words` holds its terms, children first.
    void add(uint32_t name, uint32_t arity, const Stated& stated);
    // All clauses of a predicate are added.
    void finish(uint32_t name, uint32_t arity);

    // Goals that are asked, as a clause without a head.
    std::unique_ptr<Rule> query(const Stated& stated);

    const Callee* callee(Word name) const {
        const auto found = callees_.find(name);
        return found == callees_.end() ? nullptr : &found->second;
    }
    // A goal with terms of a search in it, compiled.
    std::unique_ptr<Code> called(Word goal, uint32_t number, bool recorded, const Resolve& resolve, const Literal** body);

    // Throws Unable for a predicate that the kernel does not have.
    [[noreturn]] void lacks(Word name) const;

    // Which function of arithmetic an atom is: index 0, 1 and 2 by arity; 0 is none.
    uint8_t function_of(uint32_t atom, uint32_t arity) const {
        return arity < 3 && atom < functions_.size() ? functions_[atom][arity] : 0;
    }

    uint32_t nil, list, is_true, comma, arrow, soft_arrow, call, less, equal, greater, minus, inf, infinite, before, not_after,
        after, not_before;

   private:
    struct Compiler;

    std::deque<std::string> texts_;
    std::vector<bool> strings_;
    std::unordered_map<std::string, uint32_t> atoms_, string_atoms_;
    std::vector<std::array<uint8_t, 3>> functions_;
    std::unordered_map<Word, Callee> callees_;
    std::deque<Predicate> predicates_;
    std::deque<Rule> rules_;
};

// Functions of arithmetic.
enum class Function : uint8_t {
    NONE,
    PI,
    E,
    INF,
    MAX_TAGGED,
    EPSILON,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    TRUNCATING,
    DIV,
    MOD,
    REM,
    POWER,
    NEGATE,
    SAME,
    ABS,
    SIGN,
    MIN,
    MAX,
    GCD,
    LEFT,
    RIGHT,
    AND,
    OR,
    XOR,
    INVERT,
    MSB,
    FLOAT,
    ROUND,
    TRUNCATE,
    CEILING,
    FLOOR,
    SQRT,
    SIN,
    COS,
    TAN,
    ASIN,
    ACOS,
    ATAN,
    ATAN2,
    EXP,
    LOG,
    LOG2,
    LOG_BASE,
    SUCC,
};

}  // namespace arcwise::logic
