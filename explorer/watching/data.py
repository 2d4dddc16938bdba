"""A watched search as plain data, which JSON shows, and as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib import resources
from math import inf
from typing import Any

from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.errors import visible
from ...rules.geometry import Shape
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...search.loops.duplicates import Node
from ...search.problem import Problem
from ...search.swi_problem import ProgramProblem
from ...search.watching import Dropped, Landscape, WatchedSearch
from ..html.layout import Album, labels_of, state_text
from ..html.markup import Assets, drawing_assets, fill_page

FIRST_STEPS, MOST_STEPS = 300, 500
"""Number of first steps that are shown, and of all; between the first ones and the end they are evenly spaced."""

MOST_WAITING = 12
"""Waiting nodes that are shown of each step, in the order in which they would be taken up."""

MOST_IN_TREE = 1_200
"""Nodes of the tree that are drawn, those first made."""


def shown_steps(steps: int) -> list[int]:
    """Step numbers to show: the first few, then every n-th, and the last."""
    if steps <= MOST_STEPS:
        return list(range(steps))
    rest = MOST_STEPS - FIRST_STEPS
    sampled = (FIRST_STEPS + (steps - 1 - FIRST_STEPS) * one // rest for one in range(1, rest + 1))
    return [*range(FIRST_STEPS), *sampled]


def state_words(watched: WatchedSearch, state: Any) -> str:
    """A state as people read it, over several lines where it is a board."""
    problem = watched.problem
    if isinstance(problem, Problem):
        return visible(problem.theory.draw(state))
    return state_line(watched, state)


def state_line(watched: WatchedSearch, state: Any) -> str:
    """A state on one line."""
    problem = watched.problem
    if isinstance(problem, Problem):
        return visible(problem.theory.format(state))
    if isinstance(problem, ProgramProblem):
        return visible(problem.program.written(state))
    return visible(str(state))


def name_of(made: Node | Dropped) -> str:
    """The name of the step that made a state, as it is where it was taken; of the start, that it is one."""
    operator, parent = made.operator, made.parent
    if operator is None:
        return "start"
    if isinstance(operator, Arc) and parent is not None:
        return visible(operator.named(parent.state))
    return visible(str(operator.name))


def watched_data(watched: WatchedSearch, title: str) -> dict[str, Any]:
    """A watched search as plain values; arguments as for `data_with_states`."""
    return data_with_states(watched, title)[0]


def data_with_states(watched: WatchedSearch, title: str) -> tuple[dict[str, Any], list[Any]]:
    """A watched search as plain values, and its states in the order of theirs.

    Parameters
    ----------
    watched
        The record.
    title
        What it is called beside others.
    """
    words: dict[str, int] = {}
    states: list[Any] = []

    def place_of(state: Any) -> int:
        place = words.setdefault(state_words(watched, state), len(words))
        if place == len(states):
            states.append(state)
        return place

    steps = [_step(watched, place, place_of) for place in shown_steps(len(watched.steps))]
    result = watched.result
    data = {
        "title": visible(title),
        "method": visible(result.method),
        "outcome": visible(result.summary()),
        "status": result.status.value,
        "expanded": result.statistics.expanded,
        "all_steps": len(watched.steps) + watched.unrecorded,
        "steps": steps,
        "states": list(words),
        "tree": list(_tree(watched)),
        "taken": [step.taken for step in watched.steps],
        "path": _on_path(watched),
        "heat": [[g, _finite(h), count] for (g, h), count in sorted(watched.heat.items())],
        "landscape": asdict(watched.landscape()) if watched.algorithm.informed else None,
        "heuristic": list(heuristic_sentences(watched)),
    }
    return data, states


def heuristic_sentences(watched: WatchedSearch) -> Iterator[str]:
    """Sentences on the h of an informed search: plateaus, local minima, and the reason for fractions."""
    if not watched.algorithm.informed:
        return
    yield landscape_text(watched.landscape())
    if any(h % 1 for _, h in watched.heat if h < inf) and watched.heuristic.admissible:
        yield (
            "h has fractions: one move may mend several cells, so each cell counts the least cost of mending one"
        )


def landscape_text(found: Landscape) -> str:
    """Plateaus and local minima of h around the expanded states, in a sentence."""
    downhill = counted(found.downhill, "has a neighbour", "have a neighbour")
    plateau = counted(found.plateau, "lies on a plateau", "lie on a plateau")
    return (
        f"of {counted(found.states, 'expanded state')}, {downhill} of lower h, "
        f"{plateau}, {counted(found.minima, 'is a local minimum', 'are local minima')}"
    )


def _step(watched: WatchedSearch, place: int, place_of: Callable[[Any], int]) -> dict[str, Any]:
    """A step: the node that is taken up, what is made of it, and what waits then."""
    step = watched.steps[place]
    taken = watched.nodes[step.taken]

    def node(one: Node) -> list[Any]:
        operator = name_of(one)
        return [watched.numbers[id(one)], operator, one.g, _finite(one.h), _finite(one.f)]

    return {
        "step": place + 1,
        "node": node(taken),
        "state": place_of(taken.state),
        "depth": taken.depth,
        "kept": step.kept,
        "bound": _finite(step.bound),
        "iteration": step.iteration,
        "made": [[*node(one), place_of(one.state)] for one in _made(watched, place)],
        "dropped": [[name_of(one), place_of(one.state), one.why] for one in watched.dropped(place)],
        "waiting": watched.waiting_before(place + 1),
        "open": [
            [*node(one), place_of(one.state)]
            for one in watched.open_before(place + 1, MOST_WAITING)
        ],
    }


def _made(watched: WatchedSearch, place: int) -> Sequence[Node]:
    return watched.made_by(watched.steps[place])


def _tree(watched: WatchedSearch) -> Iterator[list[Any]]:
    """For each node its parent's number and whether a macro made it."""
    for one in watched.nodes[:MOST_IN_TREE]:
        parent = -1 if one.parent is None else watched.numbers[id(one.parent)]
        yield [parent, int(one.operator is not None and one.operator.length > 1)]


def _on_path(watched: WatchedSearch) -> list[int]:
    """The nodes of the solution, where its end is recorded."""
    if not (watched.result.solved and watched.steps) or watched.unrecorded:
        return []
    node: Node | None = watched.nodes[watched.steps[-1].taken]
    path = []
    while node is not None:
        path.append(watched.numbers[id(node)])
        node = node.parent
    return path[::-1]


def _finite(value: float | None) -> float | None:
    return None if value is None or value == float("inf") else value


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
