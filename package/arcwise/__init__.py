"""arcwise: learn macro-operators by explanation, and measure what they are worth in search.

A domain is a list of declarative arcs; search solves training examples; explanation-based learning turns each solved
path into a generalized macro-operator; the macros go in front of the arcs, and the same searches run again.

What most scripts need stands here, all else in the packages that it comes from. Begin reading with `arcwise.rules`, then
`arcwise.search`, `arcwise.ebl`, `arcwise.experiments`. In a notebook all of it is drawn.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
"""As in ``typing``, whose import alone takes longer than all else here: the command begins with this file."""

if TYPE_CHECKING:
    from typing import Any

    from .ebl import (
        EachPath,
        Escapes,
        Examples,
        Focused,
        Learner,
        MacroLibrary,
        MacroTable,
        explain,
        explain_result,
        load_examples,
        load_macros,
        save_macros,
    )
    from .ebl.generalize import generalize
    from .experiments import (
        Condition,
        Configuration,
        Experiment,
        Keeping,
        ProblemSet,
        ResultSet,
        compare,
        learn,
        load_run,
        problem_of,
        read_pddl,
        register,
        solve,
        survey,
        utility,
    )
    from .logic import prove
    from .planning import Pieces, Policy
    from .rules import (
        Arc,
        ArcwiseError,
        InputError,
        Source,
        Theory,
        TheoryDomain,
        Var,
        open_source,
        random_problems,
        sliding_tile,
    )
    from .search import (
        ALGORITHMS,
        HEURISTICS,
        Algorithm,
        BatchHeuristic,
        FunctionHeuristic,
        FunctionProblem,
        GraphProblem,
        Limits,
        Problem,
        Result,
        WatchedSearch,
        solve_many,
        watch,
    )

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Arc",
    "ArcwiseError",
    "BatchHeuristic",
    "Condition",
    "Configuration",
    "EachPath",
    "Escapes",
    "Examples",
    "Experiment",
    "Focused",
    "FunctionHeuristic",
    "FunctionProblem",
    "GraphProblem",
    "HEURISTICS",
    "InputError",
    "Keeping",
    "Learner",
    "Limits",
    "MacroLibrary",
    "MacroTable",
    "Pieces",
    "Policy",
    "Problem",
    "ProblemSet",
    "Result",
    "ResultSet",
    "Source",
    "Theory",
    "TheoryDomain",
    "Var",
    "WatchedSearch",
    "compare",
    "explain",
    "explain_result",
    "generalize",
    "learn",
    "load_examples",
    "load_macros",
    "load_run",
    "open_source",
    "problem_of",
    "prove",
    "random_problems",
    "read_pddl",
    "register",
    "save_macros",
    "sliding_tile",
    "solve",
    "solve_many",
    "survey",
    "utility",
    "watch",
]

PACKAGES = ("experiments", "ebl", "search", "rules")
"""Packages that offer names; the first that has a name is asked."""

SUBSTRATES = ("logic", "planning")
"""Packages of what a question can be asked of, beside them."""


def __getattr__(name: str) -> Any:
    """Import a name from the package that has it when it is first asked for: ``arcwise --help`` needs few."""
    from importlib import import_module

    if name == "__version__":
        return import_module("importlib.metadata").version(__name__)
    if name in (*PACKAGES, *SUBSTRATES, "explorer"):
        return import_module(f".{name}", __name__)
    if name in __all__:
        packages = (import_module(f".{package}", __name__) for package in (*PACKAGES, *SUBSTRATES))
        globals()[name] = found = next(
            getattr(package, name)
            for package in packages
            if name in getattr(package, "__all__", ())
        )
        return found
    words = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(words, name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    """All public names, imported or not, and the packages."""
    return sorted({*__all__, *PACKAGES, *SUBSTRATES, "explorer", "__version__"})


if "IPython" in sys.modules:  # a notebook, or its shell: what is shown is drawn
    from importlib import import_module

    import_module(".explorer.notebook.objects", __name__).register()
