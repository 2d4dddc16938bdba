"""The learners people know by name; packages add to them by the entry point ``arcwise.learners``."""

from __future__ import annotations

from collections.abc import Mapping

from ...rules.registry import Registry
from ..learner import Learner
from .escapes import ESCAPES
from .examples import EACH_PATH, EXAMPLES
from .focused import FOCUSED
from .macro_table import MACRO_TABLE
from .pieces import PIECES
from .policy import POLICY

BUILT_IN_LEARNERS: Mapping[str, Learner] = {
    "each-path": EACH_PATH,
    "escapes": ESCAPES,
    "examples": EXAMPLES,
    "focused": FOCUSED,
    "macro-table": MACRO_TABLE,
    "pieces": PIECES,
    "policy": POLICY,
}
"""The learners that come with arcwise."""

LEARNERS: Registry[Learner] = Registry(
    "learner",
    BUILT_IN_LEARNERS,
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
"""Every learner by name."""
