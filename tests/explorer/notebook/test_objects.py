"""What notebooks draw of states, rules, macros and results."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import arcwise as aw
import pytest
from arcwise import experiments
from arcwise.ebl import (
    LEARNERS,
    Course,
    MacroLibrary,
    explain,
    explain_result,
    generalize,
    load_macros,
    train,
)
from arcwise.experiments import Comparison, Configuration, ProblemSet, Row, rules_utility
from arcwise.experiments.statistics.estimate import Pair
from arcwise.explorer.notebook import register, to_html
from arcwise.logic.learning import learn_rules
from arcwise.logic.program import read_program
from arcwise.rules import TheoryDomain, open_source, sliding_tile
from arcwise.search import ALGORITHMS, Completeness, Evidence, Problem, solve
from IPython.core.interactiveshell import InteractiveShell

PUZZLE = sliding_tile(2, 3)
EXAMPLE = Problem(PUZZLE, PUZZLE.parse("4 5 3 0 1 2"), PUZZLE.parse("5 1 3 4 2 0"))


def test_a_macro_shows_its_rule_and_the_path_it_was_learned_from() -> None:
    macro = generalize(explain_result(solve(EXAMPLE, "breadth-first")), "m1", "here.json:1")
    html = to_html(macro)
    assert html.count("<svg") == 2 + 5 and "here.json:1" in html
    captions = html.split("Training path")[1]
    assert all(f"<figcaption>{name}<" in captions for name in ("start", "up", "right", "down"))
    library = MacroLibrary(TheoryDomain(PUZZLE), [macro])
    assert to_html(library).count("<svg") == 2 + 5 and "1 macro)" in to_html(library)


def test_a_macro_of_which_no_board_is_known_is_drawn_as_a_row() -> None:
    arcs = [arc for arc in solve(EXAMPLE, "breadth-first").operators if arc in PUZZLE.arcs]
    explanation = explain(EXAMPLE.start, arcs)  # type: ignore[arg-type]
    assert to_html(explanation).count("<svg") == 5
    assert to_html(generalize(explanation, "m1")).count("<svg") == 2 + 5


@pytest.mark.long
def test_a_library_of_schemas_draws_every_window() -> None:
    domain, shape = open_source("sliding-tile:2x3").sized
    library = LEARNERS["escapes"].library(domain)
    for _ in train(LEARNERS["escapes"], library, Course(shape, domain.practice(shape))):
        pass
    assert len(library) and to_html(library).count("<svg") > 2 * len(library)


def test_theories_arcs_and_schemas_draw_themselves() -> None:
    theory = sliding_tile(3, 3)
    assert to_html(theory).count("<svg") == 48
    assert "right, cost 1" in to_html(theory.arcs[0])
    assert "and 336 more arcs" in to_html(sliding_tile(10, 10))
    found = open_source("topspin:8x4").sized
    schema = found[0].schemas(found[1])[0]
    assert to_html(schema).count("<rect") == 8


def test_a_result_draws_its_path_and_counts() -> None:
    puzzle = sliding_tile(2, 3)
    start, goal = puzzle.parse("4 5 3 0 1 2"), puzzle.parse("5 1 3 4 2 0")
    html = to_html(solve(Problem(puzzle, start, goal), "breadth-first"))
    assert html.count("<svg") == 5 and "<td" in html and "4 moves" in html


def test_a_long_path_says_how_much_of_it_is_drawn() -> None:
    puzzle = sliding_tile(3, 3)
    start, goal = puzzle.parse("2 3 5 0 1 4 6 7 8"), puzzle.parse("0 1 2 3 4 5 6 7 8")
    result = solve(
        Problem(puzzle, start, goal), ALGORITHMS["depth-first"].adjusted(duplicates="closed")
    )
    html = to_html(result)
    assert html.count("<svg") == 60 and f"and {len(result.path) - 60:,} more states" in html


def test_a_result_without_a_path_draws_none() -> None:
    puzzle = sliding_tile(2, 2)
    result = solve(Problem(puzzle, puzzle.parse("2 1 3 0"), puzzle.parse("1 2 3 0")))
    assert not result.solved and "<svg" not in to_html(result)


def test_a_comparison_is_a_table_with_its_verdict() -> None:
    def row(applications: int) -> Row:
        return Row(
            "x", "greedy", 1, "solved", algorithm="greedy", operator_applications=applications
        )

    pairs = (Pair(row(100 + n), row(50 + n)) for n in range(6))
    comparison = Comparison("greedy", tuple(pairs))
    html = to_html(comparison)
    assert "<caption>greedy</caption>" in html and "operator applications" in html
    assert comparison.verdict.headline in html
    assert all(reason in html for reason in comparison.verdict.reasons)


@pytest.fixture(scope="module")
def found(examples: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What public functions return, by what it is."""
    macros = tmp_path_factory.mktemp("macros") / "m.pl"
    argument = "sliding-tile:2x3"
    learned = experiments.learn(argument, (examples / "five_puzzle.json",), output=macros)
    problems = ProblemSet.random(aw.open_source(argument), (1, 2, 3, 4, 5, 0), 6)
    compared = experiments.compare(argument, problems, macros, ["greedy"])
    surveyed = experiments.survey(argument, count=3)
    few: Any = {"problems": 3, "configuration": Configuration()}
    swept = experiments.utility(
        argument, None, ["greedy"], counts=(0, 1), seeds=1, controls=(), **few
    )
    judged = experiments.macro_utility(argument, macros, None, ["greedy"], **few)
    pddl = examples / "pddl" / "gripper.pddl"
    solved = solve(EXAMPLE)
    read = (argument, str(examples / "eight_puzzle.psvn"), f"{pddl}#{examples}/pddl/gripper-1.pddl")
    return {
        "learned from an example": learned,
        "learned by practice": experiments.learn(argument, learner="escapes"),
        "learned from plans": experiments.learn(
            str(pddl), (examples / "pddl" / "gripper-1.pddl",), "pieces"
        ),
        "library": learned.library,
        "comparison": compared,
        "estimate": compared.estimates["", "greedy", "expanded"],
        "verdict": compared.verdicts["", "greedy"],
        "survey": surveyed,
        "utility": swept,
        "summary": swept.summaries[0],
        "macro utility": judged,
        "figure": next(iter(experiments.reproduce())),
        "problem": EXAMPLE,
        "result": solved,
        "explanation": explain_result(solved),
        "macro": generalize(explain_result(solved), "m1"),
        "theory": PUZZLE,
        **{f"domain {name}": open_source(name).domain for name in read},
        **{f"sized domain {name}": aw.open_source(name) for name in read},
    }


