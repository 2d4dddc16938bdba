"""Words and boards on the screens of ``arcwise explore``, as plain text.

In this file:

- Words of the screens of ``arcwise explore``, as plain text.
- A state on the screen: as its domain draws it where the drawing says what is where, else as a board of cells.
- Boards drawn as large as the screen allows, with marks on cells.
- The page of help.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import fill
from typing import Protocol

from rich.text import Text

from ...rules.arc import Arc
from ...rules.errors import visible
from ...rules.geometry import Shape
from ...rules.prolog.writer import arc_clause
from ...rules.term import Pattern, State, Var, canonical
from ...rules.text.boards import effects_text, rule_boards
from ...rules.text.drawing import BRIGHT, SHADES, Drawing, Piece
from ...rules.text.plain import table_lines
from ...rules.text.state_text import cell_texts, format_state
from ...rules.text.words import amount, counted
from ...rules.theory import Theory
from ...rules.view import Table
from .finding import SearchFinding
from .session import Session
from .walk import Match, Miss, Missing, PlacedArc, Walk, WalkStep

LISTED_MISSES = 1000
"""Places of one arc that are listed with their reasons."""

LISTED_CHANGES = 12
"""Cells of large boards whose change is spelled out."""

LARGEST_DRAWN = 100
"""Cells of boards on which a rule is drawn whole."""


def widget_text(text: str, style: str = "", *, no_wrap: bool | None = None) -> Text:
    """Text for a widget, with what would control the terminal shown as what it is; never markup."""
    return Text(visible(text), style, no_wrap=no_wrap)


def wrapped(text: str, width: int) -> str:
    """The text with sentences, which are the lines with a colon, and clauses broken between words; boards stay as they are."""
    return "\n".join(
        _broken(line, width) if len(line) > width else line for line in text.splitlines()
    )


def _broken(line: str, width: int) -> str:
    """A long line of a proof with its clause broken, so that the tree stands alone on the left; a sentence likewise."""
    goal, by, _ = line.partition(BY)
    if not by and ": " not in line and ":- " not in line:
        return line
    lead = len(line) - len(line.lstrip())
    if (
        len(goal) > width
    ):  # a second column that is beyond the window, which would lose its indentation
        lead = min(lead, width // 3)
        line = " " * lead + line.lstrip()
    deep = lead + 6 if by else 4
    column = len(goal + by) if by and len(goal) <= width * 3 // 5 else deep
    return fill(line, width, subsequent_indent=" " * column)


BY = "  by "
"""Separator of a goal and the clause that resolved it, in the lines of a proof."""


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


def match_rows(matches: Sequence[Match], state: State) -> list[str]:
    """A line for every arc that applies in a state; the first nine are numbered by the key that applies them."""
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
        rows.append(f"{key} {move.named(state)}{length}{place}")
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
    cost = f"cost {amount(move.cost)}"
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
        parts.append(f"and {counted(len(cells) - len(parts), 'more cell')}")
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
        parts.append(f"and at {counted(len(misses) - LISTED_MISSES, 'more place')}")
    return "\n".join(parts)


def path_head(walk: Walk) -> str:
    """Heading of the path: moves and steps made, steps to redo, and cost."""
    steps = "" if walk.moves == walk.at else f" in {counted(walk.at, 'step')}"
    ahead = f"; {counted(len(walk.ahead), 'step')} ahead" if walk.ahead else ""
    return f"{counted(walk.moves, 'move')}{steps}, cost {amount(walk.cost)}{ahead}"


def path_words(walk: Walk, width: int, lines: int) -> str:
    """The names of the steps around the cursor, which is ``(here)``, as many as fit."""
    space = width * lines - len("(here) ... ...")
    earliest = max(0, walk.at - space)  # what lies further away cannot fit
    near = walk.steps[earliest : walk.at + space]
    words = [_step_word(step, walk.state_after(place)) for place, step in enumerate(near, earliest)]
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


def _step_word(step: WalkStep, before: State) -> str:
    if _ground(step.move):  # its name is that of all others
        return f"({format_state(step.state)})"
    name = step.move.named(before)
    return f"{name}({step.move.length})" if step.move.is_macro else name


def arc_text(arc: Arc, theory: Theory) -> str:
    """A rule of the theory: what it asks, what it changes, and the rule as boards and as Prolog."""
    constants, equal = arc.conditions
    asks = [f"cell {cell + 1} must be {symbol}" for cell, symbol in constants]
    asks += [f"cells {one + 1} and {other + 1} must be equal" for one, other in equal]
    parts = [
        f"{arc.name} (cost {amount(arc.cost)})",
        "It asks:\n\n" + ("\n".join(f"  {line}" for line in asks) or "  nothing"),
    ]
    if len(arc.before) <= LARGEST_DRAWN:
        parts.append("The rule:\n\n" + rule_boards(theory, arc.before, arc.always.after))
        if arc.plain:
            before, after = canonical(arc.before, arc.after)
            parts.append("As Prolog:\n\n" + arc_clause(before, after, arc.cost, theory))
    else:
        always = arc.always
        changed = ", ".join(
            f"{cell + 1}: {always.before[cell]} -> {always.after[cell]}" for cell in always.changed
        )
        parts.append(f"Of {counted(len(arc.before), 'cell')} it changes {changed}")
    parts += effects_text(arc)
    return "\n\n".join(parts)


def finding_rows(findings: Sequence[SearchFinding]) -> list[str]:
    """A table of searches: a line of headings and one for each search, the last first."""
    headings = ("outcome", "moves", "steps", "expanded", "seconds", "search")
    return table_lines(Table(headings, [*map(_finding_cells, reversed(findings))], words=True))


def _finding_cells(finding: SearchFinding) -> tuple[str, ...]:
    path = bool(finding.steps)
    return (
        finding.outcome,
        f"{finding.moves:,}" if path else "-",
        f"{len(finding.steps):,}" if path else "-",
        f"{finding.expanded:,}",
        f"{finding.elapsed:.3f}",
        finding.label,
    )


CHANGED, WRONG = "bold", "bold white on red"
"""Styles of changed and of wrong cells, besides their marks."""

AT_GOAL, ELSEWHERE = "black on green", "black on cyan"
"""How cells look whose symbol is the goal's, and how others do."""

