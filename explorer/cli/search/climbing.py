"""Climbing in ``arcwise solve``: schemas are read, the plan is shortened, and escapes are learned from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ....ebl.files.macro_file import load_macros, save_macros
from ....ebl.learn import study
from ....ebl.learner import TrainingPath, TrainingProblem
from ....ebl.learners.examples import EXAMPLES, known_paths
from ....ebl.library import MacroLibrary
from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain
from ....rules.domain import Domain
from ....rules.errors import InputError, TooLargeError
from ....rules.term import Pattern, match
from ....rules.text.state_text import counted
from ....rules.text.text_file import check_writable
from ....search.any_goal import AnyGoalProblem
from ....search.climbing.climber import Climber
from ....search.climbing.native_climb import MAX_CELLS
from ....search.climbing.result import Climb
from ....search.improve import Improvement, improve
from ....search.limits import Limits
from ....search.macros import LiftedProblem
from ....search.problem import Problem
from ....search.result import Result
from ....search.solve import solve
from ...text.stuck import turn_words
from ..budgeted import interruption
from ..console import progress_over, say, tell
from ..messages import note
from .question import Asked, Question, question_of, read_asked

LARGEST_DRAWN = 100
"""Cells of boards that are drawn before and after."""


@dataclass(frozen=True)
class Climbing:
    """How to climb, as the user asked for it.

    Parameters
    ----------
    select
        As for `Climber`.
    escape
        Whether to search for escapes from local minima.
    learn
        Whether to add what such searches find to the macro file.
    improve
        Seconds to spend on shortening the plan.
    """

    select: str = "best"
    escape: bool = True
    learn: bool = False
    improve: float = 0.0

    def refuse_with_policy(self, options: Configuration) -> None:
        """Refuse options that mean nothing where a policy is followed.

        Raises
        ------
        InputError
            One of them was given.
        """
        useless = {
            "--learn": self.learn,
            "--improve": self.improve > 0,
            "--select": self.select != "best",
            "--no-escape": not self.escape,
            "--beam-width": options.beam_width is not None,
        }
        for option, given in useless.items():
            if given:
                raise InputError(f"{option} does not go with a policy")

    def question(self, asked: Asked) -> ClimbQuestion:
        """The problem that the command line asks for, ready to be climbed.

        Raises
        ------
        InputError
            A domain or a goal that cannot be climbed, a bad file, or nothing to learn into.
        """
        domain, texts = read_asked(asked)
        library = self._library(check_climbable(domain), asked.macros)
        plain = question_of(asked, domain, texts)
        problem = plain.problem
        assert isinstance(problem, Problem)
        if isinstance(problem, AnyGoalProblem):
            raise InputError("climbing needs one goal", found=f"{len(problem.goals)} goals")
        return ClimbQuestion(domain, problem, plain.data, plain.remark, library, asked.macros, self)

    def _library(self, rules: Domain, file: str | None) -> MacroLibrary:
        if file is None:
            if self.learn:
                raise InputError("--learn needs a macro file to add to", remedy="--macros FILE")
            return MacroLibrary(rules)
        if self.learn:
            check_writable(file)
        return load_macros(file, rules)


@dataclass(frozen=True)
class ClimbQuestion(Question):
    """A problem that is ready to be climbed.

    Parameters
    ----------
    library, file
        The macros, and where they come from.
    climbing
        How to climb.
    """

    library: MacroLibrary
    file: str | None
    climbing: Climbing

    def search(self, options: Configuration, report: Callable[[int], None]) -> Result:
        """Climb."""
        how = options.specification.adjusted(
            select=self.climbing.select, escape=self.climbing.escape
        )
        problem, board = self.problem, self.domain
        assert isinstance(problem, Problem)
        found = solve(
            LiftedProblem(board.domain, board.shape, problem.start, problem.goal, board.arc_cost),
            how,
            macros=self.library,
            limits=options.limits,
            engine=options.search_engine,
            report=report,
        )
        if isinstance(found, Climb):
            _note_table(found, options.beam_width)
        return found

    def finish(self, result: Result, options: Configuration) -> Climbed:
        """Shorten the plan and learn from the escapes, as asked."""
        if not isinstance(result, Climb):
            return Climbed(result)
        shorter = None
        if result.solved and self.climbing.improve:
            limits = Limits(time=self.climbing.improve)
            with progress_over(None, "shortening the plan") as tick:
                shorter = improve(
                    result.plan,
                    limits,
                    climber=result.climber,
                    engine=options.search_engine,
                    report=lambda moves: tick(0, f"{moves:,} moves"),
                )
            result = replace(result, plan=shorter.plan)
        assert isinstance(self.problem, Problem)
        if result.solved and match(self.problem.goal, result.plan.replay()) is None:
            raise AssertionError("the plan does not lead to the goal")
        learned = (
            _learn(self.library, self.problem.goal, result, self.file)
            if self.climbing.learn
            else ()
        )
        return Climbed(result, shorter, learned, result.climber)


@dataclass(frozen=True)
class Climbed:
    """A climb with what was done with it.

    Parameters
    ----------
    result
        The climb, with the plan as it is after improvement; another result where none was tried.
    shorter
        What improvement came to, if it was asked for.
    learned
        A line for every escape that was looked at to learn from.
    climber
        What climbed; None where the result was known beforehand.
    """

    result: Result
    shorter: Improvement | None = None
    learned: tuple[str, ...] = ()
    climber: Climber | None = None

    @property
    def data(self) -> dict[str, Any]:
        """Additional values for JSON."""
        return {
            "improved": self.shorter.to_dict() if self.shorter else None,
            "learned": list(self.learned),
        }

    @property
    def interrupted(self) -> bool:
        """Whether the user ended the improvement of a plan that is valid."""
        return self.shorter is not None and self.shorter.limit == "interrupt"

    def say_more(self) -> None:
        """Print what is to be said after the summary."""
        result, new = self.result, [line for line in self.learned if line.startswith("learned")]
        if self.shorter is not None:
            tell(self.shorter.summary())
        if isinstance(result, Climb) and result.stuck and result.limit in (None, "nodes", "work"):
            _say_stuck(result, self.climber)
        for line in new:
            say(line)
        if len(self.learned) > len(new):
            say(f"{len(self.learned) - len(new)} escapes were known already")
        if self.interrupted:
            note(f"{interruption()}; the plan above is valid")


def _note_table(found: Climb, width: int | None) -> None:
    """Say where a macro table lacks entries, and where its look-ahead was wider than there was anything to see."""
    table = None if found.climber is None else found.climber.table
    missing = 0 if table is None else sum(1 for _ in table.missing())
    if missing:
        note(
            f"the macro table is incomplete: {counted(missing, 'entry', 'entries')} missing; "
            "where one is needed, searching goes on from there"
        )
    if width and found.entries and found.statistics.expanded < width:
        # Each arrangement that is kept stems from another one that was looked at.
        note(
            f"the beam was never full: {found.statistics.expanded:,} arrangements were looked at in all; "
            "a table of more macros for each entry has more: arcwise learn ... --alternatives N"
        )


def check_climbable(domain: SizedDomain) -> Domain:
    """The domain, if it can be climbed on.

    Raises
    ------
    InputError
        It cannot, or the board is too large.
    """
    domain.arcs_only("climbing")
    if domain.theory.size > MAX_CELLS:
        raise TooLargeError(
            "this board is too large",
            expected=f"{MAX_CELLS:,} cells at most",
            found=f"{domain.theory.size:,}",
        )
    return domain.domain


def say_start_and_end(result: Climb) -> None:
    """Draw the start and where the plan leads, if the board is small."""
    domain, shape, start = result.plan.domain, result.plan.shape, result.plan.start
    if len(start) <= LARGEST_DRAWN:
        say(f"start\n{domain.picture(start, shape)}\n")
        say(f"end\n{domain.picture(result.plan.replay(), shape)}\n")


def _say_stuck(result: Climb, climber: Climber | None) -> None:
    domain, shape, stuck = result.plan.domain, result.plan.shape, result.stuck
    with_macros = climber is not None and len(climber.schemas) > len(climber.placements.primitives)
    what = "these macros do not improve" if with_macros else "no single move improves"
    say(f"stuck in a local minimum that {what}:")
    if stuck is not None and len(stuck) <= LARGEST_DRAWN:
        say(domain.picture(stuck, shape))
    if stuck is not None and climber is not None:
        tell(turn_words(climber, stuck))
    if not with_macros:
        say(
            f"arcwise learn {domain.spell(shape)} --learner escapes -o macros.pl learns macros for it"
        )


def _learn(
    library: MacroLibrary, goal: Pattern, result: Climb, file: str | None
) -> tuple[str, ...]:
    """Add the escapes that were found to the library and its file; a line for each."""
    plan = result.plan
    paths = [TrainingPath(one.start, one.steps) for one in result.escapes if one.steps]
    origin = plan.domain.spell(plan.shape)
    problem = TrainingProblem(plan.shape, plan.start, goal, origin)
    record = study(EXAMPLES, library, problem, attention=partial(known_paths, paths=paths))
    if record.learned and file is not None:
        save_macros(library, file)
    return tuple(map(str, record.admissions))
