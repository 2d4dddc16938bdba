"""Reading and writing files, with errors that say what to do."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from threading import get_ident
from types import MappingProxyType
from typing import BinaryIO, TextIO

from ..errors import InputError, Place, TooLargeError, on_one_line

MOST_CHARACTERS = 1 << 25
"""Characters of a text file."""

PART = re.compile(r"\.(\d+)-\d+\.part$")
"""How the name of a file ends that is not complete: the process and thread that write it."""

_HELD: ContextVar[Mapping[Path, str]] = ContextVar("held", default=MappingProxyType({}))
_ONLY_HELD: ContextVar[bool] = ContextVar("only_held", default=False)


@contextmanager
def holding(texts: Mapping[str, str], *, others: bool = True) -> Iterator[None]:
    """Let texts stand for the files of these names, which need not be there and are not opened by `read_text`.

    Parameters
    ----------
    texts
        By the name of the file.
    others
        Whether other files may be read too.
    """
    held = _HELD.set({**_HELD.get(), **{Path(name): text for name, text in texts.items()}})
    only = _ONLY_HELD.set(_ONLY_HELD.get() or not others)
    try:
        yield
    finally:
        _ONLY_HELD.reset(only)
        _HELD.reset(held)


def read_text(path: str | Path) -> str:
    """The text of a UTF-8 file.

    Raises
    ------
    InputError
        A file that is missing, not a file, not readable, not UTF-8 text, or longer than `MOST_CHARACTERS`.
    """
    place = Place(str(path))
    held = _HELD.get().get(Path(path))
    if held is not None:
        return held
    if _ONLY_HELD.get():
        raise InputError("the run does not hold this file", place=place)
    return _text_of(lambda: Path(path).open(encoding="utf-8-sig"), place)


def read_standard_input() -> str:
    """The UTF-8 text that comes on standard input.

    Raises
    ------
    InputError
        As for `read_text`.
    """
    place = Place("standard input")
    if sys.stdin is None:
        raise InputError("it is closed", place=place, remedy="a file")
    number = sys.stdin.fileno()
    return _text_of(lambda: os.fdopen(number, encoding="utf-8-sig", closefd=False), place)


def _text_of(opened: Callable[[], TextIO], place: Place) -> str:
    """The text of what a function opens."""
    try:
        with opened() as file:
            text = file.read(MOST_CHARACTERS + 1)
    except FileNotFoundError:
        raise InputError("no such file", place=place) from None
    except IsADirectoryError:
        raise InputError("this is a folder", place=place, expected="a file") from None
    except UnicodeDecodeError as error:
        raise InputError(
            "not a text file",
            place=place,
            expected="UTF-8 text",
            found=f"byte {error.start}: {error.reason}",
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", place=place) from None
    if len(text) > MOST_CHARACTERS:
        raise TooLargeError(
            "this file is too long", place=place, expected=f"{MOST_CHARACTERS:,} characters at most"
        )
    return text


def write_text(path: str | Path, text: str, *, private: bool = False) -> None:
    """Write a text file, see `write_bytes`; what is no Unicode, as in the names of files, is written out."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"), private=private)


def write_bytes(path: str | Path, data: bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all: the old one stays until the new one is complete; see `replacing`.

    Raises
    ------
    InputError
        A folder that is missing or not writable.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            target.write_bytes(data)
            return
        with replacing(target, private=private) as file:
            file.write(data)
    except OSError as error:
        raise InputError(
            f"cannot be written: {_reason(error)}",
            place=Place(str(path)),
            remedy="another folder",
        ) from None


@contextmanager
def replacing(target: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A new file that takes its name, and the place of an older one, when it is complete.

    What processes that are gone have begun of it is removed. A private one can be read and written by this user only.

    Raises
    ------
    OSError
        A disk that is full, a folder that is missing or not writable.
    """
    clear_parts(target.parent, f".{target.name}.")
    number = f"{os.getpid()}-{get_ident()}"
    part = target.with_name(f".{target.name}.{number}.part")
    part.unlink(missing_ok=True)
    try:
        with open(part, "x+b", opener=_privately if private else None) as file:
            yield file
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def clear_parts(folder: Path, name: str = "") -> None:
    """Remove what `replacing` has begun in a folder in processes that are gone, for names that begin so."""
    with suppress(OSError):
        for part in folder.iterdir():
            number = PART.search(part.name)
            if number and part.name.startswith(name) and not _is_there(int(number[1])):
                part.unlink(missing_ok=True)


def _is_there(number: int) -> bool:
    """Whether there is a process of a number, be it another user's."""
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def check_writable(path: str | Path) -> None:
    """Refuse a place where `write_text` would fail, before long work is done for it.

    Raises
    ------
    InputError
        A folder that is missing or not writable, or a name that is another text's.
    """
    folder = Path(path).parent
    if Path(path) in _HELD.get():
        raise InputError("this is no file to write to", place=Place(str(path)), expected="a file")
    if Path(path).is_dir():
        raise InputError("this is a folder", place=Place(str(path)), expected="a file name")
    if not folder.is_dir():
        raise InputError("no such folder", place=Place(str(folder)), remedy="make it first")
    if not os.access(folder, os.W_OK):
        raise InputError(
            "this folder cannot be written to", place=Place(str(folder)), remedy="another folder"
        )


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def named(path: str | Path) -> str:
    """The name of a file, without its folder; what is no Unicode in it, or cannot be seen, is written out."""
    return on_one_line(Path(path).name.encode("utf-8", "backslashreplace").decode())
