"""Macros on boards as facts in Prolog: on windows for boards of every size, and for one board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Self

from ...rules.arc import Arc
from ...rules.cost import MOST_COST, total_cost
from ...rules.domain import Domain, TheoryDomain
from ...rules.domains.domain_table import read_built_in
from ...rules.errors import InputError, Place
from ...rules.geometry import Shape
from ...rules.prolog.reader import Clause
from ...rules.prolog.steps import MODULE, STEPS
from ...rules.prolog.theory_file import (
    FileFacts,
    board_facts,
    pattern_of_term,
    read_facts,
    state_of_term,
)
from ...rules.prolog.writer import (
    arc_clause,
    functor_of,
    pattern_text,
    predicate_of,
    rule_texts,
    step_clause,
    write_term,
)
from ...rules.schema import Schema
from ...rules.term import Compound, PrologTerm, State, canonical, instance
from ...rules.theory import Theory
from ..explanation import explain
from ..generalize import macro_of
from ..library import MacroLibrary, image
from ..macro import Image, Macro
from .notation import RuleEntry, Wanted, declared, fact_text, facts, holds_traps_alone
from .operators import FACTS, FileStep, OperatorNotation, wrong_cost

OF_WINDOWS = {"move_cost": 1, "macro_image": 3}
"""Further facts of macros for boards of every size."""

WINDOW = "window"
"""The functor of what stands in a window."""


class OnWindows(OperatorNotation[Schema]):
    """Macros on windows, which lie on boards of every size.

    Parameters
    ----------
    library
        The library to write, or to read into.
    said
        The domain that a file names, whose moves may cost something else; None for that of the library.
    """

    functor: str = WINDOW
    about = (*OperatorNotation.about, "macro_image/3")

    def __init__(self, library: MacroLibrary, said: Domain | None = None) -> None:
        super().__init__(library)
        self._said = said or library.domain
        self._placed: dict[object, tuple[tuple[Schema, int], Arc]] = {}
        self._windows: dict[Shape, Theory] = {}

    def comments(self) -> list[str]:
        domain, shape = self.library.domain, self._shape
        # A window that is the whole board, such as a cube, lies on no other.
        whole = all(move.window == shape for move in domain.schemas(shape))
        boards = f"for {domain.spell(shape)}" if whole else "for boards of every size"
        return [f"% They are rules on windows, {boards}."]

    @property
    def _shape(self) -> Shape:
        """The boards that the macros were learned on.

        Raises
        ------
        InputError
            It is not known.
        """
        shape = self.library.shape
        if shape is None:
            raise InputError("it is not known on which boards these macros were learned")
        return shape

    def head(self) -> list[str]:
        domain, shape = self.library.domain, self._shape
        # Where moves cost nothing, that is not said: 0 would be no cost to make them with.
        cost = next((move.cost for move in domain.schemas(shape)), 1) or 1
        return [
            *declared(FACTS | OF_WINDOWS),
            fact_text("macro_domain", domain.spell(shape)),
            *([fact_text("move_cost", cost)] if cost != 1 else []),
        ]

    def rule(self, operator: Schema) -> str:
        rows, columns = operator.window
        sides = ", ".join(rule_texts(*operator.arc.canonical, self.functor))
        return f"{WINDOW}({rows},{columns}), {sides}, {write_term(operator.cost)}"

    def agrees(self, stated: Schema, macro: Macro) -> bool:
        return macro.arc.canonical == stated.arc.canonical

    def steps(self, macro: Macro) -> list[tuple[Schema, PrologTerm]]:
        return [(move, place + 1) for move, place in macro.steps]

    def example(self, macro: Macro) -> str:
        if macro.explanation is None:
            return ""
        pair = (macro.explanation.start, macro.explanation.goal)
        return ", ".join(pattern_text(state, self.functor) for state in pair)

    def others(self, macro: Macro) -> list[str]:
        """The fact that it is the image of another macro, if that one comes before it."""
        known = (one.name for one in takewhile(lambda one: one is not macro, self.library))
        if macro.image is None or macro.image.of not in known:
            return []
        return [fact_text("macro_image", macro.name, macro.image.of, macro.image.symmetry.name)]

    @classmethod
    def of_file(cls, clauses: Sequence[Clause], named: Clause, asked: Wanted) -> Self:
        any_board = holds_traps_alone(clauses)
        own, learned_on = _built_in_named(named, _move_cost(clauses), any_board)
        domain = asked.home
        if any_board and domain is not None and _same_moves(domain, own):
            return cls(MacroLibrary(domain, shape=asked.shape or learned_on), own)
        if domain is not None and (domain.alone, domain.name, domain.spell(learned_on)) != (
            None,
            own.name,
            own.spell(learned_on),
        ):
            alone = domain.alone is not None and domain.name == own.spell(learned_on)
            raise InputError(
                f"these macros are {own.macros_are}, for boards of every size"
                if alone
                else "these macros are for another domain",
                place=named.place,
                expected=f"macros for {_wanted(domain, learned_on)}{' alone' if alone else ''}",
                found=own.spell(learned_on),
                remedy="practice, which adds to them: learn without examples" if alone else "",
            )
        return cls(MacroLibrary(domain or own, shape=learned_on), own)

    @classmethod
    def operator(cls, name: str, arguments: Sequence[PrologTerm], place: Place) -> Schema:
        over, *sides, cost = arguments
        size = over.args if isinstance(over, Compound) and over.functor == WINDOW else ()
        rows, columns = size if len(size) == 2 else (None, None)
        if not (isinstance(rows, int) and isinstance(columns, int) and min(rows, columns) > 0):
            raise InputError("bad window", expected="rows and columns of 1 or more")
        if not isinstance(cost, int | float) or isinstance(cost, bool):
            raise InputError("bad cost", expected="a number of 0 or more", found=write_term(cost))
        was, becomes = (pattern_of_term(state, single=rows == columns == 1)[1] for state in sides)
        before, after = canonical(was, becomes)
        arc = Arc(name, before, after, cost)
        if len(was) != rows * columns:
            raise InputError(
                "its rule does not fit its window",
                expected=f"{rows * columns} cells",
                found=str(len(was)),
            )
        return Schema(arc, (rows, columns))

    def composed(
        self, entry: RuleEntry, stated: Schema, steps: Sequence[FileStep[Schema]]
    ) -> Macro:
        window = stated.window
        moves, arcs = [], []
        for step in steps:
            key = (id(step.move), step.where, window)
            known = self._placed.get(key)
            if known is None:
                known = self._placed[key] = self._place(step, window)
            moves.append(known[0])
            arcs.append(known[1])
        pair = _example(entry, len(stated.arc.before))
        start = instance(stated.arc.before) if pair is None else pair[0]
        board = self._windows.get(window)
        if board is None:
            board = self._windows[window] = self.library.domain.window(window)
        explanation = explain(start, arcs, board)
        return macro_of(explanation, window, tuple(moves), entry.name, entry.origin)

    def _place(self, step: FileStep[Schema], window: Shape) -> tuple[tuple[Schema, int], Arc]:
        """A step as the domain's own move at its place, and as an arc of the window."""
        domain = self.library.domain
        if not isinstance(step.where, int):
            raise InputError(
                "bad step", expected="step(Move, Number, Place)", found=write_term(step.item)
            )
        move = domain.own_move(step.move, window)
        if move is None:
            raise InputError(f"{write_term(step.item)} is no move of {domain.name}")
        own = self._said.own_move(step.move, window)
        if step.move.cost not in (move.cost, move.cost if own is None else own.cost):
            raise wrong_cost(step.move.name, move.cost if own is None else own.cost, step.move.cost)
        cells = domain.geometry.cells(move.window, step.where - 1, window)
        if cells is None:
            raise InputError(f"step {move.name} does not fit its window at cell {step.where}")
        return (move, step.where - 1), move.on_board(cells, window[0] * window[1])

    def costs(
        self, stated: Schema, steps: Sequence[FileStep[Schema]], macro: Macro
    ) -> tuple[float, float]:
        return total_cost([step.move.cost for step in steps]), stated.cost

    def exemplified(self, entry: RuleEntry, macro: Macro) -> Macro:
        pair = _example(entry, len(macro.arc.before))
        found = self._image(entry, macro)
        if pair is None:
            return replace(macro, image=found, explanation=None)
        if macro.explanation is None or macro.explanation.goal != pair[1]:
            raise InputError("its steps do not lead from its example's start to its goal")
        return macro if found is None else replace(macro, image=found)

    def _image(self, entry: RuleEntry, macro: Macro) -> Image | None:
        """The macro whose image this one is by the file; None if it is no image."""
        said = entry.last("macro_image")
        if said is None:
            return None
        of, name = map(str, said[1])
        symmetries = self.library.domain.geometry.symmetries
        symmetry = next((one for one in symmetries if one.name == name), None)
        whole = next((one for one in self.library if one.name == of), None)
        if whole is None:
            return None  # somebody took it out, and a macro is proved by its own steps
        found = symmetry and image(self.library.domain, whole, symmetry, macro.name)
        if not found or symmetry is None or found.canonical != macro.canonical:
            raise InputError(
                "it is not the image that the file says it is",
                place=said[0].place,
                expected="a macro, and a symmetry of the geometry that makes this one of it",
                found=f"{of} {name}",
            )
        return Image(of, symmetry)


