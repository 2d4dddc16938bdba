"""Calls as a beginner writes them: they do what is meant, or one message tells what is taken."""

from __future__ import annotations

from pathlib import Path

import arcwise as aw
import numpy as np
import pytest
from arcwise.rules import registry
from arcwise.search import Stage, table_of

START, GOAL = "4 5 3 0 1 2", "1 2 3 4 5 0"
START_CELLS, GOAL_CELLS = (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0)
ROWS = [[4, 5, 3], [0, 1, 2]]


class Frame:
    """A table as pandas has it."""

    def __str__(self):
        return "a table"

    def to_dict(self, orient):
        assert orient == "records"
        return [{"start": START, "goal": GOAL}]


class Column:
    """A column of a table as pandas has it."""

    def __str__(self):
        return "a column"

    def to_dict(self):
        raise AssertionError

    def tolist(self):
        return [START]


@pytest.mark.parametrize(
    "problems",
    [
        (START, GOAL),
        (START_CELLS, GOAL_CELLS),
        [(START, GOAL)],
        [[START, GOAL]],
        [(ROWS, [[1, 2, 3], [4, 5, 0]])],
        [(np.array(ROWS), np.array(GOAL_CELLS))],
        [{"start": START, "goal": GOAL}],
        {"start": START, "goal": GOAL},
        Frame(),
        START_CELLS,
        ROWS,
        np.array(ROWS),
        np.array([START_CELLS]),
        np.array([ROWS]),
        Column(),
        [{"start": START, "goal": float("nan")}],
    ],
    ids=str,
)
def test_one_problem_is_one_however_it_is_written(problems):
    (only,) = aw.learn("5-puzzle", problems).library
    assert len(only.steps) == 18


def test_starts_without_goals_are_problems_of_their_own():
    for starts in ([START, "1 2 3 4 0 5"], [START_CELLS, (1, 2, 3, 4, 0, 5)]):
        assert len(aw.compare("5-puzzle", starts, None, "greedy").rows) == 2 * 2


def test_problems_that_were_made_are_compared_and_learned_from():
    made = aw.open_source("5-puzzle").random_problems(2, seed=1)
    rows = aw.compare("5-puzzle", made, None, "greedy").rows
    assert {row.problem for row in rows} == {1, 2}
    assert len(aw.learn("5-puzzle", made).library) == 2


@pytest.mark.slow
def test_random_problems_of_a_board_too_large_for_arcs_are_those_of_the_command(call, macro_file):
    file = macro_file("sliding-tile", "--learner", "escapes")
    (problem,) = aw.open_source("sliding-tile:40x40").random_problems(1, 1)
    found = problem.solve("climb", macros=aw.load_macros(file))
    words = ("--random", "1", "--macros", str(file), "--algorithm", "climb", "--json")
    assert found.moves == call("solve", "sliding-tile:40x40", *words).data["moves"] > 100_000


def test_pairs_of_texts_are_no_states_of_two_cells():
    pairs = (("1 1", "3 3"), ("2 2", "3 3"))
    assert len(aw.compare("hanoi:3x2", pairs, None, "greedy").rows) == 2 * 2
    jugs = Path(__file__).parents[2] / "examples" / "moves" / "jugs.pl"
    assert aw.solve(jugs, ("0/0", "4/2")).moves == 4


@pytest.mark.parametrize("wrong", [[1, 2], [("a",)], [{"x": 1}]])
def test_what_is_no_problem_is_told_with_what_would_be_one(wrong):
    with pytest.raises(aw.rules.InputError, match=r"not a problem[\s\S]*START, GOAL"):
        aw.compare("5-puzzle", wrong)


@pytest.mark.parametrize(
    "words",
    [
        (START, GOAL, "a-star"),
        ((START, GOAL),),
        (list("453012"),),
        (np.array(ROWS, float),),
        (np.array(ROWS), [[1, 2, 3], [4, 5, 0]]),
    ],
    ids=str,
)
def test_solve_takes_states_as_they_come(words):
    assert aw.solve("5-puzzle", *words).moves == 18
    assert aw.problem_of("5-puzzle", np.array(ROWS)).start == START_CELLS


def test_solve_takes_states_by_name():
    for words, named in (
        ((), {"start": START}),
        ((), {"start": ROWS, "goal": GOAL}),
        ((START, "greedy"), {"goal": GOAL}),
    ):
        assert aw.solve("5-puzzle", *words, **named).solved
    for words, named in (((), {"goal": GOAL}), ((START,), {"start": START})):
        with pytest.raises(aw.rules.InputError, match="a start before a goal"):
            aw.solve("5-puzzle", *words, **named)
    with pytest.raises(aw.rules.InputError, match="two algorithms"):
        aw.solve("5-puzzle", START, "greedy", algorithm="a-star")
    with pytest.raises(TypeError, match=r"'width' .*; it takes start, goal, .*beam_width"):
        aw.solve("5-puzzle", START, width=3)
    with pytest.raises(TypeError, match=r"^solve: .*'wieght' \(did you mean weight\?\); it takes"):
        aw.solve("5-puzzle", START, wieght=3)


def test_a_bad_argument_is_told_of_the_function_that_was_called() -> None:
    for words, options in ((("5-puzzle", 5), {}), (("5-puzzle", START), {"weight": "x"})):
        with pytest.raises(TypeError, match=r"^solve: (states|weight) has to be "):
            aw.solve(*words, **options)


