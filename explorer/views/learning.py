"""View of ``arcwise learn``: what each training problem taught, and the macros."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...ebl.learner import Choice, TrainingRecord
from ...ebl.library import Admission, MacroLibrary
from ...ebl.views import macro_text
from ...experiments.designs.learn import Learning
from ...experiments.designs.learn_source import SourceLearning
from ...experiments.designs.trial import APPLICATIONS, Trial
from ...experiments.statistics.verdict import ratio_text
from ...rules.arc import Arc
from ...rules.domains.domain_table import PDDL
from ...rules.errors import on_one_line
from ...rules.term import Var
from ...rules.text.state_text import goal_cells
from ...rules.text.words import counted
from ...rules.view import Heading, Lines, Part, Sentence, Table, View
from ...search.orders import order_data

MOST_NAMED = 10
"""Training problems not solved that are named."""


def learning_view(found: Learning, longest: int | None = None) -> View:
    """The complete view of a learning run."""
    examples = found.learner.from_examples
    parts = _of_examples(found) if examples else _of_practice(found)
    parts += [Heading(_in_file(found, file)) for file in found.files]
    if found.problem_files:
        files = ", ".join(map(on_one_line, found.problem_files))
        fluents = found.library.domain.relations.object_fluents
        said = (
            "with predicates in place of object fluents"
            if fluents
            else "that say which objects differ"
        )
        parts.append(Heading(f"problems {said} in {files}"))
    parts = [*_summary(found), *parts, *_tried(found), *_unsolved(found), *_constant(found)]
    parts += [Sentence(said, good=good) for said, good in found.beyond]
    return View(parts, _data(found), brief=_brief(found, parts), more="each training problem")


def source_learning_view(found: SourceLearning, longest: int | None = None) -> View:
    """Outcome of each example of a source, and the rules."""
    word = found.library.word
    parts: list[Part] = [
        Sentence(
            f"learned {counted(len(found), word)} from {counted(len(found.records), 'example')}"
        ),
        Heading(),
    ]
    said = {
        record.number: "; ".join(
            [*map(str, record.admissions), *record.outcome.passed_over] or _said(record)
        )
        for record in found.records
    }
    parts += [Heading(f"{one.problem.origin}: {said[one.number]}") for one in found.records]
    parts += [Heading(), *(Heading(str(rule)) for rule in found.library)]
    data = {
        "theory": found.source.name,
        "learner": found.learner.name,
        "problems": len(found.records),
        "rules": [{"name": rule.name, "rule": str(rule)} for rule in found.library],
        "training_records": [
            {"place": one.problem.origin, "solved": one.outcome.solved, "said": said[one.number]}
            for one in found.records
        ],
    }
    return View(parts, data)


def _summary(found: Learning) -> list[Part]:
    """The finding in a sentence, and for macros of boards whether climbing with them is complete."""
    row = found.learner
    if not row.from_examples:
        return _summary_of_practice(found)
    if _is_policy(found):
        last = _last(found)
        solved = sum(one.outcome.solved for one in last.values())
        problems = counted(len(last), "training problem")
        rules = counted(len(found.library), "rule")
        return [Sentence(f"{rules}; {solved} of {problems} solved"), Heading()]
    source = "example" if found.choice is None else row.looks_at[2]
    learned = _learned(found) if found.choice is None else len(found.library)
    what = counted(learned, row.word) if learned else "nothing"
    return [Sentence(f"learned {what} from {counted(len(found.records), source)}"), Heading()]


def _learned(found: Learning) -> int:
    return sum(record.learned for record in found.records)


def _brief(found: Learning, parts: list[Part]) -> list[Part]:
    """The view without its tables, but with the examples that taught nothing."""
    rest: list[Part] = [part for part in parts if not isinstance(part, Table)]
    if found.learner.from_examples and found.choice is None and not _is_policy(found):
        rest[2:2] = _taught_nothing(found)
    return rest


def _taught_nothing(found: Learning) -> list[Part]:
    """The examples that taught nothing, each with the reason."""
    barren = [
        f"{Path(one.problem.origin).name}: {'; '.join(_said(one))}"
        for one in found.records
        if not one.learned
    ]
    more = [f"and {len(barren) - MOST_NAMED:,} more"] if len(barren) > MOST_NAMED else []
    return [Lines("\n".join([*barren[:MOST_NAMED], *more]))] if barren else []


def _in_file(found: Learning, file: str) -> str:
    """Sentence on the number of macros in a file; a domain in PDDL has no entangled actions."""
    entangled = sum(one.entangled for one in found.library) * (Path(file).suffix.lower() == PDDL)
    kept = [one for one in found.library if not (entangled and one.entangled)]
    held = f"{found.library.counted(kept)} in {on_one_line(file)}"
    if not entangled:
        return held
    return f"{held}, without {counted(entangled, 'entangled action')}, which the macro file alone holds"


def _tried(found: Learning) -> list[Part]:
    """Decision of the trial on each macro, and the savings of those kept; or that there was no trial."""
    trial = found.trial
    if trial is None:
        if not len(found.library) or found.choice is None or "trial" not in found.learner.values:
            return []
        return [
            Sentence(
                "not tried on other problems: --trial PROBLEM tries macros before they are kept"
            )
        ]
    if trial.by_work:
        return _tried_by_work(trial)
    dropped = trial.dropped
    decided = [
        f"{one.name}: {'not kept' if one.name in dropped else 'kept'}, {dropped.get(one.name, one.reason)}"
        for one in trial.judgements
    ]
    before, after = trial.before, trial.after
    what = (
        f"on {counted(trial.problems, 'problem')} not learned from, by which the macros were chosen, {trial.method}, "
        "grounding included: "
    )
    if not trial.saves:
        said = f"no macro saves anything {what}{before.seconds:.3g} s without"
        if len(decided) > len(dropped):
            said += f", {after.seconds:.3g} s with"
    else:
        said = (
            f"{what}{after.seconds:.3g} s with the macros, {before.seconds:.3g} s without, ratio {ratio_text(trial.ratio)}; "
            f"{after.expanded:,} and {before.expanded:,} expanded; {after.solved} and {before.solved} solved"
        )
    return [
        Lines("\n".join(decided)),
        Heading(),
        *_spent(found, trial),
        Sentence(said),
        *_on_others(trial),
    ]


def _tried_by_work(trial: Trial) -> list[Part]:
    """The macros of a board that were kept and why, and how much they save; each macro's reason is a row of a table."""
    dropped = trial.dropped
    rows = [
        (one.name, "no" if one.name in dropped else "yes", dropped.get(one.name, one.reason))
        for one in trial.judgements
    ]
    kept = len(rows) - len(dropped)
    where = "learned from" if trial.learned_from else "not learned from"
    on = f"on {counted(trial.problems, 'problem')} {where}, {trial.method}"
    before, after = trial.before, trial.after
    in_planner = trial.unit != APPLICATIONS
    work = f"{before.applications / trial.problems:,.0f} {trial.unit} a problem without macros"
    with_them = f"{after.applications / trial.problems:,.0f} with those kept, ratio {ratio_text(trial.ratio)}"
    if not trial.saves:
        said = f"kept none of {counted(len(rows), 'macro')}, as none saves work {on}; {work}"
    else:
        said = (
            f"kept {kept:,} of {counted(len(rows), 'macro')}, those that save work {on}; {work}, "
            f"{with_them}; {before.solved} and {after.solved} solved"
        )
    if in_planner and trial.saves:
        said += f"; {before.seconds:.2f} s and {after.seconds:.2f} s of processor time"
    if not in_planner:
        said += " (--filters none keeps all)"
    told = (name for name, is_kept, _ in rows if is_kept == "yes" or (in_planner and not kept))
    why = {name: reason for name, _, reason in rows}
    reasons = [f"{name} {why[name]}" for name in told]
    if len(reasons) > MOST_NAMED:
        reasons[MOST_NAMED:] = [f"and {len(reasons) - MOST_NAMED:,} more"]
    return [
        Table(("macro", "kept", "in searches"), rows, "Selection", words=True),
        Sentence(said),
        *([Lines("\n".join(reasons))] if reasons else []),
        *_on_others(trial),
    ]


