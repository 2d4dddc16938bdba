from __future__ import annotations

from arcwise.ebl.learn import TrainingRecord, training_records
from arcwise.ebl.library import MacroLibrary
from arcwise.ebl.training import Example
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.errors import Place
from arcwise.rules.term import State
from arcwise.search.limits import Limits
from arcwise.search.problem import Problem
from arcwise.search.result import Result, Status
from arcwise.search.solve import solve

PUZZLE = sliding_tile(2, 3)
START = (4, 5, 3, 0, 1, 2)


def example(goal: State, start: State = START) -> Example:
    return Example(start, goal, Place("here", 1, 1))


def search(problem: Problem) -> Result:
    return solve(problem, "breadth-first")


def taught(*examples: Example, **arguments: bool) -> tuple[MacroLibrary, list[TrainingRecord]]:
    library = MacroLibrary(PUZZLE)
    return library, list(training_records(PUZZLE, examples, library, search, **arguments))


def test_each_example_teaches_a_macro_that_solves_it_in_one_step() -> None:
    library, learned = taught(example((5, 1, 3, 4, 2, 0)), example((1, 2, 3, 4, 5, 0)))
    assert [record.admission and record.admission.accepted for record in learned] == [True, True]
    theory = PUZZLE.with_macros(library.arcs(PUZZLE))
    for record in learned:
        result = search(Problem(theory, record.example.start, record.example.goal))
        assert (result.steps, result.moves) == (1, record.result.moves)


def test_the_same_example_twice_is_stored_once_and_the_reason_given() -> None:
    library, learned = taught(example((5, 1, 3, 4, 2, 0)), example((5, 1, 3, 4, 2, 0)))
    assert len(library) == 1
    admission = learned[1].admission
    assert admission is not None
    assert not admission.accepted
    assert "same rule as m1" in admission.reason


def test_start_that_is_the_goal_and_unsolvable_pairs_teach_nothing() -> None:
    library, learned = taught(example(START), example((5, 4, 3, 0, 1, 2)))
    assert len(library) == 0
    assert [record.admission for record in learned] == [None, None]
    assert [record.result.status for record in learned] == [Status.SOLVED, Status.UNSOLVABLE]


def test_macros_learned_so_far_can_help_with_the_next_example() -> None:
    pair = (example((5, 1, 3, 4, 2, 0)), example((1, 2, 3, 4, 5, 0)))
    alone, together = taught(*pair)[1], taught(*pair, with_macros=True)[1]
    assert (alone[1].result.steps, together[1].result.steps) == (18, 12)
    assert alone[1].admission is not None
    assert together[1].admission is not None
    assert alone[1].admission.macro.canonical == together[1].admission.macro.canonical


def test_a_stopped_search_is_a_record_without_a_macro() -> None:
    library = MacroLibrary(PUZZLE)
    limits = Limits(nodes=2)
    (record,) = training_records(
        PUZZLE,
        [example((1, 2, 3, 4, 5, 0))],
        library,
        lambda problem: solve(problem, "breadth-first", limits=limits),
    )
    assert record.admission is None
    assert record.result.limit == "nodes"


def test_an_interrupt_ends_learning_and_keeps_what_was_learned() -> None:
    calls = iter(
        [
            search,
            lambda problem: Result(Status.STOPPED, (), (), search(problem).statistics, "interrupt"),
        ]
    )
    library = MacroLibrary(PUZZLE)
    examples = [example((5, 1, 3, 4, 2, 0)), example((1, 2, 3, 4, 5, 0)), example(START)]
    learned = list(
        training_records(PUZZLE, examples, library, lambda problem: next(calls)(problem))
    )
    assert len(learned) == 2
    assert len(library) == 1
