r"""Reading PSVN, the Production System Vector Notation of Holte, Arneson and Burch (University of Alberta, TR14-03).

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
- ``\X`` on the left is ``-`` (only backward search looks at it), and on the right ``X``.

Unlike psvn2c, it refuses cells named like keywords, so that a rule that is too short is found where it is;
COST may come before LABEL and may have a fraction, a domain may have one value only, and GOAL may be missing.

The words of a PSVN file, each with its place.

Facts of a theory that PSVN cannot express, kept in comments: ``# arcwise: shape(3,3). blank(0).``

The state variables of a PSVN file, and the domains that say what they may hold.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeAlias

from ..arc import Arc, replace_arc
from ..checked import checked
from ..cost import MOST_COST
from ..domain import Domain
from ..domains.domain_table import written_as
from ..errors import InputError, Place, TooLargeError, check_name, is_plain
from ..prolog.reader import read_clauses
from ..prolog.theory_file import board_terms, moved_blank, read_facts
from ..prolog.writer import functor_of, write_term
from ..states.values import Values
from ..term import Compound, Pattern, Symbol, Term, Var, substitute, variable_name
from ..text.text_file import SourceText, read_text
from ..text.words import counted
from ..theory import Theory

MOST_RULES = 100_000
"""Greatest number of rules that the rules of a file with free variables stand for, all together."""

MOST_TERMS = 20_000_000
"""Greatest number of cells of these rules, all together."""

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
        Legal parts that are probably not meant, each with its place.
    places
        The place of each arc.
    """

    theory: Theory
    goals: tuple[Pattern, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)
    places: tuple[Place, ...] = field(default=(), compare=False, repr=False)


@checked
def load_psvn(path: str | Path) -> PsvnFile:
    """Read a PSVN file; see `read_psvn`."""
    return read_psvn(read_text(path), str(path))


@checked
def read_psvn(text: str, source: str = "<text>") -> PsvnFile:
    """Read a theory and its goals from PSVN text.

    Where comments tell no shape, blank or symbols, and the rules move one symbol on a square board as in the 8-puzzle, that
    is the board.

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
    places: list[Place] = []
    number = 0
    while rules.next < len(words):
        if words.is_at(rules.next, "GOAL"):
            goals.append(rules.goal())
        else:
            number += 1
            place = words.place(rules.next)
            arcs += (made := rules.rule(f"rule_{number}"))
            places += [place] * len(made)
    theory = Theory(Path(source).stem, tuple(arcs), (1, len(variables)), values=variables.values)
    theory = with_facts(theory, words)
    return PsvnFile(theory, tuple(goals), tuple(rules.warnings), tuple(places))


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
            expected = f"{counted(len(self.variables), 'cell')} {where}"
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


COMMENT_SIGNS = "#;"
"""A word that begins with one of these begins a comment, which goes on to the end of the line."""

MOST_WORDS = 2_000_000
"""Greatest number of words of a file, comments aside."""

FACT_COMMENT = re.compile(r"(\s*[#;]+\s*arcwise:)(.*)", re.DOTALL)
"""A comment that holds facts about the board, for which PSVN has no words."""


def folded(word: str) -> str:
    """A word with the difference of upper and lower case taken away: PSVN knows none."""
    return word.upper()


class Words:
    """The words of a text, in order.

    Parameters
    ----------
    text
        The text of a PSVN file; where its lines end means nothing, except to comments.
    source
        Its name in error messages.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.spelt: list[str] = []
        self._lines = text.split("\n")
        self._first: list[int] = []
        self._facts: dict[int, str] = {}
        for number, line in enumerate(self._lines):
            self._first.append(len(self.spelt))
            words = line.split(None, MOST_WORDS)
            if "#" in line or ";" in line:
                for place, word in enumerate(words):
                    if word[0] in COMMENT_SIGNS:
                        del words[place:]
                        break
                found = None if words else FACT_COMMENT.match(line)
                if found:
                    self._facts[number] = " " * len(found.group(1)) + found.group(2)
            self.spelt += words
            if len(self.spelt) > MOST_WORDS:
                raise TooLargeError(
                    "this file is too long",
                    place=Place(source, number + 1),
                    expected=f"{MOST_WORDS:,} words at most",
                    found="more",
                )
        self.folded = [folded(word) for word in self.spelt]
        if not is_plain(re.sub(r"[\t\r\n]+", "", text)):
            self._check_names()

    def _check_names(self) -> None:
        for number, word in enumerate(self.spelt):
            try:
                check_name(word)
            except InputError as error:
                raise error.at(self.place(number)) from None

    def __len__(self) -> int:
        return len(self.spelt)

    @property
    def facts(self) -> str:
        """The facts in comments as Prolog text; every line keeps its number and every character its column."""
        lines = range(max(self._facts) + 1) if self._facts else range(0)
        return "".join(self._facts.get(line, "") + "\n" for line in lines)

    def is_at(self, number: int, word: str) -> bool:
        """Whether a word, in capitals, stands at a place."""
        return number < len(self.folded) and self.folded[number] == word

    def place(self, number: int) -> Place:
        """Place of a word; for one beyond the last, the end of the text."""
        if number >= len(self.spelt):
            text = "\n".join(self._lines).rstrip()
            return SourceText(text, self.source).place(len(text))
        line = bisect_right(self._first, number) - 1
        starts = [found.start() for found in re.finditer(r"\S+", self._lines[line])]
        return Place(self.source, line + 1, starts[number - self._first[line]] + 1)

    def error(
        self,
        number: int,
        problem: str,
        expected: str,
        found: str | None = None,
        kind: type[InputError] = InputError,
    ) -> InputError:
        """An error at a word, which the error shows as found if ``found`` is None."""
        if found is None:
            found = repr(self.spelt[number][:40]) if number < len(self) else "the end of the file"
        return kind(problem, place=self.place(number), expected=expected, found=found)

    def need(self, number: int, count: int, what: str, expected: str) -> None:
        """Refuse a text that has fewer than ``count`` words from a place on.

        Raises
        ------
        InputError
            A text that ends too early.
        """
        left = len(self.spelt) - number
        if left < count:
            raise self.error(
                len(self), f"the file ends within {what}", expected, f"{left}, then the end"
            )

    def number(self, number: int, what: str) -> int:
        """The whole number of 1 or more at a place.

        Raises
        ------
        InputError
            Anything else.
        """
        word = self.spelt[number] if number < len(self) else ""
        if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) < 1:
            raise self.error(number, f"this is not {what}", "a whole number of 1 or more")
        return int(word)


