"""Room in memory."""

from __future__ import annotations

import gc

import pytest
from arcwise.rules import room


def test_half_of_the_memory_is_room_but_never_for_less_than_the_least(monkeypatch):
    monkeypatch.setattr(room, "available_bytes", lambda: 10_000)
    assert room.most_that_fit(3, 100) == 50
    assert room.most_that_fit(80, 100) == 80
    monkeypatch.setattr(room, "available_bytes", lambda: None)
    assert room.most_that_fit(3, 100) == 3


def test_limits_of_the_process_count_too(monkeypatch):
    resource = pytest.importorskip("resource")
    if room.available_bytes() is None:
        pytest.skip("this system does not tell")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1, 1))
    assert room.available_bytes() == 0


def test_what_is_made_without_collection_counts_as_old_afterwards() -> None:
    gc.unfreeze()  # the tests freeze what is imported
    gc.enable()  # which an interrupt of an earlier test may have prevented
    try:
        with room.no_collection():
            made: list[list[int]] = [[] for _ in range(2 * room._FEW_OBJECTS)]
        assert gc.isenabled()
        young = gc.get_objects(generation=0)
        assert not {id(one) for one in made} & {id(one) for one in young}
        gc.freeze()
        with room.no_collection():
            made = [[] for _ in range(2 * room._FEW_OBJECTS)]
        assert gc.get_freeze_count()
    finally:
        gc.freeze()
