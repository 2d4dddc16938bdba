"""What a theory argument on the command line stands for: a built-in puzzle, a file of arcs, a Prolog program."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from ..rules.domain import Domain as Family
from ..rules.domains.sliding_tiles import sliding_tile
from ..rules.domains.table import SPELLINGS, read_built_in
from ..rules.errors import InputError, Place
from ..rules.geometry import Shape
from ..rules.psvn.reader import load_psvn
from ..rules.random_problems import REDRAWS, default_goal, random_problems
from ..rules.state_text import goal_cells
from ..rules.swi.program import SwiProgram, SwiTheory
from ..rules.term import Pattern, State, Var, ground, match
from ..rules.theory import Theory
from ..search.any_goal import problem_with_goals
from ..search.problem import Problem, SearchProblem
from ..search.prolog.swi_problem import ProgramProblem, SwiProblem
from .prolog_domain import load_prolog

LOG = logging.getLogger("arcwise")


@dataclass(frozen=True)
class Domain:
    """A theory and the engine that runs it.

    Parameters
    ----------
    theory
        The theory. Of a program that is not a list of arcs it has the board but no arcs.
    engine
        ``python`` or ``swi``.
    program
        Such a program, or None.
    family
        The built-in family that the theory belongs to, or None.
    goals
        The goals that the theory's file gives, any of which will do; none where it gives none.
    """

    theory: Theory
    engine: str
    program: SwiProgram | None = None
    family: Family | None = None
    goals: tuple[Pattern, ...] = ()

    def problem(self, start: State, goal: Pattern, theory: Theory | None = None) -> SearchProblem:
        """The problem to search; ``theory`` may be one with macros."""
        theory = theory or self.theory
        if self.program is not None:
            return ProgramProblem(self.program, theory.check(start), goal)
        if self.engine == "swi":
            return SwiProblem(theory, start, goal, program=_in_swi(theory))
        return Problem(theory, start, goal)

    def problem_to_any(
        self, start: State, goals: tuple[Pattern, ...], theory: Theory | None = None
    ) -> SearchProblem:
        """The problem of reaching any of some goals.

        Raises
        ------
        InputError
            Several goals for a theory that Prolog runs.
        """
        if len(goals) == 1:
            return self.problem(start, goals[0], theory)
        if self.engine == "swi":
            raise InputError("engine swi looks for one goal", found=f"{len(goals)} goals")
        return problem_with_goals(theory or self.theory, start, goals)

    def arcs_only(self, doing: str) -> Theory:
        """The theory, if it is a list of arcs.

        Raises
        ------
        InputError
            A program that could not be unfolded.
        """
        if self.program is not None:
            raise InputError(
                f"{doing} needs a theory that is a list of arcs",
                place=Place(self.program.source),
                found=f"a program that cannot be unfolded: {self.program.unfold().reason}",
            )
        return self.theory

    @property
    def start(self) -> State | None:
        """The start that people expect, if the theory has one."""
        return None if self.family is None else self.family.start(self.theory.shape)

    def goal(self, text: str | None) -> Pattern:
        """The goal as given, in which ``?`` stands for anything, or the theory's own.

        Raises
        ------
        InputError
            No goal state of its own.
        """
        if text is not None:
            return parse_goal(self.theory, text)
        if self.family is not None:
            return self.family.goal(self.theory.shape)
        if not self.goals:
            return default_goal(self.theory)
        states = self.goal_states
        if len(self.goals) > 1 or not states:
            raise InputError(
                "this needs one goal state",
                expected="a goal, because the file does not give just one",
                found=f"{len(self.goals)} goals"
                if len(self.goals) > 1
                else "a goal with variables",
                remedy="a goal state of this theory",
            )
        return states[0]

    @property
    def goal_states(self) -> tuple[State, ...]:
        """Those of the file's goals that are single states."""
        plain = (tuple(t for t in goal if not isinstance(t, Var)) for goal in self.goals)
        return tuple(state for state in plain if len(state) == self.theory.size)

    def goal_patterns(self, text: str | None) -> tuple[Pattern, ...]:
        """The goal as given, or all that the file gives, or the theory's own."""
        return self.goals if text is None and self.goals else (self.goal(text),)

    def starts(
        self,
        goal: Pattern,
        count: int,
        seed: int,
        *,
        moves: int | None = None,
        distance: int | None = None,
    ) -> list[State]:
        """Random starts from which a goal can be reached, as `random_problems` makes them.

        For the goal of a built-in domain other than sliding tiles they are what the domain draws, unless ``moves`` or
        ``distance`` say otherwise.

        Raises
        ------
        InputError
            A goal that leaves cells open, where the domain does not draw.
        """
        theory = self.arcs_only("random problems")
        if moves is None and distance is None and self.draws(goal):
            return [self.drawn(goal, Random(f"{seed}:{number}")) for number in range(count)]
        state = ground(goal)
        if state is None:
            raise InputError(
                "random problems need a goal that is a single state",
                found=" ".join(map(str, goal_cells(goal))),
                remedy="a goal without ?",
            )
        return random_problems(theory, state, count, seed, moves=moves, distance=distance)

    def draws(self, goal: Pattern) -> bool:
        """Whether the domain itself draws starts for a goal."""
        family = self.family
        if family is None or family.name == "sliding-tile":
            return False
        return goal == family.goal(self.theory.shape)

    def drawn(self, goal: Pattern, rng: Random) -> State:
        """A start that the domain draws, which is no goal itself if another can be found."""
        assert self.family is not None
        start = self.family.draw(self.theory.shape, rng)
        for _ in range(REDRAWS):
            if match(goal, start) is None:
                break
            start = self.family.draw(self.theory.shape, rng)
        return start


