"""Logic programs as sources: their problems are goals to prove, their work is inferences."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ..experiments.configuration import Configuration
from ..rules.errors import InputError, Place, on_one_line
from ..rules.later import Later
from ..rules.record import record
from ..rules.source import EVERYWHERE, Learns, RuleTexts, Source, SourceQuestion, SourceTexts
from ..rules.term import Compound, Pattern, PrologTerm, State
from ..rules.text.text_file import read_standard_input
from ..rules.text.words import counted
from ..rules.trust import (
    advising_one_goal,
    check_trust,
    of_one_goal,
    proved_by_swi,
    trusted,
    trusting,
)
from ..rules.view import Lines, View
from ..search.limits import NO_LIMITS, Limits
from ..search.result import Result, Statistics, Status
from .program.clause_text import term_text
from .program.program import Goal, LogicProgram, read_indicator
from .program.program_text import program_text
from .program.read_program import load_program, read_goal, read_program
from .program.recognize import both_readings, is_logic_program
from .prover.compiled import Database
from .prover.prove import DEPTH_FIRST, AskedGoal, ProofResult, prove, proved

if TYPE_CHECKING:
    from ..experiments.problem_set import ProblemSet
    from ..search.certificate import Certificate
    from .learning.rule_library import RuleLibrary

LOG = logging.getLogger("arcwise")

MOST_INFERENCES = 100_000
"""Inferences of each goal where no limit is given."""

OF_SEARCHES = (
    *("heuristic", "duplicates", "ties", "beam_width", "weight", "macro_cost", "prune_length"),
    *("threads", "order", "arc_cost", "move_back", "iterated", "seed"),
)
"""Options, by their parameters, without meaning where goals are proved."""

WHOLE = 1200
"""The priority of a term that stands alone."""


_compared_in_order = Later("logic.in_order", "compare_in_order")
_rules_of_goals = Later("logic.learn", "rules_of_goals")
_session = Later("logic.session", "session_of_goals")


@record
class ProgramSource(Source):
    """A logic program whose goals are proved, with learned rules in front of its clauses.

    Parameters
    ----------
    program
        The program without the rules.
    rules
        A file of rules, taken as it stands; None for none.
    in_swi
        Whether SWI-Prolog proves the goals, and tells its own inferences and CPU time.
    """

    program: LogicProgram = field(compare=False)
    rules: RuleTexts | None = None
    in_swi: bool = False

    kind: ClassVar[str] = "program"
    endings: ClassVar[tuple[str, ...]] = (".pl",)
    types: ClassVar[tuple[str, ...]] = ("LogicProgram",)
    unit: ClassVar[str] = "inferences"
    questions: ClassVar[str] = "a goal of a program"
    lacks: ClassVar[tuple[str, ...]] = (
        *OF_SEARCHES,
        *(
            "random_seed",
            "moves",
            "distance",
            "select",
            "escape",
            "learn",
            "improve",
            "boards",
            "plan",
        ),
    )

    explained: ClassVar[tuple[str, ...]] = ("operational", "algorithm", "in_words")
    learns: ClassVar[Learns] = Learns(
        "rules of a logic program",
        (*("details", "run_folder", "resume", "jobs", "cluster", "macros", "engine"), *OF_SEARCHES),
        ("operational", "number", "failures", "dead_ends", "filters", "lessons"),
    )

    @classmethod
    def takes(cls, named: Any, words: Sequence[Any] = ()) -> bool:
        """Whether goals of a file are to be proved, and not states of its moves searched: `is_logic_program` decides."""
        return isinstance(named, LogicProgram) or is_logic_program(named, *map(str, words[:2]))

    @classmethod
    def advise(cls, error: InputError, named: str, words: Sequence[str]) -> InputError:
        """The error of words that are no states, which also tells of the goal that the first may be meant as."""
        return both_readings(error, named, *words)

    @classmethod
    def opened(
        cls, named: Any, words: Sequence[Any] = (), *, in_swi: Any = None, **options: Any
    ) -> ProgramSource:
        """The program that is in memory, or in a file; arguments as for `open_source`.

        Raises
        ------
        InputError
            A file that cannot be read as a program, or one that SWI-Prolog shall run but is not trusted.
        """
        if isinstance(named, cls):
            return named
        if isinstance(named, LogicProgram):
            return cls(named, in_swi=_in_swi(in_swi, named.name))
        try:
            program = load_program(named)
        except InputError as error:
            raise of_one_goal(error, str(named)) from None
        for warning in program.warnings:
            LOG.warning(warning)
        return cls(program, in_swi=_in_swi(in_swi, str(named)))

    @classmethod
    def ask(
        cls,
        named: Any,
        words: Sequence[Any],
        *,
        macros: Any = None,
        use: str = EVERYWHERE,
        seed: int | None = None,
        engine: str = "auto",
        answers: int | None = 1,
        proof: bool = False,
        certified: bool = False,
        as_json: bool = False,
        **options: Any,
    ) -> ProofQuestion:
        """The goal that a command asks of a program; its answers, if ``proof`` with proofs. See `Source.ask`.

        ``answers`` is the number of answers at most, None for all; ``certified`` tells that proofs are certified,
        ``as_json`` that all is shown at once; ``use`` where rules are used.
        """
        rules = None if macros == "none" else macros
        database: Database | None = None
        if proved_by_swi(engine, rules):
            from .prover.in_swi import SwiDatabase

            database, engine = SwiDatabase(str(named)), "swi"
            program = database.program
        else:
            program = _program_of(named, rules, use, trust_helps=engine == "auto" and rules is None)
        for warning in program.warnings:
            LOG.warning(warning)
        if len(words) != 1:
            from .prover.suggested import suggested_goal

            goal_text = suggested_goal(program)
            raise InputError(
                "not one goal",
                expected="PROGRAM GOAL",
                found=" ".join(words) or "none",
                remedy=f'arcwise solve {on_one_line(named)} "{goal_text}"' if goal_text else None,
            )
        goal = words[0]
        if isinstance(goal, str):
            goal = read_goal(goal, program, known=database is None)
        whole = database or Database(program, prints=True, source=_standard_input)
        how = {"answers": answers, "engine": engine, "proofs": proof or certified}
        name = str(named) if isinstance(named, str | Path) else program.name
        asked = name, program, whole, str(words[0]), goal, how
        tells = answers != 1 and not (as_json or how["proofs"])
        return ProofQuestion(*asked, shows_proofs=proof, alone=rules is None, tells=tells)

    @classmethod
    def explain(
        cls,
        named: Any,
        words: Sequence[Any],
        *,
        algorithm: str = DEPTH_FIRST,
        operational: Sequence[str] = (),
        in_words: bool = False,
        progress: Callable[..., Any] = nullcontext,
        **options: Any,
    ) -> View:
        """The proofs of goals, or of those that the program states, and the rule that follows from each; see `Source.explain`."""
        from .learning.goal_files import goals_of
        from .learning.learners import explain_goal, operational_goals
        from .learning.rule_library import RuleLibrary
        from .views import library_view, words_view

        if trusted():
            from .prover.in_swi import SwiDatabase

            database: Database = SwiDatabase(str(named))
        else:
            database = Database(_program_of(named, None, trust_helps=False))
        program = database.program
        for warning in program.warnings:
            LOG.warning(warning)
        told = operational_goals(operational, program) if operational else None
        with advising_one_goal(str(named)):
            goals = goals_of(words, program, "example", "explain")
            with progress(len(goals), "explaining") as tick:
                found = []
                for goal in goals:
                    found.append(
                        explain_goal(database, goal, operational=told, algorithm=algorithm)
                    )
                    tick(1)
        library = RuleLibrary(program, found)
        if in_words:
            return words_view(library, found)
        view = library_view(library, rules=found, database=database)
        with progress(None, "cutting the tree of the proof at each level"):
            _ = view.parts
        return view

    @classmethod
    def session(cls, named: Any, words: Sequence[Any], **asked: Any) -> Any:
        """The session in which goals are proved; see `Source.session`."""
        return _session.found(named, words, **asked)

    @classmethod
    def read(cls, texts: SourceTexts) -> ProgramSource:
        """The program of its texts, in any process."""
        ((_, text),) = texts.files
        in_swi = texts.in_swi
        return cls(_read(texts.name, text, texts.trust), texts.rules, in_swi=in_swi)

    @property
    def name(self) -> str:
        """Name of its file."""
        return self.program.name

    @cached_property
    def texts(self) -> SourceTexts:
        """All that a process needs to open it again."""
        files = ((self.name, program_text(self.program)),)
        options = {"engine": "swi"} if self.in_swi else {}
        rules, trust = self.rules, self.in_swi or trusted()
        return SourceTexts(
            self.kind, self.name, files, options, rules=rules, trust=trust, known=self
        )

    def with_rules(self, rules: RuleTexts | None) -> ProgramSource:
        """Copy with the rules of a file in front of its clauses, in place of those that it has."""
        return replace(self, rules=rules)

    usual_algorithms: ClassVar[tuple[str, ...]] = (DEPTH_FIRST,)

    def configured(self, configuration: Any) -> Any:
        """A configuration of which goals take the limits alone, by default `MOST_INFERENCES`; see `Source.configured`."""
        limits = plain_configuration(configuration).limits
        bounded = Limits(nodes=MOST_INFERENCES) if limits == NO_LIMITS else limits
        return replace(configuration, limits=bounded)

    def library(self, named: Any = None) -> Any:
        """The rules of a file, or of a library of another program, learned again; none without either."""
        from ..ebl.files.macro_file import load_library
        from .learning.rule_library import RuleLibrary

        if named is None:
            return RuleLibrary(self.program)
        if isinstance(named, str | Path):
            return load_library(named, self.program)
        own = not hasattr(named, "learned_program") or named.home is self.program
        if own or program_text(named.home) == program_text(self.program):
            return named
        return load_library("rules.pl", self.program, text=named.text())

    def rivals(self, library: Any, configuration: Any) -> Mapping[str, Any]:
        """Rules that each learner learns from the same examples; see `Source.rivals`."""
        if self.in_swi:
            return {}
        from .learning.learners import beside

        examples = [rule.example for rule in library] or [one.goal for one in self.program.examples]
        found = {}
        for learned in beside(library, examples, configuration.limits):
            if not learned.finished:
                raise KeyboardInterrupt
            found[learned.learner] = learned
        return found

    def facts(self, problems: Any) -> dict[str, Any]:
        """Facts of a run about some goals of it."""
        found = {"theory_name": Path(self.name).name, "problems": problems.words}
        if self.in_swi:
            from .swi.interpreter import version_text

            found["in_swi"] = version_text()
        return found

    def given(self, texts: Sequence[str]) -> list[str]:
        """Goals, or files of them, as a command has them: two are no start and goal."""
        return list(texts)

    def problems(
        self,
        asked: Any = None,
        *,
        training: bool = False,
        keep_going: bool = False,
        grounded: bool | None = True,
    ) -> ProblemSet:
        """Goals, as texts, terms or files, else those that the program states; see `Source.problems`."""
        from ..experiments.problem_set import Instance, ProblemSet

        if isinstance(asked, ProblemSet):
            return asked
        goals, operators = self.goals(asked, training=training), self.program.operators
        found = tuple(
            Instance((), (), f"goal {number}", text=term_text(goal, operators, WHOLE))
            for number, goal in enumerate(goals, start=1)
        )
        return ProblemSet(found, counted(len(found), "goal"))

    def in_order(self, problems: Any, learned_as: str, **options: Any) -> Any:
        """Goals as a book of theorems; what is proved becomes a fact of a predicate. See `Source.in_order`."""
        lemma = read_indicator(learned_as)
        return _compared_in_order(self.program, self.goals(problems), lemma, **options)

    @classmethod
    def learn(cls, named: Any, words: Sequence[Any], asked: Any) -> RuleLibrary:
        """Rules of proofs of goals; see `Source.learn`."""
        source = cls.of_named(named, words)
        goals = source.goals(asked.examples, training=True)
        found: RuleLibrary = _rules_of_goals.found(source.program, goals, asked)
        return found

    def goals(self, asked: Any = None, *, training: bool = False) -> list[Goal]:
        """Goals as terms, of texts, terms or files, else those that the program states; see `problems`."""
        from .learning.goal_files import goals_of

        kind = "example" if training else "problem"
        try:
            return goals_of(_listed(asked, kind), self.program, kind)
        except InputError as error:
            raise of_one_goal(error, self.name) from None

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
        from .learning.rule_file import program_with_rules

        rules = self.rules
        return Database(
            program_with_rules(self.program, rules.text, rules.name, rules.chosen, rules.use)
        )

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
        if self.in_swi:
            return self._in_swi(goal, configuration.limits)
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
        from ..experiments.row import USED

        return performed(found, USED + ", ".join(names) if names else "")

    @cached_property
    def _swi_database(self) -> Any:
        """The clauses with the rules, as SWI-Prolog has consulted them."""
        from .prover.in_swi import SwiDatabase

        return SwiDatabase(self.name, program_text(self.database.program), trust=True)

    def _in_swi(self, goal: Pattern, limits: Limits) -> tuple[Result, dict[str, Any]]:
        """Have SWI-Prolog prove a goal; the columns have its inferences and CPU time."""
        from .prover.at_root import asked_at_root

        asked, roots = self.problem((), goal), self.database.program.roots
        whole = asked if roots is None else asked_at_root(roots, asked)
        found = self._swi_database.measured(whole, limits)
        statuses = {"yes": Status.SOLVED, "no": Status.UNSOLVABLE, "limit": Status.STOPPED}
        stopped = "nodes" if found.outcome == "limit" else None
        result = Result(
            statuses[found.outcome],
            (),
            (),
            Statistics(),
            stopped,
            algorithm=DEPTH_FIRST,
            engine="swi",
        )
        measured = {
            "generated": None,
            "inferences": found.inferences,
            "elapsed": found.seconds,
            "repetitions": found.runs,
            "elapsed_spread": found.spread,
        }
        return result, {**UNKNOWN, **measured}


@record
class ProofQuestion(SourceQuestion):
    """A goal of a program: what ``solve`` proves, and shows.

    Parameters
    ----------
    asked
        The program's file as the user names it.
    program, database
        The clauses with the rules.
    text, goal
        The goal as it was written, and as a term.
    how
        Number of answers, engine, and whether answers come with their proofs, as `prove` takes them.
    shows_proofs
        Whether the proofs are shown.
    alone
        Whether no learned rules take part.
    tells
        Whether answers are told as they are found, and not kept.
    """

    asked: str
    program: LogicProgram
    database: Database
    text: str
    goal: PrologTerm
    how: Mapping[str, Any]
    shows_proofs: bool = False
    alone: bool = True
    tells: bool = False

    @property
    def name(self) -> str:
        """The program's file as the user names it."""
        return self.asked

    def search(
        self,
        configuration: Any,
        report: Callable[[int], None] | None = None,
        tell: Callable[[Any], None] | None = None,
    ) -> ProofResult:
        """Prove the goal; see `SourceQuestion.search`."""
        trust_helps = self.alone and self.how["engine"] == "auto"
        with nullcontext() if trust_helps else advising_one_goal(self.name):
            how = {**self.how, "limits": configuration.limits, "report": report}
            engine = how.pop("engine")
            asked = AskedGoal(self.database, self.goal, **how)
            if self.tells and tell is not None:
                asked = replace(
                    asked, tell=lambda text: tell(View([Lines(text.removesuffix("\n"))], {}))
                )
            return proved(asked, configuration.algorithm, engine)

    def search_by(self, algorithm: Any, **options: Any) -> ProofResult:
        """Prove the goal; all but limits and the engine would have no effect. See `SourceQuestion.search_by`."""
        report, engine = options.pop("report", None), options.pop("engine", "auto")
        asked = replace(self, how={**self.how, "engine": engine})
        name = DEPTH_FIRST if algorithm == "auto" else algorithm
        return asked.search(plain_configuration(Configuration(name, **options)), report)

    def watch(self, configuration: Any, report: Callable[[int], None] | None = None) -> Any:
        """Refuse: a proof is shown as a tree."""
        asked = f'arcwise solve {on_one_line(self.name)} "{on_one_line(self.text)}" --proof'
        raise InputError(
            "this is a logic program: the search for a proof is not watched",
            place=Place(self.name),
            expected="a search between states",
            found="a goal",
            remedy=f"{asked}, which shows the proof as a tree",
        )

    def view(self, result: ProofResult) -> View:
        """The answers, with their proofs if they are shown, and how the search ended."""
        from .views import result_view

        found = result_view(result, self.program, proof=self.shows_proofs)
        asked = {"program": self.name, "goal": self.text}
        return View(lambda: found.parts, lambda: {**asked, **found.data})

    def certificates(self, result: ProofResult, limits: Limits) -> Mapping[str, Certificate]:
        """Certificates of the answers."""
        goal = term_text(self.goal, self.program.operators, WHOLE)
        asked = f"{self.program.name}: {goal}: {result.summary()}"
        from .prover.certificate import proof_certificates

        roots = self.program.roots
        program = self.program if roots is None else roots.whole
        return proof_certificates(program, self.goal, result, asked)


