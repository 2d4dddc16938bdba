// The Python face of heuristics that are worked out on a relaxed task.
#include "border/values.hpp"
#include "border/watch.hpp"
#include "relaxation/relaxing.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

void bind_relaxation(nb::module_& module) {
    nb::enum_<Relaxed>(module, "Relaxed")
        .value("H_MAX", Relaxed::H_MAX)
        .value("H_ADD", Relaxed::H_ADD)
        .value("FF", Relaxed::FF)
        .value("LM_CUT", Relaxed::LM_CUT);
    nb::class_<Relaxation, Heuristic>(module, "Relaxation", "A heuristic of a theory and a goal where nothing is lost.")
        .def(
            "__init__",
            [](Relaxation* self, Relaxed kind, const Theory& theory, ListOf<int> goal, ListOf<int> start,
               ListOf<std::vector<int>> values, bool steps) {
                const auto wanted = value_of<Pattern>(goal);
                const auto first = value_of<std::vector<int>>(start);
                const auto held = value_of<std::vector<std::vector<int>>>(values);
                std::optional<RelaxedTask> task = Watch(std::nullopt).over([&](Tick tick) -> std::optional<RelaxedTask> {
                    Meter meter(Limits{}, std::move(tick));
                    try {
                        return relaxed_task(theory, wanted, first, held, meter);
                    } catch (const Stopped&) {
                        return std::nullopt;
                    }
                });
                if (!task) {
                    PyErr_SetNone(PyExc_KeyboardInterrupt);
                    throw nb::python_error();
                }
                new (self) Relaxation(kind, std::move(*task), steps);
            },
            "kind"_a, "theory"_a, "goal"_a, "start"_a, "values"_a, "steps"_a = false,
            "The start names symbols of states, and may be empty; values are by cell, or empty where anything may stand.");
}
