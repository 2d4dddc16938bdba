"""Views of macros: why they are as they are; those on boards, and macro tables as a whole.

In this file:

- A macro in words, by the kind of its operator: what it is made of, its rule, and the reason for every part of it.
- A macro as an entry of a macro table: the symbol that it brings home, and the cells that it leaves unchanged.
- A macro table as a whole: a column for each cell of the order, and in it from where macros bring its symbol home.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from textwrap import fill
from typing import Any

from ..rules.errors import InputError
from ..rules.geometry import WHOLE
from ..rules.prolog.writer import arc_clause
from ..rules.term import Pattern, Var, canonical
from ..rules.text.boards import cells_named, rule_boards
from ..rules.text.plain import text_of
from ..rules.text.state_text import cell_names, draw_state
from ..rules.text.words import amount, counted, listed
from ..rules.theory import Theory
from ..rules.view import (
    Beside,
    Between,
    Boards,
    Fold,
    Heading,
    Items,
    Lines,
    Part,
    Sentence,
    Table,
    View,
)
from ..search.climbing.macro_table import Entry
from .explanation import CellReason, Reason, StepEffect, Variable
from .library import MacroLibrary
from .macro import Image, Macro
from .macro_proof import Leaf, ProofStep, proof_of_macro
from .rule import OriginInFile
from .traps import TrapRow, TrapRule
from .whole_table import WholeTable, table_entries


@dataclass(frozen=True)
class MacroText(ABC):
    """A macro in words; the class is the ``told`` of its operator.

    Parameters
    ----------
    macro
        The macro.
    library
        The library that it is in; None where it is told by itself.
    """

    macro: Macro
    library: MacroLibrary | None = None

    @property
    @abstractmethod
    def steps(self) -> list[str]:
        """Its primitive moves."""

    @property
    @abstractmethod
    def rule(self) -> str:
        """The rule of the macro, in several lines."""

    @property
    @abstractmethod
    def sides(self) -> tuple[str, str]:
        """Conditions and effects of the macro, in a line each."""

    @property
    def clause(self) -> str:
        """The rule as Prolog; empty where it has no clause."""
        return ""

    @property
    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Rule and steps as plain values for JSON."""

    @abstractmethod
    def paragraphs(self) -> Iterator[Part]:
        """Why the macro is as it is."""

    @property
    @abstractmethod
    def explained_data(self) -> dict[str, Any]:
        """The explanation as plain values for JSON."""

    @abstractmethod
    def summary(self, used: str = "") -> Part:
        """The macro as something learned; ``used`` tells how often the training plans use it."""

    @property
    @abstractmethod
    def summary_data(self) -> dict[str, Any]:
        """The macro as something learned, as plain values for JSON."""

    @classmethod
    def together(cls, library: MacroLibrary) -> list[str]:
        """Lines on the macros of a library together."""
        return []

    @classmethod
    def together_data(cls, library: MacroLibrary) -> dict[str, Any]:
        """Data on the macros of a library together, as plain values for JSON."""
        return {}

    @classmethod
    def whole(cls, library: MacroLibrary) -> list[str]:
        """Lines on how the macros of a library are used together."""
        return []

    def parts(self) -> list[Part]:
        """The paragraphs, with an empty line between each two."""
        return [one for part in self.paragraphs() for one in (Heading(), part)][1:]

    def explained(self, width: int = 80) -> str:
        """The explanation as plain text."""
        return text_of(self.parts(), width)

    def drawn(self) -> list[Part]:
        """The rule and the training path as boards, for a page; nothing where it has none."""
        return []

    def proof(self) -> list[Part]:
        """The explanation for a page, which has room for each step."""
        return self.parts()

    def triangle(self) -> list[Part]:
        """The triangle table of a macro with parameters.

        Raises
        ------
        InputError
            A macro of another kind.
        """
        raise InputError(
            "no triangle table",
            expected="a macro of a PDDL domain that repeats nothing and is no rule of a policy",
            found=self.macro.name,
        )


