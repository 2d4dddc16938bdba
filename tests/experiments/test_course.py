"""The boards of a course: each student's own, solvable, with a macro that serves beyond its example; and how answers are marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.course import (
    BOARDS_GOAL,
    QUESTIONS,
    Assignment,
    assignments,
    read_assignment,
    write_assignment,
)
from arcwise.experiments.course_marks import marks, read_answers
from arcwise.rules import InputError


@pytest.fixture(scope="module")
def few() -> list[Assignment]:
    return list(assignments(3, seed=1))


def neighbours(board: tuple[int, ...], columns: int) -> list[tuple[int, ...]]:
    """The boards one move away, by plain Python."""
    found = []
    blank = board.index(0)
    row, column = divmod(blank, columns)
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        if 0 <= row + down < len(board) // columns and 0 <= column + right < columns:
            other = (row + down) * columns + column + right
            cells = list(board)
            cells[blank], cells[other] = cells[other], 0
            found.append(tuple(cells))
    return found


def shortest(start: tuple[int, ...], goal: tuple[int, ...], columns: int) -> tuple[int, int]:
    """Moves of a shortest path, and the number of such paths."""
    layer, seen, moves = {start: 1}, {start}, 0
    while layer and goal not in layer:
        following: dict[tuple[int, ...], int] = {}
        for board, paths in layer.items():
            for one in neighbours(board, columns):
                if one not in seen:
                    following[one] = following.get(one, 0) + paths
        seen |= following.keys()
        layer, moves = following, moves + 1
    return (moves, layer[goal]) if layer else (-1, 0)


def as_board(state: Any) -> tuple[int, ...]:
    return tuple(int(cell) for cell in state)


@pytest.mark.slow
def test_each_pair_has_a_solution_and_the_macro_serves_in_the_test_pair(
    few: list[Assignment],
) -> None:
    assert len({one.key["3.1"] for one in few}) == len({one.key["2.9"] for one in few}) == len(few)
    for one in few:
        short, paths = shortest(as_board(one.training[0]), as_board(one.training[1]), 3)
        assert (short, paths) == (one.key["3.1"], 1) and short in range(4, 7)
        moves, paths = shortest(as_board(one.test[0]), as_board(one.test[1]), 3)
        assert (one.key["3.5"], paths) == (moves + 1, 1)
        with_macro = one.search("breadth-first", one.macro)
        assert with_macro.moves == moves
        assert one.key["3.6"] <= moves + 1 - 2 * (short - 1)  # type: ignore[operator]
        assert one.key["3.4"] < one.key["3.3"]  # type: ignore[operator]
        assert shortest(as_board(one.eight[0]), as_board(one.eight[1]), 3)[0] in range(9, 17)
        solvable = [
            at
            for at, board in enumerate(one.boards, 1)
            if _even(as_board(board)) == _even(BOARDS_GOAL)
        ]
        assert one.key["2.10"] == solvable
        assert one.key["2.11"] not in ([], ["ULRD", "DRUL", "LURD", "RDLU"])


def _even(board: tuple[int, ...]) -> bool:
    tiles = [cell for cell in board if cell]
    return sum(a > b for at, a in enumerate(tiles) for b in tiles[at + 1 :]) % 2 == 0


@pytest.mark.slow
def test_the_seed_decides_and_more_students_change_nothing_for_the_first(
    few: list[Assignment],
) -> None:
    assert list(assignments(2, seed=1)) == few[:2]
    assert next(assignments(1, seed=2)) != few[0]


@pytest.mark.long
def test_no_two_students_have_a_pair_in_common() -> None:
    course = list(assignments(9, seed=18))  # the first pair of the last is one that another has
    assert len({one.test for one in course}) == len({one.eight for one in course}) == 9


@pytest.mark.slow
def test_the_figures_are_those_of_the_command_line(
    few: list[Assignment], call: Any, tmp_path: Path
) -> None:
    one = few[0]
    write_assignment(tmp_path, one)

    def said(*words: str) -> dict[str, Any]:
        done = call(*words, "--json")
        found: dict[str, Any] = done.data
        return found

    def solved(board: str, pair: Any, *words: str) -> dict[str, Any]:
        states = [" ".join(map(str, state)) for state in pair]
        return said("solve", f"sliding-tile:{board}", *states, "--algorithm", *words)

    tree = ("--duplicates", "path")
    misplaced = ("--heuristic", "misplaced")
    eight = one.eight
    assert solved("3x3", eight, "breadth-first", *tree)["expanded"] == one.key["2.1"]
    assert solved("3x3", eight, "breadth-first")["expanded"] == one.key["2.2"]
    assert solved("3x3", eight, "iterative-deepening")["expanded"] == one.key["2.3"]
    assert solved("3x3", eight, "depth-first", *tree)["moves"] == one.key["2.4"]
    assert solved("3x3", eight, "greedy", *misplaced)["expanded"] == one.key["2.5"]
    assert (
        solved("3x3", eight, "a-star", "--ties", "oldest", *misplaced)["expanded"] == one.key["2.6"]
    )
    assert solved("3x3", eight, "a-star", "--ties", "oldest")["expanded"] == one.key["2.7"]
    for number, width in (("2.8", "100"), ("2.9", "10")):
        beam = solved("3x3", eight, "beam", *tree, *misplaced, "--beam-width", width)
        assert beam["generated"] == one.key[number]
    narrow = ("beam", *tree, *misplaced, "--beam-width", "1", "--order")
    failing = [
        order
        for order in ("ULRD", "DRUL", "LURD", "RDLU")
        if solved("3x3", eight, *narrow, order)["status"] == "incomplete"
    ]
    assert failing == one.key["2.11"]
    macros, many = str(tmp_path / "macros.pl"), str(tmp_path / "many.pl")
    said("learn", "5-puzzle", str(tmp_path / "five_puzzle.json"), "-o", macros)
    learned = said("learn", "5-puzzle", str(tmp_path / "many.json"), "-o", many)
    assert len(learned["macros"]) == one.key["3.8"]
    test = one.test
    assert solved("2x3", test, "breadth-first", *tree)["expanded"] == one.key["3.3"]
    with_macro = solved("2x3", test, "breadth-first", *tree, "--macros", macros)
    assert with_macro["expanded"] == one.key["3.4"]
    assert (
        solved("2x3", test, "a-star", "--ties", "oldest", "--macros", macros)["expanded"]
        == one.key["3.7"]
    )
    with_many = solved("2x3", test, "a-star", "--ties", "oldest", "--macros", many)
    assert (with_many["expanded"], with_many["generated"]) == (one.key["3.9"], one.key["3.10"])


@pytest.mark.slow
def test_a_folder_is_read_as_it_was_written_and_holds_no_answer(
    few: list[Assignment], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_assignment(tmp_path, few[0], seed=7)
    assert read_assignment(tmp_path) == few[0]
    assert not caplog.messages  # examples repeat on purpose
    answers = read_answers(tmp_path / "answers.json")
    assert (answers.given, answers.faults) == (dict.fromkeys(QUESTIONS), {})
    assert (answers.student, answers.seed) == (tmp_path.name, 7)


@pytest.mark.slow
def test_answers_are_marked_without_regard_to_order_case_and_names(few: list[Assignment]) -> None:
    key = few[0].key
    assert marks({}, key) == dict.fromkeys(QUESTIONS)
    assert all(marks(key, key).values())
    assert set(marks({**key, "2.1": -1}, key).items()) ^ set(marks(key, key).items()) == {
        ("2.1", True),
        ("2.1", False),
    }
    right = {"3.2": "a b c 0 d e->b d c a e 0", "2.11": ["RDLU", "drul"]}
    given = {"3.2": "U V W 0 Y Z -> V Y W U Z 0", "2.11": ["DRUL", "RDLU"]}
    assert marks(given, right) == {"3.2": True, "2.11": True}
    assert marks({"3.2": "U V W 0 Y Z -> V Y W Z U 0"}, {"3.2": right["3.2"]}) == {"3.2": False}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("A B C 0 D E  ->  B D C A E 0   cost 4", True),
        ("m1: A B C 0 D E  ->  B D C A E 0   cost 4", True),
        ("arc(board(A,B,C,0,D,E), board(B,D,C,A,E,0), 4).", True),
        ("arc(board(_1,_2,_3,0,_4,_5),board(_2,_4,_3,_1,_5,0))", True),
        ("1 4 2 0 3 5 -> 4 3 2 1 5 0", False),
        ("(A B C 0 D E) => (B D C A E 0)", True),
        ("[A,B,C,0,D,E] \u2192 [B,D,C,A,E,0]", True),
        ("A B C / 0 D E -> B D C / A E 0", True),
        ("[[A,B,C],[0,D,E]] -> [[B,D,C],[A,E,0]]", True),
        ("ABC0DE --> BDCAE0", True),
        ("arc([[A,B,C],[0,D,E]], [[B,D,C],[A,E,0]], 6).", True),
        ('"A B C 0 D E" -> "B D C A E 0"', True),
        ("{{A,B,C},{0,D,E}} -> {{B,D,C},{A,E,0}}", True),
        ('["A","B","C","0","D","E"] -> ["B","D","C","A","E","0"]', True),
        (["ABC0DE", "BDCAE0"], True),
        ([["A", "B", "C", 0, "D", "E"], ["B", "D", "C", "A", "E", 0]], True),
        ([["A", "B", "C", 0, "D", "E"], ["B", "D", "C", "E", "A", 0]], False),
        ("A B C _ D E -> B D C A E _", True),
        ("ABC_DE -> BDCAE_", True),
        ("_ _ _ 0 _ _ -> _ _ _ _ _ 0", False),
        ("ABC0DE -> BDCAE1", False),
        ("A B C 1 D E -> B D C A E 1", False),
        ("A B C 0 D E -> A B C D E 0", False),
    ],
)
def test_a_macro_is_read_as_arcwise_prints_it_and_no_constant_passes_for_a_variable(
    tmp_path: Path, text: object, right: bool
) -> None:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps([{"question": "3.2", "answer": text}]))
    key = {"3.2": "A B C 0 D E -> B D C A E 0"}
    assert marks(read_answers(path).given, key) == {"3.2": right}


def test_an_answer_that_is_a_list_may_be_a_text(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    entries = {"2.10": "1, 3 and 4", "2.11": "ULRD drul"}
    path.write_text(json.dumps([{"question": one, "answer": entries[one]} for one in entries]))
    assert read_answers(path).given == {"2.10": [1, 3, 4], "2.11": ["ULRD", "DRUL"]}


def test_an_empty_text_is_no_answer_yet(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps([{"question": one, "answer": " "} for one in ("2.1", "3.2")]))
    read = read_answers(path)
    assert (read.given, read.faults) == ({"2.1": None, "3.2": None}, {})


def test_faults_of_a_file_of_answers_leave_the_others_readable(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    rows = [{"question": "2.1", "answer": "many"}, {"question": "9.9", "answer": 1}, 7]
    rows += [{"question": "2.3", "answer": 1}, {"question": "2.3", "answer": 1}]
    path.write_text(json.dumps([*rows, {"question": "2.2", "answer": 3}]))
    answers = read_answers(path)
    assert answers.given == {"2.2": 3}
    faults = [str(fault) for fault in answers.faults.values()]
    said = ("2.1: an answer of another form", "no such question", "not an answer", "answered twice")
    assert all(words in fault for words, fault in zip(said, faults, strict=True))
    assert {"2.1", "2.3"} < answers.faults.keys()


@pytest.mark.parametrize(
    ("file", "use"),
    [("five_puzzle.json", "training"), ("eight_puzzle.json", "problems")],
)
def test_a_file_without_its_pair_is_named(
    few: list[Assignment], tmp_path: Path, file: str, use: str
) -> None:
    write_assignment(tmp_path, few[0])
    path = tmp_path / file
    path.write_text(json.dumps({**json.loads(path.read_text()), use: []}))
    with pytest.raises(InputError, match=r"no pair of boards|no usable example") as raised:
        read_assignment(tmp_path)
    assert file in str(raised.value)


@pytest.mark.parametrize("text", ['"1,192"', '"1192"', '"1,192 expanded"', "1192.0", "1192"])
def test_a_whole_number_may_be_a_text_or_have_a_point(tmp_path: Path, text: str) -> None:
    path = tmp_path / "answers.json"
    path.write_text(f'[{{"question": "2.1", "answer": {text}}}]')
    assert read_answers(path).given == {"2.1": 1192}


def test_each_question_of_a_search_names_its_pair_and_its_search() -> None:
    for number, question in QUESTIONS.items():
        if "states expanded" in question.what:
            assert question.what.startswith(("8-puzzle pair", "5-puzzle pair")), number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"answers": [\n{"question": "2.1"}]}', "answers.json:2:1: not an answer"),
        ('[{"question": "9.9", "answer": 1}]', "no such question"),
        ('[{"question": "2.1", "answer": "many"}]', "expected: a whole number, or null"),
        ('[{"question": "2.1", "answer": true}]', "expected: a whole number, or null"),
        ('[{"question": "2.1", "answer": 1.5}]', "expected: a whole number, or null"),
        ('[{"question": "2.10", "answer": 3}]', "a list of whole numbers"),
        ('[{"question": "3.2", "answer": "foo"}]', "expected: a macro"),
        ('[{"question": "3.2", "answer": "x' + " " * 99_999 + '"}]', "expected: a macro"),
        ('[{"question": "3.2", "answer": "A B 0 -> B A 0"}]', "expected: a macro"),
        ('[{"question": "3.2", "answer": "ABC0D -> BC0DA"}]', "expected: a macro"),
        (
            '[{"question": "3.2", "answer": "board(A,B,C,0,D) -> board(B,C,0,D,A)"}]',
            "expected: a macro",
        ),
        ('[{"question": "2.1", "answer": 1}, {"question": "2.1", "answer": 1}]', "twice"),
    ],
)
def test_answers_of_another_form_are_refused_with_the_place(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "answers.json"
    path.write_text(text)
    answers = read_answers(path)
    (fault,) = answers.faults.values()
    assert (words in str(fault), answers.given) == (True, {})


@pytest.mark.parametrize(
    ("text", "words"), [("[1", "answers.json:1:"), ("17", "a list or an object")]
)
def test_a_file_that_holds_no_answers_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "answers.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_answers(path)
    assert words in str(caught.value)
