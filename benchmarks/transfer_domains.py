"""The same learner, unchanged, on every built-in domain: what it learned, and whether that pays.

usage: python benchmarks/transfer_domains.py [--problems N] [--markdown] [DOMAIN...]
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from random import Random
from statistics import fmean

from arcwise.ebl import LEARNERS, Course, train
from arcwise.ebl.learners.escapes import EFFORT
from arcwise.ebl.library import MacroLibrary
from arcwise.rules import open_source
from arcwise.rules.domains.domain_table import DOMAINS as TABLE
from arcwise.rules.errors import InputError
from arcwise.rules.states.state_space import distances
from arcwise.rules.term import Pattern, ground, match
from arcwise.rules.theory import Theory
from arcwise.search import Climber, Limits, Problem, check_completeness, climb, solve
from arcwise.search.orders import find_order
from rich.console import Console
from rich.progress import track
from tables import Line, Lines, show
from timing import finished

DOMAINS = (
    "sliding-tile:5x5",
    "sliding-tile:4x7",
    "heavy-tile:2x3",
    "inverse-tile:2x3",
    "pancake:12",
    "burnt-pancake:8",
    "topspin:10x4",
    "hanoi:3x6",
    "hanoi:4x4",
    "blocks:5",
    "gripper:6",
    "lights-out:3x3",
    "lights-out:5x5",
    "arrow:12",
    "cube:2",
    "cube:3",
    "water-jugs:11x7=5",
    "missionaries:5x3",
    "keys:3x4",
    "sokoban:3",
)

MOST_WORK = 2_000_000
"""Operator applications after which learning, or the trying of problems, is stopped."""

MOST_SECONDS = 60
"""The same, of processor time, for searches that are long in a single problem; what is not finished then does not count."""

FEW_STATES = 5_000
"""Of so many states it is said how many there are, because each is a problem that could be met."""

GREEDY = Limits(nodes=1_000_000)

COLUMNS = (
    "domain",
    "macros",
    "learning",
    "climbing before",
    "greedy search",
    "climbing after",
    "solved without search",
    "pays after",
)


NOTE = (
    "learning, climbing: operator applications, all that is looked at and the searches for escapes; greedy search: operator\n"
    "applications; learning pays once it has saved more than it cost against the better of climbing before and greedy best-first\n"
    "search without macros"
)


@dataclass(frozen=True)
class Row:
    """What one domain came to.

    Parameters
    ----------
    macros, complete
        How many were learned, and whether climbing with them is complete as far as that is known.
    learning, stopped
        Operator applications of the problems practised, and whether learning was stopped.
    before, greedy, after
        Operator applications for each problem that was tried; what climbing looked at counts as applied.
    unsolved
        How many of them climbing before, greedy search and climbing after did not solve.
    free
        How many were climbed with the macros without any search.
    states
        How many problems there are at all, where moves can be undone and there are few.
    """

    domain: str
    macros: int
    complete: bool
    learning: int
    stopped: bool
    before: list[int]
    greedy: list[int]
    after: list[int]
    unsolved: tuple[int, int, int]
    free: int
    states: int | None

    @property
    def work(self) -> tuple[float, ...]:
        """Means of what was looked at before, by greedy search, and after; of no problems 0."""
        return tuple(fmean(one) if one else 0.0 for one in (self.before, self.greedy, self.after))

    def texts(self, wanted: int) -> list[str]:
        """The row for people, where ``wanted`` problems were to be tried."""
        tried = len(self.after)
        learning = f"{self.learning:,}" + (", stopped" if self.stopped else "")
        macros = f"{self.macros}" + (", complete" if self.complete else "")
        if not tried:
            return [self.domain, macros, learning, "stopped", "-", "-", "-", "not known"]
        work = self.work
        gain = min(work[0], work[1]) - work[2]
        failed = [f" ({n} unsolved)" if n else "" for n in self.unsolved]
        of = f"{tried}" if tried == wanted else f"{tried}, then stopped"
        pays = "never"
        if not self.macros:
            pays = "nothing to learn"
        elif gain > 0:
            count = ceil(self.learning / gain)
            pays = f"{count:,} problem{'s' if count != 1 else ''}"
            if self.states is not None:
                pays += f", of {self.states:,} that there are"
        return [
            self.domain,
            macros,
            learning,
            *(f"{mean:,.0f}{note}" for mean, note in zip(work, failed, strict=True)),
            f"{self.free} of {of}",
            pays,
        ]


class OutOfTimeError(Exception):
    """Time is over."""


@contextmanager
def limited() -> Iterator[None]:
    """Raise `OutOfTimeError` in what takes too long."""

    def stop(number: int, frame: object) -> None:
        raise OutOfTimeError

    previous = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def learned(argument: str) -> tuple[MacroLibrary, int, bool]:
    """What the learner makes of a domain, what that cost, and whether it was stopped."""
    domain, shape = open_source(argument).sized
    learner = LEARNERS["escapes"]
    library, spent = learner.library(domain, find_order(domain, shape).order), 0
    try:
        with limited():
            for record in train(learner, library, Course(shape, domain.practice(shape))):
                spent += record.outcome.applications
                if spent > MOST_WORK:
                    return library, spent, True
    except OutOfTimeError:
        return library, spent, True
    return library, spent, False


def few_states(theory: Theory, goal: Pattern) -> int | None:
    """How many states there are, where they are few."""
    state = ground(goal)
    if state is None:
        return None
    try:
        return len(distances(theory, state, max_states=FEW_STATES))
    except InputError:
        return None


def tried(argument: str, problems: int) -> Row:
    """Learn, then try the problems one after the other, each by all three methods."""
    domain, shape = open_source(argument).sized
    library, cost, stopped = learned(argument)
    goal, theory = domain.goal(shape), domain.theory(shape)
    climbers = [
        Climber(domain, shape, select="first"),
        library.climber(shape),
    ]
    work: list[list[int]] = [[], [], []]
    unsolved = [0, 0, 0]
    free = 0
    try:
        with limited():
            for number in range(problems):
                start = domain.draw(shape, Random(f"test:{number}"))
                before, after = (
                    finished(climb(climber, start, escape=EFFORT)) for climber in climbers
                )
                greedy = finished(solve(Problem(theory, start, goal), "greedy", limits=GREEDY))
                for one in (before, after):
                    if one.solved and match(goal, one.climb.plan.replay()) is None:
                        raise AssertionError(f"{argument}: a plan does not lead to the goal")
                for which, result in enumerate((before, greedy, after)):
                    work[which].append(result.looked_at)
                    unsolved[which] += not result.solved
                free += after.solved and not after.climb.escapes
                if sum(work[0]) + sum(work[2]) > MOST_WORK:
                    break
    except OutOfTimeError:
        pass
    complete = False
    if not stopped:
        check = check_completeness(climbers[1], samples=100)
        complete = check.complete and check.interval is None
    return Row(
        argument,
        len(library),
        complete,
        cost,
        stopped,
        work[0],
        work[1],
        work[2],
        (unsolved[0], unsolved[1], unsolved[2]),
        free,
        few_states(theory, goal) if domain.reversible else None,
    )


def lines(quick: bool) -> Lines:
    """What the same learner, unchanged, saves on every domain."""
    for domain in ("sliding-tile:3x3", "pancake:5") if quick else DOMAINS:
        row = tried(domain, 5 if quick else 20)
        _, macros, learning, before, greedy, after, free, pays = row.texts(len(row.after))
        said = f"{after} looked at, {free} without search, learning {learning}, pays after: {pays}"
        yield Line(f"{domain}, {macros} macros", said, "", f"{before} before, greedy {greedy}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("domains", nargs="*", default=list(DOMAINS), metavar="DOMAIN")
    parser.add_argument("--problems", type=int, default=20)
    parser.add_argument("--markdown", action="store_true", help="as a table for a page")
    chosen = parser.parse_args()
    named = {domain.partition(":")[0] for domain in chosen.domains}
    left_out = set(TABLE.built_in) - named
    rows: list[list[str]] = []
    try:
        for domain in track(chosen.domains, console=Console(stderr=True), transient=True):
            rows.append(tried(domain, chosen.problems).texts(chosen.problems))  # noqa: PERF401 - kept when interrupted
    except KeyboardInterrupt:
        print("interrupted; what was measured:")
    title = f"Learning from escapes: up to {chosen.problems} problems each"
    show(title, COLUMNS, rows, note=NOTE, markdown=chosen.markdown)
    if left_out:
        print(f"left out: {', '.join(sorted(left_out))}")


if __name__ == "__main__":
    main()
