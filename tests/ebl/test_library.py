"""What a library of macros admits, and what it calls it."""

from dataclasses import replace
from random import Random

import pytest
from arcwise.ebl import MacroLibrary, explain, generalize, schematize
from arcwise.ebl import library as library_module
from arcwise.rules import Arc, SlidingTiles, Theory, TheoryDomain, Var, open_source, sliding_tile
from arcwise.search import Climber, Placements
from arcwise.search.macros import theory_with
from hypothesis import given
from hypothesis import strategies as st

from ..drawing import at_most

BOARDS = ["sliding-tile:3x3", "pancake:6", "topspin:6x3", "topspin:5x2", "hanoi:3x3",
          "lights-out:2x3", "cube:2"]  # fmt: skip

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(6)


def walks(spelling, seed, count, longest=5):
    """Macros of random walks, named a1, a2, ..."""
    domain, shape = open_source(spelling).sized
    placements, rng = Placements(domain, shape), Random(seed)
    for number in range(1, count + 1):
        start = domain.draw(shape, rng)
        state, steps = list(start), []
        for _ in range(rng.randint(1, longest)):
            moves = placements.moves(placements.blank_of(state))
            move = rng.choice([one for one in moves if one.matches(state)])
            move.apply(state)
            steps.append((placements.schemas[move.number], move.place))
        yield schematize(domain, shape, start, steps, f"a{number}")


def around(turns, name="around", domain=None):
    """A macro of the blank's walk, by the names of its moves, on a 3x3 board from the middle."""
    domain = domain or SlidingTiles()
    move = {schema.name: schema for schema in domain.schemas((3, 3))}
    blank, steps = 4, []
    for turn in turns.split():
        after = blank + {"up": -3, "left": -1, "right": 1, "down": 3}[turn]
        steps.append((move[turn], min(blank, after)))
        blank = after
    return schematize(domain, (3, 3), (1, 2, 3, 4, 0, 5, 6, 7, 8), steps, name)


def test_a_new_rule_is_admitted():
    library = MacroLibrary(SlidingTiles())
    schema = around("right down left")
    admission = library.add(schema)
    assert (admission.accepted, admission.reason, admission.replaced) == (True, "new", None)
    assert admission.macro is schema
    assert list(library) == [schema]
    assert schema in library


def test_asking_is_not_adding():
    library = MacroLibrary(SlidingTiles())
    assert library.admit(around("right down left")).accepted
    assert len(library) == 0


def test_what_ends_where_it_began_is_refused():
    library = MacroLibrary(SlidingTiles())
    admission = library.add(around("right left"))
    assert not admission.accepted
    assert "does nothing" in admission.reason
    assert len(library) == 0


def test_a_single_move_is_refused_by_its_name():
    admission = MacroLibrary(SlidingTiles()).add(around("down", name="other"))
    assert not admission.accepted
    assert admission.reason == "is the single move down"


def test_the_same_rule_at_the_same_cost_is_refused():
    library = MacroLibrary(SlidingTiles(), [around("right down left", "first")])
    admission = library.add(around("right down left", "second"))
    assert not admission.accepted
    assert admission.reason == "same rule as first, which costs 3"
    assert [schema.name for schema in library] == ["first"]


def test_a_cheaper_way_to_the_same_rule_takes_the_place_of_the_dearer():
    long, short = around("right left right down left", "long"), around("right down left", "short")
    between = around("left up right", "between")
    assert long.canonical == short.canonical
    library = MacroLibrary(SlidingTiles(), [long, between])
    admission = library.add(short)
    assert admission.accepted
    assert admission.replaced is long
    assert admission.reason == "same rule as long, at cost 3 instead of 5"
    assert [schema.name for schema in library] == ["short", "between"]
    assert not library.add(long).accepted


def test_once_and_a_half_around_four_cells_is_as_good_as_the_other_way_around():
    """Three tiles on a cycle of four cells: twelve moves around it bring all back."""
    library = MacroLibrary(SlidingTiles())
    one, other = around("right down left up " * 2, "one"), around("down right up left", "other")
    assert one.canonical == other.canonical
    assert library.add(one).accepted
    assert library.add(other).replaced is one
    assert "does nothing" in library.add(around("right down left up " * 3)).reason