class OnBoard(OnWindows):
    """Macros of one board, which are moves of the program that they were learned from too.

    Parameters
    ----------
    library
        The library to write, or to read into.
    said
        As for `OnWindows`.
    clauses
        Of what is read, the program's moves, each by the name of the macro that it must be.
    """

    def __init__(
        self,
        library: MacroLibrary,
        said: Domain | None = None,
        clauses: Mapping[str, Arc] | None = None,
    ) -> None:
        super().__init__(library, said)
        self._theory = library.domain.theory(library.shape or (1, 1))
        self.functor = functor_of(self._theory)
        self._clauses = clauses or {}

    def comments(self) -> list[str]:
        return [
            "% Consult this file before the program, and the macros are tried first; after it, last. If the program is a",
            "% module, put them into that: module:consult('this file').",
        ]

    def head(self) -> list[str]:
        return [
            *declared(FACTS, *dict.fromkeys((STEPS[0], predicate_of(self._theory)))),
            fact_text("macro_domain", Compound("board", (self.library.domain.name,))),
            *board_facts(self._theory, MODULE),
        ]

    def others(self, macro: Macro) -> list[str]:
        """The macro as a clause of arc/3, and of the program's own predicate if that is another."""
        before, after = macro.arc.canonical
        clauses = [arc_clause(before, after, macro.cost, self._theory)]
        predicate = predicate_of(self._theory)
        if predicate != STEPS[0]:
            name, size = predicate.split("/")
            cost = macro.cost if size == "3" else None
            clauses.append(step_clause(name, before, after, cost, self._theory))
        return clauses

    @classmethod
    def of_file(cls, clauses: Sequence[Clause], named: Clause, asked: Wanted) -> Self:
        board = read_facts(clauses, named.place.source)
        moves, domain = cls.moves_of(clauses), asked.home
        said = _said_theory(board, [move.arc for move in moves.values()])
        if domain is not None and holds_traps_alone(clauses) and domain.name == board.name:
            return cls(MacroLibrary(domain, shape=asked.shape))
        if domain is None:
            domain = TheoryDomain(said or board.theory(tuple(move.arc for move in moves.values())))
        elif asked.shape is not None:
            domain = domain.of_size(asked.shape)
        own = domain.alone
        if own is None:
            raise InputError(
                "these macros are for one board",
                place=named.place,
                expected="macros on windows",
                found=f"macros for {board.name or board.shape}",
                remedy="arcwise learn DOMAIN --learner NAME",
            )
        if board.shape not in (None, own.shape):
            raise InputError(
                "these macros are for another board",
                place=named.place,
                expected=f"macros for {domain.name}",
                found=f"macros for {board.name or board.shape}",
            )
        names = [str(arguments[0]) for _, arguments in facts(clauses, "macro/5")]
        if len(names) != len(board.arcs):
            raise InputError(
                "not a macro file",
                place=Place(named.place.source),
                expected="one fact macro/5 for every arc/3 clause",
                found=f"{len(names)} of them, {len(board.arcs)} clauses of arc/3",
            )
        library = MacroLibrary(domain, shape=own.shape)
        library.own_domain = asked.home is None
        return cls(
            library,
            None if said is None else TheoryDomain(said),
            dict(zip(names, board.arcs, strict=True)),
        )

    def composed(
        self, entry: RuleEntry, stated: Schema, steps: Sequence[FileStep[Schema]]
    ) -> Macro:
        clause = self._clauses[entry.name]
        if (clause.canonical, clause.cost) != (stated.arc.canonical, stated.cost):
            raise InputError("the clause of arc/3 that comes in its turn is not its rule")
        return super().composed(entry, stated, steps)