@pytest.mark.slow
def test_whatever_public_functions_return_is_drawn_and_its_text_is_short(
    found: dict[str, Any],
) -> None:
    for name, one in found.items():
        assert "<pre>" not in to_html(one)[:5], name
        assert len(repr(one)) < 500, name


@pytest.mark.slow
def test_an_experiment_shows_in_a_notebook_what_it_shows_in_a_terminal(
    found: dict[str, Any],
) -> None:
    learned, surveyed = to_html(found["learned by practice"]), to_html(found["survey"])
    assert "operator applications" in learned and "climbing with them on" in learned
    assert learned.count("<svg") > 2 * len(found["learned by practice"].library)
    assert "3/3" in surveyed and "means over the solved" in surveyed
    assert "Too few" in to_html(found["comparison"])
    assert "in solutions" in to_html(found["macro utility"])
    assert "pays after" in to_html(found["utility"])


@pytest.mark.slow
def test_a_finding_tells_its_view_in_words_and_in_plain_values(found: dict[str, Any]) -> None:
    told = ("learned by practice", "comparison", "estimate", "verdict", "survey", "utility")
    for name in (*told, "summary", "macro utility", "figure", "macro", "library"):
        view = found[name].view()
        assert view.text().strip(), name
        assert json.loads(json.dumps(view.data)), name
    assert found["verdict"].headline.split(",")[0] in found["verdict"].view().text()
    (pair,) = found["comparison"].comparisons_of("")
    assert pair.view().data["expanded"]["ratio"] == found["estimate"].view().data["ratio"]


