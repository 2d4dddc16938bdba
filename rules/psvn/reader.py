"""Reading PSVN, the Production System Vector Notation of Holte, Arneson and Burch (University of Alberta, TR14-03).

A file says what the state variables may hold, which rules there are, and what goal states look like::

    DOMAIN tile 3
           b 1 2                      # what follows a # or ; is a comment
    3
    tile tile tile
    b X - => X b - LABEL left COST 2
    - b X => - X b LABEL left
    GOAL b 1 2

In order: named domains (name, size, values); the number of state variables; a domain for each, where ``4`` stands for 0
to 3 and ``4N`` for 1 to 4; then rules and goals, any one of which will do. Where lines end means nothing, and upper and
lower case are the same; names and values keep the spelling that they have first. In a rule, a value of the state
variable's domain stands for itself and ``-`` for anything, on the right for what was there; every other word is a
variable. A rule without LABEL is called ``rule_`` and its number, one without COST costs 1.

Where the manual is silent, it is as in the authors' compiler, psvn2c:

- a variable means one value within one domain; in cells of two domains one name is two variables;
- a variable that only the right side has takes every value: the rule stands for a rule for each;
- ``\\X`` on the left is ``-`` (only backward search looks at it), and on the right ``X``.

Unlike psvn2c, it refuses cells named like keywords, so that a rule that is too short is found where it is;
COST may come before LABEL and may have a fraction, a domain may have one value only, and GOAL may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeAlias

from ..arc import MOST_COST, Arc
from ..checked import checked
from ..errors import InputError, TooLargeError
from ..term import Pattern, Term, Var, substitute, variable_name
from ..text.text_file import read_text
from ..theory import Theory
from .domains import StateVariables, read_state_variables
from .facts import with_facts
from .tokens import Words

MOST_RULES = 100_000
"""Rules that the rules of a file with free variables may stand for, all together."""

MOST_TERMS = 20_000_000
"""Cells that these may have, all together."""

KEYWORDS = frozenset({"=>", "LABEL", "COST", "GOAL"})

Name: TypeAlias = tuple[str, str]
"""A variable of a rule as the file names it: its domain and its word."""


@dataclass(frozen=True)
class PsvnFile:
    """Content of a PSVN file.

    Parameters
    ----------
    theory
        The rules, and the values of every state variable.
    goals
        Goal patterns; a state that matches any of them is a goal state.
    warnings
        What is legal and probably not meant, each with its place.
    """

    theory: Theory
    goals: tuple[Pattern, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)


@checked
def load_psvn(path: str | Path) -> PsvnFile:
    """Read a PSVN file; see `read_psvn`."""
    return read_psvn(read_text(path), str(path))


@checked
def read_psvn(text: str, source: str = "<text>") -> PsvnFile:
    """Read a theory and its goals from PSVN text.

    Raises
    ------
    InputError
        Text that is not PSVN, with its place.
    """
    words = Words(text, source)
    variables, start = read_state_variables(words)
    rules = _Rules(words, variables, start)
    arcs: list[Arc] = []
    goals: list[Pattern] = []
    number = 0
    while rules.next < len(words):
        if words.is_at(rules.next, "GOAL"):
            goals.append(rules.goal())
        else:
            number += 1
            arcs += rules.rule(f"rule_{number}")
    theory = Theory(Path(source).stem, tuple(arcs), (1, len(variables)), values=variables.values)
    return PsvnFile(with_facts(theory, words), tuple(goals), tuple(rules.warnings))


class _Rules:
    """The rules and goals of a file, read one after the other."""

    def __init__(self, words: Words, variables: StateVariables, start: int) -> None:
        self.words = words
        self.variables = variables
        self.next = start
        self.warnings: list[str] = []
        self._suspects: set[str] = set()
        self._expanded = 0

    def goal(self) -> Pattern:
        """A goal pattern, from the word GOAL on."""
        size, first = len(self.variables), self.next + 1
        self.words.need(first, size, "a goal", f"{size} cells after GOAL")
        self.next = first + size
        return self._left(first, {}, "GOAL")

    def rule(self, name: str) -> list[Arc]:
        """A rule: one arc, or several where its right side has a variable of its own."""
        words, size, first = self.words, len(self.variables), self.next
        arrow = first + size
        if not words.is_at(arrow, "=>"):
            raise self._no_arrow(first, arrow)
        words.need(arrow + 1, size, "a rule", f"{size} cells after =>")
        bound: dict[Name, Var] = {}
        before = self._left(first, bound, "")
        after, free = self._right(arrow + 1, before, bound)
        self.next = arrow + 1 + size
        name, cost = self._label_and_cost(name)
        if not free:
            return [Arc(name, before, after, cost)]
        return [
            Arc(name, before, substitute(after, chosen), cost)
            for chosen in self._choices(free, arrow)
        ]

    def _left(self, first: int, bound: dict[Name, Var], keyword: str) -> Pattern:
        """The pattern that begins at a word; ``bound`` takes its named variables."""
        known, domains = self.variables.known, self.variables.domains
        cells: list[Term] = []
        fresh = 0
        for cell, word in enumerate(self.words.folded[first : first + len(domains)]):
            value = known[cell].get(word)
            if value is not None:
                cells.append(value)
                continue
            named = word != "-" and word[0] != "\\"
            variable = bound.get((domains[cell], word)) if named else None
            if variable is None:
                variable = _variable(fresh)
                fresh += 1
                if named:
                    self._check_name(first + cell, cell, keyword)
                    bound[domains[cell], word] = variable
            cells.append(variable)
        return tuple(cells)

    def _right(
        self, first: int, before: Pattern, bound: dict[Name, Var]
    ) -> tuple[Pattern, dict[Var, int]]:
        """The pattern after =>, and the variables that only it has, each with its first cell."""
        known, domains = self.variables.known, self.variables.domains
        cells: list[Term] = []
        free: dict[Var, int] = {}
        for cell, word in enumerate(self.words.folded[first : first + len(domains)]):
            if word == "-":
                cells.append(before[cell])
                continue
            word = word.removeprefix("\\") or word
            value = known[cell].get(word)
            if value is not None:
                cells.append(value)
                continue
            key = (domains[cell], word)
            if key not in bound:
                self._check_name(first + cell, cell, "=>")
                bound[key] = Var(f"{word} {cell + 1}")  # a name that no other variable has
                free[bound[key]] = cell
            cells.append(bound[key])
        return tuple(cells), free

    def _choices(self, free: Mapping[Var, int], arrow: int) -> Iterator[dict[Var, Term]]:
        """All ways of giving values to the variables that only the right side has."""
        choices = [self.variables.values[cell] for cell in free.values()]
        count = prod(map(len, choices))
        names = ", ".join(variable.name.split()[0] for variable in free)
        self._expanded += count
        if self._expanded > MOST_RULES or self._expanded * len(self.variables) > MOST_TERMS:
            raise self.words.error(
                arrow,
                f"{names} stands only after =>, for any value",
                f"{MOST_RULES:,} rules of that kind and {MOST_TERMS:,} cells in them at most, all together",
                f"{count:,} here",
                TooLargeError,
            )
        self._warn(arrow, f"{names} stands only after =>, for any value: {count} rules in one")
        for chosen in product(*choices):
            yield dict(zip(free, chosen, strict=True))

    def _label_and_cost(self, name: str) -> tuple[str, float]:
        """Label and cost after a rule's cells."""
        words = self.words
        cost: float = 1
        seen: set[str] = set()
        while words.is_at(self.next, "LABEL") or words.is_at(self.next, "COST"):
            keyword = words.folded[self.next]
            if keyword in seen:
                raise words.error(self.next, f"a second {keyword}", "a rule, GOAL or the end")
            seen.add(keyword)
            words.need(self.next + 1, 1, "a rule", f"something after {keyword}")
            if keyword == "LABEL":
                name = words.spelt[self.next + 1]
            else:
                cost = self._cost(self.next + 1)
            self.next += 2
        return name, cost

    def _cost(self, number: int) -> float:
        word = self.words.spelt[number]
        if re.fullmatch(r"[0-9]{1,100}", word):
            return int(word)
        if re.fullmatch(
            r"([0-9]{1,300}\.?|[0-9]{0,300}\.[0-9]{1,300})([eE][+-]?[0-9]{1,5})?", word
        ):
            cost = float(word)
            if cost <= MOST_COST:
                return cost
        raise self.words.error(number, "bad cost", "a number of 0 or more")

    def _no_arrow(self, first: int, arrow: int) -> InputError:
        """Error for a missing or misplaced =>."""
        words, size = self.words, arrow - first
        word = words.folded[first]
        if word == "DOMAIN":
            return words.error(first, "DOMAIN comes too late", "domains before everything else")
        if word in ("LABEL", "COST"):
            return words.error(first, f"{word} without a rule before it", "a rule, GOAL or the end")
        form = f"{size} cells, =>, {size} cells"
        for place in range(first, min(arrow, len(words))):
            if words.folded[place] in KEYWORDS:
                return words.error(
                    place,
                    "too few cells, here or in the rule before",
                    form,
                    f"{place - first}, then {words.spelt[place]}",
                )
        words.need(first, size + 1, "a rule", form)
        return words.error(arrow, "no => where it should be", form)

    def _check_name(self, number: int, cell: int, keyword: str) -> None:
        """Refuse a variable with the name of a keyword; warn of one that looks like a value."""
        word, domain = self.words.folded[number], self.variables.domains[cell]
        if word in KEYWORDS:
            where = f"after {keyword}" if keyword else "before =>"
            expected = f"{len(self.variables)} cells {where}"
            raise self.words.error(number, "too few cells", expected)
        if word not in self._suspects and re.fullmatch(r"[0-9]+", word):
            self._suspects.add(word)
            self._warn(number, f"{word} is no value of domain {domain}, and so a variable")

    def _warn(self, number: int, text: str) -> None:
        self.warnings.append(f"{self.words.place(number)}: {text}")


_VARIABLES: list[Var] = []


def _variable(index: int) -> Var:
    """Variable number ``index``, the same object each time."""
    while len(_VARIABLES) <= index:
        _VARIABLES.append(Var(variable_name(len(_VARIABLES))))
    return _VARIABLES[index]
