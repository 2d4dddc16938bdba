"""Plain misuse of the public functions: each argument in turn is something else, and that is said, where it was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from inspect import Parameter, isabstract, isfunction, isgenerator, signature
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import arcwise
import arcwise.ebl as ebl
import arcwise.experiments as experiments
import arcwise.logic as logic
import arcwise.planning as planning
import arcwise.rules as rules
import arcwise.search as search
import networkx
import pytest
from arcwise.logic.program import read_program
from arcwise.logic.swi import QuestionLimits
from arcwise.planning.pddl import ActionDomain, PlanningTask, domain_text, task_text
from arcwise.rules import ArcwiseError
from arcwise.rules.checked import INNERMOST, accepts, checked

TILES = rules.sliding_tile(2, 3)
START, NEAR, GOAL = (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0), (1, 2, 3, 4, 5, 0)
PROBLEM = search.Problem(TILES, START, GOAL)
SOLVED = search.solve(search.Problem(TILES, START, NEAR), "breadth-first")
DOMAIN = rules.SlidingTiles()
FEW = search.Limits(nodes=1000)
CLIMBER = search.Climber(DOMAIN, (2, 3))
PLAN = search.climb(CLIMBER, START, escape=FEW).climb.plan
COURSE = ebl.Course((2, 3), ((2, 3),), limits=FEW)
ESCAPES = ebl.LEARNERS["escapes"]
PROGRAMS = Path(__file__).parent / "programs"
STEPS = ((DOMAIN.schemas((2, 3))[0], 0),)
X, Y = rules.Var("X"), rules.Var("Y")
GRAPH = networkx.path_graph(3)
SPACE = search.AbstractSpace(TILES, GOAL, (1, 2), additive=True)
DATABASE = search.PatternDatabase.build(SPACE)
BOARD = "sliding-tile:2x3"
ERRAND = PlanningTask("errand", ActionDomain("errands"), goal=(("done",),))
ERRAND_TEXTS = domain_text(ERRAND.domain), task_text(ERRAND)
SEARCHED = experiments.compare(BOARD, [(START, GOAL)], None, ["a-star"])


class Call(NamedTuple):
    """A call that is right."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    options: Mapping[str, Any] = {}


