"""``arcwise learn DOMAIN.pddl PROBLEM.pddl ...``: plans in, macro actions out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ...ebl.files.augmented_domain import macros_path, save_augmented
from ...ebl.library import MacroLibrary
from ...ebl.pddl.learn_actions import (
    KEPT,
    LONGEST,
    MOST_PARAMETERS,
    Choice,
    TrainingPlan,
    learn_actions,
)
from ...experiments.configuration import Configuration
from ...rules.errors import InputError, Place
from ...rules.pddl.domain import Domain, atom_text
from ...rules.pddl.grounding import ground
from ...rules.pddl.plan import execute, read_plan
from ...rules.pddl.planning import PlanningDomain
from ...rules.pddl.read_domain import load_domain
from ...rules.pddl.read_task import load_task
from ...rules.pddl.write import action_text
from ...rules.read_domain import has_problem_files
from ...rules.text_file import check_writable, read_text
from ...search.problem import Problem
from ...search.result import Result
from .console import emit, err, note, out, plain_table, progress_over, say

Command = TypeVar("Command", bound=Callable[..., Any])


def sifting_options(command: Command) -> Command:
    """Which pieces of PDDL plans may become macros."""
    for option in (
        click.option(
            "--keep",
            type=click.IntRange(min=1),
            help=f"For PDDL: macros to keep at most.  [default: {KEPT}]",
        ),
        click.option(
            "--parameters",
            type=click.IntRange(min=0),
            help=f"For PDDL: parameters of a macro at most.  [default: {MOST_PARAMETERS}]",
        ),
        click.option(
            "--longest",
            type=click.IntRange(min=2),
            help=f"For PDDL: steps of a piece of a plan at most.  [default: {LONGEST}]",
        ),
    ):
        command = option(command)
    return command


@dataclass(frozen=True)
class Sifting:
    """The options of `sifting_options` as given."""

    longest: int | None
    parameters: int | None
    keep: int | None

    @classmethod
    def take(cls, arguments: dict[str, Any]) -> Sifting:
        """Take the options out of a command's other arguments."""
        return cls(*(arguments.pop(name) for name in cls.__dataclass_fields__))

    def check_unused(self) -> None:
        """Refuse what would be passed over without PDDL."""
        for name in self.__dataclass_fields__:
            if getattr(self, name) is not None:
                raise InputError(f"--{name} goes with PDDL only")


@dataclass(frozen=True)
class _TrainingRecord:
    """One training problem: its file, its plan if there is one, and how that was found."""

    path: str
    plan: TrainingPlan | None
    result: Result | None
    outcome: str


def learn_from_plans(
    path: str,
    files: Sequence[str],
    output: str | None,
    algorithm: str,
    options: Configuration,
    sifting: Sifting,
    *,
    as_json: bool,
) -> int:
    """Solve problems, explain their plans, and write the domain with the macros; the command's exit code.

    Parameters
    ----------
    path
        The domain's file.
    files
        Problem files; a file that is not PDDL is a plan for the problem before it, which is then not searched.
    output
        The augmented domain to write, or None.
    """
    domain = load_domain(path)
    pairs = _paired(files, path)
    if output is not None:
        for place in (output, macros_path(output)):
            check_writable(place)
        if Path(output).suffix.lower() not in (".pl", ".pddl"):
            raise InputError(
                "neither a macro file nor a PDDL file",
                place=Place(output),
                expected="FILE.pl or FILE.pddl",
            )
        if Path(output).resolve() in [Path(file).resolve() for file in (path, *files)]:
            raise InputError("this file is read too", place=Place(output), expected="another name")
    training_records: list[_TrainingRecord] = []
    interrupted = False
    try:
        with progress_over(len(pairs), "solving") as tick:
            for problem, plan in pairs:
                training_records.append(_training_record(domain, problem, plan, algorithm, options))
                tick(1, problem)
                last = training_records[-1].result
                if last is not None and last.limit == "interrupt":
                    interrupted = True
                    break
    except KeyboardInterrupt:
        interrupted = True
    choice = learn_actions(
        [record.plan for record in training_records if record.plan is not None],
        longest=sifting.longest or LONGEST,
        most_parameters=MOST_PARAMETERS if sifting.parameters is None else sifting.parameters,
        keep=sifting.keep or KEPT,
    )
    if output is not None and choice.macros:
        save_augmented(domain, MacroLibrary(PlanningDomain(domain), choice.macros), output)
    if as_json:
        emit(_data(domain, training_records, choice, output))
    else:
        _print(training_records, choice, output)
    if interrupted:
        note("interrupted: learned from what was solved until then")
    return 130 if interrupted else 0


