"""Whether learning paid, in words, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass

from .comparison import Change, Comparison

MARGIN = 0.02
"""A change of work within 2% either way is no difference."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement of one algorithm's comparison.

    Parameters
    ----------
    word
        ``pays``, ``costs``, ``no difference``; ``mixed`` where work and time disagree; ``unclear``.
    evidence
        The figures that it rests on, in words.
    """

    word: str
    evidence: str

    def __str__(self) -> str:
        return f"{self.word}: {self.evidence}"


def judge(comparison: Comparison) -> Verdict:
    """Judge by the problems solved, then by primitive operator applications, the work a macro cannot hide.

    Over five problems or more the 95% interval of the ratio decides, and where that of the time says the opposite,
    the verdict is ``mixed``. Over fewer the ratio of the work itself decides, and the evidence says how few they are.
    """
    problems = len(comparison.pairs)
    before, after = comparison.solved
    if problems == 0:
        return Verdict("unclear", "no problem was searched both times")
    if before != after:
        word = "pays" if after > before else "costs"
        return Verdict(
            word, f"{after} of {problems} problems solved with the macros, {before} without"
        )
    work = comparison.change("operator_applications")
    if work is None or work.ratio is None:
        return Verdict("unclear", f"none of {problems} problems was solved both times with work")
    word = _word(work)
    time = comparison.change("elapsed")
    if time is not None and time.interval and {word, _word(time)} == {"pays", "costs"}:
        word = "mixed"
    return Verdict(word, "; ".join(_evidence(comparison, work)))


def _word(change: Change) -> str:
    if change.ratio is None:
        return "unclear"
    low, high = change.interval or (change.ratio, change.ratio)
    if high < 1 - MARGIN:
        return "pays"
    if low > 1 + MARGIN:
        return "costs"
    if low >= 1 - MARGIN and high <= 1 + MARGIN:
        return "no difference"
    return "unclear" if change.interval else "no difference"


def _evidence(comparison: Comparison, work: Change) -> list[str]:
    counted = sum(pair.both_solved for pair in comparison.pairs)
    parts = [f"{factor(work.ratio)} primitive operator applications"]
    if work.interval:
        parts[0] += f" (95% interval {work.interval[0]:.2f} to {work.interval[1]:.2f})"
    parts[0] += f" over {counted} problem{'s' if counted != 1 else ''}"
    measures = [("expanded", "expansions"), ("moves", "moves per solution")]
    if counted >= 5:  # the time of one short search is noise
        measures.append(("elapsed", "time"))
    for measure, words in measures:
        change = comparison.change(measure)
        if change is not None and change.ratio is not None and abs(change.ratio - 1) > 0.005:
            parts.append(f"{factor(change.ratio)} {words}")
    if counted < 5:
        parts.append("too few problems to say more than that about others")
    return parts


def factor(ratio: float | None) -> str:
    """A ratio in words: ``0.56 times the``."""
    return "no" if ratio is None else f"{ratio:.2f} times the"
