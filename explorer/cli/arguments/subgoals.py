"""An order of subgoals as an argument."""

from __future__ import annotations

from typing import Any, cast

import click

from ....search.orders import FOUND, RULES, Order


class Subgoals(click.ParamType[Any]):
    """The name of an order, or cells numbered from 1."""

    name = "order"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Order:
        """Parse an order of subgoals."""
        if value in (FOUND, *RULES) or not isinstance(value, str):
            return cast(Order, value)
        try:
            return tuple([int(cell) - 1 for cell in value.split(",")])
        except ValueError:
            names = ", ".join((FOUND, *RULES))
            self.fail(f"{value!r} is neither {names} nor cells such as 3,1,2", param, ctx)
