"""The two tables of stages that arcwise has: for a cheapest plan proved soonest (``auto``), and for any plan soonest (``fast``).

For a proof:

1. Where nothing estimates the remaining cost, no search is better than a blind one: from both ends, breadth-first, or by cost
   where moves differ in it. A few expansions tell what the moves of Python functions cost. Else a short A* search is the first look. It measures how many successors are new states, and how much of the way h
   accounts for.
2. Where few states are met twice and nothing is limited, a short proof is tried, which takes no longer than what finds some plan.
   Else a narrow beam looks for some plan at once, and wider beams for shorter ones once the best heuristic is made. A limit
   that ends the proof, or Ctrl-C, then leaves a plan and a bound on the cost of any. Greedy search follows where a beam
   finds none, or one far above the bound, then a macro table if the moves generate a group, and a search from both ends where
   none finds one.
3. A heuristic that takes seconds to make is made for a problem that is still unsolved. LM-cut, which takes long for every
   state, is for problems whose symbols may repeat. It has a short trial, and all the rest if its values are so much larger
   that they make up for its time.
4. The proof is by the kind of search that the first look asks for: breadth-first from both ends where h accounts for
   little, iterative deepening where hardly a state is met twice, A* elsewhere.

For any plan, a library climbs if there is one. Otherwise the first look is a short weighted A* search. A planning problem whose
moves that repeat can be taken as one step has short searches by distances of single cells. Then comes lazy greedy
search with FF where symbols may repeat; for a planning problem restarts and a narrow beam have turns after the first part of
it. Beams follow, each ten times as wide as the one before (as in Zhang 1998): a narrow one is soon at a goal or at its end, and
a wide one is hard to lead astray. Where no beam of the first round finds a plan and the moves generate a group, a macro table
is filled: it always has one, mostly a shorter one than greedy search.

Within limits too small for a beam, greedy search takes its place, also with pattern databases: of all algorithms it finds
most plans in few expansions and little memory. A search that runs out of memory is followed by one that needs little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..algorithms import ALGORITHMS, CLIMB, NEW_TABLE, Algorithm, Weights
from ..heuristic import DEARER, DEAREST
from .conditions import FAR
from .limits import FIRST_LOOK, NARROWEST, NEARLY_ALL, SHORT
from .run import SLOWER, StagedSearch
from .stage import ADMISSIBLE, BEST, OWN, Stage

TRIAL, WITHOUT_H = 300_000, 10
"""Expansions, with a heuristic that costs nothing to make, before one is made that takes seconds; without h more."""

SOON = 15_000_000
"""States that a search in batches may generate for a short proof: it takes hundredths of a second, as some plan does."""

COSTS = 100
"""Expansions that tell what moves cost, where nothing else does."""

LEVELS, SCARCELY, WIDEST = 1_000, 57, 10_000
"""Full levels of a beam for some plan, and where expansions are scarce; nodes in a level of the widest before a proof."""

WIDTHS = tuple(10**power for power in range(2, 10))
"""Nodes in a level of the beams for any plan, one round after the other."""

CLIMBING, TABLE_NODES = 1_000_000, 100_000
"""States of a climb with its escapes; words that are made longer for a macro table, and arrangements looked at in its climb."""

GREED = 5
"""Weight of h in a first look for any plan."""

PLANS, TURN, ASIDE = 10, 60_000, 150_000
"""Of a planning problem: factor of `TRIAL` with FF, as beams seldom find plans; expansions of lazy greedy search before others
have a turn; states that a narrow beam may evaluate then, which takes about as long: it is soon at its end, or at a plan where
preferred operators lead astray."""

RESTARTS, SHORTER = 8, 4
"""Number of short lazy greedy searches before that, with the arcs in other orders, and divisor of their expansions: where
resources are scarce, one order of equal operators needs a thousand times the expansions of another (Gomes, Selman and Kautz 1998).
"""

WALKING, LUCK = 3, 500
"""Least weight of h where moves that repeat are one step, and the expansions of each search: in rooms of Sokoban, where one
weight fails, another mostly has a plan in a hundred."""

AGAIN, SHORTENING = 4, 30_000
"""Factor of all expansions within which a plan cheaper than a dear one is sought; states that a beam may generate in Python to
shorten a plan."""

WEIGHTS, DEEPENING = (2, 2.5, 3), 1_000_000
"""Weights of h for iterative deepening where memory is short, and the expansions that each is given first."""

TABLE = Algorithm(
    name="macro-table",
    summary="a macro table filled for one problem, and climbed by",
    loop=NEW_TABLE,
)
"""The way to a plan that is left where all searches fail and the moves generate a group."""

GROUP = "{others}, and these moves generate a group, whose macro table leads to every state; learn keeps such a table"
BEAM = "a beam of {width} states takes little time"
GREEDY = "greedy search finds some solution within small limits"
LIGHT = "with {weight} times h it finds some solution in hardly any memory"
TREE = "only {met}, and h is {moves} moves at the start"
DEAR = f"the cost before was more than {FAR} times the lower bound"
ROOM = "not scarce, not short of memory"
"""Reasons and conditions that several stages have."""


def first_look(searches: StagedSearch) -> float:
    """Expansions of the first look, fewer where a start has many successors."""
    return searches.first_look


def share_for_a_look(searches: StagedSearch) -> float:
    """Share of few expansions for the first look."""
    return searches.attempts.look


def four_times_as_long(searches: StagedSearch) -> float:
    """Several times the expansions before."""
    return max(FIRST_LOOK, AGAIN * searches.attempts.done.expanded)


def by_evaluations(searches: StagedSearch) -> float:
    """Expansions that evaluate a number of states."""
    return ASIDE / _successors(searches)


def short_proof(searches: StagedSearch) -> float:
    """Expansions of a short proof."""
    return SOON / _successors(searches)


def _successors(searches: StagedSearch) -> float:
    """Successors that the searches made of a state, on average."""
    done = searches.attempts.done
    return max(1, done.generated / max(1, done.expanded))


def shortening(searches: StagedSearch) -> float:
    """Nodes in a level that shorten a plan in bounded work, fewer with a dear heuristic."""
    price = searches.price_of_own
    plan = searches.plan
    if price == 1 or plan is None:
        return NARROWEST
    counts = searches.seen
    made = len(plan.primitives) * counts.generated / max(1, counts.expanded)
    most = SHORTENING * SLOWER / price / max(1, int(made))
    return min(NARROWEST, max(NARROWEST / price, most))


def beam(width: int) -> Algorithm:
    """A beam of a number of nodes in a level."""
    return ALGORITHMS["beam"].adjusted(beam_width=width)


def tied(name: str, ties: str) -> Algorithm:
    """An algorithm with a rule for ties: the newest of equal nodes mostly has the largest g and is nearest to a goal (Asai and
    Fukunaga 2017)."""
    return ALGORITHMS[name].adjusted(ties=ties)


def light(times: int, when: str = "", until: str = "plan") -> Iterator[Stage]:
    """Iterative deepening with h times a weight (Korf 1993), which holds one path only; it may take long by one weight and be
    short by the next."""
    for weight in WEIGHTS:
        row = replace(ALGORITHMS["ida-star"], f=Weights(g=1, h=weight), fewest=None)
        nodes, conditions = times * DEEPENING, f"short of memory, one by one{when}"
        yield Stage(row, OWN, nodes, 1 / 2, 1 / 3, conditions, LIGHT, until)


# fmt: off
def some_plan() -> Iterator[Stage]:
    """Stages for some plan at little cost."""
    greedy, unlike = tied("greedy", "newest"), tied("greedy", "oldest")
    n = NARROWEST
    # algorithm, heuristic, nodes, share, time, when, why
    yield from (
        Stage(CLIMB, OWN, CLIMBING, 1/2, None, "macros", "there are macros to climb with"),
        Stage("lazy-greedy", "ff", PLANS * TRIAL, 1/2, 1/2, "planning", "a plan comes before its proof"),
        Stage(beam(n), OWN, n * LEVELS, 1/4, 1/6, "scarce, not hopeless", BEAM, levels=SCARCELY),
        Stage(beam(n), OWN, n * LEVELS, 1/2, 1/6, "not scarce", BEAM, levels=SHORT),
        Stage(greedy, OWN, TRIAL, 1/4, 1/6, "limited, not hopeless", GREEDY),
        *(Stage(beam(max(1, n // k)), OWN, n * LEVELS, 1/4, 1/3, "short of memory, not hopeless", BEAM) for k in (10, 30)),
        Stage(unlike, "default", TRIAL, 1/2, 1/3, f"{ROOM}, not planning", "a beam by {own} found none"),
        Stage("bidirectional", OWN, TRIAL, 1/2, 1/3, f"{ROOM}, not planning, both ends", "a beam by {own} found none"),
        Stage("lazy-greedy", "ff", TRIAL, 1/2, 1/3, "not planning", "beams by {own} found none"),
        Stage(TABLE, OWN, TABLE_NODES, 1/2, 1/3, f"{ROOM}, not planning", GROUP),
        Stage(beam(10 * n), OWN, 10 * n * SHORT, 1/2, 1/6, ROOM, BEAM, levels=SHORT),
        Stage(greedy, "patterns", TRIAL, NEARLY_ALL, 1/6, "little, hopeful", GREEDY),
        Stage(greedy, OWN, TRIAL, NEARLY_ALL, 1/6, "scarce, instead", GREEDY),
        *light(1), *light(10),
    )


def cheaper_plan() -> Iterator[Stage]:
    """Stages for a plan that is cheaper than a dear one."""
    unlike = tied("greedy", "oldest")
    yield from light(1, ", dear, not planning", "proof")
    yield Stage(unlike, "default", four_times_as_long, 1/2, 1/3, f"{ROOM}, dear, not planning", DEAR, "proof")
    yield Stage(TABLE, OWN, TABLE_NODES, 1/2, 1/3, f"{ROOM}, dear, not planning", GROUP, "proof")


def behind_walks(greed: Algorithm) -> Iterator[Stage]:
    """Short searches of a planning problem whose moves that repeat are one step: as greedy as the first look, greedier, and less
    greedy. Where objects stand in each other's way, one is soon at a goal that others miss."""
    why = "moves that repeat are one step, and each cell of the goal tells how far it is"
    for row in (greed, ALGORITHMS["greedy"], greed.adjusted(weight=WALKING)):
        yield Stage(replace(row, iterated=True), "projections", LUCK, 1/4, 1/6, "planning, walks", why)


