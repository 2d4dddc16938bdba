"""Training problems of a policy: the examples from small to large, then states of small ones from which it fails.

Where an example has few states, the policy that was learned is followed from each of them, to the example's goal and to goals
like it. A state from which it fails is the next training problem, until nothing fails or nothing new is learned. What a failure
teaches is kept only where all that was solved before still is. Then orders of goals are found anew.

Rules for single steps, where no rules were found that cut plans at goals: a list of which the first that applies is followed.

Orders of goals that are found when the rules are there: those with which no goal undoes another that was reached.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, product
from typing import TypeAlias, cast

from ...ebl.learner import Course, Records, TrainingProblem
from ...ebl.library import MacroLibrary
from ...rules.errors import TooLargeError
from ...rules.text.words import counted
from ...search.limits import Limits
from ..pddl.action_domain import ActionDomain, Atom, PlanningTask, substituted
from ..pddl.denials import denied_by, denying
from ..pddl.planning import PlanningDomain
from ..policy.follow import Followed, follow
from ..policy.rule import LiftedPolicy, Precedence, precedence_of
from ..policy.small_problems import Space
from .policy_steps import (
    MOST_CONDITIONS,
    Candidate,
    States,
    StepRule,
    StepSituation,
    bits,
    plainness,
    rule_of_step,
)

LOG = logging.getLogger("arcwise")

CHOICES = Limits(nodes=20_000)
"""Limits on following a policy once, some seconds: counts, so that a busy machine learns what an idle one does."""

COMPARED = 1_000_000
"""Facts that following a policy once may compare with rules, some seconds too."""

MOST_STATES = 1_000
"""States of an example that has few."""

MOST_TESTS = 2_000_000
"""Tests of an action in a state that going through the states of an example may take."""

TOO_LARGE = 3
"""Number of examples in a row with too many states, from small to large, after which no more are looked at."""

MOST_PAIRS = 3_000
"""Pairs of a state and a goal that a policy is tried on."""

MOST_COMPARED = 8_000_000
"""Facts that a trial of a policy may compare with rules before the trial is made smaller: 5 to 20 s."""

MOST_CHOICES = 500
"""Choices that following the policy once may try; a failure after more of them teaches nothing."""

WORDS = "all states of the small training problems"
"""Examples from which rules for single steps are learned."""

FEW = 0.01
"""Share of unsolved states up to which rules for goals are kept, instead of rules for single steps."""

MOST_STOPPED = 3
"""Small examples in a row that a limit ended, before rules for single steps are sought at once."""

MOST_IN_VAIN = 8
"""Failures that taught nothing, after which no more are looked at."""


def task_of(problem: TrainingProblem) -> PlanningTask:
    """The planning problem."""
    task = cast(PlanningDomain, problem.domain).task
    assert task is not None
    return task


def small_first(
    library: MacroLibrary, course: Course, records: Records
) -> Iterator[TrainingProblem]:
    """Training problems of a policy: the examples from small to large, then states from which the policy fails.

    Unsolved examples come again after the first pass, since an order of goals found meanwhile may be all that they lacked,
    and at the end with a plan that a search finds.
    """
    if not len(library):
        _deny(library, course)
    hopeless = False
    for example in sorted(course.examples, key=_size):
        yield example
        if hopeless := _hopeless(records):
            break
    else:
        yield from _unsolved(course, records)
    trial = _Trial(library, course, records)
    yield from trial.failures()
    if trial.found_orders:
        yield from _unsolved(course, records)
    for problem in trial.single_steps():
        yield problem
        yield from _unsolved(course, records)
    if not hopeless:
        yield from _with_searched_plans(course, records)


def _deny(library: MacroLibrary, course: Course) -> None:
    """Give negative conditions and goals, and conditions for all objects, atoms that rules make true."""
    actions = library.domain.relations
    found = denying(actions, denied_by(actions, map(task_of, course.examples)))
    if found.denials or found.universals:
        library.domain = PlanningDomain(found)


def _with_searched_plans(course: Course, records: Records) -> Iterator[TrainingProblem]:
    """The examples that are not solved, to be learned from a plan of the whole problem, until nothing new comes.

    What a plan teaches is kept if its example is then solved, and all that were solved before still are.
    """
    learned = True
    while learned and (left := _unsolved(course, records)):
        learned = False
        for example in left:
            solved = [one for one in course.examples if one not in _unsolved(course, records)]
            yield replace(example, searched=True, objection=partial(_loss, [*solved, example]))
            learned = learned or records[-1].outcome.solved


def _loss(examples: Sequence[TrainingProblem], library: MacroLibrary) -> str:
    """Reason against a policy: an example that it does not solve."""
    policy = library.policy
    assert policy is not None
    for one in examples:
        if not followed(policy, task_of(one), CHOICES.within(one.limits)).solved:
            return f"with what it teaches {one.origin} is not solved"
    return ""


def _hopeless(records: Records) -> bool:
    """Whether a limit ended the last examples though they have few states: rules for goals go round in circles there."""
    last = records[-MOST_STOPPED:]
    stopped = len(last) == MOST_STOPPED and all(one.outcome.limit is not None for one in last)
    return stopped and space_of(last[-1].problem) is not None


def _unsolved(course: Course, records: Records) -> list[TrainingProblem]:
    """The examples that were not solved when they were tried last."""
    last = {one.problem.origin: one.outcome.solved for one in records}
    return [one for one in course.examples if not last.get(one.origin)]


def _size(problem: TrainingProblem) -> tuple[int, int]:
    task = task_of(problem)
    return len(task.objects), len(task.wanted)


@dataclass(frozen=True)
class _Pair:
    """A state of an example, and a goal that can be reached from it.

    Parameters
    ----------
    example, number
        Where the state comes from, and which one it is there.
    task
        The problem.
    """

    example: TrainingProblem
    number: int
    task: PlanningTask = field(repr=False)

    @property
    def origin(self) -> str:
        """Name of the state for records."""
        return f"{self.example.origin}, state {self.number}"

    def follow(self, policy: LiftedPolicy) -> Followed:
        """Follow a policy."""
        return followed(policy, self.task, Limits(nodes=MOST_CHOICES))


class _Trial:
    """A policy tried from every state of the examples that have few."""

    def __init__(self, library: MacroLibrary, course: Course, records: Records) -> None:
        self._library, self._course, self._records = library, course, records
        last = {one.problem.origin: one for one in records}
        self._examples = [one.problem for one in last.values() if one.outcome.solved]
        self._solved: list[_Pair] = []
        self._undoing: list[_Pair] = []
        self._compared = self._in_vain = self._cut_short = 0
        self._unsolved = 0.0
        self._spaces: list[tuple[TrainingProblem, Space]] = []
        self.found_orders = False

    def failures(self) -> Iterator[TrainingProblem]:
        """The problems that the policy fails on; what each teaches is in the library when the next is asked for."""
        if self._library.policy is None or _hopeless(self._records):
            self._unsolved = float(bool(_unsolved(self._course, self._records)))
            self._spaces = list(self._small())
            return
        failed: list[_Pair] = []
        tried = taught = 0
        for tried, pair in enumerate(self._pairs(), start=1):
            if self._done and not self._find_orders():
                break
            if self._fails(pair):
                yield self._problem(pair)
                taught += self._learned(pair, failed)
            if self._course.report is not None:
                self._course.report(tried)
        self._find_orders()
        more = True
        while failed and more and not self._done:
            again, failed, more = failed, [], False
            for pair in again:  # solved by now or not: the last record says which
                yield self._problem(pair)
                more |= self._learned(pair, failed)
                taught += pair not in failed
        if tried:
            self._unsolved = (len(failed) + self._cut_short) / tried
            self._say(tried, taught, len(failed))

    def single_steps(self) -> Iterator[TrainingProblem]:
        """If more than a few states are unsolved: rules for single steps that solve all states.

        They take the place of the others. Where none lead to all goals like those of the examples, their own have to do.
        """
        if self._unsolved <= FEW or not self._spaces:
            return
        actions, report = task_of(self._spaces[0][0]).domain, self._course.report
        if not actions.plain:
            return
        found = step_rules(actions, list(self._situations(others=True)), report)
        if found is None:
            found = step_rules(actions, list(self._situations(others=False)), report)
        if found is None:
            LOG.info("no list of rules for single steps was found that solves all of these")
            return
        if not found:  # no state has a plan that makes a step
            return
        first = self._spaces[0][0]
        rules = self._library.without(one.name for one in self._library)
        rules.precedences = {}
        for one in found:
            rules.add(rule_of_step(actions, one, rules.next_name(), WORDS))
        assert rules.policy is not None
        if lost := self._lost(rules.policy):
            LOG.info(f"rules for single steps solve all of these, but not {lost}")
            return
        self._library.keep(())
        self._library.precedences.clear()
        yield replace(first, origin=WORDS, paths=found)

    def _situations(self, *, others: bool) -> Iterator[StepSituation]:
        """All states of small problems, each with the goal of its problem and, if `others`, with similar goals."""
        for example, space in self._spaces:
            task = task_of(example)
            own = tuple(sorted(task.goal))
            for goal in (own, *(one for one in space.goals() if others and one != own)):
                yield StepSituation(task, space, goal)

    def _small(self) -> Iterator[tuple[TrainingProblem, Space]]:
        """The examples that have few states, with these."""
        for example in sorted(self._course.examples, key=_size):
            atoms_alone = task_of(example).plain_goal and not task_of(example).negative_goal
            if atoms_alone and (space := space_of(example)) is not None:
                yield example, space

    def _say(self, tried: int, taught: int, failed: int) -> None:
        said = f"tried on {counted(tried, 'pair')} of a state and a goal of small training problems"
        if taught:
            said += f"; {taught:,} failed and taught something"
        if self._cut_short:
            said += f"; {self._cut_short:,} took more than {MOST_CHOICES:,} choices"
        LOG.info(f"{said}; {failed:,} failed in the end" if failed else f"{said}; none fails now")

    @property
    def _done(self) -> bool:
        return self._compared > MOST_COMPARED or self._in_vain >= MOST_IN_VAIN

    def _fails(self, pair: _Pair) -> bool:
        """Whether the policy comes to an end with a pair that is not its goal."""
        found = pair.follow(self._policy)
        self._compared += found.compared
        if found.repaired or found.undoing:
            self._undoing.append(pair)
        if found.solved:
            self._solved.append(pair)
        elif found.limit is not None:
            self._cut_short += 1
            self._in_vain += 1
        return found.goal is not None

    def _learned(self, pair: _Pair, failed: list[_Pair]) -> bool:
        """Whether the policy learned to solve the failure that was yielded last."""
        if self._records[-1].outcome.solved:
            self._solved.append(pair)
            return True
        failed.append(pair)
        self._in_vain += 1
        return False

    def _problem(self, pair: _Pair) -> TrainingProblem:
        actions = pair.task.domain
        return replace(
            pair.example,
            origin=pair.origin,
            domain=PlanningDomain(actions, pair.task),
            limits=Limits(nodes=MOST_STATES).within(pair.example.limits),
            objection=partial(self._objection, pair),
        )

    def _objection(self, failed: _Pair, library: MacroLibrary) -> str:
        """Reason against other rules: a problem solved before, or the failed one, that they do not solve."""
        policy = library.policy
        assert policy is not None
        if not self._still(policy, failed):
            return f"with what it teaches {failed.origin} is not solved"
        lost = self._lost(policy)
        return f"with what it teaches {lost} is not solved any more" if lost else ""

    def _lost(self, policy: LiftedPolicy) -> str:
        """Reason against a policy: a problem solved before that it does not solve."""
        for one in self._examples:
            if not followed(policy, task_of(one), one.limits).solved:
                return one.origin
        lost = (pair.origin for pair in self._solved if not self._still(policy, pair))
        return next(lost, "")

    def _still(self, policy: LiftedPolicy, pair: _Pair) -> bool:
        found = pair.follow(policy)
        self._compared += found.compared
        return found.solved

    def _find_orders(self) -> bool:
        """Find the order of goals in which fewest undo each other; whether it is new.

        Failures before that are no reason any more to look at no others.
        """
        if not self._undoing or self._compared > MOST_COMPARED:
            return False
        tasks = {pair.task: pair for pair in self._undoing}
        orders = dict.fromkeys(
            orders_found(
                self._policy, list(tasks), lambda one, task: tasks[task].follow(one), self._lost
            )
        )
        self._undoing.clear()
        self._library.precedences.update(orders)
        if orders:
            self.found_orders, self._in_vain = True, 0
        return bool(orders)

    @property
    def _policy(self) -> LiftedPolicy:
        policy: LiftedPolicy | None = self._library.policy
        assert policy is not None
        return policy

    def _pairs(self) -> Iterator[_Pair]:
        """All pairs of small examples, none twice: first those with an example's own goal."""
        seen: set[tuple[object, ...]] = set()
        spaces: list[tuple[TrainingProblem, Space]] = []
        self._spaces = spaces
        for pair in chain(self._own(spaces), self._others(spaces)):
            what = pair.task.objects, pair.task.init, tuple(sorted(pair.task.goal))
            if what not in seen:
                if len(seen) == MOST_PAIRS:
                    return
                seen.add(what)
                yield pair

    def _own(self, spaces: list[tuple[TrainingProblem, Space]]) -> Iterator[_Pair]:
        """Pairs with an example's own goal; the states of each small example are added to a list."""
        too_large = 0
        for example in (*sorted(self._course.examples, key=_size), *self._course.tried):
            if too_large >= TOO_LARGE and example not in self._course.tried:
                continue
            if not task_of(example).plain_goal:
                continue
            space = space_of(example)
            too_large = 0 if space is not None else too_large + 1
            if space is not None:
                spaces.append((example, space))
                yield from _pairs_of(example, space, tuple(sorted(task_of(example).goal)))

    def _others(self, spaces: list[tuple[TrainingProblem, Space]]) -> Iterator[_Pair]:
        """Pairs with goals like an example's own."""
        for example, space in spaces:
            for goal in space.goals():
                yield from _pairs_of(example, space, goal)


