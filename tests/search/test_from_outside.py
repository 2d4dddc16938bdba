"""A heuristic and an algorithm that another package brings: one file and one registration each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import Configuration
from arcwise.rules import InputError, sliding_tile
from arcwise.search import ALGORITHMS, HEURISTICS, Algorithm, Problem, Weights, solve

Install = Callable[..., None]

PROBLEM = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))

HALVED = """
from arcwise.search import FunctionHeuristic, make_heuristic

def halved(theory, goal, start):
    whole = make_heuristic("manhattan", theory, goal, start)
    return FunctionHeuristic("halved", lambda state: whole.estimate(state) / 2, admissible=True)

def divided(theory, goal, start, by="2"):
    whole = make_heuristic("manhattan", theory, goal, start)
    return FunctionHeuristic(
        f"divided:{by}", lambda state: whole.estimate(state) / int(by), admissible=True
    )

def limited(theory, goal, start=(), limits=None):
    assert limits is not None
    return halved(theory, goal, start)

def limited_by(theory, goal, start=(), by="2", limits=None, *, least=0):
    assert limits is not None
    return divided(theory, goal, start, by)
"""

DEEP = """
from arcwise.search import Algorithm, Weights, best_first_search

class DeepestFirst:
    complete = True

    def __init__(self, algorithm):
        self.nodes = []

    def extend(self, siblings):
        self.nodes.extend(siblings)

    def pop(self):
        node = min(self.nodes, key=lambda node: (node.f, -node.depth))
        self.nodes.remove(node)
        return node

    def __len__(self):
        return len(self.nodes)

DEEP = Algorithm(
    name="deep-a-star",
    summary="A* that takes the deepest of equally good nodes",
    open_list=DeepestFirst,
    f=Weights(g=1, h=1),
    reopens=True,
    informed=True,
    fewest="cost",
)

def one_step(problem, parts):
    return best_first_search(
        problem,
        successors=parts.successors,
        open_list=parts.open_list(),
        evaluate=parts.evaluate(),
        heuristic=parts.heuristic,
        duplicates=parts.duplicates(),
        meter=parts.meter,
    )

LOOP = Algorithm(name="own-loop", summary="a loop of its own", loop=one_step)

