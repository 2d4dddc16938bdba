"""Training examples and problems: pairs of a start and a goal, read from JSON, CSV or Prolog files.

The entries of a JSON file with the place of each, which the standard reader does not tell.
"""

from __future__ import annotations

import csv
import io
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..rules.checked import checked
from ..rules.errors import InputError, Place, TooLargeError, check_name
from ..rules.prolog.reader import Clause, read_clauses
from ..rules.prolog.theory_file import state_of_term
from ..rules.prolog.writer import write_term
from ..rules.record import record
from ..rules.solvability import solvability
from ..rules.term import Compound, Pattern, State
from ..rules.text.state_text import ANYTHING, cell_count, lists_text, parted
from ..rules.text.text_file import SourceText, is_there, read_text
from ..rules.text.words import counted
from ..rules.theory import Theory
from .learner import TrainingProblem

LOG = logging.getLogger("arcwise")

TRAINING = "training"
PROBLEM = "problem"

MOST_EXAMPLES = 200_000
"""Training examples and problems of a file."""


@record
class ExampleSet:
    """Content of an examples file.

    Parameters
    ----------
    training
        Pairs to learn from.
    problems
        Pairs to search; where the file names none, the training pairs serve as problems too.
    faults
        What was wrong with the entries that do not count.
    """

    training: tuple[TrainingProblem, ...]
    problems: tuple[TrainingProblem, ...]
    faults: tuple[InputError, ...] = ()


@record
class _Entry:
    """An entry of a file before its states are read."""

    kind: str
    start: Any
    goal: Any
    place: Place


