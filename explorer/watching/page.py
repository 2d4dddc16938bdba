"""Watched searches as one HTML page that needs nothing else, on which they are stepped through side by side."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

from ...search.watching.record import WatchedSearch
from ..html.one_page import Assets, fill_page
from .data import watched_data


def watch_page(title: str, searches: Mapping[str, WatchedSearch]) -> str:
    """The page.

    Parameters
    ----------
    title
        Its heading.
    searches
        The records by what they are called, such as ``before learning``; they step together.
    """
    data: dict[str, Any] = {
        "searches": [watched_data(watched, name) for name, watched in searches.items()]
    }
    return fill_page(_text("watch.html"), title, watch_assets(), data)


def watch_assets() -> Assets:
    """The page's style and script."""
    return Assets(_text("watch.css"), _text("watch.js"))


def _text(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")
