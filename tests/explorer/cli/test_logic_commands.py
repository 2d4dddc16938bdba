"""The commands on logic programs."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import Row, load_run
from arcwise.experiments.store import RunFolder, read_run
from arcwise.explorer.cli import learn_command, run, utility_command
from arcwise.explorer.notebook import to_html
from arcwise.rules.prolog import reader
from arcwise.rules.prolog.tokens import lexemes

EXAMPLES = Path(__file__).parents[3] / "examples" / "logic"
KILL = str(EXAMPLES / "kill.pl")


def test_solve_prints_answers_and_the_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KILL, "kill(X,Y)", "--proof"]) == 0
    printed = capsys.readouterr().out
    assert "X = john, Y = john" in printed
    assert "hate(john,john)     by hate(A,A) :- depressed(A)." in printed
    assert "solved: 1 answer, 7 inferences, depth-first" in printed


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_a_program_is_read_once(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> Iterator[str]:
        read.append(text)
        return lexemes(text)

    monkeypatch.setattr(reader, "lexemes", counted)
    assert run([command, KILL, "kill(john,john)"]) == 0
    assert read.count(Path(KILL).read_text()) == 1


@pytest.mark.parametrize(
    ("command", "advised"),
    [("solve", "or --trust"), ("compare", "or arcwise solve"), ("learn", "or arcwise solve")],
)
def test_a_goal_that_opens_a_file_is_refused_by_name(
    command: str, advised: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "p.pl"
    program.write_text("p(1).\nq(X) :- p(X).\n")
    assert run([command, str(program), "open(f, read, X)"]) == 33
    said = capsys.readouterr().err
    assert "open/3 is not among the built-in predicates" in said
    assert "facts with the answers" in said and advised in said


def test_a_goal_with_a_module_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "p.pl"
    program.write_text("p(1).\nq(X) :- user:p(X).\n")
    assert run(["solve", str(program), "lists:append([a],[b],X), q(Y)"]) == 0
    assert "X = [a,b], Y = 1" in capsys.readouterr().out


def test_a_program_reads_its_answers_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, answers = tmp_path / "ask.pl", tmp_path / "answers"
    program.write_text("ask(X) :- write('Who? '), read(X).\n")
    answers.write_text("john.\n")
    with answers.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert run(["solve", str(program), "ask(X)"]) == 0
    assert capsys.readouterr().out.startswith("Who? \nX = john")


def test_the_predicate_that_the_kernel_lacks_is_named_and_not_its_caller(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "p.pl"
    program.write_text("q :- n(X), write(X), nl.\nn(1).\n")
    assert run(["solve", str(program), "q", "--engine", "native"]) != 0
    assert "the kernel does not have write/1" in capsys.readouterr().err


@pytest.mark.parametrize("algorithm", ["iterative-deepening", "breadth-first", "greedy"])
def test_other_strategies_are_rows_of_the_same_table(
    algorithm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    family = str(EXAMPLES / "family.pl")
    words = ["solve", family, "ancestor(bob,X)", "--all", "--json", "--algorithm", algorithm]
    assert run(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert sorted(one["bindings"]["X"] for one in found["answers"]) == [
        *("cid", "cleo", "dan", "dora", "eve")
    ]
    assert found["exhausted"] and found["algorithm"] == algorithm


def test_no_is_said_with_its_exit_code_and_a_limit_with_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", KILL, "kill(john,bob)"]) == 11
    assert capsys.readouterr().out.startswith("no: the whole space was searched")
    left = tmp_path / "left.pl"
    left.write_text("anc(X,Y) :- anc(f(X),Z), par(Z,Y).\nanc(X,Y) :- par(X,Y).\npar(a,b).\n")
    assert run(["solve", str(left), "anc(a,X)", "--limit-nodes", "200"]) == 12
    printed = capsys.readouterr().out
    assert "stopped by nodes" in printed and "calls itself first" in printed


def test_learn_explain_compare_and_solve_with_what_was_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = str(tmp_path / "rules.pl")
    assert run(["learn", KILL, "-o", rules]) == 0
    assert "kill(A,A) :- depressed(A), buy(A,B), gun(B)." in capsys.readouterr().out
    assert run(["explain", rules]) == 0
    assert "condition gun(B): asked by weapon(A) :- gun(A)" in capsys.readouterr().out
    assert run(["explain", rules, "r1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"][0]["name"] == "r1"
    assert run(["explain", rules, "r2"]) == 33
    assert run(["compare", KILL, "--macros", rules, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["condition"] for one in found["totals"]] == [
        *("none", "examples", "rote", "lemmas", "unfold")
    ]
    assert not found["different"]
    assert run(["solve", KILL, "kill(john,X)", "--macros", rules]) == 0
    assert "4 inferences" in capsys.readouterr().out


@pytest.mark.slow
def test_what_depth_first_search_does_not_prove_is_learned_and_read_back_by_another_strategy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    jugs, rules = str(EXAMPLES / "jugs.pl"), str(tmp_path / "rules.pl")
    deepening = ["--algorithm", "iterative-deepening"]
    goal = "reaches(state(0,0),state(3,1))"
    few = ["--limit-nodes", "1000"]
    assert run(["solve", jugs, goal, *few]) == run(["learn", jugs, *few]) == 12
    assert capsys.readouterr().out.count("try the algorithm iterative-deepening") == 2
    assert run(["explain", jugs, goal, *deepening]) == 0
    assert run(["learn", jugs, *deepening, "-o", rules]) == 0
    assert run(["solve", jugs, goal, "--macros", rules]) == 0
    assert ", 6 inferences, depth-first" in capsys.readouterr().out
    assert run(["explain", rules]) == 0
    assert run(["compare", jugs, "--macros", rules, *deepening, "--json"]) == 0
    assert run(["utility", jugs, "--macros", rules, *deepening]) == 0


def test_examples_and_operationality_come_from_the_command_line_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["learn", KILL, "kill(john,X)", "--operational", "hate/2,possess/2,weapon/1"]
    assert run(words) == 12
    assert "a clause of the program says as much" in capsys.readouterr().out
    assert run(["explain", KILL, "kill(john,X)", "--operational", "hate/2,buy/2,gun/1"]) == 0
    assert "rule: kill(A,B) :- hate(A,B), buy(A,C), gun(C)." in capsys.readouterr().out


@pytest.mark.parametrize("learner", ["rote", "lemmas", "unfold"])
def test_every_learner_is_offered(learner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", KILL, "--learner", learner]) == 0
    assert "learned r1" in capsys.readouterr().out
    assert run(["learn", "sliding-tile:2x3", "--learner", learner]) == 33


def test_options_of_goals_do_not_go_with_states(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "8-puzzle", "2 3 5 0 1 4 6 7 8", "--all"]) == 33
    assert run(["learn", "sliding-tile:2x3", "--operational", "p/1"]) == 33
    assert "--operational is for --learner examples" in capsys.readouterr().err


def test_rules_of_another_program_are_told_as_such_and_one_rule_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = str(tmp_path / "rules.pl")
    assert run(["learn", KILL, "-o", rules]) == 0
    assert "1 rule in " in capsys.readouterr().err
    family = str(EXAMPLES / "family.pl")
    assert run(["solve", family, "ancestor(bob,X)", "--macros", rules]) == 33
    error = capsys.readouterr().err
    assert "these rules were not learned from this program" in error
    assert "kill(john,john): kill/2 has no clauses to explain it by" in error
    assert run(["utility", KILL, "--macros", rules]) == 0
    said = "1 of 1 rule is kept; the same 2 goals take 9 inferences without rules, 6 with all"
    assert said in capsys.readouterr().out


def test_a_long_goal_stands_on_a_line_of_its_own_and_the_columns_hold(
    capsys: pytest.CaptureFixture[str],
) -> None:
    grammar = str(EXAMPLES / "grammar.pl")
    long = "      word(det(_1),[the,dog,sleeps],[dog,sleeps])"
    assert run(["explain", grammar, "s([the,dog,sleeps],[])"]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index(long)
    columns = {line.index("by ") for line in lines[2:at] if "by " in line}
    assert columns == {lines[at + 1].index("by ")}
    assert run(["learn", KILL, "kill(bob,bob)"]) == 12
    assert "kill(bob,bob): no proof: the whole space was searched" in capsys.readouterr().out


def test_no_interval_is_told_of_two_goals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = str(tmp_path / "rules.pl")
    assert run(["learn", KILL, "-o", rules]) == 0
    assert run(["compare", KILL, "--macros", rules]) == 0
    printed = capsys.readouterr().out
    assert " with rote" in printed and "(95% interval" not in printed


def test_a_file_of_arcs_stays_what_it_is(examples: Path) -> None:
    jugs = str(examples / "five_puzzle_arcs.pl")
    assert run(["solve", jugs, "4 5 3 0 1 2", "5 1 3 4 2 0", "--json"]) == 0


def verified(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit code of ``arcwise verify``, and the first two words of what it tells of each certificate."""
    capsys.readouterr()
    code = run(["verify", str(path)])
    return code, [
        " ".join(line.split()[:2])
        for line in capsys.readouterr().out.splitlines()
        if not line.startswith(" ")
    ]


