#include "core/heuristic.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>

namespace arcwise {

void LinearConflict::check(const Theory& theory, const State& start) const {
    CellSum::check(theory, start);
    auto all_below = [](const std::vector<std::vector<int>>& lists, int least, int most) {
        return std::all_of(lists.begin(), lists.end(), [&](const std::vector<int>& list) {
            return std::all_of(list.begin(), list.end(), [&](int value) { return least <= value && value < most; });
        });
    };
    bool fits = lines_of.size() == size_t(theory.cells) && place.size() == lines.size() &&
                all_below(lines, 0, theory.cells) && all_below(lines_of, 0, int(lines.size()));
    for (size_t line = 0; fits && line < lines.size(); ++line)
        fits = place[line].size() == size_t(theory.symbols) && all_below({place[line]}, -1, int(lines[line].size()));
    if (!fits) throw std::invalid_argument("lines that do not fit the board");
}

Lists<int> LinearConflict::touched(const Theory& theory) const {
    Lists<int> by_arc;
    for (const Arc& arc : theory.arcs) {
        std::vector<int> touched;
        for (int line = 0; line < int(lines.size()); ++line) {
            bool changes = false;
            for (const Write& write : arc.writes)
                for (int other : lines_of[size_t(write.cell)]) changes |= other == line;
            if (changes) touched.push_back(line);
        }
        by_arc.add(touched);
    }
    return by_arc;
}

int crowded_out(const std::vector<int>& order) {
    std::vector<int> ends;
    for (int place : order) {
        auto spot = std::lower_bound(ends.begin(), ends.end(), place);
        if (spot == ends.end())
            ends.push_back(place);
        else
            *spot = place;
    }
    return int(order.size() - ends.size());
}

const uint8_t* crowded_out_of(size_t length) {
    constexpr size_t MOST = 6;  // 7^6 entries; longer lines are worked out each time
    static std::array<std::vector<uint8_t>, MOST + 1> tables;
    static std::array<std::once_flag, MOST + 1> made;
    if (length > MOST) return nullptr;
    std::call_once(made[length], [length] {
        size_t count = 1;
        for (size_t place = 0; place < length; ++place) count *= length + 1;
        std::vector<uint8_t>& table = tables[length];
        table.resize(count);
        std::vector<int> order;
        for (size_t code = 0; code < count; ++code) {
            order.clear();
            for (size_t place = 0, rest = code; place < length; ++place, rest /= length + 1)
                if (rest % (length + 1)) order.push_back(int(rest % (length + 1)));
            table[code] = uint8_t(crowded_out(order));
        }
    });
    return tables[length].data();
}

void PairSum::check(const Theory& theory, const State&) const {
    const auto inside = [&](int cell) { return 0 <= cell && cell <= theory.cells; };
    if (table.size() != size_t(theory.symbols + 1) * size_t(theory.symbols + 1) || ones.size() != others.size() ||
        !std::all_of(ones.begin(), ones.end(), inside) || !std::all_of(others.begin(), others.end(), inside))
        throw std::invalid_argument("pairs that do not fit the board");
}

}  // namespace arcwise
