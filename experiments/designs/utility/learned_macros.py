"""Macros learned from examples, with the cost of learning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ....ebl.files.macro_file import library_text
from ....ebl.learner import TrainingRecord
from ....ebl.library import MacroLibrary
from ....ebl.macro import Macro
from ....rules.domain import Domain
from ....rules.geometry import Shape
from ....search.orders.order import GIVEN, Order
from ...condition import Condition


@dataclass(frozen=True)
class LearnedMacros:
    """Macros to search with, and what learning them took.

    Parameters
    ----------
    name
        A name in `EXAMPLES`, or of a control.
    size
        How many macros were asked for; of duplicated examples, how many examples.
    macros
        What was learned; a macro for every copy.
    domain
        Of what they are macros; None where there are none.
    examples
        How many examples were looked at.
    refused
        How many of them the library did not take.
    applications, seconds
        Primitive moves made and time spent in learning: searching for the examples' paths, generalizing, admitting.
    order, table
        The order of subgoals that they are for, and whether they are entries of a macro table.
    """

    name: str
    size: int = 0
    macros: tuple[Macro, ...] = ()
    domain: Domain | None = None
    examples: int = 0
    refused: int = 0
    applications: int = 0
    seconds: float = 0.0
    order: Order = GIVEN
    table: bool = False

    @classmethod
    def of(
        cls,
        name: str,
        size: int,
        library: MacroLibrary,
        records: Sequence[TrainingRecord],
        seconds: float,
        macros: Iterable[Macro] | None = None,
    ) -> LearnedMacros:
        """Macros that a library learned from recorded examples; all of them if None are named."""
        return cls(
            name,
            size,
            tuple(library if macros is None else macros),
            library.domain,
            len(records),
            sum(not record.learned for record in records),
            sum(record.outcome.applications for record in records),
            seconds,
            library.order,
            library.table,
        )

    def condition(self, name: str, label: str, seed: int, shape: Shape) -> Condition:
        """The condition that a run keeps: macros as a file, everything else as facts.

        Parameters
        ----------
        name
            Of the condition and the seed.
        label
            What it is called in tables.
        seed
            Of its problems.
        shape
            The board.
        """
        names = [macro.name for macro in self.macros]
        facts: dict[str, Any] = {
            "label": label,
            "kind": self.name,
            "macros": len(names),
            "size": self.size,
            "seed": seed,
            "examples": self.examples,
            "refused": self.refused,
            "learning": {"applications": self.applications, "seconds": self.seconds},
        }
        if self.domain is None or not names:
            return Condition(name, facts=facts)
        if len(set(names)) < len(names):
            facts["chosen"] = names  # some come more than once, which a file cannot say
        # Only a macro table is the same for every seed.
        words = label if self.table and self.name != "forgotten" else name
        file = re.sub(r"[^\w.]+", "-", words).strip("-") + ".pl"
        library = MacroLibrary(
            self.domain, self.macros, shape=shape, order=self.order, table=self.table
        )
        return Condition(name, file, library_text(library), facts)


NOTHING = LearnedMacros("none")
"""Primitive arcs only."""
