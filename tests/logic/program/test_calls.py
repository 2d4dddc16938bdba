"""Names proposed for predicates that are not known."""

import pytest
from arcwise.logic.program.calls import near_predicate

PROGRAM = {("reaches", 2): (), ("path", 3): (), ("price", 2): ()}


@pytest.mark.parametrize(
    ("called", "near"),
    [
        (("raech", 2), ("reaches", 2)),
        (("pahts", 3), ("path", 3)),
        (("prise", 2), ("price", 2)),
        (("path", 2), ("path", 3)),
        (("apend", 3), ("append", 3)),
        (("membr", 2), ("member", 2)),
    ],
)
def test_a_slip_in_a_name_or_in_the_number_of_arguments_has_a_nearest_predicate(called, near):
    assert near_predicate(called, PROGRAM) == near


@pytest.mark.parametrize("called", [("later", 1), ("later", 2), ("raech", 3), ("cost", 2)])
def test_a_name_that_is_only_a_little_alike_has_none(called):
    assert near_predicate(called, PROGRAM) is None
