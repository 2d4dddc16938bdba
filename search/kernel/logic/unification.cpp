// Terms of a search: built from patterns, unified with the occurs check, compared, copied. Nothing recurses but into patterns.
#include "logic/machine.hpp"

namespace arcwise::logic {

inline void Machine::bind(Word variable, Word value) {
    Word* place = place_of(variable);
    if (place < older_) trail_.push_back(place);
    *place = value;
}

void Machine::undo(uint64_t mark) {
    while (trail_.size() > mark) {
        Word* place = trail_.back();
        *place = word_of(REF, place);
        trail_.pop_back();
    }
}

// A goal's arguments. A variable that is met first is on the heap, or among those of its clause where they stay.
inline Word* Machine::built_args(const Literal& literal, uint32_t count, Word* args) {
    for (uint32_t at = 0; at < count; ++at) {
        const Word cell = literal.args[at];
        switch (tag_of(cell)) {
            case VAR:
                args[at] = walked(variables_[number_of(cell)]);
                break;
            case FIRST: {
                const uint32_t number = number_of(cell);
                if (number == NOWHERE) {
                    Word* place = heap_.top++;
                    args[at] = *place = word_of(REF, place);
                } else {
                    Word* place = variables_ == scratch_.data() ? heap_.top++ : variables_ + number;
                    args[at] = variables_[number] = *place = word_of(REF, place);
                }
                break;
            }
            case PAT:
                args[at] = built(place_of(cell), variables_);
                break;
            default:
                args[at] = cell;
        }
    }
    return args;
}

Word* Machine::kept_args(const Literal& literal, uint32_t count) {
    heap_.need(literal.room);
    Word* args = heap_.top;
    heap_.top += count;
    return built_args(literal, count, args);
}

// On the heap only where they are recorded, or where there are many.
Word* Machine::passed_args(const Literal& literal) {
    const uint32_t count = literal.arity();
    if (recorded_ || count > registers_.size()) return kept_args(literal, count);
    heap_.need(literal.room);
    return built_args(literal, count, registers_.data());
}

// There has to be room.
Word Machine::built(const Word* pattern, Word* variables) {
    const Word whole = word_of(STR, heap_.top);
    for (;;) {
        const uint32_t arity = arity_of(*pattern);
        Word* made = heap_.top;
        heap_.top += 1 + arity;
        *made = *pattern;
        const Word* deeper = nullptr;
        for (uint32_t at = 1; at <= arity; ++at) {
            const Word cell = pattern[at];
            switch (tag_of(cell)) {
                case VAR:
                    made[at] = walked(variables[number_of(cell)]);
                    break;
                case FIRST:
                    made[at] = word_of(REF, made + at);
                    if (number_of(cell) != NOWHERE) variables[number_of(cell)] = made[at];
                    break;
                case PAT:
                    if (at == arity) {
                        made[at] = word_of(STR, heap_.top);
                        deeper = place_of(cell);
                    } else {
                        made[at] = built(place_of(cell), variables);
                    }
                    break;
                default:
                    made[at] = cell;
            }
        }
        if (!deeper) return whole;
        pattern = deeper;
    }
}

// Builds a pattern in which a variable must not occur; says whether it does not.
bool Machine::built_apart(const Word* pattern, Word* variables, Word variable, Word& whole) {
    whole = word_of(STR, heap_.top);
    for (;;) {
        const uint32_t arity = arity_of(*pattern);
        Word* made = heap_.top;
        heap_.top += 1 + arity;
        *made = *pattern;
        const Word* deeper = nullptr;
        for (uint32_t at = 1; at <= arity; ++at) {
            const Word cell = pattern[at];
            switch (tag_of(cell)) {
                case VAR: {
                    const Word value = made[at] = walked(variables[number_of(cell)]);
                    if (value == variable || (tag_of(value) == STR && occurs(variable, value))) return false;
                    break;
                }
                case FIRST:
                    made[at] = word_of(REF, made + at);
                    if (number_of(cell) != NOWHERE) variables[number_of(cell)] = made[at];
                    break;
                case PAT:
                    if (at == arity) {
                        made[at] = word_of(STR, heap_.top);
                        deeper = place_of(cell);
                    } else if (!built_apart(place_of(cell), variables, variable, made[at])) {
                        return false;
                    }
                    break;
                default:
                    made[at] = cell;
            }
        }
        if (!deeper) return true;
        pattern = deeper;
    }
}

bool Machine::unify_head(const Word* patterns, const Word* args, uint32_t count, Word* variables) {
    for (uint32_t at = 0; at < count; ++at) {
        const Word pattern = patterns[at];
        switch (tag_of(pattern)) {
            case FIRST:
                if (number_of(pattern) != NOWHERE) variables[number_of(pattern)] = args[at];
                break;
            case VAR:
                if (!unify(variables[number_of(pattern)], args[at])) return false;
                break;
            case ATOM:
            case INT: {
                const Word term = walked(args[at]);
                if (term == pattern) break;
                if (tag_of(term) != REF) return false;
                bind(term, pattern);
                break;
            }
            case PAT: {
                const Word term = walked(args[at]);
                const Word* inside = place_of(pattern);
                if (tag_of(term) == REF) {
                    Word made;
                    if (!built_apart(inside, variables, term, made)) return false;
                    bind(term, made);
                    break;
                }
                if (tag_of(term) != STR || *place_of(term) != *inside) return false;
                if (at + 1 == count) {  // the last argument of all: nothing to come back to
                    patterns = inside + 1;
                    args = place_of(term) + 1;
                    count = arity_of(*inside);
                    at = uint32_t(-1);
                } else if (!unify_head(inside + 1, place_of(term) + 1, arity_of(*inside), variables)) {
                    return false;
                }
                break;
            }
            default:
                if (!unify(pattern, args[at])) return false;
        }
    }
    return true;
}

bool Machine::unify(Word one, Word other) {
    const size_t base = pairs_.size();
    const Word *left = &one, *right = &other;
    uint64_t count = 1;
    for (;;) {
        while (count > 0) {
            Word a = walked(*left++), b = walked(*right++);
            --count;
            if (a == b) continue;
            if (tag_of(a) == REF || tag_of(b) == REF) {
                // The younger of two variables is bound.
                if (tag_of(a) != REF || (tag_of(b) == REF && a < b)) std::swap(a, b);
                if (tag_of(b) != STR || !occurs(a, b)) {
                    bind(a, b);
                    continue;
                }
            } else if (tag_of(a) == STR && tag_of(b) == STR && *place_of(a) == *place_of(b)) {
                if (count > 0) pairs_.push_back({left, right, count});
                left = place_of(a), right = place_of(b);
                count = arity_of(*left++);
                ++right;
                poll();
                continue;
            } else if (tag_of(a) == FLT && tag_of(b) == FLT && float_of(a) == float_of(b)) {
                continue;
            }
            pairs_.resize(base, Pair{});
            return false;
        }
        if (pairs_.size() == base) return true;
        left = pairs_.back().one;
        right = pairs_.back().other;
        count = pairs_.back().left;
        pairs_.pop_back();
    }
}

bool Machine::occurs(Word variable, Word term) {
    const size_t base = pairs_.size();
    const Word* place = place_of(term);
    const Word* cells = place + 1;
    uint64_t left = arity_of(*place);
    for (;;) {
        while (left > 0) {
            const Word cell = walked(*cells++);
            --left;
            if (cell == variable) {
                pairs_.resize(base, Pair{});
                return true;
            }
            if (tag_of(cell) != STR) continue;
            if (left > 0) pairs_.push_back({cells, nullptr, left});
            place = place_of(cell);
            cells = place + 1;
            left = arity_of(*place);
            poll();
        }
        if (pairs_.size() == base) return false;
        cells = pairs_.back().one;
        left = pairs_.back().left;
        pairs_.pop_back();
    }
}

// -1, 0 or 1 by the standard order of terms: variables, numbers, strings, atoms, compound terms.
int Machine::compare(Word one, Word other) {
    const auto rank = [&](Word word) {
        switch (tag_of(word)) {
            case REF:
                return 0;
            case INT:
            case FLT:
                return 1;
            case ATOM:
                return program_.is_string(atom_of(word)) ? 2 : 3;
            default:
                return 4;
        }
    };
    const size_t base = pairs_.size();
    int order = 0;
    for (;;) {
        one = walked(one), other = walked(other);
        if (one != other) {
            const int left = rank(one), right = rank(other);
            if (left != right) {
                order = left < right ? -1 : 1;
            } else if (left == 4) {
                const Word head = *place_of(one), head_of_other = *place_of(other);
                if (head == head_of_other) {
                    if (const uint32_t arity = arity_of(head))
                        pairs_.push_back({place_of(one) + 1, place_of(other) + 1, arity});
                } else if (arity_of(head) != arity_of(head_of_other)) {
                    order = arity_of(head) < arity_of(head_of_other) ? -1 : 1;
                } else {
                    order = program_.text_of(name_of(head)) < program_.text_of(name_of(head_of_other)) ? -1 : 1;
                }
            } else if (left >= 2) {
                order = program_.text_of(atom_of(one)) < program_.text_of(atom_of(other)) ? -1 : 1;
            } else if (left == 0) {
                order = one < other ? -1 : 1;
            } else {
                const auto number = [](Word word) {
                    return tag_of(word) == INT ? Number{false, int_of(word), 0} : Number{true, 0, float_of(word)};
                };
                order = order_of(number(one), number(other));
                if (order == 0 && tag_of(one) != tag_of(other)) order = tag_of(one) == FLT ? -1 : 1;
            }
            if (order != 0) break;
        }
        if (pairs_.size() == base) return 0;
        poll();
        Pair& pair = pairs_.back();
        one = *pair.one++;
        other = *pair.other++;
        if (--pair.left == 0) pairs_.pop_back();
    }
    pairs_.resize(base, Pair{});
    return order;
}

// A copy with new variables, all of it above the top of the heap: its root is the first word there.
Word Machine::copied(Word term) {
    Word* const root = heap_.take(1);
    const uint64_t mark = trail_.size();
    const size_t base = pairs_.size();
    *root = term;
    // Cells that hold what is still to be copied.
    pairs_.push_back({root, nullptr, 1});
    while (pairs_.size() > base) {
        poll();
        Pair& pair = pairs_.back();
        Word* cell = const_cast<Word*>(pair.one++);
        if (--pair.left == 0) pairs_.pop_back();
        const Word word = walked(*cell);
        switch (tag_of(word)) {
            case REF: {
                Word* place = place_of(word);
                if (place >= root) {
                    *cell = word;
                } else {
                    *cell = word_of(REF, cell);
                    trail_.push_back(place);
                    *place = *cell;
                }
                break;
            }
            case STR: {
                const Word* from = place_of(word);
                const uint32_t arity = arity_of(*from);
                Word* made = heap_.take(1 + uint64_t(arity));
                *cell = word_of(STR, made);
                for (uint32_t at = 0; at <= arity; ++at) made[at] = from[at];
                if (arity) pairs_.push_back({made + 1, nullptr, arity});
                break;
            }
            case FLT: {
                Word* made = heap_.take(2);
                made[0] = REAL;
                made[1] = place_of(word)[1];
                *cell = word_of(FLT, made);
                break;
            }
            default:
                *cell = word;
        }
    }
    undo(mark);
    return walked(*root);
}

Word Machine::list_of(const Word* items, uint64_t count, Word tail) {
    Word* cells = heap_.take(3 * count);
    const Word head = header(program_.list, 2);
    Word whole = count ? word_of(STR, cells) : tail;
    for (uint64_t at = 0; at < count; ++at, cells += 3) {
        cells[0] = head;
        cells[1] = items[at];
        cells[2] = at + 1 < count ? word_of(STR, cells + 3) : tail;
    }
    return whole;
}

Word Machine::items_of(Word list, Vector<Word>& items) {
    list = walked(list);
    while (tag_of(list) == STR && *place_of(list) == header(program_.list, 2)) {
        items.push_back(walked(place_of(list)[1]));
        list = walked(place_of(list)[2]);
        poll();
    }
    return list;
}

void Machine::collect_variables(Word term, Vector<Word>& found) {
    // Variables that were met are bound to an atom meanwhile.
    const uint64_t mark = trail_.size();
    const size_t base = pairs_.size();
    pairs_.push_back({&term, nullptr, 1});
    while (pairs_.size() > base) {
        poll();
        Pair& pair = pairs_.back();
        const Word word = walked(*pair.one++);
        if (--pair.left == 0) pairs_.pop_back();
        if (tag_of(word) == REF) {
            found.push_back(word);
            trail_.push_back(place_of(word));
            *place_of(word) = atom_word(program_.nil);
        } else if (tag_of(word) == STR && arity_of(*place_of(word))) {
            pairs_.push_back({place_of(word) + 1, nullptr, arity_of(*place_of(word))});
        }
    }
    undo(mark);
}

bool Machine::is_ground(Word term) {
    const size_t base = pairs_.size();
    pairs_.push_back({&term, nullptr, 1});
    while (pairs_.size() > base) {
        poll();
        Pair& pair = pairs_.back();
        const Word word = walked(*pair.one++);
        if (--pair.left == 0) pairs_.pop_back();
        if (tag_of(word) == REF) {
            pairs_.resize(base, Pair{});
            return false;
        }
        if (tag_of(word) == STR && arity_of(*place_of(word)))
            pairs_.push_back({place_of(word) + 1, nullptr, arity_of(*place_of(word))});
    }
    return true;
}

}  // namespace arcwise::logic
