"""Macros over parameters on disk, and plans unrolled with them."""

import re
import subprocess
from functools import cache

import pytest
from arcwise.ebl import MacroLibrary, library_text, load_macros, save_macros
from arcwise.ebl.learners.learner_table import learner_of
from arcwise.experiments import learn
from arcwise.planning.learning.macro_actions import save_augmented, unroll
from arcwise.planning.pddl import (
    PlanningDomain,
    augmented,
    execute,
    ground_macros,
    ground_task,
    load_action_domain,
    load_task,
    read_action_domain,
    read_plan,
    read_task,
)
from arcwise.rules import InputError
from arcwise.search import Problem, solve
from arcwise.search.heuristics.heuristic_table import default_heuristic

from ...pddl_worlds import learned_from

PLAN = "(unstack a b) (put-down a) (unstack b c) (stack b a) (pick-up c) (stack c b)"


PLANS = {
    "blocks": PLAN,
    "gripper": "(pick red kitchen left) (pick green kitchen right) (go kitchen hall) (drop red hall left)",
    "delivery": "(drive van-1 bern-station shop bern) (load parcel-1 van-1 shop) "
    "(drive van-1 shop bern-station bern) (unload parcel-1 van-1 bern-station)",
}


@pytest.fixture(scope="module")
def learning(examples):
    """A function from an example domain to its problem and the macros of a plan."""

    @cache
    def learned(name):
        folder = examples / "pddl"
        task = load_task(load_action_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")
        return task, learned_from(task, PLANS[name])[1].macros

    return learned


@pytest.fixture
def blocks(learning):
    return learning("blocks")[0]


@pytest.fixture
def macros(learning):
    return learning("blocks")[1]


@pytest.fixture
def library(blocks, macros):
    return MacroLibrary(PlanningDomain(blocks.domain), macros)


@pytest.mark.parametrize("name", PLANS)
def test_macros_come_back_from_disk_as_they_were(tmp_path, learning, name):
    task, macros = learning(name)
    library = MacroLibrary(PlanningDomain(task.domain), macros)
    assert len(library) > 0
    save_macros(library, tmp_path / "more.pl")
    save_augmented(library, tmp_path / "more.pddl")
    domain = load_action_domain(tmp_path / "more.pddl")
    assert domain == augmented(task.domain, [macro.action for macro in macros])
    for named in (PlanningDomain(domain), PlanningDomain(task.domain), None):
        loaded = load_macros(tmp_path / "more.pl", named)
        assert [m.operator for m in loaded] == [m.operator for m in macros]
        assert [m.lifted for m in loaded] == [m.lifted for m in macros]
        assert [m.origin for m in loaded] == [m.origin for m in macros]
    assert library_text(loaded).splitlines()[4:] == library_text(library).splitlines()[4:]


def test_prolog_consults_the_file(tmp_path, library, swi):
    path = tmp_path / "macros.pl"
    path.write_text(library_text(library), encoding="utf-8")
    goal = "forall(macro(N, O, B, A, C), (macro_steps(N, S), length(S, L), writeln(L)))"
    done = subprocess.run(
        ["swipl", "-q", "-g", goal, "-t", "halt", str(path)],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert done.stdout.split() == [str(macro.length) for macro in library]
    assert not done.stderr


def test_the_domain_declares_what_its_macros_need(blocks, macros):
    assert any(macro.action.unequal for macro in macros)
    extra = {":negative-preconditions", ":equality"}
    assert extra <= set(augmented(blocks.domain, [macro.action for macro in macros]).requirements)


def test_plans_with_macros_unroll_to_plans_without(tmp_path, blocks, macros):
    grounding = ground_task(blocks)
    arcs = ground_macros(grounding, [macro.operator for macro in macros])
    theory = grounding.theory.with_macros(arcs)
    result = solve(Problem(theory, grounding.start, grounding.goal), "a-star")
    assert result.cost == 6
    assert theory.macros == arcs
    for arc in arcs:
        assert arc.cost == len(arc.steps) > 1
    assert result.steps < result.moves == 6
    plan = read_plan("\n".join(move.name for move in result.operators))
    done = unroll(blocks, plan, macros)
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


SPOILT = {
    "step unknown": (r"step\(unstack,1,", "step(fly,1,", "no such move"),
    "number unknown": (r"step\(unstack,1,", "step(unstack,9,", "no such move"),
    "too few arguments": (r"step\(unstack,1,\[1,2\]\)", "step(unstack,1,[1])", "takes 2 arguments"),
    "argument unknown": (r"step\(unstack,1,\[1,", "step(unstack,1,[9,", "bad step"),
    "not asked to differ": (r",'\\\\='\(X\d+,X\d+\)", "", "differ|could be the same"),
    "wrong type": (r"parameter\(([^(),]+),block,", r"parameter(\1,table,", "unknown type table"),
    "no steps": (r"macro_steps\((.*), \[step.*\]\)\.", r"macro_steps(\1,[]).", "steps are missing"),
    "steps no list": (
        r"macro_steps\((.*), \[step.*\]\)\.",
        r"macro_steps(\1,x).",
        "steps are missing",
    ),
    "bad parameter": (r"parameter\('\?above',", "parameter(above,", "not a parameter"),
    "one variable for two": (r"block,X2\)", "block,X1)", "variable of its own"),
    "another effect": (
        r"not\(holding\(X3\)\)\],",
        "not(clear(X3))],",
        "is not what its steps compose to",
    ),
    "another cost": (r", none\)\.", ", 7).", "cost"),
    "bad cost": (r", none\)\.", ", -7).", "bad cost"),
    "another object": (r"\[unstack\(a,", "[unstack(c,", "example"),
    "other domain": (r"pddl\(.*\)\.", "pddl(gripper)).", "for another domain"),
}


@pytest.mark.parametrize("change", SPOILT)
def test_a_file_that_was_tampered_with_is_refused_with_the_place(tmp_path, blocks, library, change):
    pattern, other, message = SPOILT[change]
    text, count = re.subn(pattern, other, library_text(library))
    assert count
    path = tmp_path / "bad.pl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_macros(path, PlanningDomain(blocks.domain))
    assert caught.value.place.source == str(path)
    assert caught.value.place.line > 1


def test_macros_that_stand_there_twice_are_refused(tmp_path, library):
    path = tmp_path / "twice.pl"
    path.write_text(library_text(library) * 2, encoding="utf-8")
    with pytest.raises(InputError, match="bad move"):
        load_macros(path)


def test_types_in_a_circle_are_refused(tmp_path, library):
    circle = "macro_type(one, two).\nmacro_type(two, one).\n"
    path = tmp_path / "circle.pl"
    path.write_text(library_text(library) + circle, encoding="utf-8")
    with pytest.raises(InputError, match="unknown type two"):
        load_macros(path)


def test_an_action_of_the_domain_that_is_no_such_macro_is_refused(tmp_path, blocks, library):
    save_macros(library, tmp_path / "more.pl")
    save_augmented(library, tmp_path / "more.pddl")
    text = (tmp_path / "more.pddl").read_text()
    (tmp_path / "more.pddl").write_text(text.replace("(not (holding ?above))", "(hand-empty)", 1))
    with pytest.raises(InputError, match="is another action in the domain"):
        load_macros(
            tmp_path / "more.pl", PlanningDomain(load_action_domain(tmp_path / "more.pddl"))
        )


@pytest.mark.parametrize(
    ("pattern", "other", "message"),
    [
        (r"\[on\(X1,X2\),clear", "[on(X1,moon),clear", "unknown constant moon"),
        (r"\[on\(X1,X2\),clear", "[on(X1),clear", "wrong number of arguments"),
        (r"macro_shared\((\S+),'\?above'", r"macro_shared(\1,'?b'", "has no such parameter"),
        (r"link\(\[needs\(2,holding\(", r"link([needs(2,clear(", "not a reason why steps share"),
        (r"link\(\[needs\(2", r"link([needs(7", "not a reason why steps share"),
        (r"link\(", r"because(", "not a reason why steps share"),
        (r"macro_type\(block,object\)\.", "", "unknown type block"),
    ],
)
def test_a_file_is_checked_without_its_domain_too(tmp_path, library, pattern, other, message):
    text, count = re.subn(pattern, other, library_text(library))
    assert count
    path = tmp_path / "bad.pl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_macros(path)
    assert caught.value.place.line > 1


def test_types_in_any_order_and_unions_of_them_come_back(tmp_path):
    domain = read_action_domain(
        "(define (domain d) (:requirements :typing)"
        "(:types place - object van - vehicle train - vehicle vehicle - thing) (:constants hall - place)"
        "(:predicates (at ?x - thing ?p - place) (seen ?x - thing))"
        "(:action go :parameters (?x - (either van train) ?to - place)"
        " :precondition (at ?x hall) :effect (and (at ?x ?to) (not (at ?x hall))))"
        "(:action see :parameters (?x - van ?p - place)"
        " :precondition (at ?x ?p) :effect (and (seen ?x))))"
    )
    task = read_task(
        domain,
        "(define (problem p) (:domain d) (:objects v - van a - place)"
        "(:init (at v hall)) (:goal (and (at v a) (seen v))))",
    )
    library, choice = learned_from(task, "(go v a) (see v a)")
    assert choice.macros
    save_macros(library, tmp_path / "macros.pl")
    for named in (None, PlanningDomain(domain)):
        assert list(load_macros(tmp_path / "macros.pl", named)) == list(library)


def test_pieces_of_plans_that_begin_downhill_are_filtered(examples):
    """Whether a piece begins uphill is asked of its own problem, as the states of its plan tell."""
    files = [examples / "pddl" / "robot-1.pddl"]
    found = learn(
        examples / "pddl" / "robot.pddl", files, learner_of("pieces", filters=("uphill",))
    )
    (record,) = found.records
    assert record.paths
    problem = record.problem
    estimate = default_heuristic(
        problem.domain.theory(problem.shape), problem.goal, problem.start
    ).estimate
    for piece in record.paths:
        before, after = piece.first_move(problem.domain, problem.shape)
        states = problem.domain.states_of(piece.plan)
        assert (before, after) == tuple(states[piece.steps[0] :][:2])
        assert estimate(after) >= estimate(before)
