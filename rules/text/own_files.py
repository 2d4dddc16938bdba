"""Files kept for later that only this user can have written: whose they are, and who else can write there.

What was kept is believed without being made again, so that whoever could have put it there could make arcwise say anything.
"""

from __future__ import annotations

import os
from errno import ELOOP
from pathlib import Path
from stat import S_ISREG, S_ISVTX, S_IWGRP, S_IWOTH
from typing import BinaryIO

from ..errors import InputError, Place


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
    """Make a folder, with those above it that are missing, in which nobody else can write.

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
    absolute, real = path.absolute(), path.resolve()
    links = [one for one in (absolute, *absolute.parents) if one.is_symlink()]
    at = dict.fromkeys([real, *real.parents])
    for link in links:  # whoever can write beside a link can lead it elsewhere
        beside = link.parent.resolve()
        at.update(dict.fromkeys([beside, *beside.parents]))
    return list(at)


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
    """Whether a group is the one that many systems give to each user alone, of the same name and with nobody else."""
    import grp
    import pwd

    try:
        name, members = grp.getgrgid(group).gr_name, grp.getgrgid(group).gr_mem
        own = pwd.getpwuid(user)
    except KeyError:
        return False
    return own.pw_gid == group and own.pw_name == name and set(members) <= {name}
