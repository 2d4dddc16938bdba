r"""Macro libraries as Prolog files, which SWI-Prolog consults as they are.

Every macro is the same facts, whatever it is a rule over:

- ``macro(Name, Over, Before, After, Cost)`` is its rule, and ``macro_steps(Name, Steps)`` the list of its steps, each
  ``step(Move, Number, Place)``;
- ``macro_move(Number, Move, Over, Before, After, Cost)`` are the moves that the steps are made of;
- ``macro_example(Name, Start, End)`` is the training path: what the rule stood for, and where that led;
- ``macro_origin(Name, Text)`` is where it was learned;
- ``macro_image(Name, Of, Symmetry)`` says of which other macro it is the image, such as ``'mirrored left to right'``;
- ``macro_domain(Domain)`` says for what the macros of the file are, ``subgoal_order(Order)`` in which order the cells of a goal
  are filled with them, if it is not the domain's own: the name of a rule, or the list of cells; ``macro_table``
  stands in files of macro tables, whose macros are entries for cells of that order, and ``closed_under_symmetry`` in those of
  libraries that are closed under the symmetries of the geometry.

A rule on boards is over ``window(Rows, Columns)``, the whole board or a part of it; before and after are what stands in its
cells, and the place of a step is the cell of the window on which the move's first cell lies. The domain of macros for boards
of every size is an argument, which also says on which size they were last learned; ``move_cost(Cost)`` is what a move costs if
not 1. That of macros of one board is ``board(Name)``; they are ``arc/3`` clauses too, in the same order, so that they are moves
of the program that they were learned from, and for a program whose moves are arc/2, s/3 or s/2 clauses of that as well. The
facts about the board are those of a theory file, but in the module ``arcwise``, where they do not mix with the program's own.

A rule of a PDDL domain, which is ``pddl(Name)``, is over ``parameters([parameter(Name, Type, Variable), ...])``; before and
after are lists of atoms and of ``not(Atom)``, before also says which terms are equal, ``X = Y``, and which different,
``X \= Y``. The cost is a number, ``value(Function)`` or ``none``, and the place of a step the list of its arguments: numbers of
parameters, and constants. Its example is the list of objects that the parameters stood for, and the plan that the steps make of
them; ``macro_shared(Name, Parameter, Why)`` says why steps share a parameter (`why`);
``macro_only(Name, start, Condition)`` and ``macro_only(Name, goal, Effect)`` say which instances are worth having: those with
that condition at the start of a problem, or that effect among its goals; ``macro_goal(Name, Goal,
Conditions, Pause)`` says of a rule of a policy what it is for and what it sees to before its steps, with
``again`` in the place of the pause of one for a single step, and
``macro_before(Goal, Goal)`` which goals a policy reaches before which, ``macro_before_where(Goal, Goal, Conditions)``
where that is so only under conditions that never change; ``macro_type(Type, Above)`` and
``macro_constant(Name, Type)`` are the domain's. ``macro_denied(Predicate, Arity)`` names a predicate of the domain whose
denial, ``not-`` and its name, stands in rules of a policy as a predicate of its own.

The order of subgoals as macro files have it: the name of a rule, or a list of cells, numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...planning.learning.actions import OverParameters
from ...planning.pddl.planning import PlanningDomain
from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.geometry import Shape
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.steps import MODULE, head_and_body, predicate_name
from ...rules.prolog.writer import write_atom, write_term
from ...rules.read_domain import is_prolog
from ...rules.schema import Schema
from ...rules.term import (
    Compound,
    PrologTerm,
    list_items,
    make_list,
)
from ...rules.text.text_file import ending_of, read_text, write_text
from ...rules.text.words import counted
from ...search.orders import BLANK_FIRST, GIVEN, RULES, Order, order_data, order_of
from ..library import MacroLibrary
from ..macro import Macro
from .boards import OnBoard, OnWindows
from .notation import FileStep, MacroEntry, Notation, Operator, entries, fact, fact_text, facts

NOTATIONS: Mapping[str, type[Notation[Any]]] = {
    "windows": OnWindows,
    "board": OnBoard,
    "parameters": OverParameters,
}
"""How macros are written, by what they are for; see `Domain.macros_for`."""

NAMED = {"board": "board", "pddl": "parameters"}
"""Kinds of macros by the functor of the domain that a file names; windows are for a domain without one."""


@checked
def library_text(library: MacroLibrary) -> str:
    """A library as the text of a macro file.

    Raises
    ------
    InputError
        Macros for boards of every size of which it is not known on which they were learned.
    """
    count = counted(len(library), "macro-operator")
    head = f"% {count} for {write_atom(library.domain.name)}, learned by arcwise."
    notation = NOTATIONS[library.domain.macros_for](library)
    return "\n".join([head, *_lines(notation)]) + "\n"


def _lines(notation: Notation[Any]) -> Iterator[str]:
    library = notation.library
    yield from notation.head()
    if library.order != GIVEN:
        yield fact_text("subgoal_order", order_term(library.order))
    if library.table:
        yield "macro_table."
    if library.closed:
        yield "closed_under_symmetry."
    steps = {macro.name: notation.steps(macro) for macro in library}
    used = dict.fromkeys(move for found in steps.values() for move, _ in found)
    numbers = {move: number for number, move in enumerate(used, start=1)}
    for move, number in numbers.items():
        yield f"macro_move({number}, {write_term(move.name)}, {notation.rule(move)})."
    for macro in library:
        yield ""
        name = write_term(macro.name)
        yield f"macro({name}, {notation.rule(macro.operator)})."
        order_data = [
            Compound("step", (move.name, numbers[move], place)) for move, place in steps[macro.name]
        ]
        yield f"macro_steps({name}, {write_term(make_list(order_data))})."
        if example := notation.example(macro):
            yield f"macro_example({name}, {example})."
        if macro.origin:
            yield fact_text("macro_origin", macro.name, macro.origin)
        yield from notation.others(macro)


@checked
def save_macros(library: MacroLibrary, path: str | Path) -> None:
    """Write a library to a file.

    Raises
    ------
    InputError
        A place that cannot be written to; as for `library_text`.
    """
    write_text(path, library_text(library))


def macro_clauses(path: str | Path, text: str | None = None) -> Iterator[Clause]:
    """The clauses of a file that should hold macros.

    Raises
    ------
    InputError
        A file that cannot be read, JSON, or a syntax error.
    """
    written = read_text(path) if text is None else text
    if ending_of(written[:FRONT]) == ".json":
        raise InputError(
            "JSON where macros are wanted",
            place=Place(str(path)),
            expected="a macro file, which is Prolog",
            found="JSON, which holds problems",
            remedy="arcwise learn DOMAIN FILE.json -o macros.pl",
        )
    return read_clauses(written, str(path))


FRONT = 1_000
"""Characters of a file that show its notation."""


def holds_macros(path: str | Path) -> bool:
    """Whether a Prolog file is a macro file rather than a theory.

    Raises
    ------
    InputError
        A file that cannot be read, or a syntax error before the first fact about macros.
    """
    known = ("macro", "macro_steps", "macro_domain")
    return any(fact(clause, name) is not None for clause in macro_clauses(path) for name in known)


def over_parameters(path: str | Path, text: str | None = None) -> bool:
    """Whether a file, whose text may be known, has macros over parameters.

    Raises
    ------
    InputError
        A file that cannot be read, or a syntax error before the fact that names the domain.
    """
    named = (fact(clause, "macro_domain") for clause in macro_clauses(path, text))
    first = next((one.args[0] for one in named if one is not None), None)
    return isinstance(first, Compound) and first.functor == "pddl"


@checked
def load_over_parameters(
    path: str | Path, domain: Domain, *, text: str | None = None
) -> MacroLibrary:
    """The macros over parameters of a file, for a PDDL domain or one of boards that is described by relations.

    Parameters
    ----------
    path, text
        As for `load_macros`.
    domain
        Whose actions they are made of.

    Raises
    ------
    InputError
        A bad file, or a domain that is described by no relations.
    """
    if domain.relations is None:
        raise InputError(
            "these macros are over parameters",
            place=Place(str(path)),
            found=f"{domain.name}: {domain.no_relations}",
        )
    return load_macros(path, PlanningDomain(domain.relations), text=text)


def holds_policy(text: str, source: str) -> bool:
    """Whether the text of a macro file says what its rules are for.

    Raises
    ------
    InputError
        A syntax error.
    """
    return "macro_goal(" in text and bool(facts(list(read_clauses(text, source)), "macro_goal"))


def holds_rules(text: str, source: str) -> bool:
    """Whether a text is a file of learned rules.

    Raises
    ------
    InputError
        A syntax error.
    """
    if f"{MODULE}:learner(" not in text:
        return False
    from ...logic.learning.rule_file import own_fact

    return any(own_fact(clause) is not None for clause in read_clauses(text, source))


def holds_table(text: str) -> bool:
    """Whether the text of a macro file says that its macros fill a table."""
    return "\nmacro_table." in text


@checked
def read_macros(
    path: str | Path, domain: Domain, shape: Shape, *, text: str | None = None
) -> MacroLibrary:
    """The macros of a file, whatever they are, for boards of a shape or problems of a domain.

    Parameters
    ----------
    path, domain, shape, text
        As for `load_macros`.

    Raises
    ------
    InputError
        A bad file, or one for another domain or board.
    """
    written = read_text(path) if text is None else text
    if holds_policy(written, str(path)):
        return load_over_parameters(path, domain, text=written)
    return load_macros(path, domain, shape, text=written)


def macros_in(argument: str) -> MacroLibrary | None:
    """The macros of the file that an argument for a theory names; None where it is no macro file.

    Raises
    ------
    InputError
        As for `holds_macros` and `load_macros`.
    """
    return load_macros(argument) if is_prolog(argument) and holds_macros(argument) else None


@checked
def load_macros(
    path: str | Path,
    domain: Domain | None = None,
    shape: Shape | None = None,
    *,
    text: str | None = None,
) -> MacroLibrary:
    """Read a library back.

    Every macro is checked: its steps must be moves of the domain, its rule must be what they compose to, and its training
    example must be a path that they make. The library is closed under symmetry only if the file says so and it is true.

    Parameters
    ----------
    path
        A file that `save_macros` wrote.
    domain
        What the macros are for. None for what the file itself names; for macros of one board a theory made of their moves,
        for macros over parameters a domain of theirs.
    shape
        The board that macros of one board are for, where the domain is in every size; None to refuse such macros.
    text
        What is in the file, if that is known already.

    Raises
    ------
    InputError
        A file that is not such a library, one for another domain or board, or a macro that fails a check; with its place.
    """
    source = str(path)
    clauses = list(macro_clauses(path, text))
    named = facts(clauses, "macro_domain")
    if not named:
        ruled = any(predicate_name(head_and_body(one.term)[0]) == "learner/1" for one in clauses)
        raise InputError(
            "not a macro file",
            place=Place(source),
            expected="a file that arcwise learn wrote",
            found="rules of a logic program" if ruled else "no fact macro_domain/1",
            remedy="the program that they were learned from: PROGRAM.pl, a start and a goal"
            if ruled
            else "",
        )
    for one in clauses:
        one.check_names()
    clause, (argument,) = named[0]
    functor = argument.functor if isinstance(argument, Compound) else ""
    kind = NOTATIONS[NAMED.get(functor, "windows")]
    moves = _moves(kind, clauses)
    library = _read(kind.of_file(clauses, clause, moves, domain, shape), clauses, moves)
    library.from_file_alone = domain is None and functor in NAMED
    return library


def for_domain(library: MacroLibrary, domain: Domain, shape: Shape) -> MacroLibrary:
    """The library with the moves of a domain, where it was read without one; any other is returned as it is.

    Raises
    ------
    InputError
        Macros for another domain or board.
    """
    if not library.from_file_alone:
        return library
    return read_macros("macros", domain, shape, text=library_text(library))


def _read(
    notation: Notation[Operator], clauses: Sequence[Clause], moves: Mapping[int, Operator]
) -> MacroLibrary:
    library = notation.library
    library.order = read_order(clauses, library)
    library.table = read_table(clauses, library)
    for entry in entries(clauses):
        try:
            macro = _macro(notation, entry, moves)
        except ArcwiseError as error:
            if isinstance(error, InputError) and error.place is not None:
                raise
            raise InputError(f"macro {entry.name}: {error}", place=entry.clause.place) from None
        if library.table:
            check_entry(library, macro, entry.clause.place)
        admission = library.add(macro)
        if not admission.accepted:
            raise InputError(f"macro {entry.name} {admission.reason}", place=entry.clause.place)
    said = any(clause.term == "closed_under_symmetry" for clause in clauses)
    library.closed = said and library.is_closed
    return library


def _moves(kind: type[Notation[Operator]], clauses: Sequence[Clause]) -> dict[int, Operator]:
    """The primitive operators of a file by their numbers."""
    moves: dict[int, Operator] = {}
    for clause, (number, name, *rule) in facts(clauses, "macro_move"):
        place = clause.place
        if not isinstance(number, int) or number in moves:
            raise InputError(
                "bad move",
                place=place,
                expected=f"macro_move(Number, Move, {kind.expected})",
                found=write_term(number),
            )
        try:
            moves[number] = kind.operator(str(name), rule, place)
        except InputError as error:
            raise error if error.place is not None else error.at(place) from None
    return moves


def _macro(notation: Notation[Operator], entry: MacroEntry, moves: Mapping[int, Operator]) -> Macro:
    """A macro proved again from its steps, which must make what the file says of it."""
    stated = notation.operator(entry.name, entry.rule, entry.clause.place)
    steps = [_step(*step, moves) for step in entry.step_terms()]
    macro = notation.composed(entry, stated, steps)
    if not notation.agrees(stated, macro):
        raise InputError("its rule is not what its steps compose to")
    cost, found = notation.costs(stated, steps, macro)
    if not _same(cost, found):
        raise InputError(
            "its cost is not that of its steps", expected=_shown(cost), found=_shown(found)
        )
    return notation.exemplified(entry, macro)


def _step(
    item: PrologTerm, name: str, number: int, where: PrologTerm, moves: Mapping[int, Operator]
) -> FileStep[Operator]:
    move = moves.get(number)
    if move is None or move.name != name:
        raise InputError(
            f"there is no such move: {write_term(item)}",
            expected="the name and number of a macro_move/6",
        )
    return FileStep(item, move, where)


def _same(cost: Any, other: Any) -> bool:
    if isinstance(cost, int | float) and isinstance(other, int | float):
        return abs(cost - other) <= 1e-9 * max(1, abs(cost))
    return bool(cost == other)


def _shown(cost: Any) -> str:
    return f"{cost:g}" if isinstance(cost, int | float) else str(cost)


def order_term(order: Order) -> PrologTerm:
    """An order as a file has it."""
    found = order_data(order)
    return found if isinstance(found, str) else make_list(found)


def read_order(clauses: Sequence[Clause], library: MacroLibrary) -> Order:
    """The order that a file names for a library; the domain's own where it names none.

    Raises
    ------
    InputError
        Two of them, one that is no order, or cells that are not those of the board's goal.
    """
    found = facts(clauses, "subgoal_order")
    if not found:
        # What files of macro tables said before there were other orders.
        old = any(clause.term == "blank_first" for clause in clauses)
        return BLANK_FIRST if old else GIVEN
    if len(found) > 1:
        raise InputError("two orders of subgoals", place=found[1][0].place, expected="one")
    clause, (term,) = found[0]
    if isinstance(term, str) and term in RULES:
        return term
    cells = [cell for cell in list_items(term) or () if isinstance(cell, int) and cell > 0]
    if not cells or len(cells) < len(list_items(term) or ()):
        raise InputError(
            "bad order of subgoals",
            place=clause.place,
            expected=f"{', '.join(RULES)} or a list of cells",
            found=write_term(term),
        )
    order = tuple([cell - 1 for cell in cells])
    if library.shape is not None and library.domain.goals(library.shape):
        try:
            order_of(library.domain, library.shape, library.domain.goal(library.shape), order)
        except InputError as error:
            raise error.at(clause.place) from None
    return order


def read_table(clauses: Sequence[Clause], library: MacroLibrary) -> bool:
    """Whether a file says that its macros are the entries of a macro table.

    Raises
    ------
    InputError
        It says so of macros that have the domain's own order of subgoals, or none.
    """
    said = [clause for clause in clauses if clause.term == "macro_table"]
    if said and library.order == GIVEN:
        raise InputError(
            "a macro table without its order of subgoals",
            place=said[0].place,
            expected="subgoal_order(Order)",
        )
    # Files of tables did not say so before other macros could have an order of their own.
    return bool(said) or library.order == BLANK_FIRST


def check_entry(library: MacroLibrary, macro: Macro, place: Place) -> None:
    """Refuse a macro that can be no entry of a table, because it asks for other symbols than the blank.

    Raises
    ------
    InputError
        Such a macro.
    """
    operator = macro.operator
    constants, equal = operator.arc.conditions if isinstance(operator, Schema) else ((), ())
    asked = [symbol for _, symbol in constants if symbol != library.domain.blank]
    if asked or equal or not isinstance(operator, Schema):
        raise InputError(
            f"macro {macro.name} is no entry of a macro table",
            place=place,
            expected="a macro on a board that tests no cell but the blank's",
            found=f"one that asks for {asked[0]}" if asked else "another",
        )
