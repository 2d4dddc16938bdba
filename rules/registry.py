"""Tables of names that other packages can add to: literal rows here, entry points from outside; and what people call them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .errors import InputError, Place
from .later import Later

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Entry = TypeVar("Entry")


_ADDED: dict[str, str] = {}
"""Packages that have added a row, by the first word of the names of their modules."""

LONGEST_NAME = 100
"""Greatest length of a name that is compared with those of a table."""


def summary_of(row: object) -> str:
    """A row of a table in a few words: its ``summary``, or the first line of its docstring."""
    known = getattr(row, "summary", None)
    return known if isinstance(known, str) else (getattr(row, "__doc__", None) or "").split("\n")[0]


class Registry(Mapping[str, Entry], Generic[Entry]):
    """A table of names.

    Other packages are looked at only for a name that is neither in the literal table nor an alias of its rows, or when the
    whole table is listed. They cannot replace a literal row. The keys of the mapping are the names as they are written here;
    `named`, `spelled` and `find` also know other names.

    Parameters
    ----------
    kind
        Word for a row in messages.
    rows
        The literal table; a `Later` is a row that is imported when it is asked for.
    group
        The group of entry points that adds to it, such as ``arcwise.heuristics``.
    aliases
        Other names, each with the name that it stands for, or with that and its parameter: ``name:parameter``.
    expected, fits
        A row of another package in words, and whether an object is one.
    """

    def __init__(
        self,
        kind: str,
        rows: Mapping[str, Entry | Later],
        group: str,
        aliases: Mapping[str, str] | None = None,
        *,
        expected: str = "",
        fits: Callable[[Any], bool] = lambda row: True,
    ) -> None:
        self.kind = kind
        self.aliases = dict(aliases or {})
        self._rows = dict(rows)
        self._lent: dict[str, Entry] = {}
        self._group = group
        self._expected, self._fits = expected, fits

    @property
    def built_in(self) -> tuple[str, ...]:
        """Names of the literal table."""
        return tuple(self._rows)

    def lend(self, name: str, row: Entry) -> bool:
        """Know a row of this process by its name, until another is lent by that name.

        Returns
        -------
        Whether the name is that row's now: no other row, of the literal table or of a package, is called so.
        """
        meant = self.named(name)
        if meant is not None and meant not in self._lent:
            return meant == name and self[meant] == row
        self._lent[name] = row
        return True

    def fits(self, row: Any) -> bool:
        """Whether an object can be a row."""
        return self._fits(row)

    def is_lent(self, name: str) -> bool:
        """Whether a name is that of a row of this process."""
        return name in self._lent

    def __getitem__(self, name: str) -> Entry:
        row = self._rows.get(name)
        if row is None and name in self._lent:
            return self._lent[name]
        if row is None:
            return self._loaded(_outside(self._group, tuple(sys.path))[name])
        if isinstance(row, Later):
            row = self._rows[name] = row.found
        return row

    def __iter__(self) -> Iterator[str]:
        outside = _outside(self._group, tuple(sys.path))
        names = dict.fromkeys([*self._rows, *outside, *self._lent])
        return iter(list(names))

    def __contains__(self, name: object) -> bool:
        return (
            name in self._rows
            or name in self._lent
            or name in _outside(self._group, tuple(sys.path))
        )

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return f"<table of {len(self)} {self.kind}s: {', '.join(self)}>"

    def __str__(self) -> str:
        """A line for each row: its name, and what it is in a few words."""
        width = max(map(len, self), default=0)
        return "\n".join(f"{name:{width}}  {text}".rstrip() for name, text in self.summaries)

    @property
    def summaries(self) -> list[tuple[str, str]]:
        """Every name with its row in a few words, or with the reason why another package's row cannot be had."""
        found = []
        for name in self:
            try:
                found.append((name, summary_of(self[name])))
            except InputError as error:
                found.append((name, error.problem))
        return found

    def named(self, text: str) -> str | None:
        """The name that a text means, with the parameter behind its colon if there is one; None where it means none.

        Capital letters, hyphens, underscores and blanks make no difference, and a star may be a ``*``.

        Raises
        ------
        InputError
            A parameter behind an alias that has one already.
        """
        name, colon, parameter = text.partition(":")
        if name in self._rows:
            return text
        if text in self.aliases:
            return self.aliases[text]
        if text in self or name in self:
            return text
        meant = self._folded().get(folded(name))
        if meant is None or not colon:
            return meant
        if ":" in meant:
            raise InputError(
                f"{self.kind} {name} says all behind the colon itself",
                expected=meant,
                found=repr(text),
                remedy=f"{name}, or {meant.partition(':')[0]}:{parameter}",
            )
        return f"{meant}:{parameter}"

    def spelled(self, text: str) -> str:
        """Spelling of the row that a text names.

        Raises
        ------
        InputError
            A name that is not there.
        """
        meant = self.named(text)
        if meant is None:
            expected = f"one of {', '.join(self)}"
            raise _unknown(self.kind, text, expected, self.nearest(text))
        return meant

    def nearest(self, text: str) -> str | None:
        """Nearest name to a text that names no row; None if none is near."""
        name, colon, parameter = text.partition(":")
        meant = _nearest(name, self._folded())
        return f"{meant}:{parameter}" if meant and colon and ":" not in meant else meant

    def find(self, text: str) -> Entry:
        """The row of a name, as `spelled` knows it.

        Raises
        ------
        InputError
            A name that is not there, one with a parameter, or one of another package that cannot be loaded.
        """
        meant = self.spelled(text)
        if meant not in self:
            raise InputError(
                f"this {self.kind} takes no parameter",
                found=repr(text),
                remedy=meant.partition(":")[0],
            )
        return self[meant]

    def usable(self) -> dict[str, Entry]:
        """The rows by name, without those of other packages that cannot be loaded."""
        found = {}
        for name in self:
            with suppress(InputError):
                found[name] = self[name]
        return found

    def _loaded(self, entry: EntryPoint) -> Entry:
        package = entry.dist.name if entry.dist is not None else "a package"
        remedy = f"another version of {package}, or uninstall it"
        try:
            found: Entry = entry.load()
        except Exception as error:  # whatever happens in another package's import
            raise InputError(
                f"cannot load the {self.kind} {entry.name}, which {package} adds",
                expected=f"what {entry.value} names",
                found=f"{type(error).__name__}: {error}",
                remedy=remedy,
            ) from None
        if not self._fits(found):
            raise InputError(
                f"{entry.value}, which {package} adds as {self.kind} {entry.name}, is none",
                expected=self._expected,
                found=f"{found!r:.80}",
                remedy=remedy,
            )
        _ADDED[entry.module.partition(".")[0]] = package
        return found

    def _folded(self) -> dict[str, str]:
        """All names and aliases without what makes no difference, and what each stands for; names go first."""
        return {
            **{folded(alias): meant for alias, meant in self.aliases.items()},
            **_by_folded(self),
        }


