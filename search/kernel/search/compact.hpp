// The best-first loop with few bytes a node, for closed lists and whole numbers.
//
// A node is its board, the arc that made it and, where paths are compared, a small g. Where arcs can be undone, its
// parent is what the arc, undone, makes of the board; else it is kept too. h is worked out again when the node is
// taken. Where g may become too large for its field, nodes get a larger one.
#pragma once

#include <utility>

#include "search/best_first.hpp"

namespace arcwise {

// How many bytes a node has for what it knows beside its board: 1, 2 or 4 for the arc; 4 for the parent, or 0 where the
// arc, undone, tells it; 1, 4, 5 or 8 for g, or 0 where paths are not compared. Most sums of fractions, which are
// counted in small units, need 5.
struct AnyFields {
    size_t arc, parent, g;
};
// The commonest, which the compiler makes use of.
struct ArcAndG {
    static constexpr size_t arc = 1, parent = 0;
    size_t g;
};
struct ArcAlone {
    static constexpr size_t arc = 1, parent = 0, g = 0;
};

// A node's fields, whatever their sizes.
struct Reached {
    int arc;  // NO_ARC for the root
    uint32_t parent;
    double g;
    bool expanded;
};

// The first bytes of a board, eight or more, in which all cells are; the others are 0.
template <class Board>
size_t used_bytes(const Theory& theory) {
    size_t bytes = sizeof(Board);
    if constexpr (!std::is_same_v<Board, Nibbles> && std::endian::native == std::endian::little) {
        const Layout<Board> layout(theory);
        bytes = sizeof(uint64_t);
        for (int cell = 0; cell < theory.cells; ++cell) {
            const Field& field = layout.field(cell);
            const size_t bits = field.shift + size_t(std::bit_width(field.mask));
            bytes = std::max(bytes, sizeof(uint64_t) * field.word + (bits + 7) / 8);
        }
    }
    return bytes;
}

// Nodes as bytes, since a board would otherwise be padded to a multiple of its alignment, and to the words of its kind.
template <class Board, class Fields>
class CompactNodes : Chunks {
   public:
    // Boards take so many bytes, as used_bytes tells.
    CompactNodes(size_t bytes, const Fields& fields, Meter& meter)
        : Chunks(meter, bytes + fields.arc + fields.parent + fields.g),
          bytes_(bytes),
          fields_(fields) {}

    const Fields& fields() const { return fields_; }
    uint32_t size() const { return size_; }
    void prefetch(uint32_t node) const { __builtin_prefetch(at(node)); }

    // Gives all nodes larger fields, and the memory of the smaller ones back on the way.
    void widen(const Fields& wider, Meter& meter) {
        CompactNodes larger(bytes_, wider, meter);
        for (uint32_t node = 0; node < size_; ++node) {
            if (node % CHUNK == 0) release_before(node);
            larger.add(board(node), reached(node));
        }
        swap(larger);
        std::swap(fields_, larger.fields_);
    }

    [[gnu::always_inline]] uint32_t add(const Board& board, const Reached& reached) {
        if (size_ == capacity_) grow();
        each_word([to = at(size_), from = bytes_of(board)](size_t place) {
            std::memcpy(to + place, from + place, sizeof(uint64_t));
            return true;
        });
        set(size_, reached);
        return size_++;
    }
    [[gnu::always_inline]] void set(uint32_t node, const Reached& reached) {
        uint8_t* const to = at(node);
        const uint32_t arc = reached.arc == NO_ARC ? root() : uint32_t(reached.arc);
        put(to + bytes(), reached.expanded ? arc | expanded() : arc, fields_.arc);
        if (fields_.parent) put(to + parent_at(), reached.parent, fields_.parent);
        if (fields_.g == 1) {
            to[g_at()] = uint8_t(reached.g);
        } else if (fields_.g == sizeof(double)) {
            std::memcpy(to + g_at(), &reached.g, sizeof reached.g);
        } else if (fields_.g) {
            const auto g = uint64_t(reached.g);
            put(to + g_at(), uint32_t(g), sizeof(uint32_t));
            if (fields_.g > sizeof(uint32_t)) to[g_at() + sizeof(uint32_t)] = uint8_t(g >> 32);
        }
    }
    Board board(uint32_t node) const {
        Board board;
        each_word([to = reinterpret_cast<uint8_t*>(&board), from = at(node)](size_t place) {
            std::memcpy(to + place, from + place, sizeof(uint64_t));
            return true;
        });
        return board;
    }
    bool is(uint32_t node, const Board& board) const {
        return each_word([one = at(node), other = bytes_of(board)](size_t place) {
            return std::memcmp(one + place, other + place, sizeof(uint64_t)) == 0;
        });
    }
    double g(uint32_t node) const {
        const uint8_t* const from = at(node) + g_at();
        if (fields_.g == 1) return *from;
        if (fields_.g == 0) return 0;
        if (fields_.g != sizeof(double)) {
            const uint64_t high = fields_.g > sizeof(uint32_t) ? from[sizeof(uint32_t)] : 0;
            return double(high << 32 | got(from, sizeof(uint32_t)));
        }
        double g;
        std::memcpy(&g, from, sizeof g);
        return g;
    }
    int arc(uint32_t node) const {
        const uint32_t arc = kept_arc(node) & root();
        return arc == root() ? NO_ARC : int(arc);
    }
    bool is_expanded(uint32_t node) const { return kept_arc(node) & expanded(); }
    void set_expanded(uint32_t node) { put(at(node) + bytes(), kept_arc(node) | expanded(), fields_.arc); }
    // Of one that is not the root; where it is kept.
    uint32_t parent(uint32_t node) const { return got(at(node) + parent_at(), fields_.parent); }
    Reached reached(uint32_t node) const {
        return {arc(node), fields_.parent ? parent(node) : NONE, g(node), is_expanded(node)};
    }

