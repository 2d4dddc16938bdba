"""Watched searches as one HTML page that needs nothing else, on which they are stepped through side by side."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.theory import Theory
from ...search.problem import Problem
from ...search.watching import WatchedSearch
from ..html.layout import Album, labels_of, state_text
from ..html.one_page import Assets, drawing_assets, fill_page
from .data import data_with_states


def watch_page(title: str, searches: Mapping[str, WatchedSearch]) -> str:
    """Page of a watched search.

    Parameters
    ----------
    title
        Its heading.
    searches
        The records by what they are called, such as ``before learning``; they step together.
    """
    found = [data_with_states(watched, name) for name, watched in searches.items()]
    problems = [watched.problem for watched in searches.values()]
    albums: dict[Shape, Album] = {}
    for (data, states), problem in zip(found, problems, strict=True):
        if states and isinstance(problem, Problem) and not _meanings(problem.theory):
            theory = problem.theory
            album = albums.setdefault(theory.shape, Album(theory, theory.shape))
            album.add(states)
            data["album"] = list(albums).index(theory.shape)
            data["cells"] = [state_text(state) for state in states]
    goals = [one.theory.drawing(one.goal) for one in problems if isinstance(one, Problem)]
    page = {
        "searches": [data for data, _ in found],
        "albums": [album.data(_blank(album.theory)) for album in albums.values()],
        "symbols": list(dict.fromkeys(label for goal in goals for label in labels_of(goal))),
        "tints": SHADES,
        "bright": sorted(BRIGHT),
    }
    return fill_page(_text("watch.html"), title, watch_assets(), page)


def _meanings(theory: Theory) -> bool:
    """Whether its symbols do not speak for themselves, so that states are described in words."""
    domain = theory.domain
    return isinstance(domain, Domain) and bool(domain.meanings(theory.shape))


def _blank(theory: Theory | None) -> str | None:
    return None if theory is None or theory.blank is None else str(theory.blank)


def watch_assets() -> Assets:
    """The page's style and script."""
    return drawing_assets().before(Assets(_text("watch.css"), _text("watch.js")))


def _text(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")
