// States in the kernel, and how an arc turns one into the next.
//
// A board of up to 16 cells and 16 symbols is one 64-bit word, four bits a cell: an arc is then a mask, a few rotations
// and an OR. Larger boards are bytes, of which an arc rewrites those it changes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "core/selector.hpp"
#include "core/theory.hpp"

namespace arcwise {

struct Nibbles {
    static constexpr int MAX_CELLS = 16;
    uint64_t bits = 0;

    static Nibbles of(const std::vector<uint8_t>& cells) {
        Nibbles board;
        for (size_t cell = 0; cell < cells.size(); ++cell) board.bits |= uint64_t(cells[cell]) << (4 * cell);
        return board;
    }
    unsigned operator[](int cell) const { return unsigned(bits >> (4 * cell)) & 15; }
    bool operator==(const Nibbles&) const = default;
    uint64_t hash() const { return (bits ^ (bits >> 29)) * 0x9E3779B97F4A7C15ull; }
};

template <int N>
struct Bytes {
    static constexpr int MAX_CELLS = N;
    alignas(8) uint8_t cells[N] = {};

    static Bytes of(const std::vector<uint8_t>& from) {
        Bytes board;
        std::memcpy(board.cells, from.data(), from.size());
        return board;
    }
    unsigned operator[](int cell) const { return cells[cell]; }
    bool operator==(const Bytes& other) const { return std::memcmp(cells, other.cells, N) == 0; }
    uint64_t hash() const {
        uint64_t sum = 0;
        for (int place = 0; place < N; place += 8) {
            uint64_t word;
            std::memcpy(&word, cells + place, 8);
            sum = (sum ^ word ^ (word >> 31)) * 0x9E3779B97F4A7C15ull;
            sum ^= sum >> 32;
        }
        return sum * 0x9E3779B97F4A7C15ull;
    }
};

// A condition on a board of one kind, ready to be tested.
template <class Board>
struct Match {
    Condition condition;
    explicit Match(const Condition& condition) : condition(condition) {}
    bool operator()(const Board& board) const { return condition.holds(board.cells); }
};

template <>
struct Match<Nibbles> {
    uint64_t mask = 0, value = 0;
    std::vector<Equal> equals;
    explicit Match(const Condition& condition) : equals(condition.equals) {
        for (const Test& test : condition.tests) {
            mask |= uint64_t(15) << (4 * test.cell);
            value |= uint64_t(test.symbol) << (4 * test.cell);
        }
    }
    bool operator()(const Nibbles& board) const {
        if ((board.bits & mask) != value) return false;
        for (const Equal& equal : equals)
            if (board[equal.one] != board[equal.other]) return false;
        return true;
    }
};

// What every step knows of its arc.
struct StepOf {
    int arc;
    int context;  // in which the arcs are that may follow
    int length;   // primitive moves
    double cost;
};

// An arc ready to be tried on boards of one kind: what is left of its condition, and what it makes of a board.
template <class Board>
struct Step : StepOf {
    Match<Board> match;
    std::vector<Write> writes;

    Step(int number, int context, const Condition& rest, const Arc& arc)
        : StepOf{number, context, arc.length, arc.cost}, match(rest), writes(arc.writes) {}

    Board apply(const Board& board) const {
        Board made = board;
        for (const Write& write : writes)
            made.cells[write.cell] = write.source == Write::CONSTANT ? write.constant : board.cells[write.source];
        return made;
    }
};

// Cells that move by the same distance turn together.
template <>
struct Step<Nibbles> : StepOf {
    static constexpr int INLINE = 4;
    struct Turn {
        uint64_t mask = 0;
        int left = 0;
    };
    int turns = 0;
    uint64_t keep = ~uint64_t(0), constants = 0;
    Turn first[INLINE];
    Match<Nibbles> match;
    std::vector<Turn> more;

