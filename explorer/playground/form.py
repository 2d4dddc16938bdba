"""Choices of the playground's form, as plain data that the site has before Python is loaded."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...rules.domains.table import DOMAINS
from ...search.algorithms import ALGORITHMS
from ...search.heuristics.table import HEURISTICS
from ...search.loops.watcher import WATCHED
from .answers import ACTIONS
from .question import ARCS, MOST_CELLS, NUMBERS, Question

KERNEL_ONLY = ("patterns",)
"""Heuristics whose tables the kernel makes."""

EXAMPLE = """\
% Three cells: swap the first two, or turn all of them.
arc([A, B, C], [B, A, C], 1).
arc([A, B, C], [B, C, A], 1).
arc_name(1, swap).
arc_name(2, turn).
"""
"""Arcs that stand in the form at first, with a start and a goal."""

EXAMPLE_STATES = {"start": "3 2 1", "goal": "1 2 3"}

FIRST = {"start": "4 5 3 0 1 2", "goal": "5 1 3 4 2 0"}
"""The pair of the first example of the tutorial."""


def form() -> dict[str, Any]:
    """Domains with a size, a start and a goal each; algorithms, heuristics, limits, and a first question."""
    return {
        "domains": [
            {
                "name": name,
                "sizes": domain.sizes,
                "size": domain.small_size(),
                "summary": domain.summary,
            }
            for name, domain in DOMAINS.items()
        ],
        "arcs": {"name": ARCS, "text": EXAMPLE, **EXAMPLE_STATES},
        "algorithms": {
            name: row.summary for name, row in ALGORITHMS.items() if row.loop in WATCHED
        },
        "heuristics": [name for name in HEURISTICS if name not in KERNEL_ONLY],
        "numbers": {
            name: {"usual": usual, "most": most} for name, (usual, most) in NUMBERS.items()
        },
        "cells": MOST_CELLS,
        "actions": list(ACTIONS),
        "usual": asdict(Question()),
        "first": {**asdict(Question()), **FIRST},
    }
