"""Input of a program: terms and characters of the standard input, and terms in texts.

Every search begins at the front of the input, so that two searches for one goal read the same. Without any input, and behind its
end, ``read/1`` gives ``end_of_file``, as SWI-Prolog does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy

from ...rules.errors import InputError
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.tokens import END, STOP, tokens
from ...rules.term import Compound, PrologString, Var, make_list
from ...rules.text.text_file import SourceText
from ..program.program import Indicator
from .arithmetic import NOT_BOUND, TermError
from .output import Output, is_stream, options_of
from .texts import text_of
from .variables import Fresh, ProofTerm, Trail, unify, walked, with_fresh

Args = tuple[ProofTerm, ...]

END_OF_FILE = "end_of_file"

_STREAMS = frozenset({"user_input", "user"})


class Input:
    """Standard input of a program.

    Parameters
    ----------
    operators
        Operators in force.
    output
        Output of the program, which writes terms into texts.
    source
        Function that returns the whole input; it is called when the program first reads.

    Attributes
    ----------
    deterministic
        The predicates that read, and have one answer at most.
    several
        ``current_op/3``.
    """

    def __init__(
        self, operators: OperatorTable, output: Output, source: Callable[[], str] = str
    ) -> None:
        self._operators = operators
        self._output = output
        self._source = source
        self._text: str | None = None
        self._at = 0
        self.deterministic: dict[Indicator, Callable[[Args, Trail], bool]] = {
            ("read", 1): lambda args, trail: unify(args[0], self._term(), trail),
            ("read_term", 2): lambda args, trail: self._read_term(args, trail, "read_term/2"),
            ("read", 2): self._on_stream(lambda: self._term()),
            ("read_term", 3): lambda args, trail: (
                self._from(args[0]) and self._read_term(args[1:], trail, "read_term/3")
            ),
            ("get_char", 1): lambda args, trail: unify(args[0], self._char(), trail),
            ("get_char", 2): self._on_stream(lambda: self._char()),
            ("peek_char", 1): lambda args, trail: unify(args[0], self._char(0), trail),
            ("get", 1): lambda args, trail: unify(args[0], self._visible(), trail),
            ("at_end_of_stream", 0): lambda args, trail: self._char(0) == END_OF_FILE,
            ("at_end_of_stream", 1): lambda args, trail: (
                self._from(args[0]) and self._char(0) == END_OF_FILE
            ),
            ("term_to_atom", 2): lambda args, trail: self._in_text(args, trail, str),
            ("term_string", 2): lambda args, trail: self._in_text(args, trail, PrologString),
            ("atom_to_term", 3): self._with_names,
        }
        for name in ("get0", "get_code", "get_byte"):
            self.deterministic[name, 1] = lambda args, trail: unify(
                args[0], _code(self._char()), trail
            )
        self.deterministic["peek_code", 1] = lambda args, trail: unify(
            args[0], _code(self._char(0)), trail
        )
        self.several: dict[Indicator, Callable[[Args], Iterator[Args]]] = {
            ("current_op", 3): self._known_operators
        }

    def begin(self) -> None:
        """Begin at the front of the input."""
        self._at = 0

    # Standard input.

    @property
    def _all(self) -> str:
        if self._text is None:
            self._text = self._source()
        return self._text

    def _from(self, stream: ProofTerm) -> bool:
        """Whether a stream is the standard input; the only one that there is."""
        return is_stream(stream, _STREAMS, "no such stream", "user_input")

    def _on_stream(self, read: Callable[[], ProofTerm]) -> Callable[[Args, Trail], bool]:
        return lambda args, trail: self._from(args[0]) and unify(args[1], read(), trail)

    def _char(self, taken: int = 1) -> str:
        if self._at >= len(self._all):
            return END_OF_FILE
        self._at += taken
        return self._all[self._at - taken]

    def _visible(self) -> int:
        """The code of the next character that is no blank."""
        while (char := self._char()).isspace():
            pass
        return _code(char)

    def _term(self) -> ProofTerm:
        found = self._next()[0]
        return with_fresh(found.term, {}) if found else END_OF_FILE

    def _read_term(self, args: Args, trail: Trail, predicate: str) -> bool:
        options = dict(options_of(args[1], predicate))
        found, text = self._next()
        known: dict[Var, Fresh] = {}
        term = with_fresh(found.term, known) if found else END_OF_FILE
        named = _named(found, text, known) if found else {}
        alone = Counter(found.occurrences if found else ())
        told = {
            "variables": list(known.values()),
            "variable_names": _equations(named),
            "singletons": _equations(
                {one: value for one, value in named.items() if alone[one] == 1}
            ),
        }
        return unify(args[0], term, trail) and all(
            unify(options[name], make_list(some), trail)
            for name, some in told.items()
            if name in options
        )

    def _next(self) -> tuple[Clause | None, str]:
        """The next term of the input, and its text; None at the end."""
        source = SourceText(self._all, "the input")
        start = self._at
        try:
            for token in tokens(source, start):
                self._at = token.end
                if token.kind in (END, STOP):
                    break
        except InputError as error:
            self._at = len(self._all)
            raise _no_term(error) from None
        text = source.text[start : self._at]
        return (self._read(text, "the input") if text.strip() else None), text

    # Terms in texts.

    def _read(self, text: str, source: str) -> Clause | None:
        # Only a directive changes operators, and a copy of them takes longer than most terms.
        operators = deepcopy(self._operators) if ":-" in text else self._operators
        try:
            return next(read_clauses(text, source, operators=operators), None)
        except InputError as error:
            raise _no_term(error) from None

    def _clause(self, text: str) -> Clause | None:
        return self._read(text if text.rstrip().endswith(".") else f"{text} .", "the text")

    def _in_text(self, args: Args, trail: Trail, kind: Callable[[str], ProofTerm]) -> bool:
        term, text = walked(args[0]), walked(args[1])
        if type(text) is Fresh:
            written = self._output.text(term, quoted=True, numbered=False)
            return unify(text, kind(written), trail)
        found = self._clause(text_of(text, "term_to_atom/2"))
        return unify(term, with_fresh(found.term, {}) if found else END_OF_FILE, trail)

    def _with_names(self, args: Args, trail: Trail) -> bool:
        text = walked(args[0])
        if type(text) is Fresh:
            raise TermError("atom_to_term/3 needs a text", NOT_BOUND)
        shown = text_of(text, "atom_to_term/3")
        found = self._clause(shown)
        if found is None:
            return False
        known: dict[Var, Fresh] = {}
        term = with_fresh(found.term, known)
        named = make_list(_equations(_named(found, shown, known)))
        return unify(args[1], term, trail) and unify(args[2], named, trail)

    def _known_operators(self, args: Args) -> Iterator[Args]:
        table = self._operators
        for kinds in (table.prefix, table.infix, table.postfix):
            for name, one in kinds.items():
                sides = [one.left, one.right]
                left, right = ("" if not side else "xy"[side == one.priority] for side in sides)
                yield one.priority, f"{left}f{right}", name


def _named(found: Clause, text: str, known: Mapping[Var, Fresh]) -> dict[Var, Fresh]:
    """Variables that have a name in the text of a term, in order."""
    words = set(re.findall(r"\w+", text))
    return {one: known[one] for one in found.occurrences if one in known and one.name in words}


def _equations(named: Mapping[Var, Fresh]) -> list[ProofTerm]:
    return [Compound("=", (one.name, value)) for one, value in named.items()]  # type: ignore[arg-type]


def _code(char: str) -> int:
    return -1 if char == END_OF_FILE else ord(char)


def _no_term(error: InputError) -> TermError:
    wrong = Compound("syntax_error", (error.problem,))
    return TermError(f"no term: {error.problem}", wrong, place=error.place, found=error.found)