def space_of(example: TrainingProblem) -> Space | None:
    """All states of a problem that has few; None of others."""
    try:
        space = Space(task_of(example), MOST_STATES, MOST_TESTS)
    except TooLargeError:
        return None
    return space if space.whole else None


def followed(
    policy: LiftedPolicy, task: PlanningTask, limits: Limits, *, repair: bool = True
) -> Followed:
    """Follow a policy within limits and `COMPARED`; as `follow`, but the user's interruption is an exception."""
    found = follow(policy, task, limits, repair=repair, most_compared=COMPARED)
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    return found


def _pairs_of(example: TrainingProblem, space: Space, goal: tuple[Atom, ...]) -> Iterator[_Pair]:
    for number in space.solvable(goal):
        task = replace(task_of(example), init=space.states[number], goal=goal)
        yield _Pair(example, number, task)


MOST_CANDIDATES = 1_500
"""Rules that lists are made of, those with fewest and shortest conditions first."""

MOST_RULES = 8
"""Rules of a list."""

WIDTH, MOST_CHILDREN = 6, 2
"""Lists that grow beside each other, and those of them that grow out of the same one."""

MOST_WORK = 20_000_000
"""States that ways of lists of one kind are followed from: 5 to 15 s."""

FIRST_STATES, MORE_STATES, MOST_TIMES = 200, 60, 6
"""States that lists are sought on at first, and those of situations where one fails that are added, so often."""

