"""Learning a policy: rules that make a goal true whatever the number of objects, from the plans of a few small problems.

The present policy solves a training problem until it fails. A plan is then searched for the one goal that failed, and its
causal links are explained (`planning/learning/links.py`) and become rules. A failure is explained too. If every achiever would undo a
goal that was reached, that goal has to wait, and all goals like it. If no plan is left, an irreversible step was made too
early: all goals of its rule are then brought to that point before it is made for one, or else the failed goal goes first.

The closest published method, Moose (Chen, Hofmann, Klassen and McIlraith, AAAI 2026), regresses each goal through an optimal
plan for it. Its rules hold a whole plan each; these hold one link each and call each other, which is what makes them walk,
take apart towers of any height, and put goals in order.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from ...ebl.explanation import LiftedExplanation
from ...ebl.files.macro_file import head_of, load_macros
from ...ebl.learn import study
from ...ebl.learner import (
    Course,
    Learner,
    Objection,
    Outcome,
    Records,
    Reply,
    TrainingPaths,
    TrainingProblem,
    each,
)
from ...ebl.learners.examples import Search, a_star
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.errors import ArcwiseError, InputError, Place, sentence_of
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.text.words import counted
from ...search.limits import Limits
from ...search.orders import Order
from ...search.problem import Problem, SearchProblem
from ...search.result import Result
from ...search.solve import solve
from ..pddl.action_domain import Action, ActionDomain, Atom, atom_text
from ..pddl.action_schema import ActionSchema
from ..pddl.denials import holds_in, with_goals
from ..pddl.grounding.ground_task import ground_task
from ..pddl.plan import Execution, execute, read_plan
from ..pddl.strips import Facts
from ..policy.achieve import StepOrigin
from ..policy.achievers import Achievers
from ..policy.follow import Followed
from ..policy.larger import tried_on_larger
from ..policy.rule import LiftedPolicy, PolicyRule, Purpose, RuleCondition, precedence_of
from ..policy.small_problems import TaskSteps
from ..policy.world import World
from .lifted import compose_actions
from .links import Achievement, achievements_of, follows
from .policy_experience import CHOICES, followed, orders_of, small_first, task_of
from .policy_steps import StepRule, rule_of_step

_training = Later("planning.training", "training_of_policy")

EFFORTS = {
    "a-star": Limits(nodes=500_000, work=5_000_000),
    "fast": Limits(nodes=50_000),
    "breadth-first": Limits(nodes=20_000),
}
"""Limits on each search for a plan, by algorithm, some seconds: counts, so that a busy machine learns what an idle one does.

