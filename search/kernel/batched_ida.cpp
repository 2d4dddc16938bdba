#include "batched_ida.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "batch.hpp"
#include "redundancy.hpp"

namespace arcwise {

namespace {

constexpr int NO_BOUND = std::numeric_limits<int>::max();
constexpr size_t FULL = 128;                   // states in a bucket that is worth expanding at once
constexpr size_t FRONTIER = 4096;              // subtrees into which an iteration is divided
constexpr uint64_t WORTH_PRUNING = 5'000'000;  // expansions of an iteration, before longer sequences are looked at
constexpr size_t MOST_GROUPS = 96;             // each ends with buckets that are not full
constexpr uint64_t GROUP = 400'000;            // expansions, roughly, that one group of subtrees should take

struct Cells {
    alignas(16) uint8_t bytes[16] = {};
};

// A bucket's states; a plain growing buffer, since what is beyond the end is overwritten freely.
class Bucket {
   public:
    uint8_t* room_for(size_t more) {
        size_t wanted = (count + more) * STATE_BYTES + OVERRUN;
        if (wanted > size_) {
            size_t size = std::max(wanted, 2 * size_);
            auto* larger = static_cast<uint8_t*>(::operator new(size, std::align_val_t(64)));
            if (count) std::memcpy(larger, data_.get(), count * STATE_BYTES);
            data_.reset(larger);
            size_ = size;
        }
        return data_.get() + count * STATE_BYTES;
    }
    const uint8_t* states() const { return data_.get(); }
    uint64_t bytes() const { return size_; }
    void swap(Bucket& other) {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(count, other.count);
    }
    size_t count = 0;

   private:
    struct Free {
        void operator()(uint8_t* data) const { ::operator delete(data, std::align_val_t(64)); }
    };
    std::unique_ptr<uint8_t[], Free> data_;
    size_t size_ = 0;
};

struct Step {
    BatchArc arc;
    int number;
    int context;
    int length;
    // The same for one state at a time.
    Demand rest;
    std::vector<Write> writes;
    std::array<int, 256> growth;  // by sum

