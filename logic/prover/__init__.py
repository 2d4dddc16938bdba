"""Proof search: goals of logic programs are resolved with clauses, from what is asked to what is known."""

from ...rules.later import attach

attach(__name__)
