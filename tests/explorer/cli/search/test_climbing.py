"""``arcwise solve --algorithm climb``: plans, limits, refusals and Ctrl-C, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import LEARNERS, Course, save_macros, train
from arcwise.rules import State, open_source

EIGHT = ("sliding-tile:3x3", "8 6 7 2 5 4 3 0 1")
CLIMB = ("--algorithm", "climb")


@pytest.fixture
def solved(call: Any) -> Any:
    """Solve, replay the answer move by move, and give the answer."""

    def solving(*arguments: str | Path) -> Any:
        done = call("solve", *arguments, *CLIMB, "--json")
        assert done.code == 0, done.err
        assert done.data["status"] == "solved"
        assert tuple(done.data["goal"]) in replayed(done.data)
        return done.data

    return solving


def replayed(data: Any) -> set[State]:
    """Where the named moves may lead from the start, by the arcs of the domain.

    One state, except where moves share a name, as the turns of TopSpin do, which say their cell besides.
    """
    built_in = open_source(data["theory"]).sized
    theory = built_in[0].theory(built_in[1])
    states = {tuple(data["start"])}
    for name in data.get("moves_made", data["primitive_moves"]):
        states = {
            after
            for state in states
            for arc, after in theory.successors(state)
            if arc.name == name.split("@")[0]
        }
    assert len(data["primitive_moves"]) == (data["moves"] or 0)
    return states


@pytest.fixture(scope="session")
def macros(macro_file: Any) -> Path:
    """Macros that bring every state of the 15-puzzle to the goal without search."""
    path: Path = macro_file("sliding-tile:3x3", "--learner", "escapes")
    return path


@pytest.mark.parametrize(
    "theory",
    [
        "sliding-tile:3x3",
        "sliding-tile:2x4",
        "sliding-tile:1x5",
        "sliding-tile:1x1",
        "pancake:7",
        "topspin:7x3",
        "hanoi:3x4",
        "hanoi:4x3",
        "lights-out:3x3",
    ],
)
def test_every_domain_is_climbed_from_a_random_start(solved: Any, theory: str) -> None:
    data = solved(theory, "--random", "1")
    assert data["theory"] == theory
    assert data["algorithm"] == "climb"
    assert solved(theory, "--random", "1")["primitive_moves"] == data["primitive_moves"]


@pytest.mark.long
@pytest.mark.slow
def test_the_cube_is_climbed_with_macros_of_its_own(solved: Any, macro_file: Any) -> None:
    path = macro_file("cube:2", "--learner", "macro-table")
    data = solved("cube:2", "--random", "1", "--macros", path, "--no-escape")
    assert data["escapes"] == 0
    assert any(use["applied"] for use in data["macros"].values())


@pytest.mark.slow
@pytest.mark.parametrize(("select", "engine"), [("first", "native"), ("best", "python")])
def test_complete_macros_need_no_search_on_a_larger_board(
    solved: Any, macros: Path, select: str, engine: str
) -> None:
    data = solved(
        *("sliding-tile:8x8", "--random", "2", "--macros", macros, "--no-escape"),
        *("--select", select, "--engine", engine),
    )
    assert (data["engine"], data["escapes"], data["stuck"]) == (engine, 0, None)
    assert data["steps"] < data["moves"]


@pytest.mark.slow
def test_both_engines_make_the_same_steps(solved: Any, macros: Path) -> None:
    native, python = (
        solved("sliding-tile:6x6", "--random", "3", "--macros", macros, "--engine", engine)
        for engine in ("native", "python")
    )
    for key in ("primitive_moves", "steps", "cost", "macros", "operator_applications"):
        assert native[key] == python[key]


def test_a_start_and_a_goal_of_the_users_own(solved: Any) -> None:
    data = solved("sliding-tile:2x3", "4 5 3 _ 1 2", "1 2 3 4 5 0")
    assert data["start"] == [4, 5, 3, 0, 1, 2]
    data = solved("pancake:5", "5 4 3 2 1", "2 1 3 4 5")
    assert data["goal"] == [2, 1, 3, 4, 5]


def test_a_random_start_is_one_for_the_goal_that_was_given(solved: Any) -> None:
    assert solved("sliding-tile:3x3", "2 1 3 4 5 6 7 8 0", "--random", "1")["goal"][:2] == [2, 1]
    assert solved("pancake:6", "6 5 4 3 2 1", "--random", "1")["goal"][0] == 6


@pytest.mark.slow
def test_start_and_end_are_drawn_and_moves_named(call: Any, macros: Path) -> None:
    done = call("solve", *EIGHT, *CLIMB, "--macros", macros)
    assert done.code == 0
    start, end = done.out.split("end\n")
    assert start == "start\n8 6 7\n2 5 4\n3 _ 1\n\n"
    assert end.startswith("1 2 3\n4 5 6\n7 8 _\n\n")
    assert "climb: solved:" in end
    assert "no search" in end


@pytest.mark.slow
def test_a_large_board_is_not_drawn_and_its_moves_not_listed(call: Any, macros: Path) -> None:
    done = call("solve", "sliding-tile:12x12", "--random", "1", *CLIMB, "--macros", macros)
    assert done.code == 0
    assert "all in --json" in done.out
    assert len(done.out) < 400


def test_without_escapes_climbing_ends_where_it_is_stuck(call: Any) -> None:
    done = call("solve", *EIGHT, *CLIMB, "--no-escape")
    assert done.code == 12
    assert "climb: incomplete, after" in done.out
    assert "stuck in a local minimum" in done.out
    assert "--learner escapes" in done.out
    data = call("solve", *EIGHT, *CLIMB, "--no-escape", "--json").data
    assert (data["status"], data["escapes"]) == ("incomplete", 0)
    assert replayed(data) == {tuple(data["stuck"])}


def test_a_random_start_is_that_of_other_algorithms(call: Any) -> None:
    arguments = ("solve", "sliding-tile:3x3", "--random", "5", "--json")
    assert call(*arguments, *CLIMB).data["start"] == call(*arguments).data["start"]


@pytest.mark.long
def test_improving_shortens_the_plan_and_keeps_it_right(solved: Any, macros: Path) -> None:
    problem = ("sliding-tile:5x5", "--random", "1", "--macros", macros)
    long = solved(*problem)
    short = solved(*problem, "--improve", "1")
    assert short["moves"] < long["moves"]
    assert short["improved"]["before"] == long["moves"]
    assert short["improved"]["after"] == short["moves"]
    assert long["improved"] is None


@pytest.mark.parametrize("theory", ["pancake:6", "hanoi:3x4", "lights-out:3x3", "sliding-tile:1x1"])
def test_improving_never_makes_a_plan_longer(solved: Any, theory: str) -> None:
    data = solved(theory, "--random", "5", "--improve", "5")
    assert data["improved"]["after"] <= data["improved"]["before"]
    assert data["note"].startswith(("improved: ", "nothing shorter found "))


def test_a_shorter_plan_of_a_theory_of_arcs_has_the_lengths_that_it_says(
    call: Any, examples: Path
) -> None:
    problem = (examples / "five_puzzle_arcs.pl", "4 5 3 0 1 2", "1 2 3 4 5 0")
    data = call("solve", *problem, *CLIMB, "--improve", "5", "--json").data
    assert data["moves"] == data["improved"]["after"] < data["improved"]["before"]
    assert data["steps"] == len(data["primitive_moves"]) == len(data["path"]) - 1 == data["moves"]


def test_the_plan_of_any_search_is_shortened(call: Any) -> None:
    problem = ("solve", "8-puzzle", "8 6 7 2 5 4 3 0 1", "--algorithm", "greedy", "--json")
    long, short = call(*problem).data, call(*problem, "--improve", "0.2").data
    assert short["moves"] < long["moves"] and short["note"].startswith("improved: ")
    best = call(*problem[:3], "--algorithm", "a-star", "--improve", "1")
    assert "(optimal)" in best.out and "improved" not in best.out


@pytest.mark.slow
def test_escapes_are_added_to_the_macro_file(call: Any, solved: Any, tmp_path: Path) -> None:
    path = tmp_path / "few.pl"
    assert call("learn", "sliding-tile:2x2", "--learner", "each-path", "-o", path).code == 0
    before = call("show", path, "--json").data["count"]
    first = solved(*EIGHT, "--macros", path, "--learn")
    learned = [line for line in first["learned"] if line.startswith("learned ")]
    assert first["escapes"] == len(first["learned"])
    assert 0 < len(learned) == call("show", path, "--json").data["count"] - before
    for _ in range(
        20
    ):  # with more macros it climbs another way, which may end in another local minimum
        if not solved(*EIGHT, "--macros", path, "--learn")["learned"]:
            break
    again = solved(*EIGHT, "--macros", path, "--no-escape")
    assert again["escapes"] == 0


@pytest.mark.slow
def test_nothing_new_leaves_the_macro_file_alone(solved: Any, macros: Path, tmp_path: Path) -> None:
    path = tmp_path / "same.pl"
    path.write_text(macros.read_text())
    assert solved(*EIGHT, "--macros", path, "--learn")["learned"] == []
    assert path.read_text() == macros.read_text()


def test_without_learn_the_macro_file_is_left_alone(solved: Any, tmp_path: Path, call: Any) -> None:
    path = tmp_path / "few.pl"
    assert call("learn", "sliding-tile:2x2", "--learner", "each-path", "-o", path).code == 0
    text = path.read_text()
    assert solved(*EIGHT, "--macros", path)["escapes"] > 0
    assert path.read_text() == text


def test_the_path_is_drawn_if_asked_for_and_the_plan_written_to_a_file(
    call: Any, tmp_path: Path
) -> None:
    plan = tmp_path / "plan"
    done = call(
        *("solve", "sliding-tile:2x3", "4 5 3 0 1 2", "1 2 3 4 5 0", *CLIMB),
        *("--boards", "--plan", plan),
    )
    assert done.code == 0
    assert done.out.startswith("start ")
    moves = plan.read_text().split("\n; cost")[0].splitlines()
    assert " ".join(moves) in done.out


@pytest.mark.parametrize("text", ["", "% nothing here\n", "macro_domain('sliding-tile:3x3", "\x00"])
def test_a_macro_file_that_is_none_is_refused_with_its_name(
    call: Any, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "broken.pl"
    path.write_text(text)
    done = call("solve", *EIGHT, *CLIMB, "--macros", path)
    assert done.code == 33
    assert str(path) in done.err


@pytest.mark.long
def test_control_c_ends_a_climb_with_what_it_did(macros: Path, interrupted: Any) -> None:
    words = ["solve", "sliding-tile:60x60", "--random", "1", *CLIMB, "--macros", str(macros)]
    done = interrupted(*words, "--engine", "python")
    assert "climb: stopped by interrupt, after" in done.stdout
    assert "interrupted" in done.stderr


@pytest.mark.long
def test_control_c_ends_the_improvement_of_a_plan_with_the_best_so_far(
    macros: Path, interrupted: Any
) -> None:
    words = ["solve", "sliding-tile:12x12", "--random", "1", *CLIMB, "--macros", str(macros)]
    done = interrupted(*words, "--improve", "600", "--json")
    data = json.loads(done.stdout)
    assert data["status"] == "solved"
    assert data["improved"]["limit"] == "interrupt"
    assert data["moves"] == data["improved"]["after"] <= data["improved"]["before"]
    assert tuple(data["goal"]) in replayed(data)


@pytest.fixture(scope="module")
def small_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The macro table of a pancake board, which has no blank."""
    return _table("pancake:5", tmp_path_factory.mktemp("table") / "table.pl")


