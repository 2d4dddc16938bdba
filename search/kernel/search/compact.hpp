// The best-first loop with few bytes a node, for closed lists and whole numbers.
//
// A node is its board, the arc that made it and, where paths are compared, a small g. Where arcs can be undone, its
// parent is what the arc, undone, makes of the board; else it is kept too. h is worked out again when the node is
// taken. Where g may become too large for a node's field, the search goes on with larger nodes.
#pragma once

#include <utility>

#include "search/best_first.hpp"

namespace arcwise {

// How large a node's fields are: small, for costs beyond 255, or for any number of arcs that cannot be undone, too.
enum class Sizes { SMALL, LONG_COSTS, LARGE };

// What a node has beside its board. Cost is the type of g, or Nothing where paths are not compared.
struct Nothing {};
template <class ArcId_, class Cost_, bool KEEPS_PARENT_>
struct Fields {
    using ArcId = ArcId_;
    using Cost = Cost_;
    static constexpr bool COMPARES_PATHS = !std::is_same_v<Cost, Nothing>, KEEPS_PARENT = KEEPS_PARENT_;
};

// Fields as bytes, since a board would otherwise be padded to a multiple of its alignment.
template <class Board, class Kind>
class CompactNode {
   public:
    using ArcId = typename Kind::ArcId;

    CompactNode() = default;
    CompactNode(const Board& board, ArcId arc, uint32_t parent, double g) {
        std::memcpy(board_, &board, sizeof board);
        reach_by(arc, parent, g);
    }
    Board board() const {
        Board board;
        std::memcpy(&board, board_, sizeof board);
        return board;
    }
    ArcId arc() const { return field<ArcId, 0>(); }
    void set_arc(ArcId arc) { set_field<ArcId, 0>(arc); }
    uint32_t parent() const { return field<uint32_t, PARENT>(); }
    double g() const {
        if constexpr (Kind::COMPARES_PATHS) return field<typename Kind::Cost, COST>();
        return 0;
    }
    void reach_by(ArcId arc, uint32_t parent, double g) {
        set_arc(arc);
        if constexpr (Kind::KEEPS_PARENT) set_field<uint32_t, PARENT>(parent);
        if constexpr (Kind::COMPARES_PATHS) {
            set_field<typename Kind::Cost, COST>(typename Kind::Cost(g));
        }
    }

   private:
    static constexpr size_t PARENT = sizeof(ArcId), COST = PARENT + (Kind::KEEPS_PARENT ? sizeof(uint32_t) : 0);
    template <class Field, size_t AT>
    Field field() const {
        Field field;
        std::memcpy(&field, rest_ + AT, sizeof field);
        return field;
    }
    template <class Field, size_t AT>
    void set_field(Field field) {
        std::memcpy(rest_ + AT, &field, sizeof field);
    }

    uint8_t board_[sizeof(Board)];
    // The arc, whose top bit says that it is expanded, the parent and g.
    uint8_t rest_[COST + (Kind::COMPARES_PATHS ? sizeof(typename Kind::Cost) : 0)];
};

// A node, whatever its fields.
template <class Board>
struct PlainNode {
    Board board;
    int arc;  // NO_ARC for the root
    uint32_t parent;
    double g;
    bool expanded;
};

// A search whatever the fields of its nodes: what stays when they become larger, and what looks at no node.
template <class Board>
class Compact : public LookAhead<Board>::Nodes {
   public:
    Compact(const Theory& theory, const Prepared<Seen<Board>>& prepared, Evaluator<Seen<Board>>& evaluator,
            const Request& request, const Goal<Seen<Board>>& is_goal, Values values, Meter& meter, Outcome& outcome)
        : prepared_(prepared),
          evaluator_(evaluator),
          request_(request),
          is_goal_(is_goal),
          informed_(request.evaluation.h_weight != 0),
          meter_(meter),
          outcome_(outcome),
          open_(make_open(request, values, meter)),
          children_(meter),
          entries_(meter),
          found_(meter),
          ahead_(prepared.moves, evaluator, meter) {
        for (int arc = 0; arc < int(theory.arcs.size()); ++arc)
            most_cost_ = std::max(most_cost_, prepared.moves.cost(arc));
    }
    Compact(Compact&&) = default;
    virtual ~Compact() = default;

    // How it ended, or nothing where larger fields have to go on.
    virtual std::optional<Status> run(const Board& start) = 0;
    // The same search with larger fields; only the memory of this one is to be given back after that.
    virtual std::unique_ptr<Compact> widened() = 0;
    // A node, or one as it was before a cheaper path to it was found; its parent only where that is wanted.
    virtual PlainNode<Board> plain(uint32_t number, bool superseded, bool with_parent) const = 0;
    virtual uint32_t count(bool superseded) const = 0;

