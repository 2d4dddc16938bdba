// The Python face of the kernel; search/compiled.py and search/native.py are its callers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "batch.hpp"
#include "batched_ida.hpp"
#include "naming.hpp"
#include "request.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace arcwise;

void bind_climb(nb::module_&);
void bind_enumeration(nb::module_&);
void bind_patterns(nb::module_&);

NB_MODULE(_kernel, module) {
    // At exit the interpreter may still hold objects in caches and tracebacks; that is no leak a user could mend.
    nb::set_leak_warnings(false);

    nb::class_<Theory>(module, "Theory")
        .def("__init__",
             [](Theory* self, int cells, int symbols, bool permutation, int blank, nb::list rules) {
                 std::vector<Arc> arcs;
                 for (nb::handle rule : rules) {
                     nb::tuple parts = nb::cast<nb::tuple>(rule);
                     arcs.emplace_back(nb::cast<Pattern>(parts[0]), nb::cast<Pattern>(parts[1]),
                                       nb::cast<double>(parts[2]), nb::cast<int>(parts[3]), nb::cast<bool>(parts[4]));
                 }
                 new (self) Theory(cells, symbols, permutation, blank, std::move(arcs));
             })
        .def_ro("cells", &Theory::cells)
        .def_ro("symbols", &Theory::symbols)
        .def("invertible", &Theory::invertible);

    nb::enum_<Loop>(module, "Loop")
        .value("BEST_FIRST", Loop::BEST_FIRST)
        .value("ITERATIVE", Loop::ITERATIVE)
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
        .value("CHEAPEST", Rule::CHEAPEST);
    nb::enum_<Ties>(module, "Ties")
        .value("OLDEST", Ties::OLDEST)
        .value("NEWEST", Ties::NEWEST)
        .value("RANDOM", Ties::RANDOM);

    nb::class_<HeuristicData>(module, "HeuristicData")
        .def(nb::init<>())
        .def_rw("table", &HeuristicData::table)
        .def_rw("lines", &HeuristicData::lines)
        .def_rw("lines_of", &HeuristicData::lines_of)
        .def_rw("place", &HeuristicData::place)
        .def_rw("detour", &HeuristicData::detour);

    nb::class_<Request>(module, "Request")
        .def(nb::init<>())
        .def_rw("loop", &Request::loop)
        .def_rw("order", &Request::order)
        .def_rw("rule", &Request::rule)
        .def_rw("ties", &Request::ties)
        .def_rw("heuristic", &Request::heuristic)
        .def_rw("width", &Request::width)
        .def_rw("seed", &Request::seed)
        .def_rw("move_back", &Request::move_back)
        .def_rw("goal", &Request::goal)
        .def("set_start", [](Request& self, nb::bytes cells) { self.start = cells_of(cells); })
        .def("set_evaluation",
             [](Request& self, double g_weight, double h_weight, bool least_depth) {
                 self.evaluation = {g_weight, h_weight, least_depth};
             })
        .def("set_limits", [](Request& self, double seconds, uint64_t nodes, uint64_t bytes) {
            self.limits = {seconds, nodes, bytes};
        });

    module.def(
        "search",
        [](const Theory& theory, Request request, nb::object report) {
            Watch watch(report);
            request.tick = watch.tick();
            Outcome outcome;
            {
                nb::gil_scoped_release released;
                outcome = search(theory, request);
            }
            watch.raise_what_went_wrong();
            return nb::make_tuple(name_of(outcome.status), name_of(outcome.limit), counters_of(outcome.counters),
                                  outcome.arcs);
        },
        nb::arg("theory"), nb::arg("request"), nb::arg("report") = nb::none());

    module.def("instruction_sets", &instruction_sets);
    module.def(
        "batched_ida",
        [](const Theory& theory, Request request, int prune_length, int threads, const std::string& instruction_set,
           nb::object report) {
            Watch watch(report);
            request.tick = watch.tick();
            BatchedOutcome result;
            {
                nb::gil_scoped_release released;
                result = batched_ida(theory, request, prune_length, threads, instruction_set);
            }
            watch.raise_what_went_wrong();
            const Outcome& outcome = result.outcome;
            nb::dict pruning;
            pruning["contexts"] = result.contexts;
            pruning["sequences"] = result.forbidden;
            pruning["length"] = result.pruned_length;
            return nb::make_tuple(name_of(outcome.status), name_of(outcome.limit), counters_of(outcome.counters),
                                  outcome.arcs, pruning, result.bound);
        },
        nb::arg("theory"), nb::arg("request"), nb::arg("prune_length"), nb::arg("threads"), nb::arg("instruction_set"),
        nb::arg("report") = nb::none());

    bind_climb(module);
    bind_enumeration(module);
    bind_patterns(module);
}
