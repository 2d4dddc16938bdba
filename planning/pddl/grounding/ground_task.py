"""A PDDL task as a theory: ground actions as arcs on a short vector of multi-valued cells.

In this file:

- Leaving out what cannot matter: actions that can never be taken, facts that never change, and what no goal needs.
- Which facts share a cell of the state vector: mutually exclusive ones, as many as possible in each cell.
- Python's collector of cycles kept waiting while many objects are made that have none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heapify, heappop, heappush

from ....rules.arc import Arc, Way
from ....rules.errors import Place, TooLargeError
from ....rules.later import Later
from ....rules.room import most_that_fit, no_collection
from ....rules.sparse_arc import Axiom, Axioms, ConditionalEffect, SparseArc
from ....rules.term import Pattern, State, Symbol, Term, Var
from ....rules.text.state_text import open_cell
from ....rules.text.words import counted
from ....rules.theory import Theory
from ..action_domain import Atom, PlanningTask, atom_text
from ..axioms import LiteralGoal
from ..formula import ONE_OF, Alternatives
from ..strips import Facts, GroundAction, GroundEffect
from .mutex import MutexGroup, find_invariants
from .reachable import Reachability

_domain = Later("planning.pddl.planning", "PlanningDomain")

MOST_TERMS = 20_000_000
"""Conditions and effects of all arcs that are made whatever the memory; more are made where they fit."""

TERM_BYTES = 100
"""Bytes of each condition and effect."""


@dataclass(frozen=True)
class Grounding:
    """A task made ready for search.

    Parameters
    ----------
    task
        Task from which it was made.
    theory
        One arc for every ground action that can help, called by its text in a plan.
    start, goal
        The first state, and a pattern with a constant in every cell that the goal names.
    cells
        Meaning of the cells of a state.
    actions
        The ground actions behind the arcs, in their order.
    reachable
        Number of reachable ground actions, whether they help or not.
    tried
        Number of partial choices of objects that led to these.
    groups
        The mutex groups that were proved.
    axioms
        Axioms of derived cells; None where there are none.
    never
        Why no state can have the goal, in words; empty where that is not known.
    """

    task: PlanningTask
    theory: Theory
    start: State
    goal: Pattern
    cells: tuple[Cell, ...]
    actions: tuple[GroundAction, ...]
    reachable: int
    tried: int = 0
    groups: tuple[MutexGroup, ...] = ()
    axioms: Axioms | None = None
    never: str = ""

    def encode(self, facts: Facts) -> State:
        """The state that stands for what is true."""
        return _state(self.cells, self.axioms, facts)

    @cached_property
    def static(self) -> Facts:
        """The facts of the start that no action changes."""
        changed = (facts for action in self.actions for both in action.changes for facts in both)
        return self.task.init.difference(*changed)

    @property
    def facts(self) -> int:
        """Number of facts that the cells represent."""
        return sum(len(cell.values) for cell in self.cells)


def ground_task(task: PlanningTask) -> Grounding:
    """Make a theory of a task.

    Optimal plans of the theory are optimal plans of the task. Steps are: relaxed reachability by joins, mutex groups,
    which also rule actions out, backward relevance, and a greedy choice of cells.

    Raises
    ------
    InputError
        A task that is too large, or a cost without a value.
    """
    alternatives = Alternatives(task)
    goal = LiteralGoal(task, alternatives)
    if goal.never:
        return _owned(_hopeless(task, goal.never))
    with no_collection():
        reach = Reachability(_with_axioms(task), alternatives)
        found = reach.run()
        axioms = {one.name for one in task.domain.axioms}
        reached = [action for action in found if action.name not in axioms]
        rules = [action for action in found if action.name in axioms]
        nothing: Facts = frozenset()
        for atom, true, false in alternatives.rules:
            rules.append(GroundAction(ONE_OF, (), true, false, frozenset((atom,)), nothing, 0))
        actions, rules, groups = _helpful(task, goal, reached, rules)
        made = _encoded(task, goal, actions, rules, groups, len(reached))
        return _owned(replace(made, tried=reach.work))


def _owned(grounding: Grounding) -> Grounding:
    """The grounding with a theory that knows its domain, as searches choose by it."""
    theory = replace(grounding.theory, domain=_domain.found.of_grounding(grounding))
    return replace(grounding, theory=theory)


def _with_axioms(task: PlanningTask) -> PlanningTask:
    """The task with its axioms among the actions, whose facts they are derived from."""
    domain = task.domain
    if not domain.axioms:
        return task
    actions = (*domain.actions, *domain.axioms)
    return replace(task, domain=replace(domain, actions=actions, axioms=()))


def _helpful(
    task: PlanningTask,
    goal: LiteralGoal,
    reached: Sequence[GroundAction],
    rules: Sequence[GroundAction],
) -> tuple[list[GroundAction], list[GroundAction], Sequence[MutexGroup]]:
    """The actions that can be taken and help, the axioms that matter, and the mutex groups."""
    keep = frozenset((*goal.true, *goal.false))
    derived = frozenset(atom for rule in rules for atom in rule.add)
    actions = simplified([*reached, *rules], task.init, keep)
    invariants = find_invariants(task.init, _without(actions, derived))
    group_of: dict[Atom, list[int]] = {}
    for number, group in enumerate(invariants.groups):
        for atom in group.atoms:
            group_of.setdefault(atom, []).append(number)

    def possible(action: GroundAction) -> bool:
        if not action.positive.isdisjoint(invariants.never):
            return False
        numbers = [number for atom in action.positive for number in group_of.get(atom, ())]
        return len(set(numbers)) == len(numbers)

    kept = [action for action in actions if possible(action)]
    if len(kept) < len(actions):
        kept = simplified(kept, task.init, keep)
    kept = relevant(kept, goal.true, goal.false, derived)
    helpful = [action for action in kept if derived.isdisjoint(action.add)]
    left = [action for action in kept if not derived.isdisjoint(action.add)]
    return helpful, _applicable(left, helpful, task.init), invariants.groups


def _applicable(
    rules: Sequence[GroundAction], actions: Sequence[GroundAction], init: Facts
) -> list[GroundAction]:
    """Axioms that may apply: their conditions that nothing changes hold at the start.

    Actions that only make a derived fact true that has to be false have been left out as no help.
    """
    changed = {atom for one in actions for both in one.changes for facts in both for atom in facts}
    while True:
        changing = changed.union(*(rule.add for rule in rules))
        left = [
            rule
            for rule in rules
            if rule.positive <= changing | init and rule.negative & init <= changing
        ]
        if len(left) == len(rules):
            return left
        rules = left


def _without(actions: Sequence[GroundAction], derived: Facts) -> list[GroundAction]:
    """The actions as they are where nothing is asked of derived facts, without axioms."""
    if not derived:
        return list(actions)
    return [
        action._replace(
            positive=action.positive - derived,
            negative=action.negative - derived,
            effects=tuple(
                one._replace(positive=one.positive - derived, negative=one.negative - derived)
                for one in action.effects
            ),
        )
        for action in actions
        if derived.isdisjoint(action.add)
    ]


def _hopeless(task: PlanningTask, why: str) -> Grounding:
    """The grounding of a goal that can never hold: nothing can be done, and it is not enough."""
    atom = (task.goal or task.negative_goal or ((ONE_OF,),))[0]
    never = Cell({atom: YES}, NO, frozenset((atom,)))
    theory = Theory(f"{task.domain.name}:{task.name}", (), (1, 1))
    return Grounding(task, theory, (NO,), (YES,), (never,), (), 0, never=why)


class Encoder:
    """Encoder of actions as arcs on cells."""

    def __init__(self, cells: Sequence[Cell], axioms: Axioms | None = None) -> None:
        self.cells = cells
        self.axioms = axioms
        self.symbols = {
            atom: (n, symbol)
            for n, cell in enumerate(cells)
            for atom, symbol in cell.values.items()
        }
        self.cell_of = {atom: number for atom, (number, _) in self.symbols.items()}
        self.in_group: dict[Atom, list[int]] = {}
        for number, cell in enumerate(cells):
            for atom in cell.group:
                self.in_group.setdefault(atom, []).append(number)
        self.blank = tuple(Var(f"X{number + 1}") for number in range(max(1, len(cells))))

    def spelled(
        self,
        name: str,
        asked: Mapping[int, Symbol],
        made: Mapping[int, Symbol],
        cost: float,
        steps: tuple[Arc, ...] = (),
        conditional: tuple[ConditionalEffect, ...] = (),
        repeats: tuple[Arc | Way, ...] = (),
    ) -> Arc:
        """An arc that tests some cells and sets some."""
        axioms = self.axioms
        if axioms is not None:
            changed = (*made, *(cell for one in conditional for cell, _ in one.made))
            axioms = None if axioms.looked_at.isdisjoint(changed) else axioms
        return SparseArc(name, self.blank, asked, made, cost, steps, conditional, axioms, repeats)

    def asked(self, positive: Facts, negative: Facts) -> dict[int, Symbol]:
        """The symbols that cells hold where some facts are true and others are false."""
        symbols = self.symbols
        asked: dict[int, Symbol] = dict([symbols[atom] for atom in positive if atom in symbols])
        for atom in negative:
            if atom in symbols:
                number = symbols[atom][0]
                asked[number] = self.cells[number].otherwise
        return asked

    def conditional(
        self, action: GroundAction, asked: Mapping[int, Symbol]
    ) -> tuple[ConditionalEffect, ...]:
        """Conditional effects of an action: those that delete, then the action's own additions, then those that add."""
        cells, cell_of = self.cells, self.cell_of
        deleting, adding = [], []
        deleted: set[int] = set()
        for one in action.effects:
            own = self.asked(one.positive, one.negative)
            if any(asked.get(cell, symbol) != symbol for cell, symbol in own.items()):
                continue
            for atom in sorted(one.delete & cell_of.keys()):
                number = cell_of[atom]
                there = {**own, number: cells[number].values[atom]}
                if own.get(number, there[number]) != there[number] or (
                    asked.get(number, there[number]) != there[number]
                ):
                    continue
                tests = tuple(sorted(pair for pair in there.items() if pair[0] not in asked))
                deleting.append(ConditionalEffect(tests, ((number, cells[number].otherwise),)))
                deleted.add(number)
            tests = tuple(sorted(pair for pair in own.items() if pair[0] not in asked))
            adds = sorted(one.add & cell_of.keys(), key=cell_of.__getitem__)
            made = tuple((cell_of[atom], cells[cell_of[atom]].values[atom]) for atom in adds)
            if made:
                adding.append(ConditionalEffect(tests, made))
        again = sorted(atom for atom in action.add & cell_of.keys() if cell_of[atom] in deleted)
        made = tuple((cell_of[atom], cells[cell_of[atom]].values[atom]) for atom in again)
        between = [ConditionalEffect((), made)] if made else []
        return (*deleting, *between, *adding)

    def arc(self, action: GroundAction) -> Arc:
        """An action as an arc."""
        cells, symbols = self.cells, self.symbols
        asked = self.asked(action.positive, action.negative)
        made: dict[int, Symbol] = {}
        for atom in action.delete:
            if atom in symbols:
                number, symbol = symbols[atom]
                if asked.get(number, symbol) == symbol:
                    made[number] = cells[number].otherwise
        made.update([symbols[atom] for atom in action.add if atom in symbols])
        # A cell that the action sets holds nothing before if the action needs a fact that rules out all of its own.
        for atom in action.positive:
            for number in self.in_group.get(atom, ()):
                if number in made:
                    asked.setdefault(number, cells[number].otherwise)
        conditional = self.conditional(action, asked) if action.effects else ()
        return self.spelled(action.text, asked, made, action.cost, conditional=conditional)

    def pattern(self, true: Iterable[Atom], false: Iterable[Atom]) -> Pattern:
        """A state with some facts true and some false."""
        found = list[Term](map(open_cell, range(len(self.blank))))
        for atom in true:
            found[self.cell_of[atom]] = self.cells[self.cell_of[atom]].values[atom]
        for atom in false:
            found[self.cell_of[atom]] = self.cells[self.cell_of[atom]].otherwise
        return tuple(found)


