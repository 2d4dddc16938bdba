"""The library of a run that learns: what it began with, and its macro file, which is written as it grows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import monotonic

from ...ebl.files.macro_file import library_text
from ...ebl.library import MacroLibrary
from ...rules.errors import InputError, Place
from ...rules.text.text_file import write_text
from .run_folder import RunFolder
from .validation import check_file

LIBRARY = "macros.pl"
"""What the library is called in a run folder."""

PAUSE = 1.0
"""Seconds between two times of writing it: that takes a while if it is large."""


def first_macros(folder: RunFolder, text: str | None) -> str | None:
    """The macros that a run began with, which it keeps: the file that they were in may be where its own macros go.

    Parameters
    ----------
    folder
        The run.
    text
        What is in that file now; None where there are none to begin with.
    """
    if text is None:
        return None
    known: str | None = folder.settings().get("macros_at_first")
    if known is None:
        folder.put("macros_at_first", text)
    return known or text


class UnsavedError(InputError):
    """A library that could not be written; its text, so that it is not lost."""

    text = ""


class LibraryFiles:
    """The files in which a library is kept while it grows.

    Parameters
    ----------
    places
        The files; None is none. They are not written before there is a macro.
    kept
        A file that is written even without one, as that of a run's folder; None is none.
    """

    def __init__(self, places: Iterable[str | Path | None], kept: str | Path | None = None) -> None:
        self._kept = kept
        self._places = [place for place in (*places, kept) if place is not None]
        self._last = float("-inf")
        self.written: list[str | Path] = []

    def save(self, library: MacroLibrary, *, last: bool = False) -> None:
        """Write all files, unless that was done a moment ago and more is to come.

        Parameters
        ----------
        library
            What to write.
        last
            Whether nothing more is to come.

        Raises
        ------
        UnsavedError
            A place that cannot be written to; it is not tried again.
        """
        if not self._places or not (last or monotonic() - self._last >= PAUSE):
            return
        text = library_text(library)
        for place in list(self._places):
            if not len(library) and place != self._kept and place not in self.written:
                continue
            try:
                if place == self._kept:
                    _check_own(Path(place))
                write_text(place, text)
            except InputError as error:
                self._places.remove(place)
                unsaved = UnsavedError(
                    error.problem, place=error.place, expected=error.expected, found=error.found
                )
                unsaved.text = text
                raise unsaved from None
            if place not in self.written:
                self.written.append(place)
        self._last = monotonic()


def _check_own(place: Path) -> None:
    """Refuse to write over what is no plain file in a run's folder: whoever writes to a pipe waits for a reader.

    Raises
    ------
    InputError
        A link, a pipe, a device or a folder.
    """
    if not (place.exists() or place.is_symlink()):
        return
    try:
        check_file(place)
    except ValueError as error:
        raise InputError(
            f"a damaged run: {error}", place=Place(str(place)), expected="a plain file"
        ) from None
