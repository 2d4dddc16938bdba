"""An arc: the declarative rule that says what one move is."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from operator import eq, itemgetter
from typing import Any, NamedTuple, TypeAlias

from .checked import checked
from .cost import check_cost
from .errors import InputError, check_name
from .record import record
from .term import Pattern, State, Symbol, Term, Var, canonical, variables

Applier: TypeAlias = Callable[[State], State | None]

UNNAMED = ("arc", "s")
"""Predicates whose arcs are called ``arc`` where nothing names them."""

_IN_NAME = re.compile(r"'(?:[^'\\]|\\.)*'|\b[A-Z]\w*")
"""A quoted atom or a variable in the name of an arc."""

_PLAIN = re.compile(r"[a-z]\w*|\[\]|[-+*/<>=~:.?@#&^]+", re.ASCII)
"""An atom without quotes."""

WIDE = 64
"""Boards of more cells are wide: most arcs look at few of their cells."""


class Way(NamedTuple):
    """A part of an iterated macro-operator that repeats.

    Parameters
    ----------
    arcs
        Primitive arcs of which one or more are taken, each where the one before led.
    end
        Cells with the symbols that they hold where it ends.
    """

    arcs: tuple[Arc, ...]
    end: tuple[tuple[int, Symbol], ...]


@checked
@record
class Arc:
    """A transition rule: where ``before`` matches a state, the move leads to ``after``.

    This is the ``arc(Before, After, Cost)`` of Markov, Russell and Neller (2005) and a PSVN rule.

    Parameters
    ----------
    name
        The move's name, such as ``up``; several arcs may share it.
    before, after
        Patterns of the same length; every variable of ``after`` occurs in ``before``,
        a repeated variable means that the cells are equal.
    cost
        Cost of one use, from 0 to `MOST_COST`.
    steps
        Empty for a primitive arc. A macro-operator lists the primitive arcs it stands for, in order.
    repeats
        Of an iterated macro-operator all that it takes, in order: primitive arcs and ways. Its own patterns are those of its
        last arcs between ways, which ``steps`` lists; see `arcwise.rules.states.walks`.

    Raises
    ------
    InputError
        Patterns of different lengths, a variable only in ``after``, a cost that is none, control characters in the name.
    """

    name: str
    before: Pattern
    after: Pattern
    cost: float = 1
    steps: tuple[Arc, ...] = ()
    repeats: tuple[Arc | Way, ...] = ()

    def __post_init__(self) -> None:
        if len(self.before) != len(self.after):
            raise InputError(
                f"arc {self.name}: before and after differ in length",
                expected=f"{len(self.before)} cell{'s' * (len(self.before) != 1)} in after, as in before",
                found=str(len(self.after)),
            )
        loose = variables(set(self.after).difference(self.before))
        if loose:
            raise InputError(
                f"{self.name}: a variable stands only on the right side of this arc",
                expected="every variable of the right side on the left side too",
                found=(found := ", ".join(sorted(var.name for var in loose))),
                remedy=f"an arc for each value; in a Prolog file a start, or a body that lists the values, such as place({found})",
            )
        self.check()

    def check(self) -> None:
        """Raise InputError for a negative cost, or control characters in the name."""
        check_name(self.name)
        check_cost(f"arc {self.name}", self.cost)

    def between(self, before: Pattern, after: Pattern, steps: tuple[Arc, ...] = ()) -> Arc:
        """Copy of a plain arc that leads from one state or pattern to another; unchecked, as they are made by the million."""
        made = object.__new__(Arc)
        values = {
            "name": self.name,
            "before": before,
            "after": after,
            "cost": self.cost,
            "steps": steps,
            "length": len(steps) or 1,
        }
        object.__setattr__(made, "__dict__", values)
        return made

    def __getstate__(self) -> dict[str, object]:
        # The compiled function cannot be pickled, and is made again where it is wanted.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def is_macro(self) -> bool:
        """Whether this is a macro-operator."""
        return bool(self.steps)

    @property
    def plain(self) -> bool:
        """Whether ``after`` is the whole effect of the arc: it has no conditional effects and no derived cells."""
        return True

    @property
    def primitives(self) -> tuple[Arc, ...]:
        """The one-move arcs this arc stands for: itself, or the steps of a macro."""
        return self.steps or (self,)

    @cached_property
    def length(self) -> int:
        """Number of primitive moves of one use."""
        return len(self.primitives)

    @property
    def size(self) -> int:
        """The number of cells of a state."""
        return len(self.before)

    @cached_property
    def conditions(
        self,
    ) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
        """Requirements of ``before``: (cell, constant) pairs, and pairs of cells that must be equal."""
        return _conditions(self.before)

    def is_applicable(self, state: State) -> bool:
        """Whether ``before`` matches a state; unchecked, and nothing is kept to make a second call faster."""
        constants, equal = _conditions(self.before)
        return all(state[cell] == symbol for cell, symbol in constants) and all(
            state[one] == state[other] for one, other in equal
        )

    @cached_property
    def asked(self) -> Mapping[int, Symbol]:
        """The symbols that cells must hold."""
        return dict(self.conditions[0])

    @cached_property
    def made(self) -> Mapping[int, Any]:
        """New contents of the cells that change: a symbol, or a variable for the symbol of another cell."""
        return dict(self.effects)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols in ``before`` and ``after``, in their order."""
        return tuple(term for term in (*self.before, *self.after) if not isinstance(term, Var))

    @property
    def effects(self) -> tuple[tuple[int, Term], ...]:
        """The cells that the arc may change, and what they hold then: a symbol, or what a variable of ``before`` stood for."""
        return tuple((cell, self.after[cell]) for cell in self.changed)

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The cells whose symbol the arc may change."""
        before, after = self.before, self.after
        return tuple([cell for cell, same in enumerate(map(eq, before, after)) if not same])

    @property
    def swap(self) -> tuple[Symbol, int, int] | None:
        """The only symbol that the arc requires, if it changes places with a variable: with its cells before and after."""
        constants, equal = self.conditions
        if len(constants) != 1 or equal or len(self.changed) != 2:
            return None
        ((cell, symbol),), (one, other) = constants, self.changed
        to = other if cell == one else one
        swapped = self.after[to] == symbol and self.after[cell] == self.before[to]
        return (symbol, cell, to) if swapped and cell in (one, other) else None

    @cached_property
    def canonical(self) -> tuple[Pattern, Pattern]:
        """Both patterns with standard variable names: equal exactly for the same rule."""
        before, after = canonical(self.before, self.after)
        return before, after

    def applier(self, tests: Sequence[tuple[int, Symbol]]) -> Applier:
        """Function that applies an arc that is not plain, if only some tests are left to be made."""
        raise NotImplementedError

    @property
    def always(self) -> Arc:
        """The arc without conditional effects and derived cells: itself."""
        return self

    def case(self, state: State) -> Arc:
        """A plain arc with the same effect in a given state: the arc itself."""
        return self

    def named(self, state: Pattern) -> str:
        """Name of one use: in a Prolog arc's name, such as ``walk(A,kitchen)``, a variable becomes the symbol of the state."""
        places = self._named_cells
        if not places:
            return self.name
        return _IN_NAME.sub(
            lambda found: _quoted(state[places[found[0]]]) if found[0] in places else found[0],
            self.name,
        )

    @cached_property
    def _named_cells(self) -> Mapping[str, int]:
        """The first cell of each variable that may stand in the name."""
        if "(" not in self.name or self.name.islower():
            return {}
        cells = list(enumerate(self.canonical[0]))[::-1]
        return {term.name: cell for cell, term in cells if isinstance(term, Var)}

    @cached_property
    def apply(self) -> Applier:
        """A function from a state to its successor, or to None where ``before`` does not match."""
        return compile_arc(self)

    def inverse(self) -> Arc | None:
        """The arc that undoes this one, or None where ``after`` forgets a symbol of ``before``."""
        if set(variables(self.before)) != set(variables(self.after)):
            return None
        undone = tuple(step.inverse() for step in reversed(self.steps))
        steps = tuple(step for step in undone if step is not None)
        if len(steps) != len(undone):
            return None
        return self.between(self.after, self.before, steps)

    @property
    def label(self) -> str:
        """Name and cost, to stand under a picture."""
        return f"{self.name}, cost {self.cost:g}"

    def __str__(self) -> str:
        def row(pattern: Pattern) -> str:
            return " ".join(str(term) for term in pattern)

        return f"{self.name}: {row(self.before)} -> {row(self.after)}, cost {self.cost}"


