"""Requests of the playground: two problems, a shelf of macros, how to search, and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from ...experiments.board import BoardSource
from ...experiments.board_question import BoardQuestion, pose
from ...experiments.configuration import Configuration
from ...experiments.keeping import Tick
from ...rules.domains.domain_table import DOMAINS, read_built_in
from ...rules.errors import InputError, Place, TooLargeError
from ...rules.solvability import solvability
from ...rules.term import Pattern, State
from ...rules.text.state_text import goal_cells
from ...rules.text.text_file import holding
from ...search.algorithms import ALGORITHMS
from ...search.limits import Limits

if TYPE_CHECKING:
    from ...ebl.library import MacroLibrary

ARCS = "arcs.pl"
"""File name of the arcs that are written on the page."""

SHELF = "shelf.pl"
"""File name of the macros on the shelf."""

PROGRAM = "program.pl"
"""File name of a logic program that is written on the page."""

MOST_CELLS = 60
"""Cells of a board."""

MOST_TEXT = 60_000
"""Characters of arcs, of the shelf, and of a state."""

NEAR = 4
"""Moves from the goal at which a training problem starts where none is written."""

PROVING = ("depth-first", "iterative-deepening")
"""Algorithms that prove goals of a program; the first is the usual one, as in Prolog."""

NUMBERS = {
    "nodes": (20_000, 200_000),
    "seconds": (10, 60),
    "problems": (50, 500),
    "seed": (1, 1_000_000),
}
"""Default and largest value of each number."""


@dataclass(frozen=True)
class Request:
    """A training problem, a test problem, a shelf of macros, and how to search.

    Parameters
    ----------
    domain
        A built-in domain, such as ``sliding-tile:2x3``, `ARCS` or `PROGRAM`.
    arcs
        Where it is `ARCS`, the facts of a Prolog file; where it is `PROGRAM`, the program, whose ``goal`` is one to prove.
    start, goal
        The test problem: states as people write them; an empty start is a random one, an empty goal the domain's own.
    training_start, training_goal
        What is learned from; where both are empty, a start a few moves from the test problem's goal. Of a program
        ``training_goal`` alone: goals, one a line.
    shelf
        The macros learned so far, as the macro file that learning answers; empty for none. Of a program the goals that its
        rules were learned from, one a line.
    off
        Names of macros on the shelf that are switched off, with spaces between them.
    algorithm, heuristic
        Names; an empty heuristic is the algorithm's own. A program is proved by iterative deepening if that is named, else depth-first.
    in_order
        Of a program the predicate, such as ``known/1``, that its problems join as facts, one after the other, when they are
        proved.
    number
        Of a program whether its rules are for any number of repetitions: ``yes``, or empty for no.
    nodes, seconds
        Limits of each search.
    problems, seed
        Number of random problems that are compared, and the seed of these and of a random start.
    """

    domain: str = "sliding-tile:2x3"
    arcs: str = ""
    start: str = ""
    goal: str = ""
    training_start: str = ""
    training_goal: str = ""
    shelf: str = ""
    off: str = ""
    in_order: str = ""
    number: str = ""
    algorithm: str = "breadth-first"
    heuristic: str = ""
    nodes: int = NUMBERS["nodes"][0]
    seconds: int = NUMBERS["seconds"][0]
    problems: int = NUMBERS["problems"][0]
    seed: int = NUMBERS["seed"][0]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Request:
        """The request of plain values; missing ones have their defaults.

        Raises
        ------
        InputError
            Values that are none of a question, too large, or of another kind.
        """
        unknown = sorted(values.keys() - cls.__dataclass_fields__.keys())
        if unknown:
            expected = ", ".join(cls.__dataclass_fields__)
            raise InputError("unknown part of a question", expected=expected, found=unknown[0])
        for name, value in values.items():
            if name in NUMBERS:
                _check_number(name, value)
            elif not isinstance(value, str) or len(value) > MOST_TEXT:
                expected = f"a text of {MOST_TEXT:,} characters at most"
                text = values.get("domain") if name == "arcs" else name
                raise InputError("bad text", place=Place(str(text)[:40]), expected=expected)
        return cls(**values)

    @property
    def strategy(self) -> str:
        """The algorithm that proves the goals of a program."""
        return self.algorithm if self.algorithm in PROVING else PROVING[0]

    @contextmanager
    def files(self) -> Iterator[None]:
        """The arcs and the shelf stand for their files, and no other file is read."""
        with holding({ARCS: self.arcs, SHELF: self.shelf}, others=False):
            yield

    @cached_property
    def sized(self) -> BoardSource:
        """The domain.

        Raises
        ------
        InputError
            A name that is not built in, a board that is too large, arcs with faults or that are not facts.
        """
        if self.domain == ARCS:
            _check_facts(self.arcs)
            return BoardSource.opened(ARCS)
        named = read_built_in(self.domain)
        if named is None:
            raise InputError(
                "unknown domain",
                place=Place("domain"),
                expected="a built-in domain, or arcs of your own",
                found=repr(self.domain),
                remedy=DOMAINS.nearest(self.domain) or "sliding-tile:2x3",
            )
        if prod(named[1]) > MOST_CELLS:
            raise TooLargeError(
                "this board is too large for the playground",
                place=Place("domain"),
                expected=f"{MOST_CELLS} cells at most",
                found=self.domain,
                remedy="arcwise itself",
            )
        return BoardSource.opened(self.domain)

    @cached_property
    def posed(self) -> BoardQuestion:
        """The problem; its start is a random one where none is written."""
        start, goal = self.start.strip(), self.goal.strip()
        states = filter(None, (start, goal))
        try:
            return pose(self.sized, *states, seed=None if start else self.seed)
        except InputError as error:
            raise error.at(Place("goal")) from None

    @property
    def goals(self) -> tuple[Pattern, ...]:
        """The given goal, or the goals of the domain."""
        return self.posed.states[1]

    @property
    def begin(self) -> State:
        """The start."""
        return self.posed.states[0]

    @cached_property
    def training(self) -> tuple[State, Pattern]:
        """Start and goal to learn from, as they are written."""
        start, goal = self.training_start.strip(), self.training_goal.strip()
        if not start and not goal:
            return self._near_start(), self.goals[0]
        begin = None if start else self.begin
        try:
            if begin is not None:
                return begin, self.sized.goal(goal, begin)
            state, goals = pose(self.sized, *filter(None, (start, goal))).states
        except InputError as error:
            place = error.place or Place("goal" if goal else "start")
            if place not in (Place("start"), Place("goal")):
                raise
            raise error.placed(Place(f"training {place}")) from None
        return state, goals[0]

    def _near_start(self) -> State:
        """A start a few moves from the goal; that of the test problem where no move can be taken back."""
        try:
            return self.sized.starts(self.goals[0], 1, self.seed, moves=NEAR)[0]
        except InputError:
            return self.begin

    @property
    def pair(self) -> tuple[State, Pattern]:
        """Start and goal to learn from.

        Raises
        ------
        InputError
            A goal that cannot be reached, which no search need look for.
        """
        start, goal = self.training
        verdict = solvability(self.sized.theory, start, goal)
        if verdict is not None and not verdict.solvable:
            raise InputError("the training problem has no solution", found=verdict.reason)
        return start, goal

    @cached_property
    def library(self) -> MacroLibrary | None:
        """All macros on the shelf; None where it is empty.

        Raises
        ------
        InputError
            A shelf that is no macro file, or one for another domain.
        """
        return self.sized.library(SHELF) if self.shelf.strip() else None

    @property
    def chosen(self) -> MacroLibrary | None:
        """The macros on the shelf that are switched on; None where there are none."""
        if self.library is None:
            return None
        found = self.library.without(self.off.split())
        return found if len(found) else None

    @property
    def configuration(self) -> Configuration:
        """Configuration of the search; the page keeps a heuristic that it has switched off, for the next algorithm."""
        used = ALGORITHMS.find(self.algorithm).takes("heuristic")
        return Configuration(
            self.algorithm,
            (used and self.heuristic) or None,
            limits=Limits(time=self.seconds, nodes=self.nodes),
            seed=self.seed,
            engine="python",
        )

    @property
    def states(self) -> dict[str, str]:
        """Start and goal as a person would write them."""
        if self.domain == PROGRAM:
            return {"start": self.start, "goal": self.goal, "training_goal": self.training_goal}
        goal = self.goal if self.goal.strip() or len(self.goals) > 1 else written(self.goals[0])
        start, end = self.training
        return {
            "start": written(self.begin),
            "goal": goal,
            "training_start": written(start),
            "training_goal": written(end),
        }


def written(state: Pattern) -> str:
    """A state as it may be read again."""
    return " ".join(map(str, goal_cells(state)))


def _check_number(name: str, value: Any) -> None:
    most = NUMBERS[name][1]
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        expected = f"a whole number from 1 to {most:,}"
        raise InputError("bad number", place=Place(name), expected=expected, found=str(value))


def _check_facts(text: str) -> None:
    """Refuse programs whose arcs are not facts."""
    from ...rules.prolog.reader import read_clauses
    from ...rules.prolog.steps import prolog_directive
    from ...rules.prolog.theory_file import ProgramArcError, theory_of_clauses

    clauses = list(read_clauses(text, ARCS))
    try:
        theory = theory_of_clauses(clauses, ARCS)
        directive = prolog_directive(clauses)
    except ProgramArcError as error:
        raise _not_facts(error.place) from None
    if directive is not None:
        raise _not_facts(directive.place)
    if theory.size > MOST_CELLS:
        expected = f"{MOST_CELLS} cells at most"
        raise TooLargeError("too large for the playground", place=Place(ARCS), expected=expected)


def _not_facts(place: Place | None) -> InputError:
    return InputError(
        "the playground takes facts only",
        place=place,
        expected="facts: arc([A, B, C], [B, A, C], 1).",
        remedy="arcwise solve FILE.pl",
    )


Report = Callable[[str], Any]


def expansions(report: Report) -> Callable[[int], None]:
    """A report function that gives the number of expansions in words."""
    return lambda expanded: report(f"{expanded:,} expanded")


def progress_to(report: Report) -> Any:
    """Progress in words: what is being done, and how much of it is."""

    @contextmanager
    def progress(total: int | None, doing: str) -> Iterator[Tick]:
        done = 0

        def tick(steps: int = 1, detail: str = "") -> None:
            nonlocal done
            done += steps
            report(f"{doing}: {done:,}" + (f" of {total:,}" if total else ""))

        report(doing)
        yield tick

    return progress