STICKERS = {
    tint: f"{'#000000' if tint in BRIGHT else '#ffffff'} on {shade}"
    for tint, shade in SHADES.items()
}
"""How pieces look that have a colour of their own."""

SCALES = ((8, 3), (6, 3), (4, 1), (3, 1), (2, 1), (1, 1))
"""Numbers of columns and lines for a character of a drawing, the largest first."""

MARKED_WIDTH = 3
"""Columns of a piece that has room for marks beside its symbol."""


@dataclass(frozen=True)
class Marks:
    """Marks on cells, besides their symbols.

    Parameters
    ----------
    changed, wrong
        Cells that change, and cells that are not as they must be.
    styles
        How cells look by themselves.
    """

    changed: Collection[int] = ()
    wrong: Collection[int] = ()
    styles: Mapping[int, str] = field(default_factory=dict)

    def of(self, cell: int) -> tuple[str, str, str]:
        """Signs on both sides of a cell (empty texts for none), and the style of the cell."""
        own = self.styles.get(cell, "")
        if cell in self.wrong:
            return "!", "!", WRONG
        return ("[", "]", f"{own} {CHANGED}") if cell in self.changed else ("", "", own)


def goal_styles(theory: Theory, state: State, goal: Pattern) -> dict[int, str]:
    """Style of each cell: at its goal, or elsewhere. The blank, and cells that the goal leaves open, have none."""
    return {
        cell: AT_GOAL if symbol == wanted else ELSEWHERE
        for cell, (symbol, wanted) in enumerate(zip(state, goal, strict=True))
        if symbol != theory.blank and not isinstance(wanted, Var)
    }


class Canvas(Protocol):
    """A way to draw a state in some space."""

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines that it takes."""

    def text(self, marks: Marks) -> Text:
        """The drawing."""

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell that is drawn there."""


