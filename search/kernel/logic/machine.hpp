// Depth-first proof search in clause order, as logic/prover/depth_first.py has it: the same answers, counts and limits.
//
// Everything is on one heap, which is given back on backtracking, and whose garbage is collected: terms, what clauses' variables stand for, frames, recorded
// steps. A frame is what is left to prove of one body, and the frame behind it; where a call is the last of its body, there is
// none.
#pragma once

#include <vector>

#include "logic/program.hpp"

namespace arcwise::logic {

enum class Outcome { ANSWER, EXHAUSTED, STOPPED, UNABLE };

// What is recorded of a step; `number` is of a clause or a literal.
enum class Did : uint32_t { RESOLVED, BUILT_IN, FIRST, SECOND, THEN, ELSE, DONE, REFUTED, FOUND, CALLED };

// A number of arithmetic.
struct Number {
    bool real = false;
    int64_t whole = 0;
    double value = 0;
};

// Throws Unable for what has no value, or none that the kernel has.
Number computed(Function function, const Number* values);
int order_of(Number one, Number other);

// An answer as Python reads it: terms as in `Stated`, and cells of the goal's variables and of the recorded steps.
struct Told {
    std::vector<int64_t> words, values;  // the same whether steps are told or not, with more words behind
    std::vector<int64_t> steps;  // of each step what was done, a number, how many cells, the cells

    static constexpr int64_t OPEN = 16;  // added to what was done where a cell has variables
};

// Terms that are given to a query, as `Told` has them.
struct Given {
    std::vector<int64_t> words = {}, values = {};
};

class Machine {
   public:
    // The most clauses that may be used on the way to an answer; negative: any number.
    static constexpr int64_t UNBOUNDED = int64_t(1) << 60;

    Machine(Program& program, const Stated& query, const Limits& limits, bool recorded, Tick tick, Resolve resolve,
            Ask ask);
    Machine(const Machine&) = delete;
    ~Machine();

    // Searches from the start, with a bound.
    void start(int64_t bound);
    // As without a bound, with terms for the first variables of the query, and so many more inferences.
    void ask(Given given, uint64_t inferences);
    // Goes on to the next answer.
    Outcome run();
    // Throws std::bad_alloc for an answer that is larger than a limit on memory allows.
    Told told(bool with_steps);
    // What a variable of the query stands for in the answer; a term as `Told` has it, the last word its cell.
    Word value(uint32_t variable) const { return walked(query_variables_[variable]); }
    std::vector<int64_t> told(Word term, std::vector<Word>* variables = nullptr);
    // The constants that stand where a form has variables; says whether a term has the form.
    bool cells(const Given& form, Word term, std::vector<Word>& found) const;
    // A term without variables as words that only equal terms have, parents first; false for any other, and for one of more
    // words than `most`.
    bool spelled(Word term, std::vector<Word>& words, size_t most) const;

    const Meter& meter() const { return meter_; }
    uint64_t applied() const { return work_.applied; }
    Limit limit() const { return limit_; }
    const std::string& reason() const { return reason_; }
    bool cut_short() const { return cut_short_; }
    bool open_choices() const { return !choices_.empty(); }
    int64_t depth() const { return depth_; }
    // The first tabled goal whose table lacks answers, as `told` has a term; empty where all are complete. Nothing else is told after it.
    std::vector<int64_t> unfinished();

   private:
#if defined(ARCWISE_FEW_KINDS)
    static constexpr uint64_t LEAST_COLLECTED = 64;  // words: sanitizers watch many collections
#else
    static constexpr uint64_t LEAST_COLLECTED = 1 << 19;
#endif

    struct Frame {
        const Literal* next;
        Word* variables;
        Frame* behind;
        uint64_t cut;
    };
    struct Step {
        const Step* before;
        const Word* args;
        Word what;  // what was done, how many arguments, a number

