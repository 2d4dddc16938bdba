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
from ..learner import Learner, Option


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
        A name in `LEARNERS`, perhaps with options, such as ``maclearn(filters=pays, reach=10)``; a learner, or a class of one.
    options
        Options that are not to be as they are.

    Raises
    ------
    InputError
        An unknown name, or that of an algorithm, by which the rows of a run are named too; another learner's name.
    """
    if isinstance(asked, str) and asked.count("(") != asked.count(")"):
        raise InputError(
            "a bracket of a learner's options has no other",
            expected="such as maclearn(filters=pays, reach=10)",
            found=repr(asked),
        )
    if isinstance(asked, str) and asked.endswith(")"):
        name, _, inside = asked[:-1].partition("(")
        return learner_of(
            name.strip(), **{**_read_options(LEARNERS.find(name.strip()), inside), **options}
        )
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


def names_in(text: str) -> list[str]:
    """Names of learners in a text with commas between them, each perhaps with options.

    Examples
    --------
    >>> names_in("maclearn(filters=pays, reach=10), traps")
    ['maclearn(filters=pays, reach=10)', 'traps']
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [one.strip() for one in parts if one.strip()]


def _read_options(learner: Learner, text: str) -> dict[str, Any]:
    """Options as a person writes them, ``reach=10, filters=pays+short``.

    Raises
    ------
    InputError
        An option that the learner has not, one without a value, or a value that it cannot have.
    """
    known = {one.name: one for one in learner.options()}
    known |= {one.typed.replace("-", "_"): one for one in known.values() if one.typed}
    found: dict[str, Any] = {}
    for part in names_in(text):
        name, equals, value = (one.strip() for one in part.partition("="))
        one = known.get(name.replace("-", "_"))
        if one is None or not equals or one.name in found:
            raise InputError(
                f"bad option of learner {learner}",
                expected=f"NAME=VALUE, each once: {', '.join(sorted(known))}",
                found=part,
            )
        found[one.name] = _read_value(one, value, f"{name} of learner {learner}")
    return found


def _read_value(option: Option, text: str, spelled: str) -> Any:
    """The value of an option; several have ``+`` between them."""
    if option.default is None and text.lower() == "none":
        return None
    if option.flag:
        if text.lower() not in ("true", "false"):
            raise InputError(f"bad {spelled}", expected="true or false", found=text)
        return text.lower() == "true"
    if option.whole:
        if not text.isdecimal():  # a number that is too small is refused by the learner
            raise InputError(f"bad {spelled}", expected=f"{option.least} or more", found=text)
        return int(text[:MOST_DIGITS])
    if option.several:
        return tuple(text.split("+"))
    return text.replace("+", ",") if option.read is None else option.read(text.replace("+", ","))


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


MOST_DIGITS = 18
"""Digits of a number that a learner may be given."""


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