def _said_theory(facts: FileFacts, moves: Sequence[Arc]) -> Theory | None:
    """The built-in theory that a file is about, with the cost of the file's moves if all have the same; None for a theory
    that the file alone describes.
    """
    board = facts.theory(tuple(moves))
    costs = {move.cost for move in board.arcs}
    cost = costs.pop() if len(costs) == 1 else 1
    built_in = _built_in(board, cost if cost > 0 else 1)
    if built_in is None or {arc.canonical for arc in board.arcs} - {
        arc.canonical for arc in built_in.arcs
    }:
        return None
    return built_in


def _built_in(board: Theory, cost: float) -> Theory | None:
    """The built-in theory of a board's name and shape; None where there is none."""
    try:
        named = read_built_in(board.name, cost=cost)
        if named is not None and named[1] == board.shape:
            return named[0].theory(named[1])
    except InputError:  # a name that only looks like one, or a level whose file is gone
        pass
    return None


def _same_moves(domain: Domain, own: Domain) -> bool:
    """Whether two domains are one on other boards; a PDDL domain may have the name of one with other actions."""
    alike = not domain.lifted or domain.relations == own.relations
    return alike and domain.in_every_size.name == own.name


def _wanted(domain: Domain, shape: Shape) -> str:
    """Name of a domain in messages: a level or a PDDL domain is told apart from others of its name."""
    if domain.lifted:
        return f"the PDDL domain {domain.name}"
    return domain.spell(shape) if domain.levels else domain.name


