"""A course project: pairs of boards of each student's own, the questions on them, and the answers.

The questions follow the three deliverables of Markov, Russell, Neller, *The N-Puzzle Problem* (2005). A student's folder holds
the boards and a file for the answers; whoever checks it solves the questions anew, so that the folder holds no answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from ..ebl.example_set import load_examples
from ..ebl.explanation import explain_result
from ..ebl.generalize import generalize
from ..ebl.learner import TrainingProblem
from ..ebl.library import MacroLibrary
from ..rules.checked import checked
from ..rules.domain import TheoryDomain
from ..rules.domains.sliding_tiles import sliding_tile
from ..rules.errors import InputError, Place
from ..rules.solvability import random_problems, solvability
from ..rules.states.state_space import distances, layers, shortest_path_count
from ..rules.term import Pattern, State
from ..rules.text.text_file import read_text, write_text
from ..rules.theory import Theory
from ..search.algorithms import ALGORITHMS
from ..search.limits import Limits
from ..search.macros import theory_with
from ..search.problem import Problem
from ..search.result import Result
from ..search.solve import solve
from .course_stub import STUBS

FIVE, EIGHT = sliding_tile(2, 3), sliding_tile(3, 3)
"""The two puzzles of the project, whose arcs are in the text's order: up, left, right, down."""

EIGHT_GOAL = tuple(range(9))
BOARDS_GOAL = (*range(1, 9), 0)
"""Goals of the project's 8-puzzle pair, and of the boards that may have no solution."""

FIVE_FILE, MANY_FILE, EIGHT_FILE = "five_puzzle.json", "many.json", "eight_puzzle.json"
BOARDS_FILE, ANSWERS_FILE = "boards.txt", "answers.json"
"""Files of a student's folder."""

BOARDS = 6
"""Boards of which the solvable ones are asked for; two to four of them are."""

EXAMPLES = 12
"""Training examples from which the domain theory is updated automatically; the last repeats the first."""

ORDERS = {order: sliding_tile(3, 3, order=order) for order in ("ULRD", "DRUL", "LURD", "RDLU")}
"""The 8-puzzle with orders of moves of which those are asked for with which a beam of width 1 fails: some of them, not all."""

UNLIMITED = Limits()
DEPTH_FIRST = Limits(nodes=20_000)
"""Work within which depth-first tree search solves the 8-puzzle pair."""

SHORT, FAR, NEAR = range(4, 7), 14, range(9, 17)
"""Moves of the training examples, least moves of the test pair, and moves of the 8-puzzle pairs, from one student to the next."""

SAVED = 0.75
"""Largest share of the expansions that a macro leaves of the test pair's."""

NUMBER = "a whole number"
"""The form of most answers."""

AnswerValue: TypeAlias = int | str | list[int] | list[str]
StartAndGoal: TypeAlias = tuple[State, State]


@dataclass(frozen=True)
class Assignment:
    """The boards of one student.

    Parameters
    ----------
    training, test
        Start and goal on the 2x3 board: the example to learn from, and the problem that its macro makes shorter.
    eight
        Start and goal on the 3x3 board.
    boards
        Boards of 3x3 cells, some of which cannot be brought to `BOARDS_GOAL`.
    many
        Training examples on the 2x3 board.
    """

    training: StartAndGoal
    test: StartAndGoal
    eight: StartAndGoal
    boards: tuple[State, ...]
    many: tuple[StartAndGoal, ...]

    @cached_property
    def key(self) -> dict[str, AnswerValue]:
        """The answer to each question, by its number."""
        return {number: question.answer(self) for number, question in QUESTIONS.items()}

    @cached_property
    def macro(self) -> MacroLibrary:
        """The macro that the training example teaches."""
        return _library([self.training])

    @cached_property
    def macros(self) -> MacroLibrary:
        """The macros that the examples teach together."""
        return _library(self.many)

    def search(
        self, name: str, macros: MacroLibrary | None = None, *, tree: bool = False, **choices: Any
    ) -> Result:
        """Search the test pair, with macros in front of the arcs if there are any."""
        theory = FIVE if macros is None else theory_with(FIVE, macros)
        return _search(theory, self.test, name, tree=tree, **choices)

    def search_eight(self, name: str, heuristic: str | None = None, **choices: Any) -> Result:
        """Search the 8-puzzle pair."""
        return _search(EIGHT, self.eight, name, heuristic, **choices)


