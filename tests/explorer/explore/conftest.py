"""What the tests of ``arcwise explore`` share: sessions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import arcwise as aw
import pytest
from arcwise.ebl import MacroLibrary, save_macros, schematize
from arcwise.experiments import Configuration
from arcwise.experiments.board import parse_start
from arcwise.explorer.explore.session import Session, read_walk_macros
from arcwise.rules import SlidingTiles, schema_of

Made = Callable[..., Session]


@pytest.fixture
def session() -> Made:
    """A function that makes a session from a domain, a start, a goal and a macro file."""

    def make(
        theory: str = "sliding-tile:2x3",
        start: str = "4 5 3 0 1 2",
        goal: str | None = None,
        macros: Path | None = None,
        options: Configuration | None = None,
        engine: str = "auto",
    ) -> Session:
        domain = aw.open_source(theory, engine=engine)
        end = domain.goal(goal)
        learned = read_walk_macros(domain, end, None if macros is None else str(macros))
        begin = parse_start(domain.theory, start)
        return Session(domain, begin, end, learned, options or Configuration())

    return make


@pytest.fixture(scope="session")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of two schemas for sliding tiles of every size."""
    file = tmp_path_factory.mktemp("schemas") / "schemas.pl"
    domain, shape = SlidingTiles(), (2, 3)
    theory = domain.theory(shape)
    library = MacroLibrary(domain, shape=shape)
    for text, names in (("4 5 3 0 1 2", "up right down right"), ("1 2 3 4 0 5", "up left down")):
        start = state = theory.parse(text)
        steps = []
        for name in names.split():
            arc, state = next(pair for pair in theory.successors(state) if pair[0].name == name)
            steps.append(schema_of(arc, shape, domain.geometry))
        library.add(schematize(domain, shape, start, steps, library.next_name()))
    save_macros(library, file)
    return file


@pytest.fixture
def walked() -> Callable[[Session, str], None]:
    """A function that takes the arcs of some names, one after the other."""

    def walk(session: Session, names: str) -> None:
        for name in names.split():
            move = next(match.move for match in session.here.matches if match.move.name == name)
            session.walk.take(move)

    return walk
