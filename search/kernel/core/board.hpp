// States in the kernel, and how an arc turns one into the next.
//
// A board of up to 16 cells and 16 symbols is one 64-bit word, four bits a cell: an arc is then a mask, a few rotations
// and an OR. Any other board is a few words, packed as its theory allows, of which an arc rewrites some fields.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/packing.hpp"
#include "core/selector.hpp"
#include "core/theory.hpp"

namespace arcwise {

struct Nibbles {
    static constexpr int MAX_CELLS = 16, MAX_SYMBOLS = 16;
    uint64_t bits = 0;

    unsigned operator[](int cell) const { return unsigned(bits >> (4 * cell)) & 15; }
    bool operator==(const Nibbles&) const = default;
    uint64_t hash() const { return (bits ^ (bits >> 29)) * 0x9E3779B97F4A7C15ull; }
};

template <int WORDS>
struct Packed {
    uint64_t words[WORDS] = {};

    bool operator==(const Packed& other) const { return std::memcmp(words, other.words, sizeof words) == 0; }
    uint64_t hash() const {
        uint64_t sum = 0;
        for (uint64_t word : words) {
            sum = (sum ^ word ^ (word >> 31)) * 0x9E3779B97F4A7C15ull;
            sum ^= sum >> 32;
        }
        return sum * 0x9E3779B97F4A7C15ull;
    }
};

// Where boards of one kind have their cells. What stands in a cell is a symbol; its code there is a small number.
template <class Board>
class Layout;

template <>
class Layout<Nibbles> {
   public:
    explicit Layout(const Theory&) {}
    static bool holds(const State&) { return true; }
    static Nibbles board(const State& state) {
        Nibbles board;
        for (size_t cell = 0; cell < state.size(); ++cell) board.bits |= uint64_t(state[cell]) << (4 * cell);
        return board;
    }
    static unsigned symbol(const Nibbles& board, int cell) { return board[cell]; }
    static unsigned code(const Nibbles& board, int cell) { return board[cell]; }
    static int code_of(int, int symbol) { return symbol; }
    static size_t codes(int) { return Nibbles::MAX_SYMBOLS; }
};

template <int WORDS>
class Layout<Packed<WORDS>> {
   public:
    using Board = Packed<WORDS>;
    explicit Layout(const Theory& theory) : packing_(&Packing::of(theory)) {}
    bool holds(const State& state) const { return packing_->holds(state); }
    // Throws std::invalid_argument for a state with a symbol where it cannot stand.
    Board board(const State& state) const {
        Board board;
        for (size_t cell = 0; cell < state.size(); ++cell) {
            const int code = packing_->code_of(int(cell), state[cell]);
            if (code == Packing::IMPOSSIBLE) throw std::invalid_argument("a symbol where it cannot stand");
            const Field& field = packing_->field(int(cell));
            board.words[field.word] |= uint64_t(code) << field.shift;
        }
        return board;
    }
    unsigned symbol(const Board& board, int cell) const { return packing_->symbol(board.words, cell); }
    unsigned code(const Board& board, int cell) const { return packing_->code(board.words, cell); }
    int code_of(int cell, int symbol) const { return packing_->code_of(cell, symbol); }
    size_t codes(int cell) const { return packing_->symbols(cell).size(); }
    const Field& field(int cell) const { return packing_->field(cell); }

   private:
    const Packing* packing_;
};

// Whether boards of a kind are small enough for what is worth its code only where little else takes time or memory.
template <class Board>
inline constexpr bool IS_SMALL = sizeof(Board) <= 64;

// Calls use(std::type_identity<Board>{}) with the smallest kind of board that a theory's states fit.
template <class Use>
auto with_board(const Theory& theory, Use&& use) {
    if (theory.cells <= Nibbles::MAX_CELLS && theory.symbols <= Nibbles::MAX_SYMBOLS)
        return use(std::type_identity<Nibbles>{});
    const int words = Packing::of(theory).words();
    if (words <= 2) return use(std::type_identity<Packed<2>>{});
    if (words <= 4) return use(std::type_identity<Packed<4>>{});
    if (words <= 8) return use(std::type_identity<Packed<8>>{});
    if (words <= 16) return use(std::type_identity<Packed<16>>{});
    if (words <= 64) return use(std::type_identity<Packed<64>>{});
    if (words <= 512) return use(std::type_identity<Packed<512>>{});
    throw std::invalid_argument("states of more than 32,768 bits");
}

// A condition on a board of one kind, ready to be tested.
template <class Board>
struct Match {
    struct Word {
        uint64_t mask = 0, value = 0;
        uint32_t word = 0;
    };
    Word first;
    std::vector<Word> more;
    std::vector<std::pair<Field, Field>> equals;  // cells that are compared have the same codes