MOST_IDLE = 4
"""Changes in a row that do not bring more states to their goal."""


_List: TypeAlias = tuple[Candidate, ...]


def step_rules(
    domain: ActionDomain,
    situations: Sequence[StepSituation],
    report: Callable[[int], None] | None = None,
) -> tuple[StepRule, ...] | None:
    """Rules that lead from every state to the goal, in their order; None where none are found.

    They are sought on the first situations, and on those where they fail then.

    Parameters
    ----------
    domain
        Whose actions the steps are.
    situations
        What they are to solve, the small ones first.
    report
        Called now and then with the number of lists that were tried.
    """
    states = States(domain, situations)
    candidates = sorted(states.candidates(), key=lambda one: plainness(one.rule))
    for size in range(1, MOST_CONDITIONS + 1):
        some = [one for one in candidates if one.size <= size][:MOST_CANDIDATES]
        found = _found(states, _Lists(states, some, report))
        if found is not None:
            return found
    return None


def _found(states: States, lists: _Lists) -> tuple[StepRule, ...] | None:
    looked_at = states.first(FIRST_STATES)
    best: _List = ()
    for _ in range(MOST_TIMES):
        best = lists.best(looked_at, best)
        failed = lists.failed(best)
        if not failed:
            return tuple(one.rule for one in lists.plainer(best))
        if not lists.goes_on or looked_at.issuperset(failed):
            break
        looked_at |= states.first(MORE_STATES, failed)
    return None


