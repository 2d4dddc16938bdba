"""Certificates: why a result holds, as data that the standalone checker `arcwise.verify` reads without arcwise.

docs/certificates.md describes the format. A plan is replayed. A lower bound is a set of states with their least costs: all
states that are cheaper to reach than the plan's cost (as in Mugdan, Christen and Eriksson, ICAPS 2023). Unsolvability is shown
by a set that no arc leaves, or by an invariant (Eriksson, Roeger and Helmert, ICAPS 2017).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from heapq import heappop, heappush
from itertools import accumulate, combinations, count
from typing import Any, Protocol, TypeAlias, TypeVar

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.cost import Exact, exact
from ..rules.domains.domain_table import domain_of
from ..rules.errors import TooLargeError
from ..rules.geometry import Geometry
from ..rules.record import record
from ..rules.schema import Schema, touched, unrolled
from ..rules.states.dead_ends import can_be_undone, dead_ends, never_made
from ..rules.states.permutation_group import leads, moves_group
from ..rules.states.walks import ArcWalk, walks_of
from ..rules.term import Pattern, State, Symbol, Term, Var, ground
from ..rules.theory import Theory
from ..verify import Arcs, NotShownError, Pddl, Program, UnreadableError, check, read
from .climbing.climber import Climber
from .limits import NO_LIMITS, Budget, LimitReached, Limits
from .plan import PlanArcs
from .problem import Problem
from .result import Result, Status

FORMAT = "arcwise certificate 1"

MOST_STATES = 2_000_000
"""Greatest number of states that a certificate lists."""

MOST_PRODUCTS = 200_000
"""Greatest number of products of permutations by which the checker finds that a chain of stabilizers is a group."""

MOST_REGRESSIONS = 500_000
"""Greatest number of regressions by which pairs of facts are found that never hold together."""

TOO_MANY_WAYS = "too many ways to bind"
"""Beginning of the checker's reason if there are more ways than it tries."""

UNREAD = "unread"
"""Value of ``lacking`` if the checker cannot read the question."""

UNSEEN = "unseen"
"""Value of ``lacking`` if the checker does not see what is claimed."""

FAULT = "fault"
"""Value of ``lacking`` if the checker refuses the certificate, which is wrong then."""

MOST_SECONDS = 600.0
"""Seconds that the checker may take for a certificate, as many as `arcwise verify` gives it."""

Data: TypeAlias = dict[str, Any]
CellFact: TypeAlias = tuple[int, Symbol]
CellFacts: TypeAlias = frozenset[CellFact]
S = TypeVar("S", bound=Hashable)


@record
class Certificate:
    """A certificate of a result, or the reason why there is none.

    Parameters
    ----------
    data
        The certificate as plain values, ready for JSON; None where nothing is certified.
    note
        The part of the result that is not certified, and why; empty if all of it is.
    lacking
        Why part of the result is not certified: ``too large``, the limit that ended it, ``gave up``, or ``fault`` if the
        checker refused it; None where all is.
    """

    data: Data | None
    note: str = ""
    lacking: str | None = None


class NotCertifiedError(Exception):
    """Why something is not certified, in words."""

    def __init__(self, why: str, lacking: str = "gave up") -> None:
        super().__init__(why)
        self.lacking = lacking


@checked
def certificate_of(
    problem: Problem, result: Result, name: str = "", *, limits: Limits = NO_LIMITS
) -> Certificate:
    """Certify the result of a search of arcs.

    Parameters
    ----------
    problem
        The problem that was searched.
    result
        Result of the search.
    name
        Name for whoever reads the file, which the checker does not read.
    limits
        Limits on time and nodes for making the certificate.
    """
    theory = problem.theory
    if not theory.primitives:  # what climbs needs a board only
        if theory.size > MOST_CELLS:
            why = f"not certified: too large (more than {MOST_CELLS} cells)"
            return Certificate(None, why, "too large")
        problem = replace(problem, theory=domain_of(theory).theory(theory.shape))
    task = _ArcTask(problem)
    if isinstance(result.operators, PlanArcs):
        plan = result.operators.plan
        geometry = plan.domain.geometry
        steps = [task.place_on(geometry, move, place) for move, place in plan.primitives()]
    else:
        steps = [task.place_of(arc) for arc in result.primitives if isinstance(arc, Arc)]
    arguments = (_parity, _orbit, _never, _trap, _mutex, closed)
    return certified(task, result, steps, name, limits, arguments)