def test_a_proof_a_no_and_rules_are_certified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "c.json"
    assert run(["solve", KILL, "kill(X,Y)", "--certificate", str(file)]) == 0
    assert "kill(john,john)  by 0: kill(A,B)" in file.read_text()
    assert verified(file, capsys) == (0, ["holds: proof"])
    assert run(["solve", KILL, "kill(john,bob)", "--certificate", str(file)]) == 11
    assert verified(file, capsys) == (0, ["holds: unsolvable"])
    grammar, rules = str(EXAMPLES / "grammar.pl"), str(tmp_path / "rules.pl")
    assert run(["learn", grammar, "-o", rules, "--certificate", str(file)]) == 0
    assert verified(file, capsys) == (0, ["holds: rule", "holds: rule"])


@pytest.mark.slow
def test_macros_with_conditions_are_certified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, moves = tmp_path / "c.json", EXAMPLES.parent / "moves"
    jugs = [str(moves / "jugs.pl"), str(moves / "jugs.csv")]
    assert run(["learn", *jugs, "--certificate", str(file)]) == 0
    assert verified(file, capsys) == (0, ["holds: macro", "holds: macro"])
    missionaries = [str(moves / "missionaries.pl"), "state(3,3,left)"]
    assert run(["learn", *missionaries, "--certificate", str(tmp_path / "no.json")]) == 12
    assert "r1: not certified" in capsys.readouterr().err


