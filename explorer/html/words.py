"""Glossary of the page."""

from __future__ import annotations

MEANINGS = {
    "solved": "Problems for which a path was found within the limits.",
    "expanded": "States whose successors were asked for.",
    "generated": "Successor states made by arcs and macros, before any duplicate is dropped.",
    "operator applications": "Moves made while searching; a macro counts as many as it is long. The verdict rests on it, "
    "because it is the work that a macro cannot hide.",
    "peak open": "The most states that waited at once.",
    "steps": "Arcs and macros of a solution, a macro counting as one.",
    "moves": "Moves of a solution with its macros unrolled.",
    "cost": "What the moves of a solution cost in all.",
    "time": "Seconds that the search took by the clock.",
    "ratio": "After divided by before, for every problem solved both times, then the geometric mean, in which halving and "
    "doubling cancel. Below 1 is less after learning.",
    "95% interval": "A t-interval of the mean; of a ratio, of the mean of its logarithms. Of intervals made like this for other "
    "problems of the same kind, 95 % contain the true value.",
    "quartiles": "The middle half of the problems' ratios lies between these two.",
    "pays, does not pay": "The whole interval of the operator applications' ratio lies below 0.98, or above 1.02; or more, or fewer, "
    "problems were solved.",
    "no difference": "The interval lies within 0.98 to 1.02, or work and time disagree.",
    "too few problems": "Fewer than five were solved both times, or the interval reaches over both sides of 1.",
    "macro": "A macro-operator: a sequence of moves explained from one solved example and made as general as its explanation "
    "allows.",
    "tried": "How often the macro's conditions were looked at.",
    "matched": "How often they held, so that the macro made a successor.",
    "applied": "How often the macro is a step of a solution.",
    "saved": "How much more a search without this macro does per problem; below zero the macro adds work or moves.",
    "start, goal": "The two states of a problem, row by row.",
}
"""What each word on the page means, in a sentence or two."""
