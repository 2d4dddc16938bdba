"""A run as one HTML page that works without a server or a network: whether learning pays, why, and how to run it again."""

from ...rules.later import attach

attach(__name__)
