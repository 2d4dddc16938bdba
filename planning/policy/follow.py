"""Carrying out a policy: goal after goal, by rules whose conditions are achieved by rules.

Goals of rules that stand before others come first, unless precedences order them otherwise. For each goal the rule is taken
that seems to need fewest steps. Its conditions are achieved in its own order, each by rules again; then its steps are made.
Conditions that a rule has achieved for itself stay protected until its steps are made. Goals that were reached stay reached,
or are reached again at once where they cannot stay. A goal waits while all ways to it lead into a trap. A choice that fails is taken back and the next one tried, also for a goal
reached before that stands in the way of a later one. Nothing but these choices is searched, and there is no open list.

Rules for single steps come before all others: the first that applies is taken, until the goals hold, none applies, or a state
comes again (`step_by_step`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, product
from math import inf

from ...rules.checked import checked
from ...rules.text.words import counted
from ...search.limits import ENDINGS, NO_LIMITS, Limits, Meter, limit_of
from ...search.orders import Turns
from ..pddl.action_domain import Atom, PlanningTask, atom_text, substituted
from ..pddl.action_schema import taken
from .achieve import PolicyRun, RuleLimitError, StepOrigin
from .achievers import Achiever
from .rule import LiftedPolicy, PolicyRule, Precedence
from .world import Binding, World, clashes, ground_atoms

PATIENCE = (30, 3000)
"""Failed choices for one goal after which it is tried with less held true, and after which it is given up."""

HOLDING = (inf, 1, 0)
"""Levels of rules below a rule that must not undo what it has achieved: all of them, the next one, none."""

MOST_ANEW = 8
"""Other choices for a goal that are tried where a later one cannot be reached with the first."""


@dataclass(frozen=True)
class Followed:
    """Result of following a policy.

    Parameters
    ----------
    plan
        Steps made, without those taken back.
    origins
        Origin of each step.
    reached
        The goals that were worked off, in order.
    goal
        The goal that was not reached, or None.
    reason
        Reason for the failure.
    undoing
        Goals reached before that its achievers would have undone.
    granted
        Rules, by name, and conditions of theirs that were to hold without being achieved, and did not.
    limit
        The limit that ended it, ``interrupt`` for the user, or None.
    tries, made
        Choices tried, and steps made in all, including those taken back.
    compared
        Facts that were compared with what rules ask for.
    repaired
        Goals that undid others, each with one of these, which was reached again.
    share_spent
        Whether its share of the limits was used up, so that with more it may have come further.
    """

    plan: tuple[Atom, ...]
    origins: tuple[StepOrigin, ...] = field(repr=False)
    reached: tuple[Atom, ...] = field(repr=False)
    goal: Atom | None = None
    reason: str = ""
    undoing: tuple[Atom, ...] = ()
    granted: tuple[tuple[str, Atom], ...] = ()
    limit: str | None = None
    tries: int = 0
    made: int = 0
    compared: int = 0
    repaired: tuple[tuple[Atom, Atom], ...] = ()
    share_spent: bool = False

    @property
    def solved(self) -> bool:
        """Whether all goals were reached."""
        return self.goal is None and self.limit is None


@checked
def follow(
    policy: LiftedPolicy,
    task: PlanningTask,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    *,
    repair: bool = True,
    most_compared: float = inf,
    share: float = inf,
    is_lost: Callable[[Collection[Atom]], bool] | None = None,
) -> Followed:
    """Solve a problem by a policy.

    Parameters
    ----------
    policy, task
        The rules, and the problem, which is not grounded.
    limits
        Time, memory, and choices tried as nodes.
    report
        Called now and then with the number of choices tried.
    repair
        Whether a goal that cannot be reached otherwise may undo others, if these can be reached again after it.
    most_compared
        Facts that may be compared with what rules ask for; more are a limit on ``work``, which no clock sets.
    share
        Part of the limits after which no goal is tried further for which choices fail, nothing is reached in another way, and
        no single step is made: the goal is not reached then. One goal may take half of what is left of it.
    is_lost
        Whether no goal can be reached any more where some atoms are true: no step leads there.
    """
    meter = Meter(limits, report)
    try:
        run = PolicyRun(policy, task, meter, most_compared, share, is_lost)
        follower = _Follower(run, repair)
    except RuleLimitError as error:
        return Followed((), (), (), limit=str(error))
    try:
        return follower.follow()
    finally:
        follower.end()


class _Follower:
    def __init__(self, run: PolicyRun, repair: bool) -> None:
        self._policy, self._task, self._meter = run.policy, run.world.task, run.meter
        self._here, self._repair = run, repair
        self._repaired: dict[tuple[Atom, Atom], None] = {}
        self._chosen: list[tuple[Atom, int, tuple[Achiever, ...]]] = []

    def end(self) -> None:
        """Let go of what only a collector of garbage would find."""
        self._here.end()

    def follow(self) -> Followed:
        """Reach all goals one after the other, or say which one is not reached."""
        by_rule = sorted(self._task.wanted, key=self._here.achievers.rank)
        goals = in_order(by_rule, self._policy.precedences, self._task.init)
        limit = failed = None
        try:
            self._here.reason = step_by_step(self._here, goals)
            failed = self._all(goals) if self._others else self._first_left(goals)
        except RuleLimitError as error:
            limit = str(error)
        except ENDINGS as error:
            limit = limit_of(error)
        if failed is None and limit is None:
            failed = self._first_left(goals)
            if failed is not None:
                self._here.reason = "was reached and undone again"
        return Followed(
            tuple(step for step, *_ in self._here.steps),
            tuple(origin for _, origin, _ in self._here.steps),
            tuple(self._here.kept),
            failed,
            self._reason() if failed else "",
            tuple(self._here.undoing),
            tuple(self._here.granted),
            limit,
            self._meter.expanded,
            self._here.made,
            self._here.world.compared,
            tuple(self._repaired),
            self._here.share_is_spent,
        )

    @property
    def _others(self) -> bool:
        """Whether there are rules that are no single steps, or none at all."""
        return not self._policy.steps or len(self._policy.steps) < len(self._policy.rules)

    def _first_left(self, goals: Sequence[Atom]) -> Atom | None:
        return next((one for one in goals if one not in self._here.world.true), None)

    def _reason(self) -> str:
        """Why a goal was not reached: what was said last, and which goals stood in the way of other choices."""
        said = self._here.reason or "no choice of its rules is left"
        more = [text for one in self._here.undoing if (text := atom_text(one)) not in said]
        return f"{said}; other achievers would undo {', '.join(more)}" if more else said

    def _all(self, goals: Sequence[Atom]) -> Atom | None:
        """Work off all goals; the one that fails, or None."""
        turns, waiting, done = Turns(), [*goals], set[Atom]()
        while waiting:
            goal = waiting[0]
            turns.begin(len(done))
            if turns.may_wait(waiting) and self._is_for_later(goal):
                waiting = turns.later(waiting)
                continue
            rule = self._here.achievers.first_rule(goal)
            group = [goal]
            if rule is not None and rule.purpose.pause is not None:
                group = [
                    one
                    for one in waiting
                    if one not in self._here.kept and self._here.achievers.first_rule(one) is rule
                ]
            failed = (
                self._together(rule, group)
                if rule is not None and len(group) > 1
                else self._one(goal)
            )
            if failed is not None:
                return failed
            done.update(group)
            waiting = [one for one in waiting if one not in done]
        return None

    def _is_for_later(self, goal: Atom) -> bool:
        """Whether the ways to a goal lead into a trap now, so that the others come first."""
        here = self._here
        if here.is_lost is None:
            return False
        here.begin(goal)
        here.met_trap = False
        return not self._by_choice(goal) and here.met_trap

    def _one(self, goal: Atom) -> Atom | None:
        self._here.begin(goal)
        if not self._by_choice(goal) and not (
            self._repair
            and (
                self._reached_and_repaired(goal) or self._chosen_anew(goal) or self._kept_for(goal)
            )
        ):
            return goal
        self._here.kept[goal] = None
        return None

    def _by_choice(self, goal: Atom) -> bool:
        """Make a goal true, and note by which way."""
        mark, self._here.taken = self._here.world.mark, None
        if not self._reached(goal):
            return False
        if self._here.taken is not None:
            self._chosen.append((goal, mark, (self._here.taken,)))
        return True

    def _chosen_anew(self, goal: Atom) -> bool:
        """Make a goal true after the last one that it would undo is made true in another way, and all after that again."""
        chosen, undoing = self._chosen, self._here.undoing
        last = max((n for n, one in enumerate(chosen) if one[0] in undoing), default=None)
        return last is not None and self._again_from(last, goal, chosen[last][2])

    def _kept_for(self, goal: Atom) -> bool:
        """Make a goal true that no rule reaches any more: an earlier goal that used up what it needs is reached without that.

        What was made false of its conditions since then, and no rule makes true any more, is reserved for it from then on; all
        goals since then are reached again.
        """
        here, chosen = self._here, self._chosen
        if not chosen or here.achievers.estimate(goal) is not None:
            return False
        steps = list(here.steps)
        last, possible = len(chosen), False
        while last and not possible:
            last -= 1
            here.back(chosen[last][1])
            possible = here.achievers.estimate(goal) is not None
        ways = here.achievers.of(goal) if possible else iter(())
        needed = {atom for way in ways for atom in way.asked if atom in here.world.true}
        here.again([one for one in steps if one[2] >= here.world.mark])
        reserved, gone = (
            here.reserved,
            {one: goal for one in sorted(needed) if here.achievers.estimate(one) is None},
        )
        here.reserved = reserved | gone
        if gone and self._again_from(last, goal, ()):
            return True
        here.reserved = reserved
        return False

    def _again_from(self, last: int, goal: Atom, achievers: tuple[Achiever, ...]) -> bool:
        """Make a goal true after an earlier one is reached by other achievers than some, and all after that again."""
        here, chosen = self._here, self._chosen
        kept, undoing, granted, reason = (
            here.kept,
            here.undoing.copy(),
            here.granted.copy(),
            here.reason,
        )
        earlier, mark, _ = chosen[last]
        steps = [one for one in here.steps if one[2] >= mark]
        place = list(kept).index(earlier)
        before, after = list(kept)[:place], (*list(kept)[place + 1 :], goal)
        for _ in range(MOST_ANEW):
            here.back(mark)
            here.kept, here.taken = dict.fromkeys(before), None
            here.begin(earlier, repair=True)
            if not self._reached(earlier, achievers) or here.taken is None:
                break
            achievers = *achievers, here.taken
            self._chosen = [*chosen[:last], (earlier, mark, achievers)]
            here.kept[earlier] = None
            if all(map(self._reached_after, after)):
                here.kept = kept
                return True
        here.back(mark)
        here.again(steps)
        self._chosen, here.owner, here.kept = chosen, goal, kept
        here.undoing, here.granted, here.reason = undoing, granted, reason
        return False

    def _reached_after(self, goal: Atom) -> bool:
        self._here.begin(goal, repair=True)
        if self._here.share_is_spent or not self._by_choice(goal):
            return False
        self._here.kept[goal] = None
        return True

    def _reached(self, goal: Atom, but: Sequence[Achiever] = ()) -> bool:
        """Make a goal true by other achievers than some, if need be with undoing what was brought about where that comes back in time."""
        here = self._here
        for here.most_in_vain in PATIENCE:
            for here.holding in HOLDING:
                gave_up = here.given_up
                achievers = (
                    (one for one in here.achievers.of(goal) if one not in but) if but else None
                )
                if here.achieve(goal, achievers) is not None:
                    here.holding = inf
                    return True
            if here.given_up == gave_up:
                break
        here.holding = inf
        return False

    def _reached_and_repaired(self, goal: Atom) -> bool:
        """Make a goal true and the goals again that this undid: these after it, or if that fails before it once more."""
        here = self._here
        if not here.undoing:
            return False
        mark, kept, undoing, reason = here.world.mark, here.kept, dict(here.undoing), here.reason
        for last in (False, True):
            here.kept = {}
            reached = self._reached(goal)
            undone = [one for one in kept if one not in here.world.true]
            here.kept = {one: None for one in kept if one in here.world.true}
            if not last:
                here.kept[goal] = None
            for one in (*undone, *([goal] if last else [])):
                reached = reached and self._reached(one)
                here.kept[one] = None
            here.kept = kept
            if reached:
                self._repaired |= dict.fromkeys((goal, one) for one in undone)
                return True
            here.back(mark)
        here.undoing, here.reason = undoing, reason
        return False

    def _together(self, rule: PolicyRule, goals: Sequence[Atom]) -> Atom | None:
        """Bring all goals of a rule up to its pause, each with objects that no other one uses up, then finish them."""
        pause = rule.purpose.pause
        assert pause is not None
        begun: list[tuple[Atom, Binding]] = []
        for goal in goals:
            if goal in self._here.world.true:
                continue
            self._here.begin(goal)
            achievers = iter(
                achiever for achiever in self._here.achievers.of(goal) if achiever.rule is rule
            )
            binding = self._here.achieve(goal, achievers, pause - 1)
            if binding is None:
                if self._one(goal):  # by another rule, or not at all
                    return goal
                continue
            begun.append((goal, binding))
            asked, used = (
                ground_atoms(atoms, binding) for atoms in (rule.action.positive, rule.action.delete)
            )
            self._here.reserved |= dict.fromkeys((one for one in asked if one in used), goal)
        for goal, binding in begun:
            self._here.begin(goal)
            if self._here.achieve(goal, iter([Achiever(rule, binding)])) is None and self._one(
                goal
            ):
                return goal
            self._here.reserved = {
                one: own for one, own in self._here.reserved.items() if own != goal
            }
            self._here.kept[goal] = None
        self._here.kept |= dict.fromkeys(goals)
        return None


def in_order(
    goals: Sequence[Atom], precedences: Iterable[Precedence], facts: Collection[Atom] = ()
) -> list[Atom]:
    """Sort goals by their precedences; goals without one, or in a cycle of them, keep their order.

    Parameters
    ----------
    goals
        Goals in the order in which they stand.
    precedences
        The precedences.
    facts
        True facts; precedences ask only for facts that never change.
    """
    after: dict[Atom, list[Atom]] = defaultdict(list)
    before: Counter[Atom] = Counter()
    for first, second in dict.fromkeys(_pairs(goals, precedences, facts)):
        after[first].append(second)
        before[second] += 1
    place = {goal: number for number, goal in enumerate(goals)}
    ready = [goal for goal in goals if not before[goal]]
    left, found = dict.fromkeys(goals), []
    while left:
        goal = ready.pop(0) if ready else min(left, key=lambda one: (before[one], place[one]))
        if goal not in left:
            continue
        del left[goal]
        found.append(goal)
        for one in after[goal]:
            before[one] -= 1
            if not before[one]:
                ready.append(one)
    return found


def _pairs(
    goals: Sequence[Atom], precedences: Iterable[Precedence], facts: Collection[Atom]
) -> Iterator[tuple[Atom, Atom]]:
    """The pairs of goals that orders speak of; goals that share an object, or that a fact links, are found by it."""
    place = {goal: number for number, goal in enumerate(goals)}
    in_turn = sorted(precedences)
    asked = {atom[0] for one in in_turn for atom in one[2:]}
    by_name: dict[str, list[Atom]] = defaultdict(list)
    for goal in place:
        by_name[goal[0]].append(goal)
    by_object = _by_arguments(place)
    linking = _by_arguments(fact for fact in facts if fact[0] in asked)
    for first, second, *where in in_turn:
        shared = list(_places_of_same(first, second))
        links = [
            (atom[0], *one, *other)
            for atom in where
            for one, other in product(_places_of_same(first, atom), _places_of_same(second, atom))
        ]
        for one in by_name[first[0]]:
            others: Iterable[Atom] = by_name[second[0]]
            if shared:
                here, there = shared[0]
                others = by_object[second[0], there, one[here]]
            elif links:
                predicate, here, start, there, end = links[0]
                names_there = {fact[end] for fact in linking[predicate, start, one[here]]}
                found = (by_object[second[0], there, name] for name in names_there)
                others = sorted(chain.from_iterable(found), key=place.__getitem__)
            for other in others:
                names = None if one == other else _alike((one, other), (first, second))
                if names is not None and all(substituted(atom, names) in facts for atom in where):
                    yield one, other


def _by_arguments(atoms: Iterable[Atom]) -> dict[tuple[str, int, str], list[Atom]]:
    """Atoms by their predicate, and each of their arguments with its place."""
    found: dict[tuple[str, int, str], list[Atom]] = defaultdict(list)
    for atom in atoms:
        for number in range(1, len(atom)):
            found[atom[0], number, atom[number]].append(atom)
    return found


def _places_of_same(one: Atom, other: Atom) -> Iterator[tuple[int, int]]:
    """The first places of each parameter that two atoms share."""
    return ((one.index(term, 1), other.index(term, 1)) for term in one[1:] if term in other[1:])


def _alike(found: tuple[Atom, Atom], order: tuple[Atom, Atom]) -> dict[str, str] | None:
    """Objects of an order's parameters, if the goals share objects exactly as the order says."""
    names: dict[str, str] = {}
    for goal, atom in zip(found, order, strict=True):
        if len(goal) != len(atom):
            return None
        for name, term in zip(goal[1:], atom[1:], strict=True):
            if names.setdefault(term, name) != name:
                return None
    return names if len(set(names.values())) == len(names) else None


