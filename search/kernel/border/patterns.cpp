// Pattern databases for Python.
#include <memory>

#include "border/values.hpp"
#include "border/watch.hpp"
#include "patterns/additive_patterns.hpp"
#include "patterns/pattern_sum.hpp"

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
class TilePattern final : public AbstractSpace {
   public:
    TilePattern(const Theory& theory, std::vector<uint8_t> goal, std::vector<uint8_t> pattern)
        : moves_(theory), space_(moves_, goal, std::move(pattern)) {}

    uint64_t size() const override { return space_.size(); }
    uint64_t rank(const Code* board, const Code* cell_of) const override {
        uint8_t cells[MAX_CELLS], *cell = cells;
        for (uint8_t tile : space_.pattern) {
            if (board[cell_of[tile]] != tile) return NOWHERE;
            *cell++ = uint8_t(cell_of[tile]);
        }
        return space_.rank(cells);
    }
    Outcome build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const override {
        return space_.build(table, threads, limits, tick);
    }

   private:
    SlidingMoves moves_;
    PatternSpace space_;
};

std::vector<const uint8_t*> data_of(const Buffers& buffers) {
    std::vector<const uint8_t*> data;
    for (auto& buffer : buffers) data.push_back(buffer->data());
    return data;
}

void check_table(const Buffer& buffer, const AbstractSpace& space) {
    const auto width = uint64_t(space.width());
    if (buffer.size() != space.size() * width || reinterpret_cast<uintptr_t>(buffer.data()) % width != 0)
        throw std::invalid_argument("a table of the wrong size");
}

int width_of(int width) {
    if (width != 1 && width != 2) throw std::invalid_argument("entries have one byte or two");
    return width;
}

// The heuristic, with the buffers that its tables are in.
class BufferedPatterns final : public AdditivePatterns {
   public:
    BufferedPatterns(const Theory& theory, std::vector<uint8_t> goal, std::vector<std::vector<uint8_t>> patterns,
                     Buffers buffers, const std::vector<int>& shifts, bool reflect, int rows, int columns)
        : AdditivePatterns(theory, std::move(goal), std::move(patterns), data_of(buffers), shifts, reflect, rows,
                           columns),
          buffers_(std::move(buffers)) {
        if (buffers_.size() != size()) throw std::invalid_argument("one table for every pattern");
        for (size_t number = 0; number < size(); ++number)
            if (((space(number).size() - 1) >> shift(number)) + 1 != buffers_[number]->size())
                throw std::invalid_argument("a table of the wrong size");
    }

   private:
    Buffers buffers_;
};

// The general heuristic, with the buffers that its tables are in.
class BufferedPatternSum final : public PatternSum {
   public:
    BufferedPatternSum(std::vector<Entry> entries, std::vector<std::vector<int>> sums, int symbols, Buffers buffers)
        : PatternSum(std::move(entries), std::move(sums), symbols), buffers_(std::move(buffers)) {}

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
    using Lists = std::vector<std::vector<int>>;
    nb::class_<AbstractSpace>(module, "AbstractSpace", "Abstract states, numbered.")
        .def_prop_ro("size", [](const AbstractSpace& self) { return self.size(); })
        .def_prop_ro("width", [](const AbstractSpace& self) { return self.width(); }, "Bytes of an entry.")
        .def(
            "build",
            [](const AbstractSpace& self, nb::object table, int threads, const Limits& limits, Report report) {
                Buffer buffer(table, true);
                check_table(buffer, self);
                return Watch(std::move(report)).over([&](Tick tick) {
                    return self.build(buffer.data(), threads_to_start(threads), limits, tick);
                });
            },
            "table"_a, "threads"_a, "limits"_a, "report"_a = nb::none(),
            "Fill a table of `width` bytes a state; solved where it is complete. Expanded counts entries.");

    nb::class_<TilePattern, AbstractSpace>(module, "Pattern", "Where some tiles stand that slide into the blank.")
        .def(
            "__init__",
            [](TilePattern* self, const Theory& theory, nb::bytes goal, nb::bytes tiles) {
                new (self) TilePattern(theory, cells_of(goal), cells_of(tiles));
            },
            "theory"_a, "goal"_a, "tiles"_a);

