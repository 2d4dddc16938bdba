"""Terms, arcs, theories and domains: how a move is described, read and written."""

from .later import attach

attach(__name__)