def _on_others(trial: Trial) -> Iterator[Part]:
    """Savings of the macros kept, on problems that were not used to choose them."""
    if trial.saves and trial.others:
        yield Sentence(
            f"on {counted(trial.others, 'other problem')}, by which nothing was chosen: {trial.verdict}, {trial.evidence}"
        )
    elif trial.saves:
        yield Sentence(
            "their saving on other problems is unknown: there were too few problems to set some aside"
        )


def _spent(found: Learning, trial: Trial) -> Iterator[Part]:
    """Cost of learning, with the trial."""
    if trial.spent is None:
        return
    trained = counted(found.applications - trial.spent.applications, "operator application")
    tried = counted(trial.spent.applications, "operator application")
    yield Sentence(
        f"learning took {trained} in training and {tried} in the trial, whose "
        f"{counted(trial.spent.searches, 'search', 'searches')} took {trial.spent.seconds:.3g} s"
    )


def _of_examples(found: Learning) -> list[Part]:
    rows = []
    for record in found.records:
        outcome, result = record.outcome, record.outcome.result
        rows.append(
            (
                Path(record.problem.origin).name,
                "-" if outcome.moves is None else str(outcome.moves),
                f"{result.statistics.expanded:,}" if result else "-",
                _outcome(found, record),
            )
        )
    columns = ("example", "moves", "expanded", "outcome")
    parts: list[Part] = [Table(columns, rows, _searched(found), words=True)]
    if found.choice is not None:
        return [*parts, *_chosen(found, found.choice)]
    if found.learner.lifted:
        return [*parts, *_rules(found)]
    summaries = (macro_text(macro, found.library).summary() for macro in found.library)
    return [*parts, *summaries, Heading()]