class Certifying(Protocol):
    """A problem as a certificate writes it down."""

    theory: Data

    def cost(self, steps: Sequence[Any]) -> Exact:
        """Cost of a plan."""

    def listed(self, bound: Exact | None) -> list[list[Any]]:
        """All states that are cheaper to reach than a bound, or all, each with its least cost."""


def certified(
    task: Certifying,
    result: Result,
    steps: Sequence[Any],
    name: str,
    limits: Limits,
    arguments: Iterable[Callable[[Any], Data | None]],
) -> Certificate:
    """Certify the result of a search of any kind of problem.

    Parameters
    ----------
    task
        The problem.
    result, name, limits
        As for `certificate_of`.
    steps
        The plan as the checker reads it; empty without one.
    arguments
        Ways to show that there is no plan, each None where it shows nothing; the last is `closed`.
    """
    budget, plan_certified = Budget(limits), None
    try:
        with budget:
            data = headed(task.theory, name)
            if result.solved:
                plan = data | {"claim": "plan", "steps": list(steps)}
                plan["cost"] = spelled(task.cost(steps))
                plan_certified = confirmed(plan)
                if not result.optimal:
                    return replace(plan_certified, note=UNPROVED)
                listed = task.listed(task.cost(steps))
                return confirmed(plan | {"claim": "optimal", "states": listed})
            if result.status is not Status.UNSOLVABLE:
                why = f"nothing is claimed, as the search ended without a verdict ({result.status})"
                raise NotCertifiedError(why, result.limit or "gave up")
            for argument in arguments:
                found = argument(task)
                if found is None:
                    continue
                try:
                    return confirmed(data | {"claim": "unsolvable"} | found)
                except NotCertifiedError as error:  # it may see less in an arc than we do
                    if argument is closed or error.lacking != FAULT:
                        raise
            raise NotCertifiedError("no argument that the checker knows shows it")
    except LimitReached as reached:
        if reached.budget is not budget:
            raise
        why, lacking = f"not certified: the limit on {reached.limit} was reached", reached.limit
    except TooLargeError as error:
        why, lacking = f"not certified: too large ({error})", "too large"
    except NotCertifiedError as error:
        why, lacking = f"not certified: {error}", error.lacking
    lacking = "gave up" if lacking == UNREAD else lacking
    if plan_certified is None:
        return Certificate(None, why, lacking)
    note = f"the plan is certified; that it is optimal is {why}"
    return replace(plan_certified, note=note, lacking=lacking)


UNPROVED = "the plan is certified; it is not said to be optimal"
"""Note on a solution that is not proved optimal."""


@contextmanager
def checking() -> Iterator[None]:
    """Tell what the checker does not see as the reason why something is not certified."""
    budget = Budget(Limits(time=MOST_SECONDS))
    try:
        with budget:
            yield
    except LimitReached as reached:
        if reached.budget is not budget:
            raise
        why = f"the checker did not end within {MOST_SECONDS:g} seconds"
        raise NotCertifiedError(why, "time") from None
    except (UnreadableError, NotShownError) as error:
        if str(error).startswith(TOO_MANY_WAYS):
            raise NotCertifiedError(f"too large ({error})", "too large") from None
        unread = isinstance(error, UnreadableError)
        why = f"the checker does not {'read' if unread else 'see'} it: {error}"
        raise NotCertifiedError(why, UNREAD if unread else UNSEEN) from None
    except (ArithmeticError, KeyError, ValueError) as error:
        why = f"arithmetic that the checker does not know: {error}"
        raise NotCertifiedError(why) from None
    except RecursionError:
        raise NotCertifiedError("too large (terms that are too deep)", "too large") from None


