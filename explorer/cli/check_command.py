"""``arcwise check``: whether macros bring every state of a board to the goal by climbing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from ...ebl.files.macro_file import head_of, load_macros, rule_clauses
from ...ebl.library import MacroLibrary
from ...experiments.board import BoardSource, parse_goal, sized_board
from ...experiments.stuck import turn_words
from ...rules.errors import InputError, Place, on_one_line
from ...rules.prolog.steps import defined_steps
from ...rules.read_domain import with_problem
from ...rules.text.state_text import goal_cells
from ...rules.view import Heading, Lines, Part, Sentence, View
from ...search.certificate import Certificate, complete_certificate
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import (
    Completeness,
    EveryGoal,
    Evidence,
)
from ...search.orders import GIVEN, in_words, order_data
from .arguments import DomainArgument, InputFile
from .certifying import certificate_option, write_certificates
from .command_line import OF_POLICIES
from .console import enumerated, progress_over, searching
from .help import command
from .present import present, show


@command(
    "check",
    first=["--every-size", "--goal", "--every-goal", "--failures", "--certificate"],
    examples=[
        "arcwise learn sliding-tile --learner escapes -o npuzzle.pl",
        "arcwise check npuzzle.pl sliding-tile:5x5",
    ],
)
@click.argument("macros", type=InputFile())
@click.argument("boards", nargs=-1, type=DomainArgument(), metavar="[BOARD]...")
@click.option(
    "--every-size",
    is_flag=True,
    help="Sliding tiles: check every N x N board (takes a minute).",
)
@click.option("--goal", "goal_text", metavar="GOAL", help="Goal, if not the board's own.")
@click.option(
    "--every-goal",
    is_flag=True,
    help="Check every goal of the board.",
)
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    default=1000,
    help="Number of random states, if the answer is estimated.",
)
@click.option("--seed", type=int, default=0, help="Seed of the random states.")
@click.option(
    "--failures",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Policies: folder for the problems that are not solved, to learn from.",
)
@certificate_option("the claim that climbing solves every state")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check_command(macros: str, boards: tuple[str, ...], **given: Any) -> int:
    """Check whether the macros of a file bring every state of a board to the goal by climbing, without search.

    MACROS is a file that arcwise learn wrote, BOARDS are boards such as sliding-tile:5x5 or files of arcs, or DOMAIN.pddl
    PROBLEM.pddl ...; without any, the board of a built-in domain that the macros were last trained on. The answer is proved
    where situations or states can be enumerated, else estimated from random states; it tells which.

    MACROS may be a policy, and BOARDS its DOMAIN.pddl and small PROBLEM.pddl files, or small boards such as hanoi:3x3. Then
    the command prints what is proved of each rule for problems of every size. It also follows the policy from every state that
    the start of each problem leads to, to every goal like its own, which proves nothing of other starts.
    """
    asked = _CheckOptions(**given)
    if head_of(macros).policy:
        asked.check_of_policy(macros)
        return OF_POLICIES["check"](
            macros, boards, asked.failures, asked.as_json, asked.certificate
        )
    _refuse_programs(macros)
    asked.check_of_macros(macros)
    checks = [asked.checked(macros, board) for board in _joined(boards) or (None,)]
    complete = all(check.view.data["complete"] for check in checks)
    every = _every_size(checks[-1].library, checks[-1].board) if asked.every_size else None
    complete = complete and (every is None or every.complete)
    data = {
        "domain": checks[-1].board.domain.name,
        "checks": [check.view.data for check in checks],
        "every_size": every.summary() if every else None,
    }
    of_every_size = [_verdict(every.summary(), every.complete)] if every else []
    present(View(of_every_size, data), as_json=asked.as_json)
    code = 0 if complete else 12
    if asked.certificate is None:
        return code
    certified = {check.name: check.certificate for check in checks}
    return write_certificates(asked.certificate, certified) or code


@dataclass(frozen=True)
class _Checked:
    """One board that was checked, with the macros for it and what is certified."""

    library: MacroLibrary
    board: BoardSource
    view: View
    certificate: Certificate

    @property
    def name(self) -> str:
        return self.board.domain.spell(self.board.shape)


@dataclass(frozen=True)
class _CheckOptions:
    """Options of the command."""

    every_size: bool
    goal_text: str | None
    every_goal: bool
    samples: int
    seed: int
    failures: str | None
    certificate: str | None
    as_json: bool

    def check_of_policy(self, macros: str) -> None:
        """Refuse options that are not for policies."""
        if self.every_size or self.every_goal or self.goal_text is not None:
            raise InputError(
                "--every-size, --goal and --every-goal do not go with a policy",
                place=Place(macros),
                expected="arcwise check POLICY.pl DOMAIN.pddl PROBLEM.pddl ...",
            )

    def check_of_macros(self, macros: str) -> None:
        """Refuse options that are for policies alone, or do not go together."""
        if self.failures is not None:
            raise InputError("--failures is for policies", place=Place(macros))
        if self.every_goal and self.goal_text is not None:
            raise InputError("--goal does not go with --every-goal")

    def checked(self, macros: str, named: str | None) -> _Checked:
        """Check one board, and show it."""
        library, board = _read(macros, named)
        domain, shape = board.domain, board.shape
        goal = None if self.goal_text is None else parse_goal(domain.board(shape), self.goal_text)
        how = {"every_goal": self.every_goal, "samples": self.samples, "seed": self.seed}
        try:
            found = library.check(board, goal=goal, **how)
        except InputError as error:
            raise error.at(Place(macros)) from None
        certificate = OF_EVERY_GOAL
        if isinstance(found, EveryGoal):
            view = _every_goal(library, board, found)
        else:
            climber = library.climber(shape, domain, goal)
            view = _one_goal(library, climber, found)
            if self.certificate is not None:
                certificate = _certificate(climber, found)
        if not self.as_json:
            show(view.parts)
        return _Checked(library, board, view, certificate)


def _every_size(library: MacroLibrary, board: BoardSource) -> Any:
    """Whether the macros climb on boards of every size."""
    with progress_over(None, "boards of every size") as tick:
        return library.check(
            board,
            every_size=True,
            report=lambda size, seen: tick(1, f"{size}x{size}: {seen:,} situations"),
        )


OF_EVERY_GOAL = Certificate(None, "not certified: every goal; --goal GOAL for one")


def _refuse_programs(path: str) -> None:
    """Refuse a file that holds no macros, with what serves in place of check."""
    head = head_of(path)
    if head.notation and not head.proves:
        return
    shown = on_one_line(path)
    if head.proves:
        found, remedy = "rules of a logic program", f"arcwise explain {shown}"
    elif not any(True for _ in rule_clauses(path)):
        found, remedy = "no facts and no rules", f"arcwise learn DOMAIN FILE -o {shown}"
    elif any(True for _ in defined_steps(rule_clauses(path))):
        found = "a program of moves"
        remedy = f"arcwise learn {shown} --learner escapes -o FILE, then arcwise check FILE {shown}"
    else:
        found = "a logic program"
        remedy = (
            f'arcwise solve {shown} "GOAL" --proof, or arcwise learn {shown} --certificate FILE'
        )
    raise InputError(
        "check is for macros of climbing and for policies",
        place=Place(path),
        expected="macros or a policy that arcwise learn wrote",
        found=found,
        remedy=remedy,
    )


def _certificate(climber: Climber, found: Completeness) -> Certificate:
    """The certificate of what was found of a board."""
    if not found.complete:
        return Certificate(None, "not certified: climbing has local minima")
    domain, shape = climber.placements.domain, climber.placements.shape
    with searching(f"a certificate of {domain.spell(shape)}"):
        return complete_certificate(climber, f"{domain.spell(shape)}: {found.summary()}")


def _verdict(summary: str, complete: bool) -> Sentence:
    return Sentence(summary, complete, "complete" if complete else "incomplete")


def _one_goal(library: MacroLibrary, climber: Climber, found: Completeness) -> View:
    """Whether climbing reaches one goal of a board."""
    domain, shape = climber.placements.domain, climber.placements.shape

    def parts() -> Iterator[Part]:
        order = "" if library.order == GIVEN else f", {in_words(domain, library.order)}"
        yield _verdict(f"{domain.spell(shape)}{order}: {found.summary()}", found.complete)
        if found.minima:
            yield Lines(f"a local minimum:\n{domain.picture(found.minima[0], shape)}")
            yield Sentence(turn_words(climber, found.minima[0]))

    data = {
        "board": domain.spell(shape),
        "subgoals": order_data(library.order),
        "goal": goal_cells(climber.goal.wanted),
        "complete": found.complete,
        "evidence": found.evidence.value,
        "checked": found.checked,
        "among": found.among,
        "interval": found.interval,
        "minima": [list(minimum) for minimum in found.minima[:10]],
    }
    return View(parts, data)


def _every_goal(library: MacroLibrary, board: BoardSource, found: EveryGoal) -> View:
    """Whether the macros reach every goal of a board."""
    domain, shape = board.domain, board.shape

    def parts() -> Iterator[Part]:
        yield _verdict(f"{domain.spell(shape)}: {found.summary()}", found.complete)
        for goal, minimum in found.incomplete[:1]:
            yield Lines(f"a local minimum:\n{domain.picture(minimum, shape)}")
            yield Lines(f"on the way to:\n{domain.picture(goal, shape)}")
            if not library.closed and domain.geometry.symmetries:
                yield Heading(
                    f"arcwise learn {domain.name} --learner escapes --macros FILE adds what they become by symmetry"
                )

    data = {
        "board": domain.spell(shape),
        "goals": found.goals,
        "complete": found.complete,
        "evidence": Evidence.SITUATIONS.value,
        "checked": found.checked,
        "incomplete": [
            {"goal": goal_cells(goal), "minimum": list(minimum)}
            for goal, minimum in found.incomplete
        ],
    }
    return View(parts, data)


def _joined(boards: tuple[str, ...]) -> tuple[str, ...]:
    """The boards; of a PDDL domain with files of problems behind it, each of its problems."""
    joined = [with_problem(boards[0], (problem,)) for problem in boards[1:]]
    return tuple(board for board, rest in joined if not rest) or boards


def _read(macros: str, board: str | None) -> tuple[MacroLibrary, BoardSource]:
    """The macros of a file for the named board, or for the board of their last training."""
    if board is not None:
        sized = enumerated(BoardSource.opened(board))  # as for learning
        if sized.program is not None:
            sized.arcs_only("check")
        return load_macros(macros, sized.domain, sized.shape), sized
    library = load_macros(macros)
    domain, shape = library.domain.in_every_size, library.shape
    if shape is None or not domain.goals(shape):
        raise InputError(
            "which board?",
            place=Place(macros),
            expected="the board or file of arcs on which they were learned",
            remedy=f"arcwise check {macros} {'DOMAIN.pddl PROBLEM.pddl' if domain.lifted else 'FILE.psvn'}",
        )
    return library, sized_board(domain.spell(shape), domain, shape, arcs=False)
