// The Python face of climbing.
#include "climb/beam.hpp"
#include "climb/climb.hpp"
#include "climb/windows.hpp"

#include "border/values.hpp"
#include "border/watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

void bind_climb(nb::module_& module) {
    nb::class_<WindowSchema>(module, "WindowSchema", "A schema on its window; a symbol is the cell where the goal has it.")
        .def(
            "__init__",
            [](WindowSchema* self, int rows, int columns, ListOf<int> before, ListOf<int> after, double cost,
               int length) {
                new (self) WindowSchema{rows, columns, value_of<Pattern>(before), value_of<Pattern>(after), cost, length};
            },
            "rows"_a, "columns"_a, "before"_a, "after"_a, "cost"_a, "length"_a);
    nb::class_<ClimbTask>(module, "ClimbTask", "Boards of one shape, one goal, and what one climbs with.")
        .def(
            "__init__",
            [](ClimbTask* self, int rows, int columns, int blank, ListOf<int> order, bool approached, bool best,
               int carry, int hope, ListOf<int> drift, ListOf<WindowSchema> schemas) {
                new (self) ClimbTask(rows, columns, blank, value_of<std::vector<int>>(order), approached, best,
                                     {carry, hope, value_of<std::vector<int>>(drift)}, value_of<std::vector<WindowSchema>>(schemas));
            },
            "rows"_a, "columns"_a, "blank"_a, "order"_a, "approached"_a, "best"_a, "carry"_a, "hope"_a, "drift"_a, "schemas"_a);
    nb::class_<Climbed, Outcome>(module, "Climbed", "An outcome whose path is made of placed schemas.")
        .def_prop_ro(
            "schemas", [](const Climbed& self) { return bytes_of(self.numbers); }, "Of every step, 16 bits each.")
        .def_prop_ro(
            "places", [](const Climbed& self) { return bytes_of(self.places); }, "Of every step, 16 bits each.")
        .def_ro("tried", &Climbed::tried, "How often, by schema.")
        .def_ro("matched", &Climbed::matched, "How often, by schema.")
        .def_ro("applied", &Climbed::applied, "How often, by schema.")
        .def_prop_ro(
            "state", [](const Climbed& self) { return bytes_of(self.state); }, "At the end, 16 bits a cell.");

    module.def(
        "climb",
        [](const ClimbTask& task, nb::bytes start, const Limits& limits, Report report) {
            auto cells = numbers_of<uint16_t>(start);
            return Watch(std::move(report)).over([&](Tick tick) {
                return climb(task, {cells, limits, std::move(tick)});
            });
        },
        "task"_a, "start"_a, "limits"_a, "report"_a = nb::none());

    module.def(
        "beam",
        [](const ClimbTask& task, nb::bytes start, uint32_t width, const Limits& limits, Report report) {
            auto cells = numbers_of<uint16_t>(start);
            return Watch(std::move(report)).over([&](Tick tick) {
                return beam(task, {cells, width, limits, std::move(tick)});
            });
        },
        "task"_a, "start"_a, "width"_a, "limits"_a, "report"_a = nb::none());
    nb::class_<Shortened>(module, "Shortened", "A plan that leads where the one before led.")
        .def_prop_ro(
            "moves", [](const Shortened& self) { return bytes_of(self.moves); }, "The numbers of ways.")
        .def_ro("searches", &Shortened::searches)
        .def_ro("replaced", &Shortened::replaced)
        .def_ro("expanded", &Shortened::expanded)
        .def_prop_ro("limit", [](const Shortened& self) { return name_of(self.limit); });
    module.def(
        "shorten",
        [](int rows, int columns, ListOf<int> ways, int blank, nb::bytes moves, ListOf<int> lengths, int most_cells,
           uint64_t effort, const Limits& limits, Report report) {
            WindowRequest request{rows,       columns, {},     blank, numbers_of<uint8_t>(moves), value_of<std::vector<int>>(lengths),
                                  most_cells, effort,  limits, {}};
            auto steps = value_of<std::vector<int>>(ways);
            for (size_t way = 0; way + 1 < steps.size(); way += 2) request.ways.push_back({steps[way], steps[way + 1]});
            return Watch(std::move(report)).over([&](Tick tick) {
                request.tick = std::move(tick);
                return shorten(request);
            });
        },
        "rows"_a, "columns"_a, "ways"_a, "blank"_a, "moves"_a, "lengths"_a, "most_cells"_a, "effort"_a, "limits"_a,
        "report"_a = nb::none(), "Ways are pairs of rows and columns; the report is of the moves that the plan has.");
}
