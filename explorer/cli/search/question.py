"""What ``arcwise solve`` is asked: a problem of any kind of domain, ready to be searched, and how its solution reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ....experiments.domain import Domain, load_domain, parse_argument
from ....experiments.macro_files import macro_arcs
from ....rules.domain import TheoryDomain
from ....rules.errors import InputError
from ....rules.state_text import goal_cells
from ....rules.term import Pattern, State
from ....rules.theory import Theory
from ....search.problem import SearchProblem
from ....search.result import Result
from ....search.solve import with_unit_macro_costs
from ..console import progress_over
from ..pddl_files import (
    carried_out,
    ground_with,
    grounding_data,
    is_pddl,
    load_domain_and_macros,
    load_problems,
)


@dataclass(frozen=True)
class Asked:
    """What the command line says of a problem.

    Parameters
    ----------
    theory, texts
        The domain, and the states or the PDDL problem.
    macros
        A macro file, or None.
    seed, moves, distance
        Of a random start.
    order, arc_cost, engine, macro_cost
        As for the domain, and what a macro costs.
    """

    theory: str
    texts: tuple[str, ...]
    macros: str | None
    seed: int | None
    moves: int | None
    distance: int | None
    order: str
    arc_cost: float
    engine: str
    macro_cost: str


@dataclass(frozen=True)
class Question:
    """A problem that is ready to be searched.

    Parameters
    ----------
    theory
        Its board.
    problem
        What to search.
    data
        What JSON says of it.
    plan
        The primitive moves of a solution in words.
    a_line_each
        Whether each of them takes a line.
    drawn
        Whether its states are drawn unless that is asked for.
    remark
        How it was made, in a sentence.
    """

    theory: Theory
    problem: SearchProblem
    data: dict[str, Any]
    plan: Callable[[Result], list[str]] = field(
        default=lambda result: [move.name for move in result.primitives]
    )
    a_line_each: bool = False
    drawn: bool = True
    remark: str = ""

    def plan_data(self, result: Result) -> dict[str, Any]:
        """The plan for JSON, where it says more than the result."""
        if not self.a_line_each:
            return {}
        return {"plan": self.plan(result) if result.solved else []}


def question_of(asked: Asked) -> Question:
    """The problem that the command line asks for.

    Raises
    ------
    InputError
        Anything wrong with it.
    """
    return _in_pddl(asked) if is_pddl(asked.theory) else _on_a_board(asked)


def _on_a_board(asked: Asked) -> Question:
    domain = load_domain(
        asked.theory, order=asked.order, arc_cost=asked.arc_cost, engine=asked.engine
    )
    start, goals = _states(domain, asked.texts, asked.seed, asked.moves, asked.distance)
    rules = domain.theory
    if asked.macros is not None:
        rules = rules.with_macros(macro_arcs(asked.macros, domain, goals[0]))
        if asked.macro_cost == "unit":
            rules = with_unit_macro_costs(rules)
    problem = domain.problem_to_any(start, goals, rules)
    data = {"theory": domain.theory.name, "start": list(start), **_goal_data(goals)}
    return Question(domain.theory, problem, data)


def _in_pddl(asked: Asked) -> Question:
    """A PDDL problem, grounded: its theory is a domain like others, with one start and one goal."""
    if asked.seed is not None or asked.moves is not None or asked.distance is not None:
        raise InputError(
            "a PDDL problem says where it starts",
            expected="DOMAIN.pddl PROBLEM.pddl",
            found="--random, --moves or --distance",
        )
    rules, learned = load_domain_and_macros(asked.theory, asked.macros)
    task = load_problems(rules, asked.texts, one=True)[0]
    began = perf_counter()
    with progress_over(None, f"grounding {task.name}"):
        grounding = ground_with(task, learned)
    seconds = perf_counter() - began
    theory = grounding.theory
    known = TheoryDomain(theory, (grounding.goal,))
    domain = Domain(theory, "swi" if asked.engine == "swi" else "python", known)
    data = {
        "domain": rules.name,
        "problem": task.name,
        "grounding": {**grounding_data(grounding), "seconds": round(seconds, 6)},
        "start": list(grounding.start),
        **_goal_data((grounding.goal,)),
    }
    return Question(
        theory,
        domain.problem(
            grounding.start,
            grounding.goal,
            with_unit_macro_costs(theory) if asked.macro_cost == "unit" else theory,
        ),
        data,
        plan=lambda result: [action.text for action in carried_out(task, result).actions],
        a_line_each=True,
        drawn=False,
        remark=(
            f"grounded in {seconds:.3f} s: {len(theory.arcs):,} arcs of {grounding.reachable:,} "
            f"reachable actions, {grounding.facts:,} facts in {len(grounding.cells):,} cells"
        ),
    )


def _goal_data(goals: Sequence[Pattern]) -> dict[str, Any]:
    """The goals for JSON, an open cell as ``?``, another variable as its name."""
    rows = [goal_cells(goal) for goal in goals]
    return {"goal": rows[0]} if len(rows) == 1 else {"goals": rows}


def _states(
    domain: Domain,
    texts: tuple[str, ...],
    seed: int | None,
    moves: int | None,
    distance: int | None,
) -> tuple[State, tuple[Pattern, ...]]:
    most = 2 if seed is None else 1
    own_start = domain.start
    if len(texts) > most or (seed is None and not texts and own_start is None):
        raise InputError(
            "wrong number of states",
            expected="a start and perhaps a goal, or --random SEED and perhaps a goal",
            found=f"{len(texts)}: {' | '.join(texts)}" if texts else "none",
            remedy="quotes around each state",
        )
    if seed is None:
        if moves is not None or distance is not None:
            raise InputError("--moves and --distance go with --random SEED")
        goals = domain.goal_patterns(texts[1] if len(texts) > 1 else None)
        if own_start is not None and not texts:
            return own_start, goals
        return parse_argument(domain.theory, "start", texts[0]), goals
    target = texts[0] if texts else None
    goals = domain.goal_patterns(target)
    own = domain.goal_states if target is None else ()
    goal = own[0] if own else domain.goal(target)
    return domain.starts(goal, 1, seed, moves=moves, distance=distance)[0], goals
