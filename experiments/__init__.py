"""Experiments on learning: problems, conditions, configurations; rows, estimates, verdicts.

Read `row` (what is known of a search), `statistics.estimate` (how two conditions differ in one property) and
`statistics.verdict`, then `problem_set`, `condition`, `configuration` and `experiment`, which makes tasks of all three.
`execute` works tasks off, `store` keeps rows, `statistics.summary` averages them over seeds.

A design of an experiment is a file in `designs` that lists conditions::

    tiles = open_source("sliding-tile:3x3")
    experiment = Experiment(
        tiles,
        (ProblemSet.random(tiles, tiles.goal(None), 100),),
        (Condition.without_macros("none"), Condition.with_library("macros.pl", "learned")),
        (Configuration("a-star"), Configuration("greedy")),
    )
    found = experiment.run()  # or .run(Keeping("folder", jobs=2))
    contrast(found.rows, "none", "learned", "expanded")

One that finds its conditions as it goes, such as leaving macros out one by one, has the `Runner` of `keeping` make them.
"""

from ..rules.later import attach

attach(__name__)