        Did did() const { return Did(what >> 60); }
        uint32_t count() const { return uint32_t(what >> 32) & 0xFFFFFFF; }
        uint32_t number() const { return uint32_t(what); }
    };
    struct Choice {
        enum Kind : uint8_t { RULES, FRAME, ANSWERS, FOUND, CATCH, TABLE } kind;
        uint64_t trail = 0;                   // length
        Word* top = nullptr;                  // of the heap
        const Step* steps = nullptr;
        int64_t depth = 0;
        Frame* frame = nullptr;
        const Word* args = nullptr;           // of the goal; of findall/3 template and list, of catch/3 the catcher
        const void* what = nullptr;           // the next clause, the literal, or the table
        Clauses left = {};                    // behind the next clause
        const Word* found = nullptr;          // answers of Python
        uint64_t at = 0, count = 0;           // answers so far; words and results of findall/3
        uint64_t codes = 0;
    };
    struct Commit {
        uint64_t height;
        int64_t depth;
        uint64_t soft;
    };
    struct Caught {
        uint64_t height;
        int64_t depth;
    };
    struct Pair {
        const Word* one;
        const Word* other;
        uint64_t left;
    };

    // A goal under way, as it was when it was called: a variant of it that is called before it has an answer is its
    // descendant, and makes an infinite branch. Which goal is watched changes as the search goes on (after Brent 1980).
    struct Watch {
        const Predicate* predicate = nullptr;  // null: none
        uint64_t number = 0;                   // of the goals that were watched
        uint64_t height = 0;                   // choices below it
        uint64_t next = 32, sooner = 32;       // inferences at which another goal is watched; sooner if this one has ended
        uint32_t random = 1;
        std::vector<Word> words = {};          // its arguments, parents first; of a variable its number
        std::vector<Word> variables = {};
    };

    class Collector;
    struct Answer;
    struct Table;
    class Tables;

    // What a search shares with those that fill its tables.
    struct Work {
        Work(const Limits& limits, Tick tick, Resolve resolve, Ask ask);
        ~Work();

        Meter meter;
        Resolve resolve;
        Ask ask;
        uint64_t bytes;
        uint64_t applied = 0, until = UINT64_MAX;  // clauses that were tried; inferences that may be counted
        std::unique_ptr<Tables> tables;
    };

    Machine(Program& program, Work& work, std::unique_ptr<Rule> query, bool recorded);
    Machine(Program& program, std::unique_ptr<Work> work, std::unique_ptr<Rule> query, bool recorded);

    // The next answer, or none.
    bool proceed();
    bool search();
    bool fail();
    void collect();
    Frame* watched(const Predicate& predicate, const Word* args, const Literal& literal);
    bool is_watched(const Predicate& predicate, const Word* args);
    bool spell_variant(Word term, uint64_t& work);
    void step(Did did, uint32_t number, uint32_t count, const Word* args);
    const Word* values_of(const Literal& literal);
    Frame* entered(const Literal* body, Word* variables, uint64_t cut, Frame* behind);
    Frame* rest(const Literal& literal);
    void go_to(Frame* frame);
    void go_on(const Literal& literal);
    void push(Choice choice);
    void push_frame(Frame* frame);
    void cut_to(uint64_t height);
    void enter_condition(const Literal* body, uint64_t height, bool soft, Frame* then);
    void commit();
    void enter_catch(const Literal& literal);
    void leave_catch();
    bool caught(Word ball);
    Word moved_here(uint64_t at);
    bool call(Predicate& predicate, const Word* args, const Literal& literal);
    bool call_goal(const Literal& literal);
    bool call_table(Predicate& predicate, const Word* args, const Literal& literal);
    bool next_of_table();
    void forget_read();
    bool answered(const Answer& answer, const Word* args, uint32_t arity);
    bool needs_all(const Literal& literal) const;
    bool retry();
    Word* keys_for(const Predicate& predicate) {
        if (keys_.size() < predicate.places()) keys_.resize(predicate.places());
        return keys_.data();
    }
    bool resolve(const Rule& rule, const Word* args, uint64_t height, const Literal* literal, Frame* frame);
    bool test(const Literal& literal);
    bool all_hold(const Literal* literal);
    void forget_codes(uint64_t count);

