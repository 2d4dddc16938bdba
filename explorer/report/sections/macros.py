"""Sections of what was learned: macros, macro tables, training records.

In this file:

- The section on macros: their rules, their proofs step by step, their ledger, and where they were learned.
- The section on macro tables: which entries there are, and of each column the words and what they leave alone.
- The section on training records: what each training example taught, or why it taught nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from ....ebl.library import MacroLibrary
from ....ebl.macro import Macro
from ....ebl.views import macro_text, table_quality, table_summary
from ....ebl.whole_table import TableColumn, WholeTable
from ....experiments.store import LedgerRow, Run
from ....experiments.store.macro_files import MacroFile, macro_files
from ....experiments.store.rows import SolutionMoves
from ....rules.term import Pattern
from ....rules.text.boards import cells_listed
from ....rules.text.words import action_called, counted, listed
from ....rules.theory import Theory
from ....rules.view import Beside, Boards, Fold, Heading, PageOnly, Part, Sentence, Table
from ....search.climbing.macro_table import Entry
from ...html.layout import state_text
from ...html.markup import Child, Markup, el, folded, join
from ...views.pictures import utility_pictures
from ..paths import Albums, played
from .content import Content

MOST_CARDS = 300
"""Macros that are shown one by one; `arcwise explain` tells of the others."""

PRINTED_CARDS, PRINTED_HEADINGS = 1, 12
"""Number of macros that are printed in full, and of those with a heading only; the screen has all."""

PROOF_CHARACTERS = 1_200_000
"""Characters that proofs may take on a page; macros beyond that are shown without theirs."""

LONG = 12
"""Moves that a macro's heading names."""


def macros(content: Content) -> list[Part]:
    """All macros of a run, file by file; nothing where it has none."""
    run = content.run
    files = [] if run.on_goals else macro_files(run)  # rules have a section of their own
    if not files:
        return []
    selection = _Selection(run, content.albums, single=len(files) == 1)
    blocks = [PageOnly(_file(file, selection, len(files))) for file in files]
    notes = []
    if selection.left_out:
        notes.append(
            f"{counted(selection.left_out, 'more macro')} not shown one by one: {MOST_CARDS} are the most on a page. "
            "arcwise explain FILE tells of them."
        )
    if selection.without_proof:
        notes.append(
            f"{counted(selection.without_proof, 'macro')} shown without proof, because the page would grow too large; "
            "arcwise explain FILE NAME gives it."
        )
    drawn = utility_pictures(run.ledger)
    return [
        *([Beside(drawn)] if drawn else []),
        *blocks,
        *(Sentence(remark, look="remark") for remark in _ledger_notes(run)),
        *(Sentence(note, look="note") for note in notes),
    ]


def _ledger_notes(run: Run) -> list[str]:
    """Notes of a comparison on its ledgers."""
    each = run.settings.get("ledger") or {}
    notes = []
    for name, facts in each.items():
        which = f"The ledger of {name}" if len(each) > 1 else "The ledger"
        if facts.get("problems"):
            notes.append(
                f"{which} was kept for {facts['configuration']} on the first {counted(facts['problems'], 'problem')}, with at "
                f"most {facts['nodes']:,} expansions a search."
            )
        if facts.get("left_out"):
            notes.append(f"Left out of {which[0].lower()}{which[1:]}: {facts['left_out']}.")
    return notes


class _Selection:
    """Number of macros for which the page still has room, and findings on single macros."""

    def __init__(self, run: Run, albums: Albums, *, single: bool) -> None:
        self.albums, self.single, self._run = albums, single, run
        self.cards, self.characters = MOST_CARDS, PROOF_CHARACTERS
        self.left_out = self.without_proof = 0
        self.ledger: dict[str, list[LedgerRow]] = {}
        self.used: Counter[str] = Counter()
        self.training_records = {
            record.macro: record
            for record in run.training_records
            if record.accepted and record.macro
        }

    def turn_to(self, file: MacroFile) -> None:
        """Gather what was counted of the macros of a file: names are those of one file."""
        self.ledger, self.used = {}, Counter()
        for row in self._run.ledger:
            if self.single or row.condition in file.conditions:
                self.ledger.setdefault(row.macro, []).append(row)
        for search in self._run.searches:
            if search.steps != search.moves and (
                self.single or search.condition in file.conditions
            ):
                self.used.update({*map(action_called, {*search.arcs})})


