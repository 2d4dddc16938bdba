"""What each macro did in a comparison: the ledger of some of its problems, kept in the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...experiments.comparison import Comparison, Pair
from ...experiments.designs.arena import ArcArena, Arena
from ...experiments.designs.utility import Account, leave_one_out, ledger
from ...experiments.domain import Domain
from ...experiments.options import SearchOptions
from ...experiments.store.folder import Key, RunFolder
from ...experiments.store.picture import LedgerRow
from ...rules.term import Pattern
from ...rules.theory import Theory
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.result import Result
from .console import progress_over

PROBLEMS = 20
"""Problems that are looked into, the first ones that are easy enough."""

NODES = 20_000
"""Expansions that a search with the macros may have taken."""

FURTHER = 10
"""How many times as many expansions the same search may take without one of the macros."""

MACROS = 50
"""With more macros than that there is no ledger."""

COUNTED = 3_000_000
"""How often macros may be tried while that is counted, which takes a few seconds of Python."""

SEARCHED = {"native": 100_000_000, "python": 5_000_000}
"""How often they may be tried in searches without one of them, by the engine that searches."""

CLAIM: Key = (0, "ledger", 0)


def keep_ledger(
    domain: Domain,
    learned: Theory,
    options: SearchOptions,
    comparisons: Sequence[Comparison],
    folder: RunFolder,
) -> bool:
    """Find out what each macro did and write it into a run, unless it is there or another process is at it.

    The setting ``ledger`` says for which algorithm and how many problems, and why something is left out.

    Parameters
    ----------
    domain, learned, options
        What is compared, ``learned`` being the theory with macros.
    comparisons
        What came out.
    folder
        The run.

    Returns
    -------
    False if the user interrupted it, which leaves the run without.
    """
    if "ledger" in folder.settings() or not folder.claim(CLAIM):
        return True
    try:
        facts: dict[str, object] = {"problems": 0, "nodes": NODES}
        left_out = _reason_against(domain, learned)
        chosen = None if left_out else _choose(comparisons, len(learned.macros))
        if chosen is not None and chosen.pairs:
            rows, left_out = _kept(domain, learned, options, chosen)
            folder.add_ledger(rows)
            facts |= {"algorithm": chosen.algorithm, "problems": len(chosen.pairs)}
        elif chosen is not None:
            left_out = "no problem was solved with few enough expansions"
        folder.put("ledger", {**facts, "left_out": left_out})
    except KeyboardInterrupt:
        return False
    finally:
        folder.release()
    return True


def _reason_against(domain: Domain, learned: Theory) -> str | None:
    names = len({arc.name for arc in learned.macros})
    if not names:
        return "there are no macros"
    if names > MACROS:
        return f"{names} macros are more than {MACROS}"
    if domain.engine == "swi":
        return "SWI-Prolog does not count how often macros are tried"
    return None


def _choose(comparisons: Sequence[Comparison], arcs: int) -> Comparison | None:
    """The algorithm with the most problems that are easy enough, and those problems."""
    found = []
    for comparison in comparisons:
        pairs: list[Pair] = []
        tries = 0
        for pair in comparison.pairs:
            expanded = pair.after.statistics.expanded
            told = pair.before.solved or pair.after.solved
            if told and expanded <= NODES and tries + expanded * arcs <= COUNTED:
                tries += expanded * arcs
                pairs.append(pair)
        found.append(Comparison(comparison.algorithm, tuple(pairs[:PROBLEMS])))
    return max(found, key=lambda one: len(one.pairs), default=None)


def _kept(
    domain: Domain, learned: Theory, options: SearchOptions, chosen: Comparison
) -> tuple[list[LedgerRow], str | None]:
    """The rows, and what they leave out."""
    nodes = options.limits.nodes or NODES * FURTHER
    bounded = replace(options, limits=Limits(nodes=nodes))
    in_python = replace(bounded, engine="python")

    def search(problem: Problem) -> Result:
        chosen_problem = domain.problem(problem.start, problem.goal, problem.theory)
        return bounded.search(chosen_problem, chosen.algorithm)

    def count(problem: Problem) -> Result:
        return in_python.search(problem, chosen.algorithm)

    arenas: dict[Pattern, Arena] = {}
    kept: dict[Pattern, list[Account]] = {}
    with progress_over(None, "keeping the ledger") as tick:
        for pair in chosen.pairs:
            if pair.goal not in arenas:
                arenas[pair.goal] = ArcArena(learned, pair.goal, learned.macros, search, count)
            tallies = arenas[pair.goal].count(pair.start)
            account = Account(pair.start, pair.before, pair.after, tallies)
            kept.setdefault(pair.goal, []).append(account)
            tick(1, "counting")
        accounts = [account for one in kept.values() for account in one]
        engine = accounts[0].after.engine
        too_long = _tries(accounts, len(learned.macros)) > SEARCHED.get(engine, 0)
        without = {} if too_long else _without(arenas, kept, tick)
    found = ledger(next(iter(arenas.values())), accounts, without)
    rows = [
        LedgerRow(
            chosen.algorithm,
            entry.name,
            len(accounts),
            entry.tried,
            entry.matched,
            entry.applied,
            entry.work_saved,
            entry.moves_saved,
        )
        for entry in found.macros
    ]
    return rows, "what each macro saves, which would take too long" if too_long else None


def _tries(accounts: Sequence[Account], arcs: int) -> int:
    """How often macros will be tried in the searches without each that matched."""
    return sum(
        account.after.statistics.expanded * arcs
        for account in accounts
        for tally in (account.tallies or {}).values()
        if tally.matched
    )


def _without(
    arenas: dict[Pattern, Arena], kept: dict[Pattern, list[Account]], tick: Callable[..., None]
) -> dict[str, tuple[Result, ...]]:
    """The results without each macro, in the order of all accounts."""
    results: dict[str, tuple[Result, ...]] = {}
    for goal, accounts in kept.items():
        for name, found in leave_one_out(arenas[goal], accounts):
            results[name] = (*results.get(name, ()), *found)
            tick(1, f"without {name}")
    return results
