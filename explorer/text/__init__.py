"""Boards, rules and explanations as plain text, for the command line, the terminal and the report."""

from ...rules.later import attach

attach(__name__)
