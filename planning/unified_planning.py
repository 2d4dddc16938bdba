"""arcwise as an engine of unified-planning (Micheli et al., SoftwareX 29, 2025): its problems, our search, its plans.

After `register` the library knows two engines: ``arcwise`` finds a plan soon, ``arcwise-opt`` a cheapest one. A problem is
handed over as PDDL, and the plan that comes back has been carried out step by step.
"""

from __future__ import annotations

import re
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from unified_planning.engines import Credits, Engine, LogLevel, LogMessage
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import PlanGenerationResult
from unified_planning.engines.results import PlanGenerationResultStatus as Ending
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader, PDDLWriter
from unified_planning.model import ProblemKind

from ..ebl.files.macro_file import load_macros
from ..ebl.library import MacroLibrary
from ..experiments.board_question import pose
from ..rules.errors import InputError, Place, TooLargeError
from ..search.algorithms import ALGORITHMS
from ..search.heuristics.heuristic_table import HEURISTICS
from ..search.limits import Budget, LimitReached, Limits
from ..search.result import Result, Status
from ..search.solve import solve
from .pddl.planning import PlanningDomain

CREDITS = Credits(
    "arcwise",
    "The arcwise developers",
    "",
    "",
    "MIT",
    "Learns macro-operators by explanation, and shows what they are worth in search.",
    "Searches the ground arcs of a problem, with the macro actions that were learned for its domain put before them.",
)

SUPPORTED = {
    "problem_class": ("ACTION_BASED",),
    "typing": ("FLAT_TYPING", "HIERARCHICAL_TYPING"),
    "conditions_kind": (
        *("NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS", "EQUALITIES"),
        *("EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS"),
    ),
    "effects_kind": ("CONDITIONAL_EFFECTS", "FORALL_EFFECTS"),
    "quality_metrics": ("ACTIONS_COST", "PLAN_LENGTH"),
    "actions_cost_kind": (
        *("STATIC_FLUENTS_IN_ACTIONS_COST", "INT_NUMBERS_IN_ACTIONS_COST"),
        "REAL_NUMBERS_IN_ACTIONS_COST",
    ),
}
"""Features of problems by their kind, as unified-planning calls them."""

ENDINGS = {
    Status.UNSOLVABLE: Ending.UNSOLVABLE_PROVEN,
    Status.INCOMPLETE: Ending.UNSOLVABLE_INCOMPLETELY,
}


