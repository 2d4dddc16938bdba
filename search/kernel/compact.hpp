// The best-first loop with few bytes a node, for closed lists, whole numbers and arcs that can be undone.
//
// A node is its board, the arc that made it and, where paths are compared, a small g. Its parent is what the arc,
// undone, makes of the board; h is worked out again when the node is taken. What this cannot hold (a g of more than a
// byte, a state that has to be reopened) raises NotCompact, and the search starts again with whole nodes.
#pragma once

#include "best_first.hpp"

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
Outcome compact_best_first(const Prepared<Board>& prepared, const Heuristic<Board>& heuristic, const Request& request,
                           const Board& start, const Goal<Board>& is_goal, Meter& meter) {
    using Record = CompactNode<Board, ArcId, COMPARES_PATHS>;
    constexpr ArcId EXPANDED = ArcId(1) << (8 * sizeof(ArcId) - 1);
    constexpr ArcId ROOT = EXPANDED - 1;
    struct Child {
        Board board;
        uint64_t hash;
        int arc;
    };
    Outcome outcome;
    Counters& counters = outcome.counters;
    const Moves<Board>& moves = prepared.moves;
    const Theory& theory = moves.theory;
    const bool informed = request.evaluation.h_weight != 0;
    Arena<Record> nodes(meter);
    Index index(meter);
    Open open;
    std::vector<Child> children;
    std::vector<Entry> entries;
    Share open_bytes(meter);
    auto ended = [&](Status status, Limit limit = Limit::NONE) {
        outcome.status = status;
        outcome.limit = limit;
        return outcome;
    };
    auto hash_of = [&](uint32_t node) { return nodes[node].board().hash(); };
    auto find = [&](const Board& board, uint64_t hash, uint64_t& place) {
        return index.find(
            hash, board, [&](uint32_t node) { return nodes[node].board() == board; }, place);
    };

    counters.evaluated = 1;
    uint64_t place;
    find(start, start.hash(), place);
    Record root(start, ROOT);
    root.set_g(0);
    index.insert(start.hash(), place, start, nodes.add(root), hash_of);
    open.extend({{0, request.evaluation(0, heuristic.estimate(start))}}, std::nullopt);
    try {
        while (uint64_t waiting = open.size()) {
            counters.peak_open = std::max(counters.peak_open, waiting);
            const uint32_t current = open.pop();
            if (uint32_t later = open.later(); later != NONE) __builtin_prefetch(&nodes[later]);
            Record& record = nodes[current];
            if constexpr (COMPARES_PATHS) {
                if (record.arc() & EXPANDED) continue;
                record.set_arc(record.arc() | EXPANDED);
            }
            const Board board = record.board();
            const ArcId last = record.arc() & ArcId(~EXPANDED);
            if (is_goal(board)) {
                Board at = board;
                for (ArcId arc = last; arc != ROOT;) {
                    outcome.arcs.push_back(arc);
                    at = prepared.undo[arc].apply(at);
                    uint64_t unused;
                    arc = nodes[find(at, at.hash(), unused)].arc() & ArcId(~EXPANDED);
                }
                std::reverse(outcome.arcs.begin(), outcome.arcs.end());
                return ended(Status::SOLVED);
            }
            if (meter.expanded % Meter::STRIDE == 0) open_bytes.set(waiting * sizeof(uint32_t));
            if (Limit limit = meter.exceeded(); limit != Limit::NONE) return ended(Status::STOPPED, limit);
            const double g = record.g();
            const double h = informed ? heuristic.estimate(board) : 0;
            children.clear();
            entries.clear();
            // The parent is known, and by no dearer path, without being looked up.
            const Board parent = last == ROOT ? board : prepared.undo[last].apply(board);
            moves.each(board, last == ROOT ? NO_ARC : int(last), [&](int arc, const Board& made) {
                ++counters.generated;
                counters.operator_applications += uint64_t(theory.arcs[arc].length);
                if (made == parent) return;
                uint64_t hash = made.hash();
                index.prefetch(hash);
                children.push_back({made, hash, arc});
            });
            for (const Child& child : children) {
                double child_g = COMPARES_PATHS ? g + theory.arcs[child.arc].cost : 0;
                uint32_t known = find(child.board, child.hash, place);
                if (known == NONE) {
                    Record made(child.board, ArcId(child.arc));
                    made.set_g(child_g);
                    known = nodes.add(made);
                    index.insert(child.hash, place, child.board, known, hash_of);
                } else if constexpr (COMPARES_PATHS) {
                    Record& other = nodes[known];
                    if (other.g() <= child_g) continue;
                    if (other.arc() & EXPANDED) throw NotCompact();
                    other.set_arc(ArcId(child.arc));
                    other.set_g(child_g);
                } else {
                    continue;
                }
                double child_h = informed ? heuristic.update(h, child.arc, board, child.board) : 0;
                entries.push_back({known, request.evaluation(child_g, child_h)});
            }
            counters.evaluated += entries.size();
            counters.inserted += entries.size();
            open.extend(entries, std::nullopt);
        }
    } catch (const std::bad_alloc&) {
        return ended(Status::STOPPED, Limit::MEMORY);
    }
    return ended(Status::UNSOLVABLE);
}

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
Outcome compact(const Prepared<Board>& prepared, const Heuristic<Board>& heuristic, const Request& request,
                const Board& start, const Goal<Board>& is_goal, Meter& meter) {
    auto run = [&]<class Index, class ArcId, bool COMPARES_PATHS, class Open>() {
        return compact_best_first<Board, Index, ArcId, COMPARES_PATHS, Open>(prepared, heuristic, request, start,
                                                                             is_goal, meter);
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
    auto by_arcs = [&]<class Index>() {
        return prepared.moves.theory.arcs.size() < 0x7F ? by_rule.template operator()<Index, uint8_t>()
                                                        : by_rule.template operator()<Index, uint16_t>();
    };
    if constexpr (std::is_same_v<Board, Nibbles>)
        if (prepared.moves.theory.cells <= WordIndex::MAX_CELLS) return by_arcs.template operator()<WordIndex>();
    return by_arcs.template operator()<HashIndex>();
}

}  // namespace arcwise
