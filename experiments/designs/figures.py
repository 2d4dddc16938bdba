"""The figures of the source texts, each with the search that gives it.

A figure is *published* where the text prints it, and a *reference* where it was counted with the text's own code or another
independent program. Four texts have figures: the table of results of the fifth (U) is a template.

The problems of the source texts, and the macro that one of them learns. Means over random boards, measured again on random
boards of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from statistics import fmean, stdev
from typing import Any

from ...ebl.explanation import explain_result
from ...ebl.files.macro_file import library_text
from ...ebl.generalize import generalize
from ...ebl.library import MacroLibrary
from ...rules.domain import TheoryDomain
from ...rules.domains.sliding_tiles import sliding_tile
from ...rules.later import Later
from ...rules.solvability import solvability
from ...rules.states.state_space import distances, shortest_path_count
from ...rules.term import State
from ...rules.theory import Theory
from ...rules.view import Viewed
from ...search.intervals import t_interval
from ...search.macros import theory_with
from ...search.problem import Problem
from ...search.solve import solve
from ..board import BoardSource
from ..condition import Condition
from ..configuration import Configuration
from ..experiment import Experiment
from ..problem_set import ProblemSet
from ..row import Row
from ..statistics.comparison import Census, PairMeans, all_pairs

Measured = dict[str, int | float | str]

REPRODUCED, NOT = "reproduced", "not"
"""Verdicts on a row: whether what was measured is what was expected."""


@dataclass(frozen=True)
class Figure:
    """One row: what a text prints, what an independent program counts, and how arcwise measures the same.

    Parameters
    ----------
    text
        K, M, R or S, for a source text, as docs/course_project.md names them.
    what
        The problem and the algorithm with its semantics.
    published
        The figures that the text itself prints, by name.
    reference
        Figures that the text does not print, counted with its own code or with an independent program.
    measure
        Runs the search and gives figures of the same names.
    where
        Place in the text of what is published; empty where nothing is.
    remark
        Why a figure is what it is, where that is not plain.
    """

    text: str
    what: str
    published: Measured
    reference: Measured
    measure: Callable[[], Measured]
    where: str = ""
    remark: str = ""

    @property
    def expected(self) -> Measured:
        """All figures by name, published or not."""
        return {**self.published, **self.reference}

    def verdict(self, measured: Measured) -> str:
        """Whether every expected figure is the one measured."""
        equal = all(measured.get(name) == value for name, value in self.expected.items())
        return REPRODUCED if equal else NOT


@dataclass(frozen=True)
class Reproduced(Viewed):
    """A figure with what was measured."""

    _view = Later("explorer.views.survey", "figure_view")

    figure: Figure
    measured: Measured

    @property
    def equal(self) -> bool:
        """Whether every measured figure is the one expected."""
        return self.verdict == REPRODUCED

    @property
    def verdict(self) -> str:
        """The figure's verdict on what was measured."""
        return self.figure.verdict(self.measured)

    def equal_of(self, expected: Measured) -> int:
        """Number of the figures of one kind that are as expected."""
        return sum(self.measured.get(name) == value for name, value in expected.items())


def _search(
    problem: TextProblem, configuration: Configuration, macros: tuple[bool, ...] = (False,)
) -> tuple[Row, ...]:
    """The rows of a problem, without or with the macro; a text's searches are not timed."""
    without = Condition.without_macros()
    with_macro = Condition("with the macro", "markov.pl", library_text(markov_library()))
    return (
        Experiment(
            problem.source,
            (ProblemSet.of([(problem.start, problem.goal)]),),
            tuple(with_macro if has else without for has in macros),
            (configuration,),
            timing=False,
        )
        .run()
        .all_rows
    )


def _figure(
    text: str,
    what: str,
    problem: TextProblem,
    algorithm: str,
    published: Measured,
    reference: Measured,
    *,
    where: str = "",
    remark: str = "",
    macro: bool = False,
    **options: Any,
) -> Figure:
    def measure() -> Measured:
        (row,) = _search(problem, Configuration(algorithm, **options), (macro,))
        return {name: _value(row, name) for name in (*published, *reference)}

    return Figure(text, what, published, reference, measure, where if published else "", remark)