    nb::class_<Placements, AbstractSpace>(module, "Placements", "Where the symbols of a pattern stand.")
        .def(
            "__init__",
            [](Placements* self, ListOf<int> symbols, ListOf<int> home, ListOf<std::vector<int>> orbits,
               ListOf<Lists> carries, ListOf<int> owned, ListOf<int> goal, ListOf<std::vector<int>> undo,
               ListOf<std::vector<int>> stands, ListOf<int> references, ListOf<int> costs, int width) {
                const auto cells = value_of<Lists>(orbits);
                const auto carry = value_of<std::vector<Lists>>(carries);
                const auto to = value_of<Lists>(undo), tests = value_of<Lists>(stands);
                const auto at = value_of<std::vector<int>>(references), cost = value_of<std::vector<int>>(costs);
                if (carry.size() != cells.size() || tests.size() != to.size() || at.size() != to.size() ||
                    cost.size() != to.size())
                    throw std::invalid_argument("lists of different lengths");
                std::vector<Placements::Level> levels;
                for (size_t level = 0; level < cells.size(); ++level) levels.push_back({cells[level], carry[level]});
                std::vector<Placements::Undo> arcs;
                for (size_t arc = 0; arc < to.size(); ++arc) arcs.push_back({to[arc], tests[arc], at[arc], cost[arc]});
                new (self) Placements(value_of<std::vector<int>>(symbols), value_of<std::vector<int>>(home), levels,
                                      value_of<std::vector<int>>(owned), value_of<std::vector<int>>(goal), arcs,
                                      width_of(width));
            },
            "symbols"_a, "home"_a, "orbits"_a, "carries"_a, "owned"_a, "goal"_a, "undo"_a, "stands"_a, "references"_a,
            "costs"_a, "width"_a);

    nb::class_<Projection, AbstractSpace>(module, "Projection", "What some cells hold.")
        .def(
            "__init__",
            [](Projection* self, nb::typed<nb::object, Theory> undo, ListOf<int> costs, ListOf<std::vector<int>> values,
               ListOf<int> goal, ListOf<int> cells, ListOf<std::vector<int>> digits, int width) {
                new (self) Projection(shared_of<Theory>(undo), value_of<std::vector<int>>(costs), value_of<Lists>(values),
                                      value_of<Pattern>(goal), value_of<std::vector<int>>(cells),
                                      value_of<Lists>(digits), width_of(width));
            },
            "undo"_a, "costs"_a, "values"_a, "goal"_a, "cells"_a, "digits"_a, "width"_a);

    nb::class_<FoldedSpace, AbstractSpace>(module, "FoldedSpace", "Another space, 2^shift neighbouring states as one.")
        .def(
            "__init__",
            [](FoldedSpace* self, nb::typed<nb::object, AbstractSpace> whole, int shift) {
                new (self) FoldedSpace(shared_of<AbstractSpace>(whole), shift);
            },
            "whole"_a, "shift"_a);

    nb::class_<BufferedPatternSum, Heuristic>(module, "PatternSum",
                                              "The most of several sums of entries, each in units of its own.")
        .def(
            "__init__",
            [](BufferedPatternSum* self, ListOf<AbstractSpace> spaces, ListOf<nb::object> tables, ListOf<double> units,
               ListOf<std::vector<int>> sums, int symbols) {
                Buffers buffers;
                for (nb::handle table : tables)
                    buffers.push_back(std::make_unique<Buffer>(nb::borrow(table), false));
                const auto unit = value_of<std::vector<double>>(units);
                if (nb::len(spaces) != buffers.size() || unit.size() != buffers.size())
                    throw std::invalid_argument("lists of different lengths");
                std::vector<PatternSum::Entry> entries;
                for (size_t number = 0; number < buffers.size(); ++number) {
                    auto space = shared_of<AbstractSpace>(nb::borrow(spaces[number]));
                    check_table(*buffers[number], *space);
                    entries.push_back({std::move(space), buffers[number]->data(), unit[number]});
                }
                new (self) BufferedPatternSum(std::move(entries), value_of<Lists>(sums), symbols, std::move(buffers));
            },
            "spaces"_a, "tables"_a, "units"_a, "sums"_a, "symbols"_a)
        .def(
            "estimate",
            [](const BufferedPatternSum& self, nb::bytes state) {
                const State cells = state_of(state);
                PatternSum::Board board(self, cells.size());
                return self.estimate(board.read([&](int cell) { return cells[size_t(cell)]; }));
            },
            "state"_a);

    nb::class_<BufferedPatterns, Heuristic>(module, "AdditivePatterns",
                                            "The sum of the tables of disjoint patterns, or of their reflection.")
        .def(
            "__init__",
            [](BufferedPatterns* self, const Theory& theory, nb::bytes goal, ListOf<nb::bytes> patterns,
               ListOf<nb::object> tables, ListOf<int> shifts, bool reflect, int rows, int columns) {
                Buffers buffers;
                for (nb::handle table : tables)
                    buffers.push_back(std::make_unique<Buffer>(nb::borrow(table), false));
                new (self) BufferedPatterns(theory, cells_of(goal), patterns_of(patterns), std::move(buffers),
                                            value_of<std::vector<int>>(shifts), reflect, rows, columns);
            },
            "theory"_a, "goal"_a, "patterns"_a, "tables"_a, "shifts"_a, "reflect"_a, "rows"_a, "columns"_a)
        .def_prop_ro("reflects", [](const BufferedPatterns& self) { return self.reflects(); })
        .def(
            "estimate",
            [](const BufferedPatterns& self, nb::bytes state) { return self.estimate(state_of(state)); }, "state"_a);
}
