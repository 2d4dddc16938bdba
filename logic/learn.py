"""Learning of Prolog programs: rules from proofs of goals, macro-operators with conditions from paths of moves that compute."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..ebl.files.macro_file import load_library
from ..ebl.learn import train
from ..ebl.learner import Attention, Course, Outcome, TrainingPaths, TrainingProblem
from ..experiments.asked import problem_set
from ..experiments.configuration import Configuration
from ..experiments.designs.reading_back import check_rule_file, save_rules_and_read_back
from ..experiments.designs.training import FROM_EXAMPLES, LearnRequest
from ..rules.arc import Arc
from ..rules.errors import InputError
from ..rules.term import Pattern, Var
from ..rules.text.words import counted
from ..rules.trust import advising_one_goal
from .board import MovesSource
from .learning.learners import operational_goals, proof_learner, taught
from .learning.macros import MovePaths, macro_program, path_goals
from .learning.rule_library import RuleLibrary, RuleRecord
from .program.program import Goal, LogicProgram
from .prover.prove import DEPTH_FIRST


def rules_of_goals(program: LogicProgram, goals: list[Goal], asked: LearnRequest) -> RuleLibrary:
    """Rules learned from goals, and written where something was learned."""
    _refuse_for("logic programs", macros=asked.macros, keeping=asked.keeping)
    how = asked.configuration or Configuration(DEPTH_FIRST)
    learner = proof_learner(asked.learner or FROM_EXAMPLES)
    if asked.output is not None:
        check_rule_file(asked.output)
    with advising_one_goal(program.name), asked.progress(len(goals), "learning") as tick:
        found: RuleLibrary = learner.library(program, algorithm=how.algorithm)
        for record in taught(learner, found, goals, how.limits):
            tick(1, record.outcome)
    if asked.output is not None and len(found):
        save_rules_and_read_back(found, asked.output)
    return found


def macros_of_moves(board: MovesSource, asked: LearnRequest) -> RuleLibrary:
    """Macro-operators with conditions, learned from the paths of a program whose moves compute.

    Raises
    ------
    InputError
        Bad examples, options without meaning, an output that is no Prolog file.
    """
    moves = board.clauses
    assert moves is not None and asked.examples is not None
    given = {} if asked.learner is None else asked.learner.given
    options = {name: given.pop(name, None) for name in ("with_macros", "keep_going", "operational")}
    _refuse_for("macro-operators with conditions", keeping=asked.keeping, **given)
    if asked.output is not None:
        check_rule_file(asked.output)
    how = asked.configuration or Configuration()
    how.check_used([how.algorithm])
    told, macros = options["operational"], asked.macros
    if isinstance(macros, str | Path):
        macros = load_library(macros, moves.program)
    learner = MovePaths(
        operational=None if told is None else operational_goals(told, moves.program)
    )
    library: RuleLibrary = learner.library(moves.program, step=moves.step, known=macros or ())
    keep_going = bool(options["keep_going"])
    found = problem_set(board, asked.examples, training=True, keep_going=keep_going)
    problems = tuple(TrainingProblem(board.shape, one.start, one.goal) for one in found)
    course = Course(board.shape, (board.shape,), examples=problems)
    attention = _searching(learner, board, how, with_macros=bool(options["with_macros"]))
    with (
        asked.progress(len(found), f"learning on {moves.name}") as tick,
        closing(train(learner, library, course, attention)) as stream,
    ):
        try:
            for _ in stream:
                tick(1, counted(len(library), "macro"))
        except KeyboardInterrupt:
            library.finished = False
    if asked.output is not None and len(library):
        save_rules_and_read_back(library, asked.output)
    return library


def _searching(
    learner: MovePaths, board: MovesSource, how: Configuration, *, with_macros: bool
) -> Attention:
    """Search the examples, and learn from the moves of each path."""
    moves = board.clauses
    assert moves is not None

    def attention(library: Any, problem: TrainingProblem) -> TrainingPaths:
        there = board
        if with_macros and len(library):
            there = board.asking(macro_program(moves, library))
        result = how.search(there.problem(problem.start, problem.goal))
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        if not result.solved:
            ends = map(moves.form.term_of, (problem.start, _named(problem.goal)))
            said = RuleRecord(moves.step.goal(*ends), "no path", result.summary())
            ended: Outcome = library.enter(said)
            return ended
        arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
        path = path_goals(moves, problem.start, arcs)
        return (yield from learner.attend(library, replace(problem, paths=(path,))))

    return attention


def _refuse_for(what: str, **given: object) -> None:
    """Raise InputError for the first argument that is given, for which something has no use."""
    for name, value in given.items():
        if value:
            raise InputError(f"{name} is not for {what}", remedy=f"leave out {name}")


def _named(goal: Pattern) -> Pattern:
    """A goal whose open cells have names that Prolog reads."""
    return tuple(
        Var(f"_{place}") if isinstance(one, Var) else one for place, one in enumerate(goal)
    )
