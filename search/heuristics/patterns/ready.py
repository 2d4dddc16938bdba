"""Pattern databases by name or chosen, kept on disk, remembered."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from ....rules.checked import checked
from ....rules.errors import InputError, Place
from ....rules.term import Pattern, State
from ....rules.text.text_file import make_own_folder, open_own, write_text
from ....rules.theory import Theory
from ...limits import NO_LIMITS, Limits
from .abstract_space import AbstractSpace
from .choice import EFFORT, MOST_BYTES, QUICK, chosen_patterns, effort_within
from .database import NotKept, PatternDatabase, TableProgress
from .heuristic import PatternDatabases, Sums, check_sum, default_partition, named_patterns, of_sums

LOG = logging.getLogger("arcwise")

MOST_CHOSEN = 1 << 20
"""Greatest size, in bytes, of a file with chosen patterns."""


@checked
def pattern_databases(
    theory: Theory,
    goal: Pattern,
    name: str | None = None,
    *,
    start: State = (),
    folder: str | Path | None = None,
    threads: int = 1,
    verify: bool = True,
    limits: Limits = NO_LIMITS,
    report: TableProgress | None = None,
    effort: int = EFFORT,
) -> PatternDatabases:
    """Pattern databases: loaded where they were built before, else built and kept.

    A file that is damaged, that others can have written or whose entries are not what the arcs say is built anew; where
    nothing can be written the databases are in memory only. Each is warned of.

    Parameters
    ----------
    theory, goal, start
        See `AbstractSpace`.
    name
        See `named_patterns`; None for the default partition where tiles slide, else for what `chosen_patterns` chooses.
    folder
        Folder of the databases; by default the user's cache folder.
    threads, verify, limits
        For building and loading; the limit on time is on building all, that on memory on each.
    report
        Called now and then with what is being built, the abstract states reached, and all of them.

    effort
        Successors that may be made for building what is chosen, at most.

    Raises
    ------
    InputError
        As `named_patterns`, `PatternDatabase.build` and `PatternDatabase.load` do.
    """
    whole = AbstractSpace.whole(theory.without_macros(), goal, start)
    where = Path(folder) if folder is not None else cache_folder()
    began = perf_counter()

    def database(space: AbstractSpace) -> PatternDatabase:
        return _database(
            where / f"{space.fingerprint}.patterns",
            space,
            threads=threads,
            verify=verify,
            states=(start,) if start else (),
            limits=limits.after(perf_counter() - began),
            report=report,
        )

    if name is None and not whole.slides:
        sums = _chosen(
            where / f"{whole.fingerprint}-{effort_within(limits, effort)}.chosen",
            whole,
            start,
            limits,
            effort,
        )
        name = ""
    else:
        name = name or default_partition(theory)
        sums = named_patterns(whole, name)
    return of_sums(sums, database, f"patterns:{name}" if name else "patterns")


def _chosen(path: Path, whole: AbstractSpace, start: State, limits: Limits, effort: int) -> Sums:
    """Patterns chosen earlier with the same effort, if they fit into memory; otherwise chosen now."""
    try:
        kept = _read_choice(path, whole, limits, effort)
        size = sum(space.bytes for one in kept for space in one)
        if limits.memory is None or size <= limits.memory // 2:
            return kept
    except InputError as error:
        if path.exists():
            LOG.warning(f"{path}: {error.problem}; patterns are chosen anew")
    sums, unhurried = chosen_patterns(whole, start, limits, effort)
    if not unhurried:
        return sums
    numbers = [
        [
            (
                space.additive,
                space.compression,
                [whole.pattern.index(part) for part in space.pattern],
            )
            for space in one
        ]
        for one in sums
    ]
    with suppress(OSError, InputError):
        make_own_folder(path.parent)
        write_text(path, json.dumps(numbers), private=True)
    return sums


def _read_choice(path: Path, whole: AbstractSpace, limits: Limits, effort: int) -> Sums:
    """The patterns that a file names.

    Raises
    ------
    InputError
        A file that is missing, or that others can have written; one that names no patterns, or more than would be chosen.
    """
    with open_own(path) as file:
        text = file.read(MOST_CHOSEN + 1)
    try:
        sums = [[_space_of(whole, *values) for values in one] for one in json.loads(text)]
    except (ValueError, TypeError, RecursionError):
        sums = []
    if not sums or not all(sums):
        raise InputError("no patterns are named in this file", place=Place(str(path)))
    for one in sums:
        check_sum(one)
    spaces = {space for one in sums for space in one}
    states = sum(space.size for space in spaces)
    if states > effort_within(limits, effort) or sum(space.bytes for space in spaces) > MOST_BYTES:
        raise InputError("the patterns of this file are too large", place=Place(str(path)))
    return sums


def _space_of(whole: AbstractSpace, additive: Any, compression: Any, parts: Any) -> AbstractSpace:
    """Abstract space of numbered parts; TypeError for values of another form."""
    numbers = range(len(whole.pattern))
    if type(additive) is not bool or type(compression) is not int or type(parts) is not list:
        raise TypeError
    if not all(type(part) is int and part in numbers for part in parts):
        raise TypeError
    pattern = tuple(whole.pattern[part] for part in parts)
    return replace(whole, pattern=pattern, additive=additive, compression=compression)


def _database(
    path: Path,
    space: AbstractSpace,
    *,
    threads: int,
    verify: bool,
    states: Sequence[State],
    limits: Limits,
    report: TableProgress | None,
) -> PatternDatabase:
    """The database of a space: from its file, else built in the file, else in memory."""
    try:
        return PatternDatabase.load(path, space, verify=verify, states=states)
    except InputError as error:
        if path.exists():
            found = f" ({error.found})" if error.found else ""
            LOG.warning(f"{path}: {error.problem}{found}; it is built anew")
    try:
        PatternDatabase.build_file(path, space, threads=threads, limits=limits, report=report)
        return PatternDatabase.load(path, space, verify=False)
    except NotKept as error:
        LOG.warning(f"{path}: {error.problem}: {error.found}; it is not kept")
    return PatternDatabase.build(space, threads=threads, limits=limits, report=report)


def patterns(
    theory: Theory,
    goal: Pattern,
    start: State = (),
    name: str | None = None,
    *,
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
    report: TableProgress | None = None,
    effort: int = EFFORT,
) -> PatternDatabases:
    """Pattern databases, loaded once and remembered; built and kept if need be.

    Parameters
    ----------
    theory, goal, start, name, limits, report
        See `pattern_databases`.
    threads
        For building; None for as many as there are processors.

    effort
        Successors that may be made for building what is chosen, at most.

    Raises
    ------
    InputError
        As `pattern_databases` does.
    """
    plain = theory.without_macros() if theory.macros else theory
    whole = AbstractSpace.whole(plain, goal, start)
    key = (whole, name)
    chosen = name is None and not whole.slides
    most = effort_within(limits, effort) if chosen else EFFORT
    # What was chosen with more effort serves too: of a limit on time less is left when it is asked for again.
    known, made = _PATTERNS.get(key, (0, None))
    if made is None or known < most:
        made = pattern_databases(
            plain,
            goal,
            name,
            start=start,
            threads=threads or os.cpu_count() or 1,
            limits=limits,
            report=report,
            effort=effort,
        )
        if len(_PATTERNS) >= MOST_REMEMBERED:
            _PATTERNS.pop(next(iter(_PATTERNS)))
        _PATTERNS[key] = most, made
    return made


def quick_patterns(
    theory: Theory,
    goal: Pattern,
    start: State,
    *,
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
) -> PatternDatabases:
    """Pattern databases that take seconds to build: what `patterns` chooses, and where tiles slide five in each.

    Parameters
    ----------
    theory, goal, start, limits, threads
        See `patterns`.

    Raises
    ------
    InputError
        As `pattern_databases` does.
    """
    plain = theory.without_macros() if theory.macros else theory
    name = None
    if AbstractSpace.whole(plain, goal, start).slides:
        fives, rest = divmod(theory.size - 1, 5)
        name = "-".join(["5"] * fives + [str(rest)] * (rest > 0))
    return patterns(theory, goal, start, name, limits=limits, threads=threads, effort=QUICK)


MOST_REMEMBERED = 4
"""Greatest number of sets of databases that stay mapped into memory."""

_PATTERNS: dict[tuple[AbstractSpace, str | None], tuple[int, PatternDatabases]] = {}
"""Chosen patterns, with the effort that was spent on the choice."""


def cache_folder() -> Path:
    """The user's folder for what can be made again: ``$XDG_CACHE_HOME/arcwise`` or ``~/.cache/arcwise``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arcwise"
