"""Words of the screens of ``arcwise explore``, as plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import fill

from ....rules.arc import Arc
from ....rules.prolog.writer import arc_clause
from ....rules.term import State, Var, canonical
from ....rules.text.sentences import counted
from ....rules.text.state_text import format_state
from ....rules.theory import Theory
from ...text.boards import rule_text
from ..session.finding import Finding
from ..session.placed_arc import PlacedArc
from ..session.rulebook import Match, Miss, Missing
from ..session.session import Session
from ..session.walk import Walk, WalkStep

LISTED_MISSES = 1000
"""Places of one arc that are listed with their reasons."""

LISTED_CHANGES = 12
"""Cells of large boards whose change is spelled out."""

LARGEST_DRAWN = 100
"""Cells of boards on which a rule is drawn whole."""


def wrapped(text: str, width: int) -> str:
    """The text with sentences, which are the lines with a colon, broken between words; boards stay as they are."""
    return "\n".join(
        fill(line, width, subsequent_indent="    ") if ": " in line and len(line) > width else line
        for line in text.splitlines()
    )


def text_width(text: str) -> int:
    """The columns that a text takes."""
    return max(map(len, text.splitlines()), default=0)


def title(session: Session) -> str:
    """Title of a session: the problem, and the number of macros."""
    macros = len(session.macros)
    parts = ["arcwise explore", session.domain.theory.name]
    if macros:
        unsaved = f" ({session.unsaved} not saved)" if session.unsaved else ""
        parts.append(f"{counted(macros, 'macro')}{unsaved}")
    if session.seed is not None:
        parts.append(f"random start {session.seed}")
    return "  ".join(parts)


def match_rows(matches: Sequence[Match]) -> list[str]:
    """A line for every arc that applies; the first nine are numbered by the key that applies them."""
    names = Counter(match.move.name for match in matches)
    rows = []
    for number, match in enumerate(matches, start=1):
        move = match.move
        key = f"{number}" if number <= 9 else " "
        place = ""
        if names[move.name] > 1:
            place = (
                f"  -> {format_state(match.successor)}" if _ground(move) else f"  {move.where()}"
            )
        length = f"  {counted(move.length, 'move')}" if move.is_macro else ""
        rows.append(f"{key} {move.name}{length}{place}")
    return rows


def _ground(move: PlacedArc) -> bool:
    """Whether an arc is for one state only, as the answers of a program are."""
    return not any(isinstance(term, Var) for term in move.rule.before)


def missing_row(missing: Missing) -> str:
    """A line for the arcs of one name that do not apply: the first reason, and how many places there are."""
    places = f" ({missing.places:,})" if missing.places > 1 else ""
    more = len(missing.nearest.unmet) - 1
    rest = f", and {more} more" if more else ""
    return f"- {missing.name}{places}: {missing.nearest.unmet[0]}{rest}"


def move_title(move: PlacedArc) -> str:
    """Title of an arc: its name, place, steps and cost."""
    cost = f"cost {move.cost:g}"
    if not move.is_macro:
        return f"{move.name}, {move.where()}; {cost}"
    steps = " ".join(step.name for step in move.rule.steps)
    place = f", {move.where()}" if move.schema is not None else ""
    return f"{move.name}{place}: {counted(move.length, 'move')}, {cost}\n= {steps}"


def changes(before: State, after: State) -> list[int]:
    """The cells whose symbols differ."""
    pairs = zip(before, after, strict=True)
    return [cell for cell, (was, becomes) in enumerate(pairs) if was != becomes]


def changes_text(before: State, after: State, cells: Sequence[int]) -> str:
    """Changes between two states, cell by cell."""
    parts = [f"cell {cell + 1}: {before[cell]} -> {after[cell]}" for cell in cells[:LISTED_CHANGES]]
    if len(cells) > len(parts):
        parts.append(f"and {len(cells) - len(parts)} more cells")
    return "\n".join(parts) or "no cell changes"


def estimates_text(values: Sequence[tuple[str, float]]) -> str:
    """The heuristics' values on one line."""
    return "  ".join(f"{name} {_short(value)}" for name, value in values)


def _short(value: float) -> str:
    return f"{round(value, 2):g}"


