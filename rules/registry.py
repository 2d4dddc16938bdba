"""Tables of names that other packages can add to: literal rows here, entry points from outside."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from .errors import InputError

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry], Generic[Entry]):
    """A table of names.

    Other packages are looked at only when a name is not in the literal table, or when the whole table is listed. They
    cannot take the place of a literal row.

    Parameters
    ----------
    kind
        What the rows are, in one word, for messages.
    rows
        The literal table.
    group
        The group of entry points that adds to it, such as ``arcwise.heuristics``.
    """

    def __init__(self, kind: str, rows: Mapping[str, Entry], group: str) -> None:
        self.kind = kind
        self._rows = dict(rows)
        self._group = group

    def __getitem__(self, name: str) -> Entry:
        if name in self._rows:
            return self._rows[name]
        entry: Entry = _loaded(self.kind, _outside(self._group, tuple(sys.path))[name])
        return entry

    def __iter__(self) -> Iterator[str]:
        outside = _outside(self._group, tuple(sys.path))
        return iter([*self._rows, *(name for name in outside if name not in self._rows)])

    def __contains__(self, name: object) -> bool:
        return name in self._rows or name in _outside(self._group, tuple(sys.path))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def find(self, name: str) -> Entry:
        """The row of a name.

        Raises
        ------
        InputError
            A name that is not there, or one of another package that cannot be loaded.
        """
        return find(self, name, self.kind)


def find(table: Mapping[str, Entry], name: str, kind: str) -> Entry:
    """The row of a name in any table; see `Registry.find`."""
    if name not in table:
        close = get_close_matches(name, table, n=1)
        raise InputError(
            f"unknown {kind}",
            expected=f"one of {', '.join(table)}",
            found=repr(name),
            remedy=close[0] if close else None,
        )
    return table[name]


@lru_cache(maxsize=32)
def _outside(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=group), key=lambda e: e.name)}


def _loaded(kind: str, entry: EntryPoint) -> Any:
    package = entry.dist.name if entry.dist is not None else "a package"
    try:
        return entry.load()
    except Exception as error:  # whatever happens in another package's import
        raise InputError(
            f"cannot load the {kind} {entry.name}, which {package} adds",
            expected=f"what {entry.value} names",
            found=f"{type(error).__name__}: {error}",
            remedy=f"another version of {package}, or uninstall it",
        ) from None