    // Makes the successor of one state, unless the arc does not match; says by how much f grows.
    bool apply(const Cells& cells, Cells& made, int& grown) const {
        if (!rest.holds(cells.bytes)) return false;
        uint8_t sum = 0;
        for (int read = 0; read < arc.reads; ++read) sum = uint8_t(sum + arc.growth[read][cells.bytes[arc.cell[read]]]);
        grown = growth[sum];
        made = cells;
        for (const Write& write : writes)
            made.bytes[write.cell] = write.source == Write::CONSTANT ? write.constant : cells.bytes[write.source];
        return true;
    }
};

// What does not change during a search.
struct Plan {
    std::vector<std::vector<Step>> steps;  // by context
    std::vector<bool> may_be_goal;
    Demand goal;
    Cells start;
    int h;
};

int whole(double value, const char* what) {
    if (value != std::floor(value) || std::abs(value) > 1e6) throw std::invalid_argument(what);
    return int(value);
}

// How much f grows when an arc is used, by the symbols of the cells that it reads.
void set_growth(BatchArc& batch, const Arc& arc, const Theory& theory, const HeuristicData& heuristic) {
    const int symbols = theory.symbols;
    auto value = [&](int cell, int symbol) {
        return heuristic.table.empty()
                   ? 0
                   : whole(heuristic.table[size_t(cell * symbols + symbol)], "h is not a whole number");
    };
    int constant = whole(arc.cost, "a cost is not a whole number");
    std::map<int, std::vector<int>> by_cell;
    auto account = [&](int cell, auto&& change) {
        Term term = arc.before[size_t(cell)];
        if (term >= 0) {
            constant += change(term);
            return;
        }
        auto& values = by_cell.try_emplace(cell, std::vector<int>(size_t(symbols), 0)).first->second;
        for (int symbol = 0; symbol < symbols; ++symbol) values[size_t(symbol)] += change(symbol);
    };
    for (const Write& write : arc.writes) {
        account(write.cell, [&](int symbol) { return -value(write.cell, symbol); });
        if (write.source == Write::CONSTANT)
            constant += value(write.cell, write.constant);
        else
            account(write.source, [&](int symbol) { return value(write.cell, symbol); });
    }
    // In a permutation a symbol that the arc demands in one cell is in no other.
    std::vector<int> readable;
    for (int symbol = 0; symbol < symbols; ++symbol)
        if (!theory.permutation || std::find(arc.before.begin(), arc.before.end(), symbol) == arc.before.end())
            readable.push_back(symbol);
    std::vector<int> growths{constant};
    batch.reads = 0;
    for (auto& [cell, values] : by_cell) {
        bool matters = std::any_of(values.begin(), values.end(), [](int change) { return change != 0; });
        if (!matters) continue;
        batch.cell[batch.reads] = uint8_t(cell);
        for (int symbol = 0; symbol < 16; ++symbol)
            batch.growth[batch.reads][symbol] = symbol < symbols ? uint8_t(values[size_t(symbol)]) : 0;
        ++batch.reads;
        std::vector<int> longer;
        for (int sum : growths)
            for (int symbol : readable) longer.push_back(sum + values[size_t(symbol)]);
        std::sort(longer.begin(), longer.end());
        longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
        growths = longer;
    }
    if (growths.back() - growths.front() > 255) throw std::invalid_argument("h changes by more than 255 along an arc");
    batch.sums.clear();
    for (int growth : growths) batch.sums.push_back(uint8_t(growth - constant));
    batch.growth_of_sum = growths;
}

BatchArc batch_arc(const Arc& arc, const Demand& rest, const Theory& theory, const HeuristicData& heuristic) {
    BatchArc batch{};
    for (int cell = 0; cell < 16; ++cell) {
        batch.shuffle[cell] = batch.equal[cell] = uint8_t(cell);
        batch.constants[cell] = batch.mask[cell] = batch.value[cell] = 0;
    }
    for (const Write& write : arc.writes) {
        batch.shuffle[write.cell] = write.source == Write::CONSTANT ? 0x80 : write.source;
        batch.constants[write.cell] = write.source == Write::CONSTANT ? write.constant : 0;
    }
    for (const Test& test : rest.tests) {
        batch.mask[test.cell] = 0xFF;
        batch.value[test.cell] = test.symbol;
    }
    for (const Equal& equal : rest.equals) batch.equal[equal.other] = equal.one;
    batch.tested = !rest.tests.empty();
    batch.compared = !rest.equals.empty();
    set_growth(batch, arc, theory, heuristic);
    return batch;
}

// What the workers of one search share.
class Control {
   public:
    Control(const Limits& limits, const Tick& tick) : meter(limits, tick), limits_(limits) {}

    // Called by every worker now and then; the first one, which is the caller's thread, watches clock and user.
    void report(int worker, uint64_t expanded, int64_t bytes) {
        uint64_t total = expanded_ += expanded;
        uint64_t held = uint64_t(bytes_ += bytes);
        uint64_t peak = peak_;
        while (held > peak && !peak_.compare_exchange_weak(peak, held)) {
        }
        if (limits_.bytes && held > limits_.bytes) stop(Limit::MEMORY);
        if (limits_.nodes && total >= limits_.nodes) stop(Limit::NODES);
        if (worker != 0) return;
        meter.expanded = total;
        if (Limit limit = meter.look(); limit != Limit::NONE) stop(limit);
    }
    void stop(Limit why) {
        Limit none = Limit::NONE;
        limit_.compare_exchange_strong(none, why);
        halt = true;
    }
    Limit limit() const { return limit_; }
    uint64_t peak() const { return peak_; }

    Meter meter;
    std::atomic<bool> halt{false};  // set too when a goal was found

