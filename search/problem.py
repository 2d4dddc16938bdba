"""Search problems: anything with a start, successors and a goal test; problems with several goals, of which any will do."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache, partial
from operator import eq
from typing import Any, Protocol, Self, TypeAlias, runtime_checkable

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.cost import MOST_COST
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.record import record
from ..rules.states.traps import NO_TRAPS, Traps
from ..rules.states.walks import ArcWalks, walks_of
from ..rules.term import Pattern, State, Symbol, Var, generalization, ground, match
from ..rules.text.words import counted
from ..rules.theory import ArcIndex, Theory
from .algorithms import NO_WALKS, Algorithm
from .operator import Move, Operator, check_goal_test, place_of_call, tuples_of
from .result import Result

Successors: TypeAlias = Iterable[tuple[Operator, Any]]


_solve = Later("search.solve", "solve")

MOST_MOVES = 4_096
"""Greatest number of moves of functions that are remembered."""


@runtime_checkable
class SearchProblem(Protocol):
    """Protocol of a search problem: a start, successors and a goal test. States are any hashable values."""

    @property
    def start(self) -> Any:
        """The first state."""

    def successors(self, state: Any) -> Successors:
        """List the (operator, successor) pairs of a state in the order in which they are to be tried."""

    def is_goal(self, state: Any) -> bool:
        """Whether a state is wanted."""


@runtime_checkable
class ReversibleProblem(SearchProblem, Protocol):
    """A problem with one goal state that can be searched backwards too."""

    @property
    def goal(self) -> Any:
        """The only goal state."""

    def predecessors(self, state: Any) -> Successors:
        """List the (operator, predecessor) pairs: the operator leads from the predecessor to ``state``."""


class DomainProblem(SearchProblem, Protocol):
    """A problem of a domain: it names its goal, and can be asked for its solution."""

    @property
    def goal(self) -> Any:
        """The goal: a state, or a pattern that goal states match."""

    def solve(self, algorithm: str | Algorithm = "auto", **options: Any) -> Result:
        """Search the problem, as `Solvable.solve` says."""


def theory_of(problem: SearchProblem) -> Theory | None:
    """The theory of a problem that is made of arcs; None for another."""
    made = of_arcs(problem)
    return None if made is None else made.theory


def of_arcs(problem: SearchProblem | None) -> Problem | None:
    """The problem, or its part that is searched first, if it is made of arcs; None for another."""
    return problem if isinstance(problem, Problem) else getattr(problem, "part", None)


def iterated(problem: SearchProblem, algorithm: Algorithm) -> SearchProblem:
    """The problem with walks as steps, if an algorithm takes them so and the problem has any.

    Iterated macro-operators are taken by best-first and lazy searches, and are the moves behind their walks in others. Batches
    and searches from both ends take every move as it is.
    """
    if type(problem) is not Problem or algorithm.loop in NO_WALKS:
        return problem
    repeats = algorithm.loop in ("best-first", "lazy") and problem.theory.repeats
    if not algorithm.iterated and not repeats:
        return problem
    made = IteratedProblem(
        problem.theory,
        problem.start,
        problem.goal,
        traps=problem.known_traps,
        in_front=algorithm.iterated,
    )
    return made if made.walks else problem


def made_of_arcs(problem: SearchProblem, what: str) -> Problem:
    """The problem, if it is made of arcs.

    Raises
    ------
    InputError
        Another problem, for which ``what`` has no meaning.
    """
    made = of_arcs(problem)
    if made is None:
        raise InputError(f"{what} need a theory made of arcs", found=type(problem).__name__)
    return made


class Solvable:
    """A problem that can be asked for its solution."""

    def solve(self, algorithm: str | Algorithm = "auto", **options: Any) -> Result:
        """Search the problem; the outcome is a result whatever happens.

        Parameters
        ----------
        algorithm, options
            As for `arcwise.search.solve`: ``problem.solve("climb", macros="m.pl")``.

        Raises
        ------
        InputError
            A problem or option that `arcwise.search.solve` refuses.
        """
        found: Result = _solve(self, algorithm, **options)
        return found

    def written(self, state: Any) -> str:
        """A state on one line, as people read it."""
        return str(state)


@checked
@record
class Problem(Solvable):
    """A theory, a start and a goal (a state, or a pattern that goal states match).

    Parameters
    ----------
    theory, start, goal
        Theory, start and goal of the search.
    library
        The macros (`Macros`) among the theory's arcs with their order of subgoals and their macro table, for those who
        climb; or None.
    traps
        Patterns that no state on a path to the goal fits, which every search leaves out beside those of the library.

    Raises
    ------
    InputError
        A start or goal that is not a state of the theory.
    """

    theory: Theory
    start: State
    goal: Pattern
    library: Any = field(default=None, compare=False, repr=False, kw_only=True)
    traps: Traps = field(default=NO_TRAPS, compare=False, repr=False, kw_only=True)
    engine = "python"

    def __post_init__(self) -> None:
        self.theory.check(self.start)
        if self.ground_goal is not None:
            self.theory.check(self.ground_goal)
        elif len(self.goal) != self.theory.size:
            raise InputError(
                "goal pattern does not fit the board",
                expected=f"{counted(self.theory.size, 'cell')}",
                found=str(len(self.goal)),
            )
        else:
            self.theory.check_values(self.goal)

    @cached_property
    def known_traps(self) -> Traps:
        """The patterns that searches leave out: those that were given, and those of the library, placed when first asked for."""
        placed = getattr(self.library, "traps_in", None)
        return self.traps if placed is None else self.traps + placed(self)

    def prepare(self) -> None:
        """Make what every search of the problem needs: the traps of its library, placed."""
        _ = self.known_traps

    @cached_property
    def ground_goal(self) -> State | None:
        """The goal as a state, or None where it is a pattern with variables."""
        cells = tuple(term for term in self.goal if not isinstance(term, Var))
        return cells if len(cells) == len(self.goal) else None

    @property
    def wanted(self) -> tuple[Pattern, ...]:
        """The goals, any of which will do."""
        return (self.goal,)

    @property
    def unknown_symbols(self) -> list[Symbol]:
        """Symbols of the goal that neither the start nor any rule has, which may be slips; the cells of a planning problem are
        ours."""
        if domain_of(self.theory).lifted:
            return []
        known = self.theory.constants.union(self.start)
        return [
            term
            for term in dict.fromkeys(self.goal)
            if not isinstance(term, Var) and term not in known
        ]

    @property
    def ground_goals(self) -> tuple[State, ...] | None:
        """All goal states, or None where a pattern with variables stands for some."""
        return None if self.ground_goal is None else (self.ground_goal,)

    def written(self, state: Any) -> str:
        """A state on one line, as its domain writes it."""
        return self.theory.format(state)

    def with_theory(self, theory: Theory) -> Self:
        """Copy of the problem for a theory with other arcs on the same board."""
        return replace(self, theory=theory)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """The arcs that match a state, each with its successor."""
        return self.theory.successors(state)

    @cached_property
    def is_goal(self) -> Callable[[State], bool]:
        """Whether a state is a goal."""
        if self.ground_goal is not None:
            return partial(eq, self.ground_goal)
        return lambda state: match(self.goal, state) is not None

    @cached_property
    def _backward(self) -> tuple[ArcIndex, dict[int, Arc]]:
        inverses = []
        for arc in self.theory.arcs:
            inverse = arc.inverse()
            if inverse is None:
                raise InputError(
                    f"cannot search backwards: arc {arc.name} has no inverse",
                    expected="every variable of before to occur in after",
                    found=str(arc),
                    remedy="a forward algorithm, such as breadth-first",
                )
            inverses.append(inverse)
        forward = {
            id(inverse): arc for inverse, arc in zip(inverses, self.theory.arcs, strict=True)
        }
        return ArcIndex(inverses), forward

    def predecessors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, predecessor) pair: the arc leads from the predecessor to ``state``.

        Raises
        ------
        InputError
            An arc that has no inverse.
        """
        index, forward = self._backward
        return [(forward[id(arc)], before) for arc, before in index.successors(state)]


