"""A macro-operator: an arc composed of arcs, with the explanation that it came from."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ..rules.arc import Arc
from ..rules.drawing import captioned_html, rule_html
from .explanation import Explanation


@dataclass(frozen=True)
class Macro(Arc):
    """An arc whose steps are other arcs.

    Parameters
    ----------
    explanation
        The training path it was generalized from.
    origin
        Where the training example stands, such as ``five_puzzle.json:4:5``; empty where not known.

    Notes
    -----
    All other parameters are those of `Arc`; ``steps`` are primitive arcs.
    """

    explanation: Explanation | None = None
    origin: str = ""

    def _repr_html_(self) -> str:
        theory = self.explanation.theory if self.explanation else None
        if self.explanation is None or theory is None:
            return super()._repr_html_()
        rule = rule_html(self.before, self.after, theory.shape, theory.blank)
        learned = f" ({escape(self.origin)})" if self.origin else ""
        return (
            f"{captioned_html(rule, self.label)}<p>Learned from this path{learned}:</p>"
            f"{self.explanation._repr_html_()}"
        )
