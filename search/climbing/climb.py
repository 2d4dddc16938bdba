"""The climb loop: go on to better states, escape from the local minimum, repeat.

Search and learning use it alike: `climb` goes on after every escape, a learner looks at each of a `Climbing` first.

Climbing on a problem: with macros that are given beside it, or with those among its arcs, which lie on the whole board.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import islice, permutations, starmap
from math import inf
from time import perf_counter
from typing import Any

from ...rules.arc import Arc
from ...rules.board_moves import MAX_CELLS
from ...rules.checked import checked
from ...rules.domain import Domain, TheoryDomain
from ...rules.errors import InputError
from ...rules.schema import Schema, on_whole_board, schema_of
from ...rules.solvability import solvability
from ...rules.states.permutation_group import moves_group
from ...rules.states.traps import NO_TRAPS, CountedTraps, Traps
from ...rules.term import Pattern, State, Symbol, Var, ground
from ...rules.theory import Theory
from ..algorithms import Algorithm
from ..engines import OWN_ENGINES, check_engine, trapped
from ..limits import ENDINGS, NO_LIMITS, Limits, Meter, limit_of
from ..macros import domain_with_moves
from ..native.not_native import NotNativeError
from ..orders import Turns
from ..plan import Plan
from ..problem import Problem, SearchProblem, of_arcs
from ..result import Climb, Escape, Result, SchemaUse, Statistics, Status, Steps
from .climber import Climber, SchemaStep, checked_start, climb_in_kernel
from .macro_table import (
    FEW,
    QUICK_WORDS,
    BoardTable,
    FoundTable,
    TablePlan,
    fill_table,
    search_found_table,
    search_table,
)
from .ordered import (
    LexicographicValue,
    OrderedGoal,
    Placed,
    Placements,
    abstract_state,
    blank_alone_matters,
    reach_subgoal,
)

ESCAPE = Limits(nodes=1_000_000)
"""Limits on one search for an escape from a local minimum."""


@checked
def climb(
    climber: Climber,
    start: Sequence[Symbol],
    *,
    escape: Limits | None = None,
    limits: Limits = NO_LIMITS,
    engine: str = "auto",
    width: int | None = None,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Climb from a state to the goal.

    Parameters
    ----------
    climber
        Chooses the steps.
    start
        A state of the board.
    escape
        Where no schema leads to a better state: None to give up, or limits on a breadth-first search for one.
    limits
        Limits on the whole climb; a node is a state stood in, or expanded in search of an escape.
    engine
        Who makes the steps: ``python``, ``native``, or ``auto``, which is the kernel where it can serve.
    width
        For a macro table: number of arrangements kept of every column, as for `search_table`, whose plan is made of
        moves. None to take its macros one by one, as any others.
    report
        Called now and then with the number of nodes.

    Raises
    ------
    InputError
        A start that does not hold the goal's symbols, or an engine that cannot serve.
    """
    check_engine(engine, OWN_ENGINES)
    climbing = Climbing(climber, start, escape, limits, engine, width, report)
    for _ in climbing:
        pass
    return climbing.result