def agreed(data: Data) -> Certificate:
    """The certificate of data, once the checker has checked them as it will read them from a file.

    Raises
    ------
    NotCertifiedError
        Data that the checker cannot read, or of which it does not see that they hold; more than `MOST_SECONDS`.
    """
    text = json.dumps(data)
    with checking():
        check(read(text))
    return Certificate(data)


def confirmed(data: Data) -> Certificate:
    """The certificate of data with which the checker has to agree.

    Raises
    ------
    NotCertifiedError
        As for `agreed`; that the checker refuses it is a fault of whoever made the data.
    """
    try:
        return agreed(data)
    except NotCertifiedError as error:
        if error.lacking != UNSEEN:
            raise
        said = str(error).partition(": ")[2]
        why = f"the checker refuses it ({said}), so that a result of arcwise is wrong: please report it"
        raise NotCertifiedError(why, FAULT) from None


def certify(claim: Callable[[], Data], *, surely: bool = False) -> Certificate:
    """Write the certificate of a claim, or tell why there is none.

    Parameters
    ----------
    claim
        States the claim: its ``theory``, a ``name`` for whoever reads the file, the name of the ``claim``, and the parts that
        show it. It may raise `NotCertifiedError`.
    surely
        Whether the checker sees as much as whoever states the claim, so that a refusal is a fault.
    """
    try:
        data = claim()
        data = headed(data["theory"], data["name"]) | data
        return confirmed(data) if surely else agreed(data)
    except NotCertifiedError as error:
        return not_certified(error)


def not_certified(error: NotCertifiedError) -> Certificate:
    """No certificate, and the reason."""
    lacking = "gave up" if error.lacking in (UNREAD, UNSEEN) else error.lacking
    return Certificate(None, f"not certified: {error}", lacking)


def headed(theory: Data, name: str) -> Data:
    """Begin a certificate: the theory, and what is asked of it, in the checker's words.

    Raises
    ------
    NotCertifiedError
        A theory that the checker cannot read.
    """
    read = Pddl if "domain" in theory else Program if "clauses" in theory else Arcs
    with checking():
        asked = read(theory).asked
    return {"format": FORMAT, "name": name, "asked": asked, "theory": theory}


def walks_certificate(problem: Problem, name: str = "", *, in_front: bool = True) -> Certificate:
    """Certify that a search of a problem may take walks with the moves that need their ends, and leave walks alone out.

    Parameters
    ----------
    problem
        The problem, with iterated macros among its arcs if these stand in place of the moves.
    name
        As for `certificate_of`.
    in_front
        Whether each move is taken behind walks; else iterated macros alone are, as for `walks_of`.
    """

    def claim() -> Data:
        found = walks_of(problem.theory, problem.start, problem.goal, in_front)
        left_out = found.each[: found.left_out]
        if not left_out:
            raise NotCertifiedError("no walk is left out")
        task, arcs = _ArcTask(problem), problem.theory.arcs
        numbers = {id(arc): number for number, arc in enumerate(task.arcs)}

        def walk(one: ArcWalk) -> Data:
            at = {"symbol": one.symbol, "filler": one.filler}
            own: Data = at if one.cell is None else {"cell": one.cell}
            return own | {"arcs": [numbers[id(arcs[number])] for number in one.arcs]}

        data: Data = {"theory": task.theory, "name": name, "claim": "walks"}
        data["walks"] = [walk(one) for one in left_out]
        if not in_front:
            covered = (act.covered for act in found.acts)
            data["macros"] = [[one[0], numbers[id(arcs[one[1]])]] for one in covered if one]
        return data

    return certify(claim, surely=True)


