"""The learners people know by name; packages add to them by the entry point ``arcwise.learners``."""

from __future__ import annotations

from ...rules.later import Later
from ...rules.registry import Registry
from ..learner import Learner

LEARNERS: Registry[Learner] = Registry(
    "learner",
    {
        "each-path": Later("ebl.learners.examples", "EACH_PATH"),
        "escapes": Later("ebl.learners.escapes", "ESCAPES"),
        "examples": Later("ebl.learners.examples", "EXAMPLES"),
        "focused": Later("ebl.learners.focused", "FOCUSED"),
        "macro-table": Later("ebl.learners.macro_table", "MACRO_TABLE"),
        "pieces": Later("ebl.learners.pieces", "PIECES"),
        "policy": Later("ebl.learners.policy", "POLICY"),
    },
    "arcwise.learners",
    {
        "each": "each-path",
        "paths": "each-path",
        "escape": "escapes",
        "example": "examples",
        "focus": "focused",
        "korf": "macro-table",
        "table": "macro-table",
        "piece": "pieces",
        "plans": "pieces",
    },
)
"""Every learner by name; one is imported when it is asked for."""
