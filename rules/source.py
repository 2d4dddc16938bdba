"""Sources: what a question can be asked of, opened once from what names it.

A *source* is a board of arcs, a planning domain, functions, a logic program, or a substrate from outside. It is opened by
`open_source`. Endings of files and types of objects that the built-in rows of `SOURCES` know are theirs; for anything else each
row from outside is asked whether it takes it, and what nobody takes is a board. A verb that every source answers is a method
of it; solve and watch ask `Source.ask` for a `SourceQuestion`, which is searched and shown.

A source of your own is a class that derives from `Source`: it says how it is opened, how a start and a goal are read, and what
the problem between them is; all else has a default. An entry point ``arcwise.sources``, or ``SOURCES.lend(name, cls)`` in this
process, puts it into the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import field
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Self

from .checked import checked
from .errors import InputError
from .later import Later
from .record import record
from .registry import Importable, Registry, imported, travelling
from .term import Pattern, State, goal_values
from .text.text_file import is_there, read_text
from .trust import trusted
from .view import Heading, Lines, Part, Sentence, View

_fingerprint = Later("rules.fingerprint", "fingerprint")
_domain_name = Later("rules.domains.domain_table", "name_in_table")
_configuration = Later("experiments.configuration", "Configuration")
_plain_problems = Later("experiments.asked", "plain_problems")
_learned = Later("experiments.designs.learn_source", "learn_of_source")
_comparison = Later("experiments.designs.compare", "comparison_of_source")
_judging = Later("experiments.designs.utility.rules", "judging_of_source")
_drawn_problems = Later("experiments.asked", "drawn_problems")
_plan_text = Later("search.plan", "plan_text")
_session = Later("explorer.explore.source_session", "session_of")

OF_BOARDS = (
    *("moves", "distance", "select", "escape", "learn", "improve", "boards"),
    *("order", "arc_cost"),
)
"""Options, by their parameters, of questions on boards."""

OF_PROBLEMS = (".json", ".csv", ".tsv", ".txt")
"""Endings of files of problems."""

OF_PROOFS = ("all_answers", "answers", "proof", "use", "in_swi")
"""Options, by their parameters, of goals that are proved."""


@lru_cache(maxsize=1)
def this_version() -> str:
    """The version of arcwise that runs."""
    from importlib.metadata import version

    return version("arcwise")


EVERYWHERE, ROOT = "everywhere", "root"
"""Uses of rules of a program: for every goal, or for the goals that are asked alone, so that they do not chain."""


@checked
@record
class RuleTexts:
    """Rules that were learned, as the text of their file.

    Parameters
    ----------
    name, text
        The file's name, and what is in it.
    chosen
        Which of its macros or rules, by name, a name for every copy; None for all.
    macro_cost
        ``true`` for what the moves of a macro cost, or ``unit``.
    use
        Of rules of a program, where they are used: `EVERYWHERE` or `ROOT`.
    """

    name: str
    text: str = field(repr=False)
    chosen: tuple[str, ...] | None = None
    macro_cost: str = "true"
    use: str = EVERYWHERE

    @classmethod
    def of(cls, named: Any) -> RuleTexts:
        """The rules of a file, or of a library, which writes its own text.

        Raises
        ------
        InputError
            A file that cannot be read.
        """
        if isinstance(named, str | Path):
            return cls(Path(named).name, read_text(named))
        return cls(f"{named.word}s", named.text())


@checked
@record
class SourceTexts:
    """Plain data from which any process on any machine opens a source again.

    Parameters
    ----------
    kind
        Its row of `SOURCES`.
    name
        The name that it is opened by, such as a file or ``sliding-tile:3x3``.
    files
        Names and texts of the files that it is read from.
    options
        All else that its class needs, as JSON has it.
    rules
        Rules that were learned for it; None for none.
    trust
        Whether Prolog programs may do all that Prolog can; decided by who makes these texts.
    arcwise
        The version that they were written by.
    known
        The source, so that this process does not open it again; other processes do.
    """

    kind: str
    name: str
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: RuleTexts | None = None
    trust: bool = field(default_factory=trusted)
    arcwise: str = field(default_factory=this_version)
    known: Source | None = field(default=None, repr=False, compare=False)

    @cached_property
    def key(self) -> str:
        """A name that only equal texts share."""
        return str(_fingerprint(self._plain))[:16]

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def in_swi(self) -> bool:
        """Whether every step asks SWI-Prolog, whose state must not be shared between processes."""
        return self.options.get("engine") == "swi"

    @property
    def _plain(self) -> dict[str, Any]:
        rules = self.rules
        plain = None
        if rules is not None:
            plain = [rules.name, rules.text, rules.chosen, rules.macro_cost, rules.use]
        found = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "known"}
        return {**found, "files": [list(one) for one in self.files], "rules": plain}

    def to_json(self) -> dict[str, Any]:
        """The texts as plain values.

        Raises
        ------
        InputError
            A source that another process cannot have.
        """
        if self.known is not None:
            self.known.check_travels()
        if self.kind in SOURCES and not SOURCES.is_lent(self.kind):
            return self._plain
        where = travelling(
            "source", self.kind, SOURCES[self.kind] if self.known is None else type(self.known)
        )
        return {**self._plain, "lent": list(where)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> SourceTexts:
        """The texts of plain values."""
        rules = values["rules"]
        if rules is not None:
            name, text, chosen, *how = rules
            rules = RuleTexts(name, text, None if chosen is None else tuple(chosen), *how)
        files = tuple((name, text) for name, text in values["files"])
        plain = {**values, "files": files, "rules": rules}
        lent = plain.pop("lent", None)
        if lent is not None and values["kind"] not in SOURCES:
            found = imported(Importable(*lent))
            if found is not None:
                SOURCES.lend(values["kind"], found)
        return cls(**plain)

    def open(self) -> Any:
        """The source; opened once in a process and remembered.

        Raises
        ------
        InputError
            Bad texts, or those of another version of arcwise.
        """
        if self.arcwise != this_version():
            raise InputError(
                "the processes that search have another version of arcwise",
                expected=self.arcwise,
                found=this_version(),
            )
        return self.known or _opened(self)


@lru_cache(maxsize=128)
def _opened(texts: SourceTexts) -> Source:
    return SOURCES[texts.kind].read(texts)


@record
class Learns:
    """Kind of rules that are learned of a source from examples.

    Parameters
    ----------
    what
        Its name in messages.
    lacks
        Options of ``learn``, by their parameters, without meaning for it.
    options
        Options of the learner from examples that have a meaning; None for all.
    lifted
        Whether they are over the parameters of actions, learned of problems that are files of their own.
    """

    what: str = ""
    lacks: tuple[str, ...] = ()
    options: tuple[str, ...] | None = None
    lifted: bool = False


class Source(ABC):
    """A thing that questions are asked of, in one interface for every verb.

    A problem is a start and a goal, tuples of symbols, so that files and processes can have it; of goals that are proved the
    start is empty. Problems, configurations and results are those of `arcwise.search`.

    Attributes
    ----------
    kind
        Its row of `SOURCES`.
    endings
        Endings of the files that it may be opened from, such as ``.pl``; empty where `takes` looks at names.
    types
        Names of the classes of the objects that it is opened from.
    unit
        Unit that the work of a search is counted in.
    counts_uses
        Whether its searches count how often each macro is tried, for the ledger of a kept comparison.
    engine
        The engine that runs it, where it needs one of its own, such as ``swi``; else ``auto`` or ``python``.
    rules
        Rules that were learned and take part in its searches.
    questions
        Its questions in messages.
    lacks
        Options of commands, by the names of their parameters, that its questions do not take.
    practises
        Whether learners may make problems of it, so that one is chosen where none is named.
    searched_by
        Name of the algorithm by which learners are compared, if none is named; None for the first of `usual_algorithms`.
    explained, compared
        Options of ``explain``, and of ``compare``, by the names of their parameters, that only some sources take, as this one does.
    """

    kind: ClassVar[str]
    endings: ClassVar[tuple[str, ...]] = ()
    types: ClassVar[tuple[str, ...]] = ()
    unit: ClassVar[str] = "operator applications"
    questions: ClassVar[str] = "questions of this source"
    lacks: ClassVar[tuple[str, ...]] = (*OF_PROOFS, *OF_BOARDS, "certificate")
    explained: ClassVar[tuple[str, ...]] = ("operational", "algorithm")
    compared: ClassVar[tuple[str, ...]] = ()
    counts_uses: ClassVar[bool] = False
    practises: ClassVar[bool] = False
    searched_by: ClassVar[str | None] = None
    engine: str = "auto"
    rules: RuleTexts | None = None

    @classmethod
    def takes(cls, named: Any, words: Sequence[Any] = ()) -> bool:
        """Whether it opens what is named, of which some words are asked.

        Parameters
        ----------
        named, words
            An object, or a name; with an ending only if that is one of `endings`, or there are none. Words behind it, if known.
        """
        if isinstance(named, str):
            return ending_of(named) in cls.endings
        return any(one.__name__ in cls.types for one in type(named).__mro__)

    @classmethod
    def advise(cls, error: InputError, named: str, words: Sequence[str]) -> InputError:
        """The error of words that are no states of a board, with what they may mean here."""
        return error

    @classmethod
    @abstractmethod
    def opened(cls, named: Any, words: Sequence[Any] = (), **options: Any) -> Self:
        """The source that something names; arguments as for `open_source`.

        Raises
        ------
        InputError
            A bad name, file or option.
        """

    @classmethod
    @abstractmethod
    def read(cls, texts: SourceTexts) -> Self:
        """The source of its texts, in any process.

        Raises
        ------
        InputError
            Bad texts.
        """

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in messages and reports."""

    @property
    @abstractmethod
    def texts(self) -> SourceTexts:
        """All that a process needs to open it again."""

    def check_travels(self) -> None:  # noqa: B027 - most sources may
        """Refuse to be sent to another process, if that cannot have it.

        Raises
        ------
        InputError
            Such a source.
        """

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of a run about it."""
        texts = self.texts
        return {"theory": texts.name, "theory_text": texts.files[0][1] if texts.files else None}

    @property
    def macros(self) -> Any:
        """Its rules placed on a board, of which a ledger can be kept; None where there is no board."""
        return None

    @abstractmethod
    def with_rules(self, rules: RuleTexts | None) -> Self:
        """Copy whose searches use what was learned, in place of what its searches use now; None for nothing."""

    def facts(self, problems: Any) -> dict[str, Any]:
        """Facts of a run about some problems of it, a `ProblemSet`."""
        return {"theory_name": self.name, "problems": problems.words}

    @property
    def learns(self) -> Learns:
        """Kind of rules that are learned of it from examples."""
        return Learns()

    @property
    def usual_algorithms(self) -> tuple[str, ...]:
        """Algorithms that an experiment compares if none are named."""
        return ("breadth-first",)

    def configured(self, configuration: Any) -> Any:
        """A configuration with the limits that searches have if none are given.

        Raises
        ------
        InputError
            Options that have no effect here.
        """
        return configuration

    def rivals(self, library: Any, configuration: Any) -> Mapping[str, Any]:
        """Libraries that other learners learn of the examples of one, by the learners' names; the library is among them.

        None where it is compared with no rules alone.
        """
        return {}

    def given(self, texts: Sequence[str]) -> Any:
        """Problems as a command has them, in the form that `problems` takes: two states are a start and a goal.

        Files are those that are there, and mistyped ones by their endings in `OF_PROBLEMS`.
        """
        files = (is_there(one) or ending_of(one) in OF_PROBLEMS for one in texts)
        pair = len(texts) == 2 and not any(files)
        return [tuple(texts)] if pair else list(texts)

    def problems(
        self,
        asked: Any = None,
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> Any:
        """The problems of an experiment, a `ProblemSet`.

        Parameters
        ----------
        asked
            Pairs, starts, files or goals; None for those that it states itself.
        training
            Whether they are to learn from.
        keep_going
            Whether faulty entries of a file are left out.
        grounded
            Whether problems that have a theory each are made ready for searches; None for those that are not too large.

        Raises
        ------
        InputError
            Faulty problems, or none.
        """
        return _plain_problems(self, asked, training=training)

    def draw(self, count: int, seed: int = 0, **options: Any) -> Any:
        """Random problems, a `ProblemSet`; each is drawn by `random_problem`.

        Raises
        ------
        InputError
            A source that draws none.
        """
        return _drawn_problems(self, count, seed)

    def random_problem(self, rng: Random) -> tuple[State, Pattern]:
        """A random start, and a goal that it can reach.

        Raises
        ------
        InputError
            A source that draws none.
        """
        raise InputError(f"{self.name} draws no random problems", expected="problems of your own")

    def library(self, named: Any = None) -> Any:
        """A library of rules for it: an empty one, or that of a file.

        Raises
        ------
        InputError
            A source of which nothing is learned; a bad file, or one for something else.
        """
        raise InputError(f"nothing is learned of {self.name}")

    def generalize(self, result: Any, name: str, origin: str = "") -> Any:
        """The rule that a solution shows, by explanation; or in words why it shows none.

        Parameters
        ----------
        result
            A solved search of one of its problems.
        name, origin
            Name of the rule, and the place of its problem in words.
        """
        return f"nothing is learned of {self.name}"

    @classmethod
    def of_named(cls, named: Any, words: Sequence[Any] = ()) -> Self:
        """The source that something names, opened; a source as it is.

        Raises
        ------
        InputError
            As for `opened`; also a file that is missing, a folder or no text, whoever opens it.
        """
        return named if isinstance(named, cls) else cls._opened(named, words)

    @classmethod
    def _opened(cls, named: Any, words: Sequence[Any], **options: Any) -> Self:
        """The source; of a file that its class fails to read, the reason in the words of `read_text`."""
        named = str(named) if isinstance(named, Path) else named
        try:
            return cls.opened(named, words, **options)
        except (OSError, UnicodeError):
            if isinstance(named, str) and ending_of(named) in cls.endings:
                read_text(named)
            raise

    @classmethod
    def comparison(cls, named: Any, words: Sequence[Any], asked: Any) -> Any:
        """The `Experiment` that `arcwise.compare` makes, checked and not carried out yet.

        Parameters
        ----------
        named, words
            The source, as for `open_source`, and words of its first problem.
        asked
            The arguments of `arcwise.compare`, a `CompareRequest`.

        Raises
        ------
        InputError
            Bad problems or rules, or searches that are not possible here.
        """
        return _comparison(cls.of_named(named, words), asked)

    def in_order(self, problems: Any, learned_as: str, **options: Any) -> Any:
        """The rows of problems taken in order, each with what was learned of those before, for ``compare --in-order``.

        Parameters
        ----------
        problems
            The problems, as for `problems`.
        learned_as
            Name of what is learned, such as a predicate ``known/1``.
        options
            Algorithm, limits, where the run is kept, and progress.

        Raises
        ------
        InputError
            A source whose problems do not build on each other.
        """
        raise InputError("--in-order is for logic programs", found=self.name)

    @classmethod
    def judging(
        cls, named: Any, words: Sequence[Any], problems: Any, algorithm: str | None, base: Any
    ) -> Any:
        """The source whose rules are judged by their utility, how their file is read, and how problems are searched.

        Parameters
        ----------
        named, words
            The source, as for `open_source`, and words of its first problem.
        problems
            The problems by which rules are judged.
        algorithm, base
            The algorithm, None for the usual one, and the `Configuration`.

        Raises
        ------
        InputError
            A source of which no rules are learned, or a search that is not possible here.
        """
        return _judging(cls.of_named(named, words), algorithm, base)

    @classmethod
    def learn(cls, named: Any, words: Sequence[Any], asked: Any) -> Any:
        """Outcome of learning from examples, as `arcwise.learn` returns it.

        Parameters
        ----------
        named, words
            The source, as for `open_source`, and words of its first example.
        asked
            The arguments of `arcwise.learn`, a `LearnRequest`.

        Raises
        ------
        InputError
            Bad examples, a learner or options that have no meaning here.
        """
        return _learned(cls.of_named(named, words), asked)

    def learner(self, asked: Any) -> Any:
        """The learner that one means for this source; itself unless the source says otherwise.

        Raises
        ------
        InputError
            A learner that cannot learn of it.
        """
        return asked

    def for_problem(self, problem: Any) -> Self:
        """Copy for a problem of an experiment that has a theory of its own; itself if it has none."""
        return self

    def ends(self, problem: Any) -> tuple[State, Pattern]:
        """Start and goal of a problem of an experiment."""
        return problem.start, problem.goal

    @classmethod
    def ask(
        cls,
        named: Any,
        words: Sequence[Any],
        *,
        macros: Any = None,
        seed: int | None = None,
        **options: Any,
    ) -> Any:
        """The `SourceQuestion` that a command or a call asks.

        Parameters
        ----------
        named, words
            The source, as for `open_source`, and what is asked of it.
        macros
            The rules that were learned, a library or its file.
        seed
            Of a random problem, in place of words.
        options
            Options of the command that are no part of a `Configuration`, as far as the source does not lack them; also
            ``engine``, and whether the search ``climbs`` and a result is ``certified``.

        Raises
        ------
        InputError
            A bad name, file, word or option.
        """
        source = cls.of_named(named, words)
        if macros is not None:
            source = source.with_rules(RuleTexts.of(macros))
        return source.question(*words, seed=seed)

    @classmethod
    def session(
        cls,
        named: Any,
        words: Sequence[Any],
        *,
        macros: str | None,
        seed: int | None,
        configuration: Any,
        **options: Any,
    ) -> Any:
        """The session in which ``explore`` walks through a problem, before any screen shows it.

        Parameters
        ----------
        named, words, seed
            The source, and what is asked of it, as for `ask`.
        macros, configuration
            The file of what was learned before, and how searches are made, a `Configuration`.
        options
            Other options of the command, such as ``order`` and ``arc_cost``.

        Raises
        ------
        InputError
            As for `ask`; options that have no meaning here.
        """
        return _session.found(cls, named, words, macros, seed, configuration)

    @classmethod
    def explain(
        cls,
        named: Any,
        words: Sequence[Any],
        *,
        algorithm: str = "auto",
        operational: Sequence[str] = (),
        progress: Callable[..., Any] = nullcontext,
        **options: Any,
    ) -> View:
        """Explanation of a solution, and the rule that follows from it, for ``explain``.

        Parameters
        ----------
        named, words
            The source, and the question whose solution is explained.
        algorithm
            The algorithm that finds the solution.
        operational
            Conditions at which explanations are cut, where the source has such.
        progress
            Shows how far it is: a context manager of a number of steps and words.
        options
            Others of `explained`.

        Raises
        ------
        InputError
            As for `ask`.
        """
        question = cls.ask(named, words)
        found = question.search(_configuration(algorithm))
        shown = question.view(found)
        rule = question.source.generalize(found, "rule", question.name) if found.solved else None

        def parts() -> Iterator[Part]:
            yield from shown.parts
            if rule is not None:
                yield Heading()
                yield Lines(str(rule))

        said = None if rule is None else str(rule)
        return View(parts, lambda: {**shown.data, "rule": said}, result=found)

    def question(self, *words: Any, seed: int | None = None) -> StatesQuestion:
        """The question of getting from a start to a goal.

        Parameters
        ----------
        words
            A start and a goal, as texts or states.
        seed
            Of a random problem, in place of words.

        Raises
        ------
        InputError
            Too many words or too few, or bad ones.
        """
        if seed is not None and not words:
            (drawn,) = self.draw(1, seed)
            return StatesQuestion(self, drawn.start, drawn.goal)
        if len(words) != 2:
            raise InputError(
                "wrong number of states",
                expected="a start and a goal",
                found=f"{len(words)}: {' | '.join(map(str, words))}" if words else "none",
            )
        return StatesQuestion(self, *map(self._state_of, words))

    def _state_of(self, word: Any) -> State:
        """A state as it is, or that of a text; a number is one."""
        if isinstance(word, list | tuple):
            return tuple(word)
        if not isinstance(word, str | int) or isinstance(word, bool):
            raise InputError(
                "not a state", expected="a text, or a tuple of symbols", found=f"{word!r:.60}"
            )
        return self.state(str(word))

    def state(self, text: str) -> State:
        """The state, or the goal, that a text says.

        Raises
        ------
        InputError
            A text that says none.
        """
        return tuple(text.split())

    def shown(self, state: Any) -> str:
        """A state, or a goal, as people read it."""
        return " ".join(map(str, state)) if isinstance(state, tuple) else str(state)

    @abstractmethod
    def problem(self, start: State, goal: Pattern) -> Any:
        """The search problem between a start and a goal."""

    def solve(
        self,
        start: State,
        goal: Pattern,
        configuration: Any,
        report: Callable[[int], None] | None = None,
        *,
        counting: bool = False,
    ) -> tuple[Any, dict[str, Any]]:
        """Search a problem.

        Parameters
        ----------
        start, goal
            The problem.
        configuration
            How to search, a `Configuration`.
        report
            Called now and then with the number of expansions.
        counting
            Whether to count the uses of each macro or rule, where that can be told.

        Returns
        -------
        The `Result`, and what its row in an experiment has besides.

        Raises
        ------
        InputError
            A search that is not possible so.
        """
        return configuration.search(self.problem(start, goal), report), {}


class SourceQuestion(ABC):
    """A question of a command to a source, ready to be searched and shown.

    A source has its own where its problems are no start and goal, or more is to be shown of them.

    Attributes
    ----------
    tells
        Whether a search tells views of what it finds as it goes on, which is to be shown at once.
    """

    tells: bool = False

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in messages."""

    @property
    def policy(self) -> Any:
        """The policy that is followed in place of a search; None for none."""
        return None

    @property
    def on_board(self) -> Any:
        """The problem on its board, which may have no arcs yet; None where there is no board."""
        return None

    def ready(self, row: Any, macro_cost: str = "true") -> Self:
        """Copy in which all is made that a search by an algorithm takes, such as arcs of macros.

        Raises
        ------
        InputError
            What cannot be searched so.
        """
        return self

    @abstractmethod
    def search(
        self,
        configuration: Any,
        report: Callable[[int], None] | None = None,
        tell: Callable[[Any], None] | None = None,
    ) -> Any:
        """The result of its search.

        Parameters
        ----------
        configuration
            How to search, a `Configuration`.
        report
            Called now and then with the number of expansions.
        tell
            Called with a solution while the proof that none is cheaper goes on, by searches that find one before; with a `View`
            where the question ``tells``.
        """

    def search_by(self, algorithm: Any, **options: Any) -> Any:
        """The result of its search by an algorithm, made ready for it; ``options`` are those of `arcwise.solve`."""
        report, tell = options.pop("report", None), options.pop("tell", None)
        return self.search(_configuration(algorithm, **options), report, tell)

    def watch(self, configuration: Any, report: Callable[[int], None] | None = None) -> Any:
        """Search so in Python and record the steps, a `WatchedSearch`.

        Raises
        ------
        InputError
            A search that has no steps to look at.
        """
        raise InputError("this search cannot be watched", found=self.name)

    def learning_traps(self) -> Any:
        """The question whose search learns traps on the way.

        Raises
        ------
        InputError
            A question whose search learns none.
        """
        raise InputError("this search learns no traps", found=self.name)

    def learn(self, result: Any, file: str | Path) -> Any:
        """The result, with what its search taught kept in a file of macros."""
        return result

    def plan(self, result: Any) -> list[str]:
        """The primitive moves of a solution as people read them."""
        return list(result.move_names)

    def plan_text(self, result: Any) -> str:
        """The plan as a file has it, a move a line."""
        text: str = _plan_text.found(self.plan(result), result.cost)
        return text

    @abstractmethod
    def view(self, result: Any) -> View:
        """A result as it is shown."""

    def certificates(self, result: Any, limits: Any) -> Mapping[str, Any]:
        """Certificates of a result by the names of its answers, of one without a name alone; none where there are none.

        ``limits`` are those of what has to be searched for them.
        """
        return {}


