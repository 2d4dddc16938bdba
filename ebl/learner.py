"""Learners as the filters of Markovitch and Scott (Machine Learning 10, 1993), each a function.

*Experience* is which problems are worked on, *attention* which paths are looked at, *acquisition* what is made of a path,
and *retention* whether the library keeps it. *Utilization* is when a macro is tried: wherever it leads to a better state
(`Climber`), or in the order of a macro table. `train` is the loop that puts them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.errors import InputError
from ..rules.geometry import Shape
from ..rules.schema import Schema
from ..rules.term import Pattern, State
from ..search.climbing.macro_table import ALTERNATIVES
from ..search.limits import NO_LIMITS, Limits
from ..search.orders import GIVEN, Order
from ..search.result import Result
from .generalize import explain_on_window, macro_of
from .library import Admission, MacroLibrary
from .macro import Macro

QUIESCENCE = 5
"""Number of problems in a row that must teach nothing."""

PROBLEMS = 10
"""Number of problems of each size that are solved where there is no quiescence to wait for."""

COUNTS = ("quiescence", "problems", "alternatives")
"""Counts of a `Course` that are options of learners."""


@checked
@dataclass(frozen=True, slots=True)
class TrainingProblem:
    """A problem to learn from.

    Parameters
    ----------
    shape, start, goal
        The board, and what to connect.
    origin
        Where it stands or how it was drawn: what is said of the macros that it teaches.
    limits
        Time and memory for all of it, and nodes for each of its searches.
    domain
        Of a problem with a theory of its own, what knows it.
    plan
        The names of moves that are known to lead from the start to the goal, which are then not searched for.
    paths, outcome
        Of a problem that was worked on together with others before it was handed out: all that is to be learned from it,
        each a `TrainingPath` or whatever the learner's acquisition makes macros of, and how it ended.
    objection
        Of a problem that was found by trying what was learned: what would speak against having a library with what it teaches;
        nothing if it says "".
    searched
        Whether a policy learns from a plan of the whole problem, which a search finds, where its rules and the plans for single
        goals teach no more.
    """

    shape: Shape
    start: State
    goal: Pattern
    origin: str = ""
    limits: Limits = NO_LIMITS
    domain: Domain | None = field(default=None, repr=False)
    plan: tuple[str, ...] | None = None
    paths: tuple[Any, ...] = field(default=(), repr=False)
    outcome: Outcome | None = field(default=None, repr=False)
    objection: Objection | None = field(default=None, repr=False, compare=False)
    searched: bool = False


@checked
@dataclass(frozen=True, slots=True)
class TrainingPath:
    """A path to learn from: a state, and primitive schemas at their places on its board."""

    start: State
    steps: Sequence[tuple[Schema, int]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a training problem ended, and what it took.

    Parameters
    ----------
    solved
        Whether the goal was reached.
    moves
        The length of the solution in primitive moves.
    applications
        Primitive moves made in all its searches, those of macros that were only looked at too: what learning cost.
    limit
        The limit that stopped it, or None.
    result
        Its search, where there was one and it is known.
    passed_over
        Why nothing could be made of a path, for each that was looked at in vain.
    """

    solved: bool
    moves: int | None = None
    applications: int = 0
    limit: str | None = None
    result: Result | None = field(default=None, compare=False, repr=False)
    passed_over: tuple[str, ...] = ()

    @classmethod
    def of(cls, result: Result) -> Outcome:
        """Outcome of one search."""
        applications = result.statistics.operator_applications
        return cls(result.solved, result.moves, applications, result.limit, result)


