"""The fenced blocks of a page, as the tests run them and the site draws them.

A comment before a block says more about it: ``<!-- exit 33 -->`` (the code that its last command ends with),
``<!-- needs swi -->``, ``<!-- draw -->`` (a Python block whose last line is shown as a picture).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arcwise.explorer.html.pictures import picture_svg
from arcwise.explorer.notebook import to_html
from arcwise.rules.view import Picture

_FENCE = re.compile(
    r"^(?:<!-- (?P<marks>[^>]+) -->\n)?```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^```$",
    flags=re.M | re.S,
)


@dataclass(frozen=True)
class Block:
    """One fenced block.

    Parameters
    ----------
    line
        Of the page, from 1, where its text begins.
    span
        Where the block begins and ends in the page, the comment before it with it.
    language, title, text
        What the fence says, and what stands in it.
    marks
        Those of the comment before it; of a ``text`` block, which is what was printed, those of what prints it.
    """

    line: int
    span: tuple[int, int]
    language: str
    title: str | None
    text: str
    marks: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """The code that its last command ends with."""
        return next((int(mark.split()[1]) for mark in self.marks if mark.startswith("exit ")), 0)


def blocks_of(page: str) -> Iterator[Block]:
    """All blocks of a page, in order."""
    marks: tuple[str, ...] = ()
    for match in _FENCE.finditer(page):
        if match["language"] != "text" or match["title"]:
            marks = tuple(re.split(r",\s*", match["marks"])) if match["marks"] else ()
        line = page.count("\n", 0, match.start("text")) + 1
        yield Block(line, match.span(), match["language"], match["title"], match["text"], marks)


def execute(block: Block, place: str, names: dict[str, Any]) -> object:
    """Run a Python block; what its last line is, where that is an expression and the block is marked ``draw``."""
    tree = ast.parse(block.text, place)
    last = tree.body[-1] if "draw" in block.marks else None
    if isinstance(last, ast.Expr):
        tree.body.pop()
    exec(compile(tree, place, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    found: object = eval(compile(ast.Expression(last.value), place, "eval"), names)
    return found


def html_of(drawn: object) -> str:
    """What a program drew as HTML in one line: what is drawn for a notebook, a picture of the report, or HTML already."""
    if isinstance(drawn, Picture):
        html = f'<div class="report">{picture_svg(drawn)}</div>'
    else:
        html = drawn if isinstance(drawn, str) else to_html(drawn)
    html = re.sub(r"<pre>.*?</pre>", lambda pre: pre[0].replace("\n", "&#10;"), html, flags=re.S)
    return f'<div class="drawn" markdown="0">{" ".join(html.splitlines())}</div>'
