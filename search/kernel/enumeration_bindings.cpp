// The Python face of enumeration; search/enumerate_states.py is its caller.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "enumeration.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace arcwise;

namespace {

// A table, and the number of cells of its states.
struct Distances {
    std::shared_ptr<DistanceTable> table;
    int cells;
};

}  // namespace

void bind_enumeration(nb::module_& module) {
    nb::enum_<Representation>(module, "Representation")
        .value("ANY", Representation::ANY)
        .value("RANKED", Representation::RANKED)
        .value("PACKED", Representation::PACKED);
    nb::enum_<Limit>(module, "Limit")
        .value("NONE", Limit::NONE)
        .value("TIME", Limit::TIME)
        .value("NODES", Limit::NODES)
        .value("MEMORY", Limit::MEMORY)
        .value("INTERRUPT", Limit::INTERRUPT);

    nb::class_<Enumeration>(module, "Enumeration")
        .def_ro("layers", &Enumeration::layers)
        .def_ro("peak", &Enumeration::peak)
        .def_ro("limit", &Enumeration::limit)
        .def_ro("representation", &Enumeration::representation);

    nb::class_<Distances>(module, "Distances")
        .def("distance",
             [](const Distances& self, nb::bytes cells) {
                 if (cells.size() != size_t(self.cells)) return int64_t(-1);
                 return self.table->distance(static_cast<const uint8_t*>(cells.data()));
             })
        .def("items", [](const Distances& self, uint64_t cursor, int most) {
            nb::list items;
            uint8_t cells[MAX_CELLS];
            DistanceTable::Item item{cursor, 0};
            while (int(nb::len(items)) < most && self.table->next(item.cursor, cells, item))
                items.append(nb::make_tuple(nb::bytes(cells, size_t(self.cells)), item.distance));
            return nb::make_tuple(items, item.cursor);
        });

    module.def("variants", &variants);
    module.def(
        "enumerate",
        [](const Theory& theory, nb::bytes start, int threads, double seconds, uint64_t states, uint64_t bytes,
           Representation representation, std::string variant, bool distances, nb::object report) {
            Watch watch(report);
            EnumerationRequest request;
            auto* cells = static_cast<const uint8_t*>(start.data());
            request.start.assign(cells, cells + start.size());
            if (int(start.size()) != theory.cells) throw nb::value_error("a start that does not fit the board");
            request.threads = threads;
            request.limits = {seconds, states, bytes};
            request.tick = watch.tick();
            request.representation = representation;
            request.variant = std::move(variant);
            request.distances = distances;
            Enumeration result;
            {
                nb::gil_scoped_release released;
                result = enumerate(theory, request);
            }
            watch.raise_what_went_wrong();
            nb::object table = nb::none();
            if (result.table) table = nb::cast(Distances{result.table, theory.cells});
            return nb::make_tuple(result, table);
        },
        nb::arg("theory"), nb::arg("start"), nb::arg("threads"), nb::arg("seconds"), nb::arg("states"),
        nb::arg("bytes"), nb::arg("representation"), nb::arg("variant"), nb::arg("distances"),
        nb::arg("report") = nb::none());
}
