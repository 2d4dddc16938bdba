"""Whether learning pays, in words, with the evidence: the one rule that judges.

Two things can change: which problems are solved, and what solving them takes. A limit is no answer to either
question: it only says that a search was not finished. Both are counts, so that the same searches get the same word in every
run; time only has a word beside it. docs/measuring.md has the rule in full, with its sources.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, log
from statistics import fmean

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.text.words import counted
from ...rules.view import Viewed
from ...search.intervals import holm, sign_test, t_distribution, t_interval, unseen_test
from ...search.result import NO_STAGE, UNPROVED
from .estimate import (
    ENOUGH,
    Estimate,
    Groups,
    Pair,
    contrast_pairs,
    moments_of,
    seen,
    solved,
    work_spent,
)

PAYS, DOES_NOT_PAY = "pays", "does not pay"
NO_DIFFERENCE, MIXED, TOO_FEW = "no difference", "mixed", "too few"

LESS_TIME, MORE_TIME = "less time", "more time"

WORK = {
    "inferences": "inferences",
    "operator_applications": "primitive operator applications",
    "generated": "successors",
}
"""Properties that are the work of a search, the first that is known counts, with the words for each."""

MARGIN = 0.02
"""A change of work within 2 % either way is no difference."""

LEVEL = 0.05
"""Share of verdicts that may be wrong where learning changes nothing."""

PENALTY = 10
"""Factor of its work that each stopped search which speaks for a verdict may have needed, while the verdict stands (PAR10).

Also the factor against the verdict that a problem may have which is not among those tried.
"""

ALIKE = 14
"""Problems without a difference, so that "no difference" is told: more than a fifth of others would hardly be missed (0.8^14 < 0.05)."""

HEADLINE = 160
"""Characters of a headline."""

ONCE = 0.25
"""Relative noise of times that is assumed where each search was timed once."""


@dataclass(frozen=True, slots=True)
class Verdict(Viewed):
    """A judgement on what learning changed for one configuration.

    Parameters
    ----------
    word
        ``pays``, ``does not pay``, ``no difference``, ``mixed`` or ``too few``.
    reasons
        The figures that it rests on, a short sentence each.
    sides
        Of a mixed verdict both sides, such as ``less work, more time``; else empty.
    time
        ``less time`` or ``more time``, where it is certain; else empty.
    figures
        The few figures that stand in a headline, the first ones first; where there are none the reasons do.
    work
        The change in work that it rests on; None where there is none.
    searches
        The searches with and without what was learned, where these are not of one configuration; else empty.
    """

    _view = Later("explorer.views.comparison", "verdict_view")

    word: str
    reasons: tuple[str, ...]
    sides: str = ""
    time: str = ""
    figures: tuple[str, ...] = field(default=(), repr=False)
    work: Work | None = field(default=None, repr=False)
    searches: str = field(default="", repr=False)

    @property
    def label(self) -> str:
        """The word, of a mixed verdict with both sides: ``mixed (less work, more time)``."""
        return f"{self.word} ({self.sides})" if self.sides else self.word

    @property
    def good(self) -> bool | None:
        """Whether learning pays; None where that is open or makes no difference."""
        return {PAYS: True, DOES_NOT_PAY: False}.get(self.word)

    @property
    def evidence(self) -> str:
        """The reasons in one line."""
        return "; ".join(self.reasons)

    @property
    def headline(self) -> str:
        """Whether it pays, how much and in what: ``Pays: 11 times less work, solutions 13% longer.``"""
        return self.about()

    def about(self, what: str = "") -> str:
        """The headline, with as many figures as its length allows, at least one.

        Parameters
        ----------
        what
            What is judged, which stands in brackets at the end.
        """
        word = "too few problems to tell" if self.word == TOO_FEW else self.label
        beginning = f"{word[0].upper()}{word[1:]}: "
        end = f" ({what})." if what else "."
        told = list(self.figures or self.reasons)
        while len(told) > 1 and len(beginning + ", ".join(told) + end) > HEADLINE:
            told.pop()
        return f"{beginning}{', '.join(told)}{end}"

    def __str__(self) -> str:
        return f"{self.label}: {self.evidence}"


def only_verdict(
    verdicts: Mapping[tuple[str, str], Verdict] | Mapping[tuple[str, ...], Verdict], expected: str
) -> Verdict:
    """The verdict where there is one; InputError where there are several, or none."""
    if len(verdicts) != 1:
        raise InputError(
            "there is not just one verdict",
            expected=expected,
            found=", ".join(" ".join(filter(None, key)) for key in verdicts) or "none",
            remedy="verdicts, which has one for each",
        )
    return next(iter(verdicts.values()))


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


@dataclass(frozen=True, slots=True)
class Coverage:
    """Problems that were solved under one condition only, and what that proves.

    Parameters
    ----------
    gained, lost
        Those solved only after, and only before, where that does not rest on a limit (`Pair.decides`).
    undecided
        The others: a search was stopped before it had spent the work that the solution took the other time.
    """

    gained: int
    lost: int
    undecided: int

    @classmethod
    def of(cls, pairs: Iterable[Pair], name: str) -> Coverage:
        """Coverage of pairs, with the work by the named property."""
        one_time = [pair for pair in pairs if pair.before.answered != pair.after.answered]
        decided = [pair for pair in one_time if pair.decides(name)]
        gained = sum(pair.after.answered for pair in decided)
        return cls(gained, len(decided) - gained, len(one_time) - len(decided))

    @property
    def chance(self) -> float:
        """p-value of McNemar's exact test."""
        return sign_test(self.gained, self.lost)

    @property
    def counts(self) -> bool:
        """Whether the test could reject anything at all; if not, it need not be corrected for (Tarone 1990)."""
        return sign_test(self.gained + self.lost, 0) <= LEVEL / 2

    @property
    def word(self) -> str:
        """Word of the verdict if the finding is significant."""
        return PAYS if self.gained > self.lost else DOES_NOT_PAY


