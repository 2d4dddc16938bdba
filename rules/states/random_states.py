"""Random states from which a goal can be reached: uniform, scrambled, or at a given distance.

Only primitive arcs are used, so that a theory gives the same states before and after it has learned macros.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations, product
from math import factorial, prod
from random import Random
from typing import Any, Protocol, TypeAlias

from ..errors import InputError, TooLargeError
from ..term import Pattern, State, Symbol, Var, ground, match, substitute, variables
from ..text.state_text import goal_cells
from ..text.words import counted
from ..theory import Theory
from .permutation_group import Permutation, moves_group
from .state_space import layers, leading_to, reversed_theory
from .values import infer_values

Draw: TypeAlias = Callable[[Random], State]
"""Draws a state."""

MAX_WALKED = 200_000
"""Greatest number of states that are enumerated forwards, each with its successors."""

MAX_ASKED = 20_000
"""Greatest number of states that are enumerated if a program is asked for the successors of each."""

MAX_STATES = 2_000_000
"""Greatest number of states that are enumerated; larger requests are refused."""


WALK = 100
"""Number of random moves back from a goal, if there are too many states to look at all."""

MOST = 10**9
"""Greatest number of things that are made one by one."""


def uniform(theory: Theory, goal: State) -> Draw:
    """Draw uniformly from all the states that can reach ``goal``, the goal itself among them.

    If every move permutes the cells and there are many states, the state is drawn from the group of the moves; other theories
    are enumerated backwards.

    Raises
    ------
    InputError
        A goal that is not a state of the theory; an arc that cannot be undone, or more than two million states,
        where the theory has to be enumerated.
    """
    theory.check(goal)
    group = moves_group(theory)
    if group is not None and group.order > MAX_STATES * _alike(goal):
        return lambda rng: rearranged(goal, group.random(rng))
    return one_of(_all_that_reach(theory, goal))


def _alike(goal: State) -> int:
    """Greatest number of permutations that leave a state as it is: those of cells with the same symbol."""
    return prod(map(factorial, Counter(goal).values()))


class Moves(Protocol):
    """Protocol of a source of moves: a theory, a Prolog program, a function."""

    @property
    def name(self) -> str:
        """Name for people."""

    def successors(self, state: State) -> Iterable[tuple[Any, State]]:
        """The moves of a state, each with where it leads."""


def between(
    moves: Moves,
    starts: Iterable[State],
    goals: Sequence[Pattern],
    max_states: int = MAX_WALKED,
    is_goal: Callable[[State], bool] | None = None,
) -> Draw:
    """Draw uniformly from all the states that some starts reach and that can reach one of some goals, which may leave cells open.

    Parameters
    ----------
    moves
        Source of the moves.
    starts, goals
        The starts, and the goals as patterns.
    max_states
        Number of states that the starts reach at most.
    is_goal
        A test that tells the goals, where no patterns do.

    Raises
    ------
    InputError
        No such state but goals, or too many that the starts reach.
    """
    before: dict[State, list[State]] = {}
    for start in starts:
        reached = [] if start in before else [start]
        before.setdefault(start, [])
        for state in reached:
            for _, after in moves.successors(state):
                if after not in before:
                    if len(before) == max_states:
                        raise too_many_to_draw(moves.name, max_states)
                    before[after] = []
                    reached.append(after)
                before[after].append(state)
    met = list(filter(is_goal, before)) if is_goal else _met(goals, before)
    found = leading_to(met, before)
    if len(found) == len(met):
        raise InputError(
            f"random starts of {moves.name} cannot be drawn",
            expected="a state other than a goal, from which moves lead to the goal",
            found=f"none of the {counted(len(before), 'state')} that the start or the goal leads to",
            remedy="a start of the file that leads to the goal, or starts of your own",
        )
    return one_of([state for state in before if state in found])


def too_many_to_draw(name: str, most: int) -> TooLargeError:
    """The error of states that cannot all be looked at before one is drawn."""
    return TooLargeError(
        f"{name} has too many states to draw from all of them",
        expected=f"{most:,} at most",
        remedy="starts of your own: solve, or compare with a file of problems",
    )


def backwards(theory: Theory, goals: Sequence[Pattern]) -> Draw:
    """Draw states that can reach a goal, looked for from the goals.

    This is for goals that leave cells open, and for arcs that forget symbols. An open or forgotten cell gets one of the values
    that the theory, or its arcs and goals, name for it. If there are few states, all are looked at and the draw is uniform;
    otherwise a goal is drawn, and `WALK` random moves lead back from it.

    Raises
    ------
    InputError
        Cells of which nothing tells what they may hold.
    """
    theory = theory.without_macros()
    found = all_leading_to(theory, goals, MAX_WALKED)
    if found is not None:
        return one_of(found)
    values = infer_values(theory, goals)

    def draw(rng: Random) -> State:
        goal = rng.choice(goals)
        state = (
            _filled(goal, values, rng) if theory.symbols is None else completed(theory, goal, rng)
        )
        for _ in range(WALK + rng.randrange(2)):
            state = _before(theory, state, values, rng) or state
        return state

    return draw


def all_leading_to(theory: Theory, goals: Sequence[Pattern], max_states: int) -> list[State] | None:
    """All states from which a goal can be reached, of the values that `backwards` takes; None if more states have them.

    A goal state that no state leads to is left out.

    Raises
    ------
    InputError
        As `backwards` does; no state but goals.
    """
    values = infer_values(theory, goals)
    symbols = theory.symbols  # each in one cell
    if (factorial(theory.size) if symbols else prod(map(len, values))) > max_states:
        return None
    made = permutations(symbols) if symbols else product(*values)
    states = [state for state in made if _is_state(theory, state)]
    before: dict[State, list[State]] = {state: [] for state in states}
    for state in states:
        for _, after in theory.successors(state):
            if after in before:
                before[after].append(state)
    goals_met = _met(goals, states)
    found = leading_to(goals_met, before)
    if len(found) == len(goals_met):
        raise InputError(
            f"random starts of {theory.name} cannot be drawn",
            expected="a state other than a goal, from which arcs lead to the goal",
            found=f"none of the {len(states):,} states of the symbols that arcs and goal name",
            remedy="starts of your own",
        )
    reached = {after for state in found for _, after in theory.successors(state)}
    alone = {state for state in goals_met if state not in reached}
    return [state for state in states if state in found and state not in alone]


def _met(goals: Sequence[Pattern], states: Iterable[State]) -> list[State]:
    """The states that match one of some goals."""
    alone = set(goals)
    opened = [goal for goal in goals if ground(goal) is None]
    return [
        state
        for state in states
        if state in alone or any(match(goal, state) is not None for goal in opened)
    ]


def _is_state(theory: Theory, state: State) -> bool:
    """Whether a state fits the theory's cells and symbols."""
    try:
        theory.check(state)
    except InputError:
        return False
    return True


