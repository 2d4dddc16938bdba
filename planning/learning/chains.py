"""Macros without plans: chains of actions from one that takes something to one that gives it back.

Chrpa, Vallati and McCluskey, On the online generation of effective macro-operators, IJCAI 2015.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

from ...ebl.filters import UPHILL
from ...ebl.learner import Choice, Outcome, Records, TrainingPaths, TrainingProblem, option
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ..pddl.action_domain import Atom
from ..pddl.grounding.ground_task import Grounding
from ..pddl.planning import PlanningDomain
from ..pddl.strips import Facts, GroundAction, instantiate
from .pieces import Pieces, chosen_without_plans

MOST_CHAINS = 50_000
"""Greatest number of chains of a problem that are looked at, those that differ in objects only among them."""

OF_PLANS = {
    "number": "--number is for steps that plans repeat",
    "with_macros": "--with-macros is for searches of training problems",
}
"""Options that have no meaning without plans, with what they are for."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Ground actions that follow each other from some state.

    Parameters
    ----------
    domain
        What knows the problem.
    actions
        The steps.
    exact
        Whether the fact that the first step takes is true again in the end, and not another like it.
    instances
        Number of chains of its pattern.
    """

    domain: PlanningDomain
    actions: tuple[GroundAction, ...]
    exact: bool
    instances: int = 1

    @property
    def pattern(self) -> tuple[object, ...]:
        """Names of the steps, and which of their objects are the same: alike for chains that differ in objects only."""
        places: dict[str, int] = {}
        return tuple(
            (one.name, *(places.setdefault(term, len(places)) for term in one.arguments))
            for one in self.actions
        )

    @property
    def words(self) -> str:
        """Names of the steps."""
        return ", ".join(one.name for one in self.actions)


class Oma(Pieces):
    """PDDL actions alone; sections that give back what they take.

    No plan is needed: a hand that holds a block is empty again once it is put down, and what is loaded is unloaded. A section begins with
    an action that makes a fact untrue, and ends with the first that makes it true again, or one like it of which never two
    are true; in between are actions that make what the end needs. Those with the fewest parameters are kept, and tried on
    other problems as all macros are.

    Parameters
    ----------
    longest
        Greatest number of steps of a section.
    """

    name = "oma"
    looks_at = "section", "actions", "training problem", "instance"
    searches_examples = False

    longest: int = option(default=3, least=2)
    number: bool | None = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, words in OF_PLANS.items():
            if self.given.get(name):
                raise InputError(f"{words}, and learner {self} looks at no plan")
        if UPHILL in self.filters:
            raise InputError(
                f"filter {UPHILL} looks at the state before a path, and the sections of learner {self} start in no state",
                expected="other filters",
            )

    @property
    def builds_on(self) -> bool:
        """True: one problem after the other, as each takes less time than a process."""
        return True

    def attend(
        self, library: MacroLibrary, problem: TrainingProblem, search: Any = None
    ) -> TrainingPaths:
        """Yield one chain of each pattern; ``search`` is not needed."""
        domain = cast(PlanningDomain, problem.domain)
        found: dict[object, Chain] = {}
        many: Counter[object] = Counter()
        for chain in islice(sections(domain, self.longest), MOST_CHAINS):
            found.setdefault(chain.pattern, chain)
            many[chain.pattern] += 1
        reasons = []
        if many.total() == MOST_CHAINS:
            reasons.append(f"behind the first {MOST_CHAINS:,} of a problem, not looked at")
        for pattern, chain in found.items():
            answer = yield replace(chain, instances=many[pattern])
            if isinstance(answer, str):
                reasons.append(answer)
        none = () if found else ("no action gives back what another takes",)
        return Outcome(True, None, passed_over=tuple(reasons) or none)

    def acquire(self, library: MacroLibrary, shape: Shape, path: Any, origin: str) -> Macro | str:
        """The macro of a chain, or the reason why there is none."""
        task = (
            path.domain.grounding.task
        )  # of whose actions those of the grounding lack what is always true
        known = task.domain.by_name
        whole = (instantiate(task, known[one.name], one.arguments) for one in path.actions)
        steps = [one for one in whole if one is not None]
        facts = frozenset[Atom]()
        for number, step in enumerate(steps):
            facts |= step.positive - after(steps[:number], facts)[0]
        return self.generalized(path.domain, facts, steps, f"{origin}, {path.words}")

    def select(self, records: Records, known: Sequence[Macro] = ()) -> Choice:
        """Choose the macros with the fewest parameters that no other makes superfluous."""
        chains = [
            (one.macro, cast(Chain, path))
            for record in records
            for path, one in zip(record.paths, record.admissions, strict=True)
            if one.accepted
        ]
        refused: Counter[str] = Counter()
        for record in records:
            refused += record.refused
        count = sum(len(record.paths) + len(record.outcome.passed_over) for record in records)
        if not chains:
            return Choice((), (), count, refused)
        found = (
            (macro, path.domain.grounding.groups, path.instances, path.exact)
            for macro, path in chains
        )
        of = cast(PlanningDomain, records[0].problem.domain).relations
        macros, uses = chosen_without_plans(of, found, known, self.keep, refused)
        return Choice(macros, uses, count, refused)


def sections(domain: PlanningDomain, longest: int) -> Iterator[Chain]:
    """All chains of a problem that end when they give back what their first action took.

    Parameters
    ----------
    domain
        What knows the problem.
    longest
        Greatest number of actions.
    """
    yield from _Sections(domain, longest).found()


class _Sections:
    def __init__(self, domain: PlanningDomain, longest: int) -> None:
        self.domain, self.longest = domain, longest
        grounding: Grounding = domain.grounding
        self.actions = [one for one in grounding.actions if not one.effects]
        self.groups: dict[Atom, set[int]] = {}
        for number, group in enumerate(grounding.groups):
            for atom in group.atoms:
                self.groups.setdefault(atom, set()).add(number)
        self.makers: dict[Atom, list[GroundAction]] = {}
        self.takers: dict[Atom, list[GroundAction]] = {}
        for one in self.actions:
            for atom in one.add - one.positive:
                self.makers.setdefault(atom, []).append(one)
            for atom in one.positive & one.delete - one.add:
                self.takers.setdefault(atom, []).append(one)

    def found(self) -> Iterator[Chain]:
        for first in self.actions:
            taken = first.positive & first.delete - first.add
            ends = {
                end: None
                for made in sorted(first.add - first.positive)
                for end in self.takers.get(made, ())
                if any(self.gives_back(end, one, made) for one in taken)
            }
            for end in ends:
                yield from self.between((first,), first.positive, end)

    def gives_back(self, end: GroundAction, taken: Atom, made: Atom) -> bool:
        """Whether an action makes true again what was taken when something was made, or a fact like it."""
        if made[0] == taken[0]:
            return False
        own = self.groups.get(taken, set())
        return any(
            atom == taken or (atom[0] == taken[0] and own & self.groups.get(atom, set()))
            for atom in end.add
        )

    def between(
        self, steps: tuple[GroundAction, ...], facts: Facts, end: GroundAction
    ) -> Iterator[Chain]:
        """The chains that begin with some steps and end with an action, as short as they can be."""
        missing = self.missing(steps, facts, end)
        if missing is None:
            chain = (*steps, end)
            taken = steps[0].positive & steps[0].delete - steps[0].add
            exact = not taken.isdisjoint(end.add)
            yield Chain(self.domain, chain, exact)
            return
        if len(steps) + 1 >= self.longest:
            return
        for middle in self.makers.get(missing, ()):
            spoils = end.positive & middle.delete - middle.add
            if middle is not end and not spoils and self.missing(steps, facts, middle) is None:
                yield from self.between((*steps, middle), self.needed(steps, facts, middle), end)

    def missing(
        self, steps: tuple[GroundAction, ...], facts: Facts, step: GroundAction
    ) -> Atom | None:
        """The first fact that a step needs and that cannot be true when its turn comes; None if it can be taken."""
        true, false = after(steps, facts)
        groups = {number for atom in true for number in self.groups.get(atom, ())}
        first = {number for atom in facts for number in self.groups.get(atom, ())}
        for atom in sorted(step.positive - true):
            others = self.groups.get(atom, set())
            if atom in false or others & (groups | first):
                return atom
        return next(iter(sorted(step.negative & true)), None)

    def needed(self, steps: tuple[GroundAction, ...], facts: Facts, step: GroundAction) -> Facts:
        """Facts that must be true at first if the step is to be taken too."""
        return facts | (step.positive - after(steps, facts)[0])


def after(steps: Sequence[GroundAction], facts: Facts) -> tuple[Facts, Facts]:
    """Facts that are known to be true, and to be false, after some steps."""
    true, false = facts, frozenset[Atom]()
    for step in steps:
        true = (true - step.delete) | step.add
        false = (false | step.delete) - step.add
    return true, false
