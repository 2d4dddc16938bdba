#include "core/heuristic.hpp"

#include <algorithm>
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

void PairSum::check(const Theory& theory, const State&) const {
    const auto inside = [&](int cell) { return 0 <= cell && cell <= theory.cells; };
    if (table.size() != size_t(theory.symbols + 1) * size_t(theory.symbols + 1) || ones.size() != others.size() ||
        !std::all_of(ones.begin(), ones.end(), inside) || !std::all_of(others.begin(), others.end(), inside))
        throw std::invalid_argument("pairs that do not fit the board");
}

}  // namespace arcwise
