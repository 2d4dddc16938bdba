"""Macros on boards as facts in Prolog: of one board, and on windows for boards of every size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...rules.arc import MOST_COST, Arc
from ...rules.domain import Domain, TheoryDomain
from ...rules.domains.table import read_built_in
from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.geometry import Shape
from ...rules.prolog.reader import Clause
from ...rules.prolog.states import pattern_of_term, state_of_term
from ...rules.prolog.steps import MODULE, STEPS
from ...rules.prolog.term import Compound, PrologTerm, make_list
from ...rules.prolog.theory_file import Facts, board_facts, read_facts
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
from ...rules.term import Pattern, State, canonical
from ...rules.theory import Theory
from ..explanation import explain
from ..generalize import macro_of
from ..library import MacroLibrary
from ..macro import Macro
from .facts import FACTS, OF_DOMAIN, Entry, declared, entries, fact

WINDOW = "window"
"""The functor of what stands in a window."""


def board_lines(library: MacroLibrary) -> list[str]:
    """The facts about macros on boards.

    Raises
    ------
    InputError
        Macros for boards of every size of which it is not known on which they were learned.
    """
    domain = library.domain
    alone = domain.theory((1, 1)) if isinstance(domain, TheoryDomain) else None
    lines = _windows_head(library) if alone is None else _board_head(alone)
    moves = _moves(library)
    functor = WINDOW if alone is None else functor_of(alone)
    for move, number in moves.items():
        rule = ", ".join(rule_texts(*move.arc.canonical, functor))
        rows, columns = move.window
        name = write_term(move.name)
        lines.append(
            f"macro_move({number}, {name}, {rows}, {columns}, {rule}, {write_term(move.cost)})."
        )
    for macro in library:
        lines += ["", *_macro_lines(macro, moves, functor)]
        if alone is not None:
            lines += _clauses(macro, alone)
    return lines


def _board_head(theory: Theory) -> list[str]:
    return [
        "% Consult this file before the program, and the macros are tried first; after it, last. If the program is a",
        "% module, put them into that: module:consult('this file').",
        *declared(FACTS, *dict.fromkeys((STEPS[0], predicate_of(theory)))),
        *board_facts(theory, MODULE),
    ]


def _windows_head(library: MacroLibrary) -> list[str]:
    domain, shape = library.domain, library.shape
    if shape is None:
        raise InputError("it is not known on which boards these macros were learned")
    unit = _unit(domain, shape)
    return [
        "% They are rules on windows, for boards of every size.",
        *declared(FACTS | OF_DOMAIN),
        write_term(Compound("macro_domain", (domain.spell(shape),))) + ".",
        *([f"move_cost({unit})."] if unit != 1 else []),
        *(["blank_first."] if library.blank_first else []),
    ]


def _moves(library: MacroLibrary) -> dict[Schema, int]:
    """The moves that the macros are made of, numbered from 1."""
    used = dict.fromkeys(move for macro in library for move, _ in macro.steps)
    return {move: number for number, move in enumerate(used, start=1)}


def _macro_lines(macro: Macro, moves: Mapping[Schema, int], functor: str) -> list[str]:
    name = write_term(macro.name)
    rows, columns = macro.window
    rule = ", ".join(rule_texts(*macro.arc.canonical, functor))
    steps = make_list(
        [Compound("step", (move.name, moves[move], place + 1)) for move, place in macro.steps]
    )
    lines = [
        f"macro({name}, {rows}, {columns}, {rule}, {write_term(macro.cost)}).",
        f"macro_steps({name}, {write_term(steps)}).",
    ]
    if macro.path is not None:
        pair = (macro.path.start, macro.path.goal)
        cells = ", ".join(pattern_text(state, functor) for state in pair)
        lines.append(f"macro_example({name}, {cells}).")
    if macro.origin:
        lines.append(f"macro_origin({name}, {write_term(macro.origin)}).")
    return lines


def _clauses(macro: Macro, theory: Theory) -> list[str]:
    """The macro as a move of the program: a clause of arc/3, and of the program's own predicate if that is another."""
    before, after = macro.arc.canonical
    clauses = [arc_clause(before, after, macro.cost, theory)]
    predicate = predicate_of(theory)
    if predicate != STEPS[0]:
        name, size = predicate.split("/")
        cost = macro.cost if size == "3" else None
        clauses.append(step_clause(name, before, after, cost, theory))
    return clauses


