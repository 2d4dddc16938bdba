"""``arcwise utility``: the sweep, the ledger of a file, forgetting, and what is refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import MacroLibrary, load_macros, save_macros
from arcwise.experiments import EXAMPLES, Condition, Row, Summary
from arcwise.experiments.designs.utility.sweep import Ground
from arcwise.experiments.statistics.estimate import Pair
from arcwise.explorer.cli import run
from arcwise.explorer.text.numbers import pays_text
from arcwise.rules import SlidingTiles, TheoryDomain

from ...experiments.stopped import interrupt_after

BOARD = "sliding-tile:2x3"
SMALL = ("--problems", "4", "--seeds", "2", "--counts", "0,5")


class Output:
    """What one call of the command line gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    def calling(*arguments: str | Path) -> Output:
        code = run(["utility", *(str(argument) for argument in arguments)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Output(code, captured.out, captured.err)

    return calling


@pytest.fixture
def macros(tmp_path: Path) -> Path:
    domain = SlidingTiles()
    theory = domain.theory((2, 3))
    learned = EXAMPLES["good"].learn(
        Ground(theory, lambda rng: domain.draw((2, 3), rng), TheoryDomain(theory)), 8, "0"
    )
    path = tmp_path / "macros.pl"
    save_macros(MacroLibrary(TheoryDomain(theory), learned.macros), path)
    return path


@pytest.fixture
def schemas(macro_file: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> Path:
    path = macro_file(BOARD, "--learner", "escapes")
    capsys.readouterr()
    return path


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # A verdict looks at times too: where work and time disagree, there is no difference.
    timed = ("elapsed", "learning_seconds", "gain_seconds", "pays_after_seconds", "verdict")
    return [{k: v for k, v in row.items() if not k.startswith(timed)} for row in rows]


@pytest.mark.long
def test_the_sweep_has_a_row_for_every_arm_and_algorithm(call: Any) -> None:
    done = call(BOARD, *SMALL, "--json", "--algorithms", "greedy,climb")
    assert done.code == 0
    data = done.data
    assert data["finished"]
    assert data["left_out"] == {}
    conditions = [
        ("none", 0),
        ("good", 5),
        ("random", 5),
        ("duplicated", 5),
        ("random-macros", 5),
        ("macro-table", 12),
    ]
    assert [(row["configuration"], row["kind"], row["size"]) for row in data["rows"]] == [
        *(("greedy", *condition) for condition in conditions),
        *(("climb", *condition) for condition in conditions),
    ]
    for row in data["rows"]:
        assert (row["problems"], row["solved"], row["seeds"]) == (8, 8, 2)
        assert row["expanded_low"] <= row["expanded"] <= row["expanded_high"]
        if row["kind"] == "none":
            assert row["gain_applications"] is row["verdict"] is None
        else:
            assert row["verdict"] in ("pays", "does not pay", "no difference", "too few")
            assert row["operator_applications_ratio"] > 0
    by_arm = {row["kind"]: row for row in data["rows"] if row["configuration"] == "greedy"}
    assert by_arm["good"]["macros"] == by_arm["random"]["macros"] == 5
    assert (by_arm["duplicated"]["macros"], by_arm["duplicated"]["refused"]) == (1, 4)
    none, table = by_arm["none"], by_arm["macro-table"]
    gain = none["operator_applications"] - table["operator_applications"]
    assert table["gain_applications"] == pytest.approx(gain)
    assert table["pays_after_applications"] == -(-table["learning_applications"] // gain)


@pytest.mark.long
def test_the_sweep_comes_out_the_same_again(call: Any) -> None:
    small = ("--problems", "2", "--seeds", "1", "--counts", "0,2")
    arguments = (BOARD, *small, "--json", "--algorithms", "breadth-first")
    one, other = (call(*arguments).data["rows"] for _ in range(2))
    assert without_times(one) == without_times(other)
    different = call(*arguments, "--seed", "9").data["rows"]
    assert without_times(one) != without_times(different)


@pytest.mark.long
def test_the_table_says_what_was_measured(call: Any) -> None:
    done = call(BOARD, "--problems", "2", "--seeds", "2", "--counts", "0,5")
    assert done.code == 0
    first = f"{BOARD}: 2 random problems for each of 2 seeds, at most 2,000,000 operator applications each"
    assert f"\n\n{first}" in done.out
    for words in ("breadth-first", "greedy", "a-star"):
        assert f"\n{words}" in done.out
    for words in ("no macros", "good examples", "duplicated examples, of 5", "macro table"):
        assert done.out.count(f"\n {words} ") == 3


@pytest.mark.slow
def test_csv_has_the_table_and_plot_data_every_search(call: Any, tmp_path: Path) -> None:
    table, searches = tmp_path / "table.csv", tmp_path / "searches.csv"
    done = call(
        BOARD, *SMALL, "--algorithms", "greedy", "--csv", table, "--plot-data", searches, "--json"
    )
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == len(done.data["rows"])
    assert list(rows[0]) == list(done.data["rows"][0])
    for measure in ("expanded", "generated", "operator_applications", "moves", "elapsed"):
        assert {measure, f"{measure}_low", f"{measure}_high"} <= rows[0].keys()
    found = list(csv.DictReader(searches.read_text().splitlines()))
    assert len(found) == sum(row["problems"] for row in done.data["rows"])
    for row in done.data["rows"]:
        mine = [
            float(line["operator_applications"])
            for line in found
            if (line["configuration"], line["kind"], int(line["size"]))
            == (row["configuration"], row["kind"], row["size"])
        ]
        assert sum(mine) / len(mine) == pytest.approx(row["operator_applications"])


@pytest.mark.slow
def test_forgetting_is_an_arm_of_the_sweep(call: Any) -> None:
    rows = call(BOARD, *SMALL, "--algorithms", "greedy", "--forget", "--json").data["rows"]
    good, forgotten = (
        next(row for row in rows if row["kind"] == condition) for condition in ("good", "forgotten")
    )
    assert forgotten["macros"] <= good["macros"]
    assert forgotten["learning_applications"] > good["learning_applications"]


@pytest.mark.slow
def test_a_program_that_is_no_built_in_domain_can_be_swept(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "three.pl"
    path.write_text("arc([A,B,C], [B,A,C], 1).\narc([A,B,C], [B,C,A], 1).\n")
    done = call(path, "1 2 3", "--counts", "0,2", "--problems", "3", "--seeds", "1", "--json")
    assert done.code == 0
    assert set(done.data["left_out"]) == {"macro-table"}
    assert {row["solved"] for row in done.data["rows"]} == {3}


@pytest.mark.slow
def test_the_ledger_has_an_entry_for_every_macro(call: Any, macros: Path, tmp_path: Path) -> None:
    table = tmp_path / "ledger.csv"
    done = call(
        BOARD, "--macros", macros, "--problems", "5", "--json", "--csv", table,
        "--algorithms", "breadth-first,greedy",
    )  # fmt: skip
    assert done.code == 0
    data = done.data
    assert [book["algorithm"] for book in data["ledgers"]] == [
        "breadth-first",
        "greedy with manhattan",
    ]
    for book in data["ledgers"]:
        assert [entry["macro"] for entry in book["macros"]] == [f"m{n}" for n in range(1, 9)]
        for entry in book["macros"]:
            assert entry["applied"] <= entry["matched"] <= entry["tried"]
            assert entry["share_low"] <= entry["share"] <= entry["share_high"]
            assert entry["origin"].startswith("the file says: pair ")
            assert len(entry["moves"].split()) == entry["length"]
            assert entry["match_seconds"] >= 0
        assert book["forgotten"] is None
    assert data["learning"]["applications"] > 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["macro"] for row in rows] == [f"m{n}" for n in range(1, 9)] * 2
    printed = call(BOARD, "--macros", macros, "--problems", "5", "--algorithms", "greedy")
    assert (
        "greedy with manhattan, engine native (tried and matched counted in Python)" in printed.out
    )
    assert "pair 1, " in printed.out
    assert "paid for after: never" in printed.out


@pytest.mark.slow
def test_forgetting_writes_what_is_left_and_shows_what_it_did(
    call: Any, macros: Path, tmp_path: Path
) -> None:
    output = tmp_path / "left.pl"
    done = call(
        BOARD, "--macros", macros, "--algorithms", "greedy", "--forget", "-o", output,
        "--problems", "8", "--json",
    )  # fmt: skip
    assert done.code == 0
    (book,) = done.data["ledgers"]
    names = [macro.name for macro in load_macros(output)]
    every = [entry["macro"] for entry in book["macros"]]
    assert names == [name for name in every if name not in book["forgotten"]]
    assert book["forgotten"]
    assert all(entry["reason"] for entry in book["macros"])
    assert [row["kind"] for row in book["after_forgetting"]] == ["none", "library", "forgotten"]
    printed = call(
        BOARD, "--macros", macros, "--algorithms", "greedy", "--forget", "--problems", "8"
    ).out
    assert f"{len(book['forgotten'])} of 8 macros forgotten, {len(names)} left" in printed
    assert "what that did, on other problems:" in printed
    assert "after forgetting, of 8" in printed


@pytest.mark.long
@pytest.mark.slow
def test_schemas_are_judged_by_climbing(call: Any, schemas: Path, tmp_path: Path) -> None:
    output = tmp_path / "left.pl"
    done = call(
        BOARD, "--macros", schemas, "--algorithms", "climb", "--forget", "-o", output,
        "--problems", "6", "--json", "--learning-cost", "500",
    )  # fmt: skip
    assert done.code == 0
    (book,) = done.data["ledgers"]
    assert book["gain_applications"]["mean"] > 0
    assert book["pays_after_applications"] == -(-500 // book["gain_applications"]["mean"])
    left = load_macros(output)
    assert len(left) == done.data["macros"] - len(book["forgotten"])
    both = call(BOARD, "--macros", schemas, "--algorithms", "greedy,climb", "--problems", "2")
    assert both.code == 0
    assert "the file does not tell what learning cost" in both.out


@pytest.mark.slow
def test_macros_are_forgotten_for_one_algorithm(call: Any, macros: Path) -> None:
    done = call(BOARD, "--macros", macros, "--forget")
    assert done.code == 33
    assert "what pays for one algorithm" in done.err


@pytest.mark.slow
def test_macros_of_one_board_climb_too(call: Any, macros: Path, tmp_path: Path) -> None:
    done = call(BOARD, "--macros", macros, "--algorithms", "climb")
    assert done.code == 0 and "climb" in done.out
    program = tmp_path / "three.pl"
    program.write_text("arc([A,B,C], [B,A,C], 1).\n")
    done = call(program, "1 2 3", "--algorithms", "climb", "--problems", "2", "--counts", "0,1")
    assert done.code == 0
    assert "climb" in done.out


@pytest.mark.slow
def test_an_interrupted_sweep_keeps_what_is_done(
    call: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    interrupt_after(12 + 5, monkeypatch)  # what is learned with the first seed takes 5
    table = tmp_path / "table.csv"
    done = call(BOARD, *SMALL, "--algorithms", "greedy", "--json", "--csv", table)
    assert done.code == 130
    assert not done.data["finished"]
    rows = done.data["rows"]
    assert sum(row["problems"] for row in rows) == 12
    assert {"none", "good", "random"} <= {row["kind"] for row in rows}
    assert len(table.read_text().splitlines()) == 1 + len(rows)


@pytest.mark.slow
def test_an_interrupted_ledger_keeps_what_is_done(
    call: Any, macros: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(8 + 7, monkeypatch)  # the training examples of eight macros come first
    done = call(BOARD, "--macros", macros, "--problems", "4", "--algorithms", "greedy")
    assert done.code == 130
    assert "2 of 2 problems solved" in done.out
    assert "interrupted" in done.err


@pytest.mark.parametrize(
    ("works", "words"),
    [
        ([(100, 90), (100, 90)], "10"),
        ([(100, 95), (100, 85)], "unclear"),
        ([(100, 110), (100, 110)], "never"),
        ([(100, 90)], "10"),
        ([], "-"),
    ],
)
def test_chance_does_not_pay(works: list[tuple[int, int]], words: str) -> None:
    def row(work: int) -> Row:
        return Row("x", "greedy", 1, "solved", expanded=work, operator_applications=work)

    pairs = tuple(Pair(row(before), row(after)) for before, after in works)
    learned = Condition("x", facts={"macros": 1, "learning": {"applications": 100}})
    assert pays_text(Summary("greedy", (learned,), ((),), (pairs,))) == words


@pytest.mark.slow
def test_climbs_that_have_to_search_for_escapes_have_a_ledger(call: Any, tmp_path: Path) -> None:
    macros = tmp_path / "m.pl"
    learned = ["learn", BOARD, "--learner", "each-path", "--problems", "2", "-o", str(macros)]
    assert run(learned) == 0
    asked = ("--macros", macros, "--algorithms", "climb", "--problems", "5", "--json")
    done = call(BOARD, *asked)
    entries = json.loads(done.out.splitlines()[-1])["ledgers"][0]["macros"]
    assert [entry["macro"] for entry in entries] == ["m1", "m2"]
    assert any(entry["tried"] and entry["matched"] for entry in entries)
    assert all(entry["match_seconds"] is None for entry in entries)