Breadth-first search is in Python, where a problem cannot be grounded.
"""

MOST_ROUNDS = 100
"""Failures that one training problem may teach from."""


class Policy(Learner):
    """PDDL, some boards; rules for goals, followed without search.

    Parameters
    ----------
    problems
        Number of random problems of each size, where it makes them itself.
    number
        Where a rule asks of another object what it makes true, it calls itself, though its plan did not: see `calling_itself`.
    """

    makes = "a policy"
    from_examples = lifted = True
    builds_on = True
    searches_examples = False

    problems: int = 10
    number: bool = False

    def training(self, source: Any, examples: Any, configuration: Any) -> Any:
        """Its training on planning problems, or on boards that are described by relations; see `Learner.training`."""
        return _training(self, source, examples, configuration)

    def check_file(self, path: str | Path, text: str | None) -> None:
        """Refuse a file that is no policy; see `Learner.check_file`."""
        if head_of(path, text).notation != "parameters":
            raise InputError(
                f"macros for {load_macros(path, text=text).domain.name}; a policy is expected",
                place=Place(str(path)),
                expected="a file that --learner policy wrote",
                remedy="leave out --macros",
            )

    def check_going_on(self, found: MacroLibrary, place: Place, order: Order | None) -> None:
        """Refuse macros that are no rules for goals; see `Learner.check_going_on`."""
        other = next((one.name for one in found if one.purpose is None), None)
        if other is not None:
            raise InputError(
                "a policy and other macros do not mix",
                place=place,
                expected="a file that --learner policy wrote",
                found=f"macro {other}, which is no rule for a goal",
                remedy="leave out --macros",
            )

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        """The examples from small to large, then states from which the policy fails; see `small_first`."""
        return small_first(library, course, records)

    def beyond(self, library: MacroLibrary, course: Course) -> tuple[tuple[str, bool], ...]:
        """Trials of the policy on larger problems made of those of the course; see `tried_on_larger`."""
        tasks = [task_of(one) for one in course.examples]
        found = tried_on_larger(library.policy, tasks) if library.policy is not None else None
        if found is None:
            return ()
        many = len(found.objects)
        solved = f"{many - len(found.failures)} of {counted(many, 'larger problem')}"
        made = f"made of these, with {min(found.objects)} to {max(found.objects)} objects (learned from: {found.before} at most)"
        if not found.failures:
            return ((f"the policy solves {solved} {made}", True),)
        said = f"warning: the policy solves {solved} {made}, all of which have plans; {found.failures[0]}; learn from more or larger problems"
        return ((said, False),)

    def attend(
        self, library: MacroLibrary, problem: TrainingProblem, search: Search = a_star
    ) -> TrainingPaths:
        """Follow the policy, and learn from each failure until the problem is solved or nothing new comes.

        What is searched is not the problem but its goals, one at a time, so that ``search`` is not needed.
        """
        if problem.paths:
            yield from each(problem.paths)
            return Outcome(solved=True)
        if problem.objection is None:
            return (yield from _Practice(library, problem).achievements())
        return (yield from _practise_apart(library, problem, problem.objection))

    def acquire(
        self, library: MacroLibrary, shape: Shape, path: Achievement | StepRule, origin: str
    ) -> Macro | str:
        """The rule of an achievement, joined with the conditions that a known equal rule achieves; or a rule for a single step.

        The reason why there is none is an action that is more than conjunctions of literals.
        """
        try:
            return _rule_of_achievement(library, path, origin, self.number)
        except ArcwiseError as error:
            return sentence_of(error)


def _practise_apart(
    library: MacroLibrary, problem: TrainingProblem, objection: Objection
) -> TrainingPaths:
    """Learn into a copy, and keep the copy if it solves the problem and passes every check."""
    copy = library.without(())
    record = study(Policy(), copy, replace(problem, objection=None))
    outcome, achievements = record.outcome, record.paths
    if outcome.solved and not achievements and copy.precedences == library.precedences:
        return outcome
    against = objection(copy) if outcome.solved else f"stopped by {outcome.limit}"
    if outcome.solved and not against:
        yield from each(achievements)
        library.precedences = dict(copy.precedences)
        library.keep(copy)
        return outcome
    reasons = outcome.passed_over or (against,)
    return replace(outcome, solved=False, limit=None, passed_over=reasons)


Returned = TypeVar("Returned")
Achievements: TypeAlias = Generator[Achievement, Reply, Returned]
"""Achievements, each answered before the next, and what they came to."""


class _Practice:
    def __init__(self, library: MacroLibrary, problem: TrainingProblem) -> None:
        self._library = library
        self._task = task_of(problem)
        self._actions: ActionDomain = library.domain.relations
        self._limits = problem.limits
        self._applications = 0
        self._ranked: set[tuple[str, str]] = set()
        self._searched = problem.searched

    def achievements(self) -> TrainingPaths:
        """The achievements of each failure, until the problem is solved or nothing new comes."""
        reason = "too many failures"
        if not self._task.plain_goal:
            reason = (
                f"a policy reaches literals that actions change; found: {self._task.beyond_atoms}"
            )
            return self._ended(False, (), (reason,))
        for _ in range(MOST_ROUNDS):
            policy = self._library.policy or LiftedPolicy(self._actions)
            found = self._followed(policy, repair=False)
            if found.goal is not None and found.undoing:
                if self._new_order(found.goal, found.undoing) or any(
                    self._new_rank(found.goal, other) for other in found.undoing
                ):
                    continue
                found = self._followed(policy, repair=True)
            if found.solved:
                self._carried_out(found)
                return self._ended(True, found.plan, ())
            if found.limit is not None or found.goal is None:
                return self._ended(False, (), (f"stopped by {found.limit}",), found.limit)
            reason = yield from self._learn(found, found.goal)
            if reason and self._searched:
                self._searched = False
                if (yield from self._learn_from_whole_plan()):
                    continue
            if reason:
                if not found.undoing and found.reached:
                    found = self._followed(policy, repair=True)
                break
        if found.solved:
            self._carried_out(found)
            return self._ended(True, found.plan, ())
        return self._ended(False, (), (reason,))

    def _followed(self, policy: LiftedPolicy, *, repair: bool) -> Followed:
        found = followed(policy, self._task, CHOICES.within(self._limits), repair=repair)
        self._applications += found.made
        return found

    def _ended(
        self,
        solved: bool,
        plan: tuple[Atom, ...],
        reasons: tuple[str, ...],
        limit: str | None = None,
    ) -> Outcome:
        return Outcome(
            solved, len(plan) if solved else None, self._applications, limit, passed_over=reasons
        )

    def _carried_out(self, found: Followed) -> Execution:
        """The steps made, as the domain defines its actions."""
        text = "\n".join(map(atom_text, found.plan))
        return execute(self._task, read_plan(text, "<policy>"), whole=found.solved)

    def _new_order(self, goal: Atom, undone: tuple[Atom, ...]) -> bool:
        """Put a goal before those that its achievers undo, unless this order or its opposite is known."""
        for other in reversed(undone):
            order, contrary = precedence_of(goal, other), precedence_of(other, goal)
            known = self._library.precedences
            if order != contrary and order not in known and contrary not in known:
                known[order] = None
                return True
        return False

    def _learn(self, found: Followed, goal: Atom) -> Achievements[str]:
        """Learn from a plan for the goal that failed, and those that it would undo; why not, where nothing new comes."""
        done = self._carried_out(found)
        facts, goals = done.states[-1], (*found.undoing, goal)
        result = self._search(facts, goals)
        if result.limit is not None:
            return f"no plan for {atom_text(goal)} was found: {result.summary()}"
        if not result.solved:
            return (yield from self._learn_from_dead_end(found, goal, done))
        new, reasons = yield from self._explained(facts, goals, result)
        if new or self._not_granted(found):
            return ""
        return "; ".join((f"{atom_text(goal)}: {found.reason}", *dict.fromkeys(reasons)))

    def _learn_from_whole_plan(self) -> Achievements[bool]:
        """Learn from a plan of the whole problem, as a search finds it; whether anything new comes.

        The goals are explained in the order in which the plan reaches them for good.
        """
        facts = self._task.init
        result = self._search(facts, self._task.wanted, "fast")
        if not result.solved:
            return False
        plan = read_plan("\n".join(result.move_names), "<the training plan>")
        states = execute(replace(self._task, init=facts), plan, whole=False).states
        lost = {
            goal: max(
                (
                    n
                    for n, state in enumerate(states)
                    if not holds_in(self._task, self._actions, goal, state)
                ),
                default=-1,
            )
            for goal in self._task.wanted
        }
        new, _ = yield from self._explained(
            facts, tuple(sorted(lost, key=lost.__getitem__)), result
        )
        return new

    def _explained(
        self, facts: Facts, goals: tuple[Atom, ...], result: Result
    ) -> Achievements[tuple[bool, list[str]]]:
        """Yield the achievements of a plan; whether any is new, and what was wrong with others."""
        plan = read_plan("\n".join(result.move_names), "<the training plan>")
        path = execute(replace(self._task, init=facts), plan, whole=False)
        asked = {
            (macro.calls[0][0], one.atom)
            for macro in self._library
            for one in (macro.purpose.conditions if macro.purpose else ())
            if one.achieve
        }
        said, reasons = [], []
        for goal in goals:
            try:
                achievements = achievements_of(self._task, path, goal, asked, self._actions)
            except ArcwiseError as error:
                reasons.append(sentence_of(error))
                continue
            for achievement in achievements:
                answer = yield achievement
                if isinstance(answer, str):
                    reasons.append(answer)
                else:
                    said.append(answer.accepted)
        return any(said), reasons

    def _not_granted(self, found: Followed) -> bool:
        """Make a rule achieve a condition that it took for granted, as it held in all plans, and that failed."""
        for name, atom in found.granted:
            macro = next(one for one in self._library if one.name == name)
            assert macro.purpose is not None
            if follows(self._actions, atom, macro.purpose.goal):
                continue
            conditions = [
                RuleCondition(atom) if one.atom == atom else one for one in macro.purpose.conditions
            ]
            if atom not in [one.atom for one in conditions]:
                conditions.append(RuleCondition(atom))
            purpose = replace(macro.purpose, conditions=tuple(conditions))
            if self._library.add(replace(macro, purpose=purpose)).accepted:
                return True
        return False

    def _search(self, facts: Facts, goals: tuple[Atom, ...], algorithm: str = "a-star") -> Result:
        task = with_goals(replace(self._task, init=facts), goals, self._actions)
        problem: SearchProblem
        try:
            grounding = ground_task(task)
            problem = Problem(grounding.theory, grounding.start, grounding.goal)
        except InputError:
            if task.domain.plain:
                raise
            problem, algorithm = TaskSteps(task), "breadth-first"
        # Plans that differ less from one example to the next.
        ties = "oldest" if algorithm == "a-star" else None
        limits = EFFORTS[algorithm].within(self._limits)
        found = solve(problem, algorithm, ties=ties, limits=limits)
        if found.limit == "interrupt":
            raise KeyboardInterrupt
        self._applications += found.statistics.operator_applications
        if found.limit is not None and algorithm == "a-star":
            return self._search(facts, goals, "fast")
        return found

    def _learn_from_dead_end(
        self, found: Followed, goal: Atom, done: Execution
    ) -> Achievements[str]:
        """Find the step after which not all goals could be reached any more, and see to it that it is made later."""
        goals = (*found.reached, goal)
        dead = f"{atom_text(goal)} cannot be reached any more"
        alone = self._search(done.states[0], (goal,))
        if alone.solved:
            new, _ = yield from self._explained(done.states[0], (goal,), alone)
            if new:
                return ""
        first, last = 0, len(found.plan)
        if not self._search(done.states[0], goals, "fast").solved:
            return f"{atom_text(goal)} cannot be reached, with the goals before it"
        while last - first > 1:
            middle = (first + last) // 2
            if self._search(done.states[middle], goals, "fast").solved:
                first = middle
            else:
                last = middle
        origin = found.origins[first]
        if (
            self._new_order_where(goal, origin.goal)
            or self._new_pause(origin)
            or self._new_order(goal, (origin.goal,))
            or self._new_rank(goal, origin.goal)
        ):
            return ""
        return f"{dead} after {atom_text(found.plan[first])}"

    def _new_order_where(self, goal: Atom, other: Atom) -> bool:
        """Order a goal before one that led into a dead end, if a static condition tells them apart."""
        known = self._library.precedences
        for order in orders_of(self._task, goal, other):
            contrary = precedence_of(order[1], order[0], *order[2:])
            if len(order) > len((goal, other)) and order not in known and contrary not in known:
                known[order] = None
                return True
        return False

    def _new_rank(self, goal: Atom, other: Atom) -> bool:
        """Put the rule for one goal before that for another, so that all goals of the first kind come first."""
        policy = self._library.policy
        assert policy is not None
        achievers = Achievers(policy, World(self._task, self._actions), lambda *_: True)
        later, first = achievers.rank(goal), achievers.rank(other)
        if not first < later < len(policy.rules):
            return False
        names = policy.rules[later].name, policy.rules[first].name
        if names in self._ranked or names[::-1] in self._ranked:
            return False
        self._ranked.add(names)
        macros = [one for one in self._library if one.name != names[0]]
        place = [one.name for one in macros].index(names[1])
        macros.insert(place, next(one for one in self._library if one.name == names[0]))
        self._library.keep(macros)
        return True

    def _new_pause(self, origin: StepOrigin) -> bool:
        """Have a rule pause before what one of its steps was made for, where it does not pause yet."""
        macro = next(one for one in self._library if one.name == origin.rule)
        purpose = macro.purpose
        if purpose is None or purpose.pause is not None or origin.condition < 2:
            return False
        paused = replace(macro, purpose=replace(purpose, pause=origin.condition))
        return self._library.add(paused).accepted


def _rule_of_achievement(
    library: MacroLibrary, achievement: Achievement | StepRule, origin: str, number: bool = False
) -> Macro:
    actions: ActionDomain = library.domain.relations
    if isinstance(achievement, StepRule):
        return rule_of_step(actions, achievement, library.next_name(), origin)
    own = actions.cases[achievement.action]
    call = (own.name, *(parameter.name for parameter in own.parameters))
    action, reasons = compose_actions(
        actions, library.next_name(), own.parameters, (call,), own.unequal
    )
    conditions = (
        one for one in achievement.conditions if not follows(actions, one.atom, achievement.goal)
    )
    purpose = Purpose(achievement.goal, tuple(conditions))
    if number and PolicyRule(ActionSchema(action, (call,)), purpose).moved is None:
        purpose = _joined(
            Purpose(achievement.goal, calling_itself(action, achievement.goal)), purpose
        )
    explained = LiftedExplanation({}, reasons, achievement.objects)
    macro = Macro(ActionSchema(action, (call,)), None, origin, explained, purpose=purpose)
    known = next((one for one in library if one.canonical == macro.canonical), None)
    if known is None or known.purpose is None:
        return macro
    return replace(known, purpose=_joined(known.purpose, purpose))


def calling_itself(action: Action, goal: Atom) -> tuple[RuleCondition, ...]:
    """The conditions that a rule achieves by itself: the number of its uses is generalized (Shavlik 1990).

    A tower of two is taken down by one ``unstack``, which asks that what stands above is clear, and makes clear what is below.
    The plan never made the first true, as it was; in a higher tower the rule does.

    Parameters
    ----------
    action, goal
        The rule's action, and the effect that it is for.

    Returns
    -------
    The conditions of the goal's predicate, about objects that another condition ties to those of the goal; then those that such
    a use takes away from the next one whatever its objects, such as an empty hand. Empty if there are none of the first.
    """
    goals = set(goal[1:])

    def is_tied(atom: Atom) -> bool:
        own = set(atom[1:])
        others = (set(one[1:]) for one in action.positive if one != atom)
        return any(not own.isdisjoint(one) and not goals.isdisjoint(one) for one in others)

    same = [one for one in action.positive if one[0] == goal[0] and one != goal and is_tied(one)]
    if not same:
        return ()
    changing = goals.union(*(one[1:] for one in same))
    gone = [
        one
        for one in action.positive
        if one in action.delete and one not in same and changing.isdisjoint(one[1:])
    ]
    return tuple(map(RuleCondition, (*same, *gone)))


def _joined(known: Purpose, new: Purpose) -> Purpose:
    """Merge the conditions that a rule achieves by two achievements: in the order of the first, with those of the second put
    before the next common one.
    """
    conditions = list(known.conditions)
    later: Atom | None = None
    for condition in reversed(new.conditions):
        atoms = [one.atom for one in conditions]
        if condition.atom not in atoms:
            conditions.insert(len(atoms) if later is None else atoms.index(later), condition)
        elif condition.achieve:
            conditions[atoms.index(condition.atom)] = RuleCondition(condition.atom)
        later = condition.atom
    pause = None if len(conditions) != len(known.conditions) else known.pause
    return Purpose(known.goal, tuple(conditions), pause)
