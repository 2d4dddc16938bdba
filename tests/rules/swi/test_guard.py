"""What a stranger's program may not do: each of these ran code, or could, before anybody asked it for a move."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from arcwise.rules import InputError, QuestionLimits, SwiError, SwiProgram
from arcwise.rules.prolog.writer import write_atom
from arcwise.rules.swi.interpreter import INTERPRETER
from arcwise.rules.swi.process import BEYOND, SwiProcess

from .hostile import HOSTILE, MOVES

pytestmark = pytest.mark.usefixtures("swi")

LIMITS = QuestionLimits(seconds=20)


@pytest.fixture(scope="module")
def unconfined(swi: None) -> Iterator[SwiProcess]:
    """A child that the system keeps from nothing, shared by all programs of this file on purpose."""
    process = SwiProcess(confined=False)
    try:
        load_alone(process, "bystander", MOVES, Path("bystander.pl"))
        yield process
    finally:
        process.kill()


def load_alone(process: SwiProcess, module: str, text: str, path: Path) -> list[str]:
    """Load a program without trust; why it is refused."""
    process.hand_over(text)
    names = f"{module},{write_atom(str(path))},{write_atom(process.text)}"
    try:
        reply = process.ask(f"load({names},10000000,untrusted)", LIMITS)
    except SwiError as error:
        return [error.kind]
    return [kind for kind, *_ in reply[0] if kind in ("error", "refused")]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_checks_alone_refuse_what_reaches_beyond_the_program(
    text: str, tmp_path: Path, unconfined: SwiProcess
) -> None:
    """No wall of the system stands here, so that none can be taken for a check that refused."""
    program, canary = written(text, tmp_path)
    found = load_alone(unconfined, f"m{abs(hash(text))}", program, tmp_path / "p.pl")
    assert set(found) & {"error", "refused"} and set(found) <= {"error", "refused"}
    assert unconfined.alive
    assert not canary.exists()
    assert unconfined.ask("successors(bystander,arc/3,1000,10,[1,2])", LIMITS) == [[1, 2, 1]]


def written(text: str, folder: Path) -> tuple[str, Path]:
    canary, other = folder / "canary", folder / "other.pl"
    other.write_text(f":- shell('touch {canary}').\na.\n", encoding="utf-8")
    return text.format(canary=canary, other=other) + "\n" + MOVES, canary


@pytest.fixture(scope="module")
def no_child_yet(swi: None) -> None:
    INTERPRETER.stop()


@pytest.mark.slow
@pytest.mark.usefixtures("no_child_yet", "one_child")
@pytest.mark.parametrize("text", [*HOSTILE.values()][::6], ids=[*HOSTILE][::6])
def test_with_all_walls_a_program_is_refused_by_a_check_and_not_by_a_wall(
    text: str, tmp_path: Path
) -> None:
    program, canary = written(text, tmp_path)
    bystander = SwiProgram(MOVES)
    child = bystander.process
    with pytest.raises(InputError) as refused:
        SwiProgram(program, str(tmp_path / "p.pl")).successors((1, 2))
    assert not canary.exists()
    assert str(refused.value).startswith(str(tmp_path))
    assert BEYOND not in str(refused.value)
    assert bystander.process == child is not None
    if sys.platform == "linux" and not INTERPRETER.walls().calls:
        assert "Seccomp:\t2" in Path(f"/proc/{child}/status").read_text(encoding="utf-8")


NOTHING_OF_OURS = {
    "operators": ":- op(0, xfx, :-).\narc([A,B],[B,A],1).",
    "an operator for atoms": ":- op(700, xfx, arc).\n:- op(0, xfx, -).\narc([A,B],[B,A],1).",
    "flags": ":- set_prolog_flag(double_quotes, atom).\narc([A,B],[B,A],1).",
    "a module of our name": ":- module(arcwise_bridge, [arc/3]).\narc([A,B],[B,A],1).",
    "predicates of our names": "request(_, evil).\nsuccessors(_, _, evil).\nall(_,_,_,_,[]).\narc([A,B],[B,A],1).",
    "predicates of the system's names": "append(_,_,_).\nmember(_,_) :- fail.\narc([A,B],[B,A],1).",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", NOTHING_OF_OURS.values(), ids=NOTHING_OF_OURS.keys())
def test_what_a_program_declares_is_its_own(
    text: str, tmp_path: Path, unconfined: SwiProcess
) -> None:
    module = f"m{abs(hash(text))}"
    assert load_alone(unconfined, module, text, tmp_path / "p.pl") == []
    for one in (module, "bystander"):
        assert unconfined.ask(f"successors({one},arc/3,1000,10,[1,2])", LIMITS)[0][1:] == [2, 1]
    assert load_alone(unconfined, "after", MOVES + "\n", tmp_path / "q.pl") == []


@pytest.mark.slow
def test_a_program_that_changes_its_own_child_changes_no_other() -> None:
    evil = "arc([A,B],[B,A],1) :- abolish(arcwise_bridge:all/5), assertz((arcwise_bridge:all(_,_,_,_,[[1,666,666]])))."
    changing, other = SwiProgram(evil, trust=True), SwiProgram(MOVES, trust=True)
    for _ in range(2):
        with contextlib.suppress(InputError):
            changing.successors((1, 2))
        assert other.successors((1, 2))[0][1] == (2, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply",
    [
        "[[one,2,1]]",
        "[[1,[2],1]]",
        "[1]",
        "lie",
        "[[1,2.5,1]]",
        "[[]]",
        "[[true,2,1]]",
        "[[1,true,2]]",
    ],
)
def test_a_reply_of_another_form_is_an_error_of_the_program(reply: str) -> None:
    evil = "arc([X,Y],[Y,X],1) :- abolish(arcwise_bridge:all/5), assertz(arcwise_bridge:all(_,_,_,_,{}))."
    program = SwiProgram(evil.format(reply), "evil.pl", trust=True)
    with contextlib.suppress(InputError):
        program.successors((1, 2))
    try:
        found = [there for _, there in program.successors((1, 2))]
    except InputError as error:
        assert str(error).startswith("evil.pl")
    else:
        assert all(type(cell) in (int, str) for there in found for cell in there)


@pytest.mark.slow
def test_the_environment_of_a_program_without_trust_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked past the checks: `getenv` is refused too."""
    monkeypatch.setenv("MY_TOKEN", "secret")
    process = SwiProcess(confined=True)
    try:
        for number, name in enumerate(("MY_TOKEN", "PATH", "HOME", "PYTHONPATH")):
            process.hand_over(f"arc([_,B],[S,B],1) :- getenv('{name}', S).")
            names = f"m{number},'/tmp/p{number}.pl',{write_atom(process.text)}"
            process.ask(f"load({names},100000,trusted)", LIMITS)
            rows = process.ask(f"successors(m{number},arc/3,1000,10,[1,2])", LIMITS)
            assert rows == []
    finally:
        process.kill()
    with pytest.raises(InputError, match="getenv/2"):
        SwiProgram("arc([_,B],[S,B],1) :- getenv('MY_TOKEN', S).")