    Step(int number, int context, const Condition& rest, const Arc& arc)
        : StepOf{number, context, arc.length, arc.cost}, match(rest) {
        std::map<int, uint64_t> by_distance;
        for (const Write& write : arc.writes) {
            keep &= ~(uint64_t(15) << (4 * write.cell));
            if (write.source == Write::CONSTANT)
                constants |= uint64_t(write.constant) << (4 * write.cell);
            else
                by_distance[(4 * (int(write.cell) - int(write.source))) & 63] |= uint64_t(15) << (4 * write.source);
        }
        for (auto [left, mask] : by_distance) {
            if (turns < INLINE)
                first[turns++] = {mask, left};
            else
                more.push_back({mask, left});
        }
    }
    Nibbles apply(const Nibbles& board) const {
        uint64_t made = (board.bits & keep) | constants;
        // Turns that are not there have empty masks.
        made |= std::rotl(board.bits & first[0].mask, first[0].left);
        if (turns > 1) {
            made |= std::rotl(board.bits & first[1].mask, first[1].left);
            made |= std::rotl(board.bits & first[2].mask, first[2].left);
            made |= std::rotl(board.bits & first[3].mask, first[3].left);
            for (const Turn& turn : more) made |= std::rotl(board.bits & turn.mask, turn.left);
        }
        return {made};
    }
};

// Arcs made ready for boards of one kind, by the context that a board is in: what is known of the arcs that led to it.
// Context 0 is any board's.
template <class Board>
class Moves {
   public:
    // A board's context is the arc that made it, unless there are too many arcs.
    explicit Moves(const Theory& theory) : followed_(theory.follow().size() > 1) {
        for (const auto& candidates : theory.follow()) {
            std::vector<const Condition*> conditions;
            std::vector<Step<Board>> steps;
            for (const Candidate& next : candidates) {
                conditions.push_back(&next.rest);
                steps.emplace_back(next.arc, followed_ ? next.arc + 1 : 0, next.rest, theory.arcs[size_t(next.arc)]);
            }
            contexts_.push_back({std::move(steps), selector_of(conditions)});
        }
    }

    // Contexts of any other kind: lists of what has an arc, a context and a rest.
    template <class Nexts>
    Moves(const Theory& theory, const std::vector<Nexts>& contexts) : followed_(false) {
        for (const Nexts& nexts : contexts) {
            std::vector<Step<Board>> steps;
            for (const auto& next : nexts)
                steps.emplace_back(next.arc, next.context, next.rest, theory.arcs[size_t(next.arc)]);
            contexts_.push_back({std::move(steps), nullptr});
        }
    }

    int context_after(int last) const { return followed_ ? last + 1 : 0; }

    // Calls visit(step, successor) for every arc that matches a board in a context, in order; `found` is scratch space.
    template <class Visit>
    void each(const Board& board, int context, Vector<uint32_t>& found, Visit&& visit) const {
        each_arc(board, context, found, [&](const Step<Board>& step) { visit(step, step.apply(board)); });
    }

    // The same without the successors.
    template <class Visit>
    void each_arc(const Board& board, int context, Vector<uint32_t>& found, Visit&& visit) const {
        const auto& [steps, selector] = contexts_[size_t(context)];
        if (!selector) {
            for (const Step<Board>& step : steps)
                if (step.match(board)) visit(step);
            return;
        }
        selector->select(board, found, [&](uint32_t number) { return steps[number].match(board); });
        for (uint32_t number : found) visit(steps[number]);
    }

    // What an arc makes of a board that it is known to match.
    Board apply(const Board& board, int arc) const { return contexts_[0].steps[size_t(arc)].apply(board); }

    double cost(int arc) const { return contexts_[0].steps[size_t(arc)].cost; }

    // The most successors that a board can have.
    size_t most() const {
        size_t most = 0;
        for (const Context& context : contexts_) most = std::max(most, context.steps.size());
        return most;
    }

   private:
    struct Context {
        std::vector<Step<Board>> steps;
        std::unique_ptr<const Selector> selector;  // of many steps
    };

    static std::unique_ptr<const Selector> selector_of(const std::vector<const Condition*>& conditions) {
        if (conditions.size() <= 2 * Selector::FEW) return nullptr;
        auto selector = std::make_unique<const Selector>(conditions);
        return selector->selects() ? std::move(selector) : nullptr;
    }

    bool followed_;
    std::vector<Context> contexts_;
};

// What is made of a theory once for boards of one kind, and kept with it.
template <class Board>
struct Prepared {
    Moves<Board> moves;
    std::vector<Step<Board>> undo;  // by arc; empty where an arc cannot be undone

    explicit Prepared(const Theory& theory) : moves(theory) {
        if (!theory.invertible()) return;
        for (int arc = 0; arc < int(theory.arcs.size()); ++arc)
            undo.emplace_back(arc, 0, Condition{}, theory.arcs[size_t(arc)].inverse());
    }

    static const Prepared& of(const Theory& theory) {
        return theory.kept<Prepared>([&] { return std::make_shared<Prepared>(theory); });
    }
};

// A goal: a pattern.
template <class Board>
struct Goal {
    Match<Board> match;
    explicit Goal(const Pattern& pattern) : match(condition_of(pattern)) {}
    bool operator()(const Board& board) const { return match(board); }
};

}  // namespace arcwise
