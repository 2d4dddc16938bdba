"""Questions on boards: a problem that a domain, a start and a goal name, with macros for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..rules.checked import checked
from ..rules.errors import InputError, Place, refuse_more
from ..rules.later import Later
from ..rules.read_domain import problem_in, with_problem
from ..rules.record import record
from ..rules.source import SourceQuestion, with_readings
from ..rules.term import Pattern, State
from ..rules.text.state_text import parted
from ..rules.text.text_file import read_text
from ..rules.theory import Theory
from ..search.algorithms import CLIMB, PARAMETERS, Algorithm, refuse_unused
from ..search.heuristics.heuristic_table import OF_BOARDS
from ..search.macros import LiftedProblem, Macros, Rules, check_macro_cost, with_macros
from ..search.part_first import UNUSED
from ..search.problem import Problem, SearchProblem, of_arcs, theory_of
from ..search.result import Result, Status
from ..search.solve import row_of
from ..search.solve import solve as search
from .board import (
    BoardSource,
    Named,
    board_of,
    noted,
    parse_start,
    rules_cannot_climb,
)

if TYPE_CHECKING:
    from ..rules.view import View
    from ..search.certificate import Certificate
    from ..search.limits import Limits
    from ..search.watching import WatchedSearch
    from .configuration import Configuration

LOG = logging.getLogger("arcwise")

_read_only = Later("planning.source", "read_only")
_view = Later("experiments.board_views", "solved_view")

FEW_STATES, LITTLE_WORK = 2_000, 400_000
"""States of a program that are enumerated without being asked to, and the inferences that it may take."""


@record
class BoardQuestion(SourceQuestion):
    """A problem on a board, with the macros for it.

    Parameters
    ----------
    board
        The domain, with its size.
    problem
        The problem; of a `LiftedProblem` no arc is made yet.
    macros
        The macros that a search is to use.
    joined
        Whether they are in front of the arcs of the problem already.
    file
        The domain as it was named, before its states were enumerated.
    lifted
        The problem as its domain describes it, where that was posed; its empty states are the domain's own.
    boards
        Whether the states of a solution are drawn; None where they are if they are few.
    learns_traps
        Whether the search learns traps on the way.
    """

    board: BoardSource
    problem: SearchProblem
    macros: Macros | None = None
    joined: bool = False
    file: BoardSource | None = None
    lifted: LiftedProblem | None = None
    boards: bool | None = None
    learns_traps: bool = False

    @classmethod
    def of(
        cls,
        board: BoardSource,
        start: State = (),
        goal: Pattern = (),
        macros: Macros | None = None,
    ) -> BoardQuestion:
        """The problem as the domain describes it, of which no arc is made yet."""
        lifted = board.lifted(start, goal)
        return cls(board, lifted, macros, lifted=lifted)

    @property
    def name(self) -> str:
        """The name of the problem's board."""
        lifted = self.policy is not None or self.board.domain.lifted
        return self.board.domain.spell(self.board.shape) if lifted else self.board.theory.name

    @property
    def policy(self) -> Any:
        """The policy that is followed instead of a search; None if there is none."""
        return None if self.macros is None else self.macros.policy

    @property
    def part(self) -> Problem | None:
        """The part that entangled actions leave of a planning problem, if it is searched first."""
        part: Problem | None = getattr(self.problem, "part", None)
        return part

    @property
    def states(self) -> tuple[State, tuple[Pattern, ...]]:
        """The start, and the goals, any of which will do."""
        asked = self.problem if self.joined or self.lifted is None else self.lifted.board
        first: Any = self.part or asked
        return first.start, getattr(first, "goals", None) or (first.goal,)

    def ready(self, row: Algorithm, macro_cost: str = "true") -> BoardQuestion:
        """Copy with the macros in front of the arcs, where an algorithm takes them so.

        Raises
        ------
        InputError
            A problem that is too large to be made of arcs, macros that do not fit it, or a bad cost of macros.
        """
        check_macro_cost(macro_cost)
        if self.joined or self.policy is not None or row.loop == CLIMB:
            return self
        program = self.board.clauses
        if program is not None:  # its macros are in front of its moves
            if program.macro_cost == macro_cost or not program.macros:
                return self
            asked = program.with_macros(program.macros, macro_cost)
            return replace(self, problem=replace(cast(Any, self.problem), program=asked))
        cheapest = row.fewest is not None
        problem = with_macros(self.problem, self.macros, macro_cost, cheapest=cheapest)
        return replace(self, problem=problem, joined=True)

    @property
    def unused(self) -> bool:
        """Whether entangled actions among the macros are of no use, as the whole problem is searched."""
        return (
            self.macros is not None
            and self.macros.part_of(self.board.domain) is not self.board.domain
            and self.part is None
        )

    def search(
        self,
        configuration: Configuration,
        report: Callable[[int], None] | None = None,
        tell: Callable[[Result], None] | None = None,
    ) -> Result:
        """Search the problem; see `SourceQuestion.search`."""
        row, how = configuration.specification, configuration.arguments
        posed = self._with_arcs(how["heuristic"]).ready(row, configuration.macro_cost)
        macros = None if posed.joined else posed.macros
        how = {**how, "report": report, "tell": tell, "learn_traps": self.learns_traps}
        return self._noted(search(posed.problem, row, macros=macros, **how), posed)

    def learning_traps(self) -> BoardQuestion:
        """The question whose search learns traps on the way; see `SourceQuestion.learning_traps`."""
        return replace(self, learns_traps=True)

    def search_by(self, algorithm: Any, macro_cost: str = "true", **options: Any) -> Result:
        """Search the problem by an algorithm, or its name; see `SourceQuestion.search_by`.

        Raises
        ------
        InputError
            As there; no solution, where the start or the goal stands in no argument of the moves that is a state.
        """
        row = adjusted(algorithm, options)
        posed = self._with_arcs(options.get("heuristic")).ready(row, macro_cost)
        macros = None if posed.joined else posed.macros
        found = search(posed.problem, row, macros=macros, macro_cost=macro_cost, **options)
        return self._noted(found, posed)

    def _with_arcs(self, heuristic: Any) -> BoardQuestion:
        """The question on arcs, where a heuristic looks at those and the states of a program are few enough; else itself."""
        if self.board.program is None or not _needs_arcs(heuristic):
            return self
        whole = _of_program(self.board, *self.states)
        return self if whole.board.program is not None else whole

    def _noted(self, found: Result, posed: BoardQuestion) -> Result:
        """A result that is no misreading, with the note that macros were of no use."""
        self.check_read(found)
        return found.noted(UNUSED) if posed.joined and posed.unused else found

    def check_read(self, result: Result) -> None:
        """Raise an InputError where a search found nothing because arguments of the moves were taken for others."""
        nothing = result.status in (Status.UNSOLVABLE, Status.INCOMPLETE)
        if not nothing or self.file is None:
            return
        question = self.file.misread(*self.states)
        if question is not None:
            raise question

    def watch(
        self, configuration: Configuration, report: Callable[[int], None] | None = None
    ) -> WatchedSearch:
        """The steps of its search; see `SourceQuestion.watch`."""
        if self.unused:
            LOG.warning(UNUSED)
        posed = self
        if self.macros is None:
            posed = self.ready(configuration.specification, configuration.macro_cost)
        watched = configuration.watch(posed.problem, report, self.macros)
        self.check_read(watched.result)
        return watched

    def learn(self, result: Result, file: str | Path) -> Result:
        """The result of a climb, whose escapes are added to the macros that it climbed with, and to their file."""
        climb = result.climb
        if climb is None:
            return result
        from ..ebl.learners.escapes import learn_from_climb

        library: Any = self.macros
        assert self.lifted is not None
        record = learn_from_climb(library, self.lifted.goal, climb)
        if record.learned:
            library.save(file)
        return replace(result, climb=replace(climb, learned=tuple(map(str, record.admissions))))

    def _check_to_learn(self, file: str) -> None:
        """Refuse to add escapes to macros of one board, where the climb is on boards of every size."""
        domain = self.board.domain
        if getattr(self.macros, "home", domain) != domain:
            raise InputError(
                "these macros are for one board",
                place=Place(file),
                expected="macros for boards of every size, to which --learn can add",
                remedy="arcwise learn ... --learner escapes",
            )

    def searched(self, result: Result) -> BoardSource:
        """The board that was searched to the end: of a planning problem the part, or the whole."""
        theory = result.theory
        if theory is None and self.part is not None:
            theory = self.part.theory
        if theory is None or not theory.is_part:
            return self.board
        return replace(self.board, domain=cast(Any, theory.domain))

    @property
    def on_board(self) -> SearchProblem | None:
        """The problem on its board; None where a policy is followed, which needs no board."""
        if self.policy is not None:
            return None
        return self.problem if self.joined or self.lifted is None else self.lifted.board

    def plan(self, result: Result) -> list[str]:
        """The primitive moves of a solution in words."""
        if self.policy is not None:
            return result.move_names
        return self.searched(result).domain.plan(result.start or (), result.move_names)

    def view(self, result: Result) -> View:
        """A result: its boards and plan, how the search ended, and what else is known of the problem."""
        found: View = _view.found(self, result)
        return found

    def macro_arcs(self, result: Result) -> int | None:
        """Number of arcs that macros became; None where none are in front of the arcs."""
        if self.macros is None or not self.joined:
            return None
        theory = result.theory or theory_of(self.part or self.problem)
        return 0 if theory is None else len(theory.macros)

    @property
    def _is_stated(self) -> bool:
        """Whether it is the problem that the file of a planning problem states, not another start or goal on its board."""
        if self.policy is not None or self.part is not None:
            return True
        board = self.board
        return self.states == (board.start, tuple(board.domain.goals(board.shape)))

    def certificates(self, result: Result, limits: Limits) -> dict[str, Certificate]:
        """The certificate of what a search found, and of the walks that it left out, or why there is none."""
        own, walked = self._certificate(result, limits), result.walked
        if walked is None or not walked.walks.left_out:
            return {"": own}
        from ..search.certificate import walks_certificate

        name = f"{self.name}: walks left out"
        return {"result": own, "walks": walks_certificate(walked, name, in_front=walked.in_front)}

    def _certificate(self, result: Result, limits: Limits) -> Certificate:
        from ..search.certificate import Certificate, certificate_of

        rules: Any = self.searched(result).domain
        asked = f"{self.name}: {result.summary()}"
        problem = None if self.on_board is None else of_arcs(self.on_board)
        if rules.lifted and self._is_stated:
            steps = self.plan(result) if result.solved else []
            certified: Certificate = rules.certify(steps, result, asked, limits, problem)
            return certified
        if problem is None:
            return Certificate(None, "not certified: its steps are made by a program, not by arcs")
        return certificate_of(problem, result, asked, limits=limits)


