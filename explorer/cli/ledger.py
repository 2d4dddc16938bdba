"""``arcwise utility --macros``: the ledger of every macro of a file, and what forgetting leaves of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...ebl.files.macro_file import save_macros
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...experiments.designs.forgetting import Judgement, forget
from ...experiments.designs.harness import AFTER, BEFORE, TRAINING, Entry, Harness
from ...experiments.designs.learned import NOTHING, Learned
from ...experiments.designs.leave_one_out import (
    Account,
    LearningCost,
    LibraryLedger,
    accounts,
    leave_one_out,
    ledger,
)
from ...experiments.designs.subsets import Subsets
from ...experiments.designs.sweep import LABELS, Findings, Sweep, Tick, Trial, forgotten, group_of
from ...experiments.estimate import Mean, mean_of
from ...experiments.execute.perform import CLIMB
from ...experiments.macro_files import read_macros
from ...experiments.problem_set import ProblemSet
from ...experiments.row import Row as SearchRow
from ...rules.errors import InputError, Place
from ...rules.state_text import goal_cells
from ...rules.term import State
from ...rules.text_file import write_text
from ...search.climbing.completeness import wilson
from .console import emit, note, out, plain_table, progress_over, say, tell
from .present import csv_text
from .sweep_table import Row, rows
from .utility_tables import counted, print_rows

OTHER = "other"
"""The problems on which is tried what forgetting did."""


@dataclass(frozen=True)
class File:
    """A macro file.

    Parameters
    ----------
    path
        Where it is.
    library
        What is in it.
    """

    path: str
    library: MacroLibrary

    @property
    def macros(self) -> dict[str, Macro]:
        """The macros by name."""
        return {macro.name: macro for macro in self.library}

    def save(self, path: str, dropped: set[str]) -> None:
        """Write the file again less some macros."""
        save_macros(self.library.without(dropped), path)


@dataclass
class Book:
    """The ledger of one algorithm, as far as it was kept."""

    algorithm: str
    kept: LibraryLedger | None = None
    judged: list[Judgement] | None = None
    after: list[Row] | None = None


def keep_ledger(
    sweep: Sweep,
    path: str,
    learning_cost: float | None,
    output: str | None,
    csv_file: str | None,
    as_json: bool,
    harness: Harness,
) -> int:
    """Keep and print the ledger of a macro file; the command's exit code.

    Parameters
    ----------
    sweep
        The board, the algorithms and the problems.
    path
        The macro file.
    learning_cost
        What learning it took in operator applications, if the user knows.
    output, csv_file
        Where to write what forgetting left, and the ledger.
    as_json
        Whether to print one JSON object.
    harness
        Who searches.
    """
    file = read_file(sweep, path)
    books = [Book(name) for name in sweep.algorithms]
    finished = True
    macros = len(file.library)
    steps = sweep.problems + macros * (2 if sweep.forgetting else 1)
    learning = None if learning_cost is None else LearningCost(learning_cost)
    with progress_over(steps * len(books), "keeping the ledger") as tick:
        harness.watch(lambda steps, detail: tick(0, detail))
        try:
            learning = learning or _learning(file, harness)
            for book in books:
                _keep(sweep, file, learning, book, tick, harness)
            harness.finish()
        except KeyboardInterrupt:
            finished = False
    if output is not None and books[0].judged is not None:
        file.save(output, _dropped(books[0]))
    if csv_file is not None:
        lines = [row for book in books for row in _lines(book, file)]
        write_text(csv_file, csv_text(lines))
    if as_json:
        emit(
            {
                "theory": sweep.domain.theory.name,
                "goal": goal_cells(sweep.goal),
                "file": path,
                "macros": macros,
                "problems": sweep.problems,
                "seed": sweep.seeds[0],
                "limit_nodes": sweep.options.limits.nodes,
                "learning": asdict(learning) if learning else None,
                "ledgers": [_data(book, file) for book in books],
                "finished": finished,
            }
        )
        return 0 if finished else 130
    _print(sweep, file, books, learning, output)
    if not finished:
        note("interrupted: what was finished stands above")
    return 0 if finished else 130


def read_file(sweep: Sweep, path: str) -> File:
    """The macro file of a ledger.

    Raises
    ------
    InputError
        A bad file, or macros that are not for this board or these algorithms.
    """
    library = read_macros(path, sweep.domain)
    if CLIMB in sweep.algorithms and not library.domain.every_size:
        raise InputError(
            "climb needs macros on windows",
            place=Place(path),
            expected="a file of arcwise learn THEORY --learner NAME",
            found="macros of one board",
        )
    return File(path, library)


def _arm(sweep: Sweep, file: File, algorithm: str, learning: LearningCost | None) -> Learned:
    library = file.library
    cost = learning or LearningCost(0)
    arcs = () if algorithm == CLIMB else library.arcs(sweep.domain.theory, sweep.goal)
    schemas = library.schemas if library.domain.every_size else ()
    return Learned(
        "library",
        len(library),
        arcs,
        schemas,
        applications=round(cost.applications),
        seconds=cost.seconds or 0.0,
        blank_first=library.blank_first,
        learned=tuple(library),
    )


def examples_of(file: File) -> list[tuple[State, State]] | None:
    """The training examples of a file's macros, which can be searched again; None where it lacks one."""
    if file.library.domain.every_size:
        return None
    found = [macro.path for macro in file.library]
    return [(one.start, one.goal) for one in found if one] if all(found) else None


