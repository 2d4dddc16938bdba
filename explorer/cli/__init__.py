"""The command line."""

from ...rules.later import attach

attach(__name__)
