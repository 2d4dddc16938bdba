// Depth-first search state by state: a step is made, the subtree searched, the step unmade. Iterative deepening and
// IDA* are this below growing bounds, in exactly the order of the Python engine's depth_first_iterative_search.
#pragma once

#include <climits>
#include <limits>

#include "core/evaluator.hpp"
#include "core/moves.hpp"
#include "core/request.hpp"

namespace arcwise {

// The moves may leave out arcs that only undo the one before, unless such successors are kept: successors on the path are
// not left out, and move_back is true.
template <class Board, class EvaluatorOf>
class DepthFirst {
   public:
    static constexpr double INFINITE = std::numeric_limits<double>::infinity();

    DepthFirst(const Moves<Seen<Board>>& moves, EvaluatorOf& evaluator, const Request& request,
               const Trapped<Seen<Board>>& trapped, const Goal<Seen<Board>>& is_goal, Meter& meter, Counters& counters)
        : moves_(moves),
          evaluator_(evaluator),
          evaluation_(request.evaluation),
          trapped_(trapped),
          is_goal_(is_goal),
          leaves_path_out_(request.rule == Rule::PATH),
          move_back_(request.move_back),
          most_(moves.most()),
          meter_(meter),
          counters_(counters),
          nodes_(meter),
          path_(meter),
          found_(meter),
          like_(LIKE, 0, meter) {}
    ~DepthFirst() { counters_.inserted += evaluated_ - waiting_; }
    DepthFirst(const DepthFirst&) = delete;
    DepthFirst& operator=(const DepthFirst&) = delete;

    double f_of(const Evaluation& evaluation, const Board& board, double g, double h, size_t depth) const {
        if (evaluation.least_depth) return double(is_goal_(board) ? depth : depth + 1);
        return evaluation(g, h);
    }

    // Whether a goal is below the root within the bound on f, which the root itself keeps.
    bool search(const Board& root, int context, double h, double bound) {
        bound_ = bound;
        next_bound = INFINITE;
        waiting_ = 0;
        make_room(nodes_, room_, 1);
        nodes_[0] = Node{root, nullptr, 0, h, 0, like_number(root), {}};
        depth_ = 0;
        evaluator_.stand_at(root);
        for (uint32_t number = 0, end = 1;;) {
            if (take(number, end, context)) return true;
            do {
                while (path_[depth_ - 1].next == path_[depth_ - 1].end) {
                    Node& node = nodes_[path_[--depth_].node];
                    if (leaves_path_out_) leave(node);
                    if (depth_ == 0) {
                        waiting_ = 0;
                        return false;
                    }
                    evaluator_.unmake(node.change, node.step->arc, board_at(depth_ - 1));
                }
                number = path_[depth_ - 1].next++;
            } while (EvaluatorOf::FETCHES && !is_within(number));
            const Frame& frame = path_[depth_ - 1];
            end = frame.end;
            waiting_ = frame.waiting - 1 - nodes_[number].place;
            context = nodes_[number].step->context;
        }
    }

    // The way to the goal that was found.
    std::vector<int> arcs() const {
        std::vector<int> arcs;
        for (size_t depth = 1; depth < depth_; ++depth) arcs.push_back(nodes_[path_[depth].node].step->arc);
        if (nodes_[goal_].step) arcs.push_back(nodes_[goal_].step->arc);
        return arcs;
    }

    double next_bound = INFINITE;  // the least f beyond the bound

   private:
    using Change = typename EvaluatorOf::Change;
    struct Node {
        Board board;
        const Step<Seen<Board>>* step;  // that made it
        double g, h;
        uint32_t place;  // among its siblings
        uint32_t like;   // number of its hash
        [[no_unique_address]] Change change;
    };
    // A node being expanded. Its successors within the bound, or those whose h is only fetched, are nodes_[next, end)
    // and those before, already searched.
    struct Frame {
        uint32_t node, next, end;
        int most = -1;                    // as many units of h are within `bound` for successors of this g
        uint64_t waiting;                 // nodes not yet taken up, before the first of its successors is
        double g = 0, bound = -INFINITE;  // what `most` was worked out for, at this depth
    };

