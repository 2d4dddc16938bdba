"""Prolog text as tokens, found by one regular expression."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..errors import TooLargeError
from ..text.text_file import SourceText

NAME = "name"
QUOTED = "quoted atom"
VARIABLE = "variable"
NUMBER = "number"
STRING = "string"
BACKQUOTED = "backquoted text"
PUNCTUATION = "punctuation"
END = "end of clause"
STOP = "end of text"


class Token(NamedTuple):
    """A token: its kind, its value (a number, or an atom or text without quotes), and where it starts and ends."""

    kind: str
    value: str | int | float
    start: int
    end: int


# Possessive quantifiers keep the scan linear on any text. Blanks and comments need none, as some token follows anywhere; up to
# Python 3.11.4 one would take the beginning of a comment that has no end. Names in groups are what `_read` goes by.
_TOKEN = re.compile(
    r"""
    (?: \s++ | %[^\n]*+ | /\*(?s:.*?)\*/ )*
    (?:
      (?P<name>        [a-z]\w*+ )
    | (?P<variable>    [A-Z_]\w*+ )
    | (?P<punctuation> [(),|[\]{}] )
    | (?P<float>       (?:[0-9]++(?:_[0-9]++)*+\.[0-9]++(?:_[0-9]++)*+(?:[eE][+-]?[0-9]++)?
                       | [0-9]++[eE][+-]?[0-9]++) (?:Inf|NaN)? )
    | (?P<code>        0'(?: \\(?:x[0-9a-fA-F]++\\? | [0-7]++\\? | u[0-9a-fA-F]{4} | U[0-9a-fA-F]{8}
                               | [^\n]) | '' | [^\n\\] ) )
    | (?P<based>       0[xob][0-9a-fA-F]++(?:_[0-9a-fA-F]++)*+ )
    | (?P<integer>     [0-9]++(?:_[0-9]++)*+ )
    | (?P<quoted>      '(?: [^'\\]++ | \\(?: x[0-9a-fA-F]++\\? | [0-7]++\\? | (?s:.) ) | '' )*+' )
    | (?P<string>      "(?: [^"\\]++ | \\(?: x[0-9a-fA-F]++\\? | [0-7]++\\? | (?s:.) ) | "" )*+" )
    | (?P<backquoted>  `(?: [^`\\]++ | \\(?: x[0-9a-fA-F]++\\? | [0-7]++\\? | (?s:.) ) | `` )*+` )
    | (?P<end>         \.(?:\s|%[^\n]*+|\Z) )
    | (?P<comment>     /\* )
    | (?P<symbol>      [+\-*/\\^<>=~:.?@\#&$]++ )
    | (?P<solo>        [!;] )
    | (?P<word>        [^\W\d]\w*+ )
    | (?P<stop>        \Z )
    | (?P<other>       (?s:.) )
    )
    """,
    re.VERBOSE,
)

# Without groups all are found at once, in half the time. A quote or a comment without end is one lexeme with all behind it: each
# of many would be looked for to the end of the text.
_ENDLESS = r"""(?: /\* | ['"`] ) (?s:.*) | (?P<comment>"""
_LEXEME = re.compile(
    re.sub(r"\(\?P<\w+>", "(?:", _TOKEN.pattern.replace("(?P<comment>", _ENDLESS)), re.VERBOSE
)

_ESCAPE = re.compile(
    r"\\(?:(?P<newline>\r?\n)|x(?P<hex>[0-9a-fA-F]+)\\?|(?P<octal>[0-7]+)\\?"
    r"|u(?P<short>[0-9a-fA-F]{4})|U(?P<long>[0-9a-fA-F]{8})|(?P<letter>.))",
    re.DOTALL,
)

_LETTERS = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "s": " ",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "`": "`",
}


def tokens(source: SourceText, start: int = 0) -> Iterator[Token]:
    """The tokens of a text from a character on, in order; the last is of kind `STOP`.

    Raises
    ------
    InputError
        A character, a number or an escape that Prolog does not know; a quote or comment that is not closed.
    """
    position = start
    kind = ""
    while kind is not STOP:
        token = token_at(source, position)
        kind, position = token.kind, token.end
        yield token


def token_at(source: SourceText, position: int) -> Token:
    """The token behind the blanks and comments that stand at a character of a text.

    Raises
    ------
    InputError
        As for `tokens`.
    """
    found = _TOKEN.match(source.text, position)
    # The last alternative takes anything.
    assert found is not None and found.lastgroup is not None
    group = found.lastgroup
    start, end = found.span(group)
    value: str | int | float = found.group(group)
    kind = _PLAIN.get(group)
    if kind is None:
        kind, value = _READERS[group](source, found.group(group), start)
    return Token(kind, value, start, end)


def lexemes(text: str) -> list[str]:
    """The text cut into its tokens, each with the blanks and comments before it, the ends of clauses with a blank behind it too.

    The last one or two hold no token, or blanks alone.
    """
    return _LEXEME.findall(f"{text}\n")


_PLAIN = {
    "name": NAME,
    "symbol": NAME,
    "solo": NAME,
    "variable": VARIABLE,
    "punctuation": PUNCTUATION,
    "end": END,
    "stop": STOP,
}


def _word(source: SourceText, text: str, start: int) -> tuple[str, str]:
    if not text[0].isalpha():
        return _other(source, text[0], start)
    return (VARIABLE if text[0].isupper() else NAME), text


def _integer(source: SourceText, text: str, start: int) -> tuple[str, int]:
    try:
        return NUMBER, int(text)
    except ValueError:  # Python's own limit against quadratic time
        raise source.error(
            "number too long",
            start,
            expected="4300 digits at most",
            found=f"{len(text)} digits",
            kind=TooLargeError,
        ) from None


def _based(source: SourceText, text: str, start: int) -> tuple[str, int]:
    try:
        return NUMBER, int(text, 0)
    except ValueError:
        raise source.error("bad number", start, found=text[:80]) from None


def _float(source: SourceText, text: str, start: int) -> tuple[str, float]:
    value = float("inf") if text[-1].isalpha() else float(text)
    if value == float("inf"):
        raise source.error("not a finite number", start, found=text[:80])
    return NUMBER, value


def _code(source: SourceText, text: str, start: int) -> tuple[str, int]:
    body = text[2:]
    char = "'" if body == "''" else _unescaped(source, body, start + 2)
    return NUMBER, ord(char)


def _quotes(kind: str) -> Callable[[SourceText, str, int], tuple[str, str]]:
    def read(source: SourceText, text: str, start: int) -> tuple[str, str]:
        quote, body = text[0], text[1:-1]
        if "\\" not in body:
            return kind, body.replace(quote * 2, quote)
        pieces, done = [], 0
        for found in _ESCAPE.finditer(body):
            pieces.append(body[done : found.start()].replace(quote * 2, quote))
            pieces.append(_escaped(source, found, start + 1))
            done = found.end()
        pieces.append(body[done:].replace(quote * 2, quote))
        return kind, "".join(pieces)

    return read


def _unescaped(source: SourceText, char: str, start: int) -> str:
    found = _ESCAPE.match(char)
    return _escaped(source, found, start) if found else char


def _escaped(source: SourceText, found: re.Match[str], start: int) -> str:
    """The character that an escape stands for; ``start`` is where the matched text starts."""
    kind, text = found.lastgroup, found.group(found.lastgroup or 0)
    if kind == "newline":
        return ""
    if kind == "letter":
        if text in _LETTERS:
            return _LETTERS[text]
    else:
        code = int(text, 8 if kind == "octal" else 16)
        if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
            return chr(code)
    raise source.error(
        "unknown escape",
        start + found.start(),
        expected=r"one of \n \t \\ \' \x41\ and the other escapes of ISO Prolog",
        found=found.group()[:80],
    )


def _comment(source: SourceText, _: str, start: int) -> tuple[str, str]:
    raise source.error("comment without end", start, expected="*/", found="end of text")


def _other(source: SourceText, char: str, start: int) -> tuple[str, str]:
    if char in "'\"`":
        raise source.error(
            "quote without end", start, expected=f"a closing {char}", found="end of text"
        )
    raise source.error("unexpected character", start, expected="Prolog text", found=ascii(char))


_READERS: dict[str, Callable[[SourceText, str, int], tuple[str, str | int | float]]] = {
    "word": _word,
    "integer": _integer,
    "based": _based,
    "float": _float,
    "code": _code,
    "quoted": _quotes(QUOTED),
    "string": _quotes(STRING),
    "backquoted": _quotes(BACKQUOTED),
    "comment": _comment,
    "other": _other,
}
