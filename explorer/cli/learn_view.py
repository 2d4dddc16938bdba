"""What ``arcwise learn`` shows: what each training problem taught, and the macros."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...ebl.learner import TrainingRecord
from ...ebl.learners.table import LEARNERS
from ...ebl.library import Admission
from ...experiments.designs.learning import Learning
from ...rules.state_text import goal_cells
from ..text.sentences import counted
from .console import note
from .present import Heading, Part, Table, View

LIMITS = ("time", "nodes", "memory")


def learning_view(found: Learning) -> View:
    """All of it."""
    examples = LEARNERS[found.learner].from_examples
    parts = _of_examples(found) if examples else _of_practice(found)
    many = counted(len(found.library), "macro")
    return View([*parts, *(Heading(f"{many} in {file}") for file in found.files)], _data(found))


def note_limits(found: Learning) -> None:
    """Say which problems were cut short, and that nothing is kept where there is no file."""
    stopped = Counter(one.outcome.limit for one in found.records if one.outcome.limit)
    for limit, count in stopped.items():
        ended = f"ended at the limit on {limit}" if limit in LIMITS else "died and taught nothing"
        note(f"{counted(count, 'problem')} {ended}")
    if len(found.library) and not found.files:
        note("not saved: -o FILE keeps the macros")


def _of_examples(found: Learning) -> list[Part]:
    rows = []
    for record in found.records:
        result = record.outcome.result
        assert result is not None
        rows.append(
            (
                Path(record.problem.origin).name,
                str(result.moves) if result.solved else "-",
                f"{result.statistics.expanded:,}",
                "; ".join(_said(record)),
            )
        )
    columns = ("example", "moves", "expanded", "outcome")
    parts: list[Part] = [Table(columns, rows, "Training examples", words=True)]
    theory = found.library.theory
    for macro in found.library:
        before, after = theory.format(macro.arc.before), theory.format(macro.arc.after)
        parts.append(Heading(f"{macro.name}: {before}  ->  {after}   cost {macro.cost:g}"))
    return [*parts, Heading()]


def _of_practice(found: Learning) -> list[Part]:
    library = found.library
    rows = []
    for shape in dict.fromkeys(record.problem.shape for record in found.records):
        group = [record for record in found.records if record.problem.shape == shape]
        rows.append(
            (
                library.family.spell(shape),
                f"{len(group):,}",
                f"{sum(record.outcome.solved for record in group):,}",
                f"{sum(len(record.paths) for record in group):,}",
                f"{sum(record.learned for record in group):,}",
                f"{sum(record.outcome.applications for record in group):,}",
            )
        )
    columns = ("boards", "problems", "solved", "paths", "new macros", "operator applications")
    work = f"{counted(len(found.records), 'problem')}, {counted(_applications(found), 'operator application')}"
    if not len(library):
        return [Table(columns, rows), Heading(f"{work}, nothing learned")]
    windows = sorted({f"{macro.window[0]}x{macro.window[1]}" for macro in library})
    words = f"{work}, {counted(len(library), 'macro')} of {', '.join(windows)} cells"
    parts: list[Part] = [Table(columns, rows), Heading(words)]
    if found.finished and found.completeness is not None:
        parts.append(Heading(f"climbing with them on {found.completeness}"))
    return parts


def _applications(found: Learning) -> int:
    return sum(record.outcome.applications for record in found.records)


def _said(record: TrainingRecord) -> list[str]:
    """What the library said to each path, or why there was none."""
    return [str(one) for one in record.admissions] or [record.nothing or ""]


def _data(found: Learning) -> dict[str, Any]:
    return {
        "theory": found.library.domain.name,
        "learner": found.learner,
        "problems": len(found.records),
        "operator_applications": _applications(found),
        "completeness": found.completeness if found.finished else None,
        "macros": [
            {
                "name": macro.name,
                "window": list(macro.window),
                "cost": macro.cost,
                "steps": [move.name for move, _ in macro.steps],
                "origin": macro.origin,
            }
            for macro in found.library
        ],
        "training_records": [plain for record in found.records for plain in _plain(record)],
        "faults": [str(fault) for fault in found.faults],
    }


def _plain(record: TrainingRecord) -> Iterator[dict[str, Any]]:
    """One for each path that got attention, or for a search without one."""
    problem, result = record.problem, record.outcome.result
    admissions: list[Admission | None] = [*record.admissions]
    if record.nothing is not None:
        admissions = [None]
    for one in admissions:
        yield {
            "place": problem.origin,
            "start": list(problem.start),
            "goal": goal_cells(problem.goal),
            "result": None if result is None else result.to_dict(),
            "accepted": one is not None and one.accepted,
            "macro": None if one is None else one.macro.name,
            "reason": record.nothing if one is None else str(one),
        }