class Climbing:
    """A climb under way: iterating yields every escape that is found, after which another climber may go on.

    Parameters
    ----------
    climber, start, escape, limits, engine, width, report
        As for `climb`.

    Attributes
    ----------
    climber
        The climber that goes on; whoever learns from an escape may replace it.
    result
        The climb, once there are no more escapes.
    """

    result: Result

    def __init__(
        self,
        climber: Climber,
        start: Sequence[Symbol],
        escape: Limits | None = None,
        limits: Limits = NO_LIMITS,
        engine: str = "auto",
        width: int | None = None,
        report: Callable[[int], None] | None = None,
    ) -> None:
        self.climber = climber
        self._start, self._escape, self._limits = start, escape, limits
        self._engine, self._width, self._report = engine, width, report
        self._parts: list[Result] = []
        self._escapes: list[Escape] = []
        self._turns = Turns()

    def __iter__(self) -> Iterator[Escape]:
        began = perf_counter()
        state = tuple(self._start)
        left: Limits | None = self._limits
        while left is not None or _placed_all(self.climber, state):
            further = _further(self._report, self._work.expanded)
            part = _advance(
                self.climber, state, left or NO_LIMITS, self._engine, self._width, further
            )
            self._parts.append(part)
            made = climb_of(part)
            later = self.climber.later(part, self._turns)
            if later is not None and made.stuck is not None:
                self._escapes.append(Escape(made.stuck, (), Statistics()))  # another cell first
                self.climber, state, left = later, made.stuck, self._rest(began)
                continue
            if made.stuck is None or self._escape is None:
                return self._end(began)
            if (left := self._rest(began)) is None:
                break
            try:
                climber, further = self.climber, _further(self._report, self._work.expanded)
                found = find_escape(
                    climber.placements, made.stuck, self._escape, left, further, traps=climber.traps
                )
            except ENDINGS as error:
                return self._end(began, limit_of(error))
            self._escapes.append(found)
            if found.steps is None:
                return self._end(began, found.limit)
            state = replace(made.plan, start=made.stuck, steps=found.steps).replay()
            yield found
            left = self._rest(began)
        did = self._work
        self._end(began, self._limits.counted(did.expanded, did.operator_applications))

    @property
    def _work(self) -> Statistics:
        return _work(self._parts, self._escapes)

    def _rest(self, began: float) -> Limits | None:
        did = self._work
        return self._limits.rest(perf_counter() - began, did.expanded, did.operator_applications)

    def _end(self, began: float, limit: str | None = None) -> None:
        seconds = perf_counter() - began
        self.result = _joined(self._start, self._parts, self._escapes, seconds, limit)


def _advance(
    climber: Climber,
    state: State,
    limits: Limits,
    engine: str,
    width: int | None,
    report: Callable[[int], None] | None,
) -> Result:
    """Climb to the goal, a local minimum or a limit, with the engine that can serve."""
    if width is not None and climber.table is not None:
        checked_start(climber.goal, state)
        found = search_table(
            climber.table, state, width=width, limits=limits, engine=engine, report=report
        )
        if found.solved or found.limit is not None:
            return _by_table(climber, climber.table, state, found)
    if engine != "python":
        try:
            return climb_in_kernel(climber, state, limits=limits, report=report)
        except NotNativeError:
            if engine == "native":
                raise
    return climber.advance(state, limits=limits, report=report)


def _by_table(climber: Climber, table: BoardTable, start: State, found: TablePlan) -> Result:
    """A plan by a macro table as a climb of moves; moves of successive entries are joined."""
    applied = Counter(table.entries[number].number for number in found.entries)
    uses = [SchemaUse()] * len(climber.schemas)  # thousands, of which a dozen are used
    for number, count in applied.items():
        uses[number] = SchemaUse(count, count, count)
    steps = tuple([table.moves.steps[move] for move in found.word])
    climb = Climb(
        plan=Plan(climber.placements.domain, climber.placements.shape, start, steps),
        uses=tuple(uses),
        schemas=climber.schemas,
        entries=len(found.entries),
    )
    status, limit = (Status.SOLVED, None) if found.solved else (Status.STOPPED, found.limit)
    return Result.of_climb(status, found.statistics, climb, limit, engine=found.engine)


def climb_of(result: Result) -> Climb:
    """The part of a result that only a climb has.

    Raises
    ------
    InputError
        The result of another search.
    """
    if result.climb is None:
        raise InputError("this result is of no climb", found=result.summary())
    return result.climb


def _further(report: Callable[[int], None] | None, before: int) -> Callable[[int], None] | None:
    return None if report is None else lambda expanded: report(before + expanded)


def _placed_all(climber: Climber, state: State) -> bool:
    return climber.goal.placed(state) == len(climber.goal.order)


def _work(parts: list[Result], escapes: list[Escape]) -> Statistics:
    """Total statistics of the parts of a climb and of its escapes."""
    done = [part.statistics for part in parts] + [escape.statistics for escape in escapes]
    return reduce(Statistics.plus, done, Statistics())


def _joined(
    start: Sequence[Symbol],
    parts: list[Result],
    escapes: list[Escape],
    elapsed: float,
    limit: str | None = None,
) -> Result:
    """Join the parts of a climb; ``limit`` stopped it between or after them."""
    last, climbs = parts[-1], [climb_of(part) for part in parts]
    made = climbs[-1]
    if limit is not None:
        gave_up = bool(escapes) and escapes[-1].steps is None
        last = replace(last, status=Status.STOPPED, limit=limit)
        made = replace(made, stuck=made.stuck if gave_up else None)
    if len(parts) > 1 or escapes:
        last = replace(last, statistics=replace(_work(parts, escapes), elapsed=elapsed))
        made = replace(
            made,
            plan=replace(made.plan, start=tuple(start), steps=_all_steps(climbs, escapes)),
            uses=_all_uses(climbs),
            escapes=tuple(one for one in escapes if one.steps != ()),
        )
    return last.with_climb(made)


