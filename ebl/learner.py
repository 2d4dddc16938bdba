"""Learners as the filters of Markovitch and Scott (Machine Learning 10, 1993): objects with a method for each filter.

*Experience* is which problems are worked on, *attention* which paths are looked at, *acquisition* what is made of a path,
and *retention* whether the library keeps it. *Utilization* is when a macro is tried: wherever it leads to a better state
(`Climber`), or in the order of a macro table. `train` is the loop that puts them together.

A learner's fields are its options. Its representation, what a run stores of it, and its options and help at the command line are
made from them:

    class Patient(Practice):
        quiescence: int = 5

        def experience(self, library, course, records): ...
        def attend(self, library, problem): ...
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from inspect import cleandoc
from pathlib import Path
from sys import maxsize
from typing import Any, ClassVar, TypeAlias, dataclass_transform

from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.errors import InputError, Place
from ..rules.geometry import Shape
from ..rules.later import Later
from ..rules.record import record
from ..rules.schema import Schema
from ..rules.term import State
from ..search.limits import NO_LIMITS, Limits
from ..search.orders import FOUND, GIVEN, RULES, Order, in_words
from ..search.plan import apply_in_place
from ..search.result import Result
from .filters import WITHOUT, read_filters
from .generalize import explain_on_window, macro_of
from .library import Admission, MacroLibrary
from .macro import Macro
from .rule import Rule

_learn = Later("experiments.designs.learn", "learn")
_training = Later("experiments.designs.training", "training_on")


@checked
@dataclass(frozen=True, slots=True)
class TrainingProblem:
    """A problem to learn from.

    Parameters
    ----------
    shape, start, goal
        The board, and what to connect; of sources without boards ``(1, 1)``, perhaps no start, and a goal of theirs.
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
    goal: Any
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

    def first_move(self, domain: Domain, shape: Shape) -> tuple[State, State]:
        """The states before and after its first step."""
        schema, place = self.steps[0]
        cells = list(self.start)
        apply_in_place(domain, shape, schema, place, cells)
        return self.start, tuple(cells)


@record
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


@record
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
    limits
        On each problem, in place of the learner's own; nodes are those of each search in it.
    examples
        For learners from examples.
    tried
        For policies: problems with few states that are not learned from, unless what was learned fails on one of their states.
    report
        Called now and then, with a count, by what works on many problems together.
    """

    shape: Shape
    shapes: tuple[Shape, ...]
    seed: int = 0
    limits: Limits = NO_LIMITS
    examples: tuple[TrainingProblem, ...] = ()
    tried: tuple[TrainingProblem, ...] = ()
    report: Callable[[int], None] | None = field(default=None, compare=False, repr=False)

    def effort(self, usual: Limits) -> Limits:
        """The limits on a problem of a learner that has limits of its own."""
        return replace(self.limits, nodes=self.limits.nodes or usual.nodes)


Objection: TypeAlias = Callable[[MacroLibrary], str]
"""Objection to a library, in words."""

Records: TypeAlias = Sequence[TrainingRecord]
"""Records of the problems so far, a list that grows."""

Reply: TypeAlias = Admission | str
"""Answer to a training path: whether the library keeps the macro made of it, or why no macro can be made."""

TrainingPaths: TypeAlias = Generator[Any, Reply, Outcome]
"""Training paths of a problem, each yielded and answered before the next is looked for; returned is how the problem ended."""

Attention: TypeAlias = Callable[[MacroLibrary, TrainingProblem], TrainingPaths]
"""Works on a problem and yields the paths that are to be learned from."""


@record
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
    number
        Whether macros for any number of steps were kept and why, in words; empty where that was not tried.
    """

    macros: tuple[Macro, ...]
    uses: tuple[int, ...]
    looked_at: int
    refused: Counter[str] = field(hash=False)
    number: str = ""


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
def option(
    *,
    default: Any,
    least: int = 1,
    read: Callable[[Any], Any] | None = None,
    several: bool = False,
    typed: str = "",
    usually: str = "",
) -> Any:
    """A field of a learner, where its default alone does not say all.

    Parameters
    ----------
    default
        The default.
    least
        Least value of a whole number.
    read
        Makes a value of a text of the command line; of a list of texts if there may be several.
    several
        Whether the option can be given several times.
    typed
        The option's name at the command line, without hyphens in front; by default the field's.
    usually
        The default in words, where it is None.
    """
    told = {"least": least, "read": read, "several": several, "typed": typed, "usually": usually}
    return field(default=default, metadata=told)


