"""Domains with a size, made once of whatever names them: a name, a file, a theory, a function."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..rules.checked import checked
from ..rules.cost import check_cost
from ..rules.domain import Domain, TheoryDomain
from ..rules.domains.domain_table import DOMAINS, domain_of, read_built_in, spelled
from ..rules.errors import InputError, Place
from ..rules.geometry import Shape
from ..rules.oddities import odd_arcs
from ..rules.read_domain import is_prolog, problem_in, read_domain, with_problem
from ..rules.solvability import random_problems
from ..rules.term import Pattern, State, Var
from ..rules.text.state_text import lists_text
from ..rules.text.text_file import read_text
from ..rules.text.words import counted
from ..rules.theory import Theory
from ..search.macros import LiftedProblem
from ..search.problem import FunctionProblem, Problem, SearchProblem, problem_with_goals

if TYPE_CHECKING:
    from ..ebl.library import MacroLibrary
    from ..logic.prover.moves import MoveProgram
    from ..search.function_domain import FunctionMoves

LOG = logging.getLogger("arcwise")

MOST_GOALS = 1_000
"""Goal states of an enumerated program at most."""


LEARNED = frozenset(
    {"--macros", "learn", "learning", "practice", "a trial", "random examples", "utility"}
)
"""Uses for which macro-operators with conditions serve where no arcs are made."""


def rules_cannot_climb(name: str) -> InputError:
    """The error of macro-operators with conditions where only arcs serve."""
    return InputError(
        "macro-operators with conditions take part in searches of the program that they were learned from",
        place=Place(name),
        expected="solve, compare, watch, learn or utility, with another algorithm than climb",
    )


@dataclass(frozen=True)
class SizedDomain:
    """One size of a domain, and the engine that runs it.

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
        `load_domain`.
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

    def __hash__(self) -> int:
        # It is part of keys of caches, and hashing a large PDDL problem takes milliseconds.
        return hash((self.argument, self.shape))

    def of_problem(self, source: str, text: str) -> SizedDomain:
        """Read and ground the PDDL problem that a text is; it is read once.

        Parameters
        ----------
        source
            What error messages call the text.
        text
            That of a problem file.

        Raises
        ------
        InputError
            A bad problem, or one that is too large to ground.
        """
        return _of_problem(self, source, text)

    @property
    def text(self) -> str | None:
        """Text of the file that the argument names, where that is in memory only; None for others."""
        return self.text_of_arcs() if self.in_memory else None

    def text_of_arcs(self, lent: object = None) -> str | None:
        """As `text`; also of a class that is lent, where it has arcs in Prolog."""
        if not self.in_memory and lent is None:
            return None
        return self._written

    @cached_property
    def _written(self) -> str:
        from ..rules.prolog.theory_file import write_theory
        from ..rules.psvn.writer import write_psvn

        return (write_theory if self.theory.values is None else write_psvn)(self.theory)

    def run_by(self, engine: str) -> SizedDomain:
        """Copy whose arcs an engine applies.

        Parameters
        ----------
        engine
            ``python``, ``native``, ``swi``, or ``auto``: SWI-Prolog for programs that nothing else runs, Python for all else.

        Raises
        ------
        InputError
            A program for an engine that cannot run it.
        """
        if self.program is None:
            return replace(self, engine="swi" if engine == "swi" else "python")
        if self.functions is not None:
            if engine in ("auto", "python"):
                return replace(self, engine="python")
            raise InputError(f"engine {engine} cannot run Python functions", remedy="python")
        if self.clauses is not None:
            from ..logic.swi.prolog_domain import load_prolog

            if engine != "swi":
                return replace(self, engine="python")
            asked = load_prolog(self.argument, self.shown_start, self.moves, swi=True)
            return replace(self, domain=asked).run_by("swi")
        if engine in ("python", "native"):
            raise InputError(
                f"engine {engine} cannot run this program",
                place=Place(self.argument),
                found=self.program.unfold().reason,
                remedy="--engine swi",
            )
        return replace(self, engine="swi")

    @cached_property
    def theory(self) -> Theory:
        """The theory, made when it is asked for. Of a program that is not a list of arcs it has the board but no arcs."""
        return (self.domain.theory if self.arcs else self.domain.board)(self.shape)

    @property
    def program(self) -> MoveProgram | FunctionMoves | None:
        """Program or function that makes the moves, if they are not arcs."""
        program: MoveProgram | FunctionMoves | None = self.domain.program
        return program

    @property
    def clauses(self) -> MoveProgram | None:
        """Program whose clauses are resolved here to make the moves; None if SWI-Prolog, a function or arcs make them."""
        asked = self.asked
        return None if asked is None or asked.engine == "swi" else asked

    @cached_property
    def _moves(self) -> MoveProgram | None:
        """The moves of its Prolog file as facts and clauses; None where they are no arcs and no clauses that our prover reads."""
        from ..logic.prover.read_moves import read_moves

        if self.clauses is not None or not is_prolog(self.argument):
            return self.clauses
        try:
            return read_moves(read_text(self.argument), self.argument, self.shown_start, self.moves)
        except InputError:
            return None

    def misread(
        self, start: State, goals: Sequence[Pattern], *, of_facts: bool = False
    ) -> InputError | None:
        """Question about which argument of a move is which, asked before a problem is called unsolvable.

        ``of_facts``: only if the moves are facts, where it takes no proofs. None if there is no question.
        """
        from ..logic.prover.misread import misread

        moves = self._moves
        return None if moves is None else misread(moves, start, goals, of_facts=of_facts)

    @property
    def asked(self) -> MoveProgram | None:
        """Program that is asked for moves, by SWI-Prolog too; None if a function or arcs make them."""
        program = self.program
        if program is None:
            return None
        from ..logic.prover.moves import MoveProgram

        return program if isinstance(program, MoveProgram) else None

    @property
    def functions(self) -> FunctionMoves | None:
        """Python functions that make the moves; None if there are none."""
        program = self.program
        if program is None:
            return None
        from ..search.function_domain import FunctionMoves

        return program if isinstance(program, FunctionMoves) else None

    def of(self, domain: Domain) -> SizedDomain:
        """Copy for a domain that has other arcs for its problem: a part of them, or the whole."""
        return replace(self, domain=domain, shape=domain.theory(self.shape).shape)

    def asking(self, program: MoveProgram) -> SizedDomain:
        """Copy with the moves of another program of the same states, such as one with macro-operators."""
        domain: Any = self.domain
        return replace(self, domain=replace(domain, program=program))

    def enumerated(self, start: State | None = None, *bounds: int) -> SizedDomain:
        """The domain of the states that a program reaches from a start, as arcs; itself where they are too many, or are arcs already.

        Parameters
        ----------
        start
            The start; by default the program's own.
        bounds
            States and inferences at most, as for `MoveProgram.space`.
        """
        moves = self.clauses
        if moves is None or moves.macros:
            return self
        start = (
            self.start if start is None else start
        )  # which a PDDL domain without a problem cannot tell
        if start is None:
            return self
        space = moves.space(start, *bounds)
        if space is None:
            return self
        goals = moves.goals
        if goals is None:
            goals = tuple(state for state in space.states if moves.is_goal(state))
            if not 0 < len(goals) <= MOST_GOALS:
                return self
        known: Any = self.domain
        alone = TheoryDomain(
            replace(moves.board, arcs=space.arcs), goals, known.functor, "arc/3", known.form, start
        )
        return replace(_in_memory(alone, self.shape, alone.theory(self.shape)), arcs=self.arcs)

    @property
    def odd_arcs(self) -> tuple[str, ...]:
        """Sentences on arcs that are unlike the others, perhaps by a slip; nothing where no arcs are made, and of built-in domains."""
        return odd_arcs(self.domain, self.shape) if self.arcs else ()

    def with_rules(
        self,
        path: str | Path,
        text: str | None = None,
        *,
        macro_cost: str = "true",
        chosen: Collection[str] | None = None,
    ) -> SizedDomain:
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
        from ..logic.learning.macros import macro_program
        from ..logic.learning.rule_file import load_rules

        moves = self.clauses
        if moves is None:
            raise InputError(
                "these rules are for a program that makes moves",
                place=Place(str(path)),
                found=self.argument,
            )
        library = load_rules(path, moves.program, text=text)
        if library.step is None:
            raise InputError(
                "these rules are for proofs, not for moves",
                place=Place(str(path)),
                expected="macro-operators of arcwise learn",
                found=f"rules of the learner {library.learner}",
            )
        if chosen is not None:
            library = library.only(chosen)
        return self.asking(macro_program(moves, library, macro_cost))

    @property
    def goals(self) -> tuple[Pattern, ...]:
        """The goals that the theory's file gives, any of which will do; none where it gives none."""
        return self.domain.own_goals

    def problem(self, start: State, goal: Pattern, theory: Theory | None = None) -> SearchProblem:
        """The problem to search; ``theory`` may be one with macros."""
        several = self.domain.goals_for(goal)
        if len(several) > 1:
            return self.problem_to_any(start, several, theory)
        theory = theory or self.theory
        if self.program is None and self.engine != "swi":
            return Problem(theory, start, goal)
        from ..logic.prover.swi_problem import ProgramProblem, SwiProblem
        from ..search.function_domain import FunctionMoves

        if self.program is None:
            return SwiProblem.of(theory, start, goal)
        if isinstance(self.program, FunctionMoves):
            return self.program.problem(theory.check(start), goal)
        tested = self.asked is not None and goal == self.asked.tested_goal
        return ProgramProblem(self.program, theory.check(start), goal, tested)

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
            return self.problem(start, goals[0])
        if self.asked is not None:
            from ..logic.prover.swi_problem import ProgramProblem

            checked = self.theory.check(start)
            return ProgramProblem(self.asked, checked, goals[0], goals=goals)
        if self.engine == "swi":
            raise InputError("engine swi looks for one goal", found=f"{len(goals)} goals")
        return problem_with_goals(theory or self.theory, start, goals)

    def arcs_only(self, doing: str) -> Theory:
        """The theory, if it is a list of arcs.

        Raises
        ------
        InputError
            A program that could not be unfolded.
        """
        if self.program is not None:
            raise InputError(
                f"{doing} needs a theory that is a list of arcs",
                place=Place(self.program.source),
                found=f"no arcs: {self.program.unfold().reason}"
                if self.functions is not None
                else f"a program that cannot be unfolded: {self.program.unfold().reason}",
                remedy="a program that arcwise reads itself, without --trust"
                if self.engine == "swi"
                else None
                if self.functions is not None or doing not in LEARNED
                else "arcwise learn PROGRAM EXAMPLES, in Python learn_from_moves: macros with conditions",
            )
        return self.theory

    def macros(self, named: str | Path | MacroLibrary) -> MacroLibrary:
        """The macros of a file or a library for these boards, without making arcs.

        Raises
        ------
        InputError
            A bad file, or one for another domain or board.
        """
        from ..ebl.files.macro_file import for_domain, holds_rules, read_macros

        if not isinstance(named, str | Path):
            return for_domain(named, self.domain, self.shape)
        if holds_rules(read_text(named), str(named)):
            raise rules_cannot_climb(str(named))
        if self.program is not None:
            self.arcs_only("--macros")
        return read_macros(named, self.domain, self.shape)

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
    ) -> list[SearchProblem]:
        """Random problems, the same that commands draw with ``--random SEED --count COUNT``.

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
        goals = self.goal_patterns(goal)
        starts = self.starts(goals[0], count, seed, moves=moves, distance=distance)
        return [self.problem_to_any(start, goals) for start in starts]


@lru_cache(maxsize=128)
def _of_problem(domain: SizedDomain, source: str, text: str) -> SizedDomain:
    from ..planning.pddl.planning import PlanningDomain
    from ..planning.pddl.read_task import read_task

    actions = domain.domain.relations
    found = PlanningDomain(actions, read_task(actions, text, source))
    argument, _ = with_problem(domain.argument, (source,))
    return replace(domain, argument=argument, domain=found, shape=found.theory((1, 1)).shape)


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


def load_domain(
    argument: str,
    *,
    order: str = "ULRD",
    arc_cost: float = 1,
    engine: str = "auto",
    arcs: bool = True,
    start: str | None = None,
    moves: str | None = None,
    tells: bool = True,
) -> SizedDomain:
    """The domain that an argument names.

    Parameters
    ----------
    argument
        As for `read_domain`.
    order, arc_cost
        The order and the cost of moves, for sliding tiles.
    engine
        ``auto``: SWI-Prolog for trusted programs that nothing else runs, Python for all else.
    start, moves
        As for `read_domain`.
    tells
        Whether odd arcs are told in warnings.

    Raises
    ------
    InputError
        An unknown name, a bad file, a program that the engine asked for cannot run.
    SwiUnavailable
        A trusted program, or engine ``swi``, without SWI-Prolog.
    """
    check_cost("arcs", arc_cost)
    cost = int(arc_cost) if arc_cost == int(arc_cost) else arc_cost
    rules, shape = read_domain(argument, order=order, cost=cost, start=start, moves=moves)
    _refuse_unused(rules, argument, order, cost)
    found = SizedDomain(spelled(argument), rules, shape, order=order, arc_cost=cost, arcs=arcs)
    found = replace(found, shown_start=start, moves=moves)
    found = found.run_by(engine)
    return _noted(found) if tells else found


def _noted(board: SizedDomain) -> SizedDomain:
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


Named: TypeAlias = str | Path | SizedDomain | Theory | Domain | type[Domain] | FunctionProblem
"""Whatever names a domain."""


@checked
def domain(
    named: Named,
    part: str | Path | None = None,
    *,
    order: str = "ULRD",
    arc_cost: float = 1,
    engine: str = "auto",
) -> SizedDomain:
    """The domain, with a size, that everything takes.

    Parameters
    ----------
    named
        A name such as ``sliding-tile:3x3`` or ``8-puzzle``, a ``.pl``, ``.psvn`` or ``.pddl`` file, a `Theory`, a
        `Domain`, or a `FunctionProblem`, on whose moves nothing is learned. A sized domain is returned as it is.
    part
        Of a PDDL domain the file of a problem, of a `Domain` a size, such as ``"3x3"``; the typical one if None.
    order, arc_cost
        The order and the cost of moves, for sliding tiles.
    engine
        ``auto``: SWI-Prolog for trusted programs that nothing else runs, Python for all else.

    Raises
    ------
    InputError
        An unknown name, a bad file or size, a theory with macros, a program that the engine asked for cannot run.
    SwiUnavailable
        A trusted program, or engine ``swi``, without SWI-Prolog.

    Examples
    --------
    >>> domain("8-puzzle").shape
    (3, 3)
    """
    found = untold_domain(named, part, order, arc_cost, engine)
    return found if isinstance(named, SizedDomain) else _noted(found)


def untold_domain(
    named: Named,
    part: str | Path | None = None,
    order: str = "ULRD",
    arc_cost: float = 1,
    engine: str = "auto",
) -> SizedDomain:
    """As `domain`, but odd arcs are not told: the caller tells them."""
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
        return load_domain(argument, order=order, arc_cost=arc_cost, engine=engine, tells=False)
    _refuse_unused(None, f"{named!r}", order, arc_cost)
    if isinstance(named, type):
        named = named()
    if isinstance(named, Domain) and named.alone is None:
        kind = type(named)
        _, shape = kind.read(str(part or kind.typical))
        return _in_memory(named, shape).run_by(engine)
    if part is not None:
        raise InputError(f"{named!r:.60} has one size", expected="no part of it", found=str(part))
    if isinstance(named, SizedDomain):
        return named if engine == "auto" else named.run_by(engine)
    if isinstance(named, FunctionProblem):
        from ..search.function_domain import FunctionDomain

        named = FunctionDomain.of(named)
        return SizedDomain("functions", named, named.alone.shape).run_by(engine)
    theory = named if isinstance(named, Theory) else named.alone
    assert theory is not None
    if theory.macros:
        raise InputError(
            f"theory {theory.name} has macros of its own",
            expected="primitive arcs",
            found=f"{counted(len(theory.macros), 'macro')}",
            remedy="theory.without_macros()",
        )
    rules = domain_of(theory) if isinstance(named, Theory) else named
    return _in_memory(rules, theory.shape, theory).run_by(engine)


def _in_memory(rules: Domain, shape: Shape, theory: Theory | None = None) -> SizedDomain:
    """A domain in memory: under its name where that names the same arcs, else its board of one size."""
    theory = theory or rules.theory(shape)
    name, order = rules.spell(shape), getattr(rules, "order", "ULRD")
    if rules.alone is None and rules.macros_for == "windows":
        DOMAINS.lend(type(rules).name, type(rules))
    cost: float = getattr(rules, "cost", 1)
    with suppress(InputError):
        known = read_built_in(name, order=order, cost=cost)
        if known is not None and known[1] == shape and known[0].theory(shape) == theory:
            return SizedDomain(name, known[0], shape, order=order, arc_cost=cost)
    if rules.program is None and (rules.alone is None or rules.theory(shape) != theory):
        rules = TheoryDomain(theory, own_goals=own_goals(rules, shape))
    return SizedDomain(name_of_arcs(theory.name, theory), rules, shape, in_memory=True)


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


def not_grounded(argument: str) -> SizedDomain:
    """A PDDL problem, which is read only: what policies solve.

    Parameters
    ----------
    argument
        The files of a domain and of a problem of it.

    Raises
    ------
    InputError
        Bad files.
    """
    from ..planning.pddl.planning import PlanningDomain
    from ..planning.pddl.read_action_domain import load_action_domain
    from ..planning.pddl.read_task import load_task

    file, problem = problem_in(argument)
    assert problem is not None
    actions = load_action_domain(file)
    domain = PlanningDomain(actions, load_task(actions, problem))
    return SizedDomain(spelled(argument), domain, (1, 1), arcs=False)
