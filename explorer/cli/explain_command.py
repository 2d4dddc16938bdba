"""``arcwise explain``: reasons for the cells of a macro, macro tables, climbing from a state, and dead ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import click

from ...ebl.files.macro_file import load_library, load_macros, rules_named
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...ebl.views import entry_text, library_view, table_data, table_text
from ...ebl.whole_table import WholeTable
from ...experiments.stuck import turn_words
from ...rules.errors import InputError, Place, on_one_line
from ...rules.solvability import solvability
from ...rules.source import OF_PROBLEMS, ending_of, source_class
from ...rules.text.words import counted
from ...rules.view import Heading, Lines, Part, View
from ...search.algorithms import ALGORITHMS
from ...search.climbing.climber import checked_start
from ...search.orders import GIVEN, in_words
from .arguments import DomainArgument, InputFile, NameIn
from .budgeted import exit_code
from .console import line_width, progress_over
from .help import command
from .options import chosen, operational_option, refuse_given, trust_option
from .present import present

WIDEST = 120
"""Characters of a line of a table."""

MOST_NAMED = 12
"""Names of macros that are listed where one is mistyped; of more the first and the last."""

LONGEST_NAME = 40
"""Characters of a name that are compared."""

ENTRY = re.compile(r"([0-9]{1,6}):([0-9]{1,6})")
"""How an entry of a table is called: the cell that is filled, and where its symbol comes from."""


@command(
    "explain",
    first=["--state", "--operational", "--words", "--json"],
    examples=[
        "arcwise learn sliding-tile:2x3 --learner escapes -o macros.pl",
        "arcwise explain macros.pl",
        'arcwise explain macros.pl --state "4 5 3 0 1 2"',
        "arcwise explain sokoban:2",
    ],
)
@click.argument("macros", type=DomainArgument())
@click.argument("names", nargs=-1)
@click.option(
    "--state",
    metavar="STATE",
    help="What climbing does in this state of the board that the macros were last learned on, or why it is stuck there; of a "
    "domain, whether the state is a dead end, and which move is forced, as all others lead into dead ends.",
)
@click.option(
    "--traps",
    type=InputFile(),
    help="With --state of a domain: file with learned traps, which are dead ends too.",
)
@click.option("--goal", help="Goal, where MACROS is a domain. [default: its own]")
@operational_option
@trust_option
@click.option(
    "--algorithm",
    type=NameIn(ALGORITHMS),
    default="depth-first",
    help="Of a logic program: strategy that proves the goal.",
)
@click.option(
    "--words",
    "in_words",
    is_flag=True,
    help="Of a logic program: the proof and its rule as sentences, with the phrases of say/2.",
)
@click.option(
    "--triangle",
    is_flag=True,
    help="Of macros of a PDDL domain: the triangle table of each, and its kernels.",
)
@click.option(
    "--details",
    is_flag=True,
    expose_value=False,
    help="Show everything, as explain does in any case.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain_command(macros: str, names: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Explain the macros of a macro file, or only those NAMES; or the dead ends of a domain, in the place of MACROS.

    It shows the training path as boards, and the rule as two boards and as Prolog. It says why every cell of the pattern is
    a constant or a variable, and which step needed it. For macros of a PDDL domain it shows the training plan, the reason for
    every parameter, condition and effect, and the action as PDDL; for rules of a policy the purpose of each and what is
    proved of it.

    For a logic program, PROGRAM.pl "goal" shows the proof, the generalized proof beside it, and the rule. A file of learned
    rules is explained rule by rule: why each argument is a constant, a variable or shared, and which step needs each condition.

    A macro table is shown as a whole. 34:7 in place of a name stands for the macros that bring the symbol of cell 34 home
    from cell 7.

    A dead end is the content of some cells from which no state leads to the goal, whatever the other cells hold: each is
    drawn, with the reason. NAMES is then the problem of a PDDL domain.
    """
    view = _explained(macros, names, {name: one for name, one in options.items() if chosen(name)})
    present(view, as_json=as_json)
    return 0 if view.result is None else exit_code(view.result)


def _explained(macros: str, names: tuple[str, ...], how: Mapping[str, Any]) -> View:
    """Explanation of rules, of a solution, of macros or of dead ends, by what is named."""
    head = rules_named(macros)
    if head.proves:
        _refuse_but(("in_words",), "rules")
        return _rules_view(macros, names, "in_words" in how)
    if head.notation or ending_of(macros) in OF_PROBLEMS:
        _refuse_but(("state", "triangle"), "macros")
        return _macros_view(macros, names, how.get("state"), "triangle" in how)
    kind = source_class(macros, names[:1])
    _refuse_but(kind.explained, kind.questions)
    return kind.explain(macros, names, progress=progress_over, **how)


OPTIONS = ("state", "traps", "goal", "operational", "algorithm", "in_words", "triangle")
"""Options, each of which has a meaning for some of what can be explained."""


