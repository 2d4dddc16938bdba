"""The problems of a domain on boards of every size: goals, starts that reach them, and the order of subgoals."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random

from .board_moves import BoardMoves
from .errors import InputError, TooLargeError
from .geometry import GRID, Shape, peeled
from .states.permutation_group import MAX_CELLS as MAX_PERMUTED
from .states.permutation_group import Solvability, by_permutations
from .states.random_states import Draw, backwards, between, uniform
from .term import Pattern, State, ground, variables
from .theory import Theory


class BoardProblems(BoardMoves):
    """Goals and starts, with a default for what a domain does not know."""

    def permutes(self, shape: Shape) -> bool:
        """Whether every state that leads to the goal of a size has each of its symbols exactly once.

        That is read off the moves and the goal: each move leaves the symbols that it finds, in other cells, and the goal has no
        symbol twice and no open cell.
        """
        return _permutes(self, shape)

    def goal(self, shape: Shape) -> Pattern:
        """The goal of a size that people expect: a state, or a pattern where some cells do not matter.

        Raises
        ------
        InputError
            A domain that has none.
        """
        raise InputError(
            f"{self.spell(shape)} has no goal of its own",
            expected="a goal",
            found="none",
            remedy="a goal state of this theory",
        )

    def goals(self, shape: Shape) -> tuple[Pattern, ...]:
        """All goals of a size, any of which will do."""
        return (self.goal(shape),)

    def goal_state(self, shape: Shape) -> State:
        """The goal of a size, if it is a single state.

        Raises
        ------
        InputError
            A goal that leaves cells open.
        """
        goal = ground(self.goal(shape))
        if goal is None:
            raise InputError(
                f"the goal of {self.spell(shape)} is not a single state",
                remedy="a goal of your own",
            )
        return goal

    def subgoals(self, shape: Shape, goal: State) -> tuple[int, ...] | None:
        """The cells of a goal in the order in which to fill them, without the blank's; None where the moves tell it.

        On a grid whose blank moves, the row or column farthest from the blank's cell first, whichever leaves the board
        more square.
        """
        if self.geometry is not GRID or self.blank is None or goal.count(self.blank) != 1:
            return None
        home = goal.index(self.blank)
        return tuple(cell for cell in peeled(shape, home) if cell != home)

    def start(self, shape: Shape) -> State | None:
        """The start of a size that people expect; None where they expect no special one."""
        return None

    def draw(self, shape: Shape, rng: Random) -> State:
        """A random state of a size, uniform or well mixed, that can reach the domain's goal."""
        return self.uniform_starts(shape, self.goal(shape))(rng)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """A function that draws random starts which can reach a goal: for its own what the domain draws, else uniform.

        Raises
        ------
        InputError
            A goal that leaves cells open, where the domain has no start to look from; whatever `uniform` refuses.
        """
        if goal in self.goals(shape):
            return lambda rng: self.draw(shape, rng)
        state = ground(goal)
        if state is not None and self.permutes(shape) and _any_symbols(self, shape):
            # Renaming symbols keeps what can be reached: a start for the domain's own goal becomes one for this.
            names = dict(zip(self.goal_state(shape), state, strict=True))
            return lambda rng: tuple(names[symbol] for symbol in self.draw(shape, rng))
        return self.uniform_starts(shape, goal)

    def draws_at_once(self, shape: Shape, goal: Pattern) -> bool:
        """Whether starts for a goal are drawn without looking at all states."""
        return goal == self.goal(shape)

    def uniform_starts(self, shape: Shape, goal: Pattern) -> Draw:
        """A function that draws from all that can reach a goal, as far as there are few enough to look at.

        Of a goal that leaves cells open it draws from the states that the own start reaches; where there is none, and where
        arcs forget what they find, backwards from the goal (`backwards`).
        """
        own, state = self.start(shape), ground(goal)
        if own is not None and state is None:
            with suppress(TooLargeError):
                return _reached(self.theory(shape), own, goal)
        theory = self.theory(shape)
        if state is not None and all(arc.inverse() is not None for arc in theory.primitives):
            return uniform(theory, state)
        return _backwards(theory, goal)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """Whether a start can reach a goal; None where that is not known without a search.

        Known it is where every move is a permutation of the cells, by the group that the moves make.
        """
        wanted = ground(goal)
        if wanted is None or shape[0] * shape[1] > MAX_PERMUTED:
            return None
        return by_permutations(self.theory(shape), start, wanted)


@lru_cache(maxsize=8)
def _reached(theory: Theory, start: State, goal: Pattern) -> Draw:
    """Make a function that draws states that are reachable from a start and can reach a goal."""
    return between(theory, start, goal)


@lru_cache(maxsize=8)
def _backwards(theory: Theory, goal: Pattern) -> Draw:
    """Make a function that draws states from which a goal can be reached."""
    return backwards(theory, (goal,))


@lru_cache(maxsize=64)
def _permutes(domain: BoardProblems, shape: Shape) -> bool:
    try:
        goal = ground(domain.goal(shape))
    except InputError:  # it has none of its own
        return False
    return goal is not None and len(set(goal)) == len(goal) and domain.rearranges(shape)


@lru_cache(maxsize=64)
def _any_symbols(domain: BoardMoves, shape: Shape) -> bool:
    """Whether the moves ask for no symbol and for no two to be equal."""
    patterns = [schema.arc.before for schema in domain.schemas(shape)]
    return all(len(set(variables(before))) == len(before) for before in patterns)