@record
class IteratedProblem(Problem):
    """A problem whose steps that repeat are taken as one with the step that needs where they lead; see `walks_of`.

    Parameters
    ----------
    theory, start, goal, library, traps
        As for `Problem`.
    in_front
        Whether each move is taken so, or iterated macro-operators alone.
    """

    in_front: bool = field(default=True, kw_only=True)

    @property
    def walks(self) -> ArcWalks:
        """The walks."""
        return walks_of(self.theory, self.start, self.goal, self.in_front)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """The steps from a state, each with its successor."""
        return list(self.walks.successors(state, self.goal))

    @staticmethod
    def applications(pairs: Iterable[tuple[Arc, State]]) -> int:
        """How many moves were made for some steps, of those that several steps of a state begin with each once."""
        return sum(getattr(operator, "applied", operator.length) for operator, _ in pairs)

    @staticmethod
    def act(operator: Arc) -> Arc:
        """The last arc of a step."""
        return operator.steps[-1] if operator.steps else operator


@checked
@record
class FunctionProblem(Solvable):
    """A problem given by Python functions.

    Parameters
    ----------
    start
        Any hashable value.
    is_goal
        A function of a state.
    expand
        A function from a state to its successors, each a ``(name, cost, state)`` triple.
    """

    start: Hashable
    is_goal: Callable[[Any], bool]
    expand: Callable[[Any], Iterable[tuple[str, float, Hashable]]]

    def check_functions(self) -> None:
        """Raise InputError for a goal test that is none."""
        check_goal_test(self.is_goal, self.start)

    @staticmethod
    def move(successor: tuple[str, float, Hashable]) -> Move:
        """Move of a triple that the function returned.

        Raises
        ------
        InputError
            A name or a cost that is none.
        """
        name, cost, _ = successor
        known = _moves.get(name)
        if known is not None:
            if known.cost is cost:
                return known
            if type(cost) is float and 0 <= cost <= MOST_COST:  # which may be all different
                made = _unchecked(Move)
                made.name, made.cost = name, cost
                return made
        return _move(name, cost)

    def successors(self, state: Any) -> Successors:
        """The function's successors as (move, state) pairs.

        Raises
        ------
        InputError
            A result that is no list of such triples.
        """
        try:
            return [(self.move(triple), triple[-1]) for triple in self.expand(state)]
        except (ArithmeticError, InputError, TypeError, ValueError):
            try:
                for name, cost, _ in tuples_of(self.expand, state, "(name, cost, state)"):
                    Move(name, cost)
            except InputError as error:
                raise error.at(place_of_call(self.expand, state)) from None
            raise