def _learning(file: File, harness: Harness) -> LearningCost | None:
    """What it takes to search the training examples of a file again; None where it lacks one, or one is too hard."""
    examples = examples_of(file)
    if not examples:
        return None
    applications, seconds = 0, 0.0
    for row in harness.examples(ProblemSet((), name=TRAINING)):
        if not row.solved:
            return None
        applications += row.operator_applications or 0
        seconds += row.elapsed or 0.0
    return LearningCost(applications, seconds)


def _keep(
    sweep: Sweep,
    file: File,
    learning: LearningCost | None,
    book: Book,
    tick: Tick,
    harness: Harness,
) -> None:
    """Keep one algorithm's ledger; what is finished is in the book whenever this is interrupted."""
    name = book.algorithm
    whole = Entry(AFTER, _arm(sweep, file, name, learning), (name,))
    group = group_of(sweep, sweep.seeds[0])
    subsets = harness.subsets(name, whole, BEFORE, group, counting=True)
    kept: list[Account] = []
    without: dict[str, tuple[SearchRow, ...]] = {}
    try:
        for account in accounts(subsets):
            kept.append(account)
            tick(1, f"{name}, counting")
        for macro, results in leave_one_out(subsets, kept):
            without[macro] = results
            tick(1, f"{name}, without {macro}")
    finally:
        if kept:
            book.kept = ledger(subsets.names, kept, without, learning)
    assert book.kept is not None
    harness.enter(name, book.kept)
    if sweep.forgetting:
        _forget(sweep, whole, subsets, book, without, tick, harness)


def _forget(
    sweep: Sweep,
    whole: Entry,
    subsets: Subsets,
    book: Book,
    without: Mapping[str, Sequence[SearchRow]],
    tick: Tick,
    harness: Harness,
) -> None:
    assert book.kept is not None
    name, seed = book.algorithm, sweep.seeds[0]
    judged: list[Judgement] = []
    detail = f"{name}, forgetting"
    for judgement in forget(subsets, book.kept.accounts, without, lambda: tick(0, detail)):
        judged.append(judgement)
        tick(1, detail)
    book.judged = judged
    left = forgotten(whole.learned, _dropped(book), subsets.spent)
    label = f"{LABELS[left.name]} for {name}"
    left = harness.keep(label, label, seed, lambda: left)
    group = group_of(sweep, seed, OTHER)
    entries = [Entry(BEFORE, NOTHING, (name,)), whole, Entry(label, left, (name,))]
    findings = Findings()
    before: list[SearchRow] = []
    for entry in harness.ahead(entries, group):
        found = enumerate(harness.rows(name, entry, group))
        for (number, searched), problem in zip(found, group, strict=True):
            if searched is None:
                raise KeyboardInterrupt
            if entry.name == BEFORE:
                before.append(searched)
            start = problem.start
            findings.trials.append(
                Trial(name, entry.learned, seed, number + 1, start, searched, before[number])
            )
            tick(0, f"{name}, other problems")
    book.after = rows(findings)
    if book.kept.learning is None:
        for row in book.after:
            row |= {name: None for name in row if name.startswith(("learning", "pays_after"))}


def _dropped(book: Book) -> set[str]:
    return {judgement.name for judgement in book.judged or () if judgement.dropped}


def _lines(book: Book, file: File) -> Iterator[Row]:
    """A row for every macro."""
    if book.kept is None:
        return
    macros, solved = file.macros, book.kept.solved[1]
    reasons = {judgement.name: judgement for judgement in book.judged or ()}
    for entry in book.kept.macros:
        macro, judgement = macros[entry.name], reasons.get(entry.name)
        low, high = wilson(entry.solutions, solved) if solved else (None, None)
        yield {
            "algorithm": book.algorithm,
            "macro": entry.name,
            "moves": " ".join(step.name for step, _ in macro.steps),
            "length": macro.length,
            "origin": macro.origin,
            "problems": len(book.kept.accounts),
            "tried": entry.tried,
            "matched": entry.matched,
            "applied": entry.applied,
            "solutions": entry.solutions,
            "solved": solved,
            "share": entry.solutions / solved if solved else None,
            "share_low": low,
            "share_high": high,
            "moves_saved": entry.moves_saved,
            "applications_saved": entry.work_saved,
            "match_seconds": entry.match_seconds,
            "forgotten": None if book.judged is None else entry.name in _dropped(book),
            "reason": judgement.reason if judgement else "",
        }