def read_board(
    clauses: list[Clause], source: str, domain: Domain | None, shape: Shape | None
) -> MacroLibrary:
    """The macros on boards of a file; see `load_macros`."""
    moves, found = _moves_of(clauses), entries(clauses)
    named = next((clause for clause in clauses if fact(clause, "macro_domain")), None)
    if named is None:
        library, arcs = _of_board(clauses, source, moves, found, domain, shape)
    else:
        library, arcs = _of_windows(clauses, named, domain), [None] * len(found)
    for entry, arc in zip(found, arcs, strict=True):
        admission = library.add(_Reading(entry, arc).macro(moves, library))
        if not admission.accepted:
            raise InputError(f"macro {entry.name} {admission.reason}", place=entry.clause.place)
    return library


def _of_board(
    clauses: list[Clause],
    source: str,
    moves: Mapping[int, Schema],
    found: list[Entry],
    domain: Domain | None,
    shape: Shape | None,
) -> tuple[MacroLibrary, list[Arc | None]]:
    """An empty library for the board of a file, and its arcs, which must be its macros."""
    board = read_facts(clauses, source)
    if not board.size and board.shape is None:
        raise InputError(
            "not a macro file",
            place=Place(source),
            expected="a file that arcwise learn wrote",
            found="neither a board nor a domain",
        )
    if domain is None:
        domain = TheoryDomain(_own_theory(board, [move.arc for move in moves.values()]))
    elif shape is not None:
        domain = domain.of_size(shape)
    if not isinstance(domain, TheoryDomain):
        raise InputError(
            "these macros are for one board",
            place=Place(source),
            expected="macros on windows",
            found=f"macros for {board.name or board.shape}",
            remedy="arcwise learn DOMAIN --learner NAME",
        )
    if board.shape not in (None, domain.alone.shape):
        raise InputError(
            "these macros are for another board",
            place=Place(source),
            expected=f"macros for {domain.name}",
            found=f"macros for {board.name or board.shape}",
        )
    if len(found) != len(board.arcs):
        raise InputError(
            "not a macro file",
            place=Place(source),
            expected="one fact macro/6 for every arc/3 clause",
            found=f"{len(found)} of them, {len(board.arcs)} clauses of arc/3",
        )
    return MacroLibrary(domain, shape=domain.alone.shape), list(board.arcs)


def _own_theory(facts: Facts, steps: list[Arc]) -> Theory:
    board = facts.theory(tuple(steps))
    costs = {step.cost for step in steps}
    built_in = _built_in(board, costs.pop() if len(costs) == 1 else 1)
    if built_in is not None:
        own = {(arc.canonical, arc.cost) for arc in built_in.arcs}
        if own >= {(arc.canonical, arc.cost) for arc in steps}:
            return built_in
    return board


def _built_in(board: Theory, cost: float) -> Theory | None:
    """The built-in theory of a board's name and shape; None where there is none."""
    try:
        named = read_built_in(board.name, cost=cost)
        if named is not None and named[1] == board.shape:
            return named[0].theory(named[1])
    except InputError:  # a name that only looks like one, or a level whose file is gone
        pass
    return None


def _of_windows(clauses: list[Clause], named: Clause, domain: Domain | None) -> MacroLibrary:
    """An empty library for the domain that a file names."""
    own, shape = _named(named, _move_cost(clauses))
    if domain is not None and (type(domain), domain.spell(shape)) != (type(own), own.spell(shape)):
        raise InputError(
            "these macros are for another domain",
            place=named.place,
            expected=f"macros for {domain.name}",
            found=own.spell(shape),
        )
    blank_first = any(clause.term == "blank_first" for clause in clauses)
    return MacroLibrary(domain or own, shape=shape, blank_first=blank_first)


def _named(named: Clause, unit: float) -> tuple[Domain, Shape]:
    term = fact(named, "macro_domain")
    assert term is not None
    try:
        built_in = read_built_in(str(term.args[0]), cost=unit)
    except InputError as error:
        raise error.at(named.place) from None
    if built_in is None:
        raise InputError(
            "not a built-in domain",
            place=named.place,
            expected="macro_domain(Argument), such as macro_domain('sliding-tile:3x3')",
            found=write_term(term),
        )
    return built_in


def _move_cost(clauses: list[Clause]) -> float:
    for clause in clauses:
        term = fact(clause, "move_cost")
        if term is None:
            continue
        cost = term.args[0]
        if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 < cost <= MOST_COST:
            raise InputError(
                "bad move_cost",
                place=clause.place,
                expected="a number above 0",
                found=write_term(cost),
            )
        return cost
    return 1


def _unit(domain: Domain, window: Shape) -> float:
    """What one move costs; 1 where moves cost nothing."""
    return next((move.cost for move in domain.schemas(window)), 1) or 1