@dataclass(frozen=True, slots=True)
class Work:
    """Work for the problems solved at least once; a stopped search counts with the work that it spent.

    Parameters
    ----------
    name
        The property that is the work.
    problems
        How many these are, and of how many of them a search was stopped.
    stopped
        Of how many of them a search was stopped.
    ratio
        The geometric mean of after/before.
    interval
        Its 95 % t-interval; None with a single problem.
    word
        What the interval says, however much longer the stopped searches would have gone on, up to `PENALTY` times.
    side
        The word that stands if ``chance`` is small enough.
    chance
        That of the t-test, with the stopped searches that speak for ``side`` as `PENALTY` times as long; that of the test
        for problems that were not seen (`unseen_test`), where that is not certain.
    """

    name: str
    problems: int
    stopped: int
    ratio: float
    interval: tuple[float, float] | None
    word: str
    side: str
    chance: float

    @classmethod
    def of(
        cls,
        pairs: Sequence[Pair],
        name: str,
        seeds: Mapping[int, object] | None,
        margin: float = MARGIN,
    ) -> Work | None:
        """Work ratio of pairs, tested for a change beyond a margin; None if there is nothing to divide."""
        spent = work_spent(pairs, name, seeds)
        found = moments_of(spent)
        if found is None:
            return None
        # A problem of which no search gave up and only one solved it: the other was stopped.
        stopped = sum(
            pair.before.answered != pair.after.answered and not pair.gave_up for pair in pairs
        )
        longer_after = longer_before = spent
        if stopped:  # those after, or those before, taken to have needed more than they spent
            longer_after = work_spent(pairs, name, seeds, after=PENALTY)
            longer_before = work_spent(pairs, name, seeds, before=PENALTY)
        interval = _interval(spent)
        low, high = (_interval(longer_before) or (0, 0))[0], (_interval(longer_after) or (0, 0))[1]
        word = TOO_FEW if interval is None else word_for(exp(found[0]), (low, high))
        less = _chance(longer_after, margin)
        more = _chance([[-value for value in group] for group in longer_before], margin)
        side = PAYS if less <= more else DOES_NOT_PAY
        problems = sum(map(len, spent))
        return cls(
            name,
            problems,
            stopped,
            exp(found[0]),
            interval,
            word,
            side,
            min(1.0, 2 * min(less, more)),
        )

    @property
    def unit(self) -> str:
        """The word for it in a headline."""
        return self.name if self.name == "inferences" else "work"

    @property
    def counts(self) -> bool:
        """Whether there are enough problems to judge by."""
        return self.problems >= ENOUGH

    @property
    def missing(self) -> str:
        """Reason why more problems are needed although the interval would suffice; empty if none are."""
        if not self.counts or self.word not in (PAYS, DOES_NOT_PAY) or self.chance <= LEVEL:
            return ""
        share = int(1 / (1 - LEVEL ** (1 / self.problems)))
        return f"more are needed: {self.problems} problems can miss a kind that is one in {share}"

    @property
    def open(self) -> bool:
        """Whether there are enough problems, and their interval contains 1."""
        return self.counts and self.interval is not None and self.interval[0] < 1 < self.interval[1]


