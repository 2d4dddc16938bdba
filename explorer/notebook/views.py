"""Views as HTML, from the same parts that a terminal shows."""

from __future__ import annotations

from ..text.untrusted import in_html
from ..views.view import Heading, Part, Sentence, Table, View
from .boards import table_html


def view_html(view: View) -> str:
    """All that is for people."""
    return "".join(map(_part, view.parts))


def _part(part: Part) -> str:
    match part:
        case Table():
            columns = range(len(part.columns))
            left = {*columns[: part.left], *(columns[-1:] if part.words else ())}
            cells = [list(map(str, row)) for row in part.rows]
            return table_html(part.columns, cells, part.title or "", left)
        case Sentence():
            return f"<p>{in_html(part.text)}</p>"
        case Heading():
            return _lines(part.text.strip())


def _lines(text: str) -> str:
    """Text with its lines as they are; none for an empty line."""
    if "\n" in text:
        return f"<pre>{in_html(text)}</pre>"
    return f"<p>{in_html(text.removeprefix('== '))}</p>" if text else ""