def _quoted(term: Term) -> str:
    """A symbol as Prolog writes it, a variable as its name."""
    if not isinstance(term, str) or _PLAIN.fullmatch(term):
        return str(term)
    escaped = term.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def names_along(steps: Iterable[Any], state: Pattern) -> list[str]:
    """Names of the uses of primitive operators one after the other, from a state or a pattern on."""
    names: list[str] = []
    now: Any = state
    for step in steps:
        names.append(step.name if now is None or not isinstance(step, Arc) else step.named(now))
        now = step.apply(now) if now is not None and isinstance(step, Arc) else None
    return names


def replace_arc(arc: Arc, **changes: object) -> Arc:
    """A plain arc with the given fields changed, whatever kind of arc it is made from."""
    values: dict[str, Any] = {field.name: getattr(arc, field.name) for field in fields(Arc)}
    return Arc(**values | changes)


def compile_arc(arc: Arc, known: Container[int] = ()) -> Applier:
    """Turn an arc into a function on states.

    Parameters
    ----------
    arc
        The arc.
    known
        Cells whose constants the caller has tested already.
    """
    tests, equal = arc.conditions
    remaining = tuple(test for test in tests if test[0] not in known)
    if not arc.plain:
        return arc.applier(remaining)
    if arc.size > WIDE:
        return _compile_wide(arc, remaining, equal)
    where: dict[Term, int] = {}
    for cell, term in enumerate(arc.before):
        where.setdefault(term, cell)
    new: tuple[Symbol, ...] = tuple(
        dict.fromkeys(t for t in arc.after if not isinstance(t, Var) and t not in where)
    )
    for offset, symbol in enumerate(new):
        where[symbol] = len(arc.before) + offset
    sources = [where[term] for term in arc.after]
    pick: Callable[[State], State]
    if len(sources) > 1:
        pick = itemgetter(*sources)
    else:  # itemgetter returns a tuple only for two cells or more

        def pick(cells: State) -> State:
            return tuple(cells[source] for source in sources)

    if not remaining and not equal and not new:
        return pick

    def apply(state: State) -> State | None:
        for cell, symbol in remaining:
            if state[cell] != symbol:
                return None
        for one, other in equal:
            if state[one] != state[other]:
                return None
        return pick(state + new)

    return apply


