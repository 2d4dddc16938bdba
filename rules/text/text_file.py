"""Reading and writing files, with errors that say what to do.

In this file:

- Who is told what is read, and what is waited for.
- Where in a text a character stands.
- Notation of a text that comes without a file name.
- Files kept for later that only this user can have written: whose they are, and who else can write there.
"""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from errno import ELOOP
from functools import cached_property, partial
from pathlib import Path
from stat import S_ISREG, S_ISVTX, S_IWGRP, S_IWOTH
from threading import Timer, get_ident
from types import MappingProxyType
from typing import BinaryIO, Protocol, TextIO

from ..errors import InputError, Place, TooLargeError, cannot_be_written, on_one_line

MOST_CHARACTERS = 1 << 25
"""Greatest number of characters of a text file."""

BEGINNING = 1 << 16
"""Number of characters at the beginning of a file by which one that is no text, or has no end, is known without the rest."""

PART = re.compile(r"\.(\d+)-\d+\.part$")
"""Ending of the name of an incomplete file: the process and thread that write it."""

_HELD: ContextVar[Mapping[Path, str]] = ContextVar("held", default=MappingProxyType({}))
_ONLY_HELD: ContextVar[bool] = ContextVar("only_held", default=False)


@contextmanager
def holding(texts: Mapping[str, str], *, others: bool = True) -> Iterator[None]:
    """Let texts stand for the files of these names, which need not be there and are not opened by `read_text`.

    Parameters
    ----------
    texts
        Texts by the names of the files.
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


PATIENCE = 2.0
"""Seconds after which whoever waits for a text is told what for."""


class ReadingWatch(Protocol):
    """Protocol of a watch over the reading of files, such as a command's, which has limits and a screen."""

    texts: dict[Path, str]
    """The texts of pipes and devices, which are read once."""

    def begin(self) -> None:
        """A text is read now, perhaps not the first."""

    def tell(self, source: str) -> None:
        """The text of a source is waited for; called from another thread."""


_WATCH: ContextVar[ReadingWatch | None] = ContextVar("watch", default=None)


@contextmanager
def watching(watch: ReadingWatch) -> Iterator[None]:
    """Let a watch know what is read."""
    before = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(before)