def estimates_change(
    before: Sequence[tuple[str, float]], after: Sequence[tuple[str, float]]
) -> str:
    """The heuristics' values here and after a move."""
    return "\n".join(
        f"{name} {_short(was)} -> {_short(becomes)}"
        for (name, was), (_, becomes) in zip(before, after, strict=True)
    )


def misses_text(misses: Sequence[Miss], alone: bool) -> str:
    """Why some arcs of one name do not apply: every precondition that is not met."""
    if alone:
        return "\n".join(str(precondition) for miss in misses for precondition in miss.unmet)
    parts = [
        f"{miss.move.where()}: {'; '.join(map(str, miss.unmet))}" for miss in misses[:LISTED_MISSES]
    ]
    if len(misses) > LISTED_MISSES:
        parts.append(f"and at {len(misses) - LISTED_MISSES:,} more places")
    return "\n".join(parts)


def path_head(walk: Walk) -> str:
    """How far the walk has come."""
    steps = "" if walk.moves == walk.at else f" in {counted(walk.at, 'step')}"
    ahead = f"; {counted(len(walk.ahead), 'step')} ahead" if walk.ahead else ""
    return f"{counted(walk.moves, 'move')}{steps}, cost {walk.cost:g}{ahead}"


def path_words(walk: Walk, width: int, lines: int) -> str:
    """The names of the steps around the cursor, which is ``(here)``, as many as fit."""
    space = width * lines - len("(here) ... ...")
    earliest = max(0, walk.at - space)  # what lies further away cannot fit
    words = [_step_word(step) for step in walk.steps[earliest : walk.at + space]]
    words.insert(walk.at - earliest, "(here)")
    if walk.mark > earliest:
        words.insert(walk.mark - earliest, "(mark)")
    words.insert(0, "..." if earliest else "start")
    first = last = words.index("(here)")
    grown = True
    while grown:
        grown = False
        if first > 0 and len(words[first - 1]) < space:
            first, grown = first - 1, True
            space -= len(words[first]) + 1
        if last < len(words) - 1 and len(words[last + 1]) < space:
            last, grown = last + 1, True
            space -= len(words[last]) + 1
    shown = words[first : last + 1]
    if first > 0:
        shown.insert(0, "...")
    if last < len(words) - 1:
        shown.append("...")
    return " ".join(shown)


def _step_word(step: WalkStep) -> str:
    if _ground(step.move):  # its name is that of all others
        return f"({format_state(step.state)})"
    return f"{step.move.name}({step.move.length})" if step.move.is_macro else step.move.name


def arc_text(arc: Arc, theory: Theory) -> str:
    """A rule of the theory: what it asks, what it changes, and the rule as boards and as Prolog."""
    constants, equal = arc.conditions
    asks = [f"cell {cell + 1} must be {symbol}" for cell, symbol in constants]
    asks += [f"cells {one + 1} and {other + 1} must be equal" for one, other in equal]
    parts = [
        f"{arc.name} (cost {arc.cost:g})",
        "It asks:\n\n" + ("\n".join(f"  {line}" for line in asks) or "  nothing"),
    ]
    if len(arc.before) <= LARGEST_DRAWN:
        parts.append("The rule:\n\n" + rule_text(theory, arc.before, arc.after))
        before, after = canonical(arc.before, arc.after)
        parts.append("As Prolog:\n\n" + arc_clause(before, after, arc.cost, theory))
    else:
        changed = ", ".join(
            f"{cell + 1}: {arc.before[cell]} -> {arc.after[cell]}" for cell in arc.changed
        )
        parts.append(f"Of {len(arc.before)} cells it changes {changed}")
    return "\n\n".join(parts)


def finding_rows(findings: Sequence[Finding]) -> list[str]:
    """A table of searches: a line of headings and one for each search, the last first."""
    headings = ("outcome", "moves", "steps", "expanded", "seconds", "search")
    table = [headings, *(_finding_cells(finding) for finding in reversed(findings))]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number in (0, 5) else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    ]


def _finding_cells(finding: Finding) -> tuple[str, ...]:
    path = bool(finding.steps)
    return (
        finding.outcome,
        f"{finding.moves:,}" if path else "-",
        f"{len(finding.steps):,}" if path else "-",
        f"{finding.expanded:,}",
        f"{finding.elapsed:.3f}",
        finding.label,
    )
