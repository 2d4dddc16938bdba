"""The state variables of a PSVN file, and the domains that say what they may hold."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import InputError, TooLargeError
from ..states.values import Values
from ..term import Symbol
from .tokens import Words, folded

MOST_VALUES = 100_000
"""Values of one domain."""


@dataclass(frozen=True)
class StateVariables:
    """Values of each state variable.

    Parameters
    ----------
    values
        The values of each, in the order of its domain.
    domains
        The name of each one's domain, in capitals. A variable of a rule means one value within one domain.
    known
        For each, its values by their words in capitals.
    """

    values: tuple[Values, ...]
    domains: tuple[str, ...]
    known: tuple[dict[str, Symbol], ...]

    def __len__(self) -> int:
        return len(self.values)


def read_state_variables(words: Words) -> tuple[StateVariables, int]:
    """The state variables, and the number of the first word after them.

    Raises
    ------
    InputError
        Whatever is wrong with what stands there, with its place.
    """
    named, start = _read_named(words)
    size = words.number(start, "the number of state variables")
    first, end = start + 1, start + 1 + size
    words.need(first, size, "the state variables", f"a domain for each of {size}")
    known: dict[str, dict[str, Symbol]] = {}
    for place in range(first, end):
        name = words.folded[place]
        if name not in known:
            values = named[name] if name in named else _of_numbers(words, place, [*named])
            known[name] = {folded(str(value)): value for value in values}
    domains = tuple(words.folded[first:end])
    values_of = {name: tuple(table.values()) for name, table in known.items()}
    variables = StateVariables(
        tuple(values_of[name] for name in domains), domains, tuple(known[name] for name in domains)
    )
    return variables, end


def _read_named(words: Words) -> tuple[dict[str, Values], int]:
    named: dict[str, Values] = {}
    start = 0
    while words.is_at(start, "DOMAIN"):
        form = "DOMAIN, a name, how many values, and the values"
        words.need(start, 3, "a domain", form)
        name = words.folded[start + 1]
        if integer_domain(name) is not None:
            raise words.error(start + 1, "this name means a domain of numbers", "another name")
        if name in named:
            raise words.error(start + 1, "this domain is there already", "another name")
        size = words.number(start + 2, "the number of values")
        first, start = start + 3, start + 3 + size
        words.need(first, size, f"domain {words.spelt[first - 2][:40]}", f"{size} values")
        seen: dict[str, Symbol] = {}
        for place in range(first, start):
            word = words.folded[place]
            if word in seen:
                raise words.error(place, "this value is there already", f"{size} different values")
            if word == "-":
                raise words.error(place, "- stands for any value", "another name for this one")
            seen[word] = symbol_of(words.spelt[place])
        named[name] = tuple(seen.values())
    return named, start


def _of_numbers(words: Words, place: int, named: list[str]) -> Values:
    found = integer_domain(words.folded[place])
    if found is None:
        forms = ["a number such as 4 (0 to 3) or 4N (1 to 4)", *named[:10]]
        raise words.error(place, "no such domain", ", or ".join(forms))
    first, size = found
    if not 1 <= size <= MOST_VALUES:
        kind = TooLargeError if size else InputError
        expected = f"1 to {MOST_VALUES:,} values"
        raise words.error(place, "bad size of a domain", expected, kind=kind)
    return tuple(range(first, first + size))


def integer_domain(name: str) -> tuple[int, int] | None:
    """The first value and the size of a domain of numbers, ``4`` or ``4N``; None for any other name.

    An old psvn2c writes ``N4`` for ``4N``.
    """
    found = re.fullmatch(r"([0-9]{1,18})|([0-9]{1,18})N|N([0-9]{1,18})", name)
    if found is None:
        return None
    zero, one, old = found.groups()
    return (0, int(zero)) if zero else (1, int(one or old))


def symbol_of(word: str) -> Symbol:
    """A value as a symbol: a number where it is written as numbers are, else the word."""
    if re.fullmatch(r"-?[0-9]{1,18}", word) and str(int(word)) == word:
        return int(word)
    return word
