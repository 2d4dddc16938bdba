"""Logic programs: clauses read from Prolog text, grammar rules, the vocabulary of built-in predicates, programs as text."""

from ...rules.later import attach

attach(__name__)
