"""Beginning a run or going on with one: the folder, the agreement with what it holds, and who searches."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ...rules.errors import InputError, Place
from ...rules.text_file import read_text
from ..execute.cluster import ClusterPool
from ..execute.local import LocalPool
from ..execute.pool import Pool
from ..options import RunOptions
from .folder import NewArm, NewProblem, RunFolder
from .machine import machine, versions
from .picture import Run, read_run
from .place import holds_run
from .rows import now

FREE = {"argv", "machine", "started", "algorithms", "versions", "searches"}
"""Settings in which a run that is resumed may differ; of the versions, that of arcwise must be the same."""


@contextmanager
def place_of(options: RunOptions) -> Iterator[Path]:
    """The folder of ``--run``, or one that is thrown away afterwards."""
    if options.folder is not None:
        yield Path(options.folder)
        return
    with tempfile.TemporaryDirectory(prefix="arcwise-run-") as folder:
        yield Path(folder)


def pool_of(options: RunOptions) -> Pool:
    """Those who search: the workers of ``--cluster``, or ``--jobs`` processes here.

    Raises
    ------
    InputError
        A scheduler that does not answer.
    """
    if options.cluster is not None:
        return ClusterPool(options.cluster)
    return LocalPool(options.jobs or 1)


def begin(
    place: Path,
    settings: Mapping[str, Any],
    problems: Sequence[NewProblem] = (),
    arms: Sequence[NewArm] = (),
    *,
    resume: bool = False,
) -> RunFolder:
    """Begin a run, or go on with the one that is there.

    Parameters
    ----------
    place
        The folder.
    settings
        What was asked for; where and when is added. ``algorithms`` of a run that is resumed are those of both.
    problems, arms
        Those known from the start.
    resume
        Whether there may be a run already. It must have the same settings, problems and macros.

    Raises
    ------
    InputError
        A run without ``resume``; one that differs, with what differs; a folder that cannot be used.
    """
    context = click.get_current_context(silent=True)
    whole = {
        "argv": list(context.find_root().obj or []) if context else [],
        "started": now(),
        "versions": versions(),
        "machine": machine(),
        **settings,
    }
    if not (resume and holds_run(place)):
        try:
            return RunFolder.create(place, whole, problems, arms)
        except InputError:
            if not (resume and holds_run(place)):  # another process may have been quicker
                raise
    folder = RunFolder.open(place)
    try:
        _agree(read_run(place), whole, problems, arms)
        folder.extend("algorithms", settings.get("algorithms", []))
    except BaseException:
        folder.close()
        raise
    return folder


def _agree(
    run: Run,
    settings: Mapping[str, Any],
    problems: Sequence[NewProblem],
    arms: Sequence[NewArm],
) -> None:
    before = _flat({key: run.settings.get(key) for key in settings if key not in FREE})
    after = _flat({key: value for key, value in settings.items() if key not in FREE})
    before["arcwise"] = (run.settings.get("versions") or {}).get("arcwise")
    after["arcwise"] = settings["versions"]["arcwise"]
    differences = [
        (f"{key} {_short(before.get(key))}", f"{key} {_short(after.get(key))}")
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]
    old = [(problem.start, problem.goal) for problem in run.problems]
    new = [(problem.start, problem.goal) for problem in problems]
    if not differences and new and old != new:
        number = next((n for n, (a, b) in enumerate(zip(old, new, strict=False), 1) if a != b), 0)
        words = f"another problem {number}" if number else "others"
        differences.append((f"its {len(old)} problems", f"{len(new)} problems, {words}"))
    known = {arm.name: arm for arm in run.arms}
    for arm in arms:
        was = known.get(arm.name)
        if was is not None and arm.text != (read_text(was.macros) if was.macros else None):
            differences.append((f"the macros in {was.macros}", f"other macros in {arm.file}"))
    if differences:
        raise InputError(
            "this run was made otherwise, so that it cannot be resumed",
            place=Place(str(run.path)),
            expected="; ".join(was for was, _ in differences),
            found="; ".join(now for _, now in differences),
            remedy="--run with another folder",
        )


def _flat(values: Any, name: str = "") -> dict[str, Any]:
    """Values in values by names with blanks between them, as they would look in JSON."""
    if isinstance(values, Mapping):
        found: dict[str, Any] = {}
        for key, value in values.items():
            found |= _flat(value, f"{name} {key}".strip())
        return found
    return {name: list(values) if isinstance(values, tuple) else values}


def _short(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:30].splitlines()[0]}..."