@pytest.mark.parametrize("call", [aw.compare, aw.learn])
def test_a_start_and_a_goal_apart_are_told_to_be_a_pair(call) -> None:
    with pytest.raises(
        aw.InputError, match=rf"try: +{call.__name__}\(DOMAIN, \[\('4 5 3 0 1 2', '1 2"
    ):
        call("5-puzzle", "4 5 3 0 1 2", "1 2 3 4 5 0")


def test_files_that_are_not_there_are_no_start_and_goal(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for problems in ("examples/five_puzzle.json", "my/problems.json"):
        with pytest.raises(aw.InputError, match="no such file"):
            aw.compare("5-puzzle", problems, "my/macros.pl")


def test_what_is_learned_of_arcs_and_of_programs_is_used_alike(tmp_path: Path) -> None:
    program = tmp_path / "count.pl"
    program.write_text("s(c(N), c(M), up) :- N < 9, M is N + 1.\n", encoding="utf-8")
    examples = {"5-puzzle": [(START, "5 1 3 4 2 0")], program: [("c(1)", "c(3)")]}
    for domain, pairs in examples.items():
        learned = aw.learn(domain, pairs)
        assert len(learned) == len(list(learned)) == len(learned.library) == 1
        learned.save(tmp_path / "macros.pl")
        assert "learned from" in learned.explain(40) or "Training path" in learned.explain(40)
        again = type(learned.library).load(tmp_path / "macros.pl")
        assert [one.name for one in again] == [one.name for one in learned]


def test_a_call_with_other_arguments_tells_what_is_taken():
    with pytest.raises(TypeError, match="multiple values for argument 'macros'; it takes domain, "):
        aw.compare("5-puzzle", START, GOAL, macros=None)
    with pytest.raises(TypeError, match=r"'algorithm' .*; it takes .*algorithms"):
        aw.compare("5-puzzle", [(START, GOAL)], algorithm="a-star")
    with pytest.raises(TypeError, match=r"not \[0\] \(list\)$"):
        aw.FunctionProblem([0], bool, list)
    learned = aw.learn("5-puzzle", [(START, GOAL)])
    with pytest.raises(TypeError, match=r"its \.library is one"):
        aw.solve("5-puzzle", START, GOAL, macros=learned)


def test_goals_beside_their_starts_are_asked_for_where_they_stand_for_macros():
    with pytest.raises(TypeError, match=r"macros has to be .*list\(zip\(starts, goals\)\)"):
        aw.compare("5-puzzle", [START], [GOAL])


def test_a_goal_is_proved_by_the_names_of_its_program_and_rules(tmp_path):
    program = "examples/logic/kill.pl"
    rules = tmp_path / "rules.pl"
    aw.learn(program).save(rules)
    bare = aw.prove(program, "kill(john,john)")
    assert bare.solved
    assert aw.prove(program, "kill(john,john)", macros=rules).inferences < bare.inferences
    found = aw.prove(program, "kill(A,B)", "iterative-deepening", answers=None)
    assert [*map(str, found.answers)] == ["A = john, B = john"]
    assert aw.solve(program, "kill(john,john)", macros=rules).solved
    with pytest.raises(aw.InputError, match="take only the limits"):
        aw.solve(program, "kill(john,john)", heuristic="manhattan")
    with pytest.raises(TypeError, match="macros has to be a string"):
        aw.prove(program, "kill(john,john)", macros=5)


@pytest.mark.parametrize("board", ["1 2 3 4 0 5", "123405", "[1,2,3,4,0,5]"])
def test_a_board_of_digits_asks_no_other_package_for_an_algorithm(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(group: str, path: object) -> dict[str, object]:
        raise AssertionError(group)

    monkeypatch.setattr(registry, "_outside", never)
    assert aw.solve("5-puzzle", board).moves == 1


def test_a_list_of_stages_is_an_algorithm_of_solve() -> None:
    stages = [Stage("greedy")]
    posed = aw.problem_of("5-puzzle", START)
    for found in (
        aw.solve("5-puzzle", START, algorithm=stages),
        aw.solve("5-puzzle", START, stages),
        aw.solve(posed, stages),
    ):
        assert (found.algorithm, found.solved) == ("greedy", True)
    with pytest.raises(TypeError, match=r"table_of\(stages, \"mine\"\)"):
        aw.compare("5-puzzle", [(START, GOAL)], algorithms=stages)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"table_of\(stages, \"mine\"\)"):
        aw.watch(posed, stages)  # type: ignore[arg-type]


def test_a_table_that_suits_nothing_and_an_unknown_order_are_named() -> None:
    table = table_of([Stage("greedy", when="not macros")], "bare")
    library = aw.learn("5-puzzle", [(START, "5 1 3 4 2 0")]).library
    found = aw.compare("5-puzzle", [(START, GOAL)], library, table)
    assert {row.algorithm for row in found.rows if not row.solved} == {"bare"}
    assert "no stage of the table suits 1 of 2 searches" in found.verdicts["", "bare"].evidence
    with pytest.raises(KeyError, match=r"there are .*'bare'"):
        found.verdicts["none", "one", "greedy"]


def test_a_plan_that_is_not_proved_does_not_count_as_solved_and_this_is_said() -> None:
    stages = [Stage("greedy"), Stage("a-star", nodes=5, until="proof")]
    found = aw.compare(
        "8-puzzle",
        [("8 6 7 2 5 4 3 0 1", "1 2 3 4 5 6 7 8 0")],
        None,
        table_of(stages, "short"),
    )
    assert "found a plan, but did not prove it optimal" in str(found.verdict)
