#include "logic/tables.hpp"

#include <algorithm>

namespace arcwise::logic {

namespace {

constexpr int64_t INSIDE = -(int64_t(1) << 60);  // depth inside of a condition, which no bound may cut short

Literal control(Kind kind) {
    Literal made{.kind = kind};
    made.last = true;
    return made;
}
const Literal COMMITTING = control(Kind::COMMIT), COLLECTING = control(Kind::COLLECT),
              CATCHING = control(Kind::CAUGHT), FAILING = control(Kind::FAIL), WATCHING = control(Kind::WATCH);

constexpr size_t MOST_SPELLED = 128;   // words of an argument that are compared one by one
constexpr size_t MOST_GROUND = 10000;  // subterms that are looked at to know that a larger one has no variables
constexpr size_t MOST_OPEN = 16;       // variables

}  // namespace

Machine::Machine(Program& program, const Stated& query, const Limits& limits, bool recorded, Tick tick, Resolve resolve,
                 Ask ask)
    : Machine(program, std::make_unique<Work>(limits, std::move(tick), std::move(resolve), std::move(ask)),
              program.query(query), recorded) {}

Machine::Machine(Program& program, std::unique_ptr<Work> work, std::unique_ptr<Rule> query, bool recorded)
    : Machine(program, *work, std::move(query), recorded) {
    own_ = std::move(work);
}

Machine::Machine(Program& program, Work& work, std::unique_ptr<Rule> query, bool recorded)
    : program_(program),
      work_(work),
      meter_(work.meter),
      heap_(meter_, work.bytes),
      query_(std::move(query)),
      trail_(meter_),
      choices_(meter_),
      pairs_(meter_),
      results_(meter_),
      scratch_(256),
      registers_(256),
      keys_(256),
      recorded_(recorded),
      failing_{&FAILING, nullptr, nullptr, 0} {
    start(-1);
}

void Machine::start(int64_t bound) {
    bound_ = bound < 0 ? UNBOUNDED : bound;
    undo(0);
    choices_.clear();
    results_.clear();
    forget_codes(0);
    heap_.top = heap_.begin();
    cut_short_ = begun_ = false;
    watch_ = Watch();
    watch_.next = watch_.sooner = meter_.expanded() + 32;
    depth_ = 0;
    steps_ = nullptr;
    older_ = heap_.begin();
    collect_at_ = heap_.begin() + LEAST_COLLECTED;
}

void Machine::ask(Given given, uint64_t inferences) {
    given_ = std::move(given);
    work_.tables = nullptr;
    start(-1);
    work_.until = meter_.expanded() + inferences;
}

// Where a cell of a term stands whose words are on the heap; a variable that is not known becomes a new one.
Word Machine::placed(int64_t cell, Word* base, std::vector<Word>& variables) {
    const Tag tag = tag_of(Word(cell));
    if (tag == STR || tag == FLT) return word_of(tag, base + (cell >> 3));
    if (tag != VAR) return Word(cell);
    while (variables.size() <= uint64_t(cell >> 3)) {
        Word* made = heap_.take(1);
        variables.push_back(*made = word_of(REF, made));
    }
    return variables[size_t(cell >> 3)];
}

// Puts words of terms on the heap, children first.
void Machine::place(const std::vector<int64_t>& words, size_t count, Word* base, std::vector<Word>& variables) {
    for (size_t at = 0; at < count;) {
        const Word head = base[at] = Word(words[at]);
        const size_t size = tag_of(head) == REAL ? 1 : arity_of(head);
        for (size_t end = at++ + size; at <= end; ++at)
            base[at] = tag_of(head) == REAL ? Word(words[at]) : placed(words[at], base, variables);
    }
}

// Puts the terms that are given on the heap, and the first variables stand for them.
void Machine::give() {
    Word* const base = heap_.take(given_.words.size());
    std::vector<Word> none;
    place(given_.words, given_.words.size(), base, none);
    for (size_t at = 0; at < given_.values.size(); ++at) variables_[at] = placed(given_.values[at], base, none);
}

Outcome Machine::run() {
    try {
        return proceed() ? Outcome::ANSWER : Outcome::EXHAUSTED;
    } catch (const Stopped& stopped) {
        limit_ = stopped.limit;
        return Outcome::STOPPED;
    } catch (const std::bad_alloc&) {
        limit_ = Limit::MEMORY;
        return Outcome::STOPPED;
    } catch (const Unable& unable) {
        reason_ = unable.reason;
        return Outcome::UNABLE;
    }
}

bool Machine::proceed() {
    if (begun_) return fail() && search();
    begun_ = true;
    variables_ = query_variables_ = heap_.take(query_->variables);
    for (uint32_t at = 0; at < query_->variables; ++at) variables_[at] = word_of(REF, variables_ + at);
    give();
    next_ = query_->body;
    behind_ = nullptr;
    cut_ = 0;
    older_ = heap_.begin();
    return search();
}

inline void Machine::step(Did did, uint32_t number, uint32_t count, const Word* args) {
    if (!recorded_) return;
    Step* made = reinterpret_cast<Step*>(heap_.take(sizeof(Step) / sizeof(Word)));
    *made = {steps_, args, Word(did) << 60 | Word(count) << 32 | number};
    steps_ = made;
}

// What the variables of a negation or findall/3 stand for.
const Word* Machine::values_of(const Literal& literal) {
    if (!recorded_) return nullptr;
    Word* values = heap_.take(literal.cells.size());
    for (size_t at = 0; at < literal.cells.size(); ++at) values[at] = variables_[literal.cells[at]];
    return values;
}

inline Machine::Frame* Machine::entered(const Literal* body, Word* variables, uint64_t cut, Frame* behind) {
    if (!body) return behind;
    Frame* made = reinterpret_cast<Frame*>(heap_.take(sizeof(Frame) / sizeof(Word)));
    *made = {body, variables, behind, cut};
    return made;
}

// What is left behind a literal.
inline Machine::Frame* Machine::rest(const Literal& literal) {
    return literal.last ? behind_ : entered(&literal + 1, variables_, cut_, behind_);
}

inline void Machine::go_to(Frame* frame) {
    next_ = nullptr;
    if (!frame) return;
    next_ = frame->next;
    variables_ = frame->variables;
    behind_ = frame->behind;
    cut_ = frame->cut;
}

inline void Machine::go_on(const Literal& literal) {
    if (literal.last)
        go_to(behind_);
    else
        ++next_;
}

inline void Machine::push(Choice choice) {
    choice.trail = trail_.size();
    choice.top = heap_.top;
    choice.steps = steps_;
    choice.depth = depth_;
    choice.codes = codes_.size();
    choices_.push_back(choice);
    older_ = heap_.top;
}

void Machine::push_frame(Frame* frame) {
    Choice choice{.kind = Choice::FRAME};
    choice.frame = frame;
    push(choice);
}

inline void Machine::cut_to(uint64_t height) {
    if (choices_.size() <= height) return;
    choices_.erase(choices_.begin() + std::ptrdiff_t(height), choices_.end());
    older_ = choices_.empty() ? heap_.begin() : choices_.back().top;
}

void Machine::forget_codes(uint64_t count) {
    while (codes_.size() > count) {
        meter_.hold(-int64_t(codes_.back()->bytes()));
        codes_.pop_back();
    }
}

// Goals whose first answer, or each with `soft`, takes away the choice at a height.
void Machine::enter_condition(const Literal* body, uint64_t height, bool soft, Frame* then) {
    Commit* record = reinterpret_cast<Commit*>(heap_.take(sizeof(Commit) / sizeof(Word)));
    *record = {height, depth_, soft};
    Frame* committing = entered(&COMMITTING, reinterpret_cast<Word*>(record), cut_, then);
    step(Did::THEN, 0, 0, nullptr);
    depth_ = INSIDE;
    if (!body) return go_to(committing);
    next_ = body;
    cut_ = height + 1;
    behind_ = committing;
}

void Machine::commit() {
    const Commit& record = *reinterpret_cast<const Commit*>(variables_);
    if (record.soft) {  // the condition may have more answers; there is no else any more
        choices_[record.height].frame = &failing_;
    } else {
        cut_to(record.height);
    }
    depth_ = record.depth;
    step(Did::DONE, 0, 0, nullptr);
    go_to(behind_);
}

// A goal of which what is thrown is caught, and the choice that says where.
void Machine::enter_catch(const Literal& literal) {
    const uint64_t height = choices_.size();
    const Step* before = steps_;
    Frame* behind = rest(literal);
    Choice choice{.kind = Choice::CATCH};
    choice.args = kept_args(literal, 1);
    choice.frame = entered(literal.bodies[1], variables_, height, behind);
    step(Did::SECOND, 0, 0, nullptr);
    push(choice);
    steps_ = before;
    Caught* record = reinterpret_cast<Caught*>(heap_.take(sizeof(Caught) / sizeof(Word)));
    *record = {height, depth_};
    Frame* leaving = entered(&CATCHING, reinterpret_cast<Word*>(record), cut_, behind);
    step(Did::FIRST, 0, 0, nullptr);
    depth_ = INSIDE;
    behind_ = leaving;
    cut_ = height + 1;
    next_ = literal.bodies[0];
    if (!next_) go_to(leaving);
}

void Machine::leave_catch() {
    const Caught& record = *reinterpret_cast<const Caught*>(variables_);
    if (choices_.size() == record.height + 1) cut_to(record.height);  // no more answers: nothing is caught there any more
    depth_ = record.depth;
    step(Did::DONE, 0, 0, nullptr);
    go_to(behind_);
}

// Goes back to the innermost catch/3 that is under way and takes a ball; says whether there is one.
bool Machine::caught(Word ball) {
    if (reader_) forget_read();
    const uint64_t kept = results_.size();
    uint64_t left = kept;  // results of findalls around the catcher
    keep(ball);
    for (const Frame* frame = behind_; frame; poll()) {
        const Frame* behind = frame->behind;
        if (frame->next == &CATCHING) {
            const uint64_t height = reinterpret_cast<const Caught*>(frame->variables)->height;
            const Choice choice = choices_[height];
            for (const Choice* inside = &choices_[height]; inside < choices_.data() + choices_.size(); ++inside)
                if (inside->kind == Choice::FOUND) left = std::min(left, inside->at);
            cut_to(height);
            undo(choice.trail);
            heap_.top = choice.top;
            forget_codes(choice.codes);
            const Word again = moved_here(kept);
            Word* const older = older_;
            older_ = heap_.top;  // every binding is undone where the catcher is another term
            const bool same = unify(choice.args[0], again);
            older_ = older;
            if (height < watch_.height) watch_.predicate = nullptr;
            if (same) {
                steps_ = choice.steps;
                depth_ = choice.depth;
                results_.resize(left);
                go_to(choice.frame);
                return true;
            }
            undo(choice.trail);
        } else if (frame->next == &COMMITTING && behind == &failing_) {  // of a negation
            behind = choices_[reinterpret_cast<const Commit*>(frame->variables)->height].frame;
        } else if (frame->next == &COLLECTING) {
            behind = choices_[frame->variables[1]].frame;
        }
        frame = behind;
    }
    return false;
}

// Whether an answer is found.
bool Machine::search() {
    for (;;) {
        if (!next_) return true;
        if (heap_.top > collect_at_) [[unlikely]]
            collect();
        const Literal& literal = *next_;
        bool holds = true;
        switch (literal.kind) {
            case Kind::CALL:
                count_inference();
                holds = call(*literal.predicate, passed_args(literal), literal);
                break;
            case Kind::TEST:
                count_inference();
                holds = test(literal);
                if (holds) go_on(literal);
                break;
            case Kind::CHOOSE: {
                count_inference();
                Choice choice{.kind = Choice::ANSWERS};
                choice.args = kept_args(literal, literal.arity());
                choice.frame = rest(literal);
                choice.what = &literal;
                if (literal.built_in == BuiltIn::ASKED) choice.found = answers(literal.name, choice.args);
                push(choice);
                holds = false;
                break;
            }
            case Kind::CUT:
                cut_to(cut_);
                go_on(literal);
                break;
            case Kind::EITHER: {
                Frame* behind = rest(literal);
                const Step* before = steps_;
                step(Did::SECOND, 0, 0, nullptr);
                push_frame(entered(literal.bodies[1], variables_, cut_, behind));
                steps_ = before;
                step(Did::FIRST, 0, 0, nullptr);
                behind_ = behind;
                next_ = literal.bodies[0];
                if (!next_) go_to(behind);
                break;
            }
            case Kind::IF: {
                if (literal.tests && !recorded_) {
                    const Literal* body = literal.bodies[all_hold(literal.bodies[0]) ? 1 : 2];
                    if (!body) {
                        go_on(literal);
                        break;
                    }
                    behind_ = rest(literal);
                    next_ = body;
                    break;
                }
                Frame* behind = rest(literal);
                const uint64_t height = choices_.size();
                const Step* before = steps_;
                step(Did::ELSE, 0, 0, nullptr);
                push_frame(entered(literal.bodies[2], variables_, cut_, behind));
                steps_ = before;
                Frame* then = entered(literal.bodies[1], variables_, cut_, behind);
                enter_condition(literal.bodies[0], height, literal.soft, then);
                break;
            }
            case Kind::COMMIT:
                commit();
                break;
            case Kind::NOT: {
                if (literal.tests && !recorded_) {
                    holds = !all_hold(literal.bodies[0]);
                    if (holds) go_on(literal);
                    break;
                }
                Frame* behind = rest(literal);
                const uint64_t height = choices_.size();
                const Step* before = steps_;
                step(Did::REFUTED, literal.number, uint32_t(literal.cells.size()), values_of(literal));
                push_frame(behind);
                steps_ = before;
                enter_condition(literal.bodies[0], height, false, &failing_);
                break;
            }
            case Kind::FIND: {
                const uint64_t height = choices_.size();
                const Step* before = steps_;
                Choice choice{.kind = Choice::FOUND};
                choice.args = kept_args(literal, 2);
                choice.frame = rest(literal);
                choice.at = results_.size();
                step(Did::FOUND, literal.number, uint32_t(literal.cells.size()), values_of(literal));
                push(choice);
                steps_ = before;
                Word* record = heap_.take(2);
                record[0] = choice.args[0];
                record[1] = height;
                Frame* collecting = entered(&COLLECTING, record, 0, nullptr);
                step(Did::THEN, 0, 0, nullptr);
                depth_ = INSIDE;
                behind_ = collecting;
                cut_ = height + 1;
                next_ = literal.bodies[0];
                if (!next_) go_to(collecting);
                break;
            }
            case Kind::COLLECT:
                found_one(choices_[variables_[1]], variables_[0]);
                holds = false;
                break;
            case Kind::CATCH:
                enter_catch(literal);
                break;
            case Kind::CAUGHT:
                leave_catch();
                break;
            case Kind::THROW: {
                count_inference();
                const Word ball = *kept_args(literal, 1);
                if (tag_of(walked(ball)) == REF || !caught(ball)) throw Unable{"nothing catches what is thrown"};
                break;
            }
            case Kind::GOAL:
                holds = call_goal(literal);
                break;
            case Kind::FAIL:
                holds = false;
                break;
            case Kind::WATCH:
                if (uint64_t(variables_ - heap_.begin()) == watch_.number) watch_.predicate = nullptr;
                go_to(behind_);
                break;
        }
        if (!holds && !fail()) return false;
    }
}

// Takes up the last choice that leads on; says whether there was one.
bool Machine::fail() {
    while (!choices_.empty()) {
        poll();  // answers of a built-in predicate are no inferences
        Choice& choice = choices_.back();
        if (choices_.size() <= watch_.height) watch_.predicate = nullptr;
        undo(choice.trail);
        heap_.top = choice.top;
        forget_codes(choice.codes);
        steps_ = choice.steps;
        depth_ = choice.depth;
        switch (choice.kind) {
            case Choice::FRAME: {
                Frame* frame = choice.frame;
                cut_to(choices_.size() - 1);
                go_to(frame);
                return true;
            }
            case Choice::CATCH:
                cut_to(choices_.size() - 1);
                break;
            case Choice::RULES:
                if (retry()) return true;
                break;
            case Choice::ANSWERS: {
                bool unified = false, last = false;
                const bool found = next_answer(choice, unified, last);
                const Choice same = choices_.back();
                if (!found || last) cut_to(choices_.size() - 1);
                if (unified) {
                    step(Did::BUILT_IN, 0, static_cast<const Literal*>(same.what)->arity(), same.args);
                    go_to(same.frame);
                    return true;
                }
                break;
            }
            case Choice::TABLE:
                if (next_of_table()) return true;
                break;
            case Choice::FOUND: {
                const Choice done = choice;
                cut_to(choices_.size() - 1);
                const Word list = found_all(done);
                results_.resize(done.at);
                if (unify(done.args[1], list)) {
                    go_to(done.frame);
                    return true;
                }
                break;
            }
        }
    }
    return false;
}

// Resolves a goal with the first clause that matches it; if there are others, they stay as a choice.
bool Machine::call(Predicate& predicate, const Word* args, const Literal& literal) {
    if (!predicate.ready && !(work_.resolve(name_of(predicate.name), arity_of(predicate.name)) && predicate.ready))
        program_.lacks(predicate.name);
    if (predicate.of_callable) {
        const Word first = walked(args[0]);
        if (tag_of(first) != STR && (tag_of(first) != ATOM || program_.is_string(atom_of(first))))
            throw Unable{"the head of a clause has to be known"};
    }
    if (predicate.tabled && &literal != asked_) return call_table(predicate, args, literal);
    Word* const keys = keys_for(predicate);
    Clauses clauses = predicate.matching(args, keys);
    const Rule* rule = predicate.next(clauses, keys);
    if (!rule) return false;
    if (depth_ >= bound_) {
        cut_short_ = true;
        return false;
    }
    const Rule* const other = predicate.next(clauses, keys);
    Frame* watching = nullptr;
    if (watches_ && bound_ == UNBOUNDED) {
        if (watch_.predicate == &predicate && is_watched(predicate, args)) {
            reason_ = program_.text_of(name_of(predicate.name)) + "/" + std::to_string(arity_of(predicate.name));
            throw Stopped{Limit::ENDLESS};
        }
        if (meter_.expanded() >= (watch_.predicate ? watch_.next : watch_.sooner)) watching = watched(predicate, args, literal);
    }
    ++work_.applied;
    if (!other) return resolve(*rule, args, choices_.size(), watching ? nullptr : &literal, watching);
    Choice choice{.kind = Choice::RULES};
    choice.args = args;
    if (args == registers_.data()) {
        const uint32_t arity = arity_of(predicate.name);
        Word* kept = heap_.take(arity);
        std::copy_n(args, arity, kept);
        choice.args = kept;
    }
    choice.frame = watching ? watching : rest(literal);
    choice.what = other;
    choice.left = clauses;
    push(choice);
    if (resolve(*rule, choice.args, choices_.size() - 1, nullptr, choice.frame)) return true;
    undo(choices_.back().trail);
    heap_.top = choices_.back().top;
    return retry();
}

// Watches a goal from now on; the frame that tells when it has an answer. Null for a goal that is too large.
Machine::Frame* Machine::watched(const Predicate& predicate, const Word* args, const Literal& literal) {
    watch_.random = watch_.random * 1103515245 + 12345;
    watch_.predicate = nullptr;
    watch_.words.clear();
    watch_.variables.clear();
    uint64_t work = 0;
    bool spelled = true;
    for (uint32_t at = 0; spelled && at < arity_of(predicate.name); ++at) spelled = spell_variant(args[at], work);
    watch_.sooner = meter_.expanded() + 32 + (watch_.random >> 16 & 63) + work;  // no period is met again and again
    watch_.next = 2 * meter_.expanded();
    if (!spelled) return nullptr;
    watch_.predicate = &predicate;
    watch_.height = choices_.size();
    ++watch_.number;
    Frame* behind = rest(literal);
    if (behind && behind->next == &WATCHING) behind = behind->behind;  // of a goal that is watched no more
    return entered(&WATCHING, heap_.begin() + watch_.number, cut_, behind);
}

// Whether a goal is a variant of the one that is watched, its variables in the same order.
bool Machine::is_watched(const Predicate& predicate, const Word* args) {
    const auto& words = watch_.words;
    size_t place = 0;
    const auto same = [&](Word word) { return place < words.size() && words[place++] == word; };
    met_.clear();
    for (uint32_t arg = 0; arg < arity_of(predicate.name); ++arg) {
        if (place < words.size() && tag_of(words[place]) == STR) {
            if (!same(walked(args[arg]))) return false;
            continue;
        }
        const Word term = walked(args[arg]);
        if (tag_of(term) == ATOM || tag_of(term) == INT) {
            if (!same(term)) return false;
            continue;
        }
        pending_.assign(1, term);
        while (!pending_.empty()) {
            const Word one = walked(pending_.back());
            pending_.pop_back();
            switch (tag_of(one)) {
                case REF: {
                    const auto found = std::find(met_.begin(), met_.end(), one);
                    if (!same(Word(found - met_.begin()) << 3 | FIRST)) return false;
                    if (found == met_.end()) met_.push_back(one);
                    break;
                }
                case STR:
                    if (!same(*place_of(one))) return false;
                    for (uint32_t at = arity_of(*place_of(one)); at > 0; --at) pending_.push_back(place_of(one)[at]);
                    break;
                case FLT:
                    if (!same(REAL) || !same(place_of(one)[1])) return false;
                    break;
                default:
                    if (!same(one)) return false;
            }
        }
    }
    if (place != words.size() || met_.size() != watch_.variables.size()) return false;
    for (size_t one = 0; one < met_.size(); ++one)
        for (size_t other = 0; other < one; ++other)
            if ((met_[one] < met_[other]) != (watch_.variables[one] < watch_.variables[other])) return false;
    return true;
}

// Adds the words of a term to the goal that is watched, variables by their numbers; of a large term without variables only its
// place, as such a term stays as it is. False for a large term with variables. `work` grows by the subterms looked at.
bool Machine::spell_variant(Word term, uint64_t& work) {
    auto &words = watch_.words, &variables = watch_.variables;
    const size_t start = words.size(), known = variables.size();
    pending_.assign(1, term);
    while (!pending_.empty()) {
        const Word one = walked(pending_.back());
        pending_.pop_back();
        ++work;
        if (words.size() - start > MOST_SPELLED) {
            words.resize(start);
            variables.resize(known);
            size_t seen = 0;
            pending_.assign(1, term);
            while (!pending_.empty()) {
                const Word part = walked(pending_.back());
                pending_.pop_back();
                ++work;
                if (tag_of(part) == REF || ++seen > MOST_GROUND) return false;
                if (tag_of(part) == STR)
                    for (uint32_t at = arity_of(*place_of(part)); at > 0; --at) pending_.push_back(place_of(part)[at]);
            }
            words.push_back(walked(term));
            return true;
        }
        switch (tag_of(one)) {
            case REF: {
                const auto found = std::find(variables.begin(), variables.end(), one);
                words.push_back(Word(found - variables.begin()) << 3 | FIRST);
                if (found == variables.end()) variables.push_back(one);
                if (variables.size() > MOST_OPEN) return false;
                break;
            }
            case STR:
                words.push_back(*place_of(one));
                for (uint32_t at = arity_of(*place_of(one)); at > 0; --at) pending_.push_back(place_of(one)[at]);
                break;
            case FLT:
                words.push_back(REAL);
                words.push_back(place_of(one)[1]);
                break;
            default:
                words.push_back(one);
        }
    }
    return true;
}

// Goes on with the clauses of the last choice; without an answer that choice may be gone.
bool Machine::retry() {
    const uint64_t height = choices_.size() - 1;
    const uint64_t mark = choices_.back().trail;
    Word* const top = choices_.back().top;
    const Word* args = choices_.back().args;
    Frame* frame = choices_.back().frame;
    const Rule* rule = static_cast<const Rule*>(choices_.back().what);
    Clauses clauses = choices_.back().left;
    const Predicate& predicate = *rule->predicate;
    Word* const keys = keys_for(predicate);
    if (!clauses.empty()) predicate.keys_of(args, keys);
    for (;;) {
        const Rule* const other = predicate.next(clauses, keys);
        ++work_.applied;
        if (!other) {
            cut_to(height);
            return resolve(*rule, args, height, nullptr, frame);
        }
        if (resolve(*rule, args, height, nullptr, frame)) {
            choices_[height].what = other;
            choices_[height].left = clauses;
            return true;
        }
        undo(mark);
        heap_.top = top;
        rule = other;
    }
}

// Resolves a goal with a clause; behind its body comes a frame, or what stands behind a literal.
inline bool Machine::resolve(const Rule& rule, const Word* args, uint64_t height, const Literal* literal, Frame* frame) {
    heap_.need(rule.room);
    Word* variables;
    if (!rule.passing) {
        variables = heap_.top;
        heap_.top += rule.variables;
        for (uint32_t one : rule.unset) variables[one] = word_of(REF, variables + one);
    } else {
        if (scratch_.size() < rule.variables) scratch_.resize(rule.variables);
        variables = scratch_.data();
    }
    if (!unify_head(rule.head, args, rule.arity, variables)) return false;
    step(Did::RESOLVED, rule.number, rule.arity, args);
    ++depth_;
    if (rule.body) {
        behind_ = literal ? rest(*literal) : frame;
        next_ = rule.body;
        variables_ = variables;
        cut_ = height;
    } else if (literal) {
        go_on(*literal);
    } else {
        go_to(frame);
    }
    return true;
}

// Whether tests that bind nothing hold.
bool Machine::all_hold(const Literal* literal) {
    for (;; ++literal) {
        count_inference();
        if (!test(*literal)) return false;
        if (literal->last) return true;
    }
}

// Whether a pattern meets a variable first.
static bool meets(const Word* pattern, uint32_t variable) {
    return std::any_of(pattern + 1, pattern + 1 + arity_of(*pattern), [&](Word cell) {
        return tag_of(cell) == PAT ? meets(place_of(cell), variable) : cell == (Word(variable) << 3 | FIRST);
    });
}

inline bool Machine::test(const Literal& literal) {
    const BuiltIn built_in = literal.built_in;
    if (!recorded_ && built_in >= BuiltIn::IS && built_in <= BuiltIn::AT_LEAST)
        return compares(built_in, literal.args, variables_);
    if (!recorded_ && built_in == BuiltIn::UNIFY) {
        const uint32_t side = tag_of(literal.args[0]) == VAR ? 1 : 0;
        const Word other = literal.args[1 - side];
        if (tag_of(other) == VAR && tag_of(literal.args[side]) == PAT &&
            (side == 1 || !meets(place_of(literal.args[side]), number_of(other)))) {
            // As an argument of a head: variables that the pattern meets first need no occurs check, which takes as long as a term is.
            heap_.need(literal.room);
            return unify_head(literal.args + side, variables_ + number_of(other), 1, variables_);
        }
    }
    const Word* args = passed_args(literal);
    if (!holds(built_in, literal.name, args)) return false;
    step(Did::BUILT_IN, 0, literal.arity(), args);
    return true;
}

// Proves what `call/N` calls.
bool Machine::call_goal(const Literal& literal) {
    const uint32_t arity = literal.arity();
    const Word* args = passed_args(literal);
    Word goal = atom_word(program_.is_true);
    if (name_of(literal.name) == program_.comma) {
        Word* made = heap_.take(3);
        made[0] = header(program_.comma, 2), made[1] = args[0], made[2] = args[1];
        goal = word_of(STR, made);
    } else if (arity > 0) {
        goal = walked(args[0]);
        const bool compound = tag_of(goal) == STR;
        if (!compound && (tag_of(goal) != ATOM || program_.is_string(atom_of(goal))))
            throw Unable{"a goal that cannot be called"};
        if (arity > 1) {  // more arguments
            const uint32_t known = compound ? arity_of(*place_of(goal)) : 0, more = arity - 1;
            const uint32_t name = compound ? name_of(*place_of(goal)) : atom_of(goal);
            Word* made = heap_.take(1 + known + more);
            made[0] = header(name, known + more);
            for (uint32_t at = 1; at <= known; ++at) {
                const Word value = place_of(goal)[at];
                made[at] = value;
            }
            for (uint32_t at = 0; at < more; ++at) made[1 + known + at] = args[1 + at];
            goal = word_of(STR, made);
        }
    }
    if (recorded_) {
        Word* called = heap_.take(1);
        *called = goal;
        step(Did::CALLED, literal.number, 1, called);
    }
    const bool compound = tag_of(goal) == STR;
    const Word name = compound ? *place_of(goal) : header(atom_of(goal), 0);
    const Callee* callee = program_.callee(name);
    if (!callee && work_.resolve(name_of(name), arity_of(name))) callee = program_.callee(name);
    if (!callee) program_.lacks(name);
    const Word* inside = compound ? place_of(goal) + 1 : nullptr;
    if (callee->kind == Kind::CALL) {
        count_inference();
        return call(*callee->predicate, inside, literal);
    }
    if (callee->kind == Kind::TEST) {
        count_inference();
        if (!holds(callee->built_in, name, inside)) return false;
        step(Did::BUILT_IN, 0, arity_of(name), inside);
        go_on(literal);
        return true;
    }
    const Literal* body = nullptr;
    auto code = program_.called(goal, literal.number, recorded_, work_.resolve, &body);
    Frame* behind = rest(literal);
    if (!body) {
        go_to(behind);
        return true;
    }
    meter_.hold(int64_t(code->bytes()));
    codes_.push_back(std::move(code));
    next_ = body;
    variables_ = nullptr;
    behind_ = behind;
    cut_ = choices_.size();
    return true;
}

}  // namespace arcwise::logic