@record
class StatesQuestion(SourceQuestion):
    """A start and a goal of a source: what ``solve`` and ``watch`` search, and show.

    Parameters
    ----------
    source, start, goal
        The source, with the rules that take part, and the problem.
    """

    source: Source
    start: State
    goal: Pattern

    @property
    def name(self) -> str:
        """Name of its source."""
        return self.source.name

    @cached_property
    def problem(self) -> Any:
        """The search problem."""
        return self.source.problem(self.start, self.goal)

    def search(
        self,
        configuration: Any,
        report: Callable[[int], None] | None = None,
        tell: Callable[[Any], None] | None = None,
    ) -> Any:
        """The `Result` of its search; see `Source.solve`."""
        return self.source.solve(self.start, self.goal, configuration, report)[0]

    def watch(self, configuration: Any, report: Callable[[int], None] | None = None) -> Any:
        """The steps of its search; see `SourceQuestion.watch`."""
        return configuration.watch(self.problem, report)

    def view(self, result: Any) -> View:
        """A result: its states, the plan, and how the search ended."""

        def parts() -> Iterator[Part]:
            if result.solved:
                yield Lines("\n".join(map(self.source.shown, result.states)))
                yield Sentence(" ".join(self.plan(result)) or "start and goal are the same")
                yield Heading()
            yield Sentence(result.summary(), result.solved, result.status.value)
            if result.note and result.solved:  # else the summary has it
                yield Sentence(result.note)

        ends = {"start": list(self.start), "goal": goal_values(self.goal)}
        return View(parts, lambda: {"source": self.name, **ends, **result.to_dict()})


