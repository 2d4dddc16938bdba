"""A goal that is called again before it has an answer: then depth-first search would not come back."""

from __future__ import annotations

from typing import Any

from ...rules.term import Compound
from .built_ins import Args
from .variables import Fresh, ProofTerm, walked

MOST_SPELLED, MOST_GROUND, MOST_OPEN = 128, 10_000, 16
"""Greatest numbers of words of an argument that are compared, of subterms looked at for variables, and of variables."""


class WatchedGoal:
    """A goal under way, as it was when it was called.

    A variant of it that is called before it has an answer is its descendant: what led from one to the other leads on for
    ever. Which goal is watched changes as the search goes on (after Brent 1980).

    Parameters
    ----------
    inferences
        Goals that were called before.

    Attributes
    ----------
    predicate
        Predicate of the goal.
    height
        Number of choices below it; -1 while no goal is watched.
    number
        Number of goals that were watched so far.
    next, sooner
        Inferences at which another goal is watched; sooner if this one has ended.
    """

    def __init__(self, inferences: int) -> None:
        self.predicate: Any = None
        self.height = -1
        self.number = 0
        self.next = self.sooner = inferences + 32
        self._random = 1
        self._words: list[Any] = []
        self._variables: list[Fresh] = []
        self._work = 0
        self._kept: Args = ()  # so that no other object gets the place of one of them

    def begin(self, predicate: Any, args: Args, inferences: int) -> bool:
        """Watch a goal from now on; False of a goal that is too large."""
        self._random = (self._random * 1103515245 + 12345) & 0xFFFFFFFF
        self._words, self._variables, self._kept = [], [], args
        self._work = 0
        spelled = all(map(self._spell, args))
        # No period is met again and again.
        self.sooner = inferences + 32 + (self._random >> 16 & 63) + self._work
        self.next = 2 * inferences
        self.predicate = predicate if spelled else None
        self.number += spelled
        return spelled

    def meets(self, args: Args) -> bool:
        """Whether arguments are those of the goal, but for the names of variables, which have the same order."""
        words = iter(self._words)
        variables: list[Fresh] = []
        for arg in args:
            pending = [arg]
            while pending:
                one, word = walked(pending.pop()), next(words, None)
                if type(word) is _Argument:
                    if one is not word.term:
                        return False
                elif _word(one, variables) != word:
                    return False
                elif type(one) is Compound:
                    pending += one.args[::-1]
        if next(words, None) is not None or len(variables) != len(self._variables):
            return False
        order, known = (
            sorted(range(len(some)), key=lambda at: some[at].age)
            for some in (variables, self._variables)
        )
        return order == known

    def _spell(self, term: ProofTerm) -> bool:
        """Add the words of a term; of a large one without variables only the object. False of other large ones."""
        words, variables = self._words, self._variables
        start, known = len(words), len(variables)
        pending = [term]
        size = 0
        while pending:
            one = walked(pending.pop())
            self._work += 1
            if size > MOST_SPELLED:
                del words[start:], variables[known:]
                pending, seen = [term], 0
                while pending:
                    part = walked(pending.pop())
                    self._work += 1
                    seen += type(part) is not Fresh
                    if type(part) is Fresh or seen > MOST_GROUND:
                        return False
                    if type(part) is Compound:
                        pending += part.args[::-1]
                words.append(_Argument(walked(term)))
                return True
            words.append(_word(one, variables))
            size += 1 + (type(one) is float)
            if len(variables) > MOST_OPEN:
                return False
            if type(one) is Compound:
                pending += one.args[::-1]
        return True


class _Argument:
    """A large term without variables, which is known by its place."""

    def __init__(self, term: ProofTerm) -> None:
        self.term = term


def _word(term: ProofTerm, variables: list[Fresh]) -> Any:
    """A word that tells a term from others but for its arguments; a variable that is new joins the others."""
    kind = type(term)
    if kind is Fresh:
        place = next((at for at, one in enumerate(variables) if one is term), len(variables))
        if place == len(variables):
            variables.append(term)
        return place
    if kind is Compound:
        return term.functor, len(term.args)
    return kind, repr(term) if kind is float else term, None