    template <class Thing>
    static void make_room(Vector<Thing>& things, size_t& room, size_t count) {
        if (count <= room) return;
        if (count > UINT32_MAX) throw std::bad_alloc();
        things.resize(std::max(count, things.size() * 2));
        room = things.size();
    }

    // Takes a node up: true for a goal, else it is expanded, its successors behind `end`.
    [[gnu::always_inline]] bool take(uint32_t number, uint32_t end, int context) {
        if (is_goal_(nodes_[number].board)) {
            goal_ = number;
            return true;
        }
        meter_.count_expansion(counters_.operator_applications);
        make_room(nodes_, room_, end + most_);
        make_room(path_, deepest_, depth_ + 1);
        Node& node = nodes_[number];
        if (node.step) evaluator_.make(node.change, node.step->arc, node.board);
        if (leaves_path_out_) enter(node);
        Frame& frame = path_[depth_++];
        frame.node = number;
        frame.next = end;
        uint32_t count = 0;
        Node* last = expand(node, context, nodes_.data() + end, count);
        frame.end = uint32_t(last - nodes_.data());
        frame.waiting = waiting_ + count;
        if constexpr (EvaluatorOf::FETCHES)
            if (count) note_most(frame, nodes_[end].g);
        evaluated_ += count;
        counters_.evaluated += count;
        counters_.peak_open = std::max(counters_.peak_open, frame.waiting);
        return false;
    }

    // Puts a node's successors from `to` on; says where those within the bound end, and counts all. What the loop reads
    // is at hand in variables of its own, for all that it knows each node that it writes might change members.
    [[gnu::always_inline]] Node* expand(const Node& node, int context, Node* to, uint32_t& count) {
        const Board board = node.board;
        const double g = node.g;
        const size_t depth = depth_;
        const Board* const parent = move_back_ || depth < 2 ? nullptr : &board_at(depth - 2);
        const uint8_t* const like = leaves_path_out_ ? like_.data() : nullptr;
        const auto left_out = move_back_ ? moves_.left_out(context) : typename Moves<Seen<Board>>::LeftOut();
        uint64_t generated = left_out.arcs, applications = left_out.length;
        uint32_t place = 0;
        double beyond = next_bound;
        const From<Board> from(board);
        moves_.each_arc(board, context, found_, [&](const Step<Seen<Board>>& step) __attribute__((always_inline)) {
            // Made where it stays: to copy it right away would wait for its words to be written.
            new (&to->board) Board(step.apply(from));
            evaluator_.change_along(to->change, step.arc, board, to->board);
            const uint32_t number = like ? like_number(to->board) : 0;
            const bool may_be_there = !like || like[number];
            if (may_be_there && parent && to->board == *parent) return;
            ++generated;
            applications += uint64_t(step.length);
            if (trapped_(step.arc, to->board)) return;
            if (like && may_be_there && on_path(to->board)) return;
            to->step = &step;
            to->g = g + step.cost;
            to->place = place++;
            to->like = number;
            to += EvaluatorOf::FETCHES || is_within(node, *to, depth, beyond);
        });
        count = place;
        counters_.generated += generated;
        counters_.operator_applications += applications;
        next_bound = beyond;
        return to;
    }

    // Whether a node's successor is within the bound; the least f that is not goes into `beyond`.
    [[gnu::always_inline]] bool is_within(const Node& node, Node& made, size_t depth, double& beyond) {
        if constexpr (EvaluatorOf::FETCHES) {
            const int units = evaluator_.units(made.change, made.step->arc, node.board, made.board);
            const Frame& frame = path_[depth - 1];
            if (units <= frame.most && made.g == frame.g) return true;
            made.h = evaluator_.h(units);
        } else {
            made.h = evaluator_.value(node.h, made.change, made.step->arc, node.board, made.board);
        }
        const double f = f_of(evaluation_, made.board, made.g, made.h, depth);
        const bool within = f <= bound_;
        beyond = std::min(beyond, within ? INFINITE : f);
        return within;
    }