def _interval(logs: Groups) -> tuple[float, float] | None:
    found = moments_of(logs)
    if found is None:
        return None
    mean, error, freedom = found
    if freedom is None:
        return None
    low, high = t_interval(mean, error, freedom) if error else (mean, mean)
    return exp(low), exp(high)


def _chance(logs: Groups, margin: float) -> float:
    """Probability of mean log ratios this far below a margin if the true mean were at the margin.

    The t-test alone would be false too often where few problems take much more and most a little less: as long as none of
    the few is seen, all agree.
    """
    found = moments_of(logs)
    if found is None:
        return 1.0
    mean, error, freedom = found
    if freedom is None:
        return 1.0
    bound = -log(1 + margin)
    distance = bound - mean
    if distance <= 0:
        return 1.0 if not error else 1 - t_distribution(distance / error, freedom)
    chance = 1 - t_distribution(distance / error, freedom) if error else 0.0
    if chance > LEVEL / 2:
        return chance
    # Several comparisons are made on the same problems, and miss the same: this is not corrected for them.
    missed = unseen_test((value for group in logs for value in group), bound, log(PENALTY))
    return chance if missed <= LEVEL / 2 else missed


def noise_of(pairs: Iterable[Pair]) -> float:
    """Relative noise of times, as the repetitions of the same searches show it; `ONCE` where there are none."""
    found: tuple[list[float], list[float]] = [], []
    for pair in pairs:
        for place, row in enumerate((pair.before, pair.after)):
            if row.elapsed_spread is not None:
                found[place].append(row.elapsed_spread)
    return max((MARGIN, *map(fmean, found))) if all(found) else ONCE


def time_of(pairs: Sequence[Pair], seeds: Mapping[int, object] | None) -> str:
    """``less time`` or ``more time`` beyond the noise of the clock; empty where neither is certain."""
    timed = [pair for pair in pairs if not pair.gave_up and pair.either_solved]
    if not all(seen(pair.before) and seen(pair.after) for pair in timed):
        return ""
    time = Work.of(timed, "elapsed", seeds, noise_of(timed))
    if time is None or not time.counts or time.chance > LEVEL:
        return ""
    return LESS_TIME if time.side == PAYS else MORE_TIME