def _file(file: MacroFile, selection: _Selection, files: int) -> Markup:
    heading = f"{file.name}: {counted(len(file.macros), 'macro')}"
    if file.conditions and files > 1:
        heading += f", for {listed(list(file.conditions))}"
    library = file.library
    if library is None:
        return el("div", el("h3", file.name), el("p", file.fault, class_="note"))
    selection.turn_to(file)
    parts: list[Child] = []
    if file.macros:
        parts.append(folded("All of them as a table", _overview(file.name, library, selection)))
    for macro in library:
        if not selection.cards:
            selection.left_out += 1
            continue
        selection.cards -= 1
        parts.append(_card(macro, library, file.name, selection))
    more = MOST_CARDS - selection.cards - PRINTED_HEADINGS
    if more > 0:
        said = f"{counted(more, 'more macro')} on the page itself, not printed."
        parts.append(el("p", said, class_="on-paper"))
    if files > 3:
        return el("details", el("summary", heading), parts, class_="file")
    return el("div", el("h3", heading), parts, class_="file")


def _card(macro: Macro, library: MacroLibrary, file: str, selection: _Selection) -> Markup:
    """A card that opens: its macro in a line, and all about it."""
    text, albums = macro_text(macro, library), selection.albums
    proof = join(_in_albums(one, albums) for one in text.proof())
    if len(proof) > selection.characters:
        selection.without_proof += 1
        told = (
            f"The proof is too long for this page. `arcwise explain {file} {macro.name}` gives it."
        )
        proof = join(Sentence(told))
    else:
        selection.characters -= len(proof)
    body: list[Child] = [
        *(_in_albums(one, albums) for one in text.drawn()),
        *_training_record(macro.name, selection),
        _ledger(macro.name, selection),
        proof,
    ]
    used = f"in {counted(selection.used[macro.name], 'solution')}" if selection.used else None
    steps = text.steps
    more = f" and {len(steps) - LONG} more" if len(steps) > LONG else ""
    return el(
        "details",
        el(
            "summary",
            el("strong", macro.name),
            el("span", ", ".join(steps[:LONG]) + more),
            el("span", counted(macro.length, "move"), class_="tag"),
            el("span", used, class_="tag") if used else None,
        ),
        el("div", body, class_="body"),
        data_moves=macro.length,
        class_=f"card {_printed(MOST_CARDS - selection.cards)}".strip(),
        id=f"macro-{macro.name}"
        if selection.single and (selection.used or selection.ledger)
        else None,
    )


def _printed(place: int) -> str:
    """How the card at a place, from 1, is printed."""
    if place <= PRINTED_CARDS:
        return "printed"
    return "unprinted" if place > PRINTED_HEADINGS else ""


def _overview(file: str, library: MacroLibrary, selection: _Selection) -> Table:
    return Table(
        ["macro", "before", "after", "made of", "training problem", "moves", "solutions with it"],
        [
            [
                macro.name,
                *macro_text(macro, library).sides,
                ", ".join(macro_text(macro, library).steps),
                macro.learned_from or "-",
                f"{macro.length:,}",
                f"{selection.used[macro.name]:,}" if selection.used else "-",
            ]
            for macro in library
        ],
        f"Macros of {file}",
        left=5,
    )


def _training_record(name: str, selection: _Selection) -> list[Part]:
    record = selection.training_records.get(name)
    if record is None:
        return []
    return [Sentence(f"Training record {record.number}: {record.reason}.")]


def _in_albums(part: Part, albums: Albums) -> Part:
    """A part whose boards the page's script draws."""
    match part:
        case Boards():
            return PageOnly(_boards(part, albums))
        case Fold() | Beside():
            return replace(part, parts=[_in_albums(one, albums) for one in part.parts])
        case _:
            return part


def _boards(boards: Boards, albums: Albums) -> Markup:
    """Two windows of a rule with an arrow, as text; or a path, which is played, if one drawing serves all of its states."""
    theory, states = boards.theory, boards.states
    assert theory is not None
    if not boards.names:
        arrow = el("span", el("span", "becomes", class_="unseen"), class_="arrow")
        before, after = (_window(albums, theory, state) for state in states)
        return el("div", before, arrow, after, class_="windows")
    numbers = {albums.window(theory, state) for state in states}
    if len(numbers) > 1:
        return Markup("")
    path = SolutionMoves(cast(Any, tuple(states)), tuple(boards.names[1:]), ())
    return el("div", class_="played", data_album=numbers.pop(), data_path=json.dumps(played(path)))


def _window(albums: Albums, theory: Theory, pattern: Pattern) -> Markup:
    number = albums.window(theory, pattern)
    return el(
        "pre",
        theory.draw(pattern),
        class_="board",
        data_album=number,
        data_cells=state_text(pattern),
    )


