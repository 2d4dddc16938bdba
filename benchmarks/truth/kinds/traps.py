"""Traps leave out no state from which a goal is reached, and searches cost the same with and without them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement
from random import Random

from arcwise.ebl.traps import FactTable, TrapRule, facts_of, placed
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import read_action_domain
from arcwise.planning.pddl.read_task import read_task
from arcwise.rules import InputError
from arcwise.rules.states.traps import Traps
from arcwise.search import Limits, Problem, Status, solve
from arcwise.search.native.not_native import NotNativeError
from torture.attack import Attack, Case

from ..asking import problem_of, written
from ..oracles.boards import Board, same
from ..oracles.boards import smaller as smaller_boards
from ..oracles.pddl import Task, Tree, text_of
from ..oracles.random_boards import random_board
from ..oracles.random_pddl import random_task
from ..oracles.random_pddl import smaller as smaller_pairs
from ..statement import FALSE, hold
from .searches import Search, held, random_search

RULES = 30
"""Traps of a problem at most; where there are more kinds, some are drawn."""

WIDE = 10
"""Cells of a board above which its traps have two facts at most."""


@dataclass(frozen=True)
class Asked:
    """A board or a PDDL task, and how it is searched.

    Parameters
    ----------
    board, pair
        One of them is None.
    search
        A search with all traps.
    learns
        Whether another one learns traps on the way.
    seed
        Of the kinds that are drawn.
    """

    board: Board | None
    pair: tuple[Tree, Tree] | None
    search: Search
    learns: bool
    seed: int


def attack(case: Case) -> None:
    """Place traps of all kinds in a random problem."""
    rng = case.rng
    os.environ["XDG_CACHE_HOME"] = str(case.folder)
    pair = random_task(rng) if rng.random() < 0.2 else None
    board = None if pair else replace(one := random_board(rng), goals=one.goals[:1])
    asked = Asked(
        board, pair, random_search(rng), rng.random() < 0.3 and pair is None, rng.randrange(10**9)
    )
    hold(case, asked, false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    if asked.learns:
        yield replace(asked, learns=False)
    if asked.board is not None:
        for board in smaller_boards(asked.board):
            yield replace(asked, board=board)
    if asked.pair is not None:
        for pair in smaller_pairs(asked.pair):
            yield replace(asked, pair=pair)


def lines(asked: Asked) -> str:
    """The problem, and how it is searched."""
    said = "\n".join(map(text_of, asked.pair)) if asked.pair else written(asked.board)
    learns = " and with --learn-traps" if asked.learns else ""
    return f"{said}\nsolve {asked.search} with all traps{learns}"


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """All that is wrong with the traps of a problem."""
    if asked.board is not None:
        yield from _false_of_board(asked, asked.board, case)
    elif asked.pair is not None:
        yield from _false_of_task(asked, asked.pair, case)


def _traps(facts: FactTable, most: int, seed: int) -> Traps:
    """The patterns with a number of facts, of all kinds or of some."""
    names = sorted(facts.of_kind)
    kinds = [
        kinds for size in range(1, most + 1) for kinds in combinations_with_replacement(names, size)
    ]
    if len(kinds) > RULES:
        kinds = sorted(Random(seed).sample(kinds, RULES), key=len)
    return placed(facts, [TrapRule(f"t{number}", one) for number, one in enumerate(kinds, 1)])


def _false_of_board(asked: Asked, board: Board, case: Case) -> Iterator[tuple[str, str]]:
    problem = problem_of(board)
    facts = facts_of(problem)
    case.count("boards")
    if facts is None:
        case.count("refused")
        return
    traps = _traps(facts, 2 if len(board.start) > WIDE else 3, asked.seed)
    case.count("patterns", len(traps.each))
    yield from _least(board, traps, case)
    case.count("droppable", _droppable(facts, traps))
    space = board.space
    for state in space.moves:
        case.count("states left out", (trap := traps.within(state)) is not None)
        if trap is not None and state in space.to_goal:
            yield "live", f"{state} leads to the goal, and {trap.facts} leaves it out"
    for engine in ("python", "native"):
        own = Search("uniform-cost", None, engine, None, (), typed=False)
        yield from _searched(replace(problem, traps=traps), board, own, case)
    yield from _searched(replace(problem, traps=traps), board, asked.search, case)
    if asked.learns:
        yield from _searched(problem, board, asked.search, case, learn_traps=True)


def _searched(
    problem: Problem, board: Board, search: Search, case: Case, **options: bool
) -> Iterator[tuple[str, str]]:
    """False statements of a search, which the oracle knows without traps."""
    limits = Limits(nodes=search.nodes, work=search.work)
    try:
        result = solve(
            problem,
            search.row,
            heuristic=search.heuristic,
            engine=search.engine,
            limits=limits,
            **options,
        )
    except (InputError, NotNativeError):
        case.count("refused")
        return
    except Exception as error:
        yield "fault", f"{search}: {type(error).__name__}: {error}"
        return
    case.count("searches")
    said = result.to_dict()
    said["path"] = result.path
    yield from held(board, search, said)
    unlimited = search.nodes is None and search.work is None
    if search.algorithm == "uniform-cost" and unlimited and board.space.whole:
        least = board.space.least if board.space.solvable else None
        if (result.status is Status.SOLVED) != board.space.solvable:
            yield "status", f"{search}: {result.status}, and the least cost is {least}"


def _least(board: Board, traps: Traps, case: Case) -> Iterator[tuple[str, str]]:
    """Patterns in which another one is, and how many could be shorter for all that the oracle knows."""
    each = {frozenset(trap.facts) for trap in traps.each}
    for facts in each:
        parts = [
            frozenset(one) for size in range(1, len(facts)) for one in combinations(facts, size)
        ]
        if not each.isdisjoint(parts):
            yield "least", f"{sorted(facts, key=str)} has another pattern in it"
        if board.space.whole and any(
            _empty(board, one) for one in parts if len(one) == len(facts) - 1
        ):
            case.count("not least")


MOST_PARTS = 400
"""Parts of patterns up to which it is looked for those that are traps together."""


def _droppable(facts: FactTable, traps: Traps) -> int:
    """Number of parts of patterns, of any kinds, that the goal has none of and that all arcs lead from to one of them, or a pattern."""
    parts = {
        frozenset(part)
        for trap in traps.each
        for size in range(1, len(trap.facts))
        for part in combinations(trap.facts, size)
        if facts.excluded_by_goal(part) is not None
    }
    if len(parts) > MOST_PARTS:
        return 0
    dropped = True
    while dropped:
        dropped = {one for one in parts if any(_leads_out(facts, traps, parts, one))}
        parts -= dropped
    return len(parts)


def _leads_out(
    facts: FactTable, traps: Traps, parts: set[frozenset], one: frozenset
) -> Iterator[bool]:
    """Of each arc that may apply and changes a fact of a part, whether it leads to no pattern and no part."""
    held = dict(one)
    for place, step in enumerate(facts.steps):
        ruled_out = any(facts.exclude(asked, fact) for asked in step.asked.items() for fact in one)
        if ruled_out or held.keys().isdisjoint(step.changed):
            continue
        numbers = sorted(facts.number[fact] for fact in one)
        after = {facts.each[number] for number in facts.after(numbers, place)}
        yield traps.among(after) is None and not any(part <= after for part in parts)


def _empty(board: Board, facts: frozenset) -> bool:
    """Whether states have some facts, but none that leads to the goal does."""
    states = [one for one in board.space.moves if all(one[cell] == s for cell, s in facts)]
    return bool(states) and not any(one in board.space.to_goal for one in states)


def _false_of_task(asked: Asked, pair: tuple[Tree, Tree], case: Case) -> Iterator[tuple[str, str]]:
    task = Task(*pair)
    case.count("tasks")
    try:
        actions = read_action_domain(text_of(pair[0]), "d.pddl")
        domain = PlanningDomain(actions, read_task(actions, text_of(pair[1]), "p.pddl"))
        shape = (1, 1)
        problem = Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))
        facts = facts_of(problem)
    except InputError:
        facts = None
    if facts is None or task.space is None:
        case.count("refused")
        return
    traps = _traps(facts, 3, asked.seed)
    case.count("patterns", len(traps.each))
    patterns = [
        [literal for fact in trap.facts for literal in domain._literals(fact)]
        for trap in traps.each
    ]
    declared = {one[0] for part in pair[0] if part[0] == ":predicates" for one in part[1:]}
    told = [one for one in patterns if all(literal.atom[0] in declared for literal in one)]
    for state in task.space:
        fits = [
            one for one in told if all(task.holds(lit.atom, state, {}) == lit.holds for lit in one)
        ]
        case.count("states left out", bool(fits))
        if fits and state in task.to_goal:
            yield "live", f"{sorted(state)} leads to the goal, and {fits[0]} leaves it out"
    least = task.to_goal.get(task.init)
    for engine in ("python", "native"):
        result = solve(replace(problem, traps=traps), "uniform-cost", engine=engine)
        case.count("searches")
        solved = result.status is Status.SOLVED
        if solved != (least is not None) or (solved and not same(result.cost, float(least))):
            yield "cost", f"{engine}: {result.status}, {result.cost}; the least cost is {least}"


TRAPS = Attack(
    name="traps",
    share=2,
    counted=(
        *(
            "boards",
            "tasks",
            "patterns",
            "not least",
            "droppable",
            "states left out",
            "searches",
            "refused",
        ),
    ),
    wrong=(FALSE,),
    attack=attack,
    asked=("boards", 10_000),
)
