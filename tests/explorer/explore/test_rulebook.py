from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import arcwise as aw
import pytest
from arcwise.explorer.explore.session import Session, read_walk_macros
from arcwise.explorer.explore.walk import ArcRules, PlacedArc

Made = Callable[..., Session]


@pytest.mark.parametrize("argument", ["sliding-tile:3x3", "hanoi:3x3", "topspin:6x4"])
def test_what_matches_is_what_search_would_try_in_the_same_order(argument: str) -> None:
    domain = aw.open_source(argument)
    rules = ArcRules(map(PlacedArc.on_board, domain.theory.arcs))
    rng = Random(argument)
    for _ in range(20):
        state = domain.domain.draw(domain.theory.shape, rng)
        here = rules.look(state)
        pairs = [(match.move.arc, match.successor) for match in here.matches]
        assert pairs == domain.theory.successors(state)
        others = sum(missing.places for missing in here.missing)
        assert len(here.matches) + others == rules.size == len(domain.theory.arcs)


def test_schemas_match_where_their_arcs_do(schemas: Path) -> None:
    domain = aw.open_source("sliding-tile:3x4")
    goal = domain.goal(None)
    arcs = domain.library(schemas).arcs(domain.theory)
    rules = ArcRules(read_walk_macros(domain, goal, str(schemas)).placed())
    theory = domain.theory.with_macros(arcs)
    rng = Random(5)
    for _ in range(20):
        state = domain.domain.draw((3, 4), rng)
        found = [(match.move.name, match.successor) for match in rules.look(state).matches]
        assert found == [
            (arc.name, after) for arc, after in theory.successors(state) if arc.is_macro
        ]


def test_of_arcs_with_one_name_the_nearest_comes_first(session: Made) -> None:
    here = session().here
    assert [match.move.name for match in here.matches] == ["up", "right"]
    left = next(missing for missing in here.missing if missing.name == "left")
    assert left.places == 4
    assert [str(unmet) for unmet in left.nearest.unmet] == ["cell 2 must be 0, is 5"]


def test_misses_come_with_least_lacking_first(session: Made) -> None:
    made = session("hanoi:3x3", "1 1 1")
    for name in {missing.name for missing in made.here.missing}:
        lacking = [len(miss.unmet) for miss in made.misses(name)]
        assert lacking == sorted(lacking) and lacking[0] > 0


@pytest.mark.slow
def test_a_program_tells_what_matches_but_not_what_does_not(session: Made, examples: Path) -> None:
    made = session(str(examples / "water_jugs.pl"), "4 0", "2 0")
    assert [match.successor for match in made.here.matches] == [(4, 3), (0, 0), (1, 3)]
    assert made.here.missing == () and made.rulebook.size == 0


@pytest.mark.slow
def test_an_error_in_a_program_is_reported(session: Made, tmp_path: Path) -> None:
    file = tmp_path / "bad.pl"
    file.write_text("shape(1,1).\narc([X],[Y],1) :- Y is X + a.\n")
    assert "bad.pl" in session(str(file), "1", "2").here.problem


def test_a_theory_may_be_without_a_match(session: Made, tmp_path: Path) -> None:
    file = tmp_path / "stuck.pl"
    file.write_text("arc([0,A],[1,A],1).\n")
    here = session(str(file), "1 1", "0 0").here
    assert here.matches == () and len(here.missing) == 1


def test_macros_come_before_the_arcs(session: Made, walked: Callable[..., None]) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    made.walk.back(4)
    assert [match.move.name for match in made.here.matches] == ["m1", "up", "right"]
