"""Tables as LaTeX, for a paper; they need the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...html.tables import HtmlTable

SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\u00b5": r"\textmu{}",
}


def latex_text(tables: Sequence[HtmlTable]) -> str:
    """A file that ``\\input`` takes: each table in a table environment of its own."""
    head = "% Written by arcwise report; the preamble needs \\usepackage{booktabs}.\n"
    return head + "".join(f"\n{_latex(table)}" for table in tables)


def escaped(text: str) -> str:
    """A text without anything that LaTeX would take for a command; control characters are left out."""
    plain = "".join(sign for sign in text if sign.isprintable())
    return re.sub(r"[&%$#_{}\\~^\u00b5]", lambda found: SPECIAL[found[0]], plain)


def _latex(table: HtmlTable) -> str:
    form = "".join("l" if n < table.left else "r" for n in range(len(table.columns)))
    # Empty braces first: \\ and \midrule would take a star or a bracket of a name for an argument of theirs.
    rows = (table.columns, *table.rows)
    lines = ["{}" + " & ".join(map(escaped, row)) + r" \\" for row in rows]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            f"\\caption{{{escaped(table.caption)}.}}",
            f"\\begin{{tabular}}{{{form}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )
