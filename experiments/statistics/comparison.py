"""The searches of one configuration under two conditions, and beside them the best searches without macros.

The census is the other truth about a macro: what it does over all pairs of a start and a goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import log
from random import Random
from statistics import fmean
from typing import Any

from ...rules.checked import checked
from ...rules.errors import TooLargeError
from ...rules.later import Later
from ...rules.term import State, Symbol
from ...rules.text.words import counted, listed
from ...rules.theory import Theory
from ...rules.view import Viewed
from ...search.state_space import PACKED, distance_table, every_goal
from ..row import PROPERTIES, WITHOUT, Row, engine_of, method_of
from .estimate import Estimate, Pair, contrast_pairs, pairs_of, solved
from .verdict import (
    MIXED,
    PAYS,
    PENALTY,
    TOO_FEW,
    WORK,
    PairsFinding,
    Verdict,
    change,
    changed,
    figures_of,
    judge,
    longer,
    word_for,
)

FEW = 3
"""Algorithms that are named one by one."""


@dataclass(frozen=True)
class Comparison(Viewed):
    """One configuration on one set of problems under two conditions, mostly without and with macros.

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
        The problems that count in the estimates, as for `contrast`.
    others
        The chances (`Finding.chance`) of the comparisons that were tried at the same time.
    reference
        The best searches without macros; None where there is nothing to choose from.
    conditions
        Names of the two conditions, before and after, if the experiment has named ones; else None.
    """

    _view = Later("explorer.views.comparison", "one_comparison_view")

    configuration: str
    pairs: tuple[Pair, ...]
    group: str = ""
    seeds: Mapping[int, object] | None = None
    over: str = "both"
    others: tuple[float, ...] = ()
    reference: Reference | None = field(default=None, repr=False)
    conditions: tuple[str, str] | None = None

    @property
    def title(self) -> str:
        """The method, after the named conditions: ``table against none, greedy``."""
        if self.conditions is None:
            return self.method
        before, after = self.conditions
        return f"{after} against {before}, {self.method}"

    @property
    def rows(self) -> list[Row]:
        """The searches of all pairs."""
        return [row for pair in self.pairs for row in (pair.before, pair.after)]

    @cached_property
    def method(self) -> str:
        """Algorithm and heuristic, as `method_of` gives them; before and after separately if they never agree."""
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

    @cached_property
    def solved(self) -> tuple[int, int]:
        """Numbers of problems solved before and after."""
        return solved(self.pairs)

    @cached_property
    def both(self) -> tuple[Pair, ...]:
        """The problems that were solved both times."""
        return tuple(pair for pair in self.pairs if pair.both_solved)

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """The change in every property that is known, by its name."""
        pairs = self.both if self.over == "both" else self.pairs
        found = {name: contrast_pairs(pairs, name, self.seeds, self.over) for name in PROPERTIES}
        return {name: one for name, one in found.items() if one is not None}

    @property
    def work(self) -> Estimate | None:
        """The change in the work: inferences, or operator applications."""
        known = (self.estimates.get(name) for name in WORK)
        return next((one for one in known if one is not None), None)

    @cached_property
    def finding(self) -> PairsFinding:
        """Finding of the searches, before correction for the other comparisons."""
        return PairsFinding.of(self.pairs, self.seeds)

    @cached_property
    def own_verdict(self) -> Verdict:
        """The judgement on what learning changed for this configuration."""
        against = None if self.reference is None else self.reference.least_work
        if against is not None and replace(self, reference=None) == against:
            return against.own_verdict
        return judge(
            self.pairs,
            self.estimates,
            seeds=self.seeds,
            others=self.others,
            found=self.finding,
            conditions=self.conditions,
        )

    @property
    def verdict(self) -> Verdict:
        """Verdict, with the distance from the best searches without macros."""
        own = self.own_verdict
        if self.reference is None:
            return own
        return replace(own, reasons=(*own.reasons, *self.reference.reasons(self)))

    def beside(self, **others: Any) -> Comparison:
        """The comparison with fields that do not concern its own pairs; what was computed of the pairs is kept."""
        made = replace(self, **others)
        vars(made).update(finding=self.finding, estimates=self.estimates, both=self.both)
        return made

    def __repr__(self) -> str:
        named = f", {self.conditions!r}" if self.conditions else ""
        return f"Comparison({self.configuration!r}, {counted(len(self.pairs), 'problem')}{named})"


@dataclass(frozen=True)
class Reference:
    """The best searches without macros, against those of one configuration with them.

    Parameters
    ----------
    least_work
        The configuration without macros that took the least work, before; with the macros, after.
    shortest
        The same for the one with the shortest solutions.
    tried
        The names of all configurations that were tried without macros.
    """

    least_work: Comparison
    shortest: Comparison
    tried: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        """The judgement against the least work without macros."""
        return self.least_work.own_verdict

    @property
    def method(self) -> str:
        """Algorithm with the least work without macros."""
        return self.least_work.configuration.removesuffix(WITHOUT)

    @property
    def rank(self) -> str:
        """Rank among the searches without macros, in words."""
        if len(self.tried) == 1:
            return "the only one tried without macros"
        if len(self.tried) > FEW:
            return f"the best of {len(self.tried)} without macros"
        return f"the best without macros of {listed(list(self.tried))}"

    def reasons(self, own: Comparison) -> list[str]:
        """Remarks on the reference, beside the verdict on one configuration."""
        if self.least_work.configuration == own.configuration:
            said = [f"{self.method} is {self.rank}"]
        else:
            said = [f"against {self.method}, {self.rank}: {self.verdict.label}", *self.change]
        return [*said, *self.lengths(own.configuration)]

    def lengths(self, *named: str) -> list[str]:
        """The solutions against the shortest without macros, where no configuration named has those."""
        moves = self.shortest.estimates.get("moves")
        known = (*named, self.least_work.configuration)
        if self.shortest.configuration in known or moves is None or moves.ratio is None:
            return []
        by = self.shortest.configuration.removesuffix(WITHOUT)
        return [f"solutions {longer(moves.ratio, f'those of {by}, the shortest without macros')}"]

    @property
    def change(self) -> list[str]:
        """Work and moves against the least work without macros, in words."""
        found = self.least_work
        work, moves = found.finding.work, found.estimates.get("moves")
        before, after = found.solved
        parts = [work.missing] if work is not None and work.missing else []
        if before != after:
            parts.append(
                f"{after:,} of {counted(len(found.pairs), 'problem')} solved, {before:,} without"
            )
        if work is not None:
            interval = work.interval if work.counts else None
            parts.append(changed(work.ratio, interval, WORK[work.name]))
        if moves is not None and moves.ratio is not None:
            parts.append(f"solutions {longer(moves.ratio)}")
        time = found.estimates.get("elapsed")
        if time is not None and time.ratio is not None and self.verdict.word == MIXED:
            parts.append(change(time.ratio, "time"))
        return parts or ["nothing that could be compared"]


def comparisons(
    rows: Iterable[Row],
    contrasts: Iterable[tuple[str, str]],
    group: str = "",
    *,
    bare: str | None = None,
    named: bool = False,
) -> list[Comparison]:
    """The rows of pairs of conditions as comparisons: pair by pair, the configurations in order of first appearance.

    Each knows all others that were tried with it. Those with the condition without macros also know the best
    configuration without macros, be it one that was searched with macros or not.

    Parameters
    ----------
    rows
        The searches of one set of problems.
    contrasts
        The pairs, each the names of the conditions before and after.
    group
        The set of problems.
    bare
        The condition without macros; None where nothing was learned, or all conditions have macros.
    named
        Whether the comparisons are told apart by the names of their conditions.
    """
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row.configuration, []).append(row)
    found = [
        Comparison(name, pairs, group, conditions=(before, after) if named else None)
        for before, after in contrasts
        for name, some in by_name.items()
        if (pairs := tuple(pairs_of(some, before, after)))
    ]
    without = {
        name: searched
        for name, some in by_name.items()
        if (searched := [row for row in some if row.condition == bare and not row.interrupted])
    }
    found = together(found)
    from_bare = [one for one in found if one.pairs[0].before.condition == bare]
    referred = iter(_referred(from_bare, without))
    return [next(referred) if one.pairs[0].before.condition == bare else one for one in found]


def with_references(
    found: Sequence[Comparison], bare: Mapping[str, Sequence[Row]]
) -> list[Comparison]:
    """Comparisons that were tried at the same time, each with what the others and the best searches without macros say.

    Parameters
    ----------
    found
        The comparisons.
    bare
        By configuration all searches without macros.
    """
    return _referred(together(found), bare)


def _referred(found: Sequence[Comparison], bare: Mapping[str, Sequence[Row]]) -> list[Comparison]:
    """Comparisons, each with the best searches without macros; see `with_references`."""
    if not found or not bare:
        return list(found)
    problems = {number for one in found for number in one.problems}
    work, moves = _best(bare, problems, _work), _best(bare, problems, _moves)
    pairs = [(_against(one, bare, work), _against(one, bare, moves)) for one in found]
    tried = tuple(dict.fromkeys(name.removesuffix(WITHOUT) for name in bare))
    against = together([least for least, _ in pairs])
    return [
        one.beside(reference=Reference(least, shortest, tried))
        for one, least, (_, shortest) in zip(found, against, pairs, strict=True)
    ]


def together(found: Sequence[Comparison]) -> list[Comparison]:
    """Comparisons of which each knows the chances of the others."""
    chances = [one.finding.chance for one in found]
    return [
        one.beside(others=(*chances[:place], *chances[place + 1 :]))
        for place, one in enumerate(found)
    ]


def best_with_macros(found: Sequence[Comparison]) -> Comparison:
    """The comparison that took the least work with macros."""
    rows = {str(place): [pair.after for pair in one.pairs] for place, one in enumerate(found)}
    problems = {number for one in found for number in one.problems}
    return found[int(_best(rows, problems, _work))]


def is_one_of(whole: Verdict, found: Iterable[Comparison]) -> bool:
    """Whether the judgement on all that was tried rests on the searches of one comparison, and says the same."""
    return any((one.finding.work, one.verdict.word) == (whole.work, whole.word) for one in found)


def overall(found: Sequence[Comparison], *, kinds: bool = False) -> Verdict | None:
    """The judgement on all that was tried: the best with macros against the best without.

    Parameters
    ----------
    found
        The comparisons, which were tried at the same time.
    kinds
        Whether their groups are kinds of macros.

    Returns
    -------
    The verdict; None where nothing is known of searches without macros but those compared.
    """
    found = [one for one in found if one.reference is not None]
    if not found:
        return None
    best = best_with_macros(found)
    against = best.reference
    assert against is not None
    ran = dict.fromkeys(pair.after.algorithm for pair in best.pairs)
    what = best.group if kinds else "macros"
    if best.conditions is not None:
        kinds, what = True, best.conditions[1]
    how = f"{' or '.join(ran) if len(ran) <= FEW else best.configuration} with {what}"
    reasons = [f"{how} against {against.method}, {against.rank}", *against.change]
    reasons += against.lengths()
    if len(found) > 1:
        each = "the same search" if kinds else "itself"
        several = len({one.configuration for one in found}) > 1
        whats = "pairs of algorithm and macros" if several else "kinds of macros"
        said = tally(found, whats if kinds else "algorithms")
        reasons.append(f"each against {each} without macros, learning {said}")
    least = against.least_work
    same = least.configuration.removesuffix(WITHOUT) == best.configuration
    return replace(
        against.verdict,
        reasons=tuple(reasons),
        searches="" if same and len(found) == 1 else f"{how} against {against.method}",
        figures=figures_of(
            *(least.finding, least.pairs, least.estimates),
            who=what if kinds else best.configuration,
            of="" if same else against.method,
        ),
    )


def telling(groups: Iterable[Sequence[Comparison]]) -> Sequence[Comparison]:
    """Comparisons of the set of problems that the first sentence is about: the first with a certain verdict, else the largest."""
    known = [one for one in groups if one]
    certain = [one for one in known if (overall(one) or one[0].verdict).word != TOO_FEW]
    return certain[0] if certain else max(known, key=lambda one: len(one[0].pairs))


def all_with_macros(found: Sequence[Comparison]) -> str:
    """Verdicts on named conditions that all have macros, in a sentence: the only one, or how many there are of each."""
    if len(found) == 1:
        verdict = found[0].own_verdict
        return verdict.about(found[0].title)
    return f"the later condition of a pair {tally(found, 'comparisons')}"


def tally(found: Sequence[Comparison], what: str = "algorithms") -> str:
    """With how many of several algorithms learning pays, in words: ``pays with none of the 4 algorithms tried``."""
    counts = Counter(one.own_verdict.label for one in found)
    pays = counts.pop(PAYS, 0)
    said = f"pays with {pays or 'none'} of the {len(found)} {what} tried"
    others = ", ".join(f"{word} with {count}" for word, count in counts.items())
    return f"{said} ({others}; corrected by Holm)" if others else f"{said} (corrected by Holm)"


def _against(one: Comparison, bare: Mapping[str, Sequence[Row]], name: str) -> Comparison:
    """The searches of a comparison with macros against those of a configuration without, which may be its own."""
    if (name, "both") == (one.configuration, one.over):
        return one
    known = {row.problem: row for row in bare[name]}
    if name.endswith(WITHOUT):  # they are not timed in turns, nor in repetitions
        known = {problem: row.untimed for problem, row in known.items()}
    pairs = (
        Pair(known[pair.after.problem], pair.after)
        for pair in one.pairs
        if pair.after.problem in known
    )
    return Comparison(name, tuple(pairs), one.group, one.seeds)


def _work(row: Row) -> float | None:
    return row.work or row.generated


def _moves(row: Row) -> float | None:
    return row.moves


def _best(
    searched: Mapping[str, Sequence[Row]],
    problems: Iterable[int],
    measure: Callable[[Row], float | None],
) -> str:
    """The configuration with the least of a measure, as a geometric mean over the problems.

    A problem that one did not solve counts `PENALTY` times the most that any search of it took.
    """
    if len(searched) == 1:
        return next(iter(searched))
    known = {
        name: {row.problem: row for row in some if not row.never_ready}
        for name, some in searched.items()
    }
    scores = {name: [0.0] for name in searched}
    for problem in problems:
        rows = [some[problem] for some in known.values() if problem in some]
        values = [value for row in rows if (value := measure(row))]
        if not any(row.answered for row in rows) or not values:
            continue
        for name, some in known.items():
            row = some.get(problem)
            value = measure(row) if row is not None and row.answered else PENALTY * max(values)
            scores[name].append(log(max(value or 0, 1)))
    return min(scores, key=lambda name: fmean(scores[name]))


MAX_STATES = 200_000
"""Larger state spaces are not enumerated."""

MAX_PAIRS = 250_000
"""Greatest number of pairs that are counted; beyond it, all goals of as many random starts as stay below it."""


@dataclass(frozen=True, slots=True)
class PairMeans:
    """Means of breadth-first search with a closed list over pairs of a start and a goal."""

    expanded: float
    generated: float
    operator_applications: float
    steps: float
    moves: float


@dataclass(frozen=True, slots=True)
class Census:
    """Breadth-first search without and with macros over pairs of a start and a goal.

    Parameters
    ----------
    pairs
        How many pairs of different states were counted.
    starts, states
        From how many starts, of how many states.
    before, after
        The means.
    longer
        The share of pairs whose solution has more moves with the macros.
    """

    pairs: int
    starts: int
    states: int
    before: PairMeans
    after: PairMeans
    longer: float

    @property
    def complete(self) -> bool:
        """Whether every pair was counted."""
        return self.starts == self.states

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {**asdict(self), "complete": self.complete}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Census:
        """Inverse of `to_dict`."""
        known = {name: value for name, value in values.items() if name != "complete"}
        return cls(
            **{
                **known,
                "before": PairMeans(**known["before"]),
                "after": PairMeans(**known["after"]),
            }
        )

    @property
    def verdict(self) -> Verdict:
        """Verdict of the census, which is exact if every pair was counted."""
        ratio = self.after.operator_applications / self.before.operator_applications
        return Verdict(
            word_for(ratio, None),
            (
                change(ratio, "work"),
                change(self.after.expanded / self.before.expanded, "expansions"),
                f"{100 * self.longer:.0f}% of the solutions got longer, "
                f"on average {longer(self.after.moves / self.before.moves)}",
            ),
        )


@checked
def all_pairs(
    theory: Theory,
    start: State,
    seed: int = 0,
    tick: Callable[..., None] | None = None,
) -> Census | None:
    """Count over all pairs of states that ``start`` can reach; None where there are too many states.

    Parameters
    ----------
    theory
        The theory with macros; without them it is the control.
    start
        Any state.
    seed
        For the choice of starts in a space of many pairs.
    tick
        Called after each start.
    """
    try:
        states = distance_table(
            theory.without_macros(), start, max_states=MAX_STATES, representation=PACKED
        )
    except TooLargeError:
        return None
    size = len(states)
    most = max(1, min(size, MAX_PAIRS // size))
    chosen = range(size) if most == size else Random(seed).sample(range(size), most)
    named = {symbol for arc in theory.arcs for symbol in arc.symbols}
    plain = all(arc.plain for arc in theory.arcs)
    kinds: dict[object, list[State]] = {}
    for origin in map(states.nth, chosen):
        kinds.setdefault(_renamed(origin, named) if plain else origin, []).append(origin)
    sums = ([0.0] * 5, [0.0] * 5)
    pairs = longer = 0
    for origin, *others in kinds.values():
        alike = 1 + len(others)
        work = every_goal(theory, origin)
        for total, counted_once in zip(sums, (work.before, work.after), strict=True):
            total[:] = [
                known + alike * more for known, more in zip(total, counted_once, strict=True)
            ]
        pairs += alike * work.goals
        longer += alike * work.longer
        if tick is not None:
            tick(alike, f"{pairs:,} of {most * (size - 1):,} pairs")
    if not pairs:
        return None
    before, after = (PairMeans(*(value / pairs for value in total)) for total in sums)
    return Census(pairs, most, size, before, after, longer / pairs)


def _renamed(state: State, named: Collection[Symbol]) -> tuple[object, ...]:
    """The state with each symbol that no rule names replaced by its first cell.

    States that are one when so renamed have the same searches, to goals that are renamed alike.
    """
    return tuple(one if one in named else (state.index(one),) for one in state)