class _ArcTask:
    """A problem of arcs as a certificate writes it down."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.arcs = problem.theory.primitives
        self._unrolled: dict[tuple[int, int], tuple[int, ...]] = {}
        self._places: dict[object, int] = {}
        for number, arc in enumerate(self.arcs):
            self._places.setdefault((arc.canonical, arc.cost), number)
        self.goals = problem.wanted
        self.theory = arcs_data(self.arcs, problem.theory.size) | {
            "start": list(problem.start),
            "goals": [list(map(_term, goal)) for goal in self.goals],
        }

    def place_on(self, geometry: Geometry, move: Schema, place: int) -> int:
        """Number of the arc that a primitive schema becomes at a place."""
        cells = geometry.cells(move.window, place, self.problem.theory.shape)
        assert cells is not None  # as the move was made there
        return self.place_of(move.on_board(cells, self.problem.theory.size))

    def place_of(self, arc: Arc) -> int:
        """The number of the arc with this rule and cost."""
        return self._places[arc.canonical, arc.cost]

    def after(self, state: State, steps: Iterable[int]) -> State:
        """State after steps."""
        for step in steps:
            then = self.arcs[step].apply(state)
            if then is None:
                raise NotCertifiedError("the moves of a macro cannot be made")
            state = then
        return state

    def climbs(self, climber: Climber, state: State) -> tuple[int, ...]:
        """The arcs of one step of climbing."""
        step = climber.step(state)
        if step is None:
            raise NotCertifiedError("climbing ends in a local minimum")
        known = self._unrolled.get((step.number, step.place))
        if known is None:
            domain, shape = climber.placements.domain, climber.placements.shape
            geometry = domain.geometry
            moves = unrolled(climber.schemas[step.number], step.place, shape, geometry)
            known = tuple(self.place_on(geometry, move, place) for move, place in moves)
            self._unrolled[step.number, step.place] = known
        return known

    def cost(self, steps: Iterable[int]) -> Exact:
        return sum((exact(self.arcs[step].cost) for step in steps), 0)

    def listed(self, bound: Exact | None) -> list[list[Any]]:
        costs = {arc: exact(arc.cost) for arc in self.arcs}
        theory = Theory("certificate", self.arcs, self.problem.theory.shape)

        def successors(state: State) -> Iterator[tuple[Exact, State]]:
            return ((costs[arc], after) for arc, after in theory.successors(state))

        found = least_costs(self.problem.start, successors, bound, MOST_STATES)
        return [[list(state), spelled(cost)] for state, cost in found.items()]


def least_costs(
    start: S,
    successors: Callable[[S], Iterator[tuple[Exact, S]]],
    bound: Exact | None,
    most: int,
) -> dict[S, Exact]:
    """All states that cost less than a bound to reach, with that cost, by uniform-cost search."""
    closed: dict[S, Exact] = {}
    best: dict[S, Exact] = {start: 0}
    number = count()
    waiting: list[tuple[Exact, int, S]] = [(0, next(number), start)]
    while waiting:
        cost, _, state = heappop(waiting)
        if state in closed or (bound is not None and cost >= bound):
            continue
        if len(closed) >= most:
            raise NotCertifiedError(f"too large (more than {most:,} states)", "too large")
        closed[state] = cost
        for paid, after in successors(state):
            then = cost + paid
            if after not in best or then < best[after]:
                best[after] = then
                heappush(waiting, (then, next(number), after))
    return closed


def arcs_data(arcs: Iterable[Arc], size: int) -> Data:
    """Arcs as a certificate writes them: each with the cells that it looks at or changes."""
    listed = []
    for arc in arcs:
        cells = touched(arc)
        listed.append(
            {
                "name": arc.name,
                "cells": list(cells),
                "before": [_term(arc.before[cell]) for cell in cells],
                "after": [_term(arc.after[cell]) for cell in cells],
                "cost": spelled(exact(arc.cost)),
            }
        )
    return {"size": size, "arcs": listed}


def _term(term: Term) -> Any:
    return {"var": term.name.replace("?", "_")} if isinstance(term, Var) else term


def spelled(cost: Exact) -> int | str:
    """A cost as a certificate writes it."""
    return int(cost) if cost.denominator == 1 else str(cost)


# Arguments that there is no plan.


def closed(task: Certifying) -> Data:
    """The argument that all states that the start leads to are listed, and no goal is among them."""
    return {"argument": "closed", "states": task.listed(None)}


def _parity(task: _ArcTask) -> Data | None:
    """Colours of cells by which the parity of the arrangement never changes without one symbol's change of colour."""
    start = task.problem.start
    if len(set(start)) < len(start) or any(set(goal) != set(start) for goal in task.goals):
        return None
    for symbol in start:
        colours = _colours(task.arcs, symbol, len(start))
        if colours is None:
            continue
        at = start.index(symbol)
        if all(
            _odd(start, goal) != colours[at] ^ colours[goal.index(symbol)] for goal in task.goals
        ):
            return {"argument": "parity", "symbol": symbol, "colours": colours}
    return None


