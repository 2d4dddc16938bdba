"""Slips in command lines: arguments in the wrong order, found after a command has failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ...rules.domains.domain_table import DOMAINS
from ...rules.errors import ArcwiseError, InputError, on_one_line
from ...rules.text.text_file import is_there, read_text, with_examples
from .arguments import EXAMPLES, LONGEST_NAME

DOMAIN, PROGRAM, MACROS = "a domain", "a program", "a macro file"
PROBLEMS, STATE = "a file of problems", "a state"
"""Kinds of words of a command line."""

SOURCES = (DOMAIN, PROGRAM)
"""Kinds of what a question is asked of."""

ORDERS = {
    **dict.fromkeys(
        ("solve", "watch", "explore", "enumerate", "problems", "survey", "utility"),
        (DOMAIN, STATE),
    ),
    **dict.fromkeys(("learn", "compare"), (DOMAIN, PROBLEMS)),
    "check": (MACROS, DOMAIN),
    "explain": (MACROS, ""),
    "doctor": ("", ""),
}
"""For each command the kind of its first argument and of the others; empty if it takes none."""

WITH_MACROS = frozenset({"solve", "watch", "explore", "utility", "compare", "learn"})
"""Commands with an option for macros."""

_STATE = re.compile(r"\W*[\w?]{1,20}(?:[\s,;]+[\w?]{1,20})+\W*")


def slip_in(command: str, words: Sequence[str]) -> InputError | None:
    """Name the slip in the words of a refused command that are no options; None where every word may stand where it does.

    Parameters
    ----------
    command
        Name of the command.
    words
        Its arguments, as they stand.
    """
    if command not in ORDERS or not words:
        return None
    kinds = [kind_of(word) for word in words]
    if _are_right(command, kinds):
        return None
    first, others = ORDERS[command]
    remedy = _remedy(command, list(zip(words, kinds, strict=True)))
    if remedy is None:
        return None
    found = "; ".join(
        f"{on_one_line(word)} is {kind}" for word, kind in zip(words, kinds, strict=True) if kind
    )
    if PROGRAM in kinds and first == DOMAIN:
        first, others = PROGRAM, "goals" if others == STATE else "goals or a file of problems"
    before = f", {others} after it" if others else ""
    expected = f"{first} first{before}" if first else "no argument"
    if kinds[0] == STATE and others == STATE:
        expected = f"the domain before the state: {expected}"
    return InputError("a word in the wrong place", expected=expected, found=found, remedy=remedy)


def _are_right(command: str, kinds: Sequence[str | None]) -> bool:
    """Whether words of some kinds may stand in this order, as far as the kinds are known."""
    first, *later = kinds
    asked, others = ORDERS[command]
    if command == "explain":  # of all but macros too
        return MACROS not in later and not (first == MACROS and DOMAIN in later)
    if asked == DOMAIN:
        known = first in SOURCES or (first is None and not {*SOURCES, MACROS} & {*later})
        return known and all(kind in (STATE, PROBLEMS, None) for kind in later)
    if command == "check" and first == PROGRAM:
        return MACROS not in later
    return first in (asked, None) and all(kind in (others, None) for kind in later)


def _remedy(command: str, said: list[tuple[str, str | None]]) -> str | None:
    """The command with its words in their places; None where that cannot be told."""
    domains, macros, files = _of(said, *SOURCES), _of(said, MACROS), _of(said, PROBLEMS)
    rest = [word for word, kind in said if kind not in (*SOURCES, MACROS) and not word.isdecimal()]
    if command == "doctor":
        return _line("doctor", "--domain", domains[0]) if domains else None
    if ORDERS[command][0] == MACROS:
        others = rest if command == "explain" else domains
        return _line(command, macros[0], *others) if macros else _learned_first(command, domains)
    if len(domains) > 1:
        return f"{_line(command, domains[0])} or {_line(command, domains[1])}"
    domain = next(filter(None, (*domains, *map(_domain_in, macros))), None)
    if domain is None:
        return None
    if files and ORDERS[command][1] == STATE:
        return f"{_line('learn', domain, *files)}; or arcwise compare, which reads files of problems too"
    if macros and command not in WITH_MACROS:
        return _line("check", macros[0])
    return _line(command, domain, *rest, *(("--macros", macros[0]) if macros else ()))


def _of(said: list[tuple[str, str | None]], *kinds: str) -> list[str]:
    """The words of some kinds."""
    return [word for word, kind in said if kind in kinds]


def _learned_first(command: str, domains: Sequence[str]) -> str | None:
    """Learn the macros of a domain, and then do with them what was asked; None without a domain."""
    if not domains:
        return None
    made = _line("learn", domains[0], "--learner", "escapes", "-o", "macros.pl")
    return f"{made}; then arcwise {command} macros.pl"


def _line(*words: str) -> str:
    """A command line."""
    shown = (f'"{word}"' if re.search(r"[^\w./:=#+-]", word) else word for word in words)
    return f"arcwise {on_one_line(' '.join(shown))}"


def kind_of(word: str) -> str | None:
    """Kind of a word of a command line; None where it cannot be told.

    A file is looked into, if its ending does not tell.
    """
    suffix = Path(word).suffix.lower() if len(word) < LONGEST_NAME else ""
    try:
        if suffix in EXAMPLES and is_there(word):
            return PROBLEMS
        if suffix == ".pl" and with_examples(Path(word)).is_file():  # a pipe is read once
            return _kind_of_prolog(word)
        if suffix == ".psvn" and is_there(word):
            return DOMAIN
        if DOMAINS.named(word) is not None:
            return DOMAIN
    except (ArcwiseError, OSError):
        return None
    return STATE if _STATE.fullmatch(word) else None


def _kind_of_prolog(path: str) -> str | None:
    """Kind of a Prolog file."""
    from ...ebl.files.macro_file import head_of
    from ...rules.prolog.reader import read_clauses
    from ...rules.prolog.steps import defined_steps, head_and_body, predicate_name

    text = read_text(path)
    if head_of(path, text).notation:
        return MACROS
    clauses = list(read_clauses(text, path))
    steps = {*defined_steps(clauses)}
    heads = [head_and_body(clause.term) for clause in clauses]
    if steps:
        made = any(body is not None for head, body in heads if predicate_name(head) in steps)
        return PROGRAM if made else DOMAIN
    names = {getattr(clause.term, "functor", "") for clause in clauses}
    return PROBLEMS if names <= {"example", "problem", ":-"} else PROGRAM


def _domain_in(macros: str) -> str | None:
    """The built-in domain that a macro file is for; None for another."""
    found = re.search(r"^macro_domain\(\w+\('?([\w:,=-]+)'?[,)]", read_text(macros), re.MULTILINE)
    return found[1] if found and DOMAINS.named(found[1]) is not None else None


def arguments_of(context: click.Context) -> list[str]:
    """The arguments of a command line as typed, without options."""
    return list(_words(context))


def _words(context: click.Context) -> Iterator[str]:
    for parameter in context.command.params:
        if isinstance(parameter, click.Argument):
            value = context.params.get(parameter.name or "")
            yield from map(str, value if isinstance(value, tuple) else filter(None, [value]))