def _search(
    theory: Theory,
    pair: StartAndGoal,
    name: str,
    heuristic: str | None = None,
    *,
    tree: bool = False,
    limits: Limits = UNLIMITED,
    **choices: Any,
) -> Result:
    if tree:
        choices["duplicates"] = "path"
    algorithm = ALGORITHMS[name].adjusted(**choices)
    return solve(Problem(theory, *pair), algorithm, heuristic=heuristic, limits=limits)


def _beam_fails(order: str, pair: StartAndGoal) -> bool:
    """Whether a beam of width 1 finds nothing with an order of moves."""
    found = _search(ORDERS[order], pair, "beam", "misplaced", tree=True, beam_width=1)
    return not found.solved


def _library(pairs: list[StartAndGoal] | tuple[StartAndGoal, ...]) -> MacroLibrary:
    """The macros of examples, each solved by A* as `arcwise learn` solves it."""
    library = MacroLibrary(TheoryDomain(FIVE))
    for pair in pairs:
        found = _search(FIVE, pair, "a-star")
        library.add(generalize(explain_result(found), library.next_name()))
    return library


def _expanded(result: Result) -> int:
    return result.statistics.expanded


def _generated(result: Result) -> int:
    return result.statistics.generated


def _moves(result: Result) -> int:
    """Moves of a solution, which each pair has: readers refuse a pair without one."""
    return result.moves or 0


def _states(result: Result) -> int:
    return (result.steps or 0) + 1


def _macro_text(assignment: Assignment) -> str:
    for macro in assignment.macro:
        return f"{FIVE.format(macro.arc.before)} -> {FIVE.format(macro.arc.after)}"
    return "none"


def _solvable(assignment: Assignment) -> list[int]:
    return [at for at, board in enumerate(assignment.boards, 1) if _is_solvable(board)]


def _is_solvable(board: State) -> bool:
    found = solvability(EIGHT, board, BOARDS_GOAL)
    return found is not None and found.solvable


@dataclass(frozen=True)
class Question:
    """A question of the project.

    Parameters
    ----------
    what
        What is asked for, in words.
    answer
        Finds the answer for an assignment.
    expected
        The form of an answer.
    """

    what: str
    answer: Callable[[Assignment], AnswerValue]
    expected: str = NUMBER


