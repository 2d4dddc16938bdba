"""View of ``arcwise utility``: tables and sentences, and plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ...experiments.designs.utility.ledger import Judgement
from ...experiments.designs.utility.rules import RulesUtility
from ...experiments.designs.utility.utility import Book, MacroUtility, Utility
from ...experiments.row import engine_of, method_of
from ...experiments.statistics.comparison import overall
from ...experiments.statistics.estimate import Mean
from ...experiments.statistics.summary import COSTS, Summary
from ...rules.errors import on_one_line
from ...rules.term import goal_of
from ...rules.text.state_text import goal_cells
from ...rules.text.words import counted
from ...rules.view import Heading, Part, Sentence, Table, View
from ...search.algorithms import CLIMB
from ...search.intervals import wilson_interval
from ..text.numbers import COMPARED, EXPLAINED, limits_of, pays_text, rounded
from .comparison import verdict_parts

MEASURES = ("expanded", "generated", "operator_applications", "elapsed", "moves")
"""Properties that are averaged."""

Record = dict[str, Any]


def utility_view(found: Utility, longest: int | None = None) -> View:
    """The complete view of a sweep."""
    settings, records = found.run.settings, [summary_record(one) for one in found.summaries]
    seeds, problems = settings["seeds"], counted(settings["problems"], "random problem")
    many = f", seed {seeds[0]}" if len(seeds) == 1 else f" for each of {len(seeds)} seeds"
    tried = [one.comparison for one in found.summaries if one.pairs and one.macros]
    whole = overall(tried, kinds=True) if tried else None
    verdict: list[Part] = [*verdict_parts(whole), Heading()] if whole else []
    parts: list[Part] = [
        *verdict,
        Heading(f"{settings['theory_name']}: {problems}{many}, {limits_of(found.run)}"),
        Sentence(EXPLAINED),
        Heading(),
        *tables(found.summaries),
        *(Sentence(f"left out: {control}, {why}") for control, why in found.left_out.items()),
    ]
    data = {
        "theory": settings["theory_name"],
        "goal": goal_cells(goal_of(settings["goal"])),
        "problems": settings["problems"],
        "seeds": seeds,
        "limits": settings["options"]["limits"],
        "rows": records,
        "against_best": asdict(whole) if whole else None,
        "left_out": dict(found.left_out),
        "finished": found.finished,
    }
    return View(parts, data, records)


def summary_record(one: Summary) -> Record:
    """A summary as plain values: means, ratios and gains with their intervals."""
    record: Record = {
        "configuration": one.configuration,
        "algorithm": one.algorithm,
        "engine": one.engine,
        "kind": one.kind,
        "size": one.size,
        "macros": one.macros,
        "examples": one.fact("examples"),
        "refused": one.fact("refused"),
        "learning_applications": one.learning("applications"),
        "learning_seconds": one.learning("seconds"),
        "seeds": len(one.conditions),
        "problems": one.searches,
        "solved": one.solved,
    }
    for name in MEASURES:
        record |= _flat(name, one.mean(name))
    for name in MEASURES:
        record |= _flat(f"{name}_ratio", one.ratio(name))
    for name, words in COSTS.items():
        record |= _flat(f"gain_{words}", one.gain(name))
        record[f"pays_after_{words}"] = one.pays_after(name)
    best = one.comparison.reference
    record["verdict"] = one.comparison.verdict.word if one.comparison.pairs else None
    record["best_without"] = best.method if best else None
    record["verdict_against_best"] = best.verdict.word if best else None
    return record


def _flat(name: str, found: Mean | None) -> Record:
    mean, low, high = (found.mean, found.low, found.high) if found else (None, None, None)
    return {name: mean, f"{name}_low": low, f"{name}_high": high}


def _title(found: Sequence[Summary]) -> str:
    """Algorithm and engine of the searches."""
    rows = [row for one in found for some in one.rows for row in some]
    words = method_of(found[0].configuration, rows), engine_of(rows)
    return ", ".join(filter(None, words))


def tables(found: Sequence[Summary]) -> Iterator[Table]:
    """A table for each configuration."""
    for name in dict.fromkeys(one.configuration for one in found):
        group = [one for one in found if one.configuration == name]
        rows = [[one.title, *(cell(one) for _, cell in COMPARED)] for one in group]
        yield Table(["", *(words for words, _ in COMPARED)], rows, _title(group), fixed=2)


def summary_view(found: Summary, longest: int | None = None) -> View:
    """The searches of one configuration and condition, in the table of all of them."""
    return View(list(tables([found])), summary_record(found))


def macro_utility_view(
    found: MacroUtility,
    path: str | None = None,
    output: str | None = None,
    longest: int | None = None,
) -> View:
    """Everything about the macros of a file; ``output`` is where forgetting left the rest."""
    settings, macros = found.run.settings, len(found.library)
    path = path or settings["macros"]
    parts: list[Part] = [
        Heading(
            f"{settings['theory_name']}, {counted(macros, 'macro')} of {on_one_line(path)}: "
            f"{counted(settings['problems'], 'random problem')}, seed {settings['seed']}, {limits_of(found.run)}"
        ),
        Sentence(
            "saved: how many more moves a solution has, and operator applications a search takes, without the macro, on "
            "average; below zero it adds them. All other figures are sums over the searches."
        ),
        Heading(),
    ]
    for book in found.books:
        parts += _book_parts(book, found)
    if output is not None and found.left is not None:
        parts.append(Heading(f"{counted(len(found.left), 'macro')} in {on_one_line(output)}"))
    records = [record for book in found.books for record in macro_records(book, found)]
    data = {
        "theory": settings["theory_name"],
        "goal": goal_cells(goal_of(settings["goal"])),
        "file": path,
        "macros": macros,
        "problems": settings["problems"],
        "seed": settings["seed"],
        "limits": settings["options"]["limits"],
        "learning": asdict(found.learning) if found.learning else None,
        "ledgers": [_book_data(book, found) for book in found.books],
        "finished": found.finished,
    }
    return View(parts, data, records)


def _whole(book: Book, found: MacroUtility) -> Summary | None:
    """The searches of an algorithm with all macros."""
    mine = (one for one in found.summaries if one.kind == "library")
    return next((one for one in mine if one.configuration == book.configuration), None)


def macro_records(book: Book, found: MacroUtility) -> Iterator[Record]:
    """A row for every macro."""
    whole = _whole(book, found)
    if whole is None or not book.entries:
        return
    macros = {macro.name: macro for macro in found.library}
    solved = whole.comparison.solved[1]
    reasons = {judgement.name: judgement.reason for judgement in book.judged or ()}
    for entry in book.entries:
        macro = macros[entry.macro]
        used = entry.solutions if solved else None
        low, high = (None, None) if used is None else wilson_interval(used, solved)
        yield {
            "algorithm": whole.algorithm,
            "engine": whole.engine,
            "macro": entry.macro,
            "moves": " ".join(macro.operator.step_names),
            "length": macro.length,
            "origin": macro.learned_from,
            "problems": entry.problems,
            "tried": entry.tried,
            "matched": entry.matched,
            "applied": entry.applied,
            "solutions": entry.solutions,
            "solved": solved,
            "share": None if used is None else used / solved,
            "share_low": low,
            "share_high": high,
            "moves_saved": entry.saved_moves,
            "applications_saved": entry.saved_applications,
            "match_seconds": entry.match_seconds,
            "forgotten": None if book.judged is None else entry.macro in book.dropped,
            "reason": reasons.get(entry.macro, ""),
        }


def _book_data(book: Book, found: MacroUtility) -> Record:
    whole = _whole(book, found)
    if whole is None or not book.entries:
        return {"algorithm": book.algorithm, "problems": 0, "macros": []}
    before, after = whole.comparison.solved
    work, time = (whole.gain(name) for name in COSTS)
    return {
        "configuration": book.configuration,
        "algorithm": whole.algorithm,
        "engine": whole.engine,
        "problems": len(whole.comparison.pairs),
        "solved": {"before": before, "after": after},
        "gain_applications": asdict(work) if work else None,
        "gain_seconds": asdict(time) if time else None,
        **{f"pays_after_{words}": whole.pays_after(name) for name, words in COSTS.items()},
        "verdict": whole.comparison.verdict.word,
        "macros": list(macro_records(book, found)),
        "forgotten": sorted(book.dropped) if book.judged is not None else None,
        "after_forgetting": [summary_record(one) for one in found.after_forgetting],
    }


MACRO_COLUMNS = (
    *("", "learned from", "moves", "tried", "matched", "applied", "in solutions", "moves saved"),
    *("work saved", "match time (ms)"),
)


def _book_parts(book: Book, found: MacroUtility) -> Iterator[Part]:
    whole = _whole(book, found)
    if whole is None or not book.entries:
        return
    counted_in = "" if book.algorithm == CLIMB else " (tried and matched counted in Python)"
    rows = [_macro_row(record) for record in macro_records(book, found)]
    yield Table(MACRO_COLUMNS, rows, _title([whole]) + counted_in, left=2)
    before, after = whole.comparison.solved
    work = whole.gain("operator_applications")
    yield Sentence(
        f"the library: {after} of {len(whole.comparison.pairs)} problems solved, {before} without it; gain a problem: "
        f"{_interval(work)} operator applications, {_interval(whole.gain('elapsed'), 1000, 2)} ms"
    )
    if found.learning is None:
        yield Sentence("the file does not tell what learning cost: add --learning-cost")
    else:
        cost = found.learning
        seconds = f", {cost.seconds:.3f} s" if cost.seconds is not None else ""
        yield Sentence(
            f"learning: {cost.applications:,.0f} operator applications{seconds}; paid for after: "
            f"{_paid_after(whole, work)}"
        )
    yield Heading()
    if book.judged is not None:
        yield from _forgotten_parts(book, book.judged, found)


def _macro_row(record: Record) -> list[str]:
    seconds, share = record["match_seconds"], record["share"]
    moves, work = record["moves_saved"], record["applications_saved"]
    low, high = record["share_low"], record["share_high"]
    return [
        record["macro"],
        record["origin"] or "-",
        str(record["length"]),
        *(rounded(record[name]) for name in ("tried", "matched", "applied")),
        "-" if share is None else f"{share:.0%} ({low:.0%}-{high:.0%})",
        "-" if moves is None else f"{moves:+,.1f}",
        "-" if work is None else f"{work:+,.0f}",
        "-" if seconds is None else f"{seconds * 1000:,.2f}",
    ]


def _forgotten_parts(
    book: Book, judged: Sequence[Judgement], found: MacroUtility
) -> Iterator[Part]:
    for judgement in judged:
        fate = "forgotten" if judgement.dropped else "stays"
        yield Sentence(f"{judgement.name} {fate}: {judgement.reason}")
    macros = len(found.library)
    left = macros - len(book.dropped)
    yield Heading(f"{len(book.dropped)} of {counted(macros, 'macro')} forgotten, {left} left\n")
    if found.after_forgetting:
        yield Heading("what that did, on other problems:\n")
        yield from tables(found.after_forgetting)


def _paid_after(whole: Summary, gain: Mean | None) -> str:
    if gain is None:
        return "not known, since no problem was solved"
    text = pays_text(whole)
    return f"{text} problem{'s' if text != '1' else ''}" if text[0].isdigit() else text


def _interval(found: Mean | None, factor: float = 1, digits: int = 0) -> str:
    if found is None:
        return "-"
    text = f"{found.mean * factor:+,.{digits}f}"
    if found.interval is None:
        return text
    low, high = found.interval
    return f"{text} ({low * factor:+,.{digits}f} to {high * factor:+,.{digits}f})"


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
        for one in rule_records(found)
    ]


def rule_records(found: RulesUtility) -> list[dict[str, Any]]:
    records = []
    texts = {rule.name: found.library.shown(rule) for rule in found.library}
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
    """The verdict on forgetting: how many rules are kept, and the work on the problems that measure."""
    kind, many = ("goal", "goals") if found.run.on_goals else ("problem", "problems")
    none, every, kept = found.totals
    same, number = len(found.run.problems) == len(found.judged), none.problems
    goals = f"{number} {'' if same else 'other '}{kind if number == 1 else many}"
    return (
        f"{len(found.left)} of {counted(len(found.judgements), 'rule')} {'is' if len(found.judgements) == 1 else 'are'} kept; "
        f"{'the same ' if same else ''}{goals} {'takes' if number == 1 else 'take'} {none.work:,} {found.unit} without "
        f"rules, {every.work:,} with all, {kept.work:,} with those that are kept."
    )


def rules_utility_view(found: RulesUtility, longest: int | None = None) -> View:
    """The verdict on forgetting, and what each rule saves."""
    name, records = found.library.name, rule_records(found)
    kind, sentence = "goal" if found.run.on_goals else "problem", rules_sentence(found)
    parts: list[Part] = [
        Heading(f"{on_one_line(name)}: rules judged by {counted(len(found.judged), kind)}"),
        Sentence(sentence),
        Table(RULES, rule_rows(found), words=True),
    ]
    measured = {
        one.condition: {
            "unanswered": one.problems - one.answered,
            found.unit.replace(" ", "_"): one.work,
        }
        for one in found.totals
    }
    data = {
        "program": name,
        "judged": len(found.judged),
        "measured": measured,
        "rules": records,
        "sentence": sentence,
    }
    return View(parts, data, records)