@dataclass(frozen=True)
class BoardMacroText(MacroText):
    """A macro on boards.

    Parameters
    ----------
    known
        The theory whose boards its window is drawn as, where that is known without a library.
    """

    known: Theory | None = None

    @cached_property
    def board(self) -> Theory:
        """The theory that draws its window."""
        if self.library is not None:
            return self.library.board(self.macro)
        rows, columns = self.macro.window
        name = f"a window of {rows}x{columns} cells"
        return self.known or self._path_theory or Theory(name, (), self.macro.window)

    @property
    def _path_theory(self) -> Theory | None:
        explanation = self.macro.explanation
        return None if explanation is None else explanation.theory

    @property
    def _everywhere(self) -> bool:
        """Whether its window is all of the board."""
        domain: Any = None
        if self.library is not None:
            domain = self.library.domain
        elif self.known is None and self._path_theory is not None:
            domain = self._path_theory.domain
        return getattr(domain, "geometry", None) is WHOLE

    @property
    def steps(self) -> list[str]:
        return self.macro.step_names

    @property
    def rule(self) -> str:
        arc = self.macro.arc
        return rule_boards(self.board, arc.before, arc.after)

    @property
    def sides(self) -> tuple[str, str]:
        board, arc = self.board, self.macro.arc

        def text(pattern: Pattern) -> str:
            rows = draw_state(pattern, board.shape, board.blank).splitlines()
            return " / ".join(row.strip() for row in rows)

        return text(arc.before), text(arc.after)

    @property
    def clause(self) -> str:
        before, after = canonical(self.macro.arc.before, self.macro.arc.after)
        return arc_clause(before, after, self.macro.cost, self.board)

    @property
    def data(self) -> dict[str, Any]:
        return {
            "name": self.macro.name,
            "window": list(self.macro.window),
            "before": cell_names(self.macro.arc.before),
            "after": cell_names(self.macro.arc.after),
            "cost": self.macro.cost,
            "steps": self.steps,
        }

    def paragraphs(self) -> Iterator[Part]:
        """The training path as boards, the reason for every cell, and the rule as boards and as Prolog."""
        macro, theory, explanation = self.macro, self.board, self.macro.explanation
        yield Heading(f"{macro.name}: {', '.join(macro.step_names)} (cost {amount(macro.cost)})")
        if theory.name.startswith("a window") and not self._everywhere:
            yield Heading(f"Holds in {theory.name} wherever it fits on a board.")
        if self.library is not None and (entries := entry_words(macro, self.library)):
            yield Lines(entries)
        if macro.image is not None:
            yield Heading(_image_words(macro.image))
        if explanation is not None:
            source = f" ({macro.learned_from})" if macro.learned_from else ""
            path = "Training path" if macro.image is None else "Image of the training path"
            yield Heading(f"{path}{source}:")
            yield Boards(theory, explanation.states, ("start", *explanation.names))
        found = macro.reasons
        rounds = None if any(reason.steps for reason in found) else _rounds(found)
        if rounds is not None:
            yield Heading(
                "It has no conditions, as no step looks at what a cell holds. The symbols go round:"
            )
            yield Lines(rounds)
        else:
            yield Heading("Why is each cell what it is?")
            yield Items([_cell_line(reason) for reason in found], "cell")
        constants = sum(not isinstance(reason.term, Var) for reason in found)
        free = counted(len(found) - constants, "cell")
        yield Heading(f"The rule: {counted(constants, 'constant')}, {free} that may hold anything")
        yield Boards(theory, (macro.arc.before, macro.arc.after))
        yield Heading("As Prolog:")
        yield Lines(self.clause)

    def drawn(self) -> list[Part]:
        macro, theory, explanation = self.macro, self.board, self.macro.explanation
        boards: list[Part] = [Boards(theory, (macro.arc.before, macro.arc.after))]
        if explanation is not None:
            boards.append(Boards(theory, explanation.states, ("start", *explanation.names)))
        origin = f"Training problem: {macro.learned_from}. " if macro.origin else ""
        words = "A letter stands for any symbol; a number must be that number. The rule as Prolog:"
        return [Beside(boards, "rule"), Sentence(f"{origin}{words} `{self.clause}`")]

    def proof(self) -> list[Part]:
        found = proof_of_macro(self.macro, self.board)
        return [
            Heading("Why does it hold?", 4),
            Sentence(
                f"Macro {self.macro.name} leads from the first window to the second, because its "
                f"{counted(len(found.steps), 'step')} can follow each other:"
            ),
            *(self._step(step) for step in found.steps),
            Heading("Why is each cell what it is?", 4),
            Fold("Cell by cell", [Items(list(map(_cell_line, found.cells)), "cell")]),
        ]

    def _step(self, step: ProofStep) -> Fold:
        """A step of the proof: its arc, what it did in the training example, and where its preconditions hold."""
        parts: list[Part] = [
            Sentence(f"The arc {step.arc.name}:"),
            Boards(self.board, (step.arc.before, step.arc.after)),
        ]
        if step.states is not None:
            bindings = ", ".join(f"{name} = {symbol}" for name, symbol in step.bindings)
            where = f", where {bindings}:" if bindings else ":"
            parts += [
                Sentence(f"In the training example{where}"),
                Boards(self.board, step.states),
            ]
        if step.leaves:
            parts += [Sentence("Its preconditions:"), Items(list(map(self._leaf, step.leaves)))]
        else:
            parts.append(Sentence("It has no preconditions."))
        needs = "; ".join(map(str, step.leaves)) or "nothing"
        return Fold(f"step {step.number}: {step.name}, which needs {needs}", parts)

    def _leaf(self, leaf: Leaf) -> str:
        """A precondition of a step, and where it is known to hold."""
        if leaf.source is None:
            return f"{leaf}: an earlier step made it so."
        origin = f"the symbol stands in cell {leaf.source + 1} of the first window"
        if leaf.source != leaf.cell:
            origin += f", and the steps before carry it to cell {leaf.cell + 1}"
        if self.macro.explanation is None:
            return f"{leaf}: {origin}. The file names no training example."
        named = f" ({self.macro.learned_from})" if self.macro.learned_from else ""
        return f"{leaf}: {origin}; holds in the training example{named}."

    @property
    def explained_data(self) -> dict[str, Any]:
        entries = entry_data(self.macro, self.library) if self.library is not None else []
        return explanation_data(self.macro) | ({"entries": entries} if entries else {})

    def summary(self, used: str = "") -> Part:
        theory, arc = self.board, self.macro.arc
        before, after = theory.format(arc.before), theory.format(arc.after)
        cost = amount(self.macro.cost)
        return Heading(f"{self.macro.name}: {before}  ->  {after}   cost {cost}")

    @property
    def summary_data(self) -> dict[str, Any]:
        macro = self.macro
        return {
            "name": macro.name,
            "image_of": macro.image and str(macro.image),
            "window": list(macro.window),
            "cost": macro.cost,
            "steps": macro.step_names,
            "origin": macro.origin,
        }