def _value(row: Row, name: str) -> int | float | str:
    found: int | float | str = len(row.path) if name == "states" else getattr(row, name)
    return found


TRANSCRIPT, APPENDIX, SECTION = "transcript", "Appendix A", "section on EBL"
"""Places in the texts."""


def _kantz() -> Iterator[Figure]:
    directed = "best-first tree, h against 1..8 _, open sorted and without duplicates"
    yield _figure(
        "K",
        "breadth-first tree, order DRUL",
        KANTZ,
        "breadth-first",
        {"expanded": 48, "states": 6},
        {"inserted": 83},
        where=TRANSCRIPT,
        duplicates="path",
    )
    beams: tuple[tuple[int, Measured, int], ...] = (
        (1, {"status": "incomplete", "expanded": 182}, 332),
        (3, {"expanded": 5527, "states": 5478}, 9573),
    )
    for width, published, inserted in beams:
        yield _figure(
            "K",
            f"directed beam of width {width}, h against 1..8 _",
            KANTZ,
            "directed-beam",
            published,
            {"inserted": inserted},
            where=TRANSCRIPT,
            heuristic=KANTZ_HEURISTIC,
            beam_width=width,
            remark="h ignores the goal" if width == 1 else "",
        )
    rows = (
        (KANTZ, "greedy-unique", directed, 39, 67, 16),
        (KANTZ, "a-star-unique", directed.replace("best-first", "A*"), 19, 35, 6),
        (KANTZ_HARD, "greedy-unique", f"second board, {directed}", 515, 873, 128),
        (
            KANTZ_HARD,
            "a-star-unique",
            f"second board, {directed.replace('best-first', 'A*')}",
            122,
            216,
            14,
        ),
    )
    for problem, algorithm, what, expanded, inserted, states in rows:
        yield _figure(
            "K",
            what,
            problem,
            algorithm,
            {"expanded": expanded, "states": states},
            {"inserted": inserted},
            where=TRANSCRIPT,
            heuristic=KANTZ_HEURISTIC,
            ties="newest",
            remark="128 states are 127 moves" if states == 128 else "",
        )
    for algorithm, width in (
        ("directed-beam", 1),
        ("directed-beam", 3),
        ("greedy-unique", 1),
        ("a-star-unique", 1),
    ):
        yield _figure(
            "K",
            f"{algorithm}{f' {width}' if 'beam' in algorithm else ''} with h against the goal",
            KANTZ,
            algorithm,
            {},
            {"expanded": 5},
            heuristic="misplaced",
            ties="newest",
            beam_width=width,
            remark="the right h makes every directed search short",
        )


def _markov_8() -> Iterator[Figure]:
    rows: tuple[tuple[str, str, dict[str, Any], Measured], ...] = (
        (
            "breadth-first, closed list",
            "breadth-first",
            {"duplicates": "closed"},
            {"expanded": 346, "moves": 9},
        ),
        ("iterative deepening", "iterative-deepening", {}, {"expanded": 519, "moves": 9}),
        (
            "depth-first tree",
            "depth-first",
            {"duplicates": "path"},
            {"expanded": 45157, "moves": 43887},
        ),
        (
            "best-first, closed list, misplaced",
            "greedy",
            {"heuristic": "misplaced"},
            {"expanded": 52, "moves": 11},
        ),
        (
            "best-first, closed list, Manhattan",
            "greedy",
            {"heuristic": "manhattan"},
            {"expanded": 13, "moves": 11},
        ),
        (
            "A*, ties oldest first, misplaced",
            "a-star",
            {"heuristic": "misplaced", "ties": "oldest"},
            {"expanded": 33, "moves": 9},
        ),
        (
            "A*, ties oldest first, Manhattan",
            "a-star",
            {"heuristic": "manhattan", "ties": "oldest"},
            {"expanded": 19, "moves": 9},
        ),
        (
            "level beam 100, misplaced, tree",
            "beam",
            {"heuristic": "misplaced", "beam_width": 100, "duplicates": "path"},
            {"expanded": 293, "moves": 9},
        ),
        (
            "level beam 10, misplaced, tree",
            "beam",
            {"heuristic": "misplaced", "beam_width": 10, "duplicates": "path"},
            {"expanded": 69, "moves": 9},
        ),
    )
    yield _figure(
        "M",
        "8-puzzle, breadth-first tree",
        MARKOV_8,
        "breadth-first",
        {"expanded": 393, "states": 10},
        {"moves": 9},
        where=APPENDIX,
        duplicates="path",
    )
    for what, algorithm, arguments, reference in rows:
        yield _figure("M", f"8-puzzle, {what}", MARKOV_8, algorithm, {}, reference, **arguments)


