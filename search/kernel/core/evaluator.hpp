// h of a board, and along an arc, as searches ask for it.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "core/board.hpp"
#include "core/heuristic.hpp"

namespace arcwise {

// h where there is no solution, for those heuristics of the kernel that can tell.
constexpr double DEAD_END = std::numeric_limits<double>::infinity();

// What an evaluator has that is quick only where it is asked about many boards at once: boards are noted, and then asked
// for together. What it was told it remembers until it forgets everything, to have room.
template <class Board>
class ManyAtOnce {
   public:
    virtual ~ManyAtOnce() = default;
    // Notes a board whose h is not known.
    virtual void note(const Board& board) = 0;
    // How many boards are noted, and how many are worth asking for at once.
    virtual size_t noted() const = 0;
    virtual size_t most() const = 0;
    virtual void ask() = 0;
    // How often it has forgotten.
    virtual uint64_t forgotten() const = 0;
};

struct RelaxedFacts;

// What every search may ask. An evaluator may remember what it knows of one board, the one that it stands at.
template <class Board>
class Evaluator {
   public:
    virtual ~Evaluator() = default;
    // h of a board, worked out anew; the evaluator then stands at that board.
    virtual double estimate(const Board& board) = 0;
    // Makes it stand at a board whose h is known.
    virtual void stand_at(const Board&) {}
    // h of what arc `arc` makes of `board`, where the evaluator stands and whose own h is given.
    virtual double update(double h, int arc, const Board& board, const Board& made) = 0;
    // Whether `update` asks for more than what was made.
    virtual bool looks_back() const { return true; }
    // Itself, where it is quick only in that way.
    virtual ManyAtOnce<Board>* many_at_once() { return nullptr; }
    // Of the arcs that can be taken at the board that was estimated last those that the heuristic would try first.
    virtual void helpful(const Board&, std::vector<int>& arcs) { arcs.clear(); }
    // The facts of the board that was estimated last, where the heuristic is worked out on a relaxed task.
    virtual const RelaxedFacts* relaxed_facts() const { return nullptr; }
};

// The evaluator of a heuristic, which is kept.
template <class Board>
std::unique_ptr<Evaluator<Board>> make_evaluator(const Theory& theory, const Heuristic& heuristic);

// What a depth-first search asks besides, in this order: `change_along` says what an arc changes in what the evaluator
// remembers; `value` is h of what it makes; `make` makes the change, `unmake` undoes it. An evaluator that FETCHES lets
// `change_along` fetch from slow memory what it is asked for no sooner than the successor's turn comes, and has instead
// of `value` whole `units`, of which h(units) makes h, and h is larger for more of them. Most remember nothing:
template <class Board, class Derived>
class PlainEvaluator : public Evaluator<Board> {
   public:
    static constexpr bool FETCHES = false;
    struct Change {};
    void change_along(Change&, int, const Board&, const Board&) const {}
    [[gnu::always_inline]] double value(double h, Change&, int arc, const Board& board, const Board& made) {
        return static_cast<Derived*>(this)->Derived::update(h, arc, board, made);
    }
    void make(Change&, int, const Board& made) { static_cast<Derived*>(this)->Derived::stand_at(made); }
    void unmake(Change&, int, const Board&) {}
};

// Any evaluator as a depth-first search asks for it.
template <class Board>
class AnyEvaluator final : public PlainEvaluator<Board, AnyEvaluator<Board>> {
   public:
    using Change = typename PlainEvaluator<Board, AnyEvaluator<Board>>::Change;
    explicit AnyEvaluator(Evaluator<Board>& evaluator) : evaluator_(evaluator) {}
    double estimate(const Board& board) override { return evaluator_.estimate(board); }
    double update(double h, int arc, const Board& board, const Board& made) override {
        return evaluator_.update(h, arc, board, made);
    }
    void make(Change&, int, const Board& made) { evaluator_.stand_at(made); }
    void unmake(Change&, int, const Board& board) { evaluator_.stand_at(board); }

   private:
    Evaluator<Board>& evaluator_;
};

}  // namespace arcwise