def _orbit(task: _ArcTask) -> Data | None:
    """A chain of stabilizers of the moves' group, which takes the start to no goal; the checker multiplies all pairs of it."""
    start, group = task.problem.start, moves_group(task.problem.theory)
    if group is None or len(set(start)) < len(start):
        return None
    if any(set(goal) != set(start) for goal in task.goals):
        return None
    if any(leads(start, goal) in group for goal in task.goals):
        return None
    chain = [[*map(list, ways.values())] for ways in group.chain]
    left = list(accumulate(map(len, reversed(chain))))[::-1]
    if sum(len(some) * more for some, more in zip(chain, left, strict=True)) > MOST_PRODUCTS:
        return None
    return {"argument": "orbit", "chain": chain}


def _colours(arcs: Sequence[Arc], symbol: Symbol, size: int) -> list[int] | None:
    """A colour for each cell, solved for along the arcs; None where there is no such colouring."""
    edges: dict[int, list[tuple[int, int]]] = {cell: [] for cell in range(size)}
    for arc in arcs:
        cells = touched(arc)
        before, after = ([side[cell] for cell in cells] for side in (arc.before, arc.after))
        if len(set(before)) < len(cells) or set(before) != set(after):
            return None
        odd = _odd(before, after)
        if symbol in before:
            moved: list[Term] = [symbol]
        else:
            if odd:  # it may be anywhere else
                return None
            moved = [term for term in before if isinstance(term, Var)]
        for term in moved:
            one, other = cells[before.index(term)], cells[after.index(term)]
            edges[one].append((other, odd))
            edges[other].append((one, odd))
    colours: dict[int, int] = {}
    for first in range(size):
        if first in colours:
            continue
        colours[first] = 0
        edge = [first]
        for cell in edge:
            for other, turn in edges[cell]:
                if other not in colours:
                    colours[other] = colours[cell] ^ turn
                    edge.append(other)
                elif colours[other] != colours[cell] ^ turn:
                    return None
    return [colours[cell] for cell in range(size)]


def _odd(these: Sequence[Term], those: Sequence[Term]) -> int:
    at = [those.index(one) for one in these]
    return sum(one > other for n, other in enumerate(at) for one in at[:n]) % 2


def _reached(task: _ArcTask) -> list[set[Symbol]]:
    """The symbols that each cell may ever hold, where every other cell may hold any of its own."""
    held = [{symbol} for symbol in task.problem.start]
    changed = True
    while changed:
        changed = False
        for arc in task.arcs:
            cells = touched(arc)
            if any(
                not isinstance(arc.before[cell], Var) and arc.before[cell] not in held[cell]
                for cell in cells
            ):
                continue
            may: dict[Term, set[Symbol]] = {}
            for cell in cells:
                term = arc.before[cell]
                if isinstance(term, Var):
                    may[term] = may[term] & held[cell] if term in may else set(held[cell])
            if not all(may.values()):
                continue
            for cell in cells:
                term = arc.after[cell]
                made = may[term] if isinstance(term, Var) else {term}
                if not made <= held[cell]:
                    held[cell] |= made
                    changed = True
    return held


