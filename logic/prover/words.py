"""Terms as the words that the kernel has of them, and back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from struct import Struct

from ...rules.prolog.operators import OperatorTable
from ...rules.term import EMPTY_LIST, LIST_FUNCTOR, Compound, PrologString, PrologTerm, Var
from ...search import _kernel
from ...search.native.not_native import not_native
from ..program.clause_text import term_text
from .variables import Fresh, ProofTerm

ATOM, INT, _COMPOUND, _FLOAT, _VARIABLE, _HEAD, _REAL = 1, 2, 3, 4, 5, 5, 7
"""Tags of the kernel's words, in their three lowest bits (search/kernel/logic/terms.hpp)."""

VALUE = 699
"""The highest priority of a value behind ``=`` that needs no brackets."""

_MOST = (1 << 60) - 1
_DOUBLE, BITS = Struct("<d"), Struct("<q")


def encoded(text: str) -> bytes:
    """A text as the kernel has it."""
    return text.encode("utf-8", "surrogatepass")


def decoded(text: bytes) -> str:
    """A text of the kernel."""
    return text.decode("utf-8", "surrogatepass")


class Atoms:
    """Atoms and strings of a program, by the kernel's numbers.

    Parameters
    ----------
    handle
        The kernel's program.

    Attributes
    ----------
    numbers
        Numbers of atoms.
    texts
        Term of each number.
    """

    def __init__(self, handle: _kernel.LogicProgram) -> None:
        self._handle = handle
        self.numbers: dict[str, int] = {}
        self._strings: dict[str, int] = {}
        self.texts: dict[int, str | PrologString] = {}

    def number(self, text: str) -> int:
        """The number of an atom."""
        found = self.numbers.get(text)
        if found is None:
            found = self.numbers[text] = self._handle.atom(encoded(text))
            self.texts[found] = text
        return found

    def string(self, text: PrologString) -> int:
        """The number of a string."""
        found = self._strings.get(text.text)
        if found is None:
            data = encoded(text.text)
            found = self._strings[text.text] = self._handle.atom(data, is_string=True)
            self.texts[found] = text
        return found


class KernelTerms:
    """Terms as the kernel reads them: compound terms as words, children first, and cells that refer to them.

    Parameters
    ----------
    atoms
        Numbers of atoms.

    Attributes
    ----------
    words
        The compound terms and floats.
    variables
        The variables so far, in order.
    """

    def __init__(self, atoms: Atoms, known: Iterable[Var] = ()) -> None:
        self._atoms = atoms
        self.words = array("q")
        self.variables: dict[Var, int] = {one: number for number, one in enumerate(known)}
        self._ground: dict[int, int] = {}

    def cells(self, terms: Sequence[PrologTerm]) -> bytes:
        """Cells of terms.

        Raises
        ------
        NotNativeError
            A whole number that is too large for the kernel.
        """
        found = [
            self._compound(one) if type(one) is Compound else self._simple(one) for one in terms
        ]
        return array("q", found).tobytes()

    def _simple(self, term: PrologTerm) -> int:
        kind = type(term)
        if kind is str:
            return self._atoms.number(term) << 3 | ATOM  # type: ignore[arg-type]
        if isinstance(term, Var):
            return self.variables.setdefault(term, len(self.variables)) << 3 | _VARIABLE
        if kind is int:
            if not -_MOST <= term <= _MOST:  # type: ignore[operator]
                raise not_native("whole numbers have 61 bits at most")
            return term << 3 | INT  # type: ignore[operator]
        if isinstance(term, float):
            place = len(self.words)
            self.words.extend((_REAL, *BITS.unpack(_DOUBLE.pack(term))))
            return place << 3 | _FLOAT
        assert isinstance(term, PrologString)
        return self._atoms.string(term) << 3 | ATOM

    def _compound(self, term: Compound) -> int:
        # Compound terms whose arguments are stated in turn: each with its cells so far, and whether it has variables.
        pending: list[tuple[Compound, Iterator[PrologTerm], list[int]]] = []
        whole, rest, cells = term, iter(term.args), list[int]()
        open_ = [False]
        while True:
            for arg in rest:
                if type(arg) is Compound:
                    known = self._ground.get(id(arg))
                    if known is None:
                        pending.append((whole, rest, cells))
                        open_.append(False)
                        whole, rest, cells = arg, iter(arg.args), []
                        break
                    cells.append(known)
                else:
                    cell = self._simple(arg)
                    open_[-1] = open_[-1] or cell & 7 == _VARIABLE
                    cells.append(cell)
            else:
                place = len(self.words)
                self.words.append(self._atoms.number(whole.functor) << 35 | len(cells) << 3 | _HEAD)
                self.words.extend(cells)
                made = place << 3 | _COMPOUND
                inner = open_.pop()
                if not inner:
                    self._ground[id(whole)] = made
                if not pending:
                    return made
                whole, rest, cells = pending.pop()
                open_[-1] = open_[-1] or inner
                cells.append(made)


