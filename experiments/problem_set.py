"""Sets of problems to search: from a file, drawn at random, pairs of states, PDDL problems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from ..rules.checked import checked
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError, Place, on_one_line
from ..rules.record import record
from ..rules.solvability import REDRAWS, random_problems
from ..rules.states.random_states import Draw
from ..rules.states.state_space import distances
from ..rules.term import Pattern, State, ground
from ..rules.text.words import counted
from ..rules.theory import Theory
from .board import BoardSource

MOST_STATES = 50_000
"""Greatest number of states from which random pairs are drawn where moves cannot be undone: those that the first start reaches."""


FOUND = "learning"
"""The name of the set of problems that are drawn while a run learns what it compares."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One problem of an experiment.

    Parameters
    ----------
    start, goal
        What to connect.
    place
        Where it stands or how it was drawn, such as ``examples.json:5:5`` or ``random problem 3, seed 0``.
    problem_set
        The set's name; empty where there is one only.
    seed
        With which it was drawn, where several seeds are averaged.
    file, text
        Of a problem with a theory of its own, such as a PDDL problem: its file's name and what is in it.
    id
        Its number in the experiment, from 1; 0 outside one.
    plan
        The names of moves that are known to solve it.
    """

    start: State
    goal: Pattern
    place: str = ""
    problem_set: str = ""
    seed: int | None = None
    file: str | None = None
    text: str | None = field(default=None, repr=False)
    id: int = 0
    plan: tuple[str, ...] | None = field(default=None, repr=False)

    @property
    def grounded(self) -> bool:
        """Whether it has a start and a goal: a PDDL problem that was only read has none."""
        return self.text is None or bool(self.start)


def repeats(problems: Iterable[tuple[int, Hashable]]) -> frozenset[int]:
    """Numbers of the problems that ask the same as an earlier one.

    Parameters
    ----------
    problems
        The number of each problem, and what it asks.
    """
    first: dict[Hashable, int] = {}
    return frozenset(
        number for number, asked in problems if first.setdefault(asked, number) != number
    )


@checked
@record
class ProblemSet:
    """Problems that are searched and averaged together.

    Parameters
    ----------
    instances
        The problems.
    words
        What they are, for a heading.
    name
        Such as ``random pairs``; empty where an experiment has one set only.
    faults
        What was wrong with the entries of a file that were left out.
    """

    instances: tuple[Instance, ...]
    words: str = ""
    name: str = ""
    faults: tuple[InputError, ...] = ()

    def __repr__(self) -> str:
        return f"ProblemSet({self.words!r}, problems={len(self)})"

    def __len__(self) -> int:
        return len(self.instances)

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.instances)

    @property
    def representative(self) -> Instance | None:
        """The first problem with a board, or else the first; None where there is none."""
        ready = (one for one in self.instances if one.grounded)
        return next(ready, self.instances[0] if self.instances else None)

    @classmethod
    @checked
    def of(cls, problems: Iterable[tuple[State, Pattern]], words: str = "") -> ProblemSet:
        """Pairs of a start and a goal."""
        found = tuple(
            Instance(start, goal, f"problem {number}")
            for number, (start, goal) in enumerate(problems, start=1)
        )
        return cls(found, words or f"{counted(len(found), 'problem')}")

    @classmethod
    @checked
    def from_file(
        cls, path: str | Path, theory: Theory, *, keep_going: bool = False, training: bool = False
    ) -> ProblemSet:
        """The problems of a .json, .csv or .pl file, or its training examples; see `load_examples`."""
        from ..ebl.example_set import load_examples

        own = None if training or theory.domain is None else theory.domain.any_goal
        found = load_examples(path, theory, keep_going=keep_going, own=own)
        if training and not found.training:
            raise InputError(
                "no training examples",
                place=Place(str(path)),
                expected="one pair of start and goal to learn from or more",
                found=f"{counted(len(found.problems), 'problem')}",
                remedy='the list "training" of a .json file, "training" in the column use of a .csv file, or example/2 in '
                "a .pl file",
            )
        examples = found.training if training else found.problems
        instances = (Instance(one.start, one.goal, one.origin) for one in examples)
        return cls(tuple(instances), on_one_line(path), faults=found.faults)

    @classmethod
    @checked
    def random(
        cls,
        domain: BoardSource,
        goal: Pattern,
        count: int,
        seed: int = 0,
        *,
        moves: int | None = None,
        distance: int | None = None,
    ) -> ProblemSet:
        """Random starts from which the goal can be reached; see `BoardSource.starts`."""
        starts = domain.starts(goal, count, seed, moves=moves, distance=distance)
        return cls(
            tuple(
                Instance(start, goal, f"random problem {number}, seed {seed}")
                for number, start in enumerate(starts, start=1)
            ),
            f"{counted(count, 'random problem')}, seed {seed}",
        )

    @classmethod
    @checked
    def random_pairs(
        cls, domain: BoardSource, known: Instance, count: int, seed: int
    ) -> ProblemSet:
        """Random goals, each with a random start that can reach it.

        Raises
        ------
        InputError
            Where that takes enumerating too many states.
        """
        draw = _drawing_of_pairs(domain, known)
        drawn = [draw(Random(f"{seed}:{number}")) for number in range(count)]
        pairs = tuple(
            Instance(start, goal, f"random pair {number}, seed {seed}", RANDOM_PAIRS)
            for number, (start, goal) in enumerate(drawn, start=1)
            if start != goal or domain.theory.size == 1
        )
        words = f"{counted(len(pairs), 'random pair')} of start and goal, seed {seed}"
        return cls(pairs, words, RANDOM_PAIRS)

    @classmethod
    @checked
    def drawn(
        cls, domain: BoardSource, goal: Pattern, count: int, words: str, name: str, seed: int
    ) -> ProblemSet:
        """Random problems of one seed of several, as the domain draws them.

        Parameters
        ----------
        words
            What the random generator of every problem is made from, with the problem's number.
        name
            The set's.
        """
        starts = random_problems(domain.theory, goal, count, words)
        return cls(
            tuple(
                Instance(start, goal, f"random problem {number}, {name}", name, seed)
                for number, start in enumerate(starts, start=1)
            ),
            name,
            name,
        )

    @classmethod
    @checked
    def all_pairs(cls, theory: Theory, start: State) -> ProblemSet:
        """Every pair of two different states that ``start`` reaches, where moves can be undone.

        Raises
        ------
        InputError
            Too many states.
        """
        states = list(distances(theory, start, max_states=MOST_PAIRED))
        return cls.of(
            ((one, other) for one in states for other in states if one != other),
            f"all pairs of {len(states)} states",
        )

    @classmethod
    @checked
    def from_files(
        cls,
        domain: BoardSource,
        paths: Sequence[str | Path],
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> ProblemSet:
        """The problems of a file; of a domain whose problems have a theory each, of several, which are one each.

        Parameters
        ----------
        paths
            The files.
        training, keep_going
            As for `from_file`.
        grounded
            Whether problems that have a theory each get their start and goal, which takes grounding them; None for those that
            are not too large for that.

        Raises
        ------
        InputError
            A bad file, or several where one is all there can be.
        """
        found: ProblemSet = domain.read_files(
            paths, training=training, keep_going=keep_going, grounded=grounded
        )
        return found


def problems_of_file(path: str | Path, theory: Theory, **how: Any) -> ProblemSet:
    """The problems of one file; see `ProblemSet.from_file`."""
    return ProblemSet.from_file(path, theory, **how)


def random_problem_set(
    domain: BoardSource, goal: Pattern, count: int, seed: int = 0, **how: Any
) -> ProblemSet:
    """Random problems for `BoardSource.draw`; see `ProblemSet.random`."""
    return ProblemSet.random(domain, goal, count, seed, **how)


RANDOM_PAIRS = "random pairs"

MOST_PAIRED = 1_000
"""States of a space whose pairs are searched one by one."""


def drawing(domain: BoardSource, goal: Pattern) -> Draw:
    """A function that draws a random state which can reach the goal, perhaps the goal itself."""
    return domain.domain.starts(domain.arcs_only("random examples").shape, goal)


def _drawing_of_pairs(
    domain: BoardSource, known: Instance
) -> Callable[[Random], tuple[State, State]]:
    """A function that draws a start and a goal; the two are the same only where no others are found."""
    theory, rules, end = domain.theory, domain.domain, ground(known.goal)

    def different(draw: Callable[[], State], goal: State) -> tuple[State, State]:
        starts = (draw() for _ in range(REDRAWS))
        return next((start for start in starts if start != goal), goal), goal

    if (
        rules.reversible
        and known.goal == rules.goal(theory.shape)
        and rules.blank is None  # boards with a blank are drawn towards any goal
    ):
        # Where moves can be undone, whatever can reach the goal can be reached from there.
        return lambda rng: different(
            lambda: rules.draw(theory.shape, rng), rules.draw(theory.shape, rng)
        )
    if end is not None and rules.reversible is not False:
        starts = partial(domain_of(theory).starts, theory.shape)

        def towards(rng: Random) -> tuple[State, State]:
            goal = starts(end)(rng)
            return different(lambda: starts(goal)(rng), goal)

        return towards
    pool = list(distances(theory, known.start, max_states=MOST_STATES))

    def forwards(rng: Random) -> tuple[State, State]:
        start = rng.choice(pool)
        reached = list(distances(theory, start))
        return start, rng.choice(reached[1:] or reached)

    return forwards