SOURCES: Registry[type[Source]] = Registry(
    "source",
    {
        "program": Later("logic.source", "ProgramSource"),
        "board": Later("experiments.board", "BoardSource"),
        "moves": Later("logic.board", "MovesSource"),
        "planning": Later("planning.source", "PlanningSource"),
        "functions": Later("experiments.functions", "FunctionSource"),
    },
    "arcwise.sources",
    expected="a class that derives from arcwise.rules.source.Source",
    fits=lambda row: isinstance(row, type) and issubclass(row, Source),
)
"""Every kind of source by name; the first that takes what is named opens it. Other packages add theirs by entry points."""

ENDINGS: Mapping[str, tuple[str, ...]] = {
    ".pl": ("program", "moves"),
    ".psvn": ("board",),
    ".pddl": ("planning",),
}
"""Built-in kinds by their `Source.endings`, in the order in which they are asked; no row is imported to know them."""

TYPES: Mapping[str, str] = {
    "LogicProgram": "program",
    "Theory": "board",
    "Domain": "board",
    "FunctionProblem": "functions",
}
"""Built-in kinds by their `Source.types`."""


def ending_of(named: str | Path) -> str:
    """Ending of a name in small letters, such as ``.pl``; empty where it has none."""
    return Path(named).suffix.lower()