@record
class Option:
    """An option of a learner, as a person sees it.

    Parameters
    ----------
    name, default
        Of the field.
    kind
        Its annotation in words, such as ``int`` or ``int | None``.
    words
        What it is: the entry of the class's docstring.
    least, read, several, typed, usually
        As for `option`.
    """

    name: str
    default: Any
    kind: str
    words: str
    least: int = 1
    read: Callable[[Any], Any] | None = None
    several: bool = False
    typed: str = ""
    usually: str = ""

    @property
    def flag(self) -> bool:
        """Whether it is on or off, or neither."""
        return self.switch or self.kind == "bool"

    @property
    def switch(self) -> bool:
        """Whether it is neither on nor off by default."""
        return self.kind == "bool | None"

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return self.read is None and self.kind.startswith("int")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option,))
@dataclass(frozen=True, kw_only=True, repr=False)
class Learner:
    """A way to choose training problems and what is learned from each; the base of all learners.

    A class of it is a frozen dataclass without being told so: its annotated attributes are its options, each with a default.
    What a class is stands in attributes without annotation.

    Parameters
    ----------
    filters
        What may become a macro and stay one: names with commas, or none. new: problems not worked on before; uphill: paths whose first
        move does not lower the estimate; short: macros of 6 moves at most; pays: macros that save work in searches for problems not learned from.
    lessons
        Greatest number of training problems.

    Attributes
    ----------
    name
        Its name in `LEARNERS`; by default that of the class with hyphens, as ``macro-table`` of ``MacroTable``.
    summary
        Experience and attention in a few words; by default the first line of the docstring.
    makes
        What it makes: ``macros``, ``a macro table``, ``a policy`` or ``rules``.
    word
        What one of its rules is called.
    order
        The order of subgoals that its macros are for.
    finds_order
        Whether a better one is looked for first (`find_order`).
    closed
        Whether the library is to be closed under the symmetries of its geometry before and after learning, so that one path
        teaches what all its images would; when in between is for `experience` to say.
    builds_on
        Whether what was learned before takes part in the work on a problem, or in the choice of the next one; of other
        learners, several problems may be worked on at once.
    from_examples
        Whether its problems are the examples of the course, each searched as any other problem.
    lifted
        Whether its macros are over parameters, for PDDL domains; None for rules of both kinds of domains.
    at_once
        Whether its problems are worked on together, before the first is handed out.
    selects
        Whether retention is decided over all problems together, by `select`.
    climbs
        Whether its macros are for climbing, and not for other searches.
    looks_at
        What it looks at, in words: a piece of what, from what, and what one more occurrence of a macro there is called.
    for_planners
        Class of the files that other planners read, made of a library, a PDDL file and the files of problems; None where its
        macros are no actions of theirs.

    Raises
    ------
    InputError
        A whole number below its least value, an unknown filter, or one that has no meaning for what it makes.
    """

    name: ClassVar[str] = "learner"
    summary: ClassVar[str] = ""
    makes: ClassVar[str] = "macros"
    order: ClassVar[Order] = GIVEN
    finds_order: ClassVar[bool] = False
    closed: ClassVar[bool] = False
    word: ClassVar[str] = "macro"
    from_examples: ClassVar[bool] = False
    lifted: ClassVar[bool | None] = False
    at_once: ClassVar[bool] = False
    selects: ClassVar[bool] = False
    climbs: ClassVar[bool] = False
    looks_at: ClassVar[tuple[str, str, str, str]] = ("piece", "plans", "training plan", "use")
    for_planners: ClassVar[Any] = None

    filters: Any = option(default=(), read=read_filters)  # noqa: RUF009
    lessons: int | None = option(default=None, usually="all")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        if "summary" not in vars(cls):
            cls.summary = (cls.__doc__ or "").strip().split("\n")[0].rstrip(".")
        made: Any = dataclass(frozen=True, kw_only=True, repr=False)(cls)
        made.__init__ = checked(made.__init__)

    def __post_init__(self) -> None:
        for one in self.options():
            value = getattr(self, one.name)
            if one.whole and value is not None and value < one.least:
                words = f"bad {one.name.replace('_', ' ')}"
                raise InputError(words, expected=f"{one.least} or more", found=str(value))
        if (self.lessons or 0) > maxsize:
            raise InputError("bad lessons", expected=f"{maxsize:,} or fewer")
        object.__setattr__(self, "filters", read_filters(self.filters))
        if self.filters and self.makes != "macros":
            why, instead = WITHOUT.get(self.makes, (f"it makes {self.makes}", "--filters none"))
            raise InputError(
                f"--filters does not apply to learner {self}: filters drop single macros, and {why}",
                found=f"filter {self.filters[0]}",
                remedy=instead,
            )
        if self.at_once and self.lessons is not None:
            raise InputError(
                f"--lessons does not apply to learner {self}, which works on all its problems together",
                expected="no number of lessons",
                found=str(self.lessons),
                remedy="leave --lessons out",
            )

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.given.items())
        return f"{type(self).__name__}({given})"

    def __str__(self) -> str:
        return self.name

    @property
    def builds_on(self) -> bool:
        """Whether what was learned before takes part; see the attributes."""
        return False

    @property
    def searches_examples(self) -> bool:
        """Whether a search of an experiment solves each example; others work on examples themselves, or on none."""
        return self.from_examples

    @property
    def table(self) -> bool:
        """Whether its macros are the entries of a macro table."""
        return self.makes == "a macro table"

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The options, in the order of the fields; those that all have are the last."""
        words = _documented(cls)
        filters, lessons, *own = (
            Option(*_of_field(one, words), **one.metadata) for one in fields(cls)
        )
        return *own, replace(filters, usually=", ".join(filters.default) or "none"), lessons

    @property
    def values(self) -> dict[str, Any]:
        """The value of each option."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def given(self) -> dict[str, Any]:
        """The options that are not as they are by default."""
        usual = {one.name: one.default for one in fields(self)}
        return {name: value for name, value in self.values.items() if value != usual[name]}

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterable[TrainingProblem]:
        """Training problems, one after the other; each may depend on what those before it taught."""
        return course.examples

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Work on a problem and yield the paths that are to be learned from.

        Each path is answered, before the next is looked for, with what the library said to its macro, or with the reason why
        there is none. What is returned is how the problem ended.
        """
        raise NotImplementedError

    def acquire(self, library: MacroLibrary, shape: Shape, path: Any, origin: str) -> Any:
        """The macro of a path on a board, learned at a place in words; or the reason why none can be made.

        By default the path is explained and generalized to the smallest window that it touches. A rule is its own: whoever
        found the path has generalized it.

        Raises
        ------
        InputError
            A path that is no `TrainingPath`.
        """
        if isinstance(path, Rule):
            return path
        if not (hasattr(path, "start") and hasattr(path, "steps")):
            raise InputError(
                f"learner {self.name} yields what is no training path",
                expected="TrainingPath(start, steps) from attend, or a method acquire for other paths",
                found=f"{path!r:.80}",
            )
        explained = explain_on_window(library.domain, shape, path.start, path.steps)
        return macro_of(*explained, library.next_name(), origin)

    def retain(self, library: MacroLibrary, macro: Macro) -> Admission:
        """Keep a macro in the library, or refuse it."""
        return library.add(macro)

    def select(self, records: Records, known: Sequence[Macro]) -> Choice:
        """Choose which macros of all problems the library keeps, besides those that it had at first; if `selects`."""
        raise NotImplementedError

    def beyond(self, library: MacroLibrary, course: Course) -> tuple[tuple[str, bool], ...]:
        """Trials of the library on larger problems than those of the course, before it is written: sentences, each with whether it is good news."""
        return ()

    def library(self, domain: Domain, order: Order | None = None) -> MacroLibrary:
        """An empty library for it, and for an order of subgoals, its own if None."""
        return MacroLibrary(domain, order=order or self.order, closed=self.closed, table=self.table)

    def training(self, source: Any, examples: Any, configuration: Any) -> Any:
        """Its training on a source, ready to run: its course, and its problems as tasks.

        Parameters
        ----------
        source
            The board or planning domain.
        examples
            What to learn from, as for `learn`; None for practice.
        configuration
            How examples are searched, a `Configuration`.

        Raises
        ------
        InputError
            Faulty examples, or a source that it cannot learn on.
        """
        return _training(self, source, examples, configuration)

    def other_planner(self, source: Any, held_out: Any) -> Any:
        """The planner in which its macros are tried on held-out problems, a `PlannerTrial`; None for searches of arcwise.

        Raises
        ------
        InputError
            A planner that cannot try them.
        """

    def check_file(self, path: str | Path, text: str | None) -> None:
        """Refuse a file of macros of another kind than its own, before it is read.

        Parameters
        ----------
        path, text
            The file, and what is in it.

        Raises
        ------
        InputError
            Such a file.
        """

    def check_going_on(self, found: MacroLibrary, place: Place, order: Order | None) -> None:
        """Refuse macros that it cannot go on from.

        Parameters
        ----------
        found, place
            The macros, and their file.
        order
            The order of subgoals that was asked for, if any.

        Raises
        ------
        InputError
            Such macros.
        """
        if found.policy is not None:
            raise InputError(
                "a policy and other macros do not mix", place=place, remedy="--learner policy"
            )
        if found.table != self.table:
            raise InputError(
                "macro tables and other macros do not mix",
                place=place,
                expected="macros of a table" if self.table else "no macro table",
            )
        if order not in (None, found.order):
            raise InputError(
                "these macros are for another order of subgoals",
                place=place,
                expected=in_words(found.domain, order or GIVEN),
                found=in_words(found.domain, found.order),
                remedy="leave out --subgoals",
            )

    def fit(
        self, domain: Any, problems: Any = None, library: Any = None, **options: Any
    ) -> MacroLibrary:
        """Learn, and return the library.

        Parameters
        ----------
        domain
            As for `arcwise.open_source`.
        problems
            Training problems, for learners that do not make their own; as for `learn`.
        library
            Macros to go on from: a library, which is left as it is, or a macro file.
        options
            As for `learn`, which also gives the records.

        Raises
        ------
        InputError
            What `learn` refuses.
        """
        found: MacroLibrary = _learn(domain, problems, self, macros=library, **options).library
        return found


def _of_field(one: Field[Any], words: Mapping[str, str]) -> tuple[str, Any, str, str]:
    kind = one.type if isinstance(one.type, str) else getattr(one.type, "__name__", str(one.type))
    return one.name, one.default, kind, words.get(one.name, "")


def _documented(kind: type) -> dict[str, str]:
    """Descriptions of the parameters in the docstrings of a class and its bases, each on one line."""
    found: dict[str, str] = {}
    for cls in reversed(kind.__mro__):
        _, _, section = cleandoc(cls.__doc__ or "").partition("Parameters\n----------\n")
        for names, words in re.findall(r"(?m)^(\w[\w, ]*)\n((?:    .*\n?|\n(?=    ))+)", section):
            found |= dict.fromkeys(names.split(", "), " ".join(words.split()))
    return found


def read_order(text: str) -> Order:
    """The name of an order of subgoals, or cells: in text they are numbered from 1.

    Raises
    ------
    InputError
        Neither of these.
    """
    names = (FOUND, *RULES)
    if text in names:
        return text
    try:
        return tuple([int(cell) - 1 for cell in text.split(",")])
    except ValueError:
        raise InputError(
            "no order of subgoals",
            expected=f"{', '.join(names)}, or cells such as 3,1,2",
            found=repr(text),
        ) from None


class Practice(Learner):
    """A learner that makes its training problems itself.

    Parameters
    ----------
    subgoals
        Order in which the cells of the goal are filled: found, given, blank-first, first-to-last, last-to-first, dependencies-first,
        or the cells, as in 3,1,2.
    """

    subgoals: Order | None = option(default=None, read=read_order)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The options, in the order of the fields; the usual order of subgoals is that of the learner."""
        usually = FOUND if cls.finds_order else str(cls.order)
        return tuple(
            replace(one, usually=usually) if one.name == "subgoals" else one
            for one in super().options()
        )
