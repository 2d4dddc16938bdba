"""Macros as actions of other planners: the PDDL domain that they read, and their plans made into plans without macros.

An unrolled plan is carried out, which proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.domains.domain_table import PDDL
from ...rules.errors import InputError
from ...rules.text.text_file import write_text
from ...rules.text.words import counted
from ..other_planners import planner_of
from ..pddl.action_domain import ActionDomain, PlanningTask
from ..pddl.plan import Execution, PlanStep, execute
from ..pddl.read_action_domain import load_action_domain
from ..pddl.read_task import load_task
from ..pddl.write import (
    augmented,
    domain_text,
    has_inequality,
    task_text,
    with_differences,
    without_equality,
)


@dataclass(frozen=True)
class Unrolled:
    """A plan without macros.

    Parameters
    ----------
    steps
        Its steps; each has the place of the line it came from.
    execution
        The actions, one by one.
    lines, macros
        How many lines the plan had, and how many of them were macros.
    """

    steps: tuple[PlanStep, ...]
    execution: Execution
    lines: int
    macros: int


def unroll(task: PlanningTask, plan: Sequence[PlanStep], macros: Sequence[Macro]) -> Unrolled:
    """Replace every macro by its steps and carry the whole out in the domain without macros.

    Raises
    ------
    InputError
        A macro with the wrong number of arguments; a step that cannot be taken; a goal that is missed. With the line.
    """
    known = {macro.name: macro for macro in macros}
    plain = tuple(action for action in task.domain.actions if action.name not in known)
    bare = replace(task, domain=replace(task.domain, actions=plain))
    steps: list[PlanStep] = []
    used = 0
    for step in plan:
        macro = known.get(step.name)
        if macro is None:
            steps.append(step)
            continue
        if macro.iterated:
            raise InputError(
                f"{step.text}: a macro that repeats a step does not tell its moves",
                place=step.place,
                expected="the moves themselves",
            )
        if len(step.arguments) != len(macro.action.parameters):
            raise InputError(
                f"{step.text}: wrong number of arguments",
                place=step.place,
                expected=str(len(macro.action.parameters)),
                found=str(len(step.arguments)),
            )
        used += 1
        steps += (
            PlanStep(name, tuple(objects), step.place)
            for name, *objects in macro.unrolled(step.arguments)
        )
    return Unrolled(tuple(steps), execute(bare, steps), len(plan), used)


def macros_path(output: str | Path) -> Path:
    """The macro file of an output: itself, or beside a domain; ``blocks.pddl`` has ``blocks.pl``."""
    return Path(output).with_suffix(".pl")


def problem_paths(
    library: MacroLibrary,
    output: str | Path,
    problems: Sequence[str | Path],
    *,
    differences: bool = False,
) -> list[Path]:
    """The files of problems beside a domain: ``blocks.pddl`` and ``p01.pddl`` make ``blocks-p01.pddl``.

    None where problems stay as they are, or where no domain is written. With differences all say which objects differ.
    """
    place = Path(output)
    as_they_are = not (differences or library.domain.relations.object_fluents)
    if place == macros_path(place) or as_they_are:
        return []
    stems = [Path(problem).stem for problem in problems]
    alike = [stems[: place + 1].count(stem) for place, stem in enumerate(stems)]
    names = [
        stem if count == 1 else f"{stem}-{count}" for stem, count in zip(stems, alike, strict=True)
    ]
    return [place.with_name(f"{place.stem}-{name}.pddl") for name in names]


def domain_with_macros(library: MacroLibrary) -> ActionDomain:
    """The domain of a library with its macros as actions, for other planners.

    Iterated macros and entangled actions are left out: no action of PDDL repeats, and the domain's own have all instances.
    """
    domain = library.domain.relations
    actions = [
        macro.action
        for macro in library.macros
        if macro.name not in domain.by_name and not macro.entangled and not macro.iterated
    ]
    return augmented(domain, actions)


def save_problems(
    library: MacroLibrary,
    output: str | Path,
    problems: Sequence[str | Path],
    *,
    differences: bool = False,
) -> list[Path]:
    """Write problems as the domain that `save_augmented` writes has them, where that is not how their files have them.

    Object fluents are predicates there.

    Parameters
    ----------
    library
        Of the domain.
    output
        The domain's file.
    problems
        Their files.
    differences
        Whether they say which objects differ, for a domain `without_equality`.

    Returns
    -------
    The files that were written: those of `problem_paths`, or none.

    Raises
    ------
    InputError
        A file that is no problem of the domain, a place that cannot be written to.
    """
    domain = library.domain.relations
    paths = problem_paths(library, output, problems, differences=differences)
    fluents = ["predicates in place of object fluents"] if domain.object_fluents else []
    said = " and ".join([*fluents, *(["which objects differ"] if differences else [])])
    for path, problem in zip(paths, problems, strict=bool(paths)):
        task = load_task(domain, problem)
        task = with_differences(task) if differences else task
        write_text(path, task_text(task, f"{Path(problem).name} with {said}, by arcwise"))
    return paths


def save_augmented(library: MacroLibrary, output: str | Path, *, differences: bool = False) -> None:
    """Write a PDDL domain with macros in it; see `domain_with_macros`.

    With differences its conditions name a predicate where they say that two objects differ.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    whole, own = domain_with_macros(library), library.domain.relations
    many = len(whole.actions) - len(own.actions)
    remarks = [
        f"{own.name} with {counted(many, 'macro action')}, learned by arcwise.",
        f"What each stands for: {macros_path(output).name}. A plan without them: arcwise unroll.",
    ]
    write_text(output, domain_text(without_equality(whole) if differences else whole, remarks))


class ForPlanners:
    """Files for other planners: a PDDL domain with macros, the macro file beside it, and problems as the domain has them.

    Parameters
    ----------
    library
        Macros of the domain, or none yet.
    output
        The file of the domain.
    problems
        Files of problems.
    planner
        The planner that reads them, as `planner_of` knows it; None for any.

    Attributes
    ----------
    macros, problems
        The macro file, and the files of problems that are written; see `problem_paths`.
    """

    def __init__(
        self,
        library: MacroLibrary,
        output: str | Path,
        problems: Sequence[str | Path],
        planner: str | None = None,
    ) -> None:
        self.output, self.macros = output, macros_path(output)
        self._problems = [one for one in problems if Path(one).suffix.lower() == PDDL]
        self._equality = planner is None or planner_of(planner).equality
        self.problems = self._paths(library, not self._equality)

    def _paths(self, library: MacroLibrary, differences: bool) -> list[Path]:
        return problem_paths(library, self.output, self._problems, differences=differences)

    def save(self, library: MacroLibrary) -> None:
        """Write the domain with the macros that were learned, and its problems where they are not as they were.

        Raises
        ------
        InputError
            As for `save_augmented` and `save_problems`.
        """
        told = not self._equality and has_inequality(domain_with_macros(library))
        save_augmented(library, self.output, differences=told)
        self.problems = save_problems(library, self.output, self._problems, differences=told)

    def read(self) -> None:
        """Read what was written back.

        Raises
        ------
        InputError
            A file that cannot be read.
        """
        actions = load_action_domain(self.output)
        for problem in self.problems:
            load_task(actions, problem)
