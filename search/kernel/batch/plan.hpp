// What a batched search knows before it begins: for every context the arcs that may follow, made ready for batches.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "batch/batch.hpp"
#include "batch/redundancy.hpp"
#include "core/request.hpp"

namespace arcwise {

struct Cells {
    alignas(16) uint8_t bytes[16] = {};
};

struct BatchStep {
    BatchArc arc;
    int number;
    int context;
    int length;
    // The same for one state at a time.
    Condition rest;
    std::vector<Write> writes;
    std::array<int, 256> growth;  // by sum

    // Makes the successor of one state, unless the arc does not match; says by how much f grows.
    bool apply(const Cells& cells, Cells& made, int& grown) const {
        if (!rest.holds(cells.bytes)) return false;
        uint8_t sum = 0;
        for (int read = 0; read < arc.reads; ++read) sum = uint8_t(sum + arc.growth[read][cells.bytes[arc.cell[read]]]);
        grown = growth[sum];
        made = cells;
        for (const Write& write : writes)
            made.bytes[write.cell] = write.source == Write::CONSTANT ? write.constant : cells.bytes[write.source];
        return true;
    }
};

// The number of the root that a state came from, so that a goal tells where it was found. The bits of it are beside the
// symbols, and travel with them: in spare cells, or with symbols that no arc writes anew.
class Origin {
   public:
    Origin() = default;
    explicit Origin(const Theory& theory);

    // How many roots can be told apart.
    size_t most() const { return size_t(1) << (BITS * carriers_); }
    void mark(uint8_t* cells, size_t root) const {
        for (int carrier = 0; carrier < carriers_; ++carrier, root >>= BITS)
            cells[place(cells, carrier)] |= uint8_t((root & MASK) << SHIFT);
    }
    size_t root(const uint8_t* cells) const {
        size_t root = 0;
        for (int carrier = carriers_; carrier-- > 0;)
            root = root << BITS | ((cells[place(cells, carrier)] >> SHIFT) & MASK);
        return root;
    }

   private:
    // The highest bit of a byte says in shuffles that there is no source.
    static constexpr int SHIFT = 4, BITS = 3, MASK = 7, MOST_CARRIERS = 5;

    size_t place(const uint8_t* cells, int carrier) const {
        if (symbols_.empty()) return size_t(cells_ + carrier);
        size_t cell = 0;
        while ((cells[cell] & SYMBOL_BITS) != symbols_[size_t(carrier)]) ++cell;
        return cell;
    }

    int cells_ = 0, carriers_ = 0;
    std::vector<uint8_t> symbols_;  // none where there are spare cells
};

// What a search needs besides its start: the same for all searches of a theory with these goals and this heuristic.
struct Plan {
    std::vector<Pattern> goals;
    std::vector<double> table;  // of the heuristic, in units of one over the denominator, by cell and symbol; none for zero
    double denominator = 1;     // of costs and the heuristic
    int unit = 0;               // the largest number of which all costs are multiples, in the same units
    int longest;  // redundant sequences of up to so many arcs were to be left out
    Pruning pruning;
    std::vector<std::vector<BatchStep>> steps;  // by context
    std::vector<bool> may_be_goal;
    std::vector<Condition> conditions;  // of the goals
    Origin origin;

    // The one that the first search of a theory began with, if it will do: most searches have the same goal.
    static std::shared_ptr<const Plan> of(const Theory& theory, const Request& request, int longest);

    bool is_goal(const uint8_t* cells) const {
        for (const Condition& goal : conditions)
            if (goal.holds(cells)) return true;
        return false;
    }
    // The least cost of a solution that is as dear as that.
    int cost_from(int f) const { return (f + unit - 1) / unit * unit; }
    // The cells and symbols of a start, and their h.
    int h(const Theory& theory, const State& start) const;
};

}  // namespace arcwise
