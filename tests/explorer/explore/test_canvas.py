from __future__ import annotations

import arcwise as aw
import pytest
from arcwise.explorer.explore.text import (
    AT_GOAL,
    ELSEWHERE,
    BoardCanvas,
    Marks,
    PictureCanvas,
    best_canvas,
    fits,
    goal_styles,
)
from arcwise.rules import State, Theory, Var

SPACES = [(3, 1), (22, 6), (36, 10), (76, 28), (200, 60)]
DRAWN = (
    "cube:2",
    "cube:3",
    "hanoi:3x5",
    "pancake:8",
    "burnt-pancake:4",
    "blocks:5",
    "lights-out:3x3",
    "sokoban:2",
)


def start_of(name: str) -> tuple[Theory, State]:
    """The theory of a domain, and a state."""
    domain = aw.open_source(name)
    if domain.start is not None:
        return domain.theory, domain.start
    return domain.theory, domain.starts(domain.goal(None), 1, 3, moves=4)[0]


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("name", [*DRAWN, "sliding-tile:3x3", "gripper:4"])
def test_a_drawing_takes_the_room_that_it_says_and_every_cell_is_where_it_is_drawn(
    name: str, space: tuple[int, int]
) -> None:
    theory, state = start_of(name)
    canvas = best_canvas(theory, state, space)
    assert fits(canvas, space) or isinstance(canvas, BoardCanvas)
    width, height = canvas.extent
    lines = canvas.text(Marks()).plain.split("\n")
    assert len(lines) == height and max(map(len, lines)) <= width
    cells = {canvas.cell_at(x, y) for x in range(width) for y in range(height)} - {None}
    if isinstance(canvas, BoardCanvas):
        assert cells == set(range(len(state)))
    else:
        assert cells == {
            piece.cell for row in canvas.drawing.rows for piece in row if piece.cell is not None
        }
    assert canvas.cell_at(width, height) is None and canvas.cell_at(width + 50, 0) is None


@pytest.mark.parametrize("name", DRAWN)
def test_the_own_drawing_of_a_domain_is_shown_where_it_fits_and_grows_with_the_room(
    name: str,
) -> None:
    theory, state = start_of(name)
    small, large = (best_canvas(theory, state, space) for space in ((36, 11), (200, 60)))
    assert isinstance(large, PictureCanvas) and large.extent > theory.drawing(state).size
    assert isinstance(small, PictureCanvas)
    assert isinstance(best_canvas(theory, state, (5, 1)), BoardCanvas)


@pytest.mark.parametrize("scale", [(1, 1), (2, 1), (3, 1), (6, 3)])
def test_marks_can_be_seen_without_colours(scale: tuple[int, int]) -> None:
    theory, state = start_of("cube:2")
    canvas = PictureCanvas(theory.drawing(state), scale)
    plain, marked = canvas.text(Marks()), canvas.text(Marks(changed=[0], wrong=[5]))
    if scale[0] > 1:
        assert "[" in marked.plain and "!" in marked.plain and "[" not in plain.plain
    else:
        assert any("reverse" in str(span.style) for span in marked.spans)
    assert len(plain.plain) == len(marked.plain)


def test_bars_are_stretched_and_keep_their_number() -> None:
    theory = aw.open_source("pancake:3").theory
    canvas = PictureCanvas(theory.drawing((2, 1, 3)), (2, 1))
    assert canvas.text(Marks(changed=[0])).plain.splitlines() == [
        "  [===2====]  ",
        "    ==1===    ",
        "======3=======",
    ]


def test_cells_at_their_goal_look_different_and_blank_and_open_cells_like_nothing() -> None:
    theory = aw.open_source("sliding-tile:2x2").theory
    styles = goal_styles(theory, (1, 3, 2, 0), (1, 2, Var("?3"), 0))
    assert styles == {0: AT_GOAL, 1: ELSEWHERE}
