"""Traps: why a search had to fail. What a dead end of a small problem teaches is left out of searches of others.

A *trap* is a set of patterns such that whenever a state fits one and an arc applies, the successor fits one, and no goal fits any.
A pattern is a few facts. The reason for each is a row of a table: for every arc that changes one of its facts, the fact that
rules the arc out or the pattern that it leads to; and for the goal what it has that the pattern rules out.

A rule says of what kinds the facts are, ``at(box)`` or two boxes and the player. It is recursive: of a problem its trap is the
largest set of patterns of these kinds in which each is kept by all arcs. So what repeats any number of times, such as a box that is
pushed along a wall, is one rule, and it holds on every board: the set is found anew for the problem's own arcs and goal, as traps
are found by Lipovetzky, Muise and Geffner (2016), but for the kinds alone that failures taught (FAILSAFE, Bhatnagar and Mostow
1994).

In this file: what is known of single facts; the patterns of a rule in a problem, with reasons; the rules; explaining a dead end.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from itertools import combinations, islice, product
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.domains.domain_table import domain_of
from ..rules.later import Later
from ..rules.record import record
from ..rules.states.dead_ends import never_made
from ..rules.states.traps import NO_TRAPS, Fact, Trap, Traps
from ..rules.term import Pattern, State, Symbol, Var
from ..rules.text.words import counted, listed
from ..rules.theory import Theory
from ..search import _kernel
from ..search.macros import LiftedProblem
from ..search.native.not_native import NotNativeError
from ..search.problem import Problem
from .rule import Library, Rule

if TYPE_CHECKING:
    from ..search.certificate import Certificate

FactKinds: TypeAlias = tuple[str, ...]
"""The kind of each fact of a pattern, in order."""

FactNumbers: TypeAlias = tuple[int, ...]
"""The numbers of some facts, ascending."""

MOST_CHOICES = 1_000
"""Patterns of a state whose ways out are followed."""

WaysOut: TypeAlias = Iterable[tuple[FactNumbers, int]]
"""Patterns that are no traps, each with the number of an arc that leads out of it."""

MOST_FACTS = 12
"""Greatest number of facts of a pattern: all parts of it are tried, whether they are traps too."""

MOST_PATTERNS = 250_000
"""Greatest number of patterns of a rule in a problem; where there are more, the rule is left out."""


@record
class FactTable:
    """Single facts of a problem, numbered: their kinds, and which exclude each other.

    Parameters
    ----------
    problem
        The problem.
    kinds
        The facts that patterns may have, each with its kind in words.
    groups
        For some facts the groups that they are in.
    most
        Of each group how many of its facts can be true at once.
    words
        A fact as people read it.
    fixed
        Cells whose symbol no arc changes, such as a wall, with the symbol.
    """

    problem: Problem
    kinds: Mapping[Fact, str] = field(repr=False)
    groups: Mapping[Fact, tuple[Hashable, ...]] = field(repr=False)
    most: Mapping[Hashable, int] = field(repr=False)
    words: Callable[[Fact], str] = field(repr=False)
    fixed: Mapping[int, Symbol] = field(default_factory=dict, repr=False)

    @cached_property
    def each(self) -> tuple[Fact, ...]:
        """The facts, by number."""
        return tuple(self.kinds)

    @cached_property
    def number(self) -> dict[Fact, int]:
        """The number of each fact."""
        return {fact: number for number, fact in enumerate(self.each)}

    @cached_property
    def of_kind(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the facts of each kind."""
        found: dict[str, list[int]] = {}
        for number, fact in enumerate(self.each):
            found.setdefault(self.kinds[fact], []).append(number)
        return {kind: tuple(numbers) for kind, numbers in found.items()}

    @cached_property
    def kind_number(self) -> dict[str, int]:
        """The number of each kind, in their order."""
        return {kind: number for number, kind in enumerate(sorted(self.of_kind))}

    def exclude(self, one: Fact, other: Fact) -> bool:
        """Whether two facts are never true at once."""
        if one[0] == other[0]:
            return one[1] != other[1]
        own = self.groups.get(one, ())
        return any(self.most[each] == 1 and each in own for each in self.groups.get(other, ()))

    def against(self, fact: Fact) -> frozenset[Fact]:
        """The facts of kinds that are never true together with a fact."""
        if fact not in self._against:
            near = (one for one in self.each if one != fact and self.exclude(one, fact))
            self._against[fact] = frozenset(near)
        return self._against[fact]

    @cached_property
    def _against(self) -> dict[Fact, frozenset[Fact]]:
        return {}

    @cached_property
    def wanted(self) -> tuple[Fact, ...]:
        """The facts of the goal."""
        goal = enumerate(self.problem.goal)
        return tuple((cell, term) for cell, term in goal if not isinstance(term, Var))

    def excluded_by_goal(self, facts: Sequence[Fact]) -> Fact | None:
        """A fact that no goal state has together with the others; None if a goal state may have them all."""
        counts: Counter[Hashable] = Counter()
        for fact in self.wanted:
            counts.update(self.groups.get(fact, ()))
        wanted = set(self.wanted)
        for fact in facts:
            if fact in wanted:
                continue
            if any(fact[0] == cell for cell, _ in self.wanted):
                return fact
            for group in self.groups.get(fact, ()):
                counts[group] += 1
                if counts[group] > self.most[group]:
                    return fact
        return None

    @cached_property
    def unwanted(self) -> frozenset[int]:
        """The numbers of the facts that no goal state has."""
        numbers = enumerate(self.each)
        return frozenset(n for n, fact in numbers if self.excluded_by_goal([fact]) is not None)

    def of_state(self, state: State) -> tuple[int, ...]:
        """The numbers of the facts of a state."""
        number = self.number
        return tuple(number[fact] for fact in enumerate(state) if fact in number)

    @cached_property
    def steps(self) -> tuple[ArcStep, ...]:
        """The primitive arcs, without those that ask for another symbol than a cell has for ever."""
        steps, fixed = arc_steps(self.problem.theory), self.fixed
        if not fixed:
            return steps
        return tuple(
            step
            for step in steps
            if all(fixed.get(cell, symbol) == symbol for cell, symbol in step.asked.items())
        )

    @cached_property
    def _asking(self) -> dict[Fact, int]:
        """The arcs that ask for a fact, as bits."""
        found: dict[Fact, int] = {}
        for place, step in enumerate(self.steps):
            for fact in step.asked.items():
                found[fact] = found.get(fact, 0) | 1 << place
        return found

    @cached_property
    def ruled_out(self) -> tuple[int, ...]:
        """The arcs that each fact rules out, as bits."""
        by_cell: dict[int, list[Fact]] = {}
        by_group: dict[Hashable, list[Fact]] = {}
        for fact in self._asking:
            by_cell.setdefault(fact[0], []).append(fact)
            for group in self.groups.get(fact, ()):
                if self.most[group] == 1:
                    by_group.setdefault(group, []).append(fact)
        found = []
        for fact in self.each:
            near = [*by_cell.get(fact[0], ())]
            for group in self.groups.get(fact, ()):
                near += by_group.get(group, ())
            bits = 0
            for other in near:
                if other != fact:
                    bits |= self._asking[other]
            found.append(bits)
        return tuple(found)

    @cached_property
    def changing(self) -> tuple[int, ...]:
        """The arcs that may change the cell of each fact, as bits."""
        by_cell: dict[int, int] = {}
        for place, step in enumerate(self.steps):
            for cell in step.changed:
                by_cell[cell] = by_cell.get(cell, 0) | 1 << place
        return tuple(by_cell.get(cell, 0) for cell, _ in self.each)

    @cached_property
    def left_by(self) -> tuple[tuple[int, ...], ...]:
        """The facts that each arc leaves, whatever the state before it."""
        number = self.number
        found = []
        for step in self.steps:
            after = {cell: s for cell, s in step.asked.items() if cell not in step.changed}
            after |= step.made
            found.append(tuple(number[fact] for fact in after.items() if fact in number))
        return tuple(found)

    @cached_property
    def in_kernel(self) -> _kernel.TrapFacts:
        """The facts in the kernel: those of kinds, then the others that arcs ask for."""
        asked = (fact for step in self.steps for fact in step.asked.items())
        every = [*self.each, *dict.fromkeys(one for one in asked if one not in self.kinds)]
        number = {fact: place for place, fact in enumerate(every)}
        goal = [None if isinstance(term, Var) else term for term in self.problem.goal]
        symbols = {one: place for place, one in enumerate({*goal, *(s for _, s in every)})}
        none = [-1] * (len(every) - len(self.each))
        return _kernel.TrapFacts(
            [cell for cell, _ in every],
            [symbols[symbol] for _, symbol in every],
            [self.kind_number[self.kinds[fact]] for fact in self.each] + none,
            *self._groups_in_kernel(every),
            [-1 if symbol is None else symbols[symbol] for symbol in goal],
            [
                [[number[fact] for fact in step.asked.items()], list(left), *step.cells]
                for step, left in zip(self.steps, self.left_by, strict=True)
            ],
        )

    def _groups_in_kernel(
        self, every: Sequence[Fact]
    ) -> tuple[list[list[int]], list[int], list[int]]:
        """Numbers of the groups of some facts, and of each group how many can be true, and how many are in the goal."""
        groups = {group: place for place, group in enumerate(self.most)}
        in_goal = Counter(group for fact in self.wanted for group in self.groups.get(fact, ()))
        own = [[groups[group] for group in self.groups.get(fact, ())] for fact in every]
        return own, [*self.most.values()], [in_goal[group] for group in self.most]

    def closed(self, kinds: FactKinds, known: Traps) -> tuple[Iterator[FactNumbers], WaysOut]:
        """The patterns of a `TrapFamily`, and an arc out of each other one, as the kernel finds them.

        Raises
        ------
        NotNativeError, ValueError
            No kernel, or patterns with too many facts for it.
        """
        sets = [[self.number[fact] for fact in trap.facts] for trap in known.each]
        found = self.in_kernel.close([self.kind_number[kind] for kind in kinds], sets)
        kept, dropped, by = (iter(array("i", numbers)) for numbers in found)
        patterns, others = (zip(*[each] * len(kinds), strict=True) for each in (kept, dropped))
        return patterns, zip(others, by, strict=True)

    def after(self, pattern: Iterable[int], place: int) -> set[int]:
        """The facts known of a state that an arc leads to from one with some facts."""
        step, each = self.steps[place], self.each
        facts = [each[number] for number in pattern]
        known = {self.number[fact] for fact in facts if fact[0] not in step.changed}
        known.update(self.left_by[place])
        if step.copied:
            held = dict(facts)
            copies = ((to, held[of]) for to, of in step.copied.items() if of in held)
            known.update(self.number[fact] for fact in copies if fact in self.number)
        return known


