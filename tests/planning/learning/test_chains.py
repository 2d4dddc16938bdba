"""Macros without plans: sections from an action that takes something to one that gives it back."""

from itertools import product

import pytest
from arcwise.ebl.learners.learner_table import learner_of
from arcwise.experiments import learn
from arcwise.planning.learning.chains import Oma, sections
from arcwise.planning.pddl import (
    PlanningDomain,
    execute,
    ground_task,
    load_action_domain,
    load_task,
)
from arcwise.planning.pddl.plan import PlanStep
from arcwise.rules import InputError


def files(examples, name):
    folder = examples / "pddl"
    return str(folder / f"{name}.pddl"), str(folder / f"{name}-1.pddl")


@pytest.fixture
def learned(examples):
    """A function from an example domain to the macros that it is given."""

    def of(name, **options):
        domain, problem = files(examples, name)
        return learn(domain, [problem], Oma(untried=True, **options))

    return of


def steps_of(found):
    return [tuple(call[0] for call in macro.calls) for macro in found.library]


def test_a_hand_that_takes_a_block_puts_it_down_again(learned):
    assert steps_of(learned("blocks")) == [
        ("pick-up", "stack"),
        ("unstack", "put-down"),
        ("unstack", "stack"),
    ]


def test_steps_in_between_make_what_the_end_needs(learned):
    assert ("pick", "go", "drop") in steps_of(learned("gripper"))
    assert ("load", "drive", "unload") in steps_of(learned("delivery"))
    assert all(len(one) == 2 for one in steps_of(learned("gripper", longest=2)))


def test_sections_are_those_that_trying_all_chains_finds(examples):
    """Against every chain of two actions that can be taken from some state of the problem and gives back what it took."""
    domain, problem = files(examples, "blocks")
    task = load_task(load_action_domain(domain), problem)
    ground = ground_task(task)
    own = PlanningDomain(task.domain, task)
    found = {tuple(one.text for one in chain.actions) for chain in sections(own, 2) if chain.exact}
    states, waiting = {task.init}, [task.init]
    tried = set()
    while waiting:
        state = waiting.pop()
        for first in ground.actions:
            if not first.positive <= state:
                continue
            between = (state - first.delete) | first.add
            if between not in states:
                states.add(between)
                waiting.append(between)
            for last in ground.actions:
                if last.positive <= between:
                    taken = first.positive & first.delete - first.add
                    made = first.add - first.positive
                    names = {atom[0] for atom in taken & last.add}
                    ends = {atom[0] for atom in made & last.positive & last.delete - last.add}
                    if any(one != other for one, other in product(names, ends)):
                        tried.add((first.text, last.text))
    assert found == tried
    assert found


def test_a_section_can_be_carried_out_as_its_macro_says(examples, learned):
    domain, problem = files(examples, "gripper")
    task = load_task(load_action_domain(domain), problem)
    macro = next(one for one in learned("gripper").library if one.length == 3)
    calls = macro.unrolled(macro.lifted.objects)
    done = execute(task, [PlanStep(name, tuple(rest), "") for name, *rest in calls], whole=False)
    assert done.states[-1] != done.states[0]


def test_sections_that_are_too_many_to_look_at_are_told(learned, monkeypatch):
    monkeypatch.setattr("arcwise.planning.learning.chains.MOST_CHAINS", 2)
    found = learned("gripper")
    assert len(steps_of(found)) < 3
    assert "behind the first 2 of a problem" in found.view().text()


def test_actions_that_give_nothing_back_teach_nothing_and_say_so(learned):
    found = learned("spanner")
    assert not len(found.library)
    assert "no action gives back what another takes" in found.view().text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"number": True}, "looks at no plan"),
        ({"with_macros": True}, "looks at no plan"),
        ({"filters": "uphill"}, "start in no state"),
    ],
)
def test_options_without_meaning_are_refused(options, words):
    with pytest.raises(InputError, match=words):
        Oma(**options)


def test_boards_of_arcs_are_refused_and_those_with_relations_are_not():
    with pytest.raises(InputError, match="for moves that relations describe"):
        learn("8-puzzle", None, learner_of("oma"))
    found = learn("sokoban:2", None, Oma(untried=True))
    assert steps_of(found) == [("push", "push")]