def asked(
    named: Any,
    words: Sequence[Any],
    *,
    macros: Any = None,
    seed: int | None = None,
    climbs: bool = False,
    learn: bool = False,
    boards: bool | None = None,
    **how: Any,
) -> BoardQuestion:
    """The question that a command or a call asks of a board; see `Source.ask`.

    Parameters
    ----------
    named, words, macros, seed, climbs
        As for `pose`.
    learn
        Whether escapes of a climb are to be added to the macros.
    boards
        Whether states are drawn.
    how
        Other options, as far as they are `pose`'s.
    """
    how = {name: how[name] for name in POSED if how.get(name) is not None}
    posed = pose(named, *words, macros=macros, climbs=climbs, seed=seed, **how)
    if posed.policy is not None:
        if boards:
            raise InputError("--boards does not go with a policy, which grounds nothing")
    elif learn:
        posed._check_to_learn(str(macros))
    return posed if boards is None else replace(posed, boards=boards)


ADJUSTABLE = ("duplicates", "move_back", "iterated", "seed", *PARAMETERS)
"""Parameters of an algorithm that `solve` takes by name."""


def adjusted(algorithm: Any, options: dict[str, Any]) -> Algorithm:
    """The algorithm of a name with the choices among the options, which are taken out of these."""
    row = row_of(algorithm)
    refuse_unused((row,), heuristic=options.get("heuristic"))
    return row.adjusted(**{name: options.pop(name) for name in options.keys() & {*ADJUSTABLE}})


