"""The learners people know by name; packages add to them by the entry point ``arcwise.learners``, a process by `lend`.

Where none is named, the moves of the domain choose: a group, relations, windows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.record import record
from ...rules.registry import Importable, Registry, imported, travelling
from ...rules.states.permutation_group import MAX_CELLS
from ...rules.text.words import counted
from ...search.algorithms import ALGORITHMS
from ...search.climbing.board_permutations import BoardPermutations
from ...search.climbing.ordered import ordered_goal
from ..learner import Learner


class _Learners(Registry[Learner]):
    """The table: a row that is a class is had as an object with the options that it has by default."""

    def __getitem__(self, name: str) -> Learner:
        row = super().__getitem__(name)
        found = _usual(row) if isinstance(row, type) else row
        if found.name != name:
            raise InputError(
                f"learner {name} calls itself {found.name}",
                expected=f"a class with name = {name!r}",
                found=type(found).__qualname__,
            )
        return found


@cache
def _usual(kind: type[Learner]) -> Learner:
    return kind()


LEARNERS: Registry[Learner] = _Learners(
    "learner",
    {
        "each-path": Later("ebl.learners.examples", "EachPath"),
        "escapes": Later("ebl.learners.escapes", "Escapes"),
        "examples": Later("ebl.learners.examples", "Examples"),
        "focused": Later("ebl.learners.focused", "Focused"),
        "macro-table": Later("ebl.learners.macro_table", "MacroTable"),
        "maclearn": Later("ebl.learners.filtered", "MacLearn"),
        "morris": Later("ebl.learners.filtered", "Morris"),
        "oma": Later("planning.learning.chains", "Oma"),
        "pieces": Later("planning.learning.pieces", "Pieces"),
        "policy": Later("planning.learning.policy", "Policy"),
        "traps": Later("ebl.learners.traps", "FromFailures"),
        "rote": Later("logic.learning.learners", "Rote"),
        "lemmas": Later("logic.learning.learners", "Lemmas"),
        "unfold": Later("logic.learning.learners", "Unfold"),
        "failures": Later("logic.learning.learners", "Failures"),
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
    expected="a Learner, or a class of one",
    fits=lambda row: isinstance(row, Learner) or is_learner_class(row),
)
"""Every learner by name, with its options as they are by default; one is imported when it is asked for."""


def is_learner_class(row: object) -> bool:
    """Whether an object is a class of learners."""
    return isinstance(row, type) and issubclass(row, Learner)


@checked
def learner_of(asked: str | Learner | type[Learner], **options: Any) -> Learner:
    """The learner that is asked for, by its name or as it is; the table knows it from then on.

    Parameters
    ----------
    asked
        A name in `LEARNERS`, a learner, or a class of one.
    options
        Options that are not to be as they are.

    Raises
    ------
    InputError
        An unknown name, or that of an algorithm, by which the rows of a run are named too; another learner's name.
    """
    found = LEARNERS.find(asked) if isinstance(asked, str) else asked
    learner = found() if isinstance(found, type) else found
    learner = replace(learner, **options) if options else learner
    if algorithm := ALGORITHMS.named(learner.name):
        raise InputError(
            f"learner {learner.name} is called like algorithm {algorithm}",
            expected="a name that no algorithm has",
            remedy="another name in its class",
        )
    kind = type(learner)
    known = LEARNERS.named(learner.name) == learner.name and type(LEARNERS[learner.name]) is kind
    if not known and not LEARNERS.lend(learner.name, kind()):
        raise InputError(
            f"another learner is called {learner.name}",
            expected="a name that no learner has: name = ... in its class",
            found=f"{kind.__module__}.{kind.__qualname__}",
        )
    return learner


def learner_to_json(learner: Learner) -> dict[str, Any]:
    """Plain values from which another process makes a learner: its name, or the place of its class, and its options.

    Raises
    ------
    InputError
        A class that other processes cannot import.
    """
    lent = LEARNERS.is_lent(learner.name)
    where = travelling("learner", learner.name, type(learner)) if lent else None
    return {"name": learner.name, "options": learner.given, "where": where}


def learner_from_json(values: Mapping[str, Any]) -> Learner:
    """The learner of plain values."""
    options = {name: _hashable(value) for name, value in values["options"].items()}
    if values["where"] is None:
        return learner_of(values["name"], **options)
    kind: type[Learner] | None = imported(Importable(*values["where"]))
    return learner_of(kind or values["name"], **options)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@record
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
    related = domain.relations is not None and not domain.no_policy
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
