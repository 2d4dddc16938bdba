"""``arcwise domains``: the table, one domain, JSON; and the built-in domains at every other command."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arcwise.rules import DOMAINS, distances, open_source

SMALL = [f"{name}:{domain.small}" for name, domain in DOMAINS.items() if name != "cube"]


@pytest.mark.long
def test_the_table_has_a_line_for_every_domain(call: Any) -> None:
    done = call("domains")
    assert done.code == 0
    lines = [line.split() for line in done.out.splitlines() if line.startswith(" ") and ":" in line]
    assert [words[0].partition(":")[0] for words in lines] == list(DOMAINS)
    assert ["pancake:6", "6", "720", "5.00"] in [words[:4] for words in lines]
    assert ["cube:2", "24", "3,674,160", "6.00"] in [words[:4] for words in lines]


@pytest.mark.long
def test_the_numbers_of_the_table_are_those_of_the_whole_state_space(call: Any) -> None:
    rows = call("domains", "--json").data["domains"]
    assert [row["name"] for row in rows] == list(DOMAINS)
    for row in rows:
        if row["name"] == "cube":
            continue
        rules, shape = open_source(row["example"]).sized
        theory = rules.theory(shape)
        start = tuple(row["state"]) if rules.start(shape) is None else rules.start(shape)
        states = distances(theory, start)
        moves = sum(len(theory.successors(state)) for state in states)
        assert row["states"] == len(states)
        assert row["branching"] == pytest.approx(moves / len(states))
        assert row["cells"] == theory.size
        assert row["arcs"] == len(theory.arcs)
        assert row["state_picture"] == theory.draw(tuple(row["state"]))


def test_one_domain_is_described_with_its_rules_of_writing_and_its_source(call: Any) -> None:
    out = call("domains", "blocks").out
    assert out.startswith("blocks:4: blocks world")
    assert "written: blocks:N\n" in out
    assert "73; 3.29 moves from each on average" in out
    assert "OEIS A000262" in out
    assert call("domains", "hanoi:4x3").out.startswith("hanoi:4x3:")
    assert call("domains", "hanoi", "--seed", "2").out != call("domains", "hanoi").out


@pytest.mark.long
@pytest.mark.slow
def test_a_large_board_is_sampled_and_a_huge_one_left_uncounted(call: Any) -> None:
    row = call("domains", "blocks:12", "--json").data["domains"][0]
    assert (row["states"], row["branching_exact"]) == (None, False)
    row = call("domains", "cube:3", "--json").data["domains"][0]
    assert (row["states"], row["branching"]) == (43_252_003_274_489_856_000, 12)
    row = call("domains", "pancake:2000", "--json").data["domains"][0]
    assert (row["arcs"], row["states"], row["branching"]) == (None, None, None)
    assert "too large for arcs spelled out" in call("domains", "pancake:2000").out


@pytest.mark.long
@pytest.mark.parametrize("domain", SMALL)
def test_problems_are_made_learned_from_explained_and_compared(
    call: Any, domain: str, tmp_path: Path
) -> None:
    file, macros = tmp_path / "some.json", tmp_path / "m.pl"
    done = call("problems", domain, "--count", "3", "--seed", "5", "-o", file)
    assert done.code == 0, done.err
    pairs = json.loads(file.read_text(encoding="utf-8"))["problems"]
    rules, shape = open_source(domain).sized
    assert all(rules.theory(shape).parse(pair["start"]) for pair in pairs)
    file.write_text(json.dumps(pairs), encoding="utf-8")
    done = call("learn", domain, file, "-o", macros)
    assert done.code == 0, done.err
    done = call("explain", macros)
    assert done.code == 0, done.err
    theory = rules.theory(shape)
    drawn = [theory.draw(theory.parse(pair["start"])).splitlines()[0] for pair in pairs]
    assert any(line in done.out for line in drawn)
    searched = ("--macros", macros, "--algorithms", "greedy", "--beyond", "0", "--json")
    done = call("compare", domain, file, *searched)
    assert done.code == 0, done.err
    once = len({(pair["start"], pair["goal"]) for pair in pairs})
    assert done.data["problems"][0]["solved"] == {"before": once, "after": once}
    done = call("compare", domain, "--random", "1", "--count", "2", *searched)
    solved = done.data["problems"][0]["solved"]
    assert solved["before"] == solved["after"] in (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "domain",
    [
        "water-jugs:2x3=1",
        "missionaries:2x2",
        "keys:2x3",
        "blocks:2",
        "burnt-pancake:2",
        "sokoban:1",
    ],
)
def test_random_pairs_are_states_of_which_one_leads_to_the_other(
    call: Any, domain: str, tmp_path: Path
) -> None:
    file, macros = tmp_path / "some.json", tmp_path / "m.pl"
    rules, shape = open_source(domain).sized
    theory = rules.theory(shape)
    start = rules.draw(shape, Random(4)) if rules.start(shape) is None else rules.start(shape)
    farthest = list(distances(theory, start))[-1]
    file.write_text(json.dumps([[list(start), list(farthest)]]), encoding="utf-8")
    assert call("learn", domain, file, "-o", macros, "--json").data["training_records"][0][
        "accepted"
    ]
    done = call("compare", domain, file, "--macros", macros, "--algorithms", "greedy", "--beyond",
                "4", "--json")  # fmt: skip
    assert done.code == 0, done.err
    searches = done.data["random_pairs"][0]["searches"]
    assert searches
    assert all(one["before"]["status"] == "solved" for one in searches)
    assert all(one["start"] != one["goal"] for one in searches)


@pytest.mark.parametrize("domain", [*SMALL, "cube:3"])
def test_a_domain_is_shown_and_climbed_on(call: Any, domain: str) -> None:
    done = call("show", domain, "--limit", "2")
    assert done.code == 0, done.err
    assert "% " in done.out
    if domain not in ("cube:3", "sokoban:2", "peg-solitaire:triangle5"):
        done = call("solve", domain, "--random", "3", "--algorithm", "climb", "--json")
        assert (done.code, done.data["status"]) == (0, "solved")


def test_random_problems_for_an_open_goal_are_made_from_what_the_own_start_reaches(
    call: Any,
) -> None:
    done = call("problems", "water-jugs:5x3=4", "--count", "2")
    assert [pair["goal"] for pair in done.data["problems"]] == ["4 ?", "4 ?"]
    done = call("problems", "water-jugs:5x3=4", "? 1", "--count", "2")
    assert [pair["goal"] for pair in done.data["problems"]] == ["? 1", "? 1"]
    for arguments in (["--moves", "3"], ["--distance", "2"]):
        done = call("problems", "water-jugs:5x3=4", *arguments)
        assert done.code == 33
        assert "random problems need a goal that is a single state" in done.err


def test_examples_may_leave_cells_of_their_goals_open(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    file.write_text('[["0 0", "? 1"], {"start": [0, 0], "goal": [2, "?"]}]', encoding="utf-8")
    done = call("learn", "water-jugs:5x3=4", file, "--json")
    assert done.code == 0, done.err
    assert [record["goal"] for record in done.data["training_records"]] == [["?", 1], [2, "?"]]
    assert all(record["accepted"] for record in done.data["training_records"])


def test_problems_become_training_examples(call: Any, tmp_path: Path) -> None:
    made, macros = tmp_path / "made.json", tmp_path / "macros.pl"
    assert call("problems", "gripper:3", "--count", 3, "--training", "-o", made).code == 0
    assert call("learn", "gripper:3", made, "-o", macros).code == 0
    assert "arc(" in macros.read_text(encoding="utf-8")


def test_one_puzzle_is_the_same_in_python_prolog_and_psvn(
    call: Any, examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [
        (examples / f"pancakes.{kind}").read_text(encoding="utf-8") for kind in ("py", "pl", "psvn")
    ]
    assert all(len(text.splitlines()) < 20 for text in texts)
    exec(compile(texts[0], "pancakes.py", "exec"), {})
    names = capsys.readouterr().out.split()
    assert names == ["flip2", "flip3", "flip4", "flip2"]
    for theory in (examples / "pancakes.pl", examples / "pancakes.psvn", "pancake:4"):
        done = call("solve", theory, "3 1 4 2", "1 2 3 4", "--algorithm", "breadth-first", "--json")
        assert done.data["primitive_moves"] == names