def _program_of(
    named: Any, rules: Any, use: str = EVERYWHERE, *, trust_helps: bool
) -> LogicProgram:
    """The program of a file, with learned rules; if trust does not help, errors tell what SWI-Prolog does."""
    if not isinstance(named, str | Path):
        source = ProgramSource.opened(named)
    else:
        try:
            source = ProgramSource(load_program(named))
        except InputError as error:
            raise error if trust_helps else of_one_goal(error, str(named)) from None
    if rules is None:
        return source.program
    learned: LogicProgram = source.library(rules).program_in(use)
    return learned


def _in_swi(asked: Any, name: str) -> bool:
    """Whether SWI-Prolog was asked for; then the program must be trusted."""
    if asked:
        check_trust(name)
    return bool(asked)


def _standard_input() -> str:
    """The standard input that a program reads; at a terminal there is none."""
    return "" if sys.stdin is None or sys.stdin.isatty() else read_standard_input()


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


def plain_configuration(configuration: Configuration) -> Configuration:
    """A configuration that says nothing but the algorithm and limits.

    Raises
    ------
    InputError
        Another choice, which would have no effect on a proof.
    """
    if configuration != Configuration(configuration.algorithm, limits=configuration.limits):
        raise InputError(
            "goals of a logic program take only the limits of a configuration",
            found=f"{configuration!r}"[:90],
            remedy="an algorithm as an argument, and Configuration(limits=...)",
        )
    return configuration


UNKNOWN = dict.fromkeys(
    (
        *(
            "expanded",
            "operator_applications",
            "inserted",
            "evaluated",
            "reopened",
            "trapped",
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
    limit = found.limit if found.status is Status.STOPPED else None
    counted = replace(found.statistics, elapsed=0)
    result = Result(
        found.status, (), (), counted, limit, algorithm=found.algorithm, engine=found.engine
    )
    return result, {**UNKNOWN, "inferences": found.inferences, "note": note}


@lru_cache(maxsize=8)
def _read(name: str, text: str, trust: bool) -> LogicProgram:
    """The program that the sources of all conditions share."""
    with trusting(trust):
        return read_program(text, name)