    // Terms.
    Word* built_args(const Literal& literal, uint32_t count, Word* args);
    Word* kept_args(const Literal& literal, uint32_t count);
    Word* passed_args(const Literal& literal);
    Word built(const Word* pattern, Word* variables);
    bool built_apart(const Word* pattern, Word* variables, Word variable, Word& made);
    bool unify_head(const Word* patterns, const Word* args, uint32_t count, Word* variables);
    bool unify(Word one, Word other);
    bool is_atom(Word word) const {
        return tag_of(word) == ATOM && word != atom_word(program_.nil) && !program_.is_string(atom_of(word));
    }
    bool occurs(Word variable, Word term);
    void bind(Word variable, Word value);
    void undo(uint64_t mark);
    int compare(Word one, Word other);
    Word copied(Word term);
    Word list_of(const Word* items, uint64_t count, Word tail);
    Word items_of(Word list, Vector<Word>& items);  // what stands behind them
    bool is_ground(Word term);
    void give();
    void place(const std::vector<int64_t>& words, size_t count, Word* base, std::vector<Word>& variables);
    Word placed(int64_t cell, Word* base, std::vector<Word>& variables);
    void count_inference() {
        if (meter_.expanded() >= work_.until) throw Stopped{Limit::NODES};
        meter_.count_expansion(work_.applied);
    }
    void collect_variables(Word term, Vector<Word>& found);
    void poll() {
        if ((++polls_ & 0xfff) == 0) meter_.look(meter_.expanded());
    }

    // Built-in predicates.
    bool holds(BuiltIn built_in, Word name, const Word* args);
    const Word* answers(Word name, const Word* args);
    bool is_instance(const Word* answers, uint64_t number, Word name, const Word* args);
    bool compares(BuiltIn built_in, const Word* args, Word* variables);
    bool next_answer(Choice& choice, bool& unified, bool& last);
    bool sorted(BuiltIn built_in, const Word* args);
    bool functor(const Word* args);
    bool univ(const Word* args);
    void known_items(Word list, Vector<Word>& items);
    static Word leaf(Word cell, const Word* variables);
    Number value(Word expression, Word* variables, uint32_t depth = 0);
    Word number_word(Number number);
    void found_one(Choice& choice, Word term);
    void keep(Word term);
    Word found_all(const Choice& choice);

    Program& program_;
    std::unique_ptr<Work> own_;
    Work& work_;
    Meter& meter_;
    Heap heap_;
    std::unique_ptr<Rule> query_;
    Given given_;
    Vector<Word*> trail_;
    Vector<Choice> choices_;
    Vector<Pair> pairs_;
    Vector<Word> results_;  // of findall/3, of all that are under way
    std::deque<std::unique_ptr<Code>> codes_;  // of goals that were called, and that something on the heap refers to
    std::vector<Word> scratch_;    // what variables stand for of a clause that passes them on
    std::vector<Word> registers_;  // arguments of a goal that nothing refers to later
    std::vector<Word> keys_;       // of a goal's arguments
    bool recorded_;
    bool cut_short_ = false, begun_ = false;
    int64_t bound_ = UNBOUNDED, depth_ = 0;
    uint64_t polls_ = 0;
    Limit limit_ = Limit::NONE;
    std::string reason_;

    // Where the search is: before a literal, with what its variables stand for.
    const Literal* next_ = nullptr;  // null: nothing is left
    Word* variables_ = nullptr;
    Frame* behind_ = nullptr;
    uint64_t cut_ = 0;
    Word* collect_at_ = nullptr;  // top of the heap from which on garbage is collected
    Word* older_ = nullptr;  // what lies below is unbound again on backtracking
    const Step* steps_ = nullptr;
    Word* query_variables_ = nullptr;
    Watch watch_;
    std::vector<Word> pending_, met_;  // of a comparison with the goal that is watched
    Frame failing_;
    // The table whose goal is proved, by its clauses; null where goals are asked.
    Table* reader_ = nullptr;
    const Literal* asked_ = nullptr;
    bool watches_ = true;  // whether a goal that is called again before it has an answer ends the search
};

}  // namespace arcwise::logic