_unchecked = Move.__new__

_moves: dict[str, Move] = {}
"""The last move of every name: a problem has few, and makes them often."""


@lru_cache(maxsize=MOST_MOVES, typed=True)
def _move(name: str, cost: float) -> Move:
    """The move of a name and a cost."""
    if len(_moves) >= MOST_MOVES:
        _moves.clear()
    move = _moves[name] = Move(name, cost)
    return move


@checked
@record
class GraphProblem(Solvable):
    """A path between two nodes of a networkx graph.

    Parameters
    ----------
    graph
        Any networkx graph; edges are tried in the graph's order and called by the node they lead to.
    start, goal
        Two of its nodes.
    weight
        The edge attribute that holds the cost; an edge without it costs 1.

    Raises
    ------
    InputError
        An object that is no graph; a start or goal that is not a node.
    """

    graph: Any
    start: Hashable
    goal: Hashable
    weight: str = "weight"

    def __post_init__(self) -> None:
        if not hasattr(self.graph, "adj"):
            raise InputError(
                "not a graph", expected="a graph of networkx", found=f"{self.graph!r:.80}"
            )
        for node in (self.start, self.goal):
            if node not in self.graph:
                raise InputError("no such node", expected="a node of the graph", found=repr(node))

    def is_goal(self, state: Any) -> bool:
        """Whether a node is the goal."""
        return bool(state == self.goal)

    def adjacent(self, *, back: bool = False) -> Any:
        """For each node its neighbours with the edges to them, or back from them."""
        if back and self.graph.is_directed():
            return self.graph.pred
        return self.graph._adj if hasattr(self.graph, "_adj") else self.graph.adj

    def _edges(self, adjacent: Any, state: Any, name: Any) -> list[tuple[Any, Any, Any]]:
        """(name, cost, neighbour) triples of a node; of parallel edges the least cost."""
        weight = self.weight
        try:
            neighbours = adjacent[state].items()
        except (KeyError, TypeError):
            raise InputError(
                "no such node", expected="a node of the graph", found=repr(state)
            ) from None
        if self.parallel:
            return [
                (name, min(edge.get(weight, 1) for edge in parallel.values()), node)
                for node, parallel in neighbours
            ]
        return [(name, data.get(weight, 1), node) for node, data in neighbours]

    def expand(self, state: Any) -> list[tuple[None, Any, Any]]:
        """(None, cost, neighbour) triples, from which moves are made."""
        return self._edges(self._forward, state, None)

    def reach(self, state: Any) -> list[tuple[Any, Any, Any]]:
        """(node, cost, neighbour) triples against the edges' direction."""
        return self._edges(self._backward, state, state)

    @staticmethod
    def move(successor: tuple[Any, Any, Any]) -> Move:
        """Move of a triple, called by the node it leads to."""
        ahead, cost, node = successor
        return Move(str(node if ahead is None else ahead), cost)

    @cached_property
    def parallel(self) -> bool:
        """Whether two nodes may have several edges."""
        return bool(self.graph.is_multigraph())

    @cached_property
    def _forward(self) -> Any:
        return self.adjacent()

    @cached_property
    def _backward(self) -> Any:
        return self.adjacent(back=True)

    def successors(self, state: Any) -> Successors:
        """(move, neighbour) pairs; of parallel edges the cheapest."""
        return [(self.move(triple), triple[-1]) for triple in self.expand(state)]

    def predecessors(self, state: Any) -> Successors:
        """(move, neighbour) pairs against the edges' direction."""
        return [(self.move(triple), triple[-1]) for triple in self.reach(state)]


