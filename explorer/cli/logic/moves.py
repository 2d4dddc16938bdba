"""``arcwise learn PROGRAM EXAMPLES``: macro-operators of a program whose moves compute."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....ebl.logic.macros import criterion
from ....experiments.configuration import Configuration
from ....experiments.designs.learn_moves import learn_from_moves
from ....experiments.sized_domain import SizedDomain
from ....rules.errors import InputError
from ....rules.text.text_file import check_writable
from ....search.logic.moves import MoveProgram
from ...views.logic import rules_view
from ..console import progress_over
from ..messages import note
from ..present import present
from .learn import keep_rules
from .program import operational_goals


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
        check_writable(output)
        if not output.endswith(".pl"):
            raise InputError("rules are kept in a Prolog file", expected="-o FILE.pl", found=output)
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
    present(rules_view(found, criterion(program.program, told).words()), as_json=as_json)
    return keep_rules(found, output, certificate)
