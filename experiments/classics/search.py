"""Measures of search: the utility problem, control knowledge without examples, chunking, focused macros."""

from __future__ import annotations

from collections import Counter
from copy import copy
from random import Random

from ...ebl.learn import study
from ...ebl.learner import TrainingProblem, read_order
from ...ebl.learners.escapes import Escapes
from ...ebl.learners.focused import Focused
from ...ebl.library import MacroLibrary
from ...ebl.traps import StateGraph
from ...search.climbing.climber import Climber
from ...search.forced import forced_move
from ...search.limits import Limits
from ...search.macros import LiftedProblem
from ..configuration import Configuration
from ..designs.figures import Measured
from ..designs.learn import learn
from ..designs.utility.utility import macro_utility
from .boards import built_in, climbed, searched
from .tables import KORF_ORDER
from .whole import whole, whole_search


def utility_problem(size: int) -> Measured:
    """All macros against those that pay."""
    library = whole(learn("8-puzzle", learner="escapes")).library
    found = whole(
        macro_utility("8-puzzle", library, None, "greedy", problems=size, forgetting=True)
    )
    left = found.left
    assert left is not None
    libraries = {"none": None, "all": library, "paying": left}
    greedy = Configuration("greedy")
    figures: Measured = {"macros, all": len(library), "macros, paying": len(left)}
    return figures | searched("8-puzzle", libraries, greedy, 40, 7, work="operator_applications")


def without_examples(size: int) -> Measured:
    """Dead ends that the arcs tell, against those learned from a small problem."""
    traps = whole(learn("sokoban:2", learner="traps")).library
    figures: Measured = {}
    for name, library, heuristic in (
        ("none", None, "manhattan"),
        ("analysis", None, "dead-ends:manhattan"),
        ("examples", traps, "manhattan"),
    ):
        how = Configuration("a-star", heuristic=heuristic)
        figures |= searched("sokoban:2", {name: library}, how, size, 1, expanded="expanded")
    return figures


def control_rules(size: int) -> Measured:
    """Rules from failure on problems of Sokoban: expansions saved, sole alternatives, compression, and patterns tried that do not match."""
    library = whole(learn("sokoban:3", learner="traps")).library
    how = Configuration("breadth-first")
    both = {"none": None, "rules": library}
    found: Measured = {"rules": len(library)}
    found |= searched("sokoban:3", both, how, size, 1, expanded="expanded", cost="cost")
    domain, shape = built_in("sokoban:3")
    start = domain.start(shape)
    assert start is not None
    problem = LiftedProblem(domain, shape, start, domain.goal(shape)).grounded
    space = StateGraph(problem, 50_000)
    traps = library.traps_in(problem)
    live = set(range(len(space.successors))) - set(space.dead)
    forced = sum(forced_move(problem, space.states[one], traps) is not None for one in live)
    kept = whole(
        macro_utility("sokoban:3", library, None, how.algorithm, problems=size, forgetting=True)
    )
    tries = [row for book in kept.books for row in book.entries]
    return found | {
        "states": len(space.states),
        "dead ends": len(space.dead),
        "states with a sole alternative": forced,
        "patterns tried": sum(row.tried or 0 for row in tries),
        "patterns matched": sum(row.matched or 0 for row in tries),
    }


def goal_interference(size: int) -> Measured:
    """A policy with the order of goals that failures taught, and the same rules without it."""
    with_order = whole(learn("blocks:4", learner="policy")).library
    without = copy(with_order)
    without.precedences = {}
    three = {"none": None, "rules and order": with_order, "rules alone": without}
    figures: Measured = {"rules": len(with_order), "orders of goals": len(with_order.precedences)}
    return figures | searched(
        "blocks:6", three, Configuration("greedy"), size, 1, expanded="expanded", moves="moves"
    )


def focused(size: int) -> Measured:
    """Focused macros in greedy search with goal count."""
    library = whole(learn("15-puzzle", learner=Focused(filters=()))).library
    how = Configuration(
        "greedy", heuristic="misplaced", macro_cost="unit", limits=Limits(nodes=100_000)
    )
    both = {"moves": None, "focused": library}
    figures: Measured = {"macros": len(library), "problems": size}
    return figures | searched(
        "15-puzzle",
        both,
        how,
        size,
        1,
        solved="solved",
        generated="generated",
        work="operator_applications",
    )


EFFORT = Limits(nodes=200_000)


AROUND = (1, 2, 3, 8, 0, 4, 7, 6, 5)
"""The blank in the centre, tiles around it from a corner."""

TURNED = (7, 8, 1, 6, 0, 2, 5, 4, 3)
"""The goal `AROUND`, turned by a quarter."""

IN_ROWS = (1, 2, 3, 4, 5, 6, 7, 8, 0)
"""A goal with the blank in a corner."""


def chunking(size: int) -> Measured:
    """Chunks of one problem, used in it, in it again, in others, and for other goals.

    Subgoals are Korf's: the blank in the centre, then a cell after the other around it.
    """
    domain, shape = built_in("8-puzzle")
    order = read_order(KORF_ORDER)
    sums: Counter[str] = Counter()
    for number in range(size):
        start, other, turned, in_rows = (
            domain.starts(shape, goal)(Random(f"{number}:{which}"))
            for which, goal in enumerate((AROUND, AROUND, TURNED, IN_ROWS))
        )
        library = MacroLibrary(domain, order=order)
        sums["no chunks"] += climbed(
            Climber(domain, shape, goal=AROUND, order=order), start, EFFORT
        )[0]
        problem = TrainingProblem(shape, start, AROUND, "trial", EFFORT)
        trial = whole_search(study(Escapes(), library, problem).outcome)
        sums["within the trial"] += trial.applications
        again, searches = climbed(library.climber(shape, goal=AROUND), start, EFFORT)
        sums["solved again"] += again
        sums["searches, solved again"] += searches
        for name, posed, goal in (
            ("other problem", other, AROUND),
            ("goal turned", turned, TURNED),
            ("goal with another blank", in_rows, IN_ROWS),
        ):
            bare = Climber(domain, shape, goal=goal, order=order)
            with_chunks = library.climber(shape, goal=goal)
            sums[f"{name}, no chunks"] += climbed(bare, posed, EFFORT)[0]
            sums[f"{name}, chunks"] += climbed(with_chunks, posed, EFFORT)[0]
    found: Measured = {name: round(total / size) for name, total in sums.items()}
    return found | {"searches, solved again": sums["searches, solved again"]}
