"""Files of other projects that the site needs: fetched once, and kept in build/playground."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

KEPT = Path(__file__).resolve().parents[2] / "build" / "playground"

MOST_SECONDS = 300


class Missing(Exception):  # noqa: N818 - no fault: the site is made without it
    """A file that cannot be had here; the text says why."""


def kept(name: str, fetch: Callable[[Path], None]) -> Path:
    """A folder that is made once, whole or not at all.

    Raises
    ------
    Missing
        If ``fetch`` raises it.
    """
    folder = KEPT / name
    if not folder.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            made = Path(scratch) / name
            made.mkdir()
            fetch(made)
            made.rename(folder)
    return folder


def from_npm(package: str, sha256: str, names: Iterable[str], folder: Path) -> None:
    """Write files of an npm package into a folder, by their last names.

    Parameters
    ----------
    package
        Name and version, as in ``pyodide@314.0.7``.
    sha256
        Checksum of the packed package.
    names
        Paths of the files in the package.

    Raises
    ------
    Missing
        If there is no npm, or if it brings no package or another one.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise Missing(f"npm, which brings {package.partition('@')[0]}, is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        run(f"npm pack {package}", [npm, "pack", package, "--fetch-retries=1"], Path(scratch))
        packed = next(Path(scratch).glob("*.tgz"))
        if hashlib.sha256(packed.read_bytes()).hexdigest() != sha256:
            raise Missing(f"npm brought another {package} than this one is made for")
        with tarfile.open(packed) as archive:
            for name in names:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                (folder / Path(name).name).write_bytes(member.read())


def run(what: str, command: list[str], folder: Path, given: Path | None = None) -> None:
    """Run a command in a folder, which reads a file if it is given one.

    Raises
    ------
    Missing
        If the command fails, with its last line; or if it takes too long.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            input=given and given.read_text(encoding="utf-8"),
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise Missing(f"{what} failed: {command[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise Missing(f"{what} took more than {MOST_SECONDS} seconds") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Missing(f"{what} failed: {said[-1].strip()}")
