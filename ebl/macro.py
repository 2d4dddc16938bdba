"""A macro-operator: an arc composed of arcs, with the explanation that it came from."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.arc import Arc
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
