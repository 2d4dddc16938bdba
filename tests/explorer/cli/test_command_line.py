from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import arcwise
import pytest
from arcwise.ebl import load_macros
from arcwise.experiments import Figure, solve
from arcwise.explorer.cli import COMMANDS
from arcwise.search.stages import tables

from ...experiments.stopped import interrupt_after

EIGHT = ("sliding-tile:3x3", "2 3 5 0 1 4 6 7 8", "0 1 2 3 4 5 6 7 8")
FIVE = ("sliding-tile:2x3", "4 5 3 0 1 2", "1 2 3 4 5 0")


@pytest.fixture
def macros(call: Any, examples: Path, tmp_path: Path) -> Path:
    path = tmp_path / "macros.pl"
    assert call("learn", "sliding-tile:2x3", examples / "five_puzzle.json", "-o", path).code == 0
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_of_the_table_is_there(call: Any, name: str) -> None:
    done = call(name, "--help")
    assert done.code == 0
    assert f" {name} [OPTIONS]" in done.out.splitlines()[0]
    assert f"  {name} " in call("--help").out


@pytest.mark.slow
def test_the_command_line_starts_without_what_only_some_commands_use() -> None:
    script = "import sys, arcwise.explorer.cli.command_line; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert not {"textual", "networkx", "rich", "arcwise.experiments"} & set(done.stdout.split())


def test_solve_prints_one_json_object_with_everything(call: Any) -> None:
    done = call("solve", *EIGHT, "--algorithm", "a-star", "--heuristic", "manhattan", "--json")
    assert done.code == 0
    data = done.data
    assert data["status"] == "solved"
    assert (data["algorithm"], data["heuristic"], data["engine"]) == (
        "a-star",
        "manhattan",
        "native",
    )
    assert (data["steps"], data["moves"], data["cost"], data["expanded"]) == (9, 9, 9, 16)
    assert {"generated", "inserted", "operator_applications", "elapsed"} <= data.keys()
    assert data["elapsed"] >= 0
    assert data["path"][0] == data["start"]
    assert data["path"][-1] == data["goal"]
    assert data["arcs"] == ["right", "up", "left", "down", "right", "right", "up", "left", "left"]