def _check_size(task: PlanningTask, actions: Sequence[GroundAction]) -> None:
    terms = sum(
        len(facts)
        for action in actions
        for both in (*action.conditions, *action.changes)
        for facts in both
    )
    most = most_that_fit(MOST_TERMS, TERM_BYTES)
    if terms > most:
        raise TooLargeError(
            f"problem {task.name} is too large to ground",
            place=Place(task.source),
            expected=f"{most:,} conditions and effects at most",
            found=f"{terms:,} in {counted(len(actions), 'arc')}",
        )


def _encoded(
    task: PlanningTask,
    asked: LiteralGoal,
    actions: Sequence[GroundAction],
    rules: Sequence[GroundAction],
    groups: Sequence[MutexGroup],
    reached: int,
) -> Grounding:
    changing = dict.fromkeys(
        atom
        for action in (*actions, *rules)
        for add, delete in action.changes
        for atom in (*sorted(add), *sorted(delete))
    )
    # A goal that nothing changes is either so already, or can never be reached and needs a cell that says so.
    goal = [a for a in asked.true if a in changing or a not in task.init]
    negative_goal = [a for a in asked.false if a in changing or a in task.init]
    never = [f"nothing makes {_told(a)} true" for a in goal if a not in changing]
    never += [f"nothing makes {_told(a)} false" for a in negative_goal if a not in changing]
    facts = sorted({*changing, *goal, *negative_goal})
    cells = choose_cells(facts, groups, [*actions, *rules], goal, negative_goal)
    _check_size(task, actions)
    axioms = _axioms(task, cells, rules) if rules else None
    encoder = Encoder(cells, axioms)
    shape = (1, max(1, len(cells)))
    theory = Theory(f"{task.domain.name}:{task.name}", tuple(map(encoder.arc, actions)), shape)
    start = _state(cells, axioms, task.init)
    pattern = encoder.pattern(goal, negative_goal)
    parts = task, theory, start, pattern, cells, tuple(actions), reached
    found = Grounding(*parts, groups=tuple(groups))
    return replace(found, axioms=axioms, never=never[0] if never else "")