class Importable(NamedTuple):
    """Where another process imports an object that no package installs.

    Parameters
    ----------
    module, qualified
        Names of its module, and of the object in it; no module where it cannot be imported: of a script or a notebook.
    folder
        Folder from which the module is imported.
    """

    module: str
    qualified: str
    folder: str


def importable(thing: Any) -> Importable:
    """Where other processes import a class or a function of this process."""
    qualified = getattr(thing, "__qualname__", "")
    home = getattr(thing, "__module__", None) or ""
    file = getattr(sys.modules.get(home), "__file__", None)
    if home == "__main__" or file is None or not qualified or "<" in qualified:
        return Importable("", qualified or repr(thing)[:60], "")
    above = Path(file).resolve().parents[home.count(".")]
    folder = above.parent if Path(file).name == "__init__.py" else above
    return Importable(home, qualified, str(folder))


def imported(where: Importable) -> Any:
    """The object that another process named; None if it cannot be imported here."""
    if not where.module:
        return None
    if where.folder not in sys.path:
        sys.path.append(where.folder)
    try:
        found: Any = import_module(where.module)
        for part in where.qualified.split("."):
            found = getattr(found, part)
    except Exception:  # whatever happens in a module from outside
        return None
    return found


def travelling(kind: str, name: str, thing: Any) -> Importable:
    """Where other processes import a row of a table.

    Raises
    ------
    InputError
        A class or function that they cannot import.
    """
    where = importable(thing)
    if not where.module:
        raise InputError(
            f"other processes cannot import the {kind} {name}",
            expected="a class or a function in a file of its own, which is imported, or one that is installed",
            found=f"{where.qualified}, of a script, a notebook or a function",
            remedy="one process: without jobs, cluster and a folder for the run",
        )
    return where


def adding() -> list[str]:
    """Packages that have added a row in this process, and are loaded."""
    return sorted({package for module, package in _ADDED.items() if module in sys.modules})


def fault_outside(error: BaseException) -> InputError | None:
    """The fault of a package that added a row, told from an error in its code; None of any other error."""
    told, trace = None, error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        package = _ADDED.get(frame.f_globals.get("__name__", "").partition(".")[0])
        if package is not None:
            told = InputError(
                f"a fault in what {package} adds to arcwise",
                place=Place(frame.f_code.co_filename, trace.tb_lineno),
                found=f"{type(error).__name__}: {error}"[:300],
                remedy=f"another version of {package}, or uninstall it",
            )
        trace = trace.tb_next
    return told


def find(table: Mapping[str, Entry], name: str, kind: str) -> Entry:
    """The row of a name in any other table, which has to be written as it is there.

    Raises
    ------
    InputError
        A name that is not there.
    """
    if name not in table:
        near = _nearest(name, _by_folded(table))
        raise _unknown(kind, name, f"one of {', '.join(table)}", near)
    return table[name]


def folded(name: str) -> str:
    """A name without what people do not remember: capital letters, hyphens, apostrophes, blanks; ``*`` is read as star."""
    return re.sub(r"[-_'\s]", "", name.lower()).replace("*", "star")


def _by_folded(names: Iterable[str]) -> dict[str, str]:
    return {folded(name): name for name in names}


def _nearest(name: str, names: Mapping[str, str]) -> str | None:
    """Row of the nearest name; a name with other digits is another thing and no slip."""
    from difflib import get_close_matches

    text = folded(name[:LONGEST_NAME])
    alike = [one for one in names if _digits(one) in ("", _digits(text))]
    close = get_close_matches(text, alike, n=1)
    return names[close[0]] if close else None


def _digits(text: str) -> str:
    return re.sub("[^0-9]", "", text)


def _unknown(kind: str, name: str, expected: str, near: str | None) -> InputError:
    return InputError(f"unknown {kind}", expected=expected, found=repr(name), remedy=near)


@lru_cache(maxsize=32)
def _outside(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in sorted(entry_points(group=group), key=lambda e: e.name)}