@dataclass(frozen=True)
class BoardCanvas:
    """The cells row by row."""

    theory: Theory
    state: State
    box: Box

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines that it takes."""
        return self.box.extent(self.theory.shape)

    def text(self, marks: Marks) -> Text:
        """The board."""
        return draw_board(self.theory, self.state, self.box, marks.of)

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell in whose box that is; a line between two boxes belongs to the first."""
        rows, columns = self.theory.shape
        border = self.box.border
        across = max(0, column - border) // (self.box.width + border)
        down = max(0, line - border) // (self.box.height + border)
        return down * columns + across if across < columns and down < rows else None


@dataclass(frozen=True)
class PictureCanvas:
    """The domain's own drawing, each of its characters as large as a scale says."""

    drawing: Drawing
    scale: tuple[int, int]

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines that it takes."""
        width, height = self.drawing.size
        return width * self.scale[0], height * self.scale[1]

    def text(self, marks: Marks) -> Text:
        """The drawing, larger."""
        down = self.scale[1]
        text = Text(no_wrap=True)
        for number, row in enumerate(self.drawing.rows):
            for line in range(down):
                text.append("\n" if number or line else "")
                for piece in row:
                    self._add(text, piece, marks, line == down // 2, down > 1 and line == down - 1)
        return text

    def _add(self, text: Text, piece: Piece, marks: Marks, in_middle: bool, last: bool) -> None:
        width = self.scale[0] * len(piece.text)
        if piece.cell is None:
            alone = len(piece.text) == 1  # a piece of a wall; else a word or a peg
            text.append(piece.text * width if alone else piece.text.strip().center(width))
            return
        left, right, style = marks.of(piece.cell)
        if piece.tint:
            style = f"{STICKERS[piece.tint]} {CHANGED if left else ''}"
        elif last:
            style = f"{style} underline"  # where it stands on another
        inside = piece.text.strip() if in_middle else ""
        drawn = inside.center(width, piece.sign or " ")
        if left and in_middle and width >= MARKED_WIDTH:
            drawn = f"{left}{drawn[1:-1]}{right}"
        elif left and inside and width > len(inside):
            drawn = f"{left}{inside}".ljust(width)
        elif left:
            style = f"{style} reverse" if in_middle else style
        text.append(drawn, style)

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell that the piece there shows."""
        across, down = self.scale
        if not 0 <= line // down < len(self.drawing.rows) or column < 0:
            return None
        end = 0
        for piece in self.drawing.rows[line // down]:
            end += across * len(piece.text)
            if column < end:
                return piece.cell
        return None


def best_canvas(theory: Theory, state: State, space: tuple[int, int]) -> Canvas:
    """The domain's own drawing, as large as fits into columns and lines; otherwise the cells."""
    drawing = theory.drawing(state)
    if drawing.shows_cells and not drawing.is_board:
        for form in (drawing, drawing.trimmed):
            for scale in SCALES:
                canvas = PictureCanvas(form, scale)
                if fits(canvas, space):
                    return canvas
    return BoardCanvas(theory, state, best_box(theory, state, space))


def fits(canvas: Canvas, space: tuple[int, int]) -> bool:
    """Whether the drawing fits into columns and lines."""
    width, height = canvas.extent
    return width <= space[0] and height <= space[1]


SPARE = ((14, 7), (10, 5), (6, 3), (2, 1))
"""Columns beside the longest symbol, and lines, of boxes with lines between them, the largest first."""

Mark = Callable[[int], tuple[str, str, str]]
"""Mark of a cell: the signs on both sides of it, or none, and its style."""


@dataclass(frozen=True, slots=True)
class Box:
    """How one cell is drawn.

    Parameters
    ----------
    width, height
        Of what is inside, in characters.
    border
        1 where lines are drawn between cells, 0 where not.
    """

    width: int
    height: int
    border: int

    def extent(self, shape: Shape) -> tuple[int, int]:
        """The width and height of a board."""
        rows, columns = shape
        line = self.border
        return columns * (self.width + line) + line, rows * (self.height + line) + line

    def fits(self, shape: Shape, space: tuple[int, int]) -> bool:
        """Whether a board fits into columns and lines."""
        width, height = self.extent(shape)
        return width <= space[0] and height <= space[1]

    def region(self, cell: int, shape: Shape) -> tuple[int, int, int, int]:
        """Left, top, width and height of a cell in the drawing, with its lines."""
        row, column = divmod(cell, shape[1])
        line = self.border
        return (
            column * (self.width + line),
            row * (self.height + line),
            self.width + 2 * line,
            self.height + 2 * line,
        )


def best_box(theory: Theory, state: State, space: tuple[int, int]) -> Box:
    """Largest way of drawing cells that fits into columns and lines; otherwise the smallest."""
    widest = _widest(theory, state)
    for box in (Box(widest + spare, lines, 1) for spare, lines in SPARE):
        if box.fits(theory.shape, space):
            return box
    return smallest_box(theory, state)


def smallest_box(theory: Theory, state: State) -> Box:
    """The way of drawing cells that takes least space."""
    return Box(_widest(theory, state) + 2, 1, 0)


def _widest(theory: Theory, state: State) -> int:
    return max(map(len, cell_texts(state, theory.blank)), default=1)


def draw_board(theory: Theory, state: State, box: Box, mark: Mark) -> Text:
    """A board of cells, each with its marks."""
    rows, columns = theory.shape
    cells = cell_texts(state, theory.blank)
    widest = max(map(len, cells), default=1)
    marks = [mark(cell) for cell in range(len(cells))]
    text = Text(no_wrap=True)

    def rule(left: str, middle: str, right: str) -> None:
        if box.border:
            text.append(left + middle.join(["─" * box.width] * columns) + right + "\n")

    rule("┌", "┬", "┐")
    for row in range(rows):
        for line in range(box.height):
            for column in range(columns):
                text.append("│" if box.border else "")
                cell = row * columns + column
                left, right, style = marks[cell]
                inside = ""
                if line == box.height // 2:
                    inside = f"{left or ' '}{cells[cell].rjust(widest)}{right or ' '}"
                text.append(inside.center(box.width), style)
            text.append("│\n" if box.border else "\n")
        if row < rows - 1:
            rule("├", "┼", "┤")
    rule("└", "┴", "┘")
    text.right_crop(1)  # the last line's end
    return text


HELP = """\
The list on the right holds the arcs and macros of the theory in the
order in which a search tries them. Those above the line match the board
on the left; those below do not, and say what they ask for in vain, with
the number of their places. Choosing one shows what it would do, with
[ ] around the cells that it changes, or all that it lacks, with ! !
around the cells that are not as they must be. Cells are counted from 1,
row by row. Green cells are as the goal has them, blue ones are not.

Moving
  Up Down        choose an arc or macro
  Enter          apply it; if it does not match: why not, at every place
  1 to 9         apply the match of that number
  u d l r        apply the arc called up, down, left or right
  mouse          a click on a cell applies the arc that changes it; where
                 several do, the line above the keys says which
  b, Backspace   step back; what lies ahead is kept until another move
  f              redo the step
  B, F           back to the start, forward to the end
  z, Ctrl-Z      undo: a move, a jump, a new start, a learned macro
  g              a new random start
  o              the goal

Searching and learning
  s              search from here; the path that is found can be followed
                 and there v steps through the search: what is taken up,
                 made and dropped, the open list in its order, and the
                 tree in a large terminal (else d draws it); with macros
                 before and after learning, side by side
  L              learn from the path behind: explain it, generalize it and
                 add the macro to the library, or say why not
  m              mark: learn only from the steps made after here
  e              explain the chosen arc or macro: why its cells are so
  w              save the macros to a file

Else
  /              list only arcs whose names have in them what is typed;
                 Enter goes on to the list, Esc lists all again
  Ctrl-P         find a command by its name
  t              other colours
  Tab            from list to details to board; the arrow keys scroll them
  ?              this page
  q              quit; Ctrl-C quits too

A macro is a path made into one arc. A step is one use of an arc or
macro, a move one use of a primitive arc.
"""
