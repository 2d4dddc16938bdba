// IDA* without recursion, for boards of up to 16 cells and 16 symbols and heuristics that are sums over cells. Costs
// and values that are fractions count in units of their common denominator.
//
// States wait in buckets by (context of the automaton, slack left below the bound); a whole bucket takes the same arcs.
// The newest full bucket goes first, which keeps all of them small. Every iteration proves its bound exactly as
// depth-first IDA* does, but visits states in an order of its own, so that its counts are its own too.
#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "batch/worker.hpp"

namespace arcwise {

namespace {

constexpr size_t FRONTIER = 4096;              // subtrees into which an iteration is divided
constexpr uint64_t WORTH_PRUNING = 5'000'000;  // expansions of an iteration, before longer sequences are looked at
constexpr size_t MOST_GROUPS = 96;             // each ends with buckets that are not full
constexpr uint64_t GROUP = 400'000;            // expansions, roughly, that one group of subtrees should take

// The top of the tree, breadth-first and one state at a time: it divides the work, and leads from a goal back to the
// start.
class TopOfTree {
   public:
    TopOfTree(const Plan& plan, const Nibbles& start, int slack, Control& control, const TrappedBoards& trapped)
        : roots(control.meter), plan_(plan), control_(control), trapped_(trapped) {
        roots.push_back({start, 0, slack, -1, NO_ARC});
    }

    // Expands roots from number `first` on until `enough` are waiting or none is left; returns the first that waits.
    // Stops at a goal, which is then in `goal`, and where a limit ends the search, which the control then knows.
    size_t grow(size_t first, size_t enough) {
        for (; first < roots.size() && roots.size() - first < enough; ++first) {
            const Root root = roots[first];
            if (plan_.may_be_goal[size_t(root.context)] && plan_.is_goal(root.board)) {
                goal = int(first);
                return first;
            }
            if (control_.claim(1) == 0) return first;
            if (++expanded % Meter::STRIDE == 0 && stops()) return first;
            for (const BatchStep& step : plan_.steps[size_t(root.context)]) {
                Root child{{}, step.context, 0, int(first), step.arc};
                int growth;
                if (!step.apply_to(root.board, child.board, growth)) continue;
                ++generated;
                applications += uint64_t(step.length);
                if (!trapped_.none() && trapped_(child.board)) {
                    ++trapped;
                    continue;
                }
                child.slack = root.slack - growth;
                if (child.slack >= 0)
                    roots.push_back(child);
                else
                    next_bound_excess = std::min(next_bound_excess, -child.slack);
            }
        }
        stops();
        return first;
    }

    std::vector<int> path_to(int root) const {
        std::vector<int> arcs;
        for (; roots[size_t(root)].parent >= 0; root = roots[size_t(root)].parent)
            arcs.push_back(roots[size_t(root)].arc);
        std::reverse(arcs.begin(), arcs.end());
        return arcs;
    }

    Vector<Root> roots;
    uint64_t expanded = 0, generated = 0, applications = 0, trapped = 0;
    int next_bound_excess = NO_BOUND, goal = -1;

   private:
    // What no worker ever takes over has no other limit.
    bool stops() {
        control_.report(0, expanded - reported_, applications - applied_);
        reported_ = expanded, applied_ = applications;
        return control_.limit() != Limit::NONE;
    }

    const Plan& plan_;
    Control& control_;
    const TrappedBoards& trapped_;
    uint64_t reported_ = 0, applied_ = 0;
};

// Where a goal is known to be: below the roots [first, last).
struct Stretch {
    size_t first, last;
    size_t size() const { return last - first; }
    Stretch part(size_t number, size_t parts) const {
        return {first + size() * number / parts, first + size() * (number + 1) / parts};
    }
};

class BatchedIda {
   public:
    BatchedIda(const Theory& theory, const Request& request)
        : theory_(theory),
          request_(request),
          expand_(instruction_set(request.instruction_set).expand),
          control_(request),
          trapped_(theory, request.traps.get()) {}

    Outcome run() {
        hold_to_limits(outcome_, control_.meter, [&] { return search(); });
        outcome_.counters.inserted = outcome_.counters.evaluated = outcome_.counters.generated;
        return std::move(outcome_);
    }

