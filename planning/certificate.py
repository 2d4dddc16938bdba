"""Certificates of planning problems and of macros over parameters, as data that `arcwise.verify` reads without arcwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..ebl.explanation import OnlyOne
from ..ebl.macro import Macro
from ..rules.checked import checked
from ..rules.cost import Exact, simplest
from ..search.certificate import (
    Certificate,
    Data,
    certified,
    certify,
    checking,
    closed,
    least_costs,
    spelled,
)
from ..search.limits import NO_LIMITS, Limits
from ..search.result import Result
from ..verify import Pddl
from .pddl.action_domain import ActionDomain, Atom, Literal, PlanningTask, atom_text
from .pddl.action_schema import ActionSchema
from .pddl.grounding.mutex import lifted_invariants
from .pddl.repeated import repetitions_in
from .pddl.strips import Facts
from .pddl.write import augmented, domain_text
from .policy.small_problems import TaskSteps

MOST_TESTS = 5_000_000
"""Greatest number of actions with objects that the checker tries in all states of a planning problem, estimated from its start."""


@checked
def planning_certificate(
    task: PlanningTask,
    texts: tuple[str, str],
    steps: Sequence[str],
    result: Result,
    name: str = "",
    *,
    limits: Limits = NO_LIMITS,
    trap: Iterable[Sequence[Literal]] = (),
) -> Certificate:
    """Certify the result of a planning problem.

    Parameters
    ----------
    task
        The problem.
    texts
        Text of its domain and its own text.
    steps
        The plan, ``(action object ...)`` each; empty without one.
    result, name, limits
        As for `certificate_of`.
    trap
        The patterns of traps of which the start fits one; nothing where it fits none.
    """
    theory = PlanningTheory(task, texts, tuple(trap))
    return certified(theory, result, list(steps), name, limits, (_trapped, closed))


def _trapped(theory: PlanningTheory) -> Data | None:
    """Unsolvability because the start fits a trap."""
    if not theory.trap:
        return None
    task = theory.task
    named = {one.atom[0] for facts in theory.trap for one in facts}
    trap = [[literal_data(one) for one in facts] for facts in theory.trap]
    invariants = invariants_data(task.domain, named, task.init)
    return {"argument": "trap", "invariants": invariants, "trap": trap}


def invariants_data(
    domain: ActionDomain, named: Set[str], init: Facts = frozenset()
) -> list[list[list[Any]]]:
    """The invariants of some predicates that hold in a start, as a certificate writes them."""
    return [
        [[name, list(shared)] for name, shared in one.parts]
        for one in lifted_invariants(domain)
        if one.predicates & named and one.holds(init)
    ]


def literal_data(literal: Literal) -> list[Any]:
    """A literal as a certificate writes it."""
    atom: list[Any] = list(literal.atom)
    return atom if literal.holds else ["not", atom]


class PlanningTheory:
    """A planning problem as a certificate writes it down."""

    def __init__(
        self,
        task: PlanningTask,
        texts: tuple[str, str],
        trap: tuple[Sequence[Literal], ...] = (),
    ) -> None:
        self.task, self.trap = task, trap
        self.theory = dict(zip(("domain", "problem"), texts, strict=True))

    def cost(self, steps: Sequence[str]) -> Exact:
        facts, taken = self.task.init, self._steps
        total: Exact = 0
        for step in steps:
            move, facts = next(one for one in taken.successors(facts) if one[0].name == step)
            total += _as_written(move.cost)
        return total

    @property
    def _steps(self) -> TaskSteps:
        return TaskSteps(self.task)

    @property
    def tried(self) -> int:
        """Actions with objects that the checker tries in the start, and objects that it tries for their parameters."""
        read: Callable[..., Any] = Pddl
        checker, ways, parameters = read(self.theory), 1, 0
        true = checker.closure(checker.start)
        with checking():
            for some, condition, _ in checker.actions.values():
                ways += sum(1 for _ in checker.choices(some, condition, true))
                parameters += len(some)
        return ways + parameters * len(checker.types)

    def listed(self, bound: Exact | None) -> list[list[Any]]:
        steps = self._steps

        def successors(facts: frozenset[Atom]) -> Iterator[tuple[Exact, frozenset[Atom]]]:
            return ((_as_written(move.cost), after) for move, after in steps.successors(facts))

        found = least_costs(self.task.init, successors, bound, MOST_TESTS // self.tried)
        return [[atoms_data(facts), spelled(cost)] for facts, cost in found.items()]


def atoms_data(facts: Iterable[Atom]) -> list[str]:
    """True atoms as a certificate writes them, in order."""
    return sorted(map(atom_text, facts))


def _as_written(cost: float) -> Exact:
    """A cost as the exact decimal that the checker reads in a text."""
    return simplest(Fraction(repr(cost)))


def macro_certificate(macro: Macro, domain: ActionDomain) -> Certificate:
    """Certify a macro over parameters of a domain; see `macro_action_certificate`."""
    if macro.purpose is not None:
        return Certificate(None, "not certified: rules of policies")
    why = (one for some in macro.lifted.shared.values() for one in some)
    shared = {one.uses[0].variable[0] for one in why if isinstance(one, OnlyOne)}
    return macro_action_certificate(domain, macro.action_schema, macro.name, shared)


@checked
def macro_action_certificate(
    domain: ActionDomain, macro: ActionSchema, name: str = "", shared: Iterable[str] = ()
) -> Certificate:
    """Certify that a macro action does what its steps do in every problem of a domain, asks for no more, and is as general.

    Parameters
    ----------
    domain
        The domain, which has the actions of the steps.
    macro, name
        The macro; a name as for `certificate_of`.
    shared
        Predicates of which steps ask for one and the same fact, though they need not: the certificate says so.
    """
    actions = tuple(action for action in domain.actions if action.name != macro.name)
    repeated = {one.whole.name: one for _, one in repetitions_in(domain, macro.moves)}

    def claim() -> Data:
        wholes = (one.whole for one in repeated.values())
        own = replace(domain, actions=(*wholes, *actions))
        text = domain_text(augmented(own, [macro.action]))
        data: Data = {"theory": {"domain": text}, "name": name, "claim": "macro_action"}
        data |= {"action": macro.name, "steps": list(map(atom_text, macro.moves))}
        if repeated:
            data["repeats"] = {
                word: [one.step.name, one.first, one.last] for word, one in repeated.items()
            }
            named = {atom[0] for one in repeated.values() for atom in one.passed}
            data["invariants"] = invariants_data(domain, named)
        return data | ({"shared": sorted(shared)} if shared else {})

    return certify(claim)
