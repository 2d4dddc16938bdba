"""Each kind of file from a stranger, with hostile names, through each command that prints or writes something of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from arcwise.ebl import load_macros
from arcwise.explorer.notebook import to_html
from arcwise.rules import InputError

from ..planning.learning.test_hostile_programs import SLOTS, policy_text
from .test_hostile_names import hidden, spoken

UNSEEN = (
    *("x\nFORGED", "x\rFORGED", "x\u2028FORGED", "x\x85FORGED", "x\x0bFORGED", "x\x0cFORGED"),
    *("x\x1b[2Jy", "x\u202egnp", "x\x00y", "x\ty", "x\u200by", "x\x9b31m"),
)
"""Characters that end a line, control a terminal or are invisible."""

SEEN = (
    *(
        "</script><img src=x onerror=alert(1)>",
        "\\input{x}%$&#_^~",
        '"""\'`{}',
        "=cmd|' /C calc'!A0",
    ),
    *("it''s", "a\\b", "[red]red[/red]", "%s{0}", "*/"),
)
"""Texts that are commands or formulas in HTML, LaTeX, Python, a spreadsheet or Prolog."""

FORGED = re.compile(r"^\W*FORGED", re.M)
WRITTEN = (".html", ".tex", ".csv", ".json", ".psvn", ".pddl", ".txt", ".py", ".pl", ".properties")

Files = dict[str, str]


def quoted(name: str) -> str:
    """A name as Prolog has it, whose line ends stand there as they are."""
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def theory(name: str) -> Files:
    atom = quoted(name)
    moves = "arc([X,Y,Z],[Y,X,Z],1).\narc([X,Y,Z],[X,Z,Y],1).\n"
    return {
        "t.pl": f"theory({atom}). arc_name(1,{atom}).\n{moves}",
        "u.pl": f"{moves}arc([{atom},Y,Z],[Y,Z,{atom}],1).\n",
        "e.json": json.dumps([[[name, 1, 2], [2, 1, name]]]),
    }


def program(name: str) -> Files:
    atom = quoted(name)
    return {"t.pl": f"theory({atom}).\narc([a,Y,Z],[Y,Z,a],C) :- C = {atom}.\n"}


def labels(name: str) -> Files:
    return {
        "t.psvn": f"3\n3 3 3\nA B C => B C A LABEL {name}\nGOAL 1 2 0\n",
        "u.psvn": f"DOMAIN d 4\n{name} 0 1 2\n3\nd d d\nA B C => B C A LABEL x\nGOAL 1 2 0\n",
    }


def examples(name: str) -> Files:
    pair = {"name": name, "start": [4, 5, 3, 0, 1, 2], "goal": [5, 1, 3, 4, 2, 0]}
    pairs = [{**pair, "use": "training"}, pair]
    state = f"4 5 3 0 1 {name}"
    return {
        "e.json": json.dumps([pair, {**pair, name: name}]),
        "f.json": json.dumps([[[name, 5, 3, 0, 1, 2], pair["goal"]]]),
        "g.json": json.dumps(pairs),
        "e.csv": f'name,start,goal\n"{name}",4 5 3 0 1 2,5 1 3 4 2 0\n',
        "f.csv": f'start,goal,"{name}"\n{state},5 1 3 4 2 0,"{name}"\n',
        "e.pl": f"example([4,5,3,0,1,2],[5,1,3,4,2,{quoted(name)}]).\n",
    }


MACRO_FILE = """macro_domain('sliding-tile:2x2').
macro_move(1, up, window(2,1), window(A,0), window(0,A), 1).
macro_move(2, left, window(1,2), window(A,0), window(0,A), 1).
macro({m}, window(2,2), window(A,B,C,0), window(0,A,C,B), 2).
macro_steps({m}, [step(up,1,2),step(left,2,1)]).
macro_example({m}, window(1,2,3,0), window(0,1,3,2)).
macro_origin({m}, {n}).
"""


def macros(name: str) -> Files:
    atom = quoted(name)
    return {
        "m.pl": MACRO_FILE.format(m=atom, n=atom),
        "n.pl": MACRO_FILE.format(m="m1", n=atom),
        "o.pl": MACRO_FILE.format(m="m1", n="here").replace("'sliding-tile:2x2'", atom),
        "p.pl": MACRO_FILE.format(m="m1", n="here") + f"macro_image(m1,{atom},{atom}).\n",
        "r.pl": MACRO_FILE.format(m="m1", n="here") + f"subgoal_order({atom}).\n",
        "q.pl": MACRO_FILE.format(m="m1", n="here").replace("up", atom),
    }


