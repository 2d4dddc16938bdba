"""Peg solitaire, against a program of its own on sets of holes, and published counts."""

from collections.abc import Iterator

import arcwise as aw
import pytest
from arcwise.rules import (
    InputError,
    PegSolitaire,
    layers,
    open_source,
    random_problems,
    solvability,
)

Place = tuple[int, int]
Pegs = frozenset[Place]


def holes(domain: PegSolitaire, shape: tuple[int, int]) -> list[Place]:
    """Row and column of every hole."""
    cells = enumerate(domain.start(shape))
    return [divmod(cell, shape[1]) for cell, symbol in cells if symbol != "#"]


def jumped(pegs: Pegs, board: set[Place], slanted: bool) -> Iterator[Pegs]:
    """The pegs after each jump, on a set of places."""
    ways = [(0, 1), (1, 0), (0, -1), (-1, 0), *([(1, 1), (-1, -1)] if slanted else [])]
    for row, column in pegs:
        for down, right in ways:
            over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in pegs and to in board - pegs:
                yield pegs - {(row, column), over} | {to}


def played(start: Pegs, board: set[Place], slanted: bool = False) -> list[set[Pegs]]:
    """All positions after 0, 1, 2 and so on jumps."""
    found = [{start}]
    while found[-1]:
        found.append({after for pegs in found[-1] for after in jumped(pegs, board, slanted)})
    return found[:-1]


def pegs_of(state: tuple, shape: tuple[int, int]) -> Pegs:
    return frozenset(divmod(cell, shape[1]) for cell, symbol in enumerate(state) if symbol == "o")


@pytest.mark.parametrize("board", ["3x5", "triangle4", "triangle5"])
def test_positions_after_each_jump_are_those_of_the_game(board: str) -> None:
    domain, shape = open_source(f"peg-solitaire:{board}").sized
    start = domain.start(shape)
    found = [
        {pegs_of(one, shape) for one in layer} for layer in layers(domain.theory(shape), start)
    ]
    places = set(holes(domain, shape))
    assert found == played(pegs_of(start, shape), places, "triangle" in board)


def test_positions_of_the_english_board_are_those_published() -> None:
    """OEIS A112737, in which a position stands for its eight turned and mirrored copies."""

    def turned(pegs: Pegs) -> Iterator[tuple[Place, ...]]:
        for _ in range(4):
            pegs = frozenset((column, 6 - row) for row, column in pegs)
            yield tuple(sorted(pegs))
            yield tuple(sorted((row, 6 - column) for row, column in pegs))

    domain, shape = open_source("hi-q").sized
    counts = []
    for layer in layers(domain.theory(shape), domain.start(shape)):
        counts.append(len({min(turned(pegs_of(state, shape))) for state in layer}))
        if len(counts) == 6:
            break
    assert counts == [1, 1, 2, 8, 39, 171]


@pytest.mark.parametrize(("board", "kind"), [("3x4", "rectangle"), ("triangle4", "triangle")])
def test_what_colours_forbid_no_jumps_reach(board: str, kind: str) -> None:
    domain, shape = open_source(f"peg-solitaire:{board}").sized
    theory, places = domain.theory(shape), holes(domain, shape)
    forbidden = 0

    def state(pegs: Pegs) -> tuple:
        cells = [divmod(cell, shape[1]) for cell in range(shape[0] * shape[1])]
        return tuple("#" if one not in places else "o" if one in pegs else "." for one in cells)

    for hole in places:
        start = frozenset(places) - {hole}
        reached = {
            pegs for layer in played(start, set(places), kind == "triangle") for pegs in layer
        }
        for last in places:
            goal = frozenset([last])
            known = solvability(theory, state(start), state(goal))
            if known is not None:
                assert not known.solvable and goal not in reached
                forbidden += 1
    assert forbidden > len(places)


def test_drawn_starts_can_be_solved_and_are_the_same_for_a_seed() -> None:
    for board in ("4x4", "triangle5"):
        source = open_source(f"peg-solitaire:{board}")
        starts = random_problems(source.theory, source.domain.goal(source.shape), 5, seed=1)
        assert starts == random_problems(source.theory, source.domain.goal(source.shape), 5, seed=1)
        assert all(aw.solve(source.name, start).solved for start in starts)


@pytest.mark.parametrize("board", ["english", "triangle5", "4x4", "6x6"])
def test_the_usual_start_is_full_but_for_one_hole_and_colours_allow_it(board: str) -> None:
    domain, shape = open_source(f"peg-solitaire:{board}").sized
    start, goal = domain.start(shape), domain.goal(shape)
    assert (start.count("."), goal.count("o")) == (1, 1)
    assert domain.fault(shape, start) is domain.fault(shape, goal) is None
    assert solvability(domain.theory(shape), start, goal) is None


def test_a_board_is_written_as_it_is_drawn() -> None:
    domain, shape = open_source("peg-solitaire:english").sized
    start = domain.start(shape)
    assert domain.written(shape, domain.picture(start, shape)) == start
    assert domain.picture(start, shape).splitlines()[:3] == [
        "    o o o",
        "    o o o",
        "o o o o o o o",
    ]
    assert "row 1 column 1" in domain.fault(shape, ("o", *start[1:]))
    assert "none of" in domain.fault(shape, (7, *start[1:]))


@pytest.mark.parametrize("size", ["1x2", "triangle1", "4", "round", "99x99", "0x5"])
def test_other_boards_are_refused(size: str) -> None:
    with pytest.raises(InputError):
        open_source(f"peg-solitaire:{size}")