class _Lists:
    """Lists of rules, tried on states."""

    def __init__(
        self,
        states: States,
        candidates: Sequence[Candidate],
        report: Callable[[int], None] | None,
    ) -> None:
        self._done, self._counted, self._candidates = states.done, states.counted, candidates
        self._report = report
        self._tried = self._work = 0

    @property
    def goes_on(self) -> bool:
        """Whether more lists may be tried."""
        return self._work < MOST_WORK

    def best(self, among: Set[int], rules: _List) -> _List:
        """The list grown from another that leads most of some states to their goal."""
        states = sorted(among)
        counted = [one for one in states if self._counted[one]]
        lists, seen = [rules], set[tuple[int, ...]]()
        best, left, idle = rules, len(self._left(rules, counted)), 0
        while left and idle < MOST_IDLE and self.goes_on:
            found = self._changed(lists, seen, states, counted)
            if not found:
                break
            idle += 1
            if found[0][0] < left:
                (left, best), idle = found[0], 0
            if not left:
                return min(
                    (one for more, one in found if not more), key=lambda one: len(self.failed(one))
                )
            lists = [one for _, one in found]
        return best

    def failed(self, rules: _List) -> set[int]:
        """The states of all from which the goal is not reached."""
        return self._left(rules, [n for n, counted in enumerate(self._counted) if counted])

    def plainer(self, rules: _List) -> _List:
        """The list without the rules and conditions that are not needed to solve all."""
        for one in reversed(rules):
            fewer = tuple(other for other in rules if other is not one)
            if not self.failed(fewer):
                rules = fewer
        for place, one in enumerate(rules):
            for other in self._candidates:
                if other is one:
                    break
                more = (*rules[:place], other, *rules[place + 1 :])
                same = (other.rule.action, other.rule.goal) == (one.rule.action, one.rule.goal)
                if same and not self.failed(more):
                    rules = more
                    break
        return rules

    def _changed(
        self,
        lists: Sequence[_List],
        seen: set[tuple[int, ...]],
        states: Sequence[int],
        counted: Sequence[int],
    ) -> list[tuple[int, _List]]:
        """The best lists that are one change away, each with successors that no earlier list had."""
        ranked: list[tuple[int, int, int, int, _List]] = []
        for parent, one in enumerate(lists):
            for more in self._neighbours(one, bits(sorted(self._left(one, counted)))):
                if not self.goes_on:
                    break
                size = sum(1 + rule.size for rule in more)
                ranked.append((len(self._left(more, counted)), size, len(ranked), parent, more))
        ranked.sort(key=lambda one: one[:3])
        kept: list[tuple[int, _List]] = []
        children: Counter[int] = Counter()
        for left, _, _, parent, more in ranked:
            after = self._next(more)
            followed = tuple(after[state] for state in states)
            if followed not in seen and (children[parent] < MOST_CHILDREN or len(lists) == 1):
                children[parent] += 1
                seen.add(followed)
                kept.append((left, more))
                if len(kept) == WIDTH:
                    break
        return kept

    def _neighbours(self, rules: _List, left: int) -> Iterator[_List]:
        """Lists with one rule added or replaced that change the way from an unsolved state."""
        before = [0]
        for one in rules:
            before.append(before[-1] | one.where)
        free = [left & ~one for one in before]
        for candidate in self._candidates:
            if candidate in rules:
                continue
            for place in range(len(rules) + 1):
                if len(rules) < MOST_RULES and candidate.where & free[place]:
                    yield (*rules[:place], candidate, *rules[place:])
                if place < len(rules) and (candidate.where | rules[place].where) & free[place]:
                    yield (*rules[:place], candidate, *rules[place + 1 :])

    def _next(self, rules: _List) -> list[int]:
        """Successor of each state."""
        found = [-1] * len(self._done)
        for rule in reversed(rules):
            found = [
                one if one >= 0 else other for one, other in zip(rule.next, found, strict=True)
            ]
        return found

    def _left(self, rules: _List, among: Sequence[int]) -> set[int]:
        """The states from which the goal is not reached."""
        self._tried += 1
        self._work += len(among)
        if self._report is not None and self._tried % 1000 == 0:
            self._report(self._tried)
        nexts, done, known = [rule.next for rule in rules], self._done, dict[int, bool]()
        for number in among:
            way, here = [], number
            while here >= 0 and here not in known:
                known[here] = done[here]
                way.append(here)
                if done[here]:
                    break
                for own in nexts:  # the inner loop of all that is tried
                    if own[here] >= 0:
                        here = own[here]
                        break
                else:
                    here = -1
            reached = here >= 0 and known[here]
            if reached:
                for one in way:
                    known[one] = True
        return {number for number in among if not known[number]}


