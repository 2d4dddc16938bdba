"""Threats: where different names may stand for one state variable, what a step makes may spoil what another one needs.

Cells never do. Atoms over parameters do: ``(clear ?x)`` and ``(clear ?y)`` are one where both parameters are the same
object. What can be done about it, such as asking for different objects, is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .reasons import FALSE, TRUE, Effect, Reason, Threat, Variable


def threats_to_need(
    makes: Sequence[Effect[Variable]], reason: Reason[Variable]
) -> Iterator[Threat[Variable]]:
    """Threats to a needed value: effects of steps between its producer and its consumer.

    Parameters
    ----------
    makes
        All that the earlier steps make, in order.
    reason
        The need.
    """
    needed = reason.needed
    value = needed.constant
    sources = (
        n for n, made in enumerate(makes) if (made.variable, made.value) == (needed.variable, value)
    )
    for made in makes[max(sources, default=-1) + 1 :]:
        if made.value != value:
            yield Threat((made, reason))


def threats_to_effects(makes: Sequence[Effect[Variable]]) -> Iterator[Threat[Variable]]:
    """Threats to an effect: effects of later steps that would undo it.

    Nothing spoils what becomes false: the whole deletes before it adds, as its steps do.
    """
    last = {made.variable: made for made in makes}
    for number, made in enumerate(makes):
        if made.value == TRUE and last[made.variable] is made:
            for later in makes[number + 1 :]:
                if later.value == FALSE:
                    yield Threat((made, later))
