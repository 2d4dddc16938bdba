"""Macro actions on disk, and plans unrolled with them."""

import json

import pytest
from arcwise.ebl.files.action_file import (
    augmented,
    load_actions,
    load_entries,
    macros_text,
    save_actions,
)
from arcwise.ebl.pddl.learn_actions import TrainingPlan, learn_actions
from arcwise.ebl.pddl.unroll import unroll
from arcwise.rules.errors import InputError
from arcwise.rules.pddl.grounding import ground
from arcwise.rules.pddl.plan import execute, read_plan
from arcwise.rules.pddl.read_domain import load_domain
from arcwise.rules.pddl.read_task import load_task
from arcwise.search.problem import Problem
from arcwise.search.solve import solve

PLAN = "(unstack a b) (put-down a) (unstack b c) (stack b a) (pick-up c) (stack c b)"


@pytest.fixture
def blocks(examples):
    folder = examples / "pddl"
    return load_task(load_domain(folder / "blocks.pddl"), folder / "blocks-1.pddl")


@pytest.fixture
def macros(blocks):
    plan = TrainingPlan(blocks, execute(blocks, read_plan(PLAN)), ground(blocks).groups)
    return learn_actions([plan]).macros


@pytest.mark.slow
def test_macros_come_back_from_disk_as_they_were(tmp_path, blocks, macros):
    beside = save_actions(blocks.domain, macros, tmp_path / "more.pddl")
    assert beside == tmp_path / "more.macros.json"
    domain = load_domain(tmp_path / "more.pddl")
    assert domain == augmented(blocks.domain, macros)
    for rules in (domain, blocks.domain):
        loaded = load_actions(beside, rules)
        assert [m.action for m in loaded] == [m.action for m in macros]
        assert [m.steps for m in loaded] == [m.steps for m in macros]
        assert [m.why for m in loaded] == [m.why for m in macros]


def test_the_domain_declares_what_its_macros_need(blocks, macros):
    assert any(macro.action.unequal for macro in macros)
    extra = {":negative-preconditions", ":equality"}
    assert extra <= set(augmented(blocks.domain, macros).requirements)


def test_plans_with_macros_unroll_to_plans_without(tmp_path, blocks, macros):
    domain = augmented(blocks.domain, macros)
    task = load_task(domain, blocks.source)
    grounding = ground(task, {macro.name: macro.unrolled for macro in macros})
    result = solve(Problem(grounding.theory, grounding.start, grounding.goal), "a-star")
    assert result.cost == 6
    for arc in grounding.theory.macros:
        assert arc.cost == len(arc.steps) > 1
    assert result.steps < result.moves == 6
    plan = read_plan("\n".join(move.name for move in result.operators))
    done = unroll(task, plan, macros)
    assert [step.text for step in done.steps] == [move.name for move in result.primitives]
    assert (done.lines, done.macros) == (
        result.steps,
        sum(s.name.startswith("macro") for s in plan),
    )
    assert execute(blocks, done.steps).cost == 6


def test_a_macro_taken_where_it_cannot_be_is_found_with_its_line(blocks, macros):
    macro = macros[0]
    good = [step.text for step in read_plan(PLAN)]
    wrong = f"({macro.name} {' '.join('c' for _ in macro.action.parameters)})"
    with pytest.raises(InputError, match="cannot be taken") as caught:
        unroll(blocks, read_plan("\n".join([good[0], wrong]), "plan"), macros)
    assert caught.value.place.line == 2
    with pytest.raises(InputError, match="wrong number of arguments") as caught:
        unroll(blocks, read_plan(f"\n({macro.name})", "plan"), macros)
    assert caught.value.place.line == 2


def spoilt(text: str, change: str) -> str:
    data = json.loads(text)
    entry = next(one for one in data["macros"] if one["different"])
    match change:
        case "step unknown":
            entry["steps"][0] = "(fly ?x)"
        case "too few arguments":
            entry["steps"][0] = "(unstack ?above)"
        case "not asked to differ":
            entry["different"] = []
        case "wrong type":
            entry["parameters"][0][1] = "table"
        case "no steps":
            entry["steps"] = []
        case "steps no list":
            entry["steps"] = "(stack)"
        case "no name":
            del entry["name"]
        case "bad parameter":
            entry["parameters"][0][0] = "x"
        case "twice":
            data["macros"].append(entry)
        case "other domain":
            data["domain"] = "gripper"
        case "no macros":
            del data["macros"]
        case "other format":
            data["format"] = "JSON"
    return json.dumps(data, indent=1)


@pytest.mark.parametrize(
    "change",
    [
        "step unknown",
        "too few arguments",
        "not asked to differ",
        "wrong type",
        "no steps",
        "steps no list",
        "no name",
        "bad parameter",
        "twice",
        "other domain",
        "no macros",
        "other format",
    ],
)
def test_a_file_that_was_tampered_with_is_refused_with_the_place(tmp_path, blocks, macros, change):
    path = tmp_path / "bad.macros.json"
    path.write_text(spoilt(macros_text(blocks.domain, macros), change))
    with pytest.raises(InputError) as caught:
        load_actions(path, blocks.domain)
    assert caught.value.place.source == str(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"macros": 3}', "[" * 100_000])
def test_what_is_no_such_file_is_refused(tmp_path, text):
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_entries(path)
    assert caught.value.place.source == str(path)


def test_an_action_of_the_domain_that_is_no_such_macro_is_refused(tmp_path, blocks, macros):
    beside = save_actions(blocks.domain, macros, tmp_path / "more.pddl")
    text = (tmp_path / "more.pddl").read_text()
    (tmp_path / "more.pddl").write_text(text.replace("(not (holding ?above))", "(hand-empty)"))
    with pytest.raises(InputError, match="is another action in the domain"):
        load_actions(beside, load_domain(tmp_path / "more.pddl"))
