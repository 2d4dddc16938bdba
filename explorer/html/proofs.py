"""Proofs as trees, each beside its generalization, with the reasons for what the learned rule says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from ...logic.learning.generalize import GeneralProof
from ...logic.learning.rule_library import LearnedRule
from ...logic.program.clause_text import clause_text, term_text
from ...logic.program.program import Goal, HornClause, LogicProgram
from ...logic.prover.proof import Proof
from ...rules.prolog.writer import shortened
from ...rules.text.words import counted
from ..text.logic import cut_lines, reason_lines, rule_text
from .markup import Markup, el, middle_text, sized_svg

_Node = TypeVar("_Node")

LETTER, HEIGHT, APART, BETWEEN = 7.0, 24, 14, 46
"""The width of a letter, the height of a box, the space beside it, and from level to level, in pixels."""

LONGEST, LONGEST_TITLE = 44, 400
"""Letters of a label, and of what is shown where the pointer rests on it; longer ones are cut."""

LONGEST_RULE = 4_000
"""Letters of a rule, and of an answer."""

MOST_NODES, MOST_REASONS = 300, 100
"""Nodes of a tree that are drawn, the least deep ones, and reasons that are listed; the others are counted."""


@dataclass(frozen=True)
class TreeNode:
    """A node of a tree.

    Parameters
    ----------
    depth
        From 0, the root; a node is a child of the last one before it that is less deep.
    label
        What stands in it.
    leaf
        Whether it is drawn as one at which the tree is cut, with a bold frame.
    title
        What is shown where the pointer rests on it.
    """

    depth: int
    label: str
    leaf: bool = False
    title: str = ""


def tree_svg(nodes: Sequence[TreeNode], words: str) -> Markup:
    """A tree as SVG.

    Parameters
    ----------
    nodes
        Parents first, children in order.
    words
        What is drawn, for those who do not see it.
    """
    labels = [shortened(node.label, LONGEST) for node in nodes]
    own = [max(len(label), 3) * LETTER + 10 for label in labels]
    parents, children = _related([node.depth for node in nodes])
    widths = [0.0] * len(nodes)
    for place in reversed(range(len(nodes))):
        below = sum(widths[child] + APART for child in children[place]) - APART
        widths[place] = max(own[place], below)
    lefts = [0.0] * len(nodes)
    right = 1.0
    for place, parent in enumerate(parents):
        if parent is None:
            lefts[place], right = right, right + widths[place] + APART
        at = lefts[place]
        below = sum(widths[child] + APART for child in children[place]) - APART
        at += max(0.0, (widths[place] - below) / 2)
        for child in children[place]:
            lefts[child] = at
            at += widths[child] + APART
    middles = [left + width / 2 for left, width in zip(lefts, widths, strict=True)]
    parts = []
    for place, (node, label) in enumerate(zip(nodes, labels, strict=True)):
        middle, top = middles[place], node.depth * BETWEEN + 1
        parent = parents[place]
        if parent is not None:
            line = {
                "x1": middles[parent],
                "y1": nodes[parent].depth * BETWEEN + HEIGHT + 1,
                "x2": middle,
                "y2": top,
            }
            parts.append(el("line", **line, stroke="currentColor", stroke_opacity=0.5))
        title = node.title or (node.label if label != node.label else "")
        box = el(
            "rect",
            x=middle - own[place] / 2,
            y=top,
            width=own[place],
            height=HEIGHT,
            rx=4,
            fill="currentColor",
            fill_opacity=0.05,
            stroke="currentColor",
            stroke_width=2 if node.leaf else None,
            stroke_opacity=None if node.leaf else 0.4,
        )
        parts.append(
            el(
                "g",
                el("title", title) if title else None,
                box,
                middle_text(label, middle, top + 16),
            )
        )
    across = round(max(right - APART, 10)) + 1
    down = max((node.depth for node in nodes), default=0) * BETWEEN + HEIGHT + 4
    return sized_svg(across, down, words, parts, font="monospace", size=11.5)


def _related(depths: Sequence[int]) -> tuple[list[int | None], list[list[int]]]:
    """The parent of each node, and its children, by their numbers, of nodes with these depths."""
    parents: list[int | None] = []
    children: list[list[int]] = [[] for _ in depths]
    line: list[int] = []
    for place, depth in enumerate(depths):
        while line and depths[line[-1]] >= depth:
            line.pop()
        parents.append(line[-1] if line else None)
        if line:
            children[line[-1]].append(place)
        line.append(place)
    return parents, children


def _topmost(depths: Sequence[int]) -> Iterator[tuple[int, int | None, int]]:
    """The nodes that are drawn, parents first: the depth, the number of the node, and how many nodes below it are left out.

    Behind the children of a node that lacks some stands one without a number, with the nodes that are left out.
    """
    parents, children = _related(depths)
    level = [place for place, parent in enumerate(parents) if parent is None]
    drawn: set[int] = set()
    while level and len(drawn) < MOST_NODES:
        drawn.update(level[: MOST_NODES - len(drawn)])
        level = [below for place in level for below in children[place]]
    out: Counter[int | None] = Counter()
    above: dict[int, int | None] = {}
    for place, parent in enumerate(parents):
        if place not in drawn:
            above[place] = parent if parent is None or parent in drawn else above[parent]
            out[above[place]] += 1
    line: list[int] = []
    for place, depth in enumerate(depths):
        if place not in drawn:
            continue
        while line and depths[line[-1]] >= depth:
            ended = line.pop()
            if out[ended]:
                yield depths[ended] + 1, None, out[ended]
        yield depth, place, 0
        line.append(place)
    for ended in reversed(line):
        if out[ended]:
            yield depths[ended] + 1, None, out[ended]
    if out[None]:
        yield 0, None, out[None]


def _tree(
    nodes: Sequence[_Node], depths: Sequence[int], drawn: Callable[[int, _Node], TreeNode]
) -> list[TreeNode]:
    """The nodes that are drawn, each made by ``drawn`` from its depth and itself, and in place of others how many there are."""
    return [
        TreeNode(depth, f"… {counted(more, 'more goal')}")
        if place is None
        else drawn(depth, nodes[place])
        for depth, place, more in _topmost(depths)
    ]


def proof_svg(proofs: Iterable[Proof], program: LogicProgram) -> Markup:
    """Proofs as trees; where the pointer rests on a goal stands the clause that resolves it."""
    walked = [pair for proof in proofs for pair in proof.walk()]
    nodes = _tree(
        [node for _, node in walked],
        [depth for depth, _ in walked],
        lambda depth, node: TreeNode(
            depth, _label(node.goal, program), not node.parts, _title(node.clause, program)
        ),
    )
    return tree_svg(nodes, _words("proof", nodes))


def clause_svg(clause: HornClause, program: LogicProgram) -> Markup:
    """A clause as a tree: the goals of its body below its head."""
    nodes = _tree(
        [clause.head, *clause.body],
        [0, *(1 for _ in clause.body)],
        lambda depth, goal: TreeNode(depth, _label(goal, program)),
    )
    return tree_svg(nodes, _words("clause", nodes))


def general_svg(found: GeneralProof, program: LogicProgram, *, general: bool = True) -> Markup:
    """The tree of a generalized proof down to its operational goals, which have a bold frame; or of the proof itself, as far."""
    nodes = _tree(
        found.nodes,
        [node.depth for node in found.nodes],
        lambda depth, node: TreeNode(
            depth,
            _label(node.general if general else node.goal, program),
            node.kind == "operational",
            _title(node.clause, program),
        ),
    )
    return tree_svg(nodes, _words("generalized proof" if general else "proof", nodes))


def _words(drawn: str, nodes: Sequence[TreeNode]) -> str:
    return f"{drawn} of {nodes[0].label}" if nodes else drawn


def _label(goal: Goal, program: LogicProgram) -> str:
    return term_text(goal, program.operators, longest=LONGEST_TITLE)


def pictures_beside(pictures: Iterable[Markup]) -> Markup:
    """Pictures next to each other on a page."""
    return el("div", pictures, class_="proofs")


def explained_html(
    found: GeneralProof,
    program: LogicProgram,
    placed: Callable[[Iterable[Markup]], Markup] = pictures_beside,
) -> Markup:
    """A proof beside its generalization, the rule, and the reasons for its arguments and conditions.

    Parameters
    ----------
    found
        The generalized proof.
    program
        The program, whose operators it is written with.
    placed
        How pictures are put next to each other.
    """
    trees = (
        _captioned(general_svg(found, program, general=False), "proof"),
        _captioned(
            general_svg(found, program), "generalized; goals in a bold frame are conditions"
        ),
    )
    return el(
        "div",
        placed(trees),
        el("p", el("code", clause_text(found.rule, program.operators, longest=LONGEST_RULE))),
        el("ul", [el("li", reason) for reason in _first_reasons(found, program)]),
    )


def _first_reasons(found: GeneralProof, program: LogicProgram) -> Iterator[str]:
    """Reasons for the arguments and conditions of a rule, and how many more there are."""
    yield from islice(reason_lines(found, program, longest=LONGEST_TITLE), MOST_REASONS)
    more = len(found.arguments) + len(found.conditions) - MOST_REASONS
    if more > 0:
        yield f"… {counted(more, 'more reason')}"


def learned_html(
    rule: LearnedRule,
    program: LogicProgram,
    placed: Callable[[Iterable[Markup]], Markup] = pictures_beside,
) -> Markup:
    """A learned rule with its explanation, and the rules at each cut of its proof's tree.

    Parameters
    ----------
    rule
        The rule.
    program, placed
        As for `explained_html`; a program without clauses has no cuts.
    """
    example = term_text(rule.example, program.operators, longest=LONGEST_RULE)
    cuts = rule.cuts(program) if len(program) else []
    lines = cut_lines(cuts, rule.clause, program, longest=LONGEST_RULE)
    text = el("p", el("code", rule_text(rule, program, longest=LONGEST_RULE)))
    found = rule.explanation
    return el(
        "div",
        el("p", f"{rule.name}, learned from {example} ({rule.learner})"),
        text if found is None else explained_html(found, program, placed),
        el("pre", "\n".join(lines).strip()) if lines else None,
    )


def _captioned(picture: Markup, words: str) -> Markup:
    return el("figure", picture, el("figcaption", words))


def _title(clause: HornClause | None, program: LogicProgram) -> str:
    if clause is None:
        return ""
    return f"by {clause_text(clause, program.operators, longest=LONGEST_TITLE)}"