def _absent(task: _ArcTask) -> list[list[list[Any]]]:
    """Symbols that cells never hold."""
    held = _reached(task)
    named = {symbol for arc in task.arcs for symbol in arc.symbols} | set(task.problem.start)
    named |= {term for goal in task.goals for term in goal if not isinstance(term, Var)}
    return [
        [[cell, symbol]]
        for cell, symbols in enumerate(held)
        for symbol in sorted(named - symbols, key=repr)
    ]


def _never(task: _ArcTask) -> Data | None:
    """Unsolvability because a goal has a symbol in a cell that never holds it."""
    held = _reached(task)
    shut = all(
        any(not isinstance(term, Var) and term not in held[cell] for cell, term in enumerate(goal))
        for goal in task.goals
    )
    return {"argument": "never", "never": _absent(task), "trap": []} if shut else None


def _trap(task: _ArcTask) -> Data | None:
    """Unsolvability because the start holds a dead end, which leads only to dead ends, or fits a trap of the problem."""
    problem = task.problem
    if len(task.goals) > 1:
        return None
    traps = problem.known_traps
    fits = traps.within(problem.start)
    if fits is not None and fits.facts:
        trap = [[list(fact) for fact in one.facts] for one in traps.each]
        return {"argument": "never", "never": [*_absent(task), *_twice(task)], "trap": trap}
    for found in dead_ends(problem.theory, problem.goal, problem.start):
        inside = found.within(problem.start)
        if inside is None or not inside.cells:
            continue
        sets = (inside.cells, *found.reached(inside))
        trap = [[[cell, found.symbol] for cell in cells] for cells in sets]
        return {"argument": "never", "never": _absent(task), "trap": trap}
    return None


def _twice(task: _ArcTask) -> Iterator[list[list[Any]]]:
    """A symbol in two cells, of which the start has one and no arc makes more."""
    start, theory = task.problem.start, task.problem.theory
    for symbol in sorted(set(start), key=repr):
        if start.count(symbol) == 1 and never_made(theory, symbol):
            yield from ([[a, symbol], [b, symbol]] for a, b in combinations(range(theory.size), 2))


def _mutex(task: _ArcTask) -> Data | None:
    """Unsolvability because each goal has two symbols in cells that never hold them together.

    These are the most pairs of which no arc makes one out of a state without any (h^2 of Haslum and Geffner 2000).
    """
    held = _reached(task)
    single = {frozenset([(one[0][0], one[0][1])]) for one in _absent(task)}
    facts = [(cell, symbol) for cell, symbols in enumerate(held) for symbol in symbols]
    if len(facts) ** 2 // 2 * len(task.arcs) > MOST_REGRESSIONS:
        return None
    start = set(enumerate(task.problem.start))
    absent = {
        frozenset(pair) for pair in combinations(facts, 2) if pair[0][0] != pair[1][0]
    } | single
    absent = {one for one in absent if not one <= start}
    arcs = [(arc, touched(arc)) for arc in task.arcs]
    made: set[CellFacts] | None = None
    while made is None or made:
        made = {
            one
            for one in absent
            if len(one) == 2
            and any(
                (before := _regressed(arc, cells, one)) is not None and not _within(absent, before)
                for arc, cells in arcs
            )
        }
        absent -= made
    if not all(_within(absent, set(_asked(goal))) for goal in task.goals):
        return None
    listed = sorted((sorted(map(list, one), key=repr) for one in absent), key=repr)
    return {"argument": "never", "never": listed, "trap": []}


def _asked(pattern: Pattern) -> Iterator[CellFact]:
    """Facts of a pattern about single cells."""
    for cell, term in enumerate(pattern):
        if not isinstance(term, Var):
            yield cell, term


def _within(absent: set[CellFacts], facts: set[CellFact]) -> bool:
    return any(frozenset(pair) in absent for pair in combinations(facts, 2)) or any(
        frozenset([one]) in absent for one in facts
    )


