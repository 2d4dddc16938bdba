"""Choosing macros over parameters from pieces of plans."""

import pytest
from arcwise.ebl import Course, train
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.pddl import PlanningDomain, load_action_domain, load_task

from ...pddl_worlds import learned_from

GRIPPER = " ".join(
    f"(pick {one} kitchen left) (pick {two} kitchen right) (go kitchen hall) "
    f"(drop {one} hall left) (drop {two} hall right) {back}"
    for one, two, back in (("red", "green", "(go hall kitchen)"), ("blue", "white", ""))
)


@pytest.fixture
def task(examples):
    """A function from an example's name to its problem."""

    def reading(name):
        folder = examples / "pddl"
        return load_task(load_action_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")

    return reading


@pytest.mark.slow
def test_macros_are_named_counted_and_limited(task):
    library, choice = learned_from(task("gripper"), GRIPPER, Pieces(keep=2, untried=True))
    assert len(choice.macros) == 2
    assert list(library) == list(choice.macros)
    assert choice.macros[0].name.startswith("macro-1-")
    assert choice.uses[0] == 2
    brought_about = 6  # of four goals, with up to three cuts each
    assert choice.looked_at == 10 + 9 + 8 + brought_about
    assert "steps 1 to " in choice.macros[0].origin or "steps 2 to " in choice.macros[0].origin
    assert (
        learned_from(task("gripper"), GRIPPER, Pieces(longest=2, untried=True))[1].looked_at
        == 10 + brought_about
    )


def test_macros_with_too_many_parameters_are_refused_with_that_reason(task):
    _, choice = learned_from(task("gripper"), GRIPPER, Pieces(parameters=3, untried=True))
    assert all(len(macro.action.parameters) <= 3 for macro in choice.macros)
    assert choice.refused["more than 3 parameters"] > 5


def test_pieces_that_do_nothing_are_refused(task):
    there_and_back = "(pick red kitchen left) (drop red kitchen left) " + GRIPPER
    _, choice = learned_from(task("gripper"), there_and_back, Pieces(longest=2, untried=True))
    assert not any(macro.name.endswith("-pick-drop") for macro in choice.macros)
    assert any("same as cheaply" in why or "no effect" in why for why in choice.refused)


def test_steps_that_have_nothing_to_do_with_each_other_make_no_macro(task):
    apart = "(drive van-1 bern-station shop bern) (drive van-2 thun-station house thun)"
    library, choice = learned_from(task("delivery"), apart)
    assert not choice.macros and not len(library)
    assert choice.refused == {"steps that have nothing to do with each other": 1}


def test_what_an_action_does_already_is_no_macro(task):
    plan = "(go kitchen hall) (go hall kitchen) (go kitchen hall)"
    _, choice = learned_from(task("gripper"), plan)
    assert not choice.macros
    assert choice.refused["an action of the domain does the same as cheaply"] > 0


def test_a_plan_that_is_searched_for_teaches_as_one_that_is_given(task):
    blocks = task("blocks")
    plan = "(unstack a b) (put-down a) (unstack b c) (stack b a) (pick-up c) (stack c b)"
    (one, _), (other, _) = learned_from(blocks), learned_from(blocks, plan)
    assert len(one) > 0 and one == other


def test_nothing_is_learned_from_no_problem(task):
    library = Pieces().library(PlanningDomain(task("blocks").domain))
    assert list(train(Pieces(), library, Course((1, 1), ((1, 1),)))) == []
    assert len(library) == 0
