"""Logic programs at the command line: ``explain`` of goals; ``learn``, ``compare`` and ``utility`` of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...experiments.board import load_domain
from ...logic.program.program import read_indicator
from ...logic.prover.prove import DEPTH_FIRST
from ...rules.errors import InputError, Place
from ...rules.read_domain import is_prolog
from ...rules.text.text_file import write_text
from .arguments import program_of, queries
from .budgeted import interrupted
from .console import progress_over
from .messages import note
from .present import note_deaths, present

if TYPE_CHECKING:
    from ...experiments.configuration import Configuration
    from ...experiments.keeping import Keeping
    from ...experiments.result_set import ResultSet

WHOLE = 1200
"""The priority of a term that stands alone."""


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
