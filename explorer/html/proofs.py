"""Proofs as trees, each beside its generalization, with the reasons for what the learned rule says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...ebl.logic.generalize import GeneralProof
from ...ebl.logic.rule_library import LearnedRule
from ...rules.logic.clause_text import clause_text, term_text
from ...rules.logic.program import HornClause, LogicProgram
from ...search.logic.proof import Proof
from ..text.logic import cut_lines, reason_lines, rule_text
from .markup import Markup, el, middle_text, sized_svg

LETTER, HEIGHT, APART, BETWEEN = 7.0, 24, 14, 46
"""The width of a letter, the height of a box, the space beside it, and from level to level, in pixels."""

LONGEST = 44
"""Letters of a label; longer ones are cut, and whole where the pointer rests on them."""


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
    labels = [_short(node.label) for node in nodes]
    own = [max(len(label), 3) * LETTER + 10 for label in labels]
    parents, children = _related(nodes)
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


def _related(nodes: Sequence[TreeNode]) -> tuple[list[int | None], list[list[int]]]:
    """The parent of each node, and its children, by their numbers."""
    parents: list[int | None] = []
    children: list[list[int]] = [[] for _ in nodes]
    line: list[int] = []
    for place, node in enumerate(nodes):
        while line and nodes[line[-1]].depth >= node.depth:
            line.pop()
        parents.append(line[-1] if line else None)
        if line:
            children[line[-1]].append(place)
        line.append(place)
    return parents, children


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"


def proof_svg(proofs: Iterable[Proof], program: LogicProgram) -> Markup:
    """Proofs as trees; where the pointer rests on a goal stands the clause that resolves it."""
    nodes = [
        TreeNode(
            depth,
            term_text(node.goal, program.operators),
            not node.parts,
            _title(node.clause, program),
        )
        for proof in proofs
        for depth, node in proof.walk()
    ]
    return tree_svg(nodes, f"proof of {nodes[0].label}" if nodes else "proof")


def clause_svg(clause: HornClause, program: LogicProgram) -> Markup:
    """A clause as a tree: the goals of its body below its head."""
    goals = [(0, clause.head), *((1, goal) for goal in clause.body)]
    nodes = [TreeNode(depth, term_text(goal, program.operators)) for depth, goal in goals]
    return tree_svg(nodes, f"clause of {nodes[0].label}")


def general_svg(found: GeneralProof, program: LogicProgram, *, general: bool = True) -> Markup:
    """The tree of a generalized proof down to its operational goals, which have a bold frame; or of the proof itself, as far."""
    nodes = [
        TreeNode(
            node.depth,
            term_text(node.general if general else node.goal, program.operators),
            node.kind == "operational",
            _title(node.clause, program),
        )
        for node in found.nodes
    ]
    name = "generalized proof" if general else "proof"
    return tree_svg(nodes, f"{name} of {nodes[0].label}")


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
        el("p", el("code", clause_text(found.rule, program.operators))),
        el("ul", [el("li", reason) for reason in reason_lines(found, program)]),
    )


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
    example = term_text(rule.example, program.operators)
    lines = cut_lines(rule.cuts(program), rule.clause, program) if len(program) else []
    text = el("p", el("code", rule_text(rule, program)))
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
    return "" if clause is None else f"by {clause_text(clause, program.operators)}"
