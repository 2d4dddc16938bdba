// Garbage of a proof search: what no goal that is left, no choice and no recorded step can come to goes, and the rest of the heap moves
// together in its order, so that older variables stay older. Words that are kept are marked one by one, and where a word moves is
// counted from the marks (as Jonkers 1979 and Abuaiadh et al. 2004 compact).
#include <algorithm>
#include <bit>

#include "logic/tables.hpp"

namespace arcwise::logic {

// Which words are kept, and which of them refer to others.
class Machine::Collector {
   public:
    explicit Collector(Machine& machine)
        : machine_(machine),
          begin_(machine.heap_.begin()),
          end_(machine.heap_.top),
          blocks_(uint64_t(end_ - begin_) / 64 + 1),
          kept_(blocks_, 0, machine.meter_),
          refers_(blocks_, 0, machine.meter_),
          before_(machine.meter_),
          pending_(machine.meter_),
          outside_(machine.meter_) {}

    void mark();
    void move();

   private:
    struct Range {
        Word* from;
        uint64_t count;
    };

    bool inside(const Word* place) const { return place >= begin_ && place < end_; }
    uint64_t number(const Word* place) const { return uint64_t(place - begin_); }
    bool is_kept(const Word* place) const { return kept_[number(place) / 64] >> number(place) % 64 & 1; }
    void keep(const Word* place, uint64_t count) {
        for (uint64_t at = number(place); count > 0; ++at, --count) kept_[at / 64] |= uint64_t(1) << at % 64;
    }
    // Keeps words that are terms or places.
    void refer(const Word* place, uint64_t count) {
        keep(place, count);
        for (uint64_t at = number(place); count > 0; ++at, --count) refers_[at / 64] |= uint64_t(1) << at % 64;
    }
    bool refers(const Word* place) const { return refers_[number(place) / 64] >> number(place) % 64 & 1; }

    // Terms, on the heap or elsewhere.
    void terms(const Word* from, uint64_t count) {
        Word* cells = const_cast<Word*>(from);
        if (count == 0) return;
        if (inside(from))
            refer(from, count);
        else
            for (uint64_t at = 0; at < count; ++at) outside_.push_back(cells + at);
        pending_.push_back({cells, count});
    }
    void follow();
    void visit(Word word);
    void frames(const Frame* frame);
    void goals(const Literal* next, const Word* variables);
    void variables_of(const Literal* literal, const Word* variables);
    void cells(const Word* cells, uint32_t count, const Word* variables);
    void steps(const Step* step);
    void choices();
    void codes();
    void watched();
    uint64_t arity_of_choice(const Choice& choice) const;

    Word* moved(const Word* place) const {
        const uint64_t at = number(place);
        const uint64_t below = kept_[at / 64] & ((uint64_t(1) << at % 64) - 1);
        return begin_ + before_[at / 64] + std::popcount(below);
    }
    template <class Place>
    void move_place(Place*& place) const {
        const Word* word = reinterpret_cast<const Word*>(place);
        if (word >= begin_ && word <= end_) place = reinterpret_cast<Place*>(moved(word));
    }
    Word moved_word(Word word) const {
        const Tag tag = tag_of(word);
        if (tag != REF && tag != STR && tag != FLT) return word;
        const Word* place = place_of(word);
        return place >= begin_ && place <= end_ ? word_of(tag, moved(place)) : word;
    }