@checked
def load_examples(
    path: str | Path,
    theory: Theory,
    *,
    keep_going: bool = False,
    own: Pattern | None = None,
    repeats: bool = False,
) -> ExampleSet:
    """Read training examples and problems for a theory.

    Parameters
    ----------
    path
        ``.json``: a list of pairs, or an object with lists ``training`` and ``problems``; a pair is an object with
        ``start`` and ``goal`` or a list of the two; a state is a text or a list of symbols, in goals ``?`` is anything.
        A state may be rows in rows, and two boards alone are a pair. ``.csv``: columns ``start``, ``goal`` and, if wanted, ``use`` (``training`` or
        ``problem``), parted by commas, semicolons or tabs; the heading may be left out; or a column for each cell of the
        start, ``pos0``, ``pos1`` and so on. ``.txt``, or ``.csv`` without columns: a start on each line, perhaps beside its
        number and the length of its solution (Korf 1985), or a start and a goal, perhaps with ``->`` between them; boards of a
        line for each row have an empty line between them. Where no goal is given it is the domain's own,
        or another usual one that the first start can reach, such as Korf's with the blank in front. ``.pl``: facts ``example(Start, Goal).`` and ``problem(Start, Goal).``
    theory
        What the states must belong to. A pair that its solvability test rules out is a fault.
    keep_going
        Whether faulty entries are left out and listed instead of ending the reading.
    own
        The goal where none is given; None for the domain's own.
    repeats
        Whether a pair may stand there twice without a warning.

    Raises
    ------
    InputError
        A file that cannot be read, a faulty entry (unless ``keep_going``), no good entry at all, or more entries than
        `MOST_EXAMPLES`.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in _READERS:
        raise InputError(
            "unknown kind of examples file",
            place=Place(str(path)),
            expected=" or ".join(_READERS),
            found=path.suffix or "no suffix",
            remedy="START -> GOAL on each line of a .txt file",
        )
    found: dict[str, list[TrainingProblem]] = {TRAINING: [], PROBLEM: []}
    faults: list[InputError] = []
    text = read_text(path)
    entries = _up_to_a_break(_READERS[suffix](text, str(path), theory.size))
    for number, entry in enumerate(entries):
        if number >= MOST_EXAMPLES:
            raise TooLargeError(
                "too many examples",
                place=entry.place,
                expected=f"{MOST_EXAMPLES:,} at most",
                found="more",
                remedy="several files",
            )
        try:
            if isinstance(entry, InputError):
                raise entry
            example = _example(entry, theory, own)
            own = example.goal if entry.goal is None else own
            found[entry.kind].append(example)
        except InputError as error:
            if not keep_going:
                raise error.advising(error.remedy or "--keep-going to leave it out") from None
            faults.append(error)
    if not found[TRAINING] and not found[PROBLEM]:
        raise InputError(
            "no usable example" + (f" among {len(faults)} faulty ones" if faults else ""),
            place=Place(str(path)),
            expected=f"one pair of start and goal or more, such as {_FORMS[suffix]}",
            found=str(faults[0] if faults else text.strip() or "nothing").splitlines()[0][:80],
        )
    for pairs in () if repeats else found.values():
        _note_repeats(pairs)
    training = tuple(found[TRAINING])
    return ExampleSet(training, tuple(found[PROBLEM]) or training, tuple(faults))


def read_pairs(path: str | Path, *, training: bool = False) -> list[tuple[Any, Any]]:
    """Starts and goals as a file writes them, texts or lists of symbols, for states that are no boards.

    Parameters
    ----------
    path
        ``.json``, ``.csv`` and ``.tsv`` as for `load_examples`; any other has ``START -> GOAL`` or ``START, GOAL`` on each line.
    training
        Whether the pairs to learn from are wanted, where the file tells them from those to search.

    Raises
    ------
    InputError
        A file that cannot be read, or a faulty entry.
    """
    text, suffix = read_text(path), Path(path).suffix.lower()
    reader = _READERS[suffix] if suffix in _OF_ENTRIES else _from_plain_lines
    found: dict[str, list[tuple[Any, Any]]] = {TRAINING: [], PROBLEM: []}
    for entry in reader(text, str(path), 0):
        if isinstance(entry, InputError):
            raise entry
        if entry.goal is None or entry.goal == "":
            raise InputError(
                "no goal",
                place=entry.place,
                expected="a start and a goal",
                found=f"{entry.start!r:.60}",
            )
        found[entry.kind].append((entry.start, entry.goal))
    return (not training and found[PROBLEM]) or found[TRAINING] or found[PROBLEM]


def _from_plain_lines(text: str, source: str, size: int) -> Iterator[_Entry | InputError]:
    """A start and a goal on each line, an arrow or a comma between them."""
    for number, line in enumerate(text.splitlines(), 1):
        sides = line.split("->") if line.count("->") == 1 else line.split(",", 1)
        start, *goal = map(str.strip, sides)
        place = Place(source, number)
        if goal:
            yield _Entry(TRAINING, start, goal[0], place)
        elif start:
            yield InputError(
                "not a problem", place=place, expected="START -> GOAL", found=start[:60]
            )


def _note_repeats(pairs: Sequence[TrainingProblem]) -> None:
    """Warn of a pair that a file has twice: it is likely to be meant otherwise, and teaches and counts once."""
    first: dict[object, str] = {}
    again = [
        (pair.origin, origin)
        for pair in pairs
        if (origin := first.setdefault((pair.start, pair.goal), pair.origin)) != pair.origin
    ]
    if again:
        (origin, known), *others = again
        more = f"; {counted(len(others), 'more pair')} repeated" if others else ""
        LOG.warning(f"{origin}: the same start and goal as in {known}{more}")


def first_start(path: str | Path) -> str | None:
    """The first start as a text, from which the form of states is seen; None where there is none to see.

    Parameters
    ----------
    path
        A file of examples, or a start where no file has that name.
    """
    suffix = Path(path).suffix.lower()
    try:
        if suffix == ".pl":
            pairs = _stated_pairs(read_text(path), str(path))
            return next((write_term(pair.args[0]) for _, pair in pairs), None)
        if suffix not in _READERS:
            return str(path) if _CALL.match(str(path)) and not is_there(path) else None
        entry = next(_READERS[suffix](read_text(path), str(path), 0), None)
    except InputError:  # is told where the file is read
        return None
    if not isinstance(entry, _Entry) or (suffix == ".txt" and entry.goal is None):
        return None
    if isinstance(entry.start, str):
        return entry.start
    return " ".join(map(str, entry.start)) if isinstance(entry.start, list | tuple) else None


_CALL = re.compile(r"\s*[a-z]\w*\(.*\)\s*$", re.DOTALL)
"""A compound term, which is a state and no file."""


def _up_to_a_break(entries: Iterator[_Entry | InputError]) -> Iterator[_Entry | InputError]:
    """The entries, and as the last of them a fault after which the file cannot be read on."""
    try:
        yield from entries
    except InputError as error:
        yield error.advising(
            "correct the file; with --keep-going, examples before this line are used"
        )


def _example(entry: _Entry, theory: Theory, own: Pattern | None) -> TrainingProblem:
    try:
        start = _state(entry.start, theory)
        goal = own
        if entry.goal is not None:
            goal = _goal(entry.goal, theory, start)
        elif goal is None:
            goal = _usual_goal(theory, start)
    except InputError as error:
        raise error.at(entry.place) from None
    verdict = solvability(theory, start, goal)
    if verdict is not None and not verdict.solvable:
        raise InputError("this pair has no solution", place=entry.place, found=verdict.reason)
    return TrainingProblem(theory.shape, start, goal, str(entry.place))


def _usual_goal(theory: Theory, start: State) -> Pattern:
    """The first of the usual goals of the theory's domain that a start can reach; its own one where it reaches none.

    Raises
    ------
    InputError
        It has none, or several of its own.
    """
    if theory.domain is None:
        raise InputError("no goal", expected="a goal in each entry", found="none")
    goals = theory.domain.usual_goals(theory.shape)
    for goal in goals[1:] and goals:
        verdict = solvability(theory, start, goal)
        if verdict is None or verdict.solvable:
            return goal
    return goals[0]


def _flat(value: Any) -> Any:
    """A board of a list of rows as one list; anything else as it is."""
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return [cell for row in value for cell in row]
    return value


def _state(value: Any, theory: Theory) -> State:
    if isinstance(value, str):
        return theory.parse(value)
    if (text := lists_text(value)) is not None:
        return theory.parse(text)
    value = _flat(value)
    if isinstance(value, list | tuple) and theory.blank is not None:
        value = [theory.blank if cell is None else cell for cell in value]
    if isinstance(value, list | tuple) and all(
        isinstance(cell, int | str) and not isinstance(cell, bool) for cell in value
    ):
        return theory.check(theory.of_cells(tuple(value)))  # type: ignore[arg-type]  # has no variables
    raise InputError(
        "not a state",
        expected="a text or a list of symbols",
        found=json.dumps(value, default=str)[:80],
    )


def _goal(value: Any, theory: Theory, start: State) -> Pattern:
    """A goal is read like a state; ``?`` stands for anything."""
    if isinstance(value, str):
        return theory.parse_goal(value, start)
    if (text := lists_text(value)) is not None:
        return theory.parse_goal(text, start)
    value = _flat(value)
    opened = isinstance(value, list | tuple) and ANYTHING in value and len(value) == theory.size
    if opened and all(isinstance(cell, int | str) and not isinstance(cell, bool) for cell in value):
        for cell in value:
            check_name(str(cell))
        return theory.goal_of_cells(tuple(value))
    return _state(value, theory)


_CELL = re.compile(r"(?:(goal|g)|start|s|pos|position|cell|tile|p|c)[ _]?\d+", re.IGNORECASE)
"""The heading of a column for one cell of the start, or of the goal."""


def _sign_between(text: str) -> str | None:
    """The sign between the columns of a text, as its first line shows it; None where there are none."""
    first = next((one for one in text.splitlines() if one.strip() and one[0] != "#"), "")
    plain = re.sub(r'"[^"]*"', "", first)
    if len(next(csv.reader([first], skipinitialspace=True), [])) in (2, 3):
        return ","
    return next((sign for sign in "\t;," if sign in plain), None)


def _from_lines(text: str, source: str, size: int) -> Iterator[_Entry | InputError]:
    """A start, or a start and a goal, on each line or on a line for each row.

    Numbers beside a start, or on a line of their own, are passed over, and the heading of a column of starts.
    """
    boards: list[_Entry] = []
    lines = [(number, parted(board)) for number, board in _boards(text, size)]
    behind = _numbers_behind([_words(sides[0]) for _, sides in lines], size)
    for number, (start, *goal) in lines:
        if size > 1 and not boards and _plain_key(start) in STARTS:
            continue
        found = _board_of_line(start, goal, size, behind)
        if found is None:
            continue
        board, to = found
        entry = _Entry(TRAINING, board, to, Place(source, number))
        if to is None:
            boards.append(entry)
        else:
            yield entry
    yield from _paired(boards, in_rows="\n" in "".join(str(one.start) for one in boards))


def _board_of_line(
    start: str, goal: list[str], size: int, behind: int
) -> tuple[str, str | None] | None:
    """The board of a line, and a goal if it has one; None of a line without a board.

    Parameters
    ----------
    start, goal
        The sides of the line.
    size, behind
        Cells of a board, and the number of figures behind it.
    """
    words = _words(start)
    numbered = all(map(_NUMBER.fullmatch, words))
    run = _run_together(words, size)
    if not words or (numbered and not run and len(words) < min(size, MOST_NUMBERS + 1)):
        return None
    if run:
        start, goal = run[0], goal or run[1:]
    elif numbered and size < len(words) <= size + behind + MOST_NUMBERS:
        end = len(words) - behind
        start = " ".join(words[end - size : end])
    elif numbered and len(words) == 2 * size and not goal:
        start, goal = " ".join(words[:size]), [" ".join(words[size:])]
    return start, goal[0] if goal else None


_NUMBER = re.compile(r"\d+[.:]?")


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,;/|(){}\[\]]+", text)


def _numbers_behind(lines: list[list[str]], size: int) -> int:
    """Number of figures behind the board on each line of a list: the fewest that leave the same symbols to all boards."""
    listed = [words for words in lines if len(words) > size]
    for behind in range(MOST_NUMBERS + 1):
        ends = [(words, len(words) - behind) for words in listed]
        if len({tuple(sorted(words[max(0, end - size) : end])) for words, end in ends}) == 1:
            return behind
    return 0


def _run_together(words: list[str], size: int) -> list[str]:
    """One or two boards of a line that are words of digits, among numbers of the line; none where there are no such boards."""
    if not 0 < len(words) <= MOST_NUMBERS < size:
        return []
    run = [word for word in words if len(word) >= size == cell_count(word, size)]
    others = (word for word in words if word not in run)
    return run if len(run) <= 2 and all(map(_NUMBER.fullmatch, others)) else []


def _boards(text: str, size: int) -> Iterator[tuple[int, str]]:
    """The lines of a text that are no comments, with their numbers; several as one where each is a row of a board."""
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith(("#", "%", ";")) or line.lstrip().startswith("#(")
    ]
    rows: list[tuple[int, str]] = []
    found: list[tuple[int, str]] = []
    for number, line in [*lines, (0, "")]:
        if line.strip():
            rows.append((number, line))
        elif rows:
            whole = "\n".join(line for _, line in rows)
            if len(rows) > 1 and size and cell_count(whole, size) == size:
                rows = [(rows[0][0], whole)]
            found += rows
            rows = []
    return iter(found)


MOST_NUMBERS = 3
"""Numbers that may stand on each side of a board in a list of boards: its own number, and figures of others about it."""


_COLUMNS = {"start": 0, "goal": 1, "use": 2}
"""Columns of a file without a heading."""


def _from_csv(text: str, source: str, size: int) -> Iterator[_Entry | InputError]:
    text = re.sub(r"\A\ufeff?sep=.\r?\n", "\n", text)  # a line by which spreadsheets know the sign
    sign = _sign_between(text)
    first_row = next(filter(str.strip, text.splitlines()), "").split(sign)
    is_list = 0 < size < len(first_row) != 2 * size and all(map(_NUMBER.fullmatch, first_row))
    if sign is None or is_list:
        yield from _from_lines(text, source, size)
        return
    rows = csv.reader(io.StringIO(text), skipinitialspace=True, delimiter=sign)
    table: _Table | None = None
    try:
        for row in rows:
            place = Place(source, rows.line_num)
            cells = [cell.strip() for cell in row]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if table is None:
                table = _Table(size, *_headed(cells, place))
                if table.headed:
                    continue
            yield table.entry(cells, place)
    except csv.Error as error:
        raise InputError(f"bad CSV: {error}", place=Place(source, rows.line_num)) from None


@record
class _Table:
    """Where start, goal and use stand in the rows of a table: in a column each, or in columns of cells."""

    size: int
    columns: Mapping[str, int]
    cells_at: tuple[list[int], ...] = ()
    headed: bool = False

    def entry(self, cells: list[str], place: Place) -> _Entry | InputError:
        """The entry of a row."""
        columns, size = self.columns, self.size
        if self.cells_at:
            start, goal = (
                _in_cells([cells[at] for at in side if at < len(cells)]) for side in self.cells_at
            )
            return _Entry(TRAINING, start, goal or None, place)
        if not self.headed and size > len(columns) and len(cells) in (size, 2 * size):
            return _Entry(TRAINING, _in_cells(cells[:size]), _in_cells(cells[size:]) or None, place)
        if len(cells) <= max(columns["start"], columns["goal"]):
            found = ",".join(cells)
            return InputError("too few columns", place=place, expected="start,goal", found=found)
        use = cells[columns["use"]] if columns.get("use", len(cells)) < len(cells) else ""
        return _entry(use, cells[columns["start"]], cells[columns["goal"]], place)


def _headed(
    cells: list[str], place: Place
) -> tuple[Mapping[str, int], tuple[list[int], ...], bool]:
    """The columns that a first row names, those of the cells of start and goal, and whether it is a heading."""
    named = [_CELL.fullmatch(cell) for cell in cells]
    if sum(map(bool, named)) > 1:
        sides = tuple(
            [at for at, one in enumerate(named) if one and bool(one[1]) is of_goal]
            for of_goal in (False, True)
        )
        return _COLUMNS, sides, True
    if set(map(_plain_key, cells)).isdisjoint(STARTS):
        return _COLUMNS, (), False
    columns = {_heading(cell): number for number, cell in enumerate(cells)}
    if "goal" not in columns:
        found = ",".join(cells)
        raise InputError("heading without goal", place=place, expected="start,goal", found=found)
    return columns, (), True


def _in_cells(cells: list[str]) -> str:
    """A state of cells, of which one may be empty."""
    return " ".join(cell or "_" for cell in cells) if cells.count("") < 2 else " ".join(cells)


def _heading(written: str) -> str:
    """Our heading of a column."""
    plain = _plain_key(written)
    return next((keys[0] for keys in (STARTS, GOALS) if plain in keys), plain)


def _plain_key(written: str) -> str:
    """A key or heading in small letters, ``Initial State`` as ``initial``."""
    return re.sub(r"(?<=\w)[ _-]?(?:state|board|position)$", "", written.strip().lower())


def _entry(use: str, start: Any, goal: Any, place: Place) -> _Entry | InputError:
    kind = use.lower() or TRAINING
    if kind not in (TRAINING, PROBLEM):
        return InputError(
            "unknown use", place=place, expected=f"{TRAINING} or {PROBLEM}", found=repr(use)
        )
    return _Entry(kind, start, goal, place)


_STATED = {"example": TRAINING, "problem": PROBLEM}
"""Facts of a Prolog file about a start and a goal."""


def _stated_pairs(text: str, source: str) -> Iterator[tuple[Clause, Compound]]:
    for clause in read_clauses(text, source):
        term = clause.term
        if isinstance(term, Compound) and term.functor in _STATED and len(term.args) == 2:
            yield clause, term


def _from_prolog(text: str, source: str, size: int) -> Iterator[_Entry | InputError]:
    for clause, pair in _stated_pairs(text, source):
        try:
            clause.check_names()
            start, goal = (state_of_term(argument) for argument in pair.args)
        except InputError as error:
            yield error.at(clause.place)
        else:
            yield _Entry(_STATED[pair.functor], start, goal, clause.place)


def _from_json(text: str, source: str, size: int) -> Iterator[_Entry | InputError]:
    boards: list[_Entry] = []
    keys = set()
    for key, value, place in json_entries(text, source):
        keys.add(key)
        kind = _JSON_LISTS.get(key)
        if kind is None:
            continue
        pair = pair_of(value) if isinstance(value, dict) else None
        if pair is not None:
            yield _Entry(kind, *pair, place)
        elif not key and _is_board(value, size):
            boards.append(_Entry(kind, value, None, place))
        elif isinstance(value, list) and len(value) == 2:
            yield _Entry(kind, value[0], value[1], place)
        else:
            yield InputError(
                "not a pair of states",
                place=place,
                expected='{"start": ..., "goal": ...} or [start, goal]',
                found=json.dumps(value)[:80],
            )

    yield from _paired(boards, in_rows=True)
    if keys.isdisjoint(_JSON_LISTS) and text.lstrip("\ufeff \t\r\n").startswith("{"):
        pair = pair_of(_DECODER.decode(text.strip("\ufeff \t\r\n")))
        if pair is not None:
            yield _Entry(TRAINING, *pair, Place(source, 1))


STARTS = ("start", "initial", "init", "from", "state", "board", "puzzle")
GOALS = ("goal", "target", "final", "end", "to")
"""Keys and headings of a start and of a goal; the first are arcwise's own."""