def open_source(named: Any, *words: Any, **options: Any) -> Any:
    """The source that something names.

    Parameters
    ----------
    named
        The name of a domain or of a file; or an object: a theory, a domain, functions, a logic program. A source is returned
        as it is.
    words
        The question, if that is known: one Prolog file may have goals to prove, and moves between states.
    options
        Those of its class; of boards ``order``, ``arc_cost``, ``engine``, ``start`` and ``moves``.

    Raises
    ------
    InputError
        An unknown name, a bad file or a bad option.
    """
    if isinstance(named, Source):
        return type(named).opened(named, words, **options) if options else named
    return source_class(named, words)._opened(named, words, **options)


def source_class(
    named: Any, words: Sequence[Any] = (), moves: int | str | None = None
) -> type[Source]:
    """The class of the source that something names; a board where no other takes it.

    Parameters
    ----------
    named, words
        As for `open_source`.
    moves
        The goal that is asked for moves, if one is: a file with such a goal has states.
    """
    if isinstance(moves, str):
        return SOURCES["moves"]
    if isinstance(named, Source):
        return type(named)
    if isinstance(named, str | Path):
        named = str(named)
        ending = ending_of(named)
        if ending in ENDINGS:
            first, *others = ENDINGS[ending]
            asked = SOURCES[first]
            return asked if not others or asked.takes(named, words) else SOURCES[others[0]]
        outside = () if not ending and _is_built_in(named) else _from_outside()
        known = [one for one in outside if ending in one.endings or not one.endings]
    else:
        for one in (named if isinstance(named, type) else type(named)).__mro__:
            if one.__name__ in TYPES:
                return SOURCES[TYPES[one.__name__]]
        known = _from_outside()
    return next((one for one in known if one.takes(named, words)), SOURCES["board"])


def with_readings(error: InputError, named: str, words: Sequence[str]) -> InputError:
    """The error of words that are no states of a file, with what another kind of source would take them for."""
    for kind in ENDINGS.get(ending_of(named), ()):
        error = SOURCES[kind].advise(error, named, words)
    return error


def _is_built_in(name: str) -> bool:
    """Whether a name is that of a domain that arcwise has."""
    try:
        return _domain_name(name) is not None
    except InputError:  # a built-in domain with a bad parameter, which the board refuses
        return True


def _from_outside() -> list[type[Source]]:
    """The classes of other packages and of this process that can be loaded."""
    found = []
    for kind in SOURCES:
        if kind not in SOURCES.built_in:
            with suppress(InputError):
                found.append(SOURCES[kind])
    return found