   private:
    Status search() {
        prepare(std::min(request_.prune_length, 2));
        start_ = Layout<Nibbles>::board(request_.start);
        h_ = plan_->h(theory_, request_.start);
        bool pruned = request_.prune_length <= 2;
        outcome_.threads = threads_to_start(request_.threads);
        for (int number = 0; number < outcome_.threads; ++number)
            workers_.push_back(std::make_unique<Worker>(expand_, control_, number, trapped_));
        // Between two costs that a solution may have no bound finds anything new.
        for (int bound = plan_->cost_from(h_);; bound = plan_->cost_from(bound + excess_)) {
            outcome_.bound = bound / plan_->denominator;
            if (work_ > WORTH_PRUNING && !pruned) {
                prepare(request_.prune_length);
                pruned = true;
            }
            if (reaches_goal(bound)) return Status::SOLVED;
            if (control_.halt) throw Stopped{control_.limit()};
            if (excess_ == NO_BOUND) return Status::UNSOLVABLE;
        }
    }

    void prepare(int length) {
        plan_ = Plan::of(theory_, request_, length);
        outcome_.pruning = plan_->pruning;
    }

    // One iteration; if it reaches a goal, the outcome has the path.
    bool reaches_goal(int bound) {
        TopOfTree top(*plan_, start_, bound - h_, control_, trapped_);
        const size_t next = top.grow(0, std::clamp<size_t>(size_t(work_ / 64), 16, FRONTIER));
        const Stretch subtrees{next, top.roots.size()};
        count(top);
        if (top.goal >= 0) {
            outcome_.arcs = top.path_to(top.goal);
            return true;
        }
        keep_to_limits();
        const size_t groups =
            std::min(subtrees.size(), std::max(workers_.size(), std::min(MOST_GROUPS, size_t(8 * work_ / GROUP))));
        const Stretch hit = search_below(top, subtrees, groups, bound);
        work_ = top.expanded;
        excess_ = top.next_bound_excess;
        uint64_t waited = 0;
        for (auto& worker : workers_) {
            count(*worker);
            work_ += worker->expanded;
            excess_ = std::min(excess_, worker->next_bound_excess);
            waited += worker->peak_waiting;
        }
        uint64_t& peak = outcome_.counters.peak_open;
        peak = std::max({peak, uint64_t(subtrees.size()), waited});
        if (hit.size() == 0) return false;
        control_.found();
        workers_[0]->begin(*plan_, bound);
        outcome_.arcs = path_below(top, hit, work_ / groups);
        return true;
    }

    void keep_to_limits() const {
        if (control_.limit() != Limit::NONE) throw Stopped{control_.limit()};
    }

    template <class Part>
    void count(const Part& part) {
        outcome_.counters.expanded += part.expanded;
        outcome_.counters.generated += part.generated;
        outcome_.counters.operator_applications += part.applications;
        outcome_.counters.trapped += part.trapped;
    }

    // All workers take groups of subtrees. Where a goal is, if they find one; else nowhere.
    Stretch search_below(const TopOfTree& top, Stretch subtrees, size_t groups, int bound) {
        std::atomic<size_t> taken{0};
        Stretch hit{0, 0};
        std::exception_ptr failure;
        std::mutex telling;
        auto work = [&](Worker& worker) {
            try {
                worker.begin(*plan_, bound);
                for (size_t group; !control_.halt && (group = taken++) < groups;) {
                    const Stretch where = searched(worker, top, subtrees.part(group, groups));
                    std::lock_guard guard(telling);
                    if (where.size()) hit = where;
                }
                worker.report();
            } catch (const std::bad_alloc&) {
                control_.stop(Limit::MEMORY);
            } catch (...) {
                std::lock_guard guard(telling);
                failure = std::current_exception();
                control_.halt = true;
            }
        };
        {
            std::vector<std::jthread> others;
            for (size_t number = 1; number < workers_.size() && groups > 1; ++number)
                others.emplace_back(work, std::ref(*workers_[number]));
            work(*workers_[0]);
        }
        if (failure) std::rethrow_exception(failure);
        return hit;
    }

