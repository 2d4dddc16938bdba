"""Domains: a theory for every size, and everything else that is known of a puzzle.

A domain names its goals, draws starts that reach them, and says in which order to reach the subgoals, on boards of every size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Self

from .arc import Arc
from .board_moves import BoardMoves
from .checked import checked
from .errors import InputError, Place, TooLargeError
from .geometry import GRID, Shape, peeled
from .later import Later
from .record import record
from .schema import Schema
from .states.permutation_group import MAX_CELLS as MAX_PERMUTED
from .states.permutation_group import Solvability, by_permutations, moves_group, rank
from .states.random_states import Draw, backwards, between, uniform
from .term import (
    Pattern,
    State,
    Substitution,
    Symbol,
    Var,
    generalization,
    ground,
    match,
    substitute,
    variables,
)
from .text.drawing import Drawing, Piece
from .text.state_text import board_drawing
from .text.words import number
from .theory import Theory

_macro_certificate = Later("search.certificate", "macro_certificate")
_grounding_of = Later("planning.pddl.related_board", "grounding_of")
_board_facts = Later("ebl.traps", "board_facts")


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
            remedy="a goal in the file: goal(board(...)). in Prolog, GOAL in PSVN",
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
        if state is None and _can_match(self, shape, goal):
            return lambda rng: self.draw(shape, rng)
        return self.uniform_starts(shape, goal)

    def draws_at_once(self, shape: Shape, goal: Pattern) -> bool:
        """Whether starts for a goal are drawn without looking at all states."""
        return goal == self.goal(shape)

    def uniform_starts(self, shape: Shape, goal: Pattern) -> Draw:
        """A function that draws from all that can reach a goal, as far as there are few enough to look at.

        For a goal that leaves cells open, it draws from the states that the domain's own start reaches. Without such a
        start, and if arcs forget symbols, it draws backwards from the goal (`backwards`).
        """
        own, state = self.start(shape), ground(goal)
        if own is not None and state is None:
            with suppress(TooLargeError):
                return _reached(self.theory(shape), own, self.goals_for(goal))
        theory = self.theory(shape)
        if state is not None and all(arc.inverse() is not None for arc in theory.primitives):
            return uniform(theory, state)
        return backwards(theory, self.goals_for(goal))

    @property
    def any_goal(self) -> Pattern | None:
        """Pattern that stands for several goals of its own, any of which will do; None where there are no several."""
        return None

    def goals_for(self, goal: Pattern) -> tuple[Pattern, ...]:
        """Goals that a pattern stands for: several of its own for `any_goal`, else itself."""
        return (goal,)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """Whether a start can reach a goal; None where that is not known without a search.

        Known it is where every move is a permutation of the cells, by the group that the moves make.
        """
        wanted = ground(goal)
        if wanted is None or shape[0] * shape[1] > MAX_PERMUTED:
            return None
        return by_permutations(self.theory(shape), start, wanted)


@lru_cache(maxsize=8)
def _reached(theory: Theory, start: State, goals: tuple[Pattern, ...]) -> Draw:
    """Make a function that draws states that are reachable from a start and can reach one of some goals."""
    return between(theory, (start,), goals)


MOST_LOOKED_AT = 500
"""Greatest number of states that are drawn to find one that matches an open goal."""


@lru_cache(maxsize=8)
def _can_match(domain: BoardProblems, shape: Shape, goal: Pattern) -> bool:
    """Whether moves that are permutations of the cells bring the domain's own goal to a state that matches an open goal."""
    if not domain.rearranges(shape):
        return False
    if not domain.permutes(shape):
        known = domain.solvable(shape, domain.goal_state(shape), goal)
        if known is not None:
            return known.solvable
    group = moves_group(domain.theory(shape))
    if group is None:
        return False
    if not domain.permutes(shape):  # symbols occur again: such a state is looked for at random
        if type(domain).draw is BoardProblems.draw:  # it would go through all states each time
            return False
        drawn = (domain.draw(shape, Random(number)) for number in range(MOST_LOOKED_AT))
        return any(match(goal, state) is not None for state in drawn)
    fixed = {one for one in goal if not isinstance(one, Var)}
    if len(set(goal)) < len(goal):
        return False
    own, wanted = (
        tuple(one if one in fixed else "?" for one in state)
        for state in (domain.goal_state(shape), goal)
    )
    return group.leading(own, wanted) is not None