def _rule(name: str, arguments: tuple[PrologTerm, ...]) -> Schema:
    """The rule of ``Rows, Columns, Before, After, Cost``."""
    rows, columns, *sides, cost = arguments
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


def _moves_of(clauses: list[Clause]) -> dict[int, Schema]:
    moves: dict[int, Schema] = {}
    for clause in clauses:
        term = fact(clause, "macro_move")
        if term is None:
            continue
        number, name = term.args[:2]
        try:
            if not isinstance(number, int) or number in moves:
                raise InputError(
                    "bad move",
                    expected="macro_move(Number, Move, Rows, Columns, Before, After, Cost)",
                    found=write_term(number),
                )
            moves[number] = _rule(str(name), term.args[2:])
        except InputError as error:
            raise error if error.place is not None else error.at(clause.place) from None
    return moves


@dataclass
class _Reading:
    """What a file says about one macro; of macros of one board also as which arc it is a move of the program."""

    entry: Entry
    clause_of_program: Arc | None

    def macro(self, moves: Mapping[int, Schema], library: MacroLibrary) -> Macro:
        """The macro, checked against the moves of the domain."""
        try:
            return self._macro(moves, library)
        except ArcwiseError as error:
            if isinstance(error, InputError) and error.place is not None:
                raise
            raise InputError(
                f"macro {self.entry.name}: {error}", place=self.entry.clause.place
            ) from None

    def _macro(self, moves: Mapping[int, Schema], library: MacroLibrary) -> Macro:
        entry = self.entry
        rule = _rule(entry.name, entry.rule)
        self._check_clause(rule.arc)
        domain, window, size = library.domain, rule.window, len(rule.arc.before)
        steps, arcs, cost = [], [], 0.0
        for item, named, place in self._steps(moves):
            move = domain.own_move(named, window)
            if move is None:
                raise InputError(f"{write_term(item)} is no move of {domain.name}")
            cells = domain.geometry.cells(move.window, place, window)
            if cells is None:
                raise InputError(f"step {move.name} does not fit its window at cell {place + 1}")
            steps.append((move, place))
            arcs.append(move.on_board(cells, size))
            cost += named.cost
        start = self._pair(size)[0] if entry.example else _instance(rule.arc.before)
        explanation = explain(start, arcs, domain.window(window))
        macro = macro_of(explanation, entry.name, entry.origin, window, tuple(steps))
        if macro.arc.canonical != rule.arc.canonical:
            raise InputError("its rule is not what its steps compose to")
        if abs(cost - rule.cost) > 1e-9 * max(1, abs(cost)):
            raise InputError(
                "its cost is not that of its steps", expected=f"{cost:g}", found=f"{rule.cost:g}"
            )
        if entry.example is None:
            return replace(macro, explanation=None)
        if explanation.goal != self._pair(size)[1]:
            raise InputError("its steps do not lead from its example's start to its goal")
        return macro

    def _check_clause(self, rule: Arc) -> None:
        clause = self.clause_of_program
        if clause is None:
            return
        if (clause.canonical, clause.cost) != (rule.canonical, rule.cost):
            raise InputError("the clause of arc/3 that comes in its turn is not its rule")

    def _pair(self, size: int) -> tuple[State, State]:
        example = self.entry.example
        assert example is not None and isinstance(example.term, Compound)
        try:
            start, goal = (
                state_of_term(argument, single=size == 1) for argument in example.term.args[1:]
            )
        except InputError as error:
            raise error.at(example.place) from None
        if len(start) != size or len(goal) != size:
            raise InputError(
                "its example does not fit its window",
                place=example.place,
                expected=f"{size} cells",
                found=f"{len(start)} and {len(goal)}",
            )
        return start, goal

    def _steps(self, moves: Mapping[int, Schema]) -> list[tuple[PrologTerm, Schema, int]]:
        steps = []
        for item, name, number, place in self.entry.step_terms():
            if not isinstance(place, int):
                raise InputError(
                    "bad step", expected="step(Move, Number, Place)", found=write_term(item)
                )
            move = moves.get(number)
            if move is None or move.name != name:
                raise InputError(
                    f"there is no such move: {write_term(item)}",
                    expected="the name and number of a macro_move/7",
                )
            steps.append((item, move, place - 1))
        return steps


def _instance(pattern: Pattern) -> State:
    """Any state that a pattern matches; its symbols need not be the domain's."""
    return tuple(
        f"symbol {term!r}" if not isinstance(term, int | str) else term for term in pattern
    )