def _outcome(found: Learning, record: TrainingRecord) -> str:
    """Outcome of a training problem."""
    if found.choice is not None:
        return _looked_at(found, record)
    if not found.learner.lifted:
        return "; ".join(_said(record))
    new = f", {counted(record.learned, 'rule')} learned or extended" if record.learned else ""
    how = (
        "solved"
        if record.outcome.solved
        else f"not solved: {'; '.join(record.outcome.passed_over)}"
    )
    return f"{how}{new}"


def _rules(found: Learning) -> Iterator[Part]:
    """A policy: its rules, and the order of goals."""
    texts = [macro_text(macro, found.library) for macro in found.library]
    yield from (text.summary() for text in texts)
    yield from (Heading(line) for text in texts[:1] for line in text.together(found.library))
    taught = [one for one in _last(found, states=True).values() if one.outcome.solved]
    if taught:
        yield Heading(
            f"{counted(len(taught), 'state')} of small training problems from which it failed at first taught more"
        )
    last = _last(found)
    if found.course.shape not in found.course.shapes:
        sizes = list(dict.fromkeys(origin.split(",")[0] for origin in last))
        asked = "" if found.course.tried else "; the size that was asked for was not tried itself"
        yield Heading(f"learned on {sizes[0]} to {sizes[-1]}{asked}")


def _is_policy(found: Learning) -> bool:
    return found.choice is None and found.learner.lifted is True


def _last(found: Learning, *, states: bool = False) -> dict[str, TrainingRecord]:
    """How each training problem ended the last time, by its place; or each state that a policy was tried from and failed."""
    return {
        record.problem.origin: record
        for record in found.records
        if (record.problem.objection is not None and not record.problem.searched) == states
    }


def _unsolved(found: Learning) -> list[Part]:
    """The training problems that a policy does not solve, and states of theirs."""
    if not _is_policy(found):
        return []
    return [*_unsolved_problems(_last(found)), *_unsolved_states(_last(found, states=True))]


def _constant(found: Learning) -> list[Part]:
    """The macros on boards that have no variables."""
    rules = [(one.name, one.operator.rule) for one in found.library if one.purpose is None]
    fixed = [(name, rule) for name, rule in rules if isinstance(rule, Arc) and _is_constant(rule)]
    names = [name for name, _ in fixed]
    if not names:
        return []
    which = ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
    fits = (
        "has no variables and fits only its example"
        if len(names) == 1
        else "have no variables and fit only their examples"
    )
    open_ = not all(_is_constant(step) for _, rule in fixed for step in rule.primitives)
    why = (
        ""
        if open_
        else ", as the arcs have none: write capital letters for variables, as in arc([A,B,C], [B,A,C], 1)."
    )
    return [Sentence(f"warning: {which} {fits}{why}")]