def _told(atom: Atom) -> str:
    """A fact of the goal in words."""
    return "an alternative of the goal" if atom[0] == ONE_OF else atom_text(atom)


def _state(cells: Sequence[Cell], axioms: Axioms | None, facts: Facts) -> State:
    state = [cell.symbol(facts) for cell in cells]
    return (tuple(state) if axioms is None else axioms.settle([*state])) or (NONE,)


def _axioms(task: PlanningTask, cells: Sequence[Cell], rules: Sequence[GroundAction]) -> Axioms:
    """Ground axioms as rules for cells; those of alternatives have the last strata, one for each atom."""
    encoder, strata = Encoder(cells), task.domain.strata
    above = 1 + max(strata.values(), default=-1)
    by_stratum: dict[int, list[Axiom]] = {}
    derived: dict[int, None] = {}
    for rule in rules:
        (atom,) = rule.add
        number = encoder.cell_of[atom]
        derived[number] = None
        stratum = above + int(atom[1]) if atom[0] == ONE_OF else strata[atom[0]]
        asked = encoder.asked(rule.positive, rule.negative)
        axiom = Axiom(tuple(sorted(asked.items())), number, YES)
        by_stratum.setdefault(stratum, []).append(axiom)
    return Axioms(
        tuple((number, NO) for number in sorted(derived)),
        tuple(tuple(by_stratum[stratum]) for stratum in sorted(by_stratum)),
    )


