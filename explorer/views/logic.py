"""Views of logic programs: what was learned from each example, and what the rules of each learner changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...experiments.designs.compare_logic import EVERY, KEPT, LogicComparison
from ...experiments.designs.utility.rules import INFERENCES, RulesUtility
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.clause_text import term_text
from ...logic.views import example_text, explained_data, rule_text
from ...rules.errors import on_one_line
from ...rules.text.words import counted, listed
from ...rules.view import Heading, Part, Sentence, Table, View


def rules_view(found: RuleLibrary, criterion: str) -> View:
    """Outcome of each example, and the rules."""
    program = found.program
    parts: list[Part] = [Heading(f"{on_one_line(program.name)}, {found.learner}; {criterion}\n")]
    rows = []
    for record in found.records:
        example = example_text(record.example, found)
        said = (
            record.outcome
            if record.outcome == record.reason
            else f"{record.outcome}: {record.reason}"
        )
        if record.rule is not None and record.outcome == "new":
            said = f"learned {record.rule.name}: {rule_text(record.rule, program)}"
        rows.append((example, f"{record.inferences:,}", said))
        parts.append(Heading(f"{example}: {said}"))
    counts = counted(len(found), "rule")
    summary = f"learned {counts} from {counted(len(found.records), 'example')}"
    parts[:0] = [Sentence(summary), Heading()]
    data = {
        "program": program.name,
        "learner": found.learner,
        "rules": [
            {
                "name": rule.name,
                "rule": rule_text(rule, program),
                "example": term_text(rule.example, program.operators),
                "steps": list(rule.steps),
                "explanation": explained_data(rule.explanation, program)
                if rule.explanation
                else None,
            }
            for rule in found
        ],
        "records": [
            {"example": example, "outcome": record.outcome, "reason": record.reason}
            for record, (example, _, _) in zip(found.records, rows, strict=True)
        ],
    }
    return View(parts, data)


CONDITIONS = ("rules of", "rules", "answered", "inferences", "of none")
"""Headings of the table of conditions."""


def condition_rows(found: LogicComparison) -> list[tuple[str, ...]]:
    """The conditions side by side: rules, goals answered, inferences, and these as a ratio to those without rules."""
    bare, many = found.conditions[0].inferences, len(found.problems)
    return [
        (
            one.name,
            f"{one.rules:,}",
            f"{one.answered} of {many}",
            f"{one.inferences:,}",
            f"{one.inferences / bare if bare else 1:.2f}",
        )
        for one in found.conditions
    ]


OF_UTILITY = {EVERY: "all rules", KEPT: "the rules that are kept"}
"""Conditions of ``arcwise utility``, which are no learners, in words."""


def logic_sentences(found: Sequence[LogicComparison]) -> list[str]:
    """Sentence on each comparison; with its strategy where there are several."""
    return [logic_sentence(one, by=one.algorithm if len(found) > 1 else None) for one in found]


def logic_sentence(found: LogicComparison, by: str | None = None) -> str:
    """Whether learning pays: the verdict on the condition with rules that answers the most goals in the least work."""
    name = on_one_line(found.program.name).rsplit("/", 1)[-1] + (f" with {by}" if by else "")
    bare, *learned = found.conditions
    others = [one for one in learned if one.rules] or learned
    best = min(others, key=lambda one: (-one.answered, one.inferences), default=None)
    if best is None or not best.rows:
        return f"On {name}, nothing was compared yet."
    verdict = found.verdicts[best.name, found.algorithm]
    ratio = best.inferences / bare.inferences if bare.inferences else 1.0
    among = f" (best of {len(others)})" if len(others) > 1 else ""
    rules = OF_UTILITY.get(best.name, f"the rules of {best.name}{among}")
    return (
        f"On {name}, learning {verdict.verb}: with {rules} it answers {best.answered} of "
        f"{counted(len(found.problems), 'goal')} instead of {bare.answered}, in {ratio:.2f} times the inferences."
    )


RULES = ["rule", "used", "without it", "with it", "saved", "", "clause"]
"""Columns of the rules whose utility is measured."""


def rule_rows(found: RulesUtility) -> list[tuple[str, ...]]:
    """Each rule with the goals that use it, the work without and with it, and whether it is kept."""
    return [
        (
            one["name"],
            f"{one['used']:,}",
            f"{one['without']:,}",
            f"{one['with']:,}",
            f"{one['saved']:+,}",
            "kept" if one["kept"] else "forgotten",
            one["rule"],
        )
        for one in _rule_records(found)
    ]


def _rule_records(found: RulesUtility) -> list[dict[str, Any]]:
    program, records = found.library.program, []
    texts = {rule.name: rule_text(rule, program) for rule in found.library}
    for one in found.judgements:
        assert one.without is not None and one.with_it is not None
        records.append(
            {
                "name": one.name,
                "rule": texts[one.name],
                "used": found.used[one.name],
                "without": one.without.amount,
                "with": one.with_it.amount,
                "saved": one.without.amount - one.with_it.amount,
                "unanswered_without": one.without.unsolved,
                "unanswered_with": one.with_it.unsolved,
                "kept": not one.dropped,
            }
        )
    return records


def rules_sentence(found: RulesUtility) -> str:
    """The verdict on forgetting: how many rules are kept, and the work on the goals that measure."""
    kind, many = ("goal", "goals") if found.unit == INFERENCES else ("problem", "problems")
    same, number = found.judged == found.measured, len(found.measured)
    goals = f"{number} {'' if same else 'other '}{kind if number == 1 else many}"
    return (
        f"{len(found.left)} of {counted(len(found.judgements), 'rule')} {'is' if len(found.judgements) == 1 else 'are'} kept; "
        f"{'the same ' if same else ''}{goals} {'takes' if number == 1 else 'take'} {found.none.amount:,} {found.unit} without "
        f"rules, {found.every.amount:,} with all, {found.kept.amount:,} with those that are kept."
    )


def rules_utility_view(found: RulesUtility) -> View:
    """The verdict on forgetting, and what each rule saves."""
    program, records = found.library.program, _rule_records(found)
    kind, sentence = "goal" if found.unit == INFERENCES else "problem", rules_sentence(found)
    parts: list[Part] = [
        Heading(f"{on_one_line(program.name)}: rules judged by {counted(len(found.judged), kind)}"),
        Sentence(sentence),
        Table(RULES, rule_rows(found), words=True),
    ]
    measured = {
        name: {"unanswered": effort.unsolved, found.unit.replace(" ", "_"): effort.amount}
        for name, effort in (("none", found.none), ("all", found.every), ("kept", found.kept))
    }
    data = {
        "program": program.name,
        "judged": len(found.judged),
        "measured": measured,
        "rules": records,
        "sentence": sentence,
    }
    return View(parts, data, records)


def logic_comparison_view(found: LogicComparison) -> View:
    """The conditions side by side, with a verdict on each against no rules."""
    bare = found.conditions[0]
    many = len(found.problems)
    limits = found.limits
    words = {
        "inferences": limits.nodes,
        "clauses tried": limits.work,
        "seconds": limits.time,
        "bytes": limits.memory,
    }
    limit = listed([f"{value:,} {name}" for name, value in words.items() if value]) + " a goal"
    records = []
    for condition in found.conditions:
        ratio = condition.inferences / bare.inferences if bare.inferences else 1.0
        records.append(
            {
                "condition": condition.name,
                "rules": condition.rules,
                "answered": condition.answered,
                "inferences": condition.inferences,
                "ratio": ratio,
            }
        )
    name = on_one_line(found.program.name)
    parts: list[Part] = [
        Heading(f"{name}, {counted(many, 'goal')}, {found.algorithm}; {limit}"),
        Sentence(logic_sentence(found)),
        Table(CONDITIONS, condition_rows(found)),
    ]
    verdicts = {}
    for (name, _), verdict in found.verdicts.items():
        verdicts[name] = {"word": verdict.word, "evidence": verdict.evidence}
        parts.append(Sentence(f"{name}: {verdict.headline}", verdict.good))
    different = [
        f"{condition} on {term_text(goal, found.program.operators)}"
        for condition, goal in found.different
    ]
    if different:
        parts.append(Sentence(f"answers differ: {listed(different)}", False))
    data = {
        "program": found.program.name,
        "algorithm": found.algorithm,
        "problems": [term_text(one, found.program.operators) for one in found.problems],
        "conditions": records,
        "sentence": logic_sentence(found),
        "verdicts": verdicts,
        "different": different,
    }
    return View(parts, data, records)


def logic_comparisons_view(found: Sequence[LogicComparison]) -> View:
    """The comparisons of several strategies one below the other; of one strategy that alone."""
    views = [logic_comparison_view(one) for one in found]
    if len(views) == 1:
        return views[0]
    named = zip(found, views, strict=True)
    records = [{"algorithm": one.algorithm, **row} for one, view in named for row in view.records]
    parts = [part for view in views for part in view.parts]
    return View(parts, {"comparisons": [view.data for view in views]}, records)