def _markov_5() -> Iterator[Figure]:
    yield _figure(
        "M",
        "5-puzzle, breadth-first",
        MARKOV_5,
        "breadth-first",
        {"states": 19},
        {"moves": 18},
        where=SECTION,
    )
    one_path: Measured = {"paths": 1}
    yield Figure("M", "5-puzzle, number of shortest paths", {}, one_path, lambda: _paths(MARKOV_5))
    yield Figure(
        "M",
        "training example, breadth-first; macro learned from it",
        {"macro": "A B C 0 D E -> B D C A E 0"},
        {"states": 5, "steps": "up right down right"},
        _macro,
        SECTION,
        "the text prints it as Lisp code",
    )
    yield Figure(
        "M",
        "5-puzzle with the macro, breadth-first",
        {"states": 13},
        {"moves": 18, "same moves as without": "yes"},
        _unrolled,
        SECTION,
    )
    for what, algorithm, rule, before, after in (
        ("breadth-first tree", "breadth-first", "path", (1192, 1590), (644, 968)),
        ("breadth-first, closed list", "breadth-first", "closed", (332, 775), (186, 466)),
        ("iterative deepening", "iterative-deepening", "path", (3401, 4575), (1180, 1812)),
        (
            "A*, ties oldest first, Manhattan, macro at true cost",
            "a-star",
            "closed",
            (152, 355),
            (148, 370),
        ),
    ):
        counted = "generated" if rule == "closed" else "inserted"
        for macro, numbers in ((False, before), (True, after)):
            yield _figure(
                "M",
                f"5-puzzle, {what}, {'with' if macro else 'without'} the macro",
                MARKOV_5,
                algorithm,
                {},
                {"expanded": numbers[0], counted: numbers[1]},
                macro=macro,
                duplicates=rule,
                ties="oldest" if algorithm == "a-star" else None,
            )


def _macro() -> Measured:
    (row,) = _search(MARKOV_EXAMPLE, Configuration("breadth-first"))
    (macro,) = markov_library()
    form = MARKOV_EXAMPLE.theory.format
    return {
        "states": len(row.path),
        "macro": f"{form(macro.arc.before)} -> {form(macro.arc.after)}",
        "steps": " ".join(step.name for step, _ in macro.steps),
    }


def _unrolled() -> Measured:
    without, with_macro = _search(MARKOV_5, Configuration("breadth-first"), (False, True))
    return {
        **{name: _value(with_macro, name) for name in ("states", "moves")},
        "same moves as without": "yes"
        if without.primitive_moves == with_macro.primitive_moves
        else "no",
    }


def _paths(problem: Problem) -> Measured:
    goal = problem.ground_goal or problem.start
    return {"paths": shortest_path_count(problem.theory, problem.start, goal)}


def _ruby() -> Iterator[Figure]:
    for algorithm in ("breadth-first", "uniform-cost", "a-star"):
        yield _figure("R", algorithm, RUBY, algorithm, {"moves": 20}, {}, where=TRANSCRIPT)
    for algorithm in ("ida-star", "bidirectional"):
        yield _figure("R", algorithm, RUBY, algorithm, {}, {"moves": 20})
    yield Figure("R", "number of shortest paths", {}, {"paths": 1}, lambda: _paths(RUBY))
    yield Figure(
        "R",
        "visited set of breadth-first search when the goal is met, over all move orders",
        {},
        {"least": 37810, "most": 54802},
        _visited_range,
        remark="from the layer sizes: all of layer 19 but none of 20's beyond the goal, to all of it; in between lie "
        "what the closing table prints of random move orders, 47,892 and with uniform cost 51,963",
    )