    Machine& machine_;
    Word *begin_, *end_;
    uint64_t blocks_;
    Vector<uint64_t> kept_, refers_, before_;
    Vector<Range> pending_;
    Vector<Word*> outside_;                  // words that are not on the heap
    std::vector<const Literal*> called_ = {};  // where goals go on that were compiled for a call
    std::vector<uint32_t> met_ = {};         // variables that a goal to come meets first, by the time of the look
    uint32_t time_ = 0;
};

void Machine::Collector::visit(Word word) {
    Word* place = place_of(word);
    if (!inside(place)) return;
    switch (tag_of(word)) {
        case REF:
            if (refers(place)) return;
            refer(place, 1);
            pending_.push_back({place, 1});
            break;
        case STR:
            if (is_kept(place)) return;
            keep(place, 1);
            terms(place + 1, arity_of(*place));
            break;
        case FLT:
            keep(place, 2);
            break;
        default:
            break;
    }
}

void Machine::Collector::follow() {
    while (!pending_.empty()) {
        Range& range = pending_.back();
        const Word word = *range.from++;
        if (--range.count == 0) pending_.pop_back();
        visit(word);
    }
}

void Machine::Collector::cells(const Word* cells, uint32_t count, const Word* variables) {
    for (uint32_t at = 0; at < count; ++at) {
        const Word cell = cells[at];
        const uint32_t variable = number_of(cell);
        switch (tag_of(cell)) {
            case FIRST:
                if (variable != NOWHERE) met_[variable] = time_;
                break;
            case VAR: {
                const Word* place = variables + variable;
                if (met_[variable] != time_ && !(inside(place) && refers(place))) terms(place, 1);
                met_[variable] = time_;
                break;
            }
            case PAT: {
                const Word* inner = place_of(cell);
                if (at + 1 < count) {
                    this->cells(inner + 1, arity_of(*inner), variables);
                } else {  // nothing to come back to
                    cells = inner + 1;
                    count = arity_of(*inner);
                    at = uint32_t(-1);
                }
                break;
            }
            default:
                break;
        }
    }
}

// What the goals from a literal on read of their clause's variables.
void Machine::Collector::variables_of(const Literal* literal, const Word* variables) {
    for (;; ++literal) {
        switch (literal->kind) {
            case Kind::CALL:
            case Kind::TEST:
            case Kind::CHOOSE:
            case Kind::GOAL:
                cells(literal->args, literal->arity(), variables);
                break;
            case Kind::THROW:
            case Kind::CATCH:
                cells(literal->args, 1, variables);
                break;
            case Kind::FIND:
                cells(literal->args, 2, variables);
                break;
            default:
                break;
        }
        for (const uint32_t variable : literal->cells) {
            const Word cell = Word(variable) << 3 | VAR;
            cells(&cell, 1, variables);
        }
        for (const Literal* body : literal->bodies)
            if (body) variables_of(body, variables);
        if (literal->last) return;
    }
}

// Goals that are left of one body, with what their variables stand for.
void Machine::Collector::goals(const Literal* next, const Word* variables) {
    if (!next || next->kind == Kind::WATCH) return;  // which has a number in the place of variables
    if (!variables) {
        called_.push_back(next);
        return;
    }
    switch (next->kind) {
        case Kind::COMMIT:
            return keep(variables, sizeof(Commit) / sizeof(Word));
        case Kind::CAUGHT:
            return keep(variables, sizeof(Caught) / sizeof(Word));
        case Kind::COLLECT:
            keep(variables, 2);
            return terms(variables, 1);
        default:
            break;
    }
    if (inside(variables)) keep(variables, next->variables);
    if (met_.size() < next->variables) met_.resize(next->variables);
    ++time_;
    variables_of(next, variables);
}

void Machine::Collector::frames(const Frame* frame) {
    for (; frame; frame = frame->behind) {
        const Word* words = reinterpret_cast<const Word*>(frame);
        if (!inside(words) || is_kept(words)) return;
        keep(words, sizeof(Frame) / sizeof(Word));
        static_assert(sizeof(Frame) == 4 * sizeof(Word));
        if (frame->next->kind != Kind::WATCH) refer(words + 1, 1);
        refer(words + 2, 1);
        goals(frame->next, frame->variables);
    }
}

void Machine::Collector::steps(const Step* step) {
    for (; step; step = step->before) {
        const Word* words = reinterpret_cast<const Word*>(step);
        if (is_kept(words)) return;
        refer(words, 2);
        keep(words + 2, 1);
        static_assert(sizeof(Step) == 3 * sizeof(Word));
        if (step->args) terms(step->args, step->count());
    }
}

uint64_t Machine::Collector::arity_of_choice(const Choice& choice) const {
    switch (choice.kind) {
        case Choice::RULES:
            return static_cast<const Rule*>(choice.what)->arity;
        case Choice::TABLE:
            return static_cast<const Table*>(choice.what)->goal.arity();
        case Choice::ANSWERS:
            return static_cast<const Literal*>(choice.what)->arity();
        case Choice::FOUND:
            return 2;
        case Choice::CATCH:
            return 1;
        default:
            return 0;
    }
}

void Machine::Collector::choices() {
    for (const Choice& choice : machine_.choices_) {
        frames(choice.frame);
        steps(choice.steps);
        const uint64_t arity = arity_of_choice(choice);
        terms(choice.args, arity);
        if (choice.kind != Choice::ANSWERS) continue;
        const Literal* literal = static_cast<const Literal*>(choice.what);
        called_.push_back(literal);
        const Word* answers = choice.found;
        if (!answers) continue;
        keep(answers, 1);
        terms(answers + 1, *answers * arity);
    }
}

// Goals that were compiled for a call stay while something goes on with them; their terms are on the heap.
void Machine::Collector::codes() {
    auto& codes = machine_.codes_;
    std::sort(called_.begin(), called_.end());
    std::vector<uint64_t> left(codes.size() + 1);
    for (size_t number = 0; number < codes.size(); ++number) {
        Code& code = *codes[number];
        const bool stays = std::any_of(code.bodies.begin(), code.bodies.end(), [&](const auto& body) {
            const auto found = std::lower_bound(called_.begin(), called_.end(), body.data());
            return found != called_.end() && *found < body.data() + body.size();
        });
        left[number + 1] = left[number] + stays;
        if (!stays) continue;
        for (auto& some : code.args) terms(some.data(), some.size());
        for (const auto& body : code.bodies)
            for (const Literal& literal : body)
                if (inside(literal.args)) terms(literal.args, literal.arity());
    }
    for (Choice& choice : machine_.choices_) choice.codes = left[choice.codes];
    for (size_t number = codes.size(); number-- > 0;) {
        if (left[number + 1] != left[number]) continue;
        machine_.meter_.hold(-int64_t(codes[number]->bytes()));
        codes[number] = nullptr;
    }
    std::erase(codes, nullptr);
}

// The goal that is watched is compared with others later.
void Machine::Collector::watched() {
    Watch& watch = machine_.watch_;
    if (!watch.predicate) return;
    for (size_t at = 0; at < watch.words.size(); ++at) {
        if (watch.words[at] == REAL)
            ++at;
        else if (tag_of(watch.words[at]) == STR)
            terms(&watch.words[at], 1);
    }
    terms(watch.variables.data(), watch.variables.size());
}

void Machine::Collector::mark() {
    goals(machine_.next_, machine_.variables_);
    frames(machine_.behind_);
    steps(machine_.steps_);
    choices();
    terms(machine_.query_variables_, machine_.query_->variables);
    watched();
    follow();
    codes();
    follow();
}

void Machine::Collector::move() {
    auto& trail = machine_.trail_;
    before_.resize(blocks_ + 1);
    Vector<uint64_t> bindings(trail.size() + 1, 0, machine_.meter_);
    for (uint64_t block = 0; block < blocks_; ++block)
        before_[block + 1] = before_[block] + uint64_t(std::popcount(kept_[block]));
    // Bindings of what is kept are undone later; of the rest nobody knows.
    for (uint64_t at = 0; at < trail.size(); ++at) {
        const bool stays = refers(trail[at]);
        bindings[at + 1] = bindings[at] + stays;
        if (stays) trail[bindings[at]] = moved(trail[at]);
    }
    for (Choice& choice : machine_.choices_) choice.trail = bindings[choice.trail];
    trail.resize(bindings.back());
    for (Word* word : outside_) *word = moved_word(*word);
    for (const auto& code : machine_.codes_)
        for (auto& body : code->bodies)
            for (Literal& literal : body) move_place(literal.args);
    for (Choice& choice : machine_.choices_) {
        move_place(choice.top);
        move_place(choice.steps);
        move_place(choice.frame);
        move_place(choice.args);
        move_place(choice.found);
    }
    if (!machine_.next_ || machine_.next_->kind != Kind::WATCH) move_place(machine_.variables_);
    move_place(machine_.behind_);
    move_place(machine_.steps_);
    move_place(machine_.query_variables_);
    move_place(machine_.older_);
    Word* to = begin_;
    for (uint64_t block = 0; block < blocks_; ++block)
        for (uint64_t bits = kept_[block]; bits; bits &= bits - 1) {
            const uint64_t bit = uint64_t(std::countr_zero(bits));
            const Word word = begin_[64 * block + bit];
            *to++ = refers_[block] >> bit & 1 ? moved_word(word) : word;
        }
    machine_.heap_.top = to;
}

void Machine::collect() {
    try {
        Collector collector(*this);
        collector.mark();
        collector.move();
    } catch (const std::bad_alloc&) {
        // No room for marks: whether there is any for the search will be seen.
    }
    collect_at_ = heap_.top + std::max<uint64_t>(LEAST_COLLECTED, uint64_t(heap_.top - heap_.begin()));
}

}  // namespace arcwise::logic