HARMLESS = {
    "arithmetic": "arc([X,Y],[Z,Y],1) :- X < Y, Z is min(X, 3) + 1.",
    "facts that change": ":- dynamic(seen/1).\n"
    "arc([X,Y],[Y,X],1) :- assertz(seen(X)), retract(seen(X)).",
    "answers": "arc(S,T,1) :- findall(X, member(X, S), L), forall(member(X, L), integer(X)), reverse(L, T).",
    "a library": ":- use_module(library(lists)).\narc(S,T,1) :- sum_list(S, N), N > 0, reverse(S, T).",
    "constraints": ":- use_module(library(clpfd)).\n"
    "arc([X,Y],[Z,Y],1) :- Z #= X + Y, Z #> 2, label([Z]).",
    "operators": ":- op(700, xfx, ===>).\nstep(a ===> b).\narc([X,Y],[Y,X],1) :- step(_ ===> _).",
    "strings": ':- set_prolog_flag(double_quotes, codes).\na("x").\narc([X,Y],[Y,X],1) :- a([120]).',
    "tabling": ":- table reach/2.\nreach(X, X).\narc([X,Y],[Y,X],1) :- reach(X, X).",
    "a module": ":- module(mine, [arc/3]).\narc([X,Y],[Y,X],1) :- X < Y.",
    "a grammar": "pair(X, Y) --> [X, Y].\narc(S,[Y,X],1) :- phrase(pair(X, Y), S).",
    "another encoding": ":- encoding(utf8).\narc([X,Y],[Y,X],1) :- X < Y.",
}


