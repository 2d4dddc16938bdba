"""With which macros a problem is searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..rules.checked import checked
from ..rules.errors import check_name
from ..rules.source import EVERYWHERE, RuleTexts
from ..rules.text.text_file import named, read_text

NO_MACROS = "no macros"

POLICY = "policy"
"""The kind of a condition whose macros are followed, not searched with."""


@checked
@dataclass(frozen=True)
class Condition:
    """One condition of an experiment; macros are named by the text of their file.

    Parameters
    ----------
    name
        No other condition of the experiment has it.
    file
        The macro file's name; None for no macros.
    text
        What is in it; None where it is in ``folder``.
    facts
        What else is known about it, as JSON has it: how many macros, what learning took, ``chosen``: which of the
        file's macros by name, a name for every copy; ``use``: of rules of a program, where they are used.
    folder
        Where the file is kept.

    Raises
    ------
    InputError
        A name that `check_name` refuses.
    """

    name: str
    file: str | None = None
    text: str | None = field(default=None, repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None

    def __post_init__(self) -> None:
        check_name(self.name)

    @classmethod
    def without_macros(cls, name: str = NO_MACROS, **facts: Any) -> Condition:
        """The condition without macros: primitive arcs only."""
        return cls(name, facts={"macros": 0, **facts})

    @classmethod
    def with_library(cls, path: str | Path, name: str | None = None, **facts: Any) -> Condition:
        """The macros of a file, or its policy.

        Raises
        ------
        InputError
            A file that cannot be read.
        """
        place = Path(path)
        plain, text = named(place), read_text(place)
        return cls(name or plain, plain, text, facts)

    @property
    def bare(self) -> bool:
        """Whether searches have no macros at all, also none that are learned from problem to problem."""
        return self.file is None and not self.facts.get("growing")

    def only(self, names: tuple[str, ...], name: str, **facts: Any) -> Condition:
        """Some of the macros, by name, with facts of its own."""
        use = {name: one for name, one in self.facts.items() if name == "use"}
        chosen = {"macros": len(names), **use, **facts, "of": self.name, "chosen": list(names)}
        return Condition(name, self.file, self.text, chosen, self.folder)

    @property
    def macros(self) -> Path | None:
        """Path of its macro file; None without macros, or where no folder keeps it."""
        return self.folder / self.file if self.folder is not None and self.file else None

    @property
    def macro_text(self) -> str | None:
        """Text of its macro file."""
        return read_text(self.macros) if self.text is None and self.macros else self.text

    def rules(self, macro_cost: str = "true") -> RuleTexts | None:
        """Rules that a source uses under it; None for none."""
        text = self.macro_text
        if text is None:
            return None
        use = self.facts.get("use", EVERYWHERE)
        return RuleTexts(self.file or "macros.pl", text, self.chosen, macro_cost, use)

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """Names of the file's macros; None for all."""
        return tuple(self.facts["chosen"]) if "chosen" in self.facts else None