@checked
@record
class AnyGoalProblem(Problem):
    """A problem whose goal states match one of several patterns.

    A heuristic is the least of those of its goals (`of_problem`). What can take one goal alone sees ``goal``, a pattern
    that every goal matches, so that it stays a lower bound.

    Parameters
    ----------
    goals
        The patterns; `problem_with_goals` makes ``goal`` from them.

    Raises
    ------
    InputError
        A start or goal that is not a state of the theory.
    """

    goals: tuple[Pattern, ...] = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        for goal in self.goals:
            Problem(self.theory, self.start, goal)  # refuses goals that are not the theory's

    @property
    def wanted(self) -> tuple[Pattern, ...]:
        """The goals, any of which will do."""
        return self.goals

    @property
    def ground_goals(self) -> tuple[State, ...] | None:
        """All goal states, or None where a pattern with variables stands for some."""
        states = tuple(filter(None, map(ground, self.goals)))
        return states if len(states) == len(self.goals) else None

    @cached_property
    def is_goal(self) -> Callable[[State], bool]:
        """Whether a state is a goal."""
        ground = {goal for goal in self.goals if not any(isinstance(term, Var) for term in goal)}
        open_goals = [goal for goal in self.goals if goal not in ground]
        if not open_goals:
            return ground.__contains__
        return lambda state: (
            state in ground or any(match(goal, state) is not None for goal in open_goals)
        )


@checked
def problem_with_goals(theory: Theory, start: State, goals: Sequence[Pattern]) -> Problem:
    """The problem of reaching any of some goals, which is a plain `Problem` where there is one.

    Raises
    ------
    InputError
        No goal; a start or goal that is not a state of the theory.
    """
    different = tuple(dict.fromkeys(goals))
    if not different:
        raise InputError("no goal", expected="one goal or more", found="none")
    if len(different) == 1:
        return Problem(theory, start, different[0])
    if len({len(goal) for goal in different}) > 1:
        for goal in different:
            Problem(theory, start, goal)
    return AnyGoalProblem(theory, start, generalization(different), goals=different)
