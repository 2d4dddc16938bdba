#include "batched_ida.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "batch_worker.hpp"

namespace arcwise {

namespace {

constexpr size_t FRONTIER = 4096;              // subtrees into which an iteration is divided
constexpr uint64_t WORTH_PRUNING = 5'000'000;  // expansions of an iteration, before longer sequences are looked at
constexpr size_t MOST_GROUPS = 96;             // each ends with buckets that are not full
constexpr uint64_t GROUP = 400'000;            // expansions, roughly, that one group of subtrees should take

// The same search in depth-first order, below one root, for the path to a goal that is known to be there.
bool find_path(const Plan& plan, const Cells& cells, int context, int slack, std::vector<int>& arcs) {
    if (plan.may_be_goal[size_t(context)] && plan.goal.holds(cells.bytes)) return true;
    for (const BatchStep& step : plan.steps[size_t(context)]) {
        Cells child;
        int growth;
        if (!step.apply(cells, child, growth) || growth > slack) continue;
        arcs.push_back(step.number);
        if (find_path(plan, child, step.context, slack - growth, arcs)) return true;
        arcs.pop_back();
    }
    return false;
}

// The top of the tree, breadth-first and one state at a time: it divides the work, and leads from a goal back to the
// start.
class Treetop {
   public:
    Treetop(const Plan& plan, int slack) : plan_(plan) { roots.push_back({plan.start, 0, slack, -1, NO_ARC}); }

    // Expands roots from number `first` on until `wanted` are waiting or none is left; returns the first that waits.
    // Stops at a goal, which is then in `goal`.
    size_t grow(size_t first, size_t wanted) {
        for (; first < roots.size() && roots.size() - first < wanted; ++first) {
            const Root root = roots[first];
            if (plan_.may_be_goal[size_t(root.context)] && plan_.goal.holds(root.cells.bytes)) {
                goal = int(first);
                return first;
            }
            ++expanded;
            for (const BatchStep& step : plan_.steps[size_t(root.context)]) {
                Root child{{}, step.context, 0, int(first), step.number};
                int growth;
                if (!step.apply(root.cells, child.cells, growth)) continue;
                ++generated;
                applications += uint64_t(step.length);
                child.slack = root.slack - growth;
                if (child.slack >= 0)
                    roots.push_back(child);
                else
                    next_bound_excess = std::min(next_bound_excess, -child.slack);
            }
        }
        return first;
    }

    std::vector<int> path_to(int root) const {
        std::vector<int> arcs;
        for (; roots[size_t(root)].parent >= 0; root = roots[size_t(root)].parent)
            arcs.push_back(roots[size_t(root)].arc);
        std::reverse(arcs.begin(), arcs.end());
        return arcs;
    }

    std::vector<Root> roots;
    uint64_t expanded = 0, generated = 0, applications = 0;
    int next_bound_excess = NO_BOUND, goal = -1;

