"""How to look: one best-first loop and one depth-first iterative loop, many strategies; heuristics; the kernel."""

from ..rules.later import attach

attach(__name__)
