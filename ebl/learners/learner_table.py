"""The learners people know by name; packages add to them by the entry point ``arcwise.learners``.

Where none is named, the moves of the domain choose: a group, relations, windows.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.registry import Registry
from ...rules.states.permutation_group import MAX_CELLS
from ...rules.text.words import counted
from ...search.climbing.board_permutations import BoardPermutations
from ...search.climbing.ordered import ordered_goal
from ..learner import Learner

LEARNERS: Registry[Learner] = Registry(
    "learner",
    {
        "each-path": Later("ebl.learners.examples", "EACH_PATH"),
        "escapes": Later("ebl.learners.escapes", "ESCAPES"),
        "examples": Later("ebl.learners.examples", "EXAMPLES"),
        "focused": Later("ebl.learners.focused", "FOCUSED"),
        "macro-table": Later("ebl.learners.macro_table", "MACRO_TABLE"),
        "pieces": Later("ebl.learners.pieces", "PIECES"),
        "policy": Later("planning.learning.policy", "POLICY"),
    },
    "arcwise.learners",
    {
        "each": "each-path",
        "paths": "each-path",
        "escape": "escapes",
        "example": "examples",
        "focus": "focused",
        "korf": "macro-table",
        "table": "macro-table",
        "piece": "pieces",
        "plans": "pieces",
    },
    expected="a Learner",
    fits=lambda row: isinstance(row, Learner),
)
"""Every learner by name; one is imported when it is asked for."""


@dataclass(frozen=True)
class ChosenLearner:
    """A learner that was chosen, and why.

    Parameters
    ----------
    name
        Its name in `LEARNERS`.
    why
        The reason in words.
    """

    name: str
    why: str

    def __str__(self) -> str:
        return f"learner {self.name}: {self.why}"


@checked
def choose_learner(domain: Domain, shape: Shape) -> ChosenLearner:
    """Choose the learner that practises a domain, by properties of its moves and not by its name.

    A macro table, where the moves generate a group: each rearranges the cells whatever is in them, and some moves undo it. A
    policy, where the moves are described by relations. Escapes, where the moves of small boards are those of larger ones, and
    on boards of one size that have no table. Nothing is searched for the choice: the moves of one board are looked at.

    Parameters
    ----------
    domain, shape
        The boards.

    Raises
    ------
    InputError
        A domain that cannot be practised: without a goal of its own, with several, with one that cannot be climbed to, or
        with moves that change nothing.

    Examples
    --------
    >>> from arcwise.rules.domains.domain_table import read_built_in
    >>> [choose_learner(*read_built_in(name)).name for name in ("cube:2", "blocks:4", "sliding-tile:3x3")]
    ['macro-table', 'policy', 'escapes']
    """
    goal, name = domain.goal(shape), domain.spell(shape)
    permutations = _permutations(domain, shape)
    if isinstance(permutations, BoardPermutations):
        same = tuple(range(len(goal)))
        if all(to == same for to in permutations.goes):
            raise InputError(f"no move of {name} changes a state: there is nothing to learn")
    related = domain.relations is not None
    if (
        isinstance(permutations, BoardPermutations)
        and permutations.home < 0
        and (not related or len(goal) <= MAX_CELLS)
    ):
        moves = counted(len(permutations.steps), "move")
        generate = "generates" if len(permutations.steps) == 1 else "generate"
        return ChosenLearner(
            "macro-table",
            f"the {moves} of {name} {generate} a group: each rearranges the cells, whatever is in them, and can be undone; "
            "a full table, with macros for every cell and place, solves every state that the goal leads to",
        )
    if related:
        return ChosenLearner(
            "policy",
            f"the moves of {name} are described by relations; rules over parameters are followed in every size without search",
        )
    if windows_transfer(domain, shape):
        sizes = ", ".join(domain.spell(one) for one in domain.practice(shape))
        return ChosenLearner(
            "escapes",
            f"the moves of {domain.name} are the same on boards of every size; macros learned on {sizes} hold on other boards",
        )
    if isinstance(permutations, BoardPermutations):
        return ChosenLearner(
            "macro-table",
            f"each move of {name} rearranges the cells and can be undone, the blank apart, and no smaller board has the "
            "same moves; a full table, with macros for every cell and place, solves every state that the goal leads to",
        )
    ordered_goal(domain, shape)  # what practice cannot aim at is said before anything is begun
    return ChosenLearner(
        "escapes",
        f"{name} has no macro table ({permutations}), and no smaller board has the same moves; macros that lead out of local "
        "minima of climbing are learned on it",
    )


def windows_transfer(domain: Domain, shape: Shape) -> bool:
    """Whether a board has the moves of the smallest practice board, at more places."""
    schemas = domain.schemas(shape)
    if domain.macros_for != "windows" or any(schema.window == shape for schema in schemas):
        return False
    return set(domain.schemas(domain.practice(shape)[0])) == set(schemas)


def _permutations(domain: Domain, shape: Shape) -> BoardPermutations | str:
    """The moves as permutations; of others, which have no macro table, what they are in words."""
    try:
        return BoardPermutations.of(domain, shape, domain.goal_state(shape))
    except InputError as error:
        return error.found or error.problem
