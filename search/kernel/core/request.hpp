// What a search is asked and what it answers; the same words as the table of algorithms and `Result` in Python.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/heuristic.hpp"
#include "core/meter.hpp"
#include "core/theory.hpp"
#include "core/traps.hpp"
#include "core/walks.hpp"

namespace arcwise {

enum class Loop { BEST_FIRST, LAZY, ITERATIVE, BATCHED, ENFORCED, BIDIRECTIONAL };
enum class Order { FIFO, LIFO, PRIORITY, UNIQUE, LEVEL_BEAM, DIRECTED_BEAM, STEEPEST };
enum class Rule { NONE, PATH, FIRST_SEEN, CHEAPEST, NOVELTY_1, NOVELTY_2 };
// LOWER_H: the larger share of g in f first, which is the lower share of h, then the newest.
enum class Ties { OLDEST, NEWEST, RANDOM, LOWER_H };

// What is known of every f, times the denominator: nothing, that it is a whole number, or one that numbers a bucket; the
// last is perhaps only hoped for.
enum class Values { ANY, WHOLE, FEW, PERHAPS_FEW };

// f = g_weight * g + h_weight * h, or for iterative deepening the least depth a path through the node can have.
struct Evaluation {
    double g_weight = 0, h_weight = 0;
    bool least_depth = false;
    double denominator = 1;  // more: f is rounded to a multiple of one over it, so that it is exact
    double units = 1;        // g counts units of the theory's, of which one cost has so many
    double cost_of(double g) const { return units == 1 ? g : g / units; }
    double operator()(double g, double h) const {
        const double f = g_weight * cost_of(g) + h_weight * h;
        return rounded(f);
    }
    // The share of g in f.
    double of_g(double g) const { return rounded(g_weight * cost_of(g)); }
    // Finds the denominator of fractions that are exact, such as 1/512: rounding to it changes no f.
    void refine(const Theory& theory, const Heuristic& heuristic);
    Values values(const Theory& theory, const Heuristic& heuristic) const {
        return values(theory, heuristic, denominator == 1);
    }

   private:
    double rounded(double value) const {
        return denominator == 1 ? value : std::rint(value * denominator) / denominator;
    }
    // `exact`: costs and h have to be whole numbers over the denominator, since f is not rounded to such.
    Values values(const Theory& theory, const Heuristic& heuristic, bool exact) const;
};

// How many threads are worth starting: more than there are processors only wait for one another.
inline int threads_to_start(int threads) {
    return std::clamp(threads, 1, std::max(8, 2 * int(std::thread::hardware_concurrency())));
}

struct Request {
    State start;
    std::vector<Pattern> goals;  // any of which will do
    std::shared_ptr<const Heuristic> heuristic = std::make_shared<Zero>();
    std::shared_ptr<const Traps> traps;  // successors that fit one are left out; perhaps none
    std::shared_ptr<const Walks> walks;  // taken with the arcs that need them; perhaps none
    Loop loop = Loop::BEST_FIRST;
    Order order = Order::FIFO;
    Rule rule = Rule::FIRST_SEEN;
    Ties ties = Ties::OLDEST;
    Evaluation evaluation;
    uint32_t width = 100;
    uint64_t seed = 0;
    bool move_back = true;
    // How long redundant sequences are looked for in batches; how many processors, there and of A*; which instructions.
    int prune_length = 6, threads = 1;
    std::string instruction_set;  // "" is the best
    Limits limits;
    Tick tick;
};

enum class Status { SOLVED, UNSOLVABLE, INCOMPLETE, STOPPED };

struct Counters {
    uint64_t expanded = 0, generated = 0, inserted = 0, evaluated = 0, reopened = 0, trapped = 0;
    uint64_t operator_applications = 0, peak_open = 0, peak_memory = 0;
};

// The redundant sequences that a search in batches leaves out.
struct Pruning {
    int sequences = 0, length = 0, contexts = 0;
};

struct Outcome {
    Status status = Status::UNSOLVABLE;
    Limit limit = Limit::NONE;
    Counters counters;
    std::vector<int> arcs;   // the path
    std::vector<int> lengths;  // how many arcs each of its steps has; empty where each has one
    int threads = 1;         // that ran
    std::optional<double> bound;     // the last one on f, or the least f that waited: all below it was searched
    std::optional<Pruning> pruning;  // of a search in batches
};

// Runs something that returns a status and throws where a limit ends it, and completes the outcome.
template <class Run>
void hold_to_limits(Outcome& outcome, const Meter& meter, Run&& run) {
    try {
        outcome.status = run();
    } catch (const Stopped& stopped) {
        outcome.status = Status::STOPPED;
        outcome.limit = stopped.limit;
    } catch (const std::bad_alloc&) {
        outcome.status = Status::STOPPED;
        outcome.limit = Limit::MEMORY;
    }
    if (outcome.status != Status::SOLVED) outcome.arcs.clear();
    outcome.counters.peak_memory = meter.peak();
}

// Throws std::invalid_argument for what does not fit together.
Outcome search(const Theory& theory, const Request& request);
Outcome batched_ida(const Theory& theory, const Request& request);

}  // namespace arcwise
