"""Statements of searches of random boards: how they end, what a plan costs, whether it is cheapest."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from arcwise.rules import InputError
from arcwise.search import ALGORITHMS, HEURISTICS, Algorithm, Limits, Problem, Status, solve
from arcwise.search.algorithms import TIES
from arcwise.search.native.not_native import NotNativeError
from torture.attack import Attack, Case

from ..asking import problem_of, program_of, typed, written
from ..oracles.boards import Board, Pattern, V, replay, same, smaller
from ..oracles.random_boards import mistakable, random_board
from ..statement import FALSE, hold
from .commands import command

SLOW = ("h_max", "lm_cut", "h_add", "ff")
"""Heuristics that look at every arc for each state, in Python slowly."""

PATHS = (
    "iterative-deepening",
    "ida-star",
    "batched-ida-star",
    "directed-beam",
    "greedy-unique",
    "a-star-unique",
)
"""Algorithms that may meet a state again and again."""

COMPLETE = (
    *(
        "breadth-first",
        "depth-first",
        "uniform-cost",
        "greedy",
        "a-star",
        "weighted-a-star",
        "auto",
    ),
    "bidirectional",
)
"""Algorithms that end with a solution, or with the proof that there is none, where nothing limits them."""

NEEDY = ("bidirectional", "climb")
"""Algorithms that do not take every board."""

NARROW = ("linear-conflict", "gaps", "projections", "manhattan", "misplaced+manhattan")
"""Heuristics that do not have a meaning on every board."""

SEARCHES = 8
"""Of each problem."""


@dataclass(frozen=True)
class Search:
    """How a board is searched.

    Parameters
    ----------
    algorithm, heuristic, engine, nodes, work
        As on the command line.
    adjusted
        Other choices of the algorithm.
    typed
        Whether it is asked for on the command line.
    """

    algorithm: str
    heuristic: str | None
    engine: str
    nodes: int | None
    adjusted: tuple[tuple[str, Any], ...]
    typed: bool
    work: int | None = None

    @property
    def row(self) -> Algorithm:
        """The algorithm with its choices."""
        return ALGORITHMS[self.algorithm].adjusted(**dict(self.adjusted))

    @property
    def words(self) -> list[str]:
        """The options that ask for it."""
        heuristic = ["--heuristic", self.heuristic] if self.heuristic else []
        nodes = ["--limit-nodes", str(self.nodes)] if self.nodes else []
        work = ["--limit-work", str(self.work)] if self.work else []
        return ["--algorithm", self.algorithm, *heuristic, "--engine", self.engine, *nodes, *work]

    def __str__(self) -> str:
        adjusted = "".join(f", {name}={value}" for name, value in self.adjusted)
        return " ".join(self.words) + adjusted + " (typed)" * self.typed


@dataclass(frozen=True)
class Asked:
    """A board and its searches, after other boards were searched likewise with the same cache."""

    before: tuple[Board, ...]
    board: Board
    searches: tuple[Search, ...]


def random_search(rng: Random) -> Search:
    """Any algorithm with any heuristic, in either engine."""
    name = rng.choice(list(ALGORITHMS))
    row = ALGORITHMS[name]
    heuristic = rng.choice([*HEURISTICS, "patterns", "patterns", None]) if row.informed else None
    engine = rng.choice(("python", "native", "auto"))
    nodes = rng.choice((None, None, None, 1, 2, 3, 10, 50, 200))
    if engine == "python" and heuristic in SLOW:
        nodes = min(nodes or 40, 40)
    if name in PATHS:
        nodes = nodes or 3000
    typed = rng.random() < 0.1
    adjusted: dict[str, Any] = {}
    if not typed and rng.random() < 0.6:
        adjusted = {
            "duplicates": rng.choice(row.allows),
            "ties": rng.choice(TIES),
            "move_back": rng.random() < 0.7,
            "beam_width": rng.choice((1, 2, 5, 100)),
            "weight": rng.choice((1.0, 1.5, 3.3)),
            "prune_length": rng.choice((1, 2, 4)),
        }
        adjusted = {choice: one for choice, one in adjusted.items() if row.takes(choice)}
        if adjusted["duplicates"] != "closed":
            nodes = nodes or 3000
    work = rng.choice((None, None, None, None, 1, 5, 30))
    return Search(name, heuristic, engine, nodes, tuple(adjusted.items()), typed, work)


def attack(case: Case) -> None:
    """Ask for searches of a random board, with a cache that holds what earlier cases left, or none."""
    rng = case.rng
    cold = rng.random() < 0.3
    os.environ["XDG_CACHE_HOME"] = str(case.folder if cold else case.folder.parent / "cache")
    board = random_board(rng)
    before = tuple(mistakable(board, rng) for _ in range(rng.choice((0, 1))))
    searches = tuple(random_search(rng) for _ in range(SEARCHES))
    hold(case, Asked(before, board, searches), false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    if len(asked.searches) > 1:
        for one in asked.searches:
            yield replace(asked, searches=(one,))
    if asked.before:
        yield replace(asked, before=())
        yield Asked((), asked.before[0], asked.searches)
        for one in smaller(asked.before[0]):
            yield replace(asked, before=(one,))
    for one in smaller(asked.board):
        yield replace(asked, board=one)
    if asked.searches[0].adjusted:
        yield replace(asked, searches=(replace(asked.searches[0], adjusted=()),))


def lines(asked: Asked) -> str:
    """The boards, and how they are searched."""
    boards = [written(board) for board in (*asked.before, asked.board)]
    return "\n".join([*boards, *(f"solve {search}" for search in asked.searches)])


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """All that is said of the boards and is not so."""
    for board in (*asked.before, asked.board):
        problem = problem_of(board)
        case.count("boards")
        case.count("beyond the truth", not board.space.whole)
        for search in asked.searches:
            yield from _said_of(board, problem, search, case)


def _said_of(
    board: Board, problem: Problem, search: Search, case: Case
) -> Iterator[tuple[str, str]]:
    try:
        result = solve(
            problem,
            search.row,
            heuristic=search.heuristic,
            engine=search.engine,
            limits=Limits(nodes=search.nodes, work=search.work),
        )
    except NotNativeError:
        case.count("refused")
        if search.engine != "native":
            yield "refusal", f"{search}: only the kernel may refuse"
        return
    except InputError as error:
        case.count("refused")
        if search.algorithm not in NEEDY and search.heuristic not in NARROW:
            yield f"refusal ({error.problem[:20]})", f"{search}: {error}"
        return
    except Exception as error:
        yield "fault", f"{search}: {type(error).__name__}: {error}"
        return
    case.count("searches")
    said = result.to_dict()
    said["path"] = result.path
    yield from held(board, search, said)
    if search.typed and len(board.goals) == 1 and typable(board):
        case.count("typed")
        yield from _typed(board, search, case)


def typable(board: Board) -> bool:
    """Whether its goal can be typed: none of its variables is a symbol of the rules or the start."""
    names = {term.name for term in board.goals[0] if isinstance(term, V)}
    patterns = (board.start, *(side for r in board.rules for side in (r.before, r.after)))
    return names.isdisjoint(term for pattern in patterns for term in pattern)


def _goal_typed(goal: Pattern) -> str:
    """A goal with ``?`` for its open cells, or with its variables where some stand twice."""
    names = [term.name for term in goal if isinstance(term, V)]
    if len(names) > len(set(names)):
        return typed(goal)
    return typed([V("?") if isinstance(term, V) else term for term in goal])


def _typed(board: Board, search: Search, case: Case) -> Iterator[tuple[str, str]]:
    file = case.folder / "truth.pl"
    file.write_text(program_of(board), encoding="utf-8")
    goal = _goal_typed(board.goals[0])
    words = ["solve", str(file), typed(board.start), goal, *search.words, "--json"]
    code, out, error = command(words)
    if not out:
        known = {side for r in board.rules for side in (r.before, r.after)}
        if "stands in no argument" in error and board.start not in known:
            case.count("refused")  # as no rule knows the start, it may be a slip
            return
        if "read as a" in error and search.heuristic in NARROW:
            case.count(
                "refused"
            )  # the file says no shape, and the one that it is read with has no such heuristic
            return
        yield (
            f"refusal, typed ({error.rpartition('expected')[2][:20]})",
            f"{search}: exit {code}: {error}",
        )
        return
    said = json.loads(out)
    for label, what in held(
        board, search, {**said, "path": [tuple(s) for s in said["path"] or ()]}
    ):
        yield label, f"on the command line: {what}"
    status = said["status"]
    codes = {"solved": (0, 12), "unsolvable": (11,), "incomplete": (12,), "stopped": (12,)}
    if code not in codes[status]:
        yield "exit code", f"{search}: {status} and exit {code}"


def held(board: Board, search: Search, said: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """False fields of a result."""
    space, status = board.space, Status(said["status"])
    if status is Status.SOLVED:
        cost, wrong = replay(board, said["arcs"], said["path"])
        if wrong:
            yield "plan", f"{search}: {wrong}"
        elif cost is not None and not same(float(cost), said["cost"]):
            yield "cost", f"{search}: {said['cost']} said, {cost} it is"
        if said["optimal"] and space.whole and space.solvable and cost != space.exact_least:
            yield "optimal, exactly", f"{search}: {cost} said to be least, {space.exact_least} is"
        if said["moves"] != len(said["path"]) - 1:
            yield "moves", f"{search}: {said['moves']} said, of {len(said['path'])} states"
    asked = {"nodes": search.nodes, "work": search.work}
    if status is Status.STOPPED and asked.get(said["limit"]) is None:
        yield "status", f"{search}: stopped by {said['limit']}, which nobody asked for"
    if (
        search.nodes is not None
        and said["expanded"] > search.nodes
        and search.algorithm not in ("auto", "fast")
    ):
        yield "limit", f"{search}: {said['expanded']} expanded"
    if not space.whole:
        return
    if status is Status.UNSOLVABLE and space.solvable:
        yield "unsolvable", f"{search}: unsolvable said, {space.least} it costs ({said['note']})"
    if status is Status.SOLVED and not space.solvable:
        yield "solved", f"{search}: there is no way"
    elif said["optimal"] and (status is not Status.SOLVED or not same(said["cost"], space.least)):
        yield "optimal", f"{search}: {said['cost']} said to be least, {space.least} is"
    bound = said.get("bound")
    if (
        bound is not None
        and space.solvable
        and bound > space.least
        and not same(bound, space.least)
    ):
        yield "bound", f"{search}: at least {bound} said, {space.least} is enough"
    if status is Status.INCOMPLETE and _complete(search):
        yield "status", f"{search}: gave up"


@cache
def _complete(search: Search) -> bool:
    unlimited = search.nodes is None and search.work is None and search.row.duplicates == "closed"
    return unlimited and search.algorithm in COMPLETE and search.heuristic not in SLOW


SEARCHES_KIND = Attack(
    name="searches",
    share=4,
    counted=("boards", "searches", "typed", "refused", "beyond the truth"),
    wrong=(FALSE,),
    attack=attack,
    asked=("searches", 10_000),
    lasting=True,
)