POSED = ("moves", "distance", "order", "arc_cost", "engine")
"""Options of questions that `pose` takes."""


@checked
def pose(
    domain: Named,
    *states: str | State | Pattern,
    macros: str | Path | Macros | Rules | None = None,
    climbs: bool = False,
    seed: int | None = None,
    moves: int | str | None = None,
    distance: int | None = None,
    **how: Any,
) -> BoardQuestion:
    """The problem that a domain, a start and a goal name, with macros for it.

    Parameters
    ----------
    domain
        As for `domain`; with the files of a PDDL domain and of a problem of it.
    states
        A start and perhaps a goal, as texts or states; the domain's own where they are left out.
    macros
        The macros, or the rules of a program that makes its moves, or their file.
    climbs
        Whether the problem is climbed on, for which no arcs are made.
    seed, moves, distance
        Of a random start, as for `BoardSource.starts`; ``states`` then has a goal at most. Of a Prolog file ``moves`` may
        be the goal that is asked for successors, such as ``move(S,_,T)``.
    how
        ``order``, ``arc_cost`` and ``engine``, as for `domain`.

    Raises
    ------
    InputError
        A bad name, file or state, too many or too few states, macros for something else.
    """
    if len(states) == 1 and isinstance(states[0], str):
        states = tuple(parted(states[0]))
    walk, asked = (None, moves) if isinstance(moves, str) else (moves, None)
    wanted = _Wanted(states, seed, walk, distance)
    try:
        if isinstance(domain, str | Path):
            return _of_file(*wanted.with_problem(str(domain)), macros, asked, how, climbs=climbs)
        if asked is not None:
            raise InputError("a goal of moves is for a Prolog file", found=asked)
        board = noted(board_of(domain, **how))
        climbs = climbs and not _is_followed(macros)
        return _with_states(*_with_macros(board, wanted, macros, climbs=climbs), wanted, how)
    except InputError as error:
        texts = [one for one in states[:1] if isinstance(one, str)]
        if asked is not None or not isinstance(domain, str | Path):
            raise
        raise with_readings(error, str(domain), texts) from None