@dataclass(frozen=True, slots=True)
class TrainingRecord:
    """Record of one training problem and the macros learned from it.

    Parameters
    ----------
    number
        From 1.
    problem, outcome
        The problem, and how it ended.
    paths
        What got attention: each a `TrainingPath`, or whatever the learner's acquisition makes macros of.
    admissions
        What the library said to the macro of each path.
    elapsed
        Seconds that it took; None of a problem that was worked on together with others.
    """

    number: int
    problem: TrainingProblem
    outcome: Outcome
    paths: tuple[Any, ...] = field(default=(), repr=False)
    admissions: tuple[Admission, ...] = ()
    elapsed: float | None = field(default=None, compare=False, repr=False)

    @property
    def learned(self) -> int:
        """Number of new macros."""
        return sum(admission.accepted for admission in self.admissions)

    @property
    def refused(self) -> Counter[str]:
        """Number of paths that became no macro, by reason."""
        said = (one.reason for one in self.admissions if not one.accepted)
        return Counter((*self.outcome.passed_over, *said))

    @property
    def nothing(self) -> str | None:
        """Reason why its search gave no path to learn from; None if there is a path, or if it made several searches."""
        result = self.outcome.result
        if self.paths or self.outcome.passed_over or result is None:
            return None
        if result.solved:
            same = "start and goal are the same"
            return f"nothing to learn: {'its solution is one move' if result.moves else same}"
        return f"no path: {result.summary()}"


@checked
@dataclass(frozen=True, slots=True)
class Course:
    """Task of a learner: boards, limits and stopping rule.

    Parameters
    ----------
    shape
        The size of the boards that the macros are for.
    shapes
        The sizes to practise on, from small to large.
    seed
        For what is random.
    quiescence
        For learners that end when nothing new comes.
    problems
        For learners that do not: problems of each size.
    limits
        On each problem, in place of the learner's own; nodes are those of each search in it.
    examples
        For learners from examples.
    tried
        For policies: problems with few states that are not learned from, unless what was learned fails on one of their states.
    alternatives
        For macro tables: macros of an entry at most.
    report
        Called now and then, with a count, by what works on many problems together.
    """

    shape: Shape
    shapes: tuple[Shape, ...]
    seed: int = 0
    quiescence: int = QUIESCENCE
    problems: int = PROBLEMS
    limits: Limits = NO_LIMITS
    examples: tuple[TrainingProblem, ...] = ()
    tried: tuple[TrainingProblem, ...] = ()
    alternatives: int = ALTERNATIVES
    report: Callable[[int], None] | None = field(default=None, compare=False, repr=False)

    def effort(self, usual: Limits) -> Limits:
        """The limits on a problem of a learner that has limits of its own."""
        return replace(self.limits, nodes=self.limits.nodes or usual.nodes)


Objection: TypeAlias = Callable[[MacroLibrary], str]
"""Objection to a library, in words."""

Records: TypeAlias = Sequence[TrainingRecord]
"""Records of the problems so far, a list that grows."""

Experience: TypeAlias = Callable[[MacroLibrary, Course, Records], Iterable[TrainingProblem]]
"""Problems, one after the other; each may depend on what those before it taught."""

Reply: TypeAlias = Admission | str
"""Answer to a training path: whether the library keeps the macro made of it, or why no macro can be made."""

TrainingPaths: TypeAlias = Generator[Any, Reply, Outcome]
"""Training paths of a problem, each yielded and answered before the next is looked for; returned is how the problem ended."""

Attention: TypeAlias = Callable[..., TrainingPaths]
"""Works on a problem and yields the paths that are to be learned from: of a library and a problem.

That of a learner from examples has two more arguments by name: ``search``, which searches a problem within limits, and
``with_macros``, whether with the macros of the library.
"""

Acquisition: TypeAlias = Callable[[MacroLibrary, Shape, Any, str], Macro | str]
"""Macro made of a path on a board, learned at a place in words; or the reason why none can be made."""

Retention: TypeAlias = Callable[[MacroLibrary, Macro], Admission]
"""Whether a library keeps a macro."""


@dataclass(frozen=True)
class Choice:
    """Selection among all macros that could be kept.

    Parameters
    ----------
    macros
        The macros in order of what they save.
    uses
        How often each could stand in the training plans.
    looked_at
        How many paths were looked at.
    refused
        How many of them were refused, by reason.
    """

    macros: tuple[Macro, ...]
    uses: tuple[int, ...]
    looked_at: int
    refused: Counter[str] = field(hash=False)


