"""Configurations: algorithm, heuristic and limits of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..rules.checked import checked
from ..rules.later import Later
from ..rules.record import record
from ..search.algorithms import ALGORITHMS, FAST_DOWNWARD, Algorithm, refuse_unused
from ..search.heuristics.heuristic_table import HEURISTICS, borrow_heuristic, heuristic_to_json
from ..search.limits import NO_LIMITS, Limits
from ..search.macros import Macros, check_macro_cost
from ..search.problem import SearchProblem
from ..search.result import Result, method_name

if TYPE_CHECKING:
    from ..ebl.learner import Learner
    from ..search.watching import WatchedSearch

_solve = Later("search.solve", "solve")

PARTICULAR = ("ties", "beam_width", "weight", "prune_length", "select", "escape")
"""Parameters that some algorithms lack; algorithms that share a configuration each take their own."""

DEFAULT_WORK = 2_000_000
"""Operator applications for one search of random problems unless a limit is given: the work that verdicts judge."""

MOMENT = 1.0
"""Seconds after which a search by Fast Downward is known to be possible."""


@checked
@record
class Configuration:
    """All options of a search except the problem and the macros; `solve` explains those that are not explained here.

    Parameters
    ----------
    algorithm
        A name in `ALGORITHMS`, or an algorithm, which is then known by its name; of practice the learner's name.
    duplicates, ties, move_back, iterated, seed, beam_width, weight, threads, prune_length, select, escape
        See `Algorithm.adjusted`; None for the algorithm's own.
    macro_cost
        ``true``: a macro costs its moves; ``unit``: as little as one move.
    engine
        As for `solve`, or ``swi``.
    learner
        Of practice, who practises.
    """

    algorithm: str = "a-star"
    heuristic: str | None = None
    duplicates: str | None = None
    ties: str | None = None
    move_back: bool | None = None
    iterated: bool | None = None
    beam_width: int | None = None
    weight: float | None = None
    macro_cost: str = "true"
    limits: Limits = NO_LIMITS
    seed: int = 0
    threads: int | None = None
    prune_length: int | None = None
    select: str | None = None
    escape: bool | None = None
    engine: str = "auto"
    learner: Learner | None = None

    def __post_init__(self) -> None:
        """One thing has one name, whatever it was called; names that mean nothing are found out when they are used."""
        algorithm = ALGORITHMS.named(self.algorithm) or self.algorithm
        object.__setattr__(self, "algorithm", algorithm)
        if self.heuristic is not None:
            heuristic = HEURISTICS.named(self.heuristic) or self.heuristic
            object.__setattr__(self, "heuristic", heuristic)
        check_macro_cost(self.macro_cost)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Configuration:
        """The configuration of plain values; what this process does not know by name is imported."""
        known = dict(values)
        if "lent_algorithm" in known:
            lent = Algorithm.from_json(known.pop("lent_algorithm"))
            ALGORITHMS.lend(lent.name, lent)
        if "lent_heuristic" in known:
            borrow_heuristic(known.pop("lent_heuristic"))
        if "learner" in known:
            from ..ebl.learners.learner_table import learner_from_json

            known["learner"] = learner_from_json(known["learner"])
        return cls(**{**known, "limits": Limits(**known["limits"])})

    def to_json(self) -> dict[str, Any]:
        """Plain values from which another process makes the configuration.

        Raises
        ------
        InputError
            An algorithm, heuristic or learner of this process that others cannot import.
        """
        found = self.plain
        if ALGORITHMS.is_lent(self.algorithm):
            found["lent_algorithm"] = ALGORITHMS[self.algorithm].to_json()
        name = (self.heuristic or "").partition(":")[0]
        if HEURISTICS.is_lent(name):
            found["lent_heuristic"] = heuristic_to_json(name)
        if self.learner is not None:
            from ..ebl.learners.learner_table import learner_to_json

            found["learner"] = learner_to_json(self.learner)
        return found

    @property
    def plain(self) -> dict[str, Any]:
        """The choices as plain values, as a run stores them."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        del found["learner"]
        return {**found, "limits": asdict(self.limits)}

    def using(self, algorithm: str, heuristic: str | None = None) -> Configuration:
        """Copy with another algorithm, and another heuristic if one is named."""
        return replace(self, algorithm=algorithm, heuristic=heuristic or self.heuristic)

    def bounded(self, work: int | None = None) -> Configuration:
        """Copy with a limit on work, `DEFAULT_WORK` by default, if nothing but memory is limited: searches on large boards end.

        Fast Downward counts no work, and stays as it is.
        """
        known = (self.limits.nodes, self.limits.time, self.limits.work)
        if self.by_planner or any(limit is not None for limit in known):
            return self
        work = DEFAULT_WORK if work is None else work
        return replace(self, limits=replace(self.limits, work=work))

    def with_nodes(self, nodes: int) -> Configuration:
        """Copy with another limit on nodes."""
        return replace(self, limits=replace(self.limits, nodes=nodes))

    @property
    def by_planner(self) -> bool:
        """Whether Fast Downward searches."""
        row = ALGORITHMS.get(self.algorithm)
        return FAST_DOWNWARD in (self.engine, row.engine if row is not None else None)

    @property
    def quick(self) -> Configuration:
        """Copy that ends once a search is known to be possible: after one expansion, or a moment if none are counted."""
        if not self.by_planner:
            return self.with_nodes(1)
        return replace(self, limits=replace(self.limits, time=MOMENT, nodes=None, work=None))

    @property
    def name(self) -> str:
        """The algorithm, with the heuristic if one was asked for."""
        return method_name(self.algorithm, self.asked_heuristic)

    @property
    def asked_heuristic(self) -> str | None:
        """The heuristic that was asked for, where the algorithm looks at one."""
        row = ALGORITHMS.get(self.algorithm)
        return self.heuristic if row is not None and row.informed else None

    @property
    def search_engine(self) -> str:
        """The engine as `solve` takes it: SWI-Prolog runs the theory, and Python searches."""
        return "auto" if self.engine == "swi" else self.engine

    @cached_property
    def specification(self) -> Algorithm:
        """The algorithm with what was chosen of it.

        Raises
        ------
        InputError
            An unknown name, or choices that it cannot take.
        """
        row = ALGORITHMS.find(self.algorithm)
        return row.adjusted(
            **{name: value for name, value in self._choices.items() if row.takes(name)},
            duplicates=self.duplicates,
            move_back=self.move_back,
            iterated=self.iterated,
            seed=self.seed,
            threads=self.threads,
        )

    @property
    def _choices(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in PARTICULAR}

    def check_used(self, algorithms: Iterable[str]) -> None:
        """Refuse a choice, such as a weight, that none of some algorithms has.

        Raises
        ------
        InputError
            Such a choice, or an unknown name.
        """
        rows = [ALGORITHMS.find(name) for name in algorithms]
        refuse_unused(rows, **self._choices, heuristic=self.heuristic)

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments of `solve`, but for the algorithm."""
        return {
            "macro_cost": self.macro_cost,
            "heuristic": self.heuristic,
            "limits": self.limits,
            "engine": self.search_engine,
        }

    def search(
        self,
        problem: SearchProblem,
        report: Callable[[int], None] | None = None,
        macros: Macros | None = None,
    ) -> Result:
        """Search a problem so; see `solve`."""
        found: Result = _solve(
            problem, self.specification, macros=macros, report=report, **self.arguments
        )
        return found

    def watch(
        self,
        problem: SearchProblem,
        report: Callable[[int], None] | None = None,
        macros: Macros | None = None,
    ) -> WatchedSearch:
        """Search a problem so in Python, and record the steps; see `arcwise.search.watch`."""
        from ..search.watching import watch

        return watch(
            problem,
            self.specification,
            macros=macros,
            macro_cost=self.macro_cost,
            heuristic=self.heuristic,
            limits=self.limits,
            report=report,
        )


def configurations(base: Configuration, algorithms: Iterable[str]) -> tuple[Configuration, ...]:
    """One for every algorithm, alike in all else.

    Raises
    ------
    InputError
        An unknown name, or a choice that none of the algorithms has.
    """
    found = tuple(base.using(name) for name in algorithms)
    if found:
        base.check_used(one.algorithm for one in found)
    return found
