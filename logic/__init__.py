"""Logic programs: clauses, proof search, rules learned from proofs, moves that clauses make, SWI-Prolog."""

from __future__ import annotations

from ..rules.later import attach

attach(__name__)