def if_little() -> Iterator[Stage]:
    """Stages for some plan where expansions or memory are scarce."""
    return (replace(one, when=f"little, {one.when}") for one in some_plan())


def proof(heuristic: str, trial: int | None, more: str = "") -> Iterator[Stage]:
    """Searches for a cheapest plan, of which the first runs that suits how the problem behaves; the next one if it runs out of
    memory."""
    when = "heuristics, " if trial else ""
    waits = "" if trial else ", not lm_cut waits"
    blind, hurried = (WITHOUT_H * trial, 1/3) if trial else (None, None)
    last = "proof"
    tree = TREE + more
    yield Stage("batched-ida-star", heuristic, None, 1, None, f"{when}tree, not scarce", tree, last)
    yield Stage("ida-star", heuristic, trial, 1, None, f"{when}instead, tree{waits}", tree, last)
    yield Stage("bidirectional", heuristic, blind, 1, hurried, f"{when}instead, near, both ends",
                f"h is no more than {{moves}} moves at the start{more}", last)
    yield Stage("a-star", heuristic, trial, 1, None, f"{when}instead", f"{{met}}{more}", last)
    if not trial:
        ran = "{met}{cuts}; with {best} it ran out of memory"
        yield Stage("a-star", "lm_cut", None, 1, None, "instead, lm_cut waits", ran, last)
    yield Stage("ida-star", heuristic, trial, 1, None, f"{when}instead", f"A* ran out of memory{more}", last)


