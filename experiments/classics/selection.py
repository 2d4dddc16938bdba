"""Measures of selection: MACLEARN's filters, and three ways to choose what becomes a macro."""

from __future__ import annotations

from random import Random
from statistics import fmean

from ...ebl.learner import Learner
from ...ebl.learners.escapes import Escapes
from ...ebl.learners.examples import EachPath
from ...ebl.learners.filtered import MacLearn, Morris
from ...search.limits import Limits
from ..board import BoardSource
from ..configuration import Configuration
from ..designs.figures import Measured
from ..designs.learn import learn
from ..designs.learners import learning_curves, over_seeds
from .boards import built_in, climbed, searched
from .whole import whole

NO_BOUND = 1_000_000
"""A bound on macros that no macro reaches."""

FILTERS = {
    "no filter": MacLearn(reach=NO_BOUND, patience=NO_BOUND, filters=()),
    "static": MacLearn(patience=NO_BOUND, filters=()),
    "static and dynamic": MacLearn(filters=()),
}


def maclearn(size: int) -> Measured:
    """MACLEARN with fewer and more filters, and practice on easier problems."""
    libraries = {
        name: whole(learn("8-puzzle", learner=one)).library for name, one in FILTERS.items()
    }
    both = {"none": None, "macros": libraries["static and dynamic"]}
    bounds = {"solved": Limits(nodes=1_000), "solved by work": Limits(work=3_000)}
    return {
        **{f"macros, {name}": len(one) for name, one in libraries.items()},
        **searched(
            "8-puzzle",
            {"none": None, **libraries},
            Configuration("greedy"),
            size,
            5,
            work="operator_applications",
            generated="generated",
        ),
        "15-puzzle problems": size,
        **{
            f"15-puzzle {name}": value
            for figure, limits in bounds.items()
            for name, value in searched(
                "15-puzzle",
                both,
                Configuration("greedy", limits=limits),
                size,
                5,
                **{figure: "solved"},
            ).items()
        },
    }


STAGES: dict[str, tuple[str, ...]] = {
    "no filter": (),
    "experience": ("new",),
    "attention": ("uphill",),
    "acquisition": ("short",),
    "retention": ("pays",),
    "attention and retention": ("uphill", "pays"),
    "all": ("new", "uphill", "short", "pays"),
}
"""By stage of the loop of learning, the filters of `EachPath`."""


def filters(size: int) -> Measured:
    """Whole solutions of random problems, learned behind a filter at each stage of the loop."""
    libraries = {
        name: whole(learn("8-puzzle", learner=EachPath(filters=some))).library
        for name, some in STAGES.items()
    }
    known = {name: one for name, one in libraries.items() if len(one)}
    work = searched(
        "8-puzzle",
        {"none": None, **known},
        Configuration("greedy"),
        size,
        5,
        work="operator_applications",
    )
    nothing = {f"work, {name}": work["work, none"] for name in STAGES if name not in known}
    return {**{f"macros, {name}": len(one) for name, one in libraries.items()}, **work, **nothing}


PRACTICE = (4, 16, 64)
"""Numbers of training problems."""

CURVES: dict[str, Learner] = {
    "8-puzzle": MacLearn(),
    "peg-solitaire:4x4": MacLearn(),
    "blocks:4": Morris(),
    "hanoi:3x4": Morris(),
}
"""Boards, each with the learner of the paper."""


def curves(size: int) -> Measured:
    """Work with macros over work without, after more and more practice up to a size; seeds differ in the training problems.

    Of most practice the states generated stand beside, and the upper ends of the 95 % intervals. In full each learner practises on each
    board, else that of the paper alone.
    """
    found: Measured = {}
    practice = [one for one in PRACTICE if one <= size]
    for board, usual in CURVES.items():
        learners: list[Learner] = [MacLearn(), Morris()] if size == max(PRACTICE) else [usual]
        problems = BoardSource.opened(board).draw(20, 7)
        told = whole(
            learning_curves(*(board, learners, practice, None, problems, "greedy"), seconds=None)
        )
        for point in told.points:
            named = f"{point.learner}, {board}"
            if point.lessons < size:
                found[f"{named}, after {point.lessons}"] = round(point.ratio, 2)
                continue
            for measure, ratios in (("", point.ratios), (", generated", point.generated)):
                mean, interval = over_seeds(ratios)
                assert interval is not None
                found[f"{named}{measure}"] = round(mean, 2)
                found[f"{named}{measure}, at most"] = round(interval[1], 2)
    return found


METHODS: dict[str, Learner] = {
    "minimum-to-better": Escapes(),
    "minimum-to-minimum": MacLearn(filters=()),
    "any-to-better": Morris(filters=()),
}


def methods(size: int) -> Measured:
    """Three choices of macros: MICRO-HILLARY's, MACLEARN's and MORRIS's."""
    domain, shape = built_in("15-puzzle")
    starts = [domain.draw(shape, Random(f"selection:{n}")) for n in range(size)]
    figures: Measured = {}
    for name, learner in METHODS.items():
        done = whole(learn("8-puzzle", learner=learner))
        climber = done.library.climber(shape)
        looked_at = [climbed(climber, start, Limits(nodes=200_000))[0] for start in starts]
        figures |= {
            f"macros, {name}": len(done.library),
            f"longest, {name}": max(macro.length for macro in done.library),
            f"learning, {name}": sum(one.outcome.applications for one in done.records),
            f"test, {name}": round(fmean(looked_at)),
        }
    return figures