def test_a_state_is_a_board_and_anything_unknown_its_text() -> None:
    assert to_html(PUZZLE.parse("4 5 3 0 1 2")).count("<text") == 5
    assert "&lt;b&gt;" in to_html("<b>")


def test_a_notebook_that_loads_the_extension_draws_arcs() -> None:
    shell = InteractiveShell()
    register(shell)
    data, _ = shell.display_formatter.format(PUZZLE.arcs[0])
    assert data["text/html"] == to_html(PUZZLE.arcs[0])


@pytest.mark.long
def test_importing_arcwise_in_ipython_is_enough() -> None:
    pytest.importorskip("IPython", reason="the extra `test` brings it")
    program = (
        "from IPython.core.interactiveshell import InteractiveShell as Shell; shell = Shell.instance();"
        "import arcwise as aw; theory = aw.sliding_tile(2, 3);"
        "print(shell.display_formatter.format(theory)[0]['text/html'][:9])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("<"), done.stdout


@pytest.mark.long
def test_importing_arcwise_imports_no_notebook() -> None:
    plain = (
        "import sys, arcwise as aw; aw.sliding_tile(2, 3); print('arcwise.explorer' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", plain], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_outside_a_notebook_nothing_is_registered() -> None:
    register()


def test_macros_over_parameters_are_explained_as_text(
    call: Any, examples: Path, tmp_path: Path
) -> None:
    blocks, path = examples / "pddl" / "blocks.pddl", tmp_path / "b.pl"
    assert (
        call(
            "learn", blocks, blocks.with_name("blocks-1.pddl"), "--learner", "pieces", "-o", path
        ).code
        == 0
    )
    library = load_macros(path)
    page = to_html(library)
    assert "<pre>" in page and all(macro.name in page for macro in library)


def test_the_problems_of_a_comparison_are_counted_once() -> None:
    pairs = [("1 2 0 3 4 5", "1 2 3 4 5 0"), ("1 0 2 3 4 5", "1 2 3 4 5 0")]
    shown = to_html(aw.compare("sliding-tile:2x3", pairs, algorithms="a-star"))
    assert "2 problems" in shown and "2 problems: 2 problems" not in shown


def test_a_comparison_begins_with_the_verdict_and_its_bar_and_folds_the_reasons() -> None:
    pairs = [("1 2 0 3 4 5", "1 2 3 4 5 0"), ("4 5 3 0 1 2", "1 2 3 4 5 0")]
    found = aw.compare("sliding-tile:2x3", pairs, algorithms="a-star")
    shown, _, folded = to_html(found).partition("<summary>Why, and every property</summary>")
    verdict = found.comparisons[0].verdict
    assert shown.index(verdict.headline) < shown.index("<svg") < shown.index("<table")
    assert verdict.reasons[-1] in folded and verdict.reasons[-1] not in shown
    assert "--details" not in shown + folded
    assert "peak memory (bytes)" in to_html(aw.solve("5-puzzle", *pairs[1]))


def test_utility_of_rules_is_drawn_as_a_terminal_shows_it() -> None:
    text = "a(X) :- b(X), c(X). b(X) :- d(X). d(1). d(2). c(1). c(2). example(a(1)). problem(a(2))."
    program = read_program(text, "t.pl")
    library = learn_rules(program, [one.goal for one in program.examples])
    drawn = to_html(rules_utility(program, library))
    assert "<table" in drawn and "1 of 1 rule is kept" in drawn


def test_a_result_has_its_remark() -> None:
    found = aw.solve("8-puzzle", "1 2 3 4 5 6 0 7 8")
    assert found.note and f"<p>{found.note}</p>" in to_html(found)


def test_an_examination_is_drawn_as_a_terminal_shows_it() -> None:
    found = experiments.Examination("board", [experiments.Finding("goal", "odd", "none")])
    assert "<td" in to_html(found) and "board: nothing is wrong" in to_html(found)


def test_the_check_of_a_library_is_a_sentence() -> None:
    found = to_html(Completeness(True, Evidence.SITUATIONS, 4, ()))
    assert found == "<p>complete (proved: all 4 situations looked at)</p>"


def test_a_shell_that_shows_nothing_is_left_alone() -> None:
    register(SimpleNamespace(display_formatter=SimpleNamespace(formatters={})))
