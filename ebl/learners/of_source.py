"""Learning from examples of a source: each is searched as any other problem, and the source generalizes the solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...rules.source import RuleTexts, Source
from ..learner import Outcome, TrainingPaths, TrainingProblem
from .examples import FromExamples


@dataclass(frozen=True)
class Searches:
    """How examples of a source are searched.

    Parameters
    ----------
    source, configuration
        The source, and the configuration.
    report
        Called with the number of expansions.
    done
        Called with the result of each search, and what its row has besides.
    """

    source: Source
    configuration: Any
    report: Callable[[int], None] | None = None
    done: Callable[[Any, dict[str, Any]], None] = lambda result, others: None


class OfSource(FromExamples):
    """Examples of a source; the whole solution, as the source explains it.

    What `Examples` is on a source that is neither a board nor a logic program. Its methods ask the source: `Source.solve`,
    `Source.generalize`, and its library.

    Parameters
    ----------
    searches
        The source and how it is searched.
    """

    name = "examples"
    makes = "rules"

    searches: Any = None

    def attend(self, library: Any, problem: TrainingProblem, search: Any = None) -> TrainingPaths:
        """Search the example, and hand over the result if it is solved."""
        source: Source = self.searches.source
        if self.with_macros and len(library):
            source = source.with_rules(RuleTexts.of(library))
        result, others = source.solve(
            problem.start, problem.goal, self.searches.configuration, self.searches.report
        )
        self.searches.done(result, others)
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        reasons = []
        if result.solved:
            answer = yield result
            reasons = [answer] if isinstance(answer, str) else []
        ended = Outcome.of(result)
        return Outcome(
            ended.solved, ended.moves, ended.applications, ended.limit, result, tuple(reasons)
        )

    def acquire(self, library: Any, shape: Any, path: Any, origin: str) -> Any:
        """The rule of a solution, or the reason why there is none."""
        return self.searches.source.generalize(path, library.next_name(), origin)
