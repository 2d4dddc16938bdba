"""Making one goal true by rules: an explicit stack of what is being made true, so that towers of any height are no matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from ...search.limits import Meter
from ..pddl.action_domain import Atom, PlanningTask, atom_text, substituted
from ..pddl.action_schema import is_of_effect, taken
from .achievers import Achiever, Achievers, parameters_left
from .rule import LiftedPolicy, PolicyRule, RuleCondition
from .world import Binding, World, clashes

MOST_AGAIN = 30
"""Number of times that a rule's undone conditions are achieved again, never twice in one state."""

SOME_IN_VAIN, MOST_IN_VAIN = 30, 30_000
"""Failed choices for one goal, with all that is repaired for it, after which its share of the limits is looked at, and at most."""

ONE_GOAL = 0.5
"""Part of what is left of that share that one goal may take: what is reached so leaves the later goals less, but some."""

HOPELESS = 1_000
"""Penalty of a choice that undoes goals that were reached, so that it comes last."""


@dataclass(frozen=True, slots=True)
class StepOrigin:
    """The goal and rule for which a step of a plan was made.

    Parameters
    ----------
    goal
        The goal of the problem.
    rule
        The rule for it.
    condition
        Number of the rule's condition that it was made for, from 1; one more than the last for the rule's own steps.
    """

    goal: Atom
    rule: str
    condition: int


class RuleLimitError(Exception):
    """A limit was reached."""


@dataclass(slots=True)
class _Open:
    """An atom that is being made true: the achievers left, the one that is tried, and how far that is."""

    atom: Atom
    achievers: Iterator[Achiever]
    mark: int
    achiever: Achiever | None = None
    binding: Binding = field(default_factory=dict)
    seen_to: int = 0
    given: frozenset[Atom] = frozenset()
    held: list[Atom] = field(default_factory=list)
    awaited: list[Atom] = field(default_factory=list)
    tried: int = 0
    again: set[int] = field(default_factory=set)
    circular: bool = False


