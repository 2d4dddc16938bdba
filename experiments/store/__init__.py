"""Runs that last: a folder with one row for every search, which can be continued, shared, read and exported."""

from ...rules.later import attach

attach(__name__)
