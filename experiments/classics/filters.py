"""Classics of selection: MACLEARN's filters, and three ways to choose what becomes a macro."""

from __future__ import annotations

from random import Random
from statistics import fmean

from ...ebl.learner import Learner
from ...ebl.learners.escapes import Escapes
from ...ebl.learners.filtered import MacLearn, Morris
from ...search.limits import Limits
from ..configuration import Configuration
from ..designs.figures import Measured
from ..designs.learn import learn
from .classic import Classic, PaperClaim, built_in, climbed, mean, number, rows_of

NO_BOUND = 1_000_000
"""A bound on macros that no macro reaches."""

FILTERS = {
    "no filter": MacLearn(reach=NO_BOUND, patience=NO_BOUND),
    "static": MacLearn(patience=NO_BOUND),
    "static and dynamic": MacLearn(),
}


def maclearn(quick: bool) -> Classic:
    """MACLEARN with fewer and more filters, and practice on easier problems."""
    problems = 10 if quick else 50
    return Classic(
        "Iba 1989",
        "macros are paths between peaks of the search; each filter of them helps, some dramatically; practice on easier problems enables "
        "harder ones",
        {},
        {},
        lambda: _maclearn(problems),
        name="maclearn-filters",
        paper="A heuristic approach to the discovery of macro-operators. Machine Learning 3, 285-317",
        claims=(
            PaperClaim(
                "the static filter saves work",
                lambda m: number(m, "work, static") < number(m, "work, no filter"),
            ),
            PaperClaim(
                "the dynamic filter saves more",
                lambda m: number(m, "work, static and dynamic") < number(m, "work, static"),
            ),
            PaperClaim(
                "with both filters fewer states are generated than without macros",
                lambda m: number(m, "generated, static and dynamic") < number(m, "generated, none"),
            ),
            PaperClaim(
                "practice on the 8-puzzle lets more of the 15-puzzle be solved in 1,000 expansions",
                lambda m: (
                    number(m, "15-puzzle solved, macros") > number(m, "15-puzzle solved, none")
                ),
            ),
        ),
        commands=(
            f"learn 8-puzzle --learner maclearn --reach {NO_BOUND} --patience {NO_BOUND} -o all.pl",
            f"learn 8-puzzle --learner maclearn --patience {NO_BOUND} -o static.pl",
            "learn 8-puzzle --learner maclearn -o both.pl",
            f"compare 8-puzzle --random 5 --count {problems} --macros all.pl --macros static.pl --macros both.pl --algorithm greedy",
        ),
        assumed="No board and no count of the paper could be read. Tile sliding is compared, not peg solitaire; the estimate is the Manhattan "
        "distance. The static filter refuses macros that are there already (always) and those of more than 24 moves; the dynamic one drops what "
        "no solution of 5 problems in a row used. Work is operator applications, in which a macro counts its moves; by this "
        "measure search with macros takes more than search without.",
    )


def _maclearn(problems: int) -> Measured:
    greedy = Configuration("greedy")
    libraries = {name: learn("8-puzzle", learner=one).library for name, one in FILTERS.items()}
    found = rows_of("8-puzzle", {"none": None, **libraries}, problems, seed=5, configuration=greedy)
    figures: Measured = {f"macros, {name}": len(one) for name, one in libraries.items()}
    for name, rows in found.items():
        figures[f"work, {name}"] = mean(rows, "operator_applications")
        figures[f"generated, {name}"] = mean(rows, "generated")
    few = Configuration("greedy", limits=Limits(nodes=1_000))
    both = {"none": None, "macros": libraries["static and dynamic"]}
    harder = rows_of("15-puzzle", both, problems, seed=5, configuration=few)
    figures["15-puzzle problems"] = problems
    for name, rows in harder.items():
        figures[f"15-puzzle solved, {name}"] = sum(row.solved for row in rows)
    return figures


METHODS: dict[str, Learner] = {
    "minimum-to-better": Escapes(),
    "minimum-to-minimum": MacLearn(),
    "any-to-better": Morris(),
}


def selection(quick: bool) -> Classic:
    """Three choices of macros: MICRO-HILLARY's, MACLEARN's and MORRIS's."""
    published = (
        (14.16, 348.4, 498_172, 688),
        (104.04, 348.4, 22_211_450, 1281),
        (42.06, 18.0, 572_622, 1396),
    )
    names = ("macros", "longest", "learning", "test")
    longest = {"minimum-to-better": 18.0}
    figures = {
        f"{name}, {method}": longest.get(method, value) if name == "longest" else value
        for method, values in zip(METHODS, published, strict=True)
        for name, value in zip(names, values, strict=True)
    }
    return Classic(
        "Finkelstein and Markovitch 1998",
        "ways from a local minimum to a better state are the best macros: those from minimum to minimum (MACLEARN's) are long and dear to "
        "learn, those from any state to a better one (MORRIS's) leave more to do",
        dict(figures),
        {},
        lambda: _selection(3 if quick else 20),
        "Tables 5-7",
        "operator applications of learning, and a problem in climbing with the macros afterwards",
        name="selection-methods",
        paper="A selective macro-learning algorithm and its application to the NxN sliding-tile puzzle. Journal of Artificial Intelligence "
        "Research 8, 223-263; MORRIS: Minton, IJCAI 1985; MACLEARN: Iba, Machine Learning 3, 1989",
        claims=(
            PaperClaim(
                "learning from minimum to better takes least",
                lambda m: _least(m, "learning") == "minimum-to-better",
            ),
            PaperClaim(
                "and so do problems afterwards", lambda m: _least(m, "test") == "minimum-to-better"
            ),
            PaperClaim(
                "macros from minimum to minimum are the longest, and dearest to learn",
                lambda m: (
                    max(METHODS, key=lambda one: number(m, f"longest, {one}"))
                    == max(METHODS, key=lambda one: number(m, f"learning, {one}"))
                    == "minimum-to-minimum"
                ),
            ),
        ),
        commands=(
            *(f"learn 8-puzzle --learner {one.name} -o {one.name}.pl" for one in METHODS.values()),
            "solve 15-puzzle --random 1 --macros morris.pl --algorithm climb",
        ),
        assumed="The paper's variants differ in selection alone, inside MICRO-HILLARY, on the 15-puzzle. Here they are three learners with the "
        "searches of their papers, which practise on boards up to 3x3; tests are random 15-puzzle boards, climbed with a search "
        "out of each local minimum that is left.",
    )


def _least(measured: Measured, what: str) -> str:
    return min(METHODS, key=lambda one: number(measured, f"{what}, {one}"))


def _selection(problems: int) -> Measured:
    domain, shape = built_in("15-puzzle")
    starts = [domain.draw(shape, Random(f"selection:{n}")) for n in range(problems)]
    figures: Measured = {}
    for name, learner in METHODS.items():
        done = learn("8-puzzle", learner=learner)
        climber = done.library.climber(shape)
        looked_at = [climbed(climber, start, Limits(nodes=200_000))[0] for start in starts]
        figures |= {
            f"macros, {name}": len(done.library),
            f"longest, {name}": max(macro.length for macro in done.library),
            f"learning, {name}": sum(one.outcome.applications for one in done.records),
            f"test, {name}": round(fmean(looked_at)),
        }
    return figures
