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

Macros of a PDDL domain have ``macro_domain(pddl(Name))``. Rules are then over parameters rather than on windows:
``macro(Name, Parameters, Variables, Before, After, Cost)``, where ``Parameters`` lists ``parameter(Name, Type)``, ``Variables`` what stands for them in the lists ``Before`` and ``After`` of atoms and ``not(Atom)``; ``Before`` also says
which terms are equal, ``X = Y``, and which different, ``X \\= Y``. ``Cost`` is a number, ``value(Function)`` or ``none``. The
place of a step is the list of its arguments: numbers of parameters, and constants. ``macro_example(Name, Objects, Plan)``
is what the parameters stood for in the training plan, and the steps that this makes; ``macro_shared(Name, Parameter, Why)``
says why steps share a parameter, by what they need and make (see `why`); ``macro_type(Type, Above)`` and ``macro_constant(Name, Type)`` are the domain's.
"""

from __future__ import annotations

from pathlib import Path

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.prolog.reader import read_clauses
from ...rules.prolog.writer import write_atom
from ...rules.text_file import read_text, write_text
from ..library import MacroLibrary
from .action_macros import action_lines, is_of_actions, read_actions
from .board_macros import board_lines, read_board
from .facts import fact

LINES = {"windows": board_lines, "board": board_lines, "parameters": action_lines}


def library_text(library: MacroLibrary) -> str:
    """A library as the text of a macro file.

    Raises
    ------
    InputError
        Macros for boards of every size of which it is not known on which they were learned.
    """
    count = len(library)
    plural = "s" if count != 1 else ""
    head = f"% {count} macro-operator{plural} for {write_atom(library.domain.name)}, learned by arcwise."
    lines = LINES[library.domain.macros_for](library)
    return "\n".join([head, *lines]) + "\n"


def save_macros(library: MacroLibrary, path: str | Path) -> None:
    """Write a library to a file.

    Raises
    ------
    InputError
        A place that cannot be written to; as for `library_text`.
    """
    write_text(path, library_text(library))


def holds_macros(path: str | Path) -> bool:
    """Whether a Prolog file is a macro file rather than a theory.

    Raises
    ------
    InputError
        A file that cannot be read, or a syntax error before the first fact about macros.
    """
    known = ("macro", "macro_steps", "macro_domain")
    return any(
        fact(clause, name) is not None
        for clause in read_clauses(read_text(path), str(path))
        for name in known
    )


def load_macros(
    path: str | Path,
    domain: Domain | None = None,
    shape: Shape | None = None,
    *,
    text: str | None = None,
) -> MacroLibrary:
    """Read a library back.

    Every macro is checked: its steps must be moves of the domain, its rule must be what they compose to, and its training
    example must be a path that they make.

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
    clauses = list(read_clauses(read_text(path) if text is None else text, source))
    if is_of_actions(clauses):
        return read_actions(clauses, domain)
    return read_board(clauses, source, domain, shape)