class ArcStep(NamedTuple):
    """An arc as it looks to facts.

    Parameters
    ----------
    arc
        The arc.
    asked, made
        The symbols that cells must hold, and those that they get.
    copied
        For cells that get what another cell held: that cell.
    changed
        The cells that it may change.
    """

    arc: Arc
    asked: dict[int, Symbol]
    made: dict[int, Symbol]
    copied: dict[int, int]
    changed: frozenset[int]

    @property
    def cells(self) -> tuple[list[int], list[int]]:
        """The cells that it may change, and pairs of one that gets a symbol and one that has it, for the kernel."""
        return [*self.changed], [cell for pair in self.copied.items() for cell in pair]


@lru_cache(maxsize=4)
def arc_steps(theory: Theory) -> tuple[ArcStep, ...]:
    """The primitive arcs of a theory as they look to facts."""
    found = []
    for arc in theory.primitives:
        asked, _ = arc.conditions
        effects = dict(arc.effects)
        sources = {cell: term for cell, term in effects.items() if isinstance(term, Var)}
        before = arc.before if sources else ()
        copied = {cell: before.index(term) for cell, term in sources.items()}
        made = {cell: term for cell, term in effects.items() if not isinstance(term, Var)}
        found.append(ArcStep(arc, dict(asked), made, copied, frozenset(effects)))
    return tuple(found)


