#include "batch/redundancy.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace arcwise {

namespace {

struct Word {
    std::vector<int> arcs;
    double cost;
    Pattern before, after;  // the sequence as one arc
};

// Variables as sets of equals with perhaps a constant: what unification of flat patterns needs.
class Bindings {
   public:
    explicit Bindings(int variables) : parent_(variables), symbol_(variables, -1) {
        for (int variable = 0; variable < variables; ++variable) parent_[variable] = variable;
    }
    bool unify(Term one, Term other) {
        one = value(one);
        other = value(other);
        if (one == other) return true;
        if (one >= 0 && other >= 0) return false;
        if (one >= 0) std::swap(one, other);
        if (other >= 0)
            symbol_[-1 - one] = other;
        else
            parent_[-1 - one] = -1 - other;
        return true;
    }
    Term value(Term term) {
        if (term >= 0) return term;
        int variable = -1 - term;
        while (parent_[variable] != variable) variable = parent_[variable] = parent_[parent_[variable]];
        return symbol_[variable] >= 0 ? symbol_[variable] : -1 - variable;
    }

   private:
    std::vector<int> parent_, symbol_;
};

int variables_in(const Pattern& pattern) {
    int least = 0;
    for (Term term : pattern) least = std::min(least, term);
    return -least;
}

// Variables renumbered by first occurrence, so that equal rules have equal patterns.
void make_canonical(Pattern& before, Pattern& after) {
    std::vector<int> names(size_t(std::max(variables_in(before), variables_in(after))), 0);
    int count = 0;
    for (Pattern* pattern : {&before, &after}) {
        for (Term& term : *pattern) {
            if (term >= 0) continue;
            int& name = names[size_t(-1 - term)];
            if (name == 0) name = ++count;
            term = -name;
        }
    }
}

bool repeats_a_symbol(const Pattern& pattern) {
    for (size_t cell = 0; cell < pattern.size(); ++cell)
        if (std::find(pattern.begin(), pattern.begin() + long(cell), pattern[cell]) != pattern.begin() + long(cell))
            return true;
    return false;
}

// `arc` has its patterns of all cells.
bool append(const Word& word, const Word& arc, int number, bool permutation, Word& longer) {
    int own = std::max(variables_in(word.before), variables_in(word.after));
    auto apart = [&](Term term) { return term >= 0 ? term : term - own; };
    Bindings bindings(own + std::max(variables_in(arc.before), variables_in(arc.after)));
    for (size_t cell = 0; cell < word.after.size(); ++cell)
        if (!bindings.unify(word.after[cell], apart(arc.before[cell]))) return false;
    longer.before = word.before;
    longer.after = arc.after;
    for (Term& term : longer.before) term = bindings.value(term);
    for (Term& term : longer.after) term = bindings.value(apart(term));
    if (permutation && repeats_a_symbol(longer.before)) return false;
    make_canonical(longer.before, longer.after);
    longer.arcs = word.arcs;
    longer.arcs.push_back(number);
    longer.cost = word.cost + arc.cost;
    return true;
}

std::string key_of(const Word& word) {
    std::string key;
    for (const Pattern* pattern : {&word.before, &word.after})
        for (Term term : *pattern) {
            key += char(term & 0xFF);
            key += char((term >> 8) & 0xFF);
        }
    return key;
}

bool precedes(const Word& one, const Word& other) {
    return std::tuple(one.cost, one.arcs.size(), one.arcs) < std::tuple(other.cost, other.arcs.size(), other.arcs);
}

// The redundant sequences of up to `length` arcs that contain no shorter one.
std::vector<std::vector<int>> redundant(const Theory& theory, int length, size_t most, int& reached) {
    std::vector<std::vector<int>> found;
    std::unordered_map<std::string, Word> known;
    std::vector<Word> layer;
    Pattern anything;
    for (int cell = 0; cell < theory.cells; ++cell) anything.push_back(-1 - cell);
    Word empty{{}, 0, anything, anything};
    std::vector<Word> arcs;
    for (const Arc& arc : theory.arcs)
        arcs.push_back({{}, arc.cost, arc.whole_before(theory.cells), arc.whole_after(theory.cells)});
    size_t words = 0;
    std::vector<Word> parents{empty};
    for (reached = 1; reached <= length; ++reached) {
        layer.clear();
        for (const Word& parent : parents) {
            for (const Candidate& candidate : theory.after(parent.arcs.empty() ? NO_ARC : parent.arcs.back())) {
                const int number = candidate.arc;
                Word word;
                if (!append(parent, arcs[size_t(number)], number, theory.permutation, word)) continue;
                if (++words > most) return --reached, found;
                if (word.before == word.after) {
                    found.push_back(word.arcs);
                    continue;
                }
                auto [entry, is_new] = known.try_emplace(key_of(word), word);
                if (!is_new) {
                    Word& other = entry->second;
                    if (!precedes(word, other)) {
                        found.push_back(word.arcs);
                        continue;
                    }
                    found.push_back(other.arcs);
                    other = word;
                }
                layer.push_back(std::move(word));
            }
        }
        parents.swap(layer);
    }
    --reached;
    return found;
}

// Sequences as a trie; a node stands for the longest end of the path so far that begins a redundant sequence.
struct Trie {
    struct Node {
        std::map<int, int> next;
        bool forbidden = false;
        int fail = 0;
        int last = NO_ARC;
    };
    std::vector<Node> nodes{1};

