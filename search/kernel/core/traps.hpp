// Patterns that no state on a path to a goal fits: a search leaves out successors that fit one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "core/lists.hpp"
#include "core/theory.hpp"

namespace arcwise {

// The facts of each pattern, a symbol in a cell, stand in a tree under each of them, the others in order. So those that
// hold a fact which an arc made are found from it.
class Traps {
   public:
    // `sets` are cells and symbols in turns; of a scarce symbol there have to be at least so many.
    Traps(const std::vector<std::vector<int>>& sets, std::vector<int> scarce, std::vector<int> least)
        : scarce_(std::move(scarce)), least_(std::move(least)) {
        for (const std::vector<int>& set : sets) {
            if (set.empty() || set.size() % 2) throw std::invalid_argument("a trap is a list of cells and symbols");
            std::vector<int> facts;
            for (size_t at = 0; at < set.size(); at += 2) facts.push_back(numbered(set[at], set[at + 1]));
            std::sort(facts.begin(), facts.end());
            for (int first : facts) {
                uint32_t node = grown(ROOT, first);
                for (int other : facts)
                    if (other != first) node = grown(node, other);
                ends_[node] = true;
            }
        }
        for (size_t cell = 0; cell < by_cell_.size(); ++cell)
            if (!by_cell_[cell].empty()) cells_.push_back(int(cell));
    }

    void check(const Theory& theory) const {
        bool fits = scarce_.size() == least_.size() && by_cell_.size() <= size_t(theory.cells);
        for (int symbol : scarce_) fits &= 0 <= symbol && symbol < theory.symbols;
        for (const auto& facts : by_cell_)
            for (const auto& [symbol, number] : facts) fits &= 0 <= symbol && symbol < theory.symbols;
        if (!fits) throw std::invalid_argument("traps that fit the board");
    }

    // Whether a pattern with a fact of one of some cells holds, given the symbol of every cell; `present` is scratch space.
    template <class SymbolOf>
    bool holds(const std::vector<Write>& changed, int size, SymbolOf&& symbol_of, std::vector<int>& present) const {
        bool listed = false;
        for (const Write& write : changed) {
            const int fact = number_of(write.cell, symbol_of(write.cell));
            if (fact < 0) continue;
            const uint32_t node = below(ROOT, fact);
            if (ends_[node]) return true;
            if (!listed) {
                present.clear();
                for (int cell : cells_)
                    if (const int other = number_of(cell, symbol_of(cell)); other >= 0) present.push_back(other);
                std::sort(present.begin(), present.end());
                listed = true;
            }
            if (ends_below(node, present, 0)) return true;
        }
        for (size_t one = 0; one < scarce_.size(); ++one) {
            int found = 0;
            for (int cell = 0; cell < size; ++cell) found += symbol_of(cell) == scarce_[one];
            if (found < least_[one]) return true;
        }
        return false;
    }

   private:
    static constexpr uint32_t ROOT = 0, NOWHERE = UINT32_MAX;

    static uint64_t edge(uint32_t node, int fact) { return uint64_t(node) << 32 | uint32_t(fact); }
    uint32_t below(uint32_t node, int fact) const {
        const auto found = edges_.find(edge(node, fact));
        return found == edges_.end() ? NOWHERE : found->second;
    }
    uint32_t grown(uint32_t node, int fact) {
        const auto [found, is_new] = edges_.try_emplace(edge(node, fact), uint32_t(ends_.size()));
        if (is_new) ends_.push_back(false);
        return found->second;
    }
    int number_of(int cell, int symbol) const {
        if (size_t(cell) >= by_cell_.size()) return -1;
        for (const auto& [own, number] : by_cell_[size_t(cell)])
            if (own == symbol) return number;
        return -1;
    }
    int numbered(int cell, int symbol) {
        if (cell < 0 || cell >= MAX_CELLS) throw std::invalid_argument("a cell of the board");
        if (size_t(cell) >= by_cell_.size()) by_cell_.resize(size_t(cell) + 1);
        if (const int known = number_of(cell, symbol); known >= 0) return known;
        by_cell_[size_t(cell)].emplace_back(symbol, facts_);
        return facts_++;
    }
    bool ends_below(uint32_t node, const std::vector<int>& present, size_t from) const {
        for (size_t at = from; at < present.size(); ++at) {
            const uint32_t next = below(node, present[at]);
            if (next != NOWHERE && (ends_[next] || ends_below(next, present, at + 1))) return true;
        }
        return false;
    }

    std::vector<std::vector<std::pair<int, int>>> by_cell_;  // symbol and number of each fact
    std::vector<int> cells_;                                 // that have any, ascending
    int facts_ = 0;
    std::unordered_map<uint64_t, uint32_t> edges_;
    std::vector<bool> ends_{false};  // by node: whether a pattern ends there
    std::vector<int> scarce_, least_;
};

// What a search asks of each successor; nothing is trapped where there are no traps.
template <class View>
class Trapped {
   public:
    // `left_out` counts the boards that fit one.
    Trapped(const Theory& theory, const Traps* traps, uint64_t& left_out)
        : theory_(theory), layout_(theory), traps_(traps), left_out_(left_out) {
        if (!traps) return;
        traps->check(theory);
        for (int cell = 0; cell < theory.cells; ++cell) all_.push_back({uint16_t(cell), Write::CONSTANT, 0});
    }
    bool none() const { return !traps_; }
    // Whether a board that an arc, or NO_ARC for several, made of one that is not trapped fits a pattern.
    bool operator()(int arc, const View& made) const { return traps_ && holds(arc, made); }

   private:
    [[gnu::noinline]] bool holds(int arc, const View& made) const {
        const bool tells = arc != NO_ARC && theory_.arcs[size_t(arc)].plain();
        const auto symbol_of = [&](int cell) { return int(layout_.symbol(made, cell)); };
        const bool held = traps_->holds(tells ? theory_.arcs[size_t(arc)].writes : all_, theory_.cells, symbol_of, present_);
        left_out_ += held;
        return held;
    }

    const Theory& theory_;
    const Layout<View> layout_;
    const Traps* traps_;
    uint64_t& left_out_;
    std::vector<Write> all_;  // every cell
    mutable std::vector<int> present_;
};

}  // namespace arcwise