    Match(const Layout<Board>& layout, const Condition& condition) {
        std::map<uint32_t, Word> words;
        bool possible = true;
        for (const Test& test : condition.tests) {
            const Field& field = layout.field(test.cell);
            const int code = layout.code_of(test.cell, test.symbol);
            possible &= code != Packing::IMPOSSIBLE;
            Word& word = words[field.word];
            word.word = field.word;
            word.mask |= field.mask << field.shift;
            word.value |= uint64_t(code) << field.shift;
        }
        for (const auto& [number, word] : words) more.push_back(word);
        if (!more.empty()) {
            first = more.front();
            more.erase(more.begin());
        }
        if (!possible) first = {0, 1, 0};
        for (const Equal& equal : condition.equals)
            equals.emplace_back(layout.field(equal.one), layout.field(equal.other));
    }
    bool operator()(const Board& board) const {
        if ((board.words[first.word] & first.mask) != first.value) return false;
        for (const Word& test : more)
            if ((board.words[test.word] & test.mask) != test.value) return false;
        for (const auto& [one, other] : equals)
            if (((board.words[one.word] >> one.shift) ^ (board.words[other.word] >> other.shift)) & one.mask)
                return false;
        return true;
    }
};

template <>
struct Match<Nibbles> {
    uint64_t mask = 0, value = 0;
    std::vector<Equal> equals;
    Match(const Layout<Nibbles>&, const Condition& condition) : equals(condition.equals) {
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
    struct Rewrite {
        uint64_t keep, value;
        uint32_t word;
    };
    struct Copy {
        uint64_t mask;
        uint16_t from, to;
        uint8_t from_shift, to_shift;
    };
    Match<Board> match;
    std::vector<Rewrite> rewrites;
    std::vector<Copy> copies;

    Step(const Layout<Board>& layout, int number, int context, const Condition& rest, const Arc& arc)
        : StepOf{number, context, arc.length, arc.cost}, match(layout, rest) {
        std::map<uint32_t, Rewrite> words;
        for (const Write& write : arc.writes) {
            const Field& to = layout.field(write.cell);
            Rewrite& word = words.try_emplace(to.word, Rewrite{~uint64_t(0), 0, to.word}).first->second;
            word.keep &= ~(to.mask << to.shift);
            if (write.source == Write::CONSTANT) {
                word.value |= uint64_t(layout.code_of(write.cell, write.constant)) << to.shift;
            } else {
                const Field& from = layout.field(write.source);
                copies.push_back({to.mask, from.word, to.word, from.shift, to.shift});
            }
        }
        for (const auto& [number, word] : words) rewrites.push_back(word);
    }

    using From = const Board&;
    Board apply(From board) const {
        Board made = board;
        for (const Rewrite& word : rewrites) made.words[word.word] = (board.words[word.word] & word.keep) | word.value;
        for (const Copy& copy : copies)
            made.words[copy.to] |= (board.words[copy.from] >> copy.from_shift & copy.mask) << copy.to_shift;
        return made;
    }
};

// A board, and where it differs from the same cells in the opposite order.
struct BothWays {
    uint64_t bits, difference;
    BothWays(const Nibbles& board) : bits(board.bits), difference(board.bits ^ opposite(board.bits)) {}
    static uint64_t opposite(uint64_t bits) {
        bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0F) | (bits & 0x0F0F0F0F0F0F0F0F) << 4;
        bits = (bits >> 8 & 0x00FF00FF00FF00FF) | (bits & 0x00FF00FF00FF00FF) << 8;
        bits = (bits >> 16 & 0x0000FFFF0000FFFF) | (bits & 0x0000FFFF0000FFFF) << 16;
        return std::rotl(bits, 32);
    }
};

// Cells that move by the same distance turn together, and so do those that change places around the same point: they
// move by the same distance in the opposite order.
template <>
struct Step<Nibbles> : StepOf {
    struct Turn {
        uint64_t mask = 0;      // of the cells where they come to stand
        uint64_t opposite = 0;  // all bits for the opposite order
        int left = 0;
    };
    uint64_t keep = ~uint64_t(0), constants = 0;
    Turn first;
    Match<Nibbles> match;
    std::vector<Turn> more;