def _built_in_named(named: Clause, cost: float, any_board: bool) -> tuple[Domain, Shape]:
    """The built-in domain that a file names, whose moves cost so much.

    Parameters
    ----------
    any_board
        Whether another board of the domain will do where that of the file cannot be read.
    """
    ((_, (argument,)),) = facts([named], "macro_domain/1")
    try:
        built_in = read_built_in(str(argument), cost=cost)
    except InputError as error:
        family = str(argument).partition(":")[0]
        other = read_built_in(family, cost=cost) if any_board else None
        if other is None or not other[0].levels:
            needs = f"the macros of {named.place} are for this board, which has to be there"
            raise error.at(named.place).advising(error.remedy or needs) from None
        return other
    if built_in is None:
        raise InputError(
            "this domain is neither built in nor installed",
            place=named.place,
            expected="macro_domain(Argument), such as macro_domain('sliding-tile:3x3')",
            found=write_term(argument),
            remedy="of a class of your own: arcwise.open_source(CLASS) first, in the same process; or install it by an entry point",
        )
    return built_in


def _move_cost(clauses: Sequence[Clause]) -> float:
    for clause, (cost,) in facts(clauses, "move_cost/1"):
        if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 < cost <= MOST_COST:
            raise InputError(
                "bad move_cost",
                place=clause.place,
                expected="a number above 0",
                found=write_term(cost),
            )
        return cost
    return 1


def _example(entry: RuleEntry, size: int) -> tuple[State, State] | None:
    """The start and the end of the training path; None where they are not known."""
    said = entry.last("macro_example")
    if said is None:
        return None
    try:
        start, goal = (state_of_term(argument, single=size == 1) for argument in said[1])
    except InputError as error:
        raise error.at(said[0].place) from None
    if len(start) != size or len(goal) != size:
        raise InputError(
            "its example does not fit its window",
            place=said[0].place,
            expected=f"{size} cells",
            found=f"{len(start)} and {len(goal)}",
        )
    return start, goal
