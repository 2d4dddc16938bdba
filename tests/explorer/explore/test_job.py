from __future__ import annotations

import threading

import pytest
from arcwise.explorer.explore.walk import Job, Progress
from arcwise.rules import InputError

PATIENCE = 300


def finished(job: Job[int]) -> Job[int]:
    job._thread.join(PATIENCE)
    assert not job.running
    return job


def test_a_job_gives_what_came_of_it() -> None:
    job = finished(Job(lambda progress: 7))
    assert (job.outcome, job.trouble) == (7, "")


def test_a_job_tells_how_far_it_is_while_it_runs() -> None:
    reported, go_on = threading.Event(), threading.Event()

    def work(progress: Progress) -> int:
        progress(41)
        reported.set()
        assert go_on.wait(PATIENCE)
        return progress.count

    job = Job(work)
    assert reported.wait(PATIENCE)
    assert job.running and job.progress.count == 41 and job.outcome is None
    go_on.set()
    assert finished(job).outcome == 41


def test_a_job_ends_at_the_report_after_it_was_called_off() -> None:
    ready = threading.Event()

    def work(progress: Progress) -> int:
        ready.set()
        while True:
            progress(0)

    job = Job(work)
    assert ready.wait(PATIENCE)
    job.call_off(PATIENCE)
    assert not job.running
    assert (job.outcome, job.trouble) == (None, "called off")


@pytest.mark.parametrize(
    ("error", "trouble"),
    [(InputError("bad goal", found="7"), "bad goal; found: 7"), (MemoryError(), "out of memory")],
)
def test_trouble_is_reported_in_words(error: Exception, trouble: str) -> None:
    def work(progress: Progress) -> int:
        raise error

    job = finished(Job(work))
    assert (job.outcome, job.trouble) == (None, trouble)


def test_a_defect_is_raised_where_the_outcome_is_asked_for() -> None:
    def work(progress: Progress) -> int:
        return 1 // progress.count

    job = finished(Job(work))
    with pytest.raises(ZeroDivisionError):
        _ = job.outcome