    Step(const Layout<Nibbles>& layout, int number, int context, const Condition& rest, const Arc& arc)
        : StepOf{number, context, arc.length, arc.cost}, match(layout, rest) {
        uint64_t turned[2][Nibbles::MAX_CELLS] = {};  // by order and distance: the cells that are reached
        uint64_t left = 0;
        for (const Write& write : arc.writes) {
            const uint64_t cell = uint64_t(15) << (4 * write.cell);
            keep &= ~cell;
            if (write.source == Write::CONSTANT) {
                constants |= uint64_t(write.constant) << (4 * write.cell);
                continue;
            }
            left |= cell;
            turned[0][(write.cell - write.source) & 15] |= cell;
            turned[1][(write.cell + write.source + 1) & 15] |= cell;
        }
        // The turn that carries the most of the cells that are left, again and again.
        for (bool is_first = true; left; is_first = false) {
            Turn most;
            for (int order = 0; order < 2; ++order)
                for (int distance = 0; distance < Nibbles::MAX_CELLS; ++distance)
                    if (const uint64_t mask = turned[order][distance] & left;
                        std::popcount(mask) > std::popcount(most.mask))
                        most = {mask, -uint64_t(order), 4 * distance};
            is_first ? void(first = most) : more.push_back(most);
            left &= ~most.mask;
        }
    }
    using From = BothWays;
    Nibbles apply(const From& from) const {
        uint64_t made = (from.bits & keep) | constants | turned(from, first);
        for (const Turn& turn : more) made |= turned(from, turn);
        return {made};
    }

   private:
    static uint64_t turned(const From& from, const Turn& turn) {
        return std::rotl(from.bits ^ (from.difference & turn.opposite), turn.left) & turn.mask;
    }
};

// A selector of many conditions by the codes that they test; none where it would not help.
template <class Board>
std::unique_ptr<const Selector> selector_of(const Layout<Board>& layout,
                                            const std::vector<const Condition*>& conditions) {
    if (conditions.size() <= 2 * Selector::FEW) return nullptr;
    const auto code_of = [&](const Test& test) { return layout.code_of(test.cell, test.symbol); };
    auto selector = std::make_unique<const Selector>(conditions, code_of);
    return selector->selects() ? std::move(selector) : nullptr;
}

// Arcs made ready for boards of one kind, by the context that a board is in: what is known of the arcs that led to it.
// Context 0 is any board's.
template <class Board>
class Moves {
   public:
    // How many arcs of a context were left out, and how many primitive moves they are.
    struct LeftOut {
        uint32_t arcs = 0, length = 0;
    };

    // A board's context is the arc that made it, unless there are too many arcs.
    explicit Moves(const Theory& theory) : Moves(theory, false) {}

    // Without the arcs that would only undo the arc that made a board, where that is known.
    static const Moves& onward(const Theory& theory) {
        struct Onward {
            Moves moves;
        };
        return theory.kept<Onward>([&] { return std::shared_ptr<Onward>(new Onward{Moves(theory, true)}); }).moves;
    }

