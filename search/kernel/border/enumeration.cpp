// The Python face of enumeration.
#include "enumeration/enumeration.hpp"

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
            "cursor"_a, "most"_a, "The next states with their distances, and where to go on; the first cursor is 0.");

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
}
