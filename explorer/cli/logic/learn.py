"""``arcwise learn PROGRAM``: rules from examples of a logic program."""

from __future__ import annotations

from collections.abc import Sequence

from ....ebl.logic.learners import learn_rules
from ....ebl.logic.operationality import Operationality
from ....ebl.logic.rule_file import save_rules
from ....ebl.logic.rule_library import RuleLibrary
from ....rules.errors import InputError, on_one_line
from ....rules.text.state_text import counted
from ....rules.text.text_file import check_writable
from ....search.limits import Limits
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
        check_writable(output)
        if not output.endswith(".pl"):
            raise InputError("rules are kept in a Prolog file", expected="-o FILE.pl", found=output)
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
    present(rules_view(found, Operationality.of(program, told).words()), as_json=as_json)
    return keep_rules(found, output, certificate)


def keep_rules(found: RuleLibrary, output: str | None, certificate: str | None) -> int:
    """Write learned rules and their certificates to files; the exit code."""
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