@dataclass(frozen=True, slots=True)
class PairsFinding:
    """Finding of one configuration's pairs, before correction for the other comparisons.

    Parameters
    ----------
    coverage
        Of the problems solved.
    work
        Of what they took; None where that is not known.
    """

    coverage: Coverage
    work: Work | None

    @classmethod
    def of(cls, pairs: Collection[Pair], seeds: Mapping[int, object] | None = None) -> PairsFinding:
        """Finding of the problems that were searched both times."""
        began = [pair for pair in pairs if pair.began]
        works = (Work.of(began, name, seeds) for name in WORK)
        work = next((one for one in works if one is not None), None)
        return cls(Coverage.of(began, work.name if work else next(iter(WORK))), work)

    @property
    def tests(self) -> list[tuple[float, str]]:
        """The chance of each test that counts, and the word that it stands for."""
        found = []
        if self.work is not None and self.work.counts:
            found.append((self.work.chance, self.work.side))
        if self.coverage.counts:
            found.append((self.coverage.chance, self.coverage.word))
        return found

    @property
    def chance(self) -> float:
        """Probability of a result as extreme if learning changed nothing: the smaller of both tests, for two."""
        tests = self.tests
        return min(1.0, len(tests) * min(tests)[0]) if tests else 1.0

    @property
    def sides(self) -> str:
        """Both sides of a mixed verdict on work and problems solved, such as ``less work, fewer problems solved``; empty if they agree."""
        if len({word for chance, word in self.tests if chance <= LEVEL}) < 2:
            return ""
        (_, work), _ = self.tests
        return (
            "less work, fewer problems solved"
            if work == PAYS
            else "more work, more problems solved"
        )

    def word(self, others: Sequence[float] = ()) -> str:
        """The verdict in a word.

        Parameters
        ----------
        others
            The chances of the other comparisons that were tried at the same time.
        """
        if self.sides:
            return MIXED
        if self.tests and holm(self.chance, others) <= LEVEL:
            return min(self.tests)[1]
        work = self.work
        same = work is not None and work.problems >= ALIKE and work.word == NO_DIFFERENCE
        return NO_DIFFERENCE if same else TOO_FEW


@checked
def judge(
    pairs: Collection[Pair],
    estimates: Mapping[str, Estimate],
    *,
    seeds: Mapping[int, object] | None = None,
    others: Sequence[float] = (),
    found: PairsFinding | None = None,
    conditions: tuple[str, str] | None = None,
) -> Verdict:
    """Judge by the problems solved and by primitive operator applications, the work that a macro cannot hide.

    Fast Downward does not count these: there successors count, each made by one step whatever its operator.

    Coverage is judged by an exact paired test over the problems solved one time only, work by a t-test over those
    solved at least once, and by `unseen_test`. Where neither is certain, there are too few. Where one tells the opposite
    of the other, or of a time that differs beyond its noise, the verdict is mixed, and names both. A problem of which a search never began, because a limit was reached while what it needs was made, is left
    out, and the evidence says so.

    Parameters
    ----------
    pairs
        The problems that were searched both times.
    estimates
        What else is known of them, by property; the evidence names what it says.
    seeds
        Of every problem the seed, where there are several.
    others
        The chances (`Finding.chance`) of the other comparisons that were tried at the same time, for which Holm's
        correction is made.
    found
        Their finding, if it is known.
    conditions
        Names of the conditions before and after, if the evidence is to name them.
    """
    began = [pair for pair in pairs if pair.began]
    known = found or PairsFinding.of(pairs, seeds)
    verdict = _judged(began, estimates, seeds, others, known, conditions)
    told = [*_unanswered(began)]
    if left_out := len(pairs) - len(began):
        told.append(f"{left_out} not counted, not ready to be searched both times")
    return replace(verdict, reasons=(*verdict.reasons, *told))


