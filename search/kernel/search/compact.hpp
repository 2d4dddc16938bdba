// The best-first loop with few bytes a node, for closed lists, whole numbers and arcs that can be undone.
//
// A node is its board, the arc that made it and, where paths are compared, a small g. Its parent is what the arc,
// undone, makes of the board; h is worked out again when the node is taken. What this cannot hold (a g of more than a
// byte, a state that has to be reopened) raises NotCompact, and the search starts again with whole nodes.
#pragma once

#include "search/best_first.hpp"

namespace arcwise {

struct NotCompact {};

// Fields as bytes, since a board would otherwise be padded to a multiple of its alignment.
template <class Board, class ArcId, bool COMPARES_PATHS>
class CompactNode {
   public:
    CompactNode() = default;
    CompactNode(const Board& board, ArcId arc) {
        std::memcpy(board_, &board, sizeof board);
        set_arc(arc);
    }
    Board board() const {
        Board board;
        std::memcpy(&board, board_, sizeof board);
        return board;
    }
    ArcId arc() const {
        ArcId arc;
        std::memcpy(&arc, rest_, sizeof arc);
        return arc;
    }
    void set_arc(ArcId arc) { std::memcpy(rest_, &arc, sizeof arc); }
    double g() const {
        if constexpr (COMPARES_PATHS) return rest_[sizeof(ArcId)];
        return 0;
    }
    void set_g(double g) {
        if constexpr (COMPARES_PATHS) {
            if (g > 255) throw NotCompact();
            rest_[sizeof(ArcId)] = uint8_t(g);
        }
    }

   private:
    uint8_t board_[sizeof(Board)];
    uint8_t rest_[sizeof(ArcId) + COMPARES_PATHS];  // the arc, whose top bit says that it is expanded, and g
};

// Open is Fifo, Lifo or one of the Buckets.
template <class Board, class Index, class ArcId, bool COMPARES_PATHS, class Open>
class CompactSearch {
   public:
    CompactSearch(const Prepared<Board>& prepared, Evaluator<Board>& evaluator, const Request& request,
                  const Goal<Board>& is_goal, Meter& meter, Outcome& outcome)
        : prepared_(prepared),
          evaluator_(evaluator),
          request_(request),
          is_goal_(is_goal),
          informed_(request.evaluation.h_weight != 0),
          meter_(meter),
          outcome_(outcome),
          nodes_(meter),
          index_(meter),
          open_(meter),
          children_(meter),
          entries_(meter),
          found_(meter),
          ahead_(prepared.moves, evaluator, meter) {}

    Status run(const Board& start) {
        Counters& counters = outcome_.counters;
        counters.evaluated = 1;
        if (!add_root(start)) return Status::UNSOLVABLE;
        while (uint64_t waiting = open_.size()) {
            counters.peak_open = std::max(counters.peak_open, waiting);
            const uint32_t current = open_.pop();
            if (uint32_t later = open_.later(); later != NONE) __builtin_prefetch(&nodes_[later]);
            Record& record = nodes_[current];
            if constexpr (COMPARES_PATHS) {
                if (record.arc() & EXPANDED) continue;
                record.set_arc(record.arc() | EXPANDED);
            }
            const Board board = record.board();
            const ArcId last = record.arc() & ArcId(~EXPANDED);
            if (is_goal_(board)) {
                note_path(board, last);
                return Status::SOLVED;
            }
            meter_.count_expansion();
            const double g = record.g();
            look_ahead(current);
            make_children(board, last);
            enter_children(board, g);
        }
        return Status::UNSOLVABLE;
    }

   private:
    using Record = CompactNode<Board, ArcId, COMPARES_PATHS>;
    static constexpr ArcId EXPANDED = ArcId(1) << (8 * sizeof(ArcId) - 1);
    static constexpr ArcId ROOT = EXPANDED - 1;
    struct Child {
        Board board;
        uint64_t hash;
        int arc;
        double cost;
    };

    uint32_t find(const Board& board, uint64_t hash, uint64_t& place) const {
        return index_.find(
            hash, board, [&](uint32_t node) { return nodes_[node].board() == board; }, place);
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
        Record root(start, ROOT);
        root.set_g(0);
        entries_.push_back({add(root, start, start.hash(), place), request_.evaluation(0, h)});
        open_.extend(entries_, std::nullopt);
        return true;
    }

    void look_ahead(uint32_t current) {
        const auto next_of = [&](uint32_t node) {
            const Record& record = nodes_[node];
            const ArcId arc = record.arc() & ArcId(~EXPANDED);
            return typename LookAhead<Board>::Next{record.board(), arc == ROOT ? NO_ARC : int(arc), record.g()};
        };
        const auto is_known = [&](const Board& board, double g) {
            uint64_t place;
            const uint32_t known = find(board, board.hash(), place);
            return known != NONE && (!COMPARES_PATHS || nodes_[known].g() <= g);
        };
        ahead_.before(current, open_, outcome_.counters.evaluated, next_of, is_known);
    }