MOST_ROWS = 6
"""Greatest number of patterns whose reasons are shown."""


class TrapText(MacroText):
    """A trap in words."""

    macro: Any

    @property
    def _rule(self) -> TrapRule:
        rule: TrapRule = self.macro
        return rule

    @property
    def steps(self) -> list[str]:
        return []

    @property
    def rule(self) -> str:
        return self.sides[0]

    @property
    def sides(self) -> tuple[str, str]:
        return " and ".join(self._rule.kinds), "no goal"

    @property
    def _proof(self) -> Any:
        """The cases that prove it for all problems of a planning domain; None where there are none."""
        library = self.library
        return None if library is None else library.domain.trap_table(self._rule, library)

    @property
    def data(self) -> dict[str, Any]:
        rule = self._rule
        return {"name": rule.name, "kinds": list(rule.kinds), "saving": rule.saving}

    def paragraphs(self) -> Iterator[Part]:
        rule = self._rule
        facts = counted(len(rule.kinds), "fact")
        yield Lines(f"{rule.name}: a trap of {facts}, {listed(rule.kinds)}")
        yield Sentence(
            "In each problem the trap is the largest set of such patterns that no goal fits and every arc preserves: from a "
            "state that fits one, it leads to a state that fits one of them, or a trap of fewer facts. Searches leave such "
            "states out, and the cost of a cheapest solution stays as it is."
        )
        if rule.origin:
            yield Sentence(
                f"learned from {rule.origin}, where it leaves out {rule.saving:.0%} of the states that the traps before it left"
            )
        domain, proof = None if self.library is None else self.library.domain, self._proof
        if proof is not None:
            more = len(proof.rows) - MOST_ROWS
            yield Table(
                ("facts", "action", "why it does not lead out"),
                list(proof.rows[:MOST_ROWS]),
                proof.words,
                words=True,
            )
            if more > 0:
                yield Sentence(f"and {counted(more, 'more case')}")
            if proof.rests:
                yield Sentence(proof.rests)
        elif domain is not None and domain.lifted:
            yield Sentence("not proved for all problems of the domain: found anew in each")
        if rule.table:
            said = ", as the file says" if isinstance(rule.origin, OriginInFile) else ""
            yield Sentence(f"patterns of the problem that it was learned from{said}:")
        most = MOST_ROWS if proof is None else 1  # the cases tell what all have in common
        for place, row in enumerate(rule.table[:most], start=1):
            yield _reasons_table(place, row)
        more = len(rule.table) - most
        if more > 0:
            yield Sentence(f"and {counted(more, 'more pattern')} that arcs make of these")

    @property
    def explained_data(self) -> dict[str, Any]:
        table = [
            {
                "facts": list(row.facts),
                "no_goal_has": row.goal,
                "arcs": [{"arc": arc, "why": why} for arc, why in row.arcs],
            }
            for row in self._rule.table
        ]
        proof = self._proof
        cases = [] if proof is None else [list(row) for row in proof.rows]
        names = ("facts", "action", "why")
        proved = {"cases": [dict(zip(names, row, strict=True)) for row in cases]} if cases else {}
        return {**self.data, "origin": self._rule.origin, "table": table, **proved}

    def summary(self, used: str = "") -> Part:
        rule = self._rule
        words = f"{rule.name}: {listed(rule.kinds)}"
        first = rule.table[0].facts if rule.table else ()
        example = f"\n    such as {listed(first)}" if first else ""
        proved = "" if self._proof is None else f"\n    {self._proof.words}"
        return Lines(f"{words}{example}\n    leaves out {rule.saving:.0%} of the states{proved}")

    @property
    def summary_data(self) -> dict[str, Any]:
        return self.explained_data