QUICK = [
    Call(rules.canonical, (START,)),
    Call(rules.distances, (TILES, START), {"max_states": 1000}),
    Call(rules.layers, (TILES, START), {"max_states": 1000}),
    Call(rules.match, (GOAL, GOAL)),
    Call(rules.unify, ((X, 1), (2, Y)), {"substitution": {}}),
    Call(rules.substitute, ((X, 1), {X: 2})),
    Call(rules.random_problems, (TILES, GOAL, 2, 0), {"distance": 3}),
    Call(rules.domain_of, (TILES,)),
    Call(rules.read_clauses, ("a(1).",), {"source": "x"}),
    Call(rules.load_psvn, ("missing.psvn",)),
    Call(rules.load_theory_file, ("missing.pl",)),
    Call(rules.read_psvn, (rules.write_psvn(TILES, [GOAL]),), {"source": "x"}),
    Call(rules.read_theory, (rules.write_theory(TILES),), {"source": "x"}),
    Call(rules.reversed_theory, (TILES,)),
    Call(rules.schema_of, (TILES.arcs[0], (2, 3), DOMAIN.geometry)),
    Call(rules.shortest_path_count, (TILES, START, GOAL)),
    Call(rules.sliding_tile, (2, 3), {"order": "ULRD", "cost": 1}),
    Call(rules.Missionaries, (3, 2)),
    Call(rules.WaterJugs, (5, 3, 4)),
    Call(rules.SlidingTiles, (), {"order": "ULRD", "cost": 1}),
    Call(rules.solvability, (TILES, START, GOAL)),
    Call(rules.write_psvn, (TILES, [GOAL], [START])),
    Call(rules.write_theory, (TILES,)),
    Call(rules.Arc, ("a", (X, 0), (0, X)), {"cost": 1}),
    Call(rules.Theory, ("t", TILES.arcs, (2, 3)), {"blank": 0}),
    Call(rules.Board, (START, TILES)),
    Call(QuestionLimits, (), {"inferences": 9, "answers": 9, "seconds": 1, "memory": 9}),
    Call(rules.Schema, (TILES.arcs[0], (2, 3))),
    Call(search.Problem, (TILES, START, GOAL)),
    Call(search.Limits, (), {"time": 1, "nodes": 1, "memory": 1}),
    Call(search.Weights, (1, 1, 0)),
    Call(
        search.solve,
        (PROBLEM, "a-star"),
        {"macros": None, "heuristic": "manhattan", "limits": FEW, "check": True, "engine": "auto"},
    ),
    Call(search.watch, (PROBLEM, "a-star"), {"limits": FEW, "most_steps": 9}),
    Call(search.Stage, ("a-star",), {"nodes": 9, "share": 0.5, "time": 0.5, "until": "plan"}),
    Call(search.table_of, ([search.Stage("a-star")], "mine")),
    Call(search.read_stages, ("missing.toml",)),
    Call(search.stages_view, ("auto",)),
    Call(search.solve_many, ([PROBLEM], "a-star"), {"threads": 1, "limits": FEW}),
    Call(search.FunctionProblem, (0, bool, lambda state: [("a", 1, state + 1)])),
    Call(search.FunctionHeuristic, ("f", lambda state: 0), {"admissible": True}),
    Call(search.BatchHeuristic, ("f", len), {"symbols": (0, "a"), "admissible": True}),
    Call(
        planning.follow,
        (planning.LiftedPolicy(ERRAND.domain), ERRAND),
        {"limits": FEW, "repair": True},
    ),
    Call(planning.prove_policy, (planning.LiftedPolicy(ERRAND.domain),), {"goals": (("done",),)}),
    Call(planning.check_small, (planning.LiftedPolicy(ERRAND.domain), ERRAND)),
    Call(
        planning.policy_certificate,
        (planning.LiftedPolicy(ERRAND.domain), ERRAND, ERRAND_TEXTS),
        {"name": ""},
    ),
    Call(search.climb, (CLIMBER, START), {"escape": FEW, "limits": FEW, "engine": "auto"}),
    Call(search.Climber, (DOMAIN, (2, 3)), {"macros": (), "goal": GOAL, "select": "first"}),
    Call(search.check_completeness, (CLIMBER,), {"samples": 9, "seed": 0, "most_minima": 9}),
    Call(search.default_heuristic, (TILES, GOAL, START)),
    Call(search.make_heuristic, ("manhattan", TILES, GOAL, START)),
    Call(search.find_order, (DOMAIN, (2, 3)), {"practised": ()}),
    Call(search.ordered_goal, (DOMAIN, (2, 3)), {"goal": GOAL, "order": "given"}),
    Call(search.problem_with_goals, (TILES, START, [GOAL, NEAR])),
    Call(search.with_unit_macro_costs, (TILES,)),
    Call(
        search.theory_with, (TILES, ebl.MacroLibrary(DOMAIN)), {"goal": GOAL, "macro_cost": "unit"}
    ),
    Call(search.with_macros, (PROBLEM, ebl.MacroLibrary(DOMAIN))),
    Call(search.LiftedProblem, (DOMAIN, (2, 3), START, GOAL)),
    Call(search.Meter, (), {"limits": FEW}),
    Call(search.AbstractSpace, (TILES, GOAL, (1, 2)), {"additive": True, "start": START}),
    Call(search.PatternDatabase.build, (SPACE,)),
    Call(
        search.improve,
        (PLAN,),
        {"limits": search.Limits(time=0.01), "climber": CLIMBER, "engine": "auto"},
    ),
    Call(
        search.distance_table,
        (TILES, START),
        {"max_states": 1000, "threads": 1, "representation": None, "instruction_set": ""},
    ),
    Call(
        search.enumerate_layers,
        (TILES, START),
        {"threads": 1, "limits": FEW, "representation": None, "instruction_set": ""},
    ),
    Call(ebl.cell_reasons, ([TILES.arcs[0]],)),
    Call(ebl.compose, (TILES.arcs[0], TILES.arcs[1])),
    Call(ebl.explain, (START, SOLVED.operators), {"theory": TILES}),
    Call(ebl.explain_result, (SOLVED,)),
    Call(ebl.generalize, (ebl.explain_result(SOLVED), "m"), {"origin": "x"}),
    Call(ebl.choose_learner, (DOMAIN, (2, 3))),
    Call(ebl.train, (ESCAPES, ebl.MacroLibrary(DOMAIN), COURSE)),
    Call(ebl.load_examples, ("missing.json", TILES), {"keep_going": False}),
    Call(ebl.load_macros, ("missing.pl",), {"domain": None, "shape": None, "text": None}),
    Call(
        ebl.MacroLibrary,
        (DOMAIN,),
        {"macros": (), "shape": None, "order": "given", "closed": True},
    ),
    Call(ebl.TrapRule, ("t1", ("$",)), {"saving": 0.5, "origin": "x"}),
    Call(ebl.Course, ((2, 3), ((2, 3),)), {"seed": 0, "limits": FEW}),
    Call(ebl.TrainingProblem, ((2, 3), START, GOAL), {"origin": "x", "limits": FEW}),
    Call(ebl.schematize, (DOMAIN, (2, 3), START, STEPS, "m"), {"origin": ""}),
    Call(experiments.contrast, (SEARCHED.rows, "before", "after", "expanded"), {"over": "both"}),
    Call(experiments.Configuration, ("a-star",), {"heuristic": "zero", "limits": FEW}),
    Call(experiments.Keeping, (), {"folder": "x", "resume": False, "jobs": 1, "cluster": None}),
    Call(experiments.Condition, ("x",), {"file": "m.pl", "text": ""}),
    Call(experiments.problem_of, (BOARD, START, GOAL)),
    Call(logic.prove, ("examples/logic/kill.pl", "kill(A,B)")),
    Call(experiments.solve, (BOARD, START, GOAL), {"algorithm": "greedy", "macros": None}),
    Call(experiments.load_run, ("missing",)),
    Call(experiments.examine, (BOARD,), {"seed": 0}),
    Call(experiments.register, (ebl.Escapes,), {"name": "escapes"}),
    Call(experiments.read_pddl, ("missing.pddl", "missing-1.pddl")),
    Call(experiments.check_library, (ebl.MacroLibrary(DOMAIN), BOARD), {"samples": 9, "seed": 0}),
    Call(ebl.Escapes, (), {"quiescence": 2}),
    Call(ebl.EachPath, (), {"problems": 2}),
    Call(ebl.MacroTable, (), {"alternatives": 2}),
    Call(planning.Pieces, (), {"longest": 4, "parameters": 6, "keep": 3}),
    Call(planning.Policy, (), {"problems": 10}),
    Call(ebl.learner_of, ("escapes",)),
    Call(search.improved, (SOLVED,), {"seconds": 0.01, "engine": "auto"}),
    Call(experiments.ProblemSet.of, ([(START, GOAL)],)),
    Call(experiments.mean_of, ([[1.0, 2.0], [3.0]],)),
    Call(experiments.ratio_of, ([[1.0, 2.0], [3.0]],)),
    Call(experiments.summaries, (SEARCHED.run,)),
    Call(experiments.judge, ((), {})),
    Call(rules.Var, ("X",)),
    Call(rules.TheoryDomain, (TILES,)),
    Call(rules.save_theory, (TILES, "t.pl")),
    Call(search.Move, ("a",), {"cost": 1}),
    Call(search.Algorithm, (), {"name": "a", "summary": "", "beam_width": 1, "fewest": None}),
    Call(search.GraphProblem, (GRAPH, 1, 2), {"weight": "weight"}),
    Call(search.AnyGoalProblem, (TILES, START, GOAL), {"goals": (GOAL,)}),
    Call(search.PatternDatabases, ([DATABASE],), {"reflect": True, "name": "x"}),
    Call(search.pattern_databases, (TILES, GOAL, "2-3"), {"threads": 1, "limits": FEW}),
    Call(ebl.library_text, (ebl.MacroLibrary(DOMAIN),)),
    Call(ebl.save_macros, (ebl.MacroLibrary(DOMAIN), "m.pl")),
    Call(experiments.all_pairs, (rules.sliding_tile(2, 2), (1, 2, 3, 0)), {"seed": 0}),
]

