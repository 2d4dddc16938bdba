"""Prolog's operators: their table, and how a program changes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import InputError
from ..record import record
from ..term import (
    CURLY_FUNCTOR,
    EMPTY_LIST,
    Compound,
    PrologString,
    PrologTerm,
    list_items,
    make_list,
)
from .writer import write_term

MAX_PRIORITY = 1200

_DEFAULTS = """
1200 xfx --> :- =>
1200 fx :- ?-
1150 fx discontiguous dynamic initialization meta_predicate module_transparent multifile public table
1150 fx thread_initialization thread_local volatile
1105 xfy |
1100 xfy ;
1050 xfy -> *->
800 xfx :=
900 fy \\+
700 xfx < = =.. =:= =< == =@= =\\= > >= >:< :< @< @=< @> @>= \\= \\== \\=@= as is
600 xfy :
500 yfx + - /\\ \\/
400 yfx * / // << >> div mod rdiv rem xor
200 xfx **
200 xfy ^
200 fy + - \\
1 fx $
"""

_OF_LIBRARIES = {
    "clpfd": """
760 yfx #<==>
750 xfy #==>
750 yfx #<==
740 yfx #\\/
730 yfx #\\
720 yfx #/\\
710 fy #\\
700 xfx #> #< #>= #=< #= #\\= in ins in_set
450 xfx ..
"""
}
"""Operators that a library exports, by its name."""


@record
class PrologOperator:
    """How one operator binds: its priority and the highest priority of each argument; 0 where there is none."""

    priority: int
    left: int
    right: int


@dataclass(slots=True)
class OperatorTable:
    """The operators in force: at most one prefix, one infix and one postfix operator of each name.

    With them goes what ``set_prolog_flag(double_quotes, Kind)`` makes of a text in double quotes: a ``string``, an
    ``atom``, or a list of ``codes`` or ``chars``.
    """

    prefix: dict[str, PrologOperator] = field(default_factory=dict)
    infix: dict[str, PrologOperator] = field(default_factory=dict)
    postfix: dict[str, PrologOperator] = field(default_factory=dict)
    double_quotes: str = "string"

    @classmethod
    def default(cls) -> OperatorTable:
        """SWI-Prolog's table as a program finds it, without the dot of dicts."""
        table = cls(infix={",": PrologOperator(1000, 999, 1000)})
        table._add_lines(_DEFAULTS)
        return table

    def __contains__(self, name: object) -> bool:
        return name in self.prefix or name in self.infix or name in self.postfix

    def become(self, other: OperatorTable) -> None:
        """Take over another table, which is not used any more."""
        self.prefix, self.infix, self.postfix = other.prefix, other.infix, other.postfix
        self.double_quotes = other.double_quotes

    def add(self, priority: int, kind: str, name: str) -> None:
        """Add an operator, or take it away where the priority is 0.

        Raises
        ------
        InputError
            A priority outside 0 to 1200, an unknown kind, or a name that must stay what it is.
        """
        if not 0 <= priority <= MAX_PRIORITY:
            raise InputError(
                "bad operator priority", expected=f"0 to {MAX_PRIORITY}", found=str(priority)
            )
        if name in (",", EMPTY_LIST, CURLY_FUNCTOR):
            raise InputError(f"{name} must stay as it is", found=f"op({priority}, {kind}, {name})")
        if name == "|" and (len(kind) != 3 or 0 < priority <= 1000):
            raise InputError(
                "bad operator |",
                expected="an infix operator of priority 1001 or more",
                found=f"op({priority}, {kind})",
            )
        limits = {"x": priority - 1, "y": priority}
        match kind:
            case "fx" | "fy":
                table, operator = self.prefix, PrologOperator(priority, 0, limits[kind[1]])
            case "xfx" | "xfy" | "yfx":
                table, operator = (
                    self.infix,
                    PrologOperator(priority, limits[kind[0]], limits[kind[2]]),
                )
            case "xf" | "yf":
                table, operator = self.postfix, PrologOperator(priority, limits[kind[0]], 0)
            case _:
                raise InputError(
                    "bad kind of operator",
                    expected="xfx, xfy, yfx, fy, fx, xf or yf",
                    found=repr(kind),
                )
        if priority:
            table[name] = operator
        else:
            table.pop(name, None)

    def _add_lines(self, lines: str) -> None:
        for line in lines.strip().splitlines():
            priority, kind, *names = line.split()
            for name in names:
                self.add(int(priority), kind, name)

    def in_double_quotes(self, text: str) -> PrologTerm:
        """The term of a text in double quotes."""
        match self.double_quotes:
            case "codes":
                return make_list(map(ord, text))
            case "chars":
                return make_list(text)
            case "atom":
                return text
        return PrologString(text)

    def obey(self, clause: PrologTerm) -> bool:
        """Do what a directive says about operators, ``op(P, T, Names)``, alone, in a conjunction or exported, and about quotes.

        A library may export them too. Returns whether it says anything about them.

        Raises
        ------
        InputError
            An operator that cannot be, unknown quotes.
        """
        if not (isinstance(clause, Compound) and clause.functor == ":-" and len(clause.args) == 1):
            return False
        pending = [clause.args[0]]
        obeyed = False
        while pending:
            match pending.pop():
                case Compound(",", (first, rest)):
                    pending += [rest, first]
                case Compound("module", (_, exports)):
                    pending += reversed(list_items(exports) or [])
                case Compound("op", (priority, kind, names)):
                    self._add_all(priority, kind, names)
                    obeyed = True
                case Compound("use_module", (Compound("library", (str() as name,)), *_)) if (
                    name in _OF_LIBRARIES
                ):
                    self._add_lines(_OF_LIBRARIES[name])
                    obeyed = True
                case Compound("set_prolog_flag", ("double_quotes", kind)):
                    if kind not in ("string", "codes", "chars", "atom"):
                        raise InputError(
                            "bad flag double_quotes",
                            expected="string, codes, chars or atom",
                            found=write_term(kind)[:80],
                        )
                    self.double_quotes = str(kind)
                    obeyed = True
                case _:
                    pass
        return obeyed

    def _add_all(self, priority: PrologTerm, kind: PrologTerm, names: PrologTerm) -> None:
        items = list_items(names)
        for name in [names] if items is None else items:
            if isinstance(name, Compound) and name.functor == ":" and len(name.args) == 2:
                name = name.args[1]
            if not (isinstance(priority, int) and isinstance(kind, str) and isinstance(name, str)):
                raise InputError(
                    "bad op/3 directive",
                    expected="a priority, a kind and an atom, such as op(700, xfx, ===>)",
                    found=write_term(Compound("op", (priority, kind, name)))[:80],
                )
            self.add(priority, kind, name)
