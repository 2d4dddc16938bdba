"""The searches of one configuration under two conditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..row import PROPERTIES, Row, engine_of, method_of
from .estimate import Estimate, Pair, contrast_pairs, pairs_of, solved
from .verdict import Verdict, judge


@dataclass(frozen=True)
class Comparison:
    """One configuration on one set of problems, without and with macros.

    Parameters
    ----------
    configuration
        Its name.
    pairs
        The problems that were searched both times.
    group
        Which problems, or which macros, in words; empty where there is one comparison of the configuration only.
    seeds
        Of every problem the seed, where there are several.
    over
        The problems that count, as for `contrast`.
    """

    configuration: str
    pairs: tuple[Pair, ...]
    group: str = ""
    seeds: Mapping[int, object] | None = None
    over: str = "both"

    @property
    def rows(self) -> list[Row]:
        """The searches of all pairs."""
        return [row for pair in self.pairs for row in (pair.before, pair.after)]

    @property
    def method(self) -> str:
        """What searched, as `method_of` says it, and what before and after where that is never the same."""
        before, after = [pair.before for pair in self.pairs], [pair.after for pair in self.pairs]
        if {row.algorithm for row in before}.isdisjoint(row.algorithm for row in after):
            followed = " or ".join(dict.fromkeys(row.method for row in after))
            return f"{method_of(self.configuration, before)} before, {followed} after"
        return method_of(self.configuration, self.rows)

    @property
    def engine(self) -> str:
        """Who searched, as `engine_of` says it."""
        return engine_of(self.rows)

    @property
    def problems(self) -> tuple[int, ...]:
        """The number of the problem of each pair."""
        return tuple(pair.before.problem for pair in self.pairs)

    @property
    def solved(self) -> tuple[int, int]:
        """How many problems were solved before and after."""
        return solved(self.pairs)

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """The change in every property that is known, by its name."""
        found = {
            name: contrast_pairs(self.pairs, name, self.seeds, self.over) for name in PROPERTIES
        }
        return {name: one for name, one in found.items() if one is not None}

    @cached_property
    def verdict(self) -> Verdict:
        """The judgement on these searches."""
        return judge(self.pairs, self.estimates)

    def __repr__(self) -> str:
        return f"Comparison({self.configuration!r}, {len(self.pairs)} problems)"


def comparisons(rows: Iterable[Row], before: str, after: str, group: str = "") -> list[Comparison]:
    """The rows of two conditions as comparisons, one for each configuration, in order of first appearance."""
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row.configuration, []).append(row)
    found = (
        Comparison(name, tuple(pairs_of(some, before, after)), group)
        for name, some in by_name.items()
    )
    return [comparison for comparison in found if comparison.pairs]
