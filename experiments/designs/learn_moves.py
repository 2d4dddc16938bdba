"""The design of ``arcwise learn`` for programs whose moves compute: an example's path becomes a rule with conditions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...ebl.logic.macros import MacroLearning, macro_program, path_goals
from ...ebl.logic.rule_file import load_rules, save_rules
from ...ebl.logic.rule_library import RuleLibrary
from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.errors import InputError, Place, on_one_line
from ...rules.term import Pattern, PrologTerm, Var
from ...rules.text.text_file import check_writable
from ...rules.text.words import counted
from ...search.logic.moves import MoveProgram
from ..configuration import Configuration
from ..progress import Progress, no_progress
from ..sized_domain import Named, SizedDomain
from ..sized_domain import domain as make_domain
from .compare import Problems, as_first_shows, problem_set


def program_of_moves(domain: Named, examples: Problems) -> SizedDomain | None:
    """The domain with the form of states of its first example, if a program that arcwise asks makes its moves; else None."""
    board = as_first_shows(domain, examples)
    return board if isinstance(board, SizedDomain) and board.clauses is not None else None


@checked
def learn_from_moves(
    domain: Named,
    examples: Problems,
    *,
    configuration: Configuration | None = None,
    macros: str | Path | RuleLibrary | None = None,
    with_macros: bool = False,
    keep_going: bool = False,
    operational: Iterable[PrologTerm] | None = None,
    output: str | Path | None = None,
    progress: Progress = no_progress,
) -> RuleLibrary:
    """Learn macro-operators of a program from training examples.

    Parameters
    ----------
    domain
        As for `learn`: a domain whose moves a program makes, asked by our own prover.
    examples
        As for `learn`.
    configuration
        How each example is searched; by default A*.
    macros
        Macro-operators that were learned before, or their file, which are kept in front of new ones.
    with_macros
        Whether the macros learned so far take part in the search of the next example.
    keep_going
        Whether faulty entries of a file are left out.
    operational
        Goals that rules may ask; by default built-in ones alone.
    output
        A Prolog file to write; not written where nothing was learned.
    progress
        Shows how far it is.

    Returns
    -------
    The rules with conditions, and what became of each example.

    Raises
    ------
    InputError
        Bad examples, a domain whose moves no program makes, an output that is no Prolog file.
    """
    board = program_of_moves(domain, examples) or make_domain(domain)
    if output is not None:
        check_rule_file(output)
    moves = board.program
    if not isinstance(moves, MoveProgram):
        raise InputError(
            "this learner is for programs that arcwise asks itself", place=Place(board.argument)
        )
    how = configuration or Configuration()
    told = None if operational is None else tuple(operational)
    if isinstance(macros, str | Path):
        macros = load_rules(macros, moves.program)
    known = () if macros is None else macros.rules
    learning = MacroLearning(moves.program, moves.step, told, known)
    found = problem_set(board, examples, training=True, keep_going=keep_going)
    with progress(len(found), f"learning on {moves.name}") as tick:
        for one in found:
            asked = board
            if with_macros and learning.rules:
                asked = board.asking(macro_program(moves, learning.library()))
            result = how.search(asked.problem(one.start, one.goal))
            if result.limit == "interrupt":
                break
            if result.solved:
                arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
                learning.take(path_goals(moves, one.start, arcs))
            else:
                shown = moves.step.goal(
                    moves.form.term_of(one.start), moves.form.term_of(_named(one.goal))
                )
                learning.unsolved(shown, result.summary())
            tick(1, counted(len(learning.rules), "macro"))
    library = learning.library()
    if output is not None and len(library):
        save_rules(library, output)
    return library


def check_rule_file(path: str | Path) -> None:
    """Raise InputError for a file in which rules cannot be kept."""
    if Path(path).suffix.lower() != ".pl":
        raise InputError(
            "rules are kept in a Prolog file", expected="FILE.pl", found=on_one_line(str(path))
        )
    check_writable(path)


def _named(goal: Pattern) -> Pattern:
    """A goal whose open cells have names that Prolog reads."""
    return tuple(
        Var(f"_{place}") if isinstance(one, Var) else one for place, one in enumerate(goal)
    )
