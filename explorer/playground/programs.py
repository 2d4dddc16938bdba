"""Answers of the playground about logic programs: proofs, what is learned from them, and what that changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...ebl.logic.learners import explain_goal, learn_rules
from ...ebl.logic.rule_file import rules_text
from ...ebl.logic.rule_library import RuleLibrary
from ...experiments.designs.compare_logic import compare_logic
from ...rules.errors import InputError, Place
from ...rules.logic.program import Goal, LogicProgram
from ...rules.logic.read_program import read_goal, read_program
from ...rules.text.state_text import counted
from ...search.limits import Limits
from ...search.logic.prove import prove
from ..html.proofs import learned_html, proof_svg
from ..notebook.objects import captioned_html, drawn_beside, view_html
from ..text.boards import in_html
from ..text.logic import answer_text, rule_text
from ..views.logic import logic_comparison_view, logic_sentence
from .question import PROGRAM, Question

Report = Callable[[str], Any]

MOST_ANSWERS = 20
"""Answers of a goal that are drawn."""


def prove_goal(question: Question, report: Report) -> dict[str, Any]:
    """The answers to a goal, each with its proof as a tree."""
    program, goal = _asked(question)
    result = prove(
        program,
        goal,
        answers=MOST_ANSWERS,
        limits=_limits(question),
        proofs=True,
        report=lambda done: report(f"{done:,} inferences"),
    )
    drawn = [
        captioned_html(proof_svg(one.proof, program), answer_text(one, program))
        if one.proof
        else f"<p>{in_html(answer_text(one, program))}</p>"
        for one in result.answers
    ]
    note = f"<p>{in_html(result.note)}</p>" if result.note else ""
    return {"words": result.summary(), "html": "".join(drawn) + note, "solved": result.solved}


def learn_rule(question: Question, report: Report) -> dict[str, Any]:
    """The rule that the proof of a goal supports: two trees, the reasons, the rules at each cut, and the file."""
    program, goal = _asked(question)
    report("proving and generalizing")
    rule = explain_goal(program, goal, limits=_limits(question))
    library = _learned(program, goal, question)
    kept = next(iter(library.records)).reason if library.records else ""
    html = str(learned_html(rule, program, drawn_beside))
    if len(library):
        html += (
            f"<details><summary>The file of rules</summary>"
            f'<pre tabindex="0">{in_html(rules_text(library, PROGRAM))}</pre></details>'
        )
    else:
        html += f"<p>{in_html(f'Not kept: {kept}')}</p>"
    return {"words": f"learned {rule_text(rule, program)}", "html": html, "macros": len(library)}


def compare_rules(question: Question, report: Report) -> dict[str, Any]:
    """The ``problem(Goal)`` facts of the program, or the goal, without the rule and with those of each learner."""
    program, goal = _asked(question)
    library = _learned(program, goal, question)
    if not len(library):
        raise InputError(
            "nothing was learned from this goal, so that there is nothing to compare",
            found=library.records[0].reason,
        )
    problems = [one.goal for one in program.problems][: question.problems] or [goal]
    report(f"proving {counted(len(problems), 'goal')}")
    found = compare_logic(program, problems, library, limits=_limits(question))
    rows = sum(len(one.rows) for one in found.conditions)
    return {
        "words": logic_sentence(found),
        "html": view_html(logic_comparison_view(found)),
        "rows": rows,
    }


PROGRAM_ACTIONS: Mapping[str, Callable[[Question, Report], dict[str, Any]]] = {
    "solve": prove_goal,
    "learn": learn_rule,
    "compare": compare_rules,
}
"""What the playground does with a logic program, by name."""


def _asked(question: Question) -> tuple[LogicProgram, Goal]:
    program = read_program(question.arcs, PROGRAM)
    text = question.goal.strip().removesuffix(".")
    if not text:
        raise InputError("no goal", place=Place("goal"), expected="a goal, such as kill(X,Y)")
    return program, read_goal(text, program)


def _learned(program: LogicProgram, goal: Goal, question: Question) -> RuleLibrary:
    return learn_rules(program, [goal], limits=_limits(question))


def _limits(question: Question) -> Limits:
    return Limits(time=question.seconds, nodes=question.nodes)