def pair_of(record: Mapping[str, Any]) -> tuple[Any, Any] | None:
    """Start and goal of a record, the goal None where there is none; None of a record without a start."""
    known = {_plain_key(str(key)): value for key, value in record.items()}
    start, goal = (next((known[k] for k in keys if k in known), None) for keys in (STARTS, GOALS))
    return None if start is None else (start, goal)


def _paired(boards: list[_Entry], *, in_rows: bool) -> Iterator[_Entry]:
    """Boards as starts; two alone that are written row by row are a start and a goal."""
    if len(boards) == 2 and in_rows:
        yield _Entry(boards[0].kind, boards[0].start, boards[1].start, boards[0].place)
    else:
        yield from boards


def _is_board(value: Any, size: int) -> bool:
    """Whether an entry is one board, as a text, a list of symbols or of rows, and not a pair of states."""
    if isinstance(value, str):
        return cell_count(value, size) == size
    flat = _flat(value)
    if flat is value:
        plain = isinstance(value, list) and not any(isinstance(one, list | dict) for one in value)
        return plain and len(value) == size > 2
    return len(flat) == size and (len(value[0]) < size or len(value) > 1)


_JSON_LISTS = {
    "": TRAINING,
    "training": TRAINING,
    "examples": TRAINING,
    "problems": PROBLEM,
}


