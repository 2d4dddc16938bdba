"""The child process in which SWI-Prolog runs: whatever a program does to it, the next question is answered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from arcwise.logic.prover import read_trusted_moves
from arcwise.logic.prover.in_swi import MovesInSwi
from arcwise.logic.swi.interpreter import INTERPRETER, swi_status
from arcwise.logic.swi.process import QuestionLimits, SwiUnavailable
from arcwise.logic.swi.program import SwiTheory
from arcwise.rules import InputError, sliding_tile

pytestmark = pytest.mark.usefixtures("swi", "trusted")

UNBOUNDED = QuestionLimits(inferences=None)
trusted = partial(read_trusted_moves, trust=True)
NEXT = "arc([X],[Y],1) :- Y is X + 1."


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Callable[[Callable[[], None]], MovesInSwi]]:
    """A program without end that calls a function as soon as it runs."""
    fifo = tmp_path / "running"
    os.mkfifo(fifo)
    text = f"arc([X],[X],1) :- open('{fifo}', write, S), write(S, yes), close(S), repeat, fail."
    threads = []

    def made(when_running: Callable[[], None]) -> MovesInSwi:
        def wait() -> None:
            assert fifo.read_text() == "yes"
            when_running()

        threads.append(threading.Thread(target=wait))
        threads[-1].start()
        return trusted(text, "endless.pl", limits=UNBOUNDED)

    yield made
    for thread in threads:
        thread.join()


@pytest.fixture(scope="module")
def bystander() -> MovesInSwi:
    """A program that goes on whatever others do."""
    return trusted(NEXT)


def pid_of(program: MovesInSwi) -> int | None:
    return INTERPRETER.pid(program.database.origin.module)


def child(program: MovesInSwi) -> int:
    found = pid_of(program)
    assert found is not None
    return found


def assert_gone(pid: int) -> None:
    """Not even a zombie is left."""
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


@pytest.mark.slow
def test_a_child_that_is_killed_in_the_middle_of_a_question_is_said_and_replaced(
    endless: Callable[[Callable[[], None]], MovesInSwi],
) -> None:
    other = trusted(NEXT)
    kept = child(other)
    program = endless(lambda: os.kill(child(program), signal.SIGKILL))
    before = child(program)
    with pytest.raises(InputError, match=r"its process ended \(signal SIGKILL\)"):
        program.successors((1,))
    assert_gone(before)
    assert pid_of(program) is None
    assert other.successors((1,))[0][1] == (2,)
    assert child(other) == kept


@pytest.mark.slow
def test_an_interrupt_ends_the_question_and_the_next_one_is_answered(
    endless: Callable[[Callable[[], None]], MovesInSwi],
) -> None:
    other = trusted(NEXT)
    program = endless(lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    before = child(program)
    with pytest.raises(KeyboardInterrupt):
        program.successors((1,))
    assert_gone(before)
    assert other.successors((1,))[0][1] == (2,)


@pytest.mark.slow
def test_the_child_stands_apart_from_interrupts_at_the_terminal() -> None:
    program = trusted(NEXT)
    assert os.getsid(child(program)) == child(program) != os.getsid(0)


@pytest.mark.long
def test_many_programs_leave_few_processes_and_all_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 2
    monkeypatch.setattr("arcwise.logic.swi.interpreter.MOST_PROCESSES", most)
    INTERPRETER.stop()
    programs = [trusted(f"arc([X],[Y],1) :- Y is X + {n}.") for n in range(most + 2)]
    running = [pid_of(program) for program in programs]
    assert running[:2] == [None, None]
    assert len(set(running[2:])) == most
    for number in (0, most + 1, 1):
        assert programs[number].successors((1,))[0][1] == (1 + number,)
    for program in programs:
        INTERPRETER.unload(program.database.origin.module)
    assert {pid_of(program) for program in programs} == {None}


@pytest.mark.slow
def test_a_child_that_died_between_two_questions_is_not_noticed() -> None:
    program, theory = trusted(NEXT), SwiTheory(sliding_tile(2, 2))
    expected = theory.successors((1, 2, 3, 0))
    before = child(program)
    os.kill(before, signal.SIGKILL)
    os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)
    assert program.successors((1,))[0][1] == (2,)
    assert theory.successors((1, 2, 3, 0)) == expected
    assert child(program) != before


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "limits", "message"),
    [
        ("sleep(1000)", QuestionLimits(seconds=0.3), "no answer within 0.3 seconds"),
        ("repeat, fail", QuestionLimits(None, seconds=0.3), "no answer within 0.3 seconds"),
        ("repeat, fail", QuestionLimits(100_000), "no end within 100,000 inferences"),
        ("length(L, 100000000), L = [_|_]", QuestionLimits(memory=2**27), "not enough memory"),
        ("double(X)", QuestionLimits(memory=2**27), "as when memory runs out"),
        ("shell('kill -SEGV $PPID')", QuestionLimits(), "SIGSEGV, as when memory runs out"),
        ("halt", UNBOUNDED, "the program calls halt"),
        ("abort", UNBOUNDED, "the program calls abort"),
        ("shell('kill -9 $PPID')", UNBOUNDED, "signal SIGKILL"),
        ("thread_create(halt, T), thread_join(T)", UNBOUNDED, "the program calls halt"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux only")
def test_whatever_a_program_does_is_an_error_and_others_go_on(
    body: str, limits: QuestionLimits, message: str, bystander: MovesInSwi
) -> None:
    double = "double(A) :- atom_concat(A, A, B), double(B).\n"
    program = trusted(f"arc([X],[X],1) :- {body}.\n{double}", "p.pl", limits=limits)
    for _ in range(2 if body == "halt" else 1):  # and again, with a child that is new
        with pytest.raises(InputError, match=message) as caught:
            program.successors((1,))
        assert str(caught.value).startswith("p.pl")
    assert bystander.successors((1,))[0][1] == (2,)


@pytest.mark.slow
def test_a_limit_on_memory_holds_for_its_own_questions_only() -> None:
    large = "arc([X],[Y],1) :- numlist(1, 2000000, L), sum_list(L, Y), X = X."
    # Prolog itself may die where memory is refused to it.
    with pytest.raises(InputError, match="memory"):
        trusted(large, limits=QuestionLimits(memory=2**26)).successors((1,))
    assert trusted(large).successors((1,))[0][1] == (2000001000000,)


@pytest.mark.long
@pytest.mark.slow
def test_a_program_that_cannot_be_loaded_again_says_so(tmp_path: Path) -> None:
    (tmp_path / "steps.pl").write_text("step(1, 2).\n", encoding="utf-8")
    text = ":- include(steps).\narc([X],[Y],1) :- step(X, Y).\n"
    program = trusted(text, str(tmp_path / "main.pl"))
    (tmp_path / "steps.pl").write_text("step(1, ", encoding="utf-8")
    INTERPRETER.stop()
    with pytest.raises(InputError, match=r"steps\.pl"):
        program.successors((1,))


def run(script: str) -> tuple[int, str, str]:
    begin = (
        "import os, sys\n"
        "from arcwise.logic.swi.interpreter import INTERPRETER\n"
        "from arcwise.logic.prover import read_trusted_moves\n"
        "from arcwise.logic.swi.interpreter import INTERPRETER\n"
        f"p = read_trusted_moves({NEXT!r}, trust=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", begin + script],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_the_interpreter_ends_cleanly_after_questions() -> None:
    script = "print(p.successors((1,))[0][1], 'pyswip' in sys.modules)\n"
    assert run(script) == (0, "(2,) False\n", "")


@pytest.mark.long
@pytest.mark.slow
def test_the_interpreter_ends_while_a_thread_asks_a_question_without_end(tmp_path: Path) -> None:
    fifo = tmp_path / "running"
    os.mkfifo(fifo)
    script = f"""
