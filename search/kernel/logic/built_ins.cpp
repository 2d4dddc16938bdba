// Built-in predicates, as logic/prover/built_ins.py has them. What is misused is left to that one to tell of.
#include <algorithm>
#include <string>

#include "logic/machine.hpp"

namespace arcwise::logic {

bool Machine::holds(BuiltIn built_in, Word name, const Word* args) {
    if (built_in == BuiltIn::ASKED) {
        const Word* found = answers(name, args);
        return *found > 0 && is_instance(found, 0, name, args);
    }
    const Word first = walked(args[0]);
    const Tag tag = tag_of(first);
    switch (built_in) {
        case BuiltIn::UNIFY:
            return unify(args[0], args[1]);
        case BuiltIn::NOT_UNIFIABLE: {
            const uint64_t mark = trail_.size();
            Word* const older = older_;
            older_ = heap_.top;  // every binding is undone
            const bool same = unify(args[0], args[1]);
            undo(mark);
            older_ = older;
            return !same;
        }
        case BuiltIn::SAME:
            return compare(args[0], args[1]) == 0;
        case BuiltIn::NOT_SAME:
            return compare(args[0], args[1]) != 0;
        case BuiltIn::BEFORE:
            return compare(args[0], args[1]) < 0;
        case BuiltIn::AFTER:
            return compare(args[0], args[1]) > 0;
        case BuiltIn::NOT_AFTER:
            return compare(args[0], args[1]) <= 0;
        case BuiltIn::NOT_BEFORE:
            return compare(args[0], args[1]) >= 0;
        case BuiltIn::COMPARE: {
            if (tag != REF && first != atom_word(program_.less) && first != atom_word(program_.greater) &&
                first != atom_word(program_.equal))
                throw Unable{"compare/3 with what is no order"};
            const int order = compare(args[1], args[2]);
            return unify(first, atom_word(order < 0 ? program_.less : order > 0 ? program_.greater : program_.equal));
        }
        case BuiltIn::IS_VAR:
            return tag == REF;
        case BuiltIn::IS_NONVAR:
            return tag != REF;
        case BuiltIn::IS_ATOM:
            return is_atom(first);
        case BuiltIn::IS_NUMBER:
            return tag == INT || tag == FLT;
        case BuiltIn::IS_INTEGER:
            return tag == INT;
        case BuiltIn::IS_FLOAT:
            return tag == FLT;
        case BuiltIn::IS_ATOMIC:
            return tag != REF && tag != STR;
        case BuiltIn::IS_COMPOUND:
            return tag == STR;
        case BuiltIn::IS_CALLABLE:
            return tag == STR || is_atom(first);
        case BuiltIn::IS_LIST: {
            Word tail = first;
            while (tag_of(tail) == STR && *place_of(tail) == header(program_.list, 2)) {
                tail = walked(place_of(tail)[2]);
                poll();
            }
            return tail == atom_word(program_.nil);
        }
        case BuiltIn::IS_STRING:
            return tag == ATOM && program_.is_string(atom_of(first));
        case BuiltIn::IS_GROUND:
            return is_ground(first);
        case BuiltIn::IS:
            return unify(args[0], number_word(value(args[1], nullptr)));
        case BuiltIn::EQUAL:
        case BuiltIn::NOT_EQUAL:
        case BuiltIn::LESS:
        case BuiltIn::GREATER:
        case BuiltIn::AT_MOST:
        case BuiltIn::AT_LEAST:
            return compares(built_in, args, nullptr);
        case BuiltIn::SUCC: {
            const Word high = walked(args[1]);
            if (tag_of(high) != REF && (tag_of(high) != INT || int_of(high) < 0))
                throw Unable{"succ/2 of what is no whole number"};
            if (tag == REF) {
                if (tag_of(high) != INT) throw Unable{"succ/2 of what is no whole number"};
                return int_of(high) > 0 && unify(first, int_word(int_of(high) - 1));
            }
            if (tag != INT || int_of(first) < 0 || int_of(first) == MOST) throw Unable{"succ/2 of what is no whole number"};
            return unify(high, int_word(int_of(first) + 1));
        }
        case BuiltIn::PLUS: {
            const Word other = walked(args[1]), whole = walked(args[2]);
            const auto number = [](Word word) {
                if (tag_of(word) != INT) throw Unable{"plus/3 of what is no whole number"};
                return int_of(word);
            };
            const auto checked = [](int64_t sum) {
                if (!fits(sum)) throw Unable{"a whole number of more than 61 bits"};
                return int_word(sum);
            };
            if (tag_of(whole) == REF) return unify(whole, checked(number(first) + number(other)));
            if (tag_of(other) == REF) return unify(other, checked(number(whole) - number(first)));
            return unify(first, checked(number(whole) - number(other)));
        }
        case BuiltIn::FUNCTOR:
            return functor(args);
        case BuiltIn::UNIV:
            return univ(args);
        case BuiltIn::COPY_TERM:
            return unify(args[1], copied(args[0]));
        case BuiltIn::TERM_VARIABLES: {
            Vector<Word> found(meter_);
            collect_variables(first, found);
            return unify(args[1], list_of(found.data(), found.size(), atom_word(program_.nil)));
        }
        case BuiltIn::MSORT:
        case BuiltIn::SORT:
        case BuiltIn::SORT_BY:
        case BuiltIn::KEYSORT:
            return sorted(built_in, args);
        default:
            throw Unable{"a predicate that the kernel lacks"};
    }
}

// The number of instances of a goal that hold, as Python tells them, then their arguments; 0 for one that stays as it is.
const Word* Machine::answers(Word name, const Word* args) {
    const uint32_t arity = arity_of(name);
    Word* goal = heap_.take(1 + arity);
    goal[0] = name;
    std::copy_n(args, arity, goal + 1);
    std::vector<Word> variables;
    const auto found = work_.ask(name, told(word_of(STR, goal), &variables));
    if (!found) throw Unable{"the kernel cannot answer this call of " + program_.text_of(name_of(name)) + "/" + std::to_string(arity)};
    const size_t cells = size_t(found->back()) * arity, count = found->size() - 1 - cells;
    Word* const base = heap_.take(count);
    place(*found, count, base, variables);
    Word* const made = heap_.take(1 + cells);
    made[0] = Word(found->back());
    for (size_t at = 0; at < cells; ++at) {
        const int64_t cell = (*found)[count + at];
        made[1 + at] = Word(cell) == VAR ? 0 : placed(cell, base, variables);
    }
    return made;
}

// Unifies a goal with one of its instances.
bool Machine::is_instance(const Word* answers, uint64_t number, Word name, const Word* args) {
    const uint32_t arity = arity_of(name);
    const Word* found = answers + 1 + number * arity;
    for (uint32_t at = 0; at < arity; ++at)
        if (found[at] && !unify(args[at], found[at])) return false;
    return true;
}

// Arithmetic, of arguments that may be patterns where variables are given.
bool Machine::compares(BuiltIn built_in, const Word* args, Word* variables) {
    if (built_in == BuiltIn::IS) {
        Word* place = nullptr;
        Word result = args[0];
        if (tag_of(result) == FIRST) {
            if (number_of(result) != NOWHERE) {
                place = variables + number_of(result);
                *place = word_of(REF, place);
            }
            const Word found = number_word(value(args[1], variables));
            if (place) *place = found;
            return true;
        }
        if (tag_of(result) == VAR) {
            result = variables[number_of(result)];
        } else if (tag_of(result) == PAT) {
            value(args[1], variables);
            return false;
        }
        return unify(result, number_word(value(args[1], variables)));
    }
    const Number one = value(args[0], variables), other = value(args[1], variables);
    const int order = order_of(one, other);
    switch (built_in) {
        case BuiltIn::EQUAL:
            return order == 0;
        case BuiltIn::NOT_EQUAL:
            return order != 0;
        case BuiltIn::LESS:
            return order < 0;
        case BuiltIn::GREATER:
            return order > 0;
        case BuiltIn::AT_MOST:
            return order <= 0;
        default:
            return order >= 0;
    }
}

bool Machine::functor(const Word* args) {
    const Word term = walked(args[0]), name = walked(args[1]), arity = walked(args[2]);
    if (tag_of(term) == STR) {
        const Word head = *place_of(term);
        return unify(name, atom_word(name_of(head))) && unify(arity, int_word(arity_of(head)));
    }
    if (tag_of(term) != REF) return unify(name, term) && unify(arity, int_word(0));
    if (tag_of(arity) != INT || tag_of(name) == REF) throw Unable{"functor/3 of variables"};
    const int64_t size = int_of(arity);
    if (size == 0 && tag_of(name) != STR) return unify(term, name);
    if (size < 0 || tag_of(name) != ATOM || program_.is_string(atom_of(name))) throw Unable{"functor/3 of no atom"};
    if (size > int64_t(UINT32_MAX) - 1) throw std::bad_alloc();
    Word* made = heap_.take(1 + uint64_t(size));
    made[0] = header(atom_of(name), uint32_t(size));
    for (int64_t at = 1; at <= size; ++at) made[at] = word_of(REF, made + at);
    return unify(term, word_of(STR, made));
}

void Machine::known_items(Word list, Vector<Word>& items) {
    if (items_of(list, items) != atom_word(program_.nil)) throw Unable{"what is no list in the place of one"};
}

bool Machine::univ(const Word* args) {
    const Word term = walked(args[0]);
    Vector<Word> items(meter_);
    if (tag_of(term) != REF) {
        const Word tail = items_of(args[1], items);
        if (tail != atom_word(program_.nil) && tag_of(tail) != REF) throw Unable{"=../2 of what is no list"};
        items.clear();
    }
    if (tag_of(term) == STR) {
        const Word* place = place_of(term);
        items.push_back(atom_word(name_of(*place)));
        for (uint32_t at = 1; at <= arity_of(*place); ++at) items.push_back(walked(place[at]));
        return unify(args[1], list_of(items.data(), items.size(), atom_word(program_.nil)));
    }
    if (tag_of(term) != REF) return unify(args[1], list_of(&term, 1, atom_word(program_.nil)));
    known_items(args[1], items);
    if (items.empty()) throw Unable{"=../2 of an empty list"};
    if (items.size() == 1 && tag_of(items[0]) != STR && tag_of(items[0]) != REF) return unify(term, items[0]);
    if (tag_of(items[0]) != ATOM || program_.is_string(atom_of(items[0]))) throw Unable{"=../2 of no atom"};
    Word* made = heap_.take(items.size());
    made[0] = header(atom_of(items[0]), uint32_t(items.size() - 1));
    std::copy(items.begin() + 1, items.end(), made + 1);
    return unify(term, word_of(STR, made));
}

bool Machine::sorted(BuiltIn built_in, const Word* args) {
    Vector<Word> items(meter_);
    int64_t place = 0;
    bool descending = false, distinct = built_in == BuiltIn::SORT;
    Word list = args[0], out = args[1];
    if (built_in == BuiltIn::SORT_BY) {
        const Word first = walked(args[0]), order = walked(args[1]);
        if (tag_of(first) != INT || int_of(first) < 0) throw Unable{"sort/4 by what is no place"};
        place = int_of(first);
        list = args[2], out = args[3];
        descending = order == atom_word(program_.after) || order == atom_word(program_.not_before);
        distinct = order == atom_word(program_.after) || order == atom_word(program_.before);
        if (!descending && !distinct && order != atom_word(program_.not_after)) throw Unable{"sort/4 by no order"};
    }
    known_items(list, items);
    if (built_in == BuiltIn::KEYSORT) {
        place = 1;
        for (Word item : items)
            if (tag_of(item) != STR || *place_of(item) != header(program_.minus, 2))
                throw Unable{"keysort/2 of what are no pairs"};
    } else if (place > 0) {
        for (Word item : items)
            if (tag_of(item) != STR || int64_t(arity_of(*place_of(item))) < place)
                throw Unable{"sort/4 of terms without such an argument"};
    }
    const auto key = [place](Word item) { return place ? place_of(item)[place] : item; };
    std::stable_sort(items.begin(), items.end(), [&](Word one, Word other) {
        const int order = compare(key(one), key(other));
        return descending ? order > 0 : order < 0;
    });
    if (distinct) {
        const auto same = [&](Word one, Word other) { return compare(key(one), key(other)) == 0; };
        items.erase(std::unique(items.begin(), items.end(), same), items.end());
    }
    return unify(out, list_of(items.data(), items.size(), atom_word(program_.nil)));
}

// Goes on to the next answer of a predicate that has several; says whether there is one, whether the goal is unified with it,
// and whether it is the last one.
bool Machine::next_answer(Choice& choice, bool& unified, bool& last) {
    const Word* args = choice.args;
    const Literal& literal = *static_cast<const Literal*>(choice.what);
    const uint64_t number = choice.at++;
    if (literal.built_in == BuiltIn::REPEAT || literal.built_in == BuiltIn::ASKED) {
        poll();
        const Word* found = choice.found;
        if (found && number >= *found) return false;
        last = found && number + 1 == *found;
        unified = !found || is_instance(found, number, literal.name, args);
        return true;
    }
    const Word first = walked(args[0]), second = walked(args[1]);
    switch (literal.built_in) {
        case BuiltIn::ARG: {
            if (tag_of(second) != STR) throw Unable{"arg/3 of what is no compound term"};
            const uint64_t arity = arity_of(*place_of(second));
            if (tag_of(first) == INT) {
                const int64_t place = int_of(first);
                if (place < 0) throw Unable{"arg/3 of a negative place"};
                if (number > 0 || place < 1 || uint64_t(place) > arity) return false;
                last = true;
                unified = unify(args[2], place_of(second)[place]);
                return true;
            }
            if (tag_of(first) != REF) throw Unable{"arg/3 of what is no whole number"};
            if (number >= arity) return false;
            last = number + 1 == arity;
            unified = unify(first, int_word(int64_t(number) + 1)) && unify(args[2], place_of(second)[number + 1]);
            return true;
        }
        case BuiltIn::BETWEEN: {
            if (tag_of(first) != INT) throw Unable{"between/3 of what is no whole number"};
            const bool endless = second == atom_word(program_.inf) || second == atom_word(program_.infinite);
            if (!endless && tag_of(second) != INT) throw Unable{"between/3 of what is no whole number"};
            const int64_t low = int_of(first), high = endless ? MOST : int_of(second);
            const Word third = walked(args[2]);
            if (tag_of(third) != INT && tag_of(third) != REF) throw Unable{"between/3 of what is no whole number"};
            if (tag_of(third) == INT) {
                if (number > 0 || int_of(third) < low || int_of(third) > high) return false;
                last = true;
                unified = true;
                return true;
            }
            if (low > high || number > uint64_t(high - low)) return false;
            last = !endless && number == uint64_t(high - low);
            unified = unify(third, int_word(low + int64_t(number)));
            if (!unified) poll();
            return true;
        }
        case BuiltIn::LENGTH: {
            Vector<Word> items(meter_);
            const Word tail = items_of(first, items);
            const uint64_t known = items.size();
            if (tail != atom_word(program_.nil) && tag_of(tail) != REF) throw Unable{"length/2 of what is no list"};
            if (tag_of(second) != REF && (tag_of(second) != INT || int_of(second) < 0))
                throw Unable{"length/2 of what is no whole number"};
            if (tail == atom_word(program_.nil)) {
                if (number > 0) return false;
                last = true;
                unified = unify(second, int_word(int64_t(known)));
                return true;
            }
            if (tail == second) return false;  // no list is its own length
            uint64_t more = number;
            if (tag_of(second) == INT) {
                if (number > 0 || int_of(second) < int64_t(known)) return false;
                more = uint64_t(int_of(second)) - known;
                last = true;
            }
            poll();
            if (more > UINT32_MAX) throw std::bad_alloc();
            Word* cells = heap_.take(3 * more);
            for (uint64_t at = 0; at < more; ++at) {
                cells[3 * at] = header(program_.list, 2);
                cells[3 * at + 1] = word_of(REF, cells + 3 * at + 1);
                cells[3 * at + 2] = at + 1 < more ? word_of(STR, cells + 3 * at + 3) : atom_word(program_.nil);
            }
            unified = unify(tail, more ? word_of(STR, cells) : atom_word(program_.nil)) &&
                      unify(second, int_word(int64_t(known + more)));
            return true;
        }
        default: throw Unable{"a predicate with several answers"};
    }
}

// Keeps a copy of a term in spite of backtracking: its length, where it stood, its words.
void Machine::keep(Word term) {
    Word* const root = heap_.top;
    copied(term);
    const uint64_t size = uint64_t(heap_.top - root);
    results_.push_back(size);
    results_.push_back(reinterpret_cast<Word>(root));
    results_.insert(results_.end(), root, heap_.top);
}

void Machine::found_one(Choice& choice, Word term) {
    keep(term);
    ++choice.count;
}

// A term that was kept, on the heap again.
Word Machine::moved_here(uint64_t at) {
    const uint64_t size = results_[at], moved = results_[at + 1];
    Word* to = heap_.take(size);
    std::copy_n(results_.begin() + std::ptrdiff_t(at + 2), size, to);
    for (uint64_t place = 0; place < size; ++place) {
        const Tag tag = tag_of(to[place]);
        if (tag == REAL && to[place] == REAL)
            ++place;
        else if (tag == REF || tag == STR || tag == FLT)
            to[place] += reinterpret_cast<Word>(to) - moved;
    }
    return walked(*to);
}

Word Machine::found_all(const Choice& choice) {
    Vector<Word> items(meter_);
    items.reserve(choice.count);
    for (uint64_t at = choice.at; at < results_.size();) {
        items.push_back(moved_here(at));
        at += 2 + results_[at];
        poll();
    }
    return list_of(items.data(), items.size(), atom_word(program_.nil));
}

}  // namespace arcwise::logic