@pytest.mark.slow
@pytest.mark.usefixtures("one_child")
@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_only_computes_needs_no_trust(text: str) -> None:
    assert len(SwiProgram(text).successors((1, 2))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("cell", ["10**5000", "1r3"])
def test_numbers_that_are_no_cells_are_said(cell: str) -> None:
    program = SwiProgram(f"arc([X],[Y],1) :- X < 9, Y is {cell}.")
    with pytest.raises(InputError):
        program.successors((1,))
    assert SwiProgram(MOVES).successors((1, 2))[0][1] == (2, 1)


@pytest.mark.slow
def test_a_trusted_program_may_do_what_prolog_can(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    SwiProgram(f":- open('{canary}', write, S), close(S).\n{MOVES}", trust=True)
    assert canary.exists()


@pytest.mark.slow
def test_what_is_refused_is_said_with_its_place() -> None:
    with pytest.raises(InputError) as directive:
        SwiProgram(f"{MOVES}\n\n:- shell(ls).", "p.pl")
    assert str(directive.value).startswith("p.pl:3:1: this program could reach your files")
    assert "the directive shell(ls)" in str(directive.value)
    with pytest.raises(InputError) as goal:
        SwiProgram(f"{MOVES}\narc(S,T,2) :- other(S,T).\nother(S,S) :-\n  shell(ls).", "p.pl")
    assert str(goal.value).startswith("p.pl:3:1:") and "shell/1" in str(goal.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("catch(halt, _, S = T)", "halt/0"),
        ("G =.. [shell, ls], call(G)", "a goal that is known only when it is called"),
        ("( S == T -> true ; \\+ shell(ls) )", "shell/1"),
        ("findall(X, (member(X, S), open(X, write, _)), T)", "open/3"),
        ("forall(member(G, [halt]), G)", "a goal that is known only when it is called"),
    ],
)
def test_a_goal_within_a_goal_is_refused_with_its_line(body: str, found: str) -> None:
    with pytest.raises(InputError) as refused:
        SwiProgram(f"{MOVES}\narc(S,T,2) :- S = T.\narc(S,T,3) :- {body}.", "p.pl")
    assert str(refused.value.place) == "p.pl:3:1"
    assert refused.value.found == found


@pytest.mark.slow
def test_looking_at_a_program_without_end_is_limited_too() -> None:
    with pytest.raises(InputError, match="inferences"):
        SwiProgram(f"{MOVES}\n" * 500, limits=QuestionLimits(inferences=1000))


@pytest.mark.slow
def test_what_a_program_writes_cannot_control_the_terminal() -> None:
    script = (
        "from arcwise.rules.swi.program import SwiProgram\n"
        "p = SwiProgram('arc([X],[X],1) :- writeln(\"\\\\e]0;x\\\\a\\\\u009b31m written\").')\n"
        "p.successors((1,))\n"
    )
    done = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    said = done.communicate()[1]
    assert done.returncode == 0, said
    assert "\x1b" not in said and "\x07" not in said and "\x9b" not in said
