// An answer with its recorded steps, told to Python: terms children first, each compound term once.
#include <unordered_map>

#include "logic/machine.hpp"

namespace arcwise::logic {

namespace {

class Teller {
   public:
    Teller(std::vector<int64_t>& words, Meter& meter) : words_(words), share_(meter) {}

    int64_t cell(Word word) {
        open_ = false;
        word = walked(word);
        if (tag_of(word) == STR) tell(place_of(word));
        return told(word);
    }

    // Whether the last cell is of a term with variables.
    bool open() const { return open_; }
    // The unbound variables by their numbers, behind a place for none.
    void add_variables(std::vector<Word>& found) const {
        found.resize(1 + variables_.size());
        for (const auto& [place, number] : variables_) found[1 + size_t(number)] = word_of(REF, place);
    }

   private:
    static constexpr uint64_t BLOCK = 1 << 12;
    static constexpr uint64_t BYTES = 64;  // that Python takes for a word, about

    struct Whole {
        const Word* place;
        uint32_t at;  // arguments that are told
    };

    void account() {
        for (; words_.size() > accounted_; accounted_ += BLOCK) share_.add(BLOCK * BYTES);
    }

    void tell(const Word* root) {
        if (places_.contains(root)) return;
        pending_.push_back({root, 0});
        while (!pending_.empty()) {
            auto& [place, at] = pending_.back();
            const uint32_t arity = arity_of(*place);
            const Word* inside = nullptr;
            while (at < arity && !inside) {
                const Word word = walked(place[1 + at++]);
                if (tag_of(word) == STR && !places_.contains(place_of(word))) inside = place_of(word);
            }
            if (inside) {
                pending_.push_back({inside, 0});
                continue;
            }
            const Word* done = place;
            pending_.pop_back();
            cells_.clear();
            open_ = false;
            if (arity > BLOCK) share_.add(arity * BYTES);  // before it is told
            for (uint32_t each = 1; each <= arity; ++each) cells_.push_back(told(walked(done[each])));
            places_[done] = int64_t(words_.size() << 1 | open_);
            words_.push_back(int64_t(*done));
            words_.insert(words_.end(), cells_.begin(), cells_.end());
            account();
        }
    }

    // Of a compound term that was told.
    int64_t told(Word word) {
        const Word* place = place_of(word);
        switch (tag_of(word)) {
            case REF:
                open_ = true;
                return variables_.try_emplace(place, int64_t(variables_.size())).first->second << 3 | VAR;
            case STR: {
                const int64_t known = places_.at(place);
                open_ = open_ || (known & 1);
                return known >> 1 << 3 | STR;
            }
            case FLT: {
                const auto [found, made] = places_.try_emplace(place, int64_t(words_.size() << 1));
                if (made) {
                    words_.push_back(REAL);
                    words_.push_back(int64_t(place[1]));
                }
                return found->second >> 1 << 3 | FLT;
            }
            default:
                return int64_t(word);
        }
    }

    std::vector<int64_t>& words_;
    Share share_;
    uint64_t accounted_ = 0;
    bool open_ = false;
    // Twice the place among the words, and 1 more where a term has variables; the numbers of variables.
    std::unordered_map<const Word*, int64_t> places_, variables_;
    std::vector<Whole> pending_;
    std::vector<int64_t> cells_;
};

}  // namespace

Told Machine::told(bool with_steps) {
    Told made;
    Teller teller(made.words, meter_);
    for (uint32_t at = 0; at < query_->variables; ++at) made.values.push_back(teller.cell(query_variables_[at]));
    std::vector<const Step*> steps;
    for (const Step* step = with_steps ? steps_ : nullptr; step; step = step->before) steps.push_back(step);
    for (; !steps.empty(); steps.pop_back()) {
        const Step& step = *steps.back();
        const size_t did = made.steps.size();
        made.steps.insert(made.steps.end(), {int64_t(step.did()), int64_t(step.number()), int64_t(step.count())});
        for (uint64_t at = 0; at < step.count(); ++at) {
            made.steps.push_back(teller.cell(step.args[at]));
            if (teller.open()) made.steps[did] |= Told::OPEN;
        }
    }
    return made;
}

std::vector<int64_t> Machine::told(Word term, std::vector<Word>* variables) {
    std::vector<int64_t> words;
    Teller teller(words, meter_);
    const int64_t cell = teller.cell(term);
    words.push_back(cell);
    if (variables) teller.add_variables(*variables);
    return words;
}

bool Machine::spelled(Word term, std::vector<Word>& words, size_t most) const {
    words.clear();
    std::vector<Word> pending{term};
    while (!pending.empty()) {
        const Word word = walked(pending.back());
        pending.pop_back();
        if (tag_of(word) == REF || words.size() + pending.size() >= most) return false;
        if (tag_of(word) != STR && tag_of(word) != FLT) {
            words.push_back(word);
            continue;
        }
        const Word* place = place_of(word);
        words.push_back(*place);
        if (tag_of(word) == FLT)
            words.push_back(place[1]);
        else
            for (uint32_t at = arity_of(*place); at > 0; --at) pending.push_back(place[at]);
    }
    return true;
}

bool Machine::cells(const Given& form, Word term, std::vector<Word>& found) const {
    std::vector<std::pair<int64_t, Word>> pending{{form.values[0], term}};
    while (!pending.empty()) {
        const Word shape = Word(pending.back().first), word = walked(pending.back().second);
        pending.pop_back();
        switch (tag_of(shape)) {
            case STR: {
                const int64_t* inside = form.words.data() + (shape >> 3);
                if (tag_of(word) != STR || *place_of(word) != Word(*inside)) return false;
                for (uint32_t at = arity_of(Word(*inside)); at > 0; --at)
                    pending.push_back({inside[at], place_of(word)[at]});
                break;
            }
            case ATOM:
            case INT:
                if (word != shape) return false;
                break;
            default:  // a variable: a cell
                if (tag_of(word) != INT && (tag_of(word) != ATOM || program_.is_string(atom_of(word)))) return false;
                found.push_back(word);
        }
    }
    return true;
}

}  // namespace arcwise::logic
