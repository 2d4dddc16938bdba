#include "core/selector.hpp"

#include <array>
#include <numeric>

namespace arcwise {

Selector::Selector(const std::vector<const Condition*>& conditions) {
    std::vector<uint32_t> numbers(conditions.size());
    std::iota(numbers.begin(), numbers.end(), 0u);
    grow(conditions, std::move(numbers), 0);
}

// `asked` has a bit for every cell that was asked on the way here.
uint32_t Selector::grow(const std::vector<const Condition*>& conditions, std::vector<uint32_t> numbers,
                        uint64_t asked) {
    if (numbers.empty()) return NOWHERE;
    const auto at = uint32_t(nodes_.size());
    nodes_.push_back({0, 0, 0, 0, NOWHERE, 0});

    std::array<size_t, MAX_CELLS> testing{};
    for (uint32_t number : numbers)
        for (const Test& test : conditions[number]->tests)
            if (!(asked >> test.cell & 1)) ++testing[test.cell];
    const auto most = std::max_element(testing.begin(), testing.end());
    if (numbers.size() <= FEW || *most == 0) {
        nodes_[at].begin = uint32_t(numbers_.size());
        numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
        nodes_[at].end = uint32_t(numbers_.size());
        return at;
    }

    const auto cell = uint8_t(most - testing.begin());
    std::vector<std::vector<uint32_t>> by_symbol;
    std::vector<uint32_t> others;
    for (uint32_t number : numbers) {
        const auto& tests = conditions[number]->tests;
        const auto test = std::find_if(tests.begin(), tests.end(), [&](const Test& test) { return test.cell == cell; });
        if (test == tests.end()) {
            others.push_back(number);
            continue;
        }
        if (by_symbol.size() <= test->symbol) by_symbol.resize(size_t(test->symbol) + 1);
        by_symbol[test->symbol].push_back(number);
    }
    const auto children = uint32_t(children_.size());
    nodes_[at].cell = cell;
    nodes_[at].children = children;
    nodes_[at].symbols = uint32_t(by_symbol.size());
    children_.resize(children_.size() + by_symbol.size(), NOWHERE);
    asked |= uint64_t(1) << cell;
    for (size_t symbol = 0; symbol < by_symbol.size(); ++symbol)
        children_[children + symbol] = grow(conditions, std::move(by_symbol[symbol]), asked);
    nodes_[at].others = grow(conditions, std::move(others), asked);
    return at;
}

}  // namespace arcwise
