"""Macro actions of PDDL domains."""
