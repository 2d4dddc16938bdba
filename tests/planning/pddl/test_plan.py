"""Plans as text, and carried out step by step."""

import pytest
from arcwise.planning.pddl import execute, load_action_domain, load_task, read_plan
from arcwise.rules import InputError
from arcwise.search.plan import plan_text

GOOD = "(unstack a b)\n(put-down a)\n(unstack b c)\n(stack b a)\n(pick-up c)\n(stack c b)\n"


@pytest.fixture
def task(examples):
    return load_task(
        load_action_domain(examples / "pddl" / "blocks.pddl"), examples / "pddl" / "blocks-1.pddl"
    )


def test_a_good_plan_reaches_the_goal_and_has_a_cost(task):
    done = execute(task, read_plan(GOOD))
    assert done.cost == 6
    assert set(task.goal) <= done.states[-1]
    assert len(done.states) == 7


def test_plans_of_other_planners_are_read(task):
    text = "; a remark\n0.000: (UNSTACK A B) [1.000]\n1: (Put-Down a) [1]\n" + "".join(
        f"{n}: {line}\n" for n, line in enumerate(GOOD.splitlines()[2:])
    )
    assert [step.text for step in read_plan(text)] == GOOD.split("\n")[:-1]
    assert read_plan(plan_text(GOOD.splitlines(), 6)) == read_plan(plan_text(GOOD.splitlines()))


@pytest.mark.parametrize(
    ("text", "problem", "line", "detail"),
    [
        ("(unstack a b)\n(stack a b)\n(fly a)", "no action is called fly", 3, "stack"),
        ("(unstack a b)\n(stack a d)", "(stack a d) is no action: there is no object d", 2, ""),
        ("(unstack a b c)", "(unstack a b c) is no action: unstack takes 2", 1, ""),
        ("(unstack b c)", "step 1 (unstack b c) cannot be taken", 1, "(clear b)"),
        ("(unstack a b)\n\n(stack a b)", "the plan does not reach the goal", 3, "(on b a)"),
        ("(unstack a b)\nstack", "not a step of a plan", 2, "stack"),
        ("(unstack a b)\n()", "not a step of a plan", 2, ""),
        ("(unstack a b", "this parenthesis is never closed", 1, ""),
    ],
)
def test_what_is_wrong_with_a_plan_is_said_with_its_line(task, text, problem, line, detail):
    with pytest.raises(InputError) as caught:
        execute(task, read_plan(text, "plan"))
    assert caught.value.problem.startswith(problem)
    assert (caught.value.place.source, caught.value.place.line) == ("plan", line)
    assert detail in str(caught.value)


def test_an_empty_plan_is_measured_against_the_goal_too(task):
    with pytest.raises(InputError, match="does not reach the goal"):
        execute(task, [])
    assert execute(task, [], whole=False).states == (task.init,)