def test_what_is_not_certified_is_said_with_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "c.json"
    gift = str(EXAMPLES / "gift.pl")
    asked = ["solve", gift, "gives(annie,X,Y)", "--all", "--certificate", str(file), "--json"]
    assert run(asked) == 12
    out, said = capsys.readouterr()
    assert "that there are no more answers: not certified" in said
    assert "proof" not in json.loads(out)["answers"][0]
    assert set(verified(file, capsys)[1]) == {"holds: proof"}
    program = tmp_path / "p.pl"
    program.write_text("p(X) :- atom_length(X,2).\n")
    assert run(["solve", str(program), "p(ab)", "--certificate", str(file)]) == 12
    assert "atom_length 2 is not known here" in capsys.readouterr().err


def test_a_proof_in_words_reads_the_same_from_the_program_and_from_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cup, rules = str(EXAMPLES / "cup.pl"), str(tmp_path / "rules.pl")
    assert run(["explain", cup, "cup(obj1)", "--words"]) == 0
    said = capsys.readouterr().out
    assert "obj1 can be lifted, because" in said and "In general: A is a cup if A is small" in said
    assert run(["learn", cup, "-o", rules]) == 0
    capsys.readouterr()
    assert run(["explain", rules, "--words"]) == 0
    assert capsys.readouterr().out == said


