"""``arcwise show``: a theory or a macro file, as boards, as Prolog, as PSVN and in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import click

from ....ebl.files.macro_file import load_macros, rules_named
from ....ebl.library import MacroLibrary
from ....ebl.views import macro_text
from ....experiments.board import BoardSource, sized_board
from ....rules.domains.domain_table import domain_of
from ....rules.errors import InputError, Place, on_one_line
from ....rules.prolog.writer import arc_clause
from ....rules.psvn.writer import write_psvn
from ....rules.read_domain import with_problem
from ....rules.solvability import random_problems
from ....rules.term import Pattern, State, canonical
from ....rules.text.boards import effects_text, in_rows, rule_boards
from ....rules.text.state_text import cell_names
from ....rules.text.words import counted
from ....rules.theory import Theory
from ....rules.view import Heading, Lines, View
from ..arguments import DomainArgument, InputFile, StateArgument
from ..console import line_width, say
from ..help import command
from ..messages import note
from ..options import moves_of_tiles, trust_option
from ..present import present


@command("show", examples=["arcwise show sliding-tile:2x2"])
@click.argument("theory", type=DomainArgument())
@click.argument("problem", required=False, type=StateArgument())
@moves_of_tiles
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=24,
    help="Greatest number of arcs or macros to show.",
)
@click.option("--psvn", is_flag=True, help="Write the theory and its goal in PSVN.")
@click.option("--goal", help="With --psvn: the goal. [default: the theory's own]")
@click.option("--macros", type=InputFile(), help="With --psvn: a macro file to put first.")
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
    if rules_named(theory).proves:
        raise InputError(
            "rules of a logic program have no boards",
            place=Place(theory),
            expected="a theory, or macros on boards",
            remedy=f"arcwise explain {on_one_line(theory)}",
        )
    library = _macros_in(theory)
    if library is not None:
        view = _macros_view(library, limit)
    else:
        view = _view(BoardSource.opened(theory, order=order, arc_cost=arc_cost), limit)
    present(view, as_json=as_json)
    return 0


def _view(domain: BoardSource, limit: int) -> View:
    """The arcs of a domain, of which at most ``limit`` are drawn."""
    rules = domain.theory
    if domain.program is not None:
        reason = domain.program.unfold().reason
        words = f"{rules.name}: a Prolog program, asked for successors step by step ({reason})"
        return View([Heading(words)], {"theory": rules.name, "kind": "program", "reason": reason})
    blocks, clauses = [], []
    for arc in rules.arcs[:limit]:
        rule = rule_boards(rules, arc.before, arc.always.after)
        blocks.append("\n".join((arc.name, rule, *effects_text(arc))))
        if arc.plain:
            before, after = canonical(arc.before, arc.after)
            clauses.append(f"{arc_clause(before, after, arc.cost, rules)}  % {arc.name}")
    parts = _parts(_counts(rules), blocks, clauses, len(rules.arcs), "arc")
    return View(parts, lambda: _data(rules))


def _macros_view(library: MacroLibrary, limit: int) -> View:
    """The macros of a library, of which at most ``limit`` are drawn."""
    domain, shape = library.domain, library.shape
    trained = None if shape is None else domain.spell(shape)
    texts = [macro_text(macro, library) for macro in library]
    learned = f", learned on boards up to {trained}" if trained not in (None, domain.name) else ""
    made = library.macros
    costs = ", ".join(f"{cost:g}" for cost in sorted({macro.cost for macro in made}))
    kind = f" {domain.macros_are}" if made else ""
    words = f"{library.counted(library)}{kind}{learned}"
    head = f"{domain.name}: {words}{f', cost {costs}' if costs else ''}\n"
    what = "trap" if library.only_traps else "rule" if library.traps else library.word
    shown = texts[:limit]
    blocks = [
        "\n".join((f"{text.macro.name} = {' '.join(text.steps)}".rstrip(" ="), text.rule))
        for text in shown
    ]
    clauses = [f"{text.clause}  % {text.macro.name}" for text in shown if text.clause]
    data = {"domain": domain.name, "kind": "macros", "count": len(library), "trained_on": trained}
    return View(
        _parts(head, blocks, clauses, len(texts), what),
        lambda: {**data, "macros": [text.data for text in texts]},
    )


def _parts(
    head: str, blocks: list[str], clauses: list[str], count: int, what: str
) -> list[Heading | Lines]:
    """Rules as boards, as many beside each other as a line takes, then as clauses, and how many more there are."""
    drawn = in_rows(blocks, line_width(), " " * 6) + ("\n" if blocks else "")
    more = count - len(blocks)
    return [
        Heading(head),
        Lines(drawn),
        *map(Lines, clauses),
        *(
            [Heading(f"\n{counted(more, f'more {what}')}; --limit {count} shows all")]
            if more
            else []
        ),
    ]


def _counts(rules: Theory) -> str:
    rows, columns = rules.shape
    by_name = Counter(arc.name for arc in rules.arcs)
    names = ", ".join(f"{count} {name}" for name, count in by_name.items())
    costs = sorted({arc.cost for arc in rules.arcs})
    cost = f", cost {', '.join(f'{cost:g}' for cost in costs)}" if costs else ""
    parts = f" ({names})" if 0 < len(by_name) < 12 else ""
    return f"{rules.name}: {rows}x{columns} board, {counted(len(rules.arcs), 'arc')}{parts}{cost}\n"


def _data(rules: Theory) -> dict[str, Any]:
    return {
        "theory": rules.name,
        "kind": "arcs",
        "shape": list(rules.shape),
        "count": len(rules.arcs),
        "arcs": [
            {
                "name": arc.name,
                "before": cell_names(arc.before),
                "after": cell_names(arc.always.after),
                **({} if arc.plain else {"effects": effects_text(arc)}),
                "cost": arc.cost,
                "steps": [step.name for step in arc.steps],
            }
            for arc in rules.arcs
        ],
    }


DRAWN = 100
"""Random states of a built-in domain that are looked at for what its cells may hold."""


def psvn_text(
    argument: str, goal: str | None, macros: str | None, *, order: str = "ULRD", arc_cost: float = 1
) -> str:
    """The theory or domain that an argument of ``arcwise show`` names, as PSVN.

    Parameters
    ----------
    argument
        A theory, or a macro file, whose macros are then all the rules.
    goal
        The goal; None for the theory's own.
    macros
        A macro file whose macros become the first rules, or None.
    order, arc_cost
        For built-in puzzles.

    Raises
    ------
    InputError
        A theory that cannot be read, or cannot be written as PSVN.
    """
    library = _macros_in(argument)
    if library is not None:
        if library.domain.macros_for != "board":
            raise InputError(
                "these macros fit boards of several sizes, PSVN has one",
                place=Place(argument),
                expected="a theory, or macros for one board",
                remedy=f"arcwise show BOARD --psvn --macros {argument}",
            )
        rules = library.primitives((1, 1))
        domain = sized_board(argument, domain_of(rules), rules.shape)
        arcs = library.arcs(rules)
    else:
        domain = BoardSource.opened(argument, order=order, arc_cost=arc_cost)
        rules = domain.arcs_only("--psvn")
        arcs = rules.arcs
    goals = _goals(domain, goal)
    if macros is not None:
        arcs = (*domain.library(macros).arcs(domain.theory, goals[0] if goals else None), *arcs)
    if not goals:
        note("no goal: the file has no GOAL, which other programs want; --goal gives one")
    states = _states(domain)
    if rules.symbols is None and rules.values is None and not states:
        note("the values of state variables are those that arcs and goal name")
    return write_psvn(replace(rules, arcs=arcs), goals, states)


def _states(domain: BoardSource) -> list[State]:
    """Some states of a domain that draws them at once, which tell what its cells may hold."""
    known, shape = domain.domain, domain.theory.shape
    at_once = any(known.draws_at_once(shape, goal) for goal in known.goals(shape))
    if not at_once or domain.theory.symbols is not None:
        return []
    return random_problems(domain.theory, known.goals(shape)[0], DRAWN, 0)


def _goals(domain: BoardSource, goal: str | None) -> tuple[Pattern, ...]:
    own = domain.domain.goals(domain.theory.shape)
    return own if goal is None else domain.goal_patterns(goal)


def _macros_in(argument: str) -> MacroLibrary | None:
    """The macros of the file that an argument for a theory names; None where it is no macro file."""
    return load_macros(argument) if rules_named(argument).notation else None
