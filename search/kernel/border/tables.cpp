// The Python face of macro tables.
#include <nanobind/stl/shared_ptr.h>

#include "border/values.hpp"
#include "border/watch.hpp"
#include "tables/macro_table.hpp"
#include "tables/subgroup.hpp"
#include "tables/table_climb.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

void bind_tables(nb::module_& module) {
    nb::class_<TableMoves>(module, "TableMoves", "Moves that rearrange cells, some only where the blank is in its place.")
        .def(
            "__init__",
            [](TableMoves* self, int cells, int home, ListOf<Cells> goes, ListOf<int> blanks) {
                new (self) TableMoves(cells, home, value_of<std::vector<Cells>>(goes), value_of<std::vector<int>>(blanks));
            },
            "cells"_a, "home"_a, "goes"_a, "blanks"_a,
            "Where each takes the symbol of every cell, and where the blank has to be; home, and all of these, are -1 "
            "without one.");

    nb::class_<TableColumn>(module, "TableColumn", "A cell, and the words that bring its symbol home.")
        .def_ro("cell", &TableColumn::cell)
        .def_ro("places", &TableColumn::places, "From which the symbol can come.")
        .def(
            "words",
            [](const TableColumn& self, int place) {
                std::vector<std::vector<int>> words;
                for (const TableEntry& entry : self.entries.at(size_t(place)))
                    words.emplace_back(entry.word.begin(), entry.word.end());
                return words;
            },
            "place"_a, "Moves by their numbers, the shortest word first.");
    nb::class_<TableFound, Outcome>(module, "TableFound", "An outcome that is solved where every entry was found.")
        .def_ro("columns", &TableFound::columns)
        .def_ro("words", &TableFound::words, "How many permutations short words make.")
        .def_ro("longest", &TableFound::longest, "Moves of the longest of these.");
    module.def(
        "macro_table",
        [](const TableMoves& moves, ListOf<int> order, size_t most_words, size_t alternatives, size_t slack,
           const Limits& limits, Report report) {
            TableRequest request{value_of<std::vector<int>>(order), most_words, alternatives, slack, limits, {}};
            return Watch(std::move(report)).over([&](Tick tick) {
                request.tick = std::move(tick);
                return macro_table(moves, request);
            });
        },
        "moves"_a, "order"_a, "most_words"_a, "alternatives"_a, "slack"_a, "limits"_a, "report"_a = nb::none(),
        "Fill a macro table; the order is that of its first cells.");

    nb::class_<TableStep>(module, "TableStep", "An entry: the number of its column, a place, and its moves.")
        .def(
            "__init__",
            [](TableStep* self, int column, int place, ListOf<int> word) {
                const auto moves = value_of<std::vector<int>>(word);
                new (self) TableStep{column, place, Word(moves.begin(), moves.end())};
            },
            "column"_a, "place"_a, "word"_a);
    nb::class_<TableClimbed, Outcome>(module, "TableClimbed", "An outcome whose path is made of moves.")
        .def_prop_ro(
            "word", [](const TableClimbed& self) { return std::vector<int>(self.word.begin(), self.word.end()); },
            "Moves by their numbers.")
        .def_ro("steps", &TableClimbed::steps, "Entries by their numbers.")
        .def_ro("column", &TableClimbed::column, "For which an entry is missing, where there is no plan.");
    nb::class_<TableClimb>(module, "TableClimb", "A macro table to solve with.")
        .def(
            "__init__",
            [](TableClimb* self, const TableMoves& moves, ListOf<int> order, ListOf<TableStep> steps) {
                new (self) TableClimb(moves, value_of<std::vector<int>>(order), value_of<std::vector<TableStep>>(steps));
            },
            "moves"_a, "order"_a, "steps"_a, "Entries of one column and place in the order in which they are tried.")
        .def(
            "solve",
            [](const TableClimb& self, nb::bytes where, size_t width, const Limits& limits, Report report) {
                const auto cells = cells_of(where);
                return Watch(std::move(report)).over([&](Tick tick) {
                    return self.solve(cells, width, limits, std::move(tick));
                });
            },
            "where"_a, "width"_a, "limits"_a, "report"_a = nb::none(),
            "The shortest plan found from an arrangement: 16 bits a symbol, the cell that it is in.");

    nb::class_<TwoPhased, Outcome>(module, "TwoPhased", "An outcome whose path is made of moves.")
        .def_prop_ro(
            "word", [](const TwoPhased& self) { return std::vector<int>(self.word.begin(), self.word.end()); },
            "Moves by their numbers; none where nothing is short enough.");
    nb::class_<TwoPhases>(module, "TwoPhases", "Two phases by way of a subgroup.")
        .def_ro("index", &TwoPhases::index, "Decimal logarithm of the number of cosets.")
        .def_ro("order", &TwoPhases::order, "Decimal logarithm of the order of the subgroup.")
        .def(
            "solve",
            [](const TwoPhases& self, nb::bytes where, int below, const Limits& limits, Report report) {
                const auto cells = cells_of(where);
                return Watch(std::move(report)).over([&](Tick tick) {
                    return self.solve(cells, below, limits, std::move(tick));
                });
            },
            "where"_a, "below"_a, "limits"_a, "report"_a = nb::none(),
            "The shortest plan of less than so many moves that is found: 16 bits a symbol, the cell that it is in.");
    nb::class_<FoundPhases, Outcome>(module, "FoundPhases", "An outcome that is solved where a subgroup serves.")
        .def_ro("phases", &FoundPhases::phases);
    module.def(
        "two_phases",
        [](const TableMoves& moves, ListOf<int> costs, const Limits& limits, Report report) {
            const auto each = value_of<std::vector<int>>(costs);
            return Watch(std::move(report)).over([&](Tick tick) { return two_phases(moves, each, limits, std::move(tick)); });
        },
        "moves"_a, "costs"_a, "limits"_a, "report"_a = nb::none(), "Find a subgroup to solve by way of; every move has a cost.");
}
