"""A disk that is full: for files of a process beyond a size, or a small file system where we may make one."""

from __future__ import annotations

import ctypes
import os
import resource
from collections.abc import Callable
from pathlib import Path

NEW_MOUNTS = 0x00020000
PRIVATE = (1 << 18) | 16384
"""Of mount(2): recursively, and what is mounted here is seen here only."""

_libc = ctypes.CDLL(None, use_errno=True)
_own_mounts: list[bool] = []


def largest_file(size: int) -> Callable[[], None]:
    """What a process does first so that none of its files can be larger."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def can_mount() -> bool:
    """Whether file systems can be mounted that only this process and its children see; they end with it."""
    if not _own_mounts:
        able = os.geteuid() == 0 and _libc.unshare(NEW_MOUNTS) == 0
        able = able and _libc.mount(None, b"/", None, PRIVATE, None) == 0
        _own_mounts.append(able)
    return _own_mounts[0]


def mount_small(place: Path, size: int) -> None:
    """Mount a file system of so many bytes, in whole pages."""
    place.mkdir()
    options = f"size={max(4096, size)}".encode()
    if _libc.mount(b"tmpfs", bytes(place), b"tmpfs", 0, options):
        raise OSError(ctypes.get_errno(), "mount")


def unmount(place: Path) -> None:
    """Forget it and what is in it."""
    if _libc.umount2(bytes(place), 2):
        raise OSError(ctypes.get_errno(), "umount")