def parse_argument(theory: Theory, name: str, text: str) -> State:
    """Read a state of the command line, naming the argument in what is wrong with it."""
    try:
        return theory.parse(text)
    except InputError as error:
        raise error.at(Place(name)) from None


def parse_goal(theory: Theory, text: str) -> Pattern:
    """Read a goal of the command line, as `parse_argument` reads a state."""
    try:
        return theory.parse_goal(text)
    except InputError as error:
        raise error.at(Place("goal")) from None


def family_theory(family: Family, shape: Shape, order: str, cost: float) -> Theory:
    """The theory of one size of a family; of sliding tiles the one that everybody else gets too."""
    if family.name == "sliding-tile":
        return sliding_tile(*shape, order=order, cost=cost)
    return family.theory(shape)


@lru_cache(maxsize=8)
def _in_swi(theory: Theory) -> SwiTheory:
    return SwiTheory(theory)


def load_domain(
    argument: str, *, order: str = "ULRD", arc_cost: float = 1, engine: str = "auto"
) -> Domain:
    """The domain that an argument names.

    Parameters
    ----------
    argument
        A built-in domain such as ``sliding-tile:3x3``, a ``.pl`` file with arc/3, or a ``.psvn`` file.
    order, arc_cost
        For built-in puzzles.
    engine
        ``auto``: Python for lists of arcs and for programs that unfold into one, SWI-Prolog for other programs.

    Raises
    ------
    InputError
        An unknown name, a bad file, a program that the engine asked for cannot run.
    SwiUnavailable
        A program, or engine ``swi``, without SWI-Prolog.
    """
    ready = "swi" if engine == "swi" else "python"
    cost = int(arc_cost) if arc_cost == int(arc_cost) else arc_cost
    built_in = read_built_in(argument, order=order, cost=cost)
    if built_in is not None:
        family, shape = built_in
        return Domain(family_theory(family, shape, order, cost), ready, family=family)
    suffix = Path(argument).suffix.lower()
    if suffix == ".pddl":
        raise InputError(
            "this command does not take PDDL",
            place=Place(argument),
            expected="solve, learn, compare or unroll",
        )
    if suffix == ".psvn":
        file = load_psvn(argument)
        for warning in file.warnings:
            LOG.warning(warning)
        return Domain(file.theory, ready, goals=file.goals)
    if suffix != ".pl":
        raise InputError(
            "unknown theory",
            expected=f"{SPELLINGS}, a .pl file with arc/3 or s/2, or a .psvn file",
            found=repr(argument),
            remedy="sliding-tile:3x3",
        )
    prolog = load_prolog(argument)
    if prolog.program is None:
        return Domain(prolog.theory, ready)
    if engine in ("python", "native"):
        raise InputError(
            f"engine {engine} cannot run this program",
            place=Place(argument),
            found=prolog.program.unfold().reason,
            remedy="--engine swi",
        )
    return Domain(prolog.theory, "swi", prolog.program)
