"""Recipes: plain data from which any process on any machine makes the theory of a task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...ebl.library import MacroLibrary
from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.domain import Domain, TheoryDomain
from ...rules.domains.domain_table import FILES, LentClass, borrow, lent_class, read_built_in
from ...rules.errors import InputError
from ...rules.fingerprint import fingerprint
from ...rules.geometry import Shape
from ...rules.read_domain import file_in, has_problem_files, problem_in, with_problem
from ...rules.schema import Schema
from ...rules.term import Pattern, State
from ...rules.text.text_file import holding, named, read_text
from ...rules.theory import Theory
from ...rules.trust import trusted, trusting
from ...search.macros import LiftedProblem, theory_with, with_unit_macro_costs
from ...search.orders import GIVEN, Order
from ...search.part_first import PartFirst, is_part
from ...search.problem import Problem, SearchProblem
from ...search.result import Result
from ..condition import Condition
from ..problem_set import Instance
from ..sized_domain import Named, SizedDomain, load_domain, name_of_arcs, not_grounded, own_goals
from ..sized_domain import domain as make_domain
from ..store.rows import goal_of, goal_values

if TYPE_CHECKING:
    from ...planning.policy.rule import LiftedPolicy
    from ...search.climbing.climber import Climber

ARCWISE = version("arcwise")


def check_version(arcwise: str) -> None:
    """Refuse a recipe that another version of arcwise has written.

    Raises
    ------
    InputError
        Another version.
    """
    if arcwise != ARCWISE:
        raise InputError(
            "the processes that search have another version of arcwise",
            expected=arcwise,
            found=ARCWISE,
        )


@checked
@dataclass(frozen=True)
class Recipe:
    """How to make a domain and its theory, with or without macros.

    Parameters
    ----------
    theory
        The argument of the command line.
    theory_text
        Of a ``.pl``, ``.psvn`` or ``.pddl`` file, or one of levels, what is in it.
    order, arc_cost, engine
        As for `load_domain`.
    macros_name, macros_text
        A macro file's name and what is in it, or None.
    macro_cost
        ``true`` or ``unit``.
    chosen
        Which of the file's macros, by name, a name for every copy; None for all.
    goal
        The goal for which a macro table is placed; only those need it.
    problem_name, problem_text
        Of a PDDL problem, its file's name and what is in it.
    grounded
        Whether that problem is made ready for a search; one that is too large for it can only be followed by a policy.
    trust
        Whether Prolog programs may do all that Prolog can; decided by who makes the recipe.
    own_goals
        The goals of a domain in memory, which no text has.
    shown_start, moves
        As for `SizedDomain`.
    lent
        Where the class of a domain is found that is not installed; a process that cannot import it has the arcs of `theory_text`.
    arcwise
        The version that it was written by.
    known
        The domain that the texts are of, so that this process does not read them again; other processes do.
    """

    theory: str
    theory_text: str | None = None
    order: str = "ULRD"
    arc_cost: float = 1
    engine: str = "auto"
    macros_name: str | None = None
    macros_text: str | None = None
    macro_cost: str = "true"
    chosen: tuple[str, ...] | None = None
    goal: Pattern | None = None
    problem_name: str | None = None
    problem_text: str | None = None
    grounded: bool = True
    trust: bool = field(default_factory=trusted)
    own_goals: tuple[Pattern, ...] = ()
    shown_start: str | None = None
    moves: str | None = None
    lent: LentClass | None = None
    arcwise: str = ARCWISE
    known: SizedDomain | None = field(default=None, repr=False, hash=False)

    @classmethod
    def of(
        cls, of: Named, macros: str | None = None, *, enumerated: bool = False, **others: Any
    ) -> Recipe:
        """The recipe for a domain and a macro file, whose texts are read; states of a program may be enumerated."""
        asked = {name: others.pop(name) for name in ("order", "arc_cost") if name in others}
        domain = make_domain(of, engine=others.get("engine", "auto"), **asked)
        domain = domain.enumerated() if enumerated else domain
        theory = domain.argument
        others |= {"order": domain.order, "arc_cost": domain.arc_cost}
        others |= {"engine": "swi"} if domain.engine == "swi" else {}
        others |= {"shown_start": domain.shown_start, "moves": domain.moves}
        lent = None if domain.in_memory else lent_class(theory)
        if domain.in_memory:
            others["own_goals"] = domain.domain.own_goals
        elif lent is not None:
            others |= {"lent": lent, "own_goals": own_goals(domain.domain, domain.shape)}
        if domain.domain.whole is domain.domain:
            others["known"] = replace(domain, arcs=True)
        _, problem = problem_in(theory)
        file = None if domain.in_memory else file_in(theory)
        held = file is not None and (Path(file).suffix.lower() in FILES or Path(file).is_file())
        if problem is not None:
            others |= {"problem_name": Path(problem).name, "problem_text": read_text(problem)}
        return cls(
            theory,
            read_text(file) if file is not None and held else domain.text_of_arcs(lent),
            macros_name=named(macros) if macros else None,
            macros_text=read_text(macros) if macros else None,
            **others,
        )

    def under(self, condition: Condition, macro_cost: str = "true") -> Recipe:
        """Copy with the macros of a condition."""
        return replace(
            self,
            macros_name=condition.file,
            macros_text=condition.macro_text,
            chosen=condition.chosen,
            macro_cost=macro_cost,
        )

    def for_problem(self, problem: Instance) -> Recipe:
        """Copy for a problem that has a theory of its own."""
        if problem.text is None:
            return self
        return replace(
            self,
            problem_name=problem.file,
            problem_text=problem.text,
            grounded=problem.grounded,
            known=self._problem_known(problem),
        )

    def ends(self, problem: Instance) -> tuple[State, Pattern]:
        """Start and goal of a problem."""
        return problem.start, problem.goal

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of a run about its domain."""
        found = {
            "theory": self.theory,
            "theory_text": self.theory_text,
            "order": self.order,
            "arc_cost": self.arc_cost,
        }
        return found | ({"problem_text": self.problem_text} if self.problem_text else {})

    def _problem_known(self, problem: Instance) -> SizedDomain | None:
        """The problem with its domain, where this process has read that."""
        known = self.known
        if known is None or not problem.grounded or not has_problem_files(known.argument):
            return None
        assert problem.text is not None
        return known.of_problem(problem.place or problem.file or "problem", problem.text)

    def of_size(self, shape: Shape) -> Recipe:
        """Copy for boards of another size."""
        board = replace(self.make().domain, shape=shape)
        board = replace(board, argument=board.domain.spell(shape))
        return replace(self, theory=board.argument, known=board)

    @cached_property
    def key(self) -> str:
        """A name that only equal recipes share."""
        return fingerprint(self._plain)[:16]

    @property
    def _plain(self) -> dict[str, Any]:
        """All that another process needs."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "known"}

    def to_json(self) -> dict[str, Any]:
        """The recipe as plain values.

        Raises
        ------
        InputError
            A domain of Python functions, which another process cannot have.
        """
        if self.known is not None and self.known.functions is not None:
            raise InputError(
                "Python functions are searched with in this process only",
                found="a run that is kept, or several jobs",
                remedy="compare or survey without keeping",
            )
        self._check_lent()
        values = self._plain
        if self.goal is not None:
            values["goal"] = goal_values(self.goal)
        values["own_goals"] = [goal_values(goal) for goal in self.own_goals]
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }

    def _check_lent(self) -> None:
        """Refuse macros on windows of a class that other processes cannot import: only the class tells where they lie."""
        if self.lent is None or self.lent.module or self.macros_text is None:
            return
        if "macro_domain(board(" not in self.macros_text:
            raise InputError(
                f"other processes cannot import the class {self.lent.qualified} of {self.theory}",
                expected="a class in a file of its own, which is imported, or one that is installed",
                found="a class of a script, a notebook or a function",
                remedy="one process: without jobs and cluster",
            )

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Recipe:
        """The recipe of plain values."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        if known.get("goal") is not None:
            known["goal"] = goal_of(values["goal"])
        known["own_goals"] = tuple(map(goal_of, values["own_goals"]))
        if known.get("lent") is not None:
            known["lent"] = LentClass(*known["lent"])
        return cls(**known)

    @property
    def needs_prolog(self) -> bool:
        """Whether every step asks SWI-Prolog, whose state must not be shared between processes."""
        return self.engine == "swi"

    def make(self) -> Made:
        """The domain and the theory; made once in a process and remembered.

        Raises
        ------
        InputError
            Bad texts, or a recipe of another version of arcwise.
        """
        check_version(self.arcwise)
        return _make(self)


