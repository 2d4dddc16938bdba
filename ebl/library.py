"""A library of macro-operators: ordered, without duplicates, each refusal with its reason.

In this file:

- Macros at their places on one board, as the arcs that a search tries.
- Symmetric macros: what a macro becomes under the symmetries of its domain's geometry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, cast

from ..rules.arc import Arc, replace_arc
from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError, Place
from ..rules.geometry import Shape, Symmetry
from ..rules.later import Later
from ..rules.schema import Schema
from ..rules.states.traps import NO_TRAPS, Traps
from ..rules.term import Pattern, State, Var, ground, instance
from ..rules.text.words import amount, counted
from ..rules.theory import Theory
from ..rules.view import Viewed
from ..search.climbing.macro_table import table_goal
from ..search.climbing.ordered import OrderedGoal, ordered_goal
from ..search.macros import KEPT, LiftedProblem, ManyParts, SameObject
from ..search.orders import GIVEN, Order
from .explanation import explain
from .generalize import macro_of
from .macro import Image, Macro
from .rule import Admission as Admission
from .rule import FileHead, Library, Rule

if TYPE_CHECKING:
    from ..search.climbing.climber import Climber
    from ..search.problem import Problem

_for_domain = Later("ebl.files.macro_file", "read_again")
_check = Later("experiments.checking", "check_library")
_traps_in = Later("ebl.traps", "traps_in")


def policy_error(place: Place | None = None) -> InputError:
    """The refusal of a policy, of a file if it is known, where a search asks for macros.

    Parameters
    ----------
    place
        The file.
    """
    problem = "BOARD (or DOMAIN.pddl PROBLEM.pddl)"
    return InputError(
        "a policy is followed, no search uses its rules",
        place=place,
        expected="other macros",
        remedy=f"arcwise solve {problem} --macros {place or 'POLICY.pl'} --algorithm climb",
    )


@lru_cache(maxsize=KEPT)
def placed_macros(macros: ManyParts, theory: SameObject) -> tuple[Arc, ...]:
    """The operators of a library, behind its domain, at every place of a board."""
    domain, *operators = macros.parts
    return tuple(domain.one.instances(operators, theory.one))


@checked
class MacroLibrary(Viewed, Library[Macro]):
    """Macro-operators and traps of a domain in order.

    Parameters
    ----------
    domain
        Of what the macros are made: a domain, of which they are for boards of every size, or for all problems; the
        macros of one board are of a `TheoryDomain`.
    macros
        Macros and traps to admit at once.
    shape
        The boards that the macros were last learned on.
    order
        The order of subgoals that they are meant for.
    closed
        Whether a macro that is added brings along its images under the symmetries of the domain's geometry. The first
        ``macros`` are taken as they are; see `close`.
    precedences
        Of a policy: which goals must be reached before which.
    table
        Whether the macros are the entries of a macro table: each is used only where it brings a symbol home, after those of
        the cells before.

    Attributes
    ----------
    own_domain
        Whether its domain is made of the moves in its file, as that was read without the domain. Where such a library is
        used, it is read again for the domain.
    """

    _view = Later("ebl.views", "library_view")

    def __init__(
        self,
        domain: Domain,
        macros: Iterable[Rule] = (),
        *,
        shape: Shape | None = None,
        order: Order = GIVEN,
        closed: bool = False,
        precedences: Iterable[Any] = (),
        table: bool = False,
    ) -> None:
        self.domain = domain
        self.own_domain = False
        self.table = table
        self.order = order
        self._closed: bool | None = False
        self.shape = shape
        self.precedences: dict[Any, None] = dict.fromkeys(precedences)
        super().__init__(cast(Iterable[Macro], macros))
        self.closed = closed and bool(domain.geometry.symmetries)

    @property
    def closed(self) -> bool:
        """Whether a macro that is added brings along its images; of a part of a library looked up when it is first asked for."""
        if self._closed is None:
            self._closed = self.is_closed
        return self._closed

    @closed.setter
    def closed(self, closed: bool) -> None:
        self._closed = closed

    @property
    def notation(self) -> str:
        return self.domain.macros_for

    @property
    def macros(self) -> tuple[Macro, ...]:
        """The rules that are steps of a search, in order."""
        return tuple(one for one in self if not one.leaves_out)

    @property
    def traps(self) -> tuple[Any, ...]:
        """The rules that say which states searches leave out, in order: each a `TrapRule`."""
        return tuple(one for one in self if one.leaves_out)

    @property
    def kinds(self) -> dict[str, tuple[Macro, ...]]:
        plain = tuple(macro for macro in self.macros if not macro.iterated)
        iterated = tuple(macro for macro in self.macros if macro.iterated)
        found = {"macros": plain, "iterated": iterated, "traps": self.traps}
        return {kind: rules for kind, rules in found.items() if rules}

    @property
    def only_traps(self) -> bool:
        """Whether it holds traps and no macros: these are for boards of every size, whatever the domain."""
        return len(self) > 0 and all(one.leaves_out for one in self)

    def counted(self, rules: Iterable[Rule]) -> str:
        kinds = [one.leaves_out for one in rules]
        traps, macros = kinds.count(True), kinds.count(False)
        words = [counted(macros, "macro")] if macros or not traps else []
        return " and ".join([*words, *([counted(traps, "trap")] if traps else [])])

    @property
    def head(self) -> FileHead:
        return replace(super().head, table=self.table)

    @property
    def home(self) -> Domain:
        return self.domain

    def for_domain(self, domain: Domain, shape: Shape) -> MacroLibrary:
        found: MacroLibrary = _for_domain(self, domain, shape) if self.own_domain else self
        return found

    def explain(self, width: int = 80) -> str:
        """Explanation of each macro in words; see `Macro.explain`.

        Parameters
        ----------
        width
            Characters of a line.
        """
        return self.view().text(width)

    def check(self, board: Any = None, **options: Any) -> Any:
        """Whether the macros solve every problem of a board without search.

        Parameters
        ----------
        board
            As for `arcwise.open_source`: ``"sliding-tile:5x5"``; the board that the macros were last learned on if None.
        options
            As for `check_library` in `arcwise.experiments`: a goal, ``every_goal``, ``every_size``, samples and seed.

        Raises
        ------
        InputError
            A board that the macros are not for.
        """
        return _check(self, board, **options)

    def primitives(self, shape: Shape) -> Theory:
        """The primitive arcs on boards of a shape."""
        return self.domain.theory(shape).without_macros()

    @property
    def schemas(self) -> tuple[Schema, ...]:
        """The macros as operators on windows, in order: what climbing takes.

        Raises
        ------
        InputError
            Macros over parameters.
        """
        return tuple(macro.schema for macro in self.macros)

    def schemas_of(self, domain: Domain) -> tuple[Schema, ...]:
        """Schemas for climbing on the boards of a domain; for macros over parameters all instances in its problem."""
        macros = self.macros
        return self.domain.schemas_of([one.operator for one in macros], domain) if macros else ()

    def part_of(self, domain: Domain) -> Domain:
        """Part of a problem that entangled actions among the macros leave; the domain itself if there are none."""
        return domain.entangled_by([macro.operator for macro in self.macros])

    def climber(
        self,
        shape: Shape,
        domain: Domain | None = None,
        goal: Pattern | None = None,
        *,
        select: str = "first",
    ) -> Climber:
        """Climber with the macros on boards of a domain, their own if None; other arguments as for `Climber`.

        Raises
        ------
        InputError
            Another board than that of a macro table, or a goal with the blank elsewhere.
        """
        from ..search.climbing.climber import Climber

        domain = domain or self.domain
        self.check_size(domain, shape)
        goal = self._table_goal(domain, shape, goal)
        schemas = self.schemas_of(domain)
        return Climber(domain, shape, schemas, goal, order=self.order, select=select)

    def _table_goal(self, domain: Domain, shape: Shape, goal: Pattern | None) -> Pattern | None:
        """The goal to use the macros for: of a macro table its own, where none is given.

        Raises
        ------
        InputError
            A goal whose blank is elsewhere than the table brings it first.
        """
        if not self.table or isinstance(self.order, str):
            return goal
        own = table_goal(domain, shape, self.order)
        if goal is None:
            return own
        if own.count(domain.blank) == 1 and goal[self.order[0]] != domain.blank:
            raise InputError(
                "this macro table is for other goals",
                expected=f"the blank in cell {self.order[0] + 1}, which the table fills first",
                found=domain.board(shape).format(goal),
            )
        return goal

    def check_size(self, domain: Domain, shape: Shape) -> None:
        """Refuse boards of another domain, and of another shape where the order of subgoals is one of cells.

        Raises
        ------
        InputError
            Another domain, or another shape than that on which the macros were learned.
        """
        self._check_domain(domain, shape)
        own = self.shape
        if (
            not self.only_traps
            and not isinstance(self.order, str)
            and own is not None
            and own != shape
        ):
            if self.table:
                raise InputError(
                    f"this is a macro table for {self.domain.spell(own)}, and holds for that size only",
                    found=domain.spell(shape),
                    remedy=f"arcwise learn {domain.spell(shape)} --learner macro-table -o FILE",
                )
            raise InputError(
                "these macros have the order of subgoals of another board",
                expected=self.domain.spell(own),
                found=domain.spell(shape),
            )

    def _check_domain(self, domain: Domain, shape: Shape) -> None:
        own = self.domain
        if (
            self.only_traps
            or own.macros_for == "parameters"
            or own.in_every_size == domain.in_every_size
        ):
            return
        if own.alone is None or own.theory(shape) != domain.theory(shape):
            raise InputError(
                "these macros are for another domain",
                expected=own.name if own.alone is None else f"the board {own.name}",
                found=domain.spell(shape),
            )

    @property
    def policy(self) -> Any:
        """The macros that are rules of a policy, a `LiftedPolicy`; None where there are none."""
        rules = [(one.action_schema, one.purpose) for one in self if one.purpose is not None]
        return self.domain.policy_of(rules, self.precedences) if rules else None

    def board(self, macro: Macro) -> Theory:
        """The board, or the window of boards, that a macro is drawn on."""
        return self.domain.window(macro.window)

    def arcs(self, theory: Theory, goal: Pattern | None = None) -> tuple[Arc, ...]:
        """The macros that fit a board, at every place, as arcs with steps: what searches take.

        Parameters
        ----------
        theory
            The board.
        goal
            For macro tables, whose entries get the conditions of their cells; the domain's own if None.

        Raises
        ------
        InputError
            Too many places, a macro table for a goal that is not a single state, or the rules of a policy.
        """
        if self.policy is not None:
            raise policy_error()
        self._check_domain(domain_of(theory), theory.shape)
        macros = self.macros
        if not macros:
            return ()
        if not self.table:
            return placed_macros(
                ManyParts((SameObject(self.domain), *(macro.operator for macro in macros))),
                SameObject(theory),
            )
        self.check_size(self.domain, theory.shape)
        entries = self.domain.fitting(self.schemas, theory.shape)
        goal = self._table_goal(self.domain, theory.shape, goal)
        wanted = None if goal is None else ground(goal)
        if goal is not None and wanted is None:
            raise InputError("a macro table needs a goal that is a single state")
        order = ordered_goal(self.domain, theory.shape, wanted, order=self.order)
        return tuple(table_arcs(order, self.domain, theory.shape, entries))

    def traps_in(self, problem: Problem | LiftedProblem) -> Traps:
        """Patterns of the traps in a problem, which searches leave out."""
        rules = self.traps
        if not rules:
            return NO_TRAPS
        found: Traps = _traps_in(rules, problem)
        return found

    def add(self, rule: Macro) -> Admission:
        closed = self.closed
        admission = super().add(rule)
        if rule.leaves_out or not (admission.accepted and closed):
            return admission
        return replace(admission, images=self._add_images(rule))

    def _add_images(self, macro: Macro) -> tuple[Macro, ...]:
        added = []
        for found in images(self.domain, macro):
            if self.admit(found).accepted:
                added.append(found.renamed(self.next_name()))
                self.put(added[-1])
        return tuple(added)

    @property
    def is_closed(self) -> bool:
        """Whether the images of all macros under the symmetries of the geometry are here."""
        return bool(self.domain.geometry.symmetries) and not any(
            self.admit(found).accepted
            for macro in self._learned()
            for found in images(self.domain, macro)
        )

    def _learned(self) -> tuple[Macro, ...]:
        """Macros that are no image of another one here.

        The symmetries are a group, so that images of images are images of these.
        """
        macros = self.macros
        names = {macro.name for macro in macros}
        return tuple(one for one in macros if one.image is None or one.image.of not in names)

    def close(self) -> None:
        """Close the library under the symmetries of its geometry: now, and whenever a macro is added."""
        self.closed = bool(self.domain.geometry.symmetries)
        for macro in self._learned():
            self._add_images(macro)

    def admit(self, rule: Macro) -> Admission:
        """Whether the library would take a rule.

        Refused are a macro that does nothing, one that is a single move, and one whose rule is there already at the same
        cost or cheaper; a cheaper one takes the dearer one's place. A rule of a policy may be a single move, and takes the
        place of the same rule with another way to see to its conditions. Of a trap that is there already the second is refused.
        """
        if rule.leaves_out:
            known = self._rules.get(rule.canonical)
            reason = rule.worth if known is None else f"same rule as {known.name}"
            return Admission(rule, known is None, reason, known=known)
        if rule.does_nothing:
            return Admission(rule, False, "does nothing: it ends where it began")
        present = self._rules.get(rule.canonical)
        if rule.purpose is not None and present is not None:
            if rule.purpose == present.purpose:
                return Admission(rule, False, f"same rule as {present.name}")
            return Admission(rule, True, f"{present.name} sees to more", replaced=present)
        single = self.domain.move_like(rule.operator)
        if single is not None and rule.purpose is None:
            return Admission(rule, False, f"is the single move {single}")
        if present is None:
            return Admission(rule, True, "new")
        if rule.cost < present.cost:
            reason = f"same rule as {present.name}, at cost {amount(rule.cost)} instead of {amount(present.cost)}"
            return Admission(rule, True, reason, replaced=present)
        return Admission(
            rule, False, f"same rule as {present.name}, which costs {amount(present.cost)}"
        )

    def _with(self, rules: Iterable[Macro]) -> Self:
        library = super()._with(rules)
        library.precedences = dict(self.precedences)
        # To look all images up takes longer than most searches, and most parts of a library are only searched with.
        library._closed = None if self.closed and len(library) != len(self) else self.closed
        return library

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self.domain.name, self.table, self.order, self.closed, self.precedences) == (
            other.domain.name,
            other.table,
            other.order,
            other.closed,
            other.precedences,
        ) and list(self) == list(other)

    __hash__ = None  # mutable


def table_arcs(
    goal: OrderedGoal, domain: Domain, shape: Shape, schemas: Sequence[Schema]
) -> list[Arc]:
    """The entries of a macro table as arcs of the board, each only for the states that it was made for.

    The explanation of an entry needs its symbol in its place and the cells before it filled; with these conditions
    regressed into ``before``, an entry matches only states in which it fills its cell.
    """
    return [
        arc
        for schema in schemas
        for place in domain.geometry.places(schema.window, shape)
        for arc in _entry(goal, domain, shape, schema, place)
    ]


def _entry(
    goal: OrderedGoal, domain: Domain, shape: Shape, schema: Schema, place: int
) -> Iterator[Arc]:
    """Entry of a macro table that a schema placed on a board makes; nothing if it makes none."""
    cells = domain.geometry.cells(schema.window, place, shape)
    assert cells is not None
    journeys = {cells[start]: cells[end] for start, end in schema.journeys.items()}
    lowest = min(goal.rank[cells[cell]] for cell in schema.arc.changed)
    target = goal.order[lowest] if lowest < len(goal.order) else -1
    sources = [start for start, end in journeys.items() if end == target]
    if not sources:
        return
    arc = schema.placed(cells, len(goal.goal))
    bound = {arc.before[cell]: goal.goal[cell] for cell in goal.order[:lowest]}
    bound[arc.before[sources[0]]] = goal.goal[target]
    before = tuple(bound.get(t, t) if isinstance(t, Var) else t for t in arc.before)
    constants = [term for term in before if not isinstance(term, Var)]
    if domain.permutes(shape) and len(set(constants)) < len(constants):
        return  # no state has a symbol twice, such as a blank at home and elsewhere
    after = tuple(bound.get(t, t) if isinstance(t, Var) else t for t in arc.after)
    yield replace_arc(arc, before=before, after=after)


def image(domain: Domain, macro: Macro, symmetry: Symmetry, name: str) -> Macro | None:
    """Image of a macro on windows under a symmetry.

    It is composed of the images of its steps, and what it asks for and does is found from these by regression, so that
    it holds for the same reason as any other macro.

    Parameters
    ----------
    domain, macro
        The macro, and of what.
    symmetry
        One of the geometry's.
    name
        Its name.

    Returns
    -------
    None where some step becomes no move of the domain, or the macro becomes itself.
    """
    schema = macro.schema
    moves = domain.image(schema, symmetry)
    if not moves:
        return None
    window = symmetry.shape(schema.window)
    size = window[0] * window[1]
    arcs = []
    for move, place in moves:
        cells = domain.geometry.cells(move.window, place, window)
        assert cells is not None
        arcs.append(move.on_board(cells, size))
    known = macro.explanation
    example: State = instance(schema.arc.before) if known is None else known.start
    start = symmetry.moved(example, schema.window)
    explanation = explain(start, arcs, domain.window(window))
    found = macro_of(explanation, window, moves, name, macro.origin)
    if found.canonical == macro.canonical:
        return None
    return replace(
        found,
        explanation=None if known is None else found.explanation,
        image=Image(macro.name, symmetry),
    )


def images(domain: Domain, macro: Macro) -> Iterator[Macro]:
    """All that a macro becomes under the symmetries of its domain's geometry, each once, all of its own name.

    A macro that asks for symbols by name has none: its image would ask for the same symbols in cells in which the goal wants
    others.
    """
    if not domain.geometry.symmetries:
        return
    constants, _ = macro.arc.conditions
    if any(symbol != domain.blank for _, symbol in constants):
        return
    known = {macro.canonical}
    for symmetry in domain.geometry.symmetries:
        found = image(domain, macro, symmetry, macro.name)
        if found is not None and found.canonical not in known:
            known.add(found.canonical)
            yield found
