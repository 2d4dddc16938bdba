"""``arcwise learn PROGRAM``: rules from examples of a logic program, macro-operators of one whose moves compute."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....ebl.logic.learners import learn_rules
from ....ebl.logic.macros import criterion
from ....ebl.logic.operationality import Operationality
from ....ebl.logic.rule_file import save_rules
from ....ebl.logic.rule_library import RuleLibrary
from ....experiments.configuration import Configuration
from ....experiments.designs.learn_moves import check_rule_file, learn_from_moves
from ....experiments.sized_domain import SizedDomain
from ....rules.errors import on_one_line
from ....rules.text.words import counted
from ....search.limits import Limits
from ....search.logic.moves import MoveProgram
from ...views.logic import rules_view
from ..certifying import write_certificates
from ..console import progress_over
from ..messages import EXIT_CODES, note
from ..present import present
from .program import operational_goals, program_of, queries


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
    if output is not None:
        check_rule_file(output)
    program = program_of(path)
    told = operational_goals(operational, program)
    examples = queries(texts, program, "example")
    with progress_over(len(examples), "learning") as tick:
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
    domain: SizedDomain,
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
    if output is not None:
        check_rule_file(output)
    if len(files) > 1 and not any(Path(one).suffix for one in files):
        note(
            f"{len(files)} starts, each to be solved to the goal of the program; a CSV file has pairs of start and goal"
        )
    program = domain.program
    assert isinstance(program, MoveProgram)
    told = operational_goals(operational, program.program)
    found = learn_from_moves(
        domain,
        list(files),
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
    present(rules_view(found, criterion_in_words), as_json=as_json)
    if not len(found):
        for kept in (output, certificate):
            if kept is not None:
                note(f"nothing was learned: {on_one_line(kept)} is not written")
        return EXIT_CODES["gave up"]
    if output is None:
        note("not saved: -o FILE keeps the rules")
    else:
        save_rules(found, output)
        note(f"{counted(len(found), 'rule')} in {on_one_line(output)}")
    if certificate is None:
        return 0
    return write_certificates(certificate, found.certificates())
