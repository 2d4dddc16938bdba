// Depth-first search state by state: a step is made, the subtree searched, the step unmade. Iterative deepening and IDA*
// are this below growing bounds, in exactly the order of the Python engine's depth_first_iterative_search.
#pragma once

#include <limits>

#include "core/board.hpp"
#include "core/request.hpp"
#include "search/evaluators.hpp"

namespace arcwise {

// The boards of the current path. What is looked for is seldom there, which a count for every few hashes tells where
// COUNTED.
template <class Board, bool COUNTED>
class OwnBoards {
   public:
    explicit OwnBoards(Meter& meter) : counts_(COUNTED ? SLOTS : 0, 0, meter), boards_(meter) {}

    void enter(const Board& board) {
        boards_.push_back(board);
        if (COUNTED) ++counts_[slot(board)];
    }
    void leave() {
        if (COUNTED) --counts_[slot(boards_.back())];
        boards_.pop_back();
    }
    bool hold(const Board& board) const {
        if (counts_[slot(board)] == 0) return false;
        for (size_t depth = boards_.size(); depth-- > 0;)
            if (boards_[depth] == board) return true;
        return false;
    }
    const Board* parent() const { return boards_.size() < 2 ? nullptr : &boards_[boards_.size() - 2]; }

   private:
    static constexpr size_t SLOTS = 4096;
    static size_t slot(const Board& board) { return board.hash() >> 52; }

    Vector<uint32_t> counts_;
    Vector<Board> boards_;
};

// PATH: whether a successor that is on its own path is left out.
template <class Board, bool PATH, class EvaluatorOf>
class DepthFirst {
   public:
    static constexpr double INFINITE = std::numeric_limits<double>::infinity();

    // The evaluator stands at the root whenever a search begins.
    DepthFirst(const Moves<Board>& moves, EvaluatorOf& evaluator, const Evaluation& evaluation,
               const Goal<Board>& is_goal, bool move_back, Meter& meter, Counters& counters)
        : moves_(moves),
          evaluator_(evaluator),
          evaluation_(evaluation),
          is_goal_(is_goal),
          move_back_(move_back),
          most_(moves.most()),
          meter_(meter),
          counters_(counters),
          nodes_(meter),
          path_(meter),
          found_(meter),
          boards_(meter) {}
    ~DepthFirst() { counters_.inserted += evaluated_ - waiting_; }
    DepthFirst(const DepthFirst&) = delete;
    DepthFirst& operator=(const DepthFirst&) = delete;

    double f_of(const Board& board, double g, double h, size_t depth) const {
        if (evaluation_.least_depth) return double(is_goal_(board) ? depth : depth + 1);
        return evaluation_(g, h);
    }

    // Whether a goal is below the root within the bound on f, which the root itself keeps.
    bool search(const Board& root, int context, double h, double bound) {
        bound_ = bound;
        next_bound = INFINITE;
        waiting_ = 0;
        make_room(1);
        nodes_[0] = Node{root, nullptr, 0, h, 0, {}};
        if (take(0, 1, context)) return true;
        for (;;) {
            Frame& frame = path_.back();
            if (frame.next != frame.end) {
                const uint32_t number = frame.next++;
                waiting_ = frame.waiting - 1 - nodes_[number].place;
                if (take(number, frame.end, nodes_[number].step->context)) return true;
                continue;
            }
            const uint32_t left = frame.node;
            boards_.leave();
            path_.pop_back();
            if (path_.empty()) break;
            Node& node = nodes_[left];
            evaluator_.unmake(node.change, node.step->arc, nodes_[path_.back().node].board);
        }
        waiting_ = 0;
        return false;
    }

    // The way to the goal that was found.
    std::vector<int> arcs() const {
        std::vector<int> arcs;
        for (const Frame& frame : path_)
            if (nodes_[frame.node].step) arcs.push_back(nodes_[frame.node].step->arc);
        if (nodes_[goal_].step) arcs.push_back(nodes_[goal_].step->arc);
        return arcs;
    }

    double next_bound = INFINITE;  // the least f beyond the bound

   private:
    using Change = typename EvaluatorOf::Change;
    struct Node {
        Board board;
        const Step<Board>* step;  // that made it
        double g, h;
        uint32_t place;  // among its siblings
        [[no_unique_address]] Change change;
    };
    // A node being expanded. Its successors within the bound are nodes_[next, end) and those before, already searched.
    struct Frame {
        uint32_t node, next, end;
        uint64_t waiting;  // nodes not yet taken up, before the first of its successors is
    };