    // Where among some roots a goal was found: as far as the states tell where they come from.
    Stretch searched(Worker& worker, const TopOfTree& top, Stretch roots) const {
        if (!worker.search(top.roots.data() + roots.first, top.roots.data() + roots.last)) return {0, 0};
        if (roots.size() > plan_->origin.most()) return roots;
        return {roots.first + worker.origin, roots.first + worker.origin + 1};
    }

    // The path to a goal that is known to be there, roughly after so much work: narrowed down by searching parts of the
    // roots again, in batches while that is quicker, then in depth-first order.
    std::vector<int> path_below(TopOfTree& top, Stretch roots, uint64_t work) {
        constexpr uint64_t FEW = 20'000;
        constexpr size_t PARTS = 8;
        Worker& worker = *workers_[0];
        if (roots.size() == 1) work /= top.roots.size();
        while (work > FEW) {
            if (roots.size() == 1) {
                // Roots grown from here on end the list, so that they are one stretch of it.
                top.roots.push_back(Root(top.roots[roots.first]));
                roots.first = top.grow(top.roots.size() - 1, 8 * PARTS);
                roots.last = top.roots.size();
                if (top.goal >= 0) return top.path_to(top.goal);
                keep_to_limits();
            }
            const size_t parts = std::min(PARTS, roots.size());
            for (size_t number = 0; number < parts; ++number) {
                control_.halt = false;
                const Stretch part = roots.part(number, parts);
                const uint64_t before = worker.expanded;
                // The last part need not be searched to know that the goal is there.
                const bool last = number + 1 == parts;
                const Stretch where = last ? part : searched(worker, top, part);
                keep_to_limits();
                if (where.size() == 0) continue;
                work = last ? work / 2 : worker.expanded - before;
                roots = where;
                break;
            }
        }
        for (; roots.first < roots.last; ++roots.first) {
            std::vector<int> below;
            if (!reached_below(top.roots[roots.first], below)) continue;
            std::vector<int> arcs = top.path_to(int(roots.first));
            arcs.insert(arcs.end(), below.begin(), below.end());
            return arcs;
        }
        throw std::logic_error("a goal was found and lost");
    }

    // Depth-first below one root: whether it leads to a goal, and by which arcs.
    bool reached_below(const Root& root, std::vector<int>& arcs) const {
        struct Node {
            Nibbles board;
            int context, slack, arc;
            size_t next = 0;  // of the steps
        };
        std::vector<Node> path{{root.board, root.context, root.slack, NO_ARC}};
        while (!path.empty()) {
            Node& node = path.back();
            if (node.next == 0 && plan_->may_be_goal[size_t(node.context)] && plan_->is_goal(node.board)) {
                for (size_t depth = 1; depth < path.size(); ++depth) arcs.push_back(path[depth].arc);
                return true;
            }
            const std::vector<BatchStep>& steps = plan_->steps[size_t(node.context)];
            if (node.next == steps.size()) {
                path.pop_back();
                continue;
            }
            const BatchStep& step = steps[node.next++];
            Node made{{}, step.context, 0, step.arc};
            int growth;
            if (!step.apply_to(node.board, made.board, growth) || growth > node.slack) continue;
            made.slack = node.slack - growth;
            path.push_back(made);
        }
        return false;
    }

    const Theory& theory_;
    const Request& request_;
    const Expand expand_;
    Control control_;
    const TrappedBoards trapped_;
    std::shared_ptr<const Plan> plan_;
    Nibbles start_;
    int h_ = 0;
    std::vector<std::unique_ptr<Worker>> workers_;
    uint64_t work_ = 0;  // expansions of the last iteration
    int excess_ = NO_BOUND;
    Outcome outcome_;
};

}  // namespace

Outcome batched_ida(const Theory& theory, const Request& request) {
    if (request.threads < 1) throw std::invalid_argument("at least one thread");
    if (theory.follow().size() == 1 && !theory.arcs.empty()) throw std::invalid_argument("too many arcs for batches");
    return BatchedIda(theory, request).run();
}

}  // namespace arcwise
