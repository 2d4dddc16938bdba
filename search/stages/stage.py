"""A table of stages: which searches are made of a problem, one after the other, and how much of the limits each may take.

The algorithms ``auto`` and ``fast`` are such tables (`arcwise.search.stages.tables`). A table of one's own is a list of `Stage` or a
file; `arcwise.search.stages.run` runs them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.record import record
from ...rules.registry import Importable, find, imported, travelling
from ...rules.text.text_file import read_text
from ..algorithms import ALGORITHMS, CHOICE, Algorithm, Choices
from ..heuristics.heuristic_table import HEURISTICS
from .conditions import CONDITIONS, MEASURED

OWN, ADMISSIBLE, BEST = "own", "admissible", "best"
"""Heuristics by what they are in a table: that of the whole search, the same or zero if it is not admissible, and the one that
says most of the start, of it and quick pattern databases."""

UNTIL = ("plan", "proof")
"""Until when a stage is worth its work."""

Amount: TypeAlias = int | Callable[[Any], float] | None
"""A number of expansions; our own tables also tell it by a function of the `StagedSearch` of the searches."""

Share: TypeAlias = float | Callable[[Any], float] | None


@checked
@record
class Stage:
    """One search of a table of stages.

    Parameters
    ----------
    algorithm
        A name in `ALGORITHMS`, or an `Algorithm`; none that is a table itself.
    heuristic
        ``own`` for the heuristic of the whole search, ``admissible`` for the same or zero, ``best`` for the better one of it and
        quick pattern databases; or a name in `HEURISTICS`. The stage is left out where that has no meaning for the problem.
    nodes
        Expansions of the kernel at most; None for all that are left. Python has a tenth of them, but for a beam; and with FF or
        LM-cut there are the fewer, the more arcs a problem has.
    share
        Share at most of the expansions left, above 0 and at most 1, if they are limited.
    time
        Share at most of the time left, if it is limited; None for all of it.
    when
        Words of `arcwise.search.stages.conditions.CONDITIONS`, with commas between, which must all hold; ``not`` may stand before one.
    why
        Why the search is made, for the note of its result.
    until
        ``plan`` if it is left out once there is a plan, ``proof`` if it may find a cheaper one or prove that none is.
    together
        Number of a round, whose stages are all made although one finds a plan; 0 for a stage by itself.
    levels
        Of a beam: the full levels that it must be able to search; it is made narrower where few expansions are left.
    narrowest
        Of a beam: nodes in a level, if they depend on what was searched before.
    look
        Whether this search is the first look, which conditions such as ``tree`` and ``near`` measure. A table has one at most.

    Raises
    ------
    InputError
        An unknown algorithm or condition, a table in a table, a bad share or number of expansions, a bad word of ``until``.
    """

    algorithm: str | Algorithm
    heuristic: str = OWN
    nodes: Amount = None
    share: Share = 1.0
    time: Share = None
    when: str = ""
    why: str = "it is the next stage of the table"
    until: str = "plan"
    together: int = 0
    levels: int = 0
    narrowest: Callable[[Any], float] | None = None
    look: bool = False

    together_make = 'arcwise.search.table_of(stages, "mine") makes an algorithm of them'

    def __post_init__(self) -> None:
        if self.until not in UNTIL:
            raise InputError("bad until", expected=" or ".join(UNTIL), found=repr(self.until))
        for name in ("share", "time"):
            share = getattr(self, name)
            if isinstance(share, float | int) and not 0 < share <= 1:
                raise InputError(
                    f"bad {name}", expected="a number above 0, at most 1", found=str(share)
                )
        for name, least in (("nodes", 1), ("together", 0), ("levels", 0)):
            number = getattr(self, name)
            if isinstance(number, int) and number < least:
                raise InputError(f"bad {name}", expected=f"{least} or more", found=str(number))
        for condition in self.conditions:
            find(CONDITIONS, condition.removeprefix("not "), "condition of a stage")
        if self.row.loop == CHOICE:
            raise InputError(
                "a table in a table", expected="an algorithm", found=f"{self.algorithm!r:.60}"
            )

    def to_json(self) -> dict[str, Any]:
        """Plain values from which another process makes the stage.

        Raises
        ------
        InputError
            A part that other processes cannot import.
        """
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        found["algorithm"] = one if isinstance(one := self.algorithm, str) else one.to_json()
        for name, value in found.items():
            if callable(value):
                found[name] = list(travelling(f"{name} of", self.row.name, value))
        return found

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The conditions, each by itself."""
        each = (" ".join(one.split()) for one in self.when.split(","))
        return tuple(dict.fromkeys(one for one in each if one))

    @cached_property
    def row(self) -> Algorithm:
        """The algorithm."""
        one = self.algorithm
        return ALGORITHMS.find(one) if isinstance(one, str) else one