def _all_steps(climbs: list[Climb], escapes: list[Escape]) -> tuple[SchemaStep, ...]:
    steps: list[SchemaStep] = []
    for number, part in enumerate(climbs):
        steps += part.plan.steps
        if number < len(escapes):
            steps += escapes[number].steps or ()
    return tuple(steps)


def _all_uses(climbs: list[Climb]) -> tuple[SchemaUse, ...]:
    """Uses of each schema of the last part, summed over all parts; earlier parts may have fewer schemas."""
    uses = {id(schema): SchemaUse() for schema in climbs[-1].schemas}
    for part in climbs:
        for schema, use in zip(part.schemas, part.uses, strict=True):
            total = uses.setdefault(id(schema), SchemaUse())
            total.tried += use.tried
            total.matched += use.matched
            total.applied += use.applied
    return tuple(uses[id(schema)] for schema in climbs[-1].schemas)


def find_escape(
    placements: Placements,
    start: State,
    limits: Limits,
    left: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    *,
    traps: Traps = NO_TRAPS,
) -> Escape:
    """Search breadth-first for the nearest state that is better than ``start``.

    Where moves do not ask for them, symbols that the heuristic does not look at count as alike, which leaves few states.

    Parameters
    ----------
    placements
        The board.
    start
        A local minimum.
    limits
        Limits on each of two searches: the second, from both ends, follows if the first needs more nodes.
    left
        Limits on both together.
    report
        Called now and then with the number of nodes of the first.
    traps
        Patterns of states that the first leaves out.
    """
    goal = placements.goal
    value = goal.value(start)
    filled = goal.placed(start)
    root = abstract_state(placements, start, filled)
    parent: dict[State, tuple[State, Placed] | None] = {root: None}
    waiting = deque([root])
    meter = Meter(limits.within(left), report)
    generated = most = 0
    counting = CountedTraps(traps)

    def ended(steps: Steps | None) -> Escape:
        known = len(parent) - 1
        did = Statistics(
            *(meter.expanded, generated, known, known, 0, generated, max(most, len(waiting))),
            *(meter.peak_memory, meter.elapsed, counting.left_out),
        )
        return Escape(start, steps, did)

    while waiting:
        limit = meter.exceeded()
        if limit is not None:
            return _from_both_ends(placements, replace(ended(None), limit=limit), limits, left)
        most = max(most, len(waiting))
        state = waiting.popleft()
        for move, child in placements.successors(state):
            generated += 1
            meter.applied = generated
            if child in parent:
                continue
            if traps and counting.within(child, [cell for cell, *_ in move.writes]) is not None:
                continue
            parent[child] = (state, move)
            if _better(goal, child, filled, value):
                return ended(_path(placements, parent, child))
            waiting.append(child)
    return ended(None)


def _better(goal: OrderedGoal, state: State, filled: int, value: LexicographicValue) -> bool:
    order, wanted = goal.order, goal.goal
    if any(state[cell] != wanted[cell] for cell in order[:filled]):
        return False
    target = order[filled]
    if state[target] == wanted[target]:
        return True
    if not goal.permutation:
        return False
    focus = state.index(wanted[target])
    approach = goal.distance(state.index(goal.blank), focus) if goal.blank is not None else 0
    return (goal.distance(focus, target), approach) < (value.distance, value.approach)


def _from_both_ends(placements: Placements, found: Escape, limits: Limits, left: Limits) -> Escape:
    """The escape that fills the next cell, which reaches deeper; not where the blank may end anywhere."""
    too_large = len(found.start) > MAX_CELLS
    did = found.statistics
    rest = left.rest(did.elapsed, did.expanded, did.operator_applications)
    if (
        found.limit != "nodes"
        or rest is None
        or too_large
        or not blank_alone_matters(placements)
        or placements.goal.blank is not None
    ):
        return found
    result, steps = reach_subgoal(placements, found.start, limits.within(rest))
    did = found.statistics.plus(result.statistics)
    return Escape(found.start, steps if result.solved else None, did, result.limit)