   private:
    static const uint8_t* bytes_of(const Board& board) { return reinterpret_cast<const uint8_t*>(&board); }
    // Calls use(place) of eight bytes after the other until it says false; the last overlap those before them.
    template <class Use>
    [[gnu::always_inline]] bool each_word(Use&& use) const {
        constexpr size_t WORD = sizeof(uint64_t);
        size_t place = 0;
        for (; place + WORD <= bytes(); place += WORD)
            if (!use(place)) return false;
        return place == bytes() || use(bytes() - WORD);
    }
    // Known to the compiler for boards of one word.
    size_t bytes() const { return std::is_same_v<Board, Nibbles> ? sizeof(Board) : bytes_; }
    size_t parent_at() const { return bytes() + fields_.arc; }
    size_t g_at() const { return parent_at() + fields_.parent; }
    // The arc's top bit says that the node is expanded, all others that it is the root.
    uint32_t expanded() const { return uint32_t(1) << (8 * fields_.arc - 1); }
    uint32_t root() const { return expanded() - 1; }
    uint32_t kept_arc(uint32_t node) const { return got(at(node) + bytes(), fields_.arc); }

    uint8_t* at(uint32_t node) const { return static_cast<uint8_t*>(chunk(node)) + (node & (CHUNK - 1)) * record_; }
    static uint32_t got(const uint8_t* from, size_t bytes) {
        if (bytes == 1) return *from;
        uint16_t half;
        uint32_t whole;
        if (bytes == sizeof half) return std::memcpy(&half, from, sizeof half), half;
        return std::memcpy(&whole, from, sizeof whole), whole;
    }
    static void put(uint8_t* to, uint32_t whole, size_t bytes) {
        const auto half = uint16_t(whole);
        if (bytes == 1)
            *to = uint8_t(whole);
        else if (bytes == sizeof half)
            std::memcpy(to, &half, sizeof half);
        else
            std::memcpy(to, &whole, sizeof whole);
    }

    size_t bytes_;
    Fields fields_;
};

template <class Board, class Index, class Fields>
class CompactSearch final : public LookAhead<Board>::Nodes {
   public:
    CompactSearch(const Theory& theory, const Prepared<Seen<Board>>& prepared, Evaluator<Seen<Board>>& evaluator,
                  const Request& request, const Goal<Seen<Board>>& is_goal, const Fields& fields, Values values,
                  Meter& meter, Outcome& outcome)
        : prepared_(prepared),
          evaluator_(evaluator),
          request_(request),
          is_goal_(is_goal),
          informed_(request.evaluation.h_weight != 0),
          trapped_(theory, request.traps.get(), outcome.counters.trapped),
          meter_(meter),
          outcome_(outcome),
          open_(make_open(request, values, meter)),
          children_(meter),
          entries_(meter),
          found_(meter),
          ahead_(prepared.moves, evaluator, meter),
          nodes_(used_bytes<Board>(theory), fields, meter),
          superseded_(used_bytes<Board>(theory), fields, meter),
          index_(meter) {
        for (int arc = 0; arc < int(theory.arcs.size()); ++arc)
            most_cost_ = std::max(most_cost_, prepared.moves.cost(arc));
    }

