"""Learning macro actions from plans: pieces of plans, generalized, sifted, and chosen by what they save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...rules.errors import ArcwiseError
from ...rules.pddl.domain import Action, Atom, Domain, Task
from ...rules.pddl.mutex import MutexGroup
from ...rules.pddl.plan import Execution
from ...rules.pddl.strips import substituted
from ..macro import Macro
from .lifted import generalize_steps
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
    uses
        How often each could stand in the plans.
    pieces
        How many pieces of plans were looked at.
    refused
        How many pieces were refused, by reason.
    """

    macros: tuple[Macro, ...]
    uses: tuple[int, ...]
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
    found: dict[object, _Candidate] = {}
    count = 0
    for number, plan in enumerate(plans):
        for piece in _pieces(number, len(plan.execution.actions), longest):
            count += 1
            try:
                macro, visible = _generalized(plan, piece, most_parameters)
            except ArcwiseError as error:
                refused[str(error)] += 1
                continue
            found.setdefault(macro.operator, _Candidate(macro, visible)).pieces.append(piece)
    kept = list(_undominated(plans[0].task.domain, [*found.values()], refused)) if plans else []
    chosen = _chosen(kept, keep)
    names = _names([macro for macro, _ in chosen], plans[0].task.domain) if plans else []
    macros = tuple(macro.renamed(name) for (macro, _), name in zip(chosen, names, strict=True))
    return Choice(macros, tuple(uses for _, uses in chosen), count, refused)


@dataclass
class _Candidate:
    """A macro, what of it shows in states that can be reached, and the pieces of plans that it could stand for."""

    macro: Macro
    visible: Action
    pieces: list[_Piece] = field(default_factory=list)

    @property
    def price(self) -> tuple[float, int]:
        return _price(self.macro.action, self.macro.length)


def _pieces(plan: int, size: int, longest: int) -> Iterator[_Piece]:
    lengths = [*range(2, min(longest, size) + 1)]
    if longest < size <= LONGEST_WHOLE:
        lengths.append(size)
    for length in lengths:
        for first in range(size - length + 1):
            yield _Piece(plan, first, length)


def _generalized(plan: TrainingPlan, piece: _Piece, most_parameters: int) -> tuple[Macro, Action]:
    """The macro of a piece, and what of it shows in states that can be reached.

    Raises
    ------
    ArcwiseError
        The reason why it is refused.
    """
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
    visible = _visible(macro, plan.groups)
    if not visible.add and not visible.delete:
        raise ArcwiseError("does nothing: it ends where it began")
    if not _connected(macro):
        raise ArcwiseError("has steps that have nothing to do with each other")
    if len(macro.action.parameters) > most_parameters:
        raise ArcwiseError(f"has more than {most_parameters} parameters")
    return macro, visible


def _visible(macro: Macro, groups: Sequence[MutexGroup]) -> Action:
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


def _connected(macro: Macro) -> bool:
    """Whether all steps hang together: one brings about what another needs, or they share a parameter."""
    terms = [{term for term in step[1:] if term.startswith("?")} for step in macro.calls]
    reached, waiting = {0}, [0]
    while waiting:
        step = waiting.pop()
        for other in set(range(len(terms))) - reached:
            links = macro.lifted.links
            linked = (step, other) in links or (other, step) in links
            if linked or terms[step] & terms[other]:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(terms)


def _undominated(
    domain: Domain, found: Sequence[_Candidate], refused: Counter[str]
) -> Iterator[_Candidate]:
    """The macros that no action and no other macro makes superfluous; of macros that do the same, the first."""
    actions = [(_price(action, 1), action) for action in domain.actions]
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

    def usable(candidate: _Candidate) -> list[_Piece]:
        taken: set[tuple[int, int]] = set(covered)
        free = []
        for piece in sorted(candidate.pieces, key=lambda piece: (piece.plan, piece.first)):
            if not piece.places & taken:
                taken |= piece.places
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
        chosen.append((best.macro, len(pieces)))
        for piece in pieces:
            covered |= piece.places
    return chosen


def _names(macros: Sequence[Macro], domain: Domain) -> list[str]:
    names: list[str] = []
    number = 0
    for macro in macros:
        while True:
            number += 1
            start = f"macro-{number}"
            if not any(name == start or name.startswith(f"{start}-") for name in domain.by_name):
                break
        full = "-".join((start, *(step[0] for step in macro.calls)))
        names.append(full if len(full) <= 50 else start)
    return names