def _ledger(name: str, selection: _Selection) -> Table | None:
    rows = selection.ledger.get(name)
    if not rows:
        return None
    columns = ["algorithm", "problems", "tried", "matched", "applied"]
    columns += ["operator applications saved", "moves saved"]
    return Table(
        columns,
        [
            [
                row.configuration,
                f"{row.problems:,}",
                *("-" if value is None else f"{value:,}" for value in (row.tried, row.matched)),
                "-" if row.applied is None else f"{row.applied:,}",
                "-" if row.saved_applications is None else f"{row.saved_applications:+,.0f}",
                "-" if row.saved_moves is None else f"{row.saved_moves:+,.1f}",
            ]
            for row in rows
        ],
        f"Ledger of {name}: counts over the problems, savings per problem",
    )


MOST_COLUMNS = 60
"""Columns of a table that is shown as a whole, and columns that are shown one by one."""

LONG_TABLE = 40
"""Moves of a word that are written out."""


def macro_tables(content: Content) -> list[Part]:
    """The macro tables of a run; nothing where it has none."""
    found = ((one.name, one.library) for one in macro_files(content.run) if one.library is not None)
    tables = [(name, WholeTable.of(library)) for name, library in found]
    return [
        part
        for name, table in tables
        if table is not None
        for part in (Heading(name, 3), *_table(table))
    ]


def _table(table: WholeTable) -> Iterator[Part]:
    yield Sentence(" ".join((table_summary(table), table_quality(table))).strip())
    yield Sentence(
        "A column is a cell, in the order in which cells are filled. Its macros bring the symbol of that cell home, each "
        "from the cell of its row. They leave the cells of all columns before as they were.",
        look="remark",
    )
    columns = table.columns[:MOST_COLUMNS]
    yield _whole(table, columns)
    yield from (_column(table, column) for column in columns)
    if left := len(table.columns) - len(columns):
        note = f"{counted(left, 'more column')} not shown. arcwise explain FILE lists them all."
        yield Sentence(note, look="note")


def _whole(table: WholeTable, columns: tuple[TableColumn, ...]) -> Table:
    places = sorted({place for column in columns for place in column.entries})
    return Table(
        ["from cell", *(f"to {column.cell + 1}" for column in columns)],
        [[str(place + 1), *(_moves(column, place) for column in columns)] for place in places],
        f"Moves of the shortest macro of each entry of the macro table of {table.board}",
    )


def _moves(column: TableColumn, place: int) -> str:
    found = column.entries.get(place)
    if found is None:
        return ""
    return str(len(found[0].word)) if found else "missing"


def _column(table: WholeTable, column: TableColumn) -> Fold:
    macros = sum(map(len, column.entries.values()))
    filled = f"after {cells_listed(column.before)}" if column.before else "the first"
    rows = Table(
        ["from cell", "shortest macro", "word", "leaves alone besides", "moves", "others"],
        [_row(table, column, place) for place in column.entries],
        f"Entries of cell {column.cell + 1}",
        left=4,
    )
    entries = counted(len(column.entries), "entry", "entries")
    missing = f", {len(column.missing)} missing" if column.missing else ""
    title = f"Cell {column.cell + 1}, {filled}: {entries}, {counted(macros, 'macro')}{missing}"
    return Fold(title, [rows])


def _row(table: WholeTable, column: TableColumn, place: int) -> list[str]:
    found = column.entries[place]
    if not found:
        return [str(place + 1), "missing", "-", "-", "-", "-"]
    first, others = found[0], found[1:]
    lengths = sorted({len(one.word) for one in others})
    ends = f"{lengths[0]} to {lengths[-1]}" if len(lengths) > 1 else "".join(map(str, lengths))
    besides = set(first.leaves).difference(column.before)
    return [
        str(place + 1),
        table.names[first.number],
        _word(table, first),
        cells_listed(besides),
        str(len(first.word)),
        f"{len(others)}, {ends} moves" if others else "-",
    ]


def _word(table: WholeTable, entry: Entry) -> str:
    names = table.words[entry.number]
    more = f" and {len(names) - LONG_TABLE} more" if len(names) > LONG_TABLE else ""
    return " ".join(names[:LONG_TABLE]) + more


def training_records(content: Content) -> list[Part]:
    """All training records of a run."""
    run = content.run
    if not run.training_records:
        return []
    places = {problem.id: problem.place for problem in run.problems}
    accepted = sum(record.accepted for record in run.training_records)
    refused = len(run.training_records) - accepted
    table = Table(
        ["record", "example", "macro", "outcome", "reason"],
        [
            [
                str(record.number),
                places.get(record.problem or 0) or f"problem {record.problem}",
                record.macro or "-",
                "learned" if record.accepted else "refused",
                record.reason,
            ]
            for record in run.training_records
        ],
        "Training records in order",
        left=5,
    )
    said = f"{counted(len(run.training_records), 'training record')}: {accepted:,} taught a macro, {refused:,} did not."
    return [Sentence(said), table]
