"""Classics of search: the utility problem, control knowledge without examples, chunking."""

from __future__ import annotations

from random import Random

from ...ebl.learn import study
from ...ebl.learner import TrainingProblem
from ...ebl.learners.escapes import Escapes
from ...ebl.library import MacroLibrary
from ...search.climbing.climber import Climber
from ...search.limits import Limits
from ...search.orders import GIVEN
from ..configuration import Configuration
from ..designs.figures import Measured
from ..designs.learn import learn
from ..designs.utility.utility import macro_utility
from .classic import Classic, PaperClaim, built_in, climbed, mean, number, rows_of


def utility_problem(quick: bool) -> Classic:
    """All macros against those that pay."""
    problems = 5 if quick else 10
    return Classic(
        "Minton 1988, 1990",
        "learned knowledge has a cost, that of trying it: all that was learned may make search slower; what remains after what does "
        "not pay was dropped makes it faster",
        {},
        {},
        lambda: _utility(problems),
        name="utility-problem",
        paper="Quantitative results concerning the utility of explanation-based learning. AAAI-88, 564-569; Artificial Intelligence 42, 1990",
        claims=(
            PaperClaim(
                "all macros cost more than they save",
                lambda m: number(m, "work, all") > number(m, "work, none"),
            ),
            PaperClaim(
                "those that pay save work, on other problems",
                lambda m: number(m, "work, paying") < number(m, "work, none"),
            ),
        ),
        commands=(
            "learn 8-puzzle --learner escapes -o escapes.pl",
            f"utility 8-puzzle --macros escapes.pl --forget --algorithms greedy --problems {problems}",
        ),
        assumed="PRODIGY's control rules and domains are not here: macros of the 8-puzzle in greedy search are. What pays is decided on "
        f"{problems} problems and measured on 40 others, in operator applications, in which a macro counts its moves.",
    )


def _utility(problems: int) -> Measured:
    library = learn("8-puzzle", learner="escapes").library
    found = macro_utility("8-puzzle", library, None, "greedy", problems=problems, forgetting=True)
    left = found.left
    assert left is not None
    libraries = {"none": None, "all": library, "paying": left}
    rows = rows_of("8-puzzle", libraries, 40, seed=7, configuration=Configuration("greedy"))
    figures: Measured = {"macros, all": len(library), "macros, paying": len(left)}
    return figures | {
        f"work, {name}": mean(some, "operator_applications") for name, some in rows.items()
    }


def without_examples(quick: bool) -> Classic:
    """Dead ends that the arcs tell, against those learned from a small problem."""
    problems = 5 if quick else 20
    return Classic(
        "Etzioni 1990, 1991",
        "control knowledge found in the definition of a domain alone, without examples, is as good as what is learned from examples",
        {},
        {},
        lambda: _without_examples(problems),
        remark="The abstracts say that STATIC acquires its knowledge 26 to 77 times faster than PRODIGY/EBL, and speeds PRODIGY up to 3 times as "
        "much; neither is compared here.",
        name="static",
        paper="Why PRODIGY/EBL works. AAAI-90, 916-922; STATIC: a problem-space compiler for PRODIGY. AAAI-91",
        claims=(
            PaperClaim(
                "what the definition tells saves work",
                lambda m: number(m, "expanded, analysis") < number(m, "expanded, none"),
            ),
            PaperClaim(
                "at least as much as what examples tell",
                lambda m: number(m, "expanded, analysis") <= number(m, "expanded, examples"),
            ),
        ),
        commands=(
            "explain sokoban:2",
            "solve sokoban:2 --heuristic dead-ends:manhattan --algorithm a-star",
            "learn sokoban:2 --learner traps -o traps.pl",
            "solve sokoban:2 --heuristic manhattan --algorithm a-star --macros traps.pl",
        ),
        assumed="PRODIGY's domains are not here. Dead ends of Sokoban are: those that the arcs tell by themselves, up to two boxes, and traps "
        "learned from the states of the board, up to three facts each.",
    )


def _without_examples(problems: int) -> Measured:
    traps = learn("sokoban:2", learner="traps").library
    figures: Measured = {}
    for name, library, heuristic in (
        ("none", None, "manhattan"),
        ("analysis", None, "dead-ends:manhattan"),
        ("examples", traps, "manhattan"),
    ):
        how = Configuration("a-star", heuristic=heuristic)
        rows = rows_of("sokoban:2", {name: library}, problems, seed=1, configuration=how)
        figures[f"expanded, {name}"] = mean(rows[name], "expanded")
    return figures


def chunking(quick: bool) -> Classic:
    """Chunks of one problem, used in it, in it again, and in others."""
    problems = 10 if quick else 40
    return Classic(
        "Laird, Rosenbloom and Newell 1986",
        "chunks of subgoals that were searched for are used again: within a problem, when it is solved again, and in other problems",
        {},
        {},
        lambda: _chunking(problems),
        name="chunking",
        paper="Chunking in Soar: the anatomy of a general learning mechanism. Machine Learning 1, 11-46",
        claims=(
            PaperClaim(
                "within a problem chunks save work",
                lambda m: number(m, "within the trial") < number(m, "no chunks"),
            ),
            PaperClaim(
                "solved again it needs no search", lambda m: m["searches, solved again"] == 0
            ),
            PaperClaim(
                "other problems take less work with the chunks of one",
                lambda m: (
                    number(m, "other problem, chunks") < number(m, "other problem, no chunks")
                ),
            ),
            PaperClaim(
                "and so does another goal",
                lambda m: number(m, "other goal, chunks") < number(m, "other goal, no chunks"),
            ),
        ),
        commands=("learn 8-puzzle --learner escapes --details",),
        assumed="Soar's counts of decisions could not be read. A subgoal here is a tile in place; a chunk is the macro of a way out of a "
        f"local minimum. The other goal has the blank first in place of last. Means over {problems} problems of the 8-puzzle, learning from nothing each time, in operator applications.",
    )


EFFORT = Limits(nodes=200_000)


def _chunking(problems: int) -> Measured:
    domain, shape = built_in("8-puzzle")
    goal = domain.goal_state(shape)
    other_goal = tuple(goal[-1:] + goal[:-1]) if goal[-1] == domain.blank else (*goal[1:], goal[0])
    sums = dict.fromkeys(
        (
            *("no chunks", "within the trial", "solved again", "searches, solved again"),
            *("other problem, no chunks", "other problem, chunks"),
            *("other goal, no chunks", "other goal, chunks"),
        ),
        0,
    )

    for number_of in range(problems):
        start, other = (domain.draw(shape, Random(f"{number_of}:{which}")) for which in "ab")
        library = MacroLibrary(domain, order=GIVEN)
        bare = Climber(domain, shape)
        sums["no chunks"] += climbed(bare, start, EFFORT)[0]
        problem = TrainingProblem(shape, start, goal, "trial", EFFORT)
        sums["within the trial"] += study(Escapes(), library, problem).outcome.applications
        again, searches = climbed(library.climber(shape), start, EFFORT)
        sums["solved again"] += again
        sums["searches, solved again"] += searches
        sums["other problem, no chunks"] += climbed(bare, other, EFFORT)[0]
        sums["other problem, chunks"] += climbed(library.climber(shape), other, EFFORT)[0]
        for name, climber in (
            ("no chunks", Climber(domain, shape, goal=other_goal)),
            ("chunks", library.climber(shape, goal=other_goal)),
        ):
            sums[f"other goal, {name}"] += climbed(climber, other, EFFORT)[0]
    found: Measured = {name: round(total / problems) for name, total in sums.items()}
    return found | {"searches, solved again": sums["searches, solved again"]}