def simplified(
    actions: Sequence[GroundAction], init: Facts, keep: frozenset[Atom]
) -> list[GroundAction]:
    """The actions that can be taken if nothing were ever deleted, without what is settled once and for all.

    Conditions that always hold are left out, and effects that change nothing: adding what the action needs or
    what is always true, deleting what it needs to be false or what is never true.

    Parameters
    ----------
    keep
        Facts that goals name: these stay even where they never change.
    """
    # Without what changes nothing: a fact that is deleted only where it is false already is always true.
    actions = [_without_idle(action) for action in actions]
    while True:
        reached = _reached(actions, init)
        touched = frozenset(
            atom for action in actions for _, delete in action.changes for atom in delete
        )
        always = init - touched

        def possible(positive: Facts, negative: Facts) -> bool:
            known = positive <= reached and negative.isdisjoint(always)  # noqa: B023
            return known and negative.isdisjoint(positive)

        left = []
        for action in actions:
            if not possible(action.positive, action.negative):
                continue
            effects = tuple(
                one
                for one in action.effects
                if possible(one.positive | action.positive, one.negative | action.negative)
            )
            left.append(action if effects == action.effects else action._replace(effects=effects))
        if left == actions:
            break
        actions = left
    settled = always - keep
    plain = [
        _with_effects(
            action._replace(
                positive=action.positive - settled,
                negative=action.negative & reached,
                add=action.add - always,
                delete=action.delete & reached,
            ),
            [
                GroundEffect(
                    one.positive - settled - action.positive,
                    (one.negative & reached) - action.negative,
                    one.add - always,
                    one.delete & reached,
                )
                for one in action.effects
            ],
        )
        for action in actions
    ]
    return [action for action in plain if action.add or action.delete or action.effects]