class _TwiceError(ValueError):
    """A key stands twice in an object: readers differ in which value they take."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(key)
        found[key] = value
    return found


_READERS: Mapping[str, Callable[[str, str, int], Iterator[_Entry | InputError]]] = {
    ".json": _from_json,
    ".csv": _from_csv,
    ".tsv": _from_csv,
    ".pl": _from_prolog,
    ".txt": _from_lines,
}
"""Readers of files by their endings."""

_OF_ENTRIES = frozenset({".json", ".csv", ".tsv"})
"""Endings of files that part a start from a goal by more than a sign."""


_FORMS = {
    ".json": '[{"start": ..., "goal": ...}]',
    ".csv": "the columns start,goal",
    ".tsv": "the columns start and goal",
    ".pl": "example(Start, Goal).",
    ".txt": "START -> GOAL on a line",
}
"""An example in each kind of file."""


_DECODER = json.JSONDecoder(object_pairs_hook=_object)
_SPACE = re.compile(r"[ \t\r\n]*")


def json_entries(text: str, source: str) -> Iterator[tuple[str, Any, Place]]:
    """Every entry of a list, or of the lists in an object.

    Yields
    ------
    The key of the list in the object (empty for a list by itself), the entry, and where the entry begins. Members of
    the object that are not lists are passed over. Entries before a syntax error are still given.

    Raises
    ------
    InputError
        A syntax error, or a text that holds neither a list nor an object.
    """
    return _JsonReader(text, source).entries()


class _JsonReader:
    def __init__(self, text: str, source: str) -> None:
        self.source = SourceText(text, source)
        self.text = self.source.text
        self.at = 0

    def entries(self) -> Iterator[tuple[str, Any, Place]]:
        opening = self.peek()
        if opening == "[":
            yield from self.array("")
        elif opening == "{":
            yield from self.members()
        else:
            raise self.error("a list or an object")
        if self.peek():
            raise self.error("nothing more")

    def members(self) -> Iterator[tuple[str, Any, Place]]:
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() != '"':
                raise self.error("a key in double quotes")
            key, _ = self.value()
            self.take(":")
            if self.peek() == "[":
                yield from self.array(key)
            else:
                self.value()
            if self.peek() != ",":
                break
            self.take(",")
        self.take("}")

    def array(self, key: str) -> Iterator[tuple[str, Any, Place]]:
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            value, offset = self.value()
            yield key, value, self.source.place(offset)
            if self.peek() != ",":
                break
            self.take(",")
        self.take("]")

    def value(self) -> tuple[Any, int]:
        self.peek()
        begin = self.at
        try:
            value, self.at = _DECODER.raw_decode(self.text, begin)
        except json.JSONDecodeError as error:
            found = self.text[error.pos : error.pos + 30].partition("\n")[0]
            raise self.source.error(f"bad JSON: {error.msg}", error.pos, found=found) from None
        except RecursionError:
            raise self.error("lists nested less deeply", TooLargeError) from None
        except _TwiceError as error:
            raise self.source.error(
                "bad JSON", begin, expected="each key once", found=f"{error.args[0]!a:.60} twice"
            ) from None
        except ValueError:  # Python reads whole numbers of a few thousand digits
            raise self.error(
                f"numbers of {sys.get_int_max_str_digits():,} digits at most", TooLargeError
            ) from None
        return value, begin

    def peek(self) -> str:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def take(self, sign: str) -> None:
        if self.peek() != sign:
            raise self.error(repr(sign))
        self.at += 1

    def error(self, expected: str, kind: type[InputError] = InputError) -> InputError:
        found = self.text[self.at : self.at + 1]
        shown = repr(found) if found else "the end of the file"
        problem = "bad JSON" if kind is InputError else "JSON too large"
        return self.source.error(problem, self.at, expected=expected, found=shown, kind=kind)
