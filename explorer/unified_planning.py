"""arcwise as an engine of unified-planning (Micheli et al., SoftwareX 29, 2025): its problems, our search, its plans.

After `register` the library knows two engines: ``arcwise`` finds a plan soon, ``arcwise-opt`` a cheapest one. A problem is
handed over as PDDL, and the plan that comes back has been carried out step by step.
"""

from __future__ import annotations

import re
import tempfile
import warnings
from collections.abc import Callable
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
from ..experiments.sized_domain import load_domain
from ..rules.errors import InputError
from ..search.limits import Limits
from ..search.problem import Problem
from ..search.result import Result, Status
from ..search.solve import solve

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
    """Any plan, soon.

    Parameters
    ----------
    algorithm, heuristic
        As for `solve`; those that suit best by default.
    macros
        A macro file that ``arcwise learn`` wrote for the same actions.
    nodes, memory
        Limits on nodes, and on bytes beyond those that the process holds. That on time comes with each call.
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
        self._algorithm = algorithm or self.default
        self._heuristic = heuristic
        self._macros = macros
        self._nodes = nodes
        self._memory = memory

    @property
    def name(self) -> str:
        """What it is registered as."""
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
        """Who made it."""
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
        writer = PDDLWriter(problem)
        with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
            domain, task = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
            try:
                domain.write_text(self._for_macros(writer.get_domain()), encoding="utf-8")
                task.write_text(self._for_macros(writer.get_problem()), encoding="utf-8")
                result, steps = self._searched(f"{domain}#{task}", timeout)
            except InputError as error:
                said = [LogMessage(LogLevel.ERROR, str(error).replace(folder, ""))]
                return PlanGenerationResult(
                    Ending.UNSUPPORTED_PROBLEM, None, self.name, log_messages=said
                )
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
                "engine_internal_time": str(result.statistics.elapsed),
                "expanded": str(result.statistics.expanded),
            },
            log_messages=[LogMessage(LogLevel.INFO, result.summary())],
        )

    def _for_macros(self, text: str) -> str:
        """PDDL that calls the domain what the macros do: unified-planning calls it after the problem."""
        if self._macros is None:
            return text
        name = load_macros(self._macros).domain.name
        return re.sub(r"\((:?domain) [^)]*\)", rf"(\1 {name})", text, count=1)

    def _searched(self, argument: str, timeout: float | None) -> tuple[Result, list[str]]:
        """The result for the files, and the steps of the plan with macros unrolled."""
        sized = load_domain(argument)
        theory = sized.theory
        start, goal = sized.start, sized.goal(None)
        assert start is not None  # a PDDL problem has one
        arcs = sized.macros(self._macros).arcs(theory, goal) if self._macros else ()
        result = solve(
            Problem(theory.with_macros(arcs), start, goal),
            self._algorithm,
            heuristic=self._heuristic,
            limits=Limits(time=timeout, nodes=self._nodes, memory=self._memory),
        )
        if not result.solved:
            return result, []
        return result, sized.domain.plan(start, [arc.name for arc in result.primitives])


class OptimalArcwisePlanner(ArcwisePlanner):
    """A cheapest plan."""

    default = "auto"

    @property
    def name(self) -> str:
        """What it is registered as."""
        return "arcwise-opt"

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        """Whether its plans are as good as that: all are."""
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
        return Ending.MEMOUT if result.limit == "memory" else Ending.TIMEOUT
    return ENDINGS[result.status]