def policy(name: str) -> Files:
    return {f"{slot}.pl": policy_text(**{slot: name}) for slot in SLOTS}


DOMAIN = """(define (domain {d}) (:requirements :strips :typing) (:types {t}) (:predicates (at ?x - {t}) (on ?x - {t}) (up ?x - {t}))
(:action {a} :parameters (?x - {t}) :precondition (at ?x) :effect (and (on ?x) (not (at ?x))))
(:action raise :parameters (?x - {t}) :precondition (on ?x) :effect (and (up ?x) (not (on ?x)))))"""
PROBLEM = (
    "(define (problem {p}) (:domain {d}) (:objects {o} - {t}) (:init (at {o})) (:goal (up {o})))"
)


def planning(name: str) -> Files:
    plain = {"d": "d", "t": "t", "a": "go", "p": "p", "o": "o"}
    found = {}
    for slot in plain:
        names = plain | {slot: name}
        found[f"{slot}-d.pddl"], found[f"{slot}-p.pddl"] = (
            DOMAIN.format(**names),
            PROBLEM.format(**names),
        )
    found["plan.txt"] = f"({name} {name})\n"
    return found


def level(name: str) -> Files:
    return {"l.txt": f"{name}\n\n#####\n#@$.#\n#####\n\n{name}\n"}


def certificate(name: str) -> Files:
    found = {
        "format": name,
        "claim": name,
        "theory": {"size": 1, "arcs": [], "start": [name], "goals": [[name]]},
    }
    good = {**found, "format": "arcwise certificate 1"}
    return {
        "c.json": json.dumps(found),
        "d.json": json.dumps(good),
        "e.json": json.dumps({**good, "claim": "plan", "steps": []}),
    }


def each(commands: str, problem: str = "") -> Callable[[Files], list[list[str]]]:
    """The commands of a text, a line each, once for each file whose name ends as ``{...}`` in it says."""

    def made(files: Files) -> list[list[str]]:
        found = []
        for line in filter(str.strip, commands.splitlines()):
            words = line.strip().replace("PROBLEM", problem).split(" | ")
            kind = re.search(r"\{(.+?)\}", line)
            if kind is None:
                found.append(words)
            else:
                names = [file.removesuffix(kind[1]) for file in files if file.endswith(kind[1])]
                found += [[word.replace(kind[0], name) for word in words] for name in names]
        return found

    return made


