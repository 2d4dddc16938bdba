"""A policy in the place of a search: it is followed as far as its rules go, and searched on where they end.

Every plan is carried out before it is a `Result`. Where there is none, it is tried to prove that nothing can reach the goal, so
that what a policy lacks is told from what is impossible: what can be proved of that without a search for a plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf, prod
from time import perf_counter
from typing import Any, TypeAlias

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import Place, TooLargeError, refuse_more, sentence_of
from ...rules.geometry import Shape
from ...rules.room import most_that_fit
from ...rules.states.traps import NO_TRAPS, CountedTraps
from ...rules.term import State
from ...rules.text.words import counted
from ...search.algorithms import ALGORITHMS, CLIMB, Algorithm
from ...search.engines import search_with, trapped
from ...search.heuristics.relaxation import HMax
from ...search.limits import ENDINGS, NO_LIMITS, Budget, LimitReached, Limits, limit_of
from ...search.macros import LiftedProblem
from ...search.operator import Move, Operator
from ...search.problem import Problem
from ...search.result import ALL_BY_SEARCH, BY_SEARCH, Result, Statistics, Status
from ..pddl.action_domain import Action, Atom, PlanningTask, atom_text
from ..pddl.axioms import check_plain_goal
from ..pddl.denials import holds_in, with_goals
from ..pddl.grounding.ground_task import Encoder
from ..pddl.grounding.mutex import LiftedInvariant, lifted_invariants
from ..pddl.grounding.reachable import reachable_actions
from ..pddl.plan import PlanStep, execute, read_plan
from ..pddl.strips import Facts, GroundAction
from .claims import Relation, closing
from .follow import Followed, follow
from .rule import LiftedPolicy
from .small_problems import Space

FOLLOWED = "the rules of the policy were followed; nothing was searched"
"""The note of a solution."""

MOST_DENIED, DENIED_BYTES = 1_000_000, 400
"""Atoms for what is not so that a policy may have in any case, and the memory that each takes."""

ReplayedPlan: TypeAlias = tuple[tuple[State, ...], tuple[Move, ...]]
"""The states of a plan, none where they have no cells, and its moves."""

IsLost: TypeAlias = Callable[[Collection[Atom]], bool]
"""Whether no goal can be reached where some atoms are true."""

PlanReplay: TypeAlias = Callable[[Sequence[GroundAction]], ReplayedPlan]


def as_actions(actions: Sequence[GroundAction]) -> ReplayedPlan:
    """A plan of actions as its moves."""
    return (), tuple(Move(action.text, action.cost) for action in actions)


def as_board_moves(domain: Domain, shape: Shape, start: State, cost: float) -> PlanReplay:
    """Make a function that turns actions into moves of a board with their states."""

    def told(actions: Sequence[GroundAction]) -> ReplayedPlan:
        path, moves = [start], []
        for action in actions:
            name, after = domain.played(shape, path[-1], (action.name, *action.arguments))
            path.append(after)
            moves.append(Move(name, cost))
        return tuple(path), tuple(moves)

    return told


def teller(problem: LiftedProblem) -> PlanReplay:
    """Make a function that tells the steps of a problem: moves of a board with their states, or actions of a PDDL problem."""
    domain = problem.domain
    return (
        as_actions
        if domain.lifted
        else as_board_moves(domain, problem.shape, problem.start, problem.cost)
    )


def follow_in(
    policy: LiftedPolicy,
    task: PlanningTask,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    tell: PlanReplay = as_actions,
    share: float = inf,
    prove: Callable[[PlanningTask], str | None] | None = None,
    is_lost: IsLost | None = None,
) -> tuple[Result, Followed | None]:
    """Follow a policy; a plan is carried out as the domain defines its actions before it is one.

    A goal that is proved to be out of reach is UNSOLVABLE, with the reason as a note; any other that is not reached INCOMPLETE.

    Counter ``expanded`` has the choices tried, ``generated`` and ``operator_applications`` the steps made, including those
    taken back, and ``evaluated`` the facts that were compared with conditions of rules.

    Parameters
    ----------
    policy, task, limits, report, share, is_lost
        As for `follow`.
    tell
        Translates steps into states and moves.
    prove
        Reason why no plan leads to the goal of a problem that the rules leave, or None; `why_unreachable` by default.

    Returns
    -------
    The result, and how far the policy was followed; None where the user or memory ended it, or memory is too small for it.

    Raises
    ------
    InputError
        A goal that is more than literals, or recursive derived predicates in it or in conditions of actions.
    """
    check_plain_goal(task)
    began = perf_counter()
    try:
        _check_denials(policy, task)
        found = follow(policy, task, limits, report, share=share, is_lost=is_lost)
    except TooLargeError as error:
        spent = Statistics(elapsed=perf_counter() - began)
        return Result(Status.INCOMPLETE, (), (), spent, None, CLIMB, note=sentence_of(error)), None
    except (KeyboardInterrupt, MemoryError) as error:
        spent = Statistics(elapsed=perf_counter() - began)
        return Result(Status.STOPPED, (), (), spent, limit_of(error), CLIMB), None
    elapsed = perf_counter() - began
    return _result(found, task, elapsed, tell, prove or why_unreachable), found


def _check_denials(policy: LiftedPolicy, task: PlanningTask) -> None:
    """Refuse a task with more atoms for what is not so, or for conditions for all objects, than there is memory for."""
    domain = policy.domain
    made = (*domain.denials.values(), *(one.signature for one in domain.universals.values()))
    kinds = ((len(task.objects_of(each.type)) for each in one.parameters) for one in made)
    refuse_more(
        sum(map(prod, kinds)),
        most_that_fit(MOST_DENIED, DENIED_BYTES),
        f"problem {task.name} is too large for a policy with negative conditions",
        "atoms for what is not so",
        place=Place(task.source),
    )


def _result(
    found: Followed,
    task: PlanningTask,
    elapsed: float,
    tell: PlanReplay,
    prove: Callable[[PlanningTask], str | None],
) -> Result:
    spent = Statistics(
        expanded=found.tries,
        generated=found.made,
        evaluated=found.compared,
        operator_applications=found.made,
        elapsed=elapsed,
    )
    if found.solved:
        text = "\n".join(map(atom_text, found.plan))
        path, moves = tell(execute(task, read_plan(text, "<the plan that was found>")).actions)
        return Result(Status.SOLVED, path, moves, spent, None, CLIMB, note=FOLLOWED)
    unreachable, limit = None, found.limit
    try:
        unreachable = None if limit == "interrupt" else prove(task)
    except (
        ENDINGS
    ) as error:  # without memory or time for a proof, what following said holds; the user ends all
        limit = limit_of(error) if isinstance(error, KeyboardInterrupt) else limit
    if unreachable is not None:
        why = f"the goal cannot be reached: {unreachable}"
        return Result(Status.UNSOLVABLE, (), (), spent, None, CLIMB, note=why)
    why = ""
    if found.goal is not None:
        done = f"{len(found.reached):,} of {len(task.wanted):,} goals reached"
        why = f"{atom_text(found.goal)} is not: {found.reason}; {done}"
    status = Status.INCOMPLETE if limit is None else Status.STOPPED
    return Result(status, (), (), spent, limit, CLIMB, note=why)


MOST_STATES = 20_000
"""Greatest number of states that are enumerated."""

MOST_TESTS = 5_000_000
"""Greatest number of tests of actions in states while the states are enumerated."""

MOST_NAMED = 10
"""Greatest number of goals in a circle that are named."""


@checked
def why_unreachable(task: PlanningTask) -> str | None:
    """Prove that no plan leads to a goal.

    Parameters
    ----------
    task
        The problem; of one whose actions are more than conjunctions of literals nothing is proved.

    Returns
    -------
    The reason in words; None where none was found, which says nothing.
    """
    return _at_a_glance(task) or (_of_this_size(task) if task.domain.plain else None)


def _at_a_glance(task: PlanningTask) -> str | None:
    """A reason that is seen without grounding."""
    return next(_for_every_size(task), None) if task.domain.plain else None


def _nothing(_: PlanningTask) -> None:
    """No reason: that a goal is out of reach from the middle of a plan does not make the problem unsolvable."""


def _for_every_size(task: PlanningTask) -> Iterator[str]:
    """Reasons that follow from the actions over parameters."""
    made = {atom[0] for action in task.domain.actions for atom in action.add}
    for goal in task.goal:
        if goal not in task.init and goal[0] not in made:
            yield f"no action makes {atom_text(goal)} true"
    yield from _used_up(task)
    invariants = [one for one in lifted_invariants(task.domain) if one.holds(task.init)]
    yield from _excluded(task.goal, invariants)
    yield from _round(task, invariants)


def _excluded(goals: Sequence[Atom], invariants: Sequence[LiftedInvariant]) -> Iterator[str]:
    """Pairs of goals that an invariant excludes, as texts."""
    seen: dict[tuple[LiftedInvariant, tuple[str, ...]], Atom] = {}
    for goal in goals:
        for invariant in invariants:
            for group in invariant.groups_of(goal):
                other = seen.setdefault((invariant, group), goal)
                if other != goal:
                    both = f"{atom_text(other)} and {atom_text(goal)}"
                    yield f"{both} are never true at once: {invariant}"


def _round(task: PlanningTask, invariants: Sequence[LiftedInvariant]) -> Iterator[str]:
    """Goals that form a circle along a relation that is always acyclic."""
    sizes = dict.fromkeys((goal[0], len(goal)) for goal in task.goal)
    for predicate, size in sizes:
        for places in combinations(range(1, size), 2):
            relation = Relation(predicate, *places)
            circle = relation.circle(task.goal)
            if not circle or relation.circle(task.init):
                continue
            if closing(task.domain, invariants, relation)[0] is None:
                said = " ".join(map(atom_text, circle[:MOST_NAMED]))
                more = " ..." if len(circle) > MOST_NAMED else ""
                yield f"goals go round in a circle, {said}{more}, and {predicate} never does"


def _used_up(task: PlanningTask) -> Iterator[str]:
    """Goals that each use up a thing that nothing brings back, and that are more than there are such things."""
    wanted = Counter(goal[0] for goal in dict.fromkeys(task.goal) if goal not in task.init)
    there = Counter(atom[0] for atom in task.init)
    brought = {atom[0] for action in task.domain.actions for atom in action.add}
    for predicate, many in wanted.items():
        makers = [
            action
            for action in task.domain.actions
            if any(atom[0] == predicate for atom in action.add)
        ]
        used = [_uses(action, predicate) for action in makers]
        for one in sorted(set.intersection(*used) - brought if used else ()):
            if there[one] < many:
                each = "uses" if many == 1 else "each use"
                left = f"{'is' if there[one] == 1 else 'are'} {there[one]:,}"
                yield (
                    f"{counted(many, 'goal')} of {predicate} {each} up one of {one}, "
                    f"of which there {left} and never more"
                )


def _uses(action: Action, predicate: str) -> set[str]:
    """The predicates of which a fact is lost whenever an action makes one of another true; none if it may make several."""
    if sum(atom[0] == predicate for atom in action.add) > 1:
        return set()
    return {atom[0] for atom in action.positive if atom in action.delete}


def _of_this_size(task: PlanningTask) -> str | None:
    """Reason found by grounding, if the problem is small enough."""
    try:
        actions = reachable_actions(task)
        known = task.init.union(*(action.add for action in actions))
        for goal in task.goal:
            if goal not in known:
                return f"{atom_text(goal)} never comes true, even if nothing were ever undone"
        space = Space(task, MOST_STATES, MOST_TESTS, actions)
    except TooLargeError:
        return None
    wanted = frozenset(task.goal)
    if not space.whole or any(wanted <= facts for facts in space.states):
        return None
    many = counted(len(space.states), "state")
    return f"it is none of the {many} that the start leads to"


ONE_GOAL = 20_000
"""Greatest number of expansions of the search for one goal that no rule reaches, or on a board from where the rules end."""

NOVELTY = ("iw-1", "iw-2")
"""Algorithms that search for one goal first: most goals of one atom have a small width (Lipovetzky and Geffner 2012)."""

SHARE = 0.5
"""Part of the limits that rules whose choices fail and searches for single goals have together; making arcs and searching the whole
problem have the rest. Each attempt on a goal has this part of what is left of that, so that the next has some too."""

Search = Callable[..., Result]


def follow_then_search(
    policy: LiftedPolicy,
    problem: LiftedProblem,
    limits: Limits,
    report: Callable[[int], None] | None,
    search: Search,
    macros: Any = None,
) -> Result:
    """Follow a policy; where no rule reaches a goal, search for it and go on following.

    A goal is searched for by `NOVELTY` first, then as ``fast`` does, with `ONE_GOAL` expansions each; it keeps those that were
    reached, and ends in no dead end of the whole problem, by the delete relaxation. If all fail, or `SHARE` of the limits is
    used up, the whole problem is searched from its start. On a board a search as ``fast`` does goes from where the rules end to
    the whole goal. Where a problem is too large to be searched, rules have all of the limits.

    A PDDL problem for which there are traps is made of arcs first, unless it is too large: no step leads into one.

    Parameters
    ----------
    policy, problem, limits, report
        As for `arcwise.search.solve`; the limits are for rules and searches together.
    search
        Searches a problem made of arcs within limits for any solution, or by the algorithm ``row``.
    macros
        The library of the policy, for its traps.

    Returns
    -------
    The result, whose note says how many steps are by rules and how many by search; that of following alone where all goals
    are reached by rules, or none ever can be.
    """
    task = problem.domain.task_of(problem.shape, problem.start, problem.goal)
    run = _Run(policy, problem, task, limits, report)
    lost = run.place_traps(macros)
    if lost is not None:
        return replace(lost, algorithm=CLIMB)
    left = run.left if run.traps else limits
    if left is None:
        return Result(Status.STOPPED, (), (), run.spent, run.limit, CLIMB)
    found = run.follow(left, run.share)
    if found.status is not Status.INCOMPLETE:
        return found
    why = run.why = found.note
    try:
        grounded = run.grounded()
    except TooLargeError as error:
        left = run.left
        if run.share_spent and left is not None:
            found = run.follow(left, inf)
        said = f"nothing was searched: {sentence_of(error)}"
        return found if found.solved else found.noted(said)
    if grounded is None:
        return replace(found, status=Status.STOPPED, limit=run.limit)
    reached = run.by_goals(grounded, search) if run.by_atoms else run.from_here(grounded, search)
    if reached is not None:
        return reached
    left = run.left
    if left is None:
        return replace(found, status=Status.STOPPED, limit=run.limit, statistics=run.spent)
    whole = search(grounded, left)
    if whole.solved and problem.domain.lifted:
        plan = read_plan("\n".join(whole.move_names), "<the plan that was found>")
        states, moves = teller(problem)(execute(task, plan).actions)
        whole = replace(whole, states=states, operators=moves, theory=None)
    spent = run.spent.plus(whole.statistics)
    return replace(whole, statistics=spent).noted(f"{ALL_BY_SEARCH} {why}")


@dataclass
class _Run:
    """The plan so far, and the work that it took."""

    policy: LiftedPolicy
    problem: LiftedProblem
    task: PlanningTask
    limits: Limits
    report: Callable[[int], None] | None
    steps: tuple[str, ...] = ()
    searched: int = 0
    by_novelty: int = 0
    spent: Statistics = field(default_factory=Statistics)
    goal: Atom | None = None
    share_spent: bool = False
    ended_by: str | None = None
    why: str = ""
    grounding: float = 0
    began: float = field(default_factory=perf_counter)
    traps: CountedTraps = field(default_factory=lambda: CountedTraps(NO_TRAPS))

    def place_traps(self, macros: Any) -> Result | None:
        """Place the traps of a library in a PDDL problem; the result where the start fits one."""
        if not getattr(macros, "traps", ()) or not self.problem.domain.lifted:
            return None
        try:
            grounded = self.grounded()
        except TooLargeError:
            return None
        if grounded is None:
            return None
        self.traps = CountedTraps(macros.traps_in(grounded))
        return trapped(self.traps, grounded.start)

    @property
    def is_lost(self) -> IsLost | None:
        """Whether atoms fit a trap; None where there are no traps."""
        if not self.traps:
            return None
        encode, within = self.problem.domain.grounding.encode, self.traps.within  # type: ignore[attr-defined]  # of a PDDL problem
        return lambda true: within(encode(frozenset(true))) is not None

    @property
    def by_atoms(self) -> bool:
        """Whether the goals can be searched for one by one."""
        return self.problem.domain.lifted and not self.task.domain.axioms

    @property
    def left(self) -> Limits | None:
        """Remaining limits; None if one is used up."""
        spent = self.spent
        seconds = perf_counter() - self.began
        return self.limits.rest(seconds, spent.expanded, spent.operator_applications)

    @property
    def early(self) -> Limits | None:
        """Remaining limits of rules and of searches for single goals; None if one is used up."""
        spent, limits = self.spent, self.limits.part(SHARE)
        seconds = perf_counter() - self.began - self.grounding
        if limits.time is not None and seconds >= limits.time:
            return None
        return limits.rest(seconds, spent.expanded, spent.operator_applications)

    @property
    def share(self) -> float:
        """The part of the remaining limits that rules may spend where choices fail."""
        early, left = self.early, self.left
        if early is None or left is None:
            return 0
        names = ("time", "nodes", "work")
        pairs = ((getattr(early, name), getattr(left, name)) for name in names)
        return min((one / whole for one, whole in pairs if one and whole), default=inf)

    @property
    def limit(self) -> str:
        """The limit that is used up: the one that ended the making of arcs, a counted one, or time."""
        spent = self.spent
        counted = self.limits.counted(spent.expanded, spent.operator_applications)
        return self.ended_by or counted or "time"

    def grounded(self) -> Problem | None:
        """The problem made of arcs; None where the limits end that.

        Raises
        ------
        TooLargeError
            A problem that is too large to be made of arcs.
        """
        left = self.left
        if left is None:
            return None
        budget = Budget(left)
        try:
            with budget:
                found = self.problem.grounded
        except LimitReached as reached:
            if reached.budget is not budget:  # one around this
                raise
            self.ended_by = reached.limit
            return None
        finally:
            self.grounding = budget.elapsed
        self.spent = self.spent.prepared_in(self.grounding)
        return replace(found, traps=self.traps) if self.traps else found

    def follow(self, limits: Limits, share: float) -> Result:
        """Follow the policy from where the plan ends."""
        before = self.traps.left_out
        task = replace(self.task, init=self.facts()) if self.steps else self.task
        tell = teller(self.problem)
        prove = _nothing if self.steps else _at_a_glance  # a search that goes on proves the rest
        found, followed = follow_in(
            self.policy, task, limits, self.report, tell, share, prove, self.is_lost
        )
        found = found.left_out(self.traps.left_out - before)
        self.spent = self.spent.plus(found.statistics)
        if followed is not None:
            self.steps += tuple(map(atom_text, followed.plan))
            self.goal, self.share_spent = followed.goal, followed.share_spent
        return replace(found, statistics=self.spent)

    def facts(self) -> Facts:
        """Facts that hold after the steps."""
        facts = set(self.task.init)
        for action in execute(self.task, self._read(), whole=False).actions:
            facts -= action.delete
            facts |= action.add
        return frozenset(facts)

    def by_goals(self, problem: Problem, search: Search) -> Result | None:
        """Search for the goal that no rule reaches and follow again, until all are reached; None where a search fails."""
        grounding = self.problem.domain.grounding  # type: ignore[attr-defined]  # of a PDDL problem
        encoder = Encoder(grounding.cells)
        relaxed = HMax(problem.theory, problem.goal, problem.start)

        def hopeless(state: State) -> bool:
            """Whether the delete relaxation shows a dead end of the whole problem."""
            one = (self.left or NO_LIMITS).within(Limits(nodes=1))
            lazy = ALGORITHMS["lazy-greedy"]
            found = search_with("auto", replace(problem, start=state), lazy, relaxed, limits=one)
            return found.status is Status.UNSOLVABLE

        for _ in self.task.wanted:
            if self.goal is None:
                return None
            facts = self.facts()
            domain = self.policy.domain
            kept = [one for one in self.task.wanted if holds_in(self.task, domain, one, facts)]
            asked = with_goals(self.task, (*kept, self.goal), domain)
            wanted, denied = set(asked.goal), set(asked.negative_goal)
            goal = encoder.pattern(wanted & encoder.cell_of.keys(), denied & encoder.cell_of.keys())
            part = replace(problem, start=grounding.encode(facts), goal=goal)
            found = self._reaching(part, search, hopeless)
            if found is None or not found.solved:
                return found and self._interrupted(found)
            self.steps += tuple(found.move_names)
            left = self.left
            if left is None:
                return None
            followed = self.follow(left, self.share)
            if followed.solved:
                _, moves = teller(self.problem)(execute(self.task, self._read()).actions)
                return self._solved((), moves)
            if followed.status is Status.STOPPED:
                return followed
        return None

    def from_here(self, problem: Problem, search: Search) -> Result | None:
        """Search from where the rules end to the goal; None where that fails."""
        if not self.steps:
            return None
        path, moves = teller(self.problem)(execute(self.task, self._read(), whole=False).actions)
        if not path:
            return None
        found = self._searched(replace(problem, start=path[-1]), search)
        if found is None or not found.solved:
            return found and self._interrupted(found)
        self.searched = found.moves or 0
        return self._solved((*path, *found.states[1:]), (*moves, *found.operators))

    def _reaching(
        self, part: Problem, search: Search, hopeless: Callable[[State], bool]
    ) -> Result | None:
        """The first plan, by `NOVELTY` or else by ``fast``, that ends in no dead end of the whole problem, or what the user ended."""
        for name in (*NOVELTY, None):
            choice = {} if name is None else {"row": ALGORITHMS[name]}
            found = self._searched(part, search, **choice)
            if found is None or found.limit == "interrupt":
                return found
            if found.solved and not hopeless(found.states[-1]):
                self.searched += found.moves or 0
                self.by_novelty += (found.moves or 0) if name else 0
                return found
        return None

    def _searched(self, part: Problem, search: Search, **choices: Algorithm) -> Result | None:
        """Result of a search of `ONE_GOAL` expansions and `SHARE` of the early limits left at most, whose work is counted; None where none are left."""
        early = self.early
        if early is None:
            return None
        found = search(part, early.part(SHARE).within(Limits(nodes=ONE_GOAL)), **choices)
        self.spent = self.spent.plus(found.statistics)
        return found

    def _interrupted(self, found: Result) -> Result | None:
        """The result of a search that the user ended; None for another, after which the whole problem is searched."""
        ended = found.limit == "interrupt"
        return replace(found, states=(), statistics=self.spent) if ended else None

    def _solved(self, path: Sequence[State], moves: Sequence[Operator]) -> Result:
        rules = len(moves) - self.searched
        said = f"{counted(rules, 'step')} by the rules of the policy, "
        if self.by_novelty:
            said += f"{self.by_novelty:,} by novelty search, "
        said += f"{self.searched - self.by_novelty:,} {BY_SEARCH}: {self.why}"
        return Result(Status.SOLVED, path, moves, self.spent, None, CLIMB, note=said)

    def _read(self) -> list[PlanStep]:
        return read_plan("\n".join(self.steps), "<the plan that was found>")