MOST_TRIED = 6
"""Orders that are tried, those with most reasons first."""

MOST_ORDERS_COMPARED = 60
"""Problems in which goals undid others that orders are compared on."""

Follow = Callable[[LiftedPolicy, PlanningTask], Followed]


def orders_of(task: PlanningTask, goal: Atom, undone: Atom) -> Iterator[Precedence]:
    """The orders that would have had a goal before another that it undid."""
    order = precedence_of(goal, undone)
    if order != precedence_of(undone, goal):
        yield order
    for fact in _shared(task, goal, undone):
        if not _mirrored(task, goal, undone, fact):
            yield precedence_of(goal, undone, fact)


def _shared(task: PlanningTask, goal: Atom, undone: Atom) -> Iterator[Atom]:
    """Static atoms over an object of one goal and an object of another."""
    pairs = {
        (one, other)
        for one, other in product(goal[1:], undone[1:])
        if one != other and one not in undone and other not in goal
    }
    both = {*pairs, *((other, one) for one, other in pairs)}
    names = {one.name for one in task.domain.predicates if len(one.parameters) == 2}
    for name in sorted(names - task.domain.fluents):
        for one, other in sorted(both):
            if (name, one, other) in task.init:
                yield name, one, other


def _mirrored(task: PlanningTask, goal: Atom, undone: Atom, fact: Atom) -> bool:
    """Whether a fact also holds with the two goals exchanged."""
    if goal[0] != undone[0]:
        return False
    names = dict(zip((*goal[1:], *undone[1:]), (*undone[1:], *goal[1:]), strict=True))
    return substituted(fact, names) in task.init


