"""Many problems at once: the kernel works without Python's lock, so threads share the processors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from ..rules.checked import checked
from ..rules.errors import InputError
from .algorithms import Algorithm
from .problem import SearchProblem
from .result import Result
from .solve import solve


@checked
def solve_many(
    problems: Iterable[SearchProblem],
    algorithm: str | Algorithm = "auto",
    *,
    threads: int = 1,
    done: Callable[[int], None] | None = None,
    **arguments: Any,
) -> list[Result]:
    """Search every problem; results come in the order of the problems and are those of `solve`.

    Ctrl-C ends the searches that run and leaves the rest out: each of those has the status STOPPED, by ``interrupt``.

    Parameters
    ----------
    problems, algorithm
        What to search, and how.
    threads
        How many searches at once. Only searches in the kernel gain by it.
    done
        Called with the number of problems finished so far, from the threads that finish them.
    arguments
        Further arguments of `solve`, but not ``report``.

    Raises
    ------
    InputError
        As `solve` does, and for fewer than one thread.
    """
    if threads < 1:
        raise InputError("bad threads", expected="1 or more", found=str(threads))
    halt = Event()
    finished: list[None] = []

    def check(expanded: int) -> None:
        # The kernel and the Python loops end with a result when their reporter is interrupted.
        if halt.is_set():
            raise KeyboardInterrupt

    def search(problem: SearchProblem) -> Result:
        result = solve(problem, algorithm, report=check, **arguments)
        finished.append(None)
        if done is not None:
            done(len(finished))
        return result

    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(search, problem) for problem in problems]
        try:
            return [future.result() for future in futures]
        except KeyboardInterrupt:
            halt.set()
            return [future.result() for future in futures]
        except BaseException:
            halt.set()
            raise
