// Abstract states, numbered: what a pattern database has an entry for (Culberson and Schaeffer 1998; Hernadvolgyi and
// Holte 2000).
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/request.hpp"
#include "core/selector.hpp"
#include "core/theory.hpp"

namespace arcwise {

constexpr uint8_t UNREACHED = 255;         // an entry of one byte from which no goal is reached
constexpr uint16_t UNREACHED_WIDE = 65535;  // the same of two bytes
constexpr uint64_t NOWHERE = UINT64_MAX;

class AbstractSpace {
   public:
    using Code = uint16_t;

    virtual ~AbstractSpace() = default;
    virtual uint64_t size() const = 0;
    // Bytes of an entry: two where costs differ.
    virtual int width() const { return 1; }
    // The number of a board's abstract state; NOWHERE for one from which no goal can be reached. `cell_of` has a cell
    // for every symbol, the one that holds it if one does.
    virtual uint64_t rank(const Code* board, const Code* cell_of) const = 0;
    // Fills a table of size() entries with least costs to a goal, in units and no more of them than an entry can hold
    // beside "unreached"; solved where nothing limited it, and expanded counts the entries expanded.
    virtual Outcome build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const = 0;
    // Fills a table with the least of every 2^shift entries. Unless it is overridden the whole table is made for that.
    virtual Outcome build_folded(uint8_t* table, int shift, int threads, const Limits& limits, const Tick& tick) const;
};

// Another space with neighbouring states as one, whose entry is the least of theirs (Felner, Korf, Meshulam and Holte,
// JAIR 30, 2007).
class FoldedSpace final : public AbstractSpace {
   public:
    static constexpr int MOST = 32;  // bits of a number that are left out

    FoldedSpace(std::shared_ptr<const AbstractSpace> whole, int shift) : whole_(std::move(whole)), shift_(shift) {
        if (shift < 0 || shift > MOST) throw std::invalid_argument("states are folded by 0 to 32 bits");
    }
    uint64_t size() const override { return ((whole_->size() - 1) >> shift_) + 1; }
    int width() const override { return whole_->width(); }
    uint64_t rank(const Code* board, const Code* cell_of) const override {
        const uint64_t rank = whole_->rank(board, cell_of);
        return rank == NOWHERE ? NOWHERE : rank >> shift_;
    }
    Outcome build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const override {
        return whole_->build_folded(table, shift_, threads, limits, tick);
    }

   private:
    std::shared_ptr<const AbstractSpace> whole_;
    int shift_;
};

// Where the symbols of a pattern stand, for arcs that permute the cells and states that hold each of these symbols once.
//
// The moves, whatever they ask for, generate a group. Along a chain of stabilizers (Sims 1970) each symbol, while those
// before it stay, can be brought to the cells of an orbit; the places in these orbits are the digits of a number that
// leaves no gaps: 88,179,840 for the corners of Rubik's cube, n (n - 1) ... where all orders can be reached.
class Placements final : public AbstractSpace {
   public:
    // The cells of one symbol while those before it stay. Permutations say where the symbol of each cell goes.
    struct Level {
        std::vector<int> orbit;
        std::vector<std::vector<int>> carry;  // for every cell of the orbit: what brings the symbol there
    };
    // An arc, backwards.
    struct Undo {
        std::vector<int> to;      // by cell: where its symbol was
        std::vector<int> stands;  // by cell: the place in the pattern of the symbol that must stand there, or one of:
        int reference;            // the cell whose symbol the cost is counted for, -1 for any
        int cost;
    };
    static constexpr int OTHER = -1, ANY = -2;
    static constexpr size_t MOST = 256;  // symbols of a pattern

    // `symbols` are those of the pattern; `home` has the cell of each at the number 0; `owned` says whether costs are
    // counted for it, `goal` what stands in each cell, as `stands` does.
    Placements(std::vector<int> symbols, std::vector<int> home, const std::vector<Level>& levels,
               std::vector<int> owned, const std::vector<int>& goal, const std::vector<Undo>& arcs, int width);

