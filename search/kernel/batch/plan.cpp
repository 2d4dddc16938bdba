#include "batch/plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace arcwise {

namespace {

int whole(double value, const char* what) {
    if (value != std::floor(value) || std::abs(value) > 1e6) throw std::invalid_argument(what);
    return int(value);
}

// Costs and values in units of one over a denominator, which Python chose so that all are whole numbers.
double scaled(double value, double denominator) { return denominator == 1 ? value : std::rint(value * denominator); }

int cost_of(const Arc& arc, double denominator) {
    return whole(scaled(arc.cost, denominator), "a cost is not a whole number");
}

// How much f grows when an arc is used, by the symbols of the cells that it reads.
void set_growth(BatchStep& step, const Theory& theory, const std::vector<double>& table, int cost) {
    const Arc& arc = theory.arcs[size_t(step.arc)];
    const int symbols = theory.symbols;
    const Pattern before = arc.whole_before(theory.cells);
    auto value = [&](int cell, int symbol) {
        return table.empty() ? 0 : whole(table[size_t(cell * symbols + symbol)], "h is not a whole number");
    };
    int constant = cost;
    std::map<int, std::vector<int>> by_cell;
    auto account = [&](int cell, auto&& change) {
        const Term term = before[size_t(cell)];
        if (term >= 0) {
            constant += change(term);
            return;
        }
        auto& values = by_cell.try_emplace(cell, std::vector<int>(size_t(symbols), 0)).first->second;
        for (int symbol = 0; symbol < symbols; ++symbol) values[size_t(symbol)] += change(symbol);
    };
    for (const Write& write : arc.writes) {
        account(write.cell, [&](int symbol) { return -value(write.cell, symbol); });
        if (write.source == Write::CONSTANT)
            constant += value(write.cell, write.constant);
        else
            account(write.source, [&](int symbol) { return value(write.cell, symbol); });
    }
    // In a permutation a symbol that the arc requires in one cell is in no other.
    std::vector<int> readable;
    for (int symbol = 0; symbol < symbols; ++symbol)
        if (!theory.permutation || std::find(before.begin(), before.end(), symbol) == before.end())
            readable.push_back(symbol);
    std::vector<int> growths{constant};
    for (auto& [cell, values] : by_cell) {
        bool matters = std::any_of(values.begin(), values.end(), [](int change) { return change != 0; });
        if (!matters) continue;
        step.cell[step.reads] = uint8_t(cell);
        for (int symbol = 0; symbol < Nibbles::MAX_SYMBOLS; ++symbol)
            step.growth[step.reads][symbol] = symbol < symbols ? uint8_t(values[size_t(symbol)]) : 0;
        ++step.reads;
        std::vector<int> longer;
        for (int sum : growths)
            for (int symbol : readable) longer.push_back(sum + values[size_t(symbol)]);
        std::sort(longer.begin(), longer.end());
        longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
        growths = longer;
    }
    if (growths.back() - growths.front() > 255) throw std::invalid_argument("h changes by more than 255 along an arc");
    for (int growth : growths) step.sums.push_back(uint8_t(growth - constant));
    step.growth_of_sum = growths;
}

// The values of a sum over cells, scaled, by cell and symbol; none for zero.
std::vector<double> table_of(const Theory& theory, const Heuristic& heuristic, double denominator) {
    if (dynamic_cast<const Zero*>(&heuristic)) return {};
    auto* sum = dynamic_cast<const CellSum*>(&heuristic);
    if (!sum || dynamic_cast<const LinearConflict*>(sum))
        throw std::invalid_argument("batches take heuristics that are sums over cells");
    std::vector<double> table(size_t(theory.cells) * size_t(theory.symbols));
    for (size_t place = 0; place < sum->cells.size(); ++place)
        std::copy_n(sum->table.begin() + long(place) * theory.symbols, theory.symbols,
                    table.begin() + long(sum->cells[place]) * theory.symbols);
    for (double& value : table) value = scaled(value, denominator);
    return table;
}

Plan make_plan(const Theory& theory, const std::vector<Pattern>& goals, std::vector<double> table, double denominator,
               int longest) {
    const Automaton automaton = prune(theory, goals, longest);
    Plan plan;
    plan.goals = goals;
    plan.table = std::move(table);
    plan.denominator = denominator;
    for (const Arc& arc : theory.arcs) plan.unit = std::gcd(plan.unit, cost_of(arc, denominator));
    plan.unit = std::max(plan.unit, 1);
    plan.longest = longest;
    plan.pruning = {automaton.forbidden, automaton.length, int(automaton.contexts.size())};
    plan.may_be_goal = automaton.may_be_goal;
    for (const Pattern& goal : goals) plan.is_one_of.emplace_back(condition_of(goal));
    plan.origin = Origin(theory.cells);
    std::vector<std::optional<BatchStep>> ready(theory.arcs.size());
    for (const auto& nexts : automaton.contexts) {
        std::vector<BatchStep> steps;
        steps.reserve(nexts.size());
        for (const auto& next : nexts) {
            std::optional<BatchStep>& known = ready[size_t(next.arc)];
            if (!known) {
                known.emplace(theory, next.arc);
                set_growth(*known, theory, plan.table, cost_of(theory.arcs[size_t(next.arc)], denominator));
            }
            steps.push_back(known->in(next.context, next.rest));
        }
        plan.steps.push_back(std::move(steps));
    }
    return plan;
}

}  // namespace

std::shared_ptr<const Plan> Plan::of(const Theory& theory, const Request& request, int longest) {
    if (theory.cells > Nibbles::MAX_CELLS || theory.symbols > Nibbles::MAX_SYMBOLS)
        throw std::invalid_argument("batches hold 16 cells and 16 symbols at most");
    const double denominator = request.evaluation.denominator;
    for (const Arc& arc : theory.arcs)
        if (scaled(arc.cost, denominator) <= 0)
            throw std::invalid_argument("batches need every arc to cost something, or a search might never end");
    std::vector<double> table = table_of(theory, *request.heuristic, denominator);
    struct First {
        std::shared_ptr<const Plan> plan;
    };
    const auto make = [&] {
        return std::make_shared<const Plan>(make_plan(theory, request.goals, table, denominator, longest));
    };
    const auto& first = theory.kept<First>([&] { return std::make_shared<First>(First{make()}); }).plan;
    const bool same = first->longest == longest && first->goals == request.goals && first->table == table &&
                      first->denominator == denominator;
    return same ? first : make();
}

int Plan::h(const Theory& theory, const State& start) const {
    int h = 0;
    for (int cell = 0; cell < theory.cells && !table.empty(); ++cell)
        h += whole(table[size_t(cell * theory.symbols + start[size_t(cell)])], "h is not a whole number");
    return h;
}

}  // namespace arcwise