def term_writer(atoms: Atoms, operators: OperatorTable) -> _kernel.TermWriter:
    """The kernel's writer of terms without variables as `term_text` writes them: of lists, names and simple operators.

    Parameters
    ----------
    atoms
        Atoms by their numbers.
    operators
        Operators by which terms are written.
    """

    def known(number: int) -> tuple[bytes, bool] | None:
        atom = atoms.texts[number]
        if not isinstance(atom, str):
            return None
        text = term_text(atom, operators)
        return encoded(text), text[0].islower() and text not in operators

    def named(number: int, arity: int) -> tuple[bytes, bool, bool] | None:
        term = Compound(str(atoms.texts[number]), ("a",) * arity)
        plain = term_text(term, operators)
        if arity and plain.endswith(f"({','.join('a' * arity)})"):
            return encoded(plain[: -2 * arity]), False, True
        if arity == 2 and plain[:1] == plain[-1:] == "a" and "(" not in plain:
            return encoded(plain[1:-1]), True, plain == term_text(term, operators, VALUE)
        return None

    return _kernel.TermWriter(known, named, atoms.number(EMPTY_LIST), atoms.number(LIST_FUNCTOR))


class DecodedTerms:
    """Terms as the kernel tells them.

    Parameters
    ----------
    atoms
        Atoms by their numbers.
    words
        Compound terms and floats, children first.

    Attributes
    ----------
    open
        Variables by their numbers.
    """

    def __init__(self, atoms: Atoms, words: bytes) -> None:
        self._atoms = atoms
        self.words = array("q", words)
        self.open: dict[int, Fresh] = {}
        self._made: dict[int, ProofTerm] = {}
        self._read = 0

    def term(self, cell: int) -> ProofTerm:
        """The term of a cell."""
        tag, number = cell & 7, cell >> 3
        if tag == INT:
            return number
        if tag == ATOM:
            return self._atoms.texts[number]
        if tag == _VARIABLE:
            return self.open.get(number) or self.open.setdefault(number, Fresh())
        if number >= self._read:
            self._read_to(number)
        return self._made[number]

    def to_write(self, names: Mapping[Fresh, Var]) -> _kernel.ToldTerms:
        """State the terms for `TermWriter`, with the names of variables."""
        shown = [b""] * (max(self.open, default=-1) + 1)
        for number, one in self.open.items():
            if one in names:
                shown[number] = encoded(names[one].name)
        return _kernel.ToldTerms(self.words.tobytes(), shown)

    def _read_to(self, last: int) -> None:
        """Make the compound terms and floats up to a place."""
        words, made, at = self.words, self._made, self._read
        while at <= last:
            head = words[at]
            if head & 7 == _REAL:
                made[at] = _DOUBLE.unpack(BITS.pack(words[at + 1]))[0]
                at += 2
                continue
            size = head >> 3 & 0xFFFFFFFF
            self._read = at
            args = tuple(map(self.term, words[at + 1 : at + 1 + size]))
            made[at] = Compound(self._atoms.texts[head >> 35], args)  # type: ignore[arg-type]
            at += 1 + size
        self._read = at
