// The Python face of climbing; search/native_climb.py is its caller.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "climb.hpp"
#include "naming.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace arcwise;

namespace {

// Two bytes for every number, in the machine's order; millions of them are no Python objects until someone looks.
nb::bytes bytes_of(const std::vector<uint16_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(uint16_t));
}

std::vector<uint16_t> numbers_of(nb::bytes bytes) {
    std::vector<uint16_t> numbers(bytes.size() / sizeof(uint16_t));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(uint16_t));
    return numbers;
}

std::vector<WindowSchema> schemas_of(nb::list given) {
    std::vector<WindowSchema> schemas;
    for (nb::handle one : given) {
        nb::tuple parts = nb::cast<nb::tuple>(one);
        schemas.push_back({nb::cast<int>(parts[0]), nb::cast<int>(parts[1]), nb::cast<Pattern>(parts[2]),
                           nb::cast<Pattern>(parts[3]), nb::cast<double>(parts[4]), nb::cast<int>(parts[5])});
    }
    return schemas;
}

}  // namespace

void bind_climb(nb::module_& module) {
    nb::class_<Hill>(module, "Hill")
        .def(
            "__init__",
            [](Hill* self, int rows, int columns, int blank, std::vector<int> order, bool approached, bool best,
               double carry, double drift, nb::list schemas) {
                new (self)
                    Hill(rows, columns, blank, std::move(order), approached, best, {carry, drift}, schemas_of(schemas));
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("blank"), nb::arg("order"), nb::arg("approached"),
            nb::arg("best"), nb::arg("carry"), nb::arg("drift"), nb::arg("schemas"));

    module.def(
        "climb",
        [](const Hill& hill, nb::bytes start, double seconds, uint64_t nodes, uint64_t bytes, nb::object report) {
            Watch watch(report);
            ClimbRequest request{numbers_of(start), {seconds, nodes, bytes}, watch.tick()};
            Climbed result;
            {
                nb::gil_scoped_release released;
                result = climb(hill, request);
            }
            watch.raise_what_went_wrong();
            nb::list uses;
            for (size_t number = 0; number < hill.schemas.size(); ++number)
                uses.append(nb::make_tuple(result.tried[number], result.matched[number], result.applied[number]));
            return nb::make_tuple(name_of(result.status), name_of(result.limit), counters_of(result.counters),
                                  bytes_of(result.numbers), bytes_of(result.places), uses, bytes_of(result.state));
        },
        nb::arg("hill"), nb::arg("start"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("bytes"),
        nb::arg("report") = nb::none());
}
