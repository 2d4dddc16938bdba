// The Python face of the kernel: theories, heuristics and searches. search/_kernel.pyi, made from it, is its reference.
#include <nanobind/stl/pair.h>

#include "border/values.hpp"
#include "border/watch.hpp"
#include "core/allocations.hpp"
#include "core/board.hpp"
#include "core/instruction_sets.hpp"
#include "core/walker.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

void bind_climb(nb::module_&);
void bind_enumeration(nb::module_&);
void bind_logic(nb::module_&);
void bind_patterns(nb::module_&);
void bind_relaxation(nb::module_&);
void bind_tables(nb::module_&);

namespace {

// Cells with symbols, one after the other, from one place of some numbers to another.
std::vector<Test> tests_of(const std::vector<int>& numbers, size_t begin, size_t end) {
    if ((end - begin) % 2) throw std::invalid_argument("a cell without a symbol");
    std::vector<Test> tests;
    for (size_t place = begin; place < end; place += 2) {
        const int cell = numbers[place], symbol = numbers[place + 1];
        if (cell < 0 || cell >= MAX_CELLS || symbol < 0 || symbol >= MAX_SYMBOLS)
            throw std::invalid_argument("a foreign cell or symbol");
        tests.push_back({uint16_t(cell), Symbol(symbol)});
    }
    return tests;
}

void bind_theories(nb::module_& module) {
    nb::class_<Arc>(module, "Arc", "An arc; a symbol is a number from 0 on, a variable -1, -2 and so on.")
        .def(
            "__init__",
            [](Arc* self, ListOf<int> cells, ListOf<int> before, ListOf<int> after, double cost, int length,
               bool primitive, ListOf<std::vector<int>> conditional, bool derives) {
                Arc arc(value_of<std::vector<int>>(cells), value_of<Pattern>(before), value_of<Pattern>(after), cost,
                        length, primitive);
                for (const std::vector<int>& numbers : value_of<std::vector<std::vector<int>>>(conditional)) {
                    const size_t end = numbers.empty() ? 0 : size_t(numbers[0]) * 2 + 1;
                    if (end == 0 || end > numbers.size()) throw std::invalid_argument("no conditional effect");
                    arc.conditional.push_back({tests_of(numbers, 1, end), tests_of(numbers, end, numbers.size())});
                }
                arc.derives = derives;
                new (self) Arc(std::move(arc));
            },
            "cells"_a, "before"_a, "after"_a, "cost"_a, "length"_a, "primitive"_a,
            "conditional"_a = nb::tuple(), "derives"_a = false,
            "The cells that it tests, changes or copies, with their terms; the others it leaves alone. A conditional "
            "effect is the number of its tests, and the cells with their symbols that it tests and then those that it "
            "sets.");
    nb::class_<Theory>(module, "Theory", "A list of arcs for boards of so many cells and symbols.")
        .def(
            "__init__",
            [](Theory* self, int cells, int symbols, bool permutation, int blank, ListOf<Arc> arcs,
               ListOf<std::vector<int>> values, int64_t denominator, ListOf<int> derived,
               ListOf<std::vector<int>> axioms) {
                Axioms found;
                const auto first = value_of<std::vector<int>>(derived);
                found.cells = tests_of(first, 0, first.size());
                for (const std::vector<int>& numbers : value_of<std::vector<std::vector<int>>>(axioms)) {
                    if (numbers.size() < 3 || numbers[0] < 0 || numbers[0] > int(found.strata.size()))
                        throw std::invalid_argument("no axiom");
                    if (numbers[0] == int(found.strata.size())) found.strata.emplace_back();
                    found.strata[size_t(numbers[0])].push_back(
                        {tests_of(numbers, 3, numbers.size()), tests_of(numbers, 1, 3).front()});
                }
                new (self) Theory(cells, symbols, permutation, blank, value_of<std::vector<Arc>>(arcs),
                                  value_of<std::vector<std::vector<int>>>(values), denominator, std::move(found));
            },
            "cells"_a, "symbols"_a, "permutation"_a, "blank"_a, "arcs"_a, "values"_a, "denominator"_a = 1,
            "derived"_a = nb::tuple(), "axioms"_a = nb::tuple(),
            "Values are by cell: symbols that it may hold, besides those that arcs name; or none. With a denominator "
            "above 1"
            " every cost is rounded to a multiple of one over it, and sums of costs are exact. Derived cells come with "
            "what each holds where no axiom applies; an axiom is its stratum, the cell and symbol that it makes, and "
            "those that it tests.")
        .def("plain", &Theory::plain, "Whether no arc has conditional effects or changes derived cells.")
        .def_ro("cells", &Theory::cells)
        .def_ro("symbols", &Theory::symbols)
        .def("invertible", &Theory::invertible, "Whether every arc can be undone.")
        .def(
            "holds",
            [](const Theory& self, nb::bytes cells) {
                const State state = state_of(cells);
                return state.size() == size_t(self.cells) &&
                       with_board(self, [&]<class Board>(std::type_identity<Board>) {
                           return Layout<Board>(self).holds(state);
                       });
            },
            "cells"_a, "Whether a state's symbols may stand where they do.");
    nb::class_<Walker>(module, "Walker", "Where moves lead that are known by their names.")
        .def(
            "__init__",
            [](Walker* self, nb::typed<nb::object, Theory> theory, ListOf<std::vector<int>> moves) {
                new (self) Walker(shared_of<Theory>(std::move(theory)), value_of<std::vector<std::vector<int>>>(moves));
            },
            "theory"_a, "moves"_a, "The numbers of the arcs of each name.")
        .def(
            "walk",
            [](const Walker& self, nb::bytes start, nb::bytes moves) -> std::optional<std::pair<nb::bytes, double>> {
                const auto found = self.walk(state_of(start), numbers_of<uint32_t>(moves));
                if (!found) return std::nullopt;
                return std::pair(bytes_of(found->cells), found->cost);
            },
            "start"_a, "moves"_a,
            "The cells of all states from the start on, and the cost; none where no arc of a move applies, or more than "
            "one. Moves are numbers of names, 32 bits each.");
}

// A function of Python's as the kernel calls it. What it raises ends the search, but for what ends a search with a
// result.
BatchFunction::Function asking(nb::object function) {
    const std::shared_ptr<nb::object> shared(new nb::object(std::move(function)), [](nb::object* object) {
        nb::gil_scoped_acquire locked;
        delete object;
    });
    return [shared](const std::vector<int64_t>& cells) {
        nb::gil_scoped_acquire locked;
        try {
            const nb::bytearray given(cells.data(), cells.size() * sizeof(int64_t));
            return numbers_of<double>(nb::cast<nb::bytes>((*shared)(given)));
        } catch (const nb::python_error& error) {
            if (error.matches(PyExc_KeyboardInterrupt)) throw Stopped{Limit::INTERRUPT};
            if (error.matches(PyExc_TimeoutError)) throw Stopped{Limit::TIME};
            if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
            throw;
        }
    };
}

void bind_heuristics(nb::module_& module) {
    using Lists = std::vector<std::vector<int>>;
    nb::class_<Heuristic>(module, "Heuristic", "What a search takes for h.");
    nb::class_<Zero, Heuristic>(module, "Zero", "0.").def(nb::init<>());
    nb::class_<CellSum, Heuristic>(module, "CellSum", "A sum over cells of a value by cell and symbol.")
        .def(
            "__init__",
            [](CellSum* self, ListOf<int> cells, ListOf<double> table) {
                new (self) CellSum(value_of<std::vector<int>>(cells), value_of<std::vector<double>>(table));
            },
            "cells"_a, "table"_a, "By place among these cells and symbol; other cells count nothing.");
    nb::class_<PairSum, Heuristic>(module, "PairSum", "A sum over pairs of cells of a value by their symbols.")
        .def(
            "__init__",
            [](PairSum* self, ListOf<int> ones, ListOf<int> others, ListOf<double> table) {
                new (self) PairSum(value_of<std::vector<int>>(ones), value_of<std::vector<int>>(others),
                                   value_of<std::vector<double>>(table));
            },
            "ones"_a, "others"_a, "table"_a);
    nb::class_<BatchFunction, Heuristic>(
        module, "BatchFunction",
        "A function of many states at once: of cells, 64 bits each, one state after the other, to values as doubles.")
        .def(
            "__init__",
            [](BatchFunction* self, ListOf<int64_t> numbers,
               nb::typed<nb::callable, nb::bytes(nb::bytearray)> function) {
                new (self) BatchFunction(value_of<std::vector<int64_t>>(numbers), asking(std::move(function)));
            },
            "numbers"_a, "function"_a, "Numbers are by symbol: what stands for it in the cells.");
    nb::class_<Minimum, Heuristic>(module, "Minimum", "The least of several.")
        .def(
            "__init__",
            [](Minimum* self, nb::typed<nb::sequence, Heuristic> each) {
                std::vector<std::shared_ptr<const Heuristic>> shared;
                for (nb::handle one : each) shared.push_back(shared_of<Heuristic>(nb::borrow(one)));
                new (self) Minimum(std::move(shared));
            },
            "each"_a);
    nb::class_<LinearConflict, CellSum>(module, "LinearConflict",
                                        "The same, and a detour for every symbol crowded out of its line.")
        .def(
            "__init__",
            [](LinearConflict* self, ListOf<int> cells, ListOf<double> table, ListOf<std::vector<int>> lines,
               ListOf<std::vector<int>> lines_of, ListOf<std::vector<int>> place, double detour) {
                new (self)
                    LinearConflict(value_of<std::vector<int>>(cells), value_of<std::vector<double>>(table),
                                   value_of<Lists>(lines), value_of<Lists>(lines_of), value_of<Lists>(place), detour);
            },
            "cells"_a, "table"_a, "lines"_a, "lines_of"_a, "place"_a, "detour"_a);
}

void bind_choices(nb::module_& module) {
    nb::enum_<Loop>(module, "Loop")
        .value("BEST_FIRST", Loop::BEST_FIRST)
        .value("LAZY", Loop::LAZY)
        .value("ITERATIVE", Loop::ITERATIVE)
        .value("BATCHED", Loop::BATCHED)
        .value("ENFORCED", Loop::ENFORCED)
        .value("BIDIRECTIONAL", Loop::BIDIRECTIONAL);
    nb::enum_<Order>(module, "Order")
        .value("FIFO", Order::FIFO)
        .value("LIFO", Order::LIFO)
        .value("PRIORITY", Order::PRIORITY)
        .value("UNIQUE", Order::UNIQUE)
        .value("LEVEL_BEAM", Order::LEVEL_BEAM)
        .value("DIRECTED_BEAM", Order::DIRECTED_BEAM)
        .value("STEEPEST", Order::STEEPEST);
    nb::enum_<Rule>(module, "Rule")
        .value("NONE", Rule::NONE)
        .value("PATH", Rule::PATH)
        .value("FIRST_SEEN", Rule::FIRST_SEEN)
        .value("CHEAPEST", Rule::CHEAPEST)
        .value("NOVELTY_1", Rule::NOVELTY_1)
        .value("NOVELTY_2", Rule::NOVELTY_2);
    nb::enum_<Ties>(module, "Ties")
        .value("OLDEST", Ties::OLDEST)
        .value("NEWEST", Ties::NEWEST)
        .value("RANDOM", Ties::RANDOM)
        .value("LOWER_H", Ties::LOWER_H);
    nb::class_<Evaluation>(module, "Evaluation",
                           "f = g_weight * g + h_weight * h, or the least depth of a path through the node.")
        .def(
            "__init__",
            [](Evaluation* self, double g_weight, double h_weight, bool least_depth, double denominator) {
                new (self) Evaluation{g_weight, h_weight, least_depth, denominator};
            },
            "g_weight"_a = 0, "h_weight"_a = 0, "least_depth"_a = false, "denominator"_a = 1,
            "With a denominator above 1, f is rounded to a multiple of one over it.");
    nb::class_<Limits>(module, "Limits", "0 is no limit.")
        .def(
            "__init__",
            [](Limits* self, double seconds, uint64_t nodes, uint64_t bytes, uint64_t work) {
                new (self) Limits{seconds, nodes, bytes, work};
            },
            "seconds"_a = 0, "nodes"_a = 0, "bytes"_a = 0, "work"_a = 0);
}

void bind_request(nb::module_& module) {
    nb::class_<Traps>(module, "Traps", "Patterns that no state on a path to a goal fits.")
        .def(
            "__init__",
            [](Traps* self, ListOf<std::vector<int>> sets, ListOf<int> scarce, ListOf<int> least) {
                new (self) Traps(value_of<std::vector<std::vector<int>>>(sets), value_of<std::vector<int>>(scarce),
                                 value_of<std::vector<int>>(least));
            },
            "sets"_a, "scarce"_a, "least"_a,
            "Cells and symbols of each pattern, in turns; symbols of which there have to be so many.");
    nb::class_<Walks>(module, "Walks", "Arcs that change one cell alone, taken with the arcs that need them.")
        .def(
            "__init__",
            [](Walks* self, ListOf<int> cells, ListOf<int> symbols, ListOf<std::vector<int>> arcs, ListOf<int> acts,
               ListOf<int> last, ListOf<std::vector<int>> needs, ListOf<std::vector<int>> links, ListOf<int> ends) {
                const auto all = value_of<std::vector<std::vector<int>>>(arcs);
                const auto of = value_of<std::vector<int>>(cells), moved = value_of<std::vector<int>>(symbols),
                           taken = value_of<std::vector<int>>(acts), lasts = value_of<std::vector<int>>(last);
                const auto places = value_of<std::vector<std::vector<int>>>(needs);
                const auto chains = value_of<std::vector<std::vector<int>>>(links);
                const auto pairs = [](const std::vector<int>& flat) {
                    WalkPlaces found;
                    for (size_t at = 0; at + 1 < flat.size(); at += 2) found.emplace_back(flat[at], flat[at + 1]);
                    return found;
                };
                if (of.size() != all.size() || moved.size() != all.size() || taken.size() != lasts.size() ||
                    taken.size() != places.size() || taken.size() != chains.size())
                    throw std::invalid_argument("a cell or a symbol of each walk, and places of each act");
                Walks made;
                for (size_t at = 0; at < of.size(); ++at) made.each.push_back({of[at], moved[at], all[at]});
                for (size_t at = 0; at < taken.size(); ++at) {
                    std::vector<WalkLink> linked;
                    for (const auto& [walk, which] : pairs(chains[at])) {
                        const bool is_arc = walk == Walk::NOWHERE;
                        linked.push_back({walk, is_arc ? Walk::NOWHERE : which, is_arc ? which : NO_ARC});
                    }
                    made.acts.push_back({taken[at], lasts[at], pairs(places[at]), std::move(linked)});
                }
                made.ends = pairs(value_of<std::vector<int>>(ends));
                new (self) Walks(std::move(made));
            },
            "cells"_a, "symbols"_a, "arcs"_a, "acts"_a, "last"_a, "needs"_a, "links"_a, "ends"_a,
            "The cell of each walk, or its symbol, the other of which is -1, and its arcs; arcs as steps, the last primitive arc of "
            "each, the walks that it is taken behind, each and its place, and what an iterated macro takes in its place: -1 and an arc, "
            "or a walk and its place; walks to a place of the goal.");
    nb::class_<Request>(module, "Request", "What is searched for, and how.")
        .def(
            "__init__",
            [](Request* self, nb::bytes start, ListOf<Pattern> goals) {
                Request request;
                request.start = state_of(start);
                request.goals = value_of<std::vector<Pattern>>(goals);
                new (self) Request(std::move(request));
            },
            "start"_a, "goals"_a)
        .def_prop_rw(
            "heuristic", [](const Request& self) { return self.heuristic.get(); },
            [](Request& self, nb::typed<nb::object, Heuristic> heuristic) {
                self.heuristic = shared_of<Heuristic>(heuristic);
            },
            nb::rv_policy::reference_internal)
        .def_prop_rw(
            "traps", [](const Request& self) { return self.traps.get(); },
            [](Request& self, nb::typed<nb::object, Traps> traps) { self.traps = shared_of<Traps>(traps); },
            nb::rv_policy::reference_internal)
        .def_prop_rw(
            "walks", [](const Request& self) { return self.walks.get(); },
            [](Request& self, nb::typed<nb::object, Walks> walks) { self.walks = shared_of<Walks>(walks); },
            nb::rv_policy::reference_internal)
        .def_rw("loop", &Request::loop)
        .def_rw("order", &Request::order)
        .def_rw("rule", &Request::rule)
        .def_rw("ties", &Request::ties)
        .def_rw("evaluation", &Request::evaluation)
        .def_rw("width", &Request::width, "Of a beam.")
        .def_rw("seed", &Request::seed, "Of random ties.")
        .def_rw("move_back", &Request::move_back, "Whether a node's own parent is one of its successors.")
        .def_rw("prune_length", &Request::prune_length, "Of the redundant sequences that batches leave out.")
        .def_rw("threads", &Request::threads, "Of a search in batches.")
        .def_rw("instruction_set", &Request::instruction_set, "One of instruction_sets(); '' is the best.")
        .def_rw("limits", &Request::limits);
}

void bind_outcome(nb::module_& module) {
    nb::class_<Counters>(module, "Counters", "What was counted; bytes for memory.")
        .def_ro("expanded", &Counters::expanded)
        .def_ro("generated", &Counters::generated)
        .def_ro("inserted", &Counters::inserted)
        .def_ro("evaluated", &Counters::evaluated)
        .def_ro("reopened", &Counters::reopened)
        .def_ro("trapped", &Counters::trapped)
        .def_ro("operator_applications", &Counters::operator_applications)
        .def_ro("peak_open", &Counters::peak_open)
        .def_ro("peak_memory", &Counters::peak_memory);
    nb::class_<Pruning>(module, "Pruning", "The redundant sequences that a search in batches left out.")
        .def_ro("sequences", &Pruning::sequences)
        .def_ro("length", &Pruning::length, "Of the longest that were looked at.")
        .def_ro("contexts", &Pruning::contexts, "Of the automaton that leaves them out.");
    nb::class_<Outcome>(module, "Outcome", "The outcome of a request.")
        .def_prop_ro(
            "status", [](const Outcome& self) { return name_of(self.status); },
            "solved, unsolvable, incomplete or stopped.")
        .def_prop_ro(
            "limit", [](const Outcome& self) { return name_of(self.limit); },
            "What stopped it: time, nodes, memory or interrupt.")
        .def_ro("counters", &Outcome::counters)
        .def_ro("arcs", &Outcome::arcs, "The path, as numbers of arcs.")
        .def_ro("lengths", &Outcome::lengths, "Number of arcs of each step; empty where each has one.")
        .def_ro("threads", &Outcome::threads, "How many ran.")
        .def_ro("bound", &Outcome::bound, "The last bound on f, or the least f that waited in open: nothing below it leads to a goal.")
        .def_ro("pruning", &Outcome::pruning);
}

}  // namespace

NB_MODULE(_kernel, module) {
    // At exit the interpreter may still hold objects in caches and tracebacks; that is no leak a user could mend.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled kernel: search/kernel/ has its source.";

    bind_theories(module);
    bind_heuristics(module);
    bind_choices(module);
    bind_request(module);
    bind_outcome(module);
    module.def("instruction_sets", &instruction_sets, "What this processor can run, the best first.");
    module.def(
        "search",
        [](const Theory& theory, Request request, Report report) {
            return Watch(std::move(report)).over([&](Tick tick) {
                request.tick = std::move(tick);
                return search(theory, request);
            });
        },
        "theory"_a, "request"_a, "report"_a = nb::none(),
        "Search; raises ValueError for what does not fit together. The report is called with a number of expansions.");
#if defined(ARCWISE_COUNT_ALLOCATIONS)
    module.def("fail_allocations", &fail_allocations, "first"_a, "all"_a = false);
    module.def("allocations", [] { return std::pair(allocations().made, allocations().failed); });
#endif
    bind_climb(module);
    bind_enumeration(module);
    bind_logic(module);
    bind_patterns(module);
    bind_relaxation(module);
    bind_tables(module);
}
