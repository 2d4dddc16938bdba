"""The section with graphs of the states around solutions."""

from __future__ import annotations

from ...html.markup import Child, el
from .content import Content


def state_space(content: Content) -> list[Child]:
    """Where a state space was drawn: how to read it, and the pictures."""
    drawn, found = content.graphs, content.comparisons
    if not drawn.pictures:
        return []
    total = len({(d.configuration, n) for d in found for n in d.problems})
    shown = len(drawn.pictures)
    return [
        el(
            "p",
            f"Shown {'is' if shown == 1 else 'are'} {shown} of {total:,} pairs of searches, those where learning saved most "
            f"and cost most first. A picture holds both solutions and states around them, {content.most_nodes:,} in all at most: as many "
            "as a person can tell apart. The goal is at the right, and every column is a move farther from it. ",
            el("code", "arcwise report --problem-graphs"),
            " draws more problems, ",
            el("code", "--graph-nodes"),
            " more states.",
        ),
        el("div", [picture.markup() for picture in drawn.pictures], class_="column"),
    ]