BOTH_KINDS = ebl.MacroLibrary(
    DOMAIN, [ebl.schematize(DOMAIN, (2, 3), START, STEPS, "m1"), ebl.TrapRule("t1", ("1",))]
)
"""A library with a macro and a trap."""

LONG = [
    Call(experiments.by_kind, (BOTH_KINDS,)),
    Call(experiments.by_use, (BOTH_KINDS,)),
    Call(
        experiments.compare,
        (BOARD, [(START, GOAL)], None, ["a-star"]),
        {"configuration": experiments.Configuration(), "beyond": 0},
    ),
    Call(
        experiments.compare_learners,
        (BOARD, ["each-path"], None, [(START, GOAL)], "greedy"),
        {"seconds": 9.0, "configuration": experiments.Configuration()},
    ),
    Call(
        experiments.learning_curves,
        (BOARD, ["each-path"], [1], None, [(START, GOAL)], "greedy"),
        {"seeds": 1, "seconds": 9.0, "configuration": experiments.Configuration()},
    ),
    Call(
        experiments.learn,
        (BOARD, [(START, NEAR)], "examples"),
        {"macros": None, "output": None},
    ),
    Call(experiments.classics, (["korf-8-puzzle"],), {"quick": True}),
    Call(
        experiments.survey,
        (BOARD, "1 2 3 4 5 0", ["greedy"], ["manhattan"]),
        {"count": 2, "distance": 3, "configuration": experiments.Configuration()},
    ),
    Call(
        experiments.utility,
        (BOARD, "1 2 3 4 5 0", ["greedy"]),
        {"counts": (0, 1), "examples": ("good",), "controls": (), "problems": 2, "seeds": 1},
    ),
]