def board_facts(problem: Problem) -> FactTable:
    """Facts of a board: symbols that the goal names, or of which there is one, each in every cell that may hold it.

    A symbol that no arc makes more of stands in no more cells than at the start. A cell that no arc changes, such as a
    wall, holds what it holds at the start.
    """
    theory, start = problem.theory, problem.start
    fixed = fixed_cells(theory, start)
    held = Counter(start)
    bounded = {symbol: count for symbol, count in held.items() if never_made(theory, symbol)}
    told = {term for term in problem.goal if not isinstance(term, Var)}
    told |= {symbol for symbol, count in bounded.items() if count == 1}
    kinds = {
        (cell, symbol): str(symbol)
        for symbol in sorted(told, key=str)
        for cell in range(theory.size)
        if fixed.get(cell, symbol) == symbol
    }
    groups = {(cell, s): (s,) for s in bounded for cell in range(theory.size)}
    most: dict[Hashable, int] = dict(bounded.items())
    domain = domain_of(theory)

    def words(fact: Fact) -> str:
        return f"{fact[1]} in {domain.place(theory.shape, fact[0])}"

    return FactTable(problem, kinds, groups, most, words, fixed)


def fixed_cells(theory: Theory, start: State) -> dict[int, Symbol]:
    """The cells whose symbol at the start no arc changes, such as walls, each with its symbol."""
    steps = arc_steps(theory)
    may_change = {
        cell
        for step in steps
        for cell in step.changed
        if step.asked.get(cell, start[cell]) == start[cell]
    }
    return {cell: symbol for cell, symbol in enumerate(start) if cell not in may_change}