    Status run(const Board& start) {
        Counters& counters = outcome_.counters;
        const NotesBound notes(*open_, outcome_);
        counters.evaluated = 1;
        if (!add_root(start)) return Status::UNSOLVABLE;
        while (uint64_t waiting = open_->size()) {
            counters.peak_open = std::max(counters.peak_open, waiting);
            const uint32_t current = open_->pop();
            if (uint32_t later = open_->later(); later != NONE) nodes_.prefetch(later);
            if (compares_paths()) {
                if (nodes_.is_expanded(current)) continue;
                nodes_.set_expanded(current);
            }
            const Board board = nodes_.board(current);
            if (is_goal_(board)) {
                note_path(current);
                return Status::SOLVED;
            }
            while (compares_paths() && nodes_.g(current) + most_cost_ > most_g()) widen();
            meter_.count_expansion(counters.operator_applications);
            ahead_.before(current, *open_, counters.evaluated, *this);
            make_children(board, nodes_.arc(current), known_parent(board, current));
            enter_children(board, current);
        }
        return Status::UNSOLVABLE;
    }

    typename LookAhead<Board>::Next next(uint32_t node) const override {
        return {nodes_.board(node), nodes_.arc(node), nodes_.g(node)};
    }
    bool knows(const Board& board, double g) const override {
        uint64_t place;
        const uint32_t known = find(board, board.hash(), place);
        return known != NONE && (!compares_paths() || nodes_.g(known) <= g);
    }

   private:
    struct Child {
        Board board;
        uint64_t hash;
        int arc;
        double cost;
    };

    bool compares_paths() const { return nodes_.fields().g != 0; }
    // The largest g that a node's field holds: whole numbers, or a double in 8 bytes.
    double most_g() const {
        const size_t bytes = nodes_.fields().g;
        return bytes == sizeof(double) ? std::numeric_limits<double>::max() : double((uint64_t(1) << 8 * bytes) - 1);
    }
    // Gives nodes a larger field for g.
    void widen() {
        if constexpr (!std::is_same_v<Fields, ArcAlone>) {
            Fields wider = nodes_.fields();
            wider.g = wider.g == 1 ? 4 : wider.g == 4 ? 5 : sizeof(double);
            superseded_.widen(wider, meter_);
            nodes_.widen(wider, meter_);
        }
    }

    uint32_t find(const Board& board, uint64_t hash, uint64_t& place) const {
        return index_.find(hash, board, [&](uint32_t node) { return nodes_.is(node, board); }, place);
    }
    uint32_t add(const Board& board, const Reached& reached, uint64_t hash, uint64_t place) {
        const uint32_t node = nodes_.add(board, reached);
        index_.insert(hash, place, board, node, [&](uint32_t other) { return nodes_.board(other).hash(); });
        return node;
    }

    // False for a dead end.
    bool add_root(const Board& start) {
        const double h = evaluator_.estimate(start);
        if (h == DEAD_END) return false;
        uint64_t place;
        find(start, start.hash(), place);
        const uint32_t root = add(start, {NO_ARC, NONE, 0, false}, start.hash(), place);
        entries_.push_back({root, request_.evaluation(0, h)});
        open_->extend(entries_, std::nullopt);
        return true;
    }

    // The board that a node was made from, where that takes no look at other nodes or has to be known; else its own.
    Board known_parent(const Board& board, uint32_t node) const {
        const int last = nodes_.arc(node);
        if (last == NO_ARC) return board;
        if (!nodes_.fields().parent) return prepared_.undo[size_t(last)].apply(board);
        return request_.move_back ? board : nodes_.board(nodes_.parent(node));
    }

    // Puts a board's successors into children_, but for `parent`: that is known, and by no dearer path, without being
    // looked up. `last` is the arc that made the board.
    void make_children(const Board& board, int last, const Board& parent) {
        Counters& counters = outcome_.counters;
        children_.clear();
        const bool no_back = !request_.move_back && last != NO_ARC;
        const Moves<Seen<Board>>& moves = prepared_.moves;
        moves.each(board, moves.context_after(last), found_, [&](const Step<Seen<Board>>& step, const Board& made) {
            if (no_back && made == parent) return;
            ++counters.generated;
            counters.operator_applications += uint64_t(step.length);
            if (made == parent || trapped_(step.arc, made)) return;
            uint64_t hash = made.hash();
            index_.prefetch(hash);
            children_.push_back({made, hash, step.arc, step.cost});
        });
    }

    // Puts into open what is new, or reached by a cheaper path.
    void enter_children(const Board& board, uint32_t current) {
        const double g = nodes_.g(current);
        const double h = informed_ && evaluator_.looks_back() ? evaluator_.estimate(board) : 0;
        entries_.clear();
        for (const auto& child : children_) {
            const Reached reached{child.arc, current, compares_paths() ? g + child.cost : 0, false};
            uint64_t place;
            uint32_t known = find(child.board, child.hash, place);
            if (known == NONE) {
                known = add(child.board, reached, child.hash, place);
            } else {
                if (!compares_paths() || nodes_.g(known) <= reached.g) continue;
                if (nodes_.is_expanded(known)) {
                    ++outcome_.counters.reopened;
                    superseded_.add(child.board, nodes_.reached(known));
                }
                nodes_.set(known, reached);
            }
            const double child_h = informed_ ? evaluator_.update(h, child.arc, board, child.board) : 0;
            ++outcome_.counters.evaluated;
            if (child_h == DEAD_END) continue;
            entries_.push_back({known, request_.evaluation(reached.g, child_h), request_.evaluation.of_g(reached.g)});
        }
        outcome_.counters.inserted += entries_.size();
        open_->extend(entries_, std::nullopt);
    }