def _reasons_table(place: int, row: TrapRow) -> Part:
    """The reasons for one pattern."""
    heading = f"{place}. {listed(row.facts)}: no goal state has {row.goal}"
    if not row.arcs:
        return Lines(f"{heading}; no arc changes it")
    return Table(("arc", "why it does not lead out"), list(row.arcs), heading, words=True)


def macro_text(macro: Macro, library: MacroLibrary | None = None) -> MacroText:
    """A macro in words."""
    found: MacroText = macro.operator.told(macro, library)
    return found


def macro_view(macro: Macro, longest: int | None = None) -> View:
    """The explanation of a macro by itself, without its library: of a rule of a policy, its purpose and no proof."""
    text = macro_text(macro)
    return View(text.parts, lambda: text.explained_data)


def library_view(
    library: MacroLibrary,
    longest: int | None = None,
    chosen: Iterable[Macro] | None = None,
    headings: Iterable[str] = (),
    *,
    triangles: bool = False,
) -> View:
    """Explanations of the macros of a library, or their triangle tables, or of some of them, with a line between each two."""
    texts = [macro_text(one, library) for one in (library if chosen is None else chosen)]

    def parts() -> list[Part]:
        lines = texts[0].whole(library) if texts and chosen is None else []
        each: list[list[Part]] = [[Lines(one)] for one in headings]
        each += [text.triangle() if triangles else text.parts() for text in texts]
        first: list[Part] = [Lines("\n".join(lines) + "\n")] if lines else []
        return [*first, *[part for one in each for part in (Between(), *one)][1:]]

    return View(parts, lambda: {"macros": [text.explained_data for text in texts]})


DESCRIBED = 3
"""Entries of one macro that are described; at other places of a board it is others."""


