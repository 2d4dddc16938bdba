"""Learning macro actions from plans: pieces of plans, generalized, sifted, and chosen by what they save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..rules.errors import ArcwiseError
from ..rules.pddl.domain import Action, Atom, Domain, Task
from ..rules.pddl.mutex import MutexGroup
from ..rules.pddl.plan import Execution
from .lifted import generalize_steps
from .macro_action import MacroAction
from .subsumption import stands_in

LONGEST = 4
"""Steps of the pieces that are looked at."""

LONGEST_WHOLE = 8
"""Plans of up to so many steps are looked at as a whole too."""

MOST_PARAMETERS = 6
KEPT = 3


@dataclass(frozen=True)
class TrainingPlan:
    """A plan to learn from.

    Parameters
    ----------
    task, execution
        The problem, and its plan carried out.
    groups
        Mutex groups of the task.
    """

    task: Task
    execution: Execution
    groups: tuple[MutexGroup, ...] = ()


@dataclass(frozen=True)
class Choice:
    """What was learned from plans.

    Parameters
    ----------
    macros
        The macros in order of what they save.
    pieces
        How many pieces of plans were looked at.
    refused
        How many pieces were refused, by reason.
    """

    macros: tuple[MacroAction, ...]
    pieces: int
    refused: Counter[str]


@dataclass(frozen=True)
class _Piece:
    plan: int
    first: int
    length: int

    @property
    def places(self) -> set[tuple[int, int]]:
        return {(self.plan, self.first + offset) for offset in range(self.length)}


def learn_actions(
    plans: Sequence[TrainingPlan],
    *,
    longest: int = LONGEST,
    most_parameters: int = MOST_PARAMETERS,
    keep: int = KEPT,
) -> Choice:
    """Choose macro actions for the plans' domain.

    Every piece of two to ``longest`` steps of every plan, and short plans as a whole, are generalized. Refused is what
    does nothing, what has steps that no other step of it needs, what has too many parameters, what costs more than an
    action can say, and what another action or macro does as cheaply wherever it applies. Of the rest, one after
    the other, the macro is taken that saves most steps for each of its parameters, of the steps that no macro before it
    covers: parameters are what makes a macro dear to planners, because they look at all choices of objects for
    them. Macros that can be used only once come last.

    Parameters
    ----------
    plans
        Plans of problems of one domain.
    longest
        Steps of a piece at most.
    most_parameters
        Parameters of a macro at most: a planner looks at all choices of objects for them.
    keep
        How many macros to keep at most.
    """
    refused: Counter[str] = Counter()
    found: dict[object, tuple[MacroAction, list[_Piece]]] = {}
    count = 0
    for number, plan in enumerate(plans):
        for piece in _pieces(number, len(plan.execution.actions), longest):
            count += 1
            try:
                macro = _generalized(plan, piece, most_parameters)
            except ArcwiseError as error:
                refused[str(error)] += 1
                continue
            key = (macro.action, macro.steps)
            found.setdefault(key, (macro, []))[1].append(piece)
    kept = list(_undominated(plans[0].task.domain, found.values(), refused)) if plans else []
    chosen = _chosen(kept, keep)
    names = _names([macro for macro, _ in chosen], plans[0].task.domain) if plans else []
    macros = tuple(
        replace(macro, action=replace(macro.action, name=name), uses=uses)
        for (macro, uses), name in zip(chosen, names, strict=True)
    )
    return Choice(macros, count, refused)


def _pieces(plan: int, size: int, longest: int) -> Iterator[_Piece]:
    lengths = [*range(2, min(longest, size) + 1)]
    if longest < size <= LONGEST_WHOLE:
        lengths.append(size)
    for length in lengths:
        for first in range(size - length + 1):
            yield _Piece(plan, first, length)


def _generalized(plan: TrainingPlan, piece: _Piece, most_parameters: int) -> MacroAction:
    execution = plan.execution
    last = piece.first + piece.length
    macro = generalize_steps(
        plan.task,
        execution.states[piece.first],
        execution.actions[piece.first : last],
        "macro",
        plan.groups,
        f"{plan.task.source}, steps {piece.first + 1} to {last}",
    )
    if not macro.action.add and not macro.action.delete:
        raise ArcwiseError("does nothing: it ends where it began")
    if not _connected(macro):
        raise ArcwiseError("has steps that have nothing to do with each other")
    if len(macro.action.parameters) > most_parameters:
        raise ArcwiseError(f"has more than {most_parameters} parameters")
    return macro


def _connected(macro: MacroAction) -> bool:
    """Whether all steps hang together: one brings about what another needs, or they share a parameter."""
    terms = [{term for term in step[1:] if term.startswith("?")} for step in macro.steps]
    reached, waiting = {0}, [0]
    while waiting:
        step = waiting.pop()
        for other in set(range(len(terms))) - reached:
            linked = (step, other) in macro.links or (other, step) in macro.links
            if linked or terms[step] & terms[other]:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(terms)


def _undominated(
    domain: Domain,
    found: Iterable[tuple[MacroAction, list[_Piece]]],
    refused: Counter[str],
) -> Iterator[tuple[MacroAction, list[_Piece]]]:
    entries = list(found)
    for number, (macro, pieces) in enumerate(entries):
        others = [(_price(action, 1), action, -1) for action in domain.actions]
        others += [
            (_price(other.action, len(other.steps)), other.action, place)
            for place, (other, _) in enumerate(entries)
            if place != number
        ]
        own = _price(macro.action, len(macro.steps))
        better = next(
            (
                place
                for price, action, place in others
                if price <= own
                and stands_in(domain, action, macro.action)
                and not (
                    place > number and price == own and stands_in(domain, macro.action, action)
                )
            ),
            None,
        )
        if better is None:
            yield macro, pieces
        else:
            what = "an action of the domain" if better < 0 else "another macro"
            refused[f"{what} does the same as cheaply"] += len(pieces)


def _price(action: Action, steps: int) -> tuple[float, int]:
    cost = action.cost
    return (cost if isinstance(cost, int | float) else 0, steps)


def _chosen(
    found: Sequence[tuple[MacroAction, list[_Piece]]], keep: int
) -> list[tuple[MacroAction, int]]:
    """The macros that save most, each with how often it can be used where those before it are used already."""
    covered: set[tuple[int, int]] = set()
    left = list(found)
    chosen: list[tuple[MacroAction, int]] = []

    def usable(pieces: Sequence[_Piece]) -> list[_Piece]:
        taken: set[tuple[int, int]] = set(covered)
        free = []
        for piece in sorted(pieces, key=lambda piece: (piece.plan, piece.first)):
            if not piece.places & taken:
                taken |= piece.places
                free.append(piece)
        return free

    def worth(entry: tuple[MacroAction, list[_Piece]]) -> tuple[bool, float]:
        macro, pieces = entry
        uses = len(usable(pieces))
        saved = uses * (len(macro.steps) - 1)
        return (uses > 1, saved / max(1, len(macro.action.parameters)))

    while left and len(chosen) < keep:
        best = max(left, key=worth)
        left.remove(best)
        pieces = usable(best[1])
        if not pieces:
            break
        chosen.append((best[0], len(pieces)))
        for piece in pieces:
            covered |= piece.places
    return chosen


def _names(macros: Sequence[MacroAction], domain: Domain) -> list[str]:
    names: list[str] = []
    number = 0
    for macro in macros:
        steps: list[Atom] = list(macro.steps)
        while True:
            number += 1
            start = f"macro-{number}"
            if not any(name == start or name.startswith(f"{start}-") for name in domain.by_name):
                break
        full = "-".join((start, *(step[0] for step in steps)))
        names.append(full if len(full) <= 50 else start)
    return names
