"""Why SWI-Prolog gave no answer."""

from __future__ import annotations

from ..errors import ArcwiseError


class SwiUnavailable(ArcwiseError):  # noqa: N818 - the name says what is the matter
    """SWI-Prolog cannot be used from Python here; the message says what to install."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"SWI-Prolog is not available: {reason}\n"
            '  try:      pip install "arcwise[prolog]", and install SWI-Prolog itself '
            "(Debian and Ubuntu: apt install swi-prolog-nox; others: https://www.swi-prolog.org)"
        )


class SwiError(ArcwiseError):
    """A question without an answer.

    Parameters
    ----------
    kind
        What happened: ``error`` (Prolog's own), ``refused`` (what only a trusted program may do), ``limit`` (inferences), ``answers`` (too many), ``answer`` (of the
        wrong form), ``halt`` and ``aborted`` (the program called them), ``time`` (the child process was killed),
        ``ended`` (it died).
    text
        Prolog's words, or ours where there are none.
    file, line
        Where in the program, as far as it is known.
    """

    def __init__(self, kind: str, text: str = "", file: str = "", line: int = 0) -> None:
        self.kind = kind
        self.text = text or _WORDS.get(kind, kind)
        self.file = file
        self.line = line
        super().__init__(f"SWI-Prolog: {self.text}")


_WORDS = {
    "limit": "no end within the inference limit",
    "answers": "too many answers",
    "halt": "the program calls halt",
    "aborted": "the program calls abort",
}
