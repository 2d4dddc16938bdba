"""Planning tasks: PDDL, grounding, macro actions, policies, other planners."""

from __future__ import annotations

from ..rules.later import attach

attach(__name__)