def _refuse_but(taken: Sequence[str], what: str) -> None:
    refuse_given([one for one in OPTIONS if one not in taken], f"does not go with {what}")


def _rules_view(path: str, names: Sequence[str], in_words: bool) -> View:
    """Explanation of the rules of a file, or of those named."""
    library: Any = load_library(path)
    known = {rule.name: rule for rule in library}
    for name in names:
        if name not in known:
            raise InputError(
                "no such rule",
                place=Place(path),
                expected=f"one of {', '.join(known)}",
                found=name,
            )
    chosen = library.only(names) if names else library
    view: View = chosen.words_view() if in_words else chosen.view()
    with progress_over(None, "cutting the tree of the proof at each level"):
        _ = view.parts
    return view


def _macros_view(macros: str, names: Sequence[str], state: str | None, triangles: bool) -> View:
    """Explanation of macros, or their triangle tables, or of a climb in a state."""
    library = load_macros(macros)
    if state is not None:
        if names:
            raise InputError("--state does not go with names of macros", found=" ".join(names))
        said = _in_state(library, state, macros)
        return View([Lines(said)], {"theory": library.domain.name, "state": said})
    table = WholeTable.of(library)
    headings, chosen = _chosen(library, names, table, macros)

    explained = library_view(
        library, None, chosen if names else None, headings, triangles=triangles
    )

    def parts() -> Iterator[Part]:
        if table is not None and not names and not triangles:
            yield Lines(table_text(table, min(line_width(), WIDEST)))
            yield Heading(
                f"\n{counted(len(library), 'macro')}. For one: arcwise explain {on_one_line(macros)} NAME, or CELL:FROM"
            )
            return
        if library.order != GIVEN and table is None:
            order = in_words(library.domain, library.order)
            yield Heading(f"Subgoals are to fill cells in this order: {order}\n")
        yield from explained.parts or [Lines("no macros in this file")]

    def data() -> dict[str, Any]:
        whole = {"table": table_data(table)} if table is not None and not names else {}
        return {"theory": library.domain.name, **whole, **explained.data}

    return View(parts, data)


def _chosen(
    library: MacroLibrary, names: Sequence[str], table: WholeTable | None, path: str
) -> tuple[list[str], list[Macro]]:
    """Texts on the named entries, and the named macros or the shortest of each entry."""
    known = {macro.name: macro for macro in library}
    headings, chosen = [], {}
    for name in names:
        asked = ENTRY.fullmatch(name)
        if asked is not None and table is not None:
            cell, place = (int(number) - 1 for number in asked.groups())
            found = table.entry(cell, place)
            if found is None:
                raise InputError(
                    _no_entry(table, cell, place),
                    place=Place(path),
                    expected="CELL:FROM as arcwise explain without names lists them",
                    found=name,
                )
            headings.append(entry_text(table, cell, place))
            name = table.names[found[0].number] if found else ""
            if name not in known:
                continue  # a missing entry, or a single move
        elif name not in known:
            raise InputError(
                "no such macro",
                place=Place(path),
                expected=_callable(list(known), table),
                found=name,
                remedy=_nearest(name, known),
            )
        chosen[name] = known[name]
    return headings, list(chosen.values()) if names else list(library)


def _no_entry(table: WholeTable, cell: int, place: int) -> str:
    """Why an entry is none of the table."""
    for one in (cell, place):
        if not 0 <= one < table.cells:
            return f"no cell {one + 1}: cells are 1 to {table.cells}"
    if cell == place:
        return f"nothing has to be brought to cell {cell + 1} from cell {cell + 1} itself"
    return "no state needs this entry of the table"


def _callable(names: Sequence[str], table: WholeTable | None) -> str:
    """Names that select macros, in words."""
    listed = ", ".join(names) if len(names) <= MOST_NAMED else f"{names[0]} to {names[-1]}"
    said = f"one of {listed}" if len(names) <= MOST_NAMED else listed
    return said if table is None else f"{said}, or CELL:FROM"


def _nearest(name: str, names: Iterable[str]) -> str | None:
    close = get_close_matches(name[:LONGEST_NAME], names, n=3)
    return " or ".join(close) or None


def _in_state(library: MacroLibrary, text: str, path: str) -> str:
    """The next step of a climb with the macros in a state, in words."""
    domain, shape = library.domain, library.shape
    if library.domain.macros_for == "parameters" or shape is None:
        raise InputError("--state is for macros on boards", place=Place(path))
    try:
        state = domain.board(shape).parse(text)
    except InputError as error:
        raise error.at(Place("--state")) from None
    climber = library.climber(shape)
    checked_start(climber.goal, state)
    said = solvability(domain.theory(shape), state, climber.goal.wanted)
    if said is not None and not said.solvable:
        return f"No moves lead from here to the goal: {said.reason}."
    return turn_words(climber, state)
