"""A substrate of one's own in every verb: string rewriting, which arcwise learns of from one class."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import rules_utility
from arcwise.rules.source import ENDINGS, SOURCES, TYPES, SourceTexts, open_source, source_class

SWAP = "swap: ab -> ba\n"


@pytest.fixture(autouse=True)
def _installed(examples: Path, plugin: Callable[..., None]) -> None:
    source = (examples / "package/string_rewriting.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 150
    rows = {"arcwise.sources": "rewriting = string_rewriting:Rewriting"}
    plugin("string_rewriting", source, rows)


@pytest.fixture
def swap(tmp_path: Path) -> str:
    """The file of the rules."""
    file = tmp_path / "swap.rw"
    file.write_text(SWAP)
    return str(file)


def learned(swap: str, tmp_path: Path) -> str:
    """A file of two learned rules."""
    source = open_source(swap)
    library = source.library()
    for goal in ("baa", "bbaa"):
        found = aw.solve(source, "".join(sorted(goal)), goal)
        assert library.add(source.generalize(found, library.next_name(), goal)).accepted
    file = tmp_path / "learned.rw"
    library.save(file)
    assert (
        file.read_text() == "m1: aab -> baa = swap swap\nm2: aabb -> bbaa = swap swap swap swap\n"
    )
    return str(file)


def test_a_question_is_solved_in_python_and_in_the_shell(swap: str, call: Any) -> None:
    found = aw.solve(swap, "aabb", "bbaa")
    assert (found.moves, found.states[0], found.states[-1]) == (4, "aabb", "bbaa")
    assert aw.solve(open_source(swap), "aabb", "bbaa", "breadth-first").moves == 4
    shown = call("solve", swap, "aabb", "bbaa")
    assert shown.code == 0 and "swap swap swap swap" in shown.out and "solved: 4 moves" in shown.out
    assert json.loads(call("solve", swap, "ab", "ba", "--json").out)["path"] == ["ab", "ba"]
    assert call("solve", swap, "ba", "ab").code == 11
    assert call("solve", swap, "--random", "1").code == 0


def test_what_was_learned_takes_part_in_a_search(swap: str, tmp_path: Path, call: Any) -> None:
    file = learned(swap, tmp_path)
    found = aw.solve(swap, "aabbb", "bbaab", macros=file)
    assert ([step.name for step in found.operators], found.moves) == (["m2"], 4)
    assert '"m2"' in f" {call('solve', swap, 'aabbb', 'bbaab', '--macros', file, '--json').out}"


@pytest.mark.parametrize("words", [("aab",), ("aab", "baa", "x"), ()])
def test_a_question_has_a_start_and_a_goal(swap: str, words: tuple[str, ...], call: Any) -> None:
    told = call("solve", swap, *words)
    assert told.code == 33 and "expected: a start and a goal" in told.err


def test_options_of_other_sources_are_refused(swap: str, call: Any) -> None:
    assert "--boards does not go with" in call("solve", swap, "ab", "ba", "--boards").err
    assert "--proof is for logic programs" in call("solve", swap, "ab", "ba", "--proof").err


def test_a_search_is_watched(swap: str, tmp_path: Path, call: Any) -> None:
    shown = call("watch", swap, "aab", "baa", "--algorithm", "breadth-first")
    assert shown.code == 0 and "aab   expands" in shown.out
    page = tmp_path / "watch.html"
    asked = ("watch", swap, "aab", "baa", "--macros", learned(swap, tmp_path), "-o", page)
    assert call(*asked).code == 0 and "baa" in page.read_text()


def test_the_texts_of_a_source_open_it_elsewhere(swap: str, tmp_path: Path) -> None:
    source = open_source(swap)
    source = source.with_rules(aw.rules.source.RuleTexts.of(learned(swap, tmp_path)))
    plain = json.loads(json.dumps(source.texts.to_json()))
    again = SourceTexts.from_json(plain)
    assert again.known is None and again.key == source.texts.key
    assert again.open() == source
    task = again.open().solve(("aab",), ("baa",), aw.Configuration("a-star"))[0]
    assert task.names == ["m1"]


def test_a_solution_is_explained_with_the_rule_that_follows(swap: str, call: Any) -> None:
    shown = call("explain", swap, "aab", "baa")
    assert shown.code == 0 and "rule: aab -> baa = swap swap" in shown.out
    assert "--state does not go with" in call("explain", swap, "aab", "baa", "--state", "x").err


def test_rules_are_learned_from_examples(swap: str, tmp_path: Path, call: Any) -> None:
    pairs = [("aab", "baa"), ("aabb", "bbaa"), ("aab", "baa"), ("ba", "ab")]
    found = aw.learn(swap, pairs, output=tmp_path / "of_python.rw")
    assert (tmp_path / "of_python.rw").read_text() == Path(learned(swap, tmp_path)).read_text()
    said = [record.nothing or str(record.admissions[0]) for record in found.records]
    assert said[0] == "learned m1: aab becomes baa" and said[2] == "refused: the same as m1"
    assert "no path" in said[3]
    more = aw.learn(swap, pairs[:2], aw.Examples(with_macros=True), macros=found.library)
    used = [record.outcome.result.names for record in more.records]  # type: ignore[union-attr]
    assert (len(more), used) == (2, [["m1"], ["m2"]])
    shown = call("learn", swap, "aab", "baa", "-o", tmp_path / "of_shell.rw")
    assert shown.code == 0 and "learned 1 rule from 1 example" in shown.out
    assert (tmp_path / "of_shell.rw").read_text() == "m1: aab -> baa = swap swap\n"
    assert call("learn", swap, "aab", "baa", "--json").data["rules"][0]["name"] == "m1"
    told = call("learn", swap, "aab", "baa", "--learner", "escapes")
    assert told.code == 33 and "learner escapes does not learn of rewriting" in told.err


WORDS = [("aabb", "bbaa"), ("ab", "ba"), ("aab", "baa"), ("abab", "bbaa"), ("aaabb", "bbaaa")]


def test_what_was_learned_is_compared_measured_and_reported(
    swap: str, tmp_path: Path, call: Any
) -> None:
    file, run, page = learned(swap, tmp_path), tmp_path / "run", tmp_path / "page.html"
    library = open_source(swap).library(file)
    named = {"none": None, "one": library.only(["m1"]), "both": file}
    found = aw.compare(swap, WORDS, named, "breadth-first", keeping=aw.Keeping(run, jobs=2))
    assert list(found.verdicts) == [
        (*pair, "breadth-first") for pair in (("none", "one"), ("none", "both"), ("one", "both"))
    ]
    assert [(one.condition, one.macros, one.answered) for one in found.totals] == [
        *(("none", 0, 5), ("one", 1, 5), ("both", 2, 5))
    ]
    assert found.totals[2].work == sum(
        row.operator_applications or 0 for row in found.rows if row.condition == "both"
    )
    assert call("report", run, "-o", page).code == 0 and "one against none" in page.read_text()
    drawn = ("--random", "1", "--count", "6", "--macros", file, "--run", tmp_path / "other")
    told = call("compare", swap, *drawn)
    assert told.code == 0 and "6 random problems" in told.out and "breadth-first" in told.out
    judged = rules_utility(swap, library, WORDS)
    assert {one.name for one in judged.judgements} == {"m1", "m2"} and len(judged.judged) == 3
    left = tmp_path / "left.rw"
    told = call("utility", swap, "aabb", "bbaa", "--macros", file, "-o", left)
    assert told.code == 0 and "rules judged by 1 problem" in told.out, told.err
    assert "aabb -> bbaa = swap swap swap swap" in told.out


def test_a_source_takes_names_without_an_ending_and_objects_of_its_own(
    swap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewriting: Any = source_class(swap)

    class Grammar:
        """An object that the source is opened from."""

    class Grammars(rewriting):  # type: ignore[misc]
        kind, endings, types = "grammars", (), ("Grammar",)

        @classmethod
        def takes(cls, named: Any, words: Any = ()) -> bool:
            return named == "swapping" or super().takes(named, words)

        @classmethod
        def opened(cls, named: Any, words: Any = (), **options: Any) -> Any:
            return super().opened(swap)

    monkeypatch.setitem(SOURCES._lent, "grammars", Grammars)
    board = SOURCES["board"]
    assert source_class("swapping") is source_class(Grammar()) is Grammars
    assert source_class("8-puzzle") is source_class("another") is source_class("x.psvn") is board
    assert issubclass(source_class("x.pddl"), board)
    assert aw.solve("swapping", "aab", "baa").moves == 2
    assert aw.learn(Grammar(), [("aab", "baa")]).library.text() == "m1: aab -> baa = swap swap\n"


def test_the_tables_of_endings_and_types_are_those_of_the_built_in_sources() -> None:
    for name in SOURCES.built_in:
        kinds = {ending for ending, kinds in ENDINGS.items() if name in kinds}
        assert kinds == {*SOURCES[name].endings}
        assert {one for one, kind in TYPES.items() if kind == name} == {*SOURCES[name].types}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.rw", None, "no such file"),
        ("folder.rw", "", "this is a folder"),
        ("binary.rw", b"\xff\x00", "not a text file"),
    ],
)
def test_a_file_that_its_class_cannot_read_is_refused(
    name: str,
    content: Any,
    said: str,
    swap: str,
    tmp_path: Path,
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Careless(source_class(swap)):  # type: ignore[misc]
        kind, endings = "careless", (".careless",)

        @classmethod
        def opened(cls, named: Any, words: Any = (), **options: Any) -> Any:
            return Path(named).read_text(encoding="utf-8")

    file = tmp_path / name
    if content:
        file.write_bytes(content)
    elif content is not None:
        file.mkdir()
    told = call("solve", file, "a", "b")
    assert told.code == 33 and said in told.err
    careless = file.with_suffix(".careless")
    if file.exists():
        file.rename(careless)
    monkeypatch.setitem(SOURCES._lent, "careless", Careless)
    told = call("solve", careless, "a", "b")
    assert told.code == 33 and said in told.err


def test_what_is_no_state_is_refused(swap: str) -> None:
    for goal in (None, True, b"aab", {"a"}):
        with pytest.raises(aw.InputError, match="not a state"):
            aw.solve(swap, "aab", goal)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pairs.json", '[{"start": "aab", "goal": "baa"}, ["ab", "ba"]]'),
        ("parts.json", '{"training": [["b", "b"]], "problems": [["aab", "baa"], ["ab", "ba"]]}'),
        ("pairs.csv", "start,goal\naab,baa\nab,ba\n"),
        ("plain.csv", "aab,baa\nab,ba\n"),
        ("pairs.txt", "aab, baa\n\nab -> ba\n"),
        ("pairs", "aab -> baa\nab -> ba\n"),
    ],
)
def test_problems_are_read_from_files(name: str, text: str, swap: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    found = open_source(swap).problems(str(file))
    assert [(one.start, one.goal) for one in found] == [*((("aab",), ("baa",)), (("ab",), ("ba",)))]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("one.json", '[{"start": "aab"}]', "no goal"),
        ("bad.json", "[", "JSON"),
        ("one.txt", "aab\n", "expected: START -> GOAL"),
        ("empty.txt", "\n", "no problem"),
        ("none.json", None, "no such file"),
    ],
)
def test_faulty_files_of_problems_are_refused(
    name: str, text: str | None, said: str, swap: str, tmp_path: Path, call: Any
) -> None:
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    for words in ((file,), (file, tmp_path / "other.csv")):
        told = call("learn", swap, *words)
        assert told.code == 33 and (said in told.err or "no such file" in told.err)


def test_an_unsolved_problem_is_told_once_and_by_the_exit_code(swap: str, call: Any) -> None:
    for verb in ("solve", "explain"):
        shown = call(verb, swap, "bba", "aab")
        assert shown.code == 11 and shown.out.count("chosen because") == 1


def test_a_source_is_examined(swap: str, tmp_path: Path, call: Any) -> None:
    shown = call("doctor", "--domain", swap)
    assert shown.code == 0 and "nothing is wrong" in shown.out
    missing = call("doctor", "--domain", tmp_path / "none.rw")
    assert missing.code == 1 and "no such file" in missing.out


def test_a_file_without_rules_draws_no_problems(tmp_path: Path, call: Any) -> None:
    file = tmp_path / "empty.rw"
    file.write_text("\n# nothing yet\n")
    for words in (("solve", file, "--random", "1"), ("explore", file, "--random", "1")):
        told = call(*words)
        assert told.code == 33 and "no rules to draw a word for" in told.err


def test_a_comparison_names_the_file_that_was_given(swap: str, tmp_path: Path, call: Any) -> None:
    file, page = learned(swap, tmp_path), tmp_path / "page.html"
    assert call("compare", swap, "aab", "baa", "--macros", file, "--run", tmp_path / "r").code == 0
    assert call("report", tmp_path / "r", "-o", page).code == 0
    assert "learned.rw" in page.read_text() and "macros.pl" not in page.read_text()
    several = {"none": None, "mine": file, "other": open_source(swap).library(file)}
    aw.compare(swap, [("aab", "baa")], several, keeping=aw.Keeping(tmp_path / "s"))
    assert {one.name for one in (tmp_path / "s").iterdir()} >= {"mine.rw", "other.pl"}
