"""Macros, explanations and libraries as they draw themselves in a notebook."""

from __future__ import annotations

from arcwise.ebl import MacroLibrary, explain, explain_result, generalize
from arcwise.ebl.learners.table import LEARNERS, Course
from arcwise.ebl.schema_library import SchemaLibrary
from arcwise.rules import read_built_in, sliding_tile
from arcwise.search import Problem, solve

PUZZLE = sliding_tile(2, 3)
EXAMPLE = Problem(PUZZLE, PUZZLE.parse("4 5 3 0 1 2"), PUZZLE.parse("5 1 3 4 2 0"))


def test_a_macro_shows_its_rule_and_the_path_it_was_learned_from() -> None:
    macro = generalize(explain_result(solve(EXAMPLE, "breadth-first")), "m1", "here.json:1")
    html = macro._repr_html_()
    assert html.count("<svg") == 2 + 5 and "here.json:1" in html
    captions = html.split("Learned from")[1]
    assert all(f"<figcaption>{name}<" in captions for name in ("start", "up", "right", "down"))
    library = MacroLibrary(PUZZLE, [macro])
    assert html in library._repr_html_() and "1 macro)" in library._repr_html_()


def test_a_macro_of_which_no_board_is_known_is_drawn_as_a_row() -> None:
    arcs = [arc for arc in solve(EXAMPLE, "breadth-first").operators if arc in PUZZLE.arcs]
    explanation = explain(EXAMPLE.start, arcs)  # type: ignore[arg-type]
    assert explanation._repr_html_().count("<svg") == 5
    assert generalize(explanation, "m1")._repr_html_().count("<svg") == 2


def test_a_library_of_schemas_draws_every_window() -> None:
    found = read_built_in("sliding-tile:2x3")
    assert found is not None
    family, shape = found
    library = LEARNERS["escapes"].library(family)
    assert isinstance(library, SchemaLibrary)
    for _ in LEARNERS["escapes"].teach(library, Course(shape, family.practice(shape), 0, 5, 5)):
        pass
    assert len(library) and library._repr_html_().count("<svg") == 2 * len(library)
