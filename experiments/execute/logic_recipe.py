"""Recipes of logic programs: plain data from which any process makes a program with its rules, and proves a goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from ...logic.learning.rule_file import program_with_rules
from ...logic.program.program import LogicProgram
from ...logic.program.program_text import program_text
from ...logic.program.read_program import read_goal, read_program
from ...logic.prover.compiled import Database
from ...logic.prover.prove import ProofResult, prove
from ...rules.checked import checked
from ...rules.fingerprint import fingerprint
from ...rules.term import Pattern, State
from ...rules.trust import trusted, trusting
from ...search.result import Result, Statistics, Status
from ..condition import Condition
from ..configuration import Configuration
from ..problem_set import Instance
from .recipe import ARCWISE, check_version

USED = "used "
"""How the note of a proof search begins in whose proof rules are used; their names follow."""


@checked
@dataclass(frozen=True)
class LogicRecipe:
    """How to make a logic program, with or without rules in it; its problems are goals.

    Parameters
    ----------
    theory, theory_text
        The program's name and text.
    rules_name, rules_text
        Name and text of a file of rules, taken as it stands; None for none.
    chosen
        Which of these rules, by name; None for all.
    trust
        As for `Recipe`.
    arcwise
        The version that it was written by.
    known
        The program, so that this process does not read it again; other processes do.
    """

    theory: str
    theory_text: str
    rules_name: str | None = None
    rules_text: str | None = None
    chosen: tuple[str, ...] | None = None
    trust: bool = field(default_factory=trusted)
    arcwise: str = ARCWISE
    known: LogicProgram | None = field(default=None, repr=False, compare=False)

    engine = "auto"
    needs_prolog = False

    @classmethod
    def of(cls, program: LogicProgram) -> LogicRecipe:
        """The recipe for a program without rules."""
        return cls(program.name, program_text(program), known=program)

    def under(self, condition: Condition, macro_cost: str = "true") -> LogicRecipe:
        """Copy with the rules of a condition."""
        return replace(
            self,
            rules_name=condition.file,
            rules_text=condition.macro_text,
            chosen=condition.chosen,
        )

    def for_problem(self, problem: Instance) -> LogicRecipe:
        """This recipe: the settings of a program do not depend on a goal."""
        return self

    def ends(self, problem: Instance) -> tuple[State, Pattern]:
        """No start, and a goal as text."""
        return (), (problem.text or "",)

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of a run about its program."""
        return {"theory": self.theory, "theory_text": self.theory_text}

    @cached_property
    def key(self) -> str:
        """A name that only equal recipes share."""
        return fingerprint(self.to_json())[:16]

    def to_json(self) -> dict[str, Any]:
        """The recipe as plain values."""
        return asdict(replace(self, known=None))

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> LogicRecipe:
        """The recipe of plain values."""
        chosen = values["chosen"]
        return cls(**{**values, "chosen": None if chosen is None else tuple(chosen)})

    def make(self) -> Database:
        """The clauses with the rules, ready for many goals; made once.

        Raises
        ------
        InputError
            Bad texts, or a recipe of another version of arcwise.
        """
        check_version(self.arcwise)
        return self._database

    @cached_property
    def _database(self) -> Database:
        program = self.known or _read(self.theory, self.theory_text, self.trust)
        if self.rules_text is not None:
            program = program_with_rules(
                program, self.rules_text, self.rules_name or "rules", self.chosen
            )
        return Database(program)

    def prove(
        self,
        configuration: Configuration,
        goal: Pattern,
        report: Callable[[int], None] | None,
        *,
        naming: bool,
    ) -> tuple[Result, dict[str, Any]]:
        """Prove a goal; the result of the search, and what its row has otherwise.

        Parameters
        ----------
        configuration
            Strategy and limits.
        goal
            Its text.
        report
            Called now and then with the number of inferences.
        naming
            Whether the note of the row tells the rules that the proof uses.
        """
        database = self.make()
        found = prove(
            database,
            read_goal(str(goal[0]), database.program),
            configuration.algorithm,
            limits=configuration.limits,
            proofs=naming,
            report=report,
        )
        proofs = found.answers[0].proof if naming and found.solved else ()
        used = {clause.label for proof in proofs for clause in proof.steps()} - {""}
        names = [clause.label for clause in database.program if clause.label in used]
        return performed(found, USED + ", ".join(names) if names else "")


UNKNOWN = dict.fromkeys(
    (
        *(
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
    """A proof search as the result of a search, in which expansions and operator applications are inferences.

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
    statistics = Statistics(
        expanded=found.inferences,
        generated=found.tried,
        operator_applications=found.inferences,
    )
    limit = found.limit if found.status is Status.STOPPED else None
    result = Result(
        found.status, (), (), statistics, limit, algorithm=found.algorithm, engine=found.engine
    )
    return result, {**UNKNOWN, "note": note}


@lru_cache(maxsize=8)
def _read(name: str, text: str, trust: bool) -> LogicProgram:
    """The program that the recipes of all conditions share."""
    with trusting(trust):
        return read_program(text, name)