def soon_proved() -> Stage:
    """The stage of a short proof, which takes hardly longer than some plan does; where limits may end it, some plan comes first."""
    return Stage("batched-ida-star", OWN, short_proof, 1, None, "heuristics, tree, not planning, not limited", TREE, "proof")


def without_estimate() -> Iterator[Stage]:
    """Blind search, where nothing estimates the remaining cost."""
    last, why = "proof", "nothing estimates the remaining cost"
    yield Stage("breadth-first", OWN, COSTS, 1/2, None, "no estimate, costs unknown", f"{why}, and it may be the same for all moves", last)
    yield Stage("bidirectional", OWN, None, 1, None, "no estimate, both ends", f"{why}, and all moves cost the same and can be undone", last)
    yield Stage("breadth-first", OWN, None, 1, None, "instead, no estimate, one cost", f"{why}, and all moves cost the same", last)
    yield Stage("uniform-cost", OWN, None, 1, None, "no estimate, not short of memory", f"{why}, and moves differ in cost", last)
    yield Stage("ida-star", OWN, None, 1, None, "no estimate, short of memory", f"{why}, and blind search ran out of memory", last)


def cheapest() -> Iterator[Stage]:
    """Stages for a cheapest plan, and for some plan before its proof."""
    last = "proof"
    yield from without_estimate()
    yield Stage("a-star", ADMISSIBLE, first_look, share_for_a_look, None, "", "A* is tried first, for {look}", last,
                look=True)
    yield soon_proved()
    yield from some_plan()
    yield from cheaper_plan()
    yield from proof(OWN, TRIAL)
    yield Stage("a-star", "lm_cut", max(1, int(TRIAL / DEAREST)), 1, 1/3, "heuristics, lm_cut", "{met}{cuts}", last)
    yield Stage(tied("greedy", "newest"), BEST, TRIAL, 1/2, 1/6, "heuristics, short of memory, better", GREEDY, last)
    width = NARROWEST
    while width <= WIDEST:
        roomy = "heuristics" if width == NARROWEST else "heuristics, not short of memory, not behind"
        roomy = roomy if width < WIDEST else f"{roomy}, kernel"
        for h, also in ((OWN, ""), (BEST, ", better")):
            yield Stage(beam(width), h, width * SHORT, 1/2, 1/6, roomy + also, BEAM, last, together=1, levels=SHORT)
        width *= 10
    worth = "{met}{cuts}, so much more that it is worth its time"
    yield Stage("a-star", "lm_cut", None, 1, None, "lm_cut pays", worth, last)
    yield from proof(BEST, None, "{patterns}")


