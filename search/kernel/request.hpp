// What a search is asked and what it answers; the same words as search/algorithms.py and search/result.py.
#pragma once

#include <string>
#include <vector>

#include "heuristic.hpp"
#include "meter.hpp"
#include "theory.hpp"

namespace arcwise {

enum class Loop { BEST_FIRST, ITERATIVE, ENFORCED, BIDIRECTIONAL };
enum class Order { FIFO, LIFO, PRIORITY, UNIQUE, LEVEL_BEAM, DIRECTED_BEAM, STEEPEST };
enum class Rule { NONE, PATH, FIRST_SEEN, CHEAPEST };
enum class Ties { OLDEST, NEWEST, RANDOM };

// f = g_weight * g + h_weight * h, or for iterative deepening the least depth a path through the node can have.
struct Evaluation {
    double g_weight = 0, h_weight = 0;
    bool least_depth = false;
    double operator()(double g, double h) const { return g_weight * g + h_weight * h; }
    // Whether every f is a whole number, and small enough to number a bucket.
    bool whole(const Theory& theory, const HeuristicData& heuristic) const;
};

struct Request {
    Loop loop = Loop::BEST_FIRST;
    Order order = Order::FIFO;
    Rule rule = Rule::FIRST_SEEN;
    Ties ties = Ties::OLDEST;
    Evaluation evaluation;
    HeuristicData heuristic;
    bool admissible = true;
    uint32_t width = 100;
    uint64_t seed = 0;
    bool move_back = true;
    std::vector<uint8_t> start;
    Pattern goal;
    Limits limits;
    Tick tick;
};

enum class Status { SOLVED, UNSOLVABLE, INCOMPLETE, STOPPED };

struct Counters {
    uint64_t expanded = 0, generated = 0, inserted = 0, evaluated = 0, reopened = 0;
    uint64_t operator_applications = 0, peak_open = 0, peak_memory = 0;
};

struct Outcome {
    Status status = Status::UNSOLVABLE;
    Limit limit = Limit::NONE;
    Counters counters;
    std::vector<int> arcs;  // the path
};

Outcome search(const Theory& theory, const Request& request);

}  // namespace arcwise
