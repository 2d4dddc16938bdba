"""Views of situations decide whether climbing goes on, whatever the board."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.rules import InputError
from arcwise.rules.domains.table import SlidingTiles, read_built_in
from arcwise.search import Climber
from arcwise.search.climbing.every_size import abstract_situations, check_every_size

from ...ebl.learners.lessons import complete, learn_escapes

TILES = SlidingTiles()
SIZES = ((2, 3), (3, 2), (3, 3), (4, 4))


@pytest.fixture(scope="module")
def library():
    learned = MacroLibrary(TILES)
    list(learn_escapes(learned, SIZES, seed=1))
    list(complete(learned, SIZES))
    return learned.schemas


@pytest.mark.slow
@pytest.mark.parametrize("dropped", [0, 1, 5, 9, 13])
def test_situations_that_look_alike_are_local_minima_both_or_neither(library, dropped):
    fewer = list(library)[dropped:]
    goes_on: dict[object, bool] = {}
    met_again = 0
    for shape in [(4, 4), (5, 5), (6, 6), (7, 7), (3, 6), (6, 4)]:
        climber = Climber(TILES, shape, fewer)
        for abstract, situation in abstract_situations(climber):
            found = climber.leads_on(*situation)
            met_again += abstract in goes_on
            assert goes_on.setdefault(abstract, found) == found, (shape, situation)
    assert met_again > 1000


@pytest.mark.slow
def test_a_missing_macro_is_found_on_some_size(library):
    for schema in library:
        fewer = [other for other in library if other is not schema]
        found = check_every_size(TILES, fewer, most=5) if _stuck(fewer) else None
        if found is not None:
            assert not found.complete
            assert found.minimum is not None
            state, shape = found.minimum
            assert Climber(TILES, shape, fewer).step(state) is None
            assert "incomplete" in found.summary()


def _stuck(schemas):
    for size in (2, 3, 4, 5):
        climber = Climber(TILES, (size, size), schemas)
        for draw in range(30):
            if climber.advance(TILES.draw((size, size), Random(draw))).stuck:
                return True
    return False


def test_no_answer_before_new_views_end(library):
    with pytest.raises(InputError, match="still appear on 4x4"):
        check_every_size(TILES, library, most=4)


def test_reports_every_size(library):
    reports = []
    with pytest.raises(InputError):
        check_every_size(
            TILES, library, most=5, report=lambda size, seen: reports.append((size, seen))
        )
    assert [size for size, _ in reports] == [2, 3, 4, 5]
    assert all(one < other for (_, one), (_, other) in pairwise(reports))


@pytest.mark.parametrize("name", ["pancake:5", "topspin:6x4", "hanoi:3x3", "lights-out:2x2"])
def test_only_grids_with_a_blank_have_abstract_situations(name):
    domain, shape = read_built_in(name)
    with pytest.raises(InputError, match="no argument for larger boards"):
        list(abstract_situations(Climber(domain, shape)))
