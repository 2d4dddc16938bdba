"""``arcwise show``: a theory or a macro file, as boards, as Prolog and in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ....ebl.files.macro_file import holds_macros, load_macros
from ....ebl.library import MacroLibrary
from ....experiments.sized_domain import load_domain
from ....rules.arc import Arc
from ....rules.errors import InputError
from ....rules.pddl.action_domain import atom_text
from ....rules.pddl.write import action_text
from ....rules.prolog.writer import arc_clause
from ....rules.read_domain import with_problem
from ....rules.term import Var, canonical
from ....rules.theory import Theory
from ...text.actions import action_data
from ...text.boards import beside, rule_text
from ...text.sentences import counted
from ..console import emit, out, say
from ..options import Cost, trust_option
from .show_psvn import psvn_text


@click.command("show")
@click.argument("theory")
@click.argument("problem", required=False)
@click.option("--order", default="ULRD", show_default=True, help="Order of the blank's moves.")
@click.option("--arc-cost", type=Cost(), default=1, show_default=True)
@click.option("--limit", type=click.IntRange(min=0), default=24, show_default=True)
@click.option("--psvn", is_flag=True, help="Write all of it in PSVN instead, with the goal.")
@click.option("--goal", help="With --psvn: the goal. [default: the theory's own]")
@click.option("--macros", type=click.Path(), help="With --psvn: a macro file to put first.")
@trust_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show_command(
    theory: str,
    problem: str | None,
    order: str,
    arc_cost: float,
    limit: int,
    psvn: bool,
    goal: str | None,
    macros: str | None,
    as_json: bool,
) -> int:
    """Show the arcs of a theory or the macros of a macro file: as boards, as Prolog, and how many.

    PROBLEM is for a PDDL domain, whose arcs are those of a problem.
    """
    theory, others = with_problem(theory, (problem,) if problem is not None else ())
    if others:
        raise InputError(
            "a problem is for a PDDL domain", found=theory, remedy=f"without {problem}"
        )
    if psvn:
        say(psvn_text(theory, goal, macros, order=order, arc_cost=arc_cost).rstrip())
        return 0
    if goal is not None or macros is not None:
        raise InputError("--goal and --macros go with --psvn")
    if Path(theory).suffix.lower() == ".pl" and holds_macros(theory):
        library = load_macros(theory)
        if library.domain.macros_for == "parameters":
            return _show_actions(library, limit, as_json)
        if library.domain.macros_for == "windows":
            return _show_windows(library, limit, as_json)
        rules = library.primitives((1, 1))
        arcs, kind = library.arcs(rules), "macros"
    else:
        domain = load_domain(theory, order=order, arc_cost=arc_cost)
        rules = domain.theory
        if domain.program is not None:
            return _show_program(rules, domain.program.unfold().reason, as_json)
        arcs, kind = rules.arcs, "arcs"
    if as_json:
        emit(_data(rules, arcs, kind))
        return 0
    say(_counts(rules, arcs, kind))
    shown = arcs[:limit]
    if shown:
        say(_as_boards(rules, shown, out().width))
        say()
        for arc in shown:
            before, after = canonical(arc.before, arc.after)
            say(f"{arc_clause(before, after, arc.cost, rules)}  % {arc.name}")
    if len(arcs) > len(shown):
        say(f"\n{len(arcs) - len(shown)} more {kind}; --limit {len(arcs)} shows them")
    return 0


def _show_actions(library: MacroLibrary, limit: int, as_json: bool) -> int:
    if as_json:
        found = [action_data(macro) for macro in library]
        emit(
            {"domain": library.domain.name, "kind": "macros", "count": len(found), "macros": found}
        )
        return 0
    say(f"{library.domain.name}: {counted(len(library), 'macro')} over parameters\n")
    for macro in list(library)[:limit]:
        say(f"{macro.name} = {' '.join(atom_text(call) for call in macro.calls)}")
        say(action_text(macro.action) + "\n")
    if len(library) > limit:
        say(f"{len(library) - limit} more macros; --limit {len(library)} shows them")
    return 0


def _show_windows(library: MacroLibrary, limit: int, as_json: bool) -> int:
    domain = library.domain
    trained = domain.spell(library.shape) if library.shape else None
    if as_json:
        emit(
            {
                "domain": domain.name,
                "kind": "macros",
                "count": len(library),
                "trained_on": trained,
                "macros": [
                    {
                        "name": macro.name,
                        "window": list(macro.window),
                        "cost": macro.cost,
                        "steps": [move.name for move, _ in macro.steps],
                    }
                    for macro in library
                ],
            }
        )
        return 0
    say(
        f"{domain.name}: {counted(len(library), 'macro')} on windows, learned on boards up to {trained}\n"
    )
    for macro in list(library)[:limit]:
        say(f"{macro.name} = {' '.join(move.name for move, _ in macro.steps)}")
        say(rule_text(library.board(macro), macro.arc.before, macro.arc.after) + "\n")
    if len(library) > limit:
        say(f"{len(library) - limit} more macros; --limit {len(library)} shows them")
    return 0


def _show_program(board: Theory, reason: str, as_json: bool) -> int:
    if as_json:
        emit({"theory": board.name, "kind": "program", "reason": reason})
    else:
        say(f"{board.name}: a Prolog program, asked for successors step by step ({reason})")
    return 0


def _counts(rules: Theory, arcs: tuple[Arc, ...], kind: str) -> str:
    rows, columns = rules.shape
    by_name: dict[str, int] = {}
    for arc in arcs:
        by_name[arc.name] = by_name.get(arc.name, 0) + 1
    names = ", ".join(f"{count} {name}" for name, count in by_name.items())
    costs = sorted({arc.cost for arc in arcs})
    cost = f", cost {', '.join(f'{cost:g}' for cost in costs)}" if costs else ""
    parts = f" ({names})" if kind == "arcs" and 0 < len(by_name) < 12 else ""
    return f"{rules.name}: {rows}x{columns} board, {len(arcs)} {kind}{parts}{cost}\n"


def _as_boards(rules: Theory, arcs: tuple[Arc, ...], width: int) -> str:
    blocks = []
    for arc in arcs:
        label = arc.name if not arc.steps else f"{arc.name} = {' '.join(s.name for s in arc.steps)}"
        blocks.append(f"{label}\n{rule_text(rules, arc.before, arc.after)}")
    widest = max(len(line) for block in blocks for line in block.splitlines())
    padded = ["\n".join(line.ljust(widest) for line in block.splitlines()) for block in blocks]
    per_row = max(1, (width + 6) // (widest + 6))
    rows = [padded[start : start + per_row] for start in range(0, len(padded), per_row)]
    return "\n\n".join(beside(row, " " * 6) for row in rows)


def _data(rules: Theory, arcs: tuple[Arc, ...], kind: str) -> dict[str, Any]:
    def cells(pattern: tuple[Any, ...]) -> list[Any]:
        return [str(term) if isinstance(term, Var) else term for term in pattern]

    return {
        "theory": rules.name,
        "kind": kind,
        "shape": list(rules.shape),
        "count": len(arcs),
        "arcs": [
            {
                "name": arc.name,
                "before": cells(arc.before),
                "after": cells(arc.after),
                "cost": arc.cost,
                "steps": [step.name for step in arc.steps],
            }
            for arc in arcs
        ],
    }
