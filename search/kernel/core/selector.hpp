// Which of many conditions can hold on a board: a decision tree over the cells that they test (Helmert 2006, section 5).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/meter.hpp"
#include "core/theory.hpp"

namespace arcwise {

class Selector {
 public:
    // Below this number of conditions to try them all is quicker than to walk a tree.
    static constexpr size_t FEW = 16;

    // `conditions` by number; equalities of cells play no part. code_of(test) is a small number for the symbol that a
    // test asks for, or less than 0 where no board has it.
    template <class CodeOf>
    Selector(const std::vector<const Condition*>& conditions, CodeOf&& code_of) {
        std::vector<Asked> asked;
        for (uint32_t number = 0; number < conditions.size(); ++number) {
            asked.push_back({number, {}});
            for (const Test& test : conditions[number]->tests)
                asked.back().tests.push_back({test.cell, uint32_t(code_of(test))});
        }
        grow(std::move(asked));
    }

    bool selects() const { return nodes_.size() > 1; }

    // Puts the numbers of the conditions into `found` that the tests of symbols along the tree do not rule out and that
    // keep(number) keeps, in ascending order; code(cell) is what the board holds.
    template <class Code, class Keep>
    void select(const Code& code, Vector<uint32_t>& found, Keep&& keep) const {
        found.clear();
        size_t sorted = 0;
        bool in_order = true;
        walk(0, code, [&](const uint32_t* number, const uint32_t* end) {
            for (; number != end; ++number)
                if (keep(*number)) found.push_back(*number);
            if (sorted != 0 && sorted != found.size()) in_order &= found[sorted - 1] < found[sorted];
            sorted = found.size();
            return false;
        });
        if (!in_order) std::sort(found.begin(), found.end());
    }

    // Whether there is such a condition.
    template <class Code, class Keep>
    bool any(const Code& code, Keep&& keep) const {
        return walk(0, code, [&](const uint32_t* number, const uint32_t* end) { return std::any_of(number, end, keep); });
    }

 private:
    static constexpr uint32_t NOWHERE = UINT32_MAX, IMPOSSIBLE = UINT32_MAX;

    // A condition on its way down the tree, with the tests that are not asked yet.
    struct Asked {
        uint32_t number;
        std::vector<std::pair<uint32_t, uint32_t>> tests;  // cell and code
    };

    // Its own conditions are those that no further test is asked of; one child for every code of its cell, and one for
    // the conditions that do not test it.
    struct Node {
        uint32_t begin, end;  // its own, in numbers_
        uint32_t children;    // in children_
        uint32_t codes;       // 0 for a leaf
        uint32_t others;
        uint32_t cell;
    };

    uint32_t grow(std::vector<Asked> asked);

    // Until visit(first, end) says that it is enough.
    template <class Code, class Visit>
    bool walk(uint32_t at, const Code& code, const Visit& visit) const {
        while (at != NOWHERE) {
            const Node& node = nodes_[at];
            if (node.begin != node.end && visit(&numbers_[node.begin], numbers_.data() + node.end)) return true;
            const uint32_t held = node.codes ? code(int(node.cell)) : 0;
            if (held < node.codes && walk(children_[node.children + held], code, visit)) return true;
            at = node.others;
        }
        return false;
    }

    std::vector<Node> nodes_;
    std::vector<uint32_t> children_, numbers_;
};

}  // namespace arcwise
