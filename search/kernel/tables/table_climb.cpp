#include "tables/table_climb.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>

namespace arcwise {

TableClimb::TableClimb(TableMoves moves, std::vector<int> order, const std::vector<TableStep>& steps)
    : moves_(std::move(moves)), order_(std::move(order)), by_place_(order_.size() * size_t(moves_.cells)) {
    for (int cell : order_)
        if (cell < 0 || cell >= moves_.cells) throw std::invalid_argument("an order of cells of the board");
    for (const TableStep& step : steps) {
        if (step.column < 0 || size_t(step.column) >= order_.size() || step.place < 0 || step.place >= moves_.cells)
            throw std::invalid_argument("an entry of no column or place");
        Cells goes = identity_of(moves_.cells);
        const bool brings_blank = step.column == 0 && order_[0] == moves_.home;
        const int blank = brings_blank ? step.place : moves_.home;
        for (uint16_t move : step.word) {
            if (move >= moves_.count() || (blank >= 0 && moves_.blanks[move] != goes[size_t(blank)]))
                throw std::invalid_argument("an entry with a move that cannot be made");
            goes = after(goes, moves_.goes[move]);
        }
        bool right = goes[size_t(step.place)] == order_[size_t(step.column)] && step.place != order_[size_t(step.column)];
        for (int column = 0; column < step.column; ++column)
            right = right && goes[size_t(order_[size_t(column)])] == order_[size_t(column)];
        if (!right) throw std::invalid_argument("an entry that does not fill its cell, or spoils one before it");
        by_place_[size_t(step.column) * size_t(moves_.cells) + size_t(step.place)].push_back(int(steps_.size()));
        steps_.push_back({std::move(goes), step.word});
    }
}

void TableClimb::make(size_t column, int step, Node& node) const {
    const Known& entry = steps_[size_t(step)];
    for (size_t later = column; later < order_.size(); ++later) node.where[later] = entry.goes[node.where[later]];
    moves_.append(node.word, entry.word);
    node.steps.push_back(step);
}

bool TableClimb::roll_out(size_t column, Node& node, int& stuck) const {
    for (; column < order_.size(); ++column) {
        if (node.where[column] == order_[column]) continue;
        const auto& known = from(column, node.where[column]);
        if (known.empty()) {
            stuck = int(column);
            return false;
        }
        make(column, known[0], node);
    }
    return true;
}

std::vector<TableClimb::Node> TableClimb::best_of(std::vector<Node> nodes, size_t width) {
    if (nodes.size() <= width) return nodes;
    std::vector<size_t> numbers(nodes.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::nth_element(numbers.begin(), numbers.begin() + std::ptrdiff_t(width), numbers.end(), [&](size_t one, size_t other) {
        return std::tie(nodes[one].length, one) < std::tie(nodes[other].length, other);
    });
    numbers.resize(width);
    std::sort(numbers.begin(), numbers.end());
    std::vector<Node> kept;
    kept.reserve(width);
    for (size_t number : numbers) kept.push_back(std::move(nodes[number]));
    return kept;
}

TableClimbed TableClimb::solve(const Cells& where, size_t width, const Limits& limits, Tick tick) const {
    if (where.size() != size_t(moves_.cells) || std::any_of(where.begin(), where.end(), [&](Cell cell) {
            return cell >= moves_.cells;
        }))
        throw std::invalid_argument("an arrangement of another board");
    TableClimbed found;
    Meter meter(limits, std::move(tick));
    Node best, scratch, first;
    for (int cell : order_) first.where.push_back(where[size_t(cell)]);
    // What the table alone makes of a node; the best plan is kept.
    const auto judge = [&](size_t column, Node& node) {
        meter.count_expansion();
        scratch = node;
        if (!roll_out(column, scratch, found.column)) return;
        found.counters.generated += scratch.steps.size() - node.steps.size();
        node.length = scratch.word.size();
        if (node.length < best.length) {
            best = scratch;
            best.length = node.length;
        }
    };
    hold_to_limits(found, meter, [&] {
        judge(0, first);
        std::vector<Node> beam{first}, next;
        std::unordered_map<std::string, size_t> seen;
        // Of nodes that need the same from here on the one with the shorter word is kept.
        const auto offer = [&](size_t column, Node&& node) {
            const std::string key(node.where.begin() + std::ptrdiff_t(column) + 1, node.where.end());
            const auto [known, fresh] = seen.try_emplace(key, next.size());
            if (fresh)
                next.push_back(std::move(node));
            else if (node.word.size() < next[known->second].word.size())
                next[known->second] = std::move(node);
        };
        for (size_t column = 0; column < order_.size() && width > 0; ++column) {
            next.clear();
            seen.clear();
            for (Node& node : beam) {
                if (node.where[column] == order_[column]) {
                    offer(column, std::move(node));
                    continue;
                }
                for (int step : from(column, node.where[column])) {
                    Node child = node;
                    make(column, step, child);
                    child.length = step == from(column, node.where[column])[0] ? node.length : SIZE_MAX;
                    if (child.length == SIZE_MAX) judge(column + 1, child);
                    offer(column, std::move(child));
                }
            }
            beam = best_of(std::move(next), width);
        }
        return best.length == SIZE_MAX ? Status::INCOMPLETE : Status::SOLVED;
    });
    // Where the order lacks cells, they may be wrong in the end.
    if (best.length != SIZE_MAX) {
        Cells end = where;
        for (uint16_t move : best.word)
            for (Cell& cell : end) cell = moves_.goes[move][cell];
        if (end != identity_of(moves_.cells)) best.length = SIZE_MAX;
        if (best.length == SIZE_MAX && found.status == Status::SOLVED) found.status = Status::INCOMPLETE;
    }
    // A plan that a limit kept from becoming shorter is one.
    if (best.length != SIZE_MAX) {
        found.status = Status::SOLVED;
        found.word = std::move(best.word);
        found.steps = std::move(best.steps);
    }
    found.counters.expanded = meter.expanded();
    found.counters.operator_applications = found.word.size();
    return found;
}

}  // namespace arcwise
