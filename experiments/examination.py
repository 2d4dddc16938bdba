"""A domain examined: what is wrong with it, and what is odd, before anybody searches or learns on it."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..rules.checked import checked
from ..rules.domains.domain_table import DOMAINS
from ..rules.errors import ArcwiseError, InputError, sentence_of
from ..rules.later import Later
from ..rules.solvability import random_problems
from ..rules.source import Source, SourceTexts, StatesQuestion, source_class
from ..rules.term import Pattern, State, Var, ground
from ..rules.text.state_text import goal_cells, symbol_text
from ..rules.text.words import counted
from ..rules.view import Viewed
from ..search.limits import Limits
from ..search.problem import problem_with_goals
from ..search.result import Status
from ..search.solve import solve
from .board import BoardSource, Named, board_of
from .configuration import Configuration

STARTS = 5
"""Random starts that are drawn."""

TEXTS = ("sizes", "typical", "small", "summary", "cells", "states", "source")
"""Attributes of a class of domain that are texts."""

MOST_STATES = 5_000
"""States that are looked at for arcs that never apply."""

EFFORT = Limits(nodes=20_000, time=5)
"""Limits on the search from a start to the goal."""

FINE, ODD, WRONG = "fine", "odd", "wrong"
"""Verdicts: what is odd may be meant so, what is wrong keeps a command from its work."""


@dataclass(frozen=True)
class Finding:
    """Result of one check of a domain.

    Parameters
    ----------
    part
        What was looked at, such as ``goal``.
    verdict
        ``fine``, ``odd`` or ``wrong``.
    words
        What was found, in a sentence.
    """

    part: str
    verdict: str
    words: str


@dataclass
class Examination(Viewed):
    """Findings about a domain.

    Parameters
    ----------
    argument
        What names it.
    findings
        One for each look, in order.
    """

    _view = Later("explorer.views.domain", "examination_view")

    argument: str
    findings: list[Finding] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return all(one.verdict != WRONG for one in self.findings)

    def add(self, part: str, words: str, verdict: str = FINE) -> None:
        """Enter a finding."""
        self.findings.append(Finding(part, verdict, words))

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Record every exception as a fault of the part: code of another package may raise any."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            raise
        except ArcwiseError as error:
            self.add(name, sentence_of(error), WRONG)
        except Exception as error:
            self.add(name, f"{type(error).__name__}: {error}", WRONG)


@checked
def examine(named: Named, *, seed: int = 0) -> Examination:
    """Look for what is wrong or odd with a domain: its class, arcs, goal, random starts and drawings.

    Parameters
    ----------
    named
        As for `open_source`; without a size the small one of the domain.
    seed
        For the random starts.

    Returns
    -------
    The findings; whatever the domain raises is one of them.
    """
    argument = _in_small(named) if isinstance(named, str) else str(named)
    found = Examination(argument)
    kind = source_class(named)
    if not issubclass(kind, BoardSource):
        _look_at_source(found, kind, named, seed)
        return found
    with found.part("class"):
        board = board_of(argument if isinstance(named, str) else named)
        found.argument = board.domain.spell(board.shape)
        _look_at_class(found, board)
        _look_at_board(found, board, seed)
        for words in board.odd_arcs:
            found.add("arcs", words, ODD)
    return found


def _look_at_source(found: Examination, kind: type[Source], named: Any, seed: int) -> None:
    """Look at a source that is no board: whether it opens, travels, and draws problems that can be searched."""
    source: Source | None = None
    with found.part("class"):
        source = kind.of_named(named)
        found.argument = source.name
        found.add("class", f"{kind.__name__} opens it")
    if source is None:
        return
    with found.part("texts"):
        kept = SourceTexts.from_json(json.loads(json.dumps(source.texts.to_json())))
        same = kind.read(kept).texts.key == kept.key
        words = "another process opens the same" if same else "what is read of its texts has others"
        found.add("texts", words, FINE if same else WRONG)
    drawn = None
    with found.part("random starts"):
        if kind.random_problem is Source.random_problem:
            found.add("random starts", "it draws none: give problems of your own", ODD)
        else:
            drawn = source.draw(STARTS, seed)
            found.add("random starts", f"{counted(STARTS, 'problem')} drawn")
    if drawn:
        with found.part("search"):
            first = next(iter(drawn))
            question = StatesQuestion(source, first.start, first.goal)
            result = question.search(Configuration("breadth-first", limits=EFFORT))
            found.add("search", result.summary())
            _ = question.view(result).parts


def _in_small(argument: str) -> str:
    """A domain without a size in its small one, where it has that."""
    meant = DOMAINS.named(argument)
    if meant is None or ":" in meant:
        return argument
    try:
        kind = DOMAINS[meant]
    except InputError:  # which is said where it is loaded
        return meant
    return f"{meant}:{kind.small_size()}"


def _look_at_class(found: Examination, board: BoardSource) -> None:
    name, domain = board.argument.partition(":")[0], board.domain
    if name in DOMAINS:
        kind = DOMAINS[name]
        if kind.name != name:
            words = f"it calls itself {kind.name}, and is registered as {name}"
            found.add("class", words, WRONG)
        for one in TEXTS:
            if not isinstance(getattr(kind, one), str):
                found.add("class", f"{one} is no text: {getattr(kind, one)!r:.80}", WRONG)
    again = pickle.loads(pickle.dumps(domain))
    if again != domain or hash(again) != hash(domain):
        words = "a copy is not equal to it, so that work is done again: compare by what it means"
        found.add("class", words, ODD)


def _look_at_board(found: Examination, board: BoardSource, seed: int) -> None:
    domain, shape = board.domain, board.shape
    theory = None
    with found.part("arcs"):
        theory = board.theory
        if board.program is not None:
            found.add("arcs", "a program that is no list of arcs: searched, not learned on", ODD)
        elif not theory.arcs:
            found.add("arcs", "none", WRONG)
        else:
            found.add("arcs", f"{len(theory.arcs):,} on {counted(theory.size, 'cell')}")
    if theory is None:
        return
    goals = _goals_of(found, board)
    starts = _starts_of(found, board, goals, seed)
    if goals and starts:
        with found.part("solutions"):
            _look_for_goal(found, board, starts, goals)
    if goals:
        with found.part("symbols"):
            _look_at_symbols(found, board, starts, goals)
    states = (*starts, *filter(None, map(ground, goals)))
    if board.program is None and states:
        with found.part("arcs"):
            _look_for_idle_arcs(found, board, states)
    if domain.alone is None:
        with found.part("practice"):
            for smaller in domain.practice(shape):
                domain.theory(smaller)
    for part, state in (("drawing of the goal", goals[:1]), ("drawing of a start", starts[:1])):
        with found.part(part):
            for one in state:
                if not isinstance(domain.picture(one, shape), str):
                    raise InputError("no text")
                domain.place(shape, 0)


def _goals_of(found: Examination, board: BoardSource) -> tuple[Pattern, ...]:
    """The goals of a board that fit it."""
    goals: tuple[Pattern, ...] = ()
    with found.part("goal"):
        if board.domain.alone is not None and not board.domain.own_goals:
            found.add("goal", "none of its own: each problem needs one", ODD)
        else:
            goals = board.goal_patterns(None)
        for goal in goals:
            _check_goal(board, goal)
            found.add("goal", " ".join(map(str, goal_cells(goal))))
    return goals


def _starts_of(
    found: Examination, board: BoardSource, goals: tuple[Pattern, ...], seed: int
) -> list[State]:
    """The start of a board, and random ones for its first goal."""
    theory, starts = board.theory, list[State]()
    with found.part("own start"):
        own = board.start
        if own is not None:
            starts.append(theory.check(own))
            found.add("own start", theory.format(own))
    if goals:
        with found.part("random starts"):
            drawn = random_problems(theory, goals[0], STARTS, seed)
            starts += [theory.check(start) for start in drawn]
            different = len(set(drawn))
            alone = different == 1 and ground(goals[0]) == drawn[0]
            words = "no start but the goal is drawn" if alone else f"{different} of {STARTS} differ"
            found.add("random starts", words, ODD if alone else FINE)
    return starts


def _check_goal(board: BoardSource, goal: Pattern) -> None:
    state = ground(goal)
    if state is not None:
        board.theory.check(state)
    elif len(goal) != board.theory.size:
        raise InputError(
            "the goal does not fit the board",
            expected=f"{board.theory.size} cells",
            found=str(len(goal)),
        )


def _look_for_goal(
    found: Examination, board: BoardSource, starts: list[State], goals: tuple[Pattern, ...]
) -> None:
    """Whether the goal is reached from the starts."""
    solved = 0
    for start in starts:
        problem = (
            board.problem_to_any(start, goals)
            if board.engine == "swi"
            else problem_with_goals(board.theory, start, goals)
        )
        result = solve(problem, limits=EFFORT)
        solved += result.solved
        if result.status is Status.UNSOLVABLE:
            words = f"the goal cannot be reached from {board.theory.format(start)}"
            found.add("solutions", f"{words}: {result.note or 'all states were looked at'}", WRONG)
            return
    left = len(starts) - solved
    words = f"{solved} of {len(starts)} starts solved"
    found.add("solutions", words + (f", {left} not within {EFFORT.nodes:,} nodes" if left else ""))


def _look_at_symbols(
    found: Examination, board: BoardSource, starts: list[State], goals: tuple[Pattern, ...]
) -> None:
    """Whether arcs or starts know the symbols of the goals, and arcs or goals those of the starts."""
    known = board.theory.constants.union(*starts)
    wanted = {term for goal in goals for term in goal if not isinstance(term, Var)}
    strange = sorted(map(symbol_text, wanted - known))
    if strange:
        words = f"{', '.join(strange)} of the goal: neither an arc nor a start has it"
        found.add("symbols", words, ODD)
    blank = board.domain.blank
    if blank is not None and blank not in known | wanted:
        found.add("symbols", f"the blank {blank}: no arc, start or goal has it", ODD)


def _look_for_idle_arcs(found: Examination, board: BoardSource, states: tuple[State, ...]) -> None:
    """Whether each arc applies to a state that the starts or goals lead to, as far as all of these are few."""
    theory = board.theory
    waiting, seen, used = list(dict.fromkeys(states)), set(states), set()
    while waiting and len(seen) <= MOST_STATES:
        for arc, after in theory.successors(waiting.pop()):
            used.add(id(arc))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    idle = [arc.name for arc in theory.arcs if id(arc) not in used]
    if not idle or (used and len(seen) > MOST_STATES):
        return
    named = ", ".join(idle[:5]) + (", ..." if len(idle) > 5 else "")
    few = f"{counted(len(seen), 'state')} that starts and goals lead to"
    if not used:
        found.add("arcs", f"none applies to any of the {few}", WRONG)
    else:
        words = f"{len(idle):,} of {len(theory.arcs):,} apply to none of the {few}: {named}"
        found.add("arcs", words, ODD)
