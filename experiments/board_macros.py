"""The macros that a board's searches use: those of a file, or some of them, placed on the board when they are needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeVar

from ..ebl.library import MacroLibrary
from ..rules.arc import Arc
from ..rules.domain import Domain
from ..rules.geometry import Shape
from ..rules.schema import Schema
from ..rules.states.traps import NO_TRAPS, Traps
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from ..search.macros import LiftedProblem, theory_with, with_unit_macro_costs
from ..search.orders import GIVEN, Order
from ..search.part_first import PartFirst
from ..search.problem import Problem, SearchProblem
from ..search.result import Result
from .board import BoardSource

if TYPE_CHECKING:
    from ..search.climbing.climber import Climber


@dataclass(frozen=True)
class BoardMacros:
    """The macros of a board's rules, as searches and climbs take them; without rules there are none.

    Parameters
    ----------
    board
        Where they are placed.
    """

    board: BoardSource

    @property
    def _text(self) -> str | None:
        return None if self.board.rules is None else self.board.rules.text

    @property
    def _file(self) -> str:
        return "macros.pl" if self.board.rules is None else self.board.rules.name

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """Names of the macros that are taken, a name for every copy; None for all."""
        return None if self.board.rules is None else self.board.rules.chosen

    @property
    def macro_cost(self) -> str:
        """``true`` for what the moves of a macro cost, or ``unit``."""
        return "true" if self.board.rules is None else self.board.rules.macro_cost

    @cached_property
    def theory(self) -> Theory:
        """The arcs, with the macros before them."""
        theory = self._with_all_macros()
        if self.chosen is not None:
            macros = _chosen(theory.macros, self.chosen, self.macro_of)
            theory = theory.without_macros().with_macros(macros)
        return with_unit_macro_costs(theory) if self.macro_cost == "unit" else theory

    @cached_property
    def library(self) -> MacroLibrary | None:
        """All macros of the file; None without a file."""
        if self.chosen is not None:
            return self._whole.library
        if self._text is None or self.has_rules:
            return None
        from ..ebl.files.macro_file import load_macros

        board = self.board
        shape = board.theory.shape if board.grounded else board.shape
        return load_macros(self._file, board.domain, shape, text=self._text)

    @cached_property
    def chosen_ones(self) -> MacroLibrary | None:
        """The macros that are chosen; None without a file."""
        if self.library is None or self.chosen is None:
            return self.library
        return self.library.only(self.chosen)

    def problem(self, start: State, goal: Pattern) -> SearchProblem:
        """The problem to search, with the macros; of a PDDL problem the part that entangled actions leave of it first."""
        if self.has_rules:
            return self.in_program.bare_problem(start, goal)
        if self.board.program is not None:
            return self.board.bare_problem(start, goal)
        if self.part and (start, goal) == (self.board.start, self.board.goal(None)):
            return PartFirst(self.part, lambda: self.board.bare_problem(start, goal, self.theory))
        whole = self.board.bare_problem(start, goal, self.theory)
        if isinstance(whole, Problem) and self.library is not None:
            return replace(whole, library=self)
        return whole

    def in_whole(self, result: Result) -> Result:
        """The result with states of the whole problem, if it was found in a part of it."""
        if not result.solved or result.theory is None or not result.theory.is_part:
            return result
        whole: Any = self.board.domain
        states = whole.states_of(result.move_names)
        ends = accumulate((one.length for one in result.operators), initial=0)
        path = tuple(states[end] for end in ends)
        return replace(result, states=path, theory=self.board.theory)

    @cached_property
    def part(self) -> Problem | None:
        """The part of a PDDL problem that entangled actions leave, with the macros; None where there are none."""
        part = self.board.lifted().part_by(self)
        if part is None:
            return None
        problem = part.grounded
        theory = theory_with(problem.theory, self, macro_cost=self.macro_cost)
        return problem.with_theory(theory)

    def part_of(self, domain: Domain) -> Domain:
        """The part of a planning problem that the entangled actions leave which are chosen; the domain itself if none."""
        return domain if self.chosen_ones is None else self.chosen_ones.part_of(domain)

    @property
    def policy(self) -> Any:
        """Policy to follow instead of a search; None if the macros are for searches."""
        return None if self.library is None else self.library.policy

    @cached_property
    def schemas(self) -> tuple[Schema, ...]:
        """The macros on windows, which those who climb place themselves."""
        found = () if self.library is None else self.library.schemas_of(self.board.domain)
        return found if self.chosen is None else _chosen(found, self.chosen, self.macro_of)

    @cached_property
    def has_rules(self) -> bool:
        """Whether the macros are rules with conditions, of a program that makes the moves."""
        if self._text is None:
            return False
        from ..ebl.files.macro_file import head_of

        return head_of(self._file, self._text).proves

    @cached_property
    def in_program(self) -> BoardSource:
        """The domain whose program has the rules in front of its moves."""
        return self.board.with_conditional_macros(
            self._file, self._text, macro_cost=self.macro_cost, chosen=self.chosen
        )

    @property
    def order(self) -> Order | None:
        """The order of subgoals that these are for; None without a file."""
        return None if self.library is None else self.library.order

    @property
    def count(self) -> int:
        """Number of macros of its file; several placements of one macro count once."""
        if self.has_rules:
            rules = self.in_program.clauses
            return 0 if rules is None else len(rules.macros)
        if self.library is None:
            return 0
        return len(self.library if self.chosen is None else set(self.chosen))

    def traps_in(self, problem: Problem | LiftedProblem) -> Traps:
        """Patterns of the chosen traps in a problem, which searches leave out."""
        return NO_TRAPS if self.chosen_ones is None else self.chosen_ones.traps_in(problem)

    @property
    def trap_names(self) -> tuple[str, ...]:
        """Names of the chosen traps."""
        names = () if self.library is None else tuple(one.name for one in self.library.traps)
        return names if self.chosen is None else tuple(one for one in names if one in self.chosen)

    def macro_of(self, arc: Arc | Schema) -> str:
        """The name in the file of the macro that an arc is one placement of."""
        return self.board.domain.operator_of(arc.name)

    def arcs(self, theory: Theory, goal: Pattern | None = None) -> tuple[Arc, ...]:
        """The chosen macros as arcs of a theory."""
        arcs = () if self.library is None else self.library.arcs(theory, goal)
        return arcs if self.chosen is None else _chosen(arcs, self.chosen, self.macro_of)

    def climber(
        self,
        shape: Shape,
        domain: Domain | None = None,
        goal: Pattern | None = None,
        *,
        select: str = "first",
    ) -> Climber:
        """The climber on its own board with the macros that are chosen, made once for a goal."""
        return _climber(self.board, goal, select)

    @property
    def _whole(self) -> BoardMacros:
        """All macros of the file, shared by many choices among them."""
        assert self.board.rules is not None
        every = replace(self.board.rules, chosen=None, macro_cost="true")
        found: BoardMacros = self.board.with_rules(every).macros
        return found

    def _with_all_macros(self) -> Theory:
        if self.chosen is not None:
            return self._whole._with_all_macros()
        return self._placed

    @cached_property
    def _placed(self) -> Theory:
        theory = self.board.theory
        if self.library is None:
            return theory
        return theory_with(theory, self.library, self.board.table_goal)


@lru_cache(maxsize=8)
def _climber(board: BoardSource, goal: Pattern | None, select: str) -> Climber:
    from ..search.climbing.climber import Climber

    made, domain, shape = board.macros, board.domain, board.theory.shape
    if made.library is not None:
        made.library.check_size(domain, shape)
    return Climber(domain, shape, made.schemas, goal, order=made.order or GIVEN, select=select)


Macro = TypeVar("Macro", Arc, Schema)


def _chosen(
    macros: tuple[Macro, ...], names: tuple[str, ...], name_of: Callable[[Macro], str]
) -> tuple[Macro, ...]:
    by_name: dict[str, list[Macro]] = {}
    for macro in macros:
        by_name.setdefault(name_of(macro), []).append(macro)
    return tuple(macro for name in names for macro in by_name.get(name, ()))
