"""Which learner goes with which problems and which macro file; what does not go together is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...ebl.files.macro_file import load_macros, over_parameters
from ...ebl.learner import Learner
from ...ebl.learners.choosing import ChosenLearner, choose_learner
from ...ebl.learners.learner_table import LEARNERS
from ...ebl.learners.policy import POLICY
from ...ebl.library import MacroLibrary
from ...rules.domains.domain_table import read_built_in
from ...rules.errors import InputError, Place
from ...rules.pddl.read_task import load_task
from ...rules.read_domain import PDDL, has_problem_files
from ...search.orders import GIVEN, Order, in_words
from ..keeping import Keeping
from ..sized_domain import SizedDomain
from .compare import Problems

FROM_EXAMPLES = "examples"
"""The learner that takes training examples."""

FROM_PLANS = "pieces"
"""That of PDDL problems."""


EXAMPLES = "a file of training examples, such as a CSV file of starts and goals"


def usual_learner(
    domain: SizedDomain,
    examples: Problems | None = None,
    output: str | Path | None = None,
    *,
    pieces: str | None = None,
) -> ChosenLearner:
    """Choose the learner where none is named.

    Parameters
    ----------
    domain, examples, output
        As for `learn`.
    pieces
        What else is asked for that macros made of pieces of plans have, such as a trial or several processes; None for
        nothing.

    Raises
    ------
    InputError
        A theory that is no list of arcs, a PDDL domain, and what `choose_learner` refuses, where there are no examples.
    """
    if not has_problem_files(domain.argument):
        if examples is not None:
            return ChosenLearner(FROM_EXAMPLES, "there are training examples to learn from")
        domain.arcs_only("practice")
        try:
            return choose_learner(replace(domain, arcs=False).domain, domain.shape)
        except InputError as error:
            if error.remedy is None:  # examples would not help either
                raise
            raise InputError(
                "nothing to learn from", expected=EXAMPLES, found=error.problem
            ) from None
    if examples is None:
        raise _no_problems(domain.argument)
    files = examples if isinstance(examples, list | tuple) else (examples,)
    problems = [one for one in files if isinstance(one, str | Path) and _is_pddl(one)]
    asked = pieces
    if output is not None and _is_pddl(output):
        asked = f"{output} to write"
    elif len(problems) < len(files):
        other = next(one for one in files if not (isinstance(one, str | Path) and _is_pddl(one)))
        asked = f"the plan {other}" if isinstance(other, str | Path) else "what is no PDDL file"
    if asked is not None:
        return ChosenLearner(FROM_PLANS, f"with {asked}, macros are made of pieces of plans")
    beyond = load_task(domain.domain.relations, problems[0]).beyond_atoms
    if beyond:
        why = f"rules of a policy are for goals that actions add, and the problems have {beyond}"
        return ChosenLearner(FROM_PLANS, f"{why}; macros are made of pieces of plans")
    return ChosenLearner(
        "policy",
        f"the moves of {domain.domain.name} are described by relations; rules over parameters are followed in every size "
        "without search",
    )


def _no_problems(domain: str) -> InputError:
    return InputError(
        "nothing to learn from", place=Place(domain), expected="problems: PROBLEM.pddl ..."
    )


def _is_pddl(path: str | Path) -> bool:
    return Path(path).suffix.lower() == PDDL


def check_learner(
    domain: str, examples: Problems | None, name: str, where: Keeping, *, with_macros: bool
) -> None:
    """Refuse what does not go together.

    Raises
    ------
    InputError
        Such things.
    """
    if not LEARNERS.find(name).from_examples:
        if examples is not None:
            raise InputError(
                f"learner {name} practises problems of its own",
                found=" ".join(map(str, examples))
                if isinstance(examples, tuple)
                else str(examples),
                remedy=f"--learner policy or {FROM_PLANS}"
                if has_problem_files(domain)
                else f"either the examples or --learner {name}",
            )
        if LEARNERS[name].builds_on:
            _refuse_several(
                where, f"learner {name} builds on what it learned from the problem before"
            )
    elif examples is None:
        if has_problem_files(domain):
            raise _no_problems(domain)
        if LEARNERS[name] == POLICY:
            _refuse_several(where, f"learner {name} builds on what it learned before")
            return
        if LEARNERS[name].lifted:
            raise InputError(
                f"learner {name} learns from PDDL problems",
                found=domain,
                remedy=f"arcwise learn DOMAIN.pddl PROBLEM.pddl ... --learner {name}",
            )
        raise InputError(
            "nothing to learn from",
            expected=f"{EXAMPLES}, or another learner",
            remedy=f"arcwise learn {domain}" if read_built_in(domain) is not None else None,
        )
    elif LEARNERS[name] == POLICY and read_built_in(domain) is not None:
        raise InputError(
            f"learner {name} makes problems of a board itself",
            found=f"training examples for {domain}",
            remedy=f"a board alone, such as arcwise learn hanoi:3x4 --learner {name}",
        )
    elif LEARNERS[name].lifted != has_problem_files(domain):
        raise InputError(
            f"learner {name} is for {'PDDL domains' if LEARNERS[name].lifted else 'boards'}",
            found=domain,
            remedy=f"--learner {FROM_PLANS if has_problem_files(domain) else FROM_EXAMPLES}",
        )
    if with_macros:
        _refuse_several(where, "--with-macros searches one example after the other")


def _refuse_several(where: Keeping, why: str) -> None:
    """Refuse several searches at once where each waits for the one before it."""
    if (where.jobs or 1) > 1 or where.cluster is not None:
        found = f"--jobs {where.jobs}" if where.cluster is None else f"--cluster {where.cluster}"
        raise InputError(why, found=found, remedy=f"leave out {found}")


def check_kind_of_file(learner: Learner, path: str | Path, text: str | None) -> None:
    """Refuse a file that is no policy, where a policy is to be learned on.

    Raises
    ------
    InputError
        Such a file.
    """
    if learner == POLICY and not over_parameters(path):
        raise InputError(
            f"macros for {load_macros(path, text=text).domain.name}; a policy is expected",
            place=Place(str(path)),
            expected="a file that --learner policy wrote",
            remedy="leave out --macros",
        )


def check_macros_fit(
    learner: Learner, found: MacroLibrary, path: str | Path, order: Order | None
) -> None:
    """Refuse macros of a file that a learner cannot go on from.

    Parameters
    ----------
    order
        The order of subgoals that was asked for, if any.

    Raises
    ------
    InputError
        Such macros.
    """
    if found.policy is not None and learner != POLICY:
        raise InputError(
            "a policy and other macros do not mix",
            place=Place(str(path)),
            remedy="--learner policy",
        )
    other = next((one.name for one in found if one.purpose is None), None)
    if other is not None and learner == POLICY:
        raise InputError(
            "a policy and other macros do not mix",
            place=Place(str(path)),
            expected="a file that --learner policy wrote",
            found=f"macro {other}, which is no rule for a goal",
            remedy="leave out --macros",
        )
    if found.table != learner.table:
        raise InputError(
            "macro tables and other macros do not mix",
            place=Place(str(path)),
            expected="macros of a table" if learner.table else "no macro table",
        )
    if order not in (None, found.order):
        raise InputError(
            "these macros are for another order of subgoals",
            place=Place(str(path)),
            expected=in_words(found.domain, order or GIVEN),
            found=in_words(found.domain, found.order),
            remedy="leave out --subgoals",
        )
