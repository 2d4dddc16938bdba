"""A watched search as plain data, which JSON shows, as one HTML page that needs nothing else, and as text for a terminal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from importlib import resources
from math import inf
from textwrap import fill
from typing import Any

from ...ebl.regression import cell_reasons
from ...ebl.views import cells_data
from ...rules.arc import Arc
from ...rules.domains.domain_table import domain_of
from ...rules.errors import visible
from ...rules.geometry import Shape
from ...rules.term import Pattern
from ...rules.text.boards import beside, fits
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...rules.view import Axis, Picture, Shades
from ...search.algorithms import LOWER_H, Algorithm, Weights
from ...search.forced import ForcedMove
from ...search.loops.duplicates import Node
from ...search.problem import of_arcs, theory_of
from ...search.watching import Dropped, Landscape, WatchedSearch
from .growing import MOST_IN_TREE, GrownSearch, growing_picture, growing_trees, on_path
from .layout import Album, labels_of, state_text
from .markup import Assets, Markup, drawing_assets, fill_page, quiz_assets

FIRST_STEPS, MOST_STEPS = 300, 500
"""Number of first steps that are shown, and of all; between the first ones and the end they are evenly spaced."""

MOST_WAITING = 12
"""Waiting nodes that are shown of each step, in the order in which they would be taken up."""


def shown_steps(steps: int) -> list[int]:
    """Step numbers to show: the first few, then every n-th, and the last."""
    if steps <= MOST_STEPS:
        return list(range(steps))
    rest = MOST_STEPS - FIRST_STEPS
    sampled = (FIRST_STEPS + (steps - 1 - FIRST_STEPS) * one // rest for one in range(1, rest + 1))
    return [*range(FIRST_STEPS), *sampled]


def state_words(watched: WatchedSearch, state: Any) -> str:
    """A state as people read it, over several lines where it is a board."""
    theory = theory_of(watched.problem)
    return state_line(watched, state) if theory is None else visible(theory.draw(state))


def state_line(watched: WatchedSearch, state: Any) -> str:
    """A state on one line."""
    return visible(getattr(watched.problem, "written", str)(state))


def name_of(made: Node | Dropped) -> str:
    """The name of the step that made a state, as it is where it was taken; of the start, that it is one."""
    operator, parent = made.operator, made.parent
    if operator is None:
        return "start"
    if isinstance(operator, Arc) and parent is not None:
        return visible(operator.named(parent.state))
    return visible(str(operator.name))


def forced_name(forced: ForcedMove, state: Any) -> str:
    """The name of a forced move in a state."""
    operator = forced.operator
    return visible(operator.named(state) if isinstance(operator, Arc) else str(operator.name))


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
        Title of the search beside others.
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
        "path": on_path(watched),
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
    taken, forced = watched.nodes[step.taken], watched.forced(place)

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
        "forced": None if forced is None else forced_name(forced, taken.state),
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
    for (data, states), watched in zip(found, searches.values(), strict=True):
        theory, algorithm = theory_of(watched.problem), watched.algorithm
        data["order"] = order_words(algorithm)
        data["chance"] = algorithm.takes("ties") and algorithm.ties == "random"
        data["macros"] = list(_cell_questions(watched))
        if states and theory is not None and not domain_of(theory).meanings(theory.shape):
            album = albums.setdefault(theory.shape, Album(theory, theory.shape))
            album.add(states)
            data["album"] = list(albums).index(theory.shape)
            data["cells"] = [state_text(state) for state in states]
    made = filter(None, map(of_arcs, problems))
    goals = [one.theory.drawing(one.goal) for one in made]
    drawn = ("tree", "taken", "path")
    page = {
        "searches": [
            {key: one for key, one in data.items() if key not in drawn} for data, _ in found
        ],
        "albums": [album.data(_blank(album.theory)) for album in albums.values()],
        "symbols": list(dict.fromkeys(label for goal in goals for label in labels_of(goal))),
        "tints": SHADES,
        "bright": sorted(BRIGHT),
    }
    trees = Markup("".join(growing_trees(_records(searches))))
    return fill_page(_text("watch.html"), title, watch_assets(), page, {"trees": trees})


LISTS = {
    "fifo": "the node that has waited longest is taken first",
    "lifo": "the newest node is taken first, and of one step's the first made",
    "priority": "the node of least f is taken first",
    "unique": "the node of least f is taken first",
    "level-beam": "levels are taken one after the other, of each the node of least f first",
    "directed-beam": "the successors of the last step are taken first, of these the one of least f",
    "steepest": "the successor of least f is taken, if that is less than its parent's",
}
"""Orders of open lists in words."""

EQUAL = {
    "oldest": "the oldest",
    "newest": "the newest, and of one step's the first made",
    "random": "any, by chance",
    LOWER_H: "the one of lower h, then the newest",
}
"""Nodes that rules for ties take first."""


def order_words(algorithm: Algorithm) -> str:
    """Say in a sentence which node of the open list an algorithm takes up next."""
    if algorithm.loop != "best-first":
        return "The newest node is taken first, and of one step's the first made, as long as f is within the bound."
    known = LISTS.get(
        str(algorithm.open_list), f"the open list of {algorithm.name} has its own order"
    )
    says = f"{known[0].upper()}{known[1:]}"
    weights = asdict(algorithm.f) if isinstance(algorithm.f, Weights) else {}
    terms = [name if one == 1 else f"{one:g} * {name}" for name, one in weights.items() if one]
    says += f"; f = {' + '.join(terms)}" if " f" in known and terms else ""
    return f"{says}; of equal f {EQUAL[algorithm.ties]}." if algorithm.takes("ties") else f"{says}."


MOST_ASKED = 5
"""Macros whose cells are asked for."""


def _cell_questions(watched: WatchedSearch) -> Iterator[dict[str, Any]]:
    """A question for each of the first macros of a search, those of its solution before others."""
    asked: set[str] = set()
    for number in (*on_path(watched), *range(min(MOST_IN_TREE, len(watched.nodes)))):
        node = watched.nodes[number]
        macro = node.operator
        if len(asked) == MOST_ASKED:
            return
        if node.parent is None or macro is None or macro.length < 2 or macro.name in asked:
            continue
        if isinstance(macro, Arc) and (
            found := cell_question(macro.name, macro, node.parent.state)
        ):
            asked.add(macro.name)
            yield found


def cell_question(name: str, macro: Arc, state: Pattern) -> dict[str, Any] | None:
    """A board where a macro applies, and of each cell whether it is a variable of the macro, and why; None if it is not a rule for whole boards."""
    if len(macro.before) != len(state) or not macro.steps:
        return None
    found = zip(cell_reasons(macro.steps), macro.before, strict=True)
    cells = cells_data(replace(reason, term=term) for reason, term in found)
    reasons = [[one["kind"] == "variable", visible(one["reason"])] for one in cells]
    return {"name": visible(name), "cells": state_text(state), "reasons": reasons}


def watch_picture(title: str, searches: Mapping[str, WatchedSearch]) -> str:
    """The trees of watched searches as one SVG that moves; arguments as for `watch_page`."""
    return growing_picture(title, _records(searches))


def _records(searches: Mapping[str, WatchedSearch]) -> list[GrownSearch]:
    """The searches as their trees are drawn, a step at each that is shown."""
    return [
        GrownSearch(name, watched, shown_steps(len(watched.steps)), partial(_node_words, watched))
        for name, watched in searches.items()
    ]


def _node_words(watched: WatchedSearch, node: Node) -> str:
    return f"{name_of(node)}: {_values(node)}; {state_line(watched, node.state)}"


def _blank(theory: Theory | None) -> str | None:
    return None if theory is None or theory.blank is None else str(theory.blank)


def watch_assets() -> Assets:
    """The page's style and script."""
    own = Assets(_text("watch.css") + _text("growing.css"), _text("watch.js"))
    return drawing_assets().before(quiz_assets()).before(own)