def _path(
    placements: Placements, parent: dict[State, tuple[State, Placed] | None], state: State
) -> Steps:
    steps = []
    while (link := parent[state]) is not None:
        state, move = link
        steps.append((placements.schemas[move.number], move.place))
    return tuple(reversed(steps))


MOST_ARRANGEMENTS = 300
"""Arrangements that are kept of every column of a table that serves one search."""


MOST_GOALS = 24
"""Goal states that are tried where a goal leaves cells open."""


def _reachable_goal(problem: Problem) -> State | None:
    """The goal, or where it leaves cells open the first of its states that is known to be reachable; else None."""
    start, goal = problem.start, problem.goal
    if problem.ground_goal is not None:
        return problem.ground_goal
    left = [symbol for symbol in start if symbol not in goal]
    for symbols in islice(permutations(left), MOST_GOALS):
        rest = iter(symbols)
        state = ground(tuple(next(rest, term) if isinstance(term, Var) else term for term in goal))
        if state is None or not problem.is_goal(state):
            continue
        known = solvability(problem.theory, start, state)
        if known is not None and known.solvable:
            return state
    return None


def _told_apart(theory: Theory, start: State, goal: State) -> tuple[Theory, State, State]:
    """A board whose symbols occur again, with the number of a cell for each: that where it is in the goal.

    Raises
    ------
    InputError
        Moves that are no permutations of the cells, or of which none is found that make the goal of the start.
    """
    group = moves_group(theory)
    homes = None if group is None else group.leading(start, goal)
    if homes is None:
        raise InputError("a macro table needs moves that bring each symbol home")
    bare = Theory(theory.name, theory.primitives, theory.shape)
    return bare, homes, tuple(range(len(goal)))


class _QuickTable:
    """The macro table of one theory and goal, which is kept once it is filled."""

    def __init__(self, theory: Theory, goal: State) -> None:
        self._theory, self._goal = theory, goal
        self._known: FoundTable | None = None

    def filled(
        self, domain: Domain, limits: Limits, report: Callable[[int], None] | None
    ) -> tuple[FoundTable, float]:
        """The table, filled as far as the limits allow, and the seconds that it took now.

        A limit on nodes or memory that would have ended the filling ends it again.
        """
        known = self._known
        if known is not None:
            done = known.statistics
            nodes, memory = (limit or inf for limit in (limits.nodes, limits.memory))
            if done.expanded <= nodes and done.peak_memory <= memory:
                return known, 0.0
        table = fill_table(
            domain,
            self._theory.shape,
            goal=self._goal,
            most_words=QUICK_WORDS,
            alternatives=FEW,
            to_learn=False,
            limits=limits,
            report=report,
        )
        if table.limit is None:
            self._known = table
        return table, table.statistics.elapsed


@lru_cache(maxsize=8)
def _quick_table(theory: Theory, goal: State) -> _QuickTable:
    return _QuickTable(theory, goal)


