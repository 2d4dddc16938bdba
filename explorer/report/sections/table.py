"""The sections of every page, in order: a new one is a function and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...html.markup import Child
from . import logic, several
from .macros import macro_tables, macros, training_records
from .reproducing import glossary, reproducing
from .searches import searches, solutions, state_space
from .verdicts import before_after, conditions, verdicts
from .watched import watched


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Parameters
    ----------
    name
        What its address ends with.
    title
        Its heading, and its line in the table of contents.
    body
        Makes what is in it from the content of its page; nothing, if it has no place there.
    """

    name: str
    title: str
    body: Callable[[Any], Child]


WATCHED = "watched"
"""The section with searches that are stepped through, each a page in a frame."""

RUN = (
    Section("verdicts", "Verdicts", verdicts),
    Section("algorithms", "Before and after", before_after),
    Section("conditions", "Conditions", conditions),
    Section("solutions", "Solutions", solutions),
    Section(WATCHED, "Searches step by step", watched),
    Section("training-records", "Training records", training_records),
    Section("macros", "Macros", macros),
    Section("macro-table", "Macro table", macro_tables),
    Section("space", "State space around the solutions", state_space),
    Section("searches", "All searches", searches),
    Section("again", "Run it again", reproducing),
    Section("words", "What the words mean", glossary),
)
"""Sections of the page of a run, whose content is a `Content`."""

SEVERAL = (
    Section("verdicts", "In a sentence each", several.headlines),
    Section("learning", "Before and after learning", several.learning),
    Section("coverage", "Coverage", several.coverage),
    Section("same", "The same problems in two runs", several.same),
    Section("again", "Run it again", several.again),
    Section("words", "What the words mean", glossary),
)
"""Sections of the page of several runs, whose content is a `Several`."""

LOGIC = (
    Section("verdicts", "Does learning pay?", logic.verdicts),
    Section("goals", "Every goal", logic.goals),
    Section("rules", "What was learned, and why", logic.rules),
    Section("again", "Run it again", logic.again),
)
"""Sections of the page of a run whose problems are goals of a logic program, whose content is a `LogicContent`."""
