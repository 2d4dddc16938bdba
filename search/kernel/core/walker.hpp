// Where moves lead that are known by their names: each is one of several arcs, and the state tells which.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/theory.hpp"

namespace arcwise {

class Walker {
   public:
    struct Walk {
        std::vector<Symbol> cells;  // of the states one after the other, the start first
        double cost;
    };

    // `moves` are the arcs of each name.
    Walker(std::shared_ptr<const Theory> theory, std::vector<std::vector<int>> moves)
        : theory_(std::move(theory)), moves_(std::move(moves)) {
        for (const std::vector<int>& move : moves_)
            for (int arc : move)
                if (arc < 0 || arc >= int(theory_->arcs.size()) || !theory_->arcs[size_t(arc)].plain())
                    throw std::invalid_argument("no arc, or one that does more than `after` says");
    }

    // Nothing where no arc of a move applies, or more than one. Symbols may be others than the theory's.
    std::optional<Walk> walk(const State& start, const std::vector<uint32_t>& moves) const {
        if (start.size() != size_t(theory_->cells)) return std::nullopt;
        Walk found{start, 0};
        found.cells.reserve(start.size() * (moves.size() + 1));
        for (uint32_t move : moves) {
            const size_t here = found.cells.size() - start.size();
            const Arc* arc = move < moves_.size() ? only(moves_[move], &found.cells[here]) : nullptr;
            if (!arc) return std::nullopt;
            for (size_t cell = 0; cell < start.size(); ++cell) found.cells.push_back(found.cells[here + cell]);
            const Symbol* before = &found.cells[here];
            Symbol* after = &found.cells[here + start.size()];
            for (const Write& write : arc->writes)
                after[write.cell] = write.source == Write::CONSTANT ? write.constant : before[write.source];
            found.cost += arc->cost;
        }
        return found;
    }

   private:
    std::shared_ptr<const Theory> theory_;
    std::vector<std::vector<int>> moves_;

    const Arc* only(const std::vector<int>& numbers, const Symbol* cells) const {
        const Arc* found = nullptr;
        for (int number : numbers) {
            const Arc& arc = theory_->arcs[size_t(number)];
            if (!arc.condition.holds(cells)) continue;
            if (found) return nullptr;
            found = &arc;
        }
        return found;
    }
};

}  // namespace arcwise
