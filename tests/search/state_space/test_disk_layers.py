"""Layers in files against layers in memory, whatever ends the work in between."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, read_domain
from arcwise.search import Limits, enumerate_layers
from arcwise.search.state_space import disk_layers
from arcwise.search.state_space.disk_layers import enumerate_on_disk
from arcwise.search.state_space.layer_files import LayerFiles
from arcwise.search.state_space.layer_record import RECORD
from hypothesis import given
from hypothesis import strategies as st


def space(name):
    domain, shape = read_domain(name)
    return domain.theory(shape), domain.goal_state(shape)


EXPECTED = {
    name: enumerate_layers(*space(name)).layers
    for name in ("sliding-tile:2x3", "pancake:6", "hanoi:3x4", "arrow:6")
}


@pytest.fixture
def small_parts(monkeypatch):
    """Files of few states, so that small spaces have many."""
    monkeypatch.setattr(disk_layers, "PART", 400)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_layers_are_those_in_memory(name, tmp_path, small_parts):
    found = enumerate_on_disk(*space(name), tmp_path / "space", threads=2)
    assert found.layers == EXPECTED[name]
    assert found.limit is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sliding-tile:2x4", "pancake:8", "cube:2"])
def test_larger_layers_are_those_in_memory(name, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_layers, "PART", 1 << 18)
    theory, start = space(name)
    limits = Limits(nodes=100_000)
    found = enumerate_on_disk(theory, start, tmp_path / "space", threads=2, limits=limits)
    expected = enumerate_layers(theory, start).layers
    assert found.layers == expected[: len(found.layers)]
    assert sum(found.layers) == sum(expected) or sum(found.layers) > 100_000


A, B = Var("A"), Var("B")


@st.composite
def spaces(draw):
    """A few rules on three cells of three symbols; most cannot be undone."""
    terms = st.sampled_from([0, 1, 2, A, B])
    arcs = []
    for number in range(draw(st.integers(1, 4))):
        before = tuple(draw(st.lists(terms, min_size=3, max_size=3)))
        known = [0, 1, 2, *(term for term in before if isinstance(term, Var))]
        after = tuple(draw(st.lists(st.sampled_from(known), min_size=3, max_size=3)))
        arcs.append(Arc(f"a{number}", before, after))
    start = tuple(draw(st.lists(st.integers(0, 2), min_size=3, max_size=3)))
    return Theory("test", tuple(arcs), (1, 3)), start


@pytest.mark.long
@given(spaces())
def test_rules_that_cannot_be_undone_keep_all_layers(tmp_path_factory, board):
    theory, start = board
    folder = tmp_path_factory.mktemp("space")
    found = enumerate_on_disk(theory, start, folder)
    assert found.layers == enumerate_layers(theory, start).layers


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["time", "nodes"])
def test_what_a_limit_has_ended_is_gone_on_with(ending, tmp_path, small_parts):
    theory, start = space("pancake:6")
    limits = Limits(nodes=100) if ending == "nodes" else Limits(time=1e-9)
    first = enumerate_on_disk(theory, start, tmp_path, limits=limits)
    assert first.limit == ending
    assert first.layers == EXPECTED["pancake:6"][: len(first.layers)]
    assert enumerate_on_disk(theory, start, tmp_path).layers == EXPECTED["pancake:6"]
    assert enumerate_on_disk(theory, start, tmp_path).layers == EXPECTED["pancake:6"]


KILLED = """
import os, signal, sys
from pathlib import Path
from arcwise.rules.read_domain import read_domain
from arcwise.rules.text import text_file
from arcwise.search.state_space import disk_layers, layer_files

domain, shape = read_domain("pancake:6")
disk_layers.PART = 400
left = int(sys.argv[2])
before = text_file.replacing

def replacing(target, **how):
    global left
    left -= 1
    if left == 0:
        (Path(sys.argv[1]) / f".{target.name}.{os.getpid()}-1.part").write_bytes(b"half")
        os.kill(os.getpid(), signal.SIGKILL)
    return before(target, **how)