@record
class ArcReason:
    """Why an arc does not lead out of a trap.

    Parameters
    ----------
    arc
        Its name.
    asks, against
        A fact that it asks for, and the fact of the pattern that rules it out; None where the arc may apply.
    leads
        The pattern that it leads to; empty where it cannot apply.
    """

    arc: str
    asks: Fact | None
    against: Fact | None
    leads: tuple[Fact, ...]


class TrapFamily:
    """The trap of some kinds in a problem: the largest set of patterns that all arcs keep and no goal fits.

    Parameters
    ----------
    facts
        The facts of the problem.
    kinds
        The kinds of a pattern's facts.
    known
        Smaller traps, which patterns need not have, and into which arcs may lead.

    Attributes
    ----------
    patterns
        The patterns.
    count
        Number of patterns that were looked at.
    too_many
        Whether there are too many patterns to look at, so that there are none.
    """

    def __init__(self, facts: FactTable, kinds: FactKinds, known: Traps) -> None:
        self.facts, self.kinds, self.known = facts, tuple(sorted(kinds)), known
        self._wanted = Counter(self.kinds)
        self._ways_out: WaysOut = ()
        self.patterns: dict[FactNumbers, None] = {}
        own = {kind: [*filter(self._may_be, facts.of_kind.get(kind, ()))] for kind in self._wanted}
        sizes = (comb(len(own[kind]), count) for kind, count in self._wanted.items())
        self.count = prod(sizes)
        self.too_many = self.count > MOST_PATTERNS
        if 0 < self.count <= MOST_PATTERNS:
            self._find(own)

    @cached_property
    def escapes(self) -> dict[FactNumbers, int]:
        """For every other pattern that no goal fits the number of an arc that leads out of it."""
        return dict(self._ways_out)

    def _find(self, own: Mapping[str, Sequence[int]]) -> None:
        """Find the patterns that are kept, in the kernel if it can do that."""
        try:
            patterns, self._ways_out = self.facts.closed(self.kinds, self.known)
            self.patterns = dict.fromkeys(patterns)
        except (NotNativeError, ValueError):
            self.patterns = dict.fromkeys(self._candidates(own))
            self._close()

    def _may_be(self, number: int) -> bool:
        """Whether a fact is no trap by itself."""
        return self.known.among([self.facts.each[number]]) is None

    def _candidates(self, own: Mapping[str, Sequence[int]]) -> Iterator[FactNumbers]:
        """The patterns that may be true and that no goal fits, made of some facts of each kind."""
        facts, each = self.facts, self.facts.each
        choices = [
            [one for one in combinations(own[kind], count) if self._apart(one)]
            for kind, count in self._wanted.items()
        ]
        for parts in product(*choices):
            chosen = tuple(sorted(number for part in parts for number in part))
            if len(parts) > 1 and not self._apart(chosen):
                continue
            held = [each[number] for number in chosen]
            if facts.excluded_by_goal(held) is not None and self.known.among(held) is None:
                yield chosen

    def _apart(self, numbers: Sequence[int]) -> bool:
        """Whether some facts may be true at once."""
        each, exclude = self.facts.each, self.facts.exclude
        pairs = combinations(numbers, 2)
        return not any(each[a][0] == each[b][0] or exclude(each[a], each[b]) for a, b in pairs)

    def arcs(self, pattern: FactNumbers) -> Iterator[int]:
        """The arcs that may apply in a state of a pattern and change one of its facts."""
        facts = self.facts
        bits = out = 0
        for number in pattern:
            bits |= facts.changing[number]
            out |= facts.ruled_out[number]
        bits &= ~out
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    def _led_to(
        self, pattern: FactNumbers, place: int
    ) -> tuple[list[FactNumbers] | None, set[int]]:
        """The patterns one of which an arc may lead to, None where a smaller trap is there; and the facts known then."""
        facts, wanted = self.facts, self._wanted
        known = facts.after(pattern, place)
        own = sorted(one for one in known if facts.kinds[facts.each[one]] in wanted)
        if self.known and self.known.among([facts.each[one] for one in known]) is not None:
            return None, known
        if len(own) == len(pattern):
            return ([tuple(own)] if tuple(own) in self.patterns else []), known
        chosen = combinations(own, len(pattern))
        return [one for one in chosen if one in self.patterns], known

    def _close(self) -> None:
        """Drop patterns that an arc leads out of, until none is left."""
        self._ways_out = escapes = []
        left_to: dict[FactNumbers, list[tuple[FactNumbers, int]]] = {}
        options: dict[tuple[FactNumbers, int], int] = {}
        dropped: list[FactNumbers] = []
        for pattern in self.patterns:
            for place in self.arcs(pattern):
                led, _ = self._led_to(pattern, place)
                if led is None:
                    continue
                if not led:
                    escapes.append((pattern, place))
                    dropped.append(pattern)
                    break
                if led != [pattern]:
                    options[pattern, place] = len(led)
                    for one in led:
                        left_to.setdefault(one, []).append((pattern, place))
        for pattern in dropped:
            del self.patterns[pattern]
        while dropped:
            for pattern, place in left_to.get(dropped.pop(), ()):
                options[pattern, place] -= 1
                if options[pattern, place] == 0 and pattern in self.patterns:
                    del self.patterns[pattern]
                    escapes.append((pattern, place))
                    dropped.append(pattern)

    def within(self, numbers: Sequence[int]) -> FactNumbers | None:
        """A pattern of the trap among some facts; None if there is none."""
        if self.traps.among(self.facts.each[number] for number in numbers) is None:
            return None
        return next((one for one in self.choices(numbers) if one in self.patterns), None)

    @cached_property
    def traps(self) -> Traps:
        """The patterns, as searches leave them out."""
        return Traps([Trap(self.told(one)) for one in sorted(self.patterns)])

    def choices(self, numbers: Sequence[int]) -> Iterator[FactNumbers]:
        """All patterns of the kinds among some facts."""
        facts = self.facts
        by_kind: dict[str, list[int]] = {}
        for number in numbers:
            by_kind.setdefault(facts.kinds[facts.each[number]], []).append(number)
        parts = [combinations(by_kind.get(kind, ()), n) for kind, n in self._wanted.items()]
        for chosen in product(*parts):
            yield tuple(sorted(number for part in chosen for number in part))

    def told(self, pattern: FactNumbers) -> tuple[Fact, ...]:
        """The facts of a pattern."""
        return tuple(self.facts.each[number] for number in pattern)

    def reasons(self, pattern: FactNumbers) -> tuple[ArcReason, ...]:
        """ArcReason for each arc that would change a fact of a pattern, which it asks for or does not look at."""
        facts = self.facts
        may, held, found = set(self.arcs(pattern)), self.told(pattern), []
        for place, step in enumerate(facts.steps):
            changed = [fact for fact in held if fact[0] in step.changed]
            if not any(step.asked.get(cell, symbol) == symbol for cell, symbol in changed):
                continue
            if place not in may:
                asks, against = self._ruled_out(pattern, step)
                found.append(ArcReason(step.arc.name, asks, against, ()))
                continue
            led, known = self._led_to(pattern, place)
            if led is None:
                inner = self.known.among([facts.each[one] for one in sorted(known)])
                assert inner is not None
                found.append(ArcReason(step.arc.name, None, None, inner.facts))
            else:
                found.append(ArcReason(step.arc.name, None, None, self.told(led[0])))
        return tuple(found)

    def _ruled_out(self, pattern: FactNumbers, step: ArcStep) -> tuple[Fact, Fact]:
        """A fact that an arc asks for, and one of a pattern that rules it out."""
        held = self.told(pattern)
        return next(
            (asks, fact)
            for asks in step.asked.items()
            for fact in held
            if asks != fact and self.facts.exclude(asks, fact)
        )