    uint64_t size() const override { return size_; }
    int width() const override { return width_; }
    uint64_t rank(const Code* board, const Code* cell_of) const override;
    Outcome build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const override;
    Outcome build_folded(uint8_t* table, int shift, int threads, const Limits& limits,
                         const Tick& tick) const override;

    // The cell of each symbol.
    using State = std::vector<Code>;
    State state(Meter&) const { return State(home_.size()); }
    int least_cost() const { return least_; }
    void unrank(uint64_t rank, State& cells) const;
    template <class Visit>
    void each_goal(Meter& meter, Visit&& visit) const;
    template <class Visit>
    void each_predecessor(const State& cells, State& made, Visit&& visit) const;

   private:
    using Tests = std::vector<std::pair<Code, int>>;  // cell, place or OTHER
    struct Step {
        std::vector<Code> to;
        Tests tests;
        int reference, cost;
    };
    // All permutations of an orbit in one piece of memory.
    struct Digits {
        uint32_t size = 0;
        std::vector<int> digit;         // by cell, -1 outside of the orbit
        std::vector<Code> carry, back;  // by digit and cell
    };

    static Tests tests_of(const std::vector<int>& stands);
    static bool pass(const Tests& tests, const State& cells);
    uint64_t rank_of(Code* cells) const;  // which it changes

    std::vector<int> symbols_, home_, owned_;
    std::vector<Digits> levels_;
    Tests goal_;
    std::vector<Step> steps_;
    size_t cells_;
    int width_, least_ = 0, most_ = 0;  // of costs
    uint64_t size_ = 1;
};

// Some cells of the board, each with the symbols that it may hold, which may stand for several symbols of the board.
class Projection final : public AbstractSpace {
   public:
    // `undo` has the arcs backwards, on the kept cells, each with a cost in units; `values` what each of the cells may
    // hold and `goal` what it holds in the end, in the codes of `undo`. `cells` are the kept cells on the board,
    // `digits` for each of them and every symbol of the board the number of its value or -1.
    Projection(std::shared_ptr<const Theory> undo, std::vector<int> costs, std::vector<std::vector<int>> values,
               const Pattern& goal, std::vector<int> cells, const std::vector<std::vector<int>>& digits, int width);

    uint64_t size() const override { return size_; }
    int width() const override { return width_; }
    uint64_t rank(const Code* board, const Code* cell_of) const override;
    Outcome build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const override;
    Outcome build_folded(uint8_t* table, int shift, int threads, const Limits& limits,
                         const Tick& tick) const override;

    // What each kept cell holds, and scratch space.
    struct State {
        std::vector<Code> codes;
        Vector<uint32_t> found;
        uint64_t rank = 0;
    };
    int least_cost() const { return least_; }
    State state(Meter& meter) const { return {std::vector<Code>(values_.size()), Vector<uint32_t>(meter), 0}; }
    void unrank(uint64_t rank, State& state) const;
    template <class Visit>
    void each_goal(Meter& meter, Visit&& visit) const;
    template <class Visit>
    void each_predecessor(const State& state, State& scratch, Visit&& visit) const;

   private:
    static constexpr int64_t NEVER = -1;
    static bool holds(const Condition& condition, const std::vector<Code>& codes);

    std::shared_ptr<const Theory> undo_;
    std::vector<int> costs_;
    std::vector<std::vector<int>> values_;
    std::vector<std::vector<int64_t>> part_;  // of a number, by cell and code of `undo`; NEVER for what is no value
    Condition goal_;
    std::vector<int> cells_;
    std::vector<std::vector<int64_t>> board_part_;  // the same by kept cell and code of the board
    std::vector<uint64_t> weights_;
    std::unique_ptr<const Selector> selector_;
    int width_, least_ = 0, most_ = 0;  // of costs
    uint64_t size_ = 1;
};

}  // namespace arcwise
