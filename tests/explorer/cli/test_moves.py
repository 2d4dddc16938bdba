"""Which arguments of the moves of a program are the states, the label and the cost: told, or asked for."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import arcwise as aw
import networkx
import pytest

from ...shared_data import SHARED

ROADS = "road(a, b, 5). road(b, c, 3). road(a, c, 20).\n"
LINKS = "link(rail, a, b). link(bus, a, c). link(rail, b, d). link(bus, c, d).\n"
TRIPS = "trip(t1, a, b, 4, fast). trip(t2, b, c, 1, slow). trip(t3, a, c, 9, slow).\n"


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "program.pl"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "words", "asked"),
    [
        ("mov(go, s, g).", ("s", "g", "--moves", "mov(Name,S,T)"), "s stands in argument 2"),
        ("mov(N, S, T) :- d(N, S, T). d(go, s, g).", ("s", "g", "--moves", "mov(N,S,T)"), "s stands in argument 2"),
        ("mov(up, X, Y) :- Y is X + 1.", ("0", "3", "--moves", "mov(N,S,T)"), "0 stands in argument 2"),
        ("mov(s, g, go).", ("s", "g", "--moves", "mov(S,T,Name)"), "g stands in argument 2"),
        ("mov(g, s).", ("s", "g", "--moves", "mov(T,S)"), "s stands in argument 2"),
        ("mov(s, go, g).", ("s", "g", "--moves", "mov(S,T,_)"), "g stands in argument 3"),
        (ROADS, ("a", "c", "--moves", "road(S,T,C)"), "c stands in argument 2"),
        ("edge(e1, a, b). edge(e2, b, c).", ("a", "c"), "c stands in argument 3"),
        ("edge(a, e1, b). edge(b, e2, c).", ("a", "c"), "c stands in argument 3"),
        ("move(go, p(1), p(2)).", ("p(1)", "p(2)", "--moves", "move(N,S,T)"), "p(1) stands in argument 2"),
    ],
)  # fmt: skip
def test_a_state_that_stands_in_another_argument_is_a_question_and_no_verdict(
    call: Any, tmp_path: Path, text: str, words: tuple[str, ...], asked: str
) -> None:
    path, certificate = _written(tmp_path, text), tmp_path / "certificate.json"
    told = call("solve", path, *words, "--certificate", certificate)
    assert told.code == 33
    assert asked in told.err and "--moves" in told.err
    assert not certificate.exists()
    proposed = told.err.partition('--moves "')[2].partition('"')[0]
    again = call("solve", path, *words[:2], "--moves", proposed)
    assert again.code == 0, again.err


def test_the_case_with_the_label_first_is_a_question(call: Any) -> None:
    path = SHARED / "cases" / "logic" / "m06_label_first.pl"
    if not path.exists():
        pytest.skip("the shared cases are not here")
    told = call("solve", path, "s", "g", "--moves", "mov(Name,S,T)")
    assert told.code == 33 and "s stands in argument 2 of mov/3, not in 1" in told.err
    assert call("solve", path, "s", "g", "--moves", "mov(_,S,T)").code == 0


@pytest.mark.parametrize("goal", ["road(S,T,C)", "road(Before,After,C)"])
def test_a_cost_is_named_by_its_variable(call: Any, tmp_path: Path, goal: str) -> None:
    path = _written(tmp_path, ROADS)
    done = call(
        "solve", path, "a", "c", "--moves", goal, "--cost", "C", "--algorithm", "a-star", "--json"
    )
    assert done.code == 0 and json.loads(done.out)["cost"] == 8
    assert aw.solve(str(path), "a", "c", moves=goal, cost="C").cost == 8


def test_a_constant_in_the_goal_of_moves_has_to_stand_there(tmp_path: Path) -> None:
    path = str(_written(tmp_path, LINKS))
    assert aw.solve(path, "a", "d", moves="link(rail,S,T)").states == (("a",), ("b",), ("d",))
    assert aw.solve(path, "a", "d", moves="link(bus,S,T)").states == (("a",), ("c",), ("d",))


def test_label_and_cost_both_stand_where_they_are_told(call: Any, tmp_path: Path) -> None:
    path = _written(tmp_path, TRIPS)
    found = aw.solve(str(path), "a", "c", "a-star", moves="trip(Label,Before,After,C,_)", cost="C")
    assert (found.cost, found.move_names) == (5, ["t1", "t2"])
    slow = aw.solve(str(path), "a", "c", moves="trip(Label,Before,After,Cost,slow)")
    assert (slow.cost, slow.move_names) == (9, ["t3"])


def test_macros_of_moves_with_label_and_cost_are_learned_and_used(
    call: Any, tmp_path: Path
) -> None:
    path = _written(tmp_path, "step(N, X, Y, C) :- X < 9, Y is X + 1, N = up, C is 1 + X mod 2.\n")
    moves = ("--moves", "step(Label,Before,After,C)", "--cost", "C")
    (tmp_path / "pairs.csv").write_text("start,goal\n0,3\n")
    macros = tmp_path / "macros.pl"
    learned = call("learn", path, tmp_path / "pairs.csv", *moves, "-o", macros)
    assert learned.code == 0, learned.err
    assert "moves(step(label,before,after,cost))" in macros.read_text()
    done = call(
        "solve", path, "0", "6", *moves, "--macros", macros, "--algorithm", "a-star", "--json"
    )
    assert done.code == 0 and json.loads(done.out)["cost"] == 9, done.err


def test_a_dead_end_of_named_states_is_unsolvable(call: Any, tmp_path: Path) -> None:
    path = _written(tmp_path, ROADS)
    assert call("solve", path, "c", "a", "--moves", "road(Before,After,_)").code == 11
    assert call("solve", path, "c", "a", "--moves", "road(S,T,_)").code == 33
    graph = _written(tmp_path, "edge(a, b). edge(b, c).")
    assert call("solve", graph, "c", "a").code == 11


@pytest.mark.long
@pytest.mark.parametrize("places", [(0, 1, 2, 3), (2, 0, 1, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_distances_in_random_relations_are_those_of_networkx(
    tmp_path: Path, places: tuple[int, ...]
) -> None:
    rng = random.Random(str(places))
    graph = networkx.DiGraph()
    for number in range(18):
        one, other = rng.sample("abcdefgh", 2)
        graph.add_edge(one, other, weight=rng.randint(1, 9), name=f"n{number}")
    facts, roles = [], ["Before", "After", "Cost", "Label"]
    for one, other, data in graph.edges(data=True):
        args = (one, other, data["weight"], data["name"])
        facts.append(f"r({', '.join(str(args[place]) for place in places)}).")
    path = _written(tmp_path, "\n".join(facts))
    moves = f"r({','.join(roles[place] for place in places)})"
    for _ in range(12):
        one, other = rng.sample(sorted(graph), 2)
        known = networkx.single_source_dijkstra_path_length(graph, one)
        found = aw.solve(str(path), one, other, "uniform-cost", moves=moves)
        assert found.solved == (other in known)
        assert not found.solved or found.cost == known[other]