    void make_room(size_t count) {
        if (count > UINT32_MAX) throw std::bad_alloc();
        if (count > nodes_.size()) nodes_.resize(std::max(count, nodes_.size() * 2));
    }

    // Takes a node up: true for a goal, else it is expanded, its successors behind `end`.
    bool take(uint32_t number, uint32_t end, int context) {
        if (is_goal_(nodes_[number].board)) {
            goal_ = number;
            return true;
        }
        meter_.count_expansion();
        make_room(end + most_);
        Node& node = nodes_[number];
        if (node.step) evaluator_.make(node.change, node.step->arc, node.board);
        boards_.enter(node.board);
        path_.push_back({number, end, end, 0});
        uint32_t count = 0;
        Node* last = expand(node, context, nodes_.data() + end, count);
        Frame& frame = path_.back();
        frame.end = uint32_t(last - nodes_.data());
        frame.waiting = waiting_ + count;
        evaluated_ += count;
        counters_.evaluated += count;
        counters_.peak_open = std::max(counters_.peak_open, frame.waiting);
        return false;
    }

    // Puts a node's successors from `to` on; says where those within the bound end, and counts all.
    Node* expand(const Node& node, int context, Node* to, uint32_t& count) {
        const Board board = node.board;
        const Board* const parent = boards_.parent();
        const size_t depth = path_.size();
        Node* const first = to;
        uint64_t generated = 0, applications = 0;
        moves_.each(board, context, found_, [&](const Step<Board>& step, const Board& made) {
            const bool back = parent && made == *parent;
            if (back && !move_back_) return;
            ++generated;
            applications += uint64_t(step.length);
            if (PATH && (back || boards_.hold(made))) return;
            to->board = made;
            to->step = &step;
            to->g = node.g + step.cost;
            to->place = count++;
            to->change = evaluator_.change_along(step.arc, board, made);
            if (EvaluatorOf::FETCHES || within_bound(node, board, depth, *to)) ++to;
        });
        counters_.generated += generated;
        counters_.operator_applications += applications;
        if (!EvaluatorOf::FETCHES) return to;
        Node* kept = first;
        for (Node* made = first; made != to; ++made) {
            if (!within_bound(node, board, depth, *made)) continue;
            if (kept != made) *kept = *made;
            ++kept;
        }
        return kept;
    }

    bool within_bound(const Node& node, const Board& board, size_t depth, Node& made) {
        made.h = evaluator_.value(node.h, made.change, made.step->arc, board, made.board);
        const double f = f_of(made.board, made.g, made.h, depth);
        if (f <= bound_) return true;
        next_bound = std::min(next_bound, f);
        return false;
    }

    const Moves<Board>& moves_;
    EvaluatorOf& evaluator_;
    const Evaluation evaluation_;
    const Goal<Board>& is_goal_;
    const bool move_back_;
    const size_t most_;
    Meter& meter_;
    Counters& counters_;
    double bound_ = 0;
    uint64_t waiting_ = 0, evaluated_ = 0;
    uint32_t goal_ = 0;
    Vector<Node> nodes_;  // the root, then the successors of the path's nodes, level after level
    Vector<Frame> path_;
    Vector<uint32_t> found_;
    OwnBoards<Board, PATH> boards_;
};

template <class Board, bool PATH, class EvaluatorOf>
Status iterative(const Moves<Board>& moves, EvaluatorOf& evaluator, const Request& request, const Board& start,
                 const Goal<Board>& is_goal, Meter& meter, Outcome& outcome) {
    using Search = DepthFirst<Board, PATH, EvaluatorOf>;
    outcome.counters.evaluated = 1;
    const double h = evaluator.estimate(start);
    Search search(moves, evaluator, request.evaluation, is_goal, request.move_back, meter, outcome.counters);
    for (double bound = search.f_of(start, 0, h, 0); bound < Search::INFINITE; bound = search.next_bound) {
        if (!search.search(start, 0, h, bound)) continue;
        outcome.arcs = search.arcs();
        return Status::SOLVED;
    }
    // The kernel's heuristics are finite, so nothing was cut off for good.
    return Status::UNSOLVABLE;
}

}  // namespace arcwise