    // Contexts of any other kind: lists of what has an arc, a context and a rest.
    template <class Nexts>
    Moves(const Theory& theory, const std::vector<Nexts>& contexts) : layout_(theory), followed_(false) {
        for (const Nexts& nexts : contexts) {
            Context context;
            for (const auto& next : nexts)
                context.steps.emplace_back(layout_, next.arc, next.context, next.rest, theory.arcs[size_t(next.arc)]);
            contexts_.push_back(std::move(context));
        }
    }

    int context_after(int last) const { return followed_ ? last + 1 : 0; }
    const LeftOut& left_out(int context) const { return contexts_[size_t(context)].left_out; }

    // Calls visit(step, successor) for every arc that matches a board in a context, in order; `found` is scratch space.
    template <class Visit>
    [[gnu::always_inline]] void each(const Board& board, int context, Vector<uint32_t>& found, Visit&& visit) const {
        const typename Step<Board>::From from(board);
        each_arc(board, context, found, [&](const Step<Board>& step) __attribute__((always_inline)) { visit(step, step.apply(from)); });
    }

    // The same without the successors.
    template <class Visit>
    [[gnu::always_inline]] void each_arc(const Board& board, int context, Vector<uint32_t>& found, Visit&& visit) const {
        const Context& now = contexts_[size_t(context)];
        if (!now.selector) {
            for (const Step<Board>& step : now.steps)
                if (now.certain || step.match(board)) visit(step);
            return;
        }
        select(now, board, found);
        for (uint32_t number : found) visit(now.steps[number]);
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
        bool certain = false;                      // all of them match
        LeftOut left_out;
    };

    // Apart from the loop of a search, whose variables it would take the registers from.
    [[gnu::noinline]] void select(const Context& now, const Board& board, Vector<uint32_t>& found) const {
        now.selector->select([&](int cell) { return layout_.code(board, cell); }, found,
                             [&](uint32_t number) { return now.steps[number].match(board); });
    }

    Moves(const Theory& theory, bool onward) : layout_(theory), followed_(theory.follow().size() > 1) {
        for (int last = NO_ARC; const auto& candidates : theory.follow()) {
            Context context;
            std::vector<const Condition*> conditions;
            context.certain = true;
            for (const Candidate& next : candidates) {
                const Arc& arc = theory.arcs[size_t(next.arc)];
                if (onward && last != NO_ARC && next.rest.empty() && undoes(theory.arcs[size_t(last)], arc)) {
                    ++context.left_out.arcs;
                    context.left_out.length += uint32_t(arc.length);
                    continue;
                }
                conditions.push_back(&next.rest);
                context.certain &= next.rest.empty();
                context.steps.emplace_back(layout_, next.arc, followed_ ? next.arc + 1 : 0, next.rest, arc);
            }
            context.selector = selector_of(layout_, conditions);
            contexts_.push_back(std::move(context));
            ++last;
        }
    }

    Layout<Board> layout_;
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
            undo.emplace_back(Layout<Board>(theory), arc, 0, Condition{}, theory.arcs[size_t(arc)].inverse());
    }

    static const Prepared& of(const Theory& theory) {
        return theory.kept<Prepared>([&] { return std::make_shared<Prepared>(theory); });
    }
};

// A goal: a pattern, or any of several.
template <class Board>
class Goal {
   public:
    Goal(const Theory& theory, const std::vector<Pattern>& patterns) : layout_(theory) {
        std::vector<Condition> conditions;
        for (const Pattern& pattern : patterns) conditions.push_back(condition_of(pattern));
        std::vector<const Condition*> all;
        for (const Condition& condition : conditions) {
            matches_.emplace_back(layout_, condition);
            all.push_back(&condition);
        }
        selector_ = selector_of(layout_, all);
    }
    bool operator()(const Board& board) const {
        const auto holds = [&](uint32_t number) { return matches_[number](board); };
        if (selector_) return selector_->any([&](int cell) { return layout_.code(board, cell); }, holds);
        for (const Match<Board>& match : matches_)
            if (match(board)) return true;
        return false;
    }

   private:
    Layout<Board> layout_;
    std::vector<Match<Board>> matches_;
    std::unique_ptr<const Selector> selector_;  // of many
};

}  // namespace arcwise
