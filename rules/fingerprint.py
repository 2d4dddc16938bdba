"""One serialization of terms, arcs, theories and goals, for everything that is hashed, cached or compared by what it says.

Values have the same bytes exactly where they are equal, and every part names its kind and its length. A variable, a whole
number and a string are never alike; numbers are exact, so that 1 and 1.0 are one number and 0.1 and 0.1000000001 are two;
variables count by where they stand and not by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from numbers import Integral, Real
from typing import Any

from .arc import Arc
from .errors import InputError
from .sparse_arc import SparseArc
from .term import Var
from .theory import Theory

VERSION = 1
"""The form of the serialization; whatever an older one was stored under is not found again."""


def serialized(value: Any) -> bytes:
    """The bytes of a value.

    Parameters
    ----------
    value
        A term, an `Arc`, a `Theory`, None, a number, a string, bytes, or a sequence, set or mapping of such values. Names
        of arcs and theories, and the `Domain` of a theory, are no part of it.

    Raises
    ------
    InputError
        A value of another type.
    """
    return _Writer().bytes_of(value)


def fingerprint(*values: Any) -> str:
    """The SHA-256 digest, in hexadecimal, of the serialization of some values together."""
    return sha256(serialized(("arcwise", VERSION, *values))).hexdigest()


@dataclass
class _Writer:
    """Writes a value, whose variables are numbered by first occurrence."""

    variables: dict[Var, int] = field(default_factory=dict)

    def bytes_of(self, value: Any) -> bytes:
        kind = type(value)
        if kind is tuple:
            return _framed(b"l", self.sequence(value))
        if kind is int:
            return _framed(b"i", _digits(value))
        if isinstance(value, Var):
            return _framed(b"v", _digits(self.variables.setdefault(value, len(self.variables))))
        if isinstance(value, str):
            return _framed(b"s", value.encode("utf-8", "surrogatepass"))
        if isinstance(value, Integral):
            return _framed(b"i", _digits(int(value)))
        if isinstance(value, Real):
            return _real(value)
        if value is None:
            return _framed(b"n", b"")
        if isinstance(value, bytes):
            return _framed(b"b", value)
        if isinstance(value, Arc):
            return _framed(b"a", _Writer().sequence(_rule(value)))
        if isinstance(value, Theory):
            parts = (value.shape, value.blank, value.symbols, value.values, value.arcs)
            return _framed(b"t", _Writer().sequence(parts))
        if isinstance(value, Mapping):
            pairs = ((self.bytes_of(key), self.bytes_of(one)) for key, one in value.items())
            return _framed(b"m", b"".join(key + one for key, one in sorted(pairs)))
        if isinstance(value, set | frozenset):
            return _framed(b"e", b"".join(sorted(map(self.bytes_of, value))))
        if isinstance(value, list | tuple):
            return _framed(b"l", self.sequence(value))
        raise InputError(
            "this cannot be serialized",
            expected="terms, arcs, theories, numbers, strings, and lists and mappings of them",
            found=f"{value!r:.80}",
        )

    def sequence(self, values: Iterable[Any]) -> bytes:
        return b"".join(map(self.bytes_of, values))


def _framed(kind: bytes, content: bytes) -> bytes:
    return b"%s%d:%s" % (kind, len(content), content)


def _digits(number: int) -> bytes:
    return b"%x" % number


def _real(value: Real) -> bytes:
    number = float(value) if not isinstance(value, Fraction) else value
    if not isfinite(number):
        return _framed(b"f", repr(number).encode())
    exact = Fraction(number)
    if exact.denominator == 1:
        return _framed(b"i", _digits(exact.numerator))
    return _framed(b"q", b"%x/%x" % (exact.numerator, exact.denominator))


def _rule(arc: Arc) -> tuple[Any, ...]:
    """Conditions, effects, cost and steps of an arc; variables are named by their cells."""
    if isinstance(arc, SparseArc) and not arc.plain:
        own = (arc.size, arc.asked, arc.made, arc.conditional, arc.cost, arc.steps)
        return *own, None if arc.axioms is None else (arc.axioms.cells, arc.axioms.strata)
    tests, equal = arc.conditions
    effects = arc.effects
    moved = any(isinstance(term, Var) for _, term in effects)
    before = arc.before if moved else ()
    sets = tuple((cell, term) for cell, term in effects if not isinstance(term, Var))
    moves = tuple((cell, before.index(term)) for cell, term in effects if isinstance(term, Var))
    return arc.size, tests, equal, sets, moves, arc.cost, arc.steps
