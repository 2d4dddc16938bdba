"""The algorithms people know by name: each is data that both engines read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace
from math import inf, isfinite
from typing import Any, TypeAlias

from ..rules.checked import checked
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.record import record
from ..rules.registry import Importable, Registry, imported, travelling

_read_stages = Later("search.stages.stage", "read_stages")
_read_stage = Later("search.stages.stage", "read_stage")

LOWER_H = "lower-h"
"""Of nodes of equal f the one of lower h first, then the newest."""

TIES = ("oldest", "newest", "random", LOWER_H)
"""Tie-breaking rules: which of two nodes of equal f is expanded first."""

DUPLICATES = ("none", "path", "closed", "novelty-1", "novelty-2")
"""Duplicate rules: which successors become no node."""

LEAST_DEPTH = "least-depth"
"""An f that is the least number of steps of any path through the node: its depth, plus one unless it is a goal."""

PARAMETERS = ("ties", "beam_width", "weight", "threads", "prune_length", "select", "escape")
"""Parameters that some algorithms have and others lack."""

SELECTIONS = ("first", "best")
"""How a climb chooses among the steps that lead to a better state."""

PRUNE_LENGTH = 6
"""Length of the redundant sequences that batched IDA* looks for, such as two paths around a square of four cells."""


@checked
@dataclass(frozen=True, slots=True)
class Weights:
    """f = g * cost of the path + h * heuristic + depth * number of steps.

    Raises
    ------
    InputError
        A weight that is not finite.
    """

    g: float = 0
    h: float = 0
    depth: float = 0

    def __post_init__(self) -> None:
        for weight in (self.g, self.h, self.depth):
            if not isfinite(weight):
                raise InputError("bad weight", expected="a finite number", found=str(weight))


SearchPart: TypeAlias = Callable[..., Any]


@checked
@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """A search specification.

    Parameters
    ----------
    name, summary
        Name for people, and a description in a few words.
    loop
        ``best-first``, ``lazy``, ``iterative``, ``batched`` (iterative in batches; in Python the same as iterative),
        ``enforced``, ``bidirectional``, ``climb`` (`arcwise.search.climbing`), ``choice`` (`arcwise.search.stages`) or
        ``planner`` (Fast Downward's own); or a function of a problem and its `arcwise.search.loops.python_engine.Parts` that
        returns a `Result`, which Python alone can run.
    open_list
        The order of a best-first loop: ``fifo``, ``lifo``, ``priority``, ``unique``, ``level-beam``, ``directed-beam``
        or ``steepest``; or a function that makes an open list for an algorithm, which Python alone can run.
    f
        Weights, or `LEAST_DEPTH`.
    duplicates
        The duplicate rule it runs with: ``none``, ``path`` (a successor on its own path is dropped), ``closed`` (every
        known state is), ``novelty-1`` or ``novelty-2`` (every state without an atom, or a pair of atoms, that is new).
    allows
        The duplicate rules it can run with.
    reopens
        Whether with ``closed`` a state is taken up again when a cheaper path to it is found.
    informed
        Whether the algorithm uses h.
    fewest
        Measure that its solutions minimize, given the right heuristic: ``cost``, ``steps`` or None.
    parameters
        Names among ``ties``, ``beam_width``, ``weight`` (of h in f), ``threads``, ``prune_length``, ``select`` and ``escape``
        can be chosen.
    ties, seed
        One of `TIES` ('' where a loop ``choice`` chooses them too), and the seed of random ones.
    arc_order
        Seed of the order by chance in which a search by FF that was chosen sees the arcs; 0 for their own.
    move_back
        False to prune the successor that a node was made from.
    iterated
        Whether steps that repeat are taken as one with the step that needs where they lead (`arcwise.rules.states.walks`), in
        loops that ask for successors; others search as they do without.
    beam_width
        Number of nodes that a beam keeps, and of arrangements that the look-ahead by a macro table keeps.
    select, escape
        Of a climb: one of `SELECTIONS`, as for `Climber`, and whether it searches for ways out of local minima.
    engine
        The engine that alone has the search, as `FAST_DOWNWARD` has its own; None for ours.
    stages
        The table of stages of a ``choice``, each a `Stage`; ``auto`` and ``fast`` have theirs in
        `arcwise.search.stages.tables`.
    threads, prune_length
        Number of threads that search in batches (0 is one, and every processor for making pattern databases). With several
        the counts differ from run to run; the result's note has the number that ran, never many more than there are
        processors. And the length of the redundant sequences of arcs that batches leave out.

    Raises
    ------
    InputError
        Values that make no sense.
    """

    name: str
    summary: str
    loop: str | SearchPart = "best-first"
    open_list: str | SearchPart = "fifo"
    f: Weights | str = Weights(depth=1)
    duplicates: str = "closed"
    allows: tuple[str, ...] = ("none", "path", "closed")
    reopens: bool = False
    informed: bool = False
    fewest: str | None = None
    parameters: tuple[str, ...] = ()
    ties: str = "oldest"
    seed: int = 0
    arc_order: int = 0
    move_back: bool = True
    iterated: bool = False
    beam_width: int = 100
    threads: int = 0
    prune_length: int = PRUNE_LENGTH
    select: str = "best"
    escape: bool = True
    engine: str | None = None
    stages: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        if unknown := set(self.allows) - set(DUPLICATES):
            raise InputError(
                f"{self.name}: unknown duplicate rules",
                expected=", ".join(DUPLICATES),
                found=", ".join(sorted(unknown)),
            )
        if self.duplicates not in self.allows:
            raise InputError(
                f"{self.name} cannot run with duplicates={self.duplicates}",
                expected=" or ".join(self.allows),
                found=self.duplicates,
            )
        if self.fewest not in (None, "cost", "steps"):
            raise InputError(
                f"{self.name}: bad fewest", expected="cost, steps or None", found=self.fewest
            )
        if unknown := set(self.parameters) - set(PARAMETERS):
            raise InputError(
                f"{self.name}: unknown parameters",
                expected=", ".join(PARAMETERS),
                found=", ".join(sorted(unknown)),
            )
        _check_parameters(
            ties=self.ties or None, beam_width=self.beam_width, threads=self.threads or None
        )
        _check_parameters(prune_length=self.prune_length, select=self.select)

    def engine_for(self, engine: str) -> str:
        """The engine that searches where ``engine`` is asked for: with ``auto`` the algorithm's own, if it has one."""
        return self.engine if self.engine is not None and engine == "auto" else engine

    def to_json(self) -> dict[str, Any]:
        """Plain values from which another process makes the row.

        Raises
        ------
        InputError
            A loop or an open list that other processes cannot import.
        """
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        for part in ("loop", "open_list"):
            if not isinstance(found[part], str):
                found[part] = list(
                    travelling(f"{part.replace('_', ' ')} of", self.name, found[part])
                )
        if isinstance(self.f, Weights):
            found["f"] = asdict(self.f)
        found["stages"] = [one.to_json() for one in self.stages]
        return found

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Algorithm:
        """The row of plain values."""
        known: dict[str, Any] = {
            name: tuple(value) if name in ("allows", "parameters") else value
            for name, value in values.items()
        }
        for part in ("loop", "open_list"):
            if not isinstance(known[part], str):
                known[part] = imported(Importable(*known[part]))
        if isinstance(known["f"], Mapping):
            known["f"] = Weights(**known["f"])
        known["stages"] = tuple(map(_read_stage, known.get("stages", ())))
        return cls(**known)

    @property
    def rule(self) -> str:
        """The duplicate rule as the loops know it: ``closed`` is ``first-seen`` or ``cheapest``."""
        if self.duplicates != "closed":
            return self.duplicates
        return "cheapest" if self.reopens else "first-seen"

    def takes(self, choice: str) -> bool:
        """Whether a choice, such as ``weight`` or ``heuristic``, has an effect on it."""
        if choice == "heuristic":
            return self.informed
        if choice == "iterated":
            return self.loop not in NO_WALKS
        return choice in self.parameters or choice not in PARAMETERS

    def adjusted(self, **choices: Any) -> Algorithm:
        """Copy with other choices.

        Parameters
        ----------
        choices
            Fields of `Choices`; those that are left out or None stay as they are.

        Raises
        ------
        InputError
            Values that make no sense, a rule that it cannot run with, a parameter that it does not have.
        """
        taken = {name: one for name, one in vars(Choices(**choices)).items() if one is not None}
        # One thread is what every algorithm can keep to, also in making pattern databases.
        alone = {"threads": None} if taken.get("threads") == 1 else {}
        refuse_unused((self,), **{**taken, **alone})
        weight = taken.pop("weight", None)
        if weight is not None and isinstance(self.f, Weights):
            taken["f"] = replace(self.f, h=weight)
        return replace(self, **taken) if taken else self


@checked
@record
class Choices:
    """Choices among the parameters of an algorithm; None keeps what it has.

    Parameters
    ----------
    duplicates, move_back, seed
        For every algorithm.
    iterated
        For searches of steps; climbs, batches and searches from both ends take every move as it is.
    ties, beam_width, weight, threads, prune_length, select, escape
        For algorithms with the parameter; every one can keep to one thread.

    Raises
    ------
    InputError
        Values that make no sense.
    """

    duplicates: str | None = None
    move_back: bool | None = None
    iterated: bool | None = None
    seed: int | None = None
    ties: str | None = None
    beam_width: int | None = None
    weight: float | None = None
    threads: int | None = None
    prune_length: int | None = None
    select: str | None = None
    escape: bool | None = None

    def __post_init__(self) -> None:
        _check_parameters(**{name: getattr(self, name) for name in PARAMETERS})


def refuse_unused(rows: Collection[Algorithm], **choices: Any) -> None:
    """Refuse choices that none of some algorithms has; None is no choice.

    Raises
    ------
    InputError
        A choice without effect, which its user would believe to have one.
    """
    for choice, value in choices.items():
        if value is None or any(row.takes(choice) for row in rows):
            continue
        what = choice.replace("_", " ")
        having = " or ".join(name for name, row in ALGORITHMS.usable().items() if row.takes(choice))
        given = f"{value:g}" if isinstance(value, float) else getattr(value, "name", None)
        given = given or getattr(value, "__name__", value)
        raise InputError(
            f"{what} {'have' if what[-1] == 's' else 'has'} no effect on {', '.join(row.name for row in rows)}",
            expected=SUCH_AS.get(choice, f"algorithm {having}"),
            found=f"{what} {given}",
        )


SUCH_AS = {
    "heuristic": "an informed algorithm, such as a-star",
    "iterated": "an algorithm that takes moves that repeat as one step, such as a-star",
}
"""Algorithms that have a choice which most have, in words."""


def _check_parameters(**asked: Any) -> None:
    ties, width, weight = asked.get("ties"), asked.get("beam_width"), asked.get("weight")
    if ties is not None and ties not in TIES:
        raise InputError("bad tie-breaking", expected=" or ".join(TIES), found=repr(ties))
    if width is not None and width < 1:
        raise InputError("bad beam width", expected="1 or more", found=str(width))
    select = asked.get("select")
    if select is not None and select not in SELECTIONS:
        raise InputError("bad selection", expected=" or ".join(SELECTIONS), found=repr(select))
    if weight is not None and not 1 <= weight < inf:
        raise InputError("bad weight", expected="a number of 1 or more", found=str(weight))
    for name in ("threads", "prune_length"):
        number = asked.get(name)
        if number is not None and not 1 <= number <= 1000:
            raise InputError(
                f"bad {name.replace('_', ' ')}", expected="1 to 1000", found=str(number)
            )


LAZY = "lazy"
"""The loop that evaluates a state when it is taken from open."""

CHOICE = "choice"
"""The loop that is chosen among others, once it is known how a problem behaves."""

PLANNER = "planner"
"""The loop of Fast Downward's own searches."""

FAST_DOWNWARD = "fast-downward"
"""The engine that is Fast Downward."""

PLANNER_SEARCHES = (
    "lama-first", "lama", "seq-sat-lama-2011", "seq-sat-fd-autotune-1", "seq-sat-fd-autotune-2",
    "seq-opt-bjolp", "seq-opt-lmcut",
)  # fmt: skip
"""Searches that Fast Downward knows by name; any other is recognised by its parenthesis."""

CLIMB = "climb"
"""The algorithm, and its loop, that climbs by an ordered goal and searches only for escapes from local minima."""

NO_WALKS = (CLIMB, PLANNER, "batched", "bidirectional")
"""Loops that take every move as it is."""

NEW_TABLE = "new-table"
"""The loop that fills a macro table for one problem and climbs by it; `arcwise.search.stages.tables` alone asks for it."""

G, H, G_PLUS_H = Weights(g=1), Weights(h=1), Weights(g=1, h=1)
WITHOUT_CLOSED = ("none", "path")

_ROWS = (
    Algorithm(name="breadth-first", summary="oldest node first", fewest="steps"),
    Algorithm(name="depth-first", summary="newest node first", open_list="lifo"),
    *(
        Algorithm(
            name=f"iw-{width}",
            summary=f"breadth-first, only to states with new {atoms} (Lipovetzky and Geffner 2012)",
            duplicates=f"novelty-{width}",
            allows=(f"novelty-{width}",),
        )
        for width, atoms in ((1, "atoms"), (2, "pairs of atoms"))
    ),
    Algorithm(
        name="iterative-deepening",
        summary="depth-first below a growing number of steps",
        loop="iterative",
        f=LEAST_DEPTH,
        duplicates="path",
        allows=WITHOUT_CLOSED,
        fewest="steps",
    ),
    Algorithm(
        name="uniform-cost",
        summary="cheapest node first",
        f=G,
        open_list="priority",
        reopens=True,
        fewest="cost",
        parameters=("ties",),
    ),
    Algorithm(
        name="greedy",
        summary="least h first (greedy best-first)",
        f=H,
        open_list="priority",
        informed=True,
        parameters=("ties",),
    ),
    Algorithm(
        name="lazy-greedy",
        summary="least h of the parent first, preferred operators before others (as LAMA)",
        loop=LAZY,
        f=H,
        allows=("closed",),
        informed=True,
    ),
    Algorithm(
        name="a-star",
        summary="least g + h first",
        f=G_PLUS_H,
        open_list="priority",
        reopens=True,
        informed=True,
        fewest="cost",
        parameters=("ties",),
        ties=LOWER_H,
    ),
    Algorithm(
        name="weighted-a-star",
        summary="least g + weight * h first (Pohl 1970)",
        f=Weights(g=1, h=2.0),
        open_list="priority",
        reopens=True,
        informed=True,
        parameters=("ties", "weight"),
        ties=LOWER_H,
    ),
    Algorithm(
        name="ida-star",
        summary="depth-first below a growing g + h",
        loop="iterative",
        f=G_PLUS_H,
        duplicates="path",
        allows=WITHOUT_CLOSED,
        informed=True,
        fewest="cost",
    ),
    Algorithm(
        name="batched-ida-star",
        summary="IDA* on batches of states, much faster, with counts of its own",
        loop="batched",
        f=G_PLUS_H,
        duplicates="path",
        allows=WITHOUT_CLOSED,
        informed=True,
        fewest="cost",
        parameters=("threads", "prune_length"),
    ),
    Algorithm(
        name="beam",
        summary="of every level only the best few",
        f=H,
        open_list="level-beam",
        informed=True,
        parameters=("beam_width",),
    ),
    Algorithm(
        name="directed-beam",
        summary="best successors first, only the first few of open are kept",
        f=H,
        open_list="directed-beam",
        duplicates="path",
        informed=True,
        parameters=("beam_width",),
    ),
    Algorithm(
        name="hill-climbing",
        summary="always to the best successor, while it is better",
        f=H,
        open_list="steepest",
        informed=True,
    ),
    Algorithm(
        name="enforced-hill-climbing",
        summary="breadth-first to the nearest better state, again and again",
        loop="enforced",
        allows=("closed",),
        informed=True,
    ),
    Algorithm(
        name=CLIMB,
        summary="macros to ever better states of an ordered goal, searching only out of local minima",
        loop=CLIMB,
        duplicates="none",
        allows=("none",),
        beam_width=1,
        parameters=("beam_width", "select", "escape"),
    ),
    Algorithm(
        name="bidirectional",
        summary="breadth-first from both ends",
        loop="bidirectional",
        allows=("closed",),
        fewest="steps",
    ),
    Algorithm(
        name="greedy-unique",
        summary="greedy with every state once in open",
        f=H,
        open_list="unique",
        duplicates="path",
        informed=True,
        parameters=("ties",),
    ),
    Algorithm(
        name="a-star-unique",
        summary="A* with every state once in open",
        f=G_PLUS_H,
        open_list="unique",
        duplicates="path",
        reopens=True,
        informed=True,
        fewest="cost",
        parameters=("ties",),
    ),
    Algorithm(
        name="auto",
        summary="what proves a cheapest solution soonest, chosen by a first look",
        loop=CHOICE,
        f=G_PLUS_H,
        allows=("closed",),
        reopens=True,
        informed=True,
        fewest="cost",
        parameters=("ties", "threads"),
        ties="",
    ),
    Algorithm(
        name="fast",
        summary="what finds any solution soonest, chosen by a first look",
        loop=CHOICE,
        f=H,
        allows=("closed",),
        informed=True,
        parameters=("ties",),
        ties="",
    ),
)


_ALIASES = {
    "bfs": "breadth-first",
    "breadth-first-search": "breadth-first",
    "dfs": "depth-first",
    "depth-first-search": "depth-first",
    "id": "iterative-deepening",
    "ids": "iterative-deepening",
    "iddfs": "iterative-deepening",
    "dijkstra": "uniform-cost",
    "ucs": "uniform-cost",
    "best-first": "greedy",
    "gbfs": "greedy",
    "greedy-best-first": "greedy",
    "greedy-best-first-search": "greedy",
    "lazy": "lazy-greedy",
    "wa*": "weighted-a-star",
    "weighted-a": "weighted-a-star",
    "ida": "ida-star",
    "iterative-deepening-a*": "ida-star",
    "beam-search": "beam",
    "hc": "hill-climbing",
    "steepest-ascent": "hill-climbing",
    "ehc": "enforced-hill-climbing",
    "bibfs": "bidirectional",
    "bidirectional-search": "bidirectional",
    "climbing": CLIMB,
}
"""Other names that people use for algorithms."""


class _Algorithms(Registry[Algorithm]):
    """The table, and Fast Downward's own searches and files with stages, which are known by what they are called but are not
    listed."""

    def __getitem__(self, name: str) -> Algorithm:
        if _is_file(name):
            found: Algorithm = _read_stages(name)
            return found
        if not super().__contains__(name) and _is_planners(name):
            fewest = "cost" if name.startswith("seq-opt") else None
            summary = "of Fast Downward"
            return Algorithm(
                name=name,
                summary=summary,
                loop=PLANNER,
                informed=True,
                fewest=fewest,
                engine=FAST_DOWNWARD,
            )
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or _is_planners(name) or _is_file(name)


def _is_planners(name: object) -> bool:
    return isinstance(name, str) and (name in PLANNER_SEARCHES or "(" in name)


def _is_file(name: object) -> bool:
    """Whether a name is that of a file with a table of stages."""
    return isinstance(name, str) and name.endswith(".toml")


ALGORITHMS: Registry[Algorithm] = _Algorithms(
    "algorithm",
    {row.name: row for row in _ROWS},
    "arcwise.algorithms",
    _ALIASES,
    expected="an Algorithm",
    fits=lambda row: isinstance(row, Algorithm),
)
"""Every algorithm by name; other packages add to it by the entry point ``arcwise.algorithms``."""