def step_by_step(here: PolicyRun, goals: Sequence[Atom]) -> str:
    """Make the steps that rules for single steps say.

    Nothing is taken back: what should be done is a matter of the state alone, so that one that comes again would for ever.

    Parameters
    ----------
    here
        The policy, and the state, which is changed.
    goals
        Goals in the order in which rules are tried for them.

    Returns
    -------
    Why it ended before the goals hold; "" where they do, or where there are no such rules.
    """
    rules, world = here.policy.steps, here.world
    place = {
        one.name: n for n, one in enumerate((*world.task.domain.constants, *world.task.objects))
    }
    seen: set[frozenset[Atom]] = set()
    while rules and (left := [one for one in goals if one not in world.true]):
        here.check_limits()
        state = frozenset(world.true)
        if state in seen:
            return "the rules for single steps lead back to a state where they were before"
        if here.share_is_spent:
            return f"it is not reached after {counted(len(seen), 'single step')}"
        seen.add(state)
        found = first_step(here, left, place)
        if found is None:
            return f"no rule for a single step applies, {counted(len(seen) - 1, 'step')} from the start"
        _make(here, *found)
    return ""


def _make(here: PolicyRun, rule: PolicyRule, goal: Atom, binding: Binding) -> None:
    step = taken(substituted(rule.operator.moves[0], binding))
    here.steps.append((step, StepOrigin(goal, rule.name, 1), here.world.mark))
    here.world.change(*here.world.outcome(step))
    here.made += 1
    here.meter.applied += 1


