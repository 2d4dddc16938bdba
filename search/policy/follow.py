"""Carrying out a policy: goal after goal, by rules whose conditions are brought about by rules.

Goals of rules that stand before others come first, but for what precedences say. For each goal the rule is taken that seems to need fewest steps. Its conditions are seen to in the order in which the rule
has them, each by rules again, and then its steps are made. What a rule has brought about for itself stays true until then,
and goals that were reached stay reached, or are reached again at once where that cannot be. A choice that comes to nothing is taken back and the next one tried, that for a goal
reached before too where it stands in the way of a later one: nothing is searched but these choices, and there is no queue of states.

Where there are rules for single steps, these come before all that: the first that applies is taken (`step_by_step`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf

from ...rules.checked import checked
from ...rules.pddl.action_domain import Atom, PlanningTask, atom_text
from ..limits import ENDINGS, NO_LIMITS, Limits, Meter, limit_of
from .achieve import Execution, LimitError, Origin
from .achievers import Achiever
from .goals import in_order
from .rule import Policy, Rule
from .step_by_step import step_by_step
from .world import Binding, ground

PATIENCE = (30, 3000)
"""Choices for one goal that come to nothing, before it is tried with less held true, and before it is given up."""

HOLDING = (inf, 1, 0)
"""For how many rules below what a rule brought about may not be undone: all of them, the next one, none."""

MOST_ANEW = 8
"""Other choices for a goal that are tried where a later one cannot be reached with the first."""


@dataclass(frozen=True)
class Followed:
    """Result of following a policy.

    Parameters
    ----------
    plan
        The steps made; what was taken back is not among them.
    origins
        For what each was made.
    reached
        The goals that were worked off, in order.
    goal
        The goal that was not reached, or None.
    reason
        Why not.
    undoing
        Goals reached before that its achievers would have undone.
    granted
        Rules, by name, and conditions of theirs that were to hold without being achieved, and did not.
    limit
        The limit that ended it, ``interrupt`` for the user, or None.
    tries, made
        Choices tried, and steps made in all, those taken back too.
    compared
        Facts that were compared with what rules ask for.
    repaired
        Goals that undid others, each with one of these, which was reached again.
    """

    plan: tuple[Atom, ...]
    origins: tuple[Origin, ...] = field(repr=False)
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

    @property
    def solved(self) -> bool:
        """Whether all goals were reached."""
        return self.goal is None and self.limit is None


@checked
def follow(
    policy: Policy,
    task: PlanningTask,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    *,
    repair: bool = True,
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
    """
    return _Follower(policy, task, Meter(limits, report), repair).follow()


class _Follower:
    def __init__(self, policy: Policy, task: PlanningTask, meter: Meter, repair: bool) -> None:
        self._policy, self._task, self._meter, self._repair = policy, task, meter, repair
        self._here = Execution(policy, task, meter)
        self._repaired: dict[tuple[Atom, Atom], None] = {}
        self._chosen: list[tuple[Atom, int, tuple[Achiever, ...]]] = []

    def follow(self) -> Followed:
        """Reach all goals one after the other, or say which one is not reached."""
        by_rule = sorted(self._task.goal, key=self._here.achievers.rank)
        goals = in_order(by_rule, self._policy.precedences, self._task.init)
        limit = failed = None
        try:
            self._here.reason = step_by_step(self._here, goals)
            failed = self._all(goals) if self._others else self._first_left(goals)
        except LimitError as error:
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
        )

    @property
    def _others(self) -> bool:
        """Whether there are rules that are no single steps, or none at all."""
        return not self._policy.steps or len(self._policy.steps) < len(self._policy.rules)

    def _first_left(self, goals: Sequence[Atom]) -> Atom | None:
        return next((one for one in goals if one not in self._here.world.true), None)

    def _reason(self) -> str:
        """Why a goal was not reached: what was said last, and which goals stood in the way of other choices."""
        said = self._here.reason
        more = [text for one in self._here.undoing if (text := atom_text(one)) not in said]
        return f"{said}; other achievers would undo {', '.join(more)}" if more else said

    def _all(self, goals: Sequence[Atom]) -> Atom | None:
        """Work off all goals; the one that fails, or None."""
        waiting, done = list(goals), set()
        for goal in waiting:
            if goal in done:
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
        return None

    def _one(self, goal: Atom) -> Atom | None:
        self._here.begin(goal)
        if not self._by_choice(goal) and not (
            self._repair and (self._reached_and_repaired(goal) or self._chosen_anew(goal))
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
        here, chosen = self._here, self._chosen
        kept, undoing, granted, reason = (
            here.kept,
            here.undoing.copy(),
            here.granted.copy(),
            here.reason,
        )
        last = max((n for n, one in enumerate(chosen) if one[0] in undoing), default=None)
        if last is None:
            return False
        earlier, mark, achievers = chosen[last]
        steps = [one for one in here.steps if one[2] >= mark]
        place = list(kept).index(earlier)
        before, after = list(kept)[:place], (*list(kept)[place + 1 :], goal)
        for _ in range(MOST_ANEW):
            here.back(mark)
            here.kept, here.taken = dict.fromkeys(before), None
            here.begin(earlier)
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
        self._here.begin(goal)
        if not self._by_choice(goal):
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

    def _together(self, rule: Rule, goals: Sequence[Atom]) -> Atom | None:
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
                return goal
            begun.append((goal, binding))
            asked, used = (
                ground(atoms, binding) for atoms in (rule.action.positive, rule.action.delete)
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
