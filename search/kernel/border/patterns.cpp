// Pattern databases for Python.
#include <memory>

#include "border/values.hpp"
#include "border/watch.hpp"
#include "patterns/additive_patterns.hpp"

namespace nb = nanobind;
using namespace nb::literals;
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

using Buffers = std::vector<std::unique_ptr<Buffer>>;

// The moves of a theory and one pattern of it.
struct TilePattern {
    SlidingMoves moves;
    PatternSpace space;
    TilePattern(const Theory& theory, std::vector<uint8_t> goal, std::vector<uint8_t> pattern)
        : moves(theory), space(moves, goal, std::move(pattern)) {}
};

std::vector<const uint8_t*> data_of(const Buffers& buffers) {
    std::vector<const uint8_t*> data;
    for (auto& buffer : buffers) data.push_back(buffer->data());
    return data;
}

// The heuristic, with the buffers that its tables are in.
class BufferedPatterns final : public AdditivePatterns {
   public:
    BufferedPatterns(const Theory& theory, std::vector<uint8_t> goal, std::vector<std::vector<uint8_t>> patterns,
                     Buffers buffers, bool reflect, int rows, int columns)
        : AdditivePatterns(theory, std::move(goal), std::move(patterns), data_of(buffers), reflect, rows, columns),
          buffers_(std::move(buffers)) {
        if (buffers_.size() != size()) throw std::invalid_argument("one table for every pattern");
        for (size_t number = 0; number < size(); ++number)
            if (space(number).size() != buffers_[number]->size())
                throw std::invalid_argument("a table of the wrong size");
    }

   private:
    Buffers buffers_;
};

std::vector<std::vector<uint8_t>> patterns_of(nb::handle patterns) {
    std::vector<std::vector<uint8_t>> sets;
    for (nb::handle pattern : patterns) sets.push_back(cells_of(nb::cast<nb::bytes>(pattern)));
    return sets;
}

}  // namespace

void bind_patterns(nb::module_& module) {
    nb::class_<TilePattern>(module, "Pattern", "A set of tiles of one goal; its placements are numbered.")
        .def(
            "__init__",
            [](TilePattern* self, const Theory& theory, nb::bytes goal, nb::bytes tiles) {
                new (self) TilePattern(theory, cells_of(goal), cells_of(tiles));
            },
            "theory"_a, "goal"_a, "tiles"_a)
        .def_prop_ro("size", [](const TilePattern& self) { return self.space.size(); })
        .def(
            "build",
            [](const TilePattern& self, nb::object table, int threads, const Limits& limits, Report report) {
                Buffer buffer(table, true);
                if (buffer.size() != self.space.size()) throw std::invalid_argument("a table of the wrong size");
                return Watch(std::move(report)).over([&](Tick tick) {
                    return self.space.build(buffer.data(), threads, limits, tick);
                });
            },
            "table"_a, "threads"_a, "limits"_a, "report"_a = nb::none(),
            "Fill a table of a byte a placement; solved where it is complete. Expanded counts placements.");

    nb::class_<BufferedPatterns, Heuristic>(module, "AdditivePatterns",
                                            "The sum of the tables of disjoint patterns, or of their reflection.")
        .def(
            "__init__",
            [](BufferedPatterns* self, const Theory& theory, nb::bytes goal, ListOf<nb::bytes> patterns,
               ListOf<nb::object> tables, bool reflect, int rows, int columns) {
                Buffers buffers;
                for (nb::handle table : tables)
                    buffers.push_back(std::make_unique<Buffer>(nb::borrow(table), false));
                new (self) BufferedPatterns(theory, cells_of(goal), patterns_of(patterns), std::move(buffers), reflect,
                                            rows, columns);
            },
            "theory"_a, "goal"_a, "patterns"_a, "tables"_a, "reflect"_a, "rows"_a, "columns"_a)
        .def_prop_ro("reflects", [](const BufferedPatterns& self) { return self.reflects(); })
        .def(
            "estimate",
            [](const BufferedPatterns& self, nb::bytes state) { return self.estimate(cells_of(state)); }, "state"_a);
}
