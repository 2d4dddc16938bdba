from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from arcwise.ebl import (
    MacroLibrary,
    explain,
    generalize,
    library_text,
    load_macros,
    save_macros,
    schematize,
)
from arcwise.ebl.files.boards import OnWindows
from arcwise.ebl.files.macro_file import head_of
from arcwise.rules import (
    InputError,
    SlidingTiles,
    TheoryDomain,
    open_source,
    random_problems,
    read_theory,
    sliding_tile,
    write_theory,
)
from arcwise.search import Climber, Limits, Problem, climb, solve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ..worlds import random_walk, random_world


def random_library(rng: Random) -> MacroLibrary:
    theory = random_world(rng)
    library = MacroLibrary(TheoryDomain(theory))
    for _ in range(rng.randint(0, 6)):
        start, arcs = random_walk(theory, rng)
        if arcs:
            library.add(
                generalize(explain(start, arcs, theory), library.next_name(), "it's here:1:2")
            )
    return library


@pytest.fixture
def library() -> MacroLibrary:
    theory = sliding_tile(2, 3)
    made = MacroLibrary(TheoryDomain(theory))
    rng = Random(5)
    while len(made) < 4:
        start, arcs = random_walk(theory, rng)
        made.add(generalize(explain(start, arcs, theory), made.next_name(), "somewhere.json:3:1"))
    return made


@pytest.mark.long
@given(st.integers(min_value=0, max_value=10**9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_library_is_loaded_back_equal(tmp_path: Path, seed: int) -> None:
    library = random_library(Random(seed))
    save_macros(library, tmp_path / "m.pl")
    assert load_macros(tmp_path / "m.pl", library.domain) == library


def test_without_a_theory_the_built_in_one_is_found(library: MacroLibrary, tmp_path: Path) -> None:
    save_macros(library, tmp_path / "m.pl")
    assert load_macros(tmp_path / "m.pl") == library


def test_macros_of_another_board_are_refused(library: MacroLibrary, tmp_path: Path) -> None:
    save_macros(library, tmp_path / "m.pl")
    with pytest.raises(InputError, match="these macros are for another board"):
        load_macros(tmp_path / "m.pl", SlidingTiles(), (3, 3))


def test_costs_are_those_of_the_theory_that_is_searched(
    library: MacroLibrary, tmp_path: Path
) -> None:
    save_macros(library, tmp_path / "m.pl")
    dear = load_macros(tmp_path / "m.pl", SlidingTiles(cost=2), (2, 3))
    assert [macro.cost for macro in dear] == [2 * macro.cost for macro in library]


def claiming(text: str, cost: int) -> str:
    """A file in which every move costs so much, and every macro as many times that as it has moves."""
    text = re.sub(r"^(macro_move\(.*), 1\)\.$", rf"\1, {cost}).", text, flags=re.M)
    return re.sub(
        r"^((?:macro|arc)\(.*), (\d+)\)\.$",
        lambda found: f"{found[1]}, {int(found[2]) * cost}).",
        text,
        flags=re.M,
    )


@pytest.mark.parametrize("domain", [None, SlidingTiles()])
def test_moves_of_a_built_in_puzzle_that_claim_to_cost_nothing_are_refused(
    library: MacroLibrary, tmp_path: Path, domain: SlidingTiles | None
) -> None:
    (tmp_path / "m.pl").write_text(claiming(library_text(library), 0))
    with pytest.raises(InputError, match="costs something else in its domain"):
        load_macros(tmp_path / "m.pl", domain, domain and (2, 3))


def test_moves_of_a_theory_that_claim_another_cost_than_its_arcs_are_refused(
    library: MacroLibrary, tmp_path: Path
) -> None:
    own = TheoryDomain(replace(sliding_tile(2, 3), name="our own"))
    (tmp_path / "m.pl").write_text(library_text(MacroLibrary(own, list(library))))
    assert len(load_macros(tmp_path / "m.pl", own)) == len(library)
    (tmp_path / "m.pl").write_text(claiming((tmp_path / "m.pl").read_text(), 7))
    with pytest.raises(InputError, match="costs something else in its domain"):
        load_macros(tmp_path / "m.pl", own)


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (r"^arc\(.*$", "arc(board(A,B,C,D,E,F), board(F,B,C,D,E,A), 4).", "clause of arc/3"),
        (r"^macro_steps\(m1,.*$", "", "steps are missing"),
        (r"^macro_move\(1,.*$", "", "there is no such move"),
        (r"^macro\(m1,.*$", "", "no macro is called|not a macro file"),
        (r"^macro\(m1, window\(2,", "macro(m1, window(two,", "bad window"),
        (r"^macro_example\(m1, board\(.*?\)", "macro_example(m1, board(A,B,C,D,E,F)", "variables"),
        (r"^macro_example\(m1, board\(.*?,", "macro_example(m1, board(", "does not fit its window"),
        (r"^macro_example\(m1, (board\(.*?\)), .*$", r"macro_example(m1, \1, \1).", "do not lead"),
    ],
)
def test_a_changed_file_is_refused_with_the_place(
    library: MacroLibrary, tmp_path: Path, pattern: str, replacement: str, message: str
) -> None:
    text = library_text(library)
    changed = re.sub(pattern, replacement, text, count=1, flags=re.M)
    assert changed != text
    path = tmp_path / "m.pl"
    path.write_text(changed)
    with pytest.raises(InputError, match=message) as caught:
        load_macros(path)
    assert "m.pl" in str(caught.value)


