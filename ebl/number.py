"""Number in explanations: where steps repeat, what is learned holds for any number of them.

BAGGER generalized the number of steps of a plan (Shavlik 1990), BAGGER2 that of a proof (Shavlik and DeJong 1990). An explanation is
a tree of which a plan is the one without branches. It is cut where one kind of step stands below another step of its kind.
What lies between two cuts is one piece; pieces that are generalized alike are one case of a recursive rule.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from ..rules.record import record

Node = TypeVar("Node")
Kind = TypeVar("Kind", bound=Hashable)


@record
class TreePiece(Generic[Node, Kind]):
    """A part of an explanation from one step of a kind that repeats down to the next ones.

    Parameters
    ----------
    root
        The step at its top.
    kind
        The kind of the root; of the piece at the top of the whole explanation also one that does not repeat.
    ends
        The steps at which it is cut, in order. A piece without any ends the repetition.
    """

    root: Node
    kind: Kind
    ends: tuple[Node, ...]


def pieces_of(
    root: Node,
    kind: Callable[[Node], Kind | None],
    parts: Callable[[Node], Iterable[Node]],
) -> tuple[list[Kind], list[TreePiece[Node, Kind]]]:
    """Cut an explanation so that no kind of step stands below another step of its kind in one piece.

    Parameters
    ----------
    root
        The step at the top.
    kind
        Kind of a step; None for a step that cannot repeat.
    parts
        The steps below a step, in order.

    Returns
    -------
    The kinds at which it is cut, topmost first, and the pieces, parents first. Nothing repeats where there are no kinds.
    """
    heads: list[Kind] = []
    while (found := _repeated(root, kind, parts, heads)) is not None:
        heads.append(found)
    return heads, _cut(root, kind, parts, heads)


def _repeated(
    root: Node,
    kind: Callable[[Node], Kind | None],
    parts: Callable[[Node], Iterable[Node]],
    heads: list[Kind],
) -> Kind | None:
    """The first kind of which two steps stand one below the other in one piece; None where there is none."""
    nothing: frozenset[Kind] = frozenset()
    pending = [(root, nothing)]
    while pending:
        node, above = pending.pop()
        own = kind(node)
        if own is not None and own in above:
            return own
        if own in heads:
            above = nothing
        elif own is not None:
            above |= {own}
        pending += [(one, above) for one in parts(node)][::-1]
    return None


def _cut(
    root: Node,
    kind: Callable[[Node], Kind | None],
    parts: Callable[[Node], Iterable[Node]],
    heads: list[Kind],
) -> list[TreePiece[Node, Kind]]:
    found: list[TreePiece[Node, Kind]] = []
    tops = [root]
    for top in tops:
        ends: list[Node] = []
        pending = [*parts(top)][::-1]
        while pending:
            node = pending.pop()
            if kind(node) in heads:
                ends.append(node)
            else:
                pending += [*parts(node)][::-1]
        tops += ends
        own = kind(top)
        assert own is not None
        found.append(TreePiece(top, own, tuple(ends)))
    return found