   private:
    Limits limits_;
    std::atomic<uint64_t> expanded_{0}, peak_{0};
    std::atomic<int64_t> bytes_{0};
    std::atomic<Limit> limit_{Limit::NONE};
};

struct Root {
    Cells cells;
    int context, slack;
    int parent;  // among the roots, -1 for none
    int arc;
};

// One thread's buckets.
class Worker {
   public:
    Worker(const Plan& plan, Expand expand, Control& control, int number)
        : plan_(plan), expand_(expand), control_(control), number_(number) {
        buckets_.swap(spare());
        for (const Bucket& bucket : buckets_) new_bytes_ += int64_t(bucket.bytes());
    }
    ~Worker() {
        clear();
        if (held() <= MOST_SPARED) spare().swap(buckets_);
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void begin(int most_slack) {
        slacks_ = size_t(most_slack) + 1;
        buckets_.resize(std::max(buckets_.size(), plan_.steps.size() * slacks_));
        expanded = generated = applications = reported_ = 0;
        next_bound_excess = NO_BOUND;
    }

    // Searches below some roots; true if one of them leads to a goal.
    bool search(const Root* first, const Root* last) {
        for (const Root* root = first; root != last; ++root) {
            uint8_t* to = bucket(root->context, root->slack).room_for(1);
            std::memcpy(to, root->cells.bytes, STATE_BYTES);
            grown(root->context, root->slack, 1);
        }
        for (size_t rounds = 1; !control_.halt; ++rounds) {
            size_t place;
            if (!full_.empty()) {
                place = full_.back();
                full_.pop_back();
            } else if (!most_slack_bucket(place)) {
                return false;
            }
            if (expand_bucket(int(place / slacks_), int(place % slacks_))) {
                control_.halt = true;
                clear();
                return true;
            }
            if (rounds % 64 == 0) report();
        }
        clear();
        return false;
    }

    void report() {
        control_.report(number_, expanded - reported_, new_bytes_);
        reported_ = expanded;
        new_bytes_ = 0;
    }

    uint64_t expanded = 0, generated = 0, applications = 0, waiting = 0, peak_waiting = 0;
    int next_bound_excess = NO_BOUND;  // the least by which f exceeded the bound

   private:
    static constexpr uint64_t MOST_SPARED = 32 << 20;  // bytes

    // The buckets of this thread's last search: making them anew would take longer than a small search.
    static std::vector<Bucket>& spare() {
        static thread_local std::vector<Bucket> buckets;
        return buckets;
    }
    uint64_t held() const {
        uint64_t bytes = 0;
        for (const Bucket& bucket : buckets_) bytes += bucket.bytes();
        return bytes;
    }

    Bucket& bucket(int context, int slack) { return buckets_[size_t(context) * slacks_ + size_t(slack)]; }

    void grown(int context, int slack, size_t by) {
        Bucket& to = bucket(context, slack);
        bool was_full = to.count >= FULL;
        if (to.count == 0) top_ = std::max(top_, slack);
        to.count += by;
        waiting += by;
        if (!was_full && to.count >= FULL) full_.push_back(size_t(context) * slacks_ + size_t(slack));
    }

    // With no full bucket left, the rest go by most slack first, so that they fill one another.
    bool most_slack_bucket(size_t& place) {
        for (; top_ >= 0; --top_)
            for (size_t context = 0; context < plan_.steps.size(); ++context)
                if (buckets_[context * slacks_ + size_t(top_)].count) {
                    place = context * slacks_ + size_t(top_);
                    return true;
                }
        return false;
    }

    bool expand_bucket(int context, int slack) {
        peak_waiting = std::max(peak_waiting, waiting);
        taken_.count = 0;
        taken_.swap(bucket(context, slack));
        const size_t count = taken_.count;
        waiting -= count;
        if (count == 0) return false;
        // The vector code reads whole registers.
        taken_.room_for(0);
        const uint8_t* states = taken_.states();
        if (plan_.may_be_goal[size_t(context)])
            for (size_t state = 0; state < count; ++state)
                if (plan_.goal.holds(states + state * STATE_BYTES)) return true;
        expanded += count;
        for (const Step& step : plan_.steps[size_t(context)]) {
            const size_t kinds = step.arc.sums.size();
            uint8_t* out[256];
            uint32_t made[256];
            for (size_t kind = 0; kind < kinds; ++kind) {
                int left = slack - step.arc.growth_of_sum[kind];
                if (left < 0 || size_t(left) >= slacks_) {
                    out[kind] = nullptr;
                    continue;
                }
                Bucket& to = bucket(step.context, left);
                uint64_t before = to.bytes();
                out[kind] = to.room_for(count);
                new_bytes_ += int64_t(to.bytes() - before);
            }
            expand_(step.arc, states, count, out, made);
            for (size_t kind = 0; kind < kinds; ++kind) {
                if (made[kind] == 0) continue;
                generated += made[kind];
                applications += uint64_t(made[kind]) * uint64_t(step.length);
                int left = slack - step.arc.growth_of_sum[kind];
                if (out[kind])
                    grown(step.context, left, made[kind]);
                else
                    next_bound_excess = std::min(next_bound_excess, -left);
            }
        }
        return false;
    }

    void clear() {
        for (Bucket& bucket : buckets_) bucket.count = 0;
        full_.clear();
        waiting = 0;
        top_ = -1;
    }

    const Plan& plan_;
    Expand expand_;
    Control& control_;
    int number_;
    size_t slacks_ = 0;
    std::vector<Bucket> buckets_;
    std::vector<size_t> full_;
    Bucket taken_;
    int top_ = -1;
    int64_t new_bytes_ = 0;
    uint64_t reported_ = 0;
};

// The same search in depth-first order, below one root, for the path to a goal that is known to be there.
bool find_path(const Plan& plan, const Cells& cells, int context, int slack, std::vector<int>& arcs) {
    if (plan.may_be_goal[size_t(context)] && plan.goal.holds(cells.bytes)) return true;
    for (const Step& step : plan.steps[size_t(context)]) {
        Cells child;
        int growth;
        if (!step.apply(cells, child, growth) || growth > slack) continue;
        arcs.push_back(step.number);
        if (find_path(plan, child, step.context, slack - growth, arcs)) return true;
        arcs.pop_back();
    }
    return false;
}

Plan make_plan(const Theory& theory, const Request& request, const Automaton& automaton) {
    if (theory.cells > BATCH_CELLS || theory.symbols > 16)
        throw std::invalid_argument("batches hold 16 cells and 16 symbols at most");
    for (const Arc& arc : theory.arcs)
        if (arc.cost < 1)
            throw std::invalid_argument("batches need every arc to cost 1 or more, or a search might never end");
    if (!request.heuristic.lines.empty())
        throw std::invalid_argument("batches take heuristics that are sums over cells");
    Plan plan;
    plan.goal = demand_of(request.goal);
    plan.may_be_goal = automaton.may_be_goal;
    std::copy(request.start.begin(), request.start.end(), plan.start.bytes);
    plan.h = 0;
    for (int cell = 0; cell < theory.cells && !request.heuristic.table.empty(); ++cell)
        plan.h += whole(request.heuristic.table[size_t(cell * theory.symbols + request.start[size_t(cell)])],
                        "h is not a whole number");
    for (const auto& nexts : automaton.contexts) {
        std::vector<Step> steps;
        for (const auto& next : nexts) {
            const Arc& arc = theory.arcs[size_t(next.arc)];
            Step step{batch_arc(arc, next.rest, theory, request.heuristic),
                      next.arc,
                      next.context,
                      arc.length,
                      next.rest,
                      arc.writes,
                      {}};
            for (size_t kind = 0; kind < step.arc.sums.size(); ++kind)
                step.growth[step.arc.sums[kind]] = step.arc.growth_of_sum[kind];
            steps.push_back(std::move(step));
        }
        plan.steps.push_back(std::move(steps));
    }
    return plan;
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
            for (const Step& step : plan_.steps[size_t(root.context)]) {
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
