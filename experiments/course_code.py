"""The functions that a course project asks for, and how a student's are tested on boards that the student has not seen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from ..ebl.explanation import explain
from ..ebl.generalize import generalize
from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.errors import InputError, on_one_line, sentence_of
from ..rules.solvability import random_problems
from ..rules.states.state_space import distances, shortest_path_count
from ..rules.term import Pattern, State, Var
from ..rules.text.words import counted
from ..rules.theory import Theory
from ..search.macros import theory_with
from .course import EIGHT, EIGHT_GOAL, FIVE, _library, _search
from .course_stub import CODE_FILE, PROLOG_FILE
from .student_code import (
    SECONDS,
    WALLS,
    Answered,
    Asked,
    CodeRun,
    call_student,
    read_code,
    written_code,
)
from .student_process import MOST_ITEMS, fault_of, plain, tuples

LONGEST_CALL = 100
"""Characters of a call that are shown."""

FEW = 5
"""States that are shown of a set."""


@dataclass(frozen=True)
class Fault:
    """A fault of a call, in words and as boards.

    Parameters
    ----------
    words
        The fault, without the boards that follow.
    given
        Boards that the words are about, with the name of each.
    returned, right
        What the student returned and what is right, where these are sets of states; ``right`` is None elsewhere.
    """

    words: str
    given: tuple[tuple[str, Pattern], ...] = ()
    returned: frozenset[State] = frozenset()
    right: frozenset[State] | None = None

    def __str__(self) -> str:
        if self.right is None:
            return self.words
        return (
            f"{self.words}; returned: {_all_shown(self.returned)}; right: {_all_shown(self.right)}"
        )

    def drawn(self) -> Iterator[tuple[str, Pattern]]:
        """Every board once, with its name: given, returned and right, returned alone, right alone."""
        yield from self.given
        right = self.right or frozenset()
        for name, states in (
            ("returned, right", self.returned & right),
            ("returned, wrong", self.returned - right),
            ("right, missing", right - self.returned),
        ):
            yield from ((name, state) for state in sorted(states)[:FEW])


Look: TypeAlias = Callable[[Any], Fault | None]
"""Looks at what a function returned, and tells what is wrong; None where it is right."""


@dataclass(frozen=True)
class CodeTest:
    """A call of a student's function.

    Parameters
    ----------
    arguments
        Its arguments.
    looks
        By the name of what is tested how that is seen.
    """

    arguments: tuple[Any, ...]
    looks: Mapping[str, Look]


@dataclass(frozen=True)
class CodeQuestion:
    """A function that is asked for.

    Parameters
    ----------
    asked
        Its name, and how each language is asked for its value.
    what
        What is tested, for the instructor.
    tests
        The calls for a seed.
    """

    asked: Asked
    what: str
    tests: Callable[[Random], Sequence[CodeTest]]

    @property
    def function(self) -> str:
        """Its name."""
        return self.asked.function


@dataclass(frozen=True)
class CodeMark:
    """Points for a student's function.

    Parameters
    ----------
    points, most
        How many of the things tested are right in all calls, and how many are tested.
    faults
        For each that is not right, the first call that shows it.
    file
        The student's file that was marked.
    """

    points: int
    most: int
    faults: Mapping[str, Fault]
    file: str = CODE_FILE

    @property
    def wrong(self) -> dict[str, str]:
        """The faults in words."""
        return {name: str(fault) for name, fault in self.faults.items()}


def _shown(state: Any) -> str:
    return f"({', '.join(map(str, state))})"


def _state(value: Any, size: int) -> State:
    """A state that a student returned; ValueError if it is none."""
    if isinstance(value, list):
        value = [0 if one == "_" else one for one in value]  # as pictures show the blank
    if not isinstance(value, list) or sorted(map(str, value)) != sorted(map(str, range(size))):
        raise ValueError(f"not a state: {str(value)[:60]}")
    return tuple(map(int, value))


def _rule(value: Any) -> Arc:
    """A rule that a student returned; ValueError if it is none."""
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(one, list) for one in value)
    ):
        raise ValueError(f"not a pair of tuples: {str(value)[:60]}")
    before, after = (_pattern(one) for one in value)
    try:
        return Arc("macro", before, after)
    except InputError as error:
        raise ValueError(str(error.problem)) from None


def _pattern(cells: Sequence[Any]) -> Pattern:
    if len(cells) != FIVE.size:
        raise ValueError(f"a rule has {FIVE.size} cells on each side, not {len(cells)}")
    return tuple(
        Var(one)
        if isinstance(one, str) and not one.isdigit() and one != "_"
        else int(one if one != "_" else 0)
        for one in cells
    )


def _looked(look: Look, value: Any) -> Fault | None:
    """The fault of a returned value; None if it is right."""
    try:
        return look(value)
    except ValueError as error:
        return Fault(str(error))
    except (TypeError, KeyError, IndexError, OverflowError, RecursionError):
        return Fault(f"not what the function is to return: {on_one_line(str(value))[:60]}")


def _next_to(theory: Theory, state: State) -> set[State]:
    return {after for _, after in theory.successors(state)}


def _arcs_tests(draw: Random) -> list[CodeTest]:
    states = draw.sample(list(permutations(range(FIVE.size))), 60)

    def moves(value: Any) -> Fault | None:
        rules = [_rule(one) for one in value]
        for state in states:
            found = {after for rule in rules if (after := rule.apply(state)) is not None}
            if found != (right := _next_to(FIVE, state)):
                return _differing(state, found, right)
        return None

    def few(value: Any) -> Fault | None:
        rules = [_rule(one) for one in value]
        for rule in rules:
            if not any(isinstance(cell, Var) for cell in rule.before):
                return Fault("a rule without variables", _sides(rule))
        if len(rules) == len(FIVE.arcs):
            return None
        return Fault(f"{counted(len(rules), 'rule')}, not {len(FIVE.arcs)}")

    return [CodeTest((), {"the moves": moves, "variables for tiles": few})]


def _differing(state: State, found: set[State], right: set[State]) -> Fault | None:
    """The first state that is too much or missing, with all that were returned and all that are right."""
    for what, some in (("leads to", found - right), ("does not lead to", right - found)):
        if some:
            words = f"{_shown(state)} {what} {_shown(min(some))}"
            return Fault(words, (("from here", state),), frozenset(found), frozenset(right))
    return None


def _all_shown(states: Set[State]) -> str:
    shown = [_shown(one) for one in sorted(states)]
    more = f", and {len(shown) - FEW} more" if len(shown) > FEW else ""
    return ", ".join(shown[:FEW]) + more if shown else "none"


def _successors_tests(draw: Random) -> list[CodeTest]:
    return [
        _successors_test(theory, tuple(draw.sample(range(theory.size), theory.size)))
        for theory in (FIVE, EIGHT)
        for _ in range(15)
    ]


def _successors_test(theory: Theory, state: State) -> CodeTest:
    def states(value: Any) -> Fault | None:
        found = {_state(one[0], theory.size) for one in value}
        return _differing(state, found, _next_to(theory, state))

    def costs(value: Any) -> Fault | None:
        wrong = [one[1] for one in value if one[1] != 1]
        return Fault(f"a move costs {wrong[0]}, not 1") if wrong or not value else None

    return CodeTest((state,), {"the states": states, "the costs": costs})


def _manhattan_tests(draw: Random) -> list[CodeTest]:
    goal = tuple(draw.sample(range(FIVE.size), FIVE.size))
    return [_manhattan_test(state, goal, far) for state, far in distances(FIVE, goal).items()]


def _manhattan_test(state: State, goal: State, far: int) -> CodeTest:
    columns = FIVE.shape[1]
    right = sum(
        abs(at // columns - goal.index(tile) // columns)
        + abs(at % columns - goal.index(tile) % columns)
        for at, tile in enumerate(state)
        if tile
    )

    both = (("state", state), ("goal", goal))

    def admissible(value: Any) -> Fault | None:
        enough = value <= far  # which is false of what is no number, too
        return None if enough else Fault(f"estimates {value}, {far} moves are enough", both)

    def equal(value: Any) -> Fault | None:
        return Fault(f"estimates {value}, not {right}", both) if value != right else None

    return CodeTest((state, goal), {"never too much": admissible, "the distance": equal})


def _five_pairs(draw: Random, count: int) -> list[tuple[State, State]]:
    states = list(distances(FIVE, (1, 2, 3, 4, 5, 0)))
    return [tuple(draw.sample(states, 2)) for _ in range(count)]  # type: ignore[misc]  # two


def _breadth_first_tests(draw: Random) -> list[CodeTest]:
    goal = (1, 2, 3, 4, 5, 0)
    pairs = [*_five_pairs(draw, 4), (goal, goal), ((2, 1, 3, 4, 5, 0), goal)]
    plain = [_breadth_first_test(FIVE, pair, ()) for pair in pairs]
    paths = [_path(FIVE, pair) for pair in _five_pairs(draw, 2)]
    library = _library([(path[0], path[min(4, len(path) - 1)]) for path in paths])
    macros = [(one.arc.before, one.arc.after) for one in library]
    written = [
        [[str(c) if isinstance(c, Var) else c for c in side] for side in one] for one in macros
    ]
    theory = theory_with(FIVE, library)
    return [*plain, *(_breadth_first_test(theory, pair, written) for pair in _five_pairs(draw, 3))]


def _path(theory: Theory, pair: tuple[State, State]) -> Sequence[State]:
    return _search(theory, pair, "breadth-first").path or ()


def _breadth_first_test(theory: Theory, pair: tuple[State, State], macros: Any) -> CodeTest:
    found = _search(theory, pair, "breadth-first")
    expanded = found.statistics.expanded

    def path(value: Any) -> Fault | None:
        return _path_fault(value[0], theory, pair, found.steps)

    def count(value: Any) -> Fault | None:
        if found.path is None or value[1] == expanded:
            return None
        return Fault(f"{value[1]} states expanded, not {expanded}", _ends(pair))

    if macros:
        return CodeTest(
            (*pair, macros), {"macros in front: path": path, "macros in front: expanded": count}
        )
    return CodeTest(pair, {"a shortest path": path, "states expanded": count})


def _ends(pair: tuple[State, State]) -> tuple[tuple[str, Pattern], ...]:
    return ("start", pair[0]), ("goal", pair[1])


def _path_fault(
    value: Any, theory: Theory, pair: tuple[State, State], steps: int | None
) -> Fault | None:
    """The fault of a path; None if it is a shortest one."""
    ends = _ends(pair)
    if steps is None:
        return None if value is None else Fault("a path, where there is none", ends)
    if value is None:
        return Fault(f"no path; there is one of {steps} steps", ends)
    states = [_state(one, theory.size) for one in value]
    if not states or (states[0], states[-1]) != pair:
        reached = [("first", states[0]), ("last", states[-1])] if states else []
        return Fault("the path does not lead from start to goal", (*ends, *reached))
    for one, other in pairwise(states):
        if other not in (right := _next_to(theory, one)):
            words = f"no step leads from {_shown(one)} to {_shown(other)}"
            return Fault(words, (("from here", one),), frozenset([other]), frozenset(right))
    if len(states) == steps + 1:
        return None
    return Fault(f"{counted(len(states) - 1, 'step')}; {steps} are enough", ends)


def _a_star_tests(draw: Random) -> list[CodeTest]:
    starts = random_problems(EIGHT, EIGHT_GOAL, 3, draw.randrange(10**6), distance=12)
    return [_a_star_test((start, EIGHT_GOAL)) for start in (*starts, EIGHT_GOAL)]


def _a_star_test(pair: tuple[State, State]) -> CodeTest:
    steps = _search(EIGHT, pair, "a-star", "manhattan").steps
    return CodeTest(
        pair, {"a path of least cost": lambda value: _path_fault(value, EIGHT, pair, steps)}
    )


@cache
def _boards() -> tuple[State, ...]:
    return tuple(permutations(range(FIVE.size)))


def _behaviour(rule: Arc) -> tuple[State | None, ...]:
    """Where a rule leads from every arrangement."""
    return tuple(map(rule.apply, _boards()))


def _generalize_tests(draw: Random) -> list[CodeTest]:
    paths = [_path(FIVE, pair) for pair in _five_pairs(draw, 5)]
    return [_generalize_test(path[: draw.randint(3, 7)]) for path in paths]


def _generalize_test(path: Sequence[State]) -> CodeTest:
    right = _behaviour(_macro_of(path))

    def sound(value: Any) -> Fault | None:
        if _rule(value).apply(path[0]) is None:  # else a rule that applies nowhere would be sound
            return _misled("does not apply where its own path begins", path[0], None, path[-1])
        for state, found, known in zip(_boards(), _behaviour(_rule(value)), right, strict=True):
            if found is not None and found != known:
                words = f"leads from {_shown(state)} to {_shown(found)}, which the moves do not"
                return _misled(words, state, found, known)
        return None

    def general(value: Any) -> Fault | None:
        for state, found, known in zip(_boards(), _behaviour(_rule(value)), right, strict=True):
            if found is None and known is not None:
                words = f"too special: does not apply to {_shown(state)}, the moves do"
                return _misled(words, state, found, known)
        return None

    return CodeTest((path,), {"sound": sound, "most general": general})


def _misled(words: str, state: State, found: State | None, right: State | None) -> Fault:
    """The fault of a macro on one board, from which it leads to a state or nowhere."""
    one, other = (frozenset() if some is None else frozenset([some]) for some in (found, right))
    return Fault(words, (("from here", state),), one, other)


def _macro_of(path: Sequence[State]) -> Arc:
    """The most general rule of the moves along a path."""
    arcs = [
        next(arc for arc, after in FIVE.successors(one) if after == other)
        for one, other in pairwise(path)
    ]
    return generalize(explain(path[0], arcs, FIVE), "macro").arc


def _update_tests(draw: Random) -> list[CodeTest]:
    goal = (1, 2, 3, 4, 5, 0)
    paths = [_path(FIVE, pair) for pair in _five_pairs(draw, 8)]
    short = [(path[0], path[3]) for path in paths if _only_path(path[:4])][:4]
    useless = [(goal, goal), ((1, 2, 3, 4, 0, 5), goal), ((2, 1, 3, 4, 5, 0), goal)]
    examples = [*short[:2], short[0], *useless, *short[2:]]
    right = {_behaviour(one.arc): one.arc for one in _library(short)}

    def every(value: Any) -> Fault | None:
        found = {_behaviour(_rule(one)) for one in value}
        missing = [arc for behaviour, arc in right.items() if behaviour not in found]
        if not missing:
            return None
        return Fault(f"{len(missing)} of {len(right)} macros are missing", _sides(missing[0]))

    def others(value: Any) -> Fault | None:
        found: dict[Any, Arc] = {}
        for rule in map(_rule, value):
            if found.setdefault(_behaviour(rule), rule) is not rule:
                return Fault("a macro stands twice", _sides(rule))
        more = [rule for behaviour, rule in found.items() if behaviour not in right]
        if more:
            return Fault(f"{counted(len(more), 'rule')} that no example teaches", _sides(more[0]))
        # An empty list would have a point else.
        return None if found else Fault(f"none of the {len(right)} macros")

    return [CodeTest((examples,), {"every macro": every, "nothing else": others})]


def _sides(rule: Arc) -> tuple[tuple[str, Pattern], ...]:
    return ("before", rule.before), ("after", rule.after)


def _only_path(path: Sequence[State]) -> bool:
    return shortest_path_count(FIVE, path[0], path[-1]) == 1


CODE_QUESTIONS: Mapping[str, CodeQuestion] = {
    "C1": CodeQuestion(
        Asked("arcs", (), "findall(Before-After, arc(Before, After, _), Result)"),
        "rules with variables that make exactly the moves of 60 boards",
        _arcs_tests,
    ),
    "C2": CodeQuestion(
        Asked("successors", ("board",), "successors({}, Result)"),
        "states and costs after one move, 30 boards of both sizes",
        _successors_tests,
    ),
    "C3": CodeQuestion(
        Asked("manhattan", ("board", "board"), "manhattan({}, {}, Result)"),
        "never above the true distance, on all 360 states of a small board",
        _manhattan_tests,
    ),
    "C4": CodeQuestion(
        Asked(
            "breadth_first",
            ("board", "board", "pairs"),
            "breadth_first({}, {}, {}, Path, Expanded)",
            "[Path, Expanded]",
            [None, None],
        ),
        "shortest paths, states expanded, macros in front of the arcs",
        _breadth_first_tests,
    ),
    "C5": CodeQuestion(
        Asked("a_star", ("board", "board"), "a_star({}, {}, Result)"),
        "paths of least cost on boards of nine cells",
        _a_star_tests,
    ),
    "C6": CodeQuestion(
        Asked("generalize", ("boards",), "generalize({}, Before, After)", "[Before, After]"),
        "sound and most general on all 720 boards, five paths",
        _generalize_tests,
    ),
    "C7": CodeQuestion(
        Asked("update", ("pairs",), "update({}, Result)"),
        "the macros of good, repeated, useless and unsolvable examples",
        _update_tests,
    ),
}
"""Every function that is asked for, by its number."""


@checked
def mark_code(
    folder: str | Path, seed: int = 0, seconds: int = SECONDS
) -> tuple[dict[str, CodeMark], frozenset[str]]:
    """Run the functions of a student's files on boards drawn by a seed, each within a number of processor seconds.

    Returns
    -------
    The mark of each question, and the walls that stood while they ran.

    Raises
    ------
    InputError
        No file that can be read, or Prolog without SWI-Prolog.
    """
    marked = {number: mark_function(folder, number, seed, seconds) for number in CODE_QUESTIONS}
    walls = frozenset.intersection(*(stood for _, stood in marked.values()))
    return {number: mark for number, (mark, _) in marked.items()}, walls


@checked
def mark_class(
    folders: Sequence[str],
    seed: int = 0,
    tick: Callable[[int], None] = lambda steps: None,
    seconds: int = SECONDS,
) -> tuple[dict[str, dict[str, CodeMark]], dict[str, InputError], frozenset[str]]:
    """Run what the students of a class handed in, as many at a time as there are processors.

    Returns
    -------
    The marks of each folder by question, the fault of each that cannot be marked, and the walls that stood.
    """

    def marked(folder: str) -> tuple[dict[str, CodeMark], frozenset[str]] | InputError:
        try:
            return mark_code(folder, seed, seconds)
        except InputError as error:
            return error
        finally:
            tick(1)

    found: dict[str, dict[str, CodeMark]] = {}
    faults: dict[str, InputError] = {}
    walls = WALLS
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            for folder, one in zip(folders, pool.map(marked, folders), strict=True):
                if isinstance(one, InputError):
                    faults[folder] = one
                else:
                    found[folder], stood = one
                    walls &= stood
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return found, faults, walls


def mark_function(
    folder: str | Path, number: str, seed: int = 0, seconds: int = SECONDS
) -> tuple[CodeMark, frozenset[str]]:
    """Run one function; as for `mark_code`, within a number of processor seconds. Of two languages the better one counts."""
    question, tests = CODE_QUESTIONS[number], _tests(number, seed)
    calls = [test.arguments for test in tests]
    marked: list[CodeMark] = []
    walls = WALLS
    for file, code in written_code(Path(folder)).items():
        run = call_student(code, file, question.asked, calls, seconds)
        marked.append(_mark(question, tests, run, file))
        walls &= run.walls
    return max(marked, key=lambda one: one.points), walls


def mark_here(number: str, function: Callable[..., Any], seed: int = 0) -> CodeMark:
    """Run one function of a notebook in this process, without limits or walls: those are the notebook's.

    If a cell of the notebook wrote a file `PROLOG_FILE` with its predicate, SWI-Prolog runs that too, as `mark_function` does,
    and the better one counts.

    Parameters
    ----------
    number
        The question.
    function
        The student's function.
    seed
        Of the boards.
    """
    question, tests = CODE_QUESTIONS[number], _tests(number, seed)
    answers = [_answer_here(function, test.arguments) for test in tests]
    marked = [_mark(question, tests, CodeRun(tuple(answers), frozenset()), CODE_FILE)]
    try:
        program = read_code(Path(), PROLOG_FILE) if Path(PROLOG_FILE).exists() else ""
        if question.asked.is_written(program):
            calls = [test.arguments for test in tests]
            run = call_student(program, PROLOG_FILE, question.asked, calls)
            marked.insert(0, _mark(question, tests, run, PROLOG_FILE))
    except InputError as error:
        faults = {name: Fault(sentence_of(error)) for name in looks_of(number)}
        marked.insert(0, CodeMark(0, len(faults), faults, PROLOG_FILE))
    return max(marked, key=lambda one: one.points)


def _answer_here(function: Callable[..., Any], arguments: Sequence[Any]) -> Answered:
    try:
        return Answered(plain(function(*map(tuples, arguments)), [MOST_ITEMS]))
    except (Exception, SystemExit) as error:
        return Answered(fault=fault_of(error, ""))


def looks_of(number: str) -> list[str]:
    """The names of what is tested in a question, a point each."""
    return list(dict.fromkeys(name for test in _tests(number, 0) for name in test.looks))


@cache
def _tests(number: str, seed: int) -> tuple[CodeTest, ...]:
    return tuple(CODE_QUESTIONS[number].tests(Random(f"{number}:{seed}")))


def _mark(question: CodeQuestion, tests: Sequence[CodeTest], run: CodeRun, file: str) -> CodeMark:
    names = dict.fromkeys(name for test in tests for name in test.looks)
    faults: dict[str, Fault] = {}
    if file == CODE_FILE and all(one == Answered() for one in run.answers):
        empty = Fault(f"{question.function} returns None in every call: it is not written yet")
        return CodeMark(0, len(names), dict.fromkeys(names, empty), file)
    for test, answer in zip(tests, run.answers, strict=True):
        for name, look in test.looks.items():
            if name in faults:
                continue
            fault = Fault(answer.fault) if answer.fault else _looked(look, answer.value)
            if fault is not None:
                call = question.asked.written(file, test.arguments)
                call = call if len(call) <= LONGEST_CALL else f"{call[: LONGEST_CALL - 3]}..."
                faults[name] = replace(fault, words=f"{call}: {fault.words}")
    return CodeMark(len(names) - len(faults), len(names), faults, file)
