"""Ask the command line the questions of a table, and digest what it answers.

``table.tsv`` has a row for each question: its section, the command without ``arcwise``, and then the
exit code, a digest of all that was printed, and how that begins. The questions of a section are asked
one after the other in one folder, which holds the examples, the programs of ``tests/programs`` and
``files``; so files that one question wrote serve the next ones. Besides commands there are ``text FILE``
and ``page FILE``, what is in a file that a command wrote; of a page, what a reader sees, without figures.

What differs from run to run is masked: times, bytes, versions, the folder's path.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any
from unittest.mock import patch

from arcwise.experiments.execute import task as timing
from arcwise.explorer.cli import run
from arcwise.explorer.html.parts import MOST_ITEMS
from arcwise.planning.learning import policy_experience
from arcwise.rules.view import Badge, Heading, Items, Picture, Sentence

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TABLE = HERE / "table.tsv"
TEXTS = ROOT / "build" / "gate"
"""Whole answers by their digests, so that a failing row can show a difference; never in the repository."""

COLUMNS = ("section", "command", "exit", "digest", "begins with")
ERRORS = "--- errors\n"
"""Stands between standard output and what was printed as errors."""

TOLD = (
    "status",
    "answers",
    "verdict",
    "engine",
    "moves",
    "cost",
    "expanded",
    "inferences",
    "learned",
    "rules",
)
"""Entries of JSON that stand in the table."""

BEGINNING = 80
"""Characters of an answer that stand in the table."""


@dataclass(frozen=True)
class Row:
    """A question and its answer; fields as in the table."""

    section: str
    command: str
    exit: str
    digest: str
    beginning: str

    @property
    def answer(self) -> tuple[str, str, str]:
        return self.exit, self.digest, self.beginning


def read_table() -> dict[str, list[Row]]:
    """The rows by section, in order."""
    sections: dict[str, list[Row]] = {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert tuple(next(lines)) == COLUMNS
        for line in lines:
            sections.setdefault(line[0], []).append(Row(*line))
    return sections


def write_table(sections: dict[str, list[Row]]) -> None:
    lines = ["\t".join(COLUMNS)]
    for rows in sections.values():
        lines += ["\t".join((row.section, row.command, *row.answer)) for row in rows]
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")


def ask(rows: list[Row], folder: Path) -> Iterator[Row]:
    """Ask the questions of a section in an empty folder; yield each with the answer of now."""
    work = folder / "work"
    shutil.copytree(HERE / "files", work)
    shutil.copytree(ROOT / "examples", work / "examples")
    shutil.copytree(ROOT / "tests" / "programs", work / "programs")
    before = Path.cwd()
    settings = {"XDG_CACHE_HOME": str(folder / "cache"), "COLUMNS": "100"}
    try:
        os.chdir(work)
        with (
            patch.dict(os.environ, settings),
            patch.object(timing, "LONG_ENOUGH", 0),
            patch.object(policy_experience, "MOST_PAIRS", 300),
        ):
            for row in rows:
                code, printed = _answer(row.command)
                text = mask(printed, str(work))
                words = " ".join(text.split())  # where a line is broken depends on what is masked
                digest = blake2b(words.encode(), digest_size=6).hexdigest()
                TEXTS.mkdir(parents=True, exist_ok=True)
                (TEXTS / f"{digest}.txt").write_text(text, "utf-8")
                yield Row(row.section, row.command, str(code), digest, _beginning(text))
    finally:
        os.chdir(before)


def difference(old: Row, new: Row) -> str:
    """Say what changed in a row; where both whole answers are known, which lines."""
    told = f"{new.section}: arcwise {new.command}\n"
    if old.exit != new.exit:
        told += f"  exit code {old.exit}, now {new.exit}\n"
    texts = [TEXTS / f"{row.digest}.txt" for row in (old, new)]
    if old.digest and all(text.exists() for text in texts):
        lines = [text.read_text("utf-8").splitlines() for text in texts]
        changed = list(difflib.unified_diff(*lines, "before", "now", lineterm="", n=1))
        return told + "\n".join(f"  {line}" for line in changed[2:60])
    return told + f"  before {old.digest} {old.beginning}\n  now    {new.digest} {new.beginning}"


def _beginning(text: str) -> str:
    """Give what a row shows of an answer: its first words, or what an object in JSON says of a search."""
    try:
        found = json.loads(text.partition(ERRORS)[0])
        told = [f"{name} {found[name]}" for name in TOLD if name in found]
        text = ", ".join(told) or " ".join(found)
    except (ValueError, TypeError):
        text = text.removeprefix(ERRORS)
    return " ".join(text[: 4 * BEGINNING].split())[:BEGINNING].strip()


def _answer(command: str) -> tuple[int, str]:
    """Give the exit code and what was printed: standard output, then, after a line, errors."""
    words = shlex.split(command)
    if words[:1] == ["text"]:
        path = Path(words[1])
        return (0, path.read_text("utf-8")) if path.exists() else (1, "no such file")
    if words[:1] == ["page"]:
        path = Path(words[1])
        return (0, _seen(path.read_text("utf-8"))) if path.exists() else (1, "no such file")
    with _caught() as (out, err):
        code = run(words)
        out.flush()
        err.flush()
        texts = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]
    printed, errors = texts
    return code, printed + (ERRORS + errors if errors else "")


@contextmanager
def _caught() -> Iterator[tuple[Any, Any]]:
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    nothing = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with (
        patch.object(sys, "stdout", streams[0]),
        patch.object(sys, "stderr", streams[1]),
        patch.object(sys, "stdin", nothing),
    ):
        yield streams[0], streams[1]


SAID = {Sentence: "text", Items: "items", Heading: "text", Badge: "evidence", Picture: "says"}
"""Parts of views that hold words, and where."""


@contextmanager
def words_kept() -> Iterator[set[str]]:
    """All words of the views that are made meanwhile, on screens and pages."""
    kept: set[str] = set()

    def keeping(name: str, made: Any) -> Any:
        def make(part: Any, *given: Any, **others: Any) -> None:
            made(part, *given, **others)
            said = getattr(part, name)
            kept.update([said] if isinstance(said, str) else said[:MOST_ITEMS])

        return make

    with ExitStack() as stack:
        for kind, name in SAID.items():
            fields(kind)  # a record makes its methods when these are first asked for
            stack.enter_context(patch.object(kind, "__init__", keeping(name, kind.__init__)))
        yield kept


def long_sentences(words: set[str], longest: int = 25) -> list[str]:
    """Sentences of more words than a reader takes in; figures, and words that come again and again in a plan, do not count."""
    found = []
    for sentence in (one for said in words for one in re.split(r"[.!?;]\s|\n", said)):
        each = re.findall(r"(?<!\S)[(\"'`]?[A-Za-z][A-Za-z'/-]*[,:.)\"'`]*(?!\S)", sentence)
        if len(each) > longest and len(set(each)) > len(each) / 2:
            found.append(sentence)
    return found


AMOUNT_OF_TIME = r"([\d.,]+(%|\s+times)\s+)?(as\s+much|less|more)\s+time\b"
"""Pattern of a change of time in the text of a verdict."""


def _seen(page: str) -> str:
    """The text of a page, a line for each element, without scripts, drawings and figures."""
    for element in ("script", "style", "svg"):
        page = re.sub(rf"<{element}\b.*?</{element}>", "", page, flags=re.DOTALL)
    lines = (" ".join(line.split()) for line in re.sub(r"<[^>]*>", "\n", page).splitlines())
    text = "\n".join(line for line in lines if line)
    text = re.sub(AMOUNT_OF_TIME, "time", re.sub(rf"; {AMOUNT_OF_TIME}", "", text))
    text = re.sub(r"\b\d{4}-\d\d-\d\dT[\d:.+]*", "#", text)
    text = re.sub(r"(\b|-)\d[\d,.]*(e-?\d+)?( ([µmn]?s|[KMG]?B|bytes))?\b", "#", text)
    return re.sub(r"(#\n)+", "#\n", text)


MASKED = re.compile(
    "elapsed|seconds|preparation|memory|created|time|date|version|host|started|worker|repetitions"
)
"""Names of entries in JSON, and of columns, that differ from run to run."""

TEXT_MASKS = {
    rf";\s+{AMOUNT_OF_TIME}": "",
    r"\b\d[\d.,]*(e-\d+)?\s*(µs|ms|ns|s|seconds?|minutes?)\b": "TIME",
    r"(?m)\b\d\.\d{4}$": "TIME",
    r"(?m)^( m\d+ +)\d\.\d\d$": r"\1TIME",
    r"\b\d[\d.,]* ?([KMG]i?B|bytes)\b": "SIZE",
    r"version \d+\.\d+\.\d+": "version V",
    r"[-+]?[\d.]+ ±[\d.]+ +": "TIME  ",
    r"[-+][\d.]+ \([-+\d.]+ to [-+\d.]+\)\s+ms": "TIME",
    r"[\d.]+ % of time": "TIME",
    r"no ratio of time: .*": "no ratio of time",
    r"(?m)^ time \(s\) .*": " time (s) TIME",
}


def mask(text: str, folder: str) -> str:
    """What is the same in every run; of JSON the same entries in one order."""
    out, between, errors = text.replace(folder, "FOLDER").partition(ERRORS)
    try:
        out = json.dumps(_plain(json.loads(out)), indent=1, sort_keys=True)
    except ValueError:
        first = out.partition("\n")[0]
        out = _columns(out) if first.count(",") > 8 and "elapsed" in first else out
    text = "\n".join(line.rstrip() for line in (out + between + errors).splitlines())
    for pattern, word in TEXT_MASKS.items():
        text = re.sub(pattern, word, text)
    return text


def _plain(found: Any) -> Any:
    if isinstance(found, dict):
        return {
            name: "masked" if MASKED.search(name) else _plain(value)
            for name, value in found.items()
        }
    if isinstance(found, list):
        return [_plain(value) for value in found]
    return round(found, 9) if isinstance(found, float) else found


def _columns(table: str) -> str:
    """Leave out the masked columns of a CSV table, and sort its lines: searches end in any order."""
    names, *lines = csv.reader(io.StringIO(table))
    kept = [number for number, name in enumerate(names) if not MASKED.search(name)]
    told = [",".join(line[number] for number in kept) for line in (names, *lines)]
    return "\n".join([told[0], *sorted(told[1:])])