def climb_by_new_table(
    problem: SearchProblem, limits: Limits, report: Callable[[int], None] | None = None
) -> Result:
    """Fill a macro table for one problem in the kernel, from few words, and climb by it.

    Parameters
    ----------
    problem
        Made of arcs that rearrange cells, a blank apart; a goal that leaves cells open is completed, and of symbols that
        occur again each has a place in the goal.
    limits, report
        As for `fill_table`.

    Returns
    -------
    A plan, unless a limit ended the filling or the goal cannot be reached.

    Raises
    ------
    InputError
        Another problem, which has no macro table.
    """
    made = of_arcs(problem)
    goal = None if made is None else _reachable_goal(made)
    if made is None or goal is None:
        raise InputError("a macro table needs a theory made of arcs and one goal")
    theory, start = made.theory, made.start
    if limits.work is not None:  # the kernel counts nodes here, each of which takes every move once
        nodes = max(1, limits.work // max(1, len(theory.primitives)))
        limits = limits.within(Limits(nodes=nodes))
    domain = domain_with_moves(theory)
    try:
        table, seconds = _quick_table(theory, goal).filled(domain, limits, report)
    except InputError:
        theory, start, goal = _told_apart(theory, start, goal)
        domain = TheoryDomain(theory)
        table, seconds = _quick_table(theory, goal).filled(domain, limits, report)
    # The work counts although it may be done already, so that no result depends on what was solved before.
    done = replace(table.statistics, elapsed=seconds)
    result = Result(
        Status.STOPPED,
        (problem.start,),
        (),
        done,
        table.limit,
        engine="native",
        theory=made.theory,
    )
    if table.limit is not None:
        return result
    left = limits.rest(done.elapsed, done.expanded, done.operator_applications)
    if left is None:
        return replace(result, limit=limits.counted(done.expanded, done.operator_applications))
    found = search_found_table(table, start, MOST_ARRANGEMENTS, left)
    result = replace(result, statistics=done.plus(found.statistics))
    if not found.solved:
        status = Status.STOPPED if found.limit else Status.INCOMPLETE
        return replace(result, status=status, limit=found.limit)
    of_schema, steps = _arcs_of_schemas(theory), table.moves.steps
    placed = {move: steps[move] for move in found.word}
    arcs = {m: of_schema[one.canonical, one.arc.cost, at] for m, (one, at) in placed.items()}
    plan = Plan(domain, theory.shape, problem.start, tuple([steps[move] for move in found.word]))
    return replace(
        result,
        status=Status.SOLVED,
        states=tuple(plan.states),
        operators=tuple([arcs[move] for move in found.word]),
    )


@dataclass(frozen=True)
class _Prepared:
    """A climber, and for every placed schema the arc of the theory that it stands for."""

    climber: Climber
    arcs: Mapping[tuple[Any, float, int], Arc]

    def arc_of(self, schema: Schema, place: int) -> Arc:
        if schema.arc.is_macro:
            return schema.arc
        return self.arcs[schema.canonical, schema.arc.cost, place]


def climb_problem(
    problem: SearchProblem,
    algorithm: Algorithm,
    *,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Climb to the goal of a problem with arcs; the solution consists of these arcs.

    Parameters
    ----------
    problem
        Made of arcs; the macros among them are tried on the whole board.
    algorithm, limits, engine, report
        As for `climb_with`.

    Raises
    ------
    InputError
        Another problem, several goals, or a goal that cannot be climbed to.
    """
    made = of_arcs(problem)
    if made is None:
        raise InputError(
            "climbing needs a theory made of arcs",
            found=type(problem).__name__,
            remedy="greedy, say",
        )
    if len(made.wanted) > 1:
        raise InputError("climbing needs one goal", found=f"{len(made.wanted)} goals")
    if (lost := trapped(made.known_traps, made.start)) is not None:
        return replace(lost, algorithm=algorithm.name)
    ready = _prepared(made.theory, made.goal, algorithm.select)
    climber = ready.climber.without(made.known_traps)
    found = climb_with(
        climber, problem.start, algorithm, limits=limits, engine=engine, report=report
    )
    if not found.solved:
        return found
    return replace(found, operators=tuple(starmap(ready.arc_of, climb_of(found).plan.steps)))


def climb_with(
    climber: Climber,
    start: State,
    algorithm: Algorithm,
    *,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Climb as an algorithm of the table says.

    Parameters
    ----------
    climber, start, limits, engine, report
        As for `climb`.
    algorithm
        Says whether to search for ways out of local minima, and the width of the look-ahead by a macro table.
    """
    found = climb(
        climber,
        start,
        escape=ESCAPE if algorithm.escape else None,
        limits=limits,
        engine=engine,
        width=algorithm.beam_width if algorithm.select == "best" else None,
        report=report,
    )
    made = replace(climb_of(found), climber=climber)
    return replace(found, algorithm=algorithm.name, climb=made)


@lru_cache(maxsize=8)
def _prepared(theory: Theory, goal: Pattern, select: str) -> _Prepared:
    domain, shape = domain_with_moves(theory), theory.shape
    macros = [on_whole_board(macro, shape, domain.geometry) for macro in theory.macros]
    climber = Climber(domain, shape, macros, goal, select=select)
    return _Prepared(climber, _arcs_of_schemas(theory))


@lru_cache(maxsize=8)
def _arcs_of_schemas(theory: Theory) -> Mapping[tuple[Any, float, int], Arc]:
    """The primitive arcs by their schemas, costs and places."""
    geometry = domain_with_moves(theory).geometry
    return {
        (schema.canonical, schema.arc.cost, place): arc
        for arc in reversed(
            theory.primitives
        )  # of arcs that do the same the first, as in any search
        for schema, place in [schema_of(arc, theory.shape, geometry)]
    }
