"""Views of questions on boards: how a search on one ended, and what is known of the problem."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..rules.errors import InputError, on_one_line
from ..rules.solvability import solvability
from ..rules.states.permutation_group import Solvability
from ..rules.term import Pattern
from ..rules.text.state_text import goal_cells
from ..rules.text.words import counted
from ..rules.view import Boards, Heading, Lines, Part, Sentence, View
from ..search.problem import of_arcs
from ..search.result import Climb, Result, Status
from .board_question import BoardQuestion

if TYPE_CHECKING:
    from ..search.plan import Plan

LONGEST_DRAWN = 60
"""Paths of more moves are printed as a list of moves, not as boards, unless asked for."""

LONGEST_LISTED = 500
"""Greatest number of moves of a solution that are all listed; of longer ones the first are."""

LARGEST_DRAWN = 100
"""Cells of boards that are drawn before and after."""

UNNAMED = {"arc"}
"""Name of moves without a label; a plan of these is printed as its states."""


def solved_view(posed: BoardQuestion, result: Result) -> View:
    """A result on a board, with what was learned from the escapes of a climb."""
    arcs, verdict = of_arcs(posed.on_board), None
    if result.status is Status.UNSOLVABLE and arcs is not None:
        verdict = solvability(arcs.theory, arcs.start, arcs.goal)
    climb = None if posed.policy is not None else result.climb

    def parts() -> Iterator[Part]:
        yield from _drawn(posed, result, posed.boards)
        yield from _parts(posed, result, verdict)
        if climb is not None:
            yield from _climb_parts(posed, result, climb)

    def data() -> dict[str, Any]:
        better = result.improvement
        found = {**_data_of(posed, result), **result.to_dict()}
        if verdict is not None:
            found["twin"] = list(verdict.twin) if verdict.twin else None
        if result.traps is not None:
            found["learned_traps"] = [str(rule) for rule in result.traps]
        if climb is not None:
            found |= {"improved": better and better.to_dict(), "learned": climb.learned}
        return found

    return View(parts, data, result=result)


def _parts(posed: BoardQuestion, result: Result, verdict: Solvability | None) -> Iterator[Part]:
    """The plan, how the search ended, and what else is known of the problem."""
    if result.solved:
        yield _plan(posed, result)
        yield Heading()
    yield Sentence(result.summary(), result.solved, result.status.value)
    if result.solved and result.note:
        yield Sentence(result.note)
    if remark := _remark_on(posed, result):
        yield Sentence(remark)
    if verdict is not None and verdict.twin:
        twin = posed.board.theory.format(verdict.twin)
        yield Lines(f"with two symbols exchanged it can be solved: {twin}")


def _drawn(posed: BoardQuestion, result: Result, boards: bool | None) -> Iterator[Part]:
    """The path as boards where it is short; of a climb the start and the end."""
    if result.climb is not None and not boards:
        if boards is None:
            yield from _start_and_end(result.climb.plan)
        return
    on_boards = posed.policy is None and not posed.board.domain.lifted
    shown = on_boards and (result.moves or 0) <= LONGEST_DRAWN
    if result.solved and (shown if boards is None else boards):
        theory = posed.searched(result).theory
        yield Boards(theory, result.states, ("start", *result.names))
        yield Heading()


def _plan(posed: BoardQuestion, result: Result) -> Sentence | Lines:
    moves = posed.plan(result)
    if posed.board.domain.lifted:
        more = len(moves) - LONGEST_LISTED
        rest = [f"; and {counted(more, 'more step')}: --plan FILE writes all"] if more > 0 else []
        return Lines("\n".join([*moves[:LONGEST_LISTED], *rest]) or "; the goal is reached already")
    if not moves:
        return Sentence("start and goal are the same")
    if set(moves) <= UNNAMED and len(result.states) == len(moves) + 1 <= LONGEST_LISTED:
        theory = posed.searched(result).theory
        return Sentence("  ->  ".join(map(theory.format, result.states)))
    if len(moves) > LONGEST_LISTED:
        more = len(moves) - 20
        return Sentence(
            f"{' '.join(moves[:20])} ... and {counted(more, 'more move')}, all in --json"
        )
    return Sentence(" ".join(moves))


def _data_of(posed: BoardQuestion, result: Result) -> dict[str, Any]:
    """The problem for JSON: its board, start and goals, and the plan where it says more than the result."""
    board = posed.searched(result)
    domain = board.domain
    if (
        posed.policy is not None and domain.lifted
    ):  # whatever else is known of it would need its arcs
        names = posed.name.split(":", 1)
        return {"domain": names[0], "problem": names[1], **_plan_data(posed, result)}
    start, goals = posed.states
    if hasattr(posed.problem, "part"):
        start, goals = board.start or (), domain.goals(board.shape)
    data = {**domain.facts(board.shape), "start": list(start), **_goal_data(goals)}
    if (count := posed.macro_arcs(result)) is not None:
        data["macro_arcs"] = count
    return {**data, **_plan_data(posed, result)}


def _plan_data(posed: BoardQuestion, result: Result) -> dict[str, Any]:
    if not posed.board.domain.lifted:
        return {}
    return {"plan": posed.plan(result) if result.solved else []}


def _goal_data(goals: Sequence[Pattern]) -> dict[str, Any]:
    """The goals for JSON, an open cell as ``?``, another variable as its name."""
    rows = [goal_cells(goal) for goal in goals]
    return {"goal": rows[0]} if len(rows) == 1 else {"goals": rows}


def _remark_on(posed: BoardQuestion, result: Result) -> str:
    """Sentence on how the arcs were made; empty if there is none."""
    if posed.policy is not None:
        return ""
    board, count = posed.searched(result), posed.macro_arcs(result)
    remark = board.domain.remark(board.shape)
    return (
        f"{remark}, and {counted(count, 'arc')} of macros"
        if remark and count is not None
        else remark
    )


def _climb_parts(posed: BoardQuestion, result: Result, climb: Climb) -> Iterator[Part]:
    """The local minimum of a climb, and the macros learned from its escapes."""
    if climb.stuck and result.limit in (None, "nodes", "work"):
        yield from _stuck(climb, posed.board.argument)
    new = [line for line in climb.learned if line.startswith("learned")]
    yield from map(Lines, new)
    if len(climb.learned) > len(new):
        yield Heading(f"{len(climb.learned) - len(new)} escapes were known already")


def _start_and_end(plan: Plan) -> Iterator[Part]:
    """The start and where the plan leads as boards, if these are small."""
    domain, shape, start = plan.domain, plan.shape, plan.start
    if len(start) <= LARGEST_DRAWN:
        yield Lines(f"start\n{domain.picture(start, shape)}\n")
        yield Lines(f"end\n{domain.picture(plan.replay(), shape)}\n")


def _stuck(climb: Climb, argument: str) -> Iterator[Part]:
    domain, shape, stuck, climber = climb.plan.domain, climb.plan.shape, climb.stuck, climb.climber
    with_macros = climber is not None and len(climber.schemas) > len(climber.placements.primitives)
    what = "these macros do not improve" if with_macros else "no single move improves"
    yield Heading(f"stuck in a local minimum that {what}:")
    if stuck is not None and len(stuck) <= LARGEST_DRAWN:
        yield Lines(domain.picture(stuck, shape))
    if stuck is not None and climber is not None:
        from .stuck import turn_words

        yield Sentence(turn_words(climber, stuck))
    if with_macros:
        return
    with suppress(InputError):
        domain.goal(shape)  # which practice aims at
        named = shlex.quote(on_one_line(argument))
        yield Heading(f"arcwise learn {named} --learner escapes -o macros.pl learns macros for it")
