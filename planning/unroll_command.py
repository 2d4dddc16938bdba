"""``arcwise unroll``: a plan with macros made into one without, and carried out to prove it."""

from __future__ import annotations

import click

from ..ebl.files.macro_file import load_macros
from ..explorer.cli.arguments import InputFile, OutputFile
from ..explorer.cli.help import command
from ..explorer.cli.messages import note
from ..explorer.cli.present import present
from ..rules.text.text_file import read_text, write_text
from ..rules.text.words import amount, counted
from ..rules.view import Lines, View
from ..search.plan import plan_text
from .learning.macro_actions import unroll
from .pddl.plan import read_plan
from .pddl.planning import PlanningDomain
from .pddl.read_action_domain import load_action_domain
from .pddl.read_task import load_task


@command("unroll", examples=["arcwise unroll domain.pddl problem.pddl plan.txt --macros macros.pl"])
@click.argument("domain", type=InputFile())
@click.argument("problem", type=InputFile())
@click.argument("plan", type=InputFile())
@click.option(
    "--macros",
    type=InputFile(),
    required=True,
    help="Macro file with the steps of each macro.",
)
@click.option("-o", "--output", type=OutputFile(), help="File to write the plan to.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def unroll_command(
    domain: str, problem: str, plan: str, macros: str, output: str | None, as_json: bool
) -> int:
    """Turn a plan with macros into a plan without, and validate it.

    DOMAIN.pddl may have the macros or not, PROBLEM.pddl is a problem of it, and PLAN is what a planner found with the
    macros. Every step is carried out as the domain defines it; the first that cannot be taken is an error with
    its line.
    """
    rules = load_action_domain(domain)
    task = load_task(rules, problem)
    learned = load_macros(macros, PlanningDomain(rules)).macros
    done = unroll(task, read_plan(read_text(plan), plan), learned)
    steps = [action.text for action in done.execution.actions]
    text = plan_text(steps, done.execution.cost)
    if output is not None:
        write_text(output, text)
    data = {
        "domain": rules.name,
        "problem": task.name,
        "valid": True,
        "lines": done.lines,
        "macros": done.macros,
        "steps": len(done.steps),
        "cost": done.execution.cost,
        "plan": steps,
    }
    shown = [Lines(text.rstrip("\n"))] if output is None else []
    present(View(shown, data), as_json=as_json)
    note(
        f"valid: {counted(len(done.steps), 'step')}, cost {amount(done.execution.cost)}, "
        f"from {done.lines} lines of which {done.macros} are macros"
    )
    return 0