class Odd:
    """Nothing that anybody expects."""


JUNK = (
    *(-1, 1.5, True, float("nan"), 10**30, "junk", "", b"x", None),
    *([], (), {}, {1}, (1, 2), [1, [2]], ("a",), Odd(), Odd, lambda: None),
)


def said(function: Callable[..., Any], *arguments: Any, **options: Any) -> str | None:
    """What a call says that is wrong; None where it takes what it got."""
    try:
        found = function(*arguments, **options)
        if isgenerator(found):
            list(islice(found, 10))
    except ArcwiseError as error:
        return str(error)
    except TypeError as error:
        assert " has to be " in str(error) or "cannot be hashed" in str(error), error
        return str(error)
    return None


def misuse(call: Call) -> int:
    """Put junk in place of each argument; how often that was refused."""
    refused = 0
    for place in range(len(call.arguments)):
        for junk in JUNK:
            changed = list(call.arguments)
            changed[place] = junk
            refused += said(call.function, *changed, **call.options) is not None
    for name in call.options:
        for junk in JUNK:
            changed_options = {**call.options, name: junk}
            refused += said(call.function, *call.arguments, **changed_options) is not None
    return refused


def name_of(call: Call) -> str:
    return call.function.__qualname__


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("call", QUICK, ids=name_of)
def test_misuse_is_refused_in_words(call: Call) -> None:
    assert misuse(call) > len(JUNK) // 3


@pytest.mark.slow
@pytest.mark.parametrize("call", LONG, ids=name_of)
def test_misuse_of_experiments_is_refused_in_words(call: Call) -> None:
    assert misuse(call) > len(JUNK) // 3


PACKAGES: tuple[ModuleType, ...] = (arcwise, rules, search, ebl, experiments)
PUBLIC = {
    f"{package.__name__}.{name}": thing
    for package in PACKAGES
    for name in package.__all__
    if callable(thing := getattr(package, name))
    and not isinstance(thing, type(rules.State))
    and not (isinstance(thing, type) and issubclass(thing, Enum | Exception))
    and not getattr(thing, "_is_protocol", False)
    and not isabstract(thing)
}
"""Whatever can be called, but what arcwise raises and Python itself refuses to call."""