def _gains(kept: LibraryLedger) -> tuple[Mean | None, Mean | None]:
    """Operator applications and seconds saved per problem; None where none was solved."""
    accounts = [account for account in kept.accounts if account.solved]
    return (
        mean_of([[account.saved for account in accounts]]),
        mean_of([[account.saved_seconds for account in accounts]]),
    )


def _data(book: Book, file: File) -> dict[str, Any]:
    kept = book.kept
    if kept is None:
        return {"algorithm": book.algorithm, "problems": 0, "macros": []}
    work, time = _gains(kept)
    return {
        "algorithm": book.algorithm,
        "problems": len(kept.accounts),
        "solved": {"before": kept.solved[0], "after": kept.solved[1]},
        "gain_applications": asdict(work) if work else None,
        "gain_seconds": asdict(time) if time else None,
        "pays_after_applications": kept.pays_after,
        "pays_after_seconds": kept.pays_after_seconds,
        "macros": list(_lines(book, file)),
        "forgotten": sorted(_dropped(book)) if book.judged is not None else None,
        "after_forgetting": book.after,
    }


def _print(
    sweep: Sweep,
    file: File,
    books: list[Book],
    learning: LearningCost | None,
    output: str | None,
) -> None:
    limit = sweep.options.limits.nodes
    say(
        f"{sweep.domain.theory.name}, {counted(len(file.library), 'macro')} of {file.path}: "
        f"{counted(sweep.problems, 'random problem')}, seed {sweep.seeds[0]}"
        + (f", at most {limit:,} expansions each" if limit else "")
    )
    tell(
        "saved: how many more moves a solution has, and operator applications a search takes, without the macro, on "
        "average; below zero it adds them. All other figures are sums over the searches."
    )
    say()
    for book in books:
        if book.kept is not None:
            _print_book(book, book.kept, file, learning)
    forgotten = books[0]
    if output is not None and forgotten.judged is not None:
        left = len(file.library) - len(_dropped(forgotten))
        say(f"{counted(left, 'macro')} in {output}")


def _print_book(book: Book, kept: LibraryLedger, file: File, learning: LearningCost | None) -> None:
    counted_in = "" if book.algorithm == CLIMB else " (tried and matched counted in Python)"
    table = plain_table(
        "",
        "learned from",
        "moves",
        "tried",
        "matched",
        "applied",
        "in solutions",
        "moves saved",
        "work saved",
        "match time (ms)",
        title=book.algorithm + counted_in,
        left=2,
    )
    for row in _lines(book, file):
        seconds, share = row["match_seconds"], row["share"]
        table.add_row(
            row["macro"],
            row["origin"] or "-",
            str(row["length"]),
            f"{row['tried']:,}",
            f"{row['matched']:,}",
            f"{row['applied']:,}",
            "-"
            if share is None
            else f"{share:.0%} ({row['share_low']:.0%}-{row['share_high']:.0%})",
            "-" if row["moves_saved"] is None else f"{row['moves_saved']:+,.1f}",
            "-" if row["applications_saved"] is None else f"{row['applications_saved']:+,.0f}",
            "-" if seconds is None else f"{seconds * 1000:,.2f}",
        )
    out().print(table)
    work, time = _gains(kept)
    before, after = kept.solved
    problems = len(kept.accounts)
    tell(
        f"the library: {after} of {problems} problems solved, {before} without it; gain a problem: "
        f"{_interval(work)} operator applications, {_interval(time, 1000, 2)} ms"
    )
    if learning is None:
        tell("what learning took is not known from the file; --learning-cost says it")
    else:
        seconds = f", {learning.seconds:.3f} s" if learning.seconds is not None else ""
        tell(
            f"learning: {learning.applications:,.0f} operator applications{seconds}; paid for after: "
            f"{_problems(kept, work)}"
        )
    say()
    if book.judged is not None:
        _print_forgotten(book, book.judged, kept)


def _print_forgotten(book: Book, judged: list[Judgement], kept: LibraryLedger) -> None:
    for judgement in judged:
        tell(
            f"{judgement.name} {'forgotten' if judgement.dropped else 'stays'}: {judgement.reason}"
        )
    left = len(kept.macros) - len(_dropped(book))
    say(f"{len(_dropped(book))} of {len(kept.macros)} macros forgotten, {left} left\n")
    if book.after is not None:
        say("what that did, on other problems:\n")
        print_rows(book.after)


def _problems(kept: LibraryLedger, gain: Mean | None) -> str:
    if gain is None:
        return "not known, since no problem was solved"
    if kept.pays_after is None:
        return "never"
    if gain.low is not None and gain.low <= 0:
        return f"{counted(kept.pays_after, 'problem')}, if the gain is not chance"
    return counted(kept.pays_after, "problem")


def _interval(found: Mean | None, factor: float = 1, digits: int = 0) -> str:
    if found is None:
        return "-"
    text = f"{found.mean * factor:+,.{digits}f}"
    if found.low is None or found.high is None:
        return text
    return f"{text} ({found.low * factor:+,.{digits}f} to {found.high * factor:+,.{digits}f})"