THEORY = """
    show | {.KIND}.KIND
    show | {.KIND}.KIND | --json
    show | {.KIND}.KIND | --psvn | --goal | GOAL
    solve | {.KIND}.KIND | PROBLEM
    solve | {.KIND}.KIND | PROBLEM | --json | --certificate | why.json
    solve | {.KIND}.KIND | PROBLEM | --plan | plan.txt
    watch | {.KIND}.KIND | PROBLEM | -o | w.html
    watch | {.KIND}.KIND | PROBLEM
    enumerate | {.KIND}.KIND | GOAL
    verify | why.json
"""
PROLOG = THEORY.replace("KIND", "pl").replace("GOAL", "1,2,a")
RUN = """
    report | r-{X} | -o | r-{X}.html | --latex | r-{X}.tex
    export | r-{X} | -o | r-{X}.csv
"""
EXAMPLES = """
    learn | sliding-tile:2x3 | {.X}.X | -o | m-{.X}.X.pl
    compare | sliding-tile:2x3 | {.X}.X | --macros | none | --algorithms | greedy | --beyond | 0 | --run | r-X-{.X}
""" + RUN.replace("{X}", "X-{.X}")
EXPORT = """
    export | {.pl}.pl | -o | x.py
    export | {.pl}.pl | -o | x.pl
"""
OF_MACROS = """
    show | {.pl}.pl
    show | {.pl}.pl | --json
    explain | {.pl}.pl
    explain | {.pl}.pl | --json
    check | {.pl}.pl
    check | {.pl}.pl | --json
"""
PUZZLE = (
    OF_MACROS
    + """
    solve | sliding-tile:2x2 | 1 2 3 0 | 0 1 3 2 | --macros | {.pl}.pl
    solve | sliding-tile:2x2 | 1 2 3 0 | 0 1 3 2 | --macros | {.pl}.pl | --json | --algorithm | climb
    watch | sliding-tile:2x2 | 1 2 3 0 | 0 1 3 2 | --macros | {.pl}.pl | -o | w.html
    compare | sliding-tile:2x2 | --random | 1 | --count | 1 | --macros | {.pl}.pl | --algorithms | greedy | --beyond | 0 | --run | r-{.pl}
"""
    + RUN.replace("{X}", "{.pl}")
)
PLANNING = """
    solve | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl | --certificate | why.json
    solve | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl | --json | --plan | plan2.txt
    show | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl
    learn | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl | -o | m.pddl
    explain | m.pl
    validate | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl | plan.txt
    watch | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl | -o | w.html
    unroll | {-d.pddl}-d.pddl | {-d.pddl}-p.pddl | plan.txt | --macros | m.pl
    verify | why.json
"""
TABLE = {
    "theory": (theory, each(PROLOG + """
    compare | {.pl}.pl | e.json | --macros | none | --beyond | 0 | --run | r-{.pl}
    learn | {.pl}.pl | e.json | -o | m-{.pl}.pl
    explain | m-{.pl}.pl
""" + RUN.replace("{X}", "{.pl}"), "a,1,2 | 1,2,a")),
    "program": (program, each(PROLOG, "a,1,2 | 1,2,a")),
    "psvn": (labels, each(THEORY.replace("KIND", "psvn").replace("GOAL", "0,1,2") + """
    survey | {.psvn}.psvn | --count | 1 | --algorithms | greedy | --run | r-{.psvn}
""" + RUN.replace("{X}", "{.psvn}"), "0,1,2 | 1,2,0")),
    "examples": (examples, each("".join(EXAMPLES.replace("X", kind) for kind in ("json", "csv", "pl")))),
    "macros": (macros, each(PUZZLE)),
    "policy": (policy, each(OF_MACROS + EXPORT)),
    "planning": (planning, each(PLANNING)),
    "level": (level, each("""
    show | sokoban:l.txt
    solve | sokoban:l.txt
""")),
    "certificate": (certificate, each("verify | {.json}.json")),
}  # fmt: skip


CASES = [
    (kind, name)
    for number, kind in enumerate(TABLE)
    for names in (UNSEEN, SEEN)
    for name in names[number % 5 :: 5]
]
"""Every fifth name of both tables for each kind, another fifth for the next kind."""


def harmless(file: Path) -> None:
    """Nothing of a name in a file that arcwise wrote is a line, a command or a formula there."""
    text = file.read_bytes().decode("utf-8")
    assert not hidden(text), file
    assert not FORGED.search(text), file
    if file.suffix == ".html":
        assert not re.search(r"<img src=x|</script>\s*<img", text), file
    if file.suffix == ".tex":
        assert "\\input{x}" not in text.partition("\n")[2], file
    if file.suffix == ".csv":
        assert not re.search(r"(^|,)\"?=cmd", text, re.M), file


@pytest.mark.long
@pytest.mark.usefixtures("one_child")
@pytest.mark.parametrize(("kind", "name"), CASES, ids=ascii)
def test_no_name_in_a_file_of_a_stranger_does_anything(
    kind: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write, commands = TABLE[kind]
    files = write(name)
    for file, text in files.items():
        Path(file).write_text(text, encoding="utf-8", newline="")
    for words in commands(files):
        spoken(*words)
    for file in Path().rglob("*"):
        if file.is_file() and file.name not in files and file.suffix in WRITTEN:
            harmless(file)


@pytest.mark.slow
def test_a_notebook_shows_no_name_of_a_macro_file_as_markup(tmp_path: Path) -> None:
    file = tmp_path / "m.pl"
    for name in (*UNSEEN, *SEEN):
        file.write_text(macros(name)["m.pl"], encoding="utf-8", newline="")
        try:
            library = load_macros(file)
        except InputError as error:
            assert not hidden(str(error))
            assert not FORGED.search(str(error))
            continue
        for shown in (library, *library):
            text = to_html(shown)
            assert "<img src=x" not in text
            assert not hidden(text)
