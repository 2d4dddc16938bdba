from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from arcwise.ebl import Course, Examples, MacroLibrary, TrainingProblem, TrainingRecord, train
from arcwise.rules import State, TheoryDomain, sliding_tile
from arcwise.search import NO_LIMITS, Limits, Problem, Result, Status, solve

PUZZLE = sliding_tile(2, 3)
START = (4, 5, 3, 0, 1, 2)

Search = Callable[[Problem, Limits], Result]


def example(goal: State, start: State = START) -> TrainingProblem:
    return TrainingProblem(PUZZLE.shape, start, goal, "here:1:1")


def search(problem: Problem, limits: Limits = NO_LIMITS) -> Result:
    return solve(problem, "breadth-first", limits=limits)


def taught(
    *examples: TrainingProblem,
    library: MacroLibrary | None = None,
    search: Search = search,
    with_macros: bool = False,
) -> tuple[MacroLibrary, list[TrainingRecord]]:
    library = MacroLibrary(TheoryDomain(PUZZLE)) if library is None else library
    learner = Examples(with_macros=with_macros)
    course = Course(PUZZLE.shape, (PUZZLE.shape,), examples=examples)
    attention = partial(learner.attend, search=search)
    return library, list(train(learner, library, course, attention))


def result_of(record: TrainingRecord) -> Result:
    assert record.outcome.result is not None
    return record.outcome.result


def test_each_example_teaches_a_macro_that_solves_it_in_one_step() -> None:
    library, learned = taught(example((5, 1, 3, 4, 2, 0)), example((1, 2, 3, 4, 5, 0)))
    assert [record.learned for record in learned] == [1, 1]
    theory = PUZZLE.with_macros(library.arcs(PUZZLE))
    for record in learned:
        result = search(Problem(theory, record.problem.start, record.problem.goal))
        assert (result.steps, result.moves) == (1, record.outcome.moves)


def test_the_same_example_twice_is_stored_once_and_the_reason_given() -> None:
    library, learned = taught(example((5, 1, 3, 4, 2, 0)), example((5, 1, 3, 4, 2, 0)))
    assert len(library) == 1
    (admission,) = learned[1].admissions
    assert not admission.accepted
    assert "same rule as m1" in admission.reason


def test_start_that_is_the_goal_and_unsolvable_pairs_teach_nothing() -> None:
    library, learned = taught(example(START), example((5, 4, 3, 0, 1, 2)))
    assert len(library) == 0
    assert [record.admissions for record in learned] == [(), ()]
    assert [result_of(record).status for record in learned] == [Status.SOLVED, Status.UNSOLVABLE]


def test_macros_learned_so_far_can_help_with_the_next_example() -> None:
    pair = (example((5, 1, 3, 4, 2, 0)), example((1, 2, 3, 4, 5, 0)))
    alone, together = taught(*pair)[1], taught(*pair, with_macros=True)[1]
    assert (result_of(alone[1]).steps, result_of(together[1]).steps) == (18, 12)
    (one,), (other,) = alone[1].admissions, together[1].admissions
    assert one.macro.canonical == other.macro.canonical


def test_a_stopped_search_is_a_record_without_a_macro_that_says_why() -> None:
    stopped = replace(example((1, 2, 3, 4, 5, 0)), limits=Limits(nodes=2))
    _, (record,) = taught(stopped)
    assert record.admissions == ()
    assert record.outcome.limit == "nodes"
    assert record.nothing is not None
    assert "stopped by nodes" in record.nothing


def test_an_interrupt_ends_learning_and_keeps_what_was_learned() -> None:
    def interrupted(problem: Problem, limits: Limits) -> Result:
        found = search(problem)
        if not len(library):
            return found
        return Result(Status.STOPPED, (), (), found.statistics, "interrupt")

    library = MacroLibrary(TheoryDomain(PUZZLE))
    with pytest.raises(KeyboardInterrupt):
        taught(
            example((5, 1, 3, 4, 2, 0)),
            example((1, 2, 3, 4, 5, 0)),
            library=library,
            search=interrupted,
        )
    assert len(library) == 1