@record
class TrapRow:
    """A row of the table of a trap: a pattern, and why no arc leads out of it and no goal fits it.

    Parameters
    ----------
    facts
        The facts of the pattern in words.
    goal
        The fact that no goal state has beside the others.
    arcs
        Arcs that would change a fact, each with the reason in words why it does not lead out.
    """

    facts: tuple[str, ...]
    goal: str
    arcs: tuple[tuple[str, str], ...]


@checked
@record
class TrapRule(Rule):
    """A learned trap: the kinds of the facts that its patterns have.

    Parameters
    ----------
    name
        Its name.
    kinds
        The kinds, in order; a kind stands as often as a pattern has facts of it.
    table
        The reasons for the pattern that it was learned from and for all that arcs make of that.
    saving
        Share of the states of the training problem that it leaves out beside the rules before it.
    origin
        Where it was learned.
    """

    name: str = ""
    kinds: FactKinds = ()
    table: tuple[TrapRow, ...] = field(default=(), compare=False, repr=False)
    saving: float = field(default=0, compare=False)
    origin: str = field(default="", compare=False)

    leaves_out = True
    initial = "t"
    entangled = False
    purpose = image = explanation = rule = None
    cost = length = 0
    step_names = ()
    told = Later("ebl.views", "TrapText")

    @property
    def canonical(self) -> object:
        """The kinds."""
        return self.kinds

    @property
    def worth(self) -> str:
        """Why it is admitted."""
        return f"leaves out {self.saving:.0%} of the states that were left"

    @property
    def operator(self) -> TrapRule:
        """The rule itself: it is told as macros are, by the kind of their operator."""
        return self

    def certificate(self, library: Library[Any]) -> Certificate:
        """Certificate for all problems of a planning domain, where the trap is proved for these; see `Rule.certificate`."""
        from ..search.certificate import Certificate

        found: Certificate | None = library.home.trap_certificate(self, library)
        why = "not certified: its patterns are found anew on each board; solve --certificate certifies a start that fits it"
        return found or Certificate(None, why)

    def renamed(self, name: str, others: Mapping[str, str] | None = None) -> TrapRule:
        return replace(self, name=name)

    def __str__(self) -> str:
        return f"{self.name}: {' and '.join(self.kinds)}"