def test_explain_shows_the_rules_at_each_cut_with_how_each_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["explain", KILL, "kill(john,john)"]) == 0
    printed = capsys.readouterr().out
    assert "1  kill(A,B) :- hate(A,B), possess(A,C), weapon(C)." in printed
    assert "--operational hate/2,possess/2,weapon/1" in printed
    assert "2  kill(A,A) :- depressed(A), buy(A,B), gun(B).  (this rule)" in printed
    assert run(["explain", KILL, "kill(john,john)", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["rules"]
    assert [cut["level"] for cut in one["cuts"]] == [1, 2]
    assert one["cuts"][0]["operational"] == ["hate/2", "possess/2", "weapon/1"]


@pytest.fixture
def grammar(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The words of a comparison on the grammar, and its rules."""
    rules = str(tmp_path / "rules.pl")
    assert run(["learn", str(EXAMPLES / "grammar.pl"), "-o", rules]) == 0
    capsys.readouterr()
    return ["compare", str(EXAMPLES / "grammar.pl"), "--macros", rules, "--json"]


@dataclass
class Interrupting:
    """A user who interrupts a run after a number of recorded searches."""

    last: int
    made: int = 0

    @property
    def record(self) -> Callable[[RunFolder, Row], bool]:
        whole = RunFolder.record

        def until_interrupted(folder: RunFolder, row: Row) -> bool:
            if self.made == self.last:
                raise KeyboardInterrupt
            self.made += 1
            return whole(folder, row)

        return until_interrupted


def counts(printed: str) -> list[dict[str, Any]]:
    """What each condition took, in the JSON of a comparison."""
    totals: list[dict[str, Any]] = json.loads(printed)["totals"]
    return totals


@pytest.mark.slow
def test_a_comparison_is_kept_and_gone_on_with(
    grammar: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert run([*grammar, "--run", str(folder)]) == 0
    found = counts(capsys.readouterr().out)
    assert run([*grammar, "--run", str(folder), "--resume"]) == 0
    assert counts(capsys.readouterr().out) == found
    kept = read_run(folder)
    assert len(kept.searches) == 5 * 6 == kept.settings["searches"]
    assert {row.status for row in kept.searches} == {"solved", "unsolvable"}
    assert [one.name for one in kept.conditions] == ["none", "examples", "rote", "lemmas", "unfold"]
    again = load_run(folder).totals
    assert [one.work for one in again] == [one["work"] for one in found]
    assert "depth-first with unfold against depth-first" in to_html(load_run(folder))
    assert run(["explain", str(folder / "examples.pl")]) == 0  # which names its program from there
    assert "r1, learned from s([" in capsys.readouterr().out
    assert run([*grammar, "--run", str(folder)]) == 33
    assert "--resume to go on with it" in capsys.readouterr().err
    other = [*grammar, "--run", str(folder), "--resume", "--limit-nodes", "7"]
    assert run(other) == 33
    assert "this run was made with other settings" in capsys.readouterr().err
    assert run([*grammar, "--run", str(tmp_path / "other"), "--jobs", "2"]) == 0
    assert counts(capsys.readouterr().out) == found


@pytest.mark.slow
def test_several_strategies_are_compared_in_one_run(
    grammar: list[str], tmp_path: Path, call: Any
) -> None:
    names, table = ("depth-first", "breadth-first"), tmp_path / "table.csv"
    alone = [one for name in names for one in counts(call(*grammar, "--algorithms", name).out)]
    together = call(*grammar, "--algorithms", ",".join(names), "--csv", table)
    assert counts(together.out) == alone
    head, *lines = table.read_text().splitlines()
    assert head.startswith("problem_set,condition_before,condition_after,configuration")
    assert sum(",inferences," in line for line in lines) == 2 * 4


def test_the_report_of_several_strategies_names_them_and_the_export_its_goals(
    grammar: list[str], tmp_path: Path, call: Any
) -> None:
    run, page = tmp_path / "run", tmp_path / "page.html"
    call(*grammar, "--algorithms", "depth-first,breadth-first", "--run", run)
    told = " ".join(call("report", run, "-o", page).out.split())
    assert "(grammar.pl, 5 conditions, " in told
    for name in ("depth-first", "breadth-first"):
        assert f"unfold against none, {name}" in page.read_text()
    assert ',goal 1,,"s([a,cat,sleeps],[])",solved,' in call("export", run).out


@pytest.mark.slow
def test_an_interrupted_comparison_keeps_what_was_finished(
    grammar: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "record", Interrupting(7).record)
        assert run([*grammar, "--run", str(folder)]) == 130
    assert "--resume goes on with the rest" in capsys.readouterr().err
    assert len(read_run(folder).searches) == 7
    page = tmp_path / "page.html"
    assert run(["report", str(folder), "-o", str(page)]) == 0
    assert "23 searches of this run are missing" in page.read_text(encoding="utf-8")
    assert run([*grammar, "--run", str(folder), "--resume"]) == 0
    assert len(read_run(folder).searches) == 30


@pytest.mark.slow
def test_a_report_has_the_conditions_and_proofs_beside_generalized_proofs(
    grammar: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, page = tmp_path / "run", tmp_path / "page.html"
    assert run([*grammar, "--run", str(folder)]) == 0
    sentence = "Too few problems to tell: "
    assert run(["report", str(folder), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert sentence in text and sentence in capsys.readouterr().out
    assert text.count("<figcaption>generalized; ") == 4  # two rules of examples, two lemmas
    assert "s([a,cat,sleeps],[])" in text and "lexicon(A,det(E))" in text
    assert " style=" not in text  # which the page's policy does not allow
    assert run(["report", str(folder), str(folder), "-o", str(page)]) == 33
    capsys.readouterr()
    (folder / "examples.pl").write_text("p.\n")
    assert run(["report", str(folder), "-o", str(page)]) == 0
    assert "The rules cannot be learned again" in page.read_text(encoding="utf-8")


@pytest.mark.long
def test_long_goals_leave_room_for_their_figures_in_a_report(
    grammar: list[str], tmp_path: Path, browser: Any
) -> None:
    folder, page = tmp_path / "run", tmp_path / "page.html"
    long = f"s([{','.join(['the,dog'] * 40)}],[])"
    assert run([*grammar, long, "--run", str(folder)]) == 0
    assert run(["report", str(folder), "-o", str(page)]) == 0
    shown = browser.new_page(viewport={"width": 1280, "height": 900})
    shown.goto(page.as_uri())
    frame = "(one) => one.scrollWidth <= one.clientWidth"
    assert shown.locator(".goals .scroll").first.evaluate(frame)
    badge = shown.locator(".verdicts .badge").first
    badge.evaluate("(one) => { one.textContent = 'too few'; }")
    gap = (
        "(one) => one.nextSibling.getBoundingClientRect().left - one.getBoundingClientRect().right"
    )
    assert badge.evaluate(gap) >= 12
    shown.set_viewport_size({"width": 360, "height": 800})
    shown.reload()
    for figure in shown.locator(".proofs figure").all():  # an outline, no wider than its frame
        frame, tree = figure.bounding_box(), figure.locator(".outline").first.bounding_box()
        assert frame["x"] <= tree["x"] < tree["x"] + tree["width"] <= frame["x"] + frame["width"]
        assert figure.locator("svg:visible").count() == 0
    shown.close()


BOOK = """
% What is proved may be used later; goal(N) takes N steps from what is known.
proved(N) :- depth(D), from(N,D).
depth(none).
depth(s(D)) :- D = D, depth(D).
from(N,_) :- known(N).
from(s(N),s(D)) :- from(N,D).
known(z).
problem(proved(s(s(z)))).
problem(proved(s(s(s(s(z)))))).
problem(proved(s(s(s(s(s(z))))))).
"""


def test_goals_in_order_use_what_was_learned_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, folder = tmp_path / "book.pl", tmp_path / "run"
    program.write_text(BOOK)
    asked = ["compare", str(program), "--in-order", "known/1"]
    whole = [*asked, "--json", "--limit-work", "400"]
    assert run(whole) == 0
    alone = counts(capsys.readouterr().out)
    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "record", Interrupting(5).record)
        assert run([*whole, "--run", str(folder)]) == 130
    assert "--resume goes on with the rest" in capsys.readouterr().err
    assert run([*whole, "--run", str(folder), "--resume"]) == 0
    assert counts(capsys.readouterr().out) == alone
    for note in ("learned known(", "learned other(z)", "learned known(A).", ""):
        shutil.copytree(folder, damaged := tmp_path / f"run {note}")
        with closing(sqlite3.connect(damaged / "run.sqlite")) as database, database:
            database.execute("UPDATE search SET note = ? WHERE condition = 'rote'", (note,))
        assert run([*whole, "--run", str(damaged), "--resume"]) == 33
        said = capsys.readouterr().err
        assert "rote, problem 1 does not tell what its goal teaches" in said
        assert "expected: learned known(s(s(z)))." in said
    with closing(sqlite3.connect(damaged / "run.sqlite")) as database, database:
        database.execute("UPDATE problem SET text = 'proved(' WHERE id = 2")
    assert run(["report", str(damaged), "-o", str(tmp_path / "damaged.html")]) == 33
    assert f"{damaged / 'run.sqlite'}, goal 2: syntax error" in capsys.readouterr().err
    found = {one["condition"]: one for one in alone}
    assert list(found) == ["none", "rote", "lemmas"]
    assert [found[name]["macros"] for name in found] == [0, 3, 3]
    assert found["lemmas"]["work"] < found["none"]["work"]
    notes = {row.note for row in read_run(folder).searches if row.condition == "lemmas"}
    assert all(note.startswith("learned known(s(s(") for note in notes)
    page = tmp_path / "page.html"
    assert run(["report", str(folder), "-o", str(page)]) == 0
    assert "known(s(s(" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    for words, said in (
        (["--in-order", "unknown/1"], "unknown/1"),
        (["--in-order", "known"], "not a predicate"),
        (["--in-order", "--jobs", "2"], "found:    --jobs"),
        (["--in-order", "known/1", "--macros", "rules.pl"], "learns by itself"),
        ([], "what to compare with?"),
    ):
        assert run(["compare", str(program), *words]) == 33
        assert said in capsys.readouterr().err


@pytest.mark.slow
def test_utility_keeps_the_rules_that_save_and_forgets_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, kept = str(tmp_path / "rules.pl"), tmp_path / "kept.pl"
    for name, left in (("reachability", 0), ("grammar", 2)):
        program = str(EXAMPLES / f"{name}.pl")
        assert run(["learn", program, "-o", rules]) == 0
        capsys.readouterr()
        words = ["utility", program, "--macros", rules, "-o", str(kept), "--json"]
        assert run(words) == 0
        found = json.loads(capsys.readouterr().out)
        assert sum(one["kept"] for one in found["rules"]) == left
        for one in found["rules"]:
            assert one["saved"] == one["without"] - one["with"]
            assert one["kept"] == (one["saved"] > 0)
        measured = {name: one["inferences"] for name, one in found["measured"].items()}
        assert measured["kept"] <= min(measured["none"], measured["all"])
        assert kept.exists() == bool(left)
    assert [one["used"] for one in found["rules"]] == [1, 1]
    assert run(["compare", program, "--macros", str(kept), "--json"]) == 0
    capsys.readouterr()
    assert run(["learn", program, "-o", rules, "--learner", "unfold"]) == 0
    for words, said in (
        (["--macros", rules], "unfolded clauses"),
        ([], "no rules"),
    ):
        assert run(["utility", program, *words]) == 33
        assert said in capsys.readouterr().err


def test_utility_of_rules_refuses_what_has_no_effect_and_writes_its_searches(
    tmp_path: Path, call: Any
) -> None:
    rules, searches = tmp_path / "rules.pl", tmp_path / "searches.csv"
    assert call("learn", KILL, "-o", rules).code == 0
    words = ("utility", KILL, "--macros", rules)
    for option in ("--counts", "--examples", "--controls", "--seeds", "--problems"):
        told = call(*words, option, "1")
        assert told.code == 33 and f"{option} " in told.err and "does not go with" in told.err
    assert call(*words, "--plot-data", searches).code == 0
    head, *lines = searches.read_text().splitlines()
    assert "operator_applications" in head and {one.split(",")[1] for one in lines} == {
        *("none", "all", "kept")
    }


@pytest.mark.slow
def test_the_utility_of_rules_is_kept_as_a_run_gone_on_with_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, rules = str(EXAMPLES / "reachability.pl"), str(tmp_path / "rules.pl")
    folder, page = str(tmp_path / "run"), tmp_path / "page.html"
    assert run(["learn", program, "-o", rules]) == 0
    capsys.readouterr()
    words = ["utility", program, "--macros", rules, "--json"]
    counting = Interrupting(-1)
    monkeypatch.setattr(RunFolder, "record", counting.record)
    assert run(words) == 0
    alone, searches = json.loads(capsys.readouterr().out), counting.made
    counting.made, counting.last = 0, 5
    assert run([*words, "--run", folder]) == 130
    assert "--resume goes on" in capsys.readouterr().err
    counting.last = searches  # those that are made are not made again
    assert run([*words, "--run", folder, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == alone and counting.made == searches
    assert run(["report", folder, "-o", str(page)]) == 0
    said = capsys.readouterr().out
    assert "(reachability.pl, 3 conditions, 3 problems)" in said
    assert "arcwise utility: reachability.pl" in page.read_text()
    assert "rules judged by 4 goals" in page.read_text() and "forgotten" in page.read_text()
    once, counting.last = page.read_text().count("rules judged by 4 goals"), -1
    assert run([*words, "--run", folder, "--resume", "--algorithms", "breadth-first"]) == 0
    assert run(["report", folder, "-o", str(page)]) == 0
    assert page.read_text().count("rules judged by 4 goals") == 2 * once


@pytest.mark.slow
def test_a_run_on_an_installed_example_holds_its_program_and_rules_that_find_it(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = "examples/logic/kill.pl"
    assert call("learn", program, "-o", "r.pl").code == 0
    assert call("compare", program, "--macros", "r.pl", "--run", "run").code == 0
    assert "kill(A,B) :-" in (read_run("run").settings["theory_text"] or "")
    assert call("explain", "run/examples.pl").code == 0
    Path("sub").mkdir()
    assert call("learn", program, "-o", "sub/r.pl").code == 0
    assert call("explain", "sub/r.pl").code == 0
    for file in (Path("r.pl"), Path("sub/r.pl"), Path("run/examples.pl")):
        rules, beside = file.read_text().partition("\n")[0].partition("swipl ")[2].split()
        assert beside.endswith(program)
        assert (file.parent / beside).exists(), rules


def test_rules_are_kept_where_nobody_reads_what_is_shown(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    rules, left = tmp_path / "rules.pl", tmp_path / "left.pl"
    for module in (learn_command, utility_command):
        monkeypatch.setattr(module, "present", gone)
    for asked in (("learn", KILL, "-o", rules), ("utility", KILL, "--macros", rules, "-o", left)):
        with pytest.raises(ZeroDivisionError):
            call(*asked)
        assert Path(asked[-1]).exists()


def test_rules_that_moved_away_from_their_program_tell_where_it_would_be(
    call: Any, tmp_path: Path
) -> None:
    program = tmp_path / "program.pl"
    program.write_text("p(X) :- q(X). q(X) :- r(X). r(a). example(p(a)).\n", encoding="utf-8")
    assert call("learn", program, "-o", tmp_path / "r.pl").code == 0
    moved = (tmp_path / "r.pl").rename(tmp_path.parent / "moved-away.pl")
    told = call("explain", moved)
    assert told.code == 33
    assert "moved-away.pl:9:1: the program of these rules is not there" in told.err
    assert f"expected: {moved.with_name('program.pl')}" in told.err


def test_runs_of_programs_are_reported_beside_each_other(
    grammar: list[str], tmp_path: Path, call: Any
) -> None:
    runs, page = [tmp_path / "one", tmp_path / "two"], tmp_path / "page.html"
    for folder, name in zip(runs, ("depth-first", "breadth-first"), strict=True):
        assert call(*grammar, "--algorithms", name, "--run", folder).code == 0
    told = call("report", *runs, "-o", page)
    assert told.code == 0 and told.out.count("(grammar.pl, 5 conditions, ") == 2
    text = page.read_text(encoding="utf-8")
    assert "unfold against none, breadth-first" in text and "0.71" in text
