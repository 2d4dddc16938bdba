"""The folder of a run: whether it holds one, and making one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...rules.errors import InputError, Place
from ...rules.text.text_file import clear_parts
from .owner import is_gone
from .tables import DATABASE, is_ours
from .validation import check_plain


def holds_run(place: Path) -> bool:
    """Whether something has been written into the database of a folder."""
    database = place / DATABASE
    return database.is_file() and database.stat().st_size > 0


def find_database(folder: Path) -> Path:
    """The database of a run folder.

    Raises
    ------
    InputError
        A path that is no folder, or one without it.
    """
    database = folder / DATABASE
    if folder.is_file():
        raise InputError("this is a file", place=Place(str(folder)), expected="the folder of a run")
    check_plain(database)
    if not database.is_file():
        raise no_run(folder)
    return database


def is_written(folder: Path) -> bool:
    """Whether somebody has the run open to write, or was killed while he had: SQLite's journal stands beside it."""
    return (folder / f"{DATABASE}-wal").exists()


def no_run(folder: Path) -> InputError:
    """The error that says that a folder holds no run."""
    return InputError(
        "no run in this folder" if folder.is_dir() else "no such folder",
        place=Place(str(folder)),
        expected="a folder that --run DIR has written",
    )


def make_folder(place: Path) -> None:
    """Make the folder of a run that is to begin.

    Raises
    ------
    InputError
        A folder that holds something, be it another run, or cannot be made.
    """
    check_plain(place / DATABASE)
    if holds_run(place):
        raise run_exists(place) if is_ours(place / DATABASE) else _in_use(place, DATABASE)
    try:
        place.mkdir(parents=True, exist_ok=True)
        held: Iterator[Path] = (
            file for file in place.iterdir() if not file.name.startswith(DATABASE)
        )
        if not (place / DATABASE).exists() and (other := next(held, None)):
            raise _in_use(place, other.name)
    except OSError as error:
        raise InputError(
            f"cannot be made: {error.strerror}",
            place=Place(str(place)),
            expected="a folder for the run",
            remedy="another place",
        ) from None


def _in_use(place: Path, found: str) -> InputError:
    return InputError(
        "this folder holds something else",
        place=Place(str(place)),
        expected="a new or empty folder for a run",
        found=f"{found}, which arcwise has not written",
        remedy="another folder; nothing in this one was touched",
    )


def unfinished(place: Path, owner: str) -> Path:
    """Where an owner writes a run that is to begin, before it is given its name."""
    return place / f"{DATABASE}-{owner.replace(' ', ',')}"


def clear_unfinished(place: Path) -> None:
    """Remove what processes left that died while they began a run or wrote a file of it."""
    clear_parts(place)
    for file in place.glob(f"{DATABASE}-*,*"):
        owner = file.name.removeprefix(f"{DATABASE}-").removesuffix("-journal").replace(",", " ")
        if is_gone(owner):
            with suppress(OSError):
                file.unlink()


def run_exists(place: Path) -> InputError:
    """The error that says that a folder holds a run already."""
    return InputError(
        "there is a run in this folder",
        place=Place(str(place)),
        expected="a new or empty folder",
        remedy="--resume to go on with it",
    )


def identity(file: Path) -> tuple[int, int] | None:
    """Identity of a file among those of one name; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
