"""Proofs as trees, each beside its generalization, with the reasons for what the learned rule says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...ebl.logic.generalize import GeneralProof
from ...ebl.logic.rule_library import LearnedRule
from ...rules.logic.clause_text import clause_text, term_text
from ...rules.logic.program import HornClause, LogicProgram
from ...search.logic.proof import Proof
from ..text.logic import argument_reason, condition_reason, cut_lines, rule_text
from .markup import Markup, el
from .tree import TreeNode, tree_svg


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


def beside(pictures: Iterable[Markup]) -> Markup:
    """Pictures next to each other on a page."""
    return el("div", pictures, class_="proofs")


def explained_html(
    found: GeneralProof,
    program: LogicProgram,
    placed: Callable[[Iterable[Markup]], Markup] = beside,
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
        el(
            "ul",
            [el("li", f"argument {argument_reason(one, program)}") for one in found.arguments],
            [el("li", f"condition {condition_reason(one, program)}") for one in found.conditions],
        ),
    )


def learned_html(
    rule: LearnedRule,
    program: LogicProgram,
    placed: Callable[[Iterable[Markup]], Markup] = beside,
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