def _visited_range() -> Measured:
    depths = distances(RUBY.theory, RUBY.start)
    goal_depth = depths[state_of_digits("0 1 2 3 4 5 6 7 8")]
    nearer = sum(depth < goal_depth for depth in depths.values())
    level = sum(depth == goal_depth for depth in depths.values())
    return {"least": nearer + 1, "most": nearer + level}


def _learning() -> Iterator[Figure]:
    yield Figure(
        "M",
        "all 129,240 solvable pairs of the 2x3 board, breadth-first, closed list, without the macro",
        {},
        {"pairs": 129240, "expanded": 180.0, "generated": 422, "steps": 12.54, "moves": 12.54},
        lambda: _means(_census().before),
        remark="the mean number of expansions over all goals is half the states, whatever the arcs",
    )
    yield Figure(
        "M",
        "the same with the macro",
        {},
        {"pairs": 129240, "expanded": 180.0, "generated": 450, "steps": 10.98, "moves": 13.25},
        lambda: _means(_census().after),
        remark="solutions of fewer steps but more moves, and not one expansion saved",
    )


@cache
def _census() -> Census:
    theory = MARKOV_5.theory
    found = all_pairs(theory_with(theory, markov_library()), MARKOV_5.start)
    assert found is not None
    return found


def _means(found: PairMeans) -> Measured:
    return {
        "pairs": _census().pairs,
        "expanded": round(found.expanded, 2),
        "generated": round(found.generated),
        "steps": round(found.steps, 2),
        "moves": round(found.moves, 2),
    }


def _facts() -> Iterator[Figure]:
    for size, states, farthest in (((2, 3), 360, 21), ((3, 3), 181440, 31)):
        yield Figure(
            "M" if size == (2, 3) else "S",
            f"{size[0]}x{size[1]}: states that can be reached, and the farthest from the goal",
            {},
            {"states": states, "farthest": farthest},
            lambda size=size: _extent(sliding_tile(*size)),  # type: ignore[misc]
        )
    yield Figure(
        "K",
        "the board of the text's first figure",
        {},
        {"solvable": "no"},
        lambda: _solvable("2 8 3 1 6 4 7 0 5", "1 2 3 4 5 6 7 8 0"),
    )


def _extent(theory: Theory) -> Measured:
    goal = (*range(1, theory.size), 0)
    depths = distances(theory, goal)
    return {"states": len(depths), "farthest": max(depths.values())}


def _solvable(start: str, goal: str) -> Measured:
    verdict = solvability(sliding_tile(3, 3), state_of_digits(start), state_of_digits(goal))
    return {"solvable": "yes" if verdict is None or verdict.solvable else "no"}


def figures() -> list[Figure]:
    """Every row, in the order of the texts."""
    return [*_kantz(), *_markov_8(), *_markov_5(), *_ruby(), *_learning(), *_facts()]


def reproduce(rows: Iterable[Figure] | None = None, *, jobs: int = 1) -> Iterator[Reproduced]:
    """Measure every figure; with several processes each comes when it is measured, whatever the order of the rows.

    Parameters
    ----------
    rows
        The figures, such as `classics()`; those of the source texts if None.
    jobs
        Number of processes, 1 or more; with 1 all is done in this one.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    """
    asked = list(figures() if rows is None else rows)
    if min(jobs, len(asked)) < 2:
        for figure in asked:
            yield Reproduced(figure, figure.measure())
        return
    with get_context("spawn").Pool(min(jobs, len(asked)), signal, (SIGINT, SIG_IGN)) as pool:
        for number, measured in pool.imap_unordered(_measured, enumerate(asked)):
            yield Reproduced(asked[number], measured)


def _measured(one: tuple[int, Figure]) -> tuple[int, Measured]:
    number, figure = one
    return number, figure.measure()


