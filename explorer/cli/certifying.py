"""Certificates that commands write for `arcwise verify`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...rules.text.text_file import write_text
from ...rules.text.words import listed
from .arguments import OutputFile
from .messages import EXIT_CODES, note

if TYPE_CHECKING:
    from ...search.certificate import Certificate, Data

MOST_NAMES = 5
"""Names in a remark on several certificates."""


def certificate_option(what: str) -> Callable[[Any], Any]:
    """The option, for a command that certifies something."""
    return click.option(
        "--certificate",
        type=OutputFile(),
        metavar="FILE",
        help=f"Write a certificate of {what}, which arcwise verify checks.",
    )


def write_certificates(path: str, found: Mapping[str, Certificate]) -> int:
    """Write certificates, by their names, into one file, and say what they do not certify; the exit code, 0 where all is certified.

    One without a name stands alone in the file. A remark on several is made once.
    """
    each = [one.data for one in found.values() if one.data is not None]
    _write(path, each[0] if each and "" in found else each or None)
    names: dict[Certificate, list[str]] = {}
    for name, one in found.items():
        names.setdefault(replace(one, data=None), []).append(name)
    for one, some in names.items():
        if one.note:
            note(": ".join(filter(None, (_named(some), one.note))))
    return max(map(_code, found.values()), default=0)


def _named(names: list[str]) -> str:
    if len(names) <= MOST_NAMES:
        return listed(names)
    return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES:,} more"


def _write(path: str, data: Data | list[Data] | None) -> None:
    import json

    if data is not None:
        write_text(path, json.dumps(data, ensure_ascii=True) + "\n")
    elif Path(path).is_file():
        note(f"{path} is an earlier certificate: nothing was certified now")


def _code(found: Certificate) -> int:
    if found.data is not None and found.lacking is None:
        return 0
    return EXIT_CODES.get(found.lacking or "gave up", EXIT_CODES["gave up"])