def _compile_wide(
    arc: Arc, tests: tuple[tuple[int, Symbol], ...], equal: tuple[tuple[int, int], ...]
) -> Applier:
    """Function that applies an arc on a wide board; it holds only the cells that the arc tests or changes."""
    effects = arc.effects
    made = tuple((cell, term) for cell, term in effects if not isinstance(term, Var))
    moved = tuple((cell, arc.before.index(term)) for cell, term in effects if isinstance(term, Var))

    def apply(state: State) -> State | None:
        for cell, symbol in tests:
            if state[cell] != symbol:
                return None
        for one, other in equal:
            if state[one] != state[other]:
                return None
        cells = list(state)
        for cell, source in moved:
            cells[cell] = state[source]
        for cell, symbol in made:
            cells[cell] = symbol
        return tuple(cells)

    return apply


def _conditions(
    pattern: Pattern,
) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
    """Requirements of a pattern: (cell, constant) pairs, and pairs of cells that must be equal."""
    constants: list[tuple[int, Symbol]] = []
    equal: list[tuple[int, int]] = []
    first: dict[Var, int] = {}
    for cell, term in enumerate(pattern):
        if not isinstance(term, Var):
            constants.append((cell, term))
        elif term in first:
            equal.append((first[term], cell))
        else:
            first[term] = cell
    return tuple(constants), tuple(equal)
