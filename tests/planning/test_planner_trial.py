"""Macros for another planner are tried there before they are written, and what it reads says the same."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from arcwise.experiments import learn
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.other_planners import PLANNERS, OtherPlanner, PlannerCall, planner_of
from arcwise.planning.pddl import (
    Action,
    ActionDomain,
    PlanningTask,
    Signature,
    Typed,
    execute,
    ground_task,
    load_action_domain,
    load_task,
    read_action_domain,
    read_plan,
    read_task,
)
from arcwise.planning.pddl.write import DIFFERENT, with_differences, without_equality
from arcwise.rules import InputError
from arcwise.search import Problem, solve

from ..pddl_worlds import all_instances, applies


@dataclass(frozen=True)
class Double(OtherPlanner):
    """A planner whose expansions and processor time are functions of the macros in the domain."""

    expanded: Callable[[list[str]], int] = len
    seconds: Callable[[list[str]], float] = len
    refuses: str = "never"

    def call(self, domain: str, problem: str, seconds: float) -> PlannerCall:
        """Plan in this process."""
        if self.refuses in domain:
            return PlannerCall(None, None, 0.0, "I cannot read this\n")
        task = read_task(read_action_domain(domain), problem)
        macros = [one.name for one in task.domain.actions if one.name.startswith("macro")]
        ground = ground_task(task)
        found = solve(Problem(ground.theory, ground.start, ground.goal), "breadth-first")
        plan = "\n".join(arc.name for arc in found.operators)
        return PlannerCall(plan, self.expanded(macros), self.seconds(macros), "")


@pytest.fixture
def planner(monkeypatch):
    """A function that puts a planner into the table."""

    def put(expanded, seconds=lambda macros: 0.1, **others):
        made = Double(
            "mine",
            "own",
            "mine",
            lambda: ["mine"],
            lambda *words: [],
            "",
            expanded=expanded,
            seconds=seconds,
            **others,
        )
        monkeypatch.setitem(PLANNERS, "mine", made)
        return "mine"

    return put


def swapped(number: int, size: int) -> str:
    """Towers of two blocks, each to be turned upside down."""
    names = [f"b{n}" for n in range(2 * size)]
    pairs = [*zip(names[::2], names[1::2], strict=True)]
    init = " ".join(f"(on {a} {b}) (clear {a}) (on-table {b})" for a, b in pairs)
    goal = " ".join(f"(on {b} {a})" for a, b in pairs)
    return (
        f"(define (problem swapped-{number}) (:domain blocks) (:objects {' '.join(names)} - block)"
        f"(:init (hand-empty) {init}) (:goal (and {goal})))"
    )


@pytest.fixture
def blocks(examples, tmp_path):
    """The domain, one problem to learn from, and two to try macros on."""
    files = []
    for number, size in enumerate((2, 1, 2)):
        file = tmp_path / f"p{number}.pddl"
        file.write_text(swapped(number, size), encoding="utf-8")
        files.append(str(file))
    return str(examples / "pddl" / "blocks.pddl"), files[0], files[1:]


def learned(blocks, planner, output=None):
    domain, problem, tried = blocks
    return learn(domain, [problem], Pieces(trial=tuple(tried), planner=planner), output=output)


def test_a_macro_is_written_if_the_planner_expands_less_with_it(blocks, planner, tmp_path):
    output = tmp_path / "out" / "more.pddl"
    output.parent.mkdir()
    dear = "macro-1-pick-up-stack"
    saving = planner(lambda macros: 100 - 20 * len(macros) + 30 * (dear in macros))
    found = learned(blocks, saving, output)
    trial = found.trial
    names = [one.name for one in found.library]
    assert trial is not None and trial.unit == "expansions"
    assert names and dear not in names and dear in trial.dropped
    assert trial.before.applications == 200
    assert trial.after.applications == 200 - 40 * len(found.library)
    known = load_action_domain(output)
    assert {one.name for one in known.actions} >= {*names}
    assert "expansions a problem without macros" in found.view().text()


def test_nothing_is_written_if_no_macro_saves_the_planner_work(blocks, planner, tmp_path):
    output = tmp_path / "out" / "more.pddl"
    output.parent.mkdir()
    found = learned(blocks, planner(lambda macros: 100 + len(macros)), output)
    assert not len(found.library)
    assert not list(output.parent.iterdir())
    said = " ".join(found.view().text().split())
    assert "kept none of" in said and "100 expansions a problem without macros" in said


def test_a_planner_without_equality_gets_a_predicate_in_its_place(blocks, planner, tmp_path):
    output = tmp_path / "out" / "more.pddl"
    output.parent.mkdir()
    asked = planner(lambda macros: 100 - 20 * len(macros), equality=False, refuses="(not (=")
    found = learned(blocks, asked, output)
    assert any(one.action.unequal for one in found.library)
    assert len(found.problem_files) == 3
    text = output.read_text(encoding="utf-8")
    assert f"({DIFFERENT} ?" in text and ":equality" not in text
    for file in found.problem_files:
        task = load_task(load_action_domain(output), file)
        many = len(task.objects)
        assert sum(atom[0] == DIFFERENT for atom in task.init) == many * (many - 1)


def test_fewer_expansions_are_no_excuse_for_a_much_slower_planner(blocks, planner):
    slow = planner(lambda macros: 100 - 20 * len(macros), lambda macros: 1.0 + len(macros))
    found = learned(blocks, slow)
    assert not len(found.library)
    assert found.trial is not None and all(
        "leaves unsolved" in one for one in found.trial.dropped.values()
    )


def test_without_equality_the_same_actions_apply_in_every_state():
    rng = random.Random(3)
    domain = ActionDomain(
        "pairs",
        (":strips", ":equality", ":negative-preconditions"),
        predicates=(Signature("p", (Typed("?x", "object"),)),),
        actions=(
            Action(
                "join",
                (Typed("?a", "object"), Typed("?b", "object")),
                positive=(("p", "?a"),),
                unequal=(("?a", "?b"),),
                add=(("p", "?b"),),
            ),
        ),
    )
    objects = tuple(Typed(name, "object") for name in "uvw")
    init = frozenset(("p", one.name) for one in objects if rng.random() < 0.6)
    task = PlanningTask("some", domain, objects, init)
    told = replace(with_differences(task), domain=without_equality(domain))
    assert not told.domain.actions[0].unequal and ":equality" not in told.domain.requirements
    usual = {one.arguments for one in all_instances(task) if applies(one, task.init)}
    assert usual == {one.arguments for one in all_instances(told) if applies(one, told.init)}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"number": True}, "--number learns actions that repeat"),
        ({"untried": True}, "--untried tries none"),
        ({"tried_with": "greedy"}, "--trial-algorithm tries macros in arcwise"),
    ],
)
def test_options_of_other_trials_are_refused_with_a_planner(options, words):
    with pytest.raises(InputError, match=words):
        Pieces(planner="pyperplan", **options)


def test_planners_that_cannot_try_macros_are_refused_first(blocks, planner, monkeypatch):
    domain, problem, _ = blocks
    with pytest.raises(InputError, match="unknown planner"):
        learned(blocks, "nonesuch")
    with pytest.raises(InputError, match="not learned from"):
        learn(domain, [problem], Pieces(planner=planner(len)))
    with pytest.raises(InputError, match="does not search swapped-1"):
        learned(blocks, planner(len, refuses="pick-up"))
    monkeypatch.setitem(PLANNERS, "mine", replace(PLANNERS["mine"], program=lambda: None))
    with pytest.raises(InputError, match="mine is not installed"):
        learned(blocks, "mine")
    with pytest.raises(InputError, match="for domains in PDDL"):
        learn("sokoban:2", None, Pieces(planner="mine"))


@pytest.mark.parametrize("name", ["fast-downward", "pyperplan"])
def test_the_planners_of_the_table_plan(examples: Path, name):
    planner = planner_of(name)
    if not planner.installed:
        pytest.skip(f"{name} is not installed")
    files = [examples / "pddl" / one for one in ("blocks.pddl", "blocks-1.pddl")]
    call = planner.call(*(one.read_text(encoding="utf-8") for one in files), 20)
    assert call.plan is not None, call.output
    assert execute(load_task(load_action_domain(files[0]), files[1]), read_plan(call.plan)).actions
    assert call.expanded and call.seconds > 0