def single_moves(domain, window):
    """The moves that lie in a window without going around its end."""
    size = window[0] * window[1]
    lying = [
        (move, domain.geometry.cells(move.window, place, window))
        for move in domain.schemas(window)
        for place in domain.geometry.places(move.window, window)
    ]
    return {
        move.placed(cells, size).canonical for move, cells in lying if cells == tuple(sorted(cells))
    }


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_a_library_holds_each_rule_once_at_its_least_cost_in_any_order(spelling, seed):
    domain, _ = open_source(spelling).sized
    macros = list(walks(spelling, seed, 25))
    useful = [
        m
        for m in macros
        if m.arc.before != m.arc.after
        and m.length > 1
        and (m.operator.wraps or m.arc.canonical not in single_moves(domain, m.window))
    ]
    least = {}
    for macro in useful:
        least[macro.canonical] = min(macro.cost, least.get(macro.canonical, macro.cost))
    for _ in range(2):
        library = MacroLibrary(domain, macros)
        assert {schema.canonical: schema.cost for schema in library} == least
        assert len(library) == len(least)
        assert all(macro in library for macro in useful)
        Random(seed).shuffle(macros)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_an_admission_says_what_became_of_the_library(spelling, seed):
    library = MacroLibrary(open_source(spelling).domain)
    for macro in walks(spelling, seed, 25):
        before = list(library)
        foretold = library.admit(macro)
        admission = library.add(macro)
        assert admission == foretold
        if not admission.accepted:
            assert list(library) == before
        elif admission.replaced is None:
            assert list(library) == [*before, macro]
        else:
            place = list(before).index(admission.replaced)
            assert list(library) == [*before[:place], macro, *before[place + 1 :]]
            assert macro.cost < admission.replaced.cost


def turns(spelling, places, name):
    domain, shape = open_source(spelling).sized
    (turn,) = domain.schemas(shape)
    steps = [(turn, place) for place in places]
    return schematize(domain, shape, domain.goal(shape), steps, name)


def test_around_a_whole_ring_is_another_rule_than_the_same_pattern_on_a_line():
    """Four cells reversed: on a ring of four two turns do it, one over the seam; on a line it takes six."""
    ring = turns("topspin:4x2", [3, 1], "ring")
    line = turns("topspin:8x2", [2, 3, 2, 4, 3, 2], "line")
    assert (ring.window, ring.arc.canonical) == (line.window, line.arc.canonical)
    assert ring.window == (1, 4)
    assert (ring.operator.wraps, line.operator.wraps) == (True, False)
    assert ring.canonical != line.canonical
    domain, shape = open_source("topspin:8x2").sized
    library = MacroLibrary(domain)
    assert [library.add(schema).reason for schema in (line, ring)] == ["new", "new"]
    assert ring in library
    assert line in library
    assert len(library) == 2
    assert [s.name for s in Climber(domain, shape, library.schemas).schemas] == ["turn", "line"]
    small = open_source("topspin:4x2").shape
    assert [s.name for s in Climber(domain, small, library.schemas).schemas] == [
        "turn",
        "ring",
        "line",
    ]
    again = turns("topspin:4x2", [3, 1, 0, 0], "again")
    assert library.add(again).reason == "same rule as ring, which costs 2"


def test_names_are_those_that_no_schema_has():
    library = MacroLibrary(SlidingTiles())
    given = ["right down left", "left up right", "up right down", "down left up", "right up left"]
    for number, walk in enumerate(given, start=1):
        assert library.next_name() == f"m{number}"
        library.add(around(walk, library.next_name()))
    for names in (["m1"], ["m2", "m4"], ["m5"], ["m1", "m2", "m3"]):
        rest = library.without(names)
        assert rest.next_name() not in {schema.name for schema in rest}
    rest = library.without(["m1", "m2"])
    assert rest.next_name() == "m6"  # three schemas, but m4 and m5 are taken
    assert MacroLibrary(SlidingTiles(), [around(given[0], "x")]).next_name() == "m2"


def test_without_some_and_renamed_are_libraries_of_the_same_kind():
    walks_of = {"a": "right down left", "b": "left up right", "c": "up right down"}
    library = MacroLibrary(
        SlidingTiles(), [around(walk, name) for name, walk in walks_of.items()], order="blank-first"
    )
    rest = library.without(["b", "not there"])
    assert [schema.name for schema in rest] == ["a", "c"]
    assert [schema.name for schema in library] == ["a", "b", "c"]
    named = rest.renamed()
    assert [schema.name for schema in named] == ["m1", "m2"]
    assert [schema.canonical for schema in named] == [schema.canonical for schema in rest]
    assert [s.explanation for s in named] == [s.explanation for s in rest]
    assert rest.order == "blank-first"
    assert named.order == "blank-first"