def _text(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")


def heat_picture(watched: WatchedSearch) -> Picture:
    """Number of expanded nodes as shades, by g from left to right and h from the bottom up."""
    finite = {at: count for at, count in watched.heat.items() if max(at) < inf}
    return Picture("expansions by g and h", "", [Shades(finite)], Axis("g"), Axis("h"))


def step_text(watched: WatchedSearch, place: int, width: int) -> str:
    """A step: the node taken up, what it made, what was dropped and why, and what waits next."""
    text = taken_text(watched, place, width)
    if _at_goal(watched, place):
        return text
    words = [
        f"f {_rounded(one.f)} {name_of(one)} #{watched.numbers[id(one)]}"
        for one in watched.open_before(place + 1, MOST_WAITING)
    ]
    rest = watched.waiting_before(place + 1) - MOST_WAITING
    more = f", and {rest:,} more" if rest > 0 else ""
    return f"{text}\nopen     {_listed(words, width)}{more}" if words else f"{text}\nopen     empty"


def taken_text(watched: WatchedSearch, place: int, width: int) -> str:
    """A step without the open list: the node taken up, what it made, what was dropped and why."""
    return "\n".join(_taken_lines(watched, place, width))


def open_table(watched: WatchedSearch, place: int, most: int, width: int) -> str:
    """The open list after a step, a line for each of the first ``most`` nodes, in the order in which they would be taken up."""
    rows = [
        [
            *map(_rounded, (one.f, one.g, one.h)),
            name_of(one),
            f"#{watched.numbers[id(one)]}",
            state_line(watched, one.state),
        ]
        for one in watched.open_before(place + 1, most)
    ]
    if not rows:
        return "open is empty"
    table = [["f", "g", "h", "made by", "node", "state"], *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(wide) if number > 2 else cell.rjust(wide)
            for number, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    waiting = watched.waiting_before(place + 1)
    head = f"open, in order; {counted(waiting, 'node waits', 'nodes wait')}:"
    return "\n".join(
        line if len(line) <= width else line[: width - 1] + "…" for line in (head, *lines)
    )


LEAST_TREE = 8
"""Lines below which a tree is not worth its space."""


def tree_text(watched: WatchedSearch, place: int, most: int, width: int) -> str:
    """The search tree after a step as an outline: each node with the step that expanded it, or whether it waits.

    Parameters
    ----------
    watched
        The record.
    place
        The step, from 0.
    most
        Number of lines. Of a larger tree the nodes around the one taken up are drawn, and how many are left out.
    width
        Columns; longer lines are cut. States are written where all of them fit.
    """
    outline = _Outline(watched, place)
    path = outline.path
    above = max(0, len(path) - max(2, most // 2))
    shown = outline.nearest(path[above:], most - 1 - bool(above))
    head = f"tree, {counted(len(outline.nodes), 'node')}"
    head += (
        ":"
        if len(shown) == len(outline.nodes)
        else f", {len(shown):,} of them drawn; +1: one more below"
    )
    lines = [head] + [f"... {counted(above, 'step')} above"] * bool(above)
    rows = list(outline.rows(path[above], shown))
    full = [f"{row}  {state_line(watched, watched.nodes[number].state)}" for number, row in rows]
    lines += full if all(len(line) <= width for line in full) else [row for _, row in rows]
    return "\n".join(line if len(line) <= width else f"{line[: width - 1]}…" for line in lines)


class _Outline:
    """The tree of a search, or of one of its iterations, as it stands after a step."""

    def __init__(self, watched: WatchedSearch, place: int) -> None:
        steps = watched.steps[: place + 1]
        now = steps[-1]
        steps = [step for step in steps if step.iteration == now.iteration]
        self._watched = watched
        self.nodes = [0, *range(max(1, steps[0].first), now.last)]
        self._first = place + 1 - len(steps)
        self._taken: dict[int, int] = {}
        for number, step in enumerate(steps, start=self._first):
            self._taken.setdefault(step.taken, number)
        self._taken[now.taken] = self._now = place
        self._waiting = {watched.numbers[id(node)] for node in watched.open_before(place + 1)}
        self._children: dict[int, list[int]] = {number: [] for number in self.nodes}
        self._below = dict.fromkeys(self.nodes, 0)
        for number in self.nodes[1:]:
            self._children[self._parent(number)].append(number)
        for number in reversed(self.nodes[1:]):
            self._below[self._parent(number)] += self._below[number] + 1
        self.path = [now.taken]
        while self.path[-1]:
            self.path.append(self._parent(self.path[-1]))
        self.path.reverse()

    def _parent(self, number: int) -> int:
        parent = self._watched.nodes[number].parent
        return 0 if parent is None else self._watched.numbers[id(parent)]

    def nearest(self, path: Sequence[int], most: int) -> set[int]:
        """The path, and the nodes below its first that are nearest to its last."""
        shown, seen = set(path[-most:]), {path[-1]}
        queue = deque(path[-1:])
        while queue and len(shown) < most:
            number = queue.popleft()
            shown.add(number)
            above = [self._parent(number)] if number != path[0] else []
            for one in (*self._children[number], *above):
                if one not in seen:
                    seen.add(one)
                    queue.append(one)
        return shown

    def rows(self, top: int, shown: Collection[int]) -> Iterator[tuple[int, str]]:
        """The nodes that are shown, depth-first, each with its line."""
        stack = [(top, "", "")]
        while stack:
            number, before, branch = stack.pop()
            children = [one for one in self._children[number] if one in shown]
            hidden = self._below[number] - sum(1 + self._below[one] for one in children)
            more = f"  +{hidden:,}" if hidden else ""
            yield number, f"{before}{branch}{self._words(number)}{more}"
            deeper = before + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
            for place, one in enumerate(reversed(children)):
                stack.append((one, deeper, "├─ " if place else "└─ "))

    def _words(self, number: int) -> str:
        node = self._watched.nodes[number]
        taken = self._taken.get(number)
        if taken == self._now:
            does = f"<- step {taken + 1:,}"
        elif taken is not None:
            does = f"step {taken + 1:,}"
        else:
            does = "waits" if number in self._waiting else "dropped"
        return f"{name_of(node)}  f {_rounded(node.f)}  {does}"


def _at_goal(watched: WatchedSearch, place: int) -> bool:
    return watched.problem.is_goal(watched.nodes[watched.steps[place].taken].state)


def _taken_lines(watched: WatchedSearch, place: int, width: int) -> Iterator[str]:
    step = watched.steps[place]
    node = watched.nodes[step.taken]
    bound = "" if step.bound is None else f", iteration {step.iteration}: bound {step.bound:g}"
    yield f"step {place + 1:,} of {len(watched.steps) + watched.unrecorded:,}{bound}"
    goal = _at_goal(watched, place)
    does = "is the goal" if goal else "expands" if step.kept else "was expanded already"
    values = f"{does}: {_values(node)}, depth {node.depth}, made by {name_of(node)}"
    drawn = state_words(watched, node.state)
    joined = beside([drawn, values], "   ") if "\n" in drawn else f"{drawn}   {values}"
    yield joined if fits(joined, width) else f"{drawn}\n{fill(values, width)}"
    made = watched.made_by(step)
    if made:
        yield "makes    " + _listed([f"{name_of(one)} ({_values(one)})" for one in made], width)
    for one in watched.dropped(place):
        yield fill(f"drops    {name_of(one)}: {one.why}", width, subsequent_indent=" " * 9)
    if (forced := watched.forced(place)) is not None:
        yield f"forced   {forced_name(forced, node.state)}: all other moves lead into traps"


def _values(node: Node) -> str:
    return f"g {_rounded(node.g)}, h {_rounded(node.h)}, f {_rounded(node.f)}"


def _rounded(value: float) -> str:
    return f"{round(value, 3):g}"


def _listed(words: Sequence[str], width: int) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 2 + len(word) > width - 9:
            lines.append(line + ",")
            line = word
        else:
            line = f"{line}, {word}" if line else word
    return ("\n" + " " * 9).join([*lines, line])
