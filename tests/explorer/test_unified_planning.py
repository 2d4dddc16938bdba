"""The engine for unified-planning, on the library's own example problems, each plan held against its validator."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import save_macros
from arcwise.rules import InputError

from ..entangled_blocks import NOT_FROM_THE_TABLE, SWAPPED, entangled_library

pytestmark = pytest.mark.long

ENGINES = ("arcwise", "arcwise-opt")


@pytest.fixture(autouse=True, scope="module")
def _library() -> None:
    """Import the library where its tests run: that takes seconds, and every worker reads every module."""
    global up, ArcwisePlanner, EXAMPLES, Ending, OptimalityGuarantee, PDDLReader
    up = pytest.importorskip(
        "unified_planning.shortcuts", reason="the extra `unified-planning` is not installed"
    )
    from arcwise.planning.unified_planning import ArcwisePlanner, register
    from unified_planning.engines import OptimalityGuarantee
    from unified_planning.engines import PlanGenerationResultStatus as Ending
    from unified_planning.io import PDDLReader
    from unified_planning.test.examples import get_example_problems

    EXAMPLES = get_example_problems()
    register()
    up.get_environment().credits_stream = None


@pytest.fixture(scope="module")
def supported() -> dict[str, Any]:
    """The library's examples that arcwise plans for."""
    return {
        name: example
        for name, example in EXAMPLES.items()
        if ArcwisePlanner.supports(example.problem.kind)
    }


def planned(problem: Any, engine: str, timeout: float | None = None, **settings: Any) -> Any:
    with up.OneshotPlanner(name=engine, params=settings) as planner:
        return planner.solve(problem, timeout=timeout)


def is_valid(problem: Any, plan: Any) -> bool:
    with up.PlanValidator(problem_kind=problem.kind, plan_kind=plan.kind) as validator:
        return bool(validator.validate(problem, plan))


def test_a_good_part_of_the_examples_is_supported(supported: dict[str, Any]) -> None:
    assert len(supported) >= 20


@pytest.mark.parametrize("engine", ENGINES)
def test_plans_are_valid(engine: str, supported: dict[str, Any]) -> None:
    for name, example in supported.items():
        found = planned(example.problem, engine)
        assert (found.plan is not None) == example.solvable, name
        assert is_valid(example.problem, found.plan), name
        best = engine == "arcwise-opt" and example.problem.quality_metrics
        ending = Ending.SOLVED_OPTIMALLY if best else Ending.SOLVED_SATISFICING
        assert found.status is ending, name


def test_a_problem_without_a_plan_is_proved_so() -> None:
    x = up.Fluent("x")
    problem = up.Problem("stuck")
    problem.add_fluent(x, default_initial_value=False)
    problem.add_goal(x)
    assert planned(problem, "arcwise").status is Ending.UNSOLVABLE_PROVEN


def test_it_is_known_by_name_and_says_what_it_can() -> None:
    assert {*ENGINES} <= {*up.get_environment().factory.engines}
    assert ArcwisePlanner.supports(EXAMPLES["basic_with_costs"].problem.kind)
    assert not ArcwisePlanner.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY)
    numeric = EXAMPLES["counter"].problem
    assert not ArcwisePlanner.supports(numeric.kind)


def test_what_it_leaves_out_of_account_is_said() -> None:
    problem = EXAMPLES["basic"].problem
    with up.OneshotPlanner(name="arcwise") as planner, warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert planner.solve(problem, heuristic=lambda state: 0).plan is not None
    assert "leaves a heuristic out of account" in str(said[0].message)


def test_macros_take_part_and_are_unrolled_in_the_plan(
    call: Any, examples: Path, tmp_path: Path
) -> None:
    files = (examples / "pddl/blocks.pddl", examples / "pddl/blocks-1.pddl")
    macros = tmp_path / "macros.pl"
    learned = call("learn", *files, "--untried", "-o", macros)
    assert learned.code == 0, learned.err
    problem = PDDLReader().parse_problem(*map(str, files))
    plain = planned(problem, "arcwise", algorithm="breadth-first")
    helped = planned(problem, "arcwise", algorithm="breadth-first", macros=str(macros))
    assert is_valid(problem, helped.plan)
    assert helped.metrics["expanded"] != plain.metrics["expanded"]
    actions = {action.name for action in problem.actions}
    assert {step.action.name for step in helped.plan.actions} <= actions


@pytest.mark.parametrize("limits", [{"nodes": 1}, {"timeout": 1e-9}])
def test_limits_end_it(limits: dict[str, Any], examples: Path) -> None:
    files = (examples / "pddl/blocks.pddl", examples / "pddl/blocks-1.pddl")
    problem = PDDLReader().parse_problem(*map(str, files))
    assert planned(problem, "arcwise-opt", **limits).status is Ending.TIMEOUT


def test_limits_hold_while_a_problem_is_grounded() -> None:
    thing = up.UserType("thing")
    linked = up.Fluent("linked", up.BoolType(), a=thing, b=thing)
    done = up.Fluent("done", up.BoolType(), **dict.fromkeys("abcde", thing))
    act = up.InstantaneousAction("act", **dict.fromkeys("abcde", thing))
    act.add_effect(done(*(act.parameter(name) for name in "abcde")), True)
    problem = up.Problem("wide")
    for fluent in (linked, done):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_action(act)
    things = [up.Object(f"o{number}", thing) for number in range(16)]
    problem.add_objects(things)
    problem.add_goal(done(*things[:5]))
    assert planned(problem, "arcwise", timeout=0.1).status in (Ending.TIMEOUT, Ending.MEMOUT)


def test_macros_of_another_domain_are_refused(
    macro_file: Any, examples: Path, tmp_path: Path
) -> None:
    files = (examples / "pddl/blocks.pddl", examples / "pddl/blocks-1.pddl")
    macros = macro_file(*files, "--untried")
    found = planned(EXAMPLES["robot_loader"].problem, "arcwise", macros=str(macros))
    assert found.plan is None and found.log_messages[0].message
    boards = macro_file("sliding-tile:2x3", "--learner", "escapes")
    with pytest.raises(InputError, match="not for a PDDL domain"):
        ArcwisePlanner(macros=str(boards))
    altered = macros.read_text(encoding="utf-8").replace("pddl(blocks)", r"pddl('\\9')")
    other = tmp_path / "other.pl"
    other.write_text(altered, encoding="utf-8")
    with pytest.raises(InputError):
        ArcwisePlanner(macros=str(other))


@pytest.mark.parametrize(
    "wrong", [{"algorithm": "astarr"}, {"heuristic": "man"}, {"macros": "none.pl"}, {"nodes": 0}]
)
def test_what_an_engine_is_made_with_is_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        ArcwisePlanner(**wrong)


def test_entangled_actions_leave_a_part_that_is_searched_first(
    examples: Path, tmp_path: Path
) -> None:
    macros, task = tmp_path / "macros.pl", tmp_path / "task.pddl"
    save_macros(entangled_library(examples, pick_up_start=True), macros)
    for goal in (NOT_FROM_THE_TABLE, "(on c b) (on b a)"):
        task.write_text(SWAPPED.format(goal=goal), encoding="utf-8")
        problem = PDDLReader().parse_problem(str(examples / "pddl" / "blocks.pddl"), str(task))
        for engine in ENGINES:
            assert is_valid(problem, planned(problem, engine, macros=str(macros)).plan)