def first_step(
    here: PolicyRun, goals: Sequence[Atom], place: Mapping[str, int]
) -> tuple[PolicyRule, Atom, Binding] | None:
    """The first rule that applies and leads into no trap, the first goal of it, and the first objects as they stand in the problem."""
    world = here.world
    for rule in here.policy.steps:
        for goal in goals:
            binding = (
                world.bind(rule.goal, goal, {}, rule.types) if _may_be_for(rule, goal) else None
            )
            if binding is not None:
                names = tuple(rule.types)
                found = min(
                    filter(partial(_leads_on, here, rule), [*_applicable(rule, world, binding)]),
                    key=lambda one: [place[one[name]] for name in names],
                    default=None,
                )
                if found is not None:
                    return rule, goal, found
    return None


def _leads_on(here: PolicyRun, rule: PolicyRule, binding: Binding) -> bool:
    """Whether a step leads into no trap."""
    if here.is_lost is None:
        return True
    world, mark = here.world, here.world.mark
    world.change(*world.outcome(taken(substituted(rule.operator.moves[0], binding))))
    lost = here.is_lost(world.true)
    world.back(mark)
    return not lost


def _may_be_for(rule: PolicyRule, goal: Atom) -> bool:
    return (rule.goal[0], len(rule.goal)) == (goal[0], len(goal))


def _applicable(rule: PolicyRule, world: World, binding: Binding) -> Iterator[Binding]:
    """All objects with which a rule may be used now."""
    denied, unequal = rule.action.negative, rule.action.unequal
    for found in world.query(rule.asked, binding, rule.types, unequal):
        left = [one for one in rule.types if one not in found]
        for objects in product(*(world.task.objects_of(rule.types[one]) for one in left)):
            full = {**found, **dict(zip(left, objects, strict=True))}
            if not clashes(unequal, full) and not any(
                substituted(atom, full) in world.true for atom in denied
            ):
                yield full
