"""Views: parts that show a finding, which terminal, notebook and report each show as they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from .later import Later
from .record import record

if TYPE_CHECKING:
    from rich.text import Text

    from .term import Pattern
    from .theory import Theory

_text = Later("rules.text.plain", "text_of")

_Item = TypeVar("_Item")


class OnDemand(Sequence[_Item], Generic[_Item]):
    """A sequence whose items are made each time that they are asked for, as a proof may be a million goals deep.

    Parameters
    ----------
    count
        Number of items.
    make
        Makes an item from its place, from 0.
    """

    def __init__(self, count: int, make: Callable[[int], _Item]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self._make(one) for one in range(*place.indices(self._count))]
        if not 0 <= place < self._count:
            raise IndexError(place)
        return self._make(place)

    def __iter__(self) -> Iterator[_Item]:
        return map(self._make, range(self._count))


@record
class Table:
    """A table for people.

    Parameters
    ----------
    columns
        Headings of the columns.
    rows
        Cells of each row.
    title
        Line above the table.
    left
        Number of columns that are aligned left; the others are aligned right.
    words
        Whether the last column holds words, which are aligned left and folded.
    fixed
        Number of first columns that are repeated in each part of a table that is wider than the terminal; 0 to show it
        in one part.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str | Text]]
    title: str | None = None
    left: int = 1
    words: bool = False
    fixed: int = 0


@record
class Heading:
    """A line above other parts, or an empty one between them.

    Parameters
    ----------
    text
        The line.
    level
        Of a page's heading, 3 or 4; 0 for a line of text.
    """

    text: str = ""
    level: int = 0


@record
class Lines:
    """Lines that are shown as they are: boards, clauses, a plan."""

    text: str


@record
class Sentence:
    """Words that are broken where a line ends.

    Parameters
    ----------
    text
        The words; on a page code stands between backquotes.
    good
        Whether a verdict is good news; None if it is neither, and for other sentences.
    word
        The verdict in the sentence; by default what stands in front of a colon.
    look
        How a page shows it: ``headline``, ``lede`` below one, ``note`` for a warning, ``remark``; empty for plain text.
    """

    text: str
    good: bool | None = None
    word: str = ""
    look: str = ""


@record
class Items:
    """A list, a line for each item.

    Parameters
    ----------
    items
        Its texts.
    word
        Name of one of them, for the number of those that are left out where space is short.
    """

    items: Sequence[str]
    word: str = "item"


@record
class Badge:
    """A verdict on one thing.

    Parameters
    ----------
    word
        The verdict.
    what
        The thing.
    evidence
        The reason.
    more
        What else is known of it.
    look
        Name of the colour; by default that of the verdict.
    """

    word: str
    what: str
    evidence: str
    more: str = ""
    look: str | None = None


@record
class Badges:
    """Verdicts below each other."""

    items: Sequence[Badge]


@record
class Fold:
    """Parts that a page shows when they are asked for, below a line that names them."""

    title: str
    parts: Sequence[Part]


@record
class Beside:
    """Parts that a page shows beside each other where it is wide.

    Parameters
    ----------
    parts
        The parts.
    look
        Name of the arrangement in the page's style.
    number
        Number by which the page's script knows them; None for most.
    """

    parts: Sequence[Part]
    look: str = "figures"
    number: int | None = None


@record
class PageOnly:
    """Markup that stands on a page alone: what its script fills."""

    markup: str


@record
class Between:
    """A line between two things of a kind."""


@record
class TreeNode:
    """A node of a tree.

    Parameters
    ----------
    labels
        Its text in each column of the tree.
    note
        A remark on it, such as the clause that leads from it to the nodes below.
    bold
        Whether its frame is bold, where it is drawn as a picture.
    """

    labels: tuple[str, ...]
    note: str = ""
    bold: bool = False


@record
class Tree:
    """A tree, or several of the same shape beside each other.

    Parameters
    ----------
    depths
        Depth of each node, from 0; parents stand before their children. A node is a child of the last one before it that is
        less deep.
    nodes
        The nodes.
    columns
        What each tree shows, in a word.
    word
        Name of a node, for the number of those that are left out where space is short.
    bold
        What a bold frame means in the last column; an empty text if that speaks for itself.
    indent
        Blanks in front of each line, where it is shown as text.
    """

    depths: Sequence[int]
    nodes: Sequence[TreeNode]
    columns: tuple[str, ...] = ("tree",)
    word: str = "node"
    bold: str = ""
    indent: int = 0


@record
class Boards:
    """States or patterns as their theory draws them.

    Parameters
    ----------
    theory
        The theory.
    states
        The states of a path, or both sides of a rule.
    names
        The name of the move that led to each; empty for the sides of a rule, which an arrow joins.
    """

    theory: Theory | None
    states: Sequence[Pattern]
    names: Sequence[str] = ()


@record
class Axis:
    """An axis of a picture; its marks tell how far it reaches.

    Parameters
    ----------
    title
        Its name.
    log
        Whether it is logarithmic; values of 0 have a place of their own.
    unit
        What its numbers are: empty for plain ones, ``s`` for seconds, ``x`` for ratios.
    ends
        Values that it shows besides those of the marks.
    names
        Names of the places 0, 1, 2 and so on, in place of numbers.
    """

    title: str = ""
    log: bool = False
    unit: Literal["", "s", "x"] = ""
    ends: tuple[float, ...] = ()
    names: tuple[str, ...] = ()