QUESTIONS: Mapping[str, Question] = {
    "1.1": Question("arcs of the 5-puzzle", lambda one: len(FIVE.arcs)),
    "1.2": Question(
        "states reachable from the start of the 5-puzzle pair, itself included",
        lambda one: len(distances(FIVE, one.test[0])),
    ),
    "1.3": Question(
        "moves to the state farthest from that start",
        lambda one: len(list(layers(FIVE, one.test[0]))) - 1,
    ),
    "2.1": Question(
        "8-puzzle pair, breadth-first tree search: states expanded",
        lambda one: _expanded(one.search_eight("breadth-first", tree=True)),
    ),
    "2.2": Question(
        "8-puzzle pair, breadth-first search with a closed list: states expanded",
        lambda one: _expanded(one.search_eight("breadth-first")),
    ),
    "2.3": Question(
        "8-puzzle pair, iterative deepening: states expanded",
        lambda one: _expanded(one.search_eight("iterative-deepening")),
    ),
    "2.4": Question(
        "8-puzzle pair, depth-first tree search: moves of its solution",
        lambda one: _moves(one.search_eight("depth-first", tree=True)),
    ),
    "2.5": Question(
        "8-puzzle pair, greedy best-first search, misplaced tiles: states expanded",
        lambda one: _expanded(one.search_eight("greedy", "misplaced")),
    ),
    "2.6": Question(
        "8-puzzle pair, A*, ties oldest first, misplaced tiles: states expanded",
        lambda one: _expanded(one.search_eight("a-star", "misplaced", ties="oldest")),
    ),
    "2.7": Question(
        "8-puzzle pair, A*, ties oldest first, Manhattan distance: states expanded",
        lambda one: _expanded(one.search_eight("a-star", "manhattan", ties="oldest")),
    ),
    "2.8": Question(
        "8-puzzle pair, beam of width 100, misplaced tiles, tree search: states generated",
        lambda one: _generated(one.search_eight("beam", "misplaced", tree=True, beam_width=100)),
    ),
    "2.9": Question(
        "8-puzzle pair, beam of width 10, misplaced tiles, tree search: states generated",
        lambda one: _generated(one.search_eight("beam", "misplaced", tree=True, beam_width=10)),
    ),
    "2.10": Question(
        f"numbers, from 1, of the boards of {BOARDS_FILE} that can be solved",
        _solvable,
        "a list of whole numbers, such as [1, 2]",
    ),
    "2.11": Question(
        f"8-puzzle pair, beam of width 1, misplaced tiles, tree search: orders of moves among {', '.join(ORDERS)} with which it fails",
        lambda one: [order for order in ORDERS if _beam_fails(order, one.eight)],
        'a list of orders, such as ["ULRD"]',
    ),
    "3.1": Question(
        "training example: moves of its shortest path",
        lambda one: _moves(_search(FIVE, one.training, "a-star")),
    ),
    "3.2": Question(
        "the macro that the training example teaches",
        _macro_text,
        'a macro, such as "A 0 B C D E -> 0 A B C D E"',
    ),
    "3.3": Question(
        "5-puzzle pair, breadth-first tree search: states expanded without the macro",
        lambda one: _expanded(one.search("breadth-first", tree=True)),
    ),
    "3.4": Question(
        "5-puzzle pair, breadth-first tree search: states expanded with the macro",
        lambda one: _expanded(one.search("breadth-first", one.macro, tree=True)),
    ),
    "3.5": Question(
        "5-puzzle pair, breadth-first search with a closed list: states on the solution path without the macro",
        lambda one: _states(one.search("breadth-first")),
    ),
    "3.6": Question(
        "5-puzzle pair, breadth-first search with a closed list: states on the solution path with the macro",
        lambda one: _states(one.search("breadth-first", one.macro)),
    ),
    "3.7": Question(
        "5-puzzle pair, A*, ties oldest first, Manhattan distance: states expanded with the macro",
        lambda one: _expanded(one.search("a-star", one.macro, ties="oldest")),
    ),
    "3.8": Question(
        f"number of macros that the examples of {MANY_FILE} teach together",
        lambda one: len(one.macros),
    ),
    "3.9": Question(
        "5-puzzle pair, A*, ties oldest first, Manhattan distance: states expanded with all of these macros",
        lambda one: _expanded(one.search("a-star", one.macros, ties="oldest")),
    ),
    "3.10": Question(
        "5-puzzle pair, A*, ties oldest first, Manhattan distance: states generated with all of these macros",
        lambda one: _generated(one.search("a-star", one.macros, ties="oldest")),
    ),
}
"""Every question by its number, whose first part is that of the deliverable."""


@checked
def assignments(students: int, seed: int = 0) -> Iterator[Assignment]:
    """Draw assignments, no two of which have a pair in common.

    Parameters
    ----------
    students
        Number of assignments, 0 or more. The first ones stay as they are if more are asked for.
    seed
        Any whole number.
    """
    used: set[StartAndGoal] = set()
    for number in range(students):
        five, eight = (
            next(found for found in pairs if found[-1] not in used)
            for pairs in (
                _five_pairs(f"{seed}:{number}", SHORT[number % len(SHORT)]),
                _eight_pairs(f"{seed}:{number}", number),
            )
        )
        used |= {five[-1], eight[-1]}
        rng = Random(f"boards:{seed}:{number}")
        goal = five[-1][1]
        starts = random_problems(FIVE, goal, EXAMPLES - 1, f"many:{seed}:{number}", distance=8)
        many = tuple((start, goal) for start in (*starts, starts[0]))
        yield Assignment(five[0], five[-1], eight[-1], _boards(rng), many)


def _five_pairs(seed: str, short: int) -> Iterator[tuple[StartAndGoal, StartAndGoal]]:
    """A training example of ``short`` moves and a test pair, whose macro serves twice at least and keeps the solution as short as it is."""
    rng = Random(f"five:{seed}")
    states = list(distances(FIVE, (1, 2, 3, 4, 5, 0)))
    while True:
        start, goal = rng.sample(states, 2)
        without = _search(FIVE, (start, goal), "breadth-first")
        path = without.path or ()
        if len(path) <= FAR or shortest_path_count(FIVE, start, goal) > 1:
            continue
        training = start, path[short]
        if shortest_path_count(FIVE, *training) > 1:
            continue
        theory = theory_with(FIVE, _library([training]))
        with_macro = _search(theory, (start, goal), "breadth-first")
        if (
            _moves(with_macro) == _moves(without)
            and _states(with_macro) <= _states(without) - 2 * (short - 1)
            and _expanded(with_macro) <= SAVED * _expanded(without)
        ):
            yield training, (start, goal)


