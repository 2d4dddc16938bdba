"""States and problems as people write them elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.ebl import load_examples
from arcwise.experiments.asked import problem_set
from arcwise.rules import InputError, open_source

from ...shared_data import SHARED

CASES = SHARED / "cases" / "notations"
given = pytest.mark.skipif(not CASES.is_dir(), reason=f"the cases are not in {CASES}")

FIVE = (4, 5, 3, 0, 1, 2)


def parsed(domain: str, text: str) -> Any:
    found, shape = open_source(domain).sized
    return tuple(found.theory(shape).parse(text))


@pytest.mark.parametrize(
    "text",
    [
        *("(4 5 3 0 1 2)", "'(4 5 3 0 1 2)", "((4 5 3) (0 1 2))", "(4, 5, 3, 0, 1, 2)", "( 4 5 3 0 1 2 ) "),
        *("[[4,5,3],[0,1,2]]", "[4, 5, 3, 0, 1, 2]", "((4, 5, 3), (0, 1, 2))", "board(4,5,3,0,1,2)."),
        *("4 5 3 / 0 1 2", "4,5,3;0,1,2", "453012", "4 5 3 _ 1 2"),
        *("{4,5,3,0,1,2}", "{{4, 5, 3}, {0, 1, 2}};", "np.array([[4, 5, 3],\n [0, 1, 2]])", "board([4,5,3,0,1,2])"),
        *("#(4 5 3 0 1 2)", "#2A((4 5 3) (0 1 2))", "(list 4 5 3 0 1 2)", "[4, 5, 3, None, 1, 2]", "4 5 3 nil 1 2"),
        *("\uff14 \uff15 \uff13 \uff10 \uff11 \uff12", "4 5 3 \u2013 1 2", "\ufeff4 5 3 0 1 2", "4 5 3 0 1 2."),
        *("+-+-+-+\n|4|5|3|\n+-+-+-+\n|0|1|2|\n+-+-+-+\n", "4-5-3-0-1-2", "4 5 3\r\n0 1 2\r\n"),
        *("[['4', '5', '3'], ['0', '1', '2']]", "('4', '5', '3', '0', '1', '2')", "4\u060c5\u30013, 0, 1, 2"),
    ],
)  # fmt: skip
def test_a_state_may_stand_in_the_brackets_of_other_languages(text: str) -> None:
    assert parsed("sliding-tile:2x3", text) == FIVE


def test_sixteen_cells_may_be_hexadecimal_digits() -> None:
    assert parsed("15-puzzle", "123456789ABCDEF0") == (*range(1, 16), 0)
    assert parsed("15-puzzle", "1 2 3 4 5 6 7 8 9 a b c d e f 0") == (*range(1, 16), 0)


def test_rows_of_too_few_cells_are_told_to_be_too_few() -> None:
    with pytest.raises(InputError, match=r"wrong number of cells(?s:.)*found: +5 in"):
        parsed("sliding-tile:2x3", "[[4,5,3],[0,1]]")


@pytest.mark.parametrize("text", ["(4 5 3 0 1 2", "((4 5 3) 0 1 2))", "(((4 5 3)) (0 1 2)))", "()"])
def test_brackets_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parsed("sliding-tile:2x3", text)


@pytest.mark.parametrize(
    "goal", ["1 2 ? 4 ? 0", "1 2 * 4 * 0", "1 2 _ 4 _ 0", "(1 2 ? 4 * 0)", "12?4?0"]
)
def test_an_open_cell_has_three_signs(call: Any, goal: str) -> None:
    done = call("solve", "5-puzzle", "4 5 3 0 1 2", goal, "--json")
    assert (done.code, done.data["moves"]) == (0, 18)
    assert done.data["goal"][2] == "?"


def test_a_cube_is_written_as_turns_or_letters() -> None:
    solved = "U" * 9 + "R" * 9 + "F" * 9 + "D" * 9 + "L" * 9 + "B" * 9
    turned = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"  # R, as kociemba has it
    assert parsed("cube:3", solved) == tuple(range(1, 55))
    assert parsed("cube:3", turned) == parsed("cube:3", "R")
    assert parsed("cube:3", "R U2 F' F U2 R'") == tuple(range(1, 55))
    assert parsed("cube:3", "R R") == parsed("cube:3", "R2")
    for same in ("RUR'U'", "(R U R' U')", "R,U,R',U'"):
        assert parsed("cube:3", same) == parsed("cube:3", "R U R' U'")
    colours = dict(zip("URFDLB", "WRGYOB", strict=True))
    assert parsed("cube:3", "".join(map(colours.__getitem__, turned))) == parsed("cube:3", "R")


@pytest.mark.parametrize("text", ["R M U", "r u", "(R U)2", "[R, U]", "UUUUR", "RU"])
def test_turns_that_are_not_those_of_six_faces_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="neither turns nor stickers"):
        parsed("cube:3", text)


@pytest.mark.parametrize("turns", ["R U R' U'", "L D2 B'", "F L' U2 D"])
def test_the_turns_of_a_small_cube_are_undone_in_no_more(call: Any, turns: str) -> None:
    done = call("solve", "cube:2", turns, "--json")
    quarter = sum(2 if "2" in one else 1 for one in turns.split())
    assert done.code == 0 and done.data["moves"] <= quarter


def test_a_cube_that_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="no cube has such a piece"):
        parsed("cube:3", "UUUUUUUURRRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")


@pytest.mark.parametrize(
    "text",
    [
        *("0 1 1 0", "0110", "01/10", "[[0,1],[1,0]]", ".#\n#.", "off on on off", "{0,1,1,0}"),
        "\u25a1\u25a0\n\u25a0\u25a1",
    ],
)
def test_lights_are_written_without_their_opposites(text: str) -> None:
    assert parsed("lights-out:2x2", text) == (0, 1, 1, 0, 1, 0, 0, 1)


@pytest.mark.parametrize("cells", [[[0, 1], [1, 0]], [[False, True], [True, False]], (0, 1, 1, 0)])
def test_lights_in_lists_are_written_without_their_opposites(cells: Any) -> None:
    assert aw.solve("lights-out:2x2", cells).states[0] == (0, 1, 1, 0, 1, 0, 0, 1)


@pytest.mark.parametrize("text", ["v ^", "down up", "\u2193\u2191", "DU", "down up up down"])
def test_arrows_are_written_without_their_opposites(text: str) -> None:
    assert parsed("arrow:2", text) == ("down", "up", "up", "down")


@pytest.mark.parametrize("text", ["(3,2,1)", "3 2 L", "3 2 left", "[3, 2, 1]"])
def test_the_boat_may_be_a_number_or_a_letter(text: str) -> None:
    assert parsed("missionaries:3x2", text) == (3, 2, "left")


@pytest.mark.parametrize("text", ["-1 2 3", "[-1, 2, 3]", "-1,+2,3", "\u22121 2 3"])
def test_a_burnt_pancake_may_be_its_upper_side(text: str) -> None:
    assert parsed("burnt-pancake:3", text) == (-1, 1, 2, -2, 3, -3)
    with pytest.raises(InputError, match="the upper side of each pancake from the top"):
        parsed("burnt-pancake:4", text)


@pytest.mark.parametrize(
    ("domain", "short", "long"),
    [
        ("burnt-pancake:3", "-1 ? 3", "-1 1 ? ? 3 -3"),
        ("arrow:3", "up ? down", "up ? down down ? up"),
        ("lights-out:1x3", "1 ? 0", "1 ? 0 0 ? 1"),
    ],
)
def test_goals_in_short_notation_may_be_open_and_starts_not(
    domain: str, short: str, long: str
) -> None:
    found, shape = open_source(domain).sized
    theory = found.theory(shape)
    assert theory.parse_goal(short) == theory.parse_goal(long)
    for text in (short, long):
        with pytest.raises(InputError, match="open cell"):
            theory.parse(text)


@pytest.mark.parametrize(
    ("text", "pegs"),
    [
        ("[[3,2,1],[],[]]", (1, 1, 1)),
        ("((3 1) () (2))", (1, 3, 1)),
        ("3 2 1 | |", (1, 1, 1)),
        ("|321|", (2, 2, 2)),
        ("3 2 1", (3, 2, 1)),
        ("3|2|1", (3, 2, 1)),
    ],
)
def test_disks_may_be_listed_by_peg(text: str, pegs: tuple[int, ...]) -> None:
    assert parsed("hanoi:3x3", text) == pegs


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[3,2,1],[]]", "not the disks of each peg"),
        ("[[3,2],[],[]]", "not the disks of each peg"),
        ("[[2,3,1],[],[]]", "a disk stands on a smaller one"),
        ("2 1 3 | |", "a disk stands on a smaller one"),
    ],
)
def test_disks_by_peg_that_cannot_be_are_refused_and_not_read_as_pegs(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parsed("hanoi:3x3", text)


def test_short_notations_in_lists_and_tuples_are_read_as_their_texts_are(tmp_path: Path) -> None:
    tower, moved = [[3, 2, 1], [], []], [[], [], [3, 2, 1]]
    file = tmp_path / "a.json"
    file.write_text(f'[{{"start": {tower}, "goal": {moved}}}, {tower}]')
    read = load_examples(file, open_source("hanoi:3x3").domain.theory((1, 3))).training
    assert [(one.start, one.goal) for one in read] == [((1, 1, 1), (3, 3, 3))] * 2
    assert aw.solve("hanoi:3x3", tower, moved).moves == 7
    two_each = [[6, 5], [4, 3], [2, 1]]  # no list of the six disks' pegs
    file.write_text(f'[{{"start": {two_each}, "goal": {[[], [], [6, 5, 4, 3, 2, 1]]}}}]')
    (pair,) = load_examples(file, open_source("hanoi:3x6").domain.theory((1, 6))).training
    assert pair.start == aw.solve("hanoi:3x6", two_each).states[0] == (3, 3, 2, 2, 1, 1)
    assert aw.solve("missionaries", (3, 3, 1)).states[0] == (3, 3, "left")
    for starts in ([(-1, 2, 3)], [(-1, 2, 3), (-2, 1, 3)]):
        found = problem_set(aw.open_source("burnt-pancake:3"), starts)
        assert [one.start[::2] for one in found] == starts
    for domain, pair, start in (
        ("missionaries", ((3, 3, 1), (0, 0, 0)), (3, 3, "left")),
        ("lights-out:2x2", ((0, 1, 1, 0), "0000"), (0, 1, 1, 0, 1, 0, 0, 1)),
        ("hanoi:3x3", (tower, moved), (1, 1, 1)),
    ):
        (problem,) = problem_set(aw.open_source(domain), [pair])
        assert problem.start == start


def test_a_goal_of_python_has_the_short_notation_too() -> None:
    assert aw.solve("burnt-pancake:3", [-1, 2, 3], [1, 2, 3]).cost == 1


def test_a_goal_that_is_a_list_has_open_cells() -> None:
    start, goal = [1, 2, 0, 4, 5, 3, 7, 8, 6], [1, 2, 3, *"??????"]
    assert aw.solve("8-puzzle", start, goal).cost == 1
    assert aw.solve("8-puzzle", start, tuple(goal)).cost == 1
    (problem,) = problem_set(aw.open_source("8-puzzle"), [(start, goal)])
    (text,) = problem_set(aw.open_source("8-puzzle"), [("1 2 0 4 5 3 7 8 6", "1 2 3 ? ? ? ? ? ?")])
    assert problem == text


@pytest.mark.parametrize(
    "level", ["5#\n#@$.#\n5#\n", "5#|#@$.#|5#\n", "#####\n#pbo#\n#####\n", "5#;#@$.#;5#\n"]
)
def test_sokoban_in_runs_and_letters(call: Any, tmp_path: Path, level: str) -> None:
    (tmp_path / "level.txt").write_text(level)
    assert call("solve", f"sokoban:{tmp_path / 'level.txt'}", "--json").data["moves"] == 1


BOARDS = [
    ("a.csv", "use;start;goal\nproblem;4 5 3 0 1 2;5 1 3 4 2 0\n"),
    ("a.csv", "start\tgoal\n4,5,3,0,1,2\t5,1,3,4,2,0\n"),
    ("a.csv", '"4 5 3; 0 1 2","5 1 3; 4 2 0"\n'),
    ("a.json", "[[[4,5,3],[0,1,2]],[[5,1,3],[4,2,0]]]"),
    ("a.json", "[[[4,5,3,null,1,2],[5,1,3,4,2,null]]]"),
    ("a.txt", "4 5 3 0 1 2 -> 5 1 3 4 2 0\n"),
    ("a.txt", "; the text's example\n((4 5 3 0 1 2) (5 1 3 4 2 0))\n"),
    ("a.txt", "4 5 3\r\n0 1 2\r\n\r\n5 1 3\r\n4 2 0\r\n"),
    ("a.csv", "4;5;3;0;1;2;5;1;3;4;2;0\n"),
    ("a.json", '[{"start": [[4,5,3],[0,1,2]], "goal": "(5 1 3 4 2 0)"}]'),
]


@pytest.mark.parametrize(("name", "text"), BOARDS)
def test_files_have_other_columns_and_rows(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    domain, shape = open_source("sliding-tile:2x3").sized
    (found,) = load_examples(tmp_path / name, domain.theory(shape)).problems
    assert (tuple(found.start), tuple(found.goal)) == (FIVE, (5, 1, 3, 4, 2, 0))


LISTS = [
    ("a.txt", "4 5 3 0 1 2\n1 2 3 4 0 5\n"),
    ("a.txt", "# boards\n1 4 5 3 0 1 2\n2 1 2 3 4 0 5\n"),
    ("a.csv", "1 18 152\n4 5 3 0 1 2\n\n2 1 3\n1 2 3 4 0 5\n"),
    ("a.csv", "pos0,pos1,pos2,pos3,pos4,pos5,cost\n4,5,3,0,1,2,18\n1,2,3,4,0,5,1\n"),
    ("a.txt", "(4 5 3 0 1 2)\n(1 2 3 4 0 5)\n"),
    ("a.csv", "4;5;3;0;1;2\n1;2;3;4;0;5\n"),
    ("a.json", '[{"start": "4 5 3 0 1 2"}, {"start": [1, 2, 3, 4, 0, 5]}]'),
]


@pytest.mark.parametrize(("name", "text"), LISTS)
def test_lists_of_boards_go_to_the_goal_of_the_domain(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    domain, shape = open_source("sliding-tile:2x3").sized
    found = load_examples(tmp_path / name, domain.theory(shape)).problems
    assert [tuple(one.start) for one in found] == [FIVE, (1, 2, 3, 4, 0, 5)]
    assert {tuple(one.goal) for one in found} == {(1, 2, 3, 4, 5, 0)}


@given
@pytest.mark.parametrize(
    ("name", "domain", "many"),
    [
        *(("korf.txt", "15-puzzle", 2), ("korf2.csv", "15-puzzle", 1), ("nest.json", "8-puzzle", 1)),
        *(("rows.json", "5-puzzle", 1), ("semi.csv", "8-puzzle", 1), ("semi2.csv", "5-puzzle", 1)),
        *(("pos.csv", "8-puzzle", 1), ("lisp.txt", "5-puzzle", 2)),
    ],
)  # fmt: skip
def test_the_files_that_were_refused_are_read(name: str, domain: str, many: int) -> None:
    found, shape = open_source(domain).sized
    assert len(load_examples(CASES / name, found.theory(shape)).problems) == many
