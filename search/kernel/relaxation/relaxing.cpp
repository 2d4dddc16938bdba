#include "relaxation/relaxing.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace arcwise {

namespace {

using Ids = std::vector<int>;

// What an arc needs: facts that cells hold symbols, and groups of cells that hold the same.
struct Needs {
    std::vector<Test> tests;
    std::vector<std::vector<int>> equal;  // each begins with its first cell

    explicit Needs(const Condition& condition) : tests(condition.tests) {
        for (const Equal& pair : condition.equals) {
            const auto group = std::find_if(equal.begin(), equal.end(), [&](const auto& cells) { return cells[0] == pair.one; });
            if (group == equal.end())
                equal.push_back({pair.one, pair.other});
            else
                group->push_back(pair.other);
        }
    }
};

// What of an arc turned out to matter: whether a symbol that it sets does, and the symbols that do of those that it
// moves, by the first cell of their variable.
struct Use {
    bool noted = false, sets = false;
    std::map<int, std::vector<int>> moved;
};

// An operator whose facts have no numbers yet; it may be one use of its arc with the one before it.
struct Rule {
    int arc;
    bool joined;
    Ids needs, adds;
};

// Goes backwards from what the goal needs to what adds it, to what that needs, and so on. Facts have ids as they are met.
class Relaxing {
   public:
    Relaxing(const Theory& theory, const std::vector<int>& start, const std::vector<std::vector<int>>& values, Meter& meter)
        : theory_(theory), start_(start), values_(values), meter_(meter), uses_(theory.arcs.size()) {
        for (int number = 0; number < int(theory_.arcs.size()); ++number) {
            const Arc& arc = theory_.arcs[size_t(number)];
            needs_.emplace_back(arc.condition);
            if (!arc.primitive) continue;
            if (!arc.plain()) {
                note_units(number, arc);
                continue;
            }
            for (const Write& write : arc.writes)
                if (write.source == Write::CONSTANT)
                    setters_[id_of(write.cell, write.constant)].push_back(number);
                else
                    movers_[write.cell].emplace_back(number, write.source);
            look();
        }
        for (const Test& cell : theory_.axioms.cells) axioms_[id_of(cell.cell, cell.symbol)].push_back({});
        for (const std::vector<Axiom>& stratum : theory_.axioms.strata)
            for (const Axiom& axiom : stratum) {
                axioms_[id_of(axiom.made.cell, axiom.made.symbol)].push_back(ids_of(axiom.tests));
                look();
            }
    }

    RelaxedTask task(const Pattern& goal) {
        name_symbols(goal);
        const Ids wanted = conditions(Needs(condition_of(goal)));
        Ids met;  // in the order in which they turned out to matter
        for (Ids todo = wanted; !todo.empty();) {
            const int fact = todo.back();
            todo.pop_back();
            if (matters(fact)) continue;
            number_[size_t(fact)] = MATTERS;
            met.push_back(fact);
            look();
            ways_to(fact, [&](const Ids& needs) {
                for (int need : needs)
                    if (!matters(need)) todo.push_back(need);
            });
        }
        RelaxedTask task;
        give_numbers(std::move(met), task);
        std::vector<Rule> rules = rules_();
        std::vector<int> needing(facts_.size(), 0);
        for (const Rule& rule : rules)
            for (int need : rule.needs) ++needing[size_t(need)];
        const auto numbered = [&](Ids needs) {
            std::sort(needs.begin(), needs.end(), [&](int one, int other) {
                const int more = needing[size_t(one)] - needing[size_t(other)];
                return more != 0 ? more > 0 : number_[size_t(one)] < number_[size_t(other)];
            });
            look(needs.size());
            needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
            for (int& need : needs) need = number_[size_t(need)];
            if (needs.empty()) needs.push_back(RelaxedTask::ALWAYS);
            return needs;
        };
        for (Rule& rule : rules) {
            const bool same_use = rule.joined && !task.arcs.empty() && task.arcs.back() == rule.arc;
            for (int& added : rule.adds) added = number_[size_t(added)];
            task.add_operator(rule.arc, rule.arc == NO_ARC ? 0 : theory_.arcs[size_t(rule.arc)].cost, same_use,
                              numbered(std::move(rule.needs)), rule.adds);
            look();
        }
        task.add_operator(NO_ARC, 0, false, numbered(wanted), {RelaxedTask::GOAL});
        task.complete();
        return task;
    }

   private:
    static constexpr int UNKNOWN = -2, MATTERS = -1;

    struct Fact {
        int cell, symbol;        // cell -1 of cells that hold the same
        std::vector<int> equal;  // the cells
    };

    // What an arc does always, or by one of its conditional effects.
    struct Unit {
        Ids needs, adds;
        bool noted = false;
    };

    Ids ids_of(const std::vector<Test>& tests) {
        Ids found;
        for (const Test& test : tests) found.push_back(id_of(test.cell, test.symbol));
        return found;
    }