    int add(const std::vector<int>& arcs) {
        int at = 0;
        for (int arc : arcs) {
            auto [entry, is_new] = nodes[at].next.try_emplace(arc, int(nodes.size()));
            int child = entry->second;
            if (is_new) {
                nodes.emplace_back();
                nodes[child].last = arc;
            }
            at = child;
        }
        return at;
    }
    int step(int at, int arc) const {
        for (;; at = nodes[at].fail) {
            auto found = nodes[at].next.find(arc);
            if (found != nodes[at].next.end()) return found->second;
            if (at == 0) return 0;
        }
    }
    void link() {
        std::vector<int> queue{0};
        for (size_t head = 0; head < queue.size(); ++head) {
            int at = queue[head];
            for (auto [arc, child] : nodes[at].next) {
                nodes[child].fail = at == 0 ? 0 : step(nodes[at].fail, arc);
                nodes[child].forbidden = nodes[child].forbidden || nodes[nodes[child].fail].forbidden;
                queue.push_back(child);
            }
        }
    }
};

bool may_match(const Arc& last, const std::vector<Pattern>& goals) {
    return std::any_of(goals.begin(), goals.end(), [&](const Pattern& goal) {
        for (size_t place = 0; place < last.cells.size(); ++place) {
            const Term made = last.after[place], wanted = goal[size_t(last.cells[place])];
            if (made >= 0 && wanted >= 0 && made != wanted) return false;
        }
        return true;
    });
}

// Contexts that allow the same from here on become one (Moore's minimisation).
void merge_equals(Automaton& automaton) {
    size_t count = automaton.contexts.size();
    std::vector<int> group(count, 0);
    for (size_t context = 0; context < count; ++context) group[context] = automaton.may_be_goal[context];
    group[0] = 2;
    for (size_t groups = 0;;) {
        std::map<std::vector<int>, int> names;
        std::vector<int> next_group(count);
        for (size_t context = 0; context < count; ++context) {
            std::vector<int> signature{group[context]};
            for (const auto& next : automaton.contexts[context]) {
                signature.insert(signature.end(), {next.arc, group[next.context], int(next.rest.tests.size()),
                                                   int(next.rest.equals.size())});
                for (const Test& test : next.rest.tests) signature.push_back(test.cell * 256 + test.symbol);
                for (const Equal& equal : next.rest.equals) signature.push_back(equal.one * 256 + equal.other);
            }
            next_group[context] = names.try_emplace(signature, int(names.size())).first->second;
        }
        group = next_group;
        if (names.size() == groups) break;
        groups = names.size();
    }
    Automaton merged = automaton;
    size_t groups = size_t(*std::max_element(group.begin(), group.end())) + 1;
    merged.contexts.assign(groups, {});
    merged.may_be_goal.assign(groups, false);
    std::vector<bool> done(groups, false);
    for (size_t context = 0; context < count; ++context) {
        size_t target = size_t(group[context]);
        if (done[target]) continue;
        done[target] = true;
        merged.may_be_goal[target] = automaton.may_be_goal[context];
        for (auto next : automaton.contexts[context]) {
            next.context = group[next.context];
            merged.contexts[target].push_back(next);
        }
    }
    automaton = merged;
}

}  // namespace

Automaton prune(const Theory& theory, const std::vector<Pattern>& goals, int length, int most) {
    Automaton automaton;
    Trie trie;
    for (int arc = 0; arc < int(theory.arcs.size()); ++arc) trie.add({arc});
    for (const auto& arcs : redundant(theory, length, size_t(most), automaton.length)) {
        // A single arc may be redundant too: one that changes nothing, or the dearer of two that are alike.
        trie.nodes[trie.add(arcs)].forbidden = true;
        ++automaton.forbidden;
    }
    trie.link();
    std::vector<int> number(trie.nodes.size(), -1);
    for (size_t node = 0, count = 0; node < trie.nodes.size(); ++node)
        if (!trie.nodes[node].forbidden) number[node] = int(count++);
    for (size_t node = 0; node < trie.nodes.size(); ++node) {
        if (trie.nodes[node].forbidden) continue;
        int last = trie.nodes[node].last;
        std::vector<Automaton::Next> nexts;
        for (const Candidate& candidate : theory.after(last)) {
            int to = trie.step(int(node), candidate.arc);
            if (!trie.nodes[to].forbidden) nexts.push_back({candidate.arc, number[to], candidate.rest});
        }
        automaton.contexts.push_back(std::move(nexts));
        automaton.may_be_goal.push_back(last == NO_ARC || may_match(theory.arcs[size_t(last)], goals));
    }
    merge_equals(automaton);
    return automaton;
}

}  // namespace arcwise
