"""The library of a run that learns: what it began with, and its files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from arcwise.ebl import MacroLibrary, load_macros
from arcwise.experiments import learn
from arcwise.experiments.store import RunFolder
from arcwise.experiments.store.run_folder import LibraryFiles, UnsavedError, first_macros
from arcwise.rules import SlidingTiles

PAIRS = [((4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0)), ((4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))]


def test_a_run_keeps_the_macros_that_it_began_with() -> None:
    with RunFolder.in_memory({}) as folder:
        assert first_macros(folder, None) is None
        assert first_macros(folder, "one") == "one"
        assert first_macros(folder, "more") == "one"


def test_a_file_is_not_written_before_there_is_a_macro(tmp_path: Path) -> None:
    file, kept = tmp_path / "macros.pl", tmp_path / "kept.pl"
    files = LibraryFiles((file,), kept)
    files.save(MacroLibrary(SlidingTiles(), shape=(2, 3)), last=True)
    assert (file.exists(), kept.exists()) == (False, True)
    files.save(learn("sliding-tile:2x3", PAIRS).library, last=True)
    assert file.exists()


def test_a_library_that_cannot_be_written_is_in_the_error(tmp_path: Path) -> None:
    library = learn("sliding-tile:2x3", PAIRS).library
    kept = tmp_path / "kept.pl"
    files = LibraryFiles((tmp_path / "no" / "macros.pl", None, kept))
    with pytest.raises(UnsavedError) as error:
        files.save(library)
    assert error.value.text.count("macro(") == 2
    files.save(library, last=True)
    assert load_macros(kept, SlidingTiles(), (2, 3)) == library
    assert files.written == [kept]


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_in_a_runs_folder_only_a_plain_file_is_written_over(tmp_path: Path, kind: str) -> None:
    kept, elsewhere = tmp_path / "macros.pl", tmp_path / "elsewhere"
    if kind == "pipe":
        os.mkfifo(kept)
    else:
        kept.symlink_to(elsewhere)
        elsewhere.write_text("not ours")
    library = MacroLibrary(SlidingTiles(), shape=(2, 3))
    with pytest.raises(UnsavedError, match="no plain file"):
        LibraryFiles([], kept).save(library, last=True)
    assert kind == "pipe" or elsewhere.read_text() == "not ours"
