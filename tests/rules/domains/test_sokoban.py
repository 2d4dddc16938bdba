"""Sokoban, against a simulation on the map; levels in the common text format."""

from collections import Counter, deque
from random import Random

import pytest
from arcwise.rules import InputError, Sokoban, distances, open_source, solvability
from arcwise.rules.domains.sokoban import LEVELS, Level, read_level
from arcwise.rules.states.dead_ends import dead_ends
from arcwise.search import Problem, solve


def read_levels(text: str, source: str) -> list[Level]:
    """All levels of a text."""
    found: list[Level] = []
    while True:
        try:
            found.append(read_level(text, source, len(found) + 1))
        except InputError as error:
            if found and "there is no level" in error.problem:
                return found
            raise


BUILT_IN = read_levels(LEVELS, "built in")
ROOM = read_levels("######\n#@ $.#\n#    #\n######", "room")[0]


def pushed(player, boxes, floor):
    """(name, player, boxes) after one step, on a set of squares."""
    for name, (down, right) in {
        "up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0),
    }.items():  # fmt: skip
        ahead = (player[0] + down, player[1] + right)
        beyond = (ahead[0] + down, ahead[1] + right)
        if ahead in boxes:
            if beyond in floor and beyond not in boxes:
                yield f"push-{name}", ahead, boxes - {ahead} | {beyond}
        elif ahead in floor:
            yield name, ahead, boxes


def on_the_map(level, state):
    squares = level.squares
    boxes = frozenset(squares[n] for n, sign in enumerate(state) if sign == "$")
    return squares[state.index("@")], boxes


def played(level, start):
    """How many steps each position of player and boxes takes."""
    far, waiting = {start: 0}, deque([start])
    while waiting:
        position = waiting.popleft()
        for _, *after in pushed(*position, set(level.squares)):
            if tuple(after) not in far:
                far[tuple(after)] = far[position] + 1
                waiting.append(tuple(after))
    return far


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3])
def test_states_moves_and_solutions_are_those_of_the_game(number):
    level = BUILT_IN[number - 1]
    domain, shape = open_source(f"sokoban:{number}").sized
    theory, start = domain.theory(shape), domain.start(shape)
    found = distances(theory, start)
    far = played(level, on_the_map(level, start))
    assert {on_the_map(level, state): moves for state, moves in found.items()} == far
    assert len(found) == len(far)
    for state in found:
        steps = Counter((arc.name, *on_the_map(level, s)) for arc, s in theory.successors(state))
        assert steps == Counter(pushed(*on_the_map(level, state), set(level.squares)))
    goals = {level.squares[goal] for goal in level.goals}
    result = solve(Problem(theory, start, domain.goal(shape)), "breadth-first")
    assert result.moves == min(moves for (_, boxes), moves in far.items() if boxes == goals)


def test_the_simplest_level_is_solved_by_one_push():
    """The level and its solution are those of the Sokoban Wiki, sokobano.de."""
    domain, shape = open_source("sokoban:1").sized
    result = solve(Problem(domain.theory(shape), domain.start(shape), domain.goal(shape)))
    assert [move.name for move in result.operators] == ["push-right"]


@pytest.mark.slow
@pytest.mark.parametrize("level", [*BUILT_IN, ROOM])
def test_a_box_on_a_dead_square_is_one_that_cannot_be_brought_to_a_goal(level):
    goals = {level.squares[goal] for goal in level.goals}
    domain, shape = Sokoban(level, "level"), (1, len(level.squares))
    (found,) = dead_ends(domain.theory(shape), domain.goal(shape), domain.start(shape))
    dead = {one.cells[0] for one in found.each if len(one.cells) == 1}
    for number, square in enumerate(level.squares):
        starts = [(player, frozenset({square})) for player in set(level.squares) - {square}]
        ends = [boxes for start in starts for _, boxes in played(level, start)]
        assert any(boxes <= goals for boxes in ends) == (number not in dead)


def test_a_box_in_a_corner_is_known_to_be_lost():
    domain = Sokoban(ROOM, "room")
    theory = domain.theory((1, 8))
    verdict = solvability(theory, theory.parse(". @ . . . . . $"), domain.goal((1, 8)))
    assert not verdict.solvable
    assert verdict.reason == "no arc moves $ out of row 3 column 5, and the goal has it elsewhere"
    assert solvability(theory, domain.start((1, 8)), domain.goal((1, 8))) is None
    assert solvability(theory, domain.start((1, 8)), domain.start((1, 8))) is None


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3])
def test_drawn_states_are_solved_by_pushing(number):
    domain, shape = open_source(f"sokoban:{number}").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    drawn = {domain.draw(shape, Random(seed)) for seed in range(20)}
    assert len(drawn) > (number > 1) * 10
    for start in drawn:
        assert solve(Problem(theory, start, goal), "breadth-first").solved


