// The Python face of the kernel; search/native.py is the only caller.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "theory.hpp"

namespace nb = nanobind;
using namespace arcwise;

NB_MODULE(_kernel, module) {
    nb::class_<Theory>(module, "Theory")
        .def("__init__",
             [](Theory* self, int cells, int symbols, bool permutation, int blank, nb::list rules) {
                 std::vector<Arc> arcs;
                 for (nb::handle rule : rules) {
                     nb::tuple parts = nb::cast<nb::tuple>(rule);
                     arcs.emplace_back(nb::cast<Pattern>(parts[0]), nb::cast<Pattern>(parts[1]),
                                       nb::cast<double>(parts[2]), nb::cast<int>(parts[3]),
                                       nb::cast<bool>(parts[4]));
                 }
                 new (self) Theory(cells, symbols, permutation, blank, std::move(arcs));
             })
        .def_ro("cells", &Theory::cells)
        .def_ro("symbols", &Theory::symbols)
        .def("invertible", &Theory::invertible);
}
