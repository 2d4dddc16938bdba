"""Whether one rule does what a sequence of rules does, found by trying all states that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random

from .boards import Rule, State, V, applied

MOST_TRIED = 3000
"""States that are tried of larger boards, instead of all."""


def carried_out(rules: Sequence[Rule], state: State) -> State | None:
    """Where the rules lead one after the other; None where one of them does not apply."""
    for rule in rules:
        found = applied(rule, state)
        if found is None:
            return None
        state = found
    return state


def telling_states(rules: Iterable[Rule], near: State, rng: Random) -> Iterator[State]:
    """States that tell rules apart: of all constants of the rules, and a symbol of its own for each cell.

    All of them where there are few, so that rules that agree on these agree everywhere; else random ones, most like
    ``near``.
    """
    constants = {t for r in rules for t in (*r.before, *r.after) if not isinstance(t, V)}
    symbols = [*sorted(constants, key=str), *(f"new {cell}" for cell in range(len(near)))]
    if len(symbols) ** len(near) <= MOST_TRIED:
        yield from product(symbols, repeat=len(near))
        return
    symbols += list(near)
    for _ in range(MOST_TRIED // 4):
        state = list(near)
        for cell in rng.sample(range(len(near)), rng.randint(0, len(near))):
            state[cell] = rng.choice(symbols)
        yield tuple(state)


def difference(rule: Rule, steps: Sequence[Rule], states: Iterable[State]) -> str:
    """A state in which a rule does not do what steps do, in words; nothing where there is none."""
    for state in states:
        said, true = applied(rule, state), carried_out(steps, state)
        if said != true:
            if true is None:
                return f"unsound: applies to {state}, where the steps cannot be made"
            if said is None:
                return (
                    f"not most general: does not apply to {state}, where the steps lead to {true}"
                )
            return f"unsound: leads from {state} to {said}, the steps to {true}"
    return ""
