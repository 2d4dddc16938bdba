"""One problem solved, however it is named: what the shell, Python, a notebook and the playground call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..rules.checked import checked, near
from ..rules.domain import Domain
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError, refuse_more
from ..rules.read_domain import is_prolog, problem_in, with_problem
from ..rules.source import Source, outside_class
from ..rules.term import Pattern, PrologTerm, State
from ..rules.text.state_text import is_state_text, parted
from ..rules.text.text_file import read_text
from ..rules.theory import Theory
from ..rules.trust import proved_by_swi
from ..search.algorithms import ALGORITHMS, CLIMB, PARAMETERS, Algorithm, refuse_unused
from ..search.heuristics.heuristic_table import OF_BOARDS
from ..search.macros import LiftedProblem, Macros, Rules, check_macro_cost, with_macros
from ..search.part_first import UNUSED, PartFirst, is_part
from ..search.problem import DomainProblem, Problem, SearchProblem
from ..search.result import Climb, Result, Status
from ..search.solve import solve as search
from .board import (
    BoardSource,
    Named,
    as_state,
    load_domain,
    not_grounded,
    parse_start,
    rules_cannot_climb,
)
from .board import domain as make_domain
from .configuration import Configuration

if TYPE_CHECKING:
    from ..logic.program.program import LogicProgram
    from ..logic.prover.prove import ProofResult
    from ..planning.policy.rule import LiftedPolicy
    from ..search.certificate import Certificate
    from ..search.limits import Limits

FEW_STATES, LITTLE_WORK = 2_000, 400_000
"""States of a program that are enumerated without being asked to, and the inferences that it may take."""


@dataclass(frozen=True)
class Posed:
    """A problem with its board and the macros for it.

    Parameters
    ----------
    board
        The domain, with its size.
    problem
        The problem; of a `LiftedProblem` no arc is made yet, and where its states are empty they are the domain's own.
    macros
        The macros that a search is to use.
    joined
        Whether they are in front of the arcs of the problem already.
    file
        The domain as it was named, where that is a Prolog file whose facts or clauses make the moves.
    """

    board: BoardSource
    problem: SearchProblem
    macros: Macros | None = None
    joined: bool = False
    file: BoardSource | None = None

    @property
    def name(self) -> str:
        """The name of the problem's board."""
        lifted = self.policy is not None or self.board.domain.lifted
        return self.board.domain.spell(self.board.shape) if lifted else self.board.theory.name

    @property
    def policy(self) -> LiftedPolicy | None:
        """The policy that is followed instead of a search; None if there is none."""
        return None if self.macros is None else self.macros.policy

    @property
    def states(self) -> tuple[State, tuple[Pattern, ...]]:
        """The start, and the goals, any of which will do."""
        problem: Any = self.problem
        if isinstance(problem, LiftedProblem):
            problem = problem.board
        if isinstance(problem, PartFirst):
            problem = problem.part
        return problem.start, getattr(problem, "goals", None) or (problem.goal,)

    def ready(self, row: Algorithm, macro_cost: str = "true") -> Posed:
        """Copy with the macros in front of the arcs, where an algorithm takes them so.

        Raises
        ------
        InputError
            A problem that is too large to be made of arcs, macros that do not fit it, or a bad cost of macros.
        """
        check_macro_cost(macro_cost)
        if self.policy is not None or row.loop == CLIMB:
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
            and not isinstance(self.problem, PartFirst)
        )

    def search(self, row: Algorithm, **options: Any) -> Result:
        """Search the problem by an algorithm; ``options`` are those of `arcwise.search.solve`.

        Raises
        ------
        InputError
            As there; no solution, where the start or the goal stands in no argument of the moves that is a state.
        """
        if self.board.program is not None and _needs_arcs(options.get("heuristic")):
            start, goals = self.states
            whole = _of_program(self.board, start, goals)
            if whole.board.program is None:
                found = whole.search(row, **options)
                self.check_read(found)
                return found
        macros = None if self.joined else self.macros
        found = search(self.problem, row, macros=macros, **options)
        self.check_read(found)
        return found.noted(UNUSED) if self.joined and self.unused else found

    def check_read(self, result: Result) -> None:
        """Raise an InputError where a search found nothing because arguments of the moves were taken for others."""
        nothing = result.status in (Status.UNSOLVABLE, Status.INCOMPLETE)
        if not nothing or self.file is None:
            return
        question = self.file.misread(*self.states)
        if question is not None:
            raise question

    def learn_escapes(self, climb: Climb, file: str | Path) -> tuple[str, ...]:
        """Add the escapes of a climb to the macros that it climbed with, and to their file; a line on each escape."""
        from ..ebl.learners.escapes import learn_from_climb
        from ..ebl.library import MacroLibrary

        assert isinstance(self.macros, MacroLibrary) and isinstance(self.problem, LiftedProblem)
        record = learn_from_climb(self.macros, self.problem.goal, climb)
        if record.learned:
            self.macros.save(file)
        return tuple(map(str, record.admissions))

    def searched(self, result: Result) -> BoardSource:
        """The board that was searched to the end: of a planning problem the part, or the whole."""
        theory = result.theory
        if theory is None and isinstance(self.problem, PartFirst):
            theory = self.problem.part.theory
        domain = theory.domain if theory is not None and is_part(theory) else None
        return replace(self.board, domain=domain) if isinstance(domain, Domain) else self.board

    @property
    def on_board(self) -> SearchProblem | None:
        """The problem on its board; None where a policy is followed, which needs no board."""
        if self.policy is not None:
            return None
        return self.problem.board if isinstance(self.problem, LiftedProblem) else self.problem

    def plan(self, result: Result) -> list[str]:
        """The primitive moves of a solution in words."""
        if self.policy is not None:
            return result.move_names
        return self.searched(result).domain.plan(result.start or (), result.move_names)

    def macro_arcs(self, result: Result) -> int | None:
        """Number of arcs that macros became; None where none are in front of the arcs."""
        if self.macros is None or not self.joined:
            return None
        problem = self.problem.part if isinstance(self.problem, PartFirst) else self.problem
        theory = result.theory or (problem.theory if isinstance(problem, Problem) else None)
        return 0 if theory is None else len(theory.macros)

    def certificate(self, result: Result, limits: Limits) -> Certificate:
        """The certificate of what a search found, or why there is none."""
        from ..planning.certificate import planning_certificate
        from ..planning.pddl.planning import PlanningDomain
        from ..search.certificate import Certificate, certificate_of

        rules, asked = self.searched(result).domain, f"{self.name}: {result.summary()}"
        if isinstance(rules, PlanningDomain):
            task = rules.task
            if task is None:
                return Certificate(None, "not certified: a domain without a problem")
            texts = read_text(rules.actions.source), read_text(task.source)
            steps = self.plan(result) if result.solved else []
            return planning_certificate(task, texts, steps, result, asked, limits=limits)
        problem = self.on_board
        if not isinstance(problem, Problem):
            return Certificate(None, "not certified: its steps are made by a program, not by arcs")
        return certificate_of(problem, result, asked, limits=limits)