   protected:
    struct Child {
        Board board;
        uint64_t hash;
        int arc;
        double cost;
    };

    // Puts a board's successors into children_, but for `parent`: that is known, and by no dearer path, without being
    // looked up. `last` is the arc that made the board.
    template <class Index>
    void make_children(const Board& board, int last, const Board& parent, const Index& index) {
        Counters& counters = outcome_.counters;
        children_.clear();
        const bool no_back = !request_.move_back && last != NO_ARC;
        const Moves<Seen<Board>>& moves = prepared_.moves;
        moves.each(board, moves.context_after(last), found_, [&](const Step<Seen<Board>>& step, const Board& made) {
            if (no_back && made == parent) return;
            ++counters.generated;
            counters.operator_applications += uint64_t(step.length);
            if (made == parent) return;
            uint64_t hash = made.hash();
            index.prefetch(hash);
            children_.push_back({made, hash, step.arc, step.cost});
        });
    }

    const Prepared<Seen<Board>>& prepared_;
    Evaluator<Seen<Board>>& evaluator_;
    const Request& request_;
    const Goal<Seen<Board>>& is_goal_;
    const bool informed_;
    Meter& meter_;
    Outcome& outcome_;
    std::unique_ptr<OpenList> open_;
    Vector<Child> children_;
    Entries entries_;
    Vector<uint32_t> found_;
    LookAhead<Board> ahead_;
    double most_cost_ = 0;  // of an arc
    bool begun_ = false;
    uint32_t pending_ = NONE;  // the node that larger fields expand first
};

// The fields that hold larger costs, or Nothing for those that hold any.
template <class Kind, class Cost = typename Kind::Cost>
using WiderFields =
    std::conditional_t<std::is_same_v<Cost, uint8_t>, Fields<uint16_t, uint32_t, false>,
                       std::conditional_t<std::is_same_v<Cost, uint32_t>,
                                          Fields<typename Kind::ArcId, double, Kind::KEEPS_PARENT>, Nothing>>;

template <class Board, class Index, class Kind>
class CompactSearch final : public Compact<Board> {
    using Base = Compact<Board>;
    using Base::children_, Base::entries_, Base::evaluator_, Base::informed_, Base::meter_, Base::open_, Base::outcome_,
        Base::prepared_, Base::request_;

   public:
    CompactSearch(const Theory& theory, const Prepared<Seen<Board>>& prepared, Evaluator<Seen<Board>>& evaluator,
                  const Request& request, const Goal<Seen<Board>>& is_goal, Values values, Meter& meter, Outcome& outcome)
        : Base(theory, prepared, evaluator, request, is_goal, values, meter, outcome),
          nodes_(meter),
          index_(meter),
          superseded_(meter) {}

    explicit CompactSearch(Base&& other) : Base(std::move(other)), nodes_(meter_), index_(meter_), superseded_(meter_) {
        for (uint32_t number = 0; number < other.count(false); ++number) {
            const PlainNode<Board> plain = other.plain(number, false, Kind::KEEPS_PARENT);
            const uint64_t hash = plain.board.hash();
            uint64_t place;
            find(plain.board, hash, place);
            add(record_of(plain), plain.board, hash, place);
        }
        for (uint32_t number = 0; number < other.count(true); ++number)
            superseded_.push_back(record_of(other.plain(number, true, Kind::KEEPS_PARENT)));
    }

    std::optional<Status> run(const Board& start) override {
        Counters& counters = outcome_.counters;
        const NotesBound notes(*open_, outcome_);
        if (!this->begun_) {
            this->begun_ = true;
            counters.evaluated = 1;
            if (!add_root(start)) return Status::UNSOLVABLE;
        }
        if (this->pending_ != NONE) expand(std::exchange(this->pending_, NONE));
        while (uint64_t waiting = open_->size()) {
            counters.peak_open = std::max(counters.peak_open, waiting);
            const uint32_t current = open_->pop();
            if (uint32_t later = open_->later(); later != NONE) __builtin_prefetch(&nodes_[later]);
            Record& record = nodes_[current];
            if constexpr (COMPARES_PATHS) {
                if (record.arc() & EXPANDED) continue;
                record.set_arc(record.arc() | EXPANDED);
            }
            if (this->is_goal_(record.board())) {
                note_path(record);
                return Status::SOLVED;
            }
            if constexpr (COMPARES_PATHS)
                if (record.g() + this->most_cost_ > double(std::numeric_limits<typename Kind::Cost>::max())) {
                    this->pending_ = current;
                    return std::nullopt;
                }
            expand(current);
        }
        return Status::UNSOLVABLE;
    }