@dataclass(frozen=True)
class TextProblem(Problem):
    """A problem of a source text, and how to make its board."""

    source: BoardSource = field(kw_only=True, compare=False)


def state_of_digits(text: str) -> State:
    """A state from digits between spaces."""
    return tuple(int(word) for word in text.split())


@cache
def _board(size: str, order: str) -> BoardSource:
    """A board, of which several problems are."""
    return BoardSource.opened(f"sliding-tile:{size}", order=order)


def _problem(size: str, order: str, start: str, goal: str) -> TextProblem:
    source = _board(size, order)
    return TextProblem(source.theory, state_of_digits(start), state_of_digits(goal), source=source)


KANTZ = _problem("3x3", "DRUL", "2 8 3 1 6 4 7 0 5", "1 2 3 8 0 4 7 6 5")
KANTZ_HARD = _problem("3x3", "DRUL", "2 7 3 1 6 4 8 0 5", "1 2 3 4 5 6 7 8 0")
MARKOV_8 = _problem("3x3", "ULRD", "2 3 5 0 1 4 6 7 8", "0 1 2 3 4 5 6 7 8")
MARKOV_5 = _problem("2x3", "ULRD", "4 5 3 0 1 2", "1 2 3 4 5 0")
MARKOV_EXAMPLE = _problem("2x3", "ULRD", "4 5 3 0 1 2", "5 1 3 4 2 0")
RUBY = _problem("3x3", "ULRD", "7 6 2 5 3 1 0 4 8", "0 1 2 3 4 5 6 7 8")

KANTZ_HEURISTIC = "misplaced:1 2 3 4 5 6 7 8 0"
"""Heuristic of Kantz's program, which is the same for every goal."""


@cache
def markov_library() -> MacroLibrary:
    """The macro that the source text learns from its training example."""
    path = solve(MARKOV_EXAMPLE, "breadth-first")
    library = MacroLibrary(TheoryDomain(MARKOV_EXAMPLE.theory))
    library.add(generalize(explain_result(path), "m1"))
    return library


SEED = 2020
"""Seed of the random boards of the means."""

REFERENCE_BOARDS = 1000
"""Boards of the reference means."""


@dataclass(frozen=True)
class Average:
    """A mean of expansions of A* over uniformly random solvable 8-puzzle boards.

    Parameters
    ----------
    heuristic
        The heuristic by name.
    queue
        The average queue that the text prints in its table, of boards of its own: another quantity.
    reference
        The mean over 1000 boards that an independent program counted.
    boards
        How many boards are enough here; a dear search gets fewer.
    """

    heuristic: str
    queue: float
    reference: float
    boards: int


AVERAGES = (
    Average("manhattan", 1852.4417, 1670, 1000),
    Average("misplaced", 1455.3191, 15987, 200),
    Average("misplaced+manhattan", 1454.2034, 945, 1000),
)


@dataclass(frozen=True)
class MeasuredAverage:
    """A mean measured here, with its standard error.

    Parameters
    ----------
    average
        What it is compared with.
    mean, error
        Expansions.
    """

    average: Average
    mean: float
    error: float

    @property
    def agrees(self) -> bool:
        """Whether the 99% t-interval of the difference between the two means holds 0.

        Both are means of samples, the reference of 1000 boards, so that the errors of both count.
        """
        boards, reference = self.average.boards, self.average.reference
        error = self.error * sqrt(1 + boards / REFERENCE_BOARDS)
        low, high = t_interval(self.mean - reference, error, boards - 1, 0.99)
        return low <= 0 <= high


def measure_average(average: Average) -> MeasuredAverage:
    """Search random boards with A*, closed list, ties oldest first."""
    domain = BoardSource.opened("sliding-tile:3x3")
    experiment = Experiment(
        domain,
        (ProblemSet.random(domain, domain.goal(None), average.boards, SEED),),
        (Condition.without_macros(),),
        (Configuration("a-star", heuristic=average.heuristic, ties="oldest"),),
        timing=False,
    )
    expanded = [row.expanded or 0 for row in experiment.run().all_rows]
    return MeasuredAverage(average, fmean(expanded), stdev(expanded) / sqrt(len(expanded)))
