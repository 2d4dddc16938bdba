"""The folder of an enumeration in files: who works in it, and which layers are complete."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import ENOSPC
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import TypeAlias

from ...rules.errors import InputError, Place
from ...rules.fingerprint import fingerprint
from ...rules.text.text_file import read_text, write_text
from .layer_files import BUCKETS, LayerFiles, Range, damaged

RECORD = "layers.json"
LOCK = "layers.lock"

Layer: TypeAlias = dict[Range, int]
"""By file, how many states it has."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made where it is missing, so that nobody else on this machine works in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("ab") if _is_ours(folder) else None
    except OSError as error:
        raise cannot(folder, "be kept here", error) from None
    if lock is None:
        raise InputError(
            "this folder holds something else",
            place=Place(str(folder)),
            expected="an empty folder, or one with an enumeration that was begun",
        )
    with lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise InputError(
                "another enumeration is at work in this folder",
                place=Place(str(folder)),
                remedy="another folder, or --threads for more of one",
            ) from None
        yield


def _is_ours(folder: Path) -> bool:
    ours = (".states", ".successors", ".part")
    return all(file.name in (RECORD, LOCK) or file.suffix in ours for file in folder.iterdir())


def begun(files: LayerFiles) -> list[Layer]:
    """Complete layers, by file the number of states, in a folder that is new or has been begun for the same space."""
    try:
        if (files.folder / RECORD).exists():
            return _read_record(files)
        layers = [{files.begin(): 1}]
        keep_record(files, layers)
    except OSError as error:
        raise cannot(files.folder, "be kept here", error) from None
    return layers


def cannot(folder: Path, what: str, error: OSError) -> InputError:
    """Error for a folder that the system refuses."""
    rest = "the same command goes on with what is done"
    return InputError(
        f"an enumeration cannot {what}: {error.strerror or error}",
        place=Place(str(error.filename or folder)),
        remedy=f"room in the folder; {rest}" if error.errno == ENOSPC else rest,
    )


def _of_space(files: LayerFiles) -> str:
    return fingerprint(BUCKETS, files.start, files.theory)


def keep_record(files: LayerFiles, layers: Sequence[Layer]) -> None:
    """Write down which layers are complete."""
    kept = [[[*states, count] for states, count in layer.items()] for layer in layers]
    write_text(files.folder / RECORD, json.dumps({"space": _of_space(files), "layers": kept}))


def _read_record(files: LayerFiles) -> list[Layer]:
    place = Place(str(files.folder / RECORD))
    try:
        record = json.loads(read_text(files.folder / RECORD))
        layers = [
            {Range(number, first, end): count for number, first, end, count in layer}
            for layer in record["layers"]
        ]
        items = [(number, item) for number, layer in enumerate(layers) for item in layer.items()]
        good = bool(layers) and all(
            all(type(value) is int for value in (*states, count))
            and states.layer == number
            and 0 <= states.first < states.end <= BUCKETS
            and count > 0
            for number, (states, count) in items
        )
        same = record["space"] == _of_space(files)
    except (ValueError, TypeError, KeyError, RecursionError):
        good = same = False
    if not good:
        raise InputError("not the record of an enumeration", place=place)
    if not same:
        raise InputError(
            "this folder holds the enumeration of another space",
            place=Place(str(files.folder)),
            expected=f"{files.theory.name} from {files.theory.format(files.start)}",
            remedy="another folder",
        )
    for states, count in layers[-1].items():
        if files.size(states) != count:
            raise damaged(files.folder / states.states)
    return layers


def clear(files: LayerFiles, layers: Sequence[Layer], keep: int | None) -> None:
    """Remove what a complete layer has made useless."""
    wanted = {states.states for layer in (layers[-keep:] if keep else layers) for states in layer}
    for file in files.folder.iterdir():
        if file.name not in wanted and file.suffix in (".states", ".successors"):
            file.unlink()
