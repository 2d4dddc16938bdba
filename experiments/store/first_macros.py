"""The macros that a run began with: the file that they were in may be where its own macros go."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...rules.text_file import write_text
from .run_folder import RunFolder


@contextmanager
def first_macros(folder: RunFolder, name: str | None, text: str | None) -> Iterator[Path | None]:
    """A file with the macros that a run began with.

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
