"""The texts that a run holds: all that its report reads."""

from __future__ import annotations

from ....experiments.store import Run
from ....experiments.store.validation import check_file
from ....rules.errors import ArcwiseError
from ....rules.read_domain import file_in, problem_in
from ....rules.text.text_file import read_text


def texts_of(run: Run) -> dict[str, str]:
    """By the names of their files, the texts of a run's theory and of the plain macro files of its folder."""
    argument = str(run.settings.get("theory") or "")
    named = (
        (file_in(argument), run.settings.get("theory_text")),
        (problem_in(argument)[1], run.settings.get("problem_text")),
    )
    texts: dict[str, str] = {name: text for name, text in named if name and text is not None}
    for one in run.conditions:
        if one.macros is not None and one.text is not None:
            texts[str(one.macros)] = one.text
    for place in sorted(run.path.glob("*.pl")):
        try:
            check_file(place)
            texts[str(place)] = read_text(place)
        except (ValueError, ArcwiseError):
            continue
    return texts
