"""Whether learning pays, in words, with the evidence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...rules.checked import checked
from .estimate import ENOUGH, Estimate, Pair, solved

PAYS, DOES_NOT_PAY = "pays", "does not pay"
NO_DIFFERENCE, TOO_FEW = "no difference", "too few problems"

WORK = {"operator_applications": "primitive operator applications", "generated": "successors"}

MARGIN = 0.02
"""A change of work within 2 % either way is no difference."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement on what learning changed for one configuration.

    Parameters
    ----------
    word
        ``pays``, ``does not pay``, ``no difference`` or ``too few problems``.
    evidence
        The figures that it rests on, in words.
    """

    word: str
    evidence: str

    @property
    def good(self) -> bool | None:
        """Whether learning pays; None where that is open or makes no difference."""
        return {PAYS: True, DOES_NOT_PAY: False}.get(self.word)

    def __str__(self) -> str:
        return f"{self.word}: {self.evidence}"


def word_for(ratio: float, interval: tuple[float, float] | None) -> str:
    """The word for a ratio of work: its whole interval has to be on one side of 1, or close around it."""
    low, high = interval or (ratio, ratio)
    if high < 1 - MARGIN:
        return PAYS
    if low > 1 + MARGIN:
        return DOES_NOT_PAY
    if low >= 1 - MARGIN and high <= 1 + MARGIN:
        return NO_DIFFERENCE
    return TOO_FEW


@checked
def judge(pairs: Collection[Pair], estimates: Mapping[str, Estimate]) -> Verdict:
    """Judge by the problems solved, then by primitive operator applications, the work that a macro cannot hide.

    Fast Downward does not count these: there successors count, each made by one step whatever its operator.

    Where both times equally many problems were solved, the whole interval of the ratio of the work decides. If the
    interval of the time lies wholly on the other side of 1, there is no difference to rely on, and the evidence says both.
    With fewer than five problems, or an interval that reaches over both sides, there are too few. A problem of which a
    search never began, because a limit was reached while what it needs was made, is left out, and the evidence says so.

    Parameters
    ----------
    pairs
        The problems that were searched both times.
    estimates
        What they say, by property: ``operator_applications``, and what else is known.
    """
    began = [pair for pair in pairs if pair.began]
    found = _judged(began, estimates)
    if left_out := len(pairs) - len(began):
        words = f"{found.evidence}; {left_out} not counted, not ready to be searched both times"
        return Verdict(found.word, words)
    return found


def _judged(pairs: Collection[Pair], estimates: Mapping[str, Estimate]) -> Verdict:
    if not pairs:
        return Verdict(TOO_FEW, "no problem was searched both times")
    problems, (before, after) = len(pairs), solved(pairs)
    counts = f"{after} of {problems} problems solved with what was learned, {before} without"
    if before != after:
        word = PAYS if after > before else DOES_NOT_PAY
        return Verdict(word if problems >= ENOUGH else TOO_FEW, counts)
    known = [estimates[name] for name in WORK if name in estimates]
    work = next((one for one in known if one.ratio is not None), None)
    if work is None or work.ratio is None:
        return Verdict(TOO_FEW, f"none of {problems} problems was solved both times with work")
    evidence = "; ".join(_evidence(work, estimates))
    if work.problems < ENOUGH:
        return Verdict(TOO_FEW, evidence)
    word = word_for(work.ratio, work.interval)
    time = estimates.get("elapsed")
    if time is not None and time.ratio is not None:
        said = {word, word_for(time.ratio, time.interval)}
        if said == {PAYS, DOES_NOT_PAY}:
            return Verdict(NO_DIFFERENCE, f"work and time disagree; {evidence}")
    return Verdict(word, evidence)


def _evidence(work: Estimate, estimates: Mapping[str, Estimate]) -> list[str]:
    parts = [f"{factor(work.ratio)} {WORK[work.name]}"]
    if work.interval:
        parts[0] += f" (95% interval {work.interval[0]:.2f} to {work.interval[1]:.2f})"
    parts[0] += f" over {work.problems} problem{'s' if work.problems != 1 else ''}"
    for name, words in (
        ("expanded", "expansions"),
        ("moves", "moves per solution"),
        ("elapsed", "time"),
    ):
        found = estimates.get(name)
        if found is not None and found.ratio is not None and abs(found.ratio - 1) > 0.005:
            parts.append(f"{factor(found.ratio)} {words}")
    return parts


def factor(ratio: float | None) -> str:
    """A ratio in words: ``0.56 times the``."""
    return "no" if ratio is None else f"{ratio:.2f} times the"