@record
class _Wanted:
    """The states that are asked for: given ones, or a random start, with numbers as for `pose`."""

    states: tuple[str | State | Pattern, ...]
    seed: int | None
    moves: int | None
    distance: int | None

    def with_problem(self, domain: str) -> tuple[str, _Wanted]:
        """The domain with the problem's file, if that is the first text; and the states that are left."""
        texts = tuple(one for one in self.states if isinstance(one, str))
        named, left = with_problem(domain, texts)
        return named, replace(self, states=self.states[len(texts) - len(left) :])

    @property
    def shown(self) -> str | None:
        """A start that shows how states are written; None if none is given as a text."""
        first = self.states[0] if self.states and self.seed is None else None
        return first if isinstance(first, str) else None

    def on(self, board: BoardSource) -> tuple[State, tuple[Pattern, ...]]:
        """The start and the goals on a board."""
        return states_of(
            board, self.states, seed=self.seed, moves=self.moves, distance=self.distance
        )


def _of_file(
    domain: str,
    wanted: _Wanted,
    macros: str | Path | Macros | Rules | None,
    moves: str | None,
    how: dict[str, Any],
    *,
    climbs: bool,
) -> BoardQuestion:
    """The problem of a domain that an argument names; ``moves`` is a goal of moves."""
    followed = _is_followed(macros)
    climbs = climbs and not followed
    own = problem_in(domain)[1] is not None and not wanted.states and wanted.seed is None
    if own and macros is not None and not climbs:  # a part may do, or a policy
        board = _read_only.found(domain).run_by(how.get("engine", "auto"))
        board, library = _with_macros(board, wanted, macros, climbs=False)
        return BoardQuestion.of(board, macros=library)
    arcs = not climbs and not followed
    board = noted(board_of(domain, arcs=arcs, start=wanted.shown, moves=moves, **how))
    return _with_states(*_with_macros(board, wanted, macros, climbs=climbs), wanted, how)


def _with_macros(
    board: BoardSource,
    wanted: _Wanted,
    macros: str | Path | Macros | Rules | None,
    *,
    climbs: bool,
) -> tuple[BoardSource, Macros | None]:
    """The board that macros are for, and the macros; rules with conditions are in the program of the board."""
    rules = _rules_of(macros)
    if rules is not None:
        if climbs:
            raise rules_cannot_climb(rules[0])
        return board.with_conditional_macros(*rules), None
    if board.clauses is not None and (climbs or macros is not None):
        board = board.enumerated(wanted.on(board)[0])
    if climbs:
        _check_climbable(board)
    found: Any = board.library(cast(Any, macros)) if _needs_domain(macros) else macros
    return board, board.library() if found is None and climbs else found


def _with_states(
    board: BoardSource, macros: Macros | None, wanted: _Wanted, how: dict[str, Any]
) -> BoardQuestion:
    """The problem between the states that are wanted."""
    start, goals = wanted.on(board)
    if board.clauses is not None:
        bounds = () if how.get("engine") == "native" else (FEW_STATES, LITTLE_WORK)
        return _of_program(board, start, goals, *bounds)
    if len(goals) > 1 or board.program is not None:
        problem = board.problem_to_any(start, goals)
        return BoardQuestion(board, problem, macros, file=board)
    return replace(BoardQuestion.of(board, start, goals[0], macros), file=board)