def _regressed(arc: Arc, cells: tuple[int, ...], facts: CellFacts) -> set[CellFact] | None:
    """Regress facts over an arc: the facts of a state before it; None if the arc cannot lead to them."""
    bound: dict[Term, Symbol] = {}
    known = set(facts)
    for fact in facts:
        cell, symbol = fact
        if cell in cells:
            known.remove(fact)
            term = arc.after[cell]
            if (bound.setdefault(term, symbol) if isinstance(term, Var) else term) != symbol:
                return None
    for cell in cells:
        term = arc.before[cell]
        if not isinstance(term, Var):
            known.add((cell, term))
        elif term in bound:
            known.add((cell, bound[term]))
    return known


# Macros, and completeness of climbing.


@checked
def macro_certificate(rule: Arc, name: str = "") -> Certificate:
    """Certify that the rule of a macro is what its steps do, and as general as that; an arc is a clause without a body."""
    if not rule.steps:
        return Certificate(None, "not certified: its steps are not known")
    arcs = list(dict.fromkeys(rule.steps))
    costs = [_priced(step.cost) for step in rule.steps]
    total: Any = sum(costs)
    if not all(isinstance(cost, int) for cost in costs):  # a sum of decimals is rounded
        total = "[]"
        for cost in costs[::-1]:
            total = ["[|]", cost, total]

    def clause(arc: Arc, cost: Any) -> list[Any]:
        return ["arc", *(["s", *map(_term, side)] for side in (arc.before, arc.after)), cost]

    data = {
        "theory": {"clauses": [[clause(arc, _priced(arc.cost))] for arc in arcs]},
        "name": name,
        "claim": "macro",
        "arguments": ["before", "after", "label"],
        "labels": costs,
        "steps": [arcs.index(step) for step in rule.steps],
        "rule": [clause(rule, total)],
    }
    return certify(lambda: data, surely=True)


def _priced(cost: float) -> int | float:
    """A cost as the label of a move, an integer if it is whole."""
    return int(cost) if cost == int(cost) else cost


MOST_CELLS = 400
"""Greatest number of cells of a board for which arcs are made if the search needed none."""

MOST_CLIMBED = 200_000
"""Greatest number of states from which climbing is certified."""


@checked
def complete_certificate(climber: Climber, name: str = "") -> Certificate:
    """Certify that climbing leads to the goal from every state that the goal leads to.

    Where moves can be undone these are all states from which the goal can be reached. Each state is listed with the moves of
    the step that climbing makes from it, to a state that is listed before.
    """
    placements = climber.placements
    theory, goal = placements.domain.theory(placements.shape), ground(climber.goal.wanted)
    if goal is None:
        return Certificate(None, "not certified: a goal with open cells")
    if placements.domain.reversible is False or not can_be_undone(theory):
        return Certificate(None, "not certified: moves cannot be undone")
    task = _ArcTask(Problem(theory, goal, goal))

    def successors(state: State) -> Iterator[tuple[Exact, State]]:
        return ((1, after) for _, after in theory.successors(state))

    def claim() -> Data:
        steps = {
            state: () if state == goal else task.climbs(climber, state)
            for state in least_costs(goal, successors, None, MOST_CLIMBED)
        }
        order = _nearest_first(goal, {state: task.after(state, steps[state]) for state in steps})
        climb = [[list(state), list(steps[state])] for state in order]
        return {"theory": task.theory, "name": name, "claim": "complete", "climb": climb}

    return certify(claim, surely=True)


def _nearest_first(goal: State, after: dict[State, State]) -> list[State]:
    """States in an order in which each comes behind the one that follows it."""
    before: dict[State, list[State]] = {}
    for state, then in after.items():
        before.setdefault(then, []).append(state)
    order = [goal]
    for state in order:
        order += [one for one in before.get(state, ()) if one != goal]
    if len(order) < len(after):
        raise NotCertifiedError("climbing does not end in the goal from every state")
    return order
