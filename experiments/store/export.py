"""A run in the forms that other programs read: CSV, Parquet, and the ``properties`` of Lab's reports."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...rules.errors import InputError, visible
from ...rules.text.state_text import goal_cells
from ..problem_set import Instance
from ..row import PLAIN, Row
from .run import Run

ERRORS = {
    "solved": "success",
    "unsolvable": "search-unsolvable",
    "incomplete": "search-unsolved-incomplete",
    "memory": "search-out-of-memory",
    "time": "search-out-of-time",
    "nodes": "search-unsolved-incomplete",
    "work": "search-unsolved-incomplete",
}
"""What Lab calls the outcome of a search; all others are errors that want an explanation."""


FORMULA = re.compile(
    r"\s*[=@\uff1d\uff20\uff0b\uff0d]|[\t\r\n]|\s*[+-](?!\d[\d.]*(?: [+-]?\d[\d.]*)*$)"
)
"""How a cell begins that spreadsheets compute, some of them after blanks or with wide signs; a list of numbers is none."""


def export_table(run: Run) -> list[dict[str, Any]]:
    """One row for every search; states and names of arcs have blanks between their parts."""
    problems = {problem.id: problem for problem in run.problems}
    rows = []
    for search in run.searches:
        problem = problems[search.problem]
        rows.append(
            {
                "theory": run.settings.get("theory_name", ""),
                "condition": search.condition,
                "configuration": search.configuration,
                "problem": search.problem,
                "problem_set": problem.problem_set,
                "place": problem.place,
                "start": _words(problem.start),
                "goal": _words(tuple(goal_cells(problem.goal))),
                **{column.name: getattr(search, column.name) for column in PLAIN},
                "arcs": _words(search.arcs),
                "primitive_moves": _words(search.primitive_moves),
            }
        )
    return rows


def _words(parts: tuple[Any, ...]) -> str:
    return " ".join(map(str, parts))


def csv_of(run: Run) -> bytes:
    """The table as CSV with a heading; what is not known is empty."""
    return csv_text([{**row, "optimal": int(row["optimal"])} for row in export_table(run)]).encode(
        "utf-8", "backslashreplace"
    )


def csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Records as comma-separated values with a line of names; what is not known is left empty."""
    if not records:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _defused(value) for name, value in row.items()} for row in records)
    return text.getvalue()


def _defused(value: Any) -> Any:
    """A text that can be seen, with an apostrophe before what a spreadsheet would take for a formula; numbers stay."""
    if not isinstance(value, str):
        return value
    return f"'{visible(value)}" if FORMULA.match(value) else visible(value)


def parquet_of(run: Run) -> bytes:
    """The table as a Parquet file.

    Raises
    ------
    InputError
        Without pyarrow.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "Parquet files need pyarrow", remedy="pip install 'arcwise[parquet]', or a .csv file"
        ) from None
    rows = export_table(run)
    types = {"problem": "int64", **{column.name: column.parquet for column in PLAIN}}
    schema = pyarrow.schema(
        [(name, getattr(pyarrow, types.get(name, "string"))()) for name in rows[0]]
    )
    sink = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), sink)
    return sink.getvalue()


def properties_of(run: Run) -> bytes:
    """The run as Lab's ``properties`` file: a JSON object with one entry for every search."""
    problems = {problem.id: problem for problem in run.problems}
    entries = {}
    for search in run.searches:
        entry = _properties(run, search, problems[search.problem])
        entries["-".join(entry["id"])] = entry
    text = json.dumps(entries, indent=2, separators=(",", ": "), sort_keys=True)
    return f"{text}\n".encode()


def _properties(run: Run, search: Row, problem: Instance) -> dict[str, Any]:
    """A search as Lab has it; like its parsers, counters only of searches that came to an end by themselves."""
    domain = re.sub(r"[^\w.-]+", "-", str(run.settings.get("theory_name", "domain")))
    names = [f"{search.configuration}-{search.condition}", domain, f"p{problem.id:04}"]
    outcome = search.stopped_by if search.status == "stopped" else search.status
    error = ERRORS.get(outcome or "", "search-critical-error")
    entry = {
        "id": names,
        "algorithm": names[0],
        "domain": names[1],
        "problem": names[2],
        "run_dir": str(run.path),
        "coverage": int(search.solved),
        "unsolvable": int(search.status == "unsolvable"),
        "error": error,
        "node": search.worker.split(" ")[0],
        "planner_wall_clock_time": search.elapsed,
        "raw_memory": None if search.peak_memory is None else search.peak_memory // 1024,
        "condition": search.condition,
        "search": search.algorithm,
        "place": problem.place,
        **_limits(run.settings),
    }
    if search.status != "stopped":
        entry |= {
            "expansions": search.expanded,
            "generated": search.generated,
            "evaluations": search.evaluated,
            "reopened": search.reopened,
            "operator_applications": search.operator_applications,
            "search_time": search.elapsed,
            "total_time": (search.elapsed or 0) + (search.preparation or 0),
            "memory": entry["raw_memory"],
        }
    if search.solved:
        entry |= {
            "cost": search.cost,
            "plan_length": search.moves,
            "steps": search.steps,
            "optimal": int(search.optimal),
        }
    if error == "search-critical-error":
        entry["unexplained_errors"] = [search.note]
    return entry


def _limits(settings: Mapping[str, Any]) -> dict[str, Any]:
    limits = (settings.get("options") or {}).get("limits") or {}
    named = {
        "limit_search_time": limits.get("time"),
        "limit_search_memory": limits["memory"] / 2**20 if limits.get("memory") else None,
    }
    return {name: value for name, value in named.items() if value is not None}


FORMATS: Mapping[str, Callable[[Run], bytes]] = {
    "csv": csv_of,
    "parquet": parquet_of,
    "properties": properties_of,
}
"""By the name of the format, what makes the file."""
