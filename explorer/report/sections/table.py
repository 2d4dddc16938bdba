"""The sections of the page, in order: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...html.markup import Child
from .content import Content
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
        What is in it; nothing, if it has no place on the page of this run.
    """

    name: str
    title: str
    body: Callable[[Content], Child]


WATCHED = "watched"
"""The section with searches that are stepped through, each a page in a frame."""

SECTIONS = (
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