def _paired(files: Sequence[str], domain: str) -> list[tuple[str, str | None]]:
    pairs: list[tuple[str, str | None]] = []
    for file in files:
        if has_problem_files(file):
            pairs.append((file, None))
        elif pairs and pairs[-1][1] is None:
            pairs[-1] = (pairs[-1][0], file)
        else:
            raise InputError(
                "a plan without a problem", place=Place(file), expected="PROBLEM.pddl PLAN"
            )
    if not pairs:
        raise InputError(
            "nothing to learn from", place=Place(domain), expected="problems: PROBLEM.pddl ..."
        )
    return pairs


def _training_record(
    domain: Domain, problem: str, plan: str | None, algorithm: str, options: Configuration
) -> _TrainingRecord:
    task = load_task(domain, problem)
    grounding = ground(task)
    if plan is not None:
        done = execute(task, read_plan(read_text(plan), plan))
        outcome = f"plan given: {len(done.actions)} steps"
        return _TrainingRecord(problem, TrainingPlan(task, done, grounding.groups), None, outcome)
    result = options.using(algorithm).search(
        Problem(grounding.theory, grounding.start, grounding.goal)
    )
    if not result.solved:
        return _TrainingRecord(problem, None, result, f"no plan: {result.status}")
    text = "\n".join(move.name for move in result.primitives)
    done = execute(task, read_plan(text, "<the plan that was found>"))
    return _TrainingRecord(problem, TrainingPlan(task, done, grounding.groups), result, "solved")


def _data(
    domain: Domain, training_records: Sequence[_TrainingRecord], choice: Choice, output: str | None
) -> dict[str, object]:
    return {
        "domain": domain.name,
        "output": output,
        "problems": [
            {
                "file": record.path,
                "outcome": record.outcome,
                "plan": [a.text for a in record.plan.execution.actions] if record.plan else None,
                "result": record.result.to_dict() if record.result else None,
            }
            for record in training_records
        ],
        "pieces": choice.pieces,
        "refused": dict(choice.refused),
        "macros": [
            {
                "name": macro.name,
                "uses": uses,
                "steps": [atom_text(step) for step in macro.calls],
                "pddl": action_text(macro.action),
                "origin": macro.origin,
            }
            for macro, uses in zip(choice.macros, choice.uses, strict=True)
        ],
    }


def _print(training_records: Sequence[_TrainingRecord], choice: Choice, output: str | None) -> None:
    table = plain_table("problem", "steps", "expanded", "outcome", title="Training problems")
    table.columns[-1].justify = "left"
    for record in training_records:
        table.add_row(
            record.path,
            str(len(record.plan.execution.actions)) if record.plan else "-",
            f"{record.result.statistics.expanded:,}" if record.result else "-",
            record.outcome,
        )
    out().print(table)
    refused = "".join(f"\n  {count:,} {reason}" for reason, count in choice.refused.most_common())
    say(f"{choice.pieces:,} pieces of plans looked at{', refused:' if refused else ''}{refused}")
    for macro, count in zip(choice.macros, choice.uses, strict=True):
        uses = f"{count} use{'s' if count != 1 else ''}"
        say(f"\n; {uses} in the training plans, from {macro.origin}")
        say(f"; = {' '.join(atom_text(step) for step in macro.calls)}")
        say(action_text(macro.action))
    if not choice.macros:
        say("nothing was learned")
    elif output is None:
        err().print("not saved: -o FILE.pl keeps the macros, -o FILE.pddl the domain with them too")
    else:
        count = len(choice.macros)
        say(
            f"\n{count} macro{'s' if count != 1 else ''} in {' and '.join(dict.fromkeys((output, str(macros_path(output)))))}"
        )
