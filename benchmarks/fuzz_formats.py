"""Damaged files of every format: ``python benchmarks/fuzz_formats.py [FORMAT ...] [--seconds S] [--seed N]``.

Valid files are damaged at random and read. A file must give a result or an error that says what is wrong (ArcwiseError);
any other exception, more than LIMIT seconds or more than MEMORY bytes is a finding, and its file is kept. Every format
runs in a process of its own, so that nothing a file does can stop the others.
"""

from __future__ import annotations

import argparse
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import monotonic

from arcwise.rules.domain import TheoryDomain
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.domains.table import read_built_in
from arcwise.rules.errors import ArcwiseError
from arcwise.rules.prolog.theory_file import ProgramArcError

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LIMIT = 10
MEMORY = 4 << 30

VOCABULARY = r"""
0 1 2 -1 9 99999999999999999999 1e400 nan 1.5 - => GOAL DOMAIN LABEL COST # ; % :- . , ( ) [ ] { } | * + ' " \
arc s shape blank symbols macro(1,m1). :-op(700,xfx,=>). define :action :parameters ?x object and not or either
forall when increase total-cost start goal training problems null true @ $ _ X
"""
WORDS = (*VOCABULARY.split(), "\t", "\n", "\x00", "é", "\u2028", "\ud7ff")


@dataclass(frozen=True)
class Format:
    """A format to damage: files that are valid, and what reads one."""

    valid: tuple[str, ...]
    suffix: str
    read: Callable[[Path], object]


# --- What there is ----------------------------------------------------------------------------------------


def psvn() -> Format:
    """PSVN, read and written again."""
    from arcwise.rules.psvn.reader import load_psvn
    from arcwise.rules.psvn.writer import write_psvn

    texts = [(EXAMPLES / "eight_puzzle.psvn").read_text(encoding="utf-8")]
    for name in ("hanoi:3x3", "topspin:6x3", "lights-out:2x2"):
        known = read_built_in(name)
        assert known is not None
        family, shape = known
        texts.append(write_psvn(family.theory(shape), [family.goal(shape)]))
    texts.append(
        "DOMAIN d 3 x y z  3 d 3N 2\nX 1 - => Y 3 \\X LABEL l COST 2 # c\nGOAL x - -\nGOAL X X -\n"
    )

    def read(path: Path) -> object:
        file = load_psvn(path)
        return write_psvn(file.theory, file.goals)

    return Format(tuple(texts), ".psvn", read)


def prolog() -> Format:
    """Theories in Prolog, read without Prolog."""
    from arcwise.rules.prolog.theory_file import load_theory_file, write_theory

    names = ("water_jugs.pl", "five_puzzle_arcs.pl")
    texts = [(EXAMPLES / name).read_text(encoding="utf-8") for name in names]
    texts += [write_theory(sliding_tile(2, 2)), "s(a, b). s(b, c, 2).\narc([0,X|T], [X,0|T]).\n"]

    def read(path: Path) -> object:
        return write_theory(load_theory_file(path))

    return Format(tuple(texts), ".pl", read)


def swi() -> Format | None:
    """The same by SWI-Prolog."""
    from arcwise.rules.swi.limits import QuestionLimits
    from arcwise.rules.swi.program import SwiProgram
    from arcwise.rules.swi.status import swi_status

    if swi_status().library is None:
        return None
    texts = (
        (EXAMPLES / "water_jugs.pl").read_text(encoding="utf-8"),
        "s(a, b). s(b, c).\n:- use_module(library(lists)).\ns(X, Y) :- member(X-Y, [c-d, d-a]), !.\n",
        "shape(2, 2). blank(0).\narc(S, T) :- select(0, S, R), append(R, [0], T).\n:- dynamic arc/2.\n",
    )

    def read(path: Path) -> object:
        program = SwiProgram.read(path, limits=QuestionLimits(inferences=100_000))
        try:
            if program.unfold().theory is None and program.size:
                program.successors((1,) * program.size)
        finally:
            program.close()
        return program

    return Format(texts, ".pl", read)


def examples(suffix: str) -> Callable[[], Format]:
    """Training examples as JSON, CSV or Prolog."""

    def make() -> Format:
        from arcwise.ebl.training import load_examples

        theory = sliding_tile(2, 3)
        text = (EXAMPLES / f"five_puzzle{suffix}").read_text(encoding="utf-8")
        more = {
            ".json": '[["4 5 3 0 1 2", [5, 1, 3, 4, 2, 0]]]',
            ".csv": '"4 5 3 0 1 2","5 1 3 4 2 0"\n',
        }
        texts = (text, more.get(suffix, text))
        return Format(texts, suffix, lambda path: load_examples(path, theory, keep_going=True))

    return make