class PolicyRun:
    """A policy carried out: a world, and what makes goals true in it.

    Attributes
    ----------
    steps
        Steps made, each with its origin and the world's mark before it.
    made
        Number of steps made, including those taken back.
    kept
        Goals that must not be undone.
    reserved
        Atoms that goals will use up, each with its goal.
    owner
        The goal that is being made true.
    holding
        For how many rules below what a rule brought about for itself may not be undone before its steps.
    undoing, granted, reason
        Goals that achievers would have undone; rules, by name, with conditions that were to hold and did not; why it failed
        last.
    most_used
        Part of a limit after which a goal is given up if `SOME_IN_VAIN` choices for it failed.
    taken
        Achiever by which each goal was made true last.
    """

    def __init__(
        self,
        policy: LiftedPolicy,
        task: PlanningTask,
        meter: Meter,
        most_compared: float = inf,
        share: float = inf,
        is_lost: Callable[[Collection[Atom]], bool] | None = None,
    ) -> None:
        self.policy, self.meter, self.most_compared = policy, meter, most_compared
        self.is_lost, self.met_trap = is_lost, False
        self.world = World(task, policy.domain, self._check_time)
        self.achievers = Achievers(policy, self.world, self._allowed, self._spoils, self._named)
        self.steps: list[tuple[Atom, StepOrigin, int]] = []
        self.made = 0
        self.kept: dict[Atom, None] = {}
        self.reserved: dict[Atom, Atom] = {}
        self.owner: Atom | None = None
        self.holding = inf
        self.most_in_vain, self.given_up = inf, 0
        self._share = self.most_used = share
        self.undoing: dict[Atom, None] = {}
        self.granted: dict[tuple[str, Atom], None] = {}
        self.reason = ""
        self.taken: Achiever | None = None
        self._in_vain = 0
        self._held: Counter[Atom] = Counter()
        self._stack: list[_Open] = []
        self._awaited: dict[Atom, list[int]] = {}

    def check_limits(self) -> None:
        """Count a choice, and check the limits.

        Raises
        ------
        LimitError
            A limit is reached.
        """
        limit = self.meter.exceeded()
        if self.world.compared > self.most_compared:
            limit = limit or "work"
        if limit is not None:
            raise RuleLimitError(limit)

    def end(self) -> None:
        """Let go of the achievers, which refer back to this run: the facts of its world need no collector then."""
        self._stack.clear()
        del self.achievers

    def _check_time(self) -> None:
        limit = self.meter.overdue()
        if limit is not None:
            raise RuleLimitError(limit)

    def begin(self, goal: Atom, *, repair: bool = False) -> None:
        """Begin to work on a goal, or on one that is made true again for the sake of another."""
        self.owner = goal
        if not repair:
            self._in_vain = 0
            if self._share < inf:
                used = self.meter.used
                self.most_used = used + ONE_GOAL * (self._share - used)
        self.undoing.clear()
        self.granted.clear()

    @property
    def share_is_spent(self) -> bool:
        """Whether the part of the limits is used up that may be spent on what may come to nothing."""
        return self.most_used < inf and self.meter.used > self.most_used

    @property
    def _is_hopeless(self) -> bool:
        """Whether enough choices for the goal were tried without success."""
        if self._in_vain <= SOME_IN_VAIN:
            return False
        return self._in_vain > MOST_IN_VAIN or self.share_is_spent

    def _allowed(self, rule: PolicyRule, binding: Binding) -> bool:
        """Whether no condition of a rule is what another goal will use up."""
        if not self.reserved:
            return True
        return all(
            self.reserved.get(substituted(atom, binding), self.owner) == self.owner
            for atom in rule.action.positive
        )

    def _named(self) -> Iterator[str]:
        """Objects of which something is being made true, kept or reserved."""
        for one in self._stack:
            yield from one.atom[1:]
            yield from one.binding.values()
        for atom in (*self.kept, *self.reserved):
            yield from atom[1:]

    def _spoils(self, rule: PolicyRule, binding: Binding) -> tuple[int, int]:
        """1 if a rule would delete an atom that its caller waits for, else 0; and the place of the nearest caller that waits for one.

        Places count from the bottom of the stack, so that the nearest caller has the highest. A rule whose conditional effects
        would undo a goal that was reached counts for more than any other.
        """
        if self.kept and self._undoes_more(rule, binding):
            return HOPELESS, len(self._stack)
        if not self._awaited:
            return 0, 0
        action = rule.action
        deleted = (substituted(atom, binding) for atom in action.delete if atom not in action.add)
        levels = (self._awaited[one][-1] for one in deleted if one in self._awaited)
        nearest = max(levels, default=0)
        return int(nearest == len(self._stack) - 1), nearest

    def _undoes_more(self, rule: PolicyRule, binding: Binding) -> bool:
        """Whether conditional effects of a step would undo a goal that was reached, as things are now."""
        steps = (one for one in rule.operator.moves if is_of_effect(one[0]))
        calls = (taken(substituted(one, binding)) for one in steps)
        return any(not self.kept.keys().isdisjoint(self.world.outcome(one)[1]) for one in calls)

    def achieve(
        self, goal: Atom, achievers: Iterator[Achiever] | None = None, until: int | None = None
    ) -> Binding | None:
        """Make a goal true, or see to the first conditions of one of its achievers only.

        Returns
        -------
        The objects of the achiever taken; None where nothing comes of any, and the world is as before.
        """
        world, stack, open_atoms = self.world, self._stack, {goal}
        if goal in world.true:
            return {}
        stack[:] = [_Open(goal, achievers or self.achievers.of(goal), world.mark)]
        self._awaited.clear()
        before, binding = self._in_vain, {}
        while stack:
            top = stack[-1]
            if top.achiever is None:
                enough = self._in_vain - before >= self.most_in_vain or self._is_hopeless
                achiever = None if enough else next(top.achievers, None)
                if achiever is None:
                    self._note_nothing(top, enough)
                    stack.pop()
                    open_atoms.discard(top.atom)
                    if stack:
                        self._await_no_more(stack[-1])
                        self._take_back(stack[-1])
                        self._in_vain += 1
                    continue
                self.check_limits()
                top.achiever, top.binding, top.seen_to, top.again = (
                    achiever,
                    achiever.binding,
                    0,
                    set(),
                )
                own = (substituted(one.atom, top.binding) for one in achiever.conditions)
                top.given = frozenset(one for one in own if one in world.true)
                top.tried += 1
                top.circular = False
            more = self._see_to(top, open_atoms, until if len(stack) == 1 else None)
            if more is None:
                self._take_back(top)
                self._in_vain += 1
            elif more != top.atom:
                open_atoms.add(more)
                self._await(top, more)
                stack.append(_Open(more, self.achievers.of(more), world.mark))
            else:
                binding = top.binding
                self._let_go(top)
                stack.pop()
                open_atoms.discard(top.atom)
                if not stack:
                    self.taken = top.achiever
                    return binding
                self._await_no_more(stack[-1])
        return None

    def _await(self, top: _Open, more: Atom) -> None:
        """Note what else an achiever needs, which it may take long to make true again, while something of it is made true."""
        assert top.achiever is not None
        own = (substituted(one.atom, top.binding) for one in top.achiever.conditions)
        top.awaited = [one for one in own if one != more and not parameters_left(one)]
        for one in top.awaited:
            self._awaited.setdefault(one, []).append(len(self._stack))

    def _await_no_more(self, top: _Open) -> None:
        for one in top.awaited:
            levels = self._awaited[one]
            levels.pop()
            if not levels:
                del self._awaited[one]
        top.awaited = []

    def _see_to(self, top: _Open, open_atoms: set[Atom], until: int | None) -> Atom | None:
        """Go on with an achiever until a condition has to be made true first.

        Returns
        -------
        That condition; the atom itself when the achiever is at its end; None where it comes to nothing.
        """
        achiever, world = top.achiever, self.world
        assert achiever is not None
        conditions = achiever.conditions
        if top.atom in world.true:
            return top.atom
        while top.seen_to < len(conditions):
            if top.seen_to == until:
                return top.atom
            condition = conditions[top.seen_to]
            if parameters_left(substituted(condition.atom, top.binding)):
                settled = self._settled(achiever, top)
                if settled is None:
                    return None
                top.binding = settled
            atom = substituted(condition.atom, top.binding)
            if atom in top.given and atom not in world.true and not (achiever.walk or top.again):
                top.binding = self._others_chosen(achiever, top)
                atom = substituted(condition.atom, top.binding)
            if atom in world.true:
                top.held.append(atom)
                self._held[atom] += 1
                top.seen_to += 1
                continue
            return None if self._hopeless(top, condition, atom, open_atoms) else atom
        if top.seen_to == until:
            return top.atom
        if self._begins_again(top):
            return self._see_to(top, open_atoms, until)
        return top.atom if self._finish(achiever, top) else None

    def _hopeless(
        self, top: _Open, condition: RuleCondition, atom: Atom, open_atoms: set[Atom]
    ) -> bool:
        """Whether a condition that does not hold cannot be achieved here; notes why."""
        rule = None if top.achiever is None else top.achiever.rule
        if not condition.achieve and rule is not None:
            self.reason = f"{atom_text(atom)} does not hold for {rule.name}"
            self.granted[rule.name, condition.atom] = None
            return True
        if atom in open_atoms:
            self.reason = f"{atom_text(atom)} is needed for itself"
            top.circular = True
        return atom in open_atoms

    def _begins_again(self, top: _Open) -> bool:
        """Whether conditions that were undone meanwhile are seen to again, from the first of them on."""
        true = self.world.true
        if self.holding == inf or len(top.again) >= MOST_AGAIN:
            return False
        first = next((n for n, one in enumerate(top.held) if one not in true), None)
        if first is None or (state := hash(frozenset(true))) in top.again:
            return False
        top.again.add(state)
        top.seen_to = first
        for one in top.held[first:]:
            self._held[one] -= 1
        del top.held[first:]
        return True

    def _finish(self, achiever: Achiever, top: _Open) -> bool:
        """Make the steps of an achiever, when all conditions are seen to."""
        if achiever.walk is None and achiever.rule is None:
            return top.atom in self.world.true
        if achiever.walk is None:
            assert achiever.rule is not None
            return self._make(achiever.rule, self._as_it_is(achiever.rule, top), top)
        nearest = self.achievers.walks.nearest(achiever.walk, top.atom)
        if nearest is None:
            self.reason = f"no walk leads to {atom_text(top.atom)}"
            return False
        steps = self.achievers.walks.way(achiever.walk, top.atom, nearest[1])
        return all(self._make(*step, top) for step in steps) and top.atom in self.world.true

    def _settled(self, achiever: Achiever, top: _Open) -> Binding | None:
        """Objects for the parameters of the next condition: what it holds of now, with the conditions after it if possible."""
        rule, conditions = achiever.rule, achiever.conditions[top.seen_to :]
        assert rule is not None
        first = conditions[0].atom
        others = [one.atom for one in conditions[1:] if not one.achieve]
        for atoms in ([first, *others], [first]):
            matches = self.world.query(atoms, top.binding, rule.types, rule.action.unequal)
            found = next(matches, None)
            if found is not None:
                return found
        return None

    def _others_chosen(self, achiever: Achiever, top: _Open) -> Binding:
        """Objects of which the next condition holds, which earlier ones have undone for those that were chosen.

        Only parameters that neither the goal nor an earlier condition names get other objects; none where there are none.
        """
        rule, conditions = achiever.rule, achiever.conditions
        assert rule is not None
        named = {
            one
            for atom in (rule.goal, *(one.atom for one in conditions[: top.seen_to]))
            for one in atom[1:]
        }
        binding = {one: top.binding[one] for one in top.binding if one in named}
        atoms = [conditions[top.seen_to].atom, *rule.at_once]
        for found in self.world.query(atoms, binding, rule.types, rule.action.unequal):
            full = {**top.binding, **found}
            if not clashes(rule.action.unequal, full):
                return full
        return top.binding

    def _as_it_is(self, rule: PolicyRule, top: _Open) -> Binding:
        """Objects of a rule; if its conditions no longer hold for them, other objects for the same goal."""
        positive, world = rule.action.positive, self.world
        if all(substituted(atom, top.binding) in world.true for atom in positive):
            return top.binding
        binding = self.achievers.bound(rule, top.atom) or {}
        matches = world.query(positive, binding, rule.types, rule.action.unequal)
        return next((one for one in matches if len(one) == len(top.binding)), top.binding)

    def _make(self, rule: PolicyRule, binding: Binding, top: _Open) -> bool:
        """Make the steps of a rule; returns whether they could be made."""
        for call in rule.operator.moves:
            action = self.policy.domain.cases[call[0]]
            names = (parameter.name for parameter in action.parameters)
            terms = (binding.get(term, term) for term in call[1:])
            own = dict(zip(names, terms, strict=True))
            for atom in action.positive:
                if (needed := substituted(atom, own)) not in self.world.true:
                    self.reason = f"{atom_text(needed)} does not hold for {rule.name}"
                    return False
            for atom in action.negative:
                if (denied := substituted(atom, own)) in self.world.true:
                    self.reason = f"{atom_text(denied)} must not hold for {rule.name}"
                    return False
            if clashes(action.unequal, own):
                return False
            step = taken((action.name, *own.values()))
            add, delete = self.world.outcome(step)
            if not self._may_delete(delete, top):
                return False
            first = self._stack[0]
            goal_rule = first.achiever.rule if first.achiever and first.achiever.rule else rule
            origin = StepOrigin(first.atom, goal_rule.name, first.seen_to + 1)
            self.steps.append((step, origin, self.world.mark))
            self.world.change(add, delete)
            self.made += 1
            self.meter.applied += 1
            if self.is_lost is not None and self.is_lost(self.world.true):
                self.reason = f"{atom_text(step)} leads into a trap"
                self.met_trap = True
                return False
        return True

    def _may_delete(self, delete: Iterable[Atom], top: _Open) -> bool:
        for atom in delete:
            if atom in self.kept:
                self.undoing[atom] = None
                self.reason = (
                    f"every achiever would undo {atom_text(atom)}, which is reached already"
                )
                return False
            if self._is_held(atom, top):
                return False
            if self.reserved.get(atom, self.owner) != self.owner:
                return False
        return True

    def _is_held(self, atom: Atom, top: _Open) -> bool:
        """Whether a rule that is being seen to has brought an atom about, and it may not be undone yet."""
        others = self._held[atom] - (atom in top.held)
        if not others or self.holding == inf:
            return others > 0
        above = (*self._stack[-2:-1], top) if self.holding else ()
        return sum(one.held.count(atom) for one in above) > (atom in top.held)

    def _take_back(self, top: _Open) -> None:
        """Give an achiever up: everything is as before it was tried."""
        self._let_go(top)
        top.achiever = None
        self.back(top.mark)

    def back(self, mark: int) -> None:
        """Take all steps back that were made since a mark."""
        self.world.back(mark)
        while self.steps and self.steps[-1][2] >= mark:
            self.steps.pop()

    def again(self, steps: Sequence[tuple[Atom, StepOrigin, int]]) -> None:
        """Redo steps that were taken back."""
        for call, origin, _ in steps:
            self.steps.append((call, origin, self.world.mark))
            self.world.change(*self.world.outcome(call))

    def _let_go(self, top: _Open) -> None:
        for atom in top.held:
            self._held[atom] -= 1
        top.held = []

    def _note_nothing(self, top: _Open, enough: bool) -> None:
        """Say why an atom could not be made true, and what was asked for at once."""
        if not top.tried:
            self.reason = self.achievers.missing(top.atom)
        for rule, atom, needed in self.achievers.lacking(top.atom):
            if top.circular:
                # that the other achievers come back to where they began is no help
                self.reason = self.achievers.only_where(top.atom, rule, needed)
                top.circular = False
            self.granted[rule.name, atom] = None
        if enough:
            self.given_up += 1
            self.reason = f"{self._in_vain:,} choices were tried in vain"
