#include "climb/climb.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace arcwise {

namespace {

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(why); }

// Everything kept for one climb: the state, what has been worked out about schemas, and what was counted.
class Ascent {
   public:
    Ascent(const ClimbTask& task, const ClimbRequest& request)
        : task_(task),
          meter_(request.limits, request.tick),
          state_(request.start),
          where_(state_.size()),
          margin_of_row_(margins_along(task.rows, task.reach.down, rows_)),
          margin_of_column_(margins_along(task.columns, task.reach.right, columns_)),
          ends_(rows_.size() * columns_.size()),
          kept_(offsets()) {
        if (int(state_.size()) != task.cells()) refuse("a start that does not fit the board");
        std::vector<bool> seen(state_.size());
        for (size_t cell = 0; cell < state_.size(); ++cell) {
            uint16_t symbol = state_[cell];
            if (symbol >= seen.size() || seen[symbol]) refuse("a start that does not hold each symbol once");
            seen[symbol] = true;
            where_[symbol] = uint16_t(cell);
        }
        size_t most = 0;
        for (const BlankSchema& schema : task.schemas) most = std::max(most, schema.writes.size());
        moving_.resize(most);
        climbed_.matched.resize(task.schemas.size());
        climbed_.applied.resize(task.schemas.size());
    }

    Climbed run(const Tick& tick) {
        hold_to_limits(climbed_, meter_, [&] { return climb(tick); });
        count_tried();
        climbed_.counters.expanded = meter_.expanded();
        climbed_.counters.generated = climbed_.numbers.size();
        climbed_.counters.evaluated = climbed_.numbers.size() + 1;
        climbed_.counters.operator_applications = moves_;
        climbed_.state = std::move(state_);
        return std::move(climbed_);
    }

   private:
    // A schema that leads to a better state, and by how much nearer the blank then is to the next symbol.
    struct Useful {
        uint16_t schema;
        int nearer;
    };
    using List = std::vector<Useful>;

    Status climb(const Tick& tick) {
        meter_.hold(int64_t(state_.size() * 2 * sizeof(uint16_t) + offsets() * sizeof(kept_[0])));
        place();
        // A climb is often over before the meter ticks for the first time, and the user is told of each.
        if (placed_ < task_.order.size() && tick && tick(0)) throw Stopped{Limit::INTERRUPT};
        while (placed_ < task_.order.size()) {
            meter_.count_expansion();
            if (!step()) return Status::INCOMPLETE;
            place();
        }
        return Status::SOLVED;
    }

    // How many cells lie before and after a row or column, as far as any schema asks for them.
    using Margin = std::array<int, 2>;

    static std::vector<uint32_t> margins_along(int lines, int reach, std::vector<Margin>& margins) {
        std::map<Margin, uint32_t> numbers;
        std::vector<uint32_t> of_line;
        for (int line = 0; line < lines; ++line) {
            Margin margin{std::min(line, reach), std::min(lines - 1 - line, reach)};
            auto [found, made] = numbers.try_emplace(margin, uint32_t(margins.size()));
            if (made) margins.push_back(margin);
            of_line.push_back(found->second);
        }
        return of_line;
    }

    void place() {
        while (placed_ < task_.order.size() && state_[task_.order[placed_]] == task_.order[placed_]) ++placed_;
    }

    Offset at(int cell) const { return {task_.spots[size_t(cell)].row, task_.spots[size_t(cell)].column}; }

    int width() const { return 2 * task_.reach.right + 3; }
    size_t offsets() const { return size_t(2 * task_.reach.down + 3) * size_t(width()); }

    // Beyond `reach` it is all the same how far something is: no window shows it, and whether a move leads nearer to it
    // depends on its direction only.
    Offset clamped(Offset way) const {
        Offset most = task_.reach + Offset{1, 1};
        return {std::clamp(way.down, -most.down, most.down), std::clamp(way.right, -most.right, most.right)};
    }

    size_t index_of(Offset way) const {
        way = way + task_.reach + Offset{1, 1};
        return size_t(way.down * width() + way.right);
    }

    // The schemas that lead to a better state, wherever they fit, for the way from the blank to the next symbol and
    // for that symbol's own way.
    const List& useful(Offset focus, Offset left) {
        focus = clamped(focus), left = clamped(left);
        bool shown = std::abs(focus.down) <= task_.reach.down && std::abs(focus.right) <= task_.reach.right;
        std::vector<Known>& lists = kept_[index_of(focus)];
        if (lists.empty()) {
            size_t size = shown ? offsets() : 1;
            meter_.hold(int64_t(size * sizeof(Known)));
            lists.resize(size);
        }
        Known& known = lists[shown ? index_of(left) : 0];
        if (!known.made) {
            known.list = list_useful(focus, left);
            known.made = true;
            meter_.hold(int64_t(known.list.capacity() * sizeof(Useful)));
        }
        return known.list;
    }

    List list_useful(Offset focus, Offset left) const {
        List list;
        for (size_t number = 0; number < task_.schemas.size(); ++number) {
            const BlankSchema& schema = task_.schemas[number];
            Offset moved = schema.end_of(focus), end = schema.end_of({});
            int farther = length_of(left - (moved - focus)) - length_of(left);
            int nearer = length_of(moved - end) - length_of(focus);
            if (farther < 0 || (farther == 0 && task_.approached && nearer < 0))
                list.push_back({uint16_t(number), nearer});
        }
        return list;
    }