    void note_units(int number, const Arc& arc) {
        std::vector<Unit>& units = units_[number];
        const Ids own = ids_of(arc.condition.tests);
        units.push_back({own, {}});
        for (const Write& write : arc.writes) units.back().adds.push_back(id_of(write.cell, write.constant));
        for (const ConditionalEffect& effect : arc.conditional) {
            Ids needs = own;
            for (int need : ids_of(effect.tests)) needs.push_back(need);
            units.push_back({std::move(needs), ids_of(effect.made)});
        }
        for (int unit = 0; unit < int(units.size()); ++unit)
            for (int added : units[size_t(unit)].adds) {
                makers_[added].emplace_back(number, unit);
                look();
            }
    }

    // Looks at the clock after some work, of which `amount` is done.
    void look(size_t amount = 1) {
        work_ += amount;
        if (work_ < next_look_) return;
        next_look_ = work_ + 4096;
        meter_.look(work_);
    }

    bool matters(int fact) const { return number_[size_t(fact)] != UNKNOWN; }

    int new_fact(Fact fact) {
        look();
        facts_.push_back(std::move(fact));
        number_.push_back(UNKNOWN);
        setters_.emplace_back();
        return int(facts_.size()) - 1;
    }
    int id_of(int cell, int symbol) {
        const auto [entry, is_new] = holds_.try_emplace(uint64_t(cell) << 32 | uint32_t(symbol), int(facts_.size()));
        return is_new ? new_fact({cell, symbol, {}}) : entry->second;
    }
    int id_of(const std::vector<int>& equal) {
        const auto [entry, is_new] = equals_.try_emplace(equal, int(facts_.size()));
        return is_new ? new_fact({-1, 0, equal}) : entry->second;
    }

    // The symbols of theory, start and goal, and then those of the arcs, each once.
    void name_symbols(const Pattern& goal) {
        std::vector<bool> known(size_t(theory_.symbols), false);
        const auto name = [&](int symbol) {
            if (symbol < 0) return;
            if (symbol >= theory_.symbols) throw std::invalid_argument("a foreign symbol");
            if (!known[size_t(symbol)]) symbols_.push_back(symbol);
            known[size_t(symbol)] = true;
        };
        for (int symbol = 0; theory_.permutation && symbol < theory_.cells; ++symbol) name(symbol);
        for (int symbol : start_) name(symbol);
        for (Term term : goal) name(term);
        for (const Arc& arc : theory_.arcs) {
            if (!arc.primitive) continue;
            for (Term term : arc.before) name(term);
            for (Term term : arc.after) name(term);
        }
    }

    // What an arc needs, be it to move a symbol from a cell.
    Ids conditions(const Needs& needs, int source = -1, int symbol = 0) {
        look(needs.tests.size());
        Ids found;
        for (const Test& test : needs.tests) found.push_back(id_of(test.cell, test.symbol));
        const std::vector<int>* moved = nullptr;
        for (const std::vector<int>& cells : needs.equal)
            if (cells[0] == source)
                moved = &cells;
            else
                found.push_back(id_of(cells));
        if (moved)
            for (int cell : *moved) found.push_back(id_of(cell, symbol));
        else if (source >= 0)
            found.push_back(id_of(source, symbol));
        return found;
    }

    // What an arc sets, or where it moves a symbol from a cell.
    void added(int number, int source, int symbol, Ids& found) {
        for (const Write& write : theory_.arcs[size_t(number)].writes)
            if (source < 0 ? write.source == Write::CONSTANT : write.source == source)
                found.push_back(id_of(write.cell, source < 0 ? write.constant : symbol));
    }

    // Calls visit(needs) with what one thing or another needs that adds a fact; notes them.
    template <class Visit>
    void ways_to(int fact, Visit&& visit) {
        const Fact what = facts_[size_t(fact)];
        if (what.cell < 0) {
            for (int symbol : symbols_) {
                Ids needs;
                for (int cell : what.equal) needs.push_back(id_of(cell, symbol));
                visit(needs);
                look(needs.size());
                concluding_.push_back({NO_ARC, false, std::move(needs), {fact}});
            }
            return;
        }
        if (const auto bodies = axioms_.find(fact); bodies != axioms_.end())
            for (const Ids& body : bodies->second) {
                concluding_.push_back({NO_ARC, false, body, {fact}});
                visit(body);
                look();
            }
        if (const auto makers = makers_.find(fact); makers != makers_.end())
            for (const auto& [number, unit] : makers->second) {
                Unit& maker = units_[number][size_t(unit)];
                maker.noted = true;
                visit(maker.needs);
                look();
            }
        const Ids setters = setters_[size_t(fact)];
        for (int number : setters) {
            Use& use = uses_[size_t(number)];
            use.noted = use.sets = true;
            visit(conditions(needs_[size_t(number)]));
            look();
        }
        const auto movers = movers_.find(what.cell);
        if (movers == movers_.end()) return;
        for (const auto& [number, source] : movers->second) {
            Use& use = uses_[size_t(number)];
            use.noted = true;
            std::vector<int>& symbols = use.moved[source];
            if (std::find(symbols.begin(), symbols.end(), what.symbol) == symbols.end()) symbols.push_back(what.symbol);
            visit(conditions(needs_[size_t(number)], source, what.symbol));
            look();
        }
    }