def _is_constant(rule: Arc) -> bool:
    return not any(isinstance(term, Var) for term in rule.before)


def _unsolved_states(last: Mapping[str, TrainingRecord]) -> list[Part]:
    """The states of training problems from which a policy fails, with the reason of the first."""
    failed = [one for one in last.values() if not one.outcome.solved]
    if not failed:
        return []
    where = f"{counted(len(failed), 'state')} of small training problems"
    first = f"{Path(failed[0].problem.origin).name}: {'; '.join(failed[0].outcome.passed_over)}"
    return [Sentence(f"warning: the policy fails from {where}; {first}")]


def _unsolved_problems(last: Mapping[str, TrainingRecord]) -> list[Part]:
    """The training problems that a policy does not solve."""
    names = [Path(origin).name for origin, one in last.items() if not one.outcome.solved]
    if not names:
        return []
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    which = f"{', '.join(names[:MOST_NAMED])}{more}"
    if len(names) == len(last):
        return [Sentence(f"warning: the policy solves none of its training problems: {which}")]
    many = f"{len(names):,} of its {counted(len(last), 'training problem')}"
    return [Sentence(f"warning: the policy does not solve {many}: {which}")]


def _searched(found: Learning) -> str:
    """The title of the examples: what searched them, and by which engine."""
    results = [one.outcome.result for one in found.records if one.outcome.result is not None]
    who = dict.fromkeys(
        f"{one.method}, engine {one.engine}" if one.engine else one.method for one in results
    )
    return f"Training examples{': ' if who else ''}{' or '.join(who)}"


def _looked_at(found: Learning, record: TrainingRecord) -> str:
    """How a problem of which pieces are looked at ended."""
    if not found.learner.searches_examples:
        many = len(record.paths) + len(record.outcome.passed_over)
        if not record.paths:
            return "; ".join(dict.fromkeys(record.outcome.passed_over))
        return f"{counted(many, found.learner.looks_at[0])} looked at"
    if record.nothing is not None:
        return record.nothing
    return "plan of its own" if record.problem.plan is not None else "solved"


def _chosen(found: Learning, choice: Choice) -> Iterator[Part]:
    """Selection among all pieces of plans, and the chosen macros as PDDL."""
    piece, of, whole, use = found.learner.looks_at
    refused = "".join(
        f"\n  {counted(count, piece)}: {reason}" for reason, count in choice.refused.most_common()
    )
    yield Heading(
        f"{counted(choice.looked_at, piece)} of {of} looked at{', refused:' if refused else ''}{refused}"
    )
    if choice.number:
        yield Sentence(choice.number)
    uses = dict(zip((macro.name for macro in choice.macros), choice.uses, strict=True))
    for macro in found.library:
        used = f"{counted(uses[macro.name], use)} in the {whole}s, " if macro.name in uses else ""
        yield macro_text(macro, found.library).summary(used)
    if not choice.macros and not len(found.library):
        yield Heading("nothing was learned")
    yield Heading()


def _windows(library: MacroLibrary) -> str:
    """The sizes of the windows of macros, of many the smallest and the largest; nothing where each is the whole board."""
    rows_columns = sorted({macro.window for macro in library.macros})
    names = [f"{rows}x{columns}" for rows, columns in rows_columns]
    if rows_columns == [library.shape]:
        return ""
    sizes = ", ".join(names) if len(names) <= MOST_NAMED else f"{names[0]} to {names[-1]}"
    return f" of {sizes} cells"


def _of_practice(found: Learning) -> list[Part]:
    library = found.library
    rows = []
    for shape in dict.fromkeys(record.problem.shape for record in found.records):
        group = [record for record in found.records if record.problem.shape == shape]
        rows.append(
            (
                library.domain.spell(shape),
                f"{len(group):,}",
                f"{sum(record.outcome.solved for record in group):,}",
                f"{sum(len(record.paths) for record in group):,}",
                f"{sum(record.learned for record in group):,}",
                f"{sum(record.outcome.applications for record in group):,}",
            )
        )
    columns = ("boards", "problems", "solved", "paths", "new macros", "operator applications")
    said = [] if found.subgoals is None else [Heading(f"subgoals: {found.subgoals}")]
    return [*said, Table(columns, rows)]


