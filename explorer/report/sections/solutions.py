"""The section that plays solutions on boards; its script takes them from the page's data."""

from __future__ import annotations

from ....rules.text.sentences import counted
from ...html.markup import Child, el
from .content import Content


def solutions(content: Content) -> list[Child]:
    """The place of the boards, and what is not on the page."""
    paths, board = content.paths, content.board
    if not paths.left_out and not any(paths.data["paths"]):
        return []
    notes = []
    if paths.left_out:
        notes.append(
            f"{counted(paths.left_out, 'solution')} not on the page: the page holds the shortest ones, up to a limit on "
            "its size. Their figures are in the table of all searches."
        )
    if paths.data["whole"]:
        why = f" ({board.fault})" if board.fault else ""
        notes.append(
            f"The macros of {counted(len(paths.data['whole']), 'solution')} cannot be unrolled here{why}; "
            "each is one step."
        )
    return [
        el(
            "p",
            "The boards move with a script, which this browser does not run; the table of all searches has no need of it.",
            class_="note without-script",
        ),
        [el("p", note, class_="note") for note in notes],
        el("div", id="viewer", class_="needs-script"),
    ]
