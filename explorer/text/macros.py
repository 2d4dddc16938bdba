"""Text on a macro, by the kind of its operator, and an explanation of it that a person can read.

A macro as an entry of a macro table: the symbols that it brings home, their cells, and the cells that it leaves
unchanged.

A macro table as a whole: a column for each cell of the order, and in it from where macros bring its symbol home.

Macros over parameters as text: why they have their parameters, conditions and effects.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from textwrap import fill
from typing import Any

from ...ebl.explanation import (
    FALSE,
    TRUE,
    AtomReason,
    CellReason,
    Link,
    OnlyOne,
    Reason,
    StepEffect,
    Threat,
    Use,
    Variable,
    Why,
)
from ...ebl.library import MacroLibrary
from ...ebl.macro import Image, Macro
from ...ebl.whole_table import WholeTable, table_entries
from ...planning.pddl.action_domain import atom_text
from ...planning.pddl.action_schema import ActionSchema, taken
from ...planning.pddl.write import action_text
from ...rules.domain import Domain
from ...rules.geometry import WHOLE
from ...rules.prolog.writer import arc_clause
from ...rules.schema import Schema
from ...rules.term import Pattern, Symbol, Var, canonical
from ...rules.text.state_text import cell_names, draw_state
from ...rules.text.words import amount, counted
from ...rules.theory import Theory
from ...search.climbing.macro_table import Entry
from .boards import cells_named, path_text, rule_boards
from .policies import explain_rule, policy_data, proof_data, proved_rule, rule_lines


@dataclass(frozen=True)
class MacroText(ABC):
    """A macro of a library in words."""

    macro: Macro
    library: MacroLibrary

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
    def explained(self, width: int = 80) -> str:
        """Explain why each cell of the macro is a constant or a variable."""

    @property
    @abstractmethod
    def explained_data(self) -> dict[str, Any]:
        """The explanation as plain values for JSON."""


class BoardMacroText(MacroText):
    """A macro on boards."""

    @property
    def steps(self) -> list[str]:
        return self.macro.step_names

    @property
    def rule(self) -> str:
        arc = self.macro.arc
        return rule_boards(self.library.board(self.macro), arc.before, arc.after)

    @property
    def sides(self) -> tuple[str, str]:
        board, arc = self.library.board(self.macro), self.macro.arc

        def text(pattern: Pattern) -> str:
            rows = draw_state(pattern, board.shape, board.blank).splitlines()
            return " / ".join(row.strip() for row in rows)

        return text(arc.before), text(arc.after)

    @property
    def clause(self) -> str:
        before, after = canonical(self.macro.arc.before, self.macro.arc.after)
        return arc_clause(before, after, self.macro.cost, self.library.board(self.macro))

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

    def explained(self, width: int = 80) -> str:
        entries = entry_words(self.macro, self.library)
        everywhere = self.library.domain.geometry is WHOLE
        board = self.library.board(self.macro)
        return explain_macro(self.macro, board, width, entries, everywhere=everywhere)

    @property
    def explained_data(self) -> dict[str, Any]:
        entries = entry_data(self.macro, self.library)
        return explanation_data(self.macro) | ({"entries": entries} if entries else {})


class ActionMacroText(MacroText):
    """A macro over parameters."""

    @property
    def steps(self) -> list[str]:
        return list(map(atom_text, self.macro.calls))

    @property
    def rule(self) -> str:
        return action_text(self.macro.action)

    @property
    def sides(self) -> tuple[str, str]:
        action = self.macro.action
        unequal = [f"(not (= {one} {other}))" for one, other in action.unequal]
        equal = [f"(= {one} {other})" for one, other in action.equal]
        denied = [f"(not {atom_text(atom)})" for atom in action.negative]
        deleted = [f"(not {atom_text(atom)})" for atom in action.delete]
        asked = [*map(atom_text, action.positive), *denied, *equal, *unequal]
        return " ".join(asked), " ".join([*map(atom_text, action.add), *deleted])

    @property
    def data(self) -> dict[str, Any]:
        return self.explained_data

    def explained(self, width: int = 80) -> str:
        if self.macro.purpose is not None:
            return explain_rule(self.macro, self.library)
        return explain_action(self.macro)

    @property
    def explained_data(self) -> dict[str, Any]:
        data = action_data(self.macro)
        if self.macro.purpose is not None:
            data["proof"] = proof_data(proved_rule(self.macro, self.library))
        return data


KINDS: Mapping[type, type[MacroText]] = {Schema: BoardMacroText, ActionSchema: ActionMacroText}
"""Who tells of a macro, by its operator."""


def macro_text(macro: Macro, library: MacroLibrary) -> MacroText:
    """A macro in words."""
    return KINDS[type(macro.operator)](macro, library)


def explained(macro: Macro, width: int = 80) -> str:
    """The explanation of a macro by itself, without its library: of a rule of a policy, its purpose and no proof."""
    if macro.purpose is not None:
        return "\n".join(rule_lines(macro))
    if not isinstance(macro.operator, Schema):
        return explain_action(macro)
    theory = macro.explanation.theory if macro.explanation is not None else None
    own = theory.domain if theory is not None else None
    everywhere = isinstance(own, Domain) and own.geometry is WHOLE
    rows, columns = macro.window
    board = theory or Theory(f"a window of {rows}x{columns} cells", (), macro.window)
    return explain_macro(macro, board, width, everywhere=everywhere)


def explained_library(
    library: MacroLibrary,
    width: int = 80,
    chosen: Iterable[Macro] | None = None,
    headings: Iterable[str] = (),
) -> str:
    """Explanations of the macros of a library, or of some of them, one below the other."""
    texts = [
        macro_text(one, library).explained(width) for one in (library if chosen is None else chosen)
    ]
    return f"\n\n{'-' * min(width, 80)}\n\n".join([*headings, *texts])


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


def explain_action(macro: Macro) -> str:
    """The steps, the plan they came from, the reason for everything that the macro asks for and does, and it as PDDL."""
    shared = macro.lifted.shared
    parameters = macro.action.parameters
    listed = " ".join(f"{p.name} - {p.type}" for p in parameters)
    parts = [f"{macro.name} ({listed})"]
    steps = [f"  {n}. {atom_text(step)}" for n, step in enumerate(macro.calls, start=1)]
    if macro.lifted.objects:
        width = max(map(len, steps))
        steps = [
            f"{line.ljust(width)}   was {atom_text(call)}"
            for line, call in zip(steps, macro.unrolled(macro.lifted.objects), strict=True)
        ]
    learned = f" ({macro.learned_from})" if macro.learned_from else ""
    parts.append(f"Steps{learned}:\n\n" + "\n".join(steps))
    joined = [p.name for p in parameters if p.name in shared]
    apart = [p.name for p in parameters if p.name not in shared]
    if joined:
        lines = [_reasons(name, shared[name]) for name in joined]
        parts.append("One thing in several steps:\n\n" + "\n".join(lines))
    if apart:
        parts.append(f"In one step only, or joined with nothing: {', '.join(apart)}")
    for title, part in (("Asked for", "condition"), ("Done", "effect")):
        lines = [
            _reasons(atom_title(reason), reason.why)
            for reason in macro.lifted.reasons
            if reason.part == part
        ]
        if lines:
            parts.append(f"{title}:\n\n" + "\n".join(lines))
    if where := only_where(macro):
        parts.append(_only(macro, where))
    parts.append("As PDDL:\n\n" + action_text(macro.action))
    return "\n\n".join(parts)


def only_where(macro: Macro) -> list[str]:
    """Conditions under which an instance in a problem is useful; empty if all are."""
    schema = macro.action_schema
    return [
        *(f"{atom_text(atom)} is true at the start" for atom in schema.initial),
        *(f"{atom_text(atom)} is a goal" for atom in schema.goals),
    ]


def _only(macro: Macro, where: Sequence[str]) -> str:
    lines = "\n".join(f"  {one}" for one in where)
    kind = f"all of {macro.calls[0][0]}" if macro.entangled else "all"
    said = f"Made only where it was so for {kind} in all training plans; a trial alone keeps such a macro:"
    return f"{said}\n\n{lines}"


def _reasons(title: str, why: Sequence[Why]) -> str:
    return f"  {title}: {'; '.join(map(why_words, why))}"


def action_data(macro: Macro) -> dict[str, Any]:
    """A macro over parameters as plain values for JSON."""
    plan = macro.unrolled(macro.lifted.objects) if macro.lifted.objects else ()
    return {
        "name": macro.name,
        "parameters": [[parameter.name, parameter.type] for parameter in macro.action.parameters],
        "different": [list(pair) for pair in macro.action.unequal],
        "steps": [atom_text(taken(step)) for step in macro.calls],
        "example": [atom_text(taken(step)) for step in plan],
        "origin": macro.origin,
        "only_where": only_where(macro),
        **policy_data(macro),
        "pddl": action_text(macro.action),
        "why": {
            title: list(map(why_words, why))
            for title, why in (
                *macro.lifted.shared.items(),
                *((atom_title(reason), reason.why) for reason in macro.lifted.reasons),
            )
        },
    }


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
    return {"board": table.board, "missing": table.missing, "columns": columns}


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


def explain_macro(
    macro: Macro, theory: Theory, width: int = 80, entries: str = "", *, everywhere: bool = False
) -> str:
    """The training path as boards, the reason for every cell, and the rule as boards and as Prolog.

    Of a macro table also which entries it is, in words. ``everywhere`` says that its window is all of the board.
    """
    explanation = macro.explanation
    parts = [f"{macro.name}: {', '.join(macro.step_names)} (cost {amount(macro.cost)})"]
    if theory.name.startswith("a window") and not everywhere:
        parts.append(f"Holds in {theory.name} wherever it fits on a board.")
    if entries:
        parts.append(entries)
    if macro.image is not None:
        parts.append(_image_words(macro.image))
    if explanation is not None:
        source = f" ({macro.learned_from})" if macro.learned_from else ""
        names = explanation.names
        parts.append(
            f"{'Training path' if macro.image is None else 'Image of the training path'}{source}:\n\n{path_text(theory, explanation.states, names, width)}"
        )
    found = macro.reasons
    rounds = None if any(reason.steps for reason in found) else _rounds(found)
    if rounds is not None:
        parts.append(
            f"It has no conditions, as no step looks at what a cell holds. The symbols go round:\n\n{rounds}"
        )
    else:
        lines = "\n".join(map(_cell_line, found))
        parts.append(f"Why each cell is what it is:\n\n{lines}")
    constants = sum(not isinstance(reason.term, Var) for reason in found)
    parts.append(
        f"The rule: {counted(constants, 'constant')}, "
        f"{counted(len(found) - constants, 'cell')} that may hold anything\n\n"
        + rule_boards(theory, macro.arc.before, macro.arc.after)
    )
    before, after = canonical(macro.arc.before, macro.arc.after)
    parts.append("As Prolog:\n\n" + arc_clause(before, after, macro.cost, theory))
    return "\n\n".join(parts)


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
    return (
        f"It is {image}: each of its steps is the image of a step of {image.of} and a move too, so that it holds for the "
        "same reasons."
    )


def _cell_line(reason: CellReason) -> str:
    kind = "variable" if isinstance(reason.term, Var) else "constant"
    return f"  cell {reason.cell + 1}: {kind} {reason.term} - {cell_words(reason)}"


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
        "cells": [
            {
                "cell": reason.cell + 1,
                "term": str(reason.term) if isinstance(reason.term, Var) else reason.term,
                "kind": "variable" if isinstance(reason.term, Var) else "constant",
                "reason": cell_words(reason),
                "needed_by_steps": sorted({why.step for why in reason.steps}),
            }
            for reason in macro.reasons
        ],
    }


_MAKES: dict[Symbol, str] = {TRUE: "adds", FALSE: "deletes"}


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
    return f"{_step(reason)} needs {what}"


def atom_title(reason: AtomReason) -> str:
    """Title of a condition or effect of a macro over parameters: ``adds (clear ?x)``."""
    text = atom_text(reason.atom)
    if reason.part == "effect":
        return f"{_MAKES[reason.value]} {text}"
    return f"needs {text if reason.value == TRUE else f'(not {text})'}"


def why_words(why: Why) -> str:
    """A reason in a macro over parameters as a sentence."""
    match why:
        case Link(uses=(need, made)):
            if isinstance(made, StepEffect) and made.value == TRUE:
                return f"{_use(need)}, which {_step(made)} adds"
            return f"{_use(need)}, and {_step(made)} deletes it"
        case Threat(uses=(first, second)):
            return f"{_use(first)}, and {_use(second)}"
        case OnlyOne(uses=uses):
            steps = " and ".join(map(_step, uses))
            return (
                f"{steps} need {atom_text(uses[0].variable)}, and only one such fact is ever true"
            )
        case Reason(needed=needed) if needed.variable[0] == "=":
            what = "equal objects" if needed.constant == TRUE else "it"
            return f"{_step(why)} asks for {what}"
        case Reason() | StepEffect():
            return _use(why, "it")
    raise ValueError(f"no reason: {why}")


def _use(use: Use, what: str = "") -> str:
    what = what or atom_text(use.variable)
    if isinstance(use, StepEffect):
        return f"{_step(use)} {_MAKES[use.value]} {what}"
    return f"{_step(use)} needs {what}{' to be false' if use.needed.constant == FALSE else ''}"


def _step(use: Reason[Variable] | StepEffect[Variable]) -> str:
    return f"step {use.step} ({use.name})"