def macros() -> Format:
    """Libraries of macros for one board."""
    from arcwise.ebl import MacroLibrary, explain_result, generalize
    from arcwise.ebl.files.macro_file import holds_macros, library_text, load_macros
    from arcwise.search import Problem, solve

    theory = sliding_tile(2, 3)
    library = MacroLibrary(TheoryDomain(theory))
    start = (4, 5, 3, 0, 1, 2)
    for goal in ((5, 1, 3, 4, 2, 0), (4, 5, 3, 1, 2, 0)):
        found = solve(Problem(theory, start, goal), "breadth-first")
        library.add(generalize(explain_result(found), library.next_name(), "x.json:1:1"))

    def read(path: Path) -> object:
        return holds_macros(path) and load_macros(path)

    return Format((library_text(library),), ".pl", read)


def schemas() -> Format:
    """Libraries of macros for boards of every size."""
    from arcwise.ebl import Course, learn
    from arcwise.ebl.files.macro_file import load_macros, save_macros
    from arcwise.ebl.learners.table import LEARNERS

    texts = []
    for name in ("sliding-tile:3x3", "pancake:5"):
        known = read_built_in(name)
        assert known is not None
        family, shape = known
        learner = LEARNERS["escapes"]
        library = learner.library(family)
        for _ in learn(learner, library, Course(shape, family.practice(shape), quiescence=5)):
            pass
        with tempfile.TemporaryDirectory() as folder:
            save_macros(library, Path(folder, "s.pl"))
            texts.append(Path(folder, "s.pl").read_text(encoding="utf-8"))
    return Format(tuple(texts), ".pl", load_macros)


def actions() -> Format:
    """Libraries of macros over parameters."""
    from arcwise.ebl.files.macro_file import library_text, load_macros
    from arcwise.experiments.designs.learning import learn

    texts = []
    for name in ("blocks", "delivery"):
        files = [str(EXAMPLES / "pddl" / f"{name}{ending}.pddl") for ending in ("", "-1")]
        texts.append(library_text(learn(files[0], files[1:]).library))
    return Format(tuple(texts), ".pl", load_macros)


def pddl_domain() -> Format | None:
    """PDDL domains, each with its first task grounded."""
    if find_spec("arcwise.rules.pddl.read_action_domain") is None:
        return None
    from arcwise.rules.pddl.read_action_domain import load_action_domain

    files = [path for path in sorted((EXAMPLES / "pddl").glob("*.pddl")) if "-" not in path.stem]
    return Format(
        tuple(path.read_text(encoding="utf-8") for path in files), ".pddl", load_action_domain
    )


def pddl_task() -> Format | None:
    """PDDL tasks for one domain."""
    if find_spec("arcwise.rules.pddl.read_task") is None:
        return None
    from arcwise.rules.pddl.read_action_domain import load_action_domain
    from arcwise.rules.pddl.read_task import load_task

    domain = load_action_domain(EXAMPLES / "pddl" / "blocks.pddl")
    text = (EXAMPLES / "pddl" / "blocks-1.pddl").read_text(encoding="utf-8")
    return Format((text,), ".pddl", lambda path: load_task(domain, path))


def sokoban() -> Format | None:
    """Sokoban levels."""
    if find_spec("arcwise.rules.domains.sokoban_levels") is None:
        return None
    text = (EXAMPLES / "sokoban.txt").read_text(encoding="utf-8")
    small = "; 1\n#####\n#@$.#\n#####\n\n  ####\n###  ###\n# .$@  #\n########\n"

    def read(path: Path) -> object:
        known = read_built_in(f"sokoban:{path}")
        assert known is not None
        family, shape = known
        return family.theory(shape)

    return Format((text, small), ".txt", read)


FORMATS: Mapping[str, Callable[[], Format | None]] = {
    "psvn": psvn,
    "prolog": prolog,
    "swi": swi,
    "json": examples(".json"),
    "csv": examples(".csv"),
    "examples-pl": examples(".pl"),
    "macros": macros,
    "schemas": schemas,
    "actions": actions,
    "pddl-domain": pddl_domain,
    "pddl-task": pddl_task,
    "sokoban": sokoban,
}


# --- Damage -----------------------------------------------------------------------------------------------


def damaged(rng: Random, valid: tuple[str, ...]) -> bytes:
    """One of the texts with a few random faults, as bytes."""
    text = rng.choice(valid)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        text = rng.choice(DAMAGES)(rng, text, valid)
    data = text.encode("utf-8", errors="surrogatepass")
    if data and rng.random() < 0.05:
        place = rng.randrange(len(data))
        data = data[:place] + bytes([rng.randrange(256)]) + data[place + rng.randrange(2) :]
    return data[:2_000_000]


def _span(rng: Random, text: str, most: int) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.randint(0, most))


def _drop(rng: Random, text: str, _: tuple[str, ...]) -> str:
    start, end = _span(rng, text, rng.choice((1, 3, 30)))
    return text[:start] + text[end:]