def _eight_pairs(seed: str, first: int) -> Iterator[tuple[StartAndGoal]]:
    """A pair that depth-first search solves soon, and a beam of width 1 with some orders of moves only."""
    for number in count():
        distance = NEAR[(first + number) % len(NEAR)]
        (start,) = random_problems(EIGHT, EIGHT_GOAL, 1, f"{seed}:{number}", distance=distance)
        pair = start, EIGHT_GOAL
        fails = {_beam_fails(order, pair) for order in ORDERS}
        if (
            len(fails) == 2
            and _search(EIGHT, pair, "depth-first", tree=True, limits=DEPTH_FIRST).solved
        ):
            yield (pair,)


def _boards(rng: Random) -> tuple[State, ...]:
    """Random boards, of which two to four can be solved."""
    while True:
        boards = tuple(tuple(rng.sample(range(9), 9)) for _ in range(BOARDS))
        if 2 <= sum(map(_is_solvable, boards)) <= 4:
            return boards


def write_assignment(folder: Path, assignment: Assignment, seed: int = 0) -> None:
    """Write a student's boards and the file for the answers, with the seed of the course; the folder is there."""
    five = {"training": [assignment.training], "problems": [assignment.test]}
    write_text(folder / FIVE_FILE, _pairs_text(FIVE, five))
    write_text(folder / MANY_FILE, _pairs_text(FIVE, {"training": assignment.many}))
    write_text(folder / EIGHT_FILE, _pairs_text(EIGHT, {"problems": [assignment.eight]}))
    write_text(folder / BOARDS_FILE, "".join(f"{EIGHT.format(one)}\n" for one in assignment.boards))
    rows = ",\n".join(
        f"  {json.dumps({'question': number, 'what': one.what, 'answer': None})}"
        for number, one in QUESTIONS.items()
    )
    for file, stub in STUBS.items():
        write_text(folder / file, stub)
    name = json.dumps(folder.resolve().name)
    write_text(
        folder / ANSWERS_FILE, f'{{"student": {name}, "seed": {seed}, "answers": [\n{rows}\n]}}\n'
    )


def _pairs_text(theory: Theory, lists: Mapping[str, Any]) -> str:
    parts = [f'  "theory": {json.dumps(theory.name)}']
    for use, pairs in lists.items():
        rows = ",\n".join(
            f"    {json.dumps({'start': theory.format(start), 'goal': theory.format(goal)})}"
            for start, goal in pairs
        )
        parts.append(f'  "{use}": [\n{rows}\n  ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


@checked
def read_assignment(folder: str | Path) -> Assignment:
    """Read the boards of a student's folder.

    Raises
    ------
    InputError
        A folder without its files, or a file that was changed into something else.
    """
    folder = Path(folder)
    five = load_examples(folder / FIVE_FILE, FIVE)
    many = load_examples(folder / MANY_FILE, FIVE, repeats=True)  # they are part of the lesson
    eight = load_examples(folder / EIGHT_FILE, EIGHT)
    return Assignment(
        _first(five.training, folder / FIVE_FILE, "training"),
        _first(five.problems, folder / FIVE_FILE, "problems"),
        _first(eight.problems, folder / EIGHT_FILE, "problems"),
        tuple(_read_boards(folder / BOARDS_FILE)),
        tuple(map(_ground, many.training)),
    )


def _first(problems: Sequence[TrainingProblem], path: Path, use: str) -> StartAndGoal:
    """The only pair of a list in a file."""
    if not problems:
        raise InputError("no pair of boards", place=Place(str(path)), expected=f"one in {use!r}")
    return _ground(problems[0])


def _ground(problem: TrainingProblem) -> StartAndGoal:
    theory = EIGHT if len(problem.start) == EIGHT.size else FIVE
    goal: Pattern = problem.goal
    return problem.start, theory.check(tuple(goal))  # type: ignore[arg-type]  # refuses variables


def _read_boards(path: Path) -> Iterator[State]:
    for line, text in enumerate(read_text(path).splitlines(), 1):
        if text.strip():
            try:
                yield tuple(EIGHT.parse(text))
            except InputError as error:
                raise error.at(Place(str(path), line)) from None
