"""What a theory argument on the command line stands for: a built-in puzzle, a file of arcs, a Prolog program."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..rules.errors import InputError, Place
from ..rules.instances import default_goal
from ..rules.sliding_tile import parse_size, sliding_tile
from ..rules.swi import SwiProgram, theory_in_swi
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from ..rules.theory_file import ProgramArcError, load_theory_file
from ..search.problem import Problem, SearchProblem
from ..search.swi_problem import ProgramProblem, SwiProblem

BUILT_IN = "sliding-tile:"


@dataclass(frozen=True)
class Domain:
    """A theory and the engine that runs it.

    Parameters
    ----------
    theory
        The theory. Of a program that is not a list of arcs it has the board but no arcs.
    engine
        ``python`` or ``swi``.
    program
        Such a program, or None.
    """

    theory: Theory
    engine: str
    program: SwiProgram | None = None

    def problem(self, start: State, goal: Pattern, theory: Theory | None = None) -> SearchProblem:
        """The problem to search; ``theory`` may be one with macros."""
        theory = theory or self.theory
        if self.program is not None:
            return ProgramProblem(self.program, theory.check(start), goal)
        if self.engine == "swi":
            return SwiProblem(theory, start, goal, program=_in_swi(theory))
        return Problem(theory, start, goal)

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
                found=f"a program that cannot be unfolded: {self.program.unfold().reason}",
            )
        return self.theory

    def goal(self, text: str | None) -> State:
        """The goal as given, or the theory's own."""
        if text is not None:
            return parse_argument(self.theory, "goal", text)
        return default_goal(self.theory)


def parse_argument(theory: Theory, name: str, text: str) -> State:
    """Read a state of the command line, naming the argument in what is wrong with it."""
    try:
        return theory.parse(text)
    except InputError as error:
        raise error.at(Place(name)) from None


@lru_cache(maxsize=8)
def _in_swi(theory: Theory) -> SwiProgram:
    return theory_in_swi(theory)


def load_domain(
    argument: str, *, order: str = "ULRD", arc_cost: float = 1, engine: str = "auto"
) -> Domain:
    """The domain that an argument names.

    Parameters
    ----------
    argument
        ``sliding-tile:RxC``, or a ``.pl`` file with arc/3.
    order, arc_cost
        For built-in puzzles.
    engine
        ``auto``: Python for lists of arcs and for programs that unfold into one, SWI-Prolog for other programs.

    Raises
    ------
    InputError
        An unknown name, a bad file, a program that the engine asked for cannot run.
    SwiUnavailable
        A program, or engine ``swi``, without SWI-Prolog.
    """
    ready = "swi" if engine == "swi" else "python"
    if argument.startswith(BUILT_IN):
        rows, columns = parse_size(argument.removeprefix(BUILT_IN))
        cost = int(arc_cost) if arc_cost == int(arc_cost) else arc_cost
        return Domain(sliding_tile(rows, columns, order=order, cost=cost), ready)
    if Path(argument).suffix.lower() != ".pl":
        raise InputError(
            "unknown theory",
            expected=f"{BUILT_IN}ROWSxCOLUMNS, or a .pl file with arc/3",
            found=repr(argument),
            remedy=f"{BUILT_IN}3x3",
        )
    try:
        return Domain(load_theory_file(argument), ready)
    except ProgramArcError:
        program = SwiProgram.read(argument)
    theory = program.unfold().theory
    if theory is not None:
        return Domain(theory, ready)
    if engine in ("python", "native"):
        raise InputError(
            f"engine {engine} cannot run this program",
            place=Place(argument),
            found=program.unfold().reason,
            remedy="--engine swi",
        )
    if program.size is None:
        raise InputError(
            "the size of this program's states is not known",
            place=Place(argument),
            expected="a fact shape(Rows, Columns)",
        )
    shape = program.shape or (1, program.size)
    board = Theory(program.name, (), shape, program.blank, program.symbols, program.functor)
    return Domain(board, "swi", program)
