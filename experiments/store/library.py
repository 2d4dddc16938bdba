"""The library of a run that learns: what it began with, and its macro file, which is written as it grows."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from ...ebl.files.macro_file import library_text
from ...ebl.library import MacroLibrary
from ...rules.errors import InputError
from ...rules.text_file import write_text
from .run_folder import RunFolder

LIBRARY = "macros.pl"
"""What the library is called in a run folder."""

PAUSE = 1.0
"""Seconds between two times of writing it: that takes a while if it is large."""


@contextmanager
def first_macros(folder: RunFolder, name: str | None, text: str | None) -> Iterator[Path | None]:
    """A file with the macros that a run began with: the file that they were in may be where its own macros go.

    Parameters
    ----------
    folder
        The run; it keeps the text.
    name, text
        Of the macro file as it is now; None where there are none to begin with.

    Yields
    ------
    The file, for the moment, or None.
    """
    if text is None or name is None:
        yield None
        return
    known = folder.settings().get("macros_at_first")
    if known is None:
        folder.put("macros_at_first", text)
    with tempfile.TemporaryDirectory(prefix="arcwise-") as place:
        file = Path(place) / Path(name).name
        write_text(file, known if known is not None else text)
        yield file


class UnsavedError(InputError):
    """A library that could not be written; its text, so that it is not lost."""

    text = ""


class LibraryFiles:
    """The files in which a library is kept while it grows.

    Parameters
    ----------
    places
        The files; None is none.
    """

    def __init__(self, places: Iterable[str | Path | None]) -> None:
        self.places = [place for place in places if place is not None]
        self._written = float("-inf")

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
        if not self.places or not (last or monotonic() - self._written >= PAUSE):
            return
        text = library_text(library)
        for place in list(self.places):
            try:
                write_text(place, text)
            except InputError as error:
                self.places.remove(place)
                unsaved = UnsavedError(
                    error.problem, place=error.place, expected=error.expected, found=error.found
                )
                unsaved.text = text
                raise unsaved from None
        self._written = monotonic()
