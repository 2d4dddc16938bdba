"""The state space near a few solutions: its states, their places, and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ...experiments.result_set import AFTER, BEFORE
from ...experiments.row import Row
from ...experiments.statistics.comparison import Comparison
from ...experiments.statistics.verdict import change
from ...experiments.store import Run
from ...experiments.store.rows import SolutionMoves, solution_moves
from ...rules.term import State
from ...rules.text.state_text import symbol_text
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...rules.view import Table
from ..html.markup import Markup, el, svg
from ..html.pictures import figure, legend

ACROSS, DOWN, MARGIN = 46, 36, 34

MOST_CELLS = 400
"""Cells of the largest board whose states are drawn as a graph."""


@dataclass(frozen=True)
class PictureChoice:
    """A problem worth a picture.

    Parameters
    ----------
    algorithm, problem
        Algorithm and problem of the search.
    why
        In words.
    label
        The algorithm with its heuristic.
    """

    algorithm: str
    problem: int
    why: str
    label: str


def choices(comparisons: Sequence[Comparison], most: int, nodes: int) -> list[PictureChoice]:
    """Problems to look at: where learning saved most and cost most, algorithm by algorithm, and then any others.

    Those with solutions that fit into a picture come before longer ones.
    """
    saved: list[PictureChoice] = []
    lost: list[PictureChoice] = []
    rest: list[PictureChoice] = []
    for comparison in comparisons:
        works = _works(comparison)
        fitting = {n: work for n, (work, moves) in works.items() if moves <= nodes * 3 // 4}
        known = fitting or {n: work for n, (work, _) in works.items()}
        which = ", of those whose solutions fit the picture" if fitting else ""
        if known and known[least := min(known, key=lambda n: known[n])] < 1:
            said = f"{change(known[least], 'work')}, the least{which}"
            saved.append(PictureChoice(comparison.configuration, least, said, comparison.method))
        if known and known[greatest := max(known, key=lambda n: known[n])] > 1:
            said = f"{change(known[greatest], 'work')}, the most{which}"
            lost.append(PictureChoice(comparison.configuration, greatest, said, comparison.method))
        numbers = [
            number
            for number, pair in zip(comparison.problems, comparison.pairs, strict=True)
            if (pair.before.solved and pair.before.steps)
            or (pair.after.solved and pair.after.steps)
        ]
        rest += [
            PictureChoice(
                comparison.configuration, number, "one of the problems", comparison.method
            )
            for number in numbers[:most]
        ]
    firsts: dict[int, PictureChoice] = {}  # a problem is shown once before any is shown twice
    others: dict[tuple[int, str], PictureChoice] = {}
    for choice in (*saved, *lost, *rest):
        if firsts.setdefault(choice.problem, choice).algorithm != choice.algorithm:
            others.setdefault((choice.problem, choice.algorithm), choice)
    return [*firsts.values(), *others.values()][:most]


def _works(comparison: Comparison) -> dict[int, tuple[float, int]]:
    """For every problem solved both times the ratio of the work, and the moves of both solutions together."""
    found = {}
    for number, pair in zip(comparison.problems, comparison.pairs, strict=True):
        before, after = pair.before, pair.after
        work = pair.values("operator_applications")
        if pair.both_solved and before.steps and work and work[0]:
            moves = (before.moves or 0) + (after.moves or 0)
            found[number] = (work[1] / work[0], moves)
    return found


@dataclass(frozen=True)
class Graphs:
    """Pictures, and the states at their points."""

    pictures: tuple[Markup, ...]
    states: tuple[tuple[str, ...], ...]


def graphs(
    run: Run,
    comparisons: Sequence[Comparison],
    theories: Mapping[int, Theory],
    most: int,
    nodes: int,
    draw: Callable[[int, Sequence[State]], bool] = lambda problem, states: True,
) -> Graphs:
    """The state space around the solutions of some problems; the states are given to `draw`, problem by problem."""
    rows = {
        (row.condition, row.configuration, row.problem): row for row in run.searches if row.solved
    }
    pictures: list[Markup] = []
    states: list[tuple[str, ...]] = []
    for choice in choices(comparisons, most, nodes):
        before = rows.get((BEFORE, choice.algorithm, choice.problem))
        after = rows.get((AFTER, choice.algorithm, choice.problem))
        theory = theories.get(choice.problem)
        if theory is None or theory.size > MOST_CELLS:
            continue
        picture = _picture(choice, before, after, theory, nodes, len(pictures))
        if picture is not None and draw(choice.problem, picture[1]):
            pictures.append(picture[0])
            states.append(tuple(_text(state) for state in picture[1]))
    return Graphs(tuple(pictures), tuple(states))


def _picture(
    choice: PictureChoice,
    before: Row | None,
    after: Row | None,
    theory: Theory,
    nodes: int,
    number: int,
) -> tuple[Markup, tuple[State, ...]] | None:
    one, other = before or after, after or before
    assert one is not None and other is not None
    if not one.path or not other.path:
        return None
    near = neighbourhood(theory, solution_moves(one, theory), solution_moves(other, theory), nodes)
    texts = tuple(_text(state) for state in near.states)
    says = _says(choice, near, before is not None, after is not None)
    table = Table(
        ["state", "cells", "before", "after", "moves to states drawn"],
        list(_rows(near, texts)),
        f"Problem {choice.problem}, {choice.label}: states and the moves that lead on from them",
        left=5,
    )
    width, height, drawing = _drawing(near, says, before is not None, after is not None)
    frame = el(
        "div",
        drawing,
        class_="points graph scroll wide",
        tabindex=0,
        role="group",
        aria_roledescription="graph",
        aria_label=f"States around the solutions of problem {choice.problem}; arrow keys choose a state",
        data_graph=number,
        data_problem=choice.problem,
        data_size=f"{width:g} {height:g}",
    )
    marks = [("mark start", "start and goal")]
    if before is not None:
        marks.append((BEFORE, "solution before"))
    if after is not None:
        marks.append((AFTER, "solution after"))
    if near.jumps:
        marks.append(("mark jump", "macro"))
    marks.append(("mark other", "states next to them"))
    chosen = el(
        "div",
        el("div", class_="chosen-board"),
        el("p", class_="chosen-text", aria_live="polite"),
        class_="chosen-state needs-script",
    )
    title = f"Problem {choice.problem}, {choice.label}"
    return figure(title, says, frame, [legend(marks), chosen], table), near.states


def _says(choice: PictureChoice, near: Neighbourhood, before: bool, after: bool) -> str:
    said = f"{choice.why.capitalize()}. {counted(len(near.states), 'state')} drawn"
    said += " of more." if near.more else ", all that can be reached."
    if near.cut:
        last = max(len(near.before), len(near.after)) - 1
        said += f" Of the solutions only the last {counted(last, 'move')} before the goal."
    for there, words in ((before, "before"), (after, "after")):
        if not there:
            said += f" No solution {words} learning."
    if before and after and near.before == near.after:
        said += " Both solutions are the same path."
    return said


def _text(state: Sequence[Any]) -> str:
    return " ".join(symbol_text(symbol).replace(" ", "\u00a0") for symbol in state)


def _rows(near: Neighbourhood, texts: Sequence[str]) -> Iterator[list[str]]:
    leads: dict[int, list[str]] = {}
    for one, other, move in near.edges:
        leads.setdefault(one, []).append(f"{move} to {other + 1}")
    for number, text in enumerate(texts):
        yield [
            str(number + 1),
            text,
            _visits(near.before, near.skipped[0], number),
            _visits(near.after, near.skipped[1], number),
            ", ".join(leads.get(number, ["-"])),
        ]


def _visits(path: Sequence[int], skipped: int, number: int) -> str:
    """Number of moves of a solution after which each state is reached."""
    times = [f"after {skipped + place}" for place, node in enumerate(path) if node == number]
    return ", ".join(times) or "-"


def _drawing(
    near: Neighbourhood, says: str, before: bool, after: bool
) -> tuple[float, float, Markup]:
    lanes = [lane for _, lane in near.places]
    least = min(lanes)
    spots = [
        (MARGIN + ACROSS * column, MARGIN + DOWN * (lane - least)) for column, lane in near.places
    ]
    width = 2 * MARGIN + ACROSS * max(column for column, _ in near.places)
    height = 2 * MARGIN + DOWN * (max(lanes) - least)
    drawn = dict.fromkeys((min(a, b), max(a, b)) for a, b, _ in near.edges if a != b)
    parts: list[Markup] = [
        el("path", d="".join(_line(spots[a], spots[b]) for a, b in drawn), class_="links")
    ]
    if before:
        parts.append(el("path", d=_trail(near.before, spots, -2), class_="trail before"))
    if after:
        parts.append(el("path", d=_trail(near.after, spots, 2), class_="trail after"))
    deepest = 0.0
    for jump in near.jumps:
        drawing, deep = _jump(spots[jump.begin], spots[jump.end], jump.name)
        parts.append(drawing)
        deepest = max(deepest, deep)
    height = max(height, deepest + 14)
    on_way = {*near.before, *near.after}
    ends = {near.before[0]: "start", near.before[-1]: "goal"}
    if near.cut:
        ends = {near.before[-1]: "goal"}
    for number, (x, y) in enumerate(spots):
        kind = "end" if number in ends else "step" if number in on_way else "other"
        radius = {"end": 10, "step": 7, "other": 5}[kind]
        parts.append(el("circle", cx=x, cy=y, r=radius, class_=f"state {kind}", data_n=number))
        if number in ends:
            parts.append(
                el("text", ends[number], x=x, y=y - 15, text_anchor="middle", class_="end-name")
            )
    return width, height, svg(width, height, says, parts, class_="space")


def _line(one: tuple[float, float], other: tuple[float, float]) -> str:
    return f"M{one[0]:g} {one[1]:g}L{other[0]:g} {other[1]:g}"


def _trail(path: Sequence[int], spots: Sequence[tuple[float, float]], shift: float) -> str:
    return "M" + "L".join(f"{spots[node][0]:g} {spots[node][1] + shift:g}" for node in path)


def _jump(one: tuple[float, float], other: tuple[float, float], name: str) -> tuple[Markup, float]:
    """A macro as a bow below the moves that it stands for, and how far down it reaches."""
    (ax, ay), (bx, by) = one, other
    deep = max(ay, by) + max(26, abs(bx - ax) * 0.22)
    middle = (ax + bx) / 2
    bow = el(
        "path",
        d=f"M{ax:g} {ay + 8:g}Q{middle:g} {deep * 2 - (ay + by) / 2:.0f} {bx:g} {by + 8:g}",
        class_="jump",
    )
    low = deep + 18
    label = el("text", name, x=middle, y=low, text_anchor="middle", class_="jump-name")
    return el("g", bow, label), low + 2


MOST_NODES = 80
"""States in one picture, as many as a person can still tell apart."""

SWEEPS = 6
"""Times that the layers are put in order."""


@dataclass(frozen=True)
class Jump:
    """A macro of a solution.

    Parameters
    ----------
    name
        The macro.
    begin, end
        The numbers of the states that it connects.
    """

    name: str
    begin: int
    end: int


@dataclass(frozen=True)
class Neighbourhood:
    """The states of two solutions of a problem, and states next to them.

    Parameters
    ----------
    states
        By number; those of the solutions come first.
    places
        For each state its layer, from the left, and its lane, 0 being that of the solution before learning.
    edges
        Pairs of numbers with the name of a move that leads from the one to the other.
    before, after
        The numbers of the states along each solution.
    jumps
        The macros of the solution after learning.
    skipped
        Number of moves of each solution before the picture, which holds only the ends of solutions that are too long.
    more
        Whether there are states next to these that are left out.
    """

    states: tuple[State, ...]
    places: tuple[tuple[int, float], ...]
    edges: tuple[tuple[int, int, str], ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    jumps: tuple[Jump, ...]
    skipped: tuple[int, int]
    more: bool

    @property
    def cut(self) -> bool:
        """Whether a beginning is left out."""
        return self.skipped != (0, 0)


def neighbourhood(
    theory: Theory, before: SolutionMoves, after: SolutionMoves, most: int = MOST_NODES
) -> Neighbourhood:
    """The state space near two solutions of one problem, laid out from left to right.

    The layer of a state is its distance from the goal among the states that are drawn; the solution before learning is
    a straight line, and other states are put near those that they are connected to (barycentres: Sugiyama, Tagawa and
    Toda 1981).

    Parameters
    ----------
    theory
        Its primitive arcs are the edges.
    before, after
        The solutions.
    most
        Greatest number of states to draw.
    """
    import networkx as nx

    tails = _tails(before.states, after.states, max(most * 3 // 4, 2))
    skipped = (len(before.states) - len(tails[0]), len(after.states) - len(tails[1]))
    known = list(dict.fromkeys(state for tail in tails for state in tail))
    states, more = _grown(theory, known, most)
    number = {state: place for place, state in enumerate(states)}
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(states)))
    for state in states:
        for arc, successor in theory.index.successors(state):
            if successor in number and successor != state:
                pair = (number[state], number[successor])
                if not graph.has_edge(*pair):
                    graph.add_edge(*pair, move=arc.name)
    for path, tail, offset in zip((before, after), tails, skipped, strict=True):
        for place in range(len(tail) - 1):
            pair = (number[tail[place]], number[tail[place + 1]])
            graph.add_edge(*pair, move=path.moves[offset + place])
    lines = tuple(tuple(number[state] for state in tail) for tail in tails)
    offset = skipped[1]
    jumps = tuple(
        Jump(name, lines[1][begin - offset], lines[1][begin - offset + count])
        for begin, count, name in after.macros
        if begin >= offset
    )
    return Neighbourhood(
        states,
        _layout(graph, lines[0], lines[1]),
        tuple((one, other, data["move"]) for one, other, data in graph.edges(data=True)),
        lines[0],
        lines[1],
        jumps,
        skipped,
        more,
    )


def _tails(
    before: Sequence[State], after: Sequence[State], most: int
) -> tuple[tuple[State, ...], tuple[State, ...]]:
    """Ends of two paths, equally long in moves, within a number of different states."""
    keep = max(len(before), len(after))
    while keep > 2 and len({*before[-keep:], *after[-keep:]}) > most:
        keep -= 1
    return tuple(before[-keep:]), tuple(after[-keep:])


def _grown(theory: Theory, known: list[State], most: int) -> tuple[tuple[State, ...], bool]:
    """The states and their neighbours, layer by layer, up to a limit; and whether more follow."""
    found = dict.fromkeys(known)
    ring = known
    while ring:
        following: list[State] = []
        for state in ring:
            for _, successor in theory.index.successors(state):
                if successor in found:
                    continue
                if len(found) >= most:
                    return tuple(found), True
                found[successor] = None
                following.append(successor)
        ring = following
    return tuple(found), False


def _layout(
    graph: Any, before: Sequence[int], after: Sequence[int]
) -> tuple[tuple[int, float], ...]:
    import networkx as nx

    undirected = graph.to_undirected(as_view=True)
    distance = nx.single_source_shortest_path_length(undirected, before[-1])
    far = max(distance.values())
    column = {node: far - distance.get(node, far) for node in graph}
    lane: dict[int, float] = dict.fromkeys(before, 0.0)
    layers: dict[int, list[int]] = {}
    for node in graph:
        layers.setdefault(column[node], []).append(node)
    on_after = set(after)
    for sweep in range(SWEEPS):
        order = sorted(layers, reverse=sweep % 2 == 0)
        for place in order:
            _arrange(layers[place], undirected, lane, set(before), on_after)
    return tuple((column[node], lane[node]) for node in graph)


def _arrange(
    layer: Iterable[int], graph: Any, lane: dict[int, float], before: set[int], after: set[int]
) -> None:
    """Give the states of one layer lanes near their neighbours: the new solution below the old one."""
    fixed = [node for node in layer if node in before]
    taken = {0.0} if fixed else set()
    for node in fixed[1:]:  # a detour of the old solution comes back to the same distance
        lane[node] = _free(-1.0, taken, -1)
        taken.add(lane[node])
    loose = [node for node in layer if node not in before]
    targets = {
        node: fmean([lane[other] for other in graph.neighbors(node) if other in lane] or [0.0])
        for node in loose
    }
    for node in sorted(loose, key=lambda node: (node not in after, targets[node], node)):
        down = node in after or targets[node] > 0
        lane[node] = _free(round(targets[node]), taken, 1 if down else -1)
        taken.add(lane[node])


def _free(target: float, taken: set[float], side: int) -> float:
    """The lane nearest to a target that is free, looking to one side first; lane 0 is not for others."""
    for far in range(1000):
        for candidate in (target + side * far, target - side * far):
            if candidate not in taken and candidate != 0:
                return float(candidate)
    raise AssertionError("more than a thousand states in a layer")
