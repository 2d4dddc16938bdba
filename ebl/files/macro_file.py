"""Macro libraries as Prolog files, which SWI-Prolog consults as they are.

``macro(Name, Rows, Columns, Before, After, Cost)`` is a rule on the whole board or on a window of it;
``macro_steps(Name, Steps)`` the list of its steps, each ``step(Move, Number, Place)``: the move of that number with its
window's first cell on cell ``Place`` of the macro's window. ``macro_move(Number, Move, Rows, Columns, Before, After, Cost)``
are these moves. ``macro_example(Name, Start, Goal)`` is the training path's start and end, as far as the window shows them,
and ``macro_origin(Name, Text)`` where it was learned.

Macros of one board are ``arc/3`` clauses too, in the same order, so that they are moves of the program that they were
learned from; for a program whose moves are arc/2, s/3 or s/2 they are clauses of that as well. The facts about the board
are those of a theory file, but in the module ``arcwise``, where they do not mix with the program's own.

Macros for boards of every size have ``macro_domain(Argument)``, the domain and the size that they were last learned on;
``move_cost(Cost)`` is what a move costs if not 1, and ``blank_first`` stands in files of macro tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.domains.table import read_built_in
from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.geometry import Shape
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.states import pattern_of_term, state_of_term
from ...rules.prolog.steps import MODULE, STEPS
from ...rules.prolog.term import Compound, PrologTerm, list_items, make_list
from ...rules.prolog.theory_file import Facts, board_facts, read_facts
from ...rules.prolog.writer import (
    arc_clause,
    functor_of,
    pattern_text,
    predicate_of,
    rule_texts,
    step_clause,
    write_atom,
    write_term,
)
from ...rules.schema import Schema
from ...rules.term import Pattern, State, canonical
from ...rules.text_file import read_text, write_text
from ...rules.theory import Theory
from ..explanation import explain
from ..generalize import macro_of
from ..library import MacroLibrary
from ..macro import Macro

FACTS = {
    "macro": 6,
    "macro_steps": 2,
    "macro_move": 7,
    "macro_example": 3,
    "macro_origin": 2,
}
"""The facts about macros, with how many arguments each has."""

OF_DOMAIN = {"macro_domain": 1, "move_cost": 1}
"""Those about the domain of macros for boards of every size."""

WINDOW = "window"
"""The functor of what stands in a window."""


def library_text(library: MacroLibrary) -> str:
    """A library as the text of a macro file.

    Raises
    ------
    InputError
        Macros for boards of every size of which it is not known on which they were learned.
    """
    count = len(library)
    plural = "s" if count != 1 else ""
    lines = [
        f"% {count} macro-operator{plural} for {write_atom(library.domain.name)}, learned by arcwise."
    ]
    lines += _windows_head(library) if library.domain.every_size else _board_head(library.theory)
    moves = _moves(library)
    functor = WINDOW if library.domain.every_size else functor_of(library.theory)
    for move, number in moves.items():
        rule = ", ".join(rule_texts(*move.arc.canonical, functor))
        rows, columns = move.window
        name = write_term(move.name)
        lines.append(
            f"macro_move({number}, {name}, {rows}, {columns}, {rule}, {write_term(move.cost)})."
        )
    for macro in library:
        lines += ["", *_macro_lines(macro, moves, functor)]
        if not library.domain.every_size:
            lines += _clauses(macro, library.theory)
    return "\n".join(lines) + "\n"


def save_macros(library: MacroLibrary, path: str | Path) -> None:
    """Write a library to a file.

    Raises
    ------
    InputError
        A place that cannot be written to; as for `library_text`.
    """
    write_text(path, library_text(library))


def _board_head(theory: Theory) -> list[str]:
    moves = ", ".join(dict.fromkeys((STEPS[0], predicate_of(theory))))
    names = ", ".join(f"{name}/{size}" for name, size in FACTS.items())
    return [
        "% Consult this file before the program, and the macros are tried first; after it, last. If the program is a",
        "% module, put them into that: module:consult('this file').",
        f":- multifile {moves}, {names}.",
        f":- discontiguous {moves}, {names}.",
        *board_facts(theory, MODULE),
    ]


def _windows_head(library: MacroLibrary) -> list[str]:
    family, shape = library.family, library.shape
    if shape is None:
        raise InputError("it is not known on which boards these macros were learned")
    names = ", ".join(f"{name}/{size}" for name, size in (FACTS | OF_DOMAIN).items())
    unit = _unit(family, shape)
    return [
        "% They are rules on windows, for boards of every size.",
        f":- multifile {names}.",
        f":- discontiguous {names}.",
        write_term(Compound("macro_domain", (family.spell(shape),))) + ".",
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
    if macro.explanation is not None:
        pair = (macro.explanation.start, macro.explanation.goal)
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


def holds_macros(path: str | Path) -> bool:
    """Whether a Prolog file is a macro file rather than a theory.

    Raises
    ------
    InputError
        A file that cannot be read, or a syntax error before the first fact about macros.
    """
    known = {"macro": 6, "macro_steps": 2, "macro_domain": 1}
    return any(
        _fact(clause, name) is not None
        for clause in read_clauses(read_text(path), str(path))
        for name in known
    )


def load_macros(
    path: str | Path, theory: Theory | None = None, family: Domain | None = None
) -> MacroLibrary:
    """Read a library back.

    Every macro is checked: its steps must be moves of the domain, its rule must be what they compose to, and its training
    example must be a path that they make.

    Parameters
    ----------
    path
        A file that `save_macros` wrote.
    theory
        The board that macros of one board are for.
    family
        The domain that macros for boards of every size are for. Without either, what the file itself names, or for macros
        of one board a theory made of their moves.

    Raises
    ------
    InputError
        A file that is not such a library, one for another domain or board, or a macro that fails a check; with its place.
    """
    source = str(path)
    clauses = list(read_clauses(read_text(path), source))
    moves, entries = _moves_of(clauses), _entries(clauses)
    named = next((clause for clause in clauses if _fact(clause, "macro_domain")), None)
    if named is None:
        library = _of_board(clauses, source, moves, entries, theory, family)
    else:
        library = _of_windows(clauses, named, theory, family)
    for entry in entries:
        admission = library.add(entry.macro(moves, library))
        if not admission.accepted:
            raise InputError(f"macro {entry.name} {admission.reason}", place=entry.clause.place)
    return library


def _of_board(
    clauses: list[Clause],
    source: str,
    moves: Mapping[int, Schema],
    entries: list[_Entry],
    theory: Theory | None,
    family: Domain | None,
) -> MacroLibrary:
    """An empty library for the board of a file, whose arcs must be its macros."""
    facts = read_facts(clauses, source)
    if not facts.size and facts.shape is None:
        raise InputError(
            "not a macro file",
            place=Place(source),
            expected="a file that arcwise learn wrote",
            found="neither a board nor a domain",
        )
    if theory is None and family is not None:
        raise InputError(
            "these macros are for one board",
            place=Place(source),
            expected="macros on windows",
            found=f"macros for {facts.name or facts.shape}",
            remedy="arcwise learn DOMAIN --learner NAME",
        )
    if theory is None:
        theory = _own_theory(facts, [move.arc for move in moves.values()])
    elif facts.shape not in (None, theory.shape):
        raise InputError(
            "these macros are for another board",
            place=Place(source),
            expected=f"macros for {theory.name}",
            found=f"macros for {facts.name or facts.shape}",
        )
    if len(entries) != len(facts.arcs):
        raise InputError(
            "not a macro file",
            place=Place(source),
            expected="one fact macro/6 for every arc/3 clause",
            found=f"{len(entries)} of them, {len(facts.arcs)} clauses of arc/3",
        )
    for entry, arc in zip(entries, facts.arcs, strict=True):
        entry.clause_of_program = arc
    return MacroLibrary(theory)


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


def _of_windows(
    clauses: list[Clause], named: Clause, theory: Theory | None, family: Domain | None
) -> MacroLibrary:
    """An empty library for the domain that a file names."""
    own, shape = _family(named, _move_cost(clauses))
    if family is None:
        if theory is not None:
            raise InputError(
                "macros for boards of every size are for built-in domains",
                place=named.place,
                expected=f"macros for {theory.name}",
                found=f"macros for {own.name}",
            )
        family = own
    elif family.spell(shape) != own.spell(shape):
        raise InputError(
            "these macros are for another domain",
            place=named.place,
            expected=f"macros for {family.name}",
            found=own.spell(shape),
        )
    blank_first = any(clause.term == "blank_first" for clause in clauses)
    return MacroLibrary(family, shape=shape, blank_first=blank_first)


def _family(named: Clause, unit: float) -> tuple[Domain, Shape]:
    term = _fact(named, "macro_domain")
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
        term = _fact(clause, "move_cost")
        if term is None:
            continue
        cost = term.args[0]
        if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 < cost < inf:
            raise InputError(
                "bad move_cost",
                place=clause.place,
                expected="a number above 0",
                found=write_term(cost),
            )
        return cost
    return 1


def _unit(family: Domain, window: Shape) -> float:
    """What one move costs; 1 where moves cost nothing."""
    return next((move.cost for move in family.schemas(window)), 1) or 1


def _fact(clause: Clause, name: str) -> Compound | None:
    term = clause.term
    size = (FACTS | OF_DOMAIN)[name]
    if isinstance(term, Compound) and term.functor == name and len(term.args) == size:
        return term
    return None


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
        term = _fact(clause, "macro_move")
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
class _Entry:
    """What a file says about one macro; of macros of one board also as which arc it is a move of the program."""

    clause: Clause
    name: str
    steps: Clause | None = None
    example: Clause | None = None
    origin: str = ""
    clause_of_program: Arc | None = None

    def macro(self, moves: Mapping[int, Schema], library: MacroLibrary) -> Macro:
        """The macro, checked against the moves of the domain."""
        try:
            return self._macro(moves, library)
        except ArcwiseError as error:
            if isinstance(error, InputError) and error.place is not None:
                raise
            raise InputError(f"macro {self.name}: {error}", place=self.clause.place) from None

    def _macro(self, moves: Mapping[int, Schema], library: MacroLibrary) -> Macro:
        term = self.clause.term
        assert isinstance(term, Compound)
        rule = _rule(self.name, term.args[1:])
        self._check_clause(rule.arc)
        domain, window, size = library.domain, rule.window, len(rule.arc.before)
        own = _Own(domain.schemas(window))
        steps, arcs, cost = [], [], 0.0
        for item, named, place in self._steps(moves):
            move = own.find(named)
            if move is None:
                raise InputError(f"{write_term(item)} is no move of {domain.name}")
            cells = domain.geometry.cells(move.window, place, window)
            if cells is None:
                raise InputError(f"step {move.name} does not fit its window at cell {place + 1}")
            steps.append((move, place))
            arcs.append(move.placed(cells, size) if domain.every_size else move.arc)
            cost += named.cost
        start = self._pair(size)[0] if self.example else _instance(rule.arc.before)
        explanation = explain(start, arcs, domain.window(window))
        macro = macro_of(explanation, self.name, self.origin, window, tuple(steps))
        if macro.arc.canonical != rule.arc.canonical:
            raise InputError("its rule is not what its steps compose to")
        if abs(cost - rule.cost) > 1e-9 * max(1, abs(cost)):
            raise InputError(
                "its cost is not that of its steps", expected=f"{cost:g}", found=f"{rule.cost:g}"
            )
        if self.example is None:
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
        assert self.example is not None and isinstance(self.example.term, Compound)
        try:
            start, goal = (
                state_of_term(argument, single=size == 1) for argument in self.example.term.args[1:]
            )
        except InputError as error:
            raise error.at(self.example.place) from None
        if len(start) != size or len(goal) != size:
            raise InputError(
                "its example does not fit its window",
                place=self.example.place,
                expected=f"{size} cells",
                found=f"{len(start)} and {len(goal)}",
            )
        return start, goal

    def _steps(self, moves: Mapping[int, Schema]) -> list[tuple[PrologTerm, Schema, int]]:
        term = self.steps.term if self.steps else None
        items = list_items(term.args[1]) if isinstance(term, Compound) else None
        if not items:
            raise InputError("its steps are missing", expected=f"macro_steps({self.name}, [...])")
        steps = []
        for item in items:
            parts = item.args if isinstance(item, Compound) and item.functor == "step" else ()
            if len(parts) != 3 or not all(isinstance(part, int) for part in parts[1:]):
                raise InputError(
                    "bad step", expected="step(Move, Number, Place)", found=write_term(item)
                )
            name, number, place = parts
            assert isinstance(number, int) and isinstance(place, int)
            move = moves.get(number)
            if move is None or move.name != name:
                raise InputError(
                    f"there is no such move: {write_term(item)}",
                    expected="the name and number of a macro_move/7",
                )
            steps.append((item, move, place - 1))
        return steps


class _Own:
    """The moves of a domain, by what they do; of two that do the same, the one of the right name."""

    def __init__(self, moves: tuple[Schema, ...]) -> None:
        self._rules = {move.canonical: move for move in moves}
        self._named = {(move.name, move.canonical): move for move in moves}

    def find(self, move: Schema) -> Schema | None:
        named = self._named.get((move.name, move.canonical))
        return named or self._rules.get(move.canonical)


def _instance(pattern: Pattern) -> State:
    """Any state that a pattern matches; its symbols need not be the domain's."""
    return tuple(
        f"symbol {term!r}" if not isinstance(term, int | str) else term for term in pattern
    )


def _entries(clauses: list[Clause]) -> list[_Entry]:
    entries: dict[str, _Entry] = {}
    for clause in clauses:
        term = _fact(clause, "macro")
        if term is None:
            continue
        name = str(term.args[0])
        if name in entries:
            raise InputError(f"two macros are called {name}", place=clause.place)
        entries[name] = _Entry(clause, name)
    for clause in clauses:
        for fact in ("macro_steps", "macro_example", "macro_origin"):
            term = _fact(clause, fact)
            if term is None:
                continue
            entry = entries.get(str(term.args[0]))
            if entry is None:
                raise InputError(
                    f"no macro is called {write_term(term.args[0])}", place=clause.place
                )
            if fact == "macro_steps":
                entry.steps = clause
            elif fact == "macro_example":
                entry.example = clause
            else:
                entry.origin = str(term.args[1])
    return list(entries.values())
