"""MACLEARN and MORRIS: paths between peaks, pieces that recur, and the filters that drop macros again."""

from __future__ import annotations

from collections import Counter

import pytest
from arcwise.ebl import Course, MacLearn, Morris, TrainingPath, train
from arcwise.ebl.generalize import explain_on_window, macro_of
from arcwise.rules import open_source
from arcwise.search.heuristics.heuristic_table import default_heuristic

BOARD = "sliding-tile:2x3"


def board_of(name):
    source = open_source(name)
    return source.domain, source.shape


def taught(learner, board=BOARD, seed=0):
    domain, shape = board_of(board)
    library = learner.library(domain)
    return library, list(train(learner, library, Course(shape, (shape,), seed=seed)))


def replayed(domain, shape, path):
    """The states of a path, by the primitive moves of the board."""
    states = [path.start]
    for move, place in path.steps:
        cells = domain.geometry.cells(move.window, place, shape)
        states.append(move.on_board(cells, len(path.start)).apply(states[-1]))
    return states


@pytest.mark.parametrize("board", [BOARD, "topspin:8x4"])
def test_maclearn_proposes_paths_from_peak_to_peak(board):
    domain, shape = board_of(board)
    theory = domain.theory(shape)
    library, records = taught(MacLearn(patience=1000), board)
    estimate = default_heuristic(theory, domain.goal(shape), domain.goal_state(shape)).estimate

    def lowest(state):
        return all(estimate(after) >= estimate(state) for _, after in theory.successors(state))

    proposed = [
        path
        for record in records
        for path, said in zip(record.paths, record.admissions, strict=True)
        if said.accepted
    ]
    assert proposed and len(library) == len({one.canonical for one in library})
    for path in proposed:  # where macros lead to lower estimates too, fewer states are peaks
        states = replayed(domain, shape, path)
        assert lowest(states[0]) and lowest(states[-1]) and states[0] != states[-1]
        assert len(path.steps) <= MacLearn().reach


def test_maclearn_drops_what_no_solution_used():
    patient, _ = taught(MacLearn(patience=1000, problems=20))
    strict, records = taught(MacLearn(patience=1, problems=20))
    assert len(strict) < len(patient)
    last = {said.macro.canonical for said in records[-1].admissions}
    assert {one.canonical for one in strict} <= last


def test_maclearn_refuses_long_paths():
    library, records = taught(MacLearn(reach=4, patience=1000))
    assert all(len(path.steps) <= 4 for record in records for path in record.paths)
    assert max(macro.length for macro in library) <= 4


def pieces(plan, longest):
    return [
        (begin, end)
        for begin in range(len(plan))
        for end in range(begin + 2, min(begin + longest, len(plan)) + 1)
    ]


def test_morris_keeps_pieces_that_recur_or_make_the_estimate_worse_at_first():
    learner = Morris(piece=4, bound=1000)
    domain, shape = board_of(BOARD)
    library, records = taught(learner)
    estimate = default_heuristic(
        domain.theory(shape), domain.goal(shape), domain.goal_state(shape)
    ).estimate
    times, late = Counter(), set()
    for record in records:
        for path in record.paths:
            states = replayed(domain, shape, path)
            form = macro_of(
                *explain_on_window(domain, shape, path.start, path.steps), "m", ""
            ).canonical
            times[form] += 1
            values = list(map(estimate, states))
            if values[-1] < values[0] <= min(values[1:-1]):
                late.add(form)
    kept = {macro.canonical for macro in library}
    assert kept <= {form for form, count in times.items() if count > 1}
    assert all(times[form] > 1 for form in late)
    assert any(form not in late for form in kept) and any(form in late for form in kept)


def test_morris_keeps_to_its_bound_and_drops_the_least_used():
    whole, _ = taught(Morris(bound=1000))
    few, records = taught(Morris(bound=5))
    assert len(few) == 5 < len(whole)
    assert [macro.name for macro in few] == ["m1", "m2", "m3", "m4", "m5"]
    choice = Morris(bound=5).select(records, ())
    assert list(choice.uses) == sorted(choice.uses, reverse=True)
    assert [one.canonical for one in choice.macros] == [one.canonical for one in few]


@pytest.mark.parametrize("learner", [MacLearn(problems=4), Morris(problems=4)])
def test_they_learn_the_same_again_and_make_whole_boards_solvable_still(learner):
    one, _ = taught(learner)
    other, records = taught(learner)
    assert list(one) == list(other) and all(record.outcome.solved for record in records)
    assert all(isinstance(path, TrainingPath) for record in records for path in record.paths)


def test_macros_to_go_on_from_are_kept():
    first, _ = taught(Morris(bound=3))
    _, shape = board_of(BOARD)
    names = [macro.name for macro in first]
    list(train(Morris(bound=3), first, Course(shape, (shape,), seed=1)))
    assert [macro.name for macro in first][:3] == names and 3 <= len(first) <= 6
