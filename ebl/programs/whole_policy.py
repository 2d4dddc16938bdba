"""A policy with all effects of its actions, from which programs are made."""

from __future__ import annotations

from ...rules.errors import InputError
from ...search.policy.rule import Policy
from ..library import MacroLibrary


def whole_policy(library: MacroLibrary) -> Policy:
    """The policy of a library.

    Raises
    ------
    InputError
        A policy of which an action does more under a condition than its own file says.
    """
    policy = library.policy
    assert policy is not None
    unknown = [name for name in policy.conditional if name not in policy.domain.by_name]
    if unknown:
        raise InputError(
            f"{unknown[0]} does more than the file of the policy says",
            expected="the domain after it: arcwise export POLICY.pl DOMAIN -o FILE",
        )
    return policy
