"""Climbing in ``arcwise solve``: the options, and the words of a shorter plan and of what was learned from escapes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....ebl.learners.escapes import learn_from_climb
from ....ebl.library import MacroLibrary
from ....experiments.configuration import Configuration
from ....experiments.solving import Posed
from ....rules.errors import InputError, Place
from ....rules.text.state_text import counted
from ....rules.text.text_file import check_writable
from ....search.climbing.climber import Climber
from ....search.climbing.result import Climb
from ....search.improve import Improvement, improve
from ....search.limits import Limits
from ....search.macros import LiftedProblem
from ....search.result import Result
from ...text.stuck import turn_words
from ..budgeted import interruption
from ..console import progress_over, say, tell
from ..messages import note

LARGEST_DRAWN = 100
"""Cells of boards that are drawn before and after."""


@dataclass(frozen=True)
class ClimbOptions:
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

    def check(self, file: str | None) -> None:
        """Refuse to learn where no file takes what is learned.

        Raises
        ------
        InputError
            No macro file, or one that cannot be written to.
        """
        if self.learn and file is None:
            raise InputError("--learn needs a macro file to add to", remedy="--macros FILE")
        if self.learn and file is not None:
            check_writable(file)

    def check_boards(self, posed: Posed, file: str | None) -> None:
        """Refuse to add escapes to macros of one board, where the climb is on boards of every size.

        Raises
        ------
        InputError
            Such macros.
        """
        macros = posed.macros
        if self.learn and isinstance(macros, MacroLibrary) and macros.domain != posed.board.domain:
            raise InputError(
                "these macros are for one board",
                place=Place(str(file)),
                expected="macros for boards of every size, to which --learn can add",
                remedy="arcwise learn ... --learner escapes",
            )

    def finish(
        self, posed: Posed, result: Result, options: Configuration, file: str | None
    ) -> Climbed:
        """Shorten the plan and learn from the escapes, as asked."""
        if not isinstance(result, Climb):
            return Climbed(result)
        _note_table(result, options.beam_width)
        shorter = None
        if result.solved and self.improve:
            with progress_over(None, "shortening the plan") as tick:
                shorter = improve(
                    result.plan,
                    Limits(time=self.improve),
                    climber=result.climber,
                    engine=options.search_engine,
                    report=lambda moves: tick(0, f"{moves:,} moves"),
                )
            result = replace(result, plan=shorter.plan)
        said: tuple[str, ...] = ()
        if self.learn and file is not None:
            assert isinstance(posed.macros, MacroLibrary) and isinstance(
                posed.problem, LiftedProblem
            )
            record = learn_from_climb(posed.macros, posed.problem.goal, result)
            if record.learned:
                posed.macros.save(file)
            said = tuple(map(str, record.admissions))
        return Climbed(result, shorter, said, result.climber)


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