layer_files.replacing = text_file.replacing = replacing
disk_layers.enumerate_on_disk(domain.theory(shape), domain.goal_state(shape), Path(sys.argv[1]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 9, 30))]
)
def test_a_process_that_is_killed_loses_no_layer(file, tmp_path, small_parts):
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    found = enumerate_on_disk(*space("pancake:6"), tmp_path)
    assert found.layers == EXPECTED["pancake:6"]
    assert not list(tmp_path.glob(".*"))


@pytest.mark.slow
def test_two_at_once_in_one_folder_do_not_disturb_each_other(tmp_path, small_parts):
    theory, start = space("pancake:6")
    seen = []

    def report(states):
        if not seen:
            with pytest.raises(InputError, match="at work in this folder") as refused:
                enumerate_on_disk(theory, start, tmp_path)
            seen.append(refused)

    assert enumerate_on_disk(theory, start, tmp_path, report=report).layers == EXPECTED["pancake:6"]
    assert seen


@pytest.mark.slow
def test_a_task_that_fails_leaves_what_others_have_done(tmp_path, small_parts, monkeypatch):
    theory, start = space("pancake:6")
    merge, calls = LayerFiles.merge, []

    def failing(self, *arguments):
        calls.append(arguments)
        if len(calls) == 7:
            raise OSError(28, "No space left on device", str(tmp_path / "x"))
        return merge(self, *arguments)

    monkeypatch.setattr(LayerFiles, "merge", failing)
    with pytest.raises(InputError, match="No space left"):
        enumerate_on_disk(theory, start, tmp_path)
    monkeypatch.setattr(LayerFiles, "merge", merge)
    assert enumerate_on_disk(theory, start, tmp_path).layers == EXPECTED["pancake:6"]


@pytest.mark.slow
def test_any_executor_does_the_tasks(tmp_path, small_parts):
    with ThreadPoolExecutor(3) as executor:
        found = enumerate_on_disk(*space("pancake:6"), tmp_path, executor=executor)
    assert found.layers == EXPECTED["pancake:6"]


@pytest.mark.long
def test_a_worker_of_a_cluster_that_is_killed_costs_no_layer(tmp_path):
    distributed = pytest.importorskip("distributed")
    theory, start = space("pancake:8")
    killed = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):

        def report(states):
            if states > 3_000 and not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        found = enumerate_on_disk(
            theory, start, tmp_path, executor=client.get_executor(retries=3), report=report
        )
    assert killed
    assert found.layers == enumerate_layers(theory, start).layers


def test_a_limit_on_memory_ends_it_with_what_is_done(tmp_path):
    found = enumerate_on_disk(*space("pancake:6"), tmp_path, limits=Limits(memory=100))
    assert found.limit == "memory"
    assert found.layers == EXPECTED["pancake:6"][: len(found.layers)]


def test_other_folders_are_refused(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("years of work")
    with pytest.raises(InputError, match="holds something else"):
        enumerate_on_disk(*space("pancake:6"), other)
    assert [file.name for file in other.iterdir()] == ["thesis.tex"]
    begun = tmp_path / "begun"
    enumerate_on_disk(*space("pancake:6"), begun, limits=Limits(nodes=10))
    with pytest.raises(InputError, match="of another space"):
        enumerate_on_disk(*space("hanoi:3x4"), begun)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"space": "", "layers": []}', '{"space": 1, "layers": [[[0]]]}']
)
def test_a_record_that_is_none_is_refused(text, tmp_path):
    (tmp_path / RECORD).write_text(text)
    with pytest.raises(InputError, match="not the record"):
        enumerate_on_disk(*space("pancake:6"), tmp_path)


def test_a_damaged_file_is_refused(tmp_path):
    theory, start = space("pancake:6")
    enumerate_on_disk(theory, start, tmp_path, limits=Limits(nodes=100))
    newest = max(tmp_path.glob("*.states"), key=lambda file: int(file.name.split(".")[0]))
    whole = newest.read_bytes()
    for damaged in (whole[:-3], whole[:100], b"", whole[:-8] + b"\xff" * 8):
        newest.write_bytes(damaged)
        with pytest.raises(InputError):
            enumerate_on_disk(theory, start, tmp_path)
    newest.write_bytes(whole)
    assert enumerate_on_disk(theory, start, tmp_path).layers == EXPECTED["pancake:6"]
