"""Logic programs at the command line: ``explain`` of goals; ``learn``, ``compare`` and ``utility`` of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...experiments.board import load_domain
from ...logic.learning.operationality import Operationality
from ...logic.program.program import read_indicator
from ...logic.prover.compiled import Database
from ...logic.prover.moves import MoveProgram
from ...logic.prover.prove import DEPTH_FIRST
from ...logic.views import library_view
from ...rules.errors import InputError, Place, on_one_line
from ...rules.read_domain import is_prolog
from ...rules.text.text_file import write_text
from ...rules.text.words import counted
from ...rules.trust import advising_one_goal, trusted
from ...search.limits import Limits
from .arguments import note_warnings, operational_goals, program_of, queries
from .budgeted import interrupted
from .certifying import write_certificates
from .console import progress_over
from .messages import EXIT_CODES, note
from .present import note_deaths, present

if TYPE_CHECKING:
    from ...experiments.board import BoardSource
    from ...experiments.configuration import Configuration
    from ...experiments.keeping import Keeping
    from ...experiments.result_set import ResultSet
    from ...logic.learning.rule_library import LearnedRule, RuleLibrary
    from ...logic.prover.in_swi import SwiDatabase

WHOLE = 1200
"""The priority of a term that stands alone."""


def _in_swi(path: str) -> SwiDatabase:
    """A trusted program, loaded into SWI-Prolog; its warnings go to stderr."""
    from ...logic.prover.in_swi import SwiDatabase

    database = SwiDatabase(path)
    note_warnings(database.program)
    return database


def explain_rules(path: str, names: Sequence[str], as_json: bool) -> int:
    """Explain the rules of a file, or those named; the exit code."""
    from ...logic.learning.rule_file import load_rules

    library = load_rules(path)
    known = {rule.name: rule for rule in library}
    for name in names:
        if name not in known:
            raise InputError(
                "no such rule",
                place=Place(path),
                expected=f"one of {', '.join(known)}",
                found=name,
            )
    return _explain(library, [known[name] for name in names] or list(library), as_json)


def explain_goal(
    path: str, texts: Sequence[str], operational: Sequence[str], algorithm: str, as_json: bool
) -> int:
    """Explain goals of a program: the proof, and the rule that follows; the exit code."""
    from ...logic.learning.learners import explain_goal as rule_of_goal
    from ...logic.learning.rule_library import RuleLibrary

    database = _in_swi(path) if trusted() else Database(program_of(path))
    program = database.program
    told = operational_goals(operational, program)
    goals = queries(texts, program, "example")
    with advising_one_goal(path), progress_over(len(goals), "explaining") as tick:
        found = []
        for goal in goals:
            found.append(rule_of_goal(database, goal, operational=told, algorithm=algorithm))
            tick(1)
    library = RuleLibrary(program, found)
    return _explain(library, found, as_json, database)


def _explain(
    library: RuleLibrary,
    rules: Sequence[LearnedRule],
    as_json: bool,
    database: Database | None = None,
) -> int:
    view = library_view(library, rules=rules, database=database)
    with progress_over(None, "cutting the tree of the proof at each level"):
        _ = view.data if as_json else view.parts
    present(view, as_json=as_json)
    return 0


def learn_logic(
    path: str,
    texts: Sequence[str],
    learner: str,
    algorithm: str,
    limits: Limits,
    *,
    operational: Sequence[str],
    output: str | None,
    certificate: str | None,
    as_json: bool,
) -> int:
    """Learn rules, print, keep and certify them; the exit code."""
    from ...experiments.designs.learn import check_rule_file
    from ...logic.learning.learners import learn_rules

    if output is not None:
        check_rule_file(output)
    program = program_of(path)
    told = operational_goals(operational, program)
    examples = queries(texts, program, "example")
    with advising_one_goal(path), progress_over(len(examples), "learning") as tick:
        found = learn_rules(
            program,
            examples,
            learner,
            operational=told,
            algorithm=algorithm,
            limits=limits,
            report=tick,
        )
    words = Operationality.of(program, told).words()
    return _told_and_kept(found, words, output, certificate, as_json=as_json)


def learn_moves(
    domain: BoardSource,
    files: Sequence[str],
    configuration: Configuration,
    *,
    macros: str | None,
    with_macros: bool,
    keep_going: bool,
    operational: Sequence[str],
    output: str | None,
    certificate: str | None,
    as_json: bool,
) -> int:
    """Learn macro-operators, print, keep and certify them; the exit code."""
    from ...experiments.asked import start_and_goal
    from ...experiments.designs.learn import check_rule_file, learn_from_moves
    from ...logic.learning.macros import criterion

    if output is not None:
        check_rule_file(output)
    program = domain.program
    assert isinstance(program, MoveProgram)
    told = operational_goals(operational, program.program)
    found = learn_from_moves(
        domain,
        start_and_goal(domain, files),
        configuration=configuration,
        macros=macros,
        with_macros=with_macros,
        keep_going=keep_going,
        operational=told,
        progress=progress_over,
    )
    words = criterion(program.program, told).words()
    return _told_and_kept(found, words, output, certificate, as_json=as_json)


def _told_and_kept(
    found: RuleLibrary,
    criterion_in_words: str,
    output: str | None,
    certificate: str | None,
    *,
    as_json: bool,
) -> int:
    """Print learned rules, write them and their certificates to files; the exit code."""
    from ...experiments.designs.reading_back import save_rules_and_read_back
    from ..views.logic import rules_view

    if output is not None and len(found):
        save_rules_and_read_back(found, output)  # before it is shown, so that | head keeps it
    present(rules_view(found, criterion_in_words), as_json=as_json)
    if not len(found):
        for kept in (output, certificate):
            if kept is not None:
                note(f"nothing was learned: {on_one_line(kept)} is not written")
        return EXIT_CODES["gave up"] if found.finished else interrupted(None)
    if output is None:
        note("not saved: -o FILE keeps the rules")
    else:
        note(f"{counted(len(found), 'rule')} in {on_one_line(output)}")
    uncertified = write_certificates(certificate, found.certificates()) if certificate else 0
    if not found.finished:
        return interrupted(None, "what was learned until then stands above")
    return uncertified


def compare_on_logic(
    path: str,
    texts: Sequence[str],
    macros: Sequence[str],
    algorithms: Sequence[str],
    configuration: Configuration,
    keeping: Keeping,
    *,
    in_order: str | None,
) -> ResultSet:
    """Prove the same goals under each condition."""
    from ...experiments.designs.compare import compare
    from ...experiments.designs.conditions import of_files
    from ...experiments.designs.in_order import compare_in_order

    known = None if in_order is None else read_indicator(in_order)
    program = program_of(path)
    problems = queries(texts, program, "problem")
    if known is not None:
        if macros or len(algorithms) > 1:
            raise InputError("--in-order learns by itself", expected="no --macros, one algorithm")
        return compare_in_order(
            program,
            problems,
            known,
            algorithm=(algorithms or (DEPTH_FIRST,))[0],
            limits=configuration.limits,
            keeping=keeping,
            progress=progress_over,
        )
    if not macros:
        raise InputError(
            "nothing to compare with",
            expected="--macros FILE of arcwise learn, or --in-order NAME/ARITY",
        )
    files = [one for one in macros if one != "none"]
    if not files:
        raise InputError("--macros none compares nothing", expected="a file of arcwise learn")
    return compare(
        program,
        problems,
        of_files(files),
        algorithms or None,
        configuration=configuration,
        keeping=keeping,
        progress=progress_over,
    )


def utility_of_rules(
    path: str,
    texts: Sequence[str],
    macros: str | None,
    algorithms: Sequence[str],
    configuration: Configuration,
    *,
    moves: bool,
    keeping: Keeping,
    output: str | None,
    csv_file: str | None,
    plot_data: str | None,
    as_json: bool,
) -> int:
    """Measure each rule of a file, keep those that save something, and present them; the exit code.

    The rules are those of a logic program or, if ``moves``, macro-operators of a program that makes moves.
    """
    from ...ebl.example_set import first_start
    from ...experiments.asked import start_and_goal
    from ...experiments.designs.learn import check_rule_file
    from ...experiments.designs.reading_back import save_rules_and_read_back
    from ...experiments.designs.utility.rules import rules_utility
    from ...experiments.store.run import csv_text, export_table
    from ..views.logic import rules_utility_view

    if macros is None:
        raise InputError("no rules", expected="--macros FILE of arcwise learn", found="none")
    if len(algorithms) > 1:
        raise InputError("several algorithms", expected="one", found=", ".join(algorithms))
    if output is not None:
        check_rule_file(output)
    try:
        if moves:
            if not is_prolog(path):
                raise InputError(
                    "macro-operators with conditions are for programs that define moves",
                    place=Place(macros),
                    expected="the program that they were learned from",
                    found=path,
                )
            if not texts:
                raise InputError(
                    "no problems",
                    expected="goals to prove, a file of problems, or a start and a goal, behind the program",
                    found="none",
                )
            domain = load_domain(path, start=first_start(texts[0]))
            asked: tuple[Any, Any] = domain, start_and_goal(domain, texts)
        else:
            program = program_of(path)
            asked = program, queries(texts, program, "problem")
        found = rules_utility(
            asked[0],
            macros,
            asked[1],
            algorithm=algorithms[0] if algorithms else None,
            configuration=configuration,
            keeping=keeping,
            progress=progress_over,
        )
    except KeyboardInterrupt:
        return interrupted(keeping.folder)
    if output is not None and len(found.left):
        save_rules_and_read_back(found.left, output)
    assert found.run is not None
    if plot_data is not None:
        write_text(plot_data, csv_text(export_table(found.run.measured)))
    present(rules_utility_view(found), as_json=as_json, csv_file=csv_file)
    note_deaths(found.run.searches)
    if output is not None and not len(found.left):
        note(f"no rule is left: {output} is not written")
    return 0
