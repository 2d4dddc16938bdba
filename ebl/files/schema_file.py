"""Libraries of schemas as Prolog files.

``schema(Name, Rows, Columns, Before, After, Cost)`` is a rule on a window, ``schema_steps(Name, Steps)`` the list of its
moves, each ``step(Move, Number, Place)``: the family's move of that number (from 1) with its window's first cell on cell
``Place`` of the schema's window. ``schema_example(Name, Start, Goal)`` is the part of the training path that the window
shows, ``schema_origin(Name, Text)`` where it was learned. ``family(Argument)`` names the family and the size of the boards
that it was last trained on, ``move_cost(Cost)`` what a move costs if not 1, and ``blank_first`` stands in files of macro
tables.
"""

from __future__ import annotations

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
from ...rules.prolog.term import Compound, PrologTerm, list_items, make_list
from ...rules.prolog.writer import pattern_text, write_term
from ...rules.schema import Schema
from ...rules.term import Pattern, State, canonical
from ...rules.text_file import read_text, write_text
from ..explanation import explain
from ..generalize import generalize
from ..macro import Macro
from ..schema_library import SchemaLibrary

FACTS = {
    "family": 1,
    "move_cost": 1,
    "schema": 6,
    "schema_steps": 2,
    "schema_example": 3,
    "schema_origin": 2,
}
"""The facts of such a file, with how many arguments each has."""

FUNCTOR = "window"


def schemas_text(library: SchemaLibrary, shape: Shape) -> str:
    """A library as the text of a Prolog file.

    Parameters
    ----------
    library
        The schemas.
    shape
        The size of the boards that they were learned on, the last one.
    """
    family = library.family
    names = ", ".join(f"{name}/{size}" for name, size in FACTS.items())
    lines = [
        f"% {len(library)} schema{'s' if len(library) != 1 else ''} for {family.name}, learned by arcwise: rules on windows.",
        f":- multifile {names}.",
        f":- discontiguous {names}.",
        "",
        write_term(Compound("family", (family.spell(shape),))) + ".",
        *([f"move_cost({unit})."] if (unit := _unit(family, shape)) != 1 else []),
        *(["blank_first."] if library.blank_first else []),
    ]
    for schema in library:
        macro = schema.arc
        assert isinstance(macro, Macro)
        name = write_term(schema.name)
        rows, columns = schema.window
        before, after = (
            pattern_text(pattern, FUNCTOR) for pattern in canonical(macro.before, macro.after)
        )
        lines += [
            "",
            f"schema({name}, {rows}, {columns}, {before}, {after}, {macro.cost}).",
            f"schema_steps({name}, {write_term(_steps(schema, family))}).",
        ]
        if macro.explanation is not None:
            pair = (macro.explanation.start, macro.explanation.goal)
            cells = ", ".join(pattern_text(state, FUNCTOR) for state in pair)
            lines.append(f"schema_example({name}, {cells}).")
        if macro.origin:
            lines.append(f"schema_origin({name}, {write_term(macro.origin)}).")
    return "\n".join(lines) + "\n"


def _steps(schema: Schema, family: Domain) -> PrologTerm:
    numbers = {move.canonical: n for n, move in enumerate(family.schemas(schema.window), start=1)}
    return make_list(
        [
            Compound("step", (move.name, numbers[move.canonical], place + 1))
            for move, place in schema.moves
        ]
    )


