"""``arcwise enumerate``: the layers, and how it ends."""

from __future__ import annotations

from typing import Any

from arcwise.explorer.cli.messages import EXIT_CODES

"""Of five pancakes (sequence A092113 of the OEIS)."""


def test_a_limit_on_time_holds_while_a_program_is_asked_for_its_states(call: Any) -> None:
    ended = call("enumerate", "examples/moves/delivery.pl", "--limit-time", "0.2")
    assert (ended.code, ended.out) == (EXIT_CODES["time"], "")
    assert "limit on time while reading examples/moves/delivery.pl" in ended.err
