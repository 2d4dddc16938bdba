"""Goals of a program that is named proved, as the shell does."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from ..ebl.files.macro_file import load_library
from ..rules.checked import checked
from ..rules.source import EVERYWHERE
from ..rules.term import PrologTerm
from ..rules.trust import proved_by_swi
from ..search.macros import Rules
from .program.program import LogicProgram
from .program.read_program import load_program, read_goal
from .prover.prove import ProofResult
from .prover.prove import prove as search_proofs


@checked
def prove(
    program: str | Path | LogicProgram,
    goal: str | PrologTerm,
    algorithm: str = "depth-first",
    *,
    macros: str | Path | Rules | None = None,
    use: str = EVERYWHERE,
    **options: Any,
) -> ProofResult:
    """Search for proofs of a goal that is named, as ``arcwise solve PROGRAM GOAL`` does.

    Parameters
    ----------
    program
        A logic program, or its ``.pl`` file, whose goals SWI-Prolog proves if it is trusted.
    goal
        Text such as ``grandparent(X, tom)``, or a term.
    algorithm
        ``depth-first`` and others, as for `arcwise.logic.prover.prove`.
    macros
        Learned rules for the program, or their file.
    use
        Where they are used: for every goal, or at the ``root`` of a proof alone.
    options
        ``answers``, 1 unless another number or None for all is given, ``limits``, ``proofs``, ``engine`` and ``report``, as for
        `arcwise.logic.prover.prove`.

    Raises
    ------
    InputError
        What cannot be read, and what the search refuses.

    Examples
    --------
    >>> from arcwise.logic.program import read_program
    >>> program = read_program("p(1). p(2). q(X) :- p(X), X > 1.")
    >>> prove(program, "q(X)").summary()
    'solved: 1 answer, 4 inferences, depth-first'
    """
    if not isinstance(program, LogicProgram) and proved_by_swi(
        options.get("engine", "auto"), macros
    ):
        from .prover.in_swi import SwiDatabase

        database = SwiDatabase(str(program))
        asked = read_goal(goal, database.program, known=False) if isinstance(goal, str) else goal
        return search_proofs(database, asked, algorithm, **{**options, "engine": "swi"})
    read = program if isinstance(program, LogicProgram) else load_program(program)
    asked = read_goal(goal, read) if isinstance(goal, str) else goal
    if isinstance(macros, str | Path):
        library: Any = load_library(macros, read)
        macros = library
    if macros is None:
        whole = read
    elif use == EVERYWHERE:
        whole = cast(Rules, macros).learned_program
    else:
        whole = cast(Any, macros).program_in(use)
    return search_proofs(whole, asked, algorithm, **options)