    [[gnu::always_inline]] bool is_within(uint32_t number) {
        return is_within(nodes_[path_[depth_ - 1].node], nodes_[number], depth_, next_bound);
    }

    // Notes how many units of h a successor of this g may have for sure: the next step hangs on that comparison, which
    // is over sooner than one of f and bound.
    void note_most(Frame& frame, double g) {
        if (frame.g == g && frame.bound == bound_) return;
        frame.g = g;
        frame.bound = bound_;
        const double most =
            (bound_ - evaluation_.g_weight * evaluation_.cost_of(g)) / (evaluation_.h_weight * evaluator_.h(1));
        frame.most = !evaluation_.least_depth && most >= 0 && most < INT_MAX ? int(most) : -1;
        while (frame.most >= 0 && evaluation_(g, evaluator_.h(frame.most)) > bound_) --frame.most;
    }

    // The boards of the path. What is looked for is seldom there, which a count of all that are like it tells; a count
    // that has reached its most stays there.
    static constexpr size_t LIKE = 4096;
    static uint32_t like_number(const Board& board) { return uint32_t(board.quick_hash() >> 52); }
    void enter(const Node& node) {
        uint8_t& count = like_[node.like];
        count = uint8_t(count + (count != UINT8_MAX));
    }
    void leave(const Node& node) {
        uint8_t& count = like_[node.like];
        count = uint8_t(count - (count != UINT8_MAX));
    }
    bool on_path(const Board& board) const {
        for (size_t depth = depth_; depth-- > 0;)
            if (board_at(depth) == board) return true;
        return false;
    }
    const Board& board_at(size_t depth) const { return nodes_[path_[depth].node].board; }

    const Moves<Seen<Board>>& moves_;
    EvaluatorOf& evaluator_;
    const Evaluation evaluation_;
    const Trapped<Seen<Board>>& trapped_;
    const Goal<Seen<Board>>& is_goal_;
    const bool leaves_path_out_;  // successors that are on their own path
    const bool move_back_;
    const size_t most_;
    Meter& meter_;
    Counters& counters_;
    double bound_ = 0;
    uint64_t waiting_ = 0, evaluated_ = 0;
    uint32_t goal_ = 0;
    Vector<Node> nodes_;  // the root, then the successors of the path's nodes, level after level
    Vector<Frame> path_;  // the first `depth_` of them
    size_t room_ = 0, deepest_ = 0, depth_ = 0;
    Vector<uint32_t> found_;
    Vector<uint8_t> like_;  // how many boards of the path, by hash
};

template <class Board, class EvaluatorOf>
Status iterative(const Moves<Seen<Board>>& moves, EvaluatorOf& evaluator, const Request& request,
                 const Trapped<Seen<Board>>& trapped, const Board& start, const Goal<Seen<Board>>& is_goal, Meter& meter, Outcome& outcome) {
    using Search = DepthFirst<Board, EvaluatorOf>;
    outcome.counters.evaluated = 1;
    const double h = evaluator.estimate(start);
    Search search(moves, evaluator, request, trapped, is_goal, meter, outcome.counters);
    for (double bound = search.f_of(request.evaluation, start, 0, h, 0); bound < Search::INFINITE;
         bound = search.next_bound) {
        outcome.bound = bound;
        if (!search.search(start, 0, h, bound)) continue;
        outcome.arcs = search.arcs();
        return Status::SOLVED;
    }
    // The kernel's heuristics are finite, so nothing was cut off for good.
    return Status::UNSOLVABLE;
}

}  // namespace arcwise