    void make_children(const Board& board, ArcId last) {
        Counters& counters = outcome_.counters;
        children_.clear();
        // The parent is known, and by no dearer path, without being looked up.
        const Board parent = last == ROOT ? board : prepared_.undo[last].apply(board);
        const Moves<Board>& moves = prepared_.moves;
        const int context = moves.context_after(last == ROOT ? NO_ARC : int(last));
        moves.each(board, context, found_, [&](const Step<Board>& step, const Board& made) {
            ++counters.generated;
            counters.operator_applications += uint64_t(step.length);
            if (made == parent) return;
            uint64_t hash = made.hash();
            index_.prefetch(hash);
            children_.push_back({made, hash, step.arc, step.cost});
        });
    }

    // Puts into open what is new, or reached by a cheaper path.
    void enter_children(const Board& board, double g) {
        const double h = informed_ && evaluator_.looks_back() ? evaluator_.estimate(board) : 0;
        entries_.clear();
        for (const Child& child : children_) {
            const double child_g = COMPARES_PATHS ? g + child.cost : 0;
            uint64_t place;
            uint32_t known = find(child.board, child.hash, place);
            if (known == NONE) {
                Record made(child.board, ArcId(child.arc));
                made.set_g(child_g);
                known = add(made, child.board, child.hash, place);
            } else if constexpr (COMPARES_PATHS) {
                Record& other = nodes_[known];
                if (other.g() <= child_g) continue;
                if (other.arc() & EXPANDED) throw NotCompact();
                other.set_arc(ArcId(child.arc));
                other.set_g(child_g);
            } else {
                continue;
            }
            const double child_h = informed_ ? evaluator_.update(h, child.arc, board, child.board) : 0;
            ++outcome_.counters.evaluated;
            if (child_h == DEAD_END) continue;
            entries_.push_back({known, request_.evaluation(child_g, child_h)});
        }
        outcome_.counters.inserted += entries_.size();
        open_.extend(entries_, std::nullopt);
    }

    void note_path(Board board, ArcId arc) {
        while (arc != ROOT) {
            outcome_.arcs.push_back(arc);
            board = prepared_.undo[arc].apply(board);
            uint64_t unused;
            arc = nodes_[find(board, board.hash(), unused)].arc() & ArcId(~EXPANDED);
        }
        std::reverse(outcome_.arcs.begin(), outcome_.arcs.end());
    }

    const Prepared<Board>& prepared_;
    Evaluator<Board>& evaluator_;
    const Request& request_;
    const Goal<Board>& is_goal_;
    const bool informed_;
    Meter& meter_;
    Outcome& outcome_;
    ChunkedArray<Record> nodes_;
    Index index_;
    Open open_;
    Vector<Child> children_;
    Entries entries_;
    Vector<uint32_t> found_;
    LookAhead<Board> ahead_;
};

// Whether a request can be tried in this way.
template <class Board>
bool fits_compact(const Theory& theory, const Request& request, bool whole) {
    bool order = request.order == Order::FIFO || request.order == Order::LIFO ||
                 (request.order == Order::PRIORITY && whole && request.ties != Ties::RANDOM);
    // Weights above 1 make reopening likely.
    bool rule = request.rule == Rule::FIRST_SEEN ||
                (request.rule == Rule::CHEAPEST && whole && request.evaluation.h_weight <= 1);
    return order && rule && request.move_back && theory.arcs.size() < 0x7FFF && theory.invertible();
}

template <class Board>
Status compact(const Theory& theory, const Prepared<Board>& prepared, Evaluator<Board>& evaluator,
               const Request& request, const Board& start, const Goal<Board>& is_goal, Meter& meter,
               Outcome& outcome) {
    auto run = [&]<class Index, class ArcId, bool COMPARES_PATHS, class Open>() {
        using Search = CompactSearch<Board, Index, ArcId, COMPARES_PATHS, Open>;
        return Search(prepared, evaluator, request, is_goal, meter, outcome).run(start);
    };
    auto by_order = [&]<class Index, class ArcId, bool COMPARES_PATHS>() {
        if (request.order == Order::FIFO) return run.template operator()<Index, ArcId, COMPARES_PATHS, Fifo>();
        if (request.order == Order::LIFO) return run.template operator()<Index, ArcId, COMPARES_PATHS, Lifo>();
        if (request.ties == Ties::OLDEST)
            return run.template operator()<Index, ArcId, COMPARES_PATHS, Buckets<false>>();
        return run.template operator()<Index, ArcId, COMPARES_PATHS, Buckets<true>>();
    };
    auto by_rule = [&]<class Index, class ArcId>() {
        return request.rule == Rule::CHEAPEST ? by_order.template operator()<Index, ArcId, true>()
                                              : by_order.template operator()<Index, ArcId, false>();
    };
    if constexpr (std::is_same_v<Board, Nibbles>) {
        auto by_arcs = [&]<class Index>() {
            return theory.arcs.size() < 0x7F ? by_rule.template operator()<Index, uint8_t>()
                                             : by_rule.template operator()<Index, uint16_t>();
        };
        if (theory.cells <= WordIndex::MAX_CELLS) return by_arcs.template operator()<WordIndex>();
        return by_arcs.template operator()<HashIndex>();
    } else {
        return by_rule.template operator()<HashIndex, uint16_t>();
    }
}

}  // namespace arcwise
