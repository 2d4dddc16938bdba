#include "core/selector.hpp"

#include <unordered_map>

namespace arcwise {

uint32_t Selector::grow(std::vector<Asked> asked) {
    if (asked.empty()) return NOWHERE;
    const auto at = uint32_t(nodes_.size());
    nodes_.push_back({0, 0, 0, 0, NOWHERE, 0});

    std::unordered_map<uint32_t, size_t> testing;
    for (const Asked& condition : asked)
        for (auto [cell, code] : condition.tests) ++testing[cell];
    // The cell that the most conditions test, of those the first.
    std::pair<size_t, uint32_t> most{0, 0};
    for (auto [cell, count] : testing)
        if (count > most.first || (count == most.first && cell < most.second)) most = {count, cell};
    if (asked.size() <= FEW || most.first == 0) {
        nodes_[at].begin = uint32_t(numbers_.size());
        for (const Asked& condition : asked) numbers_.push_back(condition.number);
        nodes_[at].end = uint32_t(numbers_.size());
        return at;
    }

    const uint32_t cell = most.second;
    std::vector<std::vector<Asked>> by_code;
    std::vector<Asked> others;
    for (Asked& condition : asked) {
        auto& tests = condition.tests;
        const auto test = std::find_if(tests.begin(), tests.end(), [&](auto& test) { return test.first == cell; });
        if (test == tests.end()) {
            others.push_back(std::move(condition));
            continue;
        }
        const uint32_t code = test->second;
        tests.erase(test);
        if (code == IMPOSSIBLE) continue;
        if (by_code.size() <= code) by_code.resize(size_t(code) + 1);
        by_code[code].push_back(std::move(condition));
    }
    asked = {};
    const auto children = uint32_t(children_.size());
    nodes_[at].cell = cell;
    nodes_[at].children = children;
    nodes_[at].codes = uint32_t(by_code.size());
    children_.resize(children_.size() + by_code.size(), NOWHERE);
    for (size_t code = 0; code < by_code.size(); ++code) {
        const uint32_t child = grow(std::move(by_code[code]));
        children_[children + code] = child;
    }
    const uint32_t rest = grow(std::move(others));
    nodes_[at].others = rest;
    return at;
}

}  // namespace arcwise
