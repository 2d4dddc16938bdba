"""Macro files of both kinds wherever a macro file is asked for: search, compare, explain and show."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import arcwise as aw
import pytest
from arcwise.ebl import compose, explain, load_macros
from arcwise.experiments import BoardSource
from arcwise.rules import Arc, InputError, Pattern, Var
from arcwise.search import Problem, ordered_goal, solve

BOARDS = {
    "sliding-tile": "sliding-tile:3x3",
    "pancake": "pancake:6",
    "topspin": "topspin:7x3",
    "hanoi": "hanoi:3x3",
    "lights-out": "lights-out:2x2",
}
"""A small board of each domain."""


LEARNED = {
    **{name: (board, "--learner", "escapes") for name, board in BOARDS.items()},
    "lights-out": ("lights-out:2x2", "--learner", "each-path"),
    "table": ("sliding-tile:3x3", "--learner", "macro-table"),
    "five": ("sliding-tile:2x3", Path(__file__).parents[2] / "examples" / "five_puzzle.json"),
}
"""How the macros of a file are learned: a library of each domain, a macro table, macros of one board."""

Files = Callable[[str], Path]


def macro_arcs(path: str, domain: BoardSource, goal: Pattern | None = None) -> tuple[Arc, ...]:
    return domain.library(path).arcs(domain.theory, goal)


@pytest.fixture(scope="session")
def files(macro_file: Any) -> Files:
    return lambda name: macro_file(*LEARNED[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_placed_macros_are_what_their_steps_compose_to(files: Files, name: str) -> None:
    domain = aw.open_source(BOARDS[name])
    primitive = {arc.canonical for arc in domain.theory.arcs}
    macros = macro_arcs(str(files(name)), domain)
    assert len(macros) > 0
    for macro in macros:
        assert len(macro.steps) > 1
        assert {step.canonical for step in macro.steps} <= primitive
        whole = reduce(lambda first, second: compose(first, second) or first, macro.steps)
        assert whole.canonical == macro.canonical
        assert whole.length == macro.length
        assert macro.cost == sum(step.cost for step in macro.steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("algorithm", ["a-star", "greedy", "breadth-first"])
def test_a_path_with_placed_macros_replays_in_primitive_moves(
    files: Files, name: str, algorithm: str
) -> None:
    domain = aw.open_source(BOARDS[name])
    goal = domain.goal(None)
    macros = macro_arcs(str(files(name)), domain, goal)
    theory = domain.theory.with_macros(macros)
    for number in range(3):
        start = domain.domain.draw(domain.theory.shape, Random(f"replay {number}"))
        result = solve(Problem(theory, start, goal), algorithm)
        plain = solve(Problem(domain.theory, start, goal), "a-star")
        assert result.solved
        explanation = explain(start, result.primitives)
        assert explanation.goal == goal
        assert len(result.primitives) == result.moves
        if algorithm == "a-star":
            assert result.cost == plain.cost


@pytest.mark.slow
def test_schemas_are_placed_wherever_they_fit(files: Files) -> None:
    small, large = (
        macro_arcs(str(files("sliding-tile")), aw.open_source(board))
        for board in ("sliding-tile:3x3", "sliding-tile:4x4")
    )
    assert len(large) > len(small)
    assert {macro.name for macro in small} == {macro.name for macro in large}
    assert all(len(macro.before) == 16 for macro in large)
    assert len({(macro.before, macro.after) for macro in large}) == len(large)


@pytest.mark.slow
def test_schemas_that_do_not_fit_the_board_are_left_out(files: Files) -> None:
    assert macro_arcs(str(files("sliding-tile")), aw.open_source("sliding-tile:1x9")) == ()
    low = macro_arcs(str(files("sliding-tile")), aw.open_source("sliding-tile:2x4"))
    names = {macro.name for macro in low}
    assert names < {
        macro.name
        for macro in macro_arcs(str(files("sliding-tile")), aw.open_source("sliding-tile"))
    }


@pytest.mark.long
def test_every_entry_of_a_macro_table_that_matches_fills_the_next_cell(
    files: Files,
) -> None:
    domain = aw.open_source("sliding-tile:3x3")
    goal = domain.goal(None)
    macros = macro_arcs(str(files("table")), domain)
    assert macros == macro_arcs(str(files("table")), domain, goal)
    order = ordered_goal(domain.domain, (3, 3), goal, order="blank-first")
    for number in range(15):
        state = domain.domain.draw((3, 3), Random(f"table {number}"))
        for _ in range(9):
            filled = order.placed(state)
            reached = [after for macro in macros if (after := macro.apply(state)) is not None]
            assert all(order.placed(after) > filled for after in reached)
            moved = [after for _, after in domain.theory.successors(state)]
            further = [after for after in reached or moved if order.placed(after) > filled]
            assert bool(further) == (state != goal)  # an entry of one move is no macro
            state = further[0] if further else state
        assert state == goal


@pytest.mark.long
def test_a_macro_table_needs_a_goal_that_is_one_state(files: Files) -> None:
    domain = aw.open_source("sliding-tile:3x3")
    with pytest.raises(InputError, match="a single state"):
        macro_arcs(str(files("table")), domain, (1, 2, 3, *map(Var, "ABCDEF")))
    other = (1, 2, 3, 8, 0, 4, 7, 6, 5)
    theory = domain.theory.with_macros(macro_arcs(str(files("table")), domain, other))
    result = solve(Problem(theory, (2, 1, 6, 4, 0, 8, 7, 5, 3), other), "greedy")
    assert result.solved
    assert explain(result.path[0], result.primitives).goal == other


@pytest.mark.slow
def test_too_many_placements_are_refused_and_climbing_is_offered(
    call: Any, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwise.rules.board_moves.MOST_ARCS", 50)
    done = call("solve", "sliding-tile:6x6", "--random", "1", "--macros", files("sliding-tile"))
    assert done.code == 34
    assert "too many placements on sliding-tile:6x6" in done.err
    assert "--algorithm climb" in done.err


def test_macros_of_one_board_are_read_too(files: Files) -> None:
    (macro,) = macro_arcs(str(files("five")), aw.open_source("sliding-tile:2x3"))
    assert macro.length == 4
    with pytest.raises(InputError, match="for another board"):
        macro_arcs(str(files("five")), aw.open_source("sliding-tile:3x3"))


@pytest.mark.slow
def test_schemas_are_for_their_own_domain(call: Any, files: Files, tmp_path: Path) -> None:
    theory = tmp_path / "swap.pl"
    theory.write_text("arc([A,B],[B,A],1).\n")
    done = call("solve", theory, "1 2", "2 1", "--macros", files("sliding-tile"))
    assert done.code == 33
    assert "these macros are for another domain" in done.err
    for other in ("pancake", "topspin", "hanoi", "lights-out"):
        done = call("solve", "sliding-tile:3x3", "--random", "1", "--macros", files(other))
        assert done.code == 33
        assert "these macros are for another domain" in done.err
    for board in ("topspin:7x4", "hanoi:4x3"):
        name = board.split(":")[0]
        done = call("show", board)
        assert done.code == 0
        done = call("solve", board, "--random", "1", "--macros", files(name))
        assert done.code == 33
        assert "these macros are for another domain" in done.err


@pytest.mark.long
@pytest.mark.slow
def test_macros_shorten_the_steps_but_not_the_moves(call: Any, files: Files) -> None:
    words = ("solve", "sliding-tile:3x3", "8 6 7 2 5 4 3 0 1", "--algorithm", "a-star", "--json")
    plain = call(*words).data
    learned = call(*words, "--macros", files("sliding-tile")).data
    assert (plain["cost"], plain["moves"]) == (learned["cost"], learned["moves"])
    greedy = call(*words[:4], "greedy", "--json", "--macros", files("sliding-tile"))
    assert greedy.code == 0
    assert greedy.data["steps"] < greedy.data["moves"]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", ["sliding-tile", "pancake", "table"])
def test_compare_judges_libraries_of_schemas(call: Any, files: Files, name: str) -> None:
    board = BOARDS.get(name, "sliding-tile:3x3")
    done = call(
        *("compare", board, "--random", "1", "--count", "2", "--beyond", "0"),
        *("--algorithms", "greedy", "--macros", files(name), "--json"),
    )
    assert done.code == 0
    placed = macro_arcs(str(files(name)), aw.open_source(board))
    assert done.data["macros"] == len({arc.name for arc in placed})
    (comparison,) = done.data["problems"]
    assert comparison["solved"] == {"before": 2, "after": 2}


@pytest.mark.long
@pytest.mark.parametrize("name", [*BOARDS, "table"])
def test_explain_gives_a_reason_for_every_cell_of_a_window(
    call: Any, files: Files, name: str
) -> None:
    data = call("explain", files(name), "--json").data
    library = load_macros(files(name))
    assert [macro["name"] for macro in data["macros"]] == [schema.name for schema in library]
    for macro, schema in zip(data["macros"], library, strict=True):
        assert len(macro["cells"]) == schema.window[0] * schema.window[1]
        assert all(cell["reason"] for cell in macro["cells"])
        assert len(macro["training_path"]) == len(macro["steps"]) + 1
    text = call("explain", files(name), "m1").out
    assert "m1: " in text  # behind the order of subgoals, where there is one
    of_one_board = "each-path" in LEARNED[name]
    assert ("wherever it fits on a board" in text) != of_one_board
    assert "Training path" in text


@pytest.mark.slow
def test_explain_says_which_names_there_are(call: Any, files: Files) -> None:
    done = call("explain", files("sliding-tile"), "m99")
    assert done.code == 33
    assert "no such macro" in done.err
    assert "expected: m1 to m32" in done.err


@pytest.mark.long
@pytest.mark.parametrize("name", [*BOARDS, "table"])
def test_show_draws_schemas_and_counts_them(call: Any, files: Files, name: str) -> None:
    library = load_macros(files(name))
    shape = library.shape
    data = call("show", files(name), "--json").data
    assert (data["kind"], data["count"]) == ("macros", len(library))
    assert data["trained_on"] == library.domain.spell(shape)
    done = call("show", files(name), "--limit", "1")
    assert f"{library.domain.name}: {len(library)} macros" in done.out
    assert "  ->  " in done.out
    assert (f"--limit {len(library)} shows all" in done.out) == (len(library) > 1)


def test_a_window_is_drawn_as_a_board_without_arcs() -> None:
    domain = aw.open_source("sliding-tile:3x3")
    window = domain.domain.window((2, 2))
    assert window.arcs == ()
    assert window.draw((3, 0, 1, Var("A"))) == "3 _\n1 A"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("macro(m1, window(2,", "macro(m1, window(0,", "bad window"),
        ("[step(", "[step(up,9,1),step(", "there is no such move"),
        ("macro_domain('sliding-tile:3x3')", "macro_domain('sliding-tile:0x3')", "bad board size"),
        ("macro_domain('sliding-tile:3x3')", "macro_domain('pancake:5')", "another domain"),
    ],
)
def test_a_file_that_was_tampered_with_is_refused_with_its_place(
    call: Any, files: Files, tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = files("sliding-tile").read_text()
    assert old in text
    path = tmp_path / "changed.pl"
    path.write_text(text.replace(old, new, 1))
    done = call("solve", "sliding-tile:3x3", "--random", "1", "--macros", path)
    assert done.code == 33
    assert message in done.err
    assert f"{path}" in done.err


@pytest.mark.slow
@pytest.mark.parametrize("command", ["explain", "show", "solve", "compare"])
@pytest.mark.parametrize("text", ["", "macro_domain(", "macro(m1).\n", "\x00"])
def test_a_file_that_is_no_macro_file_is_refused_everywhere(
    call: Any, tmp_path: Path, command: str, text: str
) -> None:
    path = tmp_path / "broken.pl"
    path.write_text(text)
    board = ("sliding-tile:2x2", "--random", "1", "--macros")
    done = call(command, *(board if command in ("solve", "compare") else ()), path)
    assert done.code == 33
    assert str(path) in done.err


def test_a_library_without_macros_changes_nothing(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "none.pl"
    path.write_text("macro_domain('sliding-tile:3x3').\n")
    assert macro_arcs(str(path), aw.open_source("sliding-tile:3x3")) == ()
    assert "no macros in this file" in call("explain", path).out
    assert call("show", path, "--json").data["count"] == 0
    assert call("solve", "sliding-tile:3x3", "--random", "1", "--macros", path).code == 0


LOADED: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "of one board": (("5-puzzle", "4 5 3 0 1 2", "5 1 3 4 2 0"), ("4 5 3 0 1 2",), "greedy"),
    "on windows": (("sliding-tile:2x3", "--learner", "escapes"), ("4 5 3 0 1 2",), "climb"),
    "of a table": (("pancake:4",), ("4 3 2 1",), "climb"),
    "of a policy": (("blocks:3",), ("3 1 2",), "climb"),
}
"""Kinds of macros: what they are learned from, a start, and an algorithm."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", LOADED)
def test_a_loaded_library_does_what_its_file_does(kind: str, macro_file: Any) -> None:
    words, states, algorithm = LOADED[kind]
    file = macro_file(*words)
    library = aw.MacroLibrary.load(file)
    start = (
        states
        if kind != "of a policy"
        else (aw.open_source(words[0]).random_problems(1, 1)[0].start,)
    )
    one, other = (
        aw.solve(words[0], *start, macros=macros, algorithm=algorithm) for macros in (file, library)
    )
    assert (one.status, one.move_names) == (other.status, other.move_names)
    assert one.solved
    if kind != "on windows":  # to which practice adds
        examples = [(states[0], "1 2 3 4 5 0")] if kind == "of one board" else None
        learned = [aw.learn(words[0], examples, macros=macros) for macros in (file, library)]
        assert list(map(str, learned[0])) == list(map(str, learned[1]))
    assert library.explain()