MADE_BY_ARCWISE = {
    *("FoundOrder", "ChosenLearner"),
    *("Admission", "CellReason", "Completeness", "Enumeration", "ExampleSet", "ExplainedStep"),
    *("Explanation", "Improvement", "LexicographicValue", "Macro", "Outcome"),
    *(
        "PatternDatabase",
        "Place",
        "Plan",
        "PsvnFile",
        "Regression",
        "RegressionStep",
        "Result",
    ),
    *("Solvability", "Statistics", "TrainingRecord", "Census", "Comparison", "Estimate", "Figure"),
    *(
        "Instance",
        "Classic",
        "PaperClaim",
        "LearnersCompared",
        "Learning",
        "LedgerRow",
        "MacroUtility",
        "Mean",
        "ResultSet",
        "Row",
        "Summary",
    ),
    *("Certificate", "BoardSource"),
    *("Survey", "RulesUtility", "Utility", "Verdict", "WatchedSearch", "Examination", "Finding"),
}
"""Records that people are given to read; they are made a million times, and hold what they are given."""

ANY_VALUE = {"serialized", "fingerprint", "option"}
"""What takes nearly all there is: tests/rules/test_fingerprint.py; the default of an option is anything."""

JUNK_ONLY = {
    *(
        "Arrows",
        "Blocks",
        "BurntPancakes",
        "Gripper",
        "HeavyTiles",
        "InverseTiles",
        "Keys",
        "PegSolitaire",
        "Sokoban",
    ),
    *("Cube", "Hanoi", "LightsOut", "Pancakes", "TopSpin", "markov_library"),  # no arguments
    *("Examples", "Focused", "MacLearn", "Morris", "FromFailures", "Practice", "option"),
    *("load_library", "macro_table", "Placements"),
    *("Domain", "trusting", "figures", "reproduce"),  # no arguments
    *("RuleTexts", "SourceTexts", "open_source"),
    *("best_first_search", "depth_first_iterative_search"),  # of functions: test_explain_misuse.py
    *("Climb", "OrderedGoal", "Learner", "ProblemSet", "TrainingPath", "Experiment"),
    *("macro_utility", "rules_utility", "regress"),  # of what other functions have made
    *("certificate_of", "complete_certificate"),
    "macro_certificate",
}
"""Of which no right call stands above."""


def needed(thing: Callable[..., Any]) -> tuple[int, list[str]]:
    """How many arguments it has to be given by place, and which by name."""
    parameters = signature(thing).parameters.values()
    wanted = [one for one in parameters if one.default is Parameter.empty]
    by_name = [one.name for one in wanted if one.kind is Parameter.KEYWORD_ONLY]
    variadic = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return len([one for one in wanted if one.kind not in variadic]) - len(by_name), by_name


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_junk_for_every_argument_is_refused_in_words(name: str) -> None:
    places, names = needed(PUBLIC[name])
    refused = [
        said(PUBLIC[name], *[junk] * places, **dict.fromkeys(names, junk)) is not None
        for junk in (JUNK if places or names else JUNK[:1])
    ]
    if name.rpartition(".")[2] not in MADE_BY_ARCWISE | ANY_VALUE and places + len(names):
        assert sum(refused) >= len(JUNK) // 2


def methods_of(thing: Any) -> list[str]:
    """What can be called of an object with arguments."""
    names = [name for name in dir(type(thing)) if not name.startswith("_")]
    return [
        name
        for name in names
        if isfunction(method := getattr(type(thing), name))
        and len(signature(method).parameters) > 1
        and name not in INNERMOST
    ]


def options_of(method: Callable[..., Any]) -> list[str]:
    """Names of the arguments that may be left out."""
    parameters = signature(method).parameters.values()
    return [one.name for one in parameters if one.default is not Parameter.empty]


