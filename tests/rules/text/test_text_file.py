"""Files are written whole or not at all."""

import os
import signal
import stat
import subprocess
import sys

import pytest
from arcwise.rules import InputError
from arcwise.rules.text.text_file import PART, check_writable, open_own, read_text, write_text

KILLED = """
import os, signal, sys
from pathlib import Path
from arcwise.rules.text.text_file import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_what_a_killed_process_has_begun_goes_with_the_next_writing(tmp_path):
    target = tmp_path / "macros.pl"
    target.write_text("old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert target.read_text() == "old"
    assert len([file for file in tmp_path.iterdir() if PART.search(file.name)]) == 1
    write_text(target, "new")
    assert [file.name for file in tmp_path.iterdir()] == ["macros.pl"]
    assert target.read_text() == "new"


def test_what_a_living_process_writes_stays(tmp_path):
    other = tmp_path / f".macros.pl.{os.getppid()}-1.part"
    other.write_text("begun")
    write_text(tmp_path / "macros.pl", "new")
    assert other.exists()


def test_a_file_has_the_permissions_that_the_shell_gives(tmp_path):
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "macros.pl", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "macros.pl").stat().st_mode) == 0o640


def test_a_folder_that_is_a_circle_of_links_cannot_be_read(tmp_path):
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(InputError, match="symbolic link"):
        open_own(tmp_path / "circle" / "file")


def test_the_examples_of_the_manual_are_there_wherever_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert '"training"' in read_text("examples/five_puzzle.json")
    assert "(define (domain" in read_text("examples/pddl/blocks.pddl")
    for name in ("examples/other.json", "five_puzzle.json", "examples/../pyproject.toml"):
        with pytest.raises(InputError, match="no such file"):
            read_text(name)
    (tmp_path / "examples").mkdir()
    write_text("examples/five_puzzle.json", "my own")
    assert read_text("examples/five_puzzle.json") == "my own"


def test_a_device_can_be_written_to_where_its_folder_cannot(monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: str(path) == "/dev/null")
    check_writable("/dev/null")
    with pytest.raises(InputError, match="cannot be written to"):
        check_writable("/dev/none")


def test_standard_input_is_no_file_to_write_to():
    with pytest.raises(InputError, match="leave the option out"):
        check_writable("-")
