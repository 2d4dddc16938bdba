"""Generalization: from one explained path to the rule that holds wherever the same steps can be made.

The rule is the composition of the steps' arcs by unification, which is goal regression through the explanation
(Mitchell, Keller and Kedar-Cabelli 1986; DeJong and Mooney 1986): a constant stays exactly where some step's
precondition needs it, and two variables become one exactly where some step needs them equal.
"""

from __future__ import annotations

from ..rules.arc import Arc
from ..rules.errors import ArcwiseError
from ..rules.term import Pattern, canonical, rename_apart, substitute, unify
from .explanation import Explanation
from .macro import Macro


def compose(first: Arc, second: Arc) -> Arc | None:
    """The most general arc that does ``first`` and then ``second``, or None where they can never follow."""
    rule = _follow((first.before, first.after), second)
    if rule is None:
        return None
    return Arc(
        name=f"{first.name}+{second.name}",
        before=rule[0],
        after=rule[1],
        cost=first.cost + second.cost,
        steps=(*first.primitives, *second.primitives),
    )


def _follow(rule: tuple[Pattern, Pattern], arc: Arc) -> tuple[Pattern, Pattern] | None:
    before, after = rename_apart(rule, "_1")
    needed, made = rename_apart((arc.before, arc.after), "_2")
    unifier = unify(after, needed)
    if unifier is None:
        return None
    before, after = canonical(substitute(before, unifier), substitute(made, unifier))
    return before, after


def generalize(explanation: Explanation, name: str, origin: str = "") -> Macro:
    """The macro-operator that an explanation justifies.

    Parameters
    ----------
    explanation
        A path of one step or more.
    name
        What to call the macro.
    origin
        Where the training example stands.

    Raises
    ------
    ArcwiseError
        An explanation without steps.
    """
    if not explanation.steps:
        raise ArcwiseError("nothing to generalize: start and goal are the same state")
    arcs = explanation.arcs
    rule = arcs[0].canonical
    for number, arc in enumerate(arcs[1:], start=2):
        joined = _follow(rule, arc)
        if joined is None:
            raise ArcwiseError(f"step {number}: arc {arc.name} cannot follow the steps before it")
        rule = joined
    cost = sum(arc.cost for arc in arcs)
    return Macro(name, rule[0], rule[1], cost, arcs, explanation=explanation, origin=origin)
