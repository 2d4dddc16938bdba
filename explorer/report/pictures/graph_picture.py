"""Pictures of the state space near a few solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....experiments.row import Row
from ....experiments.statistics.comparison import Comparison
from ....experiments.store import Run
from ....rules.term import State
from ....rules.text.sentences import counted
from ....rules.text.state_text import term_text
from ....rules.theory import Theory
from ...html.markup import Markup, el
from ...html.tables import HtmlTable, Picture, svg
from ..data.comparisons import AFTER, BEFORE
from ..data.graph import Neighbourhood, neighbourhood
from ..data.unroll import solution_moves
from .charts import legend

ACROSS, DOWN, MARGIN = 46, 36, 34

MOST_CELLS = 400
"""Cells of the largest board whose states are drawn as a graph."""


@dataclass(frozen=True)
class PictureChoice:
    """A problem worth a picture.

    Parameters
    ----------
    algorithm, problem
        Which search.
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
            said = f"work {known[least]:.2f} times, the least{which}"
            saved.append(PictureChoice(comparison.configuration, least, said, comparison.method))
        if known and known[greatest := max(known, key=lambda n: known[n])] > 1:
            said = f"work {known[greatest]:.2f} times, the most{which}"
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
    """Pictures, and the states that their points stand for."""

    pictures: tuple[Picture, ...]
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
    pictures: list[Picture] = []
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
            states.append(tuple(_text(theory, state) for state in picture[1]))
    return Graphs(tuple(pictures), tuple(states))


def _picture(
    choice: PictureChoice,
    before: Row | None,
    after: Row | None,
    theory: Theory,
    nodes: int,
    number: int,
) -> tuple[Picture, tuple[State, ...]] | None:
    one, other = before or after, after or before
    assert one is not None and other is not None
    if not one.path or not other.path:
        return None
    near = neighbourhood(theory, solution_moves(one, theory), solution_moves(other, theory), nodes)
    texts = tuple(_text(theory, state) for state in near.states)
    says = _says(choice, near, before is not None, after is not None)
    table = HtmlTable(
        f"Problem {choice.problem}, {choice.label}: states and the moves that lead on from them",
        ["state", "cells", "before", "after", "moves to states drawn"],
        list(_rows(near, texts)),
        left=5,
    )
    width, height, drawing = _drawing(near, says, before is not None, after is not None)
    frame = el(
        "div",
        el("div", drawing, class_="scroll wide", tabindex=-1),
        class_="points graph",
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
    return Picture(title, says, frame, table, [legend(*marks), chosen]), near.states


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


def _text(theory: Theory, state: Sequence[Any]) -> str:
    return " ".join(term_text(symbol).replace(" ", "\u00a0") for symbol in state)


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
    """After how many moves of a solution a state is reached."""
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
    low = deep + 2
    label = el("text", name, x=middle, y=low + 4, text_anchor="middle", class_="jump-name")
    return el("g", bow, label), low + 6