@pytest.mark.slow
def test_a_loaded_policy_of_split_actions_is_followed_checked_and_learned_on(
    call: Any, tmp_path: Path
) -> None:
    domain, problem, file = (tmp_path / name for name in ("d.pddl", "p.pddl", "w.pl"))
    domain.write_text(
        "(define (domain d) (:requirements :adl) (:constants c) (:predicates (p ?x) (q))"
        "(:action a :parameters (?x) :precondition (not (q)) :effect (and (p c) (when (q) (p ?x)))))"
    )
    problem.write_text("(define (problem p) (:domain d) (:objects o) (:init (p o)) (:goal (p c)))")
    call("learn", domain, problem, "--learner", "policy", "-o", file)
    library = aw.MacroLibrary.load(file)
    assert aw.solve(domain, problem, macros=library).move_names == ["(a c)"]
    assert aw.solve(aw.read_pddl(domain, problem), "climb", macros=library).solved
    assert library.check(aw.open_source(domain, part=problem)).complete
    assert len(aw.learn(domain, problem, "policy", macros=library)) == 1
    assert len(aw.compare(domain, problem, macros=library, algorithms=["climb"]).rows) == 4


@pytest.mark.slow
def test_macros_on_windows_are_not_taken_for_those_of_a_board_of_the_same_name(
    macro_file: Any,
) -> None:
    file = macro_file("sliding-tile:2x3", "--learner", "escapes")
    with pytest.raises(InputError, match="these macros are on windows, for boards of every size"):
        aw.learn("sliding-tile:2x3", [("4 5 3 0 1 2", "5 1 3 4 2 0")], macros=file)
