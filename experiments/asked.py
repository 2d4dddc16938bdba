"""Problems as people give them: pairs, starts, tables, files; read for a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isnan
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ..ebl.example_set import first_start, pair_of, read_pairs
from ..rules.errors import InputError
from ..rules.read_domain import is_prolog
from ..rules.source import Source
from ..rules.term import Pattern, State, Symbol
from ..rules.text.state_text import parted
from ..rules.text.text_file import is_there
from ..rules.text.words import counted
from ..search.problem import Problem
from .board import BoardSource, Named, as_state, parse_goal, parse_start
from .problem_set import Instance, ProblemSet


@runtime_checkable
class ProblemTable(Protocol):
    """A table of problems with columns ``start`` and ``goal``, such as a DataFrame of pandas."""

    def to_dict(self, orient: Any) -> Any:
        """Rows of the table by column, for ``records``."""


@runtime_checkable
class Array(Protocol):
    """States as NumPy has them, or a column of pandas."""

    def tolist(self) -> Any:
        """Its elements, row by row."""


Problems: TypeAlias = (
    ProblemSet | str | Path | ProblemTable | Array | Mapping[str, Any] | Sequence[Any]
)
"""Files, pairs of a start and a goal, starts, records with ``start`` and ``goal``; see `problem_set`."""


def problem_set(
    domain: BoardSource,
    problems: Problems,
    *,
    training: bool = False,
    keep_going: bool = False,
    grounded: bool | None = True,
) -> ProblemSet:
    """Problems from a set, a file or pairs; of a file, those to search or those to learn from.

    Raises
    ------
    InputError
        Faulty problems, or none.
    """
    if isinstance(problems, ProblemSet):
        return problems
    each = _each(domain, problems)
    if not each:
        raise InputError(
            "no problem",
            expected="one start or pair of states, or more; in a command also files of them, or --random SEED",
            found="none",
        )
    files = [one for one in each if isinstance(one, str | Path)]
    starts = [one for one in files if isinstance(one, str) and _is_start(domain, one)]
    if len(starts) == len(files):
        found = ProblemSet.of(_read_pair(domain, *_pair(domain, one)) for one in each)
    else:
        found = ProblemSet.from_files(
            domain, files, training=training, keep_going=keep_going, grounded=grounded
        )
    for one in found:
        question = domain.misread(one.start, (one.goal,), of_facts=True)
        if question is not None:
            raise question
    return found


def _each(domain: BoardSource, problems: Problems) -> Sequence[Any]:
    """Yield each problem; a tuple of two states is a problem, and a single state too."""
    if isinstance(problems, Array):
        problems = problems.tolist()
    elif isinstance(problems, ProblemTable) and not isinstance(problems, Mapping):
        problems = problems.to_dict("records")
    if isinstance(problems, str | Path | Mapping):
        return [problems]
    assert isinstance(problems, Sequence)
    rows = [one if isinstance(one, list | tuple) else [one] for one in problems]
    cells = [cell for row in rows for cell in row]
    if cells and all(isinstance(one, int) for one in cells) and _is_state(domain, problems):
        return [problems]
    pair = isinstance(problems, tuple) and len(problems) == 2
    return [problems] if pair and all(_is_state(domain, one) for one in problems) else problems


def _is_state(domain: BoardSource, value: Any) -> bool:
    """Whether a value is a state of a board, written or as its symbols."""
    if isinstance(value, str):
        return _is_start(domain, value)
    cells = as_state(value)
    if not domain.reads_states:
        return False
    size = domain.theory.size
    if isinstance(cells, tuple) and len(cells) != size and {type(cell) for cell in cells} == {int}:
        cells = " ".join(map(str, cells))  # as -1 2 3 of burnt pancakes
    if isinstance(cells, str):
        with suppress(InputError):
            return bool(domain.theory.parse_goal(cells))
    if not isinstance(cells, tuple) or len(cells) != size:
        return False
    texts = [one for one in cells if isinstance(one, str)]
    return len(texts) < 2 or not all(_is_start(domain, one) for one in texts)  # else a pair


def _pair(domain: BoardSource, one: Any) -> tuple[Any, Any]:
    """The start and the goal of a problem; the goal is None where it is the domain's own."""
    pair = pair_of(one) if isinstance(one, Mapping) else None
    if pair is not None:
        start, goal = pair
        return start, None if isinstance(goal, float) and isnan(goal) else goal  # an empty cell
    if isinstance(one, Problem):
        return one.start, one.goal
    if isinstance(one, str) and len(parted(one)) == 2:
        return parted(one)[0], parted(one)[1]
    if isinstance(one, str) or (not isinstance(one, tuple) and _is_state(domain, one)):
        return one, None
    if isinstance(one, tuple | list) and len(one) == 2:
        return one[0], one[1]
    if _is_state(domain, one):
        return one, None
    raise InputError(
        "not a problem",
        expected='a pair (START, GOAL), a start, a file, or {"start": ..., "goal": ...}',
        found=f"{one!r:.60}",
    )


