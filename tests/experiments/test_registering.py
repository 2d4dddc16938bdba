"""Parts in memory: what is registered, or simply passed, is known by its name in Python, the shell and other processes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import Keeping
from arcwise.search import Stage


class Unfinished(aw.Source):
    """A source without methods."""


PARTS = '''
import arcwise as aw
from arcwise.ebl import TrainingPath
from arcwise.ebl.learner import changed_paths
from arcwise.rules import Arc, Domain, Schema, Var
from arcwise.search import Weights


class Beginnings(aw.EachPath):
    """Beginnings of random solutions.

    Parameters
    ----------
    first
        How many moves of each.
    """

    first: int = 2

    def attend(self, library, problem):
        return changed_paths(
            super().attend(library, problem),
            lambda path: TrainingPath(path.start, path.steps[: self.first]),
        )


class Odd(aw.EachPath):
    "With an option of all learners."

    seed: int = 2


class Wheel(Domain):
    name = "wheel"
    typical = small = "4"

    def schemas(self, shape):
        x = tuple(Var(f"X{place}") for place in range(shape[1]))
        moves = {"turn": (*x[1:], x[0]), "swap": (x[1], x[0], *x[2:])}
        return tuple(Schema(Arc(name, x, after), shape) for name, after in moves.items())

    def goal(self, shape):
        return tuple(range(1, shape[1] + 1))


def first_row(state):
    return sum(symbol != wanted for symbol, wanted in zip(state[:3], (1, 2, 3)))


CAUTIOUS = aw.Algorithm(
    name="cautious", summary="A* by three quarters", open_list="priority", f=Weights(g=1, h=0.75),
    reopens=True, informed=True, fewest="cost",
)
'''
BOARD = "sliding-tile:2x3"
START = "4 5 3 0 1 2"


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of this process that no package installs; its parts are registered."""
    (tmp_path / "parts_in_memory.py").write_text(PARTS)
    monkeypatch.syspath_prepend(tmp_path)
    import parts_in_memory as found  # type: ignore[import-not-found]

    for thing in (found.Beginnings, found.Odd, found.Wheel, found.first_row, found.CAUTIOUS):
        assert aw.register(thing) is thing
    yield found
    del sys.modules["parts_in_memory"]


def test_a_name_is_known_in_python(parts: Any) -> None:
    found = aw.learn(BOARD, learner="beginnings")
    assert repr(found.learner) == "Beginnings()"
    assert {macro.length for macro in found.library} == {2}
    same = aw.learn(BOARD, learner=parts.Beginnings)
    assert list(same.library) == list(found.library)
    more = parts.Beginnings(first=3, problems=2).fit(BOARD, library=found.library)
    assert {macro.length for macro in more} == {2, 3}
    surveyed = aw.survey("5-puzzle", None, [parts.CAUTIOUS], ["first_row"], count=2)
    assert {row.configuration for row in surveyed.run.searches} == {"cautious with first_row"}
    result = aw.solve("5-puzzle", START, algorithm="cautious", heuristic="first_row")
    assert (result.method, result.cost) == ("cautious with first_row", 18)
    assert aw.solve("wheel:4", "2 3 4 1").moves == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["learn", BOARD, "--learner", "beginnings", "--first", "3"], "10 problems"),
        (["learn", "--learner", "beginnings", "--help"], "How many moves of each. [default: 2]"),
        (["learn", "--learner", "beginnings", "--help"], "as in 3,1,2. [default: given]"),
        (["learn", "--learner", "begnnings", "--help"], "unknown learner"),
        (["learn", "--help"], "beginnings Beginnings of random solutions"),
        (["solve", "5-puzzle", START, "--algorithm", "cautious"], "cautious"),
        (["solve", "5-puzzle", START, "--heuristic", "first_row"], "18 moves"),
        (["solve", "wheel:4", "2 3 4 1"], "3 moves"),
        (["learn", BOARD, "--learner", "odd"], "called like one that all learners have"),
    ],
)
@pytest.mark.usefixtures("parts")
def test_a_name_is_known_in_every_command(call: Any, words: list[str], said: str) -> None:
    done = call(*words)
    assert said in " ".join((done.out + done.err).split())


@pytest.mark.slow
def test_other_processes_import_it(parts: Any) -> None:
    two = Keeping(jobs=2)
    here = aw.learn(BOARD, learner=parts.Beginnings(first=3, problems=3))
    there = aw.learn(BOARD, learner=parts.Beginnings(first=3, problems=3), keeping=two)
    assert list(here.library) == list(there.library) and len(here.library) > 0
    searched = aw.compare(
        BOARD,
        [(START, "1 2 3 4 5 0")],
        here.library,
        parts.CAUTIOUS,
        configuration=aw.Configuration(heuristic="first_row"),
        keeping=two,
    )
    assert {row.status for row in searched.rows} == {"solved"}


@pytest.mark.usefixtures("parts")
def test_what_cannot_travel_is_refused_in_one_sentence() -> None:
    class Local(aw.EachPath):
        """Of a function."""

    with pytest.raises(aw.InputError, match="other processes cannot import the learner local"):
        aw.learn(BOARD, learner=Local(problems=1), keeping=Keeping(jobs=2))
    assert len(aw.learn(BOARD, learner=Local(problems=1)).library) == 1
    aw.register(lambda state: 0, "nothing")
    with pytest.raises(aw.InputError, match="cannot import the heuristic nothing"):
        aw.Configuration(heuristic="nothing").to_json()


@pytest.mark.parametrize(
    ("thing", "name", "words"),
    [
        (aw.ALGORITHMS["a-star"], "greedy", "another algorithm is called greedy"),
        (lambda state: 0, "manhattan", "another heuristic is called manhattan"),
        (lambda: 0, "none", "this cannot be a heuristic"),
        (aw.Escapes, "other", "learner escapes cannot be called other"),
        (3, "three", "this cannot be registered"),
        ([Stage("greedy")], "mine", "table_of"),
        (Unfinished, "unfinished", "lacks methods"),
    ],
)
def test_what_cannot_be_registered_is_refused(thing: Any, name: str, words: str) -> None:
    with pytest.raises(aw.InputError, match=words):
        aw.register(thing, name)


class Five(aw.EachPath):
    """Yields what is no path."""

    def attend(self, library: Any, problem: Any) -> Any:
        yield 5


def test_a_learner_that_yields_no_path_is_refused() -> None:
    with pytest.raises(aw.InputError, match="learner five yields what is no training path"):
        aw.learn(BOARD, learner=Five(problems=1))