    std::unique_ptr<Base> widened() override {
        using Wider = WiderFields<Kind>;
        if constexpr (std::is_same_v<Wider, Nothing>)
            throw std::bad_alloc();  // no field holds larger numbers
        else
            return std::make_unique<CompactSearch<Board, HashIndex, Wider>>(std::move(*this));
    }

    uint32_t count(bool superseded) const override { return superseded ? uint32_t(superseded_.size()) : nodes_.size(); }
    PlainNode<Board> plain(uint32_t number, bool superseded, bool with_parent) const override {
        const Record& record = superseded ? superseded_[number] : nodes_[number];
        const int arc = last_of(record);
        const uint32_t parent = with_parent && arc != NO_ARC ? parent_number(record) : NONE;
        return {record.board(), arc, parent, record.g(), bool(record.arc() & EXPANDED)};
    }

    typename LookAhead<Board>::Next next(uint32_t node) const override {
        const Record& record = nodes_[node];
        return {record.board(), last_of(record), record.g()};
    }
    bool knows(const Board& board, double g) const override {
        uint64_t place;
        const uint32_t known = find(board, board.hash(), place);
        return known != NONE && (!COMPARES_PATHS || nodes_[known].g() <= g);
    }

   private:
    using Record = CompactNode<Board, Kind>;
    using ArcId = typename Kind::ArcId;
    static constexpr bool COMPARES_PATHS = Kind::COMPARES_PATHS;
    static constexpr ArcId EXPANDED = ArcId(1) << (8 * sizeof(ArcId) - 1);
    static constexpr ArcId ROOT = EXPANDED - 1;

    static ArcId arc_of(const Record& record) { return record.arc() & ArcId(~EXPANDED); }
    static int last_of(const Record& record) { return arc_of(record) == ROOT ? NO_ARC : int(arc_of(record)); }
    static Record record_of(const PlainNode<Board>& plain) {
        const ArcId arc = plain.arc == NO_ARC ? ROOT : ArcId(plain.arc);
        return Record(plain.board, plain.expanded ? arc | EXPANDED : arc, plain.parent, plain.g);
    }

    void expand(uint32_t current) {
        const Board board = nodes_[current].board();
        meter_.count_expansion(outcome_.counters.operator_applications);
        this->ahead_.before(current, *open_, outcome_.counters.evaluated, *this);
        const Record& record = nodes_[current];
        this->make_children(board, last_of(record), known_parent(board, record), index_);
        enter_children(board, current);
    }

    uint32_t find(const Board& board, uint64_t hash, uint64_t& place) const {
        return index_.find(hash, board, [&](uint32_t node) { return nodes_[node].board() == board; }, place);
    }
    uint32_t add(const Record& record, const Board& board, uint64_t hash, uint64_t place) {
        uint32_t node = nodes_.add(record);
        index_.insert(hash, place, board, node, [&](uint32_t other) { return nodes_[other].board().hash(); });
        return node;
    }

    // False for a dead end.
    bool add_root(const Board& start) {
        const double h = evaluator_.estimate(start);
        if (h == DEAD_END) return false;
        uint64_t place;
        find(start, start.hash(), place);
        const Record root(start, ROOT, NONE, 0);
        entries_.push_back({add(root, start, start.hash(), place), request_.evaluation(0, h)});
        open_->extend(entries_, std::nullopt);
        return true;
    }

    // The board that a node was made from, where that takes no look at other nodes or has to be known; else its own.
    Board known_parent(const Board& board, const Record& record) const {
        const ArcId last = arc_of(record);
        if (last == ROOT) return board;
        if constexpr (!Kind::KEEPS_PARENT) return prepared_.undo[last].apply(board);
        return request_.move_back ? board : nodes_[record.parent()].board();
    }