def _without_idle(action: GroundAction) -> GroundAction:
    """The action without effects that change nothing: adding what is true before and not deleted, and the like."""
    if not action.effects:
        if action.add.isdisjoint(action.positive) and action.delete.isdisjoint(action.negative):
            return action
        return action._replace(
            add=action.add - action.positive, delete=action.delete - action.negative
        )
    gone = frozenset(atom for _, delete in action.changes for atom in delete)
    return action._replace(
        add=action.add - (action.positive - gone),
        delete=action.delete - action.negative,
        effects=tuple(
            one._replace(
                add=one.add - ((action.positive | one.positive) - gone),
                delete=one.delete - action.negative - one.negative,
            )
            for one in action.effects
        ),
    )


def _with_effects(action: GroundAction, effects: Iterable[GroundEffect]) -> GroundAction:
    """The action with its conditional effects; effects without a condition become its own."""
    left = []
    for one in dict.fromkeys(effects):
        if one.positive or one.negative:
            left += [one] if one.add or one.delete else []
        else:
            action = action._replace(add=action.add | one.add, delete=action.delete | one.delete)
    if not left and not action.effects:
        return action
    return action._replace(delete=action.delete - action.add, effects=tuple(left))


def _reached(actions: Sequence[GroundAction], init: Facts) -> frozenset[Atom]:
    units = [(action.positive, action.add) for action in actions]
    units += [
        (action.positive | one.positive, one.add) for action in actions for one in action.effects
    ]
    lacking = [len(positive - init) for positive, _ in units]
    needed_by: dict[Atom, list[int]] = {}
    for number, (positive, _) in enumerate(units):
        for atom in positive - init:
            needed_by.setdefault(atom, []).append(number)
    reached = set(init)
    ready = deque(number for number, count in enumerate(lacking) if count == 0)
    while ready:
        for atom in units[ready.popleft()][1] - reached:
            reached.add(atom)
            for number in needed_by.get(atom, ()):
                lacking[number] -= 1
                if lacking[number] == 0:
                    ready.append(number)
    return frozenset(reached)


def relevant(
    actions: Sequence[GroundAction],
    goal: Iterable[Atom],
    negative_goal: Iterable[Atom],
    derived: Facts = frozenset(),
) -> list[GroundAction]:
    """The actions that can help to reach a goal, with only those effects that can.

    A fact matters if the goal names it or an action that matters has it as a condition. An action matters if it gives such a
    fact its wanted value. For the condition of a conditional effect on a fact that matters, both values are wanted; axioms of
    a derived fact that should be false should not apply. Of actions that are then equal, the cheapest stays.

    Parameters
    ----------
    derived
        Facts that axioms among the actions make true.
    """
    found = _Relevance(actions, derived)
    found.want(goal, negative_goal)
    found.spread()
    facts = frozenset(found.true | found.false)
    kept: dict[object, GroundAction] = {}
    for number in sorted(found.needed | found.wanted):
        action = _narrowed(actions[number], facts)
        key = (action.positive, action.negative, action.add, action.delete, action.effects)
        if key not in kept or action.cost < kept[key].cost:
            kept[key] = action
    return list(kept.values())


class _Relevance:
    """Facts and actions that matter, so far.

    Parameters
    ----------
    actions, derived
        As for `relevant`.

    Attributes
    ----------
    true, false
        Facts that matter as true, and as false.
    needed, wanted
        Numbers of actions that matter by any effect, and with their conditions as they are.
    """

    def __init__(self, actions: Sequence[GroundAction], derived: Facts) -> None:
        self.actions, self.derived = actions, derived
        self.true, self.false = set[Atom](), set[Atom]()
        self.needed, self.wanted = set[int](), set[int]()
        self._waiting: deque[tuple[Atom, bool]] = deque()
        self._makers: dict[Atom, list[int]] = {}
        self._breakers: dict[Atom, list[int]] = {}
        self._conditional: dict[Atom, list[tuple[int, GroundEffect]]] = {}
        for number, action in enumerate(actions):
            for atom in action.add:
                self._makers.setdefault(atom, []).append(number)
            for atom in action.delete:
                self._breakers.setdefault(atom, []).append(number)
            for one in action.effects:
                for atom in one.add | one.delete:
                    self._conditional.setdefault(atom, []).append((number, one))

    def want(self, positive: Iterable[Atom], negative: Iterable[Atom]) -> None:
        """Note facts that matter as true, and as false."""
        for atoms, known, holds in ((positive, self.true, True), (negative, self.false, False)):
            new = [atom for atom in atoms if atom not in known]
            known.update(new)
            self._waiting.extend((atom, holds) for atom in new)

    def spread(self) -> None:
        """Find all that matters for the facts that do."""
        while self._waiting:
            atom, holds = self._waiting.popleft()
            if atom in self.derived and not holds:
                for number in self._makers.get(atom, ()):
                    self.needed.add(number)
                    self.want(self.actions[number].negative, self.actions[number].positive)
                continue
            for number in (self._makers if holds else self._breakers).get(atom, ()):
                if number not in self.wanted:
                    self.wanted.add(number)
                    self.want(self.actions[number].positive, self.actions[number].negative)
            for number, one in self._conditional.get(atom, ()):
                self.needed.add(number)
                self.want(self.actions[number].positive, self.actions[number].negative)
                both = one.positive | one.negative
                self.want(both, both)