@pytest.mark.slow
def test_a_solution_of_thousands_of_moves_is_not_poured_out(call: Any) -> None:
    done = call("solve", *EIGHT, "--algorithm", "depth-first", "--duplicates", "path")
    assert "43,867 more moves" in done.out
    assert len(done.out) < 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "sliding-tile:999x999", "1"), "sliding-tile:999x999 is too large"),
        (("solve", "sliding-tile:123456x3", "1"), "a size too large"),
        (("show", "pancake:99999"), "a size too large"),
        (("show", "hanoi:3x65"), "too many disks"),
        (("show", "hanoi:9999x1"), "too many moves to spell out"),
        (
            ("solve", "hanoi:4x30", "--random", "1", "--algorithm", "climb"),
            "too many moves to spell",
        ),
        (("show", "gripper:201"), "too many balls"),
        (("show", "missionaries:21x2"), "too many to cross"),
        (("show", "jugs:100x3=1"), "bad capacity"),
        (("show", "keys:100x100"), "this map is too large"),
        (("show", "blocks:31"), "too many blocks"),
        (("solve", "{folder}/deep.psvn", "0"), "bad size of a domain"),
        (("show", "{folder}/deep.pddl"), "nested too deeply"),
        (("show", "{folder}/digits.pl"), "number too long"),
        (("learn", "sliding-tile:2x2", "{folder}/deep.json"), "nested less deeply"),
        (("show", "sokoban:{folder}/wide.txt"), "this level is too large"),
        (("learn", "sliding-tile:20x20", "--learner", "macro-table"), "has no macro table"),
    ],
)
def test_what_is_right_but_too_large_for_arcwise_has_an_exit_code_of_its_own(
    call: Any, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    wide = "\n".join(
        ["#" * 30, *["#@$." + " " * 25 + "#"] * 1, *["#" + " " * 28 + "#"] * 20, "#" * 30]
    )
    for name, text in {
        "deep.psvn": "1\n200000\nX => X\nGOAL 0\n",
        "deep.pddl": "(" * 1_500 + ")" * 1_500,
        "digits.pl": f"arc(a, [{'9' * 5_000}], [1]).\n",
        "deep.json": "[" * 100_000,
        "wide.txt": wide,
    }.items():
        (tmp_path / name).write_text(text)
    done = call(*(word.replace("{folder}", str(tmp_path)) for word in arguments))
    assert (done.code, done.out) == (34, "")
    assert message in done.err


def test_learn_tells_each_outcome_and_saves(call: Any, macros: Path, examples: Path) -> None:
    done = call(
        "learn", "sliding-tile:2x3", examples / "five_puzzle.csv", "--macros", macros, "--json"
    )
    assert done.code == 0
    assert len(done.data["macros"]) == 1
    assert "same rule as m1" in done.data["training_records"][0]["reason"]


def test_learning_that_fails_half_way_keeps_what_was_learned(
    call: Any, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("4 5 3 0 1 2,5 1 3 4 2 0\n4 5 3 0 1 2,1 2 3 4 5 0\n")
    interrupt_after(1, monkeypatch)
    target = tmp_path / "m.pl"
    done = call("learn", "sliding-tile:2x3", pairs, "-o", target)
    assert done.code == 130
    assert "what was learned until then is kept" in done.err
    assert len(load_macros(target)) == 1


def test_explain_shows_macros_by_name(call: Any, macros: Path) -> None:
    assert "Why is each cell what it is?" in call("explain", macros).out
    assert call("explain", macros, "m1", "--json").data["macros"][0]["name"] == "m1"
    assert "no such macro" in call("explain", macros, "m7").err


@pytest.mark.long
def test_compare_gives_before_after_and_ratio_as_json(
    call: Any, macros: Path, examples: Path
) -> None:
    done = call(
        "compare", "sliding-tile:2x3", examples / "five_puzzle.json", "--macros", macros,
        "--beyond", "3", "--json",
    )  # fmt: skip
    first = done.data["problems"][0]
    assert first["algorithm"] == "breadth-first"
    assert first["solved"] == {"before": 1, "after": 1}
    assert (first["expanded"]["before"], first["expanded"]["after"]) == (332, 186)
    assert first["verdict"] == "too few"
    assert done.data["all_pairs"]["complete"] is True


@pytest.mark.slow
def test_compare_takes_climbing_as_any_other_algorithm(call: Any, macros: Path) -> None:
    done = call(
        "compare", "sliding-tile:2x3", "--random", "3", "--count", "2", "--beyond", "0", "--macros", macros,
        "--algorithms", "climb,a-star", "--json",
    )  # fmt: skip
    assert done.code == 0
    found = [(one["algorithm"], one["solved"]) for one in done.data["problems"]]
    both = {"before": 2, "after": 2}
    assert found == [("climb", both), ("a-star with manhattan", both)]


def test_unit_cost_macros_are_said_to_be_possibly_suboptimal(call: Any, macros: Path) -> None:
    both = [
        call("solve", *FIVE, "--macros", macros, "--macro-cost", cost, "--json").data
        for cost in ("true", "unit")
    ]
    assert [data["optimal"] for data in both] == [True, False]
    assert both[1]["cost"] == both[1]["moves"]


def test_show_counts_draws_and_writes_prolog(call: Any, macros: Path) -> None:
    shown = call("show", "sliding-tile:3x3", "--arc-cost", "2").out
    assert "24 arcs" in shown
    assert shown.count("arc(board(") == 24
    assert call("show", macros, "--json").data["kind"] == "macros"
    assert "more arcs" in call("show", "sliding-tile:4x4").out


def test_random_starts_are_the_same_for_the_same_seed(call: Any) -> None:
    one, two = (
        call("solve", "sliding-tile:3x3", "--random", "7", "--distance", "12", "--json").data
        for _ in range(2)
    )
    assert one["start"] == two["start"]
    assert one["moves"] == 12


@pytest.mark.slow
def test_doctor_names_what_is_here(call: Any) -> None:
    assert "python" in call("doctor", "--json").data["engines"]
    assert "pyswip" in call("doctor").out


@pytest.mark.parametrize(("found", "code", "word"), [(7, 0, "yes"), (8, 1, "NO")])
def test_reproduce_shows_what_was_published_and_what_was_measured(
    call: Any, monkeypatch: pytest.MonkeyPatch, found: int, code: int, word: str
) -> None:
    figure = Figure(
        "M",
        "one row",
        {"expanded": 7},
        {"moves": 3},
        lambda: {"expanded": found, "moves": 3},
        "Appendix A",
    )
    monkeypatch.setattr("arcwise.experiments.designs.figures.figures", lambda: [figure])
    done = call("reproduce")
    assert done.code == code
    assert f"expanded {found}" in done.out and word in done.out
    assert r"\n" not in done.out  # figures stand below each other
    assert f"{1 - code} of 1 rows equal" in done.out
    assert f"printed by the text itself: {1 - code} of 1 figures equal" in done.out
    assert "by an independent program: 1 of 1 figures equal" in done.out
    assert "Appendix A" in done.out
    as_json = call("reproduce", "--json")
    assert (as_json.code, as_json.data["unequal"]) == (code, code)
    (row,) = as_json.data["rows"]
    assert (row["published"], row["reference"]) == ({"expanded": 7}, {"moves": 3})


@pytest.mark.long
def test_ctrl_c_ends_a_search_with_its_statistics(interrupted: Any) -> None:
    words = ["--random", "1", "--algorithm", "breadth-first", "--json"]
    data = json.loads(interrupted("solve", "sliding-tile:4x4", *words).stdout)
    assert (data["status"], data["limit"]) == ("stopped", "interrupt")
    assert data["expanded"] > 0


@pytest.mark.slow
def test_solve_gives_a_solution_that_a_limit_left_unproved_and_says_so(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "TRIAL", 100)
    words = ["solve", "sliding-tile:4x5", "--random", "3", "--limit-nodes", "40000"]
    done = call(*words, "--no-boards")
    assert done.code == 0
    assert "is not proved optimal, as the limit on nodes ended" in " ".join(done.out.split())
    data = call(*words, "--json").data
    assert (data["status"], data["optimal"], data["limit"]) == ("solved", False, "nodes")
    assert len(data["path"]) == data["moves"] + 1


@pytest.mark.slow
def test_engine_swi_gives_the_same_search(call: Any, swi: str, macros: Path) -> None:
    both = [
        call("solve", *FIVE, "--macros", macros, "--engine", engine, "--json").data
        for engine in ("python", "swi")
    ]
    for data in both:
        for name in ("elapsed", "preparation", "engine", "peak_memory"):
            del data[name]
    assert both[0] == both[1]


@pytest.mark.slow
def test_a_program_that_cannot_be_unfolded_is_searched_step_by_step(
    call: Any, swi: str, examples: Path
) -> None:
    done = call("solve", examples / "water_jugs.pl", "0 0", "2 0", "--json")
    assert done.code == 0
    assert done.data["moves"] == 6 and done.data["optimal"]
    assert call("learn", examples / "water_jugs.pl", examples / "five_puzzle.json").code == 33
    assert "step by step" in call("show", examples / "water_jugs.pl").out


@pytest.mark.slow
def test_help_imports_neither_search_nor_learning() -> None:
    code = (
        "import sys\n"
        "from arcwise.explorer.cli.command_line import run\n"
        "run(['--help'])\n"
        "heavy = ('arcwise.search', 'arcwise.ebl', 'networkx', 'rich', 'textual', 'asyncio')\n"
        "sys.exit(','.join(name for name in heavy if name in sys.modules) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: arcwise")


def test_the_package_offers_its_names_when_they_are_asked_for() -> None:
    assert arcwise.solve is solve
    packages = {"rules", "search", "ebl", "logic", "planning", "experiments", "explorer"}
    assert set(dir(arcwise)) == {*arcwise.__all__, *packages, "__version__"}
    assert all(getattr(arcwise, name) is not None for name in arcwise.__all__)
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        arcwise.sovle  # noqa: B018


def test_seconds_to_shorten_a_plan_ask_for_no_proof(call):
    words = ("solve", "pancake:9", "--random", "3", "--improve", "0.05", "--json")
    soon, proved = call(*words).data, call(*words, "--algorithm", "auto").data
    assert not soon["optimal"] and "weighted A* is tried first" in soon["note"]
    assert proved["optimal"]