def _before(
    theory: Theory, state: State, values: Sequence[Sequence[Symbol]], rng: Random
) -> State | None:
    """A state from which a random arc leads to another; None where no arc does."""
    for arc in rng.sample(theory.arcs, len(theory.arcs)):
        found = match(arc.after, state)
        if found is not None:
            source = _filled(substitute(arc.before, found), values, rng)
            if source != state and arc.apply(source) == state and _is_state(theory, source):
                return source
    return None


def completed(theory: Theory, goal: Pattern, rng: Random) -> State:
    """A random state that matches a goal, of a theory whose states have each symbol once.

    Raises
    ------
    InputError
        A goal that no such state matches.
    """
    symbols = theory.symbols or ()
    held = [term for term in goal if not isinstance(term, Var)]
    left = [symbol for symbol in symbols if symbol not in held]
    if len(left) + len(set(held)) != theory.size or len(left) != len(set(variables(goal))):
        raise InputError(
            f"no state of {theory.name} matches the goal",
            expected=f"each of {' '.join(map(str, symbols))} at most once, and each variable once",
            found=" ".join(map(str, goal_cells(goal))),
        )
    rng.shuffle(left)
    return tuple(left.pop() if isinstance(term, Var) else term for term in goal)


def _filled(pattern: Pattern, values: Sequence[Sequence[Symbol]], rng: Random) -> State:
    """A state of a pattern: each variable is a random value of its first cell."""
    names: dict[Var, Symbol] = {}
    cells: list[Symbol] = []
    for term, held in zip(pattern, values, strict=True):
        if isinstance(term, Var):
            if term not in names:
                names[term] = rng.choice(held)
            term = names[term]
        cells.append(term)
    return tuple(cells)


