"""Values of expressions, and the errors of those without one, beside SWI-Prolog."""

from __future__ import annotations

import itertools

import pytest
from arcwise.logic.program import read_program

from .test_against_swi import asked, own

OF_ONE = [
    *("-", "+", "abs", "sign", "msb", "float", "integer", "truncate", "round", "ceiling", "floor"),
    *("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh"),
    *("acosh", "atanh", "float_integer_part", "float_fractional_part", "exp", "log", "log10"),
    *("lsb", "popcount", "ceil", "erf", "numerator", "denominator", "eval"),
    *("\\", "foo"),
]
OF_TWO = [
    *("+", "-", "*", "/", "//", "div", "mod", "rem", "**", "^", "min", "max", "gcd", "lcm", "<<"),
    *(">>", "/\\", "\\/", "xor", "atan", "atan2", "copysign", "nexttoward", "getbit", "bar"),
]
ONE = [
    *("0", "1", "-1", "2", "7", "-7", "3.5", "-0.5", "0.0", "2.0", "a", "_", '"x"', "[1]", "[a]"),
    *("f(x)", "1.0e308", "4611686018427387904", "foo(1,2)", "pi", "e", "[]", "-0.0", "10^20"),
]
TWO = ["0", "1", "-2", "3", "2.5", "-0.5", "a", "_", "1.0e308", "0.0"]


def expression(name: str, *args: str) -> str:
    return f"X0 =.. ['{name.replace(chr(92), chr(92) * 2)}',{','.join(args)}]"


@pytest.mark.long
def test_expressions_have_the_values_and_errors_that_they_have_in_swi_prolog(swipl, tmp_path):
    """Of whole numbers and decimal ones, of constants, texts, terms that are no numbers, and variables."""
    made = [expression(name, one) for name in OF_ONE for one in ONE]
    made += [
        expression(name, *both) for name in OF_TWO for both in itertools.product(TWO, repeat=2)
    ]
    goals = [f"findall(X,({one}, catch(X is X0,error(E,_),X = E)),L)" for one in made]
    program = read_program("a.")
    file = tmp_path / "program.pl"
    file.write_text("a.")
    found = dict(zip(goals, asked(swipl, file, goals), strict=True))
    differ = {goal: one for goal in goals if (one := own(program, goal)) != found[goal]}
    assert {goal: (one, found[goal]) for goal, one in differ.items()} == {}
    assert len(goals) > 3000
