// Tables of answers to tabled goals, as logic/prover/tables.py has them: the same passes in the same order.
//
// Goals that are equal up to the names of variables share a table. A machine of its own proves the goal of a table by the clauses;
// it reads other tables as they are, and answers that come while it reads. A table that has read another one is passed over again
// where that has grown since; when none is left, all are complete (after Tamaki and Sato 1986).
#pragma once

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "logic/machine.hpp"

namespace arcwise::logic {

// Words that stay where they are, and are given back all together.
class Store {
   public:
    explicit Store(Meter& meter) : meter_(meter), held_(meter) {}
    Word* take(uint64_t words);

   private:
    static constexpr uint64_t LEAST = 1 << 9, MOST_DOUBLED = 1 << 16;  // words of a block

    Meter& meter_;
    Share held_;
    std::vector<std::unique_ptr<Word[]>> blocks_ = {};
    uint64_t size_ = LEAST / 2, left_ = 0;  // of the last block
    Word* top_ = nullptr;
};

// Numbers of things by their hashes.
class Numbered {
   public:
    explicit Numbered(Meter& meter) : slots_(meter) {}
    static constexpr uint32_t NONE = UINT32_MAX;

    // The thing that `same` says is the one.
    template <class Same>
    uint32_t find(uint32_t hash, Same&& same) const {
        if (slots_.empty()) return NONE;
        for (size_t at = hash & (slots_.size() - 1); slots_[at]; at = (at + 1) & (slots_.size() - 1))
            if (uint32_t(slots_[at] >> 32) == hash && same(uint32_t(slots_[at]) - 1)) return uint32_t(slots_[at]) - 1;
        return NONE;
    }
    void add(uint32_t hash, uint32_t number);
    void clear() { Vector<uint64_t>(slots_.get_allocator()).swap(slots_), count_ = 0; }

   private:
    void put(uint64_t slot);

    Vector<uint64_t> slots_;  // the hash, then the number and one; 0: none
    size_t count_ = 0;
};

// An answer in the form of a clause's head, in a `Store`.
struct Machine::Answer {
    uint32_t variables, room;
    Word args[1];  // as many as the predicate has
};

struct Machine::Table {
    Table(Meter& meter, uint64_t age)
        : age(age), answers(meter), known(meter), seen(meter), best(meter), best_known(meter) {}

    Literal goal{.kind = Kind::CALL};
    uint32_t variables = 0;  // of the goal
    uint64_t age;            // tables made before
    uint64_t level = 0;      // where it is completed, unless it is complete
    bool complete = false;
    Vector<const Answer*> answers;
    Numbered known;               // answers that were found, among `seen` where not all are kept
    Vector<const Answer*> seen;
    Vector<const Answer*> best;   // those that are kept, in the order of what tells them apart
    Numbered best_known;
    std::unordered_set<Table*> readers = {};                // tables whose goals have read this one
    std::unordered_map<Table*, uint64_t> sources = {};      // tables that it has read: answers that all its goals have seen
};

class Machine::Tables {
   public:
    explicit Tables(Machine& asking);

    // The table of a goal; of a pass it may lack answers.
    Table& matching(Machine& asking, Predicate& predicate, const Word* args, const Literal& literal);
    const Table* unfinished() const;

   private:
    struct Level {
        std::set<std::pair<uint64_t, Table*>> agenda = {};  // by age: the youngest is passed over first
        std::vector<Table*> tables = {};
        Table* waiting = nullptr;  // whose pass waits for a level further in
    };

    // Thrown by a pass that needs a table that is not complete.
    struct Needed {
        Table& table;
    };

    struct Rest {
        Word* cells;
        uint32_t left, depth;
    };

    Table& made(Predicate& predicate, const Word* args);
    void join(Table& table);
    void complete(Table& table);
    void settle(Table& table);
    void pass(Table& table);
    void keep(Table& table, const Word* args);
    void keep_one(Table& table, const Word* args);
    Word one_of(Word old, Word other, const Mode& mode);
    Word joined(Word old, Word other, const Mode& mode);
    void spell(const Word* args, uint32_t count, const Mode* modes);
    static uint32_t hash_of(const Word* words, size_t count, Word seed = 0);
    bool is_spelled(const Word* args, uint32_t count, const Word* words);
    Answer* stored(uint32_t count, bool marked = true);

    Program& program_;
    Work& work_;
    Store store_;
    Share share_;
    std::deque<Table> tables_ = {};
    Numbered goals_;
    std::vector<Level> levels_ = {};
    std::unique_ptr<Machine> passing_ = {}, judging_ = {};  // prove goals of tables, and which of two values is kept
    Literal judged_{.kind = Kind::GOAL};
    std::array<Word, 4> judged_args_ = {};
    std::vector<Word> spelled_ = {};      // terms as words that only equal ones have, parents first
    std::vector<uint32_t> begins_ = {};   // where each of them begins, and the end
    std::vector<Word*> met_ = {};         // their variables
    std::vector<Word> pending_ = {};
    std::vector<Word*> compounds_ = {};
    std::vector<Rest> rests_ = {};
};

}  // namespace arcwise::logic