@pytest.mark.slow
def test_a_truncated_file_is_refused_or_still_sound(library: MacroLibrary, tmp_path: Path) -> None:
    text = library_text(library)
    path = tmp_path / "m.pl"
    known = {macro.canonical for macro in library}
    for end in range(0, len(text), 37):
        path.write_text(text[:end])
        try:
            loaded = load_macros(path)
        except InputError as error:
            assert "m.pl" in str(error)
        else:
            assert {macro.canonical for macro in loaded} <= known


def test_swi_prolog_consults_the_file_beside_the_theory_macros_first(
    library: MacroLibrary, tmp_path: Path, swipl: str
) -> None:
    (tmp_path / "m.pl").write_text(library_text(library))
    (tmp_path / "t.pl").write_text(write_theory(library.primitives((2, 3))))
    goal = "findall(C, arc(_,_,C), L), print(L), nl, forall(macro(M, _, _, _, _), (print(M), nl))"
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt", "m.pl", "t.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stderr == ""
    first, *rest = done.stdout.splitlines()
    costs = [macro.cost for macro in library] + [
        arc.cost for arc in library.primitives((2, 3)).arcs
    ]
    assert first == str(costs).replace(" ", "")
    assert rest == [macro.name for macro in library]


def test_a_macro_file_read_as_a_theory_holds_the_macros_as_arcs(library: MacroLibrary) -> None:
    theory = read_theory(library_text(library))
    assert [arc.canonical for arc in theory.arcs] == [macro.arc.canonical for macro in library]


def test_a_macro_table_of_one_board_comes_back_as_one(tmp_path: Path) -> None:
    table = MacroLibrary(SlidingTiles().of_size((2, 2)), shape=(2, 2), order="blank-first")
    save_macros(table, tmp_path / "t.pl")
    assert load_macros(tmp_path / "t.pl").order == "blank-first"


@pytest.mark.long
def test_macros_of_a_file_climb_on_its_board(examples: Path, tmp_path: Path) -> None:
    domain, shape = open_source(str(examples / "eight_puzzle.psvn")).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    library = MacroLibrary(domain, shape=shape)
    start = random_problems(theory, goal, 1, 0)[0]
    climbed = climb(Climber(domain, shape, goal=goal), start, escape=Limits(nodes=50_000))
    for escape in climbed.climb.escapes:
        assert escape.steps is not None
        name = library.next_name()
        library.add(schematize(domain, shape, escape.start, escape.steps, name))
    assert len(library)
    save_macros(library, tmp_path / "m.pl")
    loaded = load_macros(tmp_path / "m.pl", domain, shape)
    assert loaded == library
    with_macros = Climber(domain, shape, loaded.schemas_of(domain), goal)
    again = climb(with_macros, start, escape=Limits(nodes=50_000))
    assert again.solved and again.climb.plan.replay() == goal
    assert len(again.climb.escapes) < len(climbed.climb.escapes)


def test_macros_of_one_board_climb_where_macros_are_on_windows() -> None:
    domain, shape = SlidingTiles(), (2, 3)
    goal = domain.goal_state(shape)
    stuck = climb(Climber(domain, shape, goal=goal), (4, 1, 3, 2, 5, 0)).climb.stuck
    assert stuck is not None
    start = tuple(stuck)
    moves = solve(Problem(domain.theory(shape), start, goal), "a-star").operators
    library = MacroLibrary(domain.of_size(shape))
    assert library.schemas_of(library.domain) == ()
    library.add(generalize(explain(start, moves, domain.theory(shape)), library.next_name()))
    (schema,) = library.schemas_of(domain)
    assert schema.window == shape and schema.step_names == tuple(move.name for move in moves)
    found = climb(Climber(domain, shape, [schema], goal), start)
    assert found.solved and found.climb.plan.replay() == goal
    assert [schema for schema, _ in found.climb.plan.steps] == [schema]


@pytest.mark.parametrize(
    ("board", "said"),
    [("lights-out:2x2", "for lights-out:2x2."), ("sliding-tile:2x2", "for boards of every size.")],
)
def test_a_file_says_whether_its_windows_lie_on_other_boards(board: str, said: str) -> None:
    domain, shape = open_source(board).sized
    head = OnWindows(MacroLibrary(domain, shape=shape)).comments()
    assert head[0] == f"% They are rules on windows, {said}"


@pytest.mark.parametrize(("named", "expected"), [("pddl('blocks')", True), ("board(x)", False)])
def test_what_a_file_has_macros_over_is_told_without_reading_the_rest(named, expected, tmp_path):
    """A table of thousands of macros is read once, not a second time to see that it is no policy."""
    file = tmp_path / "macros.pl"
    file.write_text(f"macro_domain({named}).\nmacro( is never read\n")
    assert (head_of(file).notation == "parameters") == expected