def read_stage(values: Mapping[str, Any]) -> Stage:
    """The stage of plain values."""
    known = {
        name: imported(Importable(*value)) if isinstance(value, list) else value
        for name, value in values.items()
    }
    if isinstance(known["algorithm"], Mapping):
        known["algorithm"] = Algorithm.from_json(known["algorithm"])
    return Stage(**known)


@checked
def table_of(stages: Sequence[Stage], name: str = "stages") -> Algorithm:
    """The algorithm that runs a table of stages.

    Raises
    ------
    InputError
        No stage; two first looks; a condition that measures the first look, and no stage before it is one.
    """
    if not stages:
        raise InputError("no stage", expected="one stage or more", found="none")
    looks = [place for place, one in enumerate(stages) if one.look]
    if len(looks) > 1:
        raise InputError("two first looks", expected="one at most", found=f"{len(looks)}")
    first = looks[0] if looks else len(stages)
    for condition in (one for stage in stages[: first + 1] for one in stage.conditions):
        if condition.removeprefix("not ") in MEASURED:
            raise InputError(
                "a condition without a first look",
                expected="look = true at a stage before it",
                found=condition,
            )
    summary = ", then ".join(dict.fromkeys(one.row.name for one in stages))
    return Algorithm(
        name=name,
        summary=summary,
        loop=CHOICE,
        allows=("closed",),
        informed=True,
        parameters=("ties",),
        ties="",
        stages=tuple(stages),
    )


@checked
def read_stages(path: str | Path) -> Algorithm:
    """Read a table of stages from a TOML file: a ``[[stage]]`` for each, whose keys are those of `Stage` and of `Algorithm.adjusted`.

    Raises
    ------
    InputError
        A file that cannot be read or is no TOML, a stage that is no table of keys, an unknown key or a bad value; with its place.
    """
    import tomllib

    place = Place(str(path))
    try:
        known = tomllib.loads(read_text(Path(path)))
    except tomllib.TOMLDecodeError as error:
        raise InputError("this is no TOML", place=place, found=str(error)) from None
    stages = known.get("stage")
    if set(known) != {"stage"} or not isinstance(stages, list):
        raise InputError(
            "this is no table of stages",
            place=place,
            expected="[[stage]] for each stage, with algorithm = ...",
            found=", ".join(known) or "nothing",
        )
    try:
        return table_of([_stage(one) for one in stages], Path(path).name)
    except InputError as error:
        raise error.at(place) from None
    except TypeError as error:  # a value of another type
        said = str(error).partition(": ")[2].replace(" or a function", "").replace(" or None", "")
        raise InputError("bad stage", place=place, found=said) from None


def _stage(given: Any) -> Stage:
    own = {field.name for field in fields(Stage)} - {"narrowest"}
    if not isinstance(given, Mapping):
        raise InputError(
            "this is no stage",
            expected='[[stage]] with algorithm = "greedy" below it',
            found=f"{given!r:.80}",
        )
    if "algorithm" not in given:
        raise InputError("a stage without its algorithm", found=f"{given}"[:80])
    row: Any = given["algorithm"]
    if not isinstance(row, str):
        raise InputError(
            "bad algorithm of a stage", expected="a name in quotes", found=f"{row!r:.80}"
        )
    options = {name: value for name, value in given.items() if name not in own}
    unknown = [name for name in options if name not in {one.name for one in fields(Choices)}]
    if unknown:
        raise InputError(
            "unknown key of a stage",
            expected=", ".join(sorted(own)) + ", or a choice of its algorithm",
            found=", ".join(unknown),
        )
    if options:
        row = ALGORITHMS.find(row).adjusted(**options)
    named = str(given.get("heuristic", OWN))
    if named not in (OWN, ADMISSIBLE, BEST):
        HEURISTICS.spelled(named)
    return Stage(
        row, **{name: value for name, value in given.items() if name in own - {"algorithm"}}
    )