def _summary_of_practice(found: Learning) -> list[Part]:
    """Work and macros of practice, and whether climbing with them is complete."""
    library = found.library
    trial = found.trial
    tried = 0 if trial is None or trial.spent is None else trial.spent.applications
    work = f"{counted(len(found.records), 'problem')}, {counted(found.applications - tried, 'operator application')}"
    if tried:
        work += f" and {tried:,} of the selection"
    if not len(library):
        return [Heading(f"{work}, nothing learned")]
    words = f"{work}, {library.counted(library)}{_windows(library)}"
    derived = sum(macro.image is not None for macro in library.macros)
    if derived:
        words += f": {len(library.macros) - derived:,} learned, {derived:,} by symmetry"
    parts: list[Part] = [Heading(words)]
    if found.finished and found.completeness is not None:
        parts.append(Heading(f"climbing with them on {found.completeness}"))
    return parts


def _said(record: TrainingRecord) -> list[str]:
    """Reply of the library to each path, or the reason why there is no path."""
    passed_over = "; ".join(dict.fromkeys(record.outcome.passed_over))
    return [str(one) for one in record.admissions] or [record.nothing or passed_over]


def _data(found: Learning) -> dict[str, Any]:
    common: dict[str, Any] = {
        "theory": found.library.domain.name,
        "learner": found.learner.name,
        "chosen": None if found.chosen is None else found.chosen.why,
        "problems": len(found.records),
        "operator_applications": found.applications,
        "completeness": found.completeness if found.finished else None,
        "faults": [str(fault) for fault in found.faults],
        "trial": None if found.trial is None else found.trial.to_json(),
        **({"beyond": [said for said, _ in found.beyond]} if found.beyond else {}),
    }
    choice = found.choice
    if choice is not None:
        return {
            **common,
            "pieces": choice.looked_at,
            "refused": dict(choice.refused),
            "macros": [
                {**macro_text(macro).summary_data, "uses": uses}
                for macro, uses in zip(choice.macros, choice.uses, strict=True)
                if macro in found.library
            ],
            "training_records": [_plain_plan(found, one) for one in found.records],
        }
    if _is_policy(found):
        last = _last(found) | _last(found, states=True)
        common["goals_before"] = []
        for one in [*found.library][:1]:
            common |= macro_text(one).together_data(found.library)
        common["unsolved"] = [
            {"place": one.problem.origin, "reason": "; ".join(one.outcome.passed_over)}
            for one in last.values()
            if not one.outcome.solved
        ]
    return {
        **common,
        "subgoals": {
            "order": order_data(found.library.order),
            "why": None if found.subgoals is None else found.subgoals.why,
        },
        "macros": [macro_text(one).summary_data for one in found.library],
        "training_records": [plain for record in found.records for plain in _plain(record)],
    }


def _plain_plan(found: Learning, record: TrainingRecord) -> dict[str, Any]:
    result = record.outcome.result
    moves = result.move_names if result and result.solved else None
    return {
        "place": record.problem.origin,
        "outcome": _looked_at(found, record),
        "plan": list(record.problem.plan) if record.problem.plan is not None else moves,
        "result": None if result is None else result.to_dict(),
    }


def _plain(record: TrainingRecord) -> Iterator[dict[str, Any]]:
    """A record for each path that got attention, or for a search without a path."""
    problem, result = record.problem, record.outcome.result
    admissions: list[Admission | None] = [*record.admissions]
    if record.nothing is not None:
        admissions = [None]
    for one in admissions:
        yield {
            "place": problem.origin,
            "start": list(problem.start),
            "goal": goal_cells(problem.goal),
            "result": None if result is None else result.to_dict(),
            "accepted": one is not None and one.accepted,
            "macro": None if one is None else one.macro.name,
            "reason": record.nothing if one is None else str(one),
        }
