// Which of many conditions can hold on a board: a decision tree over the cells that they test (Helmert 2006, section 5).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/meter.hpp"
#include "core/theory.hpp"

namespace arcwise {

class Selector {
 public:
    // Below this number of conditions to try them all is quicker than to walk a tree.
    static constexpr size_t FEW = 16;

    // `conditions` by number; equalities of cells play no part.
    explicit Selector(const std::vector<const Condition*>& conditions);

    bool selects() const { return nodes_.size() > 1; }

    // Puts the numbers of the conditions into `found` that the tests of symbols along the tree do not rule out and that
    // keep(number) keeps, in ascending order.
    template <class Board, class Keep>
    void select(const Board& board, Vector<uint32_t>& found, Keep&& keep) const {
        found.clear();
        size_t sorted = 0;
        bool in_order = true;
        walk(0, board, [&](const uint32_t* number, const uint32_t* end) {
            for (; number != end; ++number)
                if (keep(*number)) found.push_back(*number);
            if (sorted != 0 && sorted != found.size()) in_order &= found[sorted - 1] < found[sorted];
            sorted = found.size();
        });
        if (!in_order) std::sort(found.begin(), found.end());
    }

 private:
    static constexpr uint32_t NOWHERE = UINT32_MAX;

    // Its own conditions are those that no further test is asked of; one child for every symbol of its cell, and one
    // for the conditions that do not test it.
    struct Node {
        uint32_t begin, end;  // its own, in numbers_
        uint32_t children;    // in children_
        uint32_t symbols;     // 0 for a leaf
        uint32_t others;
        uint8_t cell;
    };

    uint32_t grow(const std::vector<const Condition*>& conditions, std::vector<uint32_t> numbers, uint64_t asked);

    template <class Board, class Visit>
    void walk(uint32_t at, const Board& board, const Visit& visit) const {
        while (at != NOWHERE) {
            const Node& node = nodes_[at];
            if (node.begin != node.end) visit(&numbers_[node.begin], numbers_.data() + node.end);
            const uint32_t symbol = node.symbols ? board[node.cell] : 0;
            if (symbol < node.symbols) walk(children_[node.children + symbol], board, visit);
            at = node.others;
        }
    }

    std::vector<Node> nodes_;
    std::vector<uint32_t> children_, numbers_;
};

}  // namespace arcwise
