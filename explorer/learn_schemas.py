"""``arcwise learn --learner``: schemas learned by practice, for boards of every size."""

from __future__ import annotations

from typing import Any

import click

from ..ebl.escapes import Practice
from ..ebl.learners import LEARNERS, Course
from ..ebl.schema_file import holds_schemas, load_schemas, schemas_text
from ..ebl.schema_library import SchemaLibrary
from ..rules.errors import InputError, Place
from ..rules.families import SPELLINGS, read_family
from ..rules.family import Family
from ..rules.geometry import Shape
from ..rules.text_file import check_writable, write_text
from ..search.climb import Climber
from ..search.completeness import check_completeness
from .console import emit, err, note, out, plain_table, progress_over, say


def learn_by_practice(
    argument: str,
    learner_name: str,
    output: str | None,
    macros: str | None,
    *,
    seed: int,
    quiescence: int,
    problems: int,
    order: str,
    cost: float,
    as_json: bool,
) -> int:
    """Learn, save and print; the command's exit code."""
    built_in = read_family(argument, order=order, cost=int(cost) if cost == int(cost) else cost)
    if built_in is None:
        raise InputError(
            f"learner {learner_name} needs a built-in domain",
            expected=SPELLINGS,
            found=repr(argument),
            remedy="training examples: arcwise learn THEORY EXAMPLES",
        )
    family, shape = built_in
    learner = LEARNERS[learner_name]
    library = learner.library(family)
    if macros is not None:
        library = _given(macros, family, learner.blank_first)
    if output is not None:
        check_writable(output)
    course = Course(shape, family.practice(shape), seed, quiescence, problems)
    practised: list[Practice] = []
    interrupted = False
    try:
        with progress_over(None, f"{learner_name} on {family.name}") as tick:
            for practice in learner.teach(library, course):
                practised.append(practice)
                if practice.learned:
                    _save(library, practice.shape, output)
                tick(1, f"{family.spell(practice.shape)}: {len(library)} macros")
    except KeyboardInterrupt:
        interrupted = True
    finally:  # what was learned is kept, whatever ended the learning
        if len(library) and (macros is not None or any(one.learned for one in practised)):
            _save(library, practised[-1].shape if practised else shape, output)
    verdict = None
    if not interrupted and len(library):
        board = shape if learner.blank_first else course.shapes[-1]
        climber = Climber(family, board, library, blank_first=library.blank_first)
        found = check_completeness(climber, samples=100)
        verdict = f"{family.spell(board)}: {found.summary()}"
    if as_json:
        emit(_data(family, learner_name, library, practised, verdict))
    else:
        _print(family, library, practised, verdict, output)
    if interrupted:
        note("interrupted: what was learned until then is kept")
    return 130 if interrupted else 0


def _given(path: str, family: Family, blank_first: bool) -> SchemaLibrary:
    if not holds_schemas(path):
        raise InputError("not a library of schemas", place=Place(path))
    library, _ = load_schemas(path, family)
    if library.blank_first != blank_first:
        raise InputError(
            "macro tables and other macros do not mix",
            place=Place(path),
            expected="macros of a table" if blank_first else "no macro table",
        )
    return library


def _save(library: SchemaLibrary, shape: Shape, output: str | None) -> None:
    if output is None:
        return
    text = schemas_text(library, shape)
    try:
        write_text(output, text)
    except InputError:
        click.echo(text)  # what was learned must not be lost with the file
        raise


def _print(
    family: Family,
    library: SchemaLibrary,
    practised: list[Practice],
    verdict: str | None,
    output: str | None,
) -> None:
    table = plain_table(
        "boards", "problems", "solved", "ways out", "new macros", "operator applications"
    )
    for shape in dict.fromkeys(practice.shape for practice in practised):
        group = [practice for practice in practised if practice.shape == shape]
        table.add_row(
            family.spell(shape),
            f"{len(group):,}",
            f"{sum(practice.solved for practice in group):,}",
            f"{sum(len(practice.admissions) for practice in group):,}",
            f"{sum(practice.learned for practice in group):,}",
            f"{sum(practice.applications for practice in group):,}",
        )
    out().print(table)
    total = sum(practice.applications for practice in practised)
    say(
        f"{len(practised):,} problems, {total:,} operator applications, {len(library)} macros "
        f"of {', '.join(sorted({f'{s.window[0]}x{s.window[1]}' for s in library}))} cells"
        if len(library)
        else f"{len(practised):,} problems, {total:,} operator applications, nothing learned"
    )
    if verdict is not None:
        say(f"climbing with them on {verdict}")
    if not len(library):
        return
    if output is None:
        err().print("not saved: -o FILE keeps the macros")
    else:
        say(f"{len(library)} macro{'s' if len(library) != 1 else ''} in {output}")


def _data(
    family: Family,
    learner: str,
    library: SchemaLibrary,
    practised: list[Practice],
    verdict: str | None,
) -> dict[str, Any]:
    return {
        "family": family.name,
        "learner": learner,
        "problems": len(practised),
        "operator_applications": sum(practice.applications for practice in practised),
        "completeness": verdict,
        "macros": [
            {
                "name": schema.name,
                "window": list(schema.window),
                "cost": schema.cost,
                "steps": [move.name for move, _ in schema.moves],
                "origin": getattr(schema.arc, "origin", ""),
            }
            for schema in library
        ],
    }
