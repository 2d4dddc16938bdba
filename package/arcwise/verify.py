"""Check certificates: files that say why the result of a search holds.

    python verify.py CERTIFICATE.json                   does what the certificates in it claim hold?
    python verify.py DOMAIN.pddl PROBLEM.pddl PLAN      is this a plan of the problem?

It needs the standard library only, and no code of arcwise.

Exit code 0: all claims hold. 1: one does not hold, or is not shown. 2: a file that cannot be read
as a certificate. 3: too little memory.

The file has four sections, in reading order:

1. errors and messages, numbers, symbols and terms
2. the three kinds of theory: arcs on a board, PDDL, a logic program
3. the claims, each with its argument and the paper that it follows
4. reading files, and `main`

All three kinds of theory make an object with `start`, `state` (reads a state), `is_goal`,
`successors` (pairs of a cost and a state) and `asked` (the question, in words).
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import prod
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "arcwise certificate 1"

# Names of types, for the reader. Values of JSON may be anything until they have been looked at.
Data = Any
State = Any
Term = Any
Theory = Any
Number = int | Fraction
Bindings = Mapping[Term, Term]


# ------------------------------------------------------------------------------------------------
# 1. Errors and messages
# ------------------------------------------------------------------------------------------------


class CheckError(Exception):
    """An error with a message made of texts and values."""

    def __init__(self, *message: object) -> None:
        """Join the parts of the message."""
        super().__init__(joined_message(message))


class NotShownError(CheckError):
    """A claim that does not hold, or that the certificate does not show."""


class UnreadableError(CheckError):
    """Not a certificate, or one that uses something that this checker does not know."""


def need(holds: object, *message: object) -> None:
    """Raise NotShownError, with a message made of texts and values, unless something holds."""
    if not holds:
        raise NotShownError(*message)


def expect(holds: object, *message: object) -> None:
    """Raise UnreadableError, with a message made of texts and values, unless something holds."""
    if not holds:
        raise UnreadableError(*message)


def joined_message(parts: Iterable[object]) -> str:
    """Join the parts of a message: texts of up to 99 characters, other values of up to 80."""
    return " ".join(
        ascii(part)[1:-1][:99] if type(part) is str else value_in_message(part)[:80]
        for part in parts
    )


def value_in_message(value: Any) -> str:
    """Write a state, a term or any other value for a message."""
    if type(value) is tuple:
        if value[0] != "var" and {type(one) for one in value} <= {str, int}:
            return listed(value)
        if len(value) == 2:
            return shown(value)
    return ascii(value)


def shown(term: Any) -> str:
    """Write a term, or a list of PDDL.

    A variable begins with `?`. Names that are no plain words are quoted, so that none breaks a line
    or looks like a variable or a number.
    """
    if is_variable(term):
        return f"?{shown(term[1])}"
    if type(term) is tuple:
        return f"{shown(term[0])}({listed(term[1], ', ')})"
    if type(term) is list:
        return f"({listed(term)})"
    if type(term) is bytes:
        return term.decode()
    if type(term) is str and re.fullmatch(r"[a-zA-Z_][\w-]*", term, re.ASCII):
        return term
    return ascii(term)


def listed(terms: Iterable[Any], between: str = " ") -> str:
    """Write several terms with a text between them."""
    return between.join(map(shown, terms))


# ------------------------------------------------------------------------------------------------
# 1. Numbers, symbols and variables
# ------------------------------------------------------------------------------------------------

# The lengths are bounded because 1e-99999999 would take all memory.
NUMBER = r"\d{1,300}(/\d{1,300}|(\.\d{1,300})?([eE][+-]?\d{1,3})?)"


def number(value: Any) -> Number:
    """Read a cost, exactly: an integer, or a string such as "0.1" or "1/3".

    Raises UnreadableError if the value is no number, or below 0.
    """
    if type(value) is str and re.fullmatch(NUMBER, value, re.ASCII):
        value = Fraction(value)
    expect(type(value) in (int, Fraction) and value >= 0, "no number:", value)
    found: Number = value
    return found


def unique(pairs: Any) -> dict[Any, Any]:
    """Make a dictionary of pairs of a key and a value.

    Raises UnreadableError if a key is there twice, as another reader might take the other value.
    """
    found = dict(pairs)
    expect(len(found) == len(pairs), "one twice in", [key for key, _ in pairs])
    return found


def is_variable(term: Any) -> bool:
    """Tell whether a term is a variable.

    A variable is a tuple, ("var", name), so that it equals no symbol. A compound term is a tuple
    of a functor and a tuple of arguments.
    """
    return type(term) is tuple and type(term[1]) is not tuple


def read_symbols(values: Data, size: int, ground: bool = False) -> tuple[Term, ...]:
    """Read a list of a given size of symbols: integers, strings and variables, {"var": NAME}.

    Raises UnreadableError if the list has another size or other values; if `ground` is true, also
    if it has a variable.
    """
    expect(
        type(values) is list and len(values) == size, "a list of another length is wanted:", values
    )
    found: list[Term] = []
    for value in values:
        if type(value) is int or type(value) is str:
            found.append(value)
        else:
            is_open = type(value) is dict and [*value] == ["var"] and type(value["var"]) is str
            expect(is_open and not ground, "no symbols:", values)
            found.append(("var", value["var"]))
    return tuple(found)


def match(pairs: Iterable[tuple[Term, Term]]) -> dict[Term, Term] | None:
    """Find what the variables of a pattern stand for, from pairs of a term and a symbol.

    Returns the bindings of the variables, or None if a symbol does not match.
    """
    bindings: dict[Term, Term] = {}
    for term, symbol in pairs:
        if is_variable(term):
            if bindings.setdefault(term, symbol) != symbol:
                return None
        elif term != symbol:
            return None
    return bindings


def grouped(items: Iterable[Any], key: Callable[[Any], Hashable]) -> dict[Any, list[Any]]:
    """Group items by a key, in the order in which they come."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


# ------------------------------------------------------------------------------------------------
# 2. Theories of arcs: a state is a tuple of symbols, one for each cell
# ------------------------------------------------------------------------------------------------


class Arc:
    """A rule that asks for symbols in some cells, and rewrites these cells and no others.

    Raises UnreadableError if the cells are not on the board, or are not all different; or if the
    arc makes a variable that it does not ask for.
    """

    def __init__(self, data: Data, size: int) -> None:
        """Read an arc of a board with a given number of cells."""
        self.cells = data["cells"]
        self.cost = number(data["cost"])
        expect(
            all(type(cell) is int and 0 <= cell < size for cell in self.cells)
            and len(set(self.cells)) == len(self.cells),
            "bad cells:",
            data,
        )
        self.before = read_symbols(data["before"], len(self.cells))
        self.after = read_symbols(data["after"], len(self.cells))
        made = {term for term in self.after if is_variable(term)}
        expect(made <= set(self.before), "a variable out of nothing:", data)

    def across(
        self, known: Mapping[int, Term], side: Sequence[Term], other: Sequence[Term]
    ) -> dict[int, Term] | None:
        """Tell what is known of a state on the other side of this arc.

        Takes the symbols that are known, by their cells; the pattern of the arc that they are to
        match, and the pattern of the other side. The state may be known in part: a cell whose
        symbol is not known then is left out. Returns None if the symbols do not match.
        """
        asked = zip(self.cells, side, strict=True)
        bindings = match([(term, known[cell]) for cell, term in asked if cell in known])
        if bindings is None:
            return None
        found = dict(known)
        for cell, term in zip(self.cells, other, strict=True):
            symbol = bindings.get(term, term)
            if is_variable(symbol):
                found.pop(cell, None)
            else:
                found[cell] = symbol
        return found

    def first_symbol(self) -> tuple[int, Term] | None:
        """Return the first cell of which this arc asks for a symbol, and the symbol; or None."""
        for cell, term in zip(self.cells, self.before, strict=True):
            if not is_variable(term):
                return cell, term
        return None


class Arcs:
    """A problem made of arcs: a size, arcs, a start, and patterns of goals."""

    def __init__(self, data: Data) -> None:
        """Read the theory of a certificate."""
        self.size = data["size"]
        expect(
            type(self.size) is int and 0 < self.size <= 10_000 and data["goals"],
            "a bad size, or no goal:",
            self.size,
        )
        self.arcs = [Arc(one, self.size) for one in data["arcs"]]
        self.start = self.state(data["start"])
        self.goals = [read_symbols(goal, self.size) for goal in data["goals"]]
        goals = " or ".join(map(listed, self.goals))
        self.asked = (
            f"from {listed(self.start)} to {goals} of {len(self.arcs)} arcs on {self.size} cells"
        )
        # So that only arcs are tried whose first symbol is in its cell.
        self.by_symbol = grouped(self.arcs, Arc.first_symbol)

    def state(self, values: Data) -> tuple[Term, ...]:
        """Read a state. Raises UnreadableError if it is none."""
        return read_symbols(values, self.size, ground=True)

    def is_goal(self, state: State) -> bool:
        """Tell whether a state matches one of the goals."""
        return any(match(zip(goal, state, strict=True)) is not None for goal in self.goals)

    def successors(self, state: State) -> Iterator[tuple[Number, State]]:
        """Yield the cost of each arc that applies to a state, and the state it leads to."""
        known = dict(enumerate(state))
        for symbol in (None, *known.items()):
            for arc in self.by_symbol.get(symbol, ()):
                after = arc.across(known, arc.before, arc.after)
                if after is not None:
                    yield arc.cost, tuple(after.values())

    def step(self, state: State, place: Data) -> tuple[Number, State]:
        """Apply the arc with a given number, from 0. Returns its cost and the state after it.

        Raises NotShownError if there is no such arc, or it does not apply.
        """
        after = None
        if type(place) is int and 0 <= place < len(self.arcs):
            arc = self.arcs[place]
            after = arc.across(dict(enumerate(state)), arc.before, arc.after)
        if after is None:
            raise NotShownError("arc", place, "does not apply to", state)
        return arc.cost, tuple(after.values())


# ------------------------------------------------------------------------------------------------
# 2. Theories in PDDL: a state is the set of the atoms that are true (Fox and Long 2003)
# ------------------------------------------------------------------------------------------------

# The parts of a domain and of a problem that are known here.
PARTS = {
    "domain": (
        ":requirements",
        ":types",
        ":constants",
        ":predicates",
        ":functions",
        ":derived",
        ":action",
    ),
    "problem": (":domain", ":requirements", ":objects", ":init", ":goal", ":metric"),
}

# How many parts follow the first word of a formula or an effect.
SIZES = {"not": 1, "imply": 2, "exists": 2, "forall": 2, "when": 2, "increase": 2, "=": 2}

# Words with which no atom begins.
NO_ATOMS = (SIZES.keys() - {"="}) | {"and", "or", "<", ">", "<=", ">=", "assign"}
NO_ATOMS |= {"decrease", "at-end"}


def nested_lists(text: str) -> list[Any]:
    """Read a text of PDDL as nested lists of words, in lower case and without comments.

    Raises UnreadableError if parentheses do not match, are deeper than 200, or the text is not one
    `(define ...)`.
    """
    stack: list[list[Any]] = [[]]
    without_comments = re.sub(r";[^\n]*", "", text.lower())
    for word in re.findall(r"[()]|\??[^\s()?]+|\?", without_comments):
        closes_nothing = word == ")" and len(stack) == 1
        expect(
            not closes_nothing and len(stack) < 200,
            "a parenthesis too many, or parentheses too deep",
        )
        if word == "(":
            stack.append([])
        elif word == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(word)
    expect(len(stack) == 1 and len(stack[0]) == 1 and stack[0][0][0] == "define", "no define")
    found: list[Any] = stack[0][0]
    return found


def parts_of(text: str, kind: str) -> dict[str, list[Any]]:
    """Read the parts of a domain or a problem (`kind`), each a list of those with its first word.

    Raises UnreadableError if a part is not known here. Only rules and actions stand there twice.
    """
    found: dict[str, list[Any]] = {name: [] for name in (kind, *PARTS[kind])}
    for name, *rest in nested_lists(text)[1:]:
        is_new = not found.get(name, True)
        expect(
            is_new or name in (":derived", ":action"),
            name,
            "is not known here, or stands twice, in a",
            kind,
        )
        found[name].append(rest)
    return found


def split(formula: Any) -> tuple[Any, list[Any]]:
    """Split a formula or an effect into its first word and the rest.

    An empty formula is an empty conjunction. Raises UnreadableError if the rest has the wrong size.
    """
    word, *rest = formula or ["and"]
    expect(
        type(formula) is list and len(rest) == SIZES.get(word, len(rest)), "no formula:", formula
    )
    return word, rest


def typed_names(words: Any, variables: bool = True) -> list[tuple[str, set[str]]]:
    """Read a list of names with types, such as `?a ?b - block ?c - (either ball box) ?d`.

    Returns each name with the set of its types: "object" if none follows. Raises UnreadableError if
    it is no such list; if variables are wanted, also if one stands there twice.
    """
    found: list[tuple[str, set[str]]] = []
    rest = words
    while rest:
        end = rest.index("-") if "-" in rest else len(rest)
        kind = rest[end + 1 : end + 2] if end < len(rest) else ["object"]
        is_kind = len(kind) == 1 and (type(kind[0]) is str or kind[0][:1] == ["either"])
        expect(end > 0 and kind != ["-"] and is_kind, "no list of names:", words)
        kinds = {kind[0]} if type(kind[0]) is str else set(kind[0][1:])
        found += [(name, kinds) for name in rest[:end]]
        rest = rest[end + 2 :]
    names = [name for name, _ in found if (name[0] == "?") == variables]
    different = len(set(names)) if variables else len(names)
    expect(len(names) == different == len(found), "no list of names:", words)
    return found


