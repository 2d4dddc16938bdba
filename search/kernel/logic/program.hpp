// Logic programs as the kernel runs them: atoms, predicates, clauses found by the arguments that a goal knows.
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
    bool cuts = false;  // it, or one behind it in its body, cuts the clause
    bool soft = false;  // *->
    bool tests = false;  // a condition or a negation of tests that bind nothing: no choice is needed
    uint32_t number = 0;  // of negations, findall/3 and calls of goals: by which Python knows it
    uint32_t room = 0;    // words that its arguments take
    uint32_t variables = 0;  // of its clause
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
    std::vector<std::vector<Literal>> bodies;
    std::vector<std::vector<Word>> args;
    uint64_t bytes() const;
};

struct Rule {
    uint32_t number = 0;
    uint32_t arity = 0;
    uint32_t variables = 0;
    uint32_t room = 0;   // words that head and variables take
    uint32_t order = 0;  // among the clauses of its predicate
    bool passing = false;  // its variables are read until its last goal is called, and no more
    const Word* head = nullptr;
    const Literal* body = nullptr;
    const Word* keys = nullptr;  // at each place of its predicate; 0: a variable
    const Predicate* predicate = nullptr;
    std::vector<uint32_t> unset = {};  // variables that are met first inside of control
    std::unique_ptr<Code> code = {};   // null: the words are of many facts
};

// Two lists of clauses that end with null, taken together in the order of the clauses.
struct Clauses {
    const Rule* const* one;
    const Rule* const* other;

    bool empty() const { return !*one && !*other; }
    const Rule* take() {
        if (*one && !(*other && (*other)->order < (*one)->order)) return *one++;
        return *other ? *other++ : nullptr;
    }
};

// Clauses by a key of each, which is the key of one argument or made of several.
class ClauseIndex {
   public:
    struct Found {
        const Rule* const* rules = nullptr;
        uint32_t count = 0;
    };

    // Reads the key of a clause; 0 for one that any goal may need.
    template <class KeyOf>
    void make(const std::vector<const Rule*>& rules, KeyOf&& key_of);
    bool made() const { return !open_.empty(); }
    const Rule* const* open() const { return open_.data(); }
    uint32_t open_count() const { return uint32_t(open_.size() - 1); }
    Found find(Word key) const {
        const Slot& slot = slots_[at(key)];
        return slot.key ? Found{lists_.data() + slot.start, slot.count} : Found{open_.data() + open_count(), 0};
    }

   private:
    static constexpr uint64_t FACTOR = 0x9E3779B97F4A7C15;
    struct Slot {
        Word key = 0;  // 0: none
        uint32_t start = 0, count = 0;
    };

    size_t at(Word key) const {
        size_t slot = key * FACTOR >> shift_;
        while (slots_[slot].key && slots_[slot].key != key) slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }
    void widen();

    std::vector<const Rule*> lists_ = {}, open_ = {};
    std::vector<Slot> slots_ = {};
    uint32_t shift_ = 0;
};

// How an argument of a tabled predicate tells answers apart, or which of two values is kept.
struct Mode {
    enum Kind : uint8_t { INDEX, FIRST, LAST, MIN, MAX, LATTICE, PO } kind;
    uint32_t order = 0;  // name of the predicate that joins or orders two values
};

struct Predicate {
    Word name = 0;
    bool ready = false;
    bool tabled = false;
    bool of_callable = false;  // clause/2: the first argument has to be one
    std::vector<Mode> modes = {};  // of a table that keeps only some answers

    void add(Rule* rule);
    // All clauses are there.
    void finish();
    // Keys of a goal's arguments at the places, 0 for a variable; returns how many are known.
    uint32_t keys_of(const Word* args, Word* keys) const {
        uint32_t known = 0;
        for (const uint32_t place : places_) known += (*keys++ = key_of(args[place])) != 0;
        return known;
    }
    // The clauses that may have the keys of a goal: `next` takes those that do.
    Clauses matching(const Word* args, Word* keys) {
        if (count_ < 2 || keys_of(args, keys) == 0 || count_ <= FEW) return {rules_.data(), NONE};
        return indexed(keys);
    }
    // The next clause that no key contradicts; null: none is left. A single clause is not looked at.
    const Rule* next(Clauses& clauses, const Word* keys) const {
        const Rule* rule = clauses.take();
        while (rule && count_ > 1 && contradicts(rule->keys, keys)) rule = clauses.take();
        return rule;
    }
    size_t places() const { return places_.size(); }

   private:
    static constexpr uint32_t FEW = 8;       // clauses that are looked at one by one
    static constexpr size_t MOST_MADE = 8;   // indexes of several arguments
    static constexpr const Rule* NONE[] = {nullptr};

    struct OfSeveral {
        uint64_t places;
        ClauseIndex index;
    };

    static Word key_of(Word term);
    bool contradicts(const Word* own, const Word* keys) const {
        for (size_t at = 0; at < places_.size(); ++at)
            if (keys[at] && own[at] && keys[at] != own[at]) return true;
        return false;
    }
    Clauses indexed(const Word* keys);

    std::vector<const Rule*> rules_ = {};  // null behind the last
    uint32_t count_ = 0;
    std::vector<uint32_t> places_ = {};  // arguments that tell clauses apart
    std::vector<Word> keys_ = {};
    std::vector<ClauseIndex> indexes_ = {};  // of each place, made when a goal needs it
    std::vector<OfSeveral> of_several_ = {};
    uint64_t looked_at_ = 0;  // clauses that goals with several known arguments had to look at
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
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    uint32_t intern(const std::string& text, bool is_string = false);
    const std::string& text_of(uint32_t atom) const { return texts_[atom]; }
    bool is_string(uint32_t atom) const { return strings_[atom]; }

    void declare(uint32_t name, uint32_t arity, bool of_callable = false);
    // The answers to a declared predicate are kept in tables; `modes` are empty where all are.
    void table(uint32_t name, uint32_t arity, std::vector<Mode> modes);
    // Whether the kernel has a built-in predicate, or a control construct; then it is declared.
    bool declare_built_in(uint32_t name, uint32_t arity);
    // A built-in predicate that Python is asked for, with several answers or one at most.
    void declare_asked(uint32_t name, uint32_t arity, bool several);
    // Adds a clause to a predicate; `words` holds its terms, children first.
    void add(uint32_t name, uint32_t arity, const Stated& stated);
    // Adds facts, numbered from `first` on, to a predicate; `cells` are their arguments, each an atom or a whole number.
    void add_facts(uint32_t name, uint32_t arity, uint32_t first, const std::vector<int64_t>& cells);
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
    std::deque<std::vector<Word>> facts_;
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