@dataclass(frozen=True)
class Made:
    """The product of a recipe; macros are prepared on demand.

    Parameters
    ----------
    recipe, domain
        From what it was made, and its board.
    """

    recipe: Recipe
    domain: SizedDomain

    @cached_property
    def theory(self) -> Theory:
        """The arcs, with the macros before them."""
        theory = self._with_all_macros()
        if self.recipe.chosen is not None:
            macros = _chosen(theory.macros, self.recipe.chosen, self.macro_of)
            theory = theory.without_macros().with_macros(macros)
        return with_unit_macro_costs(theory) if self.recipe.macro_cost == "unit" else theory

    @cached_property
    def library(self) -> MacroLibrary | None:
        """All macros of the file; None without a file."""
        if self.recipe.chosen is not None:
            return self._whole.library
        if self.recipe.macros_text is None or self.has_rules:
            return None
        from ...ebl.files.macro_file import read_macros

        name, text = self.recipe.macros_name or "macros.pl", self.recipe.macros_text
        board = self.domain
        shape = board.theory.shape if self.recipe.grounded else board.shape
        return read_macros(name, board.domain, shape, text=text)

    def problem(self, start: State, goal: Pattern) -> SearchProblem:
        """The problem to search, with the macros; of a PDDL problem the part that entangled actions leave of it first."""
        if self.has_rules:
            return self.with_rules.problem(start, goal)
        if self.domain.program is not None:
            return self.domain.problem(start, goal)
        if self.part and (start, goal) == (self.domain.start, self.domain.goal(None)):
            return PartFirst(self.part, lambda: self.domain.problem(start, goal, self.theory))
        whole = self.domain.problem(start, goal, self.theory)
        joined = isinstance(whole, Problem) and bool(self.theory.macros)
        return replace(whole, library=self) if isinstance(whole, Problem) and joined else whole

    def lifted(self, start: State, goal: Pattern) -> LiftedProblem:
        """The problem as its domain describes it, for those who place macros themselves or need no arcs."""
        return self.domain.lifted(start, goal)

    def in_whole(self, result: Result) -> Result:
        """The result with states of the whole problem, if it was found in a part of it."""
        if not result.solved or not is_part(result.theory):
            return result
        from ...planning.pddl.planning import PlanningDomain

        whole = self.domain.domain
        assert isinstance(whole, PlanningDomain)
        states = whole.states_of(result.move_names)
        ends = accumulate((one.length for one in result.operators), initial=0)
        path = tuple(states[end] for end in ends)
        return replace(result, states=path, theory=self.domain.theory)

    @cached_property
    def part(self) -> Problem | None:
        """The part of a PDDL problem that entangled actions leave, with the macros; None where there are none."""
        part = self.domain.lifted().part_by(self)
        if part is None:
            return None
        problem = part.grounded
        theory = theory_with(problem.theory, self, macro_cost=self.recipe.macro_cost)
        return problem.with_theory(theory)

    def part_of(self, domain: Domain) -> Domain:
        """The part of a planning problem that the entangled actions leave which are chosen; the domain itself if none."""
        if self.library is None:
            return domain
        if self.recipe.chosen is None:
            return self.library.part_of(domain)
        names = {macro.name for macro in self.library}
        return self.library.without(names.difference(self.recipe.chosen)).part_of(domain)

    @property
    def policy(self) -> LiftedPolicy | None:
        """Policy to follow instead of a search; None if the macros are for searches."""
        return None if self.library is None else self.library.policy

    @cached_property
    def schemas(self) -> tuple[Schema, ...]:
        """The macros on windows, which those who climb place themselves."""
        found = () if self.library is None else self.library.schemas_of(self.domain.domain)
        return (
            found
            if self.recipe.chosen is None
            else _chosen(found, self.recipe.chosen, self.macro_of)
        )

    @cached_property
    def has_rules(self) -> bool:
        """Whether the macros are rules with conditions, of a program that makes the moves."""
        name, text = self.recipe.macros_name or "macros.pl", self.recipe.macros_text
        if text is None:
            return False
        from ...ebl.files.macro_file import holds_rules

        return holds_rules(text, name)

    @cached_property
    def with_rules(self) -> SizedDomain:
        """The domain whose program has the rules in front of its moves."""
        name, text = self.recipe.macros_name or "macros.pl", self.recipe.macros_text
        return self.domain.with_rules(
            name, text, macro_cost=self.recipe.macro_cost, chosen=self.recipe.chosen
        )

    @property
    def order(self) -> Order | None:
        """The order of subgoals that these are for; None without a file."""
        return None if self.library is None else self.library.order

    @property
    def macros(self) -> int:
        """Number of macros of its file; several placements of one macro count once."""
        if self.has_rules:
            rules = self.with_rules.clauses
            return 0 if rules is None else len(rules.macros)
        if self.library is None:
            return 0
        return len(self.library if self.recipe.chosen is None else set(self.recipe.chosen))

    def macro_of(self, arc: Arc | Schema) -> str:
        """The name in the file of the macro that an arc is one placement of."""
        return self.domain.domain.operator_of(arc.name)

    def arcs(self, theory: Theory, goal: Pattern | None = None) -> tuple[Arc, ...]:
        """The chosen macros as arcs of a theory."""
        arcs = () if self.library is None else self.library.arcs(theory, goal)
        return (
            arcs if self.recipe.chosen is None else _chosen(arcs, self.recipe.chosen, self.macro_of)
        )

    def climber(
        self,
        shape: Shape,
        domain: Domain | None = None,
        goal: Pattern | None = None,
        *,
        select: str = "first",
    ) -> Climber:
        """The climber on its own board with the macros that are chosen, made once for a goal."""
        return _climber(self.recipe, goal, select)

    @property
    def _whole(self) -> Made:
        """The product with all macros, shared by many choices among them."""
        return _make(replace(self.recipe, chosen=None))

    def _with_all_macros(self) -> Theory:
        if self.recipe.chosen is not None:
            return self._whole._with_all_macros()
        return self._placed

    @cached_property
    def _placed(self) -> Theory:
        theory = self.domain.theory
        if self.library is None:
            return theory
        return theory_with(theory, self.library, self.recipe.goal)