def orders_found(
    policy: LiftedPolicy,
    undoing: Sequence[PlanningTask],
    follow: Follow,
    lost: Callable[[LiftedPolicy], str],
) -> Iterator[Precedence]:
    """The orders that are worth having, one after the other.

    Parameters
    ----------
    policy
        The rules, with the orders that are known.
    undoing
        Problems in which goals undid others.
    follow
        Follow a policy in a problem.
    lost
        What was solved and is not solved with another policy, if anything.
    """
    some = undoing[:: max(1, len(undoing) // MOST_ORDERS_COMPARED)][:MOST_ORDERS_COMPARED]
    now = [follow(policy, task) for task in some]
    reasons: Counter[Precedence] = Counter()
    for task, found in zip(some, now, strict=True):
        pairs = (*found.repaired, *_failed(found))
        reasons.update({order for pair in pairs for order in orders_of(task, *pair)})
    for order in sorted(reasons, key=lambda one: (-reasons[one], len(one), one))[:MOST_TRIED]:
        contrary = precedence_of(order[1], order[0], *order[2:])
        if not policy.precedences.isdisjoint((order, contrary)):
            continue
        more = replace(policy, precedences=policy.precedences | {order})
        then = [follow(more, task) for task in some]
        if _undoing(then) < _undoing(now) and _longer(then, now) <= 0 and not lost(more):
            policy, now = more, then
            yield order


def _failed(found: Followed) -> Iterator[tuple[Atom, Atom]]:
    if found.goal is not None:
        for one in found.undoing:
            yield found.goal, one


def _undoing(some: Iterable[Followed]) -> int:
    """In how many problems a goal undid others, or was not reached."""
    return sum(bool(one.repaired) or not one.solved for one in some)


def _longer(then: Iterable[Followed], now: Iterable[Followed]) -> int:
    """Number of additional steps over the problems that both solve."""
    return sum(
        len(one.plan) - len(other.plan)
        for one, other in zip(then, now, strict=True)
        if one.solved and other.solved
    )
