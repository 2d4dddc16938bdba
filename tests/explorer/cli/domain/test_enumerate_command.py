"""``arcwise enumerate``: the layers, and how it ends."""

from __future__ import annotations

from typing import Any

from arcwise.explorer.cli.messages import EXIT_CODES

LAYERS = [1, 4, 12, 35, 48, 20]
"""Of five pancakes (sequence A092113 of the OEIS)."""


def test_layers_are_a_table_and_data(call: Any) -> None:
    assert call("enumerate", "pancake:5", "--threads", "2", "--json").data["layers"] == LAYERS
    done = call("enumerate", "pancake:5")
    assert done.code == 0
    assert "120 states, in 6 layers" in done.out


def test_a_limit_keeps_the_layers_that_are_complete(call: Any) -> None:
    ended = call("enumerate", "pancake:5", "--limit-nodes", "20", "--json")
    assert ended.code == 12
    assert "limit on nodes" in ended.err
    assert ended.data["layers"] == LAYERS[:3]


def test_a_limit_on_time_holds_while_a_program_is_asked_for_its_states(call: Any) -> None:
    ended = call("enumerate", "examples/moves/delivery.pl", "--limit-time", "0.2")
    assert (ended.code, ended.out) == (EXIT_CODES["time"], "")
    assert "limit on time while reading examples/moves/delivery.pl" in ended.err