    // First the facts of cells, cell by cell, then the others.
    void give_numbers(Ids met, RelaxedTask& task) {
        std::stable_sort(met.begin(), met.end(), [&](int one, int other) {
            const int left = facts_[size_t(one)].cell, right = facts_[size_t(other)].cell;
            return right < 0 ? left >= 0 : left >= 0 && left < right;
        });
        task.facts = RelaxedTask::GOAL + 1;
        for (int fact : met) {
            number_[size_t(fact)] = task.facts++;
            const Fact& what = facts_[size_t(fact)];
            if (what.cell < 0) continue;
            task.cells.push_back(what.cell);
            task.symbols.push_back(what.symbol);
            task.numbers.push_back(number_[size_t(fact)]);
        }
    }

    // What was noted and adds anything that matters, in the order of the arcs.
    std::vector<Rule> rules_() {
        std::vector<Rule> rules;
        const auto enter = [&](Rule rule) {
            std::erase_if(rule.adds, [&](int fact) {
                return !matters(fact) || std::find(rule.needs.begin(), rule.needs.end(), fact) != rule.needs.end();
            });
            if (!rule.adds.empty()) rules.push_back(std::move(rule));
            look();
        };
        for (int number = 0; number < int(uses_.size()); ++number) {
            if (const auto units = units_.find(number); units != units_.end()) {
                for (const Unit& unit : units->second)
                    if (unit.noted) enter({number, true, unit.needs, unit.adds});
                continue;
            }
            const Use& use = uses_[size_t(number)];
            if (!use.noted) continue;
            const Needs& needs = needs_[size_t(number)];
            std::set<int> sources;
            for (const Write& write : theory_.arcs[size_t(number)].writes)
                if (write.source != Write::CONSTANT) sources.insert(write.source);
            const bool joined = sources.size() > 1;
            bool covered = false;
            for (const auto& [source, symbols] : use.moved) {
                covered = !joined && covers(number, source, symbols);
                for (int symbol : symbols) {
                    Rule rule{number, joined, conditions(needs, source, symbol), {}};
                    added(number, source, symbol, rule.adds);
                    if (!joined) added(number, -1, 0, rule.adds);
                    enter(std::move(rule));
                }
            }
            if (use.sets && !covered) {
                Rule rule{number, joined, conditions(needs), {}};
                added(number, -1, 0, rule.adds);
                enter(std::move(rule));
            }
        }
        for (Rule& rule : concluding_) enter(std::move(rule));
        return rules;
    }

    // Whether these are all the symbols that an arc may move from a cell.
    bool covers(int number, int source, const std::vector<int>& symbols) const {
        const std::vector<int>& possible = values_.empty() ? symbols_ : values_[size_t(source)];
        const std::vector<Test>& tests = needs_[size_t(number)].tests;
        return std::all_of(possible.begin(), possible.end(), [&](int symbol) {
            const bool elsewhere = theory_.permutation && std::any_of(tests.begin(), tests.end(),
                                                                      [&](const Test& test) { return test.symbol == symbol; });
            return elsewhere || std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
        });
    }

    const Theory& theory_;
    const std::vector<int>& start_;
    const std::vector<std::vector<int>>& values_;
    Meter& meter_;
    uint64_t work_ = 0, next_look_ = 0;
    std::vector<Needs> needs_;  // by arc
    std::vector<Use> uses_;     // by arc
    std::vector<int> symbols_;
    std::unordered_map<uint64_t, int> holds_;
    std::map<std::vector<int>, int> equals_;
    std::vector<Fact> facts_;     // by id, as the next two
    std::vector<int> number_;     // in the task; or UNKNOWN, or MATTERS until it has one
    std::vector<Ids> setters_;    // arcs
    std::unordered_map<int, std::vector<std::pair<int, int>>> movers_;  // by cell: arcs, and where from
    std::unordered_map<int, std::vector<Unit>> units_;                    // of arcs that are not plain
    std::unordered_map<int, std::vector<std::pair<int, int>>> makers_;  // by fact: arcs, and their units
    std::unordered_map<int, std::vector<Ids>> axioms_;                    // by fact: what makes it true
    std::vector<Rule> concluding_;
};

}  // namespace

RelaxedTask relaxed_task(const Theory& theory, const Pattern& goal, const std::vector<int>& start,
                         const std::vector<std::vector<int>>& values, Meter& meter) {
    if (int(goal.size()) != theory.cells || !(values.empty() || int(values.size()) == theory.cells))
        throw std::invalid_argument("a goal or values for another board");
    return Relaxing(theory, start, values, meter).task(goal);
}

}  // namespace arcwise