import threading
from arcwise.logic.swi.process import QuestionLimits
text = "arc([X],[X],1) :- open('{fifo}', write, S), write(S, yes), close(S), repeat, fail."
endless = read_trusted_moves(text, trust=True, limits=QuestionLimits(None, seconds=None))
threading.Thread(target=endless.successors, args=((1,),), daemon=True).start()
print(open('{fifo}').read())
"""
    assert run(script)[:2] == (0, "yes\n")


@pytest.mark.slow
def test_a_forked_process_has_a_child_of_its_own() -> None:
    script = """
mine = INTERPRETER.pid(p.database.origin.module)
reading, writing = os.pipe()
if not os.fork():
    answer = p.successors((5,))[0][1]
    os.write(writing, f"{answer} {INTERPRETER.pid(p.database.origin.module) not in (None, mine)}".encode())
    os._exit(0)
print(os.read(reading, 100).decode())
os.wait()
print(p.successors((1,))[0][1], INTERPRETER.pid(p.database.origin.module) == mine)
"""
    assert run(script) == (0, "(6,) True\n(2,) True\n", "")


@pytest.mark.slow
def test_the_child_ends_with_its_parent_even_in_the_middle_of_a_question() -> None:
    endless = "arc([X],[X],1) :- write(user_error, running), nl(user_error), repeat, fail."
    script = (
        "from arcwise.logic.swi.process import QuestionLimits\n"
        "from arcwise.logic.prover import read_trusted_moves\n"
        f"read_trusted_moves({endless!r}, trust=True, limits=QuestionLimits(None)).successors((1,))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE) as parent:
        assert parent.stderr is not None
        assert parent.stderr.readline() == b"running\n"
        parent.kill()
        assert parent.stderr.read() == b""  # ends when nobody holds it any more


@pytest.mark.long
@pytest.mark.slow
def test_two_processes_ask_at_once() -> None:
    script = (
        "from arcwise.logic.prover import read_trusted_moves\n"
        f"p = read_trusted_moves({NEXT!r}, trust=True)\n"
        "print(input(), flush=True)\n"
        "print(p.successors((int(input()),))[0][1])\n"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", script], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    for one in both:
        assert one.stdin is not None
        assert one.stdout is not None
        one.stdin.write("ready\n")
        one.stdin.flush()
        assert one.stdout.readline() == "ready\n"
    answers = [one.communicate(f"{number}\n")[0] for number, one in enumerate(both)]
    assert answers == ["(1,)\n", "(2,)\n"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "reason"),
    [
        pytest.param("raise ImportError('no pyswip')", "no pyswip", marks=pytest.mark.slow),
        ("raise RuntimeError('SWI-Prolog not found')", "SWI-Prolog not found"),
        ("import os; os._exit(3)", r"its process ended \(exit code 3\)"),
    ],
)
def test_without_pyswip_or_prolog_the_message_says_what_to_install(
    package: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyswip.py").write_text(package, encoding="utf-8")
    INTERPRETER.stop()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(SwiUnavailable, match=f"(?s){reason}.*apt install swi-prolog-nox"):
        trusted("arc([a],[b],1).")
    status = swi_status()
    assert status.library is None
    assert status.problem


def test_the_status_gives_the_versions() -> None:
    status = swi_status()
    assert status.pyswip
    assert status.library
    assert status.problem == ""