def _judged(
    pairs: Sequence[Pair],
    estimates: Mapping[str, Estimate],
    seeds: Mapping[int, object] | None,
    others: Sequence[float],
    found: PairsFinding,
    conditions: tuple[str, str] | None,
) -> Verdict:
    if not pairs:
        return Verdict(TOO_FEW, ("no problem was searched both times",))
    word, sides = found.word(others), found.sides
    parts = _evidence(found, pairs, estimates, seeds, conditions)
    if apart := sum(pair.of_two_engines and pair.either_solved for pair in pairs):
        of = f"{apart} of {len(pairs)} problems"
        parts.append(f"times of two engines are not compared ({of})")
    time = time_of(pairs, seeds)
    if (word, time) in SIDES:
        word, sides = MIXED, SIDES[word, time]
    if word == TOO_FEW and found.work is not None and found.work.open:
        low, high = found.work.interval or (0, 0)
        parts.insert(
            0,
            f"{ratio_text(low)} to {ratio_text(high)} times the work is possible, and 1 is no change",
        )
    if word == TOO_FEW and found.tests and found.chance <= LEVEL:
        corrected = holm(found.chance, others)
        tried = f"1 of {1 + len(others)} comparisons tried"
        parts.append(f"{tried}: by Holm's correction p = {corrected:.2f}")
    elif word == TOO_FEW and found.work is not None and found.work.missing:
        parts.insert(0, found.work.missing)
    return Verdict(word, tuple(parts), sides, time, figures_of(found, pairs, estimates), found.work)


def _unanswered(pairs: Iterable[Pair]) -> Iterator[str]:
    """Why searches count as not solved though no limit, or no search, kept them from an answer."""
    notes = [row.note for pair in pairs for row in (pair.before, pair.after)]
    if unsuited := sum(NO_STAGE in note for note in notes):
        yield f"no stage of the table suits {unsuited} of {len(notes)} searches"
    if unproved := sum(UNPROVED in note for note in notes):
        found = f"{unproved} of {len(notes)} searches found a plan, but did not prove it optimal"
        yield f"{found}, and count as not solved"


def figures_of(
    found: PairsFinding,
    pairs: Sequence[Pair],
    estimates: Mapping[str, Estimate],
    who: str = "",
    of: str = "",
) -> tuple[str, ...]:
    """Problems solved, work and length of solutions in words, for a headline.

    Parameters
    ----------
    who
        The search with what was learned; empty if that is known.
    of
        The search whose work is compared, where it is another one.
    """
    parts = []
    before, after = solved(pairs)
    if before != after:
        unsuited = sum(NO_STAGE in pair.after.note for pair in pairs)
        parts.append(
            f"{after:,} of {counted(len(pairs), 'problem')} solved, {before:,} before"
            + (f", as no stage of its table suits {unsuited:,}" if unsuited else "")
        )
    if found.work is not None:
        said = change(found.work.ratio, found.work.unit)
        than = f" {'as' if ' as ' in f' {said}' else 'than'} with {of}" if of else ""
        parts.append(f"{said}{f' with {who}{than}' if who else ''}")
    moves = estimates.get("moves")
    if moves is not None and moves.ratio is not None:
        parts.append(f"solutions {longer(moves.ratio)}")
    return tuple(parts)


SIDES = {
    (PAYS, MORE_TIME): "less work, more time",
    (DOES_NOT_PAY, LESS_TIME): "more work, less time",
}
"""Both sides of a mixed verdict on work and time, such as ``less work, more time``."""


def _evidence(
    found: PairsFinding,
    pairs: Sequence[Pair],
    estimates: Mapping[str, Estimate],
    seeds: Mapping[int, object] | None,
    conditions: tuple[str, str] | None,
) -> list[str]:
    parts = []
    work, coverage = found.work, found.coverage
    before, after = solved(pairs)
    differ = coverage.gained + coverage.lost + coverage.undecided
    if differ:
        parts.append(_coverage(coverage, before, after, len(pairs), conditions))
    if work is None:
        tried = f"none of {len(pairs)} problems" if len(pairs) > 1 else "the problem"
        negated = "was" if len(pairs) > 1 else "was not"
        return parts or [f"{tried} {negated} solved both times with work"]
    both = contrast_pairs(pairs, work.name, seeds)
    words = WORK[work.name]
    if both is not None and both.ratio is not None:
        many = counted(both.problems, "problem")
        interval = both.interval if both.problems >= ENOUGH else None
        said = f"{changed(both.ratio, interval, words)} over {many}"
        parts.append(f"{said} solved both times" if differ else said)
    if work.stopped:
        ratio = changed(work.ratio, work.interval, "work")
        parts.append(
            f"{ratio} over the {work.problems} solved at least once, with what stopped searches spent"
        )
    for name, words in (
        ("expanded", "expansions"),
        ("moves", "moves per solution"),
        ("elapsed", "time"),
    ):
        one = estimates.get(name)
        if one is not None and one.ratio is not None and abs(one.ratio - 1) > SAME:
            parts.append(change(one.ratio, words))
    return parts