def table_of(family: TrapFamily, pattern: FactNumbers) -> tuple[TrapRow, ...]:
    """The reasons for a pattern of a trap, and for all patterns of it that arcs make of that."""
    facts, rows, seen, waiting = family.facts, [], {pattern}, [pattern]
    while waiting:
        one = waiting.pop(0)
        told = family.told(one)
        against = facts.excluded_by_goal(told)
        assert against is not None
        arcs = []
        for reason in family.reasons(one):
            if reason.asks is not None and reason.against is not None:
                why = f"asks for {facts.words(reason.asks)}, which {facts.words(reason.against)} rules out"
            else:
                why = f"leads to {listed([facts.words(fact) for fact in reason.leads])}"
                after = tuple(sorted(facts.number[fact] for fact in reason.leads))
                if after in family.patterns and after not in seen:
                    seen.add(after)
                    waiting.append(after)
            arcs.append((reason.arc, why))
        alone = facts.excluded_by_goal([against]) is not None
        goal = facts.words(against) + ("" if alone else " beside the others")
        rows.append(TrapRow(tuple(map(facts.words, told)), goal, tuple(arcs)))
    return tuple(rows)


def traps_in(rules: Iterable[TrapRule], problem: Problem | LiftedProblem) -> Traps:
    """The patterns of some rules in a problem."""
    if isinstance(problem, LiftedProblem):
        problem = problem.grounded
    copies = frozenset(Counter(problem.start).items())
    plain = problem.theory.plain
    fixed = frozenset(fixed_cells(problem.theory, problem.start).items() if plain else ())
    asked = _SameTraps(problem.theory, problem.goal, copies, fixed, tuple(rules), problem)
    return _placed(asked)