def test_libraries_are_equal_that_hold_the_same_for_the_same():
    schemas = [around("right down left", "a"), around("left up right", "b")]
    library = MacroLibrary(SlidingTiles(), schemas)
    assert library == MacroLibrary(SlidingTiles(), schemas)
    assert library != MacroLibrary(SlidingTiles(), schemas[::-1])
    assert library != MacroLibrary(SlidingTiles(), schemas, order="blank-first")
    assert library != library.without(["b"])
    assert library != schemas
    assert MacroLibrary(open_source("pancake:4").domain) != MacroLibrary(SlidingTiles())
    assert repr(library) == "MacroLibrary('sliding-tile', 2 macros)"
    with pytest.raises(TypeError):
        hash(library)


def test_a_walk_that_comes_to_one_move_is_refused():
    domain, shape = SlidingTiles(), (2, 2)
    up, left, right, down = domain.schemas(shape)
    start = (1, 2, 3, 0)
    walk = [(up, 1), (left, 0), (down, 0), (right, 2), (up, 1), (left, 0), (down, 0), (right, 2)]
    walk += [(up, 1), (left, 0), (down, 0), (right, 2), (up, 1)]
    schema = schematize(domain, shape, start, walk, "m1")
    admission = MacroLibrary(domain).add(schema)
    assert not admission.accepted
    assert admission.reason == "is the single move up"


PUZZLE = sliding_tile(2, 3)


def macro_of(moves, blank=3, name="m"):
    """A macro of one board, by the names of the blank's moves."""
    start = state = tuple(0 if cell == blank else cell + 10 for cell in range(6))
    arcs = []
    for move in moves.split():
        arc, state = next((a, s) for a, s in PUZZLE.successors(state) if a.name == move)
        arcs.append(arc)
    return generalize(explain(start, arcs, PUZZLE), name)


def test_new_macros_are_kept_in_order_and_put_first():
    library = MacroLibrary(
        TheoryDomain(PUZZLE), [macro_of("up right", name="x"), macro_of("right up", name="y")]
    )
    assert [macro.name for macro in library] == ["x", "y"]
    theory = PUZZLE.with_macros(library.arcs(PUZZLE))
    assert theory.arcs[:2] == tuple(macro.arc for macro in library)
    assert theory.primitives == PUZZLE.arcs
    assert theory.without_macros() == PUZZLE


def test_the_same_rule_is_stored_once_whatever_its_variables_are_called():
    def renamed(pattern):
        return tuple(Var(f"Z{t.name}") if isinstance(t, Var) else t for t in pattern)

    library = MacroLibrary(TheoryDomain(PUZZLE), [macro_of("up right")])
    macro = macro_of("up right", name="again")
    schema = macro.operator
    arc = replace(schema.arc, before=renamed(schema.arc.before), after=renamed(schema.arc.after))
    admission = library.add(replace(macro, operator=replace(schema, arc=arc)))
    assert not admission.accepted
    assert admission.reason == "same rule as m, which costs 2"
    assert len(library) == 1


def test_a_macro_of_one_step_is_the_primitive_it_is_made_of():
    x, y = Var("X"), Var("Y")
    theory = Theory("t", (Arc("far", (x, y), (y, x), 5), Arc("near", (x, 1), (1, x))), (1, 2))
    alone = generalize(explain((2, 1), [theory.arcs[1]], theory), "m")
    assert not MacroLibrary(TheoryDomain(theory)).add(alone).accepted


def test_placed_macros_are_kept_for_the_next_problem_until_the_library_changes():
    library, theory = MacroLibrary(SlidingTiles(), [around("up left down")]), sliding_tile(4, 4)
    first = library.arcs(theory)
    again = MacroLibrary(library.domain, library)
    assert again.arcs(theory) is first
    assert theory_with(theory, again) is theory_with(theory, library)
    assert library.arcs(sliding_tile(3, 4)) != first
    library.add(around("down right up", "other"))
    assert {arc.name for arc in library.arcs(theory)} > {arc.name for arc in first}
    assert again.arcs(theory) is first
    unit = theory_with(theory, again, macro_cost="unit")
    assert {arc.cost for arc in unit.macros} == {1}
    assert {arc.cost for arc in theory_with(theory, again).macros} == {3}


def test_a_part_of_a_closed_library_looks_up_its_images_when_it_is_asked(monkeypatch):
    library = MacroLibrary(SlidingTiles(), [around("right down left")])
    library.close()
    asked = []
    looked_up = library_module.images
    monkeypatch.setattr(library_module, "images", lambda *of: asked.append(of) or looked_up(*of))
    some = library.without([macro.name for macro in library][1:])
    assert (len(some), asked) == (1, [])
    assert not some.closed
    assert asked
    assert library.without([]).closed
