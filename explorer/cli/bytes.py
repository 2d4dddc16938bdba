"""Sizes of memory on the command line."""

from __future__ import annotations

import re
from typing import Any

import click


class Bytes(click.ParamType[int]):
    """A number of bytes, as ``500000``, ``200M`` or ``2G`` (powers of 1024)."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", str(value).strip(), re.I)
        if not found:
            self.fail(f"{value!r} is not a size such as 200M or 2G", param, ctx)
        size = int(float(found.group(1)) * 1024 ** " KMGT".index(found.group(2).upper() or " "))
        if size < 1:
            self.fail(f"{value!r} is less than a byte", param, ctx)
        return size