class Pddl:
    """A planning problem, read from the texts of its domain and problem.

    A state is a frozenset of atoms, without derived ones. An atom is a tuple of its predicate and
    objects. Without a problem, the objects are the constants, and the start has no atoms.

    Raises UnreadableError if a text is not PDDL, or uses parts of it that are not known here.
    """

    def __init__(self, data: Data) -> None:
        """Read the texts of a domain and, if there is one, of a problem."""
        domain = parts_of(data["domain"], "domain")
        problem = parts_of(data.get("problem", "(define (:goal (and)))"), "problem")
        self.read_types(domain[":types"], domain[":constants"] + problem[":objects"])
        self.derived = [
            (head[0], typed_names(head[1:]), condition) for head, condition in domain[":derived"]
        ]
        self.rules = {name for name, _, _ in self.derived}
        self.read_actions(domain[":action"])
        expect(
            problem[":metric"] in ([], [["minimize", ["total-cost"]]])
            and problem[":domain"] in ([], domain["domain"]),
            "another metric, or another domain",
        )
        [[self.goal]] = problem[":goal"]
        self.costs = bool(problem[":metric"])
        self.read_start([*chain(*problem[":init"])])
        self.asked = f"of {listed(domain['domain'] + problem['problem'])}"
        if "problem" in data:
            start = listed(sorted(map(list, self.start))) or "nothing"
            self.asked = f"from {start} to {shown(self.goal)} {self.asked}"

    def read_types(self, types: list[Any], objects: list[Any]) -> None:
        """Read the types, with all types above each, and the objects, with all types of each."""
        self.above: dict[str, set[str]] = {}
        self.types: dict[str, set[str]] = {}
        for parts, found in ((types, self.above), (objects, self.types)):
            for part in parts:
                for name, kinds in typed_names(part, variables=False):
                    found.setdefault(name, {"object"}).update(kinds)
        # As often as types can stand above each other.
        for _ in range(len(self.above) + 1):
            for kinds in (*self.above.values(), *self.types.values()):
                kinds.update(*[self.above.get(kind, ()) for kind in kinds])

    def read_actions(self, actions: list[Any]) -> None:
        """Read the actions: by name the parameters with their types, a condition and an effect."""
        self.actions: dict[str | None, tuple[list[tuple[str, set[str]]], Any, Any]] = {}
        for name, *part in actions:
            body = unique([*zip(part[::2], part[1::2], strict=True)])
            expect(
                set(body) <= {":parameters", ":precondition", ":effect"}
                and name not in self.actions,
                "not known here:",
                name,
            )
            parameters = typed_names(body.get(":parameters", []))
            self.actions[name] = (
                parameters,
                body.get(":precondition", []),
                body.get(":effect", []),
            )

    def read_start(self, facts: list[Any]) -> None:
        """Read the facts of the start: the costs of functions, and the atoms that are true."""
        costs = [fact for fact in facts if fact[0] == "="]
        others = [fact for fact in facts if fact[0] != "="]
        self.value: dict[Any, Number] = unique(
            [(tuple(function), number(cost)) for _, function, cost in costs]
        )
        literals = unique(set(self.literals(["and", *others], {})))
        self.start = frozenset(atom for atom, holds in literals.items() if holds)

    def state(self, atoms: Data) -> frozenset[Any]:
        """Read a state: a list of texts, "(predicate object ...)"."""
        return frozenset(tuple(atom.strip("()").split()) for atom in atoms)

    def choices(
        self, parameters: list[tuple[str, set[str]]], formula: Any = (), true: Any = ()
    ) -> Iterable[dict[str, str]]:
        """Return the ways to bind parameters to objects of their types.

        All ways for which a formula holds, where the `true` atoms are true, are among them. Raises
        UnreadableError if there are more than 10,000,000 ways before the formula is looked at.
        """
        objects = {
            name: [one for one, own in self.types.items() if own & kinds]
            for name, kinds in parameters
        }
        expect(prod(map(len, objects.values())) <= 10_000_000, "too many ways to bind", *objects)
        conjuncts = formula[1:] if formula[:1] == ["and"] else [formula]
        atoms = [one for one in conjuncts if one and one[0] not in (*SIZES, "and", "or")]
        ways: Iterable[dict[str, str]] = [{}]
        names = [*objects]
        for place, name in enumerate(names, 1):
            # An atom of the formula is looked up as soon as its last parameter is bound.
            later = set(names[place:])
            asked = [atom for atom in atoms if name in atom and not set(atom) & later]
            ways = self.extended(ways, name, objects[name], asked, true)
        return ways

    def extended(
        self, ways: Iterable[dict[str, str]], name: str, objects: list[str], asked: Any, true: Any
    ) -> Iterator[dict[str, str]]:
        """Bind one more parameter to each of some objects, where the atoms asked for are true."""
        for way in ways:
            for one in objects:
                longer = way | {name: one}
                if all(self.atom(atom, longer) in true for atom in asked):
                    yield longer

    def derive(self, true: Any, other: Any) -> Any:
        """Return true atoms and all that rules derive from them.

        Atoms under a negation are looked up among `other` atoms.
        """
        while True:
            made = {
                (name, *bindings.values())
                for name, parameters, condition in self.derived
                for bindings in self.choices(parameters, condition, true)
                if self.holds(condition, bindings, true, other)
            }
            if made <= true:
                return true
            true = true | made

    def closure(self, state: State) -> Any:
        """Return all atoms that are true in a state, with derived ones.

        They are the well-founded model (Van Gelder 1989): atoms that are surely true, and those
        that are possibly true, come closer to each other until neither changes. Raises
        UnreadableError if some atoms are possibly, but not surely true.
        """
        sure: Any = set(state)
        if not self.derived:
            return sure
        before = None
        while sure != before:
            before = sure
            possible = self.derive(state, sure)
            sure = self.derive(state, possible)
        expect(sure == possible, "derived predicates that deny themselves")
        return sure

    def holds(self, formula: Any, bindings: Mapping[str, str], true: Any, other: Any) -> bool:
        """Tell whether a formula holds where some atoms are true.

        Atoms under a negation are looked up among the `other` atoms; under two, among the `true`
        ones again. Raises UnreadableError if it is no formula.
        """
        word, rest = split(formula)
        if word == "not":
            return not self.holds(rest[0], bindings, other, true)
        if word == "imply":
            if not self.holds(rest[0], bindings, other, true):
                return True
            return self.holds(rest[1], bindings, true, other)
        if word == "and":
            return all(self.holds(one, bindings, true, other) for one in rest)
        if word == "or":
            return any(self.holds(one, bindings, true, other) for one in rest)
        if word in ("exists", "forall"):
            instances = (
                self.holds(rest[1], {**bindings, **more}, true, other)
                for more in self.choices(typed_names(rest[0]))
            )
            return all(instances) if word == "forall" else any(instances)
        atom = self.atom(formula, bindings)
        if word == "=":
            return bool(atom[1] == atom[2])
        return atom in true

    def atom(self, words: Any, bindings: Mapping[str, str]) -> tuple[str, ...]:
        """Return an atom with objects in the place of its variables.

        Raises UnreadableError if it is no atom, or has an object that is not known.
        """
        is_list = type(words) is list and len(words) > 0 and all(type(one) is str for one in words)
        objects = [bindings.get(one, one) for one in words[1:]] if is_list else []
        are_known = all(type(one) is str and one in self.types for one in objects)
        expect(
            is_list and are_known and words[0] not in NO_ATOMS,
            "no atom, or an unknown object in",
            words,
        )
        return words[0], *objects

    def literals(
        self, formula: Any, bindings: Mapping[str, str], true: Any = None
    ) -> list[tuple[Any, Any]]:
        """Return the literals of an effect; or of a conjunction, if `true` atoms are not given.

        Each is a pair of an atom and whether it is to hold. What an effect costs is a pair of None
        and the cost. Raises UnreadableError if the effect or conjunction has other parts.
        """
        word, rest = split(formula)
        if word == "and":
            return [pair for one in rest for pair in self.literals(one, bindings, true)]
        if word in ("forall", "when"):
            expect(true is not None, word, "is not known here")
            ways: Iterable[dict[str, str]] = []
            if word == "forall":
                ways = self.choices(typed_names(rest[0]))
            elif self.holds(rest[0], bindings, true, true):
                ways = [{}]
            return [
                pair for way in ways for pair in self.literals(rest[1], {**bindings, **way}, true)
            ]
        if word == "increase" and rest[0] == ["total-cost"]:
            return [(None, self.cost_of(rest[1], bindings))]
        atom = self.atom(rest[0] if word == "not" else formula, bindings)
        # A derived predicate is never an effect. Equality is a condition only.
        expect(
            atom[0] not in self.rules and (atom[0] != "=" or true is None), "no effect:", formula
        )
        return [(atom, word != "not")]

    def cost_of(self, amount: Any, bindings: Mapping[str, str]) -> Number:
        """Return a cost: a number, or the value of a function if the problem counts costs."""
        if type(amount) is str:
            return number(amount)
        if not self.costs:
            return 0
        return self.value[self.atom(amount, bindings)]

    def apply(
        self, state: Any, true: Any, name: str | None, bindings: Mapping[str, str]
    ) -> tuple[Number, Any] | None:
        """Apply an action to a state, of which all `true` atoms are given, with derived ones.

        Returns the cost of the action and the state after it, or None if its precondition does not
        hold. Without a metric each action costs 1.
        """
        _, condition, effect = self.actions[name]
        if not self.holds(condition, bindings, true, true):
            return None
        cost: Number = 0
        added, deleted = set(), set()
        for atom, value in self.literals(effect, bindings, true):
            if atom is None:
                cost += value
            elif value:
                added.add(atom)
            else:
                deleted.add(atom)
        return cost if self.costs else 1, (state - deleted) | added

    def end_of(self, state: Any, acts: list[Any]) -> tuple[Number, Any] | None:
        """Apply actions one after the other, each a name and its parameters bound to objects.

        Returns their total cost and the last state; None if one of them does not apply. Derived
        atoms are not known.
        """
        total: Number = 0
        for name, bindings in acts:
            done = self.apply(state, state, name, bindings)
            if done is None:
                return None
            cost, state = done
            total += cost
        return total, state

    def called(self, name: str = "", *objects: str) -> tuple[str, dict[str, str]]:
        """Return the name of an action, and its parameters bound to objects.

        Raises NotShownError if there is no such action, or these are not its objects.
        """
        need(name in self.actions, "no such action:", name)
        parameters = self.actions[name][0]
        need(
            len(parameters) == len(objects)
            and all(
                self.types.get(one, set()) & kinds
                for (_, kinds), one in zip(parameters, objects, strict=True)
            ),
            "not its objects:",
            name,
            *objects,
        )
        names = [parameter for parameter, _ in parameters]
        return name, dict(zip(names, objects, strict=True))

    def step(self, state: State, call: Data) -> tuple[Number, State]:
        """Apply a step, "(action object ...)". Returns its cost and the state after it.

        Raises NotShownError if there is no such action, or its precondition does not hold.
        """
        true = self.closure(state)
        name, bindings = self.called(*call.lower().strip(" ()\t\r").split())
        done = self.apply(state, true, name, bindings)
        if done is None:
            raise NotShownError("its precondition does not hold:", call)
        return done

    def successors(self, state: State) -> Iterator[tuple[Number, State]]:
        """Yield the cost of each action that applies to a state, and the state it leads to."""
        true = self.closure(state)
        for name, (parameters, condition, _) in self.actions.items():
            for bindings in self.choices(parameters, condition, true):
                done = self.apply(state, true, name, bindings)
                if done is not None:
                    yield done

    def is_goal(self, state: State) -> bool:
        """Tell whether the goal holds in a state."""
        true = self.closure(state)
        return self.holds(self.goal, {}, true, true)


# ------------------------------------------------------------------------------------------------
# 2. Terms of logic programs
# ------------------------------------------------------------------------------------------------


def read_term(value: Data) -> Term:
    """Read a term: a symbol, a variable, a number, or a list of a functor and its arguments.

    A compound term is a tuple of its functor and a tuple of arguments. A decimal number becomes
    bytes, so that it equals no other number. Raises UnreadableError if the value is no term.
    """
    if type(value) is list:
        expect(len(value) > 1 and type(value[0]) is str, "no term:", value)
        return value[0], tuple(map(read_term, value[1:]))
    if type(value) in (float, Fraction):
        return repr(float(value)).encode()
    return read_symbols([value], 1)[0]


def is_compound(term: Term) -> bool:
    """Tell whether a term is a tuple of a functor and a tuple of arguments."""
    return type(term) is tuple and type(term[1]) is tuple


def arguments(goal: Term) -> tuple[Term, ...]:
    """Return the arguments of a goal, of which an atom has none."""
    return goal[1] if is_compound(goal) else ()


def indicator(goal: Term) -> tuple[str, int]:
    """Return the name of a goal and its number of arguments.

    Raises UnreadableError if it is a variable or a number.
    """
    if is_compound(goal):
        return goal[0], len(goal[1])
    expect(type(goal) is str, "this cannot be called:", goal)
    return goal, 0


