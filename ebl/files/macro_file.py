r"""Files of learned rules, which SWI-Prolog consults as they are.

Every rule is the same facts, whatever it is a rule over:

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

Traps stand beside them: ``trap(Name, Kinds)`` and what is told of it (`traps`). A file of traps alone is for all boards of its domain.

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

The rules of a logic program, which is ``program(File)``, are clauses that stand beside the program's own; the facts about
them are in the module ``arcwise``. ``macro_steps(Name, Steps)`` lists the clauses of the proof, and
``macro_example(Name, Goal, true)`` is the goal that was proved. ``macro_learner(Learner)`` says who learned them,
``macro_algorithm(Algorithm)`` which strategy proved the examples if not depth-first search, ``macro_operational(Goals)`` which
goals rules may ask if that was told, and ``macro_moves(Goal)`` of macro-operators with conditions the goal of a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.steps import MODULE
from ...rules.read_domain import is_prolog
from ...rules.registry import Registry
from ...rules.term import Compound
from ...rules.text.text_file import ending_of, read_text, write_text
from ..library import MacroLibrary
from ..rule import NO_RULES, FileHead, Library
from .boards import OnBoard, OnWindows
from .notation import Notation, Wanted, fact, facts

NOTATIONS: Registry[type[Notation[Any]]] = Registry(
    "notation of rules",
    {
        "windows": OnWindows,
        "board": OnBoard,
        "parameters": Later("planning.learning.actions", "OverParameters"),
        "program": Later("logic.learning.rule_file", "OfProgram"),
    },
    "arcwise.notations",
    {"": "windows", "pddl": "parameters"},
    expected="a Notation",
    fits=lambda row: isinstance(row, type) and issubclass(row, Notation),
)
"""How rules are written, by what they are for; the domain that a file names has the name of its notation, or an alias."""


@checked
def library_text(library: Library[Any], path: str | Path | None = None) -> str:
    """A library as the text of its file; see `Library.text`.

    Raises
    ------
    InputError
        Macros for boards of every size of which it is not known on which they were learned.
    """
    notation = NOTATIONS[library.notation](library)
    return "\n".join(notation.written(None if path is None else Path(path))) + "\n"


@checked
def save_macros(library: Library[Any], path: str | Path) -> None:
    """Write a library to a file.

    Raises
    ------
    InputError
        A place that cannot be written to; as for `library_text`.
    """
    write_text(path, library_text(library, path))


FRONT = 1_000
"""Characters of a file that show its notation."""


def rule_clauses(path: str | Path, text: str | None = None) -> Iterator[Clause]:
    """The clauses of a file that should hold rules.

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


def head_of(macros: Any, text: str | None = None) -> FileHead:
    """Read how a file of learned rules describes itself; a library answers the same.

    Parameters
    ----------
    macros
        The file, a library, or other macros of a search. None has no notation, and neither has any other file.
    text
        What is in the file, if that is known already.

    Raises
    ------
    InputError
        A file that cannot be read.
    """
    if isinstance(macros, Library):
        return macros.head
    if not isinstance(macros, str | Path):
        return FileHead(policy=getattr(macros, "policy", None) is not None)
    written = read_text(macros) if text is None else text
    if "macro_domain(" not in written:
        return NO_RULES
    with suppress(InputError):  # whoever reads the file tells of its faults
        for clause in rule_clauses(macros, written):
            if (named := fact(clause, "macro_domain/1")) is not None:
                policy, table = (
                    re.search(rf"^{start}", written, re.MULTILINE) is not None
                    for start in (r"macro_goal\(", r"macro_table\.")
                )
                return FileHead(_notation(named[0]), policy, table)
    return NO_RULES


def rules_named(argument: str) -> FileHead:
    """How the learned rules that an argument names describe themselves; it may name a domain, which has none.

    Raises
    ------
    InputError
        A Prolog file that cannot be read.
    """
    return head_of(argument) if is_prolog(argument) else NO_RULES


def _notation(named: Any) -> str:
    """The notation of the domain that a file names."""
    functor = named.functor if isinstance(named, Compound) else ""
    meant = NOTATIONS.aliases.get(functor, functor)
    return meant if meant in NOTATIONS else "windows"


def text_elsewhere(text: str, home: str | Path, path: str | Path) -> str:
    """Text of a macro file that is copied; see `Notation.elsewhere`.

    Parameters
    ----------
    text
        The file; any other text stays as it is.
    home, path
        The file of what its rules are for, and where the copy will be.
    """
    named = re.search(rf"^{MODULE}:macro_domain\((\w+)\(", text, re.MULTILINE)
    meant = "" if named is None else NOTATIONS.aliases.get(named[1], named[1])
    return NOTATIONS[meant].elsewhere(text, home, path) if meant in NOTATIONS else text


@checked
def load_library(
    path: str | Path,
    home: Any = None,
    shape: Shape | None = None,
    *,
    text: str | None = None,
    of: type | None = None,
    **options: Any,
) -> Library[Any]:
    """Read a library back, whatever its rules are.

    Every rule is proved again from its steps or its training example. A rule that these do not give is refused.

    Parameters
    ----------
    path
        A file that `save_macros` wrote.
    home
        What the rules are for: a domain or a program. None for what the file itself names; for macros of one board a theory
        made of their moves, for macros over parameters a domain of theirs.
    shape
        The board that macros of one board are for, where the domain is in every size; None to refuse such macros.
    text
        What is in the file, if that is known already.
    of
        The type of what the rules must be for, if it is not given; None for any.
    options
        What the notation knows beside that, such as ``limits`` on each proof of a program.

    Raises
    ------
    InputError
        A file that is none, one for something else, or a rule that fails a check; with its place.
    """
    clauses = list(rule_clauses(path, text))
    named = facts(clauses, "macro_domain/1")
    if not named:
        raise InputError(
            "not a macro file",
            place=Place(str(path)),
            expected="a file that arcwise learn wrote",
            found="no fact macro_domain/1",
        )
    for one in clauses:
        one.check_names()
    clause, (argument,) = named[0]
    row = NOTATIONS[_notation(argument)]
    asked = Wanted(Path(path), home, shape, options)
    wanted = of if home is None else type(home)
    if wanted is not None and not issubclass(wanted, row.home):
        raise row.refusal(asked.place)
    notation = row.of_file(clauses, clause, asked)
    for entry in notation.entries(clauses):
        try:
            notation.take(entry)
        except ArcwiseError as error:
            if isinstance(error, InputError) and error.place is not None:
                raise
            word = "trap" if entry.trap else "macro"
            raise InputError(f"{word} {entry.name}: {error}", place=entry.clause.place) from None
    notation.finish(clauses)
    return notation.library


@checked
def load_macros(
    path: str | Path,
    domain: Domain | None = None,
    shape: Shape | None = None,
    *,
    text: str | None = None,
) -> MacroLibrary:
    """Read macro-operators back, which are for a domain.

    Parameters
    ----------
    path, shape, text
        As for `load_library`.
    domain
        What the macros are for; None for what the file itself names.

    Raises
    ------
    InputError
        As for `load_library`; the rules of a logic program.
    """
    return cast(MacroLibrary, load_library(path, domain, shape, text=text, of=Domain))


def read_again(library: MacroLibrary, domain: Domain, shape: Shape) -> MacroLibrary:
    """The library with the moves of a domain.

    Raises
    ------
    InputError
        Macros for another domain or board.
    """
    return load_macros("macros", domain, shape, text=library_text(library))
