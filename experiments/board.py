"""Boards: a domain in one size, and the macros that were learned for it; the source of everything that has states and moves."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property, lru_cache, singledispatch
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, cast

from ..rules.board_moves import MAX_CELLS
from ..rules.checked import checked
from ..rules.cost import check_cost
from ..rules.domain import Domain, TheoryDomain
from ..rules.domains.domain_table import (
    DOMAINS,
    FILES,
    LentClass,
    borrow,
    domain_of,
    lent_class,
    read_built_in,
    spelled,
)
from ..rules.errors import InputError, Place
from ..rules.geometry import Shape
from ..rules.later import Later
from ..rules.oddities import odd_arcs
from ..rules.read_domain import (
    file_in,
    read_domain,
    with_problem,
)
from ..rules.record import record
from ..rules.solvability import random_problems
from ..rules.source import ENDINGS, OF_PROOFS, SOURCES, RuleTexts, Source, SourceTexts, ending_of
from ..rules.term import Pattern, State, Var, goal_of, goal_values
from ..rules.text.state_text import lists_text
from ..rules.text.text_file import holding, read_text
from ..rules.text.words import counted
from ..rules.theory import Theory
from ..rules.trust import trusting
from ..search.macros import LiftedProblem
from ..search.problem import (
    DomainProblem,
    FunctionProblem,
    Problem,
    SearchProblem,
    problem_with_goals,
)

if TYPE_CHECKING:
    from ..ebl.library import MacroLibrary
    from ..rules.view import View
    from ..search.result import Result
    from .configuration import Configuration

LOG = logging.getLogger("arcwise")

_problems = Later("experiments.asked", "problem_set")
_read_only = Later("planning.source", "read_only")
_swi_problem = Later("logic.prover.swi_problem", "SwiProblem")
_given = Later("experiments.asked", "start_and_goal")
_read_pair = Later("experiments.asked", "read_pair")
_of_file = Later("experiments.problem_set", "problems_of_file")
_random = Later("experiments.problem_set", "random_problem_set")
_macros = Later("experiments.board_macros", "BoardMacros")
_comparison = Later("experiments.designs.compare", "comparison_on_board")
_judging = Later("experiments.designs.utility.rules", "judging_on_board")
_usual_learner = Later("experiments.designs.training", "usual_learner")
_learned = Later("experiments.designs.learn", "learned_on_board")
_perform = Later("experiments.execute.perform", "perform")
_asked = Later("experiments.board_question", "asked")
_session = Later("explorer.explore.session", "session_on_board")
_dead_ends = Later("experiments.stuck", "dead_ends_view")


def rules_cannot_climb(name: str) -> InputError:
    """The error of macro-operators with conditions where only arcs serve."""
    return InputError(
        "macro-operators with conditions take part in searches of the program that they were learned from",
        place=Place(name),
        expected="solve, compare, watch, learn or utility, with another algorithm than climb",
    )


@record
class BoardSource(Source):
    """One size of a domain, the engine that runs it, and what was learned for it.

    Boards whose moves are no arcs, and planning problems, are classes that derive from it.

    Parameters
    ----------
    argument
        What names it.
    domain
        What knows it; where that is in no other size, a `TheoryDomain`.
    shape
        The size.
    engine
        ``python`` or ``swi``.
    order, arc_cost
        Of a built-in puzzle, the order in which moves are tried and what one costs.
    arcs
        Whether its theory has them.
    in_memory
        Whether no file or name has its arcs, so that other processes get them as `text`.
    shown_start, moves
        Of a Prolog file, a start as a text that shows the form of states, and the goal that is asked for moves, as for
        `opened`.
    rules
        The file of macros that take part in its searches; None for none.
    table_goal
        The goal for which a macro table is placed; only those need it.
    files
        Names and texts of its files, where they were read already.
    """

    argument: str
    domain: Domain
    shape: Shape
    engine: str = "python"
    order: str = "ULRD"
    arc_cost: float = 1
    arcs: bool = True
    in_memory: bool = False
    shown_start: str | None = None
    moves: str | None = None
    rules: RuleTexts | None = None
    table_goal: Pattern | None = None
    files: tuple[tuple[str, str], ...] | None = field(default=None, repr=False, compare=False)

    kind: ClassVar[str] = "board"
    endings: ClassVar[tuple[str, ...]] = (".psvn",)
    types: ClassVar[tuple[str, ...]] = ("Theory", "Domain")
    counts_uses: ClassVar[bool] = True
    questions: ClassVar[str] = "states"
    lacks: ClassVar[tuple[str, ...]] = OF_PROOFS
    practises: ClassVar[bool] = True
    searched_by: ClassVar[str | None] = "greedy"
    explained: ClassVar[tuple[str, ...]] = ("state", "traps", "goal")
    compared: ClassVar[tuple[str, ...]] = ("goal", "beyond", "keep_going", "engine")

    def __hash__(self) -> int:
        # It is part of keys of caches, and hashing a large PDDL problem takes milliseconds.
        return hash((self.argument, self.shape, self.rules))

    grounded = True
    """Whether searches can begin."""

    reads_states = True
    """Whether texts are read as its states."""

    @classmethod
    def opened(
        cls,
        named: Any,
        words: Sequence[Any] = (),
        *,
        part: str | Path | None = None,
        enumerated: bool = False,
        **options: Any,
    ) -> BoardSource:
        """The board that something names, with the texts of its files.

        Parameters
        ----------
        named
            A name such as ``sliding-tile:3x3`` or ``8-puzzle``, a ``.pl``, ``.psvn`` or ``.pddl`` file, a `Theory`, a
            `Domain`, or a `FunctionProblem`, on whose moves nothing is learned.
        words
            The question, if that is known.
        part
            Of a PDDL domain the file of a problem, of a `Domain` a size, such as ``"3x3"``; the typical one if None.
        enumerated
            Whether the states of a program are enumerated, where they are few.
        options
            ``order`` and ``arc_cost`` of moves, for sliding tiles. ``engine``: ``auto``, SWI-Prolog for trusted programs that
            nothing else runs, Python for all else. ``arcs``: whether they are to be made, which climbs and policies do not need.
            ``start`` and ``moves`` of a Prolog file: a start as a text, for programs that do not show how states are written,
            and the goal that is asked for the successors of a state, such as ``move(S,_,T)``.

        Raises
        ------
        InputError
            An unknown name, a bad file or size, a theory with macros, a program that the engine asked for cannot run.
        SwiUnavailable
            A trusted program, or engine ``swi``, without SWI-Prolog.
        """
        read = board_of(named, part, **options)
        found = read if isinstance(named, BoardSource) else noted(read)
        found = found.enumerated() if enumerated else found
        if found.arcs and found.domain.whole is not found.domain:  # a part that actions leave
            found = found.of(found.domain.whole)
        return found.holding_texts()

    @classmethod
    def comparison(cls, named: Any, words: Sequence[Any], asked: Any) -> Any:
        """The experiment on boards; faults of macros are told before anything is grounded. See `Source.comparison`."""
        return _comparison(named, asked)

    @classmethod
    def judging(
        cls, named: Any, words: Sequence[Any], problems: Any, algorithm: str | None, base: Any
    ) -> Any:
        """The board of a program that makes its moves; see `Source.judging`."""
        return _judging(named, problems, algorithm, base)

    @classmethod
    def learn(cls, named: Any, words: Sequence[Any], asked: Any) -> Any:
        """Macros, or macro-operators with conditions where a program makes the moves; see `Source.learn`."""
        return _learned.found(named, asked)

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
        """The `BoardQuestion` of a problem between states, with macros for it; see `Source.ask`."""
        return _asked.found(named, words, macros=macros, seed=seed, **options)

    @classmethod
    def session(cls, named: Any, words: Sequence[Any], **asked: Any) -> Any:
        """The walk on the board; see `Source.session`."""
        return _session.found(named, words, **asked)

    @classmethod
    def explain(cls, named: Any, words: Sequence[Any], **options: Any) -> View:
        """The dead ends of the board, or whether a state is one; see `Source.explain`."""
        found: View = _dead_ends.found(named, words, **options)
        return found

    @classmethod
    def read(cls, texts: SourceTexts) -> BoardSource:
        """The board of its texts, in any process."""
        return _read(texts)

    @property
    def name(self) -> str:
        """Its argument."""
        return self.argument

    @property
    def sized(self) -> tuple[Domain, Shape]:
        """The domain and the size, as functions take them that ask for no source."""
        return self.domain, self.shape

    def holding_texts(self) -> BoardSource:
        """Copy with the texts of its files, as they are now."""
        return self if self.files is not None else replace(self, files=self._read_files())

    def _read_files(self) -> tuple[tuple[str, str], ...]:
        if self.in_memory:
            return ()
        file = file_in(self.argument)
        if file is None or not (Path(file).suffix.lower() in FILES or Path(file).is_file()):
            return ()
        return ((file, read_text(file)),)

    @cached_property
    def texts(self) -> SourceTexts:
        """All that a process needs to open it again."""
        files = self._read_files() if self.files is None else self.files
        lent = None if self.in_memory else lent_class(self.argument)
        own: tuple[Pattern, ...] = ()
        if self.in_memory:
            files, own = ((self.argument, self._written),), self.domain.own_goals
        elif lent is not None:
            files = ((name_of_arcs(self.argument), self._written), *files)
            own = own_goals(self.domain, self.shape)
        options: dict[str, Any] = {
            "order": self.order,
            "arc_cost": self.arc_cost,
            "engine": self.engine,
            "start": self.shown_start,
            "moves": self.moves,
            "grounded": self.grounded,
            "own_goals": [goal_values(goal) for goal in own],
            "lent": None if lent is None else list(lent),
            "goal": None if self.table_goal is None else goal_values(self.table_goal),
        }
        return SourceTexts(self.kind, self.argument, files, options, self.rules, known=self)

    def check_travels(self) -> None:
        """Refuse macros on windows of a class that other processes cannot import.

        Raises
        ------
        InputError
            Such a board.
        """
        lent = None if self.in_memory else lent_class(self.argument)
        if lent is None or lent.module or self.rules is None:
            return
        if "macro_domain(board(" not in self.rules.text:  # only the class tells where they lie
            raise InputError(
                f"other processes cannot import the class {lent.qualified} of {self.argument}",
                expected="a class in a file of its own, which is imported, or one that is installed",
                found="a class of a script, a notebook or a function",
                remedy="one process: without jobs and cluster",
            )

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of a run about it."""
        return {**super().settings, "order": self.order, "arc_cost": self.arc_cost}

    usual_algorithms = ("breadth-first", "iterative-deepening", "a-star", "greedy")

    def facts(self, problems: Any) -> dict[str, Any]:
        """Facts of a run about its board."""
        first = problems.representative
        theory = (self if first is None else self.for_problem(first)).theory
        return {
            "theory_name": theory.name,
            "shape": list(theory.shape),
            "blank": theory.blank,
            "problems": problems.words,
        }

    def given(self, texts: Sequence[str]) -> Any:
        """Problems as a command has them: two states are a start and a goal, as in ``solve``."""
        return _given(self, texts)

    def problems(
        self,
        asked: Any = None,
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> Any:
        """Problems from a set, files, pairs or starts; see `Source.problems`."""
        asked = [] if asked is None else asked
        return _problems(self, asked, training=training, keep_going=keep_going, grounded=grounded)

    def read_files(
        self,
        paths: Sequence[str | Path],
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> Any:
        """The problems of a file; see `ProblemSet.from_files`."""
        if len(paths) != 1:
            raise InputError("more than one file of problems", found=" ".join(map(str, paths)))
        return _of_file(paths[0], self.theory, training=training, keep_going=keep_going)

    def draw(
        self,
        count: int,
        seed: int = 0,
        *,
        goal: str | Pattern | None = None,
        **options: Any,
    ) -> Any:
        """Random problems; goal, moves and distance as for `random_problems`."""
        return _random(self, self.goal(goal), count, seed, **options)

    def with_rules(self, rules: RuleTexts | None) -> BoardSource:
        """Copy whose searches use the macros of a file, in place of those that they use now."""
        return _only(replace(self, rules=rules))

    def placed_for(self, goal: Pattern | None) -> BoardSource:
        """Copy whose macro table is placed for a goal."""
        return _only(replace(self, table_goal=goal))

    @cached_property
    def macros(self) -> Any:
        """The `BoardMacros` that its searches use, placed on it; none where it has no rules."""
        return _macros(self)

    def read_pair(self, start: Any, goal: Any) -> tuple[State, Pattern]:
        """A start and a goal, of which texts are read."""
        found: tuple[State, Pattern] = _read_pair(self, start, goal)
        return found

    def of_size(self, shape: Shape) -> BoardSource:
        """Copy for boards of another size."""
        return replace(self, argument=self.domain.spell(shape), shape=shape)

    def solve(
        self,
        start: State,
        goal: Pattern,
        configuration: Configuration,
        report: Callable[[int], None] | None = None,
        *,
        counting: bool = False,
    ) -> tuple[Result, dict[str, Any]]:
        """Search, climb, follow a policy or practise, as the configuration and the macros say; see `Source.solve`."""
        found: tuple[Result, dict[str, Any]] = _perform(
            self, configuration, start, goal, report, counting=counting
        )
        return found

    @property
    def text(self) -> str | None:
        """Text of the file that the argument names, where that is in memory only; None for others."""
        return self._written if self.in_memory else None

    @cached_property
    def _written(self) -> str:
        from ..rules.prolog.theory_file import write_theory
        from ..rules.psvn.writer import write_psvn

        return (write_theory if self.theory.values is None else write_psvn)(self.theory)

    def run_by(self, engine: str) -> Self:
        """Copy whose arcs an engine applies.

        Parameters
        ----------
        engine
            ``python``, ``native``, ``swi``, or ``auto``: SWI-Prolog for programs that nothing else runs, Python for all else.

        Raises
        ------
        InputError
            An engine that cannot make the moves.
        """
        return replace(self, engine="swi" if engine == "swi" else "python")

    @property
    def program(self) -> Any:
        """Program or function that makes the moves; None where they are arcs."""
        return self.domain.program

    @property
    def clauses(self) -> Any:
        """Program whose clauses are resolved here to make the moves, a `MoveProgram`; None for all others."""
        return None

    def usual_learner(self, examples: Any, output: Any = None, pieces: str | None = None) -> Any:
        """The `ChosenLearner` where none is named.

        Parameters
        ----------
        examples, output
            As for `arcwise.learn`.
        pieces
            What else is asked for that macros made of pieces of plans have, such as a trial or several processes; None for
            nothing.

        Raises
        ------
        InputError
            Nothing to learn from, or faulty examples.
        """
        return _usual_learner(self, examples, output, pieces)

    def misread(
        self, start: State, goals: Sequence[Pattern], *, of_facts: bool = False
    ) -> InputError | None:
        """Question about which argument of a move is which, asked before a problem is called unsolvable.

        ``of_facts``: only if the moves are facts, where it takes no proofs. None if there is no question.
        """
        return None

    @cached_property
    def theory(self) -> Theory:
        """The theory, made when it is asked for. Of a program that is not a list of arcs it has the board but no arcs."""
        return (self.domain.theory if self.arcs else self.domain.board)(self.shape)

    def of(self, domain: Domain) -> BoardSource:
        """Copy for a domain that has other arcs for its problem: a part of them, or the whole."""
        return replace(self, domain=domain, shape=domain.theory(self.shape).shape)

    def enumerated(self, start: State | None = None, *bounds: int) -> BoardSource:
        """The domain of the states that a program reaches from a start, as arcs; itself where they are too many, or are arcs already.

        Parameters
        ----------
        start
            The start; by default the program's own.
        bounds
            States and inferences at most, as for `MoveProgram.space`.
        """
        return self

    @property
    def odd_arcs(self) -> tuple[str, ...]:
        """Sentences on arcs that are unlike the others, perhaps by a slip; nothing where no arcs are made, and of built-in domains."""
        return odd_arcs(self.domain, self.shape) if self.arcs else ()

    def with_conditional_macros(
        self,
        path: str | Path,
        text: str | None = None,
        *,
        macro_cost: str = "true",
        chosen: Collection[str] | None = None,
    ) -> BoardSource:
        """Copy with the macro-operators of a file that ``arcwise learn`` wrote for a program that makes its moves.

        Parameters
        ----------
        path, text
            The file, and its text where it is known.
        macro_cost
            ``true`` for what the moves cost, or ``unit``.
        chosen
            Names of the macro-operators that are taken; by default all.

        Raises
        ------
        InputError
            A bad file, one for another program, a domain of arcs.
        """
        raise InputError(
            "these rules are for a program that makes moves",
            place=Place(str(path)),
            found=self.argument,
        )

    @property
    def goals(self) -> tuple[Pattern, ...]:
        """The goals that the theory's file gives, any of which will do; none where it gives none."""
        return self.domain.own_goals

    def problem(self, start: State, goal: Pattern) -> SearchProblem:
        """The problem to search, with the macros of its rules."""
        return (
            self.bare_problem(start, goal)
            if self.rules is None
            else self.macros.problem(start, goal)
        )

    def bare_problem(
        self, start: State, goal: Pattern, theory: Theory | None = None
    ) -> SearchProblem:
        """The problem without macros, but for those of ``theory``, if that is given."""
        several = self.domain.goals_for(goal)
        if len(several) > 1:
            return self.problem_to_any(start, several, theory)
        return self._problem(theory or self.theory, start, goal)

    def _problem(self, theory: Theory, start: State, goal: Pattern) -> SearchProblem:
        """The problem of one goal."""
        if self.engine != "swi":
            return Problem(theory, start, goal)
        problem: SearchProblem = _swi_problem.found.of(theory, start, goal)
        return problem

    def lifted(self, start: State = (), goal: Pattern = ()) -> LiftedProblem:
        """The problem as the domain describes it, of which no arc is made yet; empty states are the domain's own."""
        return LiftedProblem(self.domain, self.shape, start, goal, self.arc_cost, self.engine)

    def problem_to_any(
        self, start: State, goals: tuple[Pattern, ...], theory: Theory | None = None
    ) -> SearchProblem:
        """The problem of reaching any of some goals.

        Raises
        ------
        InputError
            Several goals for a theory that Prolog runs.
        """
        if len(goals) == 1:
            return self.bare_problem(start, goals[0])
        if self.engine == "swi":
            raise InputError("engine swi looks for one goal", found=f"{len(goals)} goals")
        return problem_with_goals(theory or self.theory, start, goals)

    def arcs_only(self, doing: str) -> Theory:
        """The theory, if it is a list of arcs.

        Raises
        ------
        InputError
            Moves that a program or a function makes.
        """
        return self.theory

    def library(self, named: str | Path | MacroLibrary | None = None) -> MacroLibrary:
        """The macros of a file or a library for these boards, without making arcs; without either an empty library.

        Raises
        ------
        InputError
            A bad file, or one for another domain or board.
        """
        from ..ebl.files.macro_file import head_of, load_macros

        if named is None:
            from ..ebl.library import MacroLibrary

            return MacroLibrary(self.domain)
        if not isinstance(named, str | Path):
            return named.for_domain(self.domain, self.shape)
        if head_of(named).proves:
            raise rules_cannot_climb(str(named))
        if self.program is not None:
            self.arcs_only("--macros")
        return load_macros(named, self.domain, self.shape)

    @property
    def start(self) -> State | None:
        """The start that people expect, if the theory has one."""
        return self.domain.start(self.shape)

    def goal(self, goal: str | Pattern | None = None, start: State = ()) -> Pattern:
        """The given goal, as a pattern or a text in which ``?`` stands for anything, or the theory's own; start as for `parse_goal`.

        Where the theory has several, it is the pattern that stands for them (`Domain.any_goal`).

        Raises
        ------
        InputError
            No goal state of its own.
        """
        if goal is None:
            return self.domain.any_goal or self.domain.goal(self.shape)
        if isinstance(goal, str):
            return parse_goal(self.theory, goal, start)
        return self.theory.goal_of_cells(tuple(goal))

    @property
    def goal_states(self) -> tuple[State, ...]:
        """Goals of the file that are single states."""
        plain = (tuple(t for t in goal if not isinstance(t, Var)) for goal in self.goals)
        return tuple(state for state in plain if len(state) == self.theory.size)

    def goal_patterns(self, goal: str | Pattern | None, start: State = ()) -> tuple[Pattern, ...]:
        """The given goal, see `goal`, or the goals of the domain, any of which will do."""
        own = self.domain.goals(self.shape) if goal is None else ()
        return own or (self.goal(goal, start),)

    def starts(
        self,
        goal: Pattern,
        count: int,
        seed: int,
        *,
        moves: int | None = None,
        distance: int | None = None,
    ) -> list[State]:
        """Random starts from which a goal can be reached, as `random_problems` makes them.

        Raises
        ------
        InputError
            As there; moves or distance for a program, which cannot be run backwards.
        """
        if moves is not None or distance is not None:
            self.arcs_only("a start a number of moves away")
        return random_problems(self.theory, goal, count, seed, moves=moves, distance=distance)

    def random_problems(
        self,
        count: int,
        seed: int,
        *,
        goal: str | None = None,
        moves: int | None = None,
        distance: int | None = None,
    ) -> list[DomainProblem]:
        """Random problems, the same that commands draw with ``--random SEED --count COUNT``.

        On a board that is too large for arcs they are `LiftedProblem`, for climbs.

        Parameters
        ----------
        count, seed
            How many, and any whole number.
        goal
            The goal as a text says it; without one any that the domain has.
        moves, distance
            Number of moves of a random walk from the goal to each start, or its exact distance from the goal.

        Raises
        ------
        InputError
            As `starts` and `goal` do.
        """
        large = self.shape[0] * self.shape[1] > MAX_CELLS
        board = replace(self, arcs=False) if large else self
        goals = board.goal_patterns(goal)
        starts = board.starts(goals[0], count, seed, moves=moves, distance=distance)
        found: list[Any] = [
            board.lifted(start, goals[0]) if large else board.problem_to_any(start, goals)
            for start in starts
        ]
        return found


@lru_cache(maxsize=128)
def _only(board: BoardSource) -> BoardSource:
    """The one of equal boards for which all is made once."""
    return board


def parse_start(theory: Theory, text: str) -> State:
    """Read a state of the command line, naming the argument in what is wrong with it."""
    try:
        return theory.parse(text)
    except InputError as error:
        raise error.at(Place("start")) from None


def parse_goal(theory: Theory, text: str, start: State = ()) -> Pattern:
    """Read a goal of the command line, as `parse_start` reads a start; the start's symbols are none of its variables."""
    try:
        return theory.parse_goal(text, start)
    except InputError as error:
        raise error.at(Place("goal")) from None


def noted(board: BoardSource) -> BoardSource:
    """Tell the odd arcs of a domain in warnings, those of one in memory once."""
    for words in board.odd_arcs:
        if not board.in_memory or words not in _TOLD:
            LOG.warning(words)
            _TOLD.add(words)
    return board


_TOLD: set[str] = set()
"""Warnings of odd arcs that were told already."""


def _refuse_unused(rules: object, named: object, order: str, cost: float) -> None:
    """Refuse an order or a cost of moves for a domain that has no such choice."""
    for choice, value, usual in (("order", order, "ULRD"), ("cost", cost, 1)):
        if value != usual and not hasattr(rules, choice):
            raise InputError(
                f"the {choice} of moves has no effect on {named!s:.60}",
                expected="sliding tiles by name, such as sliding-tile:3x3",
                found=f"{choice} {value}",
            )


def as_state(word: Any) -> Any:
    """A state given as list, rows or array, as a tuple of symbols; as text if the tuple would be ambiguous.

    A path is the text of its file's name; other words are returned as they are.
    """
    if isinstance(word, Path):
        return str(word)
    if not isinstance(word, str) and hasattr(word, "tolist"):
        word = word.tolist()
    if not isinstance(word, list | tuple):
        return word
    if (text := lists_text(word)) is not None:
        return text
    rows = [list(one) if isinstance(one, list | tuple) else [one] for one in word]
    cells = [cell for row in rows for cell in row]
    if isinstance(word, list):  # 1.0 of an array, and "1", are numbers as in a text
        cells = ["_" if _is_none(one) else int(one) if _is_whole(one) else one for one in cells]
    return tuple(cells)


def _is_none(cell: Any) -> bool:
    """Whether a cell of a list holds nothing: None, or the NaN that NumPy and pandas write for it."""
    return cell is None or (isinstance(cell, float) and isnan(cell))


def _is_whole(cell: Any) -> bool:
    """Whether a cell of a list stands for a whole number."""
    if isinstance(cell, str):
        return cell.isdecimal()
    return isinstance(cell, bool) or (isinstance(cell, float) and cell.is_integer())


Named: TypeAlias = str | Path | Source | Theory | Domain | type[Domain] | FunctionProblem
"""Whatever names a domain."""


@checked
def board_of(
    named: Named,
    part: str | Path | None = None,
    *,
    order: str = "ULRD",
    arc_cost: float = 1,
    engine: str = "auto",
    arcs: bool = True,
    start: str | None = None,
    moves: str | None = None,
) -> BoardSource:
    """The board as it is read: its files' texts are not held yet, and odd arcs are not told; see `BoardSource.opened`."""
    if isinstance(named, str | Path):
        argument = str(named)
        if part is not None:
            argument, left = with_problem(argument, (str(part),))
            if left:
                raise InputError(
                    "only a PDDL domain has problems of its own",
                    expected="DOMAIN.pddl PROBLEM.pddl",
                    found=f"{argument} {part}",
                )
        check_cost("arcs", arc_cost)
        cost = int(arc_cost) if arc_cost == int(arc_cost) else arc_cost
        kind: Any = SOURCES[ENDINGS.get(ending_of(argument), ("board",))[-1]]
        rules, shape = read_domain(argument, order=order, cost=cost, start=start, moves=moves)
        _refuse_unused(rules, argument, order, cost)
        made = {
            "order": order,
            "arc_cost": cost,
            "arcs": arcs,
            "shown_start": start,
            "moves": moves,
        }
        return cast(BoardSource, kind(spelled(argument), rules, shape, **made).run_by(engine))
    _refuse_unused(None, f"{named!r}", order, arc_cost)
    if isinstance(named, type):
        named = named()
    found: BoardSource = _board(named, part)
    return found if found is named and engine == "auto" else found.run_by(engine)


@singledispatch
def _board(named: object, part: str | Path | None) -> BoardSource:
    """The board of an object, by its type; ``part`` is a size."""
    raise InputError("this names no domain", found=f"{named!r:.60}")


def _refuse_part(named: object, part: str | Path | None) -> None:
    if part is not None:
        raise InputError(f"{named!r:.60} has one size", expected="no part of it", found=str(part))


@_board.register
def _(named: Source, part: str | Path | None) -> BoardSource:
    raise InputError(
        f"{named.name} is no board", expected="a domain of states and arcs", found=named.kind
    )


@_board.register
def _(named: BoardSource, part: str | Path | None) -> BoardSource:
    _refuse_part(named, part)
    return named


@_board.register
def _(named: FunctionProblem, part: str | Path | None) -> BoardSource:
    from ..search.function_domain import FunctionDomain

    _refuse_part(named, part)
    made = FunctionDomain.of(named)
    return sized_board("functions", made, made.alone.shape)


@_board.register
def _(named: Domain, part: str | Path | None) -> BoardSource:
    if named.alone is None:
        kind = type(named)
        _, shape = kind.read(str(part or kind.typical))
        return in_memory(named, shape)
    _refuse_part(named, part)
    return _of_arcs(named.alone, named)


@_board.register
def _(named: Theory, part: str | Path | None) -> BoardSource:
    _refuse_part(named, part)
    return _of_arcs(named, None)


def _of_arcs(theory: Theory, rules: Domain | None) -> BoardSource:
    """The board of a theory in memory, and of its domain where that is known."""
    if theory.macros:
        raise InputError(
            f"theory {theory.name} has macros of its own",
            expected="primitive arcs",
            found=f"{counted(len(theory.macros), 'macro')}",
            remedy="theory.without_macros()",
        )
    return in_memory(rules or domain_of(theory), theory.shape, theory)


def in_memory(rules: Domain, shape: Shape, theory: Theory | None = None) -> BoardSource:
    """A domain in memory: under its name where that names the same arcs, else its board of one size."""
    theory = theory or rules.theory(shape)
    name, order = rules.spell(shape), getattr(rules, "order", "ULRD")
    if rules.alone is None and rules.macros_for == "windows":
        DOMAINS.lend(type(rules).name, type(rules))
    cost: float = getattr(rules, "cost", 1)
    with suppress(InputError):
        known = read_built_in(name, order=order, cost=cost)
        if known is not None and known[1] == shape and known[0].theory(shape) == theory:
            return BoardSource(name, known[0], shape, order=order, arc_cost=cost)
    if rules.program is None and (rules.alone is None or rules.theory(shape) != theory):
        rules = TheoryDomain(theory, own_goals=own_goals(rules, shape))
    return sized_board(name_of_arcs(theory.name, theory), rules, shape, in_memory=True)


def sized_board(argument: str, rules: Domain, shape: Shape, **options: Any) -> BoardSource:
    """The board of a domain in one size, of the class that the domain names; options are its fields."""
    kind: Any = SOURCES[rules.sized_as]
    found: BoardSource = kind(argument, rules, shape, **options)
    return found


def name_of_arcs(name: str, theory: Theory | None = None) -> str:
    """Name of the file that the arcs of a domain in memory would be in."""
    stem = re.sub(r"[^\w.-]+", "-", name).strip("-") or "theory"
    return f"{stem}.{'pl' if theory is None or theory.values is None else 'psvn'}"


def own_goals(rules: Domain, shape: Shape) -> tuple[Pattern, ...]:
    """The goals of a domain; none where it has none."""
    try:
        return rules.goals(shape)
    except InputError:
        return ()


@lru_cache(maxsize=128)
def _read(texts: SourceTexts) -> BoardSource:
    """The board of its texts; that of the same texts without rules is read once."""
    options = texts.options
    if texts.rules is not None or options["goal"] is not None:
        bare = replace(texts, rules=None, options={**options, "goal": None})
        goal = options["goal"]
        found = _read(bare)
        return replace(found, rules=texts.rules, table_goal=None if goal is None else goal_of(goal))
    argument = texts.name
    if options["lent"] is not None:
        borrow(argument.partition(":")[0], LentClass(*options["lent"]))
        if read_built_in(argument) is None:
            argument = name_of_arcs(argument)
    with trusting(texts.trust), holding(dict(texts.files)):
        if not options["grounded"]:
            read: BoardSource = _read_only.found(argument)
            return replace(read, files=texts.files)
        names = ("order", "arc_cost", "engine", "start", "moves")
        found = noted(board_of(argument, **{name: options[name] for name in names}))
    found = replace(found, files=texts.files)
    goals = tuple(map(goal_of, options["own_goals"]))
    if goals and isinstance(found.domain, TheoryDomain):
        return replace(found, domain=replace(found.domain, own_goals=goals))
    return found
