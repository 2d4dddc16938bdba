"""``arcwise compare PROGRAM --macros RULES``: what the rules of each learner change."""

from __future__ import annotations

from collections.abc import Sequence

from ....ebl.logic.rule_file import load_rules
from ....experiments.designs.compare_logic import compare_logic
from ....rules.errors import InputError
from ....search.limits import Limits
from ....search.logic.prove import DEPTH_FIRST
from ...views.logic import logic_comparison_view
from ..console import progress_over
from ..present import present
from .program import program_of, queries


def compare_on_logic(
    path: str,
    texts: Sequence[str],
    macros: str,
    algorithms: Sequence[str],
    limits: Limits,
    *,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Prove the same goals under each condition, and present them; the exit code."""
    program = program_of(path)
    problems = queries(texts, program, "problem")
    if macros == "none":
        raise InputError("--macros none compares nothing", expected="a file of arcwise learn")
    library = load_rules(macros, program)
    for algorithm in algorithms or (DEPTH_FIRST,):
        found = compare_logic(
            program, problems, library, algorithm=algorithm, limits=limits, progress=progress_over
        )
        present(logic_comparison_view(found), as_json=as_json, csv_file=csv_file)
    return 0
