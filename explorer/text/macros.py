"""Text on a macro, by the kind of its operator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.domain import Domain
from ...rules.geometry import WHOLE
from ...rules.pddl.action_domain import atom_text
from ...rules.pddl.action_schema import ActionSchema
from ...rules.pddl.write import action_text
from ...rules.prolog.writer import arc_clause
from ...rules.schema import Schema
from ...rules.term import Pattern, Var, canonical
from ...rules.text.state_text import draw_state
from ...rules.theory import Theory
from .actions import action_data, explain_action
from .boards import rule_text
from .explanations import explain_macro, explanation_data
from .policies import explain_rule, proved_rule, rule_lines
from .proofs import proof_data
from .table_entries import entry_data, entry_words


@dataclass(frozen=True)
class MacroText(ABC):
    """A macro of a library in words."""

    macro: Macro
    library: MacroLibrary

    @property
    @abstractmethod
    def steps(self) -> list[str]:
        """Its primitive moves."""

    @property
    @abstractmethod
    def rule(self) -> str:
        """The rule of the macro, in several lines."""

    @property
    @abstractmethod
    def sides(self) -> tuple[str, str]:
        """Conditions and effects of the macro, in a line each."""

    @property
    def clause(self) -> str:
        """The rule as Prolog; empty where it has no clause."""
        return ""

    @property
    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Rule and steps as plain values for JSON."""

    @abstractmethod
    def explained(self, width: int = 80) -> str:
        """Why it is what it is."""

    @property
    @abstractmethod
    def explained_data(self) -> dict[str, Any]:
        """The explanation as plain values for JSON."""


class BoardMacroText(MacroText):
    """A macro on boards."""

    @property
    def steps(self) -> list[str]:
        return [step.name for step, _ in self.macro.steps]

    @property
    def rule(self) -> str:
        arc = self.macro.arc
        return rule_text(self.library.board(self.macro), arc.before, arc.after)

    @property
    def sides(self) -> tuple[str, str]:
        board, arc = self.library.board(self.macro), self.macro.arc

        def text(pattern: Pattern) -> str:
            rows = draw_state(pattern, board.shape, board.blank).splitlines()
            return " / ".join(row.strip() for row in rows)

        return text(arc.before), text(arc.after)

    @property
    def clause(self) -> str:
        before, after = canonical(self.macro.arc.before, self.macro.arc.after)
        return arc_clause(before, after, self.macro.cost, self.library.board(self.macro))

    @property
    def data(self) -> dict[str, Any]:
        def cells(pattern: Pattern) -> list[Any]:
            return [str(term) if isinstance(term, Var) else term for term in pattern]

        return {
            "name": self.macro.name,
            "window": list(self.macro.window),
            "before": cells(self.macro.arc.before),
            "after": cells(self.macro.arc.after),
            "cost": self.macro.cost,
            "steps": self.steps,
        }

    def explained(self, width: int = 80) -> str:
        entries = entry_words(self.macro, self.library)
        everywhere = self.library.domain.geometry is WHOLE
        board = self.library.board(self.macro)
        return explain_macro(self.macro, board, width, entries, everywhere=everywhere)

    @property
    def explained_data(self) -> dict[str, Any]:
        entries = entry_data(self.macro, self.library)
        return explanation_data(self.macro) | ({"entries": entries} if entries else {})


class ActionMacroText(MacroText):
    """A macro over parameters."""

    @property
    def steps(self) -> list[str]:
        return list(map(atom_text, self.macro.calls))

    @property
    def rule(self) -> str:
        return action_text(self.macro.action)

    @property
    def sides(self) -> tuple[str, str]:
        action = self.macro.action
        unequal = [f"(not (= {one} {other}))" for one, other in action.unequal]
        equal = [f"(= {one} {other})" for one, other in action.equal]
        denied = [f"(not {atom_text(atom)})" for atom in action.negative]
        deleted = [f"(not {atom_text(atom)})" for atom in action.delete]
        asked = [*map(atom_text, action.positive), *denied, *equal, *unequal]
        return " ".join(asked), " ".join([*map(atom_text, action.add), *deleted])

    @property
    def data(self) -> dict[str, Any]:
        return self.explained_data

    def explained(self, width: int = 80) -> str:
        if self.macro.purpose is not None:
            return explain_rule(self.macro, self.library)
        return explain_action(self.macro)

    @property
    def explained_data(self) -> dict[str, Any]:
        data = action_data(self.macro)
        if self.macro.purpose is not None:
            data["proof"] = proof_data(proved_rule(self.macro, self.library))
        return data


KINDS: Mapping[type, type[MacroText]] = {Schema: BoardMacroText, ActionSchema: ActionMacroText}
"""Who tells of a macro, by its operator."""


def macro_text(macro: Macro, library: MacroLibrary) -> MacroText:
    """A macro in words."""
    return KINDS[type(macro.operator)](macro, library)


def explained(macro: Macro, width: int = 80) -> str:
    """The explanation of a macro by itself, without its library: of a rule of a policy, its purpose and no proof."""
    if macro.purpose is not None:
        return "\n".join(rule_lines(macro))
    if not isinstance(macro.operator, Schema):
        return explain_action(macro)
    theory = macro.explanation.theory if macro.explanation is not None else None
    own = theory.domain if theory is not None else None
    everywhere = isinstance(own, Domain) and own.geometry is WHOLE
    rows, columns = macro.window
    board = theory or Theory(f"a window of {rows}x{columns} cells", (), macro.window)
    return explain_macro(macro, board, width, everywhere=everywhere)