    // Makes the step that climbing makes; false where there is none.
    bool step() {
        int target = task_.order[placed_], blank = where_[size_t(task_.blank)];
        Offset from = at(blank), focus = at(where_[size_t(target)]) - from;
        const List& list = useful(focus, at(target) - from - focus);
        std::vector<uint64_t>& ends = ends_[margin_at(from)];
        if (ends.empty()) {
            meter_.hold(int64_t((task_.schemas.size() + 1) * sizeof(uint64_t)));
            ends.resize(task_.schemas.size() + 1);
        }
        reserve();
        const Useful* chosen = nullptr;
        double lowest = 0;
        for (const Useful& way : list) {
            const BlankSchema& schema = task_.schemas[way.schema];
            if (!fits(schema, from) || !spares_placed(schema, blank) || !matches(schema, blank)) continue;
            ++climbed_.matched[way.schema];
            if (!task_.best) {
                chosen = &way;
                break;
            }
            double score = score_of(schema, from, blank, target, length_of(focus) + way.nearer);
            if (!chosen || score < lowest) chosen = &way, lowest = score;
        }
        ++ends[chosen && !task_.best ? chosen->schema : task_.schemas.size()];
        if (chosen) make(chosen->schema, blank);
        return chosen != nullptr;
    }

    size_t margin_at(Offset cell) const {
        return margin_of_row_[size_t(cell.down)] * columns_.size() + margin_of_column_[size_t(cell.right)];
    }

    bool fits(const BlankSchema& schema, Offset blank) const {
        return blank.down >= schema.up && blank.down + schema.down < task_.rows && blank.right >= schema.left &&
               blank.right + schema.right < task_.columns;
    }

    bool spares_placed(const BlankSchema& schema, int blank) const {
        for (const BlankSchema::Write& write : schema.writes)
            if (task_.rank[size_t(blank + write.cell)] < placed_) return false;
        return true;
    }

    bool matches(const BlankSchema& schema, int blank) const {
        for (const BlankSchema::Test& test : schema.tests)
            if (state_[size_t(blank + test.cell)] != test.symbol) return false;
        for (const BlankSchema::Equal& equal : schema.equals)
            if (state_[size_t(blank + equal.one)] != state_[size_t(blank + equal.other)]) return false;
        return true;
    }

    // The weights are multiplied beforehand, so that no compiler fuses a product with a sum and rounds otherwise than
    // Python does.
    double score_of(const BlankSchema& schema, Offset from, int blank, int target, int approach) const {
        double score = schema.cost;
        for (const BlankSchema::Write& write : schema.writes) {
            int symbol = state_[size_t(blank + write.source)];
            if (symbol == task_.blank && symbol != target) continue;
            Offset home = at(symbol) - from;
            size_t change = size_t(length_of(write.to - home) - length_of(write.from - home) + task_.stretch());
            score += (symbol == target ? task_.carry : task_.drift)[change];
        }
        return task_.approached ? score + approach : score;
    }

    void make(uint16_t number, int blank) {
        const BlankSchema& schema = task_.schemas[number];
        size_t count = schema.writes.size();
        for (size_t write = 0; write < count; ++write)
            moving_[write] = state_[size_t(blank + schema.writes[write].source)];
        for (size_t write = 0; write < count; ++write) {
            int cell = blank + schema.writes[write].cell;
            state_[size_t(cell)] = moving_[write];
            where_[moving_[write]] = uint16_t(cell);
        }
        climbed_.numbers.push_back(number);
        climbed_.places.push_back(uint16_t(blank + schema.corner));
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

    // Of the schemas that fit where the blank stood, those up to the one that was used were tried.
    void count_tried() {
        climbed_.tried.resize(task_.schemas.size());
        for (size_t margin = 0; margin < ends_.size(); ++margin) {
            if (ends_[margin].empty()) continue;
            auto [up, down] = rows_[margin / columns_.size()];
            auto [left, right] = columns_[margin % columns_.size()];
            uint64_t later = ends_[margin].back();
            for (size_t number = task_.schemas.size(); number-- > 0;) {
                const BlankSchema& schema = task_.schemas[number];
                later += ends_[margin][number];
                if (schema.up <= up && schema.down <= down && schema.left <= left && schema.right <= right)
                    climbed_.tried[number] += later;
            }
        }
    }

    struct Known {
        bool made = false;
        List list;
    };

    const ClimbTask& task_;
    Meter meter_;
    std::vector<uint16_t> state_, where_;
    std::vector<Margin> rows_, columns_;
    std::vector<uint32_t> margin_of_row_, margin_of_column_;
    // For every margin that the blank had, how often each schema was used from there; the last: how often all were tried.
    std::vector<std::vector<uint64_t>> ends_;
    std::vector<std::vector<Known>> kept_;
    std::vector<uint16_t> moving_;
    size_t placed_ = 0;
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
    : rows(rows), columns(columns), blank(blank), approached(approached), best(best) {
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
    for (int cell = 0; cell < cells(); ++cell) spots.push_back({uint16_t(cell / columns), uint16_t(cell % columns)});
    for (const WindowSchema& schema : window_schemas) {
        schemas.emplace_back(schema, blank, columns);
        // One that is larger than the board fits nowhere, and nobody asks how far it reaches.
        if (schema.rows > rows || schema.columns > columns) continue;
        reach = {std::max(reach.down, schema.rows - 1), std::max(reach.right, schema.columns - 1)};
    }
    for (int change = -stretch(); change <= stretch(); ++change) {
        carry.push_back(weights.carry * change);
        drift.push_back(weights.drift * change);
    }
}

Climbed climb(const ClimbTask& task, const ClimbRequest& request) { return Ascent(task, request).run(request.tick); }

}  // namespace arcwise