def save_schemas(library: SchemaLibrary, shape: Shape, path: str | Path) -> None:
    """Write a library to a file.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    write_text(path, schemas_text(library, shape))


def holds_schemas(path: str | Path) -> bool:
    """Whether a Prolog file is a library of schemas.

    Raises
    ------
    InputError
        A file that cannot be read, or a syntax error before the fact family/1.
    """
    return any(
        _fact(clause, "family", 1) is not None
        for clause in read_clauses(read_text(path), str(path))
    )


def load_schemas(path: str | Path, family: Domain | None = None) -> tuple[SchemaLibrary, Shape]:
    """Read a library of schemas, and the size of the boards that it was last trained on.

    Every schema is checked: its steps must be moves of the family, its rule must be what they compose to, and its
    example must be a path that they make.

    Parameters
    ----------
    path
        A file that `save_schemas` wrote.
    family
        The family that the schemas are for; the one that the file names, with moves of cost 1, if None.

    Raises
    ------
    InputError
        A file that is not such a library, one for another family, or a schema that fails a check; with its place.
    """
    source = str(path)
    clauses = list(read_clauses(read_text(path), source))
    unit = _move_cost(clauses)
    own, shape = _family(clauses, source, unit)
    if family is None:
        family = own
    elif family.spell(shape) != own.spell(shape):
        raise InputError(
            "these macros are for another domain",
            place=Place(source),
            expected=f"schemas for {family.name}",
            found=own.spell(shape),
        )
    blank_first = any(clause.term == "blank_first" for clause in clauses)
    library = SchemaLibrary(family, blank_first=blank_first)
    for entry in _entries(clauses):
        admission = library.add(entry.schema(family, unit))
        if not admission.accepted:
            raise InputError(f"schema {entry.name} {admission.reason}", place=entry.clause.place)
    return library, shape


def _family(clauses: list[Clause], source: str, unit: float) -> tuple[Domain, Shape]:
    place, found = Place(source), "none"
    for clause in clauses:
        term = _fact(clause, "family", 1)
        if term is None:
            continue
        place, found = clause.place, write_term(term)
        try:
            built_in = read_built_in(str(term.args[0]), cost=unit)
        except InputError as error:
            raise error.at(place) from None
        if built_in is not None:
            return built_in
    raise InputError(
        "not a library of schemas",
        place=place,
        expected="a fact family(Argument), such as family('sliding-tile:3x3')",
        found=found,
    )


def _move_cost(clauses: list[Clause]) -> float:
    for clause in clauses:
        term = _fact(clause, "move_cost", 1)
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


def _fact(clause: Clause, name: str, size: int) -> Compound | None:
    term = clause.term
    if isinstance(term, Compound) and term.functor == name and len(term.args) == size:
        return term
    return None


@dataclass
class _Entry:
    """What a file says about one schema."""

    clause: Clause
    name: str
    steps: Clause | None = None
    example: Clause | None = None
    origin: str = ""

    def schema(self, family: Domain, unit: float) -> Schema:
        """The schema, checked against the family's moves, of which one costs ``unit`` in the file."""
        try:
            return self._schema(family, unit)
        except ArcwiseError as error:
            if isinstance(error, InputError) and error.place is not None:
                raise
            raise InputError(f"schema {self.name}: {error}", place=self.clause.place) from None

    def _schema(self, family: Domain, unit: float) -> Schema:
        term = self.clause.term
        assert isinstance(term, Compound)
        _, rows, columns, before, after, cost = term.args
        if not (isinstance(rows, int) and isinstance(columns, int) and min(rows, columns) > 0):
            raise InputError("bad window", expected="rows and columns of 1 or more")
        if not isinstance(cost, int | float) or isinstance(cost, bool):
            raise InputError("bad cost", expected="a number of 0 or more", found=write_term(cost))
        window = (rows, columns)
        size = rows * columns
        rule = Arc(self.name, pattern_of_term(before)[1], pattern_of_term(after)[1], cost)
        if len(rule.before) != size:
            raise InputError(
                "its rule does not fit its window",
                expected=f"{size} cells",
                found=str(len(rule.before)),
            )
        moves = self._moves(family, window)
        arcs = []
        for move, place in moves:
            cells = family.geometry.cells(move.window, place, window)
            if cells is None:
                raise InputError(f"step {move.name} does not fit its window at cell {place + 1}")
            arcs.append(move.placed(cells, size))
        start = self._pair()[0] if self.example else _instance(rule.before)
        explanation = explain(start, arcs)
        macro = generalize(explanation, self.name, self.origin)
        if macro.canonical != rule.canonical:
            raise InputError("its rule is not what its steps compose to")
        expected = macro.cost / _unit(family, window) * unit
        if abs(expected - cost) > 1e-9 * max(1, abs(cost)):
            raise InputError(
                "its cost is not that of its steps", expected=f"{expected:g}", found=f"{cost:g}"
            )
        if self.example is None:
            macro = replace(macro, explanation=None)
        elif explanation.goal != self._pair()[1]:
            raise InputError("its steps do not lead from its example's start to its goal")
        return Schema(macro, window, moves)

    def _pair(self) -> tuple[State, State]:
        assert self.example is not None and isinstance(self.example.term, Compound)
        start, goal = (state_of_term(argument) for argument in self.example.term.args[1:])
        term = self.clause.term
        assert isinstance(term, Compound)
        size = len(pattern_of_term(term.args[3])[1])
        if len(start) != size or len(goal) != size:
            raise InputError(
                "its example does not fit its window",
                place=self.example.place,
                expected=f"{size} cells",
                found=f"{len(start)} and {len(goal)}",
            )
        return start, goal

    def _moves(self, family: Domain, window: Shape) -> tuple[tuple[Schema, int], ...]:
        primitives = family.schemas(window)
        term = self.steps.term if self.steps else None
        items = list_items(term.args[1]) if isinstance(term, Compound) else None
        if not items:
            raise InputError("its steps are missing", expected=f"schema_steps({self.name}, [...])")
        moves = []
        for item in items:
            parts = item.args if isinstance(item, Compound) and item.functor == "step" else ()
            if len(parts) != 3 or not all(isinstance(part, int) for part in parts[1:]):
                raise InputError(
                    "bad step", expected="step(Move, Number, Place)", found=write_term(item)
                )
            name, number, place = parts
            assert isinstance(number, int) and isinstance(place, int)
            move = primitives[number - 1] if 1 <= number <= len(primitives) else None
            if move is not None and move.name != name:
                # The order of moves is the user's, so that a name that only one move has will do.
                named = [primitive for primitive in primitives if primitive.name == name]
                move = named[0] if len(named) == 1 else None
            if move is None:
                raise InputError(f"{write_term(item)} is no move of {family.name}")
            moves.append((move, place - 1))
        return tuple(moves)


def _instance(pattern: Pattern) -> State:
    """Any state that a pattern matches; its symbols need not be the family's."""
    return tuple(
        f"symbol {term!r}" if not isinstance(term, int | str) else term for term in pattern
    )


def _entries(clauses: list[Clause]) -> list[_Entry]:
    entries: dict[str, _Entry] = {}
    for clause in clauses:
        term = _fact(clause, "schema", 6)
        if term is None:
            continue
        name = str(term.args[0])
        if name in entries:
            raise InputError(f"two schemas are called {name}", place=clause.place)
        entries[name] = _Entry(clause, name)
    for clause in clauses:
        for fact in ("schema_steps", "schema_example", "schema_origin"):
            term = _fact(clause, fact, FACTS[fact])
            if term is None:
                continue
            entry = entries.get(str(term.args[0]))
            if entry is None:
                raise InputError(
                    f"no schema is called {write_term(term.args[0])}", place=clause.place
                )
            if fact == "schema_steps":
                entry.steps = clause
            elif fact == "schema_example":
                entry.example = clause
            else:
                entry.origin = str(term.args[1])
    return list(entries.values())
