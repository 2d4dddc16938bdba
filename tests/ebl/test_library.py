from __future__ import annotations

from dataclasses import replace

from arcwise.ebl.explanation import explain
from arcwise.ebl.generalize import generalize
from arcwise.ebl.library import MacroLibrary
from arcwise.ebl.macro import Macro
from arcwise.rules.arc import Arc
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.term import Pattern, Var
from arcwise.rules.theory import Theory

PUZZLE = sliding_tile(2, 3)


def macro_of(moves: str, blank: int = 3, name: str = "m") -> Macro:
    start = state = tuple(0 if cell == blank else cell + 10 for cell in range(6))
    arcs = []
    for move in moves.split():
        arc, state = next((a, s) for a, s in PUZZLE.successors(state) if a.name == move)
        arcs.append(arc)
    return generalize(explain(start, arcs, PUZZLE), name)


def test_new_macros_are_kept_in_order_and_put_first() -> None:
    library = MacroLibrary(PUZZLE, [macro_of("up right", name="x"), macro_of("right up", name="y")])
    assert [macro.name for macro in library] == ["x", "y"]
    theory = PUZZLE.with_macros(library.arcs(PUZZLE))
    assert theory.arcs[:2] == tuple(macro.arc for macro in library)
    assert theory.primitives == PUZZLE.arcs
    assert theory.without_macros() == PUZZLE


def test_a_macro_that_does_nothing_is_refused() -> None:
    admission = MacroLibrary(PUZZLE).add(macro_of("up down"))
    assert not admission.accepted
    assert "does nothing" in admission.reason


def test_a_primitive_under_another_name_is_refused() -> None:
    admission = MacroLibrary(PUZZLE).add(macro_of("up down up"))
    assert not admission.accepted
    assert admission.reason == "is the single move up"


def test_the_same_rule_is_stored_once_whatever_its_variables_are_called() -> None:
    def renamed(pattern: Pattern) -> Pattern:
        return tuple(Var(f"Z{t.name}") if isinstance(t, Var) else t for t in pattern)

    library = MacroLibrary(PUZZLE, [macro_of("up right")])
    macro = macro_of("up right", name="again")
    schema = macro.operator
    arc = replace(schema.arc, before=renamed(schema.arc.before), after=renamed(schema.arc.after))
    admission = library.add(replace(macro, operator=replace(schema, arc=arc)))
    assert not admission.accepted
    assert admission.reason == "same rule as m, which costs 2"
    assert len(library) == 1


def test_of_two_macros_with_one_rule_the_cheaper_one_wins_in_its_place() -> None:
    cheap, dear = macro_of("up right", name="cheap"), macro_of("up down up right", name="dear")
    other = macro_of("right up", name="other")
    library = MacroLibrary(PUZZLE, [dear, other])
    admission = library.add(cheap)
    assert admission.accepted
    assert admission.replaced == dear
    assert [macro.name for macro in library] == ["cheap", "other"]
    assert not library.add(dear).accepted


def test_a_macro_of_one_step_is_the_primitive_it_is_made_of() -> None:
    x, y = Var("X"), Var("Y")
    theory = Theory("t", (Arc("far", (x, y), (y, x), 5), Arc("near", (x, 1), (1, x))), (1, 2))
    alone = generalize(explain((2, 1), [theory.arcs[1]], theory), "m")
    assert not MacroLibrary(theory).add(alone).accepted


def test_names_are_never_given_twice() -> None:
    library = MacroLibrary(PUZZLE, [macro_of("up right", name="m2")])
    assert library.next_name() not in {macro.name for macro in library}
    assert [macro.name for macro in library.renamed()] == ["m1"]
