// The Python face of heuristics that are worked out on a relaxed task.
#include "relaxation/relaxed_task.hpp"

#include "border/values.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

void bind_relaxation(nb::module_& module) {
    nb::enum_<Relaxed>(module, "Relaxed")
        .value("H_MAX", Relaxed::H_MAX)
        .value("H_ADD", Relaxed::H_ADD)
        .value("FF", Relaxed::FF)
        .value("LM_CUT", Relaxed::LM_CUT);
    nb::class_<Relaxation, Heuristic>(
        module, "Relaxation",
        "A heuristic of a relaxed task. Numbers come as bytes: of 32 bits each, costs of 64; of needs and adds how many "
        "facts each operator has, and then all of them.")
        .def(
            "__init__",
            [](Relaxation* self, Relaxed kind, int facts, nb::bytes cells, nb::bytes symbols, nb::bytes numbers,
               nb::bytes arcs, nb::bytes uses, nb::bytes costs, nb::bytes need_counts, nb::bytes needs, nb::bytes add_counts,
               nb::bytes adds) {
                const auto ints = [](const nb::bytes& bytes) { return numbers_of<int>(bytes); };
                new (self) Relaxation(
                    kind, RelaxedTask(facts, ints(cells), ints(symbols), ints(numbers), ints(arcs), ints(uses),
                                      numbers_of<double>(costs), NumberLists(ints(need_counts), ints(needs)),
                                      NumberLists(ints(add_counts), ints(adds))));
            },
            "kind"_a, "facts"_a, "cells"_a, "symbols"_a, "numbers"_a, "arcs"_a, "uses"_a, "costs"_a, "need_counts"_a, "needs"_a,
            "add_counts"_a, "adds"_a);
}
