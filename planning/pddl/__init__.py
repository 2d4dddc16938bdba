"""PDDL: domains and tasks read and written, grounded into theories, plans carried out."""

from ...rules.later import attach

attach(__name__)
