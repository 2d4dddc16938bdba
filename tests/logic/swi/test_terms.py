from __future__ import annotations

import pytest
from arcwise.logic.program import Compound, PrologString
from arcwise.logic.swi.terms import decoded
from arcwise.rules import InputError, Var


def test_a_code_is_the_term_that_it_tells_from_left_to_right() -> None:
    code = [["a", ["f", 3], ["a"], 0.5, ["g", 1]], [6, -20, 18, 3, 18, 9]]
    x = Var("X0")
    expected = Compound("f", (-5, Compound("g", (x,)), Compound("g", (PrologString("a"),))))
    assert decoded(code, lambda number: Var(f"X{number}")) == expected


def test_a_term_may_be_deep() -> None:
    term = decoded([["z", ["s", 1]], [6] * 100_000 + [1]], Var)
    assert term.functor == "s"


@pytest.mark.parametrize(
    "code",
    [
        [],
        [[], []],
        [[], [0, 0]],
        [["a"], [5]],
        [["a"], [2]],
        [[["f", 2]], [2, 0]],
        [[None], [1]],
        [[], ["a"]],
    ],
)
def test_what_is_no_code_is_refused(code: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        decoded(code, Var)


def test_a_term_that_arcwise_does_not_have_is_named() -> None:
    with pytest.raises(InputError, match="1r3"):
        decoded([[["1r3", -1]], [2]], Var)
