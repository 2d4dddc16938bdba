"""Arithmetic of logic programs: the value of an expression, as SWI-Prolog computes it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from ...rules.errors import InputError, TooLargeError
from ...rules.prolog.operators import OperatorTable
from ...rules.term import EMPTY_LIST, LIST_FUNCTOR, Compound, PrologString, Var
from ..program.clause_text import term_text
from ..program.vocabulary import instead
from .variables import Fresh, ProofTerm, bound_terms, walked

Number: TypeAlias = int | float

MOST_BITS = 1 << 20
"""Greatest number of bits of a whole number that is computed."""

_OPERATORS = OperatorTable.default()
_UNDEFINED = Compound("evaluation_error", ("undefined",))
_OVERFLOW = Compound("evaluation_error", ("float_overflow",))


class TermError(InputError):
    """Error of a built-in predicate, with the term that ``catch/3`` catches.

    Parameters
    ----------
    problem, details
        Arguments of `InputError`.
    formal
        Error term of the Prolog standard, such as ``instantiation_error`` or ``type_error(integer,a)``.
    """

    def __init__(self, problem: str, formal: ProofTerm, **details: Any) -> None:
        self.formal = formal
        super().__init__(problem, **details)

    @property
    def ball(self) -> ProofTerm:
        """The term that is thrown."""
        return Compound("error", cast(Any, (self.formal, Fresh())))


NOT_BOUND = "instantiation_error"


def wrong_type(kind: str, term: ProofTerm) -> ProofTerm:
    """Error term for an argument of another type than a predicate takes."""
    term = walked(term)
    return NOT_BOUND if type(term) is Fresh else Compound("type_error", (kind, term))


def misfit(problem: str, kind: str, term: ProofTerm, *, expected: str | None = None) -> TermError:
    """Error of a predicate for an argument of another type than it takes."""
    return TermError(problem, wrong_type(kind, term), expected=expected, found=shown(term))


def wrong_count(term: ProofTerm) -> ProofTerm:
    """Error term for an argument that is no whole number of 0 or more."""
    if type(walked(term)) is int:
        return Compound("domain_error", ("not_less_than_zero", walked(term)))
    return wrong_type("integer", term)


def shown(term: ProofTerm) -> str:
    """A term of a proof as text for a message, cut where it is long."""
    made = bound_terms((term,))[0]
    return term_text(made, _OPERATORS)[:80]


def items_of(term: ProofTerm) -> tuple[list[ProofTerm], ProofTerm]:
    """The elements of a list as far as it is known, and what stands behind them."""
    items = []
    term = walked(term)
    while type(term) is Compound and term.functor == LIST_FUNCTOR and len(term.args) == 2:
        items.append(term.args[0])
        term = walked(term.args[1])
    return items, term


def known_items(term: ProofTerm, predicate: str) -> list[ProofTerm]:
    """The elements of a list that is known to its end.

    Raises
    ------
    InputError
        Anything else.
    """
    items, tail = items_of(term)
    if tail != EMPTY_LIST:
        wrong = wrong_type("list", tail if type(tail) is Fresh else term)
        raise TermError(f"{predicate} needs a list", wrong, expected="a list", found=shown(term))
    return items


def value(expression: ProofTerm) -> Number:
    """The value of an expression.

    Raises
    ------
    InputError
        An unbound variable, a term that is no number, an unknown function, a division by zero, a number that is too large.
    """
    expression = walked(expression)
    if type(expression) in (int, float):
        return expression  # type: ignore[no-any-return]
    values: list[Number] = []
    pending: list[tuple[ProofTerm, bool]] = [(expression, False)]
    while pending:
        term, ready = pending.pop()
        if ready:
            size = len(term.args)
            taken, values[-size:] = values[: -size - 1 : -1], []
            if (term.functor, size) not in _FUNCTIONS:
                raise _no_function(term, (term.functor, size))
            values.append(_applied(term, taken))
            continue
        term = walked(term)
        kind = type(term)
        if kind in (int, float):
            values.append(term)
        elif kind in (Fresh, Var):
            raise TermError(
                "a variable in an expression is not bound",
                NOT_BOUND,
                expected="a number",
                found=shown(expression),
                remedy="the goal that binds it before this one",
            )
        elif kind is Compound and term.functor == "[|]" and walked(term.args[1]) == "[]":
            only = walked(term.args[0])
            letter = type(only) is str and len(only) == 1
            pending.append((PrologString(only) if letter else only, False))
        elif kind is Compound and term.args:
            pending.append(
                (term, True)
            )  # what is wrong in an argument is told first, from the last one
            pending += [(one, False) for one in term.args]
        elif kind is PrologString and len(term.text) == 1:
            values.append(ord(term.text))
        elif kind is PrologString:
            wrong = Compound("type_error", ("character", term))
            raise TermError("a text is no number", wrong, expected="one letter", found=shown(term))
        elif kind is str and term in _CONSTANTS:
            values.append(_CONSTANTS[term])
        else:
            raise _no_function(term, (term, 0))
    return values[0]


def _no_function(term: ProofTerm, name: tuple[Any, int]) -> TermError:
    wrong = EMPTY_LIST if name[0] == EMPTY_LIST else Compound("/", name)
    return TermError(
        "not an expression",
        Compound("type_error", ("evaluable", wrong)),
        expected="numbers and functions of them",
        found=shown(term),
        remedy=instead(str(name[0])),
    )


def _applied(term: Compound, values: list[Number]) -> Number:
    try:
        found = _FUNCTIONS[term.functor, len(values)](*values)
        if found in (math.inf, -math.inf) and not {math.inf, -math.inf}.intersection(values):
            raise OverflowError
    except ZeroDivisionError:
        wrong = Compound("evaluation_error", ("zero_divisor",))
        raise TermError("division by zero", wrong, found=shown(term)) from None
    except (ValueError, OverflowError, TypeError) as error:
        raise TermError(
            "this has no value",
            _OVERFLOW if isinstance(error, OverflowError) else _UNDEFINED,
            found=f"{term.functor} of {', '.join(map(str, values))}"[:80],
        ) from None
    if isinstance(found, complex) or found != found:
        raise TermError("this has no value", _UNDEFINED, found=shown(term))
    if type(found) is int and found.bit_length() > MOST_BITS:
        raise _too_large()
    return cast(Number, found)


def _too_large() -> TooLargeError:
    return TooLargeError("a number is too large", expected=f"{MOST_BITS:,} bits at most")


def _divided(one: Number, other: Number) -> Number:
    if type(one) is int and type(other) is int and one % other == 0:
        return one // other
    if one == 0 == other and float in (type(one), type(other)):
        raise ValueError
    return one / other


def _power(one: Number, other: Number) -> Number:
    if type(one) is int and type(other) is int:
        if other >= 0 and one.bit_length() * other > MOST_BITS:
            raise _too_large()
        if other < 0 and one in (1, -1):
            return one if other % 2 else 1
        if other < 0:
            return float(one) ** other
    if other == 0 or (type(one) is int and one == 1):
        return 1
    if type(one) is int and one == 0 and other > 0:
        return 0
    return cast(Number, one**other)


def _shifted(one: Number, other: Number) -> Number:
    number, places = _whole(one), _whole(other)
    if places > MOST_BITS:  # before it is computed
        raise _too_large()
    return number << places if places >= 0 else number >> -places


def _whole(number: Number) -> int:
    if type(number) is not int:
        raise TermError("not a whole number", wrong_type("integer", number), found=str(number))
    return number


def _truncated(one: Number, other: Number) -> int:
    a, b = _whole(one), _whole(other)
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _of_whole(function: Callable[..., int]) -> Callable[..., int]:
    return lambda *numbers: function(*map(_whole, numbers))


def _highest_bit(number: Number) -> int:
    if _whole(number) < 1:
        wrong = Compound("domain_error", ("not_less_than_one", number))
        raise TermError("not a whole number of 1 or more", wrong, found=str(number))
    return _whole(number).bit_length() - 1


def _logarithm(number: Number) -> float:
    if number == 0:
        raise OverflowError
    return math.log(number)


def _inverse_tangent(number: Number) -> float:
    if abs(number) == 1:
        raise OverflowError
    return math.atanh(number)


def _lowest_bit(number: Number) -> int:
    if _whole(number) < 1:
        wrong = Compound("domain_error", ("not_less_than_one", number))
        raise TermError("not a whole number of 1 or more", wrong, found=str(number))
    return (_whole(number) & -_whole(number)).bit_length() - 1


def _bits(number: Number) -> int:
    return _natural(number).bit_count()


def _bit(number: Number, place: Number) -> int:
    return _natural(number) >> _natural(place) & 1


def _natural(number: Number) -> int:
    if _whole(number) < 0:
        wrong = Compound("domain_error", ("not_less_than_zero", number))
        raise TermError("not a whole number of 0 or more", wrong, found=str(number))
    return _whole(number)


def _ratio(one: Number, other: Number) -> int:
    quotient, rest = divmod(_rational(one), _rational(other))
    if rest:
        raise _no_fraction(f"{one} rdiv {other}")
    return quotient


def _rational(number: Number) -> int:
    if type(number) is not int:
        raise TermError("no fraction", wrong_type("rational", number), found=str(number))
    return number


def _exact(number: Number) -> int:
    if number != math.floor(number):
        raise _no_fraction(str(number))
    return int(number)


def _no_fraction(found: str) -> InputError:
    return InputError(
        "a fraction is no number here",
        expected="a whole number",
        found=found,
        remedy=instead("rdiv"),
    )


def _larger(one: Number, other: Number) -> Number:
    if one == other:
        return other if type(one) is int else one
    return other if one < other else one


def _smaller(one: Number, other: Number) -> Number:
    if one == other:
        return other if type(one) is int else one
    return other if other < one else one


def _sign(one: Number) -> Number:
    sign = (one > 0) - (one < 0)
    return sign if type(one) is int else float(sign)


def _rounded(one: Number) -> int:
    return one if type(one) is int else math.floor(abs(one) + 0.5) * (1 if one >= 0 else -1)


_CONSTANTS: dict[str, Number] = {
    "pi": math.pi,
    "e": math.e,
    "inf": math.inf,
    "infinite": math.inf,
    "max_tagged_integer": (1 << 60) - 1,
    "epsilon": 2.220446049250313e-16,
}

_FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    ("+", 2): lambda a, b: a + b,
    ("-", 2): lambda a, b: a - b,
    ("*", 2): lambda a, b: a * b,
    ("/", 2): _divided,
    ("//", 2): _truncated,
    ("div", 2): _of_whole(lambda a, b: a // b),
    ("mod", 2): _of_whole(lambda a, b: a % b),
    ("rem", 2): lambda a, b: a - b * _truncated(a, b),
    ("**", 2): _power,
    ("^", 2): _power,
    ("-", 1): lambda a: -a,
    ("+", 1): lambda a: a,
    ("abs", 1): abs,
    ("sign", 1): _sign,
    ("min", 2): _smaller,
    ("max", 2): _larger,
    ("gcd", 2): _of_whole(math.gcd),
    ("lcm", 2): _of_whole(math.lcm),
    ("rdiv", 2): _ratio,
    ("rational", 1): _exact,
    ("rationalize", 1): _exact,
    ("numerator", 1): _rational,
    ("denominator", 1): lambda a: _rational(a) * 0 + 1,
    ("powm", 3): _of_whole(pow),
    ("copysign", 2): lambda a, b: type(a)(math.copysign(a, b)),
    ("nexttoward", 2): lambda a, b: math.nextafter(a, b),
    ("eval", 1): lambda a: a,
    ("lsb", 1): _lowest_bit,
    ("popcount", 1): _bits,
    ("getbit", 2): _of_whole(_bit),
    ("trunc", 1): math.trunc,
    ("ceil", 1): math.ceil,
    ("plus", 2): lambda a, b: a + b,
    ("cot", 1): lambda a: 1 / math.tan(a),
    ("acot", 1): lambda a: math.atan(1 / a),
    ("erf", 1): math.erf,
    ("log10", 1): lambda a: _logarithm(a) and math.log10(a),
    ("<<", 2): _shifted,
    (">>", 2): lambda a, b: _shifted(_whole(a), -_whole(b)),
    ("/\\", 2): _of_whole(lambda a, b: a & b),
    ("\\/", 2): _of_whole(lambda a, b: a | b),
    ("xor", 2): _of_whole(lambda a, b: a ^ b),
    ("\\", 1): _of_whole(lambda a: ~a),
    ("msb", 1): _highest_bit,
    ("float", 1): float,
    ("integer", 1): _rounded,
    ("truncate", 1): math.trunc,
    ("round", 1): _rounded,
    ("ceiling", 1): math.ceil,
    ("floor", 1): math.floor,
    ("sqrt", 1): math.sqrt,
    ("sin", 1): math.sin,
    ("cos", 1): math.cos,
    ("tan", 1): math.tan,
    ("asin", 1): math.asin,
    ("acos", 1): math.acos,
    ("atan", 1): math.atan,
    ("atan", 2): math.atan2,
    ("atan2", 2): math.atan2,
    ("sinh", 1): math.sinh,
    ("cosh", 1): math.cosh,
    ("tanh", 1): math.tanh,
    ("asinh", 1): math.asinh,
    ("acosh", 1): math.acosh,
    ("atanh", 1): _inverse_tangent,
    ("float_integer_part", 1): lambda a: a if type(a) is int else math.copysign(math.trunc(a), a),
    ("float_fractional_part", 1): lambda a: 0 if type(a) is int else a - math.trunc(a),
    ("exp", 1): math.exp,
    ("log", 1): _logarithm,
    ("log2", 1): lambda a: _logarithm(a) and math.log2(a),
    ("log", 2): lambda a, b: _logarithm(b) / _logarithm(a),
    ("succ", 1): lambda a: a + 1,
}