@lru_cache(maxsize=8)
def _permutes(domain: BoardProblems, shape: Shape) -> bool:
    try:
        goal = ground(domain.goal(shape))
    except InputError:  # it has none of its own
        return False
    return goal is not None and len(set(goal)) == len(goal) and domain.rearranges(shape)


@lru_cache(maxsize=64)
def _any_symbols(domain: BoardMoves, shape: Shape) -> bool:
    """Whether no move requires a certain symbol or two equal cells."""
    patterns = [schema.arc.before for schema in domain.schemas(shape)]
    return all(len(set(variables(before))) == len(before) for before in patterns)


class Domain(BoardProblems):
    """A domain in every size; the only place that knows a puzzle.

    Subclasses say what they know: at least `schemas`, or `theory` for arcs that are made when needed, and `goal`. All
    else has an honest default. They compare equal where they mean the same, and can be pickled: plain classes are equal
    where their attributes are, frozen dataclasses where their fields are.

    Attributes
    ----------
    sizes
        How a size is written, such as ``ROWSxCOLUMNS``.
    typical
        The size that the name alone stands for.
    small
        A size with few states, which are quickly counted; empty where none is named.
    summary
        Summary in a few words.
    cells
        Meaning of the symbols of a state.
    states
        Number of states and greatest distances, as published.
    source
        Where that is published.
    reversible
        Whether from whatever a move leads to, some moves lead back; None where that is not known.
    slides
        Whether the moves are just those of the blank to a neighbouring cell of a grid, whatever is in that cell.
    levels
        Whether an argument may name a file of levels, and one of them by ``#`` and its number.
    lifted
        Whether its moves are actions over parameters, which have a board in a problem only.
    sized_as
        Kind of the source that one size of it is, a row of `arcwise.rules.source.SOURCES`.
    functor
        How a state is written in Prolog: ``board`` for ``board(1,2,0)``, ``[]`` for a list, nothing for a symbol alone.
    ends
        Names of its first and its last cell.
    predicate
        Predicate of its moves in the Prolog program that it comes from: ``arc/3``, ``arc/2``, ``s/3`` or ``s/2``.
    no_relations
        Why policies, which are rules over relations, cannot be learned for it.
    no_policy
        Why none is learned for it although relations describe it; empty where one is.
    no_calls
        Why its moves are not told as actions with their objects, which macros over parameters need.
    macros_for
        Kind of its macros: rules for ``windows``, which lie on boards of every size, one ``board``, or ``parameters``.
    macros_are
        The same in words.
    alone
        The theory of a domain of one size only.
    own_goals
        The goals that its file gives, any of which will do.
    program
        Program that makes its moves if they are no arcs: a `MoveProgram`, which our own prover or SWI-Prolog asks.
    form
        How states are written in which terms nest, a `StateForm`; None where a state is written as a vector.
    places
        Where each arc stands in its file; empty where there is no file, None where clauses or actions make the arcs.
    """

    sizes: str = "N"
    typical: str = "3"
    small: str = ""
    summary: str = ""
    cells: str = "one symbol for each cell, row by row"
    states: str = "not published"
    source: str = "none"
    reversible: bool | None = None
    slides: bool = False
    lifted: bool = False
    sized_as: str = "board"
    functor: str = "board"
    ends: tuple[str, str] = ("first cell", "last cell")
    predicate: str = "arc/3"
    macros_for: str = "windows"
    macros_are: str = "on windows"
    levels: bool = False
    no_relations: str = "its moves are not described by relations"
    no_policy: str = ""
    no_calls: str = "it does not say which action each of its moves is"
    alone: Theory | None = None
    own_goals: tuple[Pattern, ...] = ()
    program: Any = None
    form: Any = None
    places: tuple[Place, ...] | None = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not hasattr(cls, "name"):
            cls.name = cls.__name__.lower()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    @property
    def constants(self) -> frozenset[Symbol] | None:
        """The symbols of its rules where these are of one size; None of others."""
        return None

    @classmethod
    def small_size(cls) -> str:
        """Size with few states; the typical one where no other is named."""
        return cls.small or cls.typical

    @classmethod
    def spelling(cls) -> str:
        """How an argument is written, such as ``pancake:N``."""
        return f"{cls.name}:{cls.sizes}"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Self, Shape]:
        """The domain and the shape that a size stands for.

        Parameters
        ----------
        size
            Text after the colon: a number of cells, or rows and columns where `sizes` has an x.
        order, cost
            The order and the cost of moves, for sliding tiles. A domain that uses them has attributes of these names.

        Raises
        ------
        InputError
            A bad size.
        """
        rows = "(?:([0-9]+)[xX])?" if "x" in cls.sizes else "()"
        found = re.fullmatch(rf"{rows}([0-9]+)", size)
        shape = (number(found.group(1) or "1"), number(found.group(2))) if found else (0, 0)
        if min(shape) < 1:
            own = size in (cls.typical, cls.small)
            raise InputError(
                "bad size",
                expected=cls.spelling(),
                found=repr(size),
                remedy='sizes = "RxC" in the class, for rows and columns' if own else None,
            )
        return cls(), shape

    def board(self, shape: Shape) -> Theory:
        """A board of any size without its arcs: what its states are and how they look."""
        return _board(self, shape)

    def of_size(self, shape: Shape) -> Domain:
        """The boards of one size as a domain, whose macros are rules on the whole board."""
        return TheoryDomain(self.theory(shape))

    @property
    def in_every_size(self) -> Domain:
        """The domain of which this one may be just one size."""
        return self

    def on_boards(self, shape: Shape) -> Domain:
        """The domain as one whose macros are rules on boards: itself, unless its own are over parameters."""
        return self

    def operator_of(self, arc: str) -> str:
        """The name of the operator that an arc of that name is an instance of."""
        return arc

    def plan(self, start: State, moves: Sequence[str]) -> list[str]:
        """The primitive moves of a solution from a start as people read them."""
        return list(moves)

    def read_plan(self, path: str) -> tuple[str, ...]:
        """The moves of a plan in a file, which solves the problem of the domain.

        Raises
        ------
        InputError
            A bad plan, or a domain whose plans are not read.
        """
        raise InputError("plans of this domain are not read", found=path)

    def meanings(self, shape: Shape) -> tuple[Mapping[str, str], ...]:
        """For every cell what its symbols mean; nothing where they speak for themselves."""
        return ()

    def facts(self, shape: Shape) -> Mapping[str, object]:
        """Facts about a board for JSON output."""
        return {"theory": self.spell(shape)}

    def policy_of(self, rules: Iterable[Any], precedences: Iterable[Any]) -> Any:
        """The policy of operators with their purposes; None of a domain whose macros have none."""
        return None

    def certificate_of(self, macro: Any) -> Any:
        """Certificate that the rule of a macro is the composition of its steps, and the most general one."""
        return _macro_certificate(macro.arc, macro.name)

    def facts_of(self, problem: Any) -> Any:
        """Single facts of a problem, of which traps are made: their kinds, and which exclude each other."""
        return _board_facts(problem)

    def trap_table(self, rule: Any, library: Any) -> Any:
        """The cases by which a trap is proved for all problems of a planning domain; None where there is no such proof."""
        return None

    def trap_certificate(self, rule: Any, library: Any) -> Any:
        """The certificate of a trap for all problems of a planning domain, or why there is none; None on boards."""
        return None

    def entangled_by(self, operators: Iterable[Any]) -> Domain:
        """The part of a problem that entangled actions among operators leave of it; itself where there are none."""
        return self

    def of_problem(self, source: str, text: str) -> Domain:
        """The domain with the problem that a text is, where problems are files of their own; only read, not made ready.

        Parameters
        ----------
        source
            The text's name in error messages.
        text
            That of a problem file.

        Raises
        ------
        InputError
            A bad problem; a domain whose problems are no files.
        """
        raise InputError(f"problems of {self.name} are no files of their own", place=Place(source))

    @property
    def whole(self) -> Domain:
        """The problem that this is a part of; itself where it is no part."""
        return self

    @property
    def relations(self) -> Any:
        """Its moves as actions over parameters, an `ActionDomain`; None where `no_relations` says why there are none."""
        return None

    def task_of(self, shape: Shape, start: State, goal: Pattern) -> Any:
        """A problem by relations, a `PlanningTask`: what policies solve.

        Raises
        ------
        InputError
            A domain that is not described by relations, or a start or goal that cannot be told so.
        """
        raise InputError(
            "policies solve problems that are described by relations",
            found=f"{self.name}: {self.no_relations}",
        )

    def grounding_of(self, theory: Theory) -> Any:
        """The arcs of a board as actions over parameters, where macros of these are placed; a `Grounding`.

        Raises
        ------
        InputError
            Moves that are not described by relations, or of which `no_calls` says why they are no actions with objects.
        """
        return _grounding_of(theory)

    def called(self, shape: Shape, arc: Arc) -> Any:
        """The action with its objects that an arc of the board is in every state; None where `no_calls` says why there is none."""
        return None

    def played(self, shape: Shape, state: State, call: Any) -> tuple[str, State]:
        """The move of the board that an action with its objects is in a state, and where it leads.

        Raises
        ------
        InputError
            A domain that is not described by relations.
        """
        raise InputError("no move is an action over parameters", found=self.name)

    def making(self, shape: Shape) -> float:
        """Seconds that it took to make the arcs of a board, where that is long enough to be counted."""
        return 0.0

    def remark(self, shape: Shape) -> str:
        """Remark on how its arcs were made; empty if there is none."""
        return ""

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        """Sizes to learn on, from small to large, for use on boards of a shape."""
        return (shape,)

    def training(self, shape: Shape) -> tuple[tuple[Domain, Shape], ...]:
        """Boards to learn a policy on, from small to large, for use on boards of a shape."""
        return self.of_sizes(self.practice(shape))

    def of_sizes(self, shapes: Iterable[Shape]) -> tuple[tuple[Domain, Shape], ...]:
        """Boards of this domain of several sizes."""
        return tuple((self, one) for one in shapes)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        """A state, or a pattern with open cells, as it is drawn, with what each part of the drawing shows.

        A pattern that the drawing cannot show is drawn as a plain board of cells, which is also the default.
        """
        return board_drawing(pattern, shape, self.blank)

    def place(self, shape: Shape, cell: int) -> str:
        """Name of a cell for people."""
        return f"cell {cell + 1}"

    def usual_goals(self, shape: Shape) -> tuple[Pattern, ...]:
        """Goals that a list of starts without a goal may be for, the domain's own first."""
        return (self.goal(shape),)

    def written(self, shape: Shape, text: str) -> Pattern | None:
        """A state or goal in a notation of the domain's own, such as a cube's turns; None of any other text."""
        return None

    def fault(self, shape: Shape, state: State) -> str | None:
        """Reason why cells are no state of the domain; None for a state."""
        return None

    @classmethod
    def adopts(cls, theory: Theory) -> TheoryDomain | None:
        """The domain of a theory from elsewhere, if the theory has this domain's rules."""
        return None

    def window(self, window: Shape) -> Theory:
        """A window of its boards without any arcs, for drawing, which is done as on boards of that shape."""
        return replace(super().window(window), domain=self)

    def drawing(self, pattern: Pattern, shape: Shape) -> Drawing:
        """A state or pattern as the domain draws it; a pattern that it cannot draw as a plain board of cells."""
        if self.form is not None:
            return Drawing(((Piece(self.form.text(pattern)),),))
        state = ground(pattern)
        if state is not None and self.fault(shape, state):
            return board_drawing(pattern, shape, self.blank)
        return self.sketch(shape, pattern)

    def picture(self, pattern: Pattern, shape: Shape) -> str:
        """The drawing of a state or pattern as lines of text."""
        return self.drawing(pattern, shape).text


