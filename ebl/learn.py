"""The learning pipeline: search each training example, explain, generalize, admit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..rules.theory import Theory
from ..search.problem import Problem
from ..search.result import Result, Status
from .explanation import explain_result
from .generalize import generalize
from .library import Admission, MacroLibrary
from .training import Example

Searcher = Callable[[Problem], Result]


@dataclass(frozen=True, slots=True)
class TrainingRecord:
    """What one training example taught.

    Parameters
    ----------
    example
        The pair of states.
    result
        The search that connected them, or did not.
    admission
        What the library said to the macro; None where there was no path to learn from.
    """

    example: Example
    result: Result
    admission: Admission | None


def training_records(
    theory: Theory,
    examples: Iterable[Example],
    library: MacroLibrary,
    searcher: Searcher,
    *,
    with_macros: bool = False,
) -> Iterator[TrainingRecord]:
    """Learn from examples one after the other, into ``library``.

    Parameters
    ----------
    theory
        Its primitive arcs are searched and explained.
    examples
        What to learn from.
    library
        Where accepted macros go.
    searcher
        A function that searches a problem, such as ``lambda problem: solve(problem, "breadth-first")``.
    with_macros
        Whether the macros learned so far take part in the search of the next example.

    Yields
    ------
    One training record per example; a search that the user interrupts is the last.
    """
    primitive = theory.without_macros()
    for example in examples:
        current = primitive.with_macros(library.arcs(primitive)) if with_macros else primitive
        result = searcher(Problem(current, example.start, example.goal))
        admission = None
        if result.solved and result.steps:
            explanation = replace(explain_result(result), theory=primitive)
            macro = generalize(explanation, library.next_name(), str(example.place))
            admission = library.add(macro)
        yield TrainingRecord(example, result, admission)
        if result.status is Status.STOPPED and result.limit == "interrupt":
            return