def _table(board: str, path: Path) -> Path:
    domain, shape = open_source(board).sized
    learner = LEARNERS["macro-table"]
    library = learner.library(domain)
    library.shape = shape
    list(train(learner, library, Course(shape, (shape,))))
    save_macros(library, path)
    return path


@pytest.mark.long
def test_the_first_cell_of_an_order_is_the_home_of_the_blank(call: Any, tmp_path: Path) -> None:
    path = _table("sliding-tile:2x3", tmp_path / "tiles.pl")
    text = path.read_text()
    assert "subgoal_order('blank-first')." in text
    path.write_text(text.replace("subgoal_order('blank-first').", "subgoal_order([1,2,3,4,5,6])."))
    done = call(
        "solve", "sliding-tile:2x3", "--random", "0", "--macros", path, "--algorithm", "climb"
    )
    assert done.code == 33
    assert "the blank in cell 1, which the table fills first" in done.err


@pytest.mark.slow
def test_a_table_that_lacks_entries_is_said_to(
    call: Any, small_table: Path, tmp_path: Path
) -> None:
    climb = ("solve", "pancake:5", "--random", "1", "--algorithm", "climb", "--macros")
    assert "incomplete" not in call(*climb, small_table).err
    part = tmp_path / "part.pl"
    heads = small_table.read_text().split("\n\n")
    part.write_text("\n\n".join(heads[: len(heads) // 2]) + "\n")
    done = call(*climb, part)
    assert done.code == 0
    assert "the macro table is incomplete: " in done.err


def test_an_order_of_cells_is_for_boards_of_its_size(call: Any, tmp_path: Path) -> None:
    path = _table("lights-out:2x2", tmp_path / "lights.pl")
    order = next(line for line in path.read_text().splitlines() if line.startswith("subgoal_order"))
    path.write_text(path.read_text().replace(order, "subgoal_order([1,2,3,4,5,6,7,8])."))
    done = call(
        "solve", "lights-out:3x3", "--random", "1", "--algorithm", "climb", "--macros", path
    )
    assert done.code == 33
    assert "lights-out:2x2" in done.err