Selection: TypeAlias = Callable[[Records, Sequence[Macro]], Choice]
"""Choose which macros of all problems a library keeps, besides those that it had at first."""


def generalized(library: MacroLibrary, shape: Shape, path: TrainingPath, origin: str) -> Macro:
    """A path explained and generalized to the smallest window that it touches."""
    explained = explain_on_window(library.domain, shape, path.start, path.steps)
    return macro_of(*explained, library.next_name(), origin)


def each(paths: Iterable[Any]) -> Generator[Any, Reply, None]:
    """Yield known training paths in order, whatever is sent back."""
    yield from (path for path in paths)  # a list cannot be sent answers


class Solving:
    """A training problem while it is solved: iterating yields each path to learn from.

    Parameters
    ----------
    paths
        The training paths of an attention.

    Attributes
    ----------
    answer
        Answer to the last path, which whoever iterates sets before the next one is looked for.
    outcome
        How the problem ended, once there are no more paths.

    Raises
    ------
    InputError
        No generator, or one that returns no `Outcome`.
    """

    answer: Reply | None = None
    outcome: Outcome

    def __init__(self, paths: TrainingPaths) -> None:
        self._paths = _of_attention(paths, Generator)

    def __iter__(self) -> Iterator[Any]:
        try:
            yield next(self._paths)
            while True:
                assert self.answer is not None, "a path is answered before the next one"
                yield self._paths.send(self.answer)
        except StopIteration as ended:
            self.outcome = _of_attention(ended.value, Outcome)


def _of_attention(found: Any, kind: type) -> Any:
    if isinstance(found, kind):
        return found
    raise InputError(
        "no attention of a learner",
        expected="a generator that yields training paths and returns an Outcome",
        found=f"{found!r:.80}",
    )


def changed_paths(paths: TrainingPaths, change: Callable[[Any], Any]) -> TrainingPaths:
    """Training paths that are changed before they are learned from, for a learner made of another one."""
    solving = Solving(paths)
    for path in solving:
        solving.answer = yield change(path)
    return solving.outcome


@checked
@dataclass(frozen=True, slots=True)
class Learner:
    """One row of the table of learners.

    Parameters
    ----------
    summary
        Experience and attention in a few words.
    experience
        Which problems are worked on.
    attention
        Which paths of a problem are looked at.
    acquisition
        The macro or macros made of a path.
    retention
        Whether the library keeps it.
    selection
        Where retention is decided over all problems together: which of the macros it accepted are kept. None where
        they are.
    order
        The order of subgoals that its macros are for.
    finds_order
        Whether a better one is looked for first (`find_order`).
    closed
        Whether the library is to be closed under the symmetries of its geometry before and after learning, so that one path
        teaches what all its images would; when in between is for the experience to say.
    builds_on
        Whether what was learned before takes part in the work on a problem, or in the choice of the next one; of other
        learners, several problems may be worked on at once.
    from_examples
        Whether its problems are the examples of the course, each searched as any other problem.
    lifted
        Whether its macros are over parameters, for PDDL domains.
    at_once
        Whether its problems are worked on together, before the first is handed out.
    table
        Whether its macros are the entries of a macro table.
    counts
        Names among `COUNTS`: the counts of a course that it goes by.

    Raises
    ------
    InputError
        A count that no course has.
    """

    summary: str
    experience: Experience
    attention: Attention
    acquisition: Acquisition = generalized
    retention: Retention = MacroLibrary.add
    selection: Selection | None = None
    order: Order = GIVEN
    finds_order: bool = False
    closed: bool = False
    builds_on: bool = False
    from_examples: bool = False
    lifted: bool = False
    at_once: bool = False
    table: bool = False
    counts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := set(self.counts) - set(COUNTS):
            raise InputError(
                "unknown counts of a learner",
                expected=", ".join(COUNTS),
                found=", ".join(sorted(unknown)),
            )

    def library(self, domain: Domain, order: Order | None = None) -> MacroLibrary:
        """An empty library for it, and for an order of subgoals, its own if None."""
        return MacroLibrary(domain, order=order or self.order, closed=self.closed, table=self.table)
