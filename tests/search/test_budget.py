"""A budget ends what is done inside of it, once, and leaves nothing of itself behind. Time is set, never waited for."""

from __future__ import annotations

import gc
import resource
import signal
import sys
import weakref
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest
from arcwise.search import NO_LIMITS, Limits
from arcwise.search import limits as module
from arcwise.search.limits import Budget, LimitReached, end_of_memory


class Clock:
    """What budgets take for the time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock, in place of the machine's; alarms come when they are raised."""
    made = Clock()
    before = signal.getsignal(signal.SIGALRM), sys.unraisablehook
    monkeypatch.setattr(module, "monotonic", made)
    monkeypatch.setattr(signal, "setitimer", lambda which, seconds, interval=0: None)
    yield made
    assert (signal.getsignal(signal.SIGALRM), sys.unraisablehook) == before


def alarm() -> None:
    signal.raise_signal(signal.SIGALRM)


def test_time_ends_what_is_done_inside(clock: Clock) -> None:
    with pytest.raises(LimitReached) as reached, Budget(Limits(time=5)) as budget:
        clock.now = 4.9
        alarm()  # too early
        clock.now = 5
        alarm()
        raise AssertionError("goes on")
    assert (reached.value.limit, reached.value.budget, budget.reached) == ("time", budget, "time")


def test_what_clears_up_is_not_disturbed(clock: Clock) -> None:
    cleared = []
    with pytest.raises(LimitReached), Budget(Limits(time=5)):
        clock.now = 5
        try:
            alarm()
        finally:
            for number in range(3):
                clock.now += 1
                alarm()
                cleared.append(number)
    assert cleared == [0, 1, 2]


def test_what_keeps_what_is_done_is_not_disturbed(clock: Clock) -> None:
    """As the designs of experiments do, which take it for the user's interrupt."""
    with Budget(Limits(time=5)) as budget:
        try:
            clock.now = 5
            alarm()
        except KeyboardInterrupt:
            alarm()
    assert budget.reached == "time"


def lines_of(function: Callable[..., Any]) -> list[int]:
    return sorted({line for _, _, line in function.__code__.co_lines() if line})


@pytest.mark.parametrize("function", [Budget.__enter__, Budget.__exit__, module._watch])
def test_an_alarm_while_a_budget_begins_or_ends_does_not_escape(
    clock: Clock, function: Callable[..., Any]
) -> None:
    """At whatever line it comes; the fixture looks that all is as before."""
    came: list[int] = []
    at = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is function.__code__:
            if frame.f_lineno == at:
                came.append(at)
                alarm()
            return trace
        return None

    for line in lines_of(function):
        at = line
        budget = Budget(Limits(time=5, memory=2**30))
        limit = resource.getrlimit(resource.RLIMIT_DATA)
        clock.now += 10
        with Budget(Limits(time=1000)):  # takes alarms
            sys.settrace(trace)
            try:
                with budget:
                    pass
            finally:
                sys.settrace(None)
        assert resource.getrlimit(resource.RLIMIT_DATA) == limit
    assert len(set(came)) > 2


@pytest.mark.slow
def test_what_python_drops_is_said_again(clock: Clock) -> None:
    class Dying:
        def __del__(self) -> None:
            alarm()  # is put off

    class Plain:
        pass

    plain = Plain()
    watcher = weakref.ref(plain, lambda _: alarm())  # is dropped
    with pytest.raises(LimitReached), Budget(Limits(time=5)) as budget:
        clock.now = 5
        Dying()
        assert budget.reached is None
        del plain
        assert watcher() is None and budget.reached is None
        gc.callbacks.append(collected)
        try:
            gc.collect()
        finally:
            gc.callbacks.remove(collected)
        alarm()
        raise AssertionError("goes on")


def collected(phase: str, facts: dict[str, int]) -> None:
    alarm()


def test_of_two_budgets_the_one_that_is_spent_ends(clock: Clock) -> None:
    with Budget(Limits(time=10)) as outer:
        with pytest.raises(LimitReached) as reached, Budget(Limits(time=5)) as inner:
            assert inner.left.time == 5
            clock.now = 6
            alarm()
        assert reached.value.budget is inner and outer.reached is None
        assert Budget(Limits(time=100)).left.time == 4 * module.EARLIER
        with pytest.raises(LimitReached) as reached, Budget(Limits(time=100)) as inner:
            clock.now = 11
            alarm()
        assert reached.value.budget is outer and inner.reached is None


def test_an_interrupt_that_it_became_is_taken_for_what_it_was(clock: Clock) -> None:
    """As when the kernel was interrupted, which then says so in words of its own."""
    with pytest.raises(LimitReached, match="time"), Budget(Limits(time=5)):
        clock.now = 5
        try:
            alarm()
        except KeyboardInterrupt:
            raise KeyboardInterrupt from None
    with pytest.raises(KeyboardInterrupt) as error, Budget(Limits(time=500)):
        raise KeyboardInterrupt
    assert not isinstance(error.value, LimitReached)


def test_memory_at_its_end_is_a_limit_where_there_is_one() -> None:
    with pytest.raises(LimitReached, match="memory"), Budget(Limits(memory=2**30)):
        raise MemoryError
    with pytest.raises(MemoryError), Budget(Limits(time=1000)):
        raise MemoryError


def test_what_is_left_is_for_the_search(clock: Clock) -> None:
    with Budget(Limits(time=1000, nodes=5)) as budget:
        clock.now = 1
    assert budget.left == Limits(time=999, nodes=5)
    with Budget(NO_LIMITS) as budget:
        assert budget.left == NO_LIMITS


def test_a_limit_is_no_error_that_a_fallback_takes() -> None:
    assert not issubclass(LimitReached, Exception)
    with pytest.raises(LimitReached), Budget(Limits(time=0.001)):
        while True:
            pass


def test_a_search_of_no_limit_of_its_own_ends_the_budget_of_memory_that_it_met() -> None:
    with pytest.raises(LimitReached, match="memory"), Budget(Limits(memory=2**30)) as budget:
        end_of_memory()
    assert budget.reached == "memory"
    with Budget(Limits(time=1000)):
        end_of_memory()


def test_memory_is_over_while_there_is_some_left(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = 0
    monkeypatch.setattr(module, "_data_bytes", lambda: taken)
    monkeypatch.setattr(module, "_hold", lambda: None)
    with pytest.raises(LimitReached) as reached, Budget(Limits(memory=1000)) as budget:
        alarm()  # nothing is taken yet
        taken = 1001 + module.SLACK - module.BUDGET_RESERVE
        alarm()
        raise AssertionError("goes on")
    assert (reached.value.limit, budget.reached) == ("memory", "memory")
