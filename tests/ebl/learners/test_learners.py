"""The table of learners: every one runs, and what it teaches replays move by move."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from arcwise.ebl import (
    LEARNERS,
    Course,
    Escapes,
    MacroLibrary,
    Practice,
    TrainingRecord,
    learner_of,
    train,
)
from arcwise.ebl.learners.learner_table import names_in
from arcwise.experiments import learn
from arcwise.planning.learning.pieces import Pieces
from arcwise.rules import InputError, distances, open_source
from arcwise.search import Limits, check_completeness
from arcwise.search.climbing import climb as climbing

BOARDS = ["sliding-tile:2x3", "sliding-tile:3x3", "pancake:5", "topspin:6x3", "topspin:5x2",
          "hanoi:3x3", "lights-out:3x3"]  # fmt: skip
TABLELESS = ("hanoi:3x3",)
PRACTISING = [name for name in LEARNERS if not LEARNERS[name].from_examples]
COURSES = [
    (name, board)
    for name in PRACTISING
    for board in BOARDS
    if (name != "macro-table" or board not in TABLELESS)
    and (name, board) != ("focused", "sliding-tile:3x3")  # it takes seconds, and 2x3 shows the same
]


def with_few_problems(name, problems):
    """The learner, with fewer problems if that is an option of it."""
    learner = LEARNERS[name]
    return replace(learner, problems=problems) if "problems" in learner.values else learner


def course_of(domain, shape):
    return Course(shape, domain.practice(shape))


@cache
def taught(name, board):
    domain, shape = open_source(board).sized
    learner = with_few_problems(name, 3)
    library = learner.library(domain)
    return library, list(train(learner, library, course_of(domain, shape))), domain, shape


def climber_with(name, board):
    library, _, _, shape = taught(name, board)
    return library.climber(shape)


def test_the_names_are_those_that_are_documented():
    page = (Path(__file__).parents[3] / "docs" / "learning.md").read_text(encoding="utf-8")
    rows = [
        n
        for row in re.findall(r"(?m)^\| (`[^|]+`) \|", page)
        for n in re.findall(r"`([\w-]+)`", row)
    ]
    assert set(LEARNERS.built_in) == set(rows), "the table of learners in docs/learning.md"
    assert all(learner.summary for learner in LEARNERS.values())
    assert [name for name in LEARNERS if LEARNERS[name].order == "blank-first"] == ["macro-table"]


@pytest.mark.parametrize("name", [name for name in LEARNERS if LEARNERS[name].makes != "rules"])
def test_a_library_is_empty_at_first_and_of_the_learner_s_kind(name):
    domain, _ = open_source("pancake:4").sized
    library = LEARNERS[name].library(domain)
    assert isinstance(library, MacroLibrary)
    assert (len(library), library.domain) == (0, domain)
    assert library.order == LEARNERS[name].order


@pytest.mark.slow
@pytest.mark.parametrize(("name", "board"), COURSES)
def test_every_macro_is_what_its_primitive_arcs_do_wherever_it_lies(name, board):
    library, _, domain, shape = taught(name, board)
    theory, size, rng = domain.theory(shape), shape[0] * shape[1], Random(name + board)
    primitive = {arc.canonical: arc for arc in theory.arcs}
    for schema in [s for s in library if domain.holds(s.operator, shape)][:10]:
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            arc = schema.schema.placed(cells, size)
            state = list(domain.draw(shape, rng))
            for cell, symbol in zip(cells, schema.explanation.start, strict=True):
                state[cell] = symbol  # any symbols will do: what is asked for is there
            after = arc.apply(tuple(state))
            assert after is not None
            reached = tuple(state)
            for step in arc.steps:
                reached = primitive[step.canonical].apply(reached)
            assert reached == after
            assert arc.cost == sum(primitive[step.canonical].cost for step in arc.steps)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "board"), COURSES)
def test_every_plan_replays_by_primitive_moves(name, board):
    climber = climber_with(name, board)
    _, _, domain, shape = taught(name, board)
    for seed in range(6):
        start = domain.draw(shape, Random(seed))
        ended = climbing.climb(climber, start, escape=Limits(nodes=3000), engine="python")
        assert ended.climb.plan.start == start
        assert ended.climb.plan.replay() == (ended.climb.stuck or climber.goal.goal)
        assert ended.solved


@pytest.mark.slow
@pytest.mark.parametrize(("name", "board"), COURSES)
def test_what_is_reported_adds_up_to_the_library(name, board):
    library, practised, _, _ = taught(name, board)
    assert practised or name == "macro-table"
    assert all(isinstance(practice, TrainingRecord) for practice in practised)
    assert all(practice.outcome.solved for practice in practised)
    admissions = [admission for practice in practised for admission in practice.admissions]
    replaced = [admission for admission in admissions if admission.replaced is not None]
    learned = sum(practice.learned for practice in practised)
    taught_itself = [macro for macro in library if macro.image is None]
    if LEARNERS[name].selects:  # what is kept has other names
        forms = {admission.macro.canonical for admission in admissions if admission.accepted}
        assert {macro.canonical for macro in taught_itself} <= forms
        return
    assert len(taught_itself) == learned - len(replaced)
    accepted = {id(admission.macro) for admission in admissions if admission.accepted}
    assert {id(macro) for macro in taught_itself} <= accepted
    names = {macro.name for macro in taught_itself}
    assert all(macro.image.of in names for macro in library if macro.image is not None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "board"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] if case[1] == "sliding-tile:3x3" else [])
        for case in COURSES
        if case[0] in ("escapes", "macro-table")
    ],
)
def test_learners_that_promise_it_are_complete_on_the_board(name, board):
    assert check_completeness(climber_with(name, board)).complete


@pytest.mark.parametrize("board", [b for b in BOARDS if b != "sliding-tile:3x3"])
def test_each_path_learns_whole_optimal_solutions(board):
    _, practised, domain, _ = taught("each-path", board)
    for practice in practised:
        goal = domain.goal(practice.problem.shape)
        length = distances(domain.theory(practice.problem.shape), practice.problem.start)[goal]
        assert practice.outcome.moves == length
        for admission in practice.admissions:
            assert admission.macro.length == length
            assert admission.accepted or length == 1 or "same rule" in admission.reason


def test_each_path_solves_so_many_problems_of_each_size():
    _, practised, _, _ = taught("each-path", "sliding-tile:3x3")
    sizes = [(2, 3), (3, 2), (3, 3)]
    assert [practice.problem.shape for practice in practised] == [
        s for s in sizes for _ in range(3)
    ]
    assert [practice.number for practice in practised] == list(range(1, 10))


def test_a_macro_of_a_whole_solution_solves_its_problem_in_one_step():
    library, practised, domain, shape = taught("each-path", "sliding-tile:3x3")
    goal = domain.goal(shape)
    for practice in practised:
        if practice.problem.shape == shape and practice.learned:
            (admission,) = practice.admissions
            schema = next(s for s in library if s is admission.macro)
            arcs = [
                schema.schema.placed(domain.geometry.cells(schema.window, place, shape), 9)
                for place in domain.geometry.places(schema.window, shape)
            ]
            assert goal in [arc.apply(practice.problem.start) for arc in arcs]


@pytest.mark.slow
@pytest.mark.parametrize("name", PRACTISING)
def test_the_same_course_teaches_the_same(name):
    domain, shape = open_source("sliding-tile:2x3").sized
    libraries = []
    for _ in range(2):
        learner = with_few_problems(name, 4)
        library = learner.library(domain)
        list(train(learner, library, Course(shape, (shape,), seed=3)))
        libraries.append(library)
    assert libraries[0] == libraries[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["each-path", "escapes"])
def test_another_seed_gives_other_problems(name):
    domain, shape = open_source("sliding-tile:3x3").sized
    starts = []
    for seed in (0, 1):
        course = Course(shape, (shape,), seed=seed)
        practised = train(LEARNERS[name], LEARNERS[name].library(domain), course)
        starts.append(next(practised).problem.start)
    assert starts[0] != starts[1]


def test_quiescence_is_an_option_of_the_learner():
    domain, shape = open_source("pancake:5").sized
    counts = []
    for quiescence in (1, 12):
        library = LEARNERS["escapes"].library(domain)
        learner = Escapes(quiescence=quiescence)
        counts.append(len(list(train(learner, library, Course(shape, (shape,))))))
    assert counts[0] < 12 <= counts[1]


@pytest.mark.parametrize("board", TABLELESS)
def test_a_table_that_cannot_be_is_refused(board):
    domain, shape = open_source(board).sized
    learner = LEARNERS["macro-table"]
    with pytest.raises(InputError, match="has no macro table"):
        list(train(learner, learner.library(domain), Course(shape, (shape,))))


def test_options_are_the_fields_of_the_class_and_words_of_its_docstring() -> None:
    options = {one.name: one for one in Escapes.options()}
    assert list(options) == ["subgoals", "quiescence", "filters", "lessons"]
    assert options["quiescence"].words.startswith("Number of problems in a row")
    assert repr(Escapes()) == "Escapes()" and repr(Escapes(quiescence=3)) == "Escapes(quiescence=3)"
    assert Escapes(quiescence=3).given == {"quiescence": 3}
    for learner in LEARNERS.values():
        assert all(one.words for one in learner.options()), learner.name
        assert learner == type(learner)() == learner_of(learner.name)


@pytest.mark.parametrize(
    ("make", "fault", "words"),
    [
        (lambda: Escapes(quiescence=0), InputError, "bad quiescence"),
        (lambda: Escapes(quiescence="many"), TypeError, "has to be a whole number"),
        (lambda: Pieces(longest=1), InputError, "2 or more"),
        (lambda: Escapes(speed=3), TypeError, "speed"),
        (lambda: Mine(), None, ""),
        (lambda: learner_of(Named), InputError, "called like algorithm a-star"),
        (lambda: learner_of(Taken), InputError, "another learner is called escapes"),
    ],
)
def test_options_and_names_that_cannot_be_are_refused(make, fault, words) -> None:
    if fault is None:
        assert make().name == "mine" and make().summary == "A learner of this file"
        return
    with pytest.raises(fault, match=words):
        make()


class Mine(Practice):
    """A learner of this file."""

    deep: int = 3


class Named(Mine):
    """A learner with the name of an algorithm."""

    name = "a-star"


class Taken(Mine):
    """A learner with the name of another."""

    name = "escapes"


@pytest.mark.parametrize("name", ["escapes", "each-path", "morris"])
def test_filters_let_pass_what_they_say_and_name_what_they_stop(name: str) -> None:
    """Each macro is short and begins uphill, as its own steps show; what was stopped is in the records."""
    domain, shape = open_source("sliding-tile:2x3").sized
    learner = learner_of(name, filters=("uphill", "short"), lessons=6)
    library = learner.library(domain)
    records = list(train(learner, library, Course(shape, (shape,))))
    assert len(records) <= 6
    assert all(macro.length <= 6 for macro in library)
    said = sum((record.refused for record in records), Counter())
    assert all(len(path.steps) <= 6 for record in records for path in record.paths)
    assert any(reason.startswith("filter ") for reason in said) or name == "escapes"


def test_a_problem_that_comes_again_is_not_worked_on_with_the_filter_new() -> None:
    pairs = [("4 5 3 0 1 2", "5 1 3 4 2 0"), ("1 2 3 4 0 5", "1 0 2 4 5 3")] * 2
    found = learn("sliding-tile:2x3", pairs, learner_of("examples", filters="new"))
    assert [one.learned for one in found.records] == [1, 1, 0, 0]
    assert found.records[2].refused == {"filter new: worked on before": 1}


def test_what_is_learned_of_all_problems_together_takes_no_number_of_lessons() -> None:
    with pytest.raises(InputError, match="lessons does not apply"):
        learner_of("macro-table", lessons=2)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("maclearn(filters=short+pays, reach=10)", {"filters": ("short", "pays"), "reach": 10}),
        ("escapes( quiescence = 1 , lessons=3)", {"quiescence": 1, "lessons": 3}),
        ("escapes(lessons=none)", {}),
        ("examples(with-macros=true)", {"with_macros": True}),
        ("macro-table(subgoals=1+2+3)", {"subgoals": (0, 1, 2)}),
        ("pieces(number=false, trial-algorithm=greedy)", {"number": False, "tried_with": "greedy"}),
        (
            "pieces(for=fast-downward:lazy_greedy([ff()]))",
            {"planner": "fast-downward:lazy_greedy([ff()])"},
        ),
        ("traps()", {}),
    ],
)
def test_a_name_may_have_options_behind_it(text, given):
    learner = learner_of(text)
    assert learner.name == text.partition("(")[0]
    assert {name: learner.values[name] for name in given} == given
    assert {*learner.given} == {*given}
    assert names_in(f"{text}, traps,{text}") == [text, "traps", text]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("maclearn(depth=3)", "bad option of learner maclearn"),
        ("maclearn(reach)", "NAME=VALUE"),
        ("maclearn(reach=3, reach=4)", "each once"),
        ("maclearn(reach=three)", "2 or more"),
        ("maclearn(reach=1)", "bad reach"),
        ("maclearn(reach=3", "a bracket of a learner's options has no other"),
        ("examples(untried=yes)", "true or false"),
        ("maclearn(filters=best)", "unknown filter"),
        ("mclearn(reach=3)", "unknown learner"),
    ],
)
def test_options_that_a_learner_has_not_are_refused_with_those_that_it_has(text, words):
    with pytest.raises(InputError, match=words):
        learner_of(text)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("macro-table", "the only one for its place"),
        ("policy", "its rules stand together"),
        ("traps", "--saving says"),
        ("rote", "judged by what proofs take"),
        ("unfold", "utility PROGRAM --macros RULES.pl --forget"),
    ],
)
def test_where_filters_have_no_meaning_it_is_said_why_and_what_serves(name, words):
    with pytest.raises(InputError) as said:
        learner_of(f"{name}(filters=pays)")
    assert words in str(said.value)


def test_filters_of_rules_of_a_program_are_refused_with_what_serves():
    source = Path(__file__).parents[3] / "examples" / "logic" / "reachability.pl"
    with pytest.raises(InputError, match="judged by what proofs take"):
        learn(str(source), None, learner_of("examples(filters=short)"))