NARROW = Algorithm(
    name="narrow-beam",
    summary="a beam of its own width",
    open_list="level-beam",
    f=Weights(h=1),
    informed=True,
    beam_width=2,
    parameters=("beam_width",),
)
"""


@pytest.fixture
def outside(plugin: Install) -> None:
    plugin(
        "halved_outside",
        HALVED,
        {
            "arcwise.heuristics": "\n".join(
                f"{name} = halved_outside:{name.replace('-', '_')}"
                for name in ("halved", "divided", "limited", "limited-by")
            )
        },
    )
    plugin(
        "deep_outside",
        DEEP,
        {
            "arcwise.algorithms": "deep-a-star = deep_outside:DEEP\nown-loop = deep_outside:LOOP\n"
            "narrow-beam = deep_outside:NARROW"
        },
    )


@pytest.mark.usefixtures("outside")
@pytest.mark.slow
def test_solve_takes_their_names_and_runs_in_python_what_the_kernel_lacks() -> None:
    cheapest = solve(PROBLEM).cost
    for arguments in (
        {"algorithm": "deep-a-star"},
        {"algorithm": "own-loop"},
        {"heuristic": "halved"},
        {"algorithm": "deep-a-star", "heuristic": "divided:3"},
    ):
        result = solve(PROBLEM, **arguments)
        assert (result.cost, result.engine) == (cheapest, "python")
        with pytest.raises(InputError, match="engine native cannot run this"):
            solve(PROBLEM, **arguments, engine="native")
    assert solve(PROBLEM, heuristic="divided:3").method == "a-star with divided:3"
    assert "deep-a-star" in ALGORITHMS and "halved" in HEURISTICS
    assert {*ALGORITHMS} >= {"a-star", "deep-a-star", "own-loop"}


@pytest.mark.usefixtures("outside")
def test_limits_are_no_parameter_in_words() -> None:
    cheapest = solve(PROBLEM).cost
    assert solve(PROBLEM, heuristic="limited").cost == cheapest
    assert solve(PROBLEM, heuristic="limited-by:3").method == "a-star with divided:3"
    for text in ("limited:7", "halved:7"):
        with pytest.raises(InputError, match="takes no parameter"):
            solve(PROBLEM, heuristic=text)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("outside")
def test_the_command_line_knows_them(call: Any, examples: Path, tmp_path: Path) -> None:
    words = ("sliding-tile:2x3", "4 5 3 0 1 2", "1 2 3 4 5 0")
    chosen = ("--algorithm", "deep-a-star", "--heuristic", "halved")
    printed = call("solve", *words, *chosen, "--json").data
    assert (printed["algorithm"], printed["heuristic"]) == ("deep-a-star", "halved")
    assert (printed["engine"], printed["cost"], printed["optimal"]) == ("python", 18, True)
    listed = call("solve", "--help-all").out.replace("\n", "").replace(" ", "")
    assert "deep-a-star" in listed and "halved" in listed
    macros = tmp_path / "macros.pl"
    learned = call("learn", "sliding-tile:2x3", examples / "five_puzzle.json", "-o", macros)
    assert learned.code == 0
    compared = call(
        *("compare", "sliding-tile:2x3", "--macros", macros, "--random", 1, "--count", 2),
        *("--algorithms", "deep-a-star", "--heuristic", "halved"),
    )
    assert compared.code == 0 and "deep-a-star" in compared.out


@pytest.mark.usefixtures("outside")
def test_what_nobody_asks_for_is_the_algorithms_own() -> None:
    own, two, wide = (
        Configuration("narrow-beam", beam_width=width).search(PROBLEM).statistics.expanded
        for width in (None, 2, 100)
    )
    assert own == two < wide


def test_after_that_they_are_gone() -> None:
    with pytest.raises(InputError, match=r"unknown algorithm[\s\S]*one of breadth-first"):
        solve(PROBLEM, "own-loop")


def test_a_broken_one_is_an_error_only_when_it_is_asked_for(plugin: Install, call: Any) -> None:
    plugin(
        "broken_outside",
        "raise RuntimeError('half installed')",
        {"arcwise.heuristics": "broken = broken_outside:make"},
    )
    assert solve(PROBLEM, heuristic="manhattan").solved
    assert "broken" in HEURISTICS
    with pytest.raises(InputError, match=r"broken_outside adds[\s\S]*RuntimeError: half installed"):
        solve(PROBLEM, heuristic="broken")
    refused = call("solve", "sliding-tile:2x3", "4 5 3 0 1 2", "--heuristic", "broken")
    assert refused.code == 33 and "cannot load the heuristic broken" in refused.err


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"open_list": lambda row: []}, r"no open list of own\n.*complete, extend, pop.*\n.*\[\]"),
        ({"loop": lambda problem, parts: 7}, r"no result of the loop of own\n.*a Result\n.*7"),
    ],
)
def test_parts_of_ones_own_that_are_none_are_refused(part: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        solve(PROBLEM, Algorithm(name="own", summary="", **part))


def test_a_maker_may_return_a_function_of_a_state(plugin: Install) -> None:
    text = """
def wrong(theory, goal, start):
    def wrong_cells(state):
        return sum(one != other for one, other in zip(state, goal))
    return wrong_cells

def none(theory, goal, start):
    return None

class Half:
    name, admissible, consistent = "half", False, False
    def estimate(self, state):
        return 0

def half(theory, goal, start):
    return Half()
"""
    names = "\n".join(f"{name} = plain_outside:{name}" for name in ("wrong", "none", "half"))
    plugin("plain_outside", text, {"arcwise.heuristics": names})
    result = solve(PROBLEM, "a-star", heuristic="wrong")
    assert (result.method, result.optimal) == ("a-star with wrong_cells", False)
    for name in ("none", "half"):
        with pytest.raises(InputError, match="this cannot be a heuristic"):
            solve(PROBLEM, "a-star", heuristic=name)


def test_a_name_of_ours_cannot_be_taken(plugin: Install) -> None:
    plugin("greedy_outside", "make = None", {"arcwise.algorithms": "greedy = greedy_outside:make"})
    assert isinstance(ALGORITHMS["greedy"], Algorithm)
    assert [*ALGORITHMS].count("greedy") == 1


def test_a_specification_of_ones_own_runs_on_both_engines() -> None:
    own = Algorithm(
        name="half-a-star",
        summary="g counts half",
        open_list="priority",
        f=Weights(g=0.5, h=1),
        reopens=True,
        informed=True,
        parameters=("ties",),
    )
    native, python = (solve(PROBLEM, own, engine=engine) for engine in ("native", "python"))
    assert native.path == python.path
    assert native.statistics.expanded == python.statistics.expanded
    assert native.method == "half-a-star with manhattan"
    assert native != solve(PROBLEM, own.adjusted(ties="newest"))
    deep = Algorithm(name="shallow", summary="", open_list="priority", f=Weights(g=1, depth=2))
    assert solve(PROBLEM, deep).engine == "python"
    assert solve(PROBLEM, deep).cost == 18