def mapped(
    term: Term,
    of_leaf: Callable[[Term], Term],
    of_compound: Callable[[str, tuple[Term, ...]], Term] = lambda *both: both,
) -> Term:
    """Replace each symbol, number and variable of a term, then each compound term around it."""
    if not is_compound(term):
        return of_leaf(term)
    parts = tuple([mapped(part, of_leaf, of_compound) for part in term[1]])
    return of_compound(term[0], parts)


def substituted(term: Term, bindings: Bindings) -> Term:
    """Replace the variables of a term by what they are bound to, until none is bound."""
    if is_compound(term):
        return term[0], tuple([substituted(part, bindings) for part in term[1]])
    if term in bindings:
        return substituted(bindings[term], bindings)
    return term


def renamed(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Number the variables of some terms in their order.

    Two tuples of terms that differ only in the names of their variables become equal.
    """
    names: dict[Term, Term] = {}

    def renamed_leaf(leaf: Term) -> Term:
        """Return the number of a variable, and anything else as it is."""
        if is_variable(leaf):
            return names.setdefault(leaf, ("var", len(names)))
        return leaf

    return tuple([mapped(term, renamed_leaf) for term in terms])


def leaves(*terms: Term) -> Iterator[Term]:
    """Yield the symbols, numbers and variables of some terms."""
    pending = [*terms]
    while pending:
        term = pending.pop()
        if is_compound(term):
            pending.extend(term[1])
        else:
            yield term


def is_ground(*terms: Term) -> bool:
    """Tell whether some terms have no variables."""
    return not any(map(is_variable, leaves(*terms)))


def unify(one: Term, other: Term, bindings: Bindings) -> Bindings | None:
    """Find the most general bindings that make two terms equal (Robinson 1965).

    Takes the bindings that are known, and returns them with more, or None if there are none.
    """
    one, other = substituted(one, bindings), substituted(other, bindings)
    if one == other:
        return bindings
    if is_variable(one) and not is_variable(other):
        one, other = other, one
    if is_variable(other):
        return None if other in leaves(one) else {**bindings, other: one}
    if not is_compound(one) or not is_compound(other) or indicator(one) != indicator(other):
        return None
    known: Bindings | None = bindings
    for left, right in zip(one[1], other[1], strict=True):
        if known is not None:
            known = unify(left, right, known)
    return known


def conjuncts(goals: Iterable[Term]) -> list[Term]:
    """Split conjunctions into their goals, and leave out `true`.

    Raises UnreadableError if an integer is among them.
    """
    found = []
    for goal in goals:
        expect(type(goal) is not int, "this cannot be called:", goal)
        if is_compound(goal) and indicator(goal) == (",", 2):
            found += conjuncts(goal[1])
        elif goal != "true":
            found.append(goal)
    return found


def called(goal: Term, *more: Term) -> Term:
    """Return the goal that call/N calls: its first argument, with the other arguments added."""
    name, _ = indicator(goal)
    every = (*arguments(goal), *more)
    return (name, every) if every else name


# ------------------------------------------------------------------------------------------------
# 2. Arithmetic and tests of logic programs
# ------------------------------------------------------------------------------------------------


def same_type(one: Any, other: Any, *types: type) -> None:
    """Raise UnreadableError unless two numbers are both of one of some types."""
    expect(type(one) is type(other) and type(one) in types, "not numbers of one type:", one, other)


def remainder(one: Any, other: Any) -> Any:
    """Return the remainder of two integers, with the sign of the second."""
    same_type(one, other, int)
    return one % other


def lesser(one: Any, other: Any) -> Any:
    """Return the lesser of two numbers of one type."""
    same_type(one, other, int, float)
    return min(one, other)


def greater(one: Any, other: Any) -> Any:
    """Return the greater of two numbers of one type."""
    same_type(one, other, int, float)
    return max(one, other)


NUMBERS: dict[tuple[str, int], Callable[[Any, Any], Any]] = {
    ("min", 2): lesser,
    ("max", 2): greater,
    ("+", 2): add,
    ("-", 2): sub,
    ("*", 2): mul,
    ("mod", 2): remainder,
}


def value_of(term: Term) -> Any:
    """Return the value of an arithmetic term, an int or a float.

    Raises KeyError or UnreadableError if the term has another functor, a symbol or a variable.
    """
    if type(term) is int:
        return term
    if type(term) is bytes:
        return float(term)
    function = NUMBERS[indicator(term)]
    return function(*map(value_of, term[1]))


def comparison(compare: Callable[[Any, Any], bool]) -> Callable[[Term, Term], bool]:
    """Return a test that compares the values of two arithmetic terms."""
    return lambda one, other: compare(value_of(one), value_of(other))


def is_list(term: Term) -> bool:
    """Tell whether a term is a list with an end."""
    while is_compound(term) and indicator(term) == ("[|]", 2):
        term = term[1][1]
    return bool(term == "[]")


def may_fail(goal: Term) -> bool:
    """Tell whether a goal may fail, as far as is known: it is no test, or one that fails."""
    if type(goal) is not tuple or goal[0] == "\\+":
        return True
    name = indicator(goal)
    return name not in TESTS or not TESTS[name](*goal[1])


COMPARISONS: dict[tuple[str, int], Callable[[Any, Any], bool]] = {
    ("<", 2): lt,
    (">", 2): gt,
    ("=<", 2): le,
    (">=", 2): ge,
    ("=:=", 2): eq,
    ("=\\=", 2): ne,
}

CUT = ("!", 0)
NOT = ("\\+", 1)
OR = (";", 2)
EQUAL = ("=", 2)

# Of a cut and of a negation it is known only that they may hold: see `Program.ways`.
TESTS: dict[tuple[str, int], Callable[..., Any]] = {
    **{name: comparison(compare) for name, compare in COMPARISONS.items()},
    ("atom", 1): lambda term: type(term) is str and term != "[]",
    ("integer", 1): lambda term: type(term) is int,
    ("number", 1): lambda term: type(term) in (int, bytes),
    ("atomic", 1): lambda term: type(term) in (int, bytes, str),
    ("nonvar", 1): lambda term: not is_variable(term),
    ("is_list", 1): is_list,
    ("==", 2): eq,
    ("\\==", 2): ne,
    ("\\=", 2): lambda one, other: unify(one, other, {}) is None,
    ("fail", 0): lambda: False,
    CUT: lambda: True,
    NOT: may_fail,
}

# Their answers are the same, however many variables are bound when they are called.
PLAIN = {("is", 2), ("between", 3), *COMPARISONS}


def may_hold(goal: Term) -> bool:
    """Tell whether a goal is a test with variables that may hold of some instances."""
    name, parts = indicator(goal), arguments(goal)
    if name not in TESTS or name in COMPARISONS or is_ground(goal):
        return False
    if name == ("==", 2):
        return unify(parts[0], parts[1], {}) is not None
    if name in (("\\==", 2), ("\\=", 2)):
        return bool(parts[0] != parts[1])
    return name in (NOT, ("is_list", 1)) or is_variable(parts[0])


def computed(name: str, parts: tuple[Term, ...]) -> Term:
    """Return the value of a sum, product or the like of two integers; else the term as it is."""
    if (name, len(parts)) in NUMBERS and {type(one) for one in parts} == {int}:
        return NUMBERS[name, 2](*parts)
    return name, parts


def is_decided(goal: Term) -> bool:
    """Tell whether a condition is a test without variables that holds.

    Raises UnreadableError if it is a cut, which is no condition.
    """
    name = indicator(goal)
    expect(name != CUT, "a cut is no condition of a rule")
    if name[0] == "\\+" or not is_ground(goal) or name not in TESTS:
        return False
    return bool(TESTS[name](*arguments(goal)))


def simplified(goals: Iterable[Term]) -> list[Term]:
    """Simplify the conditions of a rule: each once, without tests that are decided.

    In arithmetic, integers are computed as far as they are known.
    """
    found: dict[Term, None] = {}
    for goal in goals:
        if is_decided(goal):
            continue
        if indicator(goal) in PLAIN:
            found[mapped(goal, lambda leaf: leaf, computed)] = None
        else:
            found[goal] = None
    return [*found]


# ------------------------------------------------------------------------------------------------
# 2. Theories that are logic programs: a state is a head and the goals that are left
# ------------------------------------------------------------------------------------------------

Clause = tuple[Term, tuple[Term, ...]]
Way = tuple[Term, Term, Sequence[Term]]

# Two terms that unify without bindings, and two that do not unify.
NO_CONDITION: Way = (0, 0, ())
NO_WAY: Way = (0, 1, ())


class Program:
    """A logic program: clauses, each with a head and the goals of its body, and goals to prove.

    A state is a tuple of a head, which is 0 where there is none, and the goals that are left. A
    step resolves the first of these goals with a clause, or computes it. Variables of clauses have
    names, those of states numbers: no clause shares a variable with a state.

    Raises UnreadableError if a clause is none, or one of a built-in predicate.
    """

    def __init__(self, data: Data) -> None:
        """Read the clauses, the predicates without clauses, and the goals."""
        # By the indicator of a predicate its clauses, by their numbers.
        self.clauses: dict[Any, dict[int, Clause]] = {
            tuple(name): {} for name in data.get("empty", [])
        }
        for place, (head, *goals) in enumerate(map(read_term, one) for one in data["clauses"]):
            expect(
                indicator(head)[0] != "call" or (is_compound(head) and goals == [called(*head[1])]),
                "a clause of call that calls something else:",
                head,
            )
            own = self.clauses.setdefault(indicator(head), {})
            own[place] = (head, tuple(conjuncts(goals)))
        built_in = {*TESTS, *PLAIN, EQUAL, OR, ("->", 2), ("*->", 2)}
        expect(self.clauses.keys().isdisjoint(built_in), "clauses of a predicate that is built in")
        self.names = self.clauses.keys() | built_in
        self.start = self.state(data.get("goals", []))
        self.plain = self.plain_predicates()
        self.facts = {
            name
            for name, clauses in self.clauses.items()
            if all(not body and is_ground(head) for head, body in clauses.values())
        }
        goals_in_words = listed(self.start[1:], ", ")
        self.asked = f"{goals_in_words} of {len(data['clauses'])} clauses".lstrip()

    def plain_predicates(self) -> set[tuple[str, int]]:
        """Return predicates whose answers are the same, however many variables are bound.

        The clauses of such a predicate call only such predicates: those that do not are taken away
        until none is left.
        """
        plain = {name for name in self.clauses if name[0] != "call"} | {*PLAIN, EQUAL}
        while True:
            others = set()
            for name in self.clauses.keys() & plain:
                bodies = [body for _, body in self.clauses[name].values()]
                if not {indicator(goal) for goal in chain(*bodies)} <= plain:
                    others.add(name)
            if not others:
                return plain
            plain -= others

    def state(self, goals: Data) -> State:
        """Read a state: a list of goals."""
        return self.resolvent(0, map(read_term, goals))

    def is_goal(self, state: State) -> bool:
        """Tell whether no goals are left."""
        return len(state) == 1

    def resolvent(
        self, head: Term, goals: Iterable[Term], bindings: Bindings | None = None
    ) -> State:
        """Return the state of a head and goals under bindings, with variables numbered anew."""
        known = bindings or {}
        left = conjuncts([substituted(goal, known) for goal in goals])
        return renamed([substituted(head, known), *left])

    def ways(self, goal: Term, sure: bool) -> dict[Any, Way]:
        """Return the ways to resolve or compute a goal, by the step that chooses one.

        Each way is two terms to unify, and the goals in the place of this goal. If not `sure`, cuts
        and negations may hold, so that all that can be proved has a way. If `sure`, what has a way
        can be proved.

        Raises NotShownError if it is not known whether a cut or negation holds; UnreadableError if
        the predicate is not known here.
        """
        name = indicator(goal)
        parts = arguments(goal)
        expect(
            sure or name[0] != "call",
            *name,
            "is not known here, as not all that it may call is listed",
        )
        if sure:
            need(not self.has_cut(goal), "a cut, or a negation that is not shown:", goal)
        if name == OR:
            one, other = self.branches(goal, sure)
            return {0: (goal, goal, (one,)), 1: (goal, goal, (other,))}
        if name in self.clauses:
            return {place: (goal, head, body) for place, (head, body) in self.clauses[name].items()}
        if name == EQUAL:
            return {0: (parts[0], parts[1], ())}
        if name == ("is", 2):
            return {0: (parts[0], read_term(value_of(parts[1])), ())}
        if name == ("between", 3):
            numbers = range(value_of(parts[0]), value_of(parts[1]) + 1)
            expect(len(numbers) <= 1_000_000, "too many numbers:", goal)
            return {one: (parts[2], one, ()) for one in numbers}
        expect(name in TESTS, *name, "is not known here")
        return {0: NO_CONDITION} if TESTS[name](*parts) else {}

    def has_cut(self, goal: Term) -> bool:
        """Tell whether a goal is a cut or a negation, or a branch or clause of it has a cut."""
        name = indicator(goal)
        if name in (CUT, NOT):
            return True
        if name == OR:
            return "!" in leaves(goal)
        return any("!" in leaves(*body) for _, body in self.clauses.get(name, {}).values())

    def branches(self, goal: Term, sure: bool) -> tuple[Term, Term]:
        """Return the two branches of a disjunction.

        Those of a condition are that it holds, and that it does not. Raises UnreadableError if its
        first proof may be another than one that is chosen: it has variables, and is no test.
        """
        first, other = goal[1]
        if not is_compound(first) or first[0] not in ("->", "*->"):
            return first, other
        asked, then = first[1]
        if sure and not is_ground(asked):
            names = {indicator(one) for one in conjuncts([asked])}
            expect(names <= TESTS.keys() - {CUT}, "a condition that is no test:", goal)
        return (",", (asked, then)), (",", (("\\+", (asked,)), other))

    def successors(self, state: State) -> Iterator[tuple[int, State]]:
        """Yield 0 and the state after each way to resolve or compute the first goal of a state."""
        _, goal, *rest = state
        for one, other, goals in self.ways(goal, sure=False).values():
            bindings = unify(one, other, {})
            if bindings is not None:
                yield 0, self.resolvent(0, (*goals, *rest), bindings)

    def after_goal(self, state: State, place: int) -> Iterator[State]:
        """Yield the state after each way to resolve or compute a goal of a state.

        They stand for those of each instance of the state: a test that is not decided may hold.
        """
        goal = state[place]
        ways = [NO_CONDITION] if may_hold(goal) else self.ways(goal, sure=False).values()
        for one, other, goals in ways:
            bindings = unify(one, other, {})
            if bindings is not None:
                left = (*state[1:place], *goals, *state[place + 1 :])
                yield self.resolvent(state[0], left, bindings)

    def left(
        self,
        heads: Sequence[Term],
        goals: Iterable[Term],
        steps: Iterable[Data],
        general: bool = False,
        given: Sequence[int] = (),
        sole: bool = False,
    ) -> tuple[Any, Any]:
        """Make the steps of a proof of some goals, and return what they leave of heads and goals.

        Parameters
        ----------
        heads
            Terms that share variables with the goals.
        goals
            Goals to resolve, the first one first.
        steps
            For the goal that comes first: the number of a clause or branch, a number that between/3
            is to find, 0 where there is one way only; "keep", which makes it a condition; or a list
            of states, which refute the goal of a negation.
        general
            The steps are those of a rule, which is to hold for all values of its variables.
        given
            Places of arguments of the first head that have no variables where the rule is used.
        sole
            Each step but the first is the only way to resolve its goal.

        Returns
        -------
        tuple
            The heads and then the conditions that are left; and conditions that must be proved with
            the same variables bound, each after what was known when it was kept.

        Raises
        ------
        NotShownError
            A step that does not resolve its goal, or goals that are left.
        UnreadableError
            A goal that is not known here.
        """
        state = self.resolvent(("", tuple(heads)), goals)  # Its head: heads, conditions.
        kept: list[tuple[Term, ...]] = []
        for place, step in enumerate(steps):
            (_, found), goal, *rest = state
            if step == "keep":
                if not self.is_bound(goal, found, given):
                    kept.append(renamed((*found, goal)))
                found = (*found, goal)
                one, other, more = NO_CONDITION
            else:
                one, other, more = self.chosen_way(goal, step, general, sole and place > 0)
            bindings = unify(one, other, {})
            need(bindings is not None, "the step does not resolve", goal)
            state = self.resolvent(("", found), (*more, *rest), bindings)
        need(len(state) == 1, "goals are left:", *state[1:])
        _, found = state[0]
        conditions = simplified(found[len(heads) :])
        order = [self.without_comparisons(one) for one in kept if self.is_sensitive(one[-1])]
        return renamed((*found[: len(heads)], *conditions)), order

    def is_sole(self, goal: Term, step: Data) -> bool:
        """Tell whether no other step resolves a goal."""
        ways = self.ways(goal, sure=True)
        return step in ways and all(
            unify(one, other, {}) is None
            for place, (one, other, _) in ways.items()
            if place != step
        )

    def chosen_way(self, goal: Term, step: Data, general: bool, sole: bool = False) -> Way:
        """Return the way that a step chooses to resolve or compute a goal: see `left`.

        The way has to be the only one if it is to be `sole`. Where a rule is to hold for all values
        of its variables (`general`), a negation or `\\==`
        with variables is not shown by a step.
        """
        has_instances = general and not is_ground(goal)
        if type(step) is list:
            need(
                indicator(goal) == NOT and not has_instances,
                "no negation, or one of more than is refuted:",
                goal,
            )
            closed(self, {"states": step}, start=self.resolvent(0, goal[1]))
            return NO_CONDITION
        need(
            indicator(goal) != ("\\==", 2) or not has_instances,
            "this would not hold of each instance:",
            goal,
        )
        need(not sole or self.is_sole(goal, step), "the step is not the only way to resolve", goal)
        return self.ways(goal, sure=True).get(step, NO_WAY)

    def is_bound(self, goal: Term, found: Sequence[Term], given: Sequence[int]) -> bool:
        """Tell whether the variables of a goal have values when it is called in a rule.

        They have if they are in arguments of the head that are `given`, or in conditions before
        the goal that bind all their variables.
        """
        head, *conditions = found
        names = self.facts | PLAIN
        binding = [one for one in conditions if indicator(one) in names]
        bound = {*leaves(*(head[1][place] for place in given), *binding)}
        return not any(is_variable(leaf) for leaf in leaves(goal) if leaf not in bound)

    def is_sensitive(self, goal: Term) -> bool:
        """Tell whether the answers of a goal may depend on which variables are bound."""
        return indicator(goal) not in self.plain

    @staticmethod
    def without_comparisons(found: Sequence[Term]) -> tuple[Term, ...]:
        """Leave out comparisons and repetitions of what was known before the last goal."""
        *before, goal = found
        others = [one for one in before if indicator(one) not in COMPARISONS]
        return renamed((*dict.fromkeys(others), goal))


# ------------------------------------------------------------------------------------------------
# 3. Claims: plan, optimal
# ------------------------------------------------------------------------------------------------


def plan(task: Theory, data: Data) -> str:
    """Check that steps lead from the start to a goal, at the cost that is claimed.

    Raises NotShownError if they do not.
    """
    return f"{checked_plan(task, data)[1]},"


def optimal(task: Theory, data: Data) -> str:
    """Check a plan, and that no plan costs less.

    The certificate lists all states that are cheaper to reach than the plan costs: see `closed`.
    Mugdan, Christen and Eriksson 2023. Raises NotShownError if this is not shown.
    """
    cost, claim = checked_plan(task, data)
    closed(task, data, cost)
    return f"optimal {claim},"


def checked_plan(task: Theory, data: Data) -> tuple[Number, str]:
    """Check a plan. Returns its cost, and its length and cost in words."""
    make_step = task.step
    cost: Number = 0
    state = task.start
    for step in data["steps"]:
        paid, state = make_step(state, step)
        cost += paid
    need(task.is_goal(state), "the steps do not end in a goal")
    need(cost == number(data.get("cost", cost)), "the plan costs", str(cost))
    return cost, f"plan of length {len(data['steps'])}, cost {cost}"


# ------------------------------------------------------------------------------------------------
# 3. Claims: traps, of a domain in PDDL or of one of its problems
# ------------------------------------------------------------------------------------------------

# Atoms, each with whether it holds.
Literals = dict[Any, bool]


class Groups:
    """Groups of atoms of which at most one is true, told by invariants over parameters.

    An invariant is a list of pairs: a predicate, and for each of its arguments the number of the
    shared parameter that it is, or -1 where any object counts.
    """

    def __init__(self, invariants: Data) -> None:
        """Read invariants; UnreadableError if the parts of one share different parameters."""
        self.parts: dict[str, list[tuple[int, list[int]]]] = defaultdict(list)
        for place, parts in enumerate(invariants):
            for name, shared in parts:
                numbers = sorted(number for number in shared if number != -1)
                expect(numbers == [*range(len(numbers))], "not shared parameters:", shared)
                self.parts[name].append((place, shared))

    def of(self, atom: tuple[str, ...]) -> set[Any]:
        """Return the groups of an atom, each an invariant and objects for its parameters."""
        name, *objects = atom
        found = set()
        for place, shared in self.parts.get(name, ()):
            expect(len(shared) == len(objects), "another number of arguments:", name)
            pairs = sorted(zip(shared, objects, strict=True))
            found.add((place, tuple([one for number, one in pairs if number != -1])))
        return found

    def taken(self, literals: Literals) -> dict[Any, Any] | None:
        """Return the true atom of each group; None if a group has two, so that both never hold."""
        found: dict[Any, Any] = {}
        for atom, holds in literals.items():
            for group in self.of(atom) if holds else ():
                if found.setdefault(group, atom) != atom:
                    return None
        return found

    def check_kept(self, asked: Literals, effects: Literals) -> None:
        """Check that a step never makes a second atom of a group true.

        It adds to a group no more than it takes from it; or asks for two of its atoms, and so is
        never taken. Raises NotShownError if this is not so.
        """
        more: dict[Any, int] = defaultdict(int)
        for atom, holds in effects.items():
            if asked.get(atom) is not holds:
                for group in self.of(atom):
                    more[group] += 1 if holds else -1 if asked.get(atom) else 0
        for group, count in more.items():
            there = sum(group in self.of(atom) for atom, holds in asked.items() if holds)
            need(count <= 0 or there > 1, "an invariant is not kept:", *group[1])


def step_literals(
    task: Pddl, name: str | None, bindings: Mapping[str, str]
) -> tuple[Literals, Literals] | None:
    """Return what a step asks for, and what it makes true and false; None if it is never taken.

    Raises UnreadableError if these are no conjunctions of literals.
    """
    _, condition, effect = task.actions[name]
    asked: Literals = {}
    for atom, holds in task.literals(condition, bindings):
        if atom[0] == "=":
            if (atom[1] == atom[2]) != holds:
                return None
        elif asked.setdefault(atom, holds) != holds:
            return None
    effects = [pair for pair in task.literals(effect, bindings) if pair[0] is not None]
    # What is deleted and added is added.
    return asked, dict(sorted(effects, key=lambda pair: bool(pair[1])))


def joined(groups: Groups, *some: Literals) -> Literals | None:
    """Return literals that hold together; None if they never do."""
    found: Literals = {}
    for literals in some:
        for atom, holds in literals.items():
            if found.setdefault(atom, holds) != holds:
                return None
    return None if groups.taken(found) is None else found


class TrapPattern:
    """Facts over parameters."""

    def __init__(self, data: Data) -> None:
        """Read parameters with their types, and facts."""
        self.parameters = dict(typed_names(data["parameters"].lower().split()))
        self.facts = data["facts"]

    def instance(self, task: Pddl, objects: Sequence[str]) -> Literals | None:
        """Return the facts with objects; None if two are one, or objects are of other types."""
        expect(len(objects) == len(self.parameters), "another number of objects:", *objects)
        bindings = dict(zip(self.parameters, objects, strict=True))
        if not all(task.types[bindings[one]] & kinds for one, kinds in self.parameters.items()):
            return None
        literals = [pair for fact in self.facts for pair in task.literals(fact, bindings)]
        expect(all(atom[0] != "=" for atom, _ in literals), "no fact:", "=")
        found = dict(literals)
        return found if len(found) == len(literals) else None


def names_in_order(words: Iterable[str]) -> dict[str, str]:
    """Return a new name for each word that is no constant, in the order of the words."""
    found: dict[str, str] = {}
    for word in words:
        if "?" in word and word not in found:
            found[word] = f"?{len(found)}"
    return found


def read_cases(cases: Data) -> dict[Any, list[Any]]:
    """Read cases: by pattern, step and objects the instances of patterns that are led to."""
    found: dict[Any, list[Any]] = {}
    for (number, *objects), (name, *others), leads in cases:
        names = names_in_order(objects + others)
        key = (number, name, *[names.get(one, one) for one in objects + others])
        expect(key not in found, "a case that stands twice:", *key)
        found[key] = [
            (place, [names.get(one, one) for one in instance]) for place, *instance in leads
        ]
    return found


def trap(task: Pddl, data: Data) -> str:
    """Check the cases of a trap, for all problems of a domain.

    A trap is a set of instances of `patterns` with two properties. No goal has an instance of it,
    where at most one atom of each group of `invariants` is true. And in each of the `cases`, where
    a step with these objects is possible in the problem, one of the instances that are led to is
    in the set. This checks that no other case changes an instance, and that steps keep the
    invariants. So no state with an instance of a trap leads to a goal, if the start of the problem
    satisfies the invariants.

    Raises NotShownError if this is not so.
    """
    expect(not task.derived, "derived")
    groups = Groups(data["invariants"])
    patterns = [TrapPattern(pattern) for pattern in data["patterns"]]
    cases = read_cases(data["cases"])
    constants = [*task.types]
    some = [parameters for parameters, _, _ in task.actions.values()]
    asked = [kinds for parameters in some for _, kinds in parameters]
    asked += [kinds for pattern in patterns for kinds in pattern.parameters.values()]
    types = types_that_differ(task, asked)
    for name, (parameters, _, _) in task.actions.items():
        check_invariants(task, groups, name, constants, types)
        for number, pattern in enumerate(patterns):
            # The names of both are not the same.
            own = {f"{one} of the step": kinds for one, kinds in parameters}
            both = pattern.parameters | own
            for way in ways_to_bind(task, both, constants, types):
                check_case(task, groups, patterns, cases, (number, name, [*way.values()]))
    facts = ", ".join(shown(with_variables(fact)) for fact in patterns[-1].facts)
    kept = sum(leads != [] for leads in cases.values())
    claim = f"trap of {facts} in each problem whose start satisfies the invariants, by"
    return f"{claim} {len(cases)} cases, of which {kept} lead to a trap and the others nowhere,"


def check_invariants(
    task: Pddl, groups: Groups, name: str | None, constants: list[str], types: list[set[str]]
) -> None:
    """Check that no step of an action makes a second atom of a group true.

    Raises NotShownError if one may.
    """
    for way in ways_to_bind(task, dict(task.actions[name][0]), constants, types):
        step = step_literals(task, name, way)
        if step is not None:
            groups.check_kept(*step)


def with_variables(words: Data) -> Any:
    """Return nested lists of words with variables in the place of parameters."""
    if type(words) is list:
        return [with_variables(word) for word in words]
    return ("var", words[1:]) if words[0] == "?" else words


def check_case(
    task: Pddl,
    groups: Groups,
    patterns: list[TrapPattern],
    cases: Mapping[Any, list[Any]],
    case: tuple[int, str | None, list[str]],
) -> None:
    """Check one way to bind a pattern and a step: it is no case, or leads where it is said to.

    Raises NotShownError if this is not so.
    """
    number, name, objects = case
    size = len(patterns[number].parameters)
    parameters, _, _ = task.actions[name]
    own = [parameter for parameter, _ in parameters]
    step = step_literals(task, name, dict(zip(own, objects[size:], strict=True)))
    facts = patterns[number].instance(task, objects[:size])
    before = None if step is None or facts is None else joined(groups, facts, step[0])
    if step is None or facts is None or before is None:
        return
    after = before | step[1]
    if facts.items() <= after.items():
        return
    names = names_in_order(objects)
    key = (number, name, *[names.get(one, one) for one in objects])
    need(key in cases, "a case is missing:", name, *objects)
    back = {new: old for old, new in names.items()}
    for place, instance in cases[key]:
        need(type(place) is int and 0 <= place <= number, "no smaller pattern:", place)
        there = patterns[place].instance(task, [back.get(one, one) for one in instance])
        need(
            there is not None and there.items() <= after.items(),
            "a case does not lead to:",
            *instance,
        )


def reachable_atoms(task: Pddl) -> set[Any]:
    """Return atoms among which are all that are ever true, if what steps delete stays true."""
    found = set(task.start)
    while True:
        made = {
            atom
            for _, effects in possible_steps(task, found)
            for atom, holds in effects.items()
            if holds
        }
        if made <= found:
            return found
        found |= made


def possible_steps(task: Pddl, true: Any) -> Iterator[tuple[Literals, Literals]]:
    """Yield what steps ask for and make, of all that ask for `true` atoms alone."""
    for name, (parameters, condition, _) in task.actions.items():
        for way in task.choices(parameters, condition, true):
            step = step_literals(task, name, way)
            if step is not None and all(atom in true for atom, holds in step[0].items() if holds):
                yield step


def trapped(task: Pddl, data: Data) -> None:
    """Check that the start has facts of a trap, which each step keeps and no goal has.

    `trap` lists facts that hold together: lists `[predicate, object, ...]`, or `["not", [...]]`.
    A step from a state that has one list of facts leads to a state that has one. At most one atom
    is true of each group of `invariants`: at first, and so always, as steps keep that.

    Raises NotShownError if this is not so.
    """
    expect(not task.derived, "derived")
    groups = Groups(data["invariants"])
    inside: list[Literals] = [
        dict(pair for fact in facts for pair in task.literals(fact, {})) for facts in data["trap"]
    ]
    start = dict.fromkeys(task.start, True)
    need(groups.taken(start) is not None, "the start does not satisfy an invariant")
    need(
        any(all((atom in start) == holds for atom, holds in one.items()) for one in inside),
        "the start is not in the trap",
    )
    wanted = dict(task.literals(task.goal, {}))
    need(all(joined(groups, wanted, one) is None for one in inside), "a goal is not excluded")
    having = defaultdict(list)
    for one in inside:
        for literal in one.items():
            having[literal].append(one)
    first = grouped(inside, lambda one: next((pair for pair in one.items() if pair[1]), None))
    for asked, effects in possible_steps(task, reachable_atoms(task)):
        groups.check_kept(asked, effects)
        for atom, holds in effects.items():
            for one in having.get((atom, not holds), ()):
                before = joined(groups, one, asked)
                if before is not None:
                    after = before | effects
                    need(is_among(groups, first, after), "a step leaves", *one)


def is_among(groups: Groups, trap: Mapping[Any, list[Literals]], known: Literals) -> bool:
    """Tell whether one of some lists of facts, by their first true atom, is known to hold."""
    taken = groups.taken(known) or {}

    def holds_in(one: Literals) -> bool:
        """Tell whether some facts are known: an atom is false if another of its group is true."""
        return all(
            known.get(atom) == holds
            or (not holds and any(taken.get(group, atom) != atom for group in groups.of(atom)))
            for atom, holds in one.items()
        )

    return any(holds_in(one) for pair in (None, *known.items()) for one in trap.get(pair, ()))


# ------------------------------------------------------------------------------------------------
# 3. Claims: unsolvable, by one of five arguments
# ------------------------------------------------------------------------------------------------


def unsolvable(task: Theory, data: Data) -> str:
    """Check that no steps lead from the start to a goal, by the argument that is named.

    Raises NotShownError if the argument does not show it.
    """
    ARGUMENTS[data["argument"]](task, data)
    return f"unsolvable (by {data['argument']})"


def closed(task: Theory, data: Data, bound: Number | None = None, start: State = None) -> None:
    """Check that a start is among some states, no goal is, and no step leads out of them.

    So no goal can be reached, by induction along any path (Eriksson, Röger and Helmert 2017).

    With a `bound`, the states are those that cost less than it. Each is listed with its least cost,
    0 for the start; a step may lead out of them if the path then costs the bound or more. So no
    goal costs less. The start is that of the task if no other is given.

    Raises NotShownError if this is not so.
    """
    known = {
        task.state(state): number(cost)
        for state, cost in data["states"]
        if bound is None or number(cost) < bound
    }
    first = task.start if start is None else start
    need(known.get(first) == 0 or bound == 0, "the start is not among the states, at 0")
    for state, cost in known.items():
        need(not task.is_goal(state), "a goal is among the states:", state)
        for paid, after in task.successors(state):
            least = known.get(after, bound)
            if least is None or (bound is not None and least > cost + paid):
                raise NotShownError("a step leads to", after)


def rearrangement(
    size: int, before: Sequence[Any], after: Sequence[Any], cells: Sequence[int]
) -> list[int]:
    """Return for each cell of a board the cell to which its symbol goes.

    Takes the symbols in some cells before and after. Raises NotShownError if they are not all
    different, or not the same ones.
    """
    need(
        len(set(before)) == len(cells) == len(after) and set(before) == set(after),
        "no rearrangement of symbols that all differ:",
        *after,
    )
    goes_to = list(range(size))
    for cell, symbol in zip(cells, before, strict=True):
        goes_to[cell] = cells[after.index(symbol)]
    return goes_to


def is_odd(before: Sequence[Any], after: Sequence[Any]) -> int:
    """Return 1 if an odd number of exchanges makes one arrangement of another, else 0."""
    places = map(after.index, before)
    return sum(one > other for one, other in combinations(places, 2)) % 2


def parity(task: Theory, data: Data) -> None:
    """Check that the parity of arrangements never lets the start become a goal.

    Each cell has one of two colours. Each arc rearranges symbols, by an odd permutation exactly if
    it moves one given symbol (the blank) to a cell of the other colour. So parity and colour change
    together, but between start and goal only one of them does. (Johnson and Story 1879)

    Raises NotShownError if this is not so.
    """
    (symbol,) = read_symbols([data["symbol"]], 1, ground=True)
    colours = data["colours"]
    need(len(colours) == task.size and set(colours) <= {0, 1}, "cells without colour")
    for arc in task.arcs:
        goes_to = rearrangement(task.size, arc.before, arc.after, arc.cells)
        changes = {
            term: colours[goes_to[cell]] ^ colours[cell]
            for cell, term in zip(arc.cells, arc.before, strict=True)
        }
        if symbol in changes:
            possible = {changes[symbol]}
        else:  # The symbol may be in another cell, or be any of the variables.
            possible = {0} | {changes[term] for term in changes if is_variable(term)}
        need(possible == {is_odd(arc.before, arc.after)}, "an arc breaks the rule of parity")
    for goal in task.goals:
        rearrangement(task.size, task.start, goal, range(task.size))
        change = 0
        if symbol in goal:
            change = colours[goal.index(symbol)] ^ colours[task.start.index(symbol)]
        need(is_odd(task.start, goal) != change, "start and goal have the same parity")


def orbit(task: Theory, data: Data) -> None:
    """Check that all arcs are in a group of permutations that takes the start to no goal.

    A permutation is a list: for each cell, the cell to which its symbol goes. The certificate has a
    chain of stabilizers (Sims 1970): for each cell, permutations that move no cell before it, each
    taking it to another place. A permutation is in the group if one of the chain after the other
    can undo it, cell by cell. This is a group if no product of two of its generators leaves it.

    Raises NotShownError if this is not so.
    """
    size, every = task.size, range(task.size)
    chain_of_cells = data["chain"]
    # For each cell, by the place it is taken to, the permutation that brings it back.
    back = [
        {one[cell]: rearrangement(size, every, one, every) for one in permutations}
        for cell, permutations in enumerate(chain_of_cells)
    ]

    def is_inside(permutation: Sequence[int], first: int = 0) -> bool:
        """Tell whether a permutation that moves no cell before the first one is in the group."""
        for cell in range(first, size):
            undo = back[cell].get(permutation[cell])
            if undo is None:
                return False
            permutation = [undo[place] for place in permutation]
        return True

    for cell, permutations in enumerate(chain_of_cells):
        later = [*chain(*chain_of_cells[cell:])]
        for one in permutations:
            is_closed = one[:cell] == [*range(cell)] and all(
                is_inside([other[place] for place in one], cell) for other in later
            )
            need(is_closed, "this chain of stabilizers is no group, at cell", cell)
    for arc in task.arcs:
        moves = rearrangement(size, arc.before, arc.after, arc.cells)
        need(is_inside(moves), "an arc is not in the group")
    for goal in task.goals:
        moves = rearrangement(size, task.start, goal, every)
        need(not is_inside(moves), "the group takes the start to a goal")


PartialState = dict[int, Term]


class PartialStates:
    """A set of partial states: symbols in some cells that stand there together."""

    def __init__(self, states: Data) -> None:
        """Read a list of partial states, each a list of pairs of a cell and a symbol."""
        self.states: list[PartialState] = [
            {cell: read_symbols([symbol], 1, ground=True)[0] for cell, symbol in pairs}
            for pairs in states
        ]
        # So that few are looked at.
        self.by_symbol = grouped(self.states, lambda one: next(iter(one.items()), None))

    def hold_in(self, known: PartialState) -> bool:
        """Tell whether all symbols of one of these partial states are known."""
        return any(
            one.items() <= known.items()
            for symbol in (None, *known.items())
            for one in self.by_symbol.get(symbol, ())
        )


def never(task: Theory, data: Data) -> None:
    """Check that each goal has a partial state that is never reached, or excludes a trap.

    `never` lists partial states, such as mutexes: none is in the start, and an arc that makes one
    starts from a state that has one. `trap` lists partial states, such as dead ends: one is in the
    start, and an arc from a state that has one leads to a state that has one. So a goal is not
    reached if it has one of `never`, or if it has none of `trap` in any state.

    Raises NotShownError if this is not so.
    """
    absent, trap = PartialStates(data["never"]), PartialStates(data["trap"])
    start = dict(enumerate(task.start))
    need(
        not absent.hold_in(start) and (not trap.states or trap.hold_in(start)),
        "the start has what can never be, or is not in the trap",
    )
    for arc in task.arcs:
        for one in absent.states:
            before = arc.across(one, arc.after, arc.before)
            need(before is None or absent.hold_in(before), "an arc makes", one)
        for one in trap.states:
            need(keeps_trap(arc, one, trap, absent), "an arc leaves", one)
    growing = [
        term
        for arc in task.arcs
        for term in set(arc.after)
        if arc.after.count(term) > arc.before.count(term)
    ]
    for goal in task.goals:
        known = {cell: term for cell, term in enumerate(goal) if not is_variable(term)}
        is_apart = trap.states and excludes(goal, known, task.start, growing, trap)
        need(is_apart or absent.hold_in(known), "a goal is not excluded")


def keeps_trap(arc: Arc, one: PartialState, trap: PartialStates, absent: PartialStates) -> bool:
    """Tell whether an arc keeps a state in a trap, or never applies to a state that is in it."""
    after = arc.across(one, arc.before, arc.after)
    if after is None or trap.hold_in(after):
        return True
    asked = zip(arc.cells, arc.before, strict=True)
    before = one | {cell: term for cell, term in asked if not is_variable(term)}
    return absent.hold_in(before)


def excludes(
    goal: Sequence[Term],
    known: PartialState,
    start: Sequence[Term],
    growing: list[Term],
    trap: PartialStates,
) -> bool:
    """Tell whether no state that matches a goal has a partial state of a trap.

    No arc makes more of a symbol that is not `growing`. If the goal names as many of it as the
    start has, then the cells that the goal leaves open have none.
    """
    full = {term for term in goal if goal.count(term) == start.count(term)}
    full -= set(goal) if any(map(is_variable, growing)) else set(growing)

    def may_stand(symbol: Term, cell: int) -> bool:
        """Tell whether a symbol may be in a cell of a state that matches the goal."""
        return known[cell] == symbol if cell in known else symbol not in full

    return not any(
        all(may_stand(symbol, cell) for cell, symbol in one.items()) for one in trap.states
    )


ARGUMENTS: dict[str, Callable[[Theory, Data], None]] = {
    "closed": closed,
    "parity": parity,
    "orbit": orbit,
    "never": never,
    "trap": trapped,
}


# ------------------------------------------------------------------------------------------------
# 3. Claims: walks
# ------------------------------------------------------------------------------------------------


class Walk:
    """Arcs that change only where something is: the symbol of one cell, or the cell of one symbol.

    A walk of a symbol exchanges it with a filler. Raises NotShownError if an arc does more.
    """

    def __init__(self, task: Arcs, data: Data) -> None:
        """Read a walk: `arcs`, and a `cell`, or a `symbol` and its `filler`."""
        self.arcs = set(data["arcs"])
        expect(self.arcs <= {*range(len(task.arcs))}, "no such arc:", *self.arcs)
        self.cell = data.get("cell")
        self.symbol, self.filler = data.get("symbol"), data.get("filler")
        self.asked: set[tuple[int, Term]] = set()
        self.cells: set[int] = set()
        self.ends: set[Any] = set()
        for arc in [task.arcs[one] for one in self.arcs]:
            asked, made = facts_of(arc)
            if self.cell is None:
                swapped = {self.symbol: self.filler, self.filler: self.symbol}
                need(
                    len(made) == 2
                    and all(swapped.get(asked.get(cell)) == made[cell] for cell in made),
                    "an arc of a walk does not exchange two symbols",
                )
            else:
                need(made.keys() == {self.cell} <= asked.keys(), "an arc of a walk does more")
            self.cells |= made.keys()
            self.asked |= {
                fact for fact in asked.items() if fact[0] != self.cell and fact[1] != self.symbol
            }
            self.ends.add(self.place(made))
        if self.cell is None:
            need(task.start.count(self.symbol) == 1, "not one copy of", self.symbol)

    def place(self, facts: PartialState) -> Any:
        """Return the place that symbols in cells name, or None."""
        if self.cell is not None:
            return facts.get(self.cell)
        return next((cell for cell, symbol in facts.items() if symbol == self.symbol), None)

    def is_touched(self, asked: PartialState, made: PartialState) -> bool:
        """Tell whether what asks for some symbols and makes some depends on where the walk is."""
        if self.cell is not None:
            return self.cell in asked or self.cell in made
        named = {*asked.values(), *made.values()}
        fillers = {cell for cell, symbol in asked.items() if symbol == self.filler}
        return self.symbol in named or bool(self.cells & (made.keys() | fillers))


def facts_of(arc: Arc) -> tuple[dict[int, Term], dict[int, Term]]:
    """Return the symbols that an arc asks for, and those that it makes, by their cells."""
    free = [term for term in arc.before if is_variable(term)]
    expect(
        len(set(free)) == len(free) and not any(map(is_variable, arc.after)),
        "an arc that moves or compares symbols",
    )
    pairs = zip(arc.cells, arc.before, strict=True)
    asked = {cell: term for cell, term in pairs if not is_variable(term)}
    made = zip(arc.cells, arc.after, strict=True)
    return asked, {cell: symbol for cell, symbol in made if asked.get(cell) != symbol}


def walks(task: Arcs, data: Data) -> str:
    """Check that no plan is lost, at its cost, if walks are taken only with what needs their ends.

    An arc that touches a walk asks for its place, so it says where the walk has to end, and keeps
    its symbol on the board. An arc that does not, leaves alone what the walk asks for. No arc of a
    walk asks where another walk leads. So in a plan each walk can wait until just before the next
    arc that touches it; a walk behind the last of these is needed only if the goal names its place.

    With `macros`, pairs of a walk and an arc, the arc is taken with that walk; then each arc that
    is no walk and asks for the place of one has such a macro, and asks for one place alone.

    Raises NotShownError if this is not so.
    """
    each = [Walk(task, one) for one in data["walks"]]
    parts = [facts_of(arc) for arc in task.arcs]
    expect(each, "no walks")
    for walk in each:
        for number, (asked, made) in enumerate(parts):
            if walk.is_touched(asked, made):
                need(walk.place(asked) is not None, "an arc does not say where it is:", number)
                before = [asked.get(cell) for cell in made]
                kept = before.count(walk.symbol) == [*made.values()].count(walk.symbol)
                kept = kept and made.keys() <= asked.keys()
                need(walk.cell is not None or kept, "an arc does not keep", walk.symbol)
            else:
                lost = [one for one in walk.asked if one[0] in made and asked.get(*one) == one[1]]
                need(not lost, "an arc takes away what a walk asks for:", number)
        for other in each:
            steps = [] if other is walk else other.arcs
            met = {walk.place(parts[number][0]) for number in steps}
            need(not met & walk.ends, "a walk asks where another one leads")
        for goal in task.goals:
            named = {cell: term for cell, term in enumerate(goal) if not is_variable(term)}
            is_named = walk.place(named) is not None or not walk.is_touched(named, {})
            need(is_named, "a goal does not say where a walk ends")
    if "macros" in data:
        macros = {(walk, arc) for walk, arc in data["macros"]}
        walking = set(chain(*(walk.arcs for walk in each)))
        for number in set(range(len(parts))) - walking:
            met = {at for at, walk in enumerate(each) if walk.place(parts[number][0]) is not None}
            need(len(met) <= 1 and {(one, number) for one in met} <= macros, "no macro:", number)
    count = sum(len(walk.arcs) for walk in each)
    by = "macros stand in place of" if "macros" in data else "no plan needs, alone,"
    return f"{by} {count} arcs of {len(each)} walk{'s' * (len(each) > 1)},"


# ------------------------------------------------------------------------------------------------
# 3. Claims: complete
# ------------------------------------------------------------------------------------------------


def complete(task: Theory, data: Data) -> str:
    """Check that a goal is reached from every state that the start leads to, but for lost ones.

    The certificate lists these states. Each is a goal, or the steps of a rule lead from it to a
    state that is listed before it. From lost states no goal can be reached.

    Raises NotShownError if this is not so.
    """
    climb = [(task.state(state), steps) for state, steps in data["climb"]]
    groups = [task.state(one) for one in data.get("groups", [])]
    rank = {state: place for place, (state, _) in enumerate(climb)}
    lost = {task.state(state) for state in data.get("lost", [])}
    starts = starts_of(task.start, groups)
    need(
        task.start in starts & rank.keys() and starts <= rank.keys() | lost,
        "a start is not among the states:",
        *starts - rank.keys(),
    )
    for state in lost:
        need(
            not task.is_goal(state) and all(after in lost for _, after in task.successors(state)),
            "a goal may be reached from",
            state,
        )
    for state, steps in climb:
        need(
            all(after in rank or after in lost for _, after in task.successors(state)),
            "a step leaves the states from",
            state,
        )
        after = state
        for step in steps:
            after = after_step(task, data, after, step)
        is_led = rank.get(after, len(rank)) < rank[state] if steps else task.is_goal(state)
        need(is_led, "no rule leads on from", state)
    claim = f"complete for {len(rank)} states (no goal is reached from {len(lost)} others)"
    if groups:
        claim += f", from all starts with one of each of {len(groups)} groups of atoms, as"
    return claim


def starts_of(start: State, groups: list[State]) -> set[State]:
    """Return all starts: with groups of atoms, all states that have one atom of each group.

    The other atoms are those of the given start.
    """
    if not groups:
        return {start}
    starts = {start.difference(*groups)}
    for group in groups:
        longer = set()
        for state in starts:
            for atom in group:
                more = state | {atom}
                if all(len(more & other) < 2 for other in groups):
                    longer.add(more)
        starts = longer
    return starts


def after_step(task: Theory, data: Data, state: State, step: Data) -> State:
    """Return the state after a step; after all steps of a rule of a policy, if it is a list.

    The list has the name of a rule and objects for its parameters. Raises NotShownError if the
    condition of the rule does not hold, or a step does not apply.
    """
    if type(step) is not list:
        return task.step(state, step)[1]
    parameters, condition, calls = data["rules"][step[0]]
    bindings = dict(zip(parameters, step[1:], strict=True))
    true = task.closure(state)
    need(
        task.holds(condition, bindings, true, true),
        "the condition does not hold of the rule",
        *step,
    )
    for call in calls:
        words = [bindings.get(word, word) for word in call.split()]
        _, state = task.step(state, " ".join(words))
    return state


# ------------------------------------------------------------------------------------------------
# 3. Claims of logic programs: proof, rule, macro
# ------------------------------------------------------------------------------------------------


def proof(task: Theory, data: Data) -> str:
    """Check that steps prove the goals, and that the answer is what the goals are then.

    Raises NotShownError if they prove something else.
    """
    goals = task.start[1:]
    answer = renamed(map(read_term, data["answer"]))
    need(
        "keep" not in data["steps"] and task.left(goals, goals, data["steps"])[0] == answer,
        "the steps prove something else",
    )
    return f"proof of {listed(answer, ', ')} for"


def rule(task: Theory, data: Data) -> str:
    """Check that a rule is what steps leave of its head, with a variable for each argument.

    So it holds, and is as general as its explanation allows (Mitchell, Keller and Kedar-Cabelli
    1986). Raises NotShownError if the steps leave another rule.
    """
    head, body = read_rule(data)
    claimed = claimed_rule(task, head, body)
    general = most_general(head)
    found = task.left((general,), [general], data["steps"], general=True)
    need(claimed == found, "the rule is not what its steps leave")
    return f"rule {rule_in_words(head, body)}"


def recursion(task: Theory, data: Data) -> str:
    """Check clauses of a recursive rule: each is a rule of the program if its own names are undone.

    The rule has predicates of its own, each in the place of one of the program. By induction on the
    length of a proof, each answer of such a predicate is an answer of the program's. The rule is
    complete if in each clause nothing else resolves a goal after the first one, and each clause of
    the program's predicates is the first step of a clause: then each answer is one of the rule's.

    Raises NotShownError if an own predicate has other clauses; UnreadableError if one is listed
    twice, or a clause is of another predicate than the first clause or an own one.
    """
    own = {(name, count): of for name, count, of in data["own"]}
    expect(len(own) == len(data["own"]), "a predicate of the rule is listed twice")
    need(task.names.isdisjoint(own), "a predicate of the rule is one of the program")
    is_complete = data["complete"] is True
    words: list[str] = []
    # By the predicate of a clause the numbers of the clauses that are first steps.
    tops: dict[Any, set[Any]] = {name: set() for name in own}
    for number, case in enumerate(data["rules"]):
        head, body = read_rule(case)
        expect(number == 0 or indicator(head) in own, "a clause of another predicate:", head)
        words.append(rule_in_words(head, body).rstrip(","))
        plain, *conditions = [with_name(goal, own) for goal in (head, *body)]
        general, steps = most_general(plain), case["steps"]
        found = task.left((general,), [general], steps, general=True, sole=is_complete)
        claimed = claimed_rule(task, plain, conditions)
        need(claimed == found, "the rule is not what its steps leave")
        if steps[0] != "keep":
            tops.setdefault(indicator(head), set()).add(steps[0])
    for name, some in tops.items():
        clauses = task.clauses.get((own.get(name, name[0]), name[1]), {})
        need(not is_complete or some >= clauses.keys(), "not all clauses are first steps of", name)
    return f"{'complete ' if is_complete else ''}recursive rule {listed(words, '. ')},"


def most_general(goal: Term) -> Term:
    """Return the goal with a variable for each argument."""
    name, count = indicator(goal)
    return (name, tuple([("var", place) for place in range(count)])) if count else name


def with_name(goal: Term, names: Mapping[Any, str]) -> Term:
    """Return the goal with the name that its predicate has instead."""
    if type(goal) is int or is_variable(goal):
        return goal
    other = names.get(indicator(goal))
    return goal if other is None else (other, goal[1]) if type(goal) is tuple else other


def failure(task: Theory, data: Data) -> str:
    """Check that a rule fails only where the program has no proof.

    The conditions of the rule tell of which kind its goals are, and which goals cannot hold. A row
    of the table is a state: the goal as it is by then, and the goals that are left. With it stands
    the number of the goal that is resolved, or 0 and the number of a condition that excludes goals
    of the state. All ways to resolve the goal lead to states of the table, and no other state has
    no goals. So no goal of the kind has a proof, by induction along any path (Lloyd 1987).

    Raises NotShownError if this is not so.
    """
    head, body = read_rule(data)
    kind, excluded = kind_of_goal(task, head, body)
    rows = {}
    for state, place, number in data["table"]:
        goal, *goals = map(read_term, state)
        rows[task.resolvent(goal, goals)] = (place, number)
    need(task.resolvent(kind, [kind]) in rows, "the goal is not among the states")
    for state, (place, number) in rows.items():
        if place == 0:
            expect(number in range(len(excluded)), "no condition:", number)
            need(is_ruled_out(kind, excluded[number], state), "no condition excludes", *state[1:])
            continue
        need(len(state) > 1, "a goal is proved:", state[0])
        expect(place in range(1, len(state)), "no goal of a state:", place)
        for after in task.after_goal(state, place):
            need(after in rows, "a step leads to", *after)
    return f"failure {rule_in_words(head, body)}"


def kind_of_goal(
    task: Theory, head: Term, body: list[Term]
) -> tuple[Term, list[tuple[bool, list[Term]]]]:
    """Return the goals for which a rule fails, as one goal with variables, and what it excludes.

    The tests of the rule look at its goal and bind nothing of it. Each condition excludes some
    goals together, as they have no proof, or one negation, as what it negates has one.

    Raises NotShownError if the rule might bind a variable of its goal.
    """
    args = arguments(head)
    need(body[-2:] == ["!", "fail"], "the rule does not end with a cut and fail")
    need(all(map(is_variable, args)) and len({*args}) == len(args), "it may bind", head)
    bindings: Bindings = {}
    excluded: list[tuple[bool, list[Term]]] = []
    seen: set[Term] = {*leaves(head)}
    known: set[Term] = set()
    bound: set[Term] = set()
    for goal in body[:-2]:
        name, parts = indicator(goal), arguments(goal)
        found: Bindings | None = bindings
        if name == EQUAL:
            made = arguments(parts[1])
            is_new = len({*made}) == len(made) and all(map(is_variable, made))
            need(parts[0] in known and is_new and seen.isdisjoint(made), "it may bind", parts[0])
            found = unify(parts[0], parts[1], bindings)
        elif name == ("==", 2):
            found = unify(parts[0], parts[1], bindings)
        elif name == ("\\=", 2):
            excluded.append((False, [("=", parts)]))
        elif name == NOT:
            goals = conjuncts(parts)
            need({*map(indicator, goals)} <= task.plain, "a negation that may change:", goal)
            excluded.append((False, goals))
        elif name == ("nonvar", 1):
            known.add(parts[0])
        elif name == ("ground", 1):
            bound.update(leaves(*parts))
        elif name != ("number", 1):
            need(bound.issuperset(seen.intersection(leaves(goal))), "it may bind variables:", goal)
            excluded.append((True, [("\\+", (goal,))]))
        need(found is not None, "tests that never hold together:", goal)
        bindings = found or {}
        seen.update(filter(is_variable, leaves(goal)))
    return substituted(head, bindings), [
        (holds, [substituted(goal, bindings) for goal in goals]) for holds, goals in excluded
    ]


def is_ruled_out(kind: Term, condition: tuple[bool, list[Term]], state: State) -> bool:
    """Tell whether a condition on the goals of a kind excludes goals of a state.

    The variables of the state stand for themselves. A variable that only the condition has stands
    for any term; in a negation, for one that stands nowhere else in the state.
    """
    holds, patterns = condition
    asked, *goals = [mapped(term, fixed) for term in state]
    bindings = unify(kind, asked, {})
    if bindings is None:
        return False
    first, *others = [substituted(one, bindings) for one in patterns]
    if holds:
        return any(is_same_negation(first, place, [asked, *goals]) for place in range(len(state)))
    if indicator(first) == EQUAL and not others:
        one, other = first[1]
        sides = [arguments(goal) for goal in goals if indicator(goal) in (EQUAL, ("==", 2))]
        return one == other or (one, other) in sides or (other, one) in sides
    return are_among([first, *others], goals)


def fixed(leaf: Term) -> Term:
    """Return a variable as a symbol that is nowhere else, and anything else as it is."""
    return frozenset(leaf) if is_variable(leaf) else leaf


def are_among(patterns: list[Term], goals: list[Term]) -> bool:
    """Tell whether each pattern becomes one of the goals under the same bindings."""
    if not patterns:
        return True
    first, *others = patterns
    for goal in goals:
        bindings = unify(first, goal, {})
        if bindings is None:
            continue
        if are_among([substituted(one, bindings) for one in others], goals):
            return True
    return False


def is_same_negation(pattern: Term, place: int, terms: list[Term]) -> bool:
    """Tell whether a pattern becomes a term, its variables being renamed alone."""
    bindings = unify(pattern, terms[place], {})
    if bindings is None:
        return False
    own = [substituted(one, bindings) for one in bindings]
    others = {*leaves(*terms[:place], *terms[place + 1 :])}
    is_open = all(type(one) is frozenset for one in own)
    return is_open and len({*own}) == len(own) and others.isdisjoint(own)


def macro(task: Theory, data: Data) -> str:
    """Check that a clause of a macro is what its moves do, one after the other: see `rule`.

    Raises NotShownError if the moves leave another clause; UnreadableError if its arguments are
    not those of a move.
    """
    # A state has no variables.
    given = [place for place, kind in enumerate(data.get("arguments", ())) if kind == "before"]
    head, body = read_rule(data)
    claimed = claimed_rule(task, head, body, given)
    labels = [
        ("var", str(place)) if is_variable(label) else label
        for place, label in enumerate(map(read_term, data["labels"]))
    ]
    states = [("var", place) for place in range(len(labels) + 1)]
    order = data["arguments"]
    expect(sorted(order)[:2] == ["after", "before"], "not the arguments of a move")
    # Each argument of the macro, and then of its moves.
    columns = {
        "before": [states[0], *states[:-1]],
        "after": [states[-1], *states[1:]],
        "label": [label_of(labels), *labels],
    }
    name, _ = indicator(head)
    rows = zip(*map(columns.get, order), strict=True)
    general, *moves = [(name, row) for row in rows]
    found = task.left((general,), moves, data["steps"], general=True, given=given)
    need(claimed == found, "the rule is not what its steps leave")
    return f"macro of length {len(moves)}, {rule_in_words(head, body)}"


def read_rule(data: Data) -> tuple[Term, list[Term]]:
    """Read the head and the body of the rule of a certificate.

    Raises UnreadableError if the head is a variable or a number.
    """
    head, *body = conjuncts(map(read_term, data["rule"]))
    indicator(head)
    return head, body


def claimed_rule(task: Theory, head: Term, body: list[Term], given: Sequence[int] = ()) -> Any:
    """Return a rule that is claimed, in the form that steps leave: see `Program.left`.

    Its variables are numbered, and its conditions simplified. Equalities are resolved.
    """
    keep = [0 if indicator(goal) == EQUAL else "keep" for goal in body]
    return task.left((head,), body, keep, given=given)


def label_of(labels: list[Term]) -> Term:
    """Return the label of a macro: the sum of those of its moves if all are integers; or a list."""
    if {type(label) for label in labels} == {int}:
        return sum(labels)
    whole: Term = "[]"
    for label in reversed(labels):
        whole = ("[|]", (label, whole))
    return whole


def rule_in_words(head: Term, body: list[Term]) -> str:
    """Write a rule for the sentence that tells what holds."""
    return f"{shown(head)}{' :- ' if body else ''}{listed(body, ', ')},"


# ------------------------------------------------------------------------------------------------
# 3. Claims of planning domains: macro_action
# ------------------------------------------------------------------------------------------------

# What a step does with an atom, in this order: it asks for it, deletes it, adds it.
ASKS, DELETES, ADDS = 0, 1, 2


class Use(NamedTuple):
    """A use of an atom by a step: its place in the plan, from 1, and what it does with it.

    `holds` is whether the atom is to hold, before the step or after it. The atom is a term.
    """

    place: int
    does: int
    holds: bool
    atom: Any

    def is_before(self, other: "Use") -> bool:
        """Tell whether this use comes before another one."""
        return (self.place, self.does) < (other.place, other.does)


Steps = list[list[str]]


def macro_action(task: Pddl, data: Data) -> str:
    """Check that an action of a domain does what its steps do, and asks for no more.

    This is tried for all ways in which its parameters may be one object, or constants; and for
    objects of each type, where it makes a difference. It costs what its steps cost. Parameters are
    one, or of narrower types, only where its explanation needs it: see `check_parameters`.

    With `repeats`, some steps are one or more steps of an action: see `check_repetition`. What
    actions cost is left out then.

    Raises NotShownError if this is not so; UnreadableError if it is too large, or has derived
    predicates.
    """
    name = data["action"]
    parameters, condition, effect = task.actions[name]
    own = dict(parameters)
    constants = [*task.types]
    expect(not task.derived, "derived")
    task.costs = True
    task.value = defaultdict(int)
    steps: Steps = [step.lower().strip(" ()").split() for step in data["steps"]]
    calls = [[name, *own], *steps]
    asked = [kinds for action, *_ in calls for _, kinds in task.actions[action][0]]
    need(
        name not in [action for action, *_ in steps] and own.keys() <= set(chain(*steps)),
        "a step is the macro itself, or none has a parameter of it",
    )
    repeats = data.get("repeats", {})
    every = [parameters for parameters, _, _ in task.actions.values()] if repeats else []
    asked += [kinds for some in every for _, kinds in some]
    types = types_that_differ(task, asked)
    shared = set(data.get("shared", []))
    check_repetitions(task, data, steps, constants, types)
    check_parameters(task, own, steps, types, shared)
    # The macro without its condition, to see what it does where its steps apply.
    task.actions[None] = (parameters, [], effect)
    task.types = task.types | own
    needed: dict[int, bool] = {}
    for way in ways_to_bind(task, own, constants, types):
        check_way(task, calls, way, constants, needed)
    conditions = task.literals(condition, {})
    spare = [conditions[place][0][1:] for place, is_needed in needed.items() if not is_needed]
    head, *others = [
        [("var", word[1:]) if word[0] == "?" else word for word in call] for call in calls + spare
    ]
    length = len(steps)
    claim = f"macro of length {length}, {shown(head)} for {listed(others[:length])}"
    if repeats:
        claim += f", {repeats_in_words(data)},"
    claim += " where each object is of one type"
    if shared:
        claim += f", its steps share facts of {listed(sorted(shared), ', ')}"
    if spare:
        claim += f", though no step needs what it asks of {listed(others[length:])}"
    return f"{claim},"


def check_repetitions(
    task: Pddl, data: Data, steps: Steps, constants: list[str], types: list[set[str]]
) -> None:
    """Check what `repeats` says, where at most one atom of each group of `invariants` is true.

    It says of a name the action that repeats, and two of its parameters: what a step leaves, and
    what it comes to, where the next one begins. No step comes back, and all other parameters that
    both have stay the same. An atom of that name says that there are such steps: no action makes
    it, and no other action but the macro asks for it.

    Raises NotShownError if this is not so.
    """
    repeats: dict[str, list[str]] = data.get("repeats", {})
    need(
        {action for action, *_ in steps if "+" in action} == repeats.keys(),
        "steps that repeat, and what is said of them, differ",
    )
    groups = Groups(data["invariants"] if repeats else [])
    for name, action in task.actions.items() if repeats else ():
        if name not in (data["action"], *repeats):
            check_invariants(task, groups, name, constants, types)
        for word in repeats:
            parts = action[2:] if name in (data["action"], word) else action[1:]
            need(not is_within(word, [*parts]), "an action asks for, or makes", word)
    for word in repeats:
        check_repetition(task, groups, word, repeats[word], constants, types)
    if repeats:
        task.actions = {
            name: (*some, without_costs(["and", effect]))
            for name, (*some, effect) in task.actions.items()
        }


def without_costs(effect: Data) -> Data:
    """Return an effect without what it costs."""
    if type(effect) is not list:
        return effect
    return [without_costs(one) for one in effect if one[:1] != ["increase"]]


def repeats_in_words(data: Data) -> str:
    """Write what repeats, and each invariant, with ?any for what differs among its atoms."""
    parts = []
    for word, (step, first, last) in data["repeats"].items():
        left, come = [shown(with_variables(one)) for one in (first, last)]
        parts.append(f"where {shown(word)} is {shown(step)} once or more")
        parts.append(f"the {come} of each the next {left}")
    for invariant in data["invariants"]:
        atoms = [
            [name, *[("var", "any" if place == -1 else f"x{place}") for place in places]]
            for name, places in invariant
        ]
        parts.append(f"at most one of {listed(atoms)} holds")
    return ", ".join(parts)


def is_within(word: str, formula: Data) -> bool:
    """Tell whether nested lists have a word."""
    return formula == word or (
        type(formula) is list and any(is_within(word, one) for one in formula)
    )


def check_repetition(
    task: Pddl,
    groups: Groups,
    word: str,
    said: Data,
    constants: list[str],
    types: list[set[str]],
) -> None:
    """Check that an action does what one or more steps do, by induction on their number.

    It does what a step does; and what it does and then a step, it does too.

    Raises NotShownError if this is not so.
    """
    step, first, last = said
    own = dict(task.actions[word][0])
    one = dict(task.actions[step][0])
    need(
        step not in (word, None) and first != last and {first, last} <= own.keys(),
        "no step that repeats:",
        *said,
    )
    need(all(one.get(name) == kinds for name, kinds in own.items()), "other parameters:", word)
    after = f"{last} of the next"
    ways = ways_to_bind(task, one | {after: one[last]}, constants, types)
    apart = [way for way in ways if len({way[first], way[last], way[after]}) == 3]
    follows = False
    for way in apart:
        single = step_literals(task, step, way)
        whole, longer = [walked(task, word, way | {last: end}) for end in (way[last], way[after])]
        check_same(groups, whole, [single])
        if task.types[way[last]] & one[first]:
            then = step_literals(task, step, way | {first: way[last], last: way[after]})
            follows |= check_same(groups, longer, [whole, then])
    need(follows, "no step follows:", *said)


def walked(task: Pddl, word: str, bindings: Mapping[str, str]) -> Any:
    """Return what a repetition asks for but for its steps, and what it makes; None if it cannot be.

    Raises NotShownError if it does not ask for its steps.
    """
    found = step_literals(task, word, bindings)
    if found is None:
        return None
    names = [bindings[name] for name, _ in task.actions[word][0]]
    need(found[0].pop((word, *names), False), "it does not ask for its steps:", word)
    need(all(atom[0] != word for atom in found[0]), "it asks for other steps:", word)
    return found


def check_same(groups: Groups, whole: Any, steps: list[Any]) -> bool:
    """Check that something does what some steps do where these can be taken, and asks for no more.

    Takes for each what it asks for and what it makes, or None if it is never taken.
    Returns whether the steps can be taken, as far as the invariants tell.

    Raises NotShownError if this is not so.
    """
    asked: Literals = {}
    known: Literals = {}
    for step in steps:
        if step is None or any(known.get(atom, holds) != holds for atom, holds in step[0].items()):
            return False
        asked |= {atom: holds for atom, holds in step[0].items() if atom not in known}
        known |= step[0] | step[1]
    taken = groups.taken(asked)
    if taken is None:
        return False
    need(whole is not None and whole[0].items() <= asked.items(), "it asks for more than its steps")
    after = asked | whole[1]
    for atom in known.keys() | after.keys():
        # False if another atom of its group holds at first.
        before = {False for group in groups.of(atom) if taken.get(group, atom) != atom}
        start = False if before else None
        need(
            known.get(atom, start) == after.get(atom, start),
            "it does something else than its steps",
        )
    return True


def types_that_differ(task: Pddl, asked: list[set[str]]) -> list[set[str]]:
    """Return sets of types, one for each way in which an object can fit some parameters.

    Takes the types of these parameters. A set has a type and all types above it.
    """
    known = {"object"}.union(task.above, *task.above.values(), *task.types.values(), *asked)
    found = {}
    for kind in known:
        kinds = {"object", kind, *task.above.get(kind, ())}
        fits = tuple([bool(kinds & one) for one in asked])
        found[fits] = kinds
    return [*found.values()]


def uses_of_atoms(task: Pddl, steps: Steps) -> tuple[dict[Term, str], list[Use]]:
    """Return what each parameter of some steps is given, and all uses of atoms in their order.

    Each step has its own parameters, variables such as "?x of step 2", which become objects of the
    task.
    """
    given: dict[Term, str] = {}
    uses = []
    for place, (name, *objects) in enumerate(steps, 1):
        parameters, condition, effect = task.actions[name]
        own = {parameter: f"{parameter} of step {place}" for parameter, _ in parameters}
        for variable, one in zip(own.values(), objects, strict=True):
            given["var", variable] = one
        task.types = task.types | {own[parameter]: kinds for parameter, kinds in parameters}
        for atom, holds in task.literals(condition, own):
            if atom is not None:
                uses.append(Use(place, ASKS, holds, atom))
        for atom, holds in task.literals(effect, own):
            if atom is not None:
                uses.append(Use(place, ADDS if holds else DELETES, holds, atom))

    def as_term(atom: tuple[str, ...]) -> Term:
        """Return an atom as a compound term, with the parameters of steps as variables."""
        word, *names = atom
        return word, tuple([("var", one) if ("var", one) in given else one for one in names])

    return given, [use._replace(atom=as_term(use.atom)) for use in sorted(uses)]


def atoms_to_unify(
    uses: list[Use], given: Mapping[Term, str], shared: set[str]
) -> list[tuple[Term, Term]]:
    """Return pairs of atoms that must be one for the steps to explain each other.

    A step asks for what the last step before it that changed the atom has made, or undoes what one
    made. Two objects that are asked to be equal are one. Steps that ask for a fact of the start ask
    for the same one only if its predicate is `shared`.
    """
    pairs = []
    by_fact = grouped(uses, lambda use: mapped(use.atom, lambda leaf: given.get(leaf, leaf)))
    for (word, _), some in by_fact.items():
        first = some[0]
        # As long as nothing else is asked for or made, the fact is as it was at the start.
        unchanged = 0
        if first.does == ASKS:
            is_changed = [use.holds != first.holds for use in some]
            unchanged = is_changed.index(True) if True in is_changed else len(some)
        for use in some:
            makers = []
            if use.does == ASKS:
                past = [one for one in some[unchanged:] if one.does != ASKS and one.is_before(use)]
                makers = [one for one in past if not one.is_before(past[-1])]
                if word in shared and use.holds and not past:
                    pairs.append((use.atom, first.atom))
            else:
                makers = [one for one in some if one.does > use.does and one.is_before(use)]
            pairs += [(one.atom, use.atom) for one in makers]
            if word == "=" and use.holds:
                pairs.append((use.atom, (word, use.atom[1][::-1])))
    return pairs


def check_parameters(
    task: Pddl, own: Mapping[str, set[str]], steps: Steps, types: list[set[str]], shared: set[str]
) -> None:
    """Check that parameters are one, constant or of narrower types only where a step needs it.

    The steps are explained with a variable for each parameter; only what the explanation unifies
    is one (Mitchell, Keller and Kedar-Cabelli 1986).

    Raises NotShownError if no step needs it.
    """
    given, uses = uses_of_atoms(task, steps)
    bindings: Bindings = {}
    for one, other in atoms_to_unify(uses, given, shared):
        more = unify(one, other, bindings)
        if more is None:
            raise UnreadableError("steps that ask for two constants to be equal")
        bindings = more
    for word, variables in grouped(given, lambda variable: given[variable]).items():
        names = [name for _, name in variables]
        terms = {substituted(variable, bindings) for variable in variables}
        if word not in own:
            terms.add(word)
        need(len(terms) == 1, "no step needs", word, "to be one:", ", ".join(names))
        fitting = [kinds for kinds in types if all(kinds & task.types[name] for name in names)]
        need(
            all(kinds & own.get(word, kinds) for kinds in fitting),
            "no step needs",
            word,
            "to be of its type",
        )


def ways_to_bind(
    task: Pddl, own: Mapping[str, set[str]], constants: list[str], types: list[set[str]]
) -> list[dict[str, str]]:
    """Return all ways to bind parameters that differ in which are equal, which constant.

    A parameter is a constant, an object that another parameter is already, or a new object of one
    of some types, which becomes one of the task. No text can name a new object. Raises
    UnreadableError if there are more than 20,000 ways.
    """
    ways: list[dict[str, str]] = [{}]
    for name, kinds in own.items():
        new = {f"{name}?{place}": one for place, one in enumerate(types)}
        task.types |= new
        ways = [
            way | {name: one}
            for way in ways
            for one in {*constants, *way.values(), *new}
            if task.types[one] & kinds
        ]
        expect(len(ways) <= 20_000, "too many ways to bind", *own)
    return ways


def distinct_costs(scale: int) -> dict[Any, Number]:
    """Return costs for atoms of functions: all 0 for scale 0; for scale 1 powers of 10**9.

    Two sums of a few of these powers are equal only if they are sums of the same atoms.
    """
    costs: defaultdict[Any, Number] = defaultdict(lambda: (scale * 10**9) ** (1 + len(costs)))
    return costs


def check_way(
    task: Pddl,
    calls: Steps,
    way: Mapping[str, str],
    constants: list[str],
    needed: dict[int, bool],
) -> None:
    """Check that a macro does what its steps do where its parameters are bound in one way.

    What literals do is the same in all states if it is so in two: in that where nothing holds but
    what is asked for, and in that where all holds that may.

    Takes the macro and then its steps, each a name and parameters. Notes in `needed`, by its place
    in the condition, whether the steps do something else without an equality or inequality.

    Raises NotShownError if the macro does something else, asks for more than its steps need, or is
    never taken.
    """
    acts = [task.called(*(way.get(word, word) for word in call)) for call in calls]
    steps = acts[1:]
    asked, *others = [
        task.literals(formula, bindings)
        for name, bindings in acts
        for formula in task.actions[name][1:]
    ]
    least = {atom for atom, holds in asked if holds}
    most = {atom for atom, _ in chain(asked, *others)}
    most -= {atom for atom, holds in asked if not holds}
    facts = [(atom, holds) for atom, holds in asked if atom[0] != "="]
    failed = [
        place
        for place, (atom, holds) in enumerate(asked)
        if atom[0] == "=" and (atom[1] == atom[2]) != holds
    ]
    # False if an atom is asked for and denied.
    is_possible = all((atom in least) == holds for atom, holds in facts)
    differs = False
    if is_possible:
        for scale, state in enumerate((least, most)):
            task.value = distinct_costs(scale)
            if task.end_of(state, [(None, acts[0][1])]) != task.end_of(state, steps):
                differs = True
    need(
        failed or not differs,
        "its steps do something else where its parameters are",
        *way.values(),
    )
    if is_possible and len(failed) == 1:
        needed[failed[0]] = differs or needed.get(failed[0], False)
    if len({*constants, *way.values()}) < len(constants) + len(way):
        return
    # All parameters differ. The steps do not apply if any one fact is not as it is asked for.
    is_least = is_possible and not failed
    if is_least:
        for atom, holds in facts:
            state = least - {atom} if holds else most | {atom}
            if task.end_of(state, steps) is not None:
                is_least = False
    need(is_least, "it is never taken, or asks for what no step needs")


# ------------------------------------------------------------------------------------------------
# 4. Reading files
# ------------------------------------------------------------------------------------------------

CLAIMS: dict[str, Callable[[Theory, Data], str]] = {
    "plan": plan,
    "optimal": optimal,
    "unsolvable": unsolvable,
    "complete": complete,
    "walks": walks,
    "proof": proof,
    "rule": rule,
    "recursion": recursion,
    "failure": failure,
    "macro": macro,
    "macro_action": macro_action,
    "trap": trap,
}


def check(data: Data) -> str:
    """Check one certificate, and return what it claims, in words.

    Raises NotShownError if the claim does not hold, or is not shown; UnreadableError, or any error
    that Python has for such data, if it is no certificate.
    """
    expect(
        data["format"] == FORMAT and data["claim"] in CLAIMS,
        "not a certificate that is known here",
    )
    task = read_theory(data["theory"])
    asked = task.asked
    claim = CLAIMS[data["claim"]](task, data)
    need(data.get("asked", asked) == asked, "what was asked is something else:", asked)
    short = asked if len(asked) <= 300 else f"{asked[:150]} ... {asked[-150:]}"
    return f"{claim} {short}"


def read_theory(data: Data) -> Theory:
    """Read the theory of a certificate, of the kind that its parts tell."""
    if "domain" in data:
        return Pddl(data)
    if "clauses" in data:
        return Program(data)
    return Arcs(data)


def read(text: str) -> object:
    """Read a file of certificates: JSON, with exact numbers and without names that stand twice."""
    return json.loads(
        text, parse_float=read_decimal, parse_constant=number, object_pairs_hook=unique
    )


def read_decimal(text: str) -> float | Number:
    """Read a decimal of JSON: exactly if it is 0 or more, as costs are."""
    if text[0] == "-":
        return -float(number(text[1:]))
    return number(text)


def text_of(name: str, errors: str, most: int) -> str:
    """Return the text of a file.

    Raises UnreadableError if it has `most` characters or more, as some files have no end.
    """
    with Path(name).open(encoding="utf-8-sig", errors=errors) as file:
        found = file.read(most)
    expect(len(found) < most, "too long:", name)
    return found


TIME = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+):"


def plan_steps(text: str) -> list[str]:
    """Read the steps of a plan, "(action object ...)".

    Before a step may be its time, as in `0.5:`, after it its duration, as in `[2]`. Raises
    UnreadableError if there is anything else, or the times are not in order.
    """
    without_comments = re.sub(r";.*", "", text)
    expect(not re.search("[\0\udc80-\udcff]", without_comments), "the plan is not a text file")
    # Every other part is a step.
    parts = re.split(r"(\([^()]*\))", without_comments)
    between = " ".join(parts[::2])
    rest = re.sub(TIME + r"|\[[0-9.]+\]", "", between).split()
    expect(not rest, "no step of a plan, (action object ...):", *rest)
    times = [float(time) for time in re.findall(TIME, between)]
    expect(times == sorted(times), "steps in another order than that of their times")
    return parts[1::2]


def read_certificates(names: list[str]) -> list[Data]:
    """Read a file of certificates; or a domain, a problem and a plan of PDDL as a certificate.

    Raises UnreadableError, OSError or ValueError if the files cannot be read.
    """
    if len(names) > 1:
        files = [text_of(name, "surrogateescape", 2**25) for name in names]
    else:
        files = [text_of(name, "strict", 2**29) for name in names]
    if len(files) == 1:
        data: Data = read(files[0])
        expect(data != [], "no certificate in the file")
        return data if type(data) is list else [data]
    expect(
        len(files) == 3, "one file of certificates, or a domain, a problem and a plan are wanted"
    )
    theory = {"domain": files[0], "problem": files[1]}
    steps = plan_steps(files[2])
    return [{"format": FORMAT, "claim": "plan", "theory": theory, "steps": steps}]


def error_in_words(error: Exception) -> str:
    """Write an error in one line."""
    if isinstance(error, CheckError):
        words = str(error)
    elif isinstance(error, UnicodeDecodeError):
        words = f"not a text file in UTF-8: {error.reason}"
    elif isinstance(error, json.JSONDecodeError):
        words = f"not JSON: {error}"
    else:
        words = f"{type(error).__name__}: {error}"
    return ascii(words)[1:-1][:300]


def main(names: list[str]) -> int:
    """Check the certificates of a file, or a plan of a PDDL problem; return the exit code."""
    try:
        for data in read_certificates(names):
            print("holds:", check(data), flush=True)
    except NotShownError as error:
        print("does not hold:", error_in_words(error))
        return 1
    except Exception as error:  # Whatever a hostile file leads to.
        if type(error) in (OSError, BrokenPipeError):
            # Nothing can be written to the standard output any more.
            sys.stdout = sys.stderr
        print("cannot be read:", error_in_words(error))
        return 3 if type(error) is MemoryError else 2
    return 0


if __name__ == "__main__":
    sys.tracebacklimit = 0  # For Ctrl-C.
    sys.exit(main(sys.argv[1:]))
