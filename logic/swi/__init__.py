"""SWI-Prolog itself: programs that are no lists of arcs."""

from ...rules.later import attach

attach(__name__)
