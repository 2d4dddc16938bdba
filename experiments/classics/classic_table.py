"""Every classic by name, as ``classics.toml`` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from .classic import Classic, PaperClaim


@checked
def classics(names: Sequence[str] = (), *, quick: bool = False) -> list[Classic]:
    """The results of the literature on learning in search, each ready to be measured by `reproduce`.

    Parameters
    ----------
    names
        Those that are wanted; all if none is named.
    quick
        Whether fewer problems are measured.

    Raises
    ------
    InputError
        An unknown name.
    """
    known = {name: _classic(name, row, quick) for name, row in _rows().items()}
    for name in names:
        if name not in known:
            raise InputError("no such classic", expected=" or ".join(known), found=name)
    return [known[name] for name in names or known]


@cache
def _rows() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("classics.toml").read_text(encoding="utf-8"))


def _classic(name: str, row: Mapping[str, Any], quick: bool) -> Classic:
    """A row; `size` is what its measure is given, [quickly, in full], and stands in its texts as ``{size}``."""
    module, function = row["measure"].split(":")
    options = dict(row.get("options", {}))
    if "size" in row:
        options["size"] = row["size"][0 if quick else 1]

    def text(of: str) -> str:
        return str(of).format(size=options.get("size", 0))

    return Classic(
        row["text"],
        row["claim"],
        row.get("published", {}),
        row.get("recomputed", {}),
        partial(Later(f"experiments.classics.{module}", function), **options),
        row.get("where", ""),
        text(row.get("remark", "")),
        name=name,
        paper=row["paper"],
        claims=_claims(row.get("claims", {})),
        otherwise=_claims(row.get("otherwise", {})),
        commands=tuple(text(command) for command in row["commands"]),
        assumed=text(row["assumed"]),
    )


def _claims(tests: Mapping[str, str]) -> tuple[PaperClaim, ...]:
    return tuple(PaperClaim(words, test) for words, test in tests.items())