   private:
    const Plan& plan_;
};

// The path to a goal that is known to be below the roots [first, last): narrowed down by searching parts of them again,
// in batches while that is quicker, then in depth-first order.
std::vector<int> path_below(const Plan& plan, Treetop& top, size_t first, size_t last, Worker& worker,
                            Control& control) {
    constexpr uint64_t FEW = 20'000;
    constexpr size_t PARTS = 8;
    for (uint64_t work = UINT64_MAX; work > FEW;) {
        if (last - first == 1) {
            // Roots grown from here on end the list, so that they are one stretch of it.
            top.roots.push_back(top.roots[first]);
            first = top.grow(top.roots.size() - 1, 8 * PARTS);
            last = top.roots.size();
            if (top.goal >= 0) return top.path_to(top.goal);
        }
        size_t parts = std::min(PARTS, last - first), part = 0;
        for (; part < parts; ++part) {
            control.halt = false;
            size_t from = first + (last - first) * part / parts, to = first + (last - first) * (part + 1) / parts;
            uint64_t before = worker.expanded;
            // The last part need not be searched to know that the goal is there.
            bool found = part + 1 == parts || worker.search(&top.roots[from], &top.roots[to - 1] + 1);
            if (!found) continue;
            work = part + 1 == parts ? work / 2 : worker.expanded - before;
            first = from;
            last = to;
            break;
        }
    }
    for (size_t root = first; root < last; ++root) {
        std::vector<int> below;
        if (!find_path(plan, top.roots[root].cells, top.roots[root].context, top.roots[root].slack, below)) continue;
        std::vector<int> arcs = top.path_to(int(root));
        arcs.insert(arcs.end(), below.begin(), below.end());
        return arcs;
    }
    throw std::logic_error("a goal was found and lost");
}

}  // namespace

BatchedOutcome batched_ida(const Theory& theory, const Request& request, int prune_length, int threads,
                           const std::string& instruction_set) {
    if (threads < 1) throw std::invalid_argument("at least one thread");
    if (theory.follow().size() == 1 && !theory.arcs.empty()) throw std::invalid_argument("too many arcs for batches");
    const Expand expand = expand_for(instruction_set);
    BatchedOutcome result;
    Plan plan;
    auto prepare = [&](int length) {
        Automaton automaton = prune(theory, request.goal, length);
        plan = make_plan(theory, request, automaton);
        result.contexts = int(automaton.contexts.size());
        result.forbidden = automaton.forbidden;
        result.pruned_length = automaton.length;
    };
    prepare(std::min(prune_length, 2));
    bool pruned = prune_length <= 2;
    Control control(request.limits, request.tick);
    std::vector<std::unique_ptr<Worker>> workers;
    for (int number = 0; number < threads; ++number)
        workers.push_back(std::make_unique<Worker>(plan, expand, control, number));

    Counters& counters = result.outcome.counters;
    auto count = [&](const auto& part) {
        counters.expanded += part.expanded;
        counters.generated += part.generated;
        counters.operator_applications += part.applications;
    };
    auto finish = [&](Status status) {
        result.outcome.status = status;
        result.outcome.limit = status == Status::STOPPED ? control.limit() : Limit::NONE;
        counters.inserted = counters.evaluated = counters.generated;
        counters.peak_memory = control.peak();
        return result;
    };

    uint64_t last_iteration = 0;
    for (int bound = plan.h;;) {
        result.bound = bound;
        if (!pruned && last_iteration > WORTH_PRUNING) {
            prepare(prune_length);
            pruned = true;
        }
        Treetop top(plan, bound - plan.h);
        const size_t next = top.grow(0, std::clamp<size_t>(size_t(last_iteration / 64), 16, FRONTIER));
        const size_t subtrees = top.roots.size() - next;
        count(top);
        if (top.goal >= 0) {
            result.outcome.arcs = top.path_to(top.goal);
            return finish(Status::SOLVED);
        }
        const size_t groups =
            std::min(subtrees, std::max(size_t(threads), std::min(MOST_GROUPS, size_t(8 * last_iteration / GROUP))));
        auto root_of = [&](size_t group) { return next + subtrees * group / std::max<size_t>(groups, 1); };
        std::atomic<size_t> taken{0};
        std::atomic<int> hit{-1};
        std::exception_ptr failure;
        std::mutex failing;
        auto work = [&](Worker& worker) {
            try {
                worker.begin(bound);
                for (size_t group; !control.halt && (group = taken++) < groups;)
                    if (worker.search(top.roots.data() + root_of(group), top.roots.data() + root_of(group + 1)))
                        hit = int(group);
                worker.report();
            } catch (const std::bad_alloc&) {
                control.stop(Limit::MEMORY);
            } catch (...) {
                std::lock_guard guard(failing);
                failure = std::current_exception();
                control.halt = true;
            }
        };
        std::vector<std::thread> others;
        for (int number = 1; number < threads && groups > 1; ++number)
            others.emplace_back(work, std::ref(*workers[size_t(number)]));
        work(*workers[0]);
        for (std::thread& other : others) other.join();
        if (failure) std::rethrow_exception(failure);
        last_iteration = top.expanded;
        int excess = top.next_bound_excess;
        counters.peak_open = std::max(counters.peak_open, uint64_t(subtrees));
        uint64_t waited = 0;
        for (auto& worker : workers) {
            count(*worker);
            last_iteration += worker->expanded;
            excess = std::min(excess, worker->next_bound_excess);
            waited += worker->peak_waiting;
        }
        counters.peak_open = std::max(counters.peak_open, waited);
        if (hit >= 0) {
            workers[0]->begin(bound);
            result.outcome.arcs =
                path_below(plan, top, root_of(size_t(hit)), root_of(size_t(hit) + 1), *workers[0], control);
            return finish(Status::SOLVED);
        }
        if (control.halt) return finish(Status::STOPPED);
        if (excess == NO_BOUND) return finish(Status::UNSOLVABLE);
        bound += excess;
    }
}

}  // namespace arcwise