@record
class _SameTraps:
    """Rules in a problem, equal for all starts that have as many copies of each symbol, and the same fixed cells."""

    theory: Theory
    goal: Pattern
    copies: frozenset[tuple[Symbol, int]]
    fixed: frozenset[Fact]
    rules: tuple[TrapRule, ...]
    problem: Problem = field(compare=False)


@lru_cache(maxsize=16)
def _placed(asked: _SameTraps) -> Traps:
    facts = facts_of(asked.problem)
    return NO_TRAPS if facts is None else placed(facts, asked.rules)


def facts_of(problem: Problem) -> FactTable | None:
    """Facts of a problem, each with what is known of it alone; None where its arcs or goals are none that traps are learned for."""
    if len(problem.wanted) > 1 or not problem.theory.plain:
        return None
    found: FactTable = domain_of(problem.theory).facts_of(problem)
    return found


def placed(facts: FactTable, rules: Iterable[TrapRule]) -> Traps:
    """The patterns of rules in a problem, those of few facts first."""
    found: list[Trap] = []
    rules = sorted(rules, key=lambda rule: len(rule.kinds))
    for rule in rules:
        family = TrapFamily(facts, rule.kinds, Traps(found))
        found += (Trap(family.told(one), rule.name) for one in sorted(family.patterns))
    return _least(facts, rules, Traps(found))


def _least(facts: FactTable, rules: Iterable[TrapRule], known: Traps) -> Traps:
    """Patterns with facts dropped where what is left is a trap too, as each arc leads from it to some pattern.

    Those are found together: they are a trap of fewer kinds, into which, or into the others, all arcs lead.
    """
    names: dict[FactKinds, str] = {}
    for rule in rules:
        for size in range(1, len(rule.kinds)):
            for kinds in combinations(sorted(rule.kinds), size):
                names.setdefault(kinds, rule.name)
    waiting = sorted(names, key=len)
    while known and waiting:
        kinds = waiting.pop(0)
        family = TrapFamily(facts, kinds, known)
        if family.patterns:
            shorter = Traps(Trap(family.told(one), names[kinds]) for one in sorted(family.patterns))
            longer = (one for one in known.each if shorter.among(one.facts) is None)
            known = Traps((*shorter.each, *longer))
            waiting = sorted(names, key=len)
    return known


class StateGraph:
    """The states of a training problem, as far as they were made, and which of them are dead ends.

    Parameters
    ----------
    problem
        The problem.
    most
        Greatest number of states that are expanded.

    Attributes
    ----------
    states
        All states, in the order of breadth-first search.
    successors
        The numbers of the successors of each state that was expanded.
    dead
        The numbers of the states from which no goal is reached, all below them being expanded.
    """

    def __init__(self, problem: Problem, most: int) -> None:
        number = {problem.start: 0}
        self.states: list[State] = [problem.start]
        self.successors: list[list[int]] = []
        before: list[list[int]] = [[]]
        for place, state in enumerate(self.states):
            if place >= most:
                break
            after = []
            for _, successor in problem.successors(state):
                if successor not in number:
                    number[successor] = len(self.states)
                    self.states.append(successor)
                    before.append([])
                after.append(number[successor])
                before[number[successor]].append(place)
            self.successors.append(after)
        waiting = [
            place
            for place, state in enumerate(self.states)
            if place >= len(self.successors) or problem.is_goal(state)
        ]
        alive = set(waiting)
        while waiting:
            for place in before[waiting.pop()]:
                if place not in alive:
                    alive.add(place)
                    waiting.append(place)
        self.dead = [place for place in range(len(self.states)) if place not in alive]

    @property
    def made(self) -> int:
        """Number of successors that were made."""
        return sum(map(len, self.successors))

    def left(self, *traps: Traps) -> int:
        """Number of states that are reached where those are left out that fit a pattern."""
        seen, waiting = {0}, [0]
        while waiting:
            place = waiting.pop()
            for after in self.successors[place] if place < len(self.successors) else ():
                if after not in seen and not any(one.within(self.states[after]) for one in traps):
                    seen.add(after)
                    waiting.append(after)
        return len(seen)


class StatesLeft(Protocol):
    """Protocol of the states that tell what a trap saves."""

    def left(self, *traps: Traps) -> int:
        """Number of states that are left without those that fit a pattern."""