@checked
def pose(
    domain: Named,
    *states: str | State | Pattern,
    macros: str | Path | Macros | Rules | None = None,
    climbs: bool = False,
    seed: int | None = None,
    moves: int | str | None = None,
    distance: int | None = None,
    order: str = "ULRD",
    arc_cost: float = 1,
    engine: str = "auto",
) -> Posed:
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
    order, arc_cost, engine
        As for `domain`.

    Raises
    ------
    InputError
        A bad name, file or state, too many or too few states, macros for something else.
    """
    how: dict[str, Any] = {"order": order, "arc_cost": arc_cost, "engine": engine}
    if len(states) == 1 and isinstance(states[0], str):
        states = tuple(parted(states[0]))
    try:
        posed = _posed(domain, states, macros, climbs, seed, moves, distance, how)
        file = posed.board if posed.file is None else posed.file
        return replace(posed, file=file if is_prolog(file.argument) else None)
    except InputError as error:
        texts = [one for one in states[:1] if isinstance(one, str)]
        if isinstance(moves, str) or not isinstance(domain, str | Path):
            raise
        from ..logic.program.recognize import both_readings

        raise both_readings(error, str(domain), *texts) from None


def _posed(
    domain: Named,
    states: tuple[str | State | Pattern, ...],
    macros: str | Path | Macros | Rules | None,
    climbs: bool,
    seed: int | None,
    moves: int | str | None,
    distance: int | None,
    how: dict[str, Any],
) -> Posed:
    """The problem of a domain that `pose` has been given; ``how`` has the options of `load_domain`."""
    own = False
    if isinstance(domain, str | Path):
        texts = tuple(one for one in states if isinstance(one, str))
        domain, left = with_problem(str(domain), texts)
        states = states[len(texts) - len(left) :]
        own = problem_in(domain)[1] is not None and not states and seed is None
    followed = _is_followed(macros)
    climbs = climbs and not followed
    if isinstance(domain, str) and own and macros is not None and not climbs:
        board = not_grounded(domain).run_by(how["engine"])  # a part may do, or a policy
    elif isinstance(domain, str):
        known = states[0] if states and seed is None and isinstance(states[0], str) else None
        arcs = not climbs and not followed
        asked = moves if isinstance(moves, str) else None
        board = load_domain(domain, arcs=arcs, start=known, moves=asked, **how)
        moves, own = (None if isinstance(moves, str) else moves), False
    else:
        board, own = make_domain(domain, **how), False
    if isinstance(moves, str):
        raise InputError("a goal of moves is for a Prolog file", found=moves)
    rules = _rules_of(macros)
    if board.clauses is not None and rules is None and (climbs or macros is not None):
        own_states = states_of(board, states, seed=seed, moves=moves, distance=distance)
        board = board.enumerated(own_states[0])
    if climbs and rules is None:
        _check_climbable(board)
    library: Macros | None = None
    if rules is not None:
        if climbs:
            raise rules_cannot_climb(rules[0])
        board = board.with_conditional_macros(*rules)
    elif not isinstance(macros, Rules):
        library = board.library(cast(Any, macros)) if _needs_domain(macros) else cast(Any, macros)
    if library is None and climbs:
        from ..ebl.library import MacroLibrary

        library = MacroLibrary(board.domain)
    if own:
        return Posed(board, board.lifted(), library)
    start, goals = states_of(board, states, seed=seed, moves=moves, distance=distance)
    if board.clauses is not None:
        bounds = () if how["engine"] == "native" else (FEW_STATES, LITTLE_WORK)
        return _of_program(board, start, goals, *bounds)
    if len(goals) > 1 or board.program is not None:
        return Posed(board, board.problem_to_any(start, goals), library)
    return Posed(board, board.lifted(start, goals[0]), library)


def _needs_domain(macros: object) -> bool:
    """Whether macros are a file, or a library that was read without the domain that it is for."""
    return isinstance(macros, str | Path) or hasattr(macros, "for_domain")


def _for_problem(problem: Any, macros: Any) -> Any:
    """The macros for a problem that was made, where their library was read without its domain."""
    if not _needs_domain(macros) or isinstance(macros, str | Path):
        return macros
    if isinstance(problem, LiftedProblem):
        return macros.for_domain(problem.domain, problem.shape)
    if not isinstance(problem, Problem):
        return macros
    return macros.for_domain(domain_of(problem.theory), problem.theory.shape)


def _needs_arcs(heuristic: Any) -> bool:
    """Whether a heuristic is one of the table that looks at the arcs of a problem."""
    name = heuristic.partition(":")[0] if isinstance(heuristic, str) else "zero"
    return name not in ("zero", *OF_BOARDS)


def _of_program(
    board: BoardSource,
    start: State,
    goals: tuple[Pattern, ...],
    *bounds: int,
) -> Posed:
    """The problem of a program: of arcs where its space is small, else as the program is asked."""
    moves = board.clauses
    small = board.enumerated(start, *bounds)
    if small is board:
        return Posed(board, board.problem_to_any(start, goals), file=board)
    if moves is not None and goals == (moves.tested_goal,):
        goals = small.goals
    return Posed(small, small.problem_to_any(start, goals), file=board)


def _check_climbable(board: BoardSource) -> None:
    from ..search.climbing.climber import MAX_CELLS

    board.arcs_only("climbing")
    refuse_more(board.theory.size, MAX_CELLS, "this board is too large", "cells")


def _rules_of(macros: str | Path | Macros | Rules | None) -> tuple[str, str] | None:
    """Name and text of the file of rules learned from proofs; None of other macros."""
    if isinstance(macros, str | Path):
        name, text = str(macros), read_text(macros)
        from ..ebl.files.macro_file import head_of

        return (name, text) if head_of(name, text).proves else None
    if isinstance(macros, Rules):
        from ..logic.learning.rule_library import RuleLibrary

        if isinstance(macros, RuleLibrary):
            return "macros.pl", macros.text()
    return None


def _is_followed(macros: str | Path | Macros | Rules | None) -> bool:
    """Whether macros are a policy, which needs no arcs."""
    if macros is None:
        return False
    from ..ebl.files.macro_file import head_of

    return head_of(macros).policy


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
        start = _start(board.theory, states[0] if states else None, own)
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


@checked
def problem_of(domain: Named, *states: Any) -> DomainProblem:
    """The problem that a domain, a start and a goal name.

    Parameters
    ----------
    domain, states
        As for `pose`, also as lists or rows of symbols; a `Theory` may have macros.

    Raises
    ------
    InputError
        As for `pose`.
    """
    states = tuple(map(as_state, states))
    if isinstance(domain, Theory):
        return _of_theory(domain, states)
    posed: Any = pose(domain, *states).problem
    found: DomainProblem = posed
    return found


def _of_theory(theory: Theory, states: tuple[Any, ...]) -> Problem:
    domain = domain_of(theory)
    start = _start(theory, states[0] if states else None, domain.start(theory.shape))
    target = states[1] if len(states) > 1 else domain.goal(theory.shape)
    if isinstance(target, str):
        return Problem(theory, start, theory.parse_goal(target, start))
    return Problem(theory, start, theory.goal_of_cells(tuple(target)))


def _start(theory: Theory, said: str | Pattern | None, own: State | None) -> State:
    if said is None and own is None:
        raise InputError("no start", expected=f"a state of {theory.name}")
    if isinstance(said, str):
        return parse_start(theory, said)
    start = said if said is not None else own
    assert start is not None
    return theory.check(theory.of_cells(tuple(start)))  # type: ignore[arg-type]  # refuses variables


@checked
def read_pddl(domain: str | Path, problem: str | Path) -> DomainProblem:
    """The problem of a PDDL domain file and a PDDL problem file.

    Raises
    ------
    InputError
        A bad file.
    """
    return problem_of(domain, str(problem))


def _names_algorithm(word: Any) -> bool:
    """Whether the last word of a call is an algorithm, and no state."""
    if isinstance(word, str):
        # Digits name none; to ask other packages for theirs takes longer than a short search.
        digits = word.translate(dict.fromkeys(map(ord, " ,[]"))).isdigit()
        return not digits and "(" not in word and ALGORITHMS.named(word) is not None
    return isinstance(word, Algorithm)


ADJUSTABLE = ("duplicates", "move_back", "seed", *PARAMETERS)
"""Parameters of an algorithm that `solve` takes by name."""


def _check_options(options: Iterable[str]) -> None:
    taken = ("start", "goal", "moves", "cost", *list(signature(search).parameters)[1:], *ADJUSTABLE)
    if unknown := next((one for one in options if one not in taken), None):
        words = f"got an unexpected keyword argument {unknown!r}{near(unknown, taken)}"
        raise TypeError(f"solve: {words}; it takes {', '.join(taken)}")


def _named_states(start: Any, goal: Any) -> list[str]:
    return [
        f"{name}={one!r}" for name, one in (("start", start), ("goal", goal)) if one is not None
    ]


def _in_order(words: tuple[Any, ...], start: Any, goal: Any) -> tuple[Any, ...]:
    """The states of a call in their order, of which some have names."""
    if len(words) != (start is None):
        raise InputError(
            "each state once, a start before a goal",
            expected="DOMAIN, START, GOAL or DOMAIN, start=START, goal=GOAL",
            found=", ".join([*map(repr, words), *_named_states(start, goal)])[:90],
        )
    return (*words, *(one for one in (start, goal) if one is not None))


@checked
def solve(
    problem: Named | SearchProblem,
    *words: Any,
    start: Any = None,
    goal: Any = None,
    macros: str | Path | Macros | Rules | None = None,
    macro_cost: str = "true",
    algorithm: str | Algorithm = "auto",
    moves: str | None = None,
    cost: str | None = None,
    **options: Any,
) -> Result:
    """Solve a problem, or one that is named by its domain and states.

    ``solve("8-puzzle", "2 3 5 0 1 4 6 7 8")`` names one, ``solve(problem, "a-star")`` takes one that was made.

    Parameters
    ----------
    problem, words
        A problem, or a domain with a start and a goal as for `pose`, also as lists or rows of symbols; then perhaps an algorithm.
    start, goal
        The states by name, in place of words.
    macros
        Macro-operators, with conditions or without, or their file.
    moves, cost
        Of a Prolog file, the goal that is asked for successors, such as ``"road(S,T,C)"``, and the variable in it that is the cost,
        ``"C"``.
    macro_cost, algorithm, options
        As for `arcwise.search.solve`, and the choices of `Algorithm.adjusted`, such as ``weight=3``.

    Raises
    ------
    InputError
        What cannot be read, choices that the algorithm does not have, and what the search refuses.
    """
    _check_options(options)
    if isinstance(problem, type):
        problem = problem()
    named = isinstance(problem, str | Path | Source | Domain)
    if words and _names_algorithm(words[-1]):
        if algorithm not in ("auto", words[-1]):
            raise InputError("two algorithms", expected="one", found=f"{words[-1]} and {algorithm}")
        words, algorithm = words[:-1], words[-1]
    if start is not None or goal is not None:
        words = _in_order(words, start, goal)
    if isinstance(problem, Theory):
        problem, words = _of_theory(problem, tuple(map(as_state, words))), ()
    if not named:
        if len(words) > 1:
            raise InputError(
                "a problem has its states",
                expected="an algorithm at most",
                found=f"{words[1]!r:.60}",
            )
        if moves is not None or cost is not None:
            raise InputError(
                "a goal of moves is for a Prolog file", expected="FILE.pl", found=f"{problem!r:.60}"
            )
        row = _adjusted(words[0] if words else algorithm, options)
        fitted = _for_problem(problem, macros)
        return search(cast(Any, problem), row, macros=fitted, macro_cost=macro_cost, **options)
    outside = outside_class(problem, words)
    if outside is not None:
        question = outside.ask(problem, words, macros=macros)
        found: Result = question.search(Configuration(cast(Any, algorithm), **options))
        return found
    row = _adjusted(algorithm, options)
    if cost is not None:
        from ..rules.prolog.steps import with_cost

        moves = with_cost(moves, cost)
    states = _states_in(words)
    posed = pose(cast(Any, problem), *states, macros=macros, climbs=row.loop == CLIMB, moves=moves)
    return posed.ready(row, macro_cost).search(row, macro_cost=macro_cost, **options)


def _states_in(words: tuple[Any, ...]) -> tuple[Any, ...]:
    """The states among the words of a call; a start and a goal may be in a tuple."""
    if len(words) == 1 and isinstance(words[0], tuple) and all(map(is_state_text, words[0])):
        words = words[0]
    return tuple(map(as_state, words))


def _adjusted(algorithm: Any, options: dict[str, Any]) -> Any:
    """The algorithm of a name with the choices among the options, which are taken out of these."""
    row = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    if isinstance(row, Algorithm):
        refuse_unused((row,), heuristic=options.get("heuristic"))
        chosen = options.keys() & {*ADJUSTABLE}
        row = row.adjusted(**{name: options.pop(name) for name in chosen})
    return row


@checked
def prove(
    program: str | Path | LogicProgram,
    goal: str | PrologTerm,
    algorithm: str = "depth-first",
    *,
    macros: str | Path | Rules | None = None,
    **options: Any,
) -> ProofResult:
    """Search for proofs of a goal that is named, as ``arcwise solve PROGRAM GOAL`` does.

    Parameters
    ----------
    program
        A logic program, or its ``.pl`` file, whose goals SWI-Prolog proves if it is trusted.
    goal
        Text such as ``grandparent(X, tom)``, or a term.
    algorithm
        ``depth-first`` and others, as for `arcwise.logic.prover.prove`.
    macros
        Learned rules for the program, or their file.
    options
        ``answers``, 1 unless another number or None for all is given, ``limits``, ``proofs``, ``engine`` and ``report``, as for
        `arcwise.logic.prover.prove`.

    Raises
    ------
    InputError
        What cannot be read, and what the search refuses.

    Examples
    --------
    >>> from arcwise.logic.program import read_program
    >>> program = read_program("p(1). p(2). q(X) :- p(X), X > 1.")
    >>> prove(program, "q(X)").summary()
    'solved: 1 answer, 4 inferences, depth-first'
    """
    from ..logic.program.program import LogicProgram
    from ..logic.program.read_program import load_program, read_goal
    from ..logic.prover.prove import prove as search_proofs

    if not isinstance(program, LogicProgram) and proved_by_swi(
        options.get("engine", "auto"), macros
    ):
        from ..logic.prover.in_swi import SwiDatabase

        database = SwiDatabase(str(program))
        asked = read_goal(goal, database.program, known=False) if isinstance(goal, str) else goal
        return search_proofs(database, asked, algorithm, **{**options, "engine": "swi"})
    read = program if isinstance(program, LogicProgram) else load_program(program)
    asked = read_goal(goal, read) if isinstance(goal, str) else goal
    if isinstance(macros, str | Path):
        from ..ebl.files.macro_file import load_library

        library: Any = load_library(macros, read)
        macros = library
    whole = read if macros is None else cast(Rules, macros).learned_program
    return search_proofs(whole, asked, algorithm, **options)