@lru_cache(maxsize=128)
def _make(recipe: Recipe) -> Made:
    if recipe.chosen is not None:
        whole = _make(replace(recipe, chosen=None))
        return replace(whole, recipe=recipe)
    if recipe.known is not None:
        return Made(recipe, recipe.known.run_by(recipe.engine))
    bare = replace(
        recipe, macros_name=None, macros_text=None, macro_cost="true", chosen=None, goal=None
    )
    return Made(recipe, _read(bare))


@lru_cache(maxsize=128)
def _read(recipe: Recipe) -> SizedDomain:
    """The domain of the texts of a recipe, which all its conditions share."""
    if recipe.lent is not None:
        borrow(recipe.theory.partition(":")[0], recipe.lent)
        if read_built_in(recipe.theory) is None:
            recipe = replace(recipe, theory=name_of_arcs(recipe.theory))
    theory, problem = file_in(recipe.theory), problem_in(recipe.theory)[1]
    argument, texts = recipe.theory, {}
    if theory is not None and recipe.theory_text is not None:
        texts[theory] = recipe.theory_text
    if recipe.problem_text is not None:
        name = problem or recipe.problem_name or "problem"
        texts[name] = recipe.problem_text
        argument, _ = with_problem(argument, (name,))
    with trusting(recipe.trust), holding(texts):
        if not recipe.grounded:
            return not_grounded(argument)
        found = load_domain(
            argument,
            order=recipe.order,
            arc_cost=recipe.arc_cost,
            engine=recipe.engine,
            start=recipe.shown_start,
            moves=recipe.moves,
        )
    if recipe.own_goals and isinstance(found.domain, TheoryDomain):
        return replace(found, domain=replace(found.domain, own_goals=recipe.own_goals))
    return found


@lru_cache(maxsize=8)
def _climber(recipe: Recipe, goal: Pattern | None, select: str) -> Climber:
    from ...search.climbing.climber import Climber

    made = _make(recipe)
    domain, shape = made.domain.domain, made.domain.theory.shape
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