class DeadEndsExplained:
    """The dead ends of a training problem while they are explained.

    Parameters
    ----------
    facts, space
        The facts of the problem, and its states.

    Attributes
    ----------
    known
        The patterns of the rules so far.
    aside
        The patterns of rules that save too little.
    work
        Number of patterns that were looked at.
    """

    def __init__(self, facts: FactTable, space: StatesLeft) -> None:
        self.facts, self.space = facts, space
        self.known: Traps = NO_TRAPS
        self.aside: Traps = NO_TRAPS
        self.work = 0
        self._families: dict[FactKinds, TrapFamily] = {}

    def know(self, rules: Iterable[TrapRule]) -> None:
        """Take rules as known."""
        self.known = placed(self.facts, rules)
        self._families.clear()

    def family(self, kinds: FactKinds) -> TrapFamily:
        """The trap of some kinds."""
        if kinds not in self._families:
            made = self._families[kinds] = TrapFamily(self.facts, kinds, self.known)
            self.work += 0 if made.too_many else made.count
        return self._families[kinds]

    def explain(self, state: State, most: int) -> tuple[TrapFamily, FactNumbers] | None:
        """The trap of fewest kinds, up to a number, that a dead end is in, and its pattern; None if there is none.

        At first a single fact that no goal state has is to explain it. Where arcs lead out of the trap of its kind, the state
        tells why they did not: a fact that rules out what the first of them asks for, which then is a part of the pattern too.
        """
        most = min(most, MOST_FACTS)
        facts = self.facts
        numbers = facts.of_state(state)
        each = facts.each
        first = [one for one in numbers if one in facts.unwanted]
        waiting: list[FactKinds] = sorted({(facts.kinds[each[one]],) for one in first})
        seen = set(waiting)
        while waiting:
            kinds = waiting.pop(0)
            family = self.family(kinds)
            found = family.within(numbers)
            if found is not None:
                return family, found
            if len(kinds) == most or family.too_many:
                continue
            for kind in sorted(self._needed(family, state, numbers)):
                more = tuple(sorted((*kinds, kind)))
                if more not in seen:
                    seen.add(more)
                    waiting.append(more)
            waiting.sort(key=len)
        return None

    def _needed(self, family: TrapFamily, state: State, numbers: Sequence[int]) -> set[str]:
        """FactKinds of the facts of a state that keep it from going the ways out of its patterns."""
        found: set[str] = set()
        for pattern in islice(family.choices(numbers), MOST_CHOICES):
            if pattern in family.escapes:
                found |= self._kept_by(family, pattern, state)
        return found

    def _kept_by(self, family: TrapFamily, pattern: FactNumbers, state: State) -> set[str]:
        """FactKinds of the facts that keep a state from going the way out of one pattern."""
        facts = self.facts
        while pattern in family.escapes:
            place = family.escapes[pattern]
            step = facts.steps[place]
            missing = [fact for fact in step.asked.items() if state[fact[0]] != fact[1]]
            if missing:
                held = set(enumerate(state))
                return {facts.kinds[fact] for one in missing for fact in facts.against(one) & held}
            after = step.arc.apply(state)
            if after is None:
                break
            state = after
            known = sorted(facts.after(pattern, place))
            choices = (one for one in family.choices(known) if one in family.escapes)
            pattern = next(choices, ())
        own = (number for number in facts.of_state(state) if number in facts.unwanted)
        return {facts.kinds[facts.each[number]] for number in own}


@record
class DeadEndPath:
    """A dead end to be explained.

    Parameters
    ----------
    failures
        The dead ends of its problem.
    state
        The state.
    most
        Greatest number of facts of a pattern.
    """

    failures: DeadEndsExplained
    state: State
    most: int

    def rule(self, name: str, origin: str, least: float) -> TrapRule | str:
        """The rule that explains it; or why there is none."""
        failures = self.failures
        found = failures.explain(self.state, self.most)
        if found is None:
            return f"no trap of {counted(self.most, 'fact')} explains it"
        family, pattern = found
        new = family.traps
        before = failures.space.left(failures.known)
        saving = 1 - failures.space.left(failures.known, new) / before
        if saving < least:
            failures.aside += new
            return (
                f"{' and '.join(family.kinds)}: leaves out {saving:.0%} of the states that are left, "
                f"less than {least:.0%}"
            )
        return TrapRule(name, family.kinds, table_of(family, pattern), saving, origin)