class ArcwisePlanner(Engine, OneshotPlannerMixin):  # type: ignore[misc]
    """Planner that returns any plan, quickly.

    Parameters
    ----------
    algorithm, heuristic
        As for `solve`; those that suit best by default.
    macros
        A macro file that ``arcwise learn`` wrote for the same actions.
    nodes, memory
        Limits on nodes, and on bytes beyond those that the process holds. That on time comes with each call.

    Raises
    ------
    InputError
        Unknown names, or a macro file that cannot be read.
    """

    default = "fast"
    """The algorithm, unless another is asked for."""

    def __init__(
        self,
        algorithm: str | None = None,
        heuristic: str | None = None,
        macros: str | None = None,
        nodes: int | None = None,
        memory: int | None = None,
    ) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self._algorithm = ALGORITHMS.find(algorithm or self.default)
        self._heuristic = None if heuristic is None else HEURISTICS.spelled(heuristic)
        self._library = None if macros is None else _over_parameters(macros)
        self._macros = macros
        self._limits = Limits(nodes=nodes, memory=memory)

    @property
    def name(self) -> str:
        """Name under which it is registered."""
        return "arcwise"

    @staticmethod
    def supported_kind() -> Any:
        """The features that it takes."""
        kind = ProblemKind(version=2)
        for group, features in SUPPORTED.items():
            for feature in features:
                getattr(kind, f"set_{group}")(feature)
        return kind

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        """Whether a problem has no other features."""
        return bool(problem_kind <= ArcwisePlanner.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        """Whether its plans are as good as that."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def get_credits(**options: Any) -> Any:
        """Credits of the planner."""
        return CREDITS

    def _solve(
        self,
        problem: Any,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
        warm_start_plan: Any = None,
    ) -> Any:
        for given, what in ((heuristic, "a heuristic"), (warm_start_plan, "a plan to begin with")):
            if given is not None:
                warnings.warn(f"{self.name} leaves {what} out of account", stacklevel=3)
        if timeout is not None and timeout <= 0:
            return PlanGenerationResult(Ending.TIMEOUT, None, self.name)
        budget = Budget(replace(self._limits, time=timeout, nodes=None))
        writer = PDDLWriter(problem)
        with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
            domain, task = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
            try:
                with budget:
                    domain.write_text(self._named(writer.get_domain()), encoding="utf-8")
                    task.write_text(self._named(writer.get_problem()), encoding="utf-8")
                    result, steps = self._searched(f"{domain}#{task}", budget)
            except LimitReached as reached:
                if reached.budget is not budget:
                    raise
                return PlanGenerationResult(_limit(reached.limit), None, self.name)
            except TooLargeError as error:
                return self._refused(Ending.MEMOUT, error, folder)
            except InputError as error:
                return self._refused(Ending.UNSUPPORTED_PROBLEM, error, folder)
        if output_stream is not None:
            output_stream.write(result.summary() + "\n")
        plan = None
        if result.solved:
            text = "".join(f"{step}\n" for step in steps)
            reader = PDDLReader(problem.environment)
            plan = reader.parse_plan_string(problem, text, writer.get_item_named)
        return PlanGenerationResult(
            _ending(result, bool(problem.quality_metrics)),
            plan,
            self.name,
            metrics={
                "engine_internal_time": str(budget.elapsed),
                "expanded": str(result.statistics.expanded),
            },
            log_messages=[LogMessage(LogLevel.INFO, result.summary())],
        )

    def _refused(self, ending: Any, error: InputError, folder: str) -> Any:
        said = LogMessage(LogLevel.ERROR, str(error).replace(folder, ""))
        return PlanGenerationResult(ending, None, self.name, log_messages=[said])

    def _named(self, text: str) -> str:
        """PDDL that calls the domain what the macros do: unified-planning calls it after the problem."""
        if self._library is None:
            return text
        name = self._library.domain.name
        return re.sub(r"\((:?domain) [^)]*\)", lambda found: f"({found[1]} {name})", text, count=1)

    def _searched(self, argument: str, budget: Budget) -> tuple[Result, list[str]]:
        """The result for the files, and the steps of the plan with macros unrolled."""
        posed = pose(argument, macros=self._macros).ready(self._algorithm)
        result = solve(
            posed.problem,
            self._algorithm,
            heuristic=self._heuristic,
            limits=replace(budget.left, nodes=self._limits.nodes),
        )
        if not result.solved:
            return result, []
        searched = None if result.theory is None else result.theory.domain
        assert isinstance(searched, PlanningDomain)
        return result, searched.plan(result.start, [arc.name for arc in result.primitives])


class OptimalArcwisePlanner(ArcwisePlanner):
    """Planner that returns a cheapest plan."""

    default = "auto"

    @property
    def name(self) -> str:
        """Name under which it is registered."""
        return "arcwise-opt"

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        """Whether its plans are as good as that, unless it was made with an algorithm of less promise."""
        return True


def register(environment: Any = None) -> None:
    """Let unified-planning know the engines, in an environment or in its global one."""
    factory = (environment or get_environment()).factory
    for kind in (ArcwisePlanner, OptimalArcwisePlanner):
        factory.add_engine(kind().name, kind.__module__, kind.__name__)


def _ending(result: Result, measured: bool) -> Any:
    """How a search ended, as unified-planning says it."""
    if result.solved:
        proved = result.optimal and measured
        return Ending.SOLVED_OPTIMALLY if proved else Ending.SOLVED_SATISFICING
    if result.status is Status.STOPPED:
        return _limit(result.limit)
    return ENDINGS[result.status]


def _limit(name: str | None) -> Any:
    """Status for a search that a limit ended; unified-planning has none for nodes."""
    return Ending.MEMOUT if name == "memory" else Ending.TIMEOUT


def _over_parameters(path: str) -> MacroLibrary:
    """The macros of a file for a PDDL domain.

    Raises
    ------
    InputError
        A bad file, or macros for boards.
    """
    library = load_macros(path)
    name = library.domain.name
    if not library.domain.lifted or not re.fullmatch(r"[A-Za-z][\w-]*", name):
        raise InputError(
            "these macros are not for a PDDL domain", place=Place(path), found=library.domain.name
        )
    return library
