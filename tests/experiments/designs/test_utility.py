"""The ledger against counts made another way, and forgetting against every set of macros."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, combinations
from random import Random

import pytest
from arcwise.ebl.learners.escapes import EFFORT
from arcwise.experiments.designs.arena import (
    ArcArena,
    ClimbArena,
    Tally,
    climb_result,
    uninterrupted,
    work,
)
from arcwise.experiments.designs.arms import EXAMPLES, Ground, macro_table
from arcwise.experiments.designs.forgetting import (
    forget,
)
from arcwise.experiments.designs.utility import (
    Account,
    LearningCost,
    accounts,
    leave_one_out,
    ledger,
    pays_after,
)
from arcwise.rules.domains.table import SlidingTiles
from arcwise.rules.term import State
from arcwise.search.climbing.climb import climb
from arcwise.search.climbing.climber import Climb, Climber
from arcwise.search.heuristics.table import HEURISTICS
from arcwise.search.problem import Problem, Successors
from arcwise.search.result import Result, Statistics, Status
from arcwise.search.solve import solve
from hypothesis import given
from hypothesis import strategies as st

FAMILY = SlidingTiles()
SHAPE = (2, 3)
THEORY = FAMILY.theory(SHAPE)
GOAL = FAMILY.goal(SHAPE)
GROUND = Ground(THEORY, lambda rng: FAMILY.draw(SHAPE, rng))
MACROS = EXAMPLES["good"].learn(GROUND, 6, "0").arcs
STARTS = [FAMILY.draw(SHAPE, Random(seed)) for seed in range(6)]
ALGORITHMS = ["breadth-first", "greedy", "a-star", "bidirectional", "iterative-deepening"]


def arena(algorithm: str) -> ArcArena:
    return ArcArena(
        THEORY,
        GOAL,
        MACROS,
        lambda problem: solve(problem, algorithm),
        lambda problem: solve(problem, algorithm, engine="python"),
    )


class Asked:
    """A problem that writes down which states were expanded."""

    def __init__(self, problem: Problem) -> None:
        self.start, self.is_goal = problem.start, problem.is_goal
        self._theory = problem.theory
        self.states: list[State] = []

    def successors(self, state: State) -> Successors:
        self.states.append(state)
        return self._theory.successors(state)


@pytest.mark.parametrize("algorithm", ["breadth-first", "greedy", "a-star"])
def test_matches_are_those_of_the_expanded_states(algorithm: str) -> None:
    for start in STARTS:
        tallies = arena(algorithm).count(start)
        asked = Asked(Problem(THEORY.with_macros(MACROS), start, GOAL))
        manhattan = HEURISTICS["manhattan"](THEORY, GOAL, start)
        result = solve(asked, algorithm, heuristic=manhattan)
        assert len(asked.states) == result.statistics.expanded
        for macro in MACROS:
            matched = sum(macro.apply(state) is not None for state in asked.states)
            tally = tallies.get(macro.name, Tally())
            assert tally.matched == matched
            assert matched <= tally.tried <= len(asked.states)
            assert tally.seconds is None or tally.seconds >= 0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_counting_changes_no_search(algorithm: str) -> None:
    here = arena(algorithm)
    for account in accounts(here, STARTS):
        before = solve(Problem(THEORY, account.start, GOAL), algorithm)
        after = solve(Problem(THEORY.with_macros(MACROS), account.start, GOAL), algorithm)
        assert (work(account.before), account.before.moves) == (work(before), before.moves)
        assert (work(account.after), account.after.operators) == (work(after), after.operators)
        assert account.saved == work(before) - work(after)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_ledger_adds_up_what_the_searches_did(algorithm: str) -> None:
    here = arena(algorithm)
    kept = list(accounts(here, STARTS))
    without = dict(leave_one_out(here, kept))
    book = ledger(here, kept, without, LearningCost(1000, 0.5))
    assert book.solved == (len(STARTS), len(STARTS))
    assert book.gain == sum(account.saved for account in kept) / len(STARTS)
    assert [entry.name for entry in book.macros] == [macro.name for macro in MACROS]
    steps = [arc.name for account in kept for arc in account.after.operators]
    for entry in book.macros:
        assert entry.applied == steps.count(entry.name)
        assert entry.solutions == sum(
            entry.name in [arc.name for arc in account.after.operators] for account in kept
        )
        others = [macro for macro in MACROS if macro.name != entry.name]
        results = [
            solve(Problem(THEORY.with_macros(others), start, GOAL), algorithm) for start in STARTS
        ]
        saved = sum(
            work(result) - work(account.after)
            for result, account in zip(results, kept, strict=True)
        )
        moves = sum(
            result.moves - account.after.moves
            for result, account in zip(results, kept, strict=True)
        )
        assert entry.work_saved == saved / len(STARTS)
        assert entry.moves_saved == moves / len(STARTS)
        assert entry.pays is (saved > 0)


def test_macros_that_were_not_measured_have_no_savings() -> None:
    here = arena("greedy")
    kept = list(accounts(here, STARTS, counted=False))
    book = ledger(here, kept, {})
    assert {entry.work_saved for entry in book.macros} == {None}
    assert {entry.pays for entry in book.macros} == {None}
    assert not book.counted
    assert book.pays_after is None


def test_arcs_of_one_name_are_one_macro() -> None:
    table = macro_table(FAMILY, THEORY)
    here = ArcArena(
        THEORY,
        GOAL,
        table.arcs,
        lambda problem: solve(problem, "greedy"),
        lambda problem: solve(problem, "greedy", engine="python"),
    )
    assert len(here.names) == table.macros <= len(table.arcs)
    kept = list(accounts(here, STARTS))
    for entry in ledger(here, kept, dict(leave_one_out(here, kept))).macros:
        assert entry.applied <= entry.matched <= entry.tried


def climbing(climber: Climber, start: State) -> Climb:
    return climb(climber, start, escape=EFFORT)


def test_climbing_counts_its_own_uses() -> None:
    table = macro_table(FAMILY, THEORY)
    here = ClimbArena(FAMILY, SHAPE, GOAL, table.schemas, climbing, blank_first=True)
    kept = list(accounts(here, STARTS))
    book = ledger(here, kept, dict(leave_one_out(here, kept)))
    assert book.gain > 0
    climber = Climber(FAMILY, SHAPE, table.schemas, blank_first=True, select="best")
    uses: dict[str, int] = {}
    for start in STARTS:
        found = climber.advance(start)
        for schema, use in zip(found.schemas, found.uses, strict=True):
            uses[schema.name] = uses.get(schema.name, 0) + use.applied
    for entry in book.macros:
        assert entry.applied == uses[entry.name] <= entry.matched <= entry.tried
        assert entry.match_seconds is not None
        assert entry.work_saved is not None
        assert entry.work_saved >= 0 or entry.applied


def test_a_climb_reads_like_a_search() -> None:
    found = Climber(FAMILY, SHAPE, macro_table(FAMILY, THEORY).schemas, blank_first=True).advance(
        STARTS[0]
    )
    result = climb_result(found)
    assert (result.solved, result.moves) == (found.solved, found.plan.moves)
    assert result.cost == found.plan.cost
    assert result.steps == len(found.plan.steps)


def test_an_interrupted_search_interrupts() -> None:
    result = Result(Status.STOPPED, ((),), (), Statistics(), "interrupt")
    with pytest.raises(KeyboardInterrupt):
        uninterrupted(result)


@pytest.mark.parametrize(
    ("cost", "gain", "problems"),
    [(100, 10, 10), (101, 10, 11), (0, 1, 0), (5, 0, None), (5, -1, None)],
)
def test_learning_is_paid_for_by_its_gains(cost: float, gain: float, problems: int | None) -> None:
    assert pays_after(cost, gain) == problems


class Toy:
    """An arena in which the work of every set of macros is given."""

    def __init__(self, names: str, works: Mapping[frozenset[str], int]) -> None:
        self.names = tuple(names)
        self.works = works
        self.spent = 0

    def search(self, start: State, kept: Collection[str]) -> Result:
        applications = self.works[frozenset(kept)]
        status = Status.SOLVED if applications < 1000 else Status.STOPPED
        return Result(status, (start,), (), Statistics(operator_applications=applications), "nodes")

    def search_each(self, starts: Sequence[State], kept: Collection[str]) -> list[Result]:
        return [self.search(start, kept) for start in starts]

    def count(self, start: State) -> Mapping[str, Tally]:
        return {name: Tally(1, 1, 0.0) for name in self.names}

    def accounts(self) -> list[Account]:
        return list(accounts(self, [(1,)]))


def every_set(names: str) -> list[frozenset[str]]:
    sizes = range(len(names) + 1)
    return [
        frozenset(chosen)
        for chosen in chain.from_iterable(combinations(names, size) for size in sizes)
    ]


def left(toy: Toy) -> frozenset[str]:
    judgements = list(forget(toy, toy.accounts()))
    assert sorted(judgement.name for judgement in judgements) == sorted(toy.names)
    assert all(judgement.reason for judgement in judgements)
    return frozenset(judgement.name for judgement in judgements if not judgement.dropped)


def test_one_of_two_macros_that_do_the_same_is_kept() -> None:
    works = {"": 100, "a": 50, "b": 52, "ab": 55}
    toy = Toy("ab", {frozenset(names): value for names, value in works.items()})
    assert left(toy) == {"a"}


def test_two_macros_that_need_each_other_are_kept() -> None:
    works = {"": 100, "a": 120, "b": 120, "ab": 50}
    toy = Toy("ab", {frozenset(names): value for names, value in works.items()})
    assert left(toy) == {"a", "b"}


def test_of_a_library_that_costs_only_what_pays_is_kept() -> None:
    works = {"": 100, "a": 80, "b": 150, "ab": 130}
    toy = Toy("ab", {frozenset(names): value for names, value in works.items()})
    assert left(toy) == {"a"}
    works = {"": 100, "a": 101, "b": 150, "ab": 130}
    toy = Toy("ab", {frozenset(names): value for names, value in works.items()})
    assert left(toy) == set()


def test_a_macro_without_which_a_problem_is_not_solved_is_kept() -> None:
    works = {"": 1000, "a": 900, "b": 1000, "ab": 950}
    toy = Toy("ab", {frozenset(names): value for names, value in works.items()})
    assert left(toy) == {"a"}


def test_problems_that_nothing_solves_tell_nothing() -> None:
    works = {"": 1000, "a": 1001, "b": 1200, "ab": 1300}
    toy = Toy("ab", {frozenset(names): value for names, value in works.items()})
    assert left(toy) == {"a", "b"}
    kept = toy.accounts()
    book = ledger(toy, kept, dict(leave_one_out(toy, kept)), LearningCost(10))
    assert (book.gain, book.pays_after) == (None, None)
    assert [entry.pays for entry in book.macros] == [None, None]


@given(st.lists(st.integers(1, 60), min_size=16, max_size=16))
def test_forgetting_never_makes_the_problems_dearer(values: list[int]) -> None:
    works = dict(zip(every_set("abcd"), values, strict=True))
    toy = Toy("abcd", works)
    assert works[left(toy)] <= min(works[frozenset("abcd")], works[frozenset()])


def test_what_was_left_out_already_is_not_searched_again() -> None:
    here = arena("greedy")
    kept = list(accounts(here, STARTS))
    without = dict(leave_one_out(here, kept))
    fresh = arena("greedy")
    assert list(forget(here, kept, without)) == list(forget(fresh, kept))