    // Puts into open what is new, or reached by a cheaper path.
    void enter_children(const Board& board, uint32_t current) {
        const double g = nodes_[current].g();
        const double h = informed_ && evaluator_.looks_back() ? evaluator_.estimate(board) : 0;
        entries_.clear();
        for (const auto& child : children_) {
            const double child_g = COMPARES_PATHS ? g + child.cost : 0;
            uint64_t place;
            uint32_t known = find(child.board, child.hash, place);
            if (known == NONE) {
                known = add(Record(child.board, ArcId(child.arc), current, child_g), child.board, child.hash, place);
            } else if constexpr (COMPARES_PATHS) {
                Record& other = nodes_[known];
                if (other.g() <= child_g) continue;
                if (other.arc() & EXPANDED) {
                    ++outcome_.counters.reopened;
                    superseded_.push_back(other);  // the parent that its children have
                }
                other.reach_by(ArcId(child.arc), current, child_g);
            } else {
                continue;
            }
            const double child_h = informed_ ? evaluator_.update(h, child.arc, board, child.board) : 0;
            ++outcome_.counters.evaluated;
            if (child_h == DEAD_END) continue;
            entries_.push_back({known, request_.evaluation(child_g, child_h)});
        }
        outcome_.counters.inserted += entries_.size();
        open_->extend(entries_, std::nullopt);
    }

    void note_path(Record at) {
        for (; arc_of(at) != ROOT; at = parent_of(at)) outcome_.arcs.push_back(int(arc_of(at)));
        std::reverse(outcome_.arcs.begin(), outcome_.arcs.end());
    }
    // The parent as it was when the node was made: since then a cheaper path to it may have been found.
    Record parent_of(const Record& record) const {
        const Record& newest = nodes_[parent_number(record)];
        if constexpr (COMPARES_PATHS) {
            const double g = record.g() - prepared_.moves.cost(int(arc_of(record)));
            if (newest.g() != g)
                for (const Record& older : superseded_)
                    if (older.g() == g && older.board() == newest.board()) return older;
        }
        return newest;
    }
    uint32_t parent_number(const Record& record) const {
        if constexpr (Kind::KEEPS_PARENT) return record.parent();
        const Board parent = prepared_.undo[arc_of(record)].apply(record.board());
        uint64_t unused;
        return find(parent, parent.hash(), unused);
    }

    ChunkedArray<Record> nodes_;
    Index index_;
    Vector<Record> superseded_;  // nodes that were expanded, as they were before a cheaper path was found
};

// Whether a request can be tried in this way.
inline bool fits_compact(const Theory& theory, const Request& request, Values values) {
    if (theory.arcs.size() >= INT32_MAX) return false;
    const bool ordered = request.order == Order::PRIORITY && values != Values::ANY && request.ties != Ties::RANDOM;
    const bool plain = request.order == Order::FIFO || request.order == Order::LIFO;
    if (request.rule == Rule::FIRST_SEEN) return ordered || plain;
    // Of two paths to a state the cheaper has the lesser f, so that the other finds it expanded.
    return request.rule == Rule::CHEAPEST && ordered && request.evaluation.g_weight > 0 && theory.integral();
}

template <class Board>
Status compact(const Theory& theory, const Prepared<Seen<Board>>& prepared, Evaluator<Seen<Board>>& evaluator,
               const Request& request, const Board& start, const Goal<Seen<Board>>& is_goal, Sizes sizes, Values values,
               Meter& meter, Outcome& outcome) {
    using Search = std::unique_ptr<Compact<Board>>;
    auto with = [&]<class Index, class Kind>() -> Search {
        return std::make_unique<CompactSearch<Board, Index, Kind>>(theory, prepared, evaluator, request, is_goal, values,
                                                                   meter, outcome);
    };
    auto by_rule = [&]<class Index, class ArcId, class Cost, bool KEEPS_PARENT>() {
        return request.rule == Rule::FIRST_SEEN ? with.template operator()<Index, Fields<ArcId, Nothing, KEEPS_PARENT>>()
                                                : with.template operator()<Index, Fields<ArcId, Cost, KEEPS_PARENT>>();
    };
    auto by_arcs = [&]<class Index>() {
        return theory.arcs.size() < 0x7F ? by_rule.template operator()<Index, uint8_t, uint8_t, false>()
                                         : by_rule.template operator()<Index, uint16_t, uint8_t, false>();
    };
    auto by_sizes = [&] {
        if (sizes == Sizes::LARGE) return by_rule.template operator()<HashIndex, uint32_t, uint32_t, true>();
        if (sizes == Sizes::LONG_COSTS && request.rule == Rule::CHEAPEST)
            return with.template operator()<HashIndex, Fields<uint16_t, uint32_t, false>>();
        if constexpr (std::is_same_v<Board, Nibbles>)
            return theory.cells <= WordIndex::MAX_CELLS ? by_arcs.template operator()<WordIndex>()
                                                        : by_arcs.template operator()<HashIndex>();
        else
            return by_rule.template operator()<HashIndex, uint16_t, uint8_t, false>();
    };
    for (Search search = by_sizes();; search = search->widened())
        if (const std::optional<Status> status = search->run(start)) return *status;
}

}  // namespace arcwise