def _needs_domain(macros: object) -> bool:
    """Whether macros are a file, or a library that was read without the domain that it is for."""
    return isinstance(macros, str | Path) or hasattr(macros, "for_domain")


def _needs_arcs(heuristic: Any) -> bool:
    """Whether a heuristic is one of the table that looks at the arcs of a problem."""
    name = heuristic.partition(":")[0] if isinstance(heuristic, str) else "zero"
    return name not in ("zero", *OF_BOARDS)


def _of_program(
    board: BoardSource,
    start: State,
    goals: tuple[Pattern, ...],
    *bounds: int,
) -> BoardQuestion:
    """The problem of a program: of arcs where its space is small, else as the program is asked."""
    moves = board.clauses
    small = board.enumerated(start, *bounds)
    if small is board:
        return BoardQuestion(board, board.problem_to_any(start, goals), file=board)
    if moves is not None and goals == (moves.tested_goal,):
        goals = small.goals
    return BoardQuestion(small, small.problem_to_any(start, goals), file=board)


def _check_climbable(board: BoardSource) -> None:
    from ..search.climbing.climber import MAX_CELLS

    board.arcs_only("climbing")
    refuse_more(board.theory.size, MAX_CELLS, "this board is too large", "cells")


def _rules_of(macros: str | Path | Macros | Rules | None) -> tuple[str, str] | None:
    """Name and text of the file of rules learned from proofs; None of other macros."""
    if macros is None or not _needs_domain(macros):
        return None
    from ..ebl.files.macro_file import head_of

    if not head_of(cast(Any, macros)).proves:
        return None
    if isinstance(macros, str | Path):
        return str(macros), read_text(macros)
    return "macros.pl", cast(Any, macros).text()


def _is_followed(macros: str | Path | Macros | Rules | None) -> bool:
    """Whether macros are a policy, which needs no arcs."""
    if macros is None:
        return False
    from ..ebl.files.macro_file import head_of

    return head_of(cast(Any, macros)).policy


def states_of(
    board: BoardSource,
    states: tuple[str | State | Pattern, ...],
    *,
    seed: int | None = None,
    moves: int | None = None,
    distance: int | None = None,
) -> tuple[State, tuple[Pattern, ...]]:
    """The start and the goals of a problem on a board; arguments as for `pose`.

    Raises
    ------
    InputError
        Bad states, too many or too few.
    """
    own = board.start
    if len(states) > (2 if seed is None else 1) or (seed is None and not states and own is None):
        raise InputError(
            "wrong number of states",
            expected="a start and perhaps a goal, or --random SEED and perhaps a goal"
            if _has_goal(board)
            else "a start and a goal",
            found=f"{len(states)}: {' | '.join(map(str, states))}" if states else "none",
            remedy='double quotes around each state, as in "2 3 5 0 1 4 6 7 8"'
            if states
            else "a start in quotes; on the command line also --random 1"
            if _has_goal(board)
            else "both in quotes; on the command line also a goal and --random 1",
        )
    if seed is None:
        if moves is not None or distance is not None:
            raise InputError("--moves and --distance go with --random SEED")
        start = start_on(board.theory, states[0] if states else None, own)
        return start, board.goal_patterns(states[1] if len(states) > 1 else None, start)
    target = states[0] if states else None
    goals = board.goal_patterns(target)
    of_file = board.goal_states if target is None else ()
    goal = of_file[0] if of_file else board.goal(target)
    return board.starts(goal, 1, seed, moves=moves, distance=distance)[0], goals


def _has_goal(board: BoardSource) -> bool:
    """Whether a domain has a goal of its own."""
    try:
        return bool(board.goal_patterns(None))
    except InputError:
        return False


def start_on(theory: Theory, said: str | Pattern | None, own: State | None) -> State:
    """The start that is said, or the theory's own.

    Raises
    ------
    InputError
        A bad state, or none.
    """
    if said is None and own is None:
        raise InputError("no start", expected=f"a state of {theory.name}")
    if isinstance(said, str):
        return parse_start(theory, said)
    start = said if said is not None else own
    assert start is not None
    return theory.check(theory.of_cells(tuple(start)))  # type: ignore[arg-type]  # refuses variables
