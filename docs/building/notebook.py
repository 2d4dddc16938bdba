"""A notebook as a page: its words, its programs, and what they gave when it was run."""

from __future__ import annotations

import json
from typing import Any

from blocks import html_of


def notebook_page(text: str) -> str:
    """The page of a notebook in the format of Jupyter, version 4."""
    return "\n\n".join(_cell(cell) for cell in json.loads(text)["cells"]) + "\n"


def _cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return source
    return "\n\n".join([f"```python\n{source}\n```", *map(_output, cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return html_of("".join(data[kind]))
    return f"```text\n{''.join(output.get('text') or data['text/plain']).rstrip()}\n```"
