#include "climb/steps.hpp"

#include <stdexcept>
#include <utility>

namespace arcwise {

Standing::Standing(const ClimbTask& task, std::vector<uint16_t> in_cells)
    : cells(std::move(in_cells)), where(cells.size()) {
    if (int(cells.size()) != task.cells()) throw std::invalid_argument("a start that does not fit the board");
    std::vector<bool> seen(cells.size());
    for (size_t cell = 0; cell < cells.size(); ++cell) {
        uint16_t symbol = cells[cell];
        if (symbol >= seen.size() || seen[symbol])
            throw std::invalid_argument("a start that does not hold each symbol once");
        seen[symbol] = true;
        where[symbol] = uint16_t(cell);
    }
    place(task);
}

Steps::Steps(const ClimbTask& task, Meter& meter) : task_(task), meter_(meter), kept_(offsets()) {
    size_t most = 0;
    for (const BlankSchema& schema : task.schemas) most = std::max(most, schema.writes.size());
    moving_.resize(most);
}

// Beyond `reach` it is all the same how far something is: no window shows it, and whether a move leads nearer to it
// depends on its direction only.
Offset Steps::clamped(Offset way) const {
    Offset most = task_.reach + Offset{1, 1};
    return {std::clamp(way.down, -most.down, most.down), std::clamp(way.right, -most.right, most.right)};
}

size_t Steps::index_of(Offset way) const {
    way = way + task_.reach + Offset{1, 1};
    return size_t(way.down * width() + way.right);
}

// The schemas that lead to a better state, wherever they fit, for the way from the blank to the next symbol and for that
// symbol's own way.
const Steps::Known& Steps::useful(Offset focus, Offset left) {
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
        known.by_promise = known.list;
        std::stable_sort(known.by_promise.begin(), known.by_promise.end(),
                         [](const Useful& one, const Useful& other) { return one.promise < other.promise; });
        known.made = true;
        meter_.hold(int64_t(2 * known.list.capacity() * sizeof(Useful)));
    }
    return known;
}

std::vector<Steps::Useful> Steps::list_useful(Offset focus, Offset left) const {
    std::vector<Useful> list;
    for (size_t number = 0; number < task_.schemas.size(); ++number) {
        const BlankSchema& schema = task_.schemas[number];
        if (schema.repeats) continue;
        Offset moved = schema.end_of(focus), end = schema.end_of({});
        int farther = length_of(left - (moved - focus)) - length_of(left);
        int nearer = length_of(moved - end) - length_of(focus);
        if (farther > 0 || (farther == 0 && !(task_.approached && nearer < 0))) continue;
        int brings = task_.carry * farther + (task_.approached ? ClimbTask::UNIT * nearer : 0);
        for (const BlankSchema::Write& write : schema.writes)
            if (write.from != focus && write.from != Offset{}) brings -= task_.hope * length_of(write.to - write.from);
        list.push_back({uint16_t(number), nearer, schema.cost + double(brings) / ClimbTask::UNIT});
    }
    return list;
}

}  // namespace arcwise