def _narrowed(action: GroundAction, facts: Facts) -> GroundAction:
    """An action with only those effects that are facts."""
    if all(add <= facts and delete <= facts for add, delete in action.changes):
        return action
    action = action._replace(add=action.add & facts, delete=action.delete & facts)
    effects = [
        one._replace(add=one.add & facts, delete=one.delete & facts) for one in action.effects
    ]
    return _with_effects(action, effects)


NONE, YES, NO = "-", "yes", "no"


@dataclass(frozen=True)
class Cell:
    """One cell of a state.

    Parameters
    ----------
    values
        The symbol of every fact that the cell tells of.
    otherwise
        The symbol that stands there when none of these is true.
    group
        All facts of which no other is true when one of these is.
    """

    values: Mapping[Atom, str] = field(hash=False)
    otherwise: str
    group: frozenset[Atom]

    def symbol(self, facts: Facts) -> str:
        """Symbol that the cell holds in a state."""
        for atom, symbol in self.values.items():
            if atom in facts:
                return symbol
        return self.otherwise


def _deleters(actions: Iterable[GroundAction]) -> dict[Atom, list[GroundAction]]:
    """For each fact the actions that delete it."""
    deleters: dict[Atom, list[GroundAction]] = {}
    for action in actions:
        for atom in action.delete:
            deleters.setdefault(atom, []).append(action)
    return deleters


def _tellable(
    group: MutexGroup,
    free: Container[Atom],
    wanted: Container[Atom],
    deleters: Mapping[Atom, Sequence[GroundAction]],
) -> dict[Atom, str]:
    """The facts of a group of which one cell may tell: free ones, one goal at most, and none that is deleted for nothing told."""
    whole = frozenset(group.atoms)
    goals = [atom for atom in group.atoms if atom in free and atom in wanted]
    found = {a: name for a, name in group.atoms.items() if a in free and a not in goals[1:]}
    while True:
        unsure = [
            atom
            for atom in found
            if any(
                action.positive.isdisjoint(whole) and action.add.isdisjoint(found)
                for action in deleters.get(atom, ())
            )
        ]
        if not unsure:
            return found
        for atom in unsure:
            del found[atom]


def choose_cells(
    facts: Sequence[Atom],
    groups: Sequence[MutexGroup],
    actions: Sequence[GroundAction],
    goal: Sequence[Atom],
    negative_goal: Sequence[Atom],
) -> tuple[Cell, ...]:
    """Cells that tell of all ``facts``, each fact in one of them; the largest groups are taken first.

    A fact has a cell of its own where that is simplest: if something must be false of it, if two facts of its group are
    goals, or if an action deletes it without telling what else the cell may hold.
    """
    deleters = _deleters(actions)
    alone = {atom for action in actions for _, false in action.conditions for atom in false}
    alone |= set(negative_goal)
    free = set(facts) - alone
    wanted = free.intersection(goal)
    waiting = [
        (-len(_tellable(group, free, wanted, deleters)), number)
        for number, group in enumerate(groups)
    ]
    heapify(waiting)
    cells: list[Cell] = []
    while waiting:
        size, number = heappop(waiting)
        found = _tellable(groups[number], free, wanted, deleters)
        if len(found) < 2:
            continue
        if len(found) < -size:
            heappush(waiting, (-len(found), number))
            continue
        cells.append(Cell(found, NONE, frozenset(groups[number].atoms)))
        free -= set(found)
    alone |= free
    cells += [Cell({atom: YES}, NO, frozenset((atom,))) for atom in facts if atom in alone]
    order = {atom: number for number, atom in enumerate(facts)}
    return tuple(sorted(cells, key=lambda cell: min(order[atom] for atom in cell.values)))
