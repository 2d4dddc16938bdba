"""The entries of a JSON file with the place of each, which the standard reader does not tell."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from ...rules.errors import InputError, Place, TooLargeError
from ...rules.text.source_text import SourceText


class _TwiceError(ValueError):
    """A key stands twice in an object: readers differ in which value they take."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(key)
        found[key] = value
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_object)
_SPACE = re.compile(r"[ \t\r\n]*")


def json_entries(text: str, source: str) -> Iterator[tuple[str, Any, Place]]:
    """Every entry of a list, or of the lists in an object.

    Yields
    ------
    The key of the list in the object (empty for a list by itself), the entry, and where the entry begins. Members of
    the object that are not lists are passed over. Entries before a syntax error are still given.

    Raises
    ------
    InputError
        A syntax error, or a text that holds neither a list nor an object.
    """
    return _JsonReader(text, source).entries()


class _JsonReader:
    def __init__(self, text: str, source: str) -> None:
        self.source = SourceText(text, source)
        self.text = self.source.text
        self.at = 0

    def entries(self) -> Iterator[tuple[str, Any, Place]]:
        opening = self.peek()
        if opening == "[":
            yield from self.array("")
        elif opening == "{":
            yield from self.members()
        else:
            raise self.error("a list or an object")
        if self.peek():
            raise self.error("nothing more")

    def members(self) -> Iterator[tuple[str, Any, Place]]:
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() != '"':
                raise self.error("a key in double quotes")
            key, _ = self.value()
            self.take(":")
            if self.peek() == "[":
                yield from self.array(key)
            else:
                self.value()
            if self.peek() != ",":
                break
            self.take(",")
        self.take("}")

    def array(self, key: str) -> Iterator[tuple[str, Any, Place]]:
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            value, offset = self.value()
            yield key, value, self.source.place(offset)
            if self.peek() != ",":
                break
            self.take(",")
        self.take("]")

    def value(self) -> tuple[Any, int]:
        self.peek()
        begin = self.at
        try:
            value, self.at = _DECODER.raw_decode(self.text, begin)
        except json.JSONDecodeError as error:
            raise self.source.error(f"bad JSON: {error.msg}", error.pos) from None
        except RecursionError:
            raise self.error("lists nested less deeply", TooLargeError) from None
        except _TwiceError as error:
            raise self.source.error(
                "bad JSON", begin, expected="each key once", found=f"{error.args[0]!a:.60} twice"
            ) from None
        except ValueError:  # Python reads whole numbers of a few thousand digits
            raise self.error(
                f"numbers of {sys.get_int_max_str_digits():,} digits at most", TooLargeError
            ) from None
        return value, begin

    def peek(self) -> str:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def take(self, sign: str) -> None:
        if self.peek() != sign:
            raise self.error(repr(sign))
        self.at += 1

    def error(self, expected: str, kind: type[InputError] = InputError) -> InputError:
        found = self.text[self.at : self.at + 1]
        shown = repr(found) if found else "the end of the file"
        problem = "bad JSON" if kind is InputError else "JSON too large"
        return self.source.error(problem, self.at, expected=expected, found=shown, kind=kind)
