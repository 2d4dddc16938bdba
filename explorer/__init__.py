"""User interfaces: the command line, the report, the terminal."""

from ..rules.later import attach

attach(__name__)