def with_facts(theory: Theory, words: Words) -> Theory:
    """A theory read from PSVN, with what the facts in comments add.

    Raises
    ------
    InputError
        A comment that does not hold such facts, or facts that do not fit the theory.
    """
    if not words.facts:
        return _on_board_of_blank(theory)
    functor = None
    clauses = list(read_clauses(words.facts, words.source))
    facts = read_facts(clauses, words.source)
    for clause in clauses:
        clause.check_names()
        term = clause.term
        if not isinstance(term, Compound):
            continue
        if term.functor == "functor" and len(term.args) == 1:
            if not isinstance(term.args[0], str):
                raise InputError("bad functor", place=clause.place, expected="functor(Name)")
            functor = term.args[0]
        elif term.functor == "arc_name" and term.args[0] not in range(1, len(theory.arcs) + 1):
            raise InputError(
                "there is no rule of this number",
                place=clause.place,
                expected=f"arc_name(Number, Name), the number 1 to {len(theory.arcs)}",
                found=write_term(term),
            )
    arcs = tuple(
        replace_arc(arc, name=facts.names[number]) if number in facts.names else arc
        for number, arc in enumerate(theory.arcs, start=1)
    )
    try:
        known = replace(
            theory,
            name=theory.name if facts.name is None else facts.name,
            arcs=arcs,
            shape=facts.shape or theory.shape,
            blank=facts.blank,
            symbols=facts.symbols,
        )
    except InputError as error:
        raise error.at(facts.place or Place(words.source)) from None
    if facts.shape is None and facts.blank is None and facts.symbols is None:
        known = _on_board_of_blank(known)
    return known if functor is None else written_as(known, functor)


def _on_board_of_blank(theory: Theory) -> Theory:
    """A theory with its shape and its blank, where the arcs tell them."""
    found = moved_blank(theory.arcs)
    return theory if found is None else replace(theory, shape=found[0], blank=found[1])


def board_comments(theory: Theory, names: Mapping[int, str]) -> list[str]:
    """The comments that hold what PSVN has no words for.

    Parameters
    ----------
    theory
        The theory to write.
    names
        Names of arcs, by number from 1, that cannot be labels.
    """
    functor = functor_of(theory)
    shaped = theory.shape[0] > 1 or moved_blank(theory.arcs) is not None
    facts = [
        *(fact for fact in board_terms(theory) if shaped or fact.functor != "shape"),
        *([] if functor == Domain.functor else [Compound("functor", (functor,))]),
        *(Compound("arc_name", (number, name)) for number, name in names.items()),
    ]
    return [f"# arcwise: {write_term(fact)}." for fact in facts]


MOST_VALUES = 100_000
"""Greatest number of values of one domain."""


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
        A bad number or domain of state variables, with its place.
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