def start_and_goal(domain: BoardSource, texts: Sequence[str]) -> Problems:
    """Problems as a command takes them: two states are a start and a goal, as in `solve`."""
    if len(texts) == 1:
        texts = parted(texts[0])
    if len(texts) == 2 and all(_is_start(domain, one) for one in texts):
        return [(texts[0], texts[1])]
    return list(texts)


def _is_start(domain: BoardSource, text: str) -> bool:
    """Whether a text is a state: it is no name of a file, and can be read as one or has a symbol for each cell."""
    if Path(text).suffix or is_there(text):
        return False
    if len(parts := parted(text)) == 2:
        return all(_is_start(domain, one) for one in parts)
    with suppress(InputError):
        return bool(domain.theory.parse_goal(text))
    return len(text.replace(",", " ").split()) == domain.theory.size


def _read_pair(
    domain: BoardSource, start: State | Symbol | Path, goal: Pattern | Symbol | None
) -> tuple[State, Pattern]:
    """A start and a goal, of which texts are read; of a domain of functions they are its states."""
    if goal is None:
        state: Any = parse_start(domain.theory, str(start))
        return state, domain.goal(None)
    return domain.read_pair(start, goal)


def read_pair(domain: BoardSource, start: Any, goal: Any) -> tuple[State, Pattern]:
    """A start and a goal, of which texts are read."""
    first: Any = as_state(start) if isinstance(start, tuple) else str(start)
    last = as_state(goal) if isinstance(goal, list | tuple) else str(goal)
    theory = domain.theory
    state: Any = parse_start(theory, first) if isinstance(first, str) else theory.of_cells(first)
    if isinstance(last, str):
        return state, parse_goal(theory, last, state)
    return state, theory.goal_of_cells(last)


def as_first_shows(
    domain: Named, examples: Problems, *, engine: str = "auto", moves: str | None = None
) -> Named:
    """The domain of a Prolog file, read with the first start of some examples, which shows how states are written; else as it is."""
    if not isinstance(domain, str | Path) or not is_prolog(str(domain)):
        return domain
    start: str | None = None
    match examples:
        case [str() | Path() as file, *_] | (str() | Path() as file):
            start = first_start(file)
        case [[str() as start, *_], *_]:
            pass
    return BoardSource.opened(str(domain), engine=engine, start=start, moves=moves)


def program_of_moves(domain: Named, examples: Problems) -> BoardSource | None:
    """The domain with the form of states of its first example, if a program that arcwise asks makes its moves; else None."""
    board = as_first_shows(domain, examples)
    return board if isinstance(board, BoardSource) and board.clauses is not None else None


def plain_problems(source: Source, asked: Any, *, training: bool = False) -> ProblemSet:
    """Problems of a source that reads states by `Source.state`: a set, pairs, or files as `read_pairs` takes them.

    Raises
    ------
    InputError
        None, or something else.
    """
    if isinstance(asked, ProblemSet):
        return asked
    each = [asked] if isinstance(asked, str | Path) else list(asked or ())
    pairs: list[tuple[Any, Any]] = []
    for one in each:
        if isinstance(one, str | Path) and (is_there(one) or Path(one).suffix):
            pairs += read_pairs(one, training=training)
        elif isinstance(one, tuple | list) and len(one) == 2:
            pairs.append((one[0], one[1]))
        else:
            raise InputError(
                "not a problem",
                expected="a pair (START, GOAL), or a file with START -> GOAL in each line",
                found=f"{one!r:.60}",
            )
    if not pairs:
        raise InputError("no problem", expected="pairs of a start and a goal, or files of them")
    questions = [source.question(*pair) for pair in pairs]
    return ProblemSet.of((one.start, one.goal) for one in questions)


def drawn_problems(source: Source, count: int, seed: int) -> ProblemSet:
    """Random problems, each drawn by `Source.random_problem`."""
    drawn = [source.random_problem(Random(f"{seed}:{number}")) for number in range(count)]
    return ProblemSet(
        tuple(
            Instance(start, goal, f"random problem {number}, seed {seed}")
            for number, (start, goal) in enumerate(drawn, start=1)
        ),
        f"{counted(count, 'random problem')}, seed {seed}",
    )