def _put(rng: Random, text: str, _: tuple[str, ...]) -> str:
    start, end = _span(rng, text, rng.choice((0, 0, 1, 5)))
    return text[:start] + rng.choice(WORDS) + rng.choice(("", " ")) + text[end:]


def _cut(rng: Random, text: str, _: tuple[str, ...]) -> str:
    return text[: rng.randint(0, len(text))]


def _double(rng: Random, text: str, _: tuple[str, ...]) -> str:
    start, end = _span(rng, text, rng.choice((5, 50, 500)))
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 50)) + text[end:]


def _splice(rng: Random, text: str, valid: tuple[str, ...]) -> str:
    other = rng.choice(valid)
    start, end = _span(rng, other, 200)
    place = rng.randint(0, len(text))
    return text[:place] + other[start:end] + text[place:]


def _lines(rng: Random, text: str, _: tuple[str, ...]) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        one, other = (rng.randrange(len(lines)) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def _word(rng: Random, text: str, _: tuple[str, ...]) -> str:
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice((rng.choice(WORDS), rng.choice(words)))
    return " ".join(words)


def _deep(rng: Random, text: str, _: tuple[str, ...]) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice("([{-'\"\\,|:") * rng.choice((10, 1000, 30_000)) + text[place:]


DAMAGES = (_drop, _drop, _put, _put, _put, _cut, _double, _splice, _lines, _word, _word, _deep)


# --- Running ----------------------------------------------------------------------------------------------


class Hang(Exception):  # noqa: N818 - what it is
    """A file that takes too long."""


def worker(name: str, seconds: float, seed: int, folder: Path) -> int:
    """Damage and read files of one format; findings go to the folder. The number of different findings."""
    made = FORMATS[name]()
    if made is None:
        print(f"{name:12} not run: what reads it is not here")
        return 0
    rng = Random(f"{name}:{seed}")
    path = folder / f"case{made.suffix}"
    sys.setrecursionlimit(1000)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _ring)
    files = good = 0
    slowest = 0.0
    findings: dict[str, int] = {}
    for text in made.valid:  # what is valid must be read
        path.write_text(text, encoding="utf-8")
        try:
            made.read(path)
        except ProgramArcError:  # valid, and for Prolog only
            continue
    end = monotonic() + seconds
    while monotonic() < end:
        path.write_bytes(damaged(rng, made.valid))
        files += 1
        began = monotonic()
        signal.alarm(LIMIT)
        try:
            made.read(path)
            good += 1
        except ArcwiseError as error:
            if not str(error).strip():
                _keep(findings, "an error without words", path, folder, name)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno}: {error}"
            _keep(findings, what[:200], path, folder, name)
        finally:
            signal.alarm(0)
        slowest = max(slowest, monotonic() - began)
    print(
        f"{name:12} {files:8,} files, {good:7,} of them read, slowest {slowest:5.2f} s, "
        f"{len(findings)} different findings"
    )
    for what, count in findings.items():
        print(f"             {count} x {what}")
    return len(findings)


def _ring(*_: object) -> None:
    raise Hang(f"more than {LIMIT} s")


def _keep(findings: dict[str, int], what: str, path: Path, folder: Path, name: str) -> None:
    if what not in findings and len(findings) < 20:
        kept = folder / f"{name}-{len(findings) + 1}{path.suffix}"
        kept.write_bytes(path.read_bytes())
    findings[what] = findings.get(what, 0) + 1


def run(names: Iterable[str], seconds: float, seed: int, folder: Path) -> int:
    """Every format in a process of its own; how many of them had findings."""
    bad = 0
    for name in names:
        inside = folder / name
        inside.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, __file__, "--worker", name, "--folder", str(inside)]
        command += ["--seconds", str(seconds), "--seed", str(seed)]
        try:
            code = subprocess.run(command, check=False, timeout=seconds + 120).returncode
        except subprocess.TimeoutExpired:
            print(f"{name:12} hangs, past all alarms: {inside}/case*")
            code = 1
        if code not in (0, 1):
            print(f"{name:12} died with exit code {code}: {inside}/case*")
        bad += code != 0
    return bad


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--seconds", type=float, default=10, help="for each format")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="where damaged files go; a temporary one")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="arcwise-fuzz-"))
    if arguments.worker:
        sys.exit(min(1, worker(arguments.worker, arguments.seconds, arguments.seed, folder)))
    unknown = set(arguments.formats) - set(FORMATS)
    if unknown:
        parser.error(f"unknown format {', '.join(sorted(unknown))}")
    bad = run(arguments.formats or FORMATS, arguments.seconds, arguments.seed, folder)
    if bad:
        print(f"the files are in {folder}")
    sys.exit(min(1, bad))


if __name__ == "__main__":
    main()
