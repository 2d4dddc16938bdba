"""``arcwise solve`` and ``arcwise explain`` on logic programs: goals to prove, and rules that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...rules.errors import InputError, Place, on_one_line
from ...rules.logic.clause_text import term_text
from ...rules.logic.program import Goal, LogicProgram
from ...rules.logic.read_program import read_goal
from ...search.limits import Limits
from ...search.logic.certificate import proof_certificates
from ...search.logic.prove import ProofResult, prove
from ..text.logic import (
    WHOLE,
    answer_text,
    cut_data,
    explained_data,
    explained_rules,
    proof_lines,
    result_data,
    rule_text,
)
from .arguments import operational_goals, program_of, queries
from .budgeted import exit_code, interruption
from .certifying import write_certificates
from .console import emit, say, searching, tell
from .messages import note

if TYPE_CHECKING:
    from ...ebl.logic.rule_library import LearnedRule, RuleLibrary


def solve_logic(
    path: str,
    texts: Sequence[str],
    algorithm: str,
    limits: Limits,
    *,
    engine: str,
    macros: str | None,
    answers: int | None,
    proof: bool,
    certificate: str | None,
    as_json: bool,
) -> int:
    """Prove a goal, print its answers and certify them; the exit code."""
    program = program_of(path, macros)
    if len(texts) != 1:
        stated = next((one.goal for one in (*program.problems, *program.examples)), None)
        raise InputError(
            "not one goal",
            expected="PROGRAM GOAL",
            found=" ".join(texts) or "none",
            remedy=""
            if stated is None
            else f'arcwise solve {on_one_line(path)} "{term_text(stated, program.operators)}"',
        )
    goal = read_goal(texts[0], program)
    with searching(f"{algorithm} on {path}") as report:
        result = prove(
            program,
            goal,
            algorithm,
            answers=answers,
            limits=limits,
            proofs=proof or certificate is not None,
            engine=engine,
            report=report,
        )
    if as_json:
        emit({"program": path, "goal": texts[0], **result_data(result, program, proof=proof)})
        return _certified(certificate, program, goal, result) or exit_code(result)
    for answer in result.answers:
        say(answer_text(answer, program))
        if proof:
            say("\n".join(f"  {line}" for line in proof_lines(answer.proof, program)) + "\n")
    tell(result.summary(), word=result.summary().partition(":")[0], good=result.solved)
    if result.note:
        tell(result.note)
    if result.limit == "interrupt":
        note(f"{interruption()}; what was found so far stands above")
    return _certified(certificate, program, goal, result) or exit_code(result)


def _certified(path: str | None, program: LogicProgram, goal: Goal, result: ProofResult) -> int:
    """Write certificates of a result; the exit code, 0 where all is certified or nothing is to be."""
    if path is None:
        return 0
    asked = f"{program.name}: {term_text(goal, program.operators, WHOLE)}: {result.summary()}"
    return write_certificates(path, proof_certificates(program, goal, result, asked))


def explain_rules(path: str, names: Sequence[str], as_json: bool) -> int:
    """Explain the rules of a file, or those named; the exit code."""
    from ...ebl.logic.rule_file import load_rules

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
    from ...ebl.logic.learners import explain_goal as rule_of_goal
    from ...ebl.logic.rule_library import RuleLibrary

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
    say(explained_rules(library, rules))
    return 0
