"""Logic programs as sources: their problems are goals to prove, their work is inferences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ..experiments.problem_set import Instance, ProblemSet
from ..experiments.row import USED
from ..rules.errors import InputError
from ..rules.source import RuleTexts, Source, SourceTexts
from ..rules.term import Compound, Pattern, State
from ..rules.text.words import counted
from ..rules.trust import of_one_goal, trusting
from ..search.result import Result, Statistics, Status
from .learning.rule_file import goals_of, program_with_rules
from .program.clause_text import term_text
from .program.program import LogicProgram
from .program.program_text import program_text
from .program.read_program import load_program, read_goal, read_program
from .program.recognize import is_logic_program
from .prover.compiled import Database
from .prover.prove import DEPTH_FIRST, ProofResult, prove

WHOLE = 1200
"""The priority of a term that stands alone."""


@dataclass(frozen=True)
class ProgramSource(Source):
    """A logic program whose goals are proved, with learned rules in front of its clauses.

    Parameters
    ----------
    program
        The program without the rules.
    rules
        A file of rules, taken as it stands; None for none.
    """

    program: LogicProgram = field(compare=False)
    rules: RuleTexts | None = None

    kind: ClassVar[str] = "program"
    endings: ClassVar[tuple[str, ...]] = (".pl",)
    unit: ClassVar[str] = "inferences"

    @classmethod
    def takes(cls, named: Any, words: Sequence[Any] = ()) -> bool:
        """Whether goals of a file are to be proved, and not states of its moves searched: `is_logic_program` decides."""
        return isinstance(named, LogicProgram) or is_logic_program(named, *map(str, words[:2]))

    @classmethod
    def opened(cls, named: Any, words: Sequence[Any] = (), **options: Any) -> ProgramSource:
        """The program that is in memory, or in a file; arguments as for `open_source`.

        Raises
        ------
        InputError
            A file that cannot be read as a program.
        """
        if isinstance(named, cls):
            return named
        if isinstance(named, LogicProgram):
            return cls(named)
        try:
            return cls(load_program(named))
        except InputError as error:
            raise of_one_goal(error, str(named)) from None

    @classmethod
    def read(cls, texts: SourceTexts) -> ProgramSource:
        """The program of its texts, in any process."""
        ((_, text),) = texts.files
        return cls(_read(texts.name, text, texts.trust), texts.rules)

    @property
    def name(self) -> str:
        """Name of its file."""
        return self.program.name

    @cached_property
    def texts(self) -> SourceTexts:
        """All that a process needs to open it again."""
        files = ((self.name, program_text(self.program)),)
        return SourceTexts(self.kind, self.name, files, rules=self.rules, known=self)

    def with_rules(self, rules: RuleTexts | None) -> ProgramSource:
        """Copy with the rules of a file in front of its clauses, in place of those that it has."""
        return replace(self, rules=rules)

    usual_algorithms: ClassVar[tuple[str, ...]] = (DEPTH_FIRST,)

    def facts(self, problems: Any) -> dict[str, Any]:
        """Facts of a run about some goals of it."""
        return {"theory_name": Path(self.name).name, "problems": problems.words}

    def problems(
        self,
        asked: Any = None,
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> ProblemSet:
        """Goals, as texts, terms or files, else those that the program states; see `Source.problems`."""
        if isinstance(asked, ProblemSet):
            return asked
        kind = "example" if training else "problem"
        goals = goals_of(_listed(asked, kind), self.program, kind)
        operators = self.program.operators
        found = tuple(
            Instance((), (), f"goal {number}", text=term_text(goal, operators, WHOLE))
            for number, goal in enumerate(goals, start=1)
        )
        return ProblemSet(found, counted(len(found), "goal"))

    def ends(self, problem: Any) -> tuple[State, Pattern]:
        """No start, and a goal as text."""
        return (), (problem.text or "",)

    def problem(self, start: State, goal: Pattern) -> Any:
        """The goal as a term.

        Raises
        ------
        InputError
            A text that is no goal of the program.
        """
        return read_goal(str(goal[0]), self.database.program)

    @cached_property
    def database(self) -> Database:
        """The clauses with the rules, ready for many goals.

        Raises
        ------
        InputError
            Bad rules.
        """
        if self.rules is None:
            return Database(self.program)
        name, text, chosen = self.rules.name, self.rules.text, self.rules.chosen
        return Database(program_with_rules(self.program, text, name, chosen))

    def solve(
        self,
        start: State,
        goal: Pattern,
        configuration: Any,
        report: Callable[[int], None] | None = None,
        *,
        counting: bool = False,
    ) -> tuple[Result, dict[str, Any]]:
        """Prove a goal; with ``counting`` the note of its row tells the rules that the proof uses. See `Source.solve`."""
        database = self.database
        found = prove(
            database,
            self.problem(start, goal),
            configuration.algorithm,
            limits=configuration.limits,
            proofs=counting,
            report=report,
        )
        proofs = found.answers[0].proof if counting and found.solved else ()
        used = {clause.label for proof in proofs for clause in proof.steps()} - {""}
        names = [clause.label for clause in database.program if clause.label in used]
        return performed(found, USED + ", ".join(names) if names else "")


def _listed(asked: Any, kind: str) -> list[Any]:
    """Goals and files in a list; none for those that the program states."""
    if asked is None:
        return []
    several = [asked] if isinstance(asked, str | Path | Compound) else asked
    if not isinstance(several, list | tuple) or not all(
        isinstance(one, str | Path | Compound) for one in several
    ):
        raise InputError(
            "a logic program has goals to prove",
            expected="goals, as texts, terms or files",
            found=f"{asked!r}"[:90],
        )
    if not several:
        raise InputError(
            f"no {kind}", expected="goals, or None for those that the program states", found="none"
        )
    return list(several)


UNKNOWN = dict.fromkeys(
    (
        *(
            "expanded",
            "operator_applications",
            "inserted",
            "evaluated",
            "reopened",
            "peak_open",
            "peak_memory",
            "elapsed",
            "preparation",
        ),
        *("steps", "moves", "cost", "path_json", "arcs_json", "primitive_moves_json"),
    )
)
"""Columns that stay empty in rows of proofs."""


def performed(found: ProofResult, note: str = "") -> tuple[Result, dict[str, Any]]:
    """A proof search as the result of a search, in which clauses that were tried are successors.

    Parameters
    ----------
    found
        The proof search.
    note
        Note of its row.

    Returns
    -------
    The result, and the columns that a proof search lacks or has otherwise.
    """
    statistics = Statistics(expanded=found.inferences, generated=found.tried)
    limit = found.limit if found.status is Status.STOPPED else None
    result = Result(
        found.status, (), (), statistics, limit, algorithm=found.algorithm, engine=found.engine
    )
    return result, {**UNKNOWN, "inferences": found.inferences, "note": note}


@lru_cache(maxsize=8)
def _read(name: str, text: str, trust: bool) -> LogicProgram:
    """The program that the sources of all conditions share."""
    with trusting(trust):
        return read_program(text, name)
