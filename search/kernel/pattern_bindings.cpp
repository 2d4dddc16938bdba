// Pattern databases for Python; search/pattern_database.py is the only caller.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "naming.hpp"
#include "pattern_ida.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace arcwise;

namespace {

// Bytes that belong to a Python object, held for as long as this lives.
class Buffer {
   public:
    Buffer(nb::object owner, bool writable) {
        if (PyObject_GetBuffer(owner.ptr(), &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0)
            throw nb::python_error();
    }
    ~Buffer() {
        nb::gil_scoped_acquire locked;
        PyBuffer_Release(&view_);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    uint8_t* data() const { return static_cast<uint8_t*>(view_.buf); }
    uint64_t size() const { return uint64_t(view_.len); }

   private:
    Py_buffer view_;
};

// The moves of a theory and one pattern of it.
struct Database {
    SlidingMoves moves;
    PatternSpace space;
    Database(const Theory& theory, std::vector<uint8_t> goal, std::vector<uint8_t> pattern)
        : moves(theory), space(moves, goal, std::move(pattern)) {}
};

struct Additive {
    std::vector<std::unique_ptr<Buffer>> buffers;
    std::unique_ptr<PatternSearch> search;
};

}  // namespace

void bind_patterns(nb::module_& module) {
    nb::class_<Database>(module, "PatternDatabase")
        .def("__init__", [](Database* self, const Theory& theory, nb::bytes goal,
                            nb::bytes pattern) { new (self) Database(theory, cells_of(goal), cells_of(pattern)); })
        .def_prop_ro("size", [](const Database& self) { return self.space.size(); })
        .def("rank",
             [](const Database& self, nb::bytes cells) {
                 auto at = cells_of(cells);
                 if (int(at.size()) != self.space.length())
                     throw std::invalid_argument("one cell for every tile of the pattern");
                 return self.space.rank(at.data());
             })
        .def(
            "build",
            [](const Database& self, nb::object table, int threads, nb::object report) {
                Buffer buffer(table, true);
                if (buffer.size() != self.space.size()) throw std::invalid_argument("a table of the wrong size");
                Watch watch(report);
                Limit stopped = Limit::NONE;
                Tick tick = watch.tick();
                {
                    nb::gil_scoped_release released;
                    self.space.build(buffer.data(), threads, tick, stopped);
                }
                watch.raise_what_went_wrong();
                return stopped == Limit::NONE;
            },
            nb::arg("table"), nb::arg("threads"), nb::arg("report").none());

    nb::class_<Additive>(module, "PatternSearch")
        .def("__init__",
             [](Additive* self, const Theory& theory, nb::bytes goal, nb::list patterns, nb::list tables, bool reflect,
                int rows, int columns) {
                 auto made = std::make_unique<Additive>();
                 std::vector<std::vector<uint8_t>> sets;
                 std::vector<const uint8_t*> data;
                 SlidingMoves moves(theory);
                 for (nb::handle pattern : patterns) sets.push_back(cells_of(nb::cast<nb::bytes>(pattern)));
                 for (nb::handle table : tables) {
                     made->buffers.push_back(std::make_unique<Buffer>(nb::borrow(table), false));
                     data.push_back(made->buffers.back()->data());
                 }
                 if (sets.size() != data.size()) throw std::invalid_argument("one table for every pattern");
                 auto cells = cells_of(goal);
                 for (size_t number = 0; number < sets.size(); ++number)
                     if (PatternSpace(moves, cells, sets[number]).size() != made->buffers[number]->size())
                         throw std::invalid_argument("a table of the wrong size");
                 Reflection reflection = reflect ? reflection_of(moves, cells, rows, columns) : Reflection{};
                 made->search = std::make_unique<PatternSearch>(theory, cells, std::move(sets), std::move(data),
                                                                std::move(reflection));
                 new (self) Additive(std::move(*made));
             })
        .def_prop_ro("reflects", [](const Additive& self) { return self.search->reflects(); })
        .def("estimate", [](const Additive& self, nb::bytes state) { return self.search->estimate(cells_of(state)); })
        .def(
            "search",
            [](const Additive& self, nb::bytes start, double seconds, uint64_t nodes, nb::object report) {
                Watch watch(report);
                Tick tick = watch.tick();
                auto cells = cells_of(start);
                Outcome outcome;
                {
                    nb::gil_scoped_release released;
                    outcome = self.search->search(cells, {seconds, nodes, 0}, tick);
                }
                watch.raise_what_went_wrong();
                return nb::make_tuple(name_of(outcome.status), name_of(outcome.limit), counters_of(outcome.counters),
                                      outcome.arcs);
            },
            nb::arg("start"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("report").none());
}
