"""Answers of the playground about logic programs: proofs, what is learned from them, and what that changes."""

from __future__ import annotations

from typing import Any

from ..experiments.configuration import Configuration
from ..experiments.designs.compare import compare
from ..experiments.result_set import ResultSet
from ..explorer.html.markup import el, in_html, join
from ..explorer.html.parts import LONGEST
from ..explorer.notebook.objects import to_html
from ..explorer.playground.request import PROGRAM, Report, Request, progress_to
from ..explorer.report.headline import headline
from ..rules.errors import InputError, Place
from ..rules.term import variables
from ..rules.text.words import counted
from ..search.limits import Limits
from .in_order import compare_in_order
from .learning.learners import RuleOfProof, explain_goal, learn_rules
from .learning.rule_library import RuleLibrary
from .program.clause_text import term_text
from .program.program import Goal, LogicProgram, read_indicator
from .program.read_program import read_goal, read_program
from .prover.prove import ProofResult, prove
from .views import answer_parts, rule_text, rule_view

MOST_ANSWERS = 20
"""Answers of a goal that are drawn."""


def prove_goal(question: Request, report: Report) -> dict[str, Any]:
    """The answers to the test goal without rules and with those of the shelf, each with its proof as a tree."""
    program, goal = _asked(question)
    before = _proved(program, goal, question, report)
    sides = [_side("without rules", before, program)]
    words = before.summary()
    chosen = _chosen(program, question)
    if chosen is not None:
        after = _proved(chosen.learned_program, goal, question, report)
        sides.append(_side("with rules", after, chosen.learned_program))
        words = (
            f"{counted(before.inferences, 'inference')} without rules, {after.inferences:,} with"
        )
        if not (before.solved and after.solved):
            words = f"without rules: {before.summary()}; with rules: {after.summary()}"
    return {"words": words, "sides": sides, "solved": before.solved}


def _proved(program: LogicProgram, goal: Goal, question: Request, report: Report) -> ProofResult:
    return prove(
        program,
        goal,
        question.strategy,
        answers=MOST_ANSWERS if _has_variables(goal) else 1,
        limits=_limits(question),
        proofs=True,
        engine="python",
        report=lambda done: report(f"{counted(done, 'inference')}"),
    )


def _side(name: str, result: ProofResult, program: LogicProgram) -> dict[str, Any]:
    """A proof search with its figures and its proofs."""
    ends = [str(one) for one in (result.error, result.note) if one]
    return {
        "name": name,
        "words": result.summary(),
        "solved": result.solved,
        "inferences": result.inferences,
        "html": join([answer_parts(result, program, LONGEST), [el("p", end) for end in ends]]),
    }


def _has_variables(goal: Goal) -> bool:
    return bool(variables((goal,)))


def learn_rule(question: Request, report: Report) -> dict[str, Any]:
    """The shelf with the rules that the proofs of the training goals, or their failures, support, and the reasons for the new ones."""
    program = read_program(question.arcs, PROGRAM)
    goals = _goals(question.training_goal, program) or [_asked(question)[1]]
    shelf = _goals(question.shelf, program)
    report("proving and generalizing")
    for goal in goals:
        explain_goal(program, goal, algorithm=question.strategy, limits=_limits(question))
    library = _learned(program, [*shelf, *goals], question)
    known = set(map(str, shelf))
    new = [rule for rule in library if str(rule.example) not in known]
    words = "; ".join(f"learned {rule_text(rule, program, LONGEST)}" for rule in new)
    if not new:
        words = f"nothing new was learned: {library.records[-1].reason}"
    return {
        "words": words,
        "new": [rule.name for rule in new],
        **_shelf(library, program, question),
    }


def show_rules(question: Request, report: Report) -> dict[str, Any]:
    """The rules on the shelf, as a link brings them."""
    program = read_program(question.arcs, PROGRAM)
    library = _library(program, question)
    if library is None:
        return {"words": "the shelf is empty", "macros": [], "shelf": ""}
    return {"words": counted(len(library), "rule"), **_shelf(library, program, question)}


def _shelf(library: RuleLibrary, program: LogicProgram, question: Request) -> dict[str, Any]:
    """Rules as clauses, each with its proof beside its generalization; and the goals that they were learned from."""
    dropped = set(question.off.split())
    examples = [term_text(rule.example, program.operators) for rule in library]
    file = in_html(library.text(PROGRAM)) if len(library) else ""
    return {
        "macros": [
            {
                "name": rule.name,
                "text": rule_text(rule, program, LONGEST),
                "html": join(rule_view(rule, LONGEST, library).parts),
                "on": rule.name not in dropped,
            }
            for rule in library
        ],
        "shelf": "\n".join(examples),
        "file": file,
    }


def compare_rules(question: Request, report: Report) -> dict[str, Any]:
    """The ``problem(Goal)`` facts of the program, or the goal, without rules and with those of each learner."""
    found = _in_order(question, report) if question.in_order.strip() else _each(question, report)
    shown = to_html(found)
    return {"words": headline(found.run), "html": shown, "rows": len(found.rows)}


def _in_order(question: Request, report: Report) -> ResultSet:
    """The problems as a book of theorems: what was proved may be used."""
    program = read_program(question.arcs, PROGRAM)
    try:
        return compare_in_order(
            program,
            [one.goal for one in program.problems],
            read_indicator(question.in_order),
            algorithm=question.strategy,
            limits=_limits(question),
            progress=progress_to(report),
        )
    except InputError as error:
        raise error.at(Place("book order")) from None


def _each(question: Request, report: Report) -> ResultSet:
    program, goal = _asked(question)
    library = _chosen(program, question)
    if library is None:
        raise InputError(
            "no rule on the shelf is switched on, so that there is nothing to compare",
            remedy="learn from the training goal first",
        )
    problems = [one.goal for one in program.problems] or [goal]
    report(f"proving {counted(len(problems), 'goal')}")
    limits = Configuration(limits=_limits(question))
    return compare(program, problems, library, question.strategy, configuration=limits)


def _asked(question: Request) -> tuple[LogicProgram, Goal]:
    program = read_program(question.arcs, PROGRAM)
    text = question.goal.strip().removesuffix(".")
    if not text:
        raise InputError("no goal", place=Place("goal"), expected="a goal, such as kill(X,Y)")
    return program, read_goal(text, program)


def _goals(text: str, program: LogicProgram) -> list[Goal]:
    """Goals, one a line."""
    lines = (line.strip().removesuffix(".") for line in text.splitlines())
    return [read_goal(line, program) for line in lines if line]


def _library(program: LogicProgram, question: Request) -> RuleLibrary | None:
    """The rules on the shelf; None where it is empty."""
    goals = _goals(question.shelf, program)
    return _learned(program, goals, question) if goals else None


def _chosen(program: LogicProgram, question: Request) -> RuleLibrary | None:
    """Rules on the shelf that are switched on; None if there are none."""
    library, dropped = _library(program, question), set(question.off.split())
    if library is None or not dropped:
        return library
    examples = [rule.example for rule in library if rule.name not in dropped]
    return _learned(program, examples, question) if examples else None


def _learned(program: LogicProgram, goals: list[Goal], question: Request) -> RuleLibrary:
    learner = RuleOfProof(number=bool(question.number), failures=True)
    return learn_rules(
        program, goals, learner, algorithm=question.strategy, limits=_limits(question)
    )


def _limits(question: Request) -> Limits:
    return Limits(time=question.seconds, nodes=question.nodes)
