"""``arcwise compare PROGRAM --macros RULES``: what the rules of each learner change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ....ebl.logic.rule_file import load_rules
from ....experiments.designs.compare_logic import compare_logic
from ....experiments.designs.logic_in_order import compare_in_order
from ....experiments.keeping import Keeping
from ....rules.errors import InputError
from ....rules.logic.program import read_indicator
from ....search.limits import Limits
from ....search.logic.prove import DEPTH_FIRST
from ...views.logic import logic_comparison_view
from ..budgeted import exit_code_of, interruption
from ..console import progress_over
from ..messages import note
from ..present import present
from .program import program_of, queries


def compare_on_logic(
    path: str,
    texts: Sequence[str],
    macros: str | None,
    algorithms: Sequence[str],
    limits: Limits,
    keeping: Keeping,
    *,
    in_order: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Prove the same goals under each condition, and present them; the exit code."""
    program = program_of(path)
    problems = queries(texts, program, "problem")
    if in_order is not None:
        if macros is not None or len(algorithms) > 1:
            raise InputError("--in-order learns by itself", expected="no --macros, one algorithm")
        compared = compare_in_order(
            program,
            problems,
            read_indicator(in_order),
            algorithm=(algorithms or (DEPTH_FIRST,))[0],
            limits=limits,
            keeping=keeping,
            progress=progress_over,
        )
        present(logic_comparison_view(compared), as_json=as_json, csv_file=csv_file)
        return 0 if compared.finished else interrupted(None)
    if macros is None:
        raise InputError(
            "nothing to compare with",
            expected="--macros FILE of arcwise learn, or --in-order NAME/ARITY",
        )
    if macros == "none":
        raise InputError("--macros none compares nothing", expected="a file of arcwise learn")
    library = load_rules(macros, program)
    for turn, algorithm in enumerate(algorithms or (DEPTH_FIRST,)):
        found = compare_logic(
            program,
            problems,
            library,
            algorithm=algorithm,
            limits=limits,
            keeping=replace(keeping, resume=True) if turn and keeping.folder else keeping,
            progress=progress_over,
        )
        present(logic_comparison_view(found), as_json=as_json, csv_file=csv_file)
        if not found.finished:
            return interrupted(keeping.folder)
    return 0


def interrupted(folder: str | Path | None) -> int:
    """Tell how an interrupted run goes on; the exit code."""
    note(interruption() if folder is None else f"{interruption()}: what was finished is kept")
    if folder is not None:
        note(f"--run {folder} --resume goes on with the rest")
    return exit_code_of("interrupt")