def test_the_picture_is_the_level_as_files_have_it():
    text = "  ####\n###..#\n# $$ #\n#  *+#\n#  $##\n#####"
    (level,) = read_levels(text, "x")
    domain, shape = Sokoban(level, "x"), (1, len(level.squares))
    assert domain.picture(domain.start(shape), shape) == text
    assert read_levels(domain.picture(domain.start(shape), shape), "again") == [level]


def test_levels_are_separated_by_any_other_line():
    text = "Title\n#####\n#@$.#\n#####\nAuthor: nobody\n\n;x\n####\n#+*#\n#$-#\n####\n"
    first, second = read_levels(text, "x")
    assert (first.squares, second.player) == (((1, 1), (1, 2), (1, 3)), 0)
    assert second.boxes == {1, 2}
    assert second.goals == {0, 1}


def test_hyphens_and_underscores_are_floor():
    texts = [f"######\n#@{sign}$.#\n######" for sign in " -_"]
    one, *others = (read_levels(text, "x")[0] for text in texts)
    assert others == [one, one]


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("", "no Sokoban level", 0),
        ("nothing\n- -\n", "no Sokoban level", 0),
        ("\n#####\n# $.#\n#####", "a level needs one player", 2),
        ("#####\n#@$@#\n#####", "a level needs one player", 1),
        ("#####\n#@$ #\n#####", "boxes and goals of a level do not fit", 1),
        ("####\n#@ #\n####", "boxes and goals of a level do not fit", 1),
        ("####\n#@.#\n####\n#$ #\n####", "boxes and goals of a level do not fit", 1),
        ("#####\n#@$.\n#####", "a level is not closed", 2),
        ("#@$.#\n#####", "a level is not closed", 1),
    ],
)
def test_what_is_no_level_is_refused_with_its_place(text, problem, line):
    with pytest.raises(InputError, match=problem) as caught:
        read_levels(text, "levels.txt")
    assert caught.value.place.line == line


def test_a_level_is_read_although_another_one_is_not_well_formed():
    text = "#####\n#@$.#\n#####\n\n#####\n#@$@#\n#####"
    assert read_level(text, "x", 1) == BUILT_IN[0]
    with pytest.raises(InputError, match="a level needs one player") as caught:
        read_level(text, "x", 2)
    assert caught.value.place.line == 5


def test_boxes_on_goals_behind_walls_are_decoration():
    level = read_levels("*###*\n#@$.#\n*###*", "x")[0]
    assert len(level.boxes) == len(level.goals) == 1


def test_a_file_and_a_number_name_a_level(tmp_path):
    file = tmp_path / "my levels.txt"
    file.write_text("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n", encoding="utf-8")
    domain, shape = open_source(f"sokoban:{file}").sized
    assert shape == (1, 3)
    assert open_source(f"sokoban:{file}#2").shape == (1, 4)
    assert open_source(f"sokoban:{file}#1").domain.goal(shape) == domain.goal(shape)
    with pytest.raises(InputError, match="there is no level 3") as caught:
        open_source(f"sokoban:{file}#3")
    assert caught.value.expected == "1 to 2"


@pytest.mark.parametrize("size", ["0", "4", "", "no/such/file.txt", "no/such/file.txt#2"])
def test_a_level_that_is_not_there_is_refused(size):
    with pytest.raises(InputError):
        open_source(f"sokoban:{size}")


def test_a_level_that_is_too_large_is_refused(tmp_path):
    file = tmp_path / "large.txt"
    rows = ["#" * 23, "#@$." + " " * 18 + "#", *["#" + " " * 21 + "#"] * 20, "#" * 23]
    file.write_text("\n".join(rows), encoding="utf-8")
    with pytest.raises(InputError, match="too large") as caught:
        open_source(f"sokoban:{file}")
    assert caught.value.found == "441"


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        ("@ @ $", "2 players and 1 box instead of 1 and 1"),
        ("@ . .", "1 player and 0 boxes"),
        ("@ # $", "square 2 is #"),
    ],
)
def test_what_is_no_state_is_refused_with_the_reason(state, fault):
    domain, shape = open_source("sokoban:1").sized
    with pytest.raises(InputError) as caught:
        domain.theory(shape).parse(state)
    assert fault in caught.value.problem
