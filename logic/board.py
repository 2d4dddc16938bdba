"""Boards of a Prolog file: facts of arcs, or clauses that make the moves of its states."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ..experiments.board import BoardSource, in_memory
from ..rules.domain import TheoryDomain
from ..rules.errors import InputError, Place
from ..rules.later import Later
from ..rules.record import record
from ..rules.source import Learns
from ..rules.term import Pattern, State
from ..rules.text.text_file import read_text
from ..rules.theory import Theory
from ..search.problem import SearchProblem
from .swi.prolog_domain import load_prolog

if TYPE_CHECKING:
    from .prover.moves import MoveProgram

_first_start = Later("ebl.example_set", "first_start")

MOST_GOALS = 1_000
"""Goal states of an enumerated program at most."""

LEARNED = frozenset(
    {"--macros", "learn", "learning", "practice", "a trial", "random examples", "utility"}
)
"""Uses for which macro-operators with conditions serve where no arcs are made."""


@record
class MovesSource(BoardSource):
    """The states of a Prolog file, whose moves are facts, or are made by clauses."""

    kind: ClassVar[str] = "moves"
    endings: ClassVar[tuple[str, ...]] = (".pl",)
    types: ClassVar[tuple[str, ...]] = ()

    def __hash__(self) -> int:
        return super().__hash__()

    @classmethod
    def opened(cls, named: Any, words: Sequence[Any] = (), **options: Any) -> Any:
        """The states of a file, of which the first of the words, one of them or a file of problems, shows how they are written."""
        if words and isinstance(named, str | Path):
            options["start"] = _first_start(words[0])
        return super().opened(named, words, **options)

    def run_by(self, engine: str) -> Self:
        """Copy whose moves an engine makes; see `BoardSource.run_by`."""
        if self.program is None:
            return super().run_by(engine)
        if self.clauses is not None:
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

    @property
    def learns(self) -> Learns:
        """Macro-operators with conditions of clauses, macros of arcs."""
        if self.clauses is None:
            return Learns()
        lacks = ("details", "run_folder", "resume", "jobs", "cluster")
        own = ("with_macros", "keep_going", "operational")
        return Learns("macro-operators with conditions", lacks, own)

    @property
    def asked(self) -> MoveProgram | None:
        """Program that is asked for moves, by SWI-Prolog too; None if arcs make them."""
        program: MoveProgram | None = self.program
        return program

    @property
    def clauses(self) -> MoveProgram | None:
        """Program whose clauses are resolved here to make the moves; None if SWI-Prolog or arcs make them."""
        asked = self.asked
        return None if asked is None or asked.engine == "swi" else asked

    @cached_property
    def _moves(self) -> MoveProgram | None:
        """The moves as facts and clauses; None where they are no arcs and no clauses that our prover reads."""
        if self.clauses is not None or self.in_memory:
            return self.clauses
        from .prover.read_moves import read_moves

        try:
            return read_moves(read_text(self.argument), self.argument, self.shown_start, self.moves)
        except InputError:
            return None

    def misread(
        self, start: State, goals: Sequence[Pattern], *, of_facts: bool = False
    ) -> InputError | None:
        """Question about which argument of a move is which; see `BoardSource.misread`."""
        moves = self._moves
        if moves is None:
            return None
        from .prover.misread import misread

        return misread(moves, start, goals, of_facts=of_facts)

    def asking(self, program: MoveProgram) -> Self:
        """Copy with the moves of another program of the same states, such as one with macro-operators."""
        domain: Any = self.domain
        return replace(self, domain=replace(domain, program=program))

    def enumerated(self, start: State | None = None, *bounds: int) -> BoardSource:
        """Its states as arcs where they are few; see `BoardSource.enumerated`."""
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
        return replace(in_memory(alone, self.shape, alone.theory(self.shape)), arcs=self.arcs)

    def with_conditional_macros(
        self,
        path: str | Path,
        text: str | None = None,
        *,
        macro_cost: str = "true",
        chosen: Collection[str] | None = None,
    ) -> BoardSource:
        """Copy with macro-operators in front of the moves; see `BoardSource.with_conditional_macros`."""
        moves = self.clauses
        if moves is None:
            return super().with_conditional_macros(path, text)
        from ..ebl.files.macro_file import load_library
        from .learning.macros import macro_program

        library: Any = load_library(path, moves.program, text=text)
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

    def _problem(self, theory: Theory, start: State, goal: Pattern) -> SearchProblem:
        program = self.asked
        if program is None:
            return super()._problem(theory, start, goal)
        from .prover.swi_problem import ProgramProblem

        return ProgramProblem(program, theory.check(start), goal, goal == program.tested_goal)

    def problem_to_any(
        self, start: State, goals: tuple[Pattern, ...], theory: Theory | None = None
    ) -> SearchProblem:
        """The problem of reaching any of some goals; see `BoardSource.problem_to_any`."""
        if self.asked is None or len(goals) == 1:
            return super().problem_to_any(start, goals, theory)
        from .prover.swi_problem import ProgramProblem

        return ProgramProblem(self.asked, self.theory.check(start), goals[0], goals=goals)

    def arcs_only(self, doing: str) -> Theory:
        """The theory, if it is a list of arcs; see `BoardSource.arcs_only`."""
        if self.program is None:
            return self.theory
        learned = doing in LEARNED
        raise InputError(
            f"{doing} needs a theory that is a list of arcs",
            place=Place(self.program.source),
            found=f"a program that cannot be unfolded: {self.program.unfold().reason}",
            remedy="a program that arcwise reads itself, without --trust"
            if self.engine == "swi"
            else "arcwise learn PROGRAM EXAMPLES, in Python aw.learn(program, examples): macros with conditions"
            if learned
            else None,
        )
