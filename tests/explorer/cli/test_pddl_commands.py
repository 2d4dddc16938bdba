"""PDDL on the command line: solve, learn, explain, unroll and compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli.search import solve_command
from arcwise.planning.pddl import execute, load_action_domain, load_task, read_plan
from arcwise.search.stages import run

COSTS = {"blocks": 6, "gripper": 11, "delivery": 17}


@pytest.fixture
def folder(examples: Path) -> Path:
    return examples / "pddl"


def files(folder: Path, name: str) -> tuple[Path, Path]:
    return folder / f"{name}.pddl", folder / f"{name}-1.pddl"


@pytest.fixture
def learned(call: Any, folder: Path, tmp_path: Path) -> Path:
    """The blocks domain with macros; beside it the file that maps them to their steps."""
    output = tmp_path / "more.pddl"
    assert call("learn", *files(folder, "blocks"), "-o", output).code == 0
    return output


FLUENTS = {
    "d.pddl": """(define (domain trucks) (:requirements :typing :object-fluents)
      (:types place truck parcel - object) (:functions (at ?t - truck) - place
        (of ?p - parcel) - (either place truck))
      (:action drive :parameters (?t - truck ?to - place) :effect (assign (at ?t) ?to))
      (:action load :parameters (?p - parcel ?t - truck)
        :precondition (= (of ?p) (at ?t)) :effect (assign (of ?p) ?t))
      (:action unload :parameters (?p - parcel ?t - truck)
        :precondition (= (of ?p) ?t) :effect (assign (of ?p) (at ?t))))""",
    "p01.pddl": """(define (problem one) (:domain trucks) (:objects a b c - place t - truck p q - parcel)
      (:init (= (at t) a) (= (of p) b) (= (of q) a)) (:goal (and (= (of p) c) (= (of q) b))))""",
}


def test_problems_with_object_fluents_are_written_as_the_domain_with_macros_has_them(
    call, tmp_path
):
    for name, text in FLUENTS.items():
        (tmp_path / name).write_text(text)
    domain, problem, output = (tmp_path / name for name in ("d.pddl", "p01.pddl", "more.pddl"))
    done = call("learn", domain, problem, "-o", output, "--untried")
    assert done.code == 0
    assert "object fluents in " in done.out
    written = tmp_path / "more-p01.pddl"
    known = load_task(load_action_domain(output), written)
    assert known.domain.actions[0].name.startswith("macro")
    assert not known.domain.object_fluents
    one = call("solve", domain, problem, "--json").data["cost"]
    assert call("solve", domain, written, "--json").code != 0
    more = call("solve", output, written, "--json").data
    assert more["status"] == "solved"
    assert more["steps"] <= one
    written.write_text(FLUENTS["p01.pddl"])
    again = call("learn", domain, problem, written, "-o", output, "--untried")
    assert "this file is read too" in again.err


@pytest.mark.parametrize("name", COSTS)
def test_solve_prints_the_cheapest_plan_and_writes_it(call, folder, tmp_path, name):
    plan = tmp_path / "plan"
    done = call("solve", *files(folder, name), "--plan", plan)
    assert done.code == 0
    task = load_task(load_action_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")
    steps = read_plan(plan.read_text())
    assert execute(task, steps).cost == COSTS[name]
    assert done.out.splitlines()[: len(steps)] == [step.text for step in steps]
    assert f"cost {COSTS[name]} (optimal)" in done.out


def test_the_file_of_the_plan_has_one_before_the_proof_ends(call, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "FIRST_LOOK", 5)
    written = []

    monkeypatch.setattr(solve_command, "write_text", lambda file, text: written.append(text))
    assert call("solve", *files(folder, "delivery"), "--plan", tmp_path / "plan").code == 0
    assert [float(text.split("cost =")[1]) for text in written] == [COSTS["delivery"]] * 2


def test_solve_tells_everything_as_json(call, folder):
    data = call("solve", *files(folder, "gripper"), "--algorithm", "breadth-first", "--json").data
    assert (data["domain"], data["problem"], data["cost"]) == ("gripper", "gripper-1", 11)
    assert len(data["plan"]) == 11
    assert data["grounding"]["facts"] > data["grounding"]["cells"] > 0


def test_problems_without_a_solution_are_proved_to_have_none(call, folder, tmp_path):
    text = (folder / "blocks-1.pddl").read_text()
    bad = tmp_path / "bad.pddl"
    bad.write_text(text.replace("(:goal (and (on c b)", "(:goal (and (on c c)"))
    assert call("solve", folder / "blocks.pddl", bad).code == 11
    bad.write_text(text.replace("(on c b)", "(clear c) (not (clear c))"))
    assert call("solve", folder / "blocks.pddl", bad).code == 11


def test_a_goal_that_is_reached_already_needs_no_steps(call, folder, tmp_path):
    text = (folder / "blocks-1.pddl").read_text()
    easy = tmp_path / "easy.pddl"
    easy.write_text(text.replace("(and (on c b) (on b a))", "(on a b)"))
    done = call("solve", folder / "blocks.pddl", easy)
    assert (done.code, done.out.splitlines()[0]) == (0, "; the goal is reached already")


@pytest.mark.slow
def test_prolog_searches_a_pddl_problem_too(call, folder, swi):
    one, other = (
        call("solve", *files(folder, "gripper"), "--engine", engine, "--json")
        for engine in ("swi", "python")
    )
    assert one.code == other.code == 0
    assert json.loads(one.out)["plan"] == json.loads(other.out)["plan"]


def test_states_of_a_plan_are_drawn_and_the_plan_of_a_board_is_written(call, folder, tmp_path):
    done = call("solve", *files(folder, "blocks"), "--boards")
    assert done.code == 0 and "start" in done.out
    done = call("solve", "hanoi:3x2", "--plan", tmp_path / "plan")
    assert done.code == 0
    lines = (tmp_path / "plan").read_text().splitlines()
    assert lines[-1] == "; cost = 3" and len(lines) == 4


@pytest.mark.slow
def test_every_command_takes_the_problem_after_the_domain(call, folder, tmp_path):
    two = files(folder, "gripper")
    one = "#".join(map(str, two))
    for command, *rest in (
        ("show",),
        ("problems", "--count", "2"),
        ("survey", "--count", "2"),
        ("utility", "--problems", "3", "--seeds", "1", "--counts", "0,1", "--algorithms", "greedy"),
    ):
        apart, together = (call(command, *named, *rest, "--json") for named in (two, [one]))
        assert apart.code == together.code == 0, apart.err
        assert json.loads(apart.out).keys() == json.loads(together.out).keys()
    done = call("problems", *two, "--count", "1")
    assert json.loads(done.out)["theory"] == "gripper:gripper-1"
    assert "a problem is for a PDDL domain" in call("show", "hanoi:3x2", two[1]).err


def test_a_problem_file_may_be_called_anything(call, folder, tmp_path):
    domain, problem = files(folder, "gripper")
    other = tmp_path / "first.txt"
    other.write_text(Path(problem).read_text())
    assert call("solve", domain, other).code == 0
    assert call("solve", f"{domain}#{other}").code == 0


@pytest.mark.long
def test_a_survey_and_the_utility_of_a_problem_have_a_report(call, folder, tmp_path):
    two = files(folder, "gripper")
    for command, *rest in (
        ("survey", "--count", "2"),
        ("utility", "--problems", "2", "--seeds", "1", "--counts", "0,1", "--algorithms", "greedy"),
    ):
        run, page = tmp_path / command, tmp_path / f"{command}.html"
        assert call(command, *two, *rest, "--run", run).code == 0
        assert call("report", run, "-o", page).code == 0
        for section in ("glance", "solutions", "searches"):
            assert f'<section id="{section}"' in page.read_text()


def test_a_mistake_is_shown_with_file_line_and_column(call, folder, tmp_path):
    bad = tmp_path / "bad.pddl"
    bad.write_text(
        (folder / "blocks.pddl").read_text().replace("(clear ?below)", "(free ?below)", 1)
    )
    done = call("solve", bad, folder / "blocks-1.pddl")
    assert done.code == 33
    assert f"{bad}:25:42: unknown predicate" in done.err


@pytest.mark.slow
def test_macros_are_learned_explained_and_unrolled(call, folder, learned, tmp_path):
    beside = learned.with_suffix(".pl")
    explained = call("explain", beside).out
    assert "step 2 (put-down) needs (holding ?above), which step 1 (unstack) adds" in explained
    name = explained.split(" ", 1)[0]
    assert call("explain", beside, name, "--json").data["macros"][0]["name"] == name
    assert "no such macro" in call("explain", beside, "macro-99").err
    plan, plain = tmp_path / "plan", tmp_path / "plain"
    domain, problem = files(folder, "blocks")
    found = call("solve", learned, problem, "--algorithm", "breadth-first", "--plan", plan)
    assert found.code == 0
    assert "macro-" in plan.read_text()
    done = call("unroll", domain, problem, plan, "--macros", beside, "-o", plain)
    assert done.code == 0
    assert done.err.startswith("valid: 6 steps, cost 6, from ")
    task = load_task(load_action_domain(domain), problem)
    assert execute(task, read_plan(plain.read_text())).cost == 6
    assert call("unroll", learned, problem, plan, "--macros", beside).out == plain.read_text()
    data = call("unroll", domain, problem, plan, "--macros", beside, "--json").data
    assert (data["valid"], data["steps"], data["lines"] < 6) == (True, 6, True)


@pytest.mark.slow
def test_macros_are_checked_on_problems(call, folder, tmp_path):
    macros, (domain, problem) = tmp_path / "m.pl", files(folder, "gripper")
    assert call("learn", domain, problem, "--learner", "pieces", "-o", macros).code == 0
    done = call("check", macros, domain, problem)
    assert (done.code, done.out) == (12, call("check", macros, f"{domain}#{problem}").out)
    assert "arcwise check" in call("check", macros).err
    assert "DOMAIN.pddl PROBLEM.pddl" in call("check", macros).err


def test_a_plan_that_is_wrong_is_found_with_its_line(call, folder, learned, tmp_path):
    plan = tmp_path / "plan"
    plan.write_text("(unstack a b)\n(unstack a b)\n")
    macros = learned.with_suffix(".pl")
    done = call("unroll", *files(folder, "blocks"), plan, "--macros", macros)
    assert done.code == 33
    assert f"{plan}:2:1: step 2 (unstack a b) cannot be taken" in done.err


@pytest.mark.slow
def test_a_search_with_macros_gives_a_plan_without(call, folder, learned):
    macros = learned.with_suffix(".pl")
    for domain in (folder / "blocks.pddl", learned):
        data = call("solve", domain, folder / "blocks-1.pddl", "--macros", macros, "--json").data
        assert (data["cost"], data["moves"], len(data["plan"])) == (6, 6, 6)
        assert data["steps"] < 6
        assert not any("macro" in step for step in data["plan"])


@pytest.mark.slow
def test_macros_are_compared_on_problems(call, folder, learned):
    macros = learned.with_suffix(".pl")
    arguments = ("compare", *files(folder, "blocks"), "--macros", macros)
    done = call(*arguments, "--algorithms", "a-star,greedy")
    assert done.code == 0
    assert "operator applications" in done.out
    data = call(*arguments, "--algorithms", "a-star", "--json").data
    search = data["problems"][0]["searches"][0]
    assert search["before"]["cost"] == search["after"]["cost"] == 6
    assert search["after"]["steps"] < search["before"]["steps"]


def test_plans_of_others_can_be_learned_from(call, folder, tmp_path):
    plan = tmp_path / "plan"
    plan.write_text("(unstack a b)(put-down a)(unstack b c)(stack b a)(pick-up c)(stack c b)")
    done = call("learn", *files(folder, "blocks"), plan, "--longest", "2", "--keep", "1", "--json")
    assert done.code == 0
    assert done.data["training_records"][0]["outcome"] == "plan of its own"
    assert len(done.data["macros"]) == 1
    assert "a plan without a problem" in call("learn", folder / "blocks.pddl", plan).err
    domain, problem = files(folder, "blocks")
    assert "this file is read too" in call("learn", domain, problem, "-o", domain).err
    assert (
        "--goal goes with --random"
        in call("compare", domain, problem, "--macros", "none", "--goal", "x").err
    )
    plan.write_text("(unstack b c)")
    done = call("learn", *files(folder, "blocks"), plan)
    assert f"{plan}:1:1: step 1 (unstack b c) cannot be taken" in done.err


@pytest.mark.slow
def test_the_reason_for_pieces_names_what_was_asked_for(call, folder, tmp_path):
    domain, problem = files(folder, "blocks")
    written = tmp_path / "blocks+.pddl"
    done = call("learn", domain, problem, "-o", written)
    assert f"learner pieces: with {written} to write, macros" in done.out
    assert (
        "learner pieces: with --untried, macros" in call("learn", domain, problem, "--untried").out
    )
    done = call("learn", domain)
    assert "nothing to learn from" in done.err and "learner" not in done.out
    plan = tmp_path / "blocks.plan"
    plan.write_text("(unstack b c)")
    assert (
        f"learner pieces: with the plan {plan}, macros" in call("learn", domain, problem, plan).out
    )


@pytest.mark.long
def test_learning_from_plans_in_a_run_goes_on_where_it_stopped(call, folder, tmp_path):
    domain, problem = files(folder, "gripper")
    easy = tmp_path / "easy.pddl"
    easy.write_text(problem.read_text().replace("(in blue hall)", ""))
    words = ("learn", domain, problem, easy, "--learner", "pieces")
    assert call(*words, "-o", tmp_path / "plain.pl").code == 0
    run = tmp_path / "run"
    assert call(*words, "--run", run, "--jobs", "2").code == 0
    assert (run / "macros.pl").read_text() == (tmp_path / "plain.pl").read_text()
    again = call(*words, "--run", run, "--resume", "-o", tmp_path / "more.pddl")
    assert "2 of 2 training problems are done already" in again.err
    assert (tmp_path / "more.pl").read_text() == (tmp_path / "plain.pl").read_text()
    assert call("report", run, "-o", tmp_path / "page.html").code == 0
    page = (tmp_path / "page.html").read_text()
    assert "2 uses in the training plans" in page or "uses in the training plans" in page
    assert "pieces of plans looked at" in page


@pytest.mark.slow
def test_learning_from_plans_adds_to_a_file_and_searches_with_it(call, folder, tmp_path):
    first, more = tmp_path / "first.pl", tmp_path / "more.pl"
    words = ("learn", *files(folder, "delivery"))
    assert call(*words, "--keep", "1", "-o", first).code == 0
    done = call(*words, "--macros", first, "--with-macros", "-o", more)
    assert done.code == 0
    before = json.loads(call("explain", first, "--json").out)["macros"]
    after = json.loads(call("explain", more, "--json").out)["macros"]
    assert after[: len(before)] == before and len(after) > len(before)
    assert len({macro["name"] for macro in after}) == len(after)


def test_a_faulty_problem_is_left_out_where_that_is_asked_for(call, folder, tmp_path):
    bad = tmp_path / "bad.pddl"
    bad.write_text("(define (problem bad)")
    words = ("learn", *files(folder, "blocks"), bad, "--json")
    assert call(*words).code == 33
    done = call(*words, "--keep-going")
    assert done.code == 0
    assert len(done.data["faults"]) == len(done.data["training_records"]) == 1


@pytest.fixture
def alone(folder):
    """One problem as a theory."""
    domain, problem = files(folder, "gripper")
    return f"{domain}#{problem}"


@pytest.mark.slow
def test_a_problem_of_a_domain_is_a_theory_like_others(call, alone, folder, tmp_path):
    plain = call("solve", *files(folder, "gripper"), "--json")
    assert untimed(call("solve", alone, "--json").data) == untimed(plain.data)
    shown = call("show", alone, "--json").data
    assert shown["count"] == plain.data["grounding"]["arcs"]
    drawn = call("solve", alone, "--random", "1", "--json").data
    other = call("solve", *files(folder, "gripper"), "--random", "1", "--json").data
    assert drawn["start"] == other["start"]
    assert drawn["status"] == "solved" and drawn["start"] != plain.data["start"]
    made = tmp_path / "made.json"
    assert call("problems", alone, "--count", "3", "--training", "-o", made).code == 0
    learned = tmp_path / "board.pl"
    assert call("learn", alone, made, "-o", learned).code == 0
    words = ("compare", alone, "--random", "3", "--count", "5", "--macros", learned)
    assert call(*words, "--algorithms", "greedy", "--beyond", "0").code == 0
    assert call("survey", alone, "--count", "3").code == 0


@pytest.mark.long
@pytest.mark.slow
def test_macros_over_parameters_are_judged_one_by_one(call, alone, folder, tmp_path):
    macros, left, run = tmp_path / "macros.pl", tmp_path / "left.pl", tmp_path / "run"
    assert call("learn", *files(folder, "gripper"), "--learner", "pieces", "-o", macros).code == 0
    done = call(
        *("utility", alone, "--macros", macros, "--algorithms", "greedy", "--problems", "5"),
        *("--forget", "-o", left, "--run", run, "--json"),
    )
    assert done.code == 0
    names = {macro["name"] for macro in call("explain", macros, "--json").data["macros"]}
    text = json.dumps(done.data)
    assert all(name in text for name in names)
    assert {macro["name"] for macro in call("explain", left, "--json").data["macros"]} < names
    assert call("report", run, "-o", tmp_path / "page.html").code == 0
    page = (tmp_path / "page.html").read_text()
    assert all(name in page for name in names)


@pytest.mark.slow
def test_macros_of_one_problem_are_swept(call, alone):
    done = call(
        *("utility", alone, "--counts", "2", "--seeds", "1", "--problems", "5"),
        *("--algorithms", "greedy", "--json"),
    )
    assert done.code == 0


def untimed(value):
    """JSON data without what differs from one run to the next."""
    if isinstance(value, dict):
        timed = (
            "elapsed",
            "preparation",
            "seconds",
            "repetitions",
            "elapsed_spread",
            "time",
            "peak_memory",
            "verdict",
            "evidence",
            "started",
            "worker",
        )
        return {key: untimed(part) for key, part in value.items() if key not in timed}
    return [untimed(part) for part in value] if isinstance(value, list) else value


@pytest.mark.long
def test_problems_are_compared_in_a_run_as_without_one(call, folder, tmp_path):
    domain, problem = files(folder, "blocks")
    assert call("learn", domain, problem, "-o", tmp_path / "more.pddl").code == 0
    macros = ("--macros", tmp_path / "more.pl", "--algorithms", "greedy,a-star")
    run = ("--run", tmp_path / "run", "--jobs", "1")
    plain = call("compare", domain, problem, *macros, "--json")
    kept = call("compare", domain, problem, *macros, "--json", *run)
    assert plain.code == kept.code == 0
    assert untimed(plain.data) == untimed(kept.data)
    assert plain.data["macros"] > 0
    again = call("compare", domain, problem, *macros, "--json", *run, "--resume")
    assert "4 of 4 searches are done already" in again.err


def test_a_pddl_domain_is_compared_with_itself(call, folder):
    done = call("compare", *files(folder, "gripper"), "--macros", "none", "--json")
    assert done.code == 0
    for one in done.data["problems"]:
        assert one["operator_applications"]["ratio"] == 1


@pytest.mark.slow
def test_a_problem_is_climbed_with_macros_over_parameters(call, folder, tmp_path):
    macros = tmp_path / "g.pl"
    assert call("learn", *files(folder, "gripper"), "--learner", "pieces", "-o", macros).code == 0
    climbed = ("solve", *files(folder, "gripper"), "--algorithm", "climb", "--json")
    plain, done = call(*climbed), call(*climbed, "--macros", macros)
    assert plain.code == done.code == 0
    assert done.data["operator_applications"] < plain.data["operator_applications"]
    task = load_task(load_action_domain(folder / "gripper.pddl"), folder / "gripper-1.pddl")
    execute(task, read_plan("\n".join(done.data["plan"])))
    board = "#".join(map(str, files(folder, "gripper")))
    assert call("check", macros, board, "--samples", "50").code in (0, 12)


@pytest.mark.slow
def test_the_ledger_of_macros_over_parameters_is_kept_for_climbing_too(call, folder, tmp_path):
    macros = tmp_path / "g.pl"
    assert call("learn", *files(folder, "gripper"), "--learner", "pieces", "-o", macros).code == 0
    asked = ("--algorithms", "climb,greedy", "--problems", "5", "--macros", macros, "--json")
    done = call("utility", *files(folder, "gripper"), *asked)
    assert done.code == 0
    names = [[one["macro"] for one in ledger["macros"]] for ledger in done.data["ledgers"]]
    assert len(names) == 2 and names[0] == names[1]
    assert all(one["tried"] for ledger in done.data["ledgers"] for one in ledger["macros"])


@pytest.mark.slow
def test_learn_says_what_its_macros_save_on_problems_not_learned_from(call, folder, tmp_path):
    domain, first = files(folder, "blocks")
    output, other = tmp_path / "more.pl", tmp_path / "blocks-2.pddl"
    other.write_text(
        "(define (problem two) (:domain blocks) (:objects a b c d e - block) (:init (hand-empty)"
        "(clear a) (on a b) (on b c) (on c d) (on d e) (on-table e))"
        "(:goal (and (on e d) (on d c) (on c b) (on b a))))",
        encoding="utf-8",
    )
    done = call("learn", domain, first, "--trial", other, "-o", output)
    assert done.code == (0 if output.exists() else 12)
    last = " ".join(done.out.split())
    assert "1 problem not learned from" in last
    data = call("learn", domain, first, "--trial", other, "-o", output, "--json").data
    kept = {macro["name"] for macro in data["macros"]}
    told = {one["name"]: one["dropped"] for one in data["trial"]["macros"]}
    assert kept <= told.keys() and not any(told[name] for name in kept)
    assert data["trial"]["saves"] or not kept
    spent = data["trial"]["spent"]
    assert "operator applications in the trial" in done.out
    assert data["operator_applications"] > spent["applications"] > 0
    untried = call("learn", domain, first, "--json")
    assert untried.data["trial"] is None and untried.data["macros"]
    assert "not tried on other problems" in call("learn", domain, first, "--learner", "pieces").out
    same = call("learn", domain, first, "--trial", first)
    assert same.code == 33 and "also learned from" in same.err
