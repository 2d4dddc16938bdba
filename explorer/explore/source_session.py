"""A walk through a problem of any source: its states on a board of one cell or more, its rules learned from the path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

from ...ebl.rule import Library
from ...experiments.board import BoardSource, sized_board
from ...experiments.configuration import Configuration
from ...rules.arc import Arc
from ...rules.errors import ArcwiseError
from ...rules.source import RuleTexts, Source, StatesQuestion
from ...rules.term import Pattern, State
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...search.function_domain import FunctionDomain, FunctionMoves, as_tuple
from ...search.problem import FunctionProblem
from .finding import SearchFinding, finding_of, walk_steps
from .session import FIRST_SEED, ORIGIN, PathMacro, Session, Watched
from .walk import PlacedArc, Progress


@dataclass(frozen=True)
class SourceMoves(FunctionMoves):
    """The moves of a source, each as an arc from one state to one other.

    Parameters
    ----------
    given
        The first state, as the functions of a problem have it.
    asked
        A problem of the source.
    """

    asked: Any = None

    @classmethod
    def of(cls, source: Source, start: State, goal: Pattern) -> SourceMoves:
        """The moves of a problem."""
        asked = source.problem(start, goal)
        return cls(FunctionProblem(asked.start, asked.is_goal, lambda state: ()), asked)

    def taken(self, state: State) -> Iterator[tuple[Any, State]]:
        """The source's own operators that apply in a state, with where they lead."""
        for operator, successor in self.asked.successors(self._own(state)):
            yield operator, as_tuple(successor)

    def successors(self, state: State) -> Iterator[tuple[Any, State]]:
        """The moves as arcs."""
        for operator, successor in self.taken(state):
            yield Arc(operator.name, state, successor, operator.cost), successor

    def problem(self, start: State, goal: Pattern) -> Any:
        """The problem of getting from a start to the goal that the source knows."""
        return SimpleNamespace(start=start, is_goal=self.is_goal, successors=self.successors)

    def is_goal(self, state: State) -> bool:
        """Whether a state is wanted."""
        return bool(self.asked.is_goal(self._own(state)))


class WalkRules:
    """The rules of a walk: those that it began with and those learned from it.

    Parameters
    ----------
    library
        The rules, to which others are added.
    """

    def __init__(self, library: Library[Any]) -> None:
        self.library = library

    def placed(self) -> list[PlacedArc]:
        """None: the source applies its rules itself."""
        return []

    def explained(self, name: str) -> None:
        """None: only macros are drawn."""

    def save(self, path: str) -> None:
        """Write the rules to a file."""
        self.library.save(path)

    def __len__(self) -> int:
        return len(self.library)


class SourceSession(Session):
    """A walk from a start to a goal of a source, with the rules that are learned from it.

    Parameters
    ----------
    question
        The source without rules, its start and its goal.
    library
        Rules known before.
    options
        How searches are made.
    seed
        The random problem that it is; None for one that the user gave.
    """

    kind: ClassVar = "rule"
    macros: Any

    def __init__(
        self,
        question: StatesQuestion,
        library: Library[Any],
        options: Configuration,
        seed: int | None = None,
    ) -> None:
        self.source, self._goal_of_source = question.source, question.goal
        rules = WalkRules(library)
        board = self._board(question.start, rules)
        super().__init__(board, question.start, question.goal, rules, options, seed)  # type: ignore[arg-type]

    def _moves(self, start: State, rules: WalkRules) -> SourceMoves:
        source = self.source
        if len(rules):
            source = source.with_rules(RuleTexts.of(rules.library))
        return SourceMoves.of(source, start, self._goal_of_source)

    def _board(self, start: State, rules: WalkRules) -> BoardSource:
        """The states as a board whose moves the source makes with some rules."""
        theory = Theory(self.source.name, (), (1, len(start)))
        domain = FunctionDomain(theory, program=self._moves(start, rules))
        return sized_board(self.source.name, domain, theory.shape)

    def _rules_changed(self) -> None:
        start = self.walk.start if hasattr(self, "walk") else as_tuple(self._found[0])
        self.domain = self._board(start, self.macros)
        super()._rules_changed()

    def _new_start(self) -> None:
        number = (self.seed or 0) + 1
        (drawn,) = self.source.draw(1, number)
        self.goal = self._goal_of_source = drawn.goal
        self._begin(drawn.start)
        self._rules_changed()
        self._goal_test = self.domain.problem(drawn.start, drawn.goal).is_goal
        self.seed = number

    def learn(self) -> PathMacro:
        """Generalize the path from the mark to here, and admit its rule to the library or refuse it.

        Raises
        ------
        ArcwiseError
            No path, or one that shows no rule.
        """
        steps = self.walk.marked
        if not steps:
            raise ArcwiseError("no path to learn from: make some moves first")
        states = [self.walk.state_after(self.walk.mark), *(step.state for step in steps)]
        moves = self._moves(states[0], self.macros)
        operators = [
            next(
                one
                for one, then in moves.taken(before)
                if (one.name, then) == (step.move.name, after)
            )
            for step, before, after in zip(steps, states, states[1:], strict=False)
        ]
        own = [moves._own(state) for state in states]
        library = self.macros.library
        path = SimpleNamespace(solved=True, operators=operators, states=own)
        rule = self.source.generalize(path, library.next_name(), ORIGIN)
        if isinstance(rule, str):
            raise ArcwiseError(rule)
        admission = self._changing("a learned rule", lambda: library.add(rule))
        if admission.accepted:
            self.unsaved += 1
            self._rules_changed()
        else:
            self._history.pop()
        return PathMacro(rule, self.domain.theory, admission)

    def explanation(self, macro: Any, board: Theory, width: int) -> str:
        """A learned rule in words."""
        return str(macro)

    def searcher(
        self, algorithm: str, heuristic: str | None, with_macros: bool
    ) -> Callable[[Progress], SearchFinding]:
        """A search from where one is now, to be run as a `Job`."""
        start = self.walk.state
        rules = self.macros if with_macros else WalkRules(self.source.library())

        def work(progress: Progress) -> SearchFinding:
            progress.doing = "searching"
            problem = self._moves(start, rules).problem(start, self.goal)
            result = self.options.using(algorithm).search(problem, progress)
            steps = walk_steps(result.operators, result.states[1:]) if result.solved else ()
            helped = f", {counted(len(rules), 'rule')}" if len(rules) else ""
            return finding_of(result, f"{result.method}{helped}", steps)

        return work

    def watcher(
        self, algorithm: str, heuristic: str | None, with_macros: bool
    ) -> Callable[[Progress], Watched]:
        """The search, to be stepped through; with rules, the search before learning beside it."""
        start, options = self.walk.state, replace(self.options, algorithm=algorithm)
        sides: dict[str, WalkRules] = {algorithm: WalkRules(self.source.library())}
        if with_macros and len(self.macros):
            sides = {"before learning": sides[algorithm], "after learning": self.macros}

        def work(progress: Progress) -> Watched:
            progress.doing = "searching"
            return {
                name: options.watch(self._moves(start, rules).problem(start, self.goal), progress)
                for name, rules in sides.items()
            }

        return work


def session_of(
    kind: type[Source],
    named: str,
    words: Sequence[str],
    macros: str | None,
    seed: int | None,
    configuration: Configuration,
) -> SourceSession:
    """A walk through a problem of a source; see `Source.session`."""
    seed = FIRST_SEED if seed is None and not words else seed
    question = kind.ask(named, words, seed=seed)
    return SourceSession(question, question.source.library(macros), configuration, seed)