    void note_path(uint32_t node) {
        for (Reached at = nodes_.reached(node); at.arc != NO_ARC;) {
            outcome_.arcs.push_back(at.arc);
            node = parent_of(node, at);
            at = reached_by(node, at.g - prepared_.moves.cost(at.arc));
        }
        std::reverse(outcome_.arcs.begin(), outcome_.arcs.end());
    }
    // A node as it was when a child was made: since then a cheaper path to it may have been found.
    Reached reached_by(uint32_t node, double g) const {
        const Reached newest = nodes_.reached(node);
        if (!compares_paths() || newest.g == g) return newest;
        for (uint32_t older = 0; older < superseded_.size(); ++older)
            if (superseded_.g(older) == g && superseded_.is(older, nodes_.board(node)))
                return superseded_.reached(older);
        return newest;
    }
    uint32_t parent_of(uint32_t node, const Reached& at) const {
        if (nodes_.fields().parent) return at.parent;
        const Board parent = prepared_.undo[size_t(at.arc)].apply(nodes_.board(node));
        uint64_t unused;
        return find(parent, parent.hash(), unused);
    }

    const Prepared<Seen<Board>>& prepared_;
    Evaluator<Seen<Board>>& evaluator_;
    const Request& request_;
    const Goal<Seen<Board>>& is_goal_;
    const bool informed_;
    const Trapped<Seen<Board>> trapped_;
    Meter& meter_;
    Outcome& outcome_;
    std::unique_ptr<OpenList> open_;
    Vector<Child> children_;
    Entries entries_;
    Vector<uint32_t> found_;
    LookAhead<Board> ahead_;
    double most_cost_ = 0;  // of an arc
    CompactNodes<Board, Fields> nodes_;
    CompactNodes<Board, Fields> superseded_;  // expanded nodes as they were before a cheaper path was found
    Index index_;
};

// Whether a request can be tried in this way.
inline bool fits_compact(const Theory& theory, const Request& request, Values values) {
    if (theory.arcs.size() >= INT32_MAX || request.walks) return false;
    const bool ordered = request.order == Order::PRIORITY && values != Values::ANY && request.ties != Ties::RANDOM;
    const bool plain = request.order == Order::FIFO || request.order == Order::LIFO;
    if (request.rule == Rule::FIRST_SEEN) return ordered || plain;
    // Of two paths to a state the cheaper has the lesser f, so that the other finds it expanded.
    return request.rule == Rule::CHEAPEST && ordered && request.evaluation.g_weight > 0 && theory.integral();
}

// The smallest fields that a search can begin with.
inline AnyFields fields_of(const Theory& theory, const Request& request) {
    const bool undoes = theory.arcs.size() < 0x7FFF && theory.invertible();
    const size_t arc = !undoes ? 4 : theory.arcs.size() < 0x7F ? 1 : 2;
    const size_t g = request.rule == Rule::FIRST_SEEN ? 0 : undoes && theory.denominator == 1 ? 1 : 4;
    return {arc, undoes ? size_t(0) : sizeof(uint32_t), g};
}

template <class Board>
Status compact(const Theory& theory, const Prepared<Seen<Board>>& prepared, Evaluator<Seen<Board>>& evaluator,
               const Request& request, const Board& start, const Goal<Seen<Board>>& is_goal, Values values, Meter& meter,
               Outcome& outcome) {
    const auto with = [&]<class Index, class Fields>(std::type_identity<Index>, const Fields& fields) {
        return CompactSearch<Board, Index, Fields>(theory, prepared, evaluator, request, is_goal, fields, values, meter,
                                                   outcome)
            .run(start);
    };
    const AnyFields fields = fields_of(theory, request);
    if constexpr (std::is_same_v<Board, Nibbles>) {  // most puzzles
        const auto indexed = [&](auto index) {
            if (fields.arc > 1 || fields.parent) return with(index, fields);
            return fields.g ? with(index, ArcAndG{fields.g}) : with(index, ArcAlone{});
        };
        if (theory.cells <= WordIndex::MAX_CELLS) return indexed(std::type_identity<WordIndex>{});
        return indexed(std::type_identity<HashIndex>{});
    } else {
        return with(std::type_identity<HashIndex>{}, fields);
    }
}

}  // namespace arcwise
