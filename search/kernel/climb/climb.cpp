#include "climb/climb.hpp"

#include <algorithm>

#include "climb/steps.hpp"

namespace arcwise {

namespace {

// Everything kept for one climb: the state, what has been worked out about schemas, and what was counted.
class Ascent {
   public:
    Ascent(const ClimbTask& task, const ClimbRequest& request)
        : task_(task),
          meter_(request.limits, request.tick),
          standing_(task, request.start),
          steps_(task, meter_) {
        climbed_.tried.resize(task.schemas.size());
        climbed_.matched.resize(task.schemas.size());
        climbed_.applied.resize(task.schemas.size());
    }

    Climbed run(const Tick& tick) {
        hold_to_limits(climbed_, meter_, [&] { return climb(tick); });
        climbed_.counters.expanded = meter_.expanded();
        climbed_.counters.generated = climbed_.numbers.size();
        climbed_.counters.evaluated = climbed_.numbers.size() + 1;
        climbed_.counters.operator_applications = moves_;
        climbed_.state = std::move(standing_.cells);
        return std::move(climbed_);
    }

   private:
    Status climb(const Tick& tick) {
        meter_.hold(int64_t(standing_.cells.size() * 2 * sizeof(uint16_t) + steps_.bytes()));
        // A climb is often over before the meter ticks for the first time, and the user is told of each.
        if (!standing_.arrived(task_) && tick && tick(0)) throw Stopped{Limit::INTERRUPT};
        while (!standing_.arrived(task_)) {
            meter_.count_expansion(moves_);
            if (!step()) return Status::INCOMPLETE;
            standing_.place(task_);
        }
        return Status::SOLVED;
    }

    // Makes the step that climbing makes; false where there is none.
    bool step() {
        reserve();
        bool found = false;
        uint16_t chosen = 0;
        double lowest = 0;
        auto before = [&](double score, uint16_t number) {
            return !found || score < lowest || (score == lowest && number < chosen);
        };
        steps_.each_of(
            task_.best, standing_,
            [&](const Steps::Useful& way, double promised) {
                if (!before(promised, way.schema)) return false;
                ++climbed_.tried[way.schema];
                return true;
            },
            [&](const BlankSchema& schema, const Steps::Useful& way) {
                ++climbed_.matched[way.schema];
                double score = task_.best ? steps_.score_of(schema, way, standing_) : 0;
                if (before(score, way.schema)) found = true, chosen = way.schema, lowest = score;
                return !task_.best;
            });
        if (found) make(chosen);
        return found;
    }

    void make(uint16_t number) {
        const BlankSchema& schema = task_.schemas[number];
        climbed_.numbers.push_back(number);
        climbed_.places.push_back(uint16_t(steps_.blank_of(standing_) + schema.corner));
        steps_.make(schema, standing_);
        ++climbed_.applied[number];
        moves_ += uint64_t(schema.length);
    }

    // Margin for one more step, so that a step is made in full or not at all.
    void reserve() {
        for (std::vector<uint16_t>* steps : {&climbed_.numbers, &climbed_.places}) {
            if (steps->size() < steps->capacity()) continue;
            size_t more = std::max(size_t(1024), steps->size());
            meter_.hold(int64_t(more * sizeof(uint16_t)));
            steps->reserve(steps->size() + more);
        }
    }

    const ClimbTask& task_;
    Meter meter_;
    Standing standing_;
    Steps steps_;
    uint64_t moves_ = 0;
    Climbed climbed_;
};

}  // namespace

BlankSchema::BlankSchema(const WindowSchema& schema, int blank, int board_columns)
    : cost(schema.cost), length(schema.length) {
    const Pattern &before = schema.before, &after = schema.after;
    if (schema.rows < 1 || schema.columns < 1 || before.size() != size_t(schema.rows) * size_t(schema.columns) ||
        after.size() != before.size())
        refuse("a schema that does not fit its window");
    if (std::count(before.begin(), before.end(), blank) != 1) refuse("a schema that does not hold the blank once");
    auto place_of = [&](size_t cell) { return Offset{int(cell) / schema.columns, int(cell) % schema.columns}; };
    if (!std::is_permutation(before.begin(), before.end(), after.begin()))
        refuse("a schema that does not rearrange symbols");
    auto find = [](const Pattern& pattern, Term term) {
        return size_t(std::find(pattern.begin(), pattern.end(), term) - pattern.begin());
    };
    Offset anchor = place_of(find(before, blank));
    up = anchor.down, left = anchor.right;
    down = schema.rows - 1 - up, right = schema.columns - 1 - left;
    Pattern sorted = before;
    std::sort(sorted.begin(), sorted.end());
    repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    auto offset = [&](size_t cell) { return place_of(cell) - anchor; };
    auto number = [&](Offset way) { return way.down * board_columns + way.right; };
    corner = number(offset(0));
    for (size_t cell = 0; cell < before.size(); ++cell) {
        int here = number(offset(cell));
        size_t first = find(before, before[cell]);
        if (before[cell] >= 0 && before[cell] != blank)
            tests.push_back({here, before[cell]});
        else if (first != cell)
            equals.push_back({number(offset(first)), here});
        if (after[cell] != before[cell]) {
            Offset from = offset(find(before, after[cell]));
            writes.push_back({here, number(from), offset(cell), from});
        }
        if (size_t end = find(after, before[cell]); end != cell) journeys.push_back({offset(cell), offset(end)});
    }
}

Offset BlankSchema::end_of(Offset cell) const {
    for (const Journey& journey : journeys)
        if (journey.from == cell) return journey.to;
    return cell;
}

ClimbTask::ClimbTask(int rows, int columns, int blank, std::vector<int> cells_in_order, bool approached, bool best, Weights weights,
           const std::vector<WindowSchema>& window_schemas)
    : rows(rows), columns(columns), blank(blank), approached(approached), best(best), carry(weights.carry),
      hope(weights.hope),
      drift(std::move(weights.drift)) {
    if (rows < 1 || columns < 1 || rows > MOST_CELLS / columns) refuse("a board of a bad size");
    if (blank < 0 || blank >= cells()) refuse("a blank that the goal lacks");
    if (window_schemas.size() > size_t(MOST_SCHEMAS)) refuse("too many schemas");
    std::vector<bool> seen(size_t(cells()), false);
    // Only where a cell is left out is this rank used, and then it is small enough.
    rank.assign(size_t(cells()), uint16_t(cells_in_order.size()));
    for (int cell : cells_in_order) {
        if (cell < 0 || cell >= cells() || seen[size_t(cell)]) refuse("an order that is not one of the board's cells");
        seen[size_t(cell)] = true;
        rank[size_t(cell)] = uint16_t(order.size());
        order.push_back(uint16_t(cell));
    }
    if (drift.size() <= order.size()) refuse("weights of too few symbols");
    for (int cell = 0; cell < cells(); ++cell) spots.push_back({uint16_t(cell / columns), uint16_t(cell % columns)});
    for (const WindowSchema& schema : window_schemas) {
        schemas.emplace_back(schema, blank, columns);
        // One that is larger than the board fits nowhere, and nobody asks how far it reaches.
        if (schema.rows > rows || schema.columns > columns) continue;
        reach = {std::max(reach.down, schema.rows - 1), std::max(reach.right, schema.columns - 1)};
    }
}

Climbed climb(const ClimbTask& task, const ClimbRequest& request) { return Ascent(task, request).run(request.tick); }

}  // namespace arcwise
