#include "logic/tables.hpp"

#include <algorithm>
#include <utility>

namespace arcwise::logic {

namespace {

constexpr uint32_t DEEPEST = 2000;  // levels of nesting of an answer with variables, but for last arguments

bool keeps_by_order(const std::vector<Mode>& modes) {
    return std::all_of(modes.begin(), modes.end(), [](const Mode& mode) {
        return mode.kind != Mode::LAST && mode.kind != Mode::LATTICE && mode.kind != Mode::PO;
    });
}

}  // namespace

Word* Store::take(uint64_t words) {
    if (words > left_) {
        size_ = std::max(std::min(2 * size_, MOST_DOUBLED), words);
        held_.add(size_ * sizeof(Word));
        blocks_.emplace_back(new Word[size_]);
        top_ = blocks_.back().get();
        left_ = size_;
    }
    left_ -= words;
    return std::exchange(top_, top_ + words);
}

void Numbered::put(uint64_t slot) {
    size_t at = (slot >> 32) & (slots_.size() - 1);
    while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
}

void Numbered::add(uint32_t hash, uint32_t number) {
    if (3 * ++count_ > 2 * slots_.size()) {
        Vector<uint64_t> old(std::max<size_t>(4, 2 * slots_.size()), 0, slots_.get_allocator());
        old.swap(slots_);
        for (const uint64_t slot : old)
            if (slot) put(slot);
    }
    put(uint64_t(hash) << 32 | (number + 1));
}

Machine::Work::Work(const Limits& limits, Tick tick, Resolve resolve, Ask ask)
    : meter(limits, std::move(tick)), resolve(std::move(resolve)), ask(std::move(ask)), bytes(limits.bytes) {}

Machine::Work::~Work() = default;
Machine::~Machine() = default;

// Takes up a tabled goal: with the only answer of its table, or with a choice among those that are there and those to come.
bool Machine::call_table(Predicate& predicate, const Word* args, const Literal& literal) {
    if (recorded_) throw Unable{"the kernel keeps no proofs in tables"};
    if (!work_.tables) work_.tables = std::make_unique<Tables>(*this);
    Table& table = work_.tables->matching(*this, predicate, args, literal);
    if (table.answers.empty()) {
        if (reader_) reader_->sources[&table] = 0;
        return false;
    }
    if (depth_ >= bound_) {
        cut_short_ = true;
        return false;
    }
    const uint32_t arity = arity_of(predicate.name);
    if (table.complete && table.answers.size() == 1) {
        ++work_.applied;
        if (!answered(*table.answers[0], args, arity)) return false;
        ++depth_;
        go_on(literal);
        return true;
    }
    Choice choice{.kind = Choice::TABLE};
    choice.args = args;
    if (args == registers_.data()) {
        Word* kept = heap_.take(arity);
        std::copy_n(args, arity, kept);
        choice.args = kept;
    }
    choice.frame = rest(literal);
    choice.what = &table;
    push(choice);
    return next_of_table();
}

// Goes on with the answers of the last choice; without one that choice is gone.
bool Machine::next_of_table() {
    const uint64_t height = choices_.size() - 1;
    const Choice choice = choices_.back();
    Table& table = *static_cast<Table*>(const_cast<void*>(choice.what));
    const uint64_t count = table.answers.size();
    for (uint64_t at = choice.at; at < count;) {
        const Answer& answer = *table.answers[at++];
        const bool last = at == count && table.complete;
        if (last) cut_to(height);
        ++work_.applied;
        if (answered(answer, choice.args, table.goal.arity())) {
            if (!last) choices_[height].at = at;
            ++depth_;
            go_to(choice.frame);
            return true;
        }
        if (last) return false;
        undo(choice.trail);
        heap_.top = choice.top;
    }
    if (reader_) {
        uint64_t& read = reader_->sources.try_emplace(&table, count).first->second;
        read = std::min(read, count);
    }
    cut_to(height);
    return false;
}

inline bool Machine::answered(const Answer& answer, const Word* args, uint32_t arity) {
    heap_.need(answer.room);
    if (scratch_.size() < answer.variables) scratch_.resize(answer.variables);
    return unify_head(answer.args, args, arity, scratch_.data());
}

// After what was thrown, goals may be left that have not read all.
void Machine::forget_read() {
    for (auto& source : reader_->sources) source.second = 0;
}

// Whether a goal is negated, collected, a condition, or in front of a cut.
bool Machine::needs_all(const Literal& literal) const {
    if (!literal.last && (&literal + 1)->cuts) return true;
    for (const Frame* frame = behind_; frame; frame = frame->behind) {
        const Literal& next = *frame->next;
        if (next.kind == Kind::COMMIT || next.kind == Kind::COLLECT || next.cuts) return true;
    }
    return false;
}

std::vector<int64_t> Machine::unfinished() {
    const Table* table = work_.tables ? work_.tables->unfinished() : nullptr;
    if (!table) return {};
    const Literal& goal = table->goal;
    const uint32_t arity = goal.arity();
    if (arity == 0) return {int64_t(atom_word(name_of(goal.name)))};
    start(-1);
    try {
        variables_ = heap_.take(table->variables);
        for (uint32_t at = 0; at < table->variables; ++at) variables_[at] = word_of(REF, variables_ + at);
        Word* made = heap_.take(1 + arity);
        heap_.need(goal.room);
        *made = goal.name;
        built_args(goal, arity, made + 1);
        return told(word_of(STR, made));
    } catch (const std::bad_alloc&) {
        return {};
    }
}

Machine::Tables::Tables(Machine& asking)
    : program_(asking.program_), work_(asking.work_), store_(work_.meter), share_(work_.meter), goals_(work_.meter) {}

const Machine::Table* Machine::Tables::unfinished() const {
    const auto found = std::find_if(tables_.begin(), tables_.end(), [](const Table& table) { return !table.complete; });
    return found == tables_.end() ? nullptr : &*found;
}

Machine::Table& Machine::Tables::matching(Machine& asking, Predicate& predicate, const Word* args, const Literal& literal) {
    Table& table = made(predicate, args);
    if (table.complete) return table;
    Table* const reader = asking.reader_;
    if (!reader) {
        complete(table);
        return table;
    }
    const bool waits = asking.needs_all(literal);
    if ((waits && &table == reader) ||
        std::any_of(levels_.begin(), levels_.end(), [&](const Level& level) { return level.waiting == &table; }))
        throw Unable{"a table cannot be completed before it is needed"};
    if (waits) throw Needed{table};
    join(table);
    reader->sources.try_emplace(&table, UINT64_MAX);
    table.readers.insert(reader);
    return table;
}

Machine::Table& Machine::Tables::made(Predicate& predicate, const Word* args) {
    const uint32_t arity = arity_of(predicate.name);
    spell(args, arity, predicate.modes.empty() ? nullptr : predicate.modes.data());
    const uint32_t hash = hash_of(spelled_.data(), spelled_.size(), predicate.name);
    const uint32_t known = goals_.find(hash, [&](uint32_t number) {
        const Literal& goal = tables_[number].goal;
        return goal.name == predicate.name && is_spelled(goal.args, arity, spelled_.data());
    });
    if (known != Numbered::NONE) return tables_[known];
    share_.add(sizeof(Table));
    Answer* const goal = stored(arity, false);
    Table& table = tables_.emplace_back(work_.meter, tables_.size());
    table.variables = table.goal.variables = goal->variables;
    table.goal.last = true;
    table.goal.room = goal->room;
    table.goal.name = predicate.name;
    table.goal.predicate = &predicate;
    table.goal.args = goal->args;
    goals_.add(hash, uint32_t(table.age));
    return table;
}

// Completes a table together with those of the innermost level.
void Machine::Tables::join(Table& table) {
    if (table.level == levels_.size()) return;
    table.level = levels_.size();
    levels_.back().tables.push_back(&table);
    levels_.back().agenda.insert({table.age, &table});
}

// Fills a table, and those that it reads.
void Machine::Tables::complete(Table& table) {
    if (!levels_.empty()) throw Unable{"a table is needed to tell which answer is kept"};
    levels_.emplace_back();
    join(table);
    while (!levels_.empty()) {
        const size_t at = levels_.size() - 1;
        levels_[at].waiting = nullptr;
        if (levels_[at].agenda.empty()) {
            for (Table* one : levels_[at].tables) settle(*one);
            levels_.pop_back();
            continue;
        }
        Table& one = *levels_[at].agenda.rbegin()->second;
        try {
            if (!one.complete) pass(one);
            levels_[at].agenda.erase({one.age, &one});
        } catch (const Needed& needed) {
            levels_[at].waiting = &one;
            levels_.emplace_back();
            join(needed.table);
        }
        for (Table* reader : one.readers) {
            const auto read = reader->sources.find(&one);
            if (!reader->complete && read != reader->sources.end() && read->second < one.answers.size())
                levels_[reader->level - 1].agenda.insert({reader->age, reader});
        }
    }
}

// Keeps the best answers only, now that there are no better ones.
void Machine::Tables::settle(Table& table) {
    table.complete = true;
    if (!table.best.empty()) table.answers.swap(table.best);
    for (auto* done : {&table.best, &table.seen}) Vector<const Answer*>(work_.meter).swap(*done);
    table.known.clear();
    table.best_known.clear();
}

// Proves the goal of a table by the clauses of its predicate.
void Machine::Tables::pass(Table& table) {
    table.sources.clear();
    if (!passing_) {
        passing_.reset(new Machine(program_, work_, std::make_unique<Rule>(), false));
        passing_->watches_ = false;
    }
    Machine& machine = *passing_;
    machine.start(-1);
    machine.reader_ = &table;
    machine.asked_ = machine.query_->body = &table.goal;
    machine.query_->variables = table.variables;
    while (machine.proceed()) {
        machine.poll();
        machine.variables_ = machine.query_variables_;
        keep(table, machine.kept_args(table.goal, table.goal.arity()));
    }
}

// Adds an answer to a table, unless it is known or another is kept.
void Machine::Tables::keep(Table& table, const Word* args) {
    const auto& modes = table.goal.predicate->modes;
    const uint32_t count = table.goal.arity();
    spell(args, count, nullptr);
    const uint32_t hash = hash_of(spelled_.data(), spelled_.size());
    auto& known = modes.empty() ? table.answers : table.seen;
    const auto same = [&](uint32_t number) { return is_spelled(known[number]->args, count, spelled_.data()); };
    if (table.known.find(hash, same) != Numbered::NONE) return;
    if (modes.empty()) {
        passing_->count_inference();
        known.push_back(stored(count));
        table.known.add(hash, uint32_t(known.size() - 1));
        return;
    }
    keep_one(table, args);
    if (keeps_by_order(modes)) return;  // then it is seen again what is kept
    spell(args, count, nullptr);
    known.push_back(stored(count));
    table.known.add(hash, uint32_t(known.size() - 1));
}

// Of two answers that are equal in what tells answers apart, one is kept.
void Machine::Tables::keep_one(Table& table, const Word* args) {
    const auto& modes = table.goal.predicate->modes;
    const uint32_t count = table.goal.arity();
    uint32_t hash = 0;
    for (uint32_t at = 0; at < count; ++at)
        if (modes[at].kind == Mode::INDEX)
            hash = hash_of(spelled_.data() + begins_[at], begins_[at + 1] - begins_[at], hash);
    const uint32_t old = table.best_known.find(hash, [&](uint32_t number) {
        for (uint32_t at = 0; at < count; ++at)
            if (modes[at].kind == Mode::INDEX && !is_spelled(table.best[number]->args + at, 1, spelled_.data() + begins_[at]))
                return false;
        return true;
    });
    if (old == Numbered::NONE) {
        passing_->count_inference();
        table.answers.push_back(stored(count));
        table.best.push_back(table.answers.back());
        table.best_known.add(hash, uint32_t(table.best.size() - 1));
        return;
    }
    const Answer& before = *table.best[old];
    if (before.variables || !met_.empty()) throw Unable{"a table that keeps one of two answers with variables"};
    std::vector<Word> made;
    bool other = false;
    for (uint32_t at = 0; at < count; ++at) {
        made.push_back(one_of(before.args[at], walked(args[at]), modes[at]));
        other = other || passing_->compare(made[at], before.args[at]) != 0;
    }
    if (!other) return;
    passing_->count_inference();
    spell(made.data(), count, nullptr);
    table.answers.push_back(stored(count));
    table.best[old] = table.answers.back();
}

Word Machine::Tables::one_of(Word old, Word other, const Mode& mode) {
    switch (mode.kind) {
        case Mode::INDEX:
        case Mode::FIRST:
            return old;
        case Mode::LAST:
            return other;
        case Mode::MIN:
            return passing_->compare(other, old) < 0 ? other : old;
        case Mode::MAX:
            return passing_->compare(other, old) > 0 ? other : old;
        default:
            return joined(old, other, mode);
    }
}

// What a predicate of the program makes of two values, or the one of them that it orders last.
Word Machine::Tables::joined(Word old, Word other, const Mode& mode) {
    const bool lattice = mode.kind == Mode::LATTICE;
    if (!judging_) {
        judging_.reset(new Machine(program_, work_, std::make_unique<Rule>(), false));
        judging_->watches_ = false;
    }
    judged_args_ = {atom_word(mode.order), old, other, VAR};  // the variable 0
    judged_.last = true;
    judged_.variables = 1;
    judged_.name = header(program_.call, lattice ? 4 : 3);
    judged_.args = judged_args_.data();
    judged_.room = uint32_t(judged_args_.size());
    Machine& machine = *judging_;
    machine.start(-1);
    machine.query_->variables = 1;
    machine.query_->body = &judged_;
    const bool holds = machine.proceed();
    if (!lattice) return holds ? old : other;
    if (!holds) return old;
    const Word made = machine.value(0);
    if (!machine.is_ground(made)) throw Unable{"a table that keeps a value with variables"};
    spell(&made, 1, nullptr);
    return stored(1)->args[0];
}

// Spells terms; of an argument whose mode is no index only a variable.
void Machine::Tables::spell(const Word* args, uint32_t count, const Mode* modes) {
    spelled_.clear();
    begins_.clear();
    met_.clear();
    for (uint32_t arg = 0; arg < count; ++arg) {
        begins_.push_back(uint32_t(spelled_.size()));
        if (modes && modes[arg].kind != Mode::INDEX) {
            spelled_.push_back(Word(met_.size()) << 3 | FIRST);
            met_.push_back(nullptr);
            continue;
        }
        pending_.assign(1, args[arg]);
        while (!pending_.empty()) {
            const Word one = walked(pending_.back());
            pending_.pop_back();
            switch (tag_of(one)) {
                case REF:  // stands for its number until all are spelled
                    met_.push_back(place_of(one));
                    spelled_.push_back(*met_.back() = Word(met_.size() - 1) << 3 | FIRST);
                    break;
                case STR:
                    spelled_.push_back(*place_of(one));
                    for (uint32_t at = arity_of(*place_of(one)); at > 0; --at) pending_.push_back(place_of(one)[at]);
                    break;
                case FLT:
                    spelled_.push_back(REAL);
                    spelled_.push_back(place_of(one)[1]);
                    break;
                default:
                    spelled_.push_back(one);
            }
        }
    }
    begins_.push_back(uint32_t(spelled_.size()));
    for (Word* place : met_)
        if (place) *place = word_of(REF, place);
}

uint32_t Machine::Tables::hash_of(const Word* words, size_t count, Word seed) {
    uint64_t hash = seed;
    for (size_t at = 0; at < count; ++at) {
        hash = (hash ^ words[at]) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 32;
    }
    return uint32_t(hash * 0xD6E8FEB86659FD93 >> 32);
}

// Whether stored terms are those that are spelled.
bool Machine::Tables::is_spelled(const Word* args, uint32_t count, const Word* words) {
    rests_.assign(1, {const_cast<Word*>(args), count, 0});
    while (!rests_.empty()) {
        Rest& rest = rests_.back();
        if (rest.left == 0) {
            rests_.pop_back();
            continue;
        }
        const Word cell = *rest.cells++;
        --rest.left;
        switch (tag_of(cell)) {
            case FIRST:
            case VAR:
                if (*words++ != (Word(number_of(cell)) << 3 | FIRST)) return false;
                break;
            case STR:
            case PAT: {
                Word* const inside = place_of(cell);
                if (*words++ != *inside) return false;
                rests_.push_back({inside + 1, arity_of(*inside), 0});
                break;
            }
            case FLT:
                if (words[0] != REAL || words[1] != place_of(cell)[1]) return false;
                words += 2;
                break;
            default:
                if (*words++ != cell) return false;
        }
    }
    return true;
}

// The terms that are spelled, stored; a variable is marked where it is met first, unless all have a value.
Machine::Answer* Machine::Tables::stored(uint32_t count, bool marked) {
    Answer* const made = reinterpret_cast<Answer*>(store_.take(1 + count));
    uint64_t room = count;
    uint32_t variables = 0, depth = 0;
    const Word* words = spelled_.data();
    compounds_.clear();
    rests_.assign(1, {made->args, count, 0});
    while (!rests_.empty()) {
        Rest& rest = rests_.back();
        if (rest.left == 0) {
            rests_.pop_back();
            continue;
        }
        Word* const cell = rest.cells++;
        const uint32_t inner = rest.depth + (--rest.left > 0);
        const Word word = *words++;
        switch (tag_of(word)) {
            case FIRST: {
                const bool first = number_of(word) == variables;
                variables += first;
                *cell = (word & ~MASK) | (first && marked ? FIRST : VAR);
                break;
            }
            case HEAD: {
                const uint32_t arity = arity_of(word);
                Word* const inside = store_.take(1 + uint64_t(arity));
                *inside = word;
                *cell = word_of(STR, inside);
                compounds_.push_back(cell);
                depth = std::max(depth, inner);
                room += 1 + uint64_t(arity);
                if (rest.left == 0) rests_.pop_back();
                rests_.push_back({inside + 1, arity, inner});
                break;
            }
            case PAT:  // the mark of a float
                *cell = word_of(FLT, store_.take(2));
                place_of(*cell)[0] = REAL;
                place_of(*cell)[1] = *words++;
                break;
            default:
                *cell = word;
        }
    }
    if (variables && depth > DEEPEST) throw Unable{"an answer with variables in a term of so many levels"};
    for (size_t number = variables ? compounds_.size() : 0; number-- > 0;) {  // those inside come first
        Word* const inside = place_of(*compounds_[number]);
        const auto open = [](Word cell) { return tag_of(cell) == FIRST || tag_of(cell) == VAR || tag_of(cell) == PAT; };
        if (std::any_of(inside + 1, inside + 1 + arity_of(*inside), open)) *compounds_[number] = word_of(PAT, inside);
    }
    made->variables = variables;
    made->room = uint32_t(std::min<uint64_t>(room + variables, UINT32_MAX));
    return made;
}

}  // namespace arcwise::logic