def rearranged(state: State, permutation: Permutation) -> State:
    """A state with the symbol of every cell taken where a permutation says."""
    cells = list(state)
    for symbol, cell in zip(state, permutation, strict=True):
        cells[cell] = symbol
    return tuple(cells)


def _all_that_reach(theory: Theory, goal: State) -> list[State]:
    backwards = reversed_theory(theory.without_macros())
    try:
        return [s for layer in layers(backwards, goal, max_states=MAX_STATES) for s in layer]
    except InputError as error:
        raise TooLargeError(
            f"theory {theory.name} has too many states to draw from all of them",
            expected=error.expected,
            found=error.found,
            remedy="a scramble: --moves N (in Python moves=N) random moves away from the goal",
        ) from error


def scramble(theory: Theory, goal: State, moves: int) -> Draw:
    """Draw states by making ``moves`` random moves backwards from ``goal``.

    A move is drawn among those that change the state and do not undo the one before, unless no other is left. The
    start lies at most ``moves`` moves from the goal, often fewer.

    Raises
    ------
    InputError
        A negative number of moves, a goal that is not a state of the theory, an arc that cannot be undone,
        or a state that no arc leads to.
    """
    theory.check(goal)
    at_least_zero("moves", moves)
    backwards = reversed_theory(theory.without_macros())

    def draw(rng: Random) -> State:
        state, previous = goal, goal
        for made in range(moves):
            sources = [before for _, before in backwards.successors(state)]
            if not sources:
                raise InputError(
                    f"theory {theory.name} cannot be scrambled by {counted(moves, 'move')}",
                    expected="an arc that leads to every state on the way",
                    found=f"none to {theory.format(state)}, after {counted(made, 'move')}",
                    remedy="fewer moves or another goal",
                )
            others = [before for before in sources if before not in (state, previous)] or sources
            state, previous = others[rng.randrange(len(others))], state
        return state

    return draw


def walked(theory: Theory, state: State, moves: int, rng: Random) -> State:
    """State after a random walk of the given length or one more, in a theory whose moves can all be undone."""
    for _ in range(moves + rng.randrange(2)):
        after = None
        while after is None:  # an arc that does not apply is as if it had not been drawn
            after = rng.choice(theory.arcs).apply(state)
        state = after
    return state


def distant(theory: Theory, goal: State, distance: int, max_states: int = MAX_STATES) -> Draw:
    """Draw uniformly from the states whose shortest path to ``goal`` has exactly ``distance`` primitive moves.

    Raises
    ------
    InputError
        A negative distance, a goal that is not a state of the theory, an arc that cannot be undone, no state that
        far away, or more than ``max_states`` states up to that distance.
    """
    theory.check(goal)
    at_least_zero("distance", distance)
    backwards = reversed_theory(theory.without_macros())
    greatest = 0
    for greatest, layer in enumerate(layers(backwards, goal, max_states=max_states)):
        if greatest == distance:
            return one_of(layer)
    raise InputError(
        f"no state is {counted(distance, 'move')} from the goal {theory.format(goal)}",
        expected=f"a distance of 0 to {greatest}, the greatest there is",
        found=str(distance),
    )


def single(goal: Pattern) -> State:
    """A goal from which states are drawn.

    Raises
    ------
    InputError
        A goal that leaves cells open.
    """
    state = ground(goal)
    if state is None:
        raise InputError(
            "random problems need a goal that is a single state",
            found=f"an open goal, {' '.join(map(str, goal_cells(goal)))}",
            remedy="one state as the goal, or a file of problems",
        )
    return state


def one_of(states: list[State]) -> Draw:
    """Draw from some states, each equally likely."""
    return lambda rng: states[rng.randrange(len(states))]


def at_least_zero(what: str, number: int) -> None:
    """Raise InputError for a negative number, or one of more things than could ever be made."""
    if not 0 <= number <= MOST:
        raise InputError(
            f"bad {what}", expected=f"a number from 0 to {MOST:,}", found=f"{number:g}"
        )
