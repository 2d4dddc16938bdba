"""A policy as one Prolog file that solves problems in plain SWI-Prolog: its macro file, and a program that follows the rules."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from ...rules.checked import checked
from ...search.policy.rule import Policy
from ..files.action_terms import rule_terms
from ..files.facts import fact_text
from ..files.macro_file import library_text
from ..library import MacroLibrary
from .whole_policy import whole_policy

PARTS = ("main", "rules", "problem", "world", "goals", "achieve", "achievers", "walk")
"""The program in the order in which it is read; what search/policy does stands in the files with the same names."""


@checked
def prolog_program(library: MacroLibrary) -> str:
    """The file, which is a macro file too.

    Parameters
    ----------
    library
        A policy.

    Raises
    ------
    InputError
        As `whole_policy` does.
    """
    policy = whole_policy(library)
    folder = files(__package__).joinpath("follow")
    parts = (folder.joinpath(f"{one}.pl").read_text(encoding="utf-8") for one in PARTS)
    return "\n".join((library_text(library), *_cases(policy), "", *parts))


def _cases(policy: Policy) -> Iterator[str]:
    """Facts for actions with conditional effects, ``action_case(Name, Size, Over, Before, After, Cost)``, in order.

    Of the parameters the first, as many as ``Size`` says, are those of the action.
    """
    yield ":- discontiguous action_case/6."
    yield ":- dynamic action_case/6."
    for name in policy.conditional:
        action = policy.domain.by_name[name]
        for case in action.cases:
            yield fact_text("action_case", name, len(action.parameters), *rule_terms(case))
