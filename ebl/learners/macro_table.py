"""Korf's macro table (Artificial Intelligence 26, 1985): macros for every cell of the order and every place of its symbol.

The entry (k, p) brings the symbol of the kth cell from p to that cell and leaves the cells before it as they were,
whatever it does to the others. With every entry that some state needs, climbing cannot get stuck: the table is complete by
construction. The kernel fills it as a whole; each of its words is then a path that is explained as any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...search.climbing.board_permutations import BoardPermutations
from ...search.climbing.macro_table import ALTERNATIVES, FoundTable, Word, fill_table, needed
from ...search.orders import BLANK_FIRST, FOUND, FoundOrder, Order, in_words, order_of
from ..learner import (
    Course,
    Outcome,
    Practice,
    Records,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
    each,
)
from ..library import MacroLibrary


class MacroTable(Practice):
    """Korf's table: every cell from every place.

    Parameters
    ----------
    alternatives
        Greatest number of macros per entry; climbing with a beam chooses among them.
    """

    makes = "a macro table"
    order = BLANK_FIRST
    at_once = climbs = True

    alternatives: int = ALTERNATIVES

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        """For every entry of the table of one board a state that needs it, with the words that bring its symbol home.

        Raises
        ------
        InputError
            A board that has no macro table.
        KeyboardInterrupt
            The user's, after the entries that were found until then.
        """
        began = perf_counter()
        domain, shape = library.domain, course.shape
        table = fill_table(
            domain,
            shape,
            order=library.order,
            alternatives=self.alternatives,
            limits=course.limits,
            report=course.report,
        )
        named = domain.subgoals(shape, table.moves.goal) is not None
        if library.order == FOUND or (library.order == BLANK_FIRST and not named):
            others = (cell for cell in range(len(table.moves.goal)) if cell not in table.order)
            library.order = (*table.order, *others)
        yield from _problems(library, course, table, began)
        if table.limit == "interrupt":
            raise KeyboardInterrupt

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Hand over the words of one entry."""
        yield from each(problem.paths)
        assert problem.outcome is not None
        return problem.outcome


def _problems(
    library: MacroLibrary, course: Course, table: FoundTable, began: float
) -> Iterator[TrainingProblem]:
    domain, shape, goal = library.domain, course.shape, table.moves.goal
    cost = table.statistics.operator_applications
    order = order_of(domain, shape, goal, library.order)
    known = dict(zip(table.order, table.columns, strict=True))
    whole = table.limit is None and all(
        words for column in table.columns for words in column.values()
    )
    columns = (
        (dict.fromkeys(known[cell], goal) for cell in table.order)
        if whole
        else needed(table.moves, order)
    )
    for cell, places in zip(table.order if whole else order, columns, strict=True):
        for place, state in places.items():
            words = known.get(cell, {}).get(place, ())
            # To explain the words takes longer than to find them.
            time = course.limits.time
            late = bool(words) and time is not None and perf_counter() - began > time
            if late:
                words = ()
            paths = tuple(_path(table, word) for word in words)
            # Words are found together; the first entry bears what that took.
            made = cost + sum(map(len, words))
            cost = 0
            # Other entries may come of it when it is filled again to the end.
            limit = table.limit if table.limit == "interrupt" or not words else None
            if late:
                limit = limit or "time"
            yield TrainingProblem(
                shape,
                paths[0].start if paths else state,
                goal,
                f"{domain.spell(shape)}, cell {cell + 1} from cell {place + 1}",
                course.limits,
                paths=paths,
                outcome=Outcome(bool(words), len(words[0]) if words else None, made, limit),
            )


def _path(table: FoundTable, word: Word) -> TrainingPath:
    """A word as a path to the goal."""
    return TrainingPath(table.moves.before(word), [table.moves.steps[move] for move in word])


def table_order(library: MacroLibrary, asked: Order | None = None) -> FoundOrder:
    """The order of the columns of a table, and why it is that.

    Parameters
    ----------
    library
        The table.
    asked
        The order that was asked for; None where none was.
    """
    domain, order = library.domain, library.order
    if asked is not None and asked == order and not isinstance(order, str):
        return FoundOrder(order, in_words(domain, order), "as asked for")
    why = (
        f"{domain.name} names the order, the blank being brought home first"
        if isinstance(order, str)
        else "the next cell is the one whose symbol is brought home by the fewest moves on average, the blank's the first"
    )
    if domain.blank is None:
        why = why.split(", the blank")[0]
    return FoundOrder(order, in_words(domain, order), why)


def check_table(domain: Domain, shape: Shape) -> None:
    """Refuse a board that has no macro table.

    Raises
    ------
    InputError
        Such a board, with the reason.
    """
    BoardPermutations.of(domain, shape, domain.goal_state(shape))
