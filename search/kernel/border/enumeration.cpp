// The Python face of enumeration.
#include "enumeration/enumeration.hpp"
#include "enumeration/every_goal.hpp"
#include "enumeration/trap_patterns.hpp"

#include <nanobind/stl/pair.h>

#include "border/values.hpp"
#include "border/watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

void bind_enumeration(nb::module_& module) {
    nb::enum_<Representation>(module, "Representation")
        .value("ANY", Representation::ANY)
        .value("RANKED", Representation::RANKED)
        .value("PACKED", Representation::PACKED);

    using Items = nb::typed<nb::list, std::pair<nb::bytes, uint32_t>>;
    nb::class_<DistanceTable>(module, "Distances", "The distance of every state that was found.")
        .def(
            "distance",
            [](const DistanceTable& self, nb::bytes cells) {
                const State state = state_of(cells);
                return state.size() == size_t(self.cells()) ? self.distance(state) : -1;
            },
            "cells"_a, "-1 for a state that was not found.")
        .def(
            "items",
            [](const DistanceTable& self, uint64_t cursor, int most) {
                nb::list items;
                State state(size_t(self.cells()));
                DistanceTable::Item item{cursor, 0};
                while (int(nb::len(items)) < most && self.next(item.cursor, state, item))
                    items.append(nb::make_tuple(bytes_of(state), item.distance));
                return std::pair<Items, uint64_t>(nb::borrow<Items>(items), item.cursor);
            },
            "cursor"_a, "most"_a,
            "The next states with their distances, and where to go on; the first cursor is 0. Of packed keys cursor n is the "
            "n-th state that was found.");

    nb::class_<Enumeration, Outcome>(module, "Enumeration", "An outcome that is solved where all states were found.")
        .def_ro("layers", &Enumeration::layers, "The number of states at distance 0, 1, 2 and so on, complete ones only.")
        .def_ro("representation", &Enumeration::representation)
        .def_prop_ro(
            "distances", [](const Enumeration& self) { return self.table.get(); }, nb::rv_policy::reference_internal);

    using Carriers = std::vector<Permutation>;
    nb::class_<GroupSpace>(module, "GroupSpace", "States that a group of permutations makes of one, as numbers.")
        .def(
            "__init__",
            [](GroupSpace* self, nb::bytes start, int symbols, ListOf<int> bases, ListOf<Carriers> carriers,
               ListOf<std::vector<uint8_t>> keys, ListOf<int> orbits, ListOf<std::vector<uint8_t>> homes) {
                std::vector<GroupSpace::Level> levels;
                for (int base : value_of<std::vector<int>>(bases)) levels.push_back({base, {}});
                auto each = value_of<std::vector<Carriers>>(carriers);
                if (each.size() != levels.size()) throw std::invalid_argument("carriers for every base");
                for (size_t level = 0; level < levels.size(); ++level) levels[level].carriers = std::move(each[level]);
                new (self) GroupSpace(cells_of(start), symbols, std::move(levels),
                                      {value_of<std::vector<std::vector<uint8_t>>>(keys),
                                       value_of<std::vector<int>>(orbits),
                                       value_of<std::vector<std::vector<uint8_t>>>(homes)});
            },
            "start"_a, "symbols"_a, "bases"_a, "carriers"_a, "keys"_a, "orbits"_a, "homes"_a)
        .def("__len__", &GroupSpace::size);

    using Numbers = std::vector<int>;
    nb::class_<TrapFacts>(module, "TrapFacts", "Single facts of a problem, of which patterns of traps are made.")
        .def(
            "__init__",
            [](TrapFacts* self, ListOf<int> cells, ListOf<int> symbols, ListOf<int> kinds, ListOf<Numbers> groups,
               ListOf<int> most, ListOf<int> wanted, ListOf<int> goal, ListOf<std::vector<Numbers>> steps) {
                std::vector<TrapFacts::Step> made;
                for (std::vector<Numbers>& step : value_of<std::vector<std::vector<Numbers>>>(steps)) {
                    if (step.size() != 4) throw std::invalid_argument("four lists for every step");
                    made.push_back({std::move(step[0]), std::move(step[1]), std::move(step[2]), std::move(step[3])});
                }
                new (self) TrapFacts({value_of<Numbers>(cells), value_of<Numbers>(symbols), value_of<Numbers>(kinds),
                                      value_of<std::vector<Numbers>>(groups), value_of<Numbers>(most),
                                      value_of<Numbers>(wanted), value_of<Numbers>(goal)},
                                     std::move(made));
            },
            "cells"_a, "symbols"_a, "kinds"_a, "groups"_a, "most"_a, "wanted"_a, "goal"_a, "steps"_a,
            "The lists are by fact, most and wanted by group, the goal by cell with -1 for what it leaves open. A step is the "
            "facts that it asks for, those that it leaves, the cells that it changes, and cells with those that they get the "
            "symbol of.")
        .def(
            "close",
            [](const TrapFacts& self, ListOf<int> kinds, ListOf<Numbers> known) {
                const auto own = value_of<Numbers>(kinds);
                const auto others = value_of<std::vector<Numbers>>(known);
                auto closed = Watch(std::nullopt).over([&](Tick tick) -> std::optional<TrapFacts::Closed> {
                    Meter meter(Limits{}, std::move(tick));
                    try {
                        return self.close(own, others, meter);
                    } catch (const Stopped&) {
                        return std::nullopt;
                    }
                });
                if (!closed) {
                    PyErr_SetNone(PyExc_KeyboardInterrupt);
                    throw nb::python_error();
                }
                return nb::make_tuple(bytes_of(closed->kept), bytes_of(closed->dropped), bytes_of(closed->by));
            },
            "kinds"_a, "known"_a, nb::sig("def close(self, kinds: Sequence[int], known: Sequence[Sequence[int]]) -> tuple[bytes, bytes, bytes]"),
            "Facts of the patterns of some kinds that arcs keep, those of the others, and an arc out of each of these.");

    module.def(
        "enumerate",
        [](const Theory& theory, nb::bytes start, int threads, const Limits& limits, Representation representation,
           std::string instruction_set, bool distances, nb::object group, ListOf<Permutation> undoing, Report report) {
            EnumerationRequest request;
            if (!group.is_none()) request.group = shared_of<GroupSpace>(group);
            request.undoing = value_of<std::vector<Permutation>>(undoing);
            request.start = state_of(start);
            request.threads = threads_to_start(threads);
            request.limits = limits;
            request.representation = representation;
            request.instruction_set = std::move(instruction_set);
            request.distances = distances;
            return Watch(std::move(report)).over([&](Tick tick) {
                request.tick = std::move(tick);
                return enumerate(theory, request);
            });
        },
        "theory"_a, "start"_a, "threads"_a, "limits"_a, "representation"_a, "instruction_set"_a, "distances"_a,
        "group"_a.none(), "undoing"_a, "report"_a = nb::none(), nb::keep_alive<0, 1>(),
        "Find all states; a limit on nodes is one on states.");

    nb::class_<GoalSums>(module, "GoalSums", "Work of breadth-first search, summed over goals.")
        .def_ro("expanded", &GoalSums::expanded)
        .def_ro("generated", &GoalSums::generated)
        .def_ro("operator_applications", &GoalSums::applied)
        .def_ro("steps", &GoalSums::steps)
        .def_ro("moves", &GoalSums::moves);

    nb::class_<EveryGoal, Outcome>(module, "EveryGoal", "Search from one start to every goal; solved where nothing ended it.")
        .def_ro("primitive", &EveryGoal::primitive, "With primitive arcs only.")
        .def_ro("all", &EveryGoal::all, "With all arcs.")
        .def_ro("goals", &EveryGoal::goals)
        .def_ro("longer", &EveryGoal::longer, "The goals to which all arcs find a path of more moves.");

    module.def(
        "every_goal",
        [](const Theory& theory, nb::bytes start, const Limits& limits) {
            const State first = state_of(start);
            return Watch(std::nullopt).over([&](Tick tick) { return every_goal(theory, first, limits, std::move(tick)); });
        },
        "theory"_a, "start"_a, "limits"_a,
        "The work to every state that can be reached, with primitive arcs only and with all arcs.");
}