@checked
@record
class TheoryDomain(Domain):
    """The domain of a theory of one size of which no more is known.

    Parameters
    ----------
    alone
        The theory.
    own_goals, functor, predicate, form, places
        See `Domain`.
    own_start
        The start that the file gives, if it gives one.
    """

    alone: Theory = field()
    own_goals: tuple[Pattern, ...] = ()
    functor: str = "board"
    predicate: str = "arc/3"
    form: Any = None
    own_start: State | None = None
    places: tuple[Place, ...] | None = field(default=(), compare=False, repr=False)

    reversible = None
    macros_for = "board"
    macros_are = "on one board"

    def __post_init__(self) -> None:
        set_once = object.__setattr__
        set_once(self, "name", self.alone.name)
        set_once(self, "blank", self.alone.blank)
        if self.alone.domain is not None:
            set_once(self, "functor", self.alone.domain.functor)
            set_once(self, "predicate", self.alone.domain.predicate)
            set_once(self, "form", self.alone.domain.form)

    def permutes(self, shape: Shape) -> bool:
        """Whether each symbol occurs exactly once, as the theory says."""
        return self.alone.symbols is not None

    @cached_property
    def _known(self) -> Theory:
        """The theory, which knows a domain."""
        return replace(self.alone, domain=self) if self.alone.domain is None else self.alone

    @property
    def constants(self) -> frozenset[Symbol] | None:
        """The symbols of the arcs."""
        return self.alone.constants

    def of_size(self, shape: Shape) -> Domain:
        """The domain itself, which has one size."""
        return self

    @property
    def in_every_size(self) -> Domain:
        """The theory's own domain, where it has one."""
        return self.alone.domain if isinstance(self.alone.domain, Domain) else self

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        """The arcs; none for other boards."""
        return super().schemas(shape) if shape == self.alone.shape else ()

    def fault(self, shape: Shape, state: State) -> str | None:
        """Reason that the theory's own domain gives."""
        own = self.alone.domain
        return None if own is None else own.fault(shape, state)

    def drawing(self, pattern: Pattern, shape: Shape) -> Drawing:
        """Drawing of a pattern by the theory's own domain."""
        own = self.alone.domain
        return super().drawing(pattern, shape) if own is None else own.drawing(pattern, shape)

    def window(self, window: Shape) -> Theory:
        """The board."""
        return self._known

    def board(self, shape: Shape) -> Theory:
        """The theory."""
        return self._known

    def spell(self, shape: Shape) -> str:
        """Name of the theory."""
        return self.alone.name

    def theory(self, shape: Shape) -> Theory:
        """The theory."""
        return self._known

    def start(self, shape: Shape) -> State | None:
        """The start that the file gives."""
        return self.own_start

    def goal(self, shape: Shape) -> Pattern:
        """The only goal that the file gives."""
        if not self.own_goals:
            return super().goal(shape)
        if len(self.own_goals) > 1:
            raise InputError(
                f"{self.spell(shape)} has {len(self.own_goals)} goals of its own",
                expected="one goal",
                remedy=f"one of them as the goal, such as {self.theory(shape).format(self.own_goals[0])}",
            )
        return self.own_goals[0]

    def goals(self, shape: Shape) -> tuple[Pattern, ...]:
        """Goals that the file gives."""
        return self.own_goals

    def goals_for(self, goal: Pattern) -> tuple[Pattern, ...]:
        """All its goals for `any_goal`, else the goal itself."""
        return self.own_goals if goal == self.any_goal else (goal,)

    @cached_property
    def any_goal(self) -> Pattern | None:
        """The least general pattern that all its goals match; None where it has no several."""
        if len(self.own_goals) < 2:
            return None
        general = generalization(self.own_goals)
        names: Substitution = {one: Var(f"?own {one.name}") for one in variables(general)}
        return substitute(general, names)

    def draw(self, shape: Shape, rng: Random) -> State:
        """Draw a state that can reach the goal."""
        return self.starts(shape, self.goal(shape))(rng)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """Draw start states uniformly."""
        return self.uniform_starts(shape, goal)

    def draws_at_once(self, shape: Shape, goal: Pattern) -> bool:
        """False: a file does not tell whether its starts can be drawn at once."""
        return False


@lru_cache(maxsize=64)
def _board(domain: Domain, shape: Shape) -> Theory:
    symbols: tuple[Symbol, ...] | None = None
    if domain.permutes(shape):
        wanted = set(domain.goal_state(shape))
        symbols = tuple(sorted(wanted, key=rank))
    return Theory(domain.spell(shape), (), shape, domain.blank, symbols, domain=domain)
