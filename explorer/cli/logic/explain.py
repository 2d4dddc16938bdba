"""``arcwise explain RULES`` and ``arcwise explain PROGRAM GOAL``: why a rule is what it is."""

from __future__ import annotations

from collections.abc import Sequence

from ....ebl.logic.learners import explain_goal as rule_of_goal
from ....ebl.logic.rule_file import load_rules
from ....ebl.logic.rule_library import LearnedRule, RuleLibrary
from ....rules.errors import InputError, Place
from ....rules.logic.clause_text import term_text
from ...text.logic import (
    cut_data,
    cut_lines,
    example_text,
    explained_data,
    explained_lines,
    rule_text,
)
from ..console import emit, say
from .program import operational_goals, program_of, queries


def explain_rules(path: str, names: Sequence[str], as_json: bool) -> int:
    """Explain the rules of a file, or those named; the exit code."""
    library = load_rules(path)
    known = {rule.name: rule for rule in library}
    for name in names:
        if name not in known:
            raise InputError(
                "no such rule",
                place=Place(path),
                expected=f"one of {', '.join(known)}",
                found=name,
            )
    return _explain(library, [known[name] for name in names] or list(library), as_json)


def explain_goal(
    path: str, texts: Sequence[str], operational: Sequence[str], algorithm: str, as_json: bool
) -> int:
    """Explain goals of a program: the proof, and the rule that follows; the exit code."""
    program = program_of(path)
    told = operational_goals(operational, program)
    goals = queries(texts, program, "example")
    found = [rule_of_goal(program, goal, operational=told, algorithm=algorithm) for goal in goals]
    return _explain(RuleLibrary(program, tuple(found), "examples", program), found, as_json)


def _explain(library: RuleLibrary, rules: Sequence[LearnedRule], as_json: bool) -> int:
    program = library.program
    if as_json:
        data = [
            {
                "name": rule.name,
                "example": term_text(rule.example, program.operators),
                "explanation": explained_data(rule.explanation, program)
                if rule.explanation
                else None,
                "rule": rule_text(rule, program),
                "cuts": cut_data(rule.cuts(program), program),
            }
            for rule in rules
        ]
        emit({"program": program.name, "rules": data})
        return 0
    texts = []
    for rule in rules:
        lines = [f"{rule.name}, learned from {example_text(rule.example, library)}", ""]
        if rule.explanation is None:
            lines.append(f"rule: {rule_text(rule, program)}\n  the solved goal itself")
        else:
            lines += explained_lines(rule.explanation, program)
            lines += cut_lines(rule.cuts(program), rule.clause, program)
        texts.append("\n".join(lines))
    say(f"\n\n{'-' * 80}\n\n".join(texts))
    return 0