def a_round(number: int, width: int) -> Iterator[Stage]:
    """Cheap searches that find very different plans, of which the cheapest is taken; greedy search where it has not failed
    comes first."""
    nodes = max(TRIAL, width * LEVELS)
    also = "" if number == 1 else ", not exhausted, not short of memory"
    found = "{others}"
    unlike = [
        Stage(tied("greedy", "oldest"), "default", nodes, 1/2, None, f"not planning{also}", found, together=number),
        Stage("bidirectional", OWN, nodes, 1/2, None, f"not planning, both ends{also}", found, together=number),
    ]
    yield from unlike if number == 1 else unlike[::-1]
    yield Stage("lazy-greedy", "ff", nodes // DEARER, 1/2, None, f"not planning{also}", found, together=number)
    for heuristic, price in ((OWN, 1), ("ff", DEARER)):
        wide = found + "; it is {width} states wide"
        nodes = max(1, width * LEVELS // price)
        yield Stage(beam(width), heuristic, nodes, 1/2, None, f"heuristics{also}" if price > 1 else also, wide, together=number)


def quickest() -> Iterator[Stage]:
    """Stages for any plan."""
    greed = ALGORITHMS["weighted-a-star"].adjusted(weight=GREED)
    shorten = "a beam of {width} states shortens the plan of cost {cost} that came first"
    yield Stage(CLIMB, OWN, CLIMBING, 1/2, None, "macros", "there are macros to climb with")
    yield Stage(greed, OWN, first_look, share_for_a_look, None, "", "weighted A* is tried first, for {look}",
                look=True)
    yield Stage(beam(NARROWEST), OWN, NARROWEST * SHORT, 1/2, 1/3, "first plan, not planning", shorten, "proof",
                narrowest=shortening)
    yield from if_little()
    yield from light(1, ", dear, greedy, not planning", "proof")
    lazy = ALGORITHMS["lazy-greedy"]
    yield from behind_walks(greed)
    yield Stage(lazy, "ff", TURN, 1, None, "planning", "{expansions} by {own} found none")
    for seed in range(1, RESTARTS + 1):
        yield Stage(replace(lazy, arc_order=seed), "ff", TURN // SHORTER, 1, None, "planning",
                    "{expansions} with the arcs in other orders found none")
    yield Stage(beam(NARROWEST), "ff", by_evaluations, 1/2, None, "planning",
                f"lazy greedy search found none in {TURN:,} expansions")
    yield Stage(lazy, "ff", PLANS * TRIAL, 1, None, "planning", "{expansions} of other searches found none")
    for number, width in enumerate(WIDTHS, 1):
        yield from a_round(number, width)
        if number == 1:
            yield Stage(TABLE, OWN, TABLE_NODES, 1/2, None, f"{ROOM}, not planning", GROUP)
            yield Stage(TABLE, OWN, TABLE_NODES, 1/2, 1/3, f"{ROOM}, not planning, greedy", GROUP, "proof")
    yield from if_little()
# fmt: on


def stages_of(row: Algorithm) -> Iterator[Stage]:
    """The table of an algorithm whose loop is a choice."""
    return iter(row.stages) if row.stages else PORTFOLIOS[row.name]()


PORTFOLIOS: dict[str, Callable[[], Iterator[Stage]]] = {"auto": cheapest, "fast": quickest}
"""The tables of ours, by the name of their algorithm."""