OBJECTS = (
    TILES,
    PROBLEM,
    SEARCHED,
    ebl.MacroLibrary(DOMAIN),
    ebl.MacroLibrary(rules.TheoryDomain(TILES)),
    ebl.generalize(ebl.explain_result(SOLVED), "m"),
    arcwise.learn(BOARD, [(START, NEAR)]),
    arcwise.GraphProblem(GRAPH, 0, 2),
    arcwise.learn(read_program("p(X) :- q(X). q(a). example(p(a)).", "p.pl")),
)


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda thing: type(thing).__name__)
def test_methods_refuse_junk_in_words(thing: Any) -> None:
    for name in methods_of(thing):
        method = getattr(thing, name)
        places, names = needed(method)
        for junk in JUNK:
            said(method, *[junk] * places, **dict.fromkeys(names, junk))
            for option in options_of(method) if not places + len(names) else ():
                said(method, **{option: junk})


def test_a_method_names_itself_and_what_it_expects() -> None:
    library = ebl.MacroLibrary(DOMAIN)
    assert said(library.admit, 42) == "MacroLibrary.admit: rule has to be Macro, not 42 (int)"
    words = "Theory.parse: text has to be a string, not None (NoneType)"
    assert said(TILES.parse, None) == words


def test_no_public_name_is_left_out() -> None:
    called = [call.function for call in (*QUICK, *LONG)]
    left_out = {name.rpartition(".")[2] for name, thing in PUBLIC.items() if thing not in called}
    assert left_out == MADE_BY_ARCWISE | ANY_VALUE | JUNK_ONLY, "each is a row of QUICK or LONG"


def test_a_message_names_function_argument_expectation_and_value() -> None:
    assert (
        said(search.solve, PROBLEM, report=3)
        == "solve: report has to be a function or None, not 3 (int)"
    )
    words = "Stage: nodes has to be a whole number or a function or None, not 'x' (str)"
    assert said(search.Stage, "beam", nodes="x") == words
    words = "survey: heuristics has to be a list of str or None, not 'zero' (str)"
    assert said(experiments.survey, BOARD, None, [], "zero") == words


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (int, 3, 3.0),
        (int, 3, True),
        (float, 3, "3"),
        (int | None, None, ""),
        (tuple[int, ...], (1, 2), [1, 2]),
        (tuple[int, ...], (1, 2), (1, "2")),
        (tuple[int, str], (1, "2"), (1, 2)),
        (list[str], ["a"], "a"),
        (Callable[[int], None], print, 3),
        (Any, 3, None),
        (Mapping[str, int], {}, []),
    ],
)
def test_kinds_of_annotations(kind: Any, right: Any, wrong: Any) -> None:
    assert accepts(kind)(right)
    assert kind is Any or not accepts(kind)(wrong)


def test_what_is_checked_is_otherwise_the_same() -> None:
    def function(first: int, *more: int, last: str = "") -> str:
        """What it says."""
        return f"{first}{more}{last}"

    same = checked(function)
    assert same(1, 2, last="x") == function(1, 2, last="x")
    assert (same.__doc__, same.__name__) == (function.__doc__, function.__name__)
    assert "more has to be a whole number" in (said(same, 1, 2, "3") or "")
    function.__annotations__["first"] = int
    assert "first has to be a whole number" in (said(checked(function), "1") or "")


def test_the_annotation_of_an_argument_that_is_not_given_is_not_evaluated() -> None:
    """The first call of a function with many options takes as long as that of one with few."""

    def function(first: int, other: Costly = None) -> int:  # type: ignore[valid-type]  # noqa: F821
        return first

    evaluated = []
    function.__annotations__["other"] = "Costly()"
    globals()["Costly"] = lambda: evaluated.append(1)
    try:
        same = checked(function)
        assert (same(1), evaluated) == (1, [])
        assert (same(1, None), evaluated) == (1, [1])
    finally:
        del globals()["Costly"]


def test_a_class_that_only_has_the_name_of_what_is_wanted_is_refused() -> None:
    """An annotation is not evaluated where it names the argument's class, but the class has to be that one."""

    def function(first: int, other: Callable[[], str | None] | None = None) -> None:
        """Take an argument."""

    same = checked(function)
    assert "first has to be a whole number" in (said(same, type("int", (), {})()) or "")
    assert said(same, 1, None) is None
    assert "other has to be a function or None" in (said(same, 1, "x") or "")