@contextmanager
def awaited(source: str) -> Iterator[None]:
    """Tell the watch, if there is one, of a source that is read now, and again if it is waited for `PATIENCE` seconds."""
    watch = _WATCH.get()
    if watch is None:
        yield
        return
    watch.begin()
    if Path(source).is_file():
        yield
        return
    timer = Timer(PATIENCE, watch.tell, (source,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


PDDL_COMMENT = re.compile(r";[^\n]*")
"""A comment in a PDDL file, in which bytes of another encoding are passed over."""


def read_text(path: str | Path) -> str:
    """The text of a UTF-8 file; in comments of a PDDL file what is no UTF-8 is replaced.

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
    path, watch = with_examples(Path(path)), _WATCH.get()
    if watch is not None and path in watch.texts:
        return watch.texts[path]
    if path.suffix.lower() == ".pddl":
        text = _pddl_of(path, place)
    elif path.suffix.lower() in PROLOG_ENDINGS:
        text = _prolog_of(path, place)
    else:
        text = _text_of(lambda: path.open(encoding="utf-8-sig"), place)
    if watch is not None and not path.is_file():
        watch.texts[path] = text
    return text


EXAMPLES = "examples"
"""Folder of the examples: beside the packages in the source, inside of arcwise where it is installed."""


def is_there(text: str | Path) -> bool:
    """Whether a text is the path of what exists; a text that cannot be a path is none."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def with_examples(path: Path) -> Path:
    """The path, or the example that came with arcwise if the path is that of one and leads nowhere."""
    if path.parts[:1] != (EXAMPLES,) or ".." in path.parts or path.exists():
        return path
    own = Path(__file__).parents[2] / path
    return own if own.is_file() else path


def _pddl_of(path: str | Path, place: Place) -> str:
    """The text of a PDDL file, whose comments may hold bytes of another encoding."""
    opened = partial(Path(path).open, encoding="utf-8-sig", errors="surrogateescape")
    text = _text_of(opened, place)
    if not UNDECODED.search(text):
        return text
    kept = PDDL_COMMENT.sub(lambda found: UNDECODED.sub("\ufffd", found[0]), text)
    wrong = UNDECODED.search(kept)
    if wrong:
        raise InputError(
            "not a text file",
            place=SourceText(kept, str(path)).place(wrong.start()),
            expected="UTF-8 text, outside comments at least",
            found=f"byte 0x{ord(wrong[0]) - 0xDC00:02x}",
        )
    return kept


class OtherEncoding(str):
    """Text of a file that is not UTF-8.

    Attributes
    ----------
    place
        Place of its first byte that is no UTF-8.
    """

    place: Place


PROLOG_ENDINGS = frozenset({".pl", ".pro", ".prolog"})


def _prolog_of(path: str | Path, place: Place) -> str:
    """The text of a Prolog file, in which a byte that is no UTF-8 is a character of Latin-1."""
    opened = partial(Path(path).open, encoding="utf-8-sig", errors="surrogateescape")
    text = _text_of(opened, place)
    wrong = UNDECODED.search(text)
    if wrong is None:
        return text
    made = OtherEncoding(UNDECODED.sub(lambda found: chr(ord(found[0]) - 0xDC00), text))
    made.place = SourceText(text, str(path)).place(wrong.start())
    return made


UNDECODED = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as Python reads it."""


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
        with awaited(place.source), opened() as file:
            text = file.read(BEGINNING)
            if "\0" not in text:
                text += file.read(MOST_CHARACTERS + 1 - len(text))
    except FileNotFoundError:
        raise InputError("no such file", place=place) from None
    except IsADirectoryError:
        raise InputError("this is a folder", place=place, expected="a file") from None
    except UnicodeDecodeError as error:
        raise InputError(
            "not a text file",
            place=place,
            expected="UTF-8 text",
            found=f"byte 0x{error.object[error.start]:02x}: {error.reason}",
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", place=place) from None
    if (at := text.find("\0", 0, BEGINNING)) >= 0:
        raise InputError(
            "not a text file", place=place, expected="UTF-8 text", found=f"a byte 0, character {at}"
        )
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
        A folder that is missing or not writable; a `FullDiskError` for a disk that does not take it.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            target.write_bytes(data)
            return
        with replacing(target, private=private) as file:
            file.write(data)
    except OSError as error:
        raise cannot_be_written(error, Place(str(path))) from None


@contextmanager
def replacing(target: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A new file that takes its name, and the place of an older one, when it is complete.

    Unfinished files of ended processes are removed. A private file can be read and written by this user only.

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
    if str(path) == "-":
        raise InputError(
            "- is standard input, and no file to write to",
            expected="a file name",
            remedy="leave the option out, or give /dev/stdout",
        )
    if Path(path) in _HELD.get():
        raise InputError("this is no file to write to", place=Place(str(path)), expected="a file")
    if Path(path).is_dir():
        raise InputError("this is a folder", place=Place(str(path)), expected="a file name")
    if Path(path).exists() and not Path(path).is_file() and os.access(path, os.W_OK):
        return  # a device or a pipe, which is not replaced
    if not folder.is_dir():
        raise InputError("no such folder", place=Place(str(folder)), remedy="make it first")
    if not os.access(folder, os.W_OK):
        raise InputError(
            "this folder cannot be written to", place=Place(str(folder)), remedy="another folder"
        )


def check_new(folder: Path, what: str) -> None:
    """Refuse a folder that holds something, for what needs one of its own.

    Parameters
    ----------
    folder
        The folder, which need not be there.
    what
        What is written into it, with its verb, as ``a course needs``.

    Raises
    ------
    InputError
        A folder with files in it, or a file.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            f"{what} a new folder",
            place=Place(str(folder)),
            expected="a folder that is empty or not there",
            remedy="another name",
        )


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def named(path: str | Path) -> str:
    """The name of a file, without its folder; what is no Unicode in it, or cannot be seen, is written out."""
    return on_one_line(Path(path).name.encode("utf-8", "backslashreplace").decode())


class SourceText:
    """A text that knows the line and column of each of its characters.

    Parameters
    ----------
    text
        The text; a byte order mark in front is dropped.
    source
        Its name in error messages.
    """

    def __init__(self, text: str, source: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.source = source

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def place(self, offset: int) -> Place:
        """Place of a character."""
        line = bisect_right(self._line_starts, offset)
        return Place(self.source, line, offset - self._line_starts[line - 1] + 1)

    def error(
        self,
        problem: str,
        offset: int,
        *,
        expected: str | None = None,
        found: str | None = None,
        remedy: str | None = None,
        kind: type[InputError] = InputError,
    ) -> InputError:
        """An error of a kind at a character."""
        place = self.place(offset)
        return kind(problem, place=place, expected=expected, found=found, remedy=remedy)


class NotOurs(InputError):  # noqa: N818 - the name says what is the matter
    """A file or folder that others than this user can have written."""


HAS_OWNERS = hasattr(os, "geteuid")
"""Whether files have owners here; where a system knows none, nothing can be told."""


def open_own(path: str | Path) -> BinaryIO:
    """Open a file that only this user, or the system's administrator, can have written.

    Raises
    ------
    InputError
        A file that is missing, or cannot be read.
    NotOurs
        One that is no plain file, belongs to somebody else, or can be written by others, be it by a folder above it.
    """
    place = Place(str(path))
    try:
        check_folder(Path(path).parent)
        number = os.open(
            path,
            os.O_RDONLY
            | getattr(os, "O_NOFOLLOW", 0)
            | getattr(os, "O_NONBLOCK", 0)  # of a pipe nobody may ever write into
            | getattr(os, "O_CLOEXEC", 0),
        )
    except OSError as error:
        if error.errno == ELOOP:
            raise NotOurs("this file is a symbolic link", place=place) from None
        raise InputError(f"cannot be read: {error.strerror or error}", place=place) from None
    file = os.fdopen(number, "rb")
    try:
        about = os.fstat(number)
        if not S_ISREG(about.st_mode):
            raise NotOurs("this is no plain file", place=place)
        if (odd := _not_ours(about)) is not None:
            raise NotOurs(f"this file {odd}", place=place)
    except NotOurs:
        file.close()
        raise
    return file


def make_own_folder(path: Path) -> None:
    """Make a folder, and missing folders above it, in which nobody else can write.

    Raises
    ------
    NotOurs
        As `check_folder` does.
    OSError
        A folder that cannot be made.
    """
    missing = []
    while not path.exists():
        missing.append(path)
        path = path.parent
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    check_folder(missing[0] if missing else path)


def check_folder(path: Path) -> None:
    """Make sure that nobody but this user and the administrator can put a file into a folder, or another in its place.

    Raises
    ------
    NotOurs
        A folder that others can write, or that belongs to somebody else, it or one above it.
    OSError
        A folder that is not there.
    """
    if not HAS_OWNERS:
        return
    for folder in _way_to(path):
        about = folder.stat()
        # In a folder such as /tmp everybody has a place, and nobody can take another's.
        shared = about.st_mode & S_ISVTX and about.st_uid in (0, os.geteuid())
        odd = None if shared else _not_ours(about, or_root=True)
        if odd is not None:
            raise NotOurs(f"this folder {odd}", place=Place(str(folder)))


def _way_to(path: Path) -> list[Path]:
    """All folders that lead to a folder, by its name and where symbolic links on the way lead."""
    absolute, real = path.absolute(), _real(path)
    links = [one for one in (absolute, *absolute.parents) if one.is_symlink()]
    at = dict.fromkeys([real, *real.parents])
    for link in links:  # whoever can write beside a link can lead it elsewhere
        beside = _real(link.parent)
        at.update(dict.fromkeys([beside, *beside.parents]))
    return list(at)


def _real(path: Path) -> Path:
    """Path without symbolic links; `Path.resolve` fails where they form a circle."""
    return Path(os.path.realpath(path))


def _not_ours(about: os.stat_result, *, or_root: bool = False) -> str | None:
    """Reason to distrust a file by its owner or its write permissions; None if there is none."""
    if not HAS_OWNERS:
        return None
    me = os.geteuid()
    if about.st_uid != me and not (or_root and about.st_uid == 0):
        return "belongs to another user"
    if about.st_mode & S_IWOTH:
        return "can be written by everybody"
    if about.st_mode & S_IWGRP and not _is_own_group(about.st_gid, me):
        return "can be written by its group"
    return None


def _is_own_group(group: int, user: int) -> bool:
    """Whether a group is the user's private one: it has the user's name and no other member."""
    import grp
    import pwd

    try:
        name, members = grp.getgrgid(group).gr_name, grp.getgrgid(group).gr_mem
        own = pwd.getpwuid(user)
    except KeyError:
        return False
    return own.pw_gid == group and own.pw_name == name and set(members) <= {name}


_IN_FRONT = re.compile(r"(?:\s+|[%;#][^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_CLAUSE = re.compile(r":-|[a-z]\w*\s*(?:\(|:-|-->|\.)|[a-z]\w*\s*/\s*[0-9]")
_PSVN = re.compile(r"=>|^\s*(?:DOMAIN|GOAL)\b", re.MULTILINE)


def ending_of(text: str) -> str | None:
    """The ending that the name of a text's file would have; None where it cannot be said.

    Comments of every notation are passed over. PDDL begins with ``(define``, a plan with another parenthesis, JSON with
    a brace or a bracket, a Prolog program with a directive or the head of a clause; a heading with start and goal is
    CSV's, and a rule with ``=>`` PSVN's.

    Examples
    --------
    >>> ending_of("; a comment\\n(define (domain blocks))")
    '.pddl'
    >>> ending_of("arc(board(X, 0), board(0, X)).")
    '.pl'
    """
    front = _IN_FRONT.match(text.removeprefix("\ufeff"))
    begun = text.removeprefix("\ufeff")[front.end() if front else 0 :]
    if begun[:1] in ("{", "["):
        return ".json"
    if begun.startswith("("):
        return ".pddl" if re.match(r"\(\s*define\b", begun, re.IGNORECASE) else ".plan"
    columns = [cell.strip().strip('"').lower() for cell in begun.split("\n", 1)[0].split(",")]
    if "start" in columns and "goal" in columns:
        return ".csv"
    if _CLAUSE.match(begun):
        return ".pl"
    return ".psvn" if _PSVN.search(begun) else None
