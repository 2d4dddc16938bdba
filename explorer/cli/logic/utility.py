"""``arcwise utility PROGRAM --macros RULES``: what each rule saves, and which are forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from ....ebl.logic.rule_file import load_rules, save_rules
from ....experiments.configuration import Configuration
from ....experiments.designs.utility.rules import RulesUtility, moves_utility, rules_utility
from ....experiments.keeping import Keeping
from ....rules.errors import InputError
from ....search.limits import Limits
from ....search.logic.prove import DEPTH_FIRST
from ...views.logic import rules_utility_view
from ..console import progress_over
from ..messages import note
from ..present import present
from .compare import interrupted
from .program import program_of, queries


def utility_of_rules(
    path: str,
    texts: Sequence[str],
    macros: str | None,
    algorithms: Sequence[str],
    limits: Limits,
    *,
    keeping: Keeping,
    output: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Measure each rule of a file, keep those that save something, and present them; the exit code."""
    if macros is None:
        raise InputError("no rules", expected="--macros FILE of arcwise learn", found="none")
    if len(algorithms) > 1:
        raise InputError("several strategies", expected="one", found=", ".join(algorithms))
    program = program_of(path)
    problems = queries(texts, program, "problem")
    library = load_rules(macros, program)
    try:
        found = rules_utility(
            library,
            problems,
            algorithm=(algorithms or (DEPTH_FIRST,))[0],
            limits=limits,
            keeping=keeping,
            progress=progress_over,
        )
    except KeyboardInterrupt:
        return interrupted(keeping.folder)
    return _presented(found, output, csv_file, as_json=as_json)


def utility_of_moves(
    path: str,
    files: Sequence[str],
    macros: str,
    algorithms: Sequence[str],
    configuration: Configuration,
    *,
    keeping: Keeping,
    output: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Measure each macro-operator of a program that makes moves, as rules are; the exit code."""
    if len(algorithms) > 1:
        raise InputError("several algorithms", expected="one", found=", ".join(algorithms))
    if len(files) != 1:
        raise InputError(
            "no problems",
            expected="a CSV file of problems behind the program",
            found=", ".join(files) or "none",
        )
    try:
        found = moves_utility(
            path,
            macros,
            files[0],
            algorithm=(algorithms or ("a-star",))[0],
            configuration=configuration,
            keeping=keeping,
            progress=progress_over,
        )
    except KeyboardInterrupt:
        return interrupted(keeping.folder)
    return _presented(found, output, csv_file, as_json=as_json)


def _presented(
    found: RulesUtility, output: str | None, csv_file: str | None, *, as_json: bool
) -> int:
    present(rules_utility_view(found), as_json=as_json, csv_file=csv_file)
    if output is not None and len(found.left):
        save_rules(found.left, output)
    elif output is not None:
        note(f"no rule is left: {output} is not written")
    return 0