def _coverage(
    found: Coverage,
    before: int,
    after: int,
    problems: int,
    conditions: tuple[str, str] | None,
) -> str:
    many = counted(problems, "problem")
    if conditions is None:
        said = f"{after} of {many} solved with what was learned, {before} without"
        only = f"{found.gained} only with and {found.lost} only without"
    else:
        was, now = conditions
        said = f"{after} of {many} solved under {now}, {before} under {was}"
        only = f"{found.gained} only under {now} and {found.lost} only under {was}"
    parts = []
    if found.gained or found.lost:
        parts.append(f"{only}, p = {found.chance:.2g}")
    if found.undecided:
        parts.append(f"{found.undecided} left open by the limit")
    return f"{said} ({'; '.join(parts)})"


SAME = 0.005
"""A ratio this close to 1 is told as no change."""

UNCOUNTED = ("work", "time")
"""Measures of which there is much, not many."""


def change(ratio: float, what: str) -> str:
    """A ratio in words: ``33 times less work``, ``27% more time``, ``as many expansions``."""
    much, less = ("much", "less") if what in UNCOUNTED else ("many", "fewer")
    if abs(ratio - 1) <= SAME:
        return f"as {much} {what}"
    if ratio >= 2:
        return f"{_digits(ratio)} times as {much} {what}"
    return f"{_part(ratio, less, 'more')} {what}" if ratio > 0 else f"no {what}"


def amount(ratio: float) -> str:
    """A ratio in words where what it is of stands beside it: ``33 times less``, ``27% more``, ``the same``."""
    if ratio <= 0:
        return "nothing"
    return (
        "the same"
        if abs(ratio - 1) <= SAME
        else change(ratio, UNCOUNTED[0]).removesuffix(f" {UNCOUNTED[0]}")
    )


def longer(ratio: float, than: str = "") -> str:
    """A ratio of lengths in words: ``13% longer``, ``as long``, ``2.1 times as long as those of a-star``."""
    if ratio >= 2 or abs(ratio - 1) <= SAME:
        times = f"{_digits(ratio)} times " if ratio >= 2 else ""
        return f"{times}as long{f' as {than}' if than else ''}"
    return f"{_part(ratio, 'shorter', 'longer')}{f' than {than}' if than else ''}"


def _part(ratio: float, less: str, more: str) -> str:
    """A ratio below 2 that is a change: ``33 times less``, ``40% less``, ``27% more``."""
    if ratio > 1:
        return f"{100 * (ratio - 1):.0f}% {more}"
    return (
        f"{_digits(1 / ratio)} times {less}"
        if ratio < 0.495
        else f"{100 * (1 - ratio):.0f}% {less}"
    )


def _digits(times: float) -> str:
    """A number with two digits that count: 2.1, 33, 1,200."""
    return f"{float(f'{times:.2g}'):,.10g}"


def changed(ratio: float, interval: tuple[float, float] | None, what: str) -> str:
    """A change in words: ``44% fewer expansions (95% interval 0.40 to 0.78 times)``."""
    said = change(ratio, what)
    if interval is None:
        return said
    return f"{said} (95% interval {ratio_text(interval[0])} to {ratio_text(interval[1])} times)"


def ratio_text(value: float) -> str:
    """A ratio with two digits after the point, or that count."""
    return f"{value:.2g}" if 0 < value < 0.1 else f"{value:.2f}"
