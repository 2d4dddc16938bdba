"""Which macros of the pieces of plans to keep: those that save most, and that nothing else makes superfluous."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from ...rules.domain import Domain
from ...rules.pddl.action_domain import Action, ActionDomain, Atom
from ...rules.pddl.grounding.mutex import MutexGroup
from ...rules.pddl.strips import substituted
from ..learner import Choice, Records
from ..macro import Macro
from .entanglements import entangled_actions
from .plan_pieces import PlanPiece
from .subsumption import stands_in


def choose(
    records: Records, known: Sequence[Macro] = (), *, keep: int, entangled: bool = False
) -> Choice:
    """Choose macros by what they save in the training plans.

    Parameters
    ----------
    records
        What pieces of the plans were made into.
    known
        Macros that are kept besides.
    keep
        How many macros to choose at most.
    entangled
        Whether entangled actions are chosen besides, which only a trial may keep.
    """
    refused: Counter[str] = Counter()
    found: dict[object, _Candidate] = {}
    count = 0
    for number, record in enumerate(records):
        refused += record.refused
        count += len(record.paths) + len(record.outcome.passed_over)
        for piece, admission in zip(record.paths, record.admissions, strict=True):
            if not admission.accepted:
                continue
            macro = admission.macro
            if macro.operator not in found:
                groups = piece.domain.grounding.groups
                found[macro.operator] = _Candidate(macro, visible(macro, groups))
            found[macro.operator].enter(_Place(number, piece.steps), macro, piece)
    if not any(record.paths for record in records):
        return Choice((), (), count, refused)
    domain = cast(Domain, records[0].problem.domain).relations
    kept = list(_undominated(domain, known, [*found.values()], refused))
    chosen = _chosen(kept, keep)
    taken = {*domain.by_name, *(macro.name for macro in known)}
    names = _names([macro for macro, _ in chosen], taken)
    macros = [macro.renamed(name) for (macro, _), name in zip(chosen, names, strict=True)]
    besides = entangled_actions(records, {*taken, *names}) if entangled else []
    uses = tuple(many for _, many in (*chosen, *besides))
    return Choice((*macros, *(macro for macro, _ in besides)), uses, count, refused)


@dataclass(frozen=True)
class _Place:
    plan: int
    numbers: tuple[int, ...]

    @property
    def steps(self) -> set[tuple[int, int]]:
        return {(self.plan, number) for number in self.numbers}


@dataclass
class _Candidate:
    """A macro, what of it shows in states that can be reached, and the pieces of plans that it could stand for."""

    macro: Macro
    visible: Action
    pieces: list[_Place] = field(default_factory=list)
    initial: set[Atom] = field(default_factory=set)
    goals: set[Atom] = field(default_factory=set)

    def enter(self, place: _Place, macro: Macro, piece: PlanPiece) -> None:
        """A piece that the macro was made of, or could have been."""
        action, task = macro.action, piece.domain.grounding.task
        names = (parameter.name for parameter in action.parameters)
        binding = dict(zip(names, macro.lifted.objects, strict=True))
        fluents, goals = task.domain.fluents, {*task.goal}
        changing = [atom for atom in action.positive if atom[0] in fluents]
        initial = {atom for atom in changing if substituted(atom, binding) in task.init}
        wanted = {atom for atom in action.add if substituted(atom, binding) in goals}
        self.initial = self.initial & initial if self.pieces else initial
        self.goals = self.goals & wanted if self.pieces else wanted
        self.pieces.append(place)

    @property
    def entangled(self) -> Macro:
        """The macro, worth having only where what several pieces have in common is so, at the start and among the goals."""
        if len(self.pieces) < 2:
            return self.macro
        order = self.macro.action
        operator = replace(
            self.macro.action_schema,
            initial=tuple(atom for atom in order.positive if atom in self.initial),
            goals=tuple(atom for atom in order.add if atom in self.goals),
        )
        return replace(self.macro, operator=operator)

    @property
    def price(self) -> tuple[float, int]:
        return _price(self.macro.action, self.macro.length)


def visible(macro: Macro, groups: Sequence[MutexGroup]) -> Action:
    """The macro without deletions of what cannot be true where it applies, as a state that can be reached shows it.

    A step deletes what an earlier one adds, so the macro deletes it too, true or not.
    """
    action = macro.action
    names = (parameter.name for parameter in action.parameters)
    binding = dict(zip(names, macro.lifted.objects, strict=True))
    needed = {substituted(atom, binding) for atom in action.positive}

    def may_be_true(atom: Atom) -> bool:
        fact = substituted(atom, binding)
        return atom in action.positive or not any(
            fact in group.atoms and not needed.isdisjoint(group.atoms) for group in groups
        )

    return replace(action, delete=tuple(filter(may_be_true, action.delete)))


def _undominated(
    domain: ActionDomain, known: Sequence[Macro], found: Sequence[_Candidate], refused: Counter[str]
) -> Iterator[_Candidate]:
    """The macros that no action and no other macro makes superfluous; of macros that do the same, the first."""
    actions = [(_price(action, 1), action) for action in domain.actions]
    actions += [(_price(macro.action, macro.length), macro.action) for macro in known]
    for number, candidate in enumerate(found):
        if any(
            price <= candidate.price and stands_in(domain, action, candidate.visible)
            for price, action in actions
        ):
            refused["an action of the domain does the same as cheaply"] += len(candidate.pieces)
        elif any(
            other.price <= candidate.price
            and stands_in(domain, other.visible, candidate.visible)
            and (
                place < number
                or other.price < candidate.price
                or not stands_in(domain, candidate.visible, other.visible)
            )
            for place, other in enumerate(found)
            if place != number
        ):
            refused["another macro does the same as cheaply"] += len(candidate.pieces)
        else:
            yield candidate


def _price(action: Action, steps: int) -> tuple[float, int]:
    cost = action.cost
    return (cost if isinstance(cost, int | float) else 0, steps)


def _chosen(found: Sequence[_Candidate], keep: int) -> list[tuple[Macro, int]]:
    """The macros that save most, each with how often it can be used where those before it are used already."""
    covered: set[tuple[int, int]] = set()
    left = list(found)
    chosen: list[tuple[Macro, int]] = []

    def usable(candidate: _Candidate) -> list[_Place]:
        taken: set[tuple[int, int]] = set(covered)
        free = []
        for piece in sorted(candidate.pieces, key=lambda piece: (piece.plan, piece.numbers)):
            if not piece.steps & taken:
                taken |= piece.steps
                free.append(piece)
        return free

    def worth(candidate: _Candidate) -> tuple[bool, float]:
        uses = len(usable(candidate))
        saved = uses * (candidate.macro.length - 1)
        return (uses > 1, saved / max(1, len(candidate.macro.action.parameters)))

    while left and len(chosen) < keep:
        best = max(left, key=worth)
        left.remove(best)
        pieces = usable(best)
        if not pieces:
            break
        chosen.append((best.entangled, len(pieces)))
        for piece in pieces:
            covered |= piece.steps
    return chosen


def _names(macros: Sequence[Macro], taken: Collection[str]) -> list[str]:
    names: list[str] = []
    number = 0
    for macro in macros:
        while True:
            number += 1
            start = f"macro-{number}"
            if not any(name == start or name.startswith(f"{start}-") for name in taken):
                break
        full = "-".join((start, *(step[0] for step in macro.calls)))
        names.append(full if len(full) <= 50 else start)
    return names
