"""The ledger against counts made another way, and forgetting against every set of macros."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, combinations
from random import Random

import pytest
from arcwise.experiments import (
    EXAMPLES,
    BoardSource,
    Condition,
    Configuration,
    Experiment,
    Instance,
    Keeping,
    ProblemSet,
    Row,
    macro_table,
)
from arcwise.experiments.designs.utility.ledger import (
    Account,
    Subsets,
    accounts,
    forget,
    leave_one_out,
    ledger_rows,
)
from arcwise.experiments.designs.utility.sweep import NOTHING, Ground, LearnedMacros
from arcwise.experiments.execute.perform import Tally
from arcwise.experiments.execute.pool import InlinePool
from arcwise.experiments.keeping import Runner
from arcwise.experiments.statistics.summary import pays_after
from arcwise.rules import SlidingTiles, State
from arcwise.search import HEURISTICS, Climber, Problem, climb, solve
from arcwise.search.problem import Successors
from hypothesis import given
from hypothesis import strategies as st

FAMILY = SlidingTiles()
SHAPE = (2, 3)
THEORY = FAMILY.theory(SHAPE)
GOAL = FAMILY.goal(SHAPE)
GROUND = Ground(THEORY, lambda rng: FAMILY.draw(SHAPE, rng), FAMILY.of_size(SHAPE))
LEARNED = EXAMPLES["good"].learn(GROUND, 6, "0")
MACROS = tuple(macro.arc for macro in LEARNED.macros)
STARTS = [FAMILY.draw(SHAPE, Random(seed)) for seed in range(6)]
ALGORITHMS = ["breadth-first", "greedy", "a-star", "bidirectional", "iterative-deepening"]
GROUP = ProblemSet(tuple(Instance(start, GOAL, "", "seed 0", 0) for start in STARTS), name="seed 0")


def subsets(algorithm: str, learned: LearnedMacros = LEARNED) -> Subsets:
    """The searches of a library on the six problems, in memory."""
    experiment = Experiment(
        BoardSource.opened("sliding-tile:2x3").placed_for(GOAL),
        (GROUP,),
        (NOTHING.condition("none", "none", 0), learned.condition("whole", "whole", 0)),
        (Configuration(algorithm),),
    )
    folder = Keeping().begin(experiment.settings, experiment.problems, experiment.conditions)
    return Subsets(experiment, Runner(folder, InlinePool()))


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
@pytest.mark.slow
def test_matches_are_those_of_the_expanded_states(algorithm: str) -> None:
    searches = subsets(algorithm)
    for problem in searches.problems:
        tallies = searches.count(problem)
        assert tallies is not None
        asked = Asked(Problem(THEORY.with_macros(MACROS), problem.start, GOAL))
        manhattan = HEURISTICS["manhattan"](THEORY, GOAL, problem.start)
        result = solve(asked, algorithm, heuristic=manhattan)
        assert len(asked.states) == result.statistics.expanded
        for macro in MACROS:
            matched = sum(macro.apply(state) is not None for state in asked.states)
            tally = tallies.get(macro.name, Tally())
            assert tally.matched == matched
            assert matched <= tally.tried <= len(asked.states)
            assert tally.seconds is None or tally.seconds >= 0


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_counting_changes_no_search(algorithm: str) -> None:
    for account in accounts(subsets(algorithm)):
        start = account.problem.start
        before = solve(Problem(THEORY, start, GOAL), algorithm)
        after = solve(Problem(THEORY.with_macros(MACROS), start, GOAL), algorithm)
        was, now = (one.statistics.operator_applications for one in (before, after))
        assert (account.before.work, account.before.moves) == (was, before.moves)
        assert (account.after.work, account.after.path) == (now, after.path)
        assert account.after.arcs == tuple(arc.name for arc in after.operators)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_ledger_adds_up_what_the_searches_did(algorithm: str) -> None:
    here = subsets(algorithm)
    kept = list(accounts(here))
    without = dict(leave_one_out(here, kept))
    book = ledger_rows(here, kept, without)
    assert all(account.before.solved and account.after.solved for account in kept)
    assert [entry.macro for entry in book] == [macro.name for macro in MACROS]
    steps = [name for account in kept for name in account.after.arcs]
    for entry in book:
        assert entry.applied == steps.count(entry.macro)
        assert entry.solutions == sum(entry.macro in account.after.arcs for account in kept)
        others = [macro for macro in MACROS if macro.name != entry.macro]
        results = [
            solve(Problem(THEORY.with_macros(others), start, GOAL), algorithm) for start in STARTS
        ]
        saved = sum(
            result.statistics.operator_applications - account.after.work
            for result, account in zip(results, kept, strict=True)
        )
        moves = sum(
            result.moves - (account.after.moves or 0)
            for result, account in zip(results, kept, strict=True)
        )
        assert entry.saved_applications == saved / len(STARTS)
        assert entry.saved_moves == moves / len(STARTS)


def test_macros_that_were_not_measured_have_no_savings() -> None:
    here = subsets("greedy")
    kept = list(accounts(here, counted=False))
    book = ledger_rows(here, kept, {})
    assert {entry.saved_applications for entry in book} == {None}
    assert {entry.tried for entry in book} == {None}


@pytest.mark.slow
def test_arcs_of_one_name_are_one_macro() -> None:
    table = macro_table(FAMILY, THEORY)
    here = subsets("greedy", table)
    assert here.names == tuple(macro.name for macro in table.macros)
    kept = list(accounts(here))
    for entry in ledger_rows(here, kept, dict(leave_one_out(here, kept))):
        assert entry.applied <= entry.matched <= entry.tried


@pytest.mark.slow
def test_climbing_counts_its_own_uses() -> None:
    table = macro_table(FAMILY, THEORY)
    here = subsets("climb", table)
    kept = list(accounts(here))
    book = ledger_rows(here, kept, dict(leave_one_out(here, kept)))
    assert sum(account.before.work - account.after.work for account in kept) > 0
    climber = Climber(
        FAMILY, SHAPE, [macro.schema for macro in table.macros], order="blank-first", select="best"
    )
    uses: dict[str, int] = {}
    for start in STARTS:
        found = climb(climber, start, width=1)
        for schema, use in zip(found.climb.schemas, found.climb.uses, strict=True):
            uses[schema.name] = uses.get(schema.name, 0) + use.applied
    for entry in book:
        assert entry.applied == uses[entry.macro] <= entry.matched <= entry.tried
        assert entry.match_seconds is not None
        assert entry.saved_applications is not None
        assert entry.saved_applications >= 0 or entry.applied


def test_a_climb_reads_like_a_search() -> None:
    schemas = [macro.schema for macro in macro_table(FAMILY, THEORY).macros]
    found = Climber(FAMILY, SHAPE, schemas, order="blank-first").advance(STARTS[0])
    result = found
    assert (result.solved, result.moves) == (found.solved, found.climb.plan.moves)
    assert result.cost == found.climb.plan.cost
    assert result.steps == len(found.climb.plan.steps)


@pytest.mark.parametrize(
    ("cost", "gain", "problems"),
    [(100, 10, 10), (101, 10, 11), (0, 1, 0), (5, 0, None), (5, -1, None)],
)
def test_learning_is_paid_for_by_its_gains(cost: float, gain: float, problems: int | None) -> None:
    assert pays_after(cost, gain) == problems


class Toy:
    """Searches in which the work of every set of macros is given."""

    traps = ()

    def __init__(self, names: str, works: Mapping[frozenset[str], int]) -> None:
        self.names = tuple(names)
        self.works = works
        self.problems = [Instance((1,), (1,))]
        self.whole, self.configuration = Condition("all", None), Configuration()

    def ahead(self, *, counting: bool) -> None:
        pass

    def rows(self, problems: Sequence[Instance], kept: Collection[str]) -> list[Row]:
        applications = self.works[frozenset(kept)]
        status = "solved" if applications < 1000 else "stopped"
        return [Row("", "", 1, status, operator_applications=applications) for _ in problems]

    def count(self, problem: Instance) -> Mapping[str, Tally]:
        return {name: Tally(1, 1, 0.0) for name in self.names}

    def accounts(self) -> list[Account]:
        return list(accounts(self))


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
    book = ledger_rows(toy, kept, dict(leave_one_out(toy, kept)))
    assert [entry.saved_applications for entry in book] == [None, None]


@given(st.lists(st.integers(1, 60), min_size=16, max_size=16))
def test_forgetting_never_makes_the_problems_dearer(values: list[int]) -> None:
    works = dict(zip(every_set("abcd"), values, strict=True))
    toy = Toy("abcd", works)
    assert works[left(toy)] <= min(works[frozenset("abcd")], works[frozenset()])


@pytest.mark.slow
def test_what_was_left_out_already_is_not_searched_again() -> None:
    here = subsets("greedy")
    kept = list(accounts(here))
    without = dict(leave_one_out(here, kept))
    fresh = subsets("greedy")
    assert list(forget(here, kept, without)) == list(forget(fresh, kept))