def entry_words(macro: Macro, library: MacroLibrary) -> str:
    """The entries that a macro is, a sentence or two each; nothing where it is none."""
    order, entries = table_entries(macro, library)
    if library.shape is None:
        return ""
    name = library.domain.spell(library.shape)
    said = list(dict.fromkeys(_words(name, order, entry) for entry in entries))
    more = len(said) - DESCRIBED
    if more > 0:
        said[DESCRIBED:] = [
            f"At other places of the board it is {counted(more, 'other entry', 'other entries')}."
        ]
    return "\n".join(said)


def _words(name: str, order: tuple[int, ...], entry: Entry) -> str:
    cell, before = order[entry.column] + 1, order[: entry.column]
    filled = f"after {_listed(before)}" if before else "the first"
    same = entry.leaves
    others = [place for place in same if place not in before]
    moved = len(entry.goes) - len(same)
    leaves = f"these, and besides them {_listed(others)}" if before and others else _listed(same)
    if before and not others:
        leaves = "these only"
    return (
        f"In the macro table of {name} it brings the symbol of cell {cell}, {filled} in the order, home from cell "
        f"{entry.place + 1}. It moves what is in {counted(moved, 'cell')} and leaves alone {leaves}."
    )


def _listed(cells: Sequence[int]) -> str:
    return cells_named(cells) if cells else "no cell"


def entry_data(macro: Macro, library: MacroLibrary) -> list[dict[str, Any]]:
    """Entries as plain values for JSON; cells are numbered from 1."""
    order, entries = table_entries(macro, library)
    return [
        {
            "cell": order[entry.column] + 1,
            "from": entry.place + 1,
            "after": [cell + 1 for cell in order[: entry.column]],
            "leaves": [place + 1 for place in entry.leaves],
        }
        for entry in entries
    ]


def table_summary(table: WholeTable) -> str:
    """Sentence on the size of a macro table, and whether it is complete."""
    lengths = [moves for column in table.columns for moves in column.shortest]
    there = (
        f"{counted(len(lengths), 'entry', 'entries')} in {counted(len(table.columns), 'column')}"
    )
    state = (
        "every entry that some state needs is there"
        if not table.missing
        else f"{counted(table.missing, 'entry', 'entries')} that some states need {'is' if table.missing == 1 else 'are'} missing"
    )
    long = (
        f", the shortest macro of each {min(lengths)} to {max(lengths)} moves long and {fmean(lengths):.1f} on average"
        if lengths
        else ""
    )
    return f"The macro table of {table.board}: {there}{long}; {state}."


def table_quality(table: WholeTable) -> str:
    """Sentence on the solutions of a whole macro table; empty where an entry is missing."""
    if table.mean is None or table.most is None:
        return ""
    return (
        f"All {table.starts:,} starts: {table.mean:.2f} moves on average and {table.most:,} at most, by the shortest macro of each "
        "entry in full (exact)."
    )


def table_text(table: WholeTable, width: int = 80) -> str:
    """A macro table in a few lines for each column, for a terminal."""
    head = fill(
        f"{table_summary(table)} A line says to which cell, in the order of their turns, and from which cells a symbol comes; "
        "behind each is how many moves the shortest macro makes that brings it.",
        width,
    )
    digits = len(str(table.cells))
    lines = []
    for column in table.columns:
        lead = f"  to {column.cell + 1:>{digits}}  "
        said = [_place(place, found) for place, found in column.entries.items()]
        body = f"from {', '.join(said)}"
        lines.append(
            fill(
                body,
                max(width, 40),
                initial_indent=lead,
                subsequent_indent=" " * (len(lead) + 5),
            )
        )
    quality = table_quality(table)
    if quality:
        lines += ["", fill(quality, width)]
    return "\n".join([head, "", *(line.replace("\u00a0", " ") for line in lines)])


def table_data(table: WholeTable) -> dict[str, Any]:
    """A macro table as plain values for JSON; cells are numbered from 1."""
    columns = [
        {
            "cell": column.cell + 1,
            "entries": [
                {"from": place + 1, "macros": [table.names[one.number] for one in found]}
                for place, found in column.entries.items()
            ],
        }
        for column in table.columns
    ]
    return {
        "board": table.board,
        "missing": table.missing,
        "starts": table.starts,
        "mean_moves": table.mean,
        "most_moves": table.most,
        "columns": columns,
    }


