"""Every format: files that are valid, and what reads one."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random

from arcwise.rules import open_source
from arcwise.rules.domain import TheoryDomain
from arcwise.rules.domains.sliding_tiles import sliding_tile

from .damage import alter

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True)
class Format:
    """A format to damage: files that are valid, and what reads one; of what is no text, what makes a damaged one."""

    valid: tuple[str, ...]
    suffix: str
    read: Callable[[Path], object]
    make: Callable[[Random, Path], None] | None = None


def psvn() -> Format:
    """PSVN, read and written again."""
    from arcwise.rules.psvn.reader import load_psvn
    from arcwise.rules.psvn.writer import write_psvn

    texts = [(EXAMPLES / "eight_puzzle.psvn").read_text(encoding="utf-8")]
    for name in ("hanoi:3x3", "topspin:6x3", "lights-out:2x2"):
        domain, shape = open_source(name).sized
        texts.append(write_psvn(domain.theory(shape), [domain.goal(shape)]))
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


def examples(suffix: str) -> Callable[[], Format]:
    """Training examples as JSON, CSV or Prolog."""

    def make() -> Format:
        from arcwise.ebl.example_set import load_examples

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
    from arcwise.ebl.files.macro_file import head_of, library_text, load_macros
    from arcwise.search import Problem, solve

    theory = sliding_tile(2, 3)
    library = MacroLibrary(TheoryDomain(theory))
    start = (4, 5, 3, 0, 1, 2)
    for goal in ((5, 1, 3, 4, 2, 0), (4, 5, 3, 1, 2, 0)):
        found = solve(Problem(theory, start, goal), "breadth-first")
        library.add(generalize(explain_result(found), library.next_name(), "x.json:1:1"))

    def read(path: Path) -> object:
        return head_of(path).notation and load_macros(path)

    return Format((library_text(library),), ".pl", read)


def schemas() -> Format:
    """Libraries of macros for boards of every size."""
    from arcwise.ebl import Course, train
    from arcwise.ebl.files.macro_file import load_macros, save_macros
    from arcwise.ebl.learners.learner_table import LEARNERS

    texts = []
    for name in ("sliding-tile:3x3", "pancake:5"):
        domain, shape = open_source(name).sized
        learner = LEARNERS["escapes"]
        library = learner.library(domain)
        for _ in train(learner, library, Course(shape, domain.practice(shape))):
            pass
        with tempfile.TemporaryDirectory() as folder:
            save_macros(library, Path(folder, "s.pl"))
            texts.append(Path(folder, "s.pl").read_text(encoding="utf-8"))
    return Format(tuple(texts), ".pl", load_macros)


def actions() -> Format:
    """Libraries of macros over parameters."""
    from arcwise.ebl.files.macro_file import library_text, load_macros
    from arcwise.experiments.designs.learn import learn

    texts = []
    for name in ("blocks", "delivery"):
        files = [str(EXAMPLES / "pddl" / f"{name}{ending}.pddl") for ending in ("", "-1")]
        texts.append(library_text(learn(files[0], files[1:]).library))
    return Format(tuple(texts), ".pl", load_macros)


def pddl_domain() -> Format | None:
    """PDDL domains, each with its first task grounded."""
    if find_spec("arcwise.planning.pddl.read_action_domain") is None:
        return None
    from arcwise.planning.pddl.read_action_domain import load_action_domain

    files = [path for path in sorted((EXAMPLES / "pddl").glob("*.pddl")) if "-" not in path.stem]
    return Format(
        tuple(path.read_text(encoding="utf-8") for path in files), ".pddl", load_action_domain
    )


def pddl_task() -> Format | None:
    """PDDL tasks for one domain."""
    if find_spec("arcwise.planning.pddl.read_task") is None:
        return None
    from arcwise.planning.pddl.read_action_domain import load_action_domain
    from arcwise.planning.pddl.read_task import load_task

    domain = load_action_domain(EXAMPLES / "pddl" / "blocks.pddl")
    text = (EXAMPLES / "pddl" / "blocks-1.pddl").read_text(encoding="utf-8")
    return Format((text,), ".pddl", lambda path: load_task(domain, path))


def sokoban() -> Format | None:
    """Sokoban levels."""
    if find_spec("arcwise.rules.domains.sokoban") is None:
        return None
    text = (EXAMPLES / "sokoban.txt").read_text(encoding="utf-8")
    small = "; 1\n#####\n#@$.#\n#####\n\n  ####\n###  ###\n# .$@  #\n########\n"

    def read(path: Path) -> object:
        domain, shape = open_source(f"sokoban:{path}").sized
        return domain.theory(shape)

    return Format((text, small), ".txt", read)


def run() -> Format:
    """Databases of runs: cells, statements and bytes."""
    from arcwise.experiments import ProblemSet, compare
    from arcwise.experiments.keeping import Keeping
    from arcwise.experiments.store import RunFolder, read_run
    from arcwise.experiments.store.rows import DATABASE
    from arcwise.rules import open_source

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "run")
        domain = open_source("pancake:4")
        problems = ProblemSet.random(domain, domain.goal(None), 2, 1)
        compare("pancake:4", problems, None, ["a-star", "greedy"], keeping=Keeping(str(place)))
        whole = (place / DATABASE).read_bytes()

    def make(rng: Random, path: Path) -> None:
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        database = path / DATABASE
        database.write_bytes(whole)
        if rng.random() < 0.7:
            with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
                for _ in range(rng.choice((1, 1, 3))):
                    alter(rng, connection)
                connection.commit()
        else:
            data = bytearray(whole)
            for _ in range(rng.choice((1, 5, 100))):
                place = rng.randrange(len(data) if rng.random() < 0.7 else 200)
                data[place] = rng.randrange(256)
            database.write_bytes(
                data[: rng.choice((len(data), len(data), rng.randrange(len(data))))]
            )

    def read(path: Path) -> object:
        RunFolder.open(path).close()
        return read_run(path)

    return Format((), ".run", read, make)


FORMATS: Mapping[str, Callable[[], Format | None]] = {
    "psvn": psvn,
    "prolog": prolog,
    "json": examples(".json"),
    "csv": examples(".csv"),
    "examples-pl": examples(".pl"),
    "macros": macros,
    "schemas": schemas,
    "actions": actions,
    "pddl-domain": pddl_domain,
    "pddl-task": pddl_task,
    "sokoban": sokoban,
    "run": run,
}
