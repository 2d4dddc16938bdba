"""How to look: algorithms, heuristics, the loops in Python and the kernel."""

from ..rules.later import attach

attach(__name__)
