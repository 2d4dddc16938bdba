"""Terms as SWI-Prolog tells them, as lists of whole numbers; see terms.pl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.errors import InputError
from ...rules.term import Compound, PrologString


def decoded(code: Any, variable: Callable[[int], Any], *, any_constant: bool = False) -> Any:
    """The term of a code.

    Parameters
    ----------
    code
        A code of terms.pl as JSON gives it.
    variable
        Makes the variable of a number.
    any_constant
        Whether a constant that arcwise does not have is an atom, its text.

    Raises
    ------
    ValueError
        No such code.
    InputError
        A term that arcwise does not have.
    """
    symbols, numbers = code
    known = [_symbol(one, any_constant) for one in symbols]
    variables: dict[int, Any] = {}
    done: list[Any] = []
    try:
        for one in reversed(numbers):
            kind, number = one & 3, one >> 2
            if kind == 0:
                done.append(number)
            elif kind == 1:
                done.append(known[number])
            elif kind == 2:
                functor, arity = known[number]
                if arity < 0:
                    done.append(functor)
                    continue
                args = tuple(done[: -arity - 1 : -1])
                if len(args) < arity:
                    raise ValueError
                del done[-arity:]
                done.append(Compound(functor, args))
            else:
                if number not in variables:
                    variables[number] = variable(number)
                done.append(variables[number])
        (term,) = done
    except (IndexError, AttributeError):
        raise ValueError from None
    return term


def _symbol(symbol: Any, any_constant: bool) -> Any:
    """A constant, or name and arity of a functor."""
    match symbol:
        case str() | float():
            return symbol
        case [str(text)]:
            return PrologString(text)
        case [str(text), -1]:
            if any_constant:
                return text, -1
            raise InputError(
                "SWI-Prolog made a term that arcwise does not read",
                expected="atoms, whole numbers, floats, texts and compound terms of these",
                found=text[:80],
            )
        case [str(name), int(arity)] if arity > 0:
            return name, arity
    raise ValueError
