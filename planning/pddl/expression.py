"""Parenthesised text, read into words and groups that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeAlias

from ...rules.errors import InputError, Place, TooLargeError
from ...rules.text.text_file import SourceText

_TOKEN = re.compile(r"[()]|;[^\n]*|\??[^\s();?]+|\?")
"""A question mark begins a word: ``aircraft?a`` are two, as other readers have it."""

_SHOWN = 60

MOST_WORDS = 1_000_000
"""Greatest number of words and parentheses of a file."""

DEEPEST = 1_000
"""Greatest depth of groups within groups."""


@dataclass(slots=True)
class Word:
    """A word in small letters (PDDL does not tell them from capitals), and where it begins."""

    text: str
    begin: int
    file: SourceText

    @property
    def place(self) -> Place:
        """Place of the expression in its file."""
        return self.file.place(self.begin)

    @property
    def alone(self) -> Group:
        """The word as a group of its own, as if in parentheses."""
        return Group((self,), self.begin, self.begin + len(self.text) - 1, self.file)

    def __str__(self) -> str:
        return self.text


@dataclass(slots=True)
class Group:
    """An expression between two parentheses.

    Parameters
    ----------
    items
        Words and groups, in order.
    begin, end
        Positions of the parentheses.
    file
        The whole text.
    """

    items: tuple[Expression, ...] = field(repr=False)
    begin: int
    end: int
    file: SourceText

    @property
    def place(self) -> Place:
        """Place of the opening parenthesis."""
        return self.file.place(self.begin)

    @property
    def head(self) -> str:
        """The first word, or an empty string where there is none."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""

    @property
    def text(self) -> str:
        """Text of the group, in small letters."""
        return self.file.text[self.begin : self.end + 1].lower()

    def __str__(self) -> str:
        """The beginning of the group as it stands in the file, for messages."""
        begin, end = self.begin, self.end
        words = " ".join(self.file.text[begin : min(end + 1, begin + 4 * _SHOWN)].split())
        short = len(words) <= _SHOWN and end - begin < 4 * _SHOWN
        return words if short else words[:_SHOWN] + "..."


Expression: TypeAlias = Word | Group


def read_expressions(text: str, source: str = "<text>") -> list[Expression]:
    """All words and groups of a text; a semicolon begins a comment.
    Raises
    ------
    InputError
        Parentheses that do not match, more words than `MOST_WORDS`, deeper nesting than `DEEPEST`.
    """
    located = SourceText(text, source)
    text, place = located.text, located.place
    done: list[Expression] = []
    waiting: list[tuple[int, list[Expression]]] = []
    if len(text) > MOST_WORDS:  # else it cannot have so many; counted before any of it is held
        for offset, _ in islice(_tokens(text), MOST_WORDS, None):
            raise too_much(
                place(offset), "this file is too long", MOST_WORDS, "words and parentheses"
            )
    for offset, token in _tokens(text):
        if token == "(":
            if len(waiting) >= DEEPEST:
                raise too_much(place(offset), "nested too deeply", DEEPEST, "groups within groups")
            waiting.append((offset, done))
            done = []
        elif token == ")":
            if not waiting:
                raise InputError(
                    "a parenthesis too many", place=place(offset), expected="the end of the file"
                )
            begin, outer = waiting.pop()
            outer.append(Group(tuple(done), begin, offset, located))
            done = outer
        else:
            done.append(Word(token.lower(), offset, located))
    if waiting:
        begin, _ = waiting[-1]
        raise InputError(
            "this parenthesis is never closed",
            place=place(begin),
            expected=")",
            found="the end of the file",
        )
    return done


def renamed(node: Expression, names: Mapping[str, str]) -> Expression:
    """Copy of an expression with some words replaced."""
    if isinstance(node, Word):
        return replace(node, text=names.get(node.text, node.text))
    return replace(node, items=tuple(renamed(item, names) for item in node.items))


def too_much(place: Place, problem: str, most: int, what: str) -> TooLargeError:
    """The error for a file that has more of something than is read."""
    return TooLargeError(problem, place=place, expected=f"{most:,} {what} at most", found="more")


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0] != ";":
            yield match.start(), token
