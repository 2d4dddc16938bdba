"""A classic: a figure of a paper with what the paper claims, the commands that a person would type, and the verdict."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from itertools import pairwise

from ..designs.figures import NOT, REPRODUCED, Figure, Measured

SAME_SHAPE = "same shape"
"""The verdict where figures differ, or none could be read, but all that is claimed holds."""

COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}


NUMBER = re.compile(r"\d+(\.\d+)?")
"""A term of a claim that is no figure."""


@dataclass(frozen=True)
class PaperClaim:
    """A claim of a paper in words, with the test whether it holds.

    Parameters
    ----------
    words
        The claim.
    test
        Figures or numbers that are compared, such as ``work, rote < work, none``, in a chain if there are more than two; a factor
        stands before its figure: ``10 x macros``.
    """

    words: str
    test: str

    def holds(self, measured: Measured) -> bool:
        """Whether measured figures agree with it."""
        values = [_value(term, measured) for term in self._terms[::2]]
        signs = [COMPARED[sign] for sign in self._terms[1::2]]
        return all(sign(*pair) for sign, pair in zip(signs, pairwise(values), strict=True))

    def told(self, measured: Measured) -> bool:
        """Whether all its figures were measured, as in full they are."""
        names = (term.rpartition(" x ")[2] for term in self._terms[::2])
        return all(name in measured or NUMBER.fullmatch(name) for name in names)

    @property
    def _terms(self) -> list[str]:
        """Figures, with the signs between them."""
        return re.split(r" (<=|>=|<|>|=) ", self.test)


def _value(term: str, measured: Measured) -> float:
    factor, times, name = term.rpartition(" x ")
    if times:
        return float(factor) * float(measured[name])
    return float(measured.get(term, term))


@dataclass(frozen=True, kw_only=True)
class Classic(Figure):
    """A result of a paper; `text` is its authors and year, `what` what is claimed, in a sentence.

    Parameters
    ----------
    name
        What it is called at the command line.
    paper
        Title and place.
    claims
        What is compared besides figures, or in their place where none could be read.
    otherwise
        The same in another measure or another reading of what the paper leaves open; shown, and no part of the verdict.
    commands
        Commands of arcwise that measure the same, as a person types them.
    assumed
        What the paper leaves open, or was not read, and what was taken instead.
    """

    name: str
    paper: str
    claims: tuple[PaperClaim, ...] = ()
    otherwise: tuple[PaperClaim, ...] = ()
    commands: tuple[str, ...] = ()
    assumed: str = ""

    def verdict(self, measured: Measured) -> str:
        """Reproduced, if all figures are equal and all claims hold; same shape, if all claims hold; else not."""
        held = all(claim.holds(measured) for claim in self.claims)
        if held and self.expected and super().verdict(measured) == REPRODUCED:
            return REPRODUCED
        return SAME_SHAPE if held and self.claims else NOT

    def reason(self, measured: Measured) -> str:
        """Why the verdict is what it is: which figures differ, and which claims hold."""
        other = [name for name, value in self.expected.items() if measured.get(name) != value]
        differ = "all of them" if len(other) == len(self.expected) else ", ".join(other)
        said = [f"other figures: {differ}"] if other else []
        if not self.expected:
            said.append("no figure of the paper was at hand; its claims are compared")
        said.extend(f"{_held(claim, measured)}: {claim.words}" for claim in self.claims)
        return "; ".join(said) or "all figures are equal"

    def fails(self, measured: Measured) -> list[str]:
        """The claims that do not hold, in words."""
        return [claim.words for claim in self.claims if not claim.holds(measured)]

    def other_reading(self, measured: Measured) -> str:
        """Which of the other readings hold; empty where the row has none, or none was measured."""
        told = (claim for claim in self.otherwise if claim.told(measured))
        return "; ".join(f"{_held(claim, measured)}: {claim.words}" for claim in told)

    def rests_on_reading(self, measured: Measured) -> bool:
        """Whether all claims hold, but not every other reading."""
        return not self.fails(measured) and any(
            claim.told(measured) and not claim.holds(measured) for claim in self.otherwise
        )


def _held(claim: PaperClaim, measured: Measured) -> str:
    return "holds" if claim.holds(measured) else "DOES NOT HOLD"
