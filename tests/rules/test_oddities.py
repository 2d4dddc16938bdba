"""Slips in theories are found: planted ones of every kind, and no others."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from arcwise.experiments import BoardSource
from arcwise.rules import Arc, Domain, Schema, Theory, Var, open_source, read_theory, write_theory
from arcwise.rules.errors import InputError
from arcwise.rules.oddities import Oddity, odd_arcs, oddities

from ..planting import ORTHOGONAL, Planted, near, planted, swaps, theories
from ..shared_data import SHARED

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CASES = SHARED / "cases" / "notations"


def _odd(text: str) -> tuple[Oddity, ...]:
    return oddities(read_theory(text, "arcs.pl"))


@pytest.mark.parametrize("name", theories())
def test_theories_without_a_slip_are_passed_over(name: str) -> None:
    assert _odd(theories()[name].text) == ()


IRREGULAR = {
    "monkey": """
        move([middle,onbox,middle,hasnot], grasp, [middle,onbox,middle,has]).
        move([P,onfloor,P,H], climb, [P,onbox,P,H]).
        move([P,onfloor,P,H], push, [middle,onfloor,middle,H]).
        move([P,onfloor,P,H], push, [atdoor,onfloor,atdoor,H]).
        move([P,onfloor,P,H], push, [atwindow,onfloor,atwindow,H]).
        move([P,onfloor,B,H], walk, [middle,onfloor,B,H]).
        move([P,onfloor,B,H], walk, [atdoor,onfloor,B,H]).
        move([P,onfloor,B,H], walk, [atwindow,onfloor,B,H]).""",
    "monkey without names": """
        arc([middle,onbox,middle,hasnot], [middle,onbox,middle,has]). arc([P,onfloor,P,H], [P,onbox,P,H]).
        arc([P,onfloor,P,H], [middle,onfloor,middle,H]). arc([P,onfloor,P,H], [atdoor,onfloor,atdoor,H]).
        arc([P,onfloor,P,H], [atwindow,onfloor,atwindow,H]). arc([P,onfloor,B,H], [middle,onfloor,B,H]).
        arc([P,onfloor,B,H], [atdoor,onfloor,B,H]). arc([P,onfloor,B,H], [atwindow,onfloor,B,H]).""",
    "states": """
        s([1,1],[1,2]). s([1,2],[1,3]). s([1,3],[1,4]). s([1,4],[1,5]). s([1,5],[1,6]). s([1,6],[1,7]). s([1,7],[1,8]).
        s([1,8],[1,9]). s([1,9],[2,1]). s([2,1],[2,2]). s([2,2],[2,3]). s([2,3],[2,4]). s([2,4],[2,5]). s([2,5],[2,6]).""",
    "farmer": """
        arc([w,w,G,C], [e,e,G,C], 1). arc([e,e,G,C], [w,w,G,C], 1).
        arc([w,W,w,C], [e,W,e,C], 1). arc([e,W,e,C], [w,W,w,C], 1).
        arc([w,W,G,w], [e,W,G,e], 1). arc([e,W,G,e], [w,W,G,w], 1).
        arc([w,W,G,C], [e,W,G,C], 1). arc([e,W,G,C], [w,W,G,C], 1).""",
    "roads": """
        edge(a,b,3). edge(a,c,1). edge(c,d,4). edge(d,b,1). edge(b,e,2). edge(d,e,7).""",
    "jugs": """
        arc([X,Y],[4,Y],1). arc([X,Y],[X,3],1). arc([X,Y],[0,Y],1). arc([X,Y],[X,0],1).""",
    "ring": """
        arc([A,B,C,D,E,F],[B,A,C,D,E,F],1). arc([A,B,C,D,E,F],[A,C,B,D,E,F],1). arc([A,B,C,D,E,F],[A,B,D,C,E,F],1).
        arc([A,B,C,D,E,F],[A,B,C,E,D,F],1). arc([A,B,C,D,E,F],[A,B,C,D,F,E],1). arc([A,B,C,D,E,F],[F,B,C,D,E,A],1).""",
    "prices": """
        arc([0,X],[1,X],2). arc([1,X],[2,X],5). arc([2,X],[3,X],1). arc([X,0],[X,1],9).""",
}


@pytest.mark.parametrize("name", IRREGULAR)
def test_irregular_theories_are_passed_over(name: str) -> None:
    assert _odd(IRREGULAR[name]) == ()


@pytest.mark.parametrize(
    "argument",
    [
        "sliding-tile:2x2", "sliding-tile:1x5", "sliding-tile:3x4", "heavy-tile:3x3", "inverse-tile:2x3",
        "pancake:3", "pancake:8", "burnt-pancake:4", "topspin:6x3", "topspin:12x4", "hanoi:4x3", "hanoi:3x6",
        "blocks:3", "blocks:5", "gripper:4", "lights-out:3x3", "arrow:6", "cube:2", "missionaries:3x2",
        "water-jugs:5x3=4", "keys:2x3", "sokoban",
    ],
)  # fmt: skip
@pytest.mark.parametrize("named", [True, False])
def test_the_arcs_of_built_in_domains_are_passed_over(argument: str, named: bool) -> None:
    domain, shape = open_source(argument).sized
    theory = domain.theory(shape)
    assert odd_arcs(domain, shape) == ()
    arcs = theory.arcs
    if not named:
        arcs = tuple(Arc("arc", arc.before, arc.after, arc.cost) for arc in arcs)
    assert oddities(Theory("x", arcs, theory.shape)) == ()


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.p[ls]*")), ids=lambda file: file.name)
def test_the_examples_are_passed_over(file: Path) -> None:
    with suppress(InputError):  # a file of problems
        assert BoardSource.opened(str(file)).odd_arcs == ()


def _is_found(slip: Planted) -> bool:
    """Whether some oddity is found, in the arc with the slip if it is there and unlike the others."""
    try:
        found = _odd(slip.typed.text)
    except InputError:
        return True
    return any(one.arc == slip.number for one in found) if slip.named else bool(found)


@pytest.mark.long
def test_nine_of_ten_slips_of_every_kind_are_found() -> None:
    found, all_of = Counter[str](), Counter[str]()
    for slip in planted(every=12):
        all_of[slip.kind] += 1
        found[slip.kind] += _is_found(slip)
    missed = {
        kind: f"{found[kind]} of {many}"
        for kind, many in all_of.items()
        if 10 * found[kind] < 9 * many
    }
    assert not missed
    assert 100 * found.total() >= 95 * all_of.total()


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (
            "markov_tile_twice.pl",
            "G stands twice after this arc and H nowhere; the other 23 arcs keep every symbol",
        ),
        (
            "markov_diagonal.pl",
            "0 moves from cell 9 to cell 5, diagonally, unlike the other 23 arcs on a 3x3 board",
        ),
        (
            "markov_lower_case.pl",
            "a is a constant here, in lower case; 21 other arcs have the variable A",
        ),
    ],
)
def test_a_slip_in_the_arcs_of_the_course_is_told_with_its_line(file: str, words: str) -> None:
    if not CASES.is_dir():
        pytest.skip("the cases are not here")
    board = open_source(str(CASES / file))
    (told,) = board.odd_arcs
    assert f"{file}:24:1: {words}" in told
    assert "perhaps meant: A B C D E F G H 0 -> A B C D E F G 0 H" in told or "diagonal" in file
    assert board.shape == (3, 3)
    assert board.theory.blank == 0


def test_a_wall_and_a_passage_are_meant_where_both_ways_agree() -> None:
    pairs = sorted(near(3, 4, ORTHOGONAL))
    for cells in ((0, 1), (5, 9)):
        walled = [pair for pair in pairs if sorted(pair) != [*cells]]
        assert _odd(swaps(12, iter(walled)).text) == ()
    assert _odd(swaps(12, iter([*pairs, (0, 11), (11, 0)])).text) == ()
    assert [one.arc for one in _odd(swaps(12, iter([*pairs, (0, 11)])).text)] == [len(pairs)]


def test_an_arc_that_is_there_at_another_cost_is_told_with_both_costs() -> None:
    text = "".join(f"arc([{a}], [{b}], 3).\n" for a, b in ("ab", "ba", "bc", "cb"))
    (odd,) = _odd(f"{text}arc([a], [b], 1).\n")
    assert (odd.arc, odd.kind) == (4, "duplicate")
    assert str(odd) == "this arc is there already at cost 3 and not 1, as arc 1"


def test_one_way_arcs_of_cells_that_no_other_arc_changes_are_meant() -> None:
    floors = "".join(
        f"arc([{n},P], [{n + 1},P], 1).\narc([{n + 1},P], [{n},P], 1).\n" for n in range(5)
    )
    doors = "arc([3,out], [3,in], 1).\narc([0,in], [0,out], 1).\n"
    assert _odd(floors + doors) == ()
    assert [one.kind for one in _odd(floors + "arc([5,P], [0,P], 1).\n")] == ["one-way"]


def test_of_a_missing_arc_the_arc_that_it_would_undo_is_named() -> None:
    typed = theories()["8-puzzle"]
    (odd,) = _odd(typed.without(0).text)
    assert odd.kind in ("missing", "one-way")
    assert odd.meant == "0 A B C D E F G H -> A 0 B C D E F G H"


def test_two_slips_are_both_told() -> None:
    typed = theories()["8-puzzle"]
    lines = typed.text.splitlines()
    lines[3] = lines[3].replace("2)", "3)")
    lines[20] = lines[20].replace("A", "a")
    assert [(one.arc, one.kind) for one in _odd("\n".join(lines))] == [(3, "cost"), (20, "letter")]


def test_more_odd_arcs_than_are_told_are_counted() -> None:
    lines = theories()["15-puzzle"].text.splitlines()
    domain = read_theory("\n".join(lines + lines[:8]), "arcs.pl").domain
    assert isinstance(domain, Domain)
    told = odd_arcs(domain, (4, 4))
    assert told[0] == "arcs.pl:49:1 (right): this arc is there already, as in line 1"
    assert told[-1] == "arcs: 3 more odd arcs"


def test_an_arc_of_a_class_of_domain_is_named_by_its_number() -> None:
    class Ring(Domain):
        name = "ring"
        typical = small = "6"

        def schemas(self, shape: tuple[int, int]) -> tuple[Schema, ...]:
            found = []
            for cell in range(shape[1]):
                before = [Var(f"X{n}") for n in range(shape[1])]
                after = list(before)
                other = (cell + (2 if cell == 3 else 1)) % shape[1]
                after[cell], after[other] = after[other], after[cell]
                found.append(Schema(Arc(f"turn{cell}", tuple(before), tuple(after)), shape))
            return tuple(found)

        def goal(self, shape: tuple[int, int]) -> tuple[int, ...]:
            return tuple(range(shape[1]))

    (told,) = odd_arcs(Ring(), (1, 6))
    assert told.startswith("ring:6, arc 4 (turn3): ")
    assert told.endswith("A B C D E F -> A B C E D F")


def test_arcs_that_clauses_make_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text(
        "move([A,B,C,D],[B,A,C,D]). move([A,B,C,D],[A,C,B,D]). move([A,B,C,D],[A,B,D,C]).\n"
        "move([A,B,C,D],[X,B,C,A]) :- X = a, D = D.\n"
    )
    assert open_source(str(file)).odd_arcs == ()


def test_a_theory_that_is_too_large_is_passed_over() -> None:
    found = open_source("sliding-tile:9x9").sized
    theory = found[0].theory((9, 9))
    assert oddities(Theory("x", theory.arcs[1:], theory.shape)) == ()


def test_a_written_theory_keeps_its_slip(tmp_path: Path) -> None:
    theory = read_theory(theories()["8-puzzle"].without(5).text, "arcs.pl")
    assert [one.meant for one in _odd(write_theory(theory))] == [
        one.meant for one in oddities(theory)
    ]
