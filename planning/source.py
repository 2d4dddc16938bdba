"""Planning problems as sources: a PDDL domain, whose problems are files of their own, or one problem of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ..experiments.board import BoardSource
from ..experiments.problem_set import Instance, ProblemSet
from ..rules.domains.domain_table import spelled
from ..rules.errors import InputError, Place, TooLargeError, on_one_line
from ..rules.later import Later
from ..rules.read_domain import has_problem_files, problem_in, read_domain, with_problem
from ..rules.record import record
from ..rules.source import Learns
from ..rules.text.text_file import named, read_text
from ..rules.text.words import counted

_usual_learner = Later("planning.training", "usual_learner")


@record
class PlanningSource(BoardSource):
    """A PDDL domain, or one problem of it as a board of its cells."""

    kind: ClassVar[str] = "planning"
    endings: ClassVar[tuple[str, ...]] = (".pddl",)
    types: ClassVar[tuple[str, ...]] = ()

    def __hash__(self) -> int:
        return super().__hash__()

    @property
    def of_domain(self) -> bool:
        """Whether it is the domain, whose problems are files of their own, and none is named yet."""
        return problem_in(self.argument)[1] is None

    @property
    def learns(self) -> Learns:
        """Macros over parameters where each problem is a file of its own; see `Source.learns`."""
        return Learns(lifted=self.of_domain)

    def given(self, texts: Sequence[str]) -> Any:
        """Problems as a command has them: files of a domain; see `Source.given`."""
        return list(texts) if self.of_domain else super().given(texts)

    @property
    def grounded(self) -> bool:  # type: ignore[override]
        """Whether searches can begin. A problem that was only read is not ready: a policy alone can follow it."""
        return self.arcs

    def usual_learner(self, examples: Any, output: Any = None, pieces: str | None = None) -> Any:
        """The learner of planning problems where none is named, and why; see `BoardSource.usual_learner`."""
        if self.of_domain:
            return _usual_learner(self, examples, output, pieces)
        return super().usual_learner(examples, output, pieces)

    def _read_files(self) -> tuple[tuple[str, str], ...]:
        problem = problem_in(self.argument)[1]
        read = () if problem is None else ((problem, read_text(problem)),)
        return super()._read_files() + read

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of a run about it; see `Source.settings`."""
        files = self.texts.files
        return {**super().settings, **({"problem_text": files[1][1]} if len(files) > 1 else {})}

    def facts(self, problems: Any) -> dict[str, Any]:
        """Facts of a run about its board, which a problem that was only read has not; see `Source.facts`."""
        first = problems.representative
        own = self if first is None else self.for_problem(first)
        if own.grounded:
            return super().facts(problems)
        named = {"theory_name": own.domain.spell(own.shape), "shape": list(own.shape)}
        return {**named, "blank": None, "problems": problems.words}

    def read_files(
        self,
        paths: Sequence[str | Path],
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> ProblemSet:
        """The problems of several files, each with a theory of its own; see `ProblemSet.from_files`."""
        if not self.of_domain:
            found_in: ProblemSet = super().read_files(
                paths, training=training, keep_going=keep_going
            )
            return found_in
        found: list[Instance] = []
        faults = []
        for path, plan in _with_plans(paths):
            try:
                found.append(self._of_file(path, plan, grounded))
            except InputError as error:
                if not keep_going:
                    raise
                faults.append(error)
        words = counted(len(found), "problem file")
        return ProblemSet(tuple(found), words, faults=tuple(faults))

    def _of_file(self, path: str, plan: str | None, grounded: bool | None) -> Instance:
        """A problem with a theory of its own."""
        text = read_text(path)
        read = Instance((), (), on_one_line(path), file=named(path), text=text)
        if grounded is False:
            return read
        try:
            known = self.of_problem(read.place, text)
        except TooLargeError:
            if grounded:
                raise
            return read
        start, own = known.start, known.domain
        assert start is not None
        made = None if plan is None else own.read_plan(plan)
        return Instance(
            start, known.goal(None), read.place, file=read.file, text=read.text, plan=made
        )

    def for_problem(self, problem: Any) -> PlanningSource:
        """Copy for a problem, which has a theory of its own; of one that is only to be read none is made."""
        if problem.text is None:
            return self
        name = problem.place or problem.file or "problem"
        return _for_problem(self, name, problem.text, problem.grounded)

    def of_problem(self, source: str, text: str) -> PlanningSource:
        """Read and ground the PDDL problem that a text is; it is read once.

        Parameters
        ----------
        source
            What error messages call the text.
        text
            That of a problem file.

        Raises
        ------
        InputError
            A bad problem, or one that is too large to ground.
        """
        return _for_problem(self, source, text, True)


def _with_plans(paths: Sequence[str | Path]) -> Iterator[tuple[str, str | None]]:
    """Problem files, each with the plan file that follows it, if one does."""
    problem: str | None = None
    for path in map(str, paths):
        if has_problem_files(path):
            if problem is not None:
                yield problem, None
            problem = path
        elif problem is None:
            raise InputError(
                "a plan without a problem", place=Place(path), expected="PROBLEM.pddl PLAN"
            )
        else:
            yield problem, path
            problem = None
    if problem is not None:
        yield problem, None


@lru_cache(maxsize=128)
def _for_problem(board: PlanningSource, source: str, text: str, grounded: bool) -> PlanningSource:
    """Board of a PDDL problem with the same rules; with ``grounded`` its arcs are made at once."""
    argument, _ = with_problem(problem_in(board.argument)[0], (source,))
    texts = (*(board.files or ())[:1], (source, text))
    known: Any = board.domain
    found = known.of_problem(source, text)
    named = replace(board, argument=argument, domain=found, files=texts)
    if not grounded:
        return replace(named, shape=(1, 1), arcs=False)
    return replace(named, shape=found.theory((1, 1)).shape)


def read_only(argument: str) -> PlanningSource:
    """A problem that is read and not grounded: what policies solve.

    Parameters
    ----------
    argument
        The files of a domain and of a problem of it.

    Raises
    ------
    InputError
        Bad files.
    """
    file, problem = problem_in(argument)
    assert problem is not None
    domain, shape = read_domain(file)
    domain = domain.of_problem(problem, read_text(problem))
    return PlanningSource(spelled(argument), domain, shape, arcs=False)
