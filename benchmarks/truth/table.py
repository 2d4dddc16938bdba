"""All kinds of statements, in the order in which they are held against the truth."""

from __future__ import annotations

from torture.attack import Attack

from .kinds.certificates import CERTIFICATES
from .kinds.climbs import CLIMBS
from .kinds.failures import FAILURES
from .kinds.files import FILES
from .kinds.heuristics import HEURISTICS_KIND
from .kinds.macro_actions import MACRO_ACTIONS
from .kinds.macros import MACROS
from .kinds.planning import PLANNING
from .kinds.policies import POLICIES
from .kinds.proofs import PROOFS
from .kinds.searches import SEARCHES_KIND
from .kinds.solvability import SOLVABILITY
from .kinds.traps import TRAPS
from .kinds.verdicts import VERDICTS

ALL = (
    SEARCHES_KIND,
    HEURISTICS_KIND,
    SOLVABILITY,
    TRAPS,
    MACROS,
    CLIMBS,
    PLANNING,
    MACRO_ACTIONS,
    POLICIES,
    VERDICTS,
    CERTIFICATES,
    PROOFS,
    FAILURES,
    FILES,
)

KINDS: dict[str, Attack] = {kind.name: kind for kind in ALL}