Slot: TypeAlias = tuple[int, int]
"""The number of a mark among those that stand beside each other at one place, and how many they are."""


@record
class Dots:
    """Points.

    Parameters
    ----------
    spots
        A place and a value each; None stands at the far edge.
    look
        Name of their colour.
    joined
        Whether a line joins them.
    slot
        Where they stand among others.
    """

    spots: Sequence[tuple[float | None, float | None]]
    look: str = ""
    joined: bool = False
    slot: Slot = (0, 1)


@record
class Stairs:
    """A staircase: at each place the number of values up to it.

    Parameters
    ----------
    values
        The values in order.
    look
        Name of its colour.
    """

    values: Sequence[float]
    look: str = ""


@record
class Bars:
    """Bars from 0 on.

    Parameters
    ----------
    spots
        A place and a value each.
    look
        Name of their colour.
    slot
        Where they stand among others.
    texts
        What is written at the end of each, if anything.
    """

    spots: Sequence[tuple[float, float]]
    look: str = ""
    slot: Slot = (0, 1)
    texts: Sequence[str] = ()


@record
class Whisker:
    """An interval.

    Parameters
    ----------
    place
        Where it stands.
    low, high
        Its ends.
    look
        Name of its colour.
    slot
        Where it stands among others.
    """

    place: float
    low: float
    high: float
    look: str = ""
    slot: Slot = (0, 1)


@record
class Shades:
    """Counts at pairs of values, as shades.

    Parameters
    ----------
    counts
        The count at each pair of a value across and a value upward.
    """

    counts: Mapping[tuple[float, float], int]


Mark: TypeAlias = Dots | Stairs | Bars | Whisker | Shades


@record
class Picture:
    """A picture: marks on two axes, what it says in words, and the numbers behind it.

    Parameters
    ----------
    title
        Its heading.
    says
        How to read it, in a sentence.
    marks
        What is drawn.
    across, upward
        The axes. Of a picture with rows only the first: places are numbers of rows.
    rows
        Titles of rows, one below the other, in place of an axis upward.
    texts
        What is written at the right of each row.
    own_scales
        Whether each row has a scale of its own, and so none is drawn.
    line
        Value at which a dashed line stands.
    diagonal
        What lies above and below the line of equal values, which is drawn if they are given.
    label
        What is drawn, for those who do not see it; by default what it says.
    legend
        Colours and what they mean.
    table
        Its numbers; None where they stand in another table, which ``says`` names.
    choosing
        How to choose a dot, if that can be done.
    name
        Its name among others in one place, of which the hidden ones are shown when they are asked for.
    hidden
        Whether it is hidden at first.
    """

    title: str
    says: str
    marks: Sequence[Mark]
    across: Axis
    upward: Axis = field(default_factory=Axis)
    rows: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    own_scales: bool = False
    line: float | None = None
    diagonal: tuple[str, str] | None = None
    label: str = ""
    legend: Sequence[tuple[str, str]] = ()
    table: Table | None = None
    choosing: str = ""
    name: str | None = None
    hidden: bool = False


Part: TypeAlias = (
    Table
    | Heading
    | Lines
    | Sentence
    | Items
    | Between
    | Tree
    | Boards
    | Picture
    | Badges
    | Fold
    | Beside
    | PageOnly
)
"""A part of a view that people see; parts are shown one after the other."""


class View:
    """A finding, ready to be shown.

    Parameters
    ----------
    parts
        Parts for people, or a function that makes them when they are first asked for.
    data
        Plain values for programs, or a function that makes them when they are first asked for.
    records
        Rows with the same names, for tables of one's own.
    brief
        Parts that are shown if no details are asked for; if there are none, all parts are shown.
    result
        The `Result` that is shown, by whose status a command ends; None where no search is shown.
    more
        What all parts show and the brief form does not, in a few words.
    """

    def __init__(
        self,
        parts: Sequence[Part] | Callable[[], Iterable[Part]],
        data: Mapping[str, Any] | Callable[[], Mapping[str, Any]],
        records: Sequence[Mapping[str, Any]] = (),
        brief: Sequence[Part] = (),
        result: Any = None,
        more: str = "",
    ) -> None:
        self._parts, self._data = parts, data
        self.records, self.brief, self.result, self.more = records, brief, result, more

    @cached_property
    def parts(self) -> Sequence[Part]:
        """Parts for people."""
        return tuple(self._parts()) if callable(self._parts) else self._parts

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """Plain values for programs."""
        return self._data() if callable(self._data) else self._data

    def text(self, width: int = 80) -> str:
        """All parts as plain text.

        Parameters
        ----------
        width
            Characters of a line, for sentences and for lines between parts; other lines are not broken.
        """
        text: str = _text(self.parts, width)
        return text


class Viewed:
    """A thing that describes itself: notebooks, pages and the terminal show its view.

    A class has the function that makes the view as its ``_view``, which takes the thing and ``longest``.
    """

    __slots__ = ()

    _view: ClassVar[Callable[..., View]]

    def view(self, longest: int | None = None) -> View:
        """The thing as a view.

        Parameters
        ----------
        longest
            Letters of a term at most, where space is short; None for whole terms.
        """
        return type(self)._view(self, longest=longest)
