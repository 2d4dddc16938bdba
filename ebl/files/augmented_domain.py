"""Macros over parameters as a PDDL domain that other planners read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...rules.pddl.read_task import load_task
from ...rules.pddl.write import augmented, domain_text, task_text
from ...rules.text.text_file import write_text
from ..library import MacroLibrary


def macros_path(output: str | Path) -> Path:
    """The macro file of an output: itself, or beside a domain; ``blocks.pddl`` has ``blocks.pl``."""
    return Path(output).with_suffix(".pl")


def problem_paths(
    library: MacroLibrary, output: str | Path, problems: Sequence[str | Path]
) -> list[Path]:
    """The files of problems beside a domain: ``blocks.pddl`` and ``p01.pddl`` make ``blocks-p01.pddl``.

    None where problems stay as they are, or where no domain is written.
    """
    place = Path(output)
    if place == macros_path(place) or not library.domain.relations.object_fluents:
        return []
    stems = [Path(problem).stem for problem in problems]
    alike = [stems[: place + 1].count(stem) for place, stem in enumerate(stems)]
    names = [
        stem if count == 1 else f"{stem}-{count}" for stem, count in zip(stems, alike, strict=True)
    ]
    return [place.with_name(f"{place.stem}-{name}.pddl") for name in names]


def save_problems(
    library: MacroLibrary, output: str | Path, problems: Sequence[str | Path]
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

    Returns
    -------
    The files that were written: those of `problem_paths`, or none.

    Raises
    ------
    InputError
        A file that is no problem of the domain, a place that cannot be written to.
    """
    domain = library.domain.relations
    paths = problem_paths(library, output, problems)
    for path, problem in zip(paths, problems, strict=bool(paths)):
        remark = f"{Path(problem).name} with predicates in place of object fluents, by arcwise"
        write_text(path, task_text(load_task(domain, problem), remark))
    return paths


def save_augmented(library: MacroLibrary, output: str | Path) -> None:
    """Write a PDDL domain with macros in it; entangled actions are the domain's own there, with all of their instances.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    domain = library.domain.relations
    actions = [
        macro.action
        for macro in library
        if macro.name not in domain.by_name and not macro.entangled
    ]
    count = len(actions)
    remarks = [
        f"{domain.name} with {count} macro action{'s' if count != 1 else ''}, learned by arcwise.",
        f"What each stands for: {macros_path(output).name}. A plan without them: arcwise unroll.",
    ]
    write_text(output, domain_text(augmented(domain, actions), remarks))