def entry_text(table: WholeTable, cell: int, place: int) -> str:
    """The macros of an entry of a table by their names, in a line each."""
    found = table.entry(cell, place) or ()
    if not found:
        return f"No macro brings the symbol of cell {cell + 1} home from cell {place + 1}: the entry is missing."
    several = "macro brings" if len(found) == 1 else "macros bring"
    lines = [f"{len(found)} {several} the symbol of cell {cell + 1} home from cell {place + 1}:"]
    width = max((len(table.names[one.number]) for one in found), default=0)
    lines += [
        f"  {table.names[one.number]:{width}}  {counted(len(one.word), 'move')}: {' '.join(table.words[one.number])}"
        for one in found
    ]
    return "\n".join(lines)


def _place(place: int, found: Sequence[Entry]) -> str:
    if not found:
        return f"{place + 1}\u00a0(missing)"
    return f"{place + 1}\u00a0({len(found[0].word)})"


def _rounds(reasons: Sequence[CellReason]) -> str | None:
    """Cycles of cells in which symbols move; None if a symbol is lost or copied."""
    goes = {reason.cell: reason.ends[0] for reason in reasons if len(reason.ends) == 1}
    if len(set(goes.values())) < len(reasons):
        return None
    lines, left = [], {cell for cell, end in goes.items() if cell != end}
    stay = [cell for cell in goes if cell not in left]
    while left:
        first = cell = min(left)
        turn = [first]
        while (cell := goes[cell]) != first:
            turn.append(cell)
        left.difference_update(turn)
        lines.append("  cell " + " to ".join(str(one + 1) for one in (*turn, first)))
    if stay:
        lines.append(f"  {cells_named(stay)}: unchanged")
    return "\n".join(lines)


def _image_words(image: Image) -> str:
    return f"It is {image}, and holds for the same reasons: the image of each step of {image.of} is a move too."


def _cell_line(reason: CellReason) -> str:
    kind = "variable" if isinstance(reason.term, Var) else "constant"
    return f"cell {reason.cell + 1}: {kind} {reason.term} - {cell_words(reason)}"


def cell_words(reason: CellReason) -> str:
    """Reason why a cell is a constant or a variable, as part of a sentence."""
    if reason.steps:
        return "; ".join(map(_cell_need, reason.steps))
    journey = "no step asks what it is"
    if reason.ends == (reason.cell,):
        return f"{journey}, and it stays"
    if not reason.ends:
        return f"{journey}, and it is gone in the end"
    return f"{journey}; it ends in cell {', '.join(str(end + 1) for end in reason.ends)}"


def _cell_need(reason: Reason[int]) -> str:
    needed = reason.needed
    what = (
        f"{needed.constant} in cell {needed.variable + 1}"
        if needed.other is None
        else f"equal symbols in cells {needed.variable + 1} and {needed.other + 1}"
    )
    return f"{step_words(reason)} needs {what}"


def explanation_data(macro: Macro) -> dict[str, Any]:
    """The explanation of a macro as plain values for JSON."""
    explanation = macro.explanation
    return {
        "name": macro.name,
        "before": cell_names(macro.arc.before),
        "after": cell_names(macro.arc.after),
        "cost": macro.cost,
        "steps": macro.step_names,
        "origin": macro.origin,
        "image_of": macro.image
        and {"macro": macro.image.of, "symmetry": macro.image.symmetry.name},
        "training_path": [list(state) for state in explanation.states] if explanation else [],
        "cells": cells_data(macro.reasons),
    }


def cells_data(reasons: Iterable[CellReason]) -> list[dict[str, Any]]:
    """The kind of each cell and the reason for it as plain values for JSON."""
    return [
        {
            "cell": reason.cell + 1,
            "term": str(reason.term) if isinstance(reason.term, Var) else reason.term,
            "kind": "variable" if isinstance(reason.term, Var) else "constant",
            "reason": cell_words(reason),
            "needed_by_steps": sorted({why.step for why in reason.steps}),
        }
        for reason in reasons
    ]


def step_words(use: Reason[Variable] | StepEffect[Variable]) -> str:
    return f"step {use.step} ({use.name})"
