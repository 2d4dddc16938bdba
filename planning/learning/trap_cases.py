"""Traps of a PDDL domain, proved for all of its problems by cases on the parameters of its actions.

Whatever objects a problem has, some facts of the kinds of a trap and an action with its objects differ in nothing but which of
these are equal. So there are finitely many cases. In each, the action leaves the facts as they are; or it asks for what they rule
out; or it leads to facts of the kinds of the trap again, or of a smaller one; or there must be no such objects in the problem:
what never changes there, such as which places are adjacent, denies that the action is ever taken.

Two facts rule each other out by invariants over parameters, which the actions keep and each start has to satisfy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from ...ebl.traps import FactKinds, TrapRule
from ...rules.record import record
from ...rules.text.words import counted
from ...search.certificate import Certificate, Data, certify
from ..certificate import literal_data
from ..pddl.action_domain import (
    Action,
    ActionDomain,
    Atom,
    Literal,
    Typed,
    atom_text,
    common_type,
    is_a,
    substituted,
)
from ..pddl.grounding.mutex import (
    LiftedInvariant,
    equality_bindings,
    exclusive,
    instance_of,
    lifted_invariants,
)
from ..pddl.strips import GroundAction
from ..pddl.write import domain_text

MOST_CASES = 20_000
"""Greatest number of ways in which the parameters of a pattern and of an action are equal that are looked at."""

_KIND = re.compile(r"(not )?([^\s()]+)(?:\(([^()]*)\))?")


@record
class LiftedPattern:
    """The facts of a trap over parameters.

    Parameters
    ----------
    parameters
        The parameters, each with its type.
    literals
        The facts: atoms that are true, and atoms that are not.
    """

    parameters: tuple[Typed, ...]
    literals: tuple[Literal, ...]

    @classmethod
    def of(cls, domain: ActionDomain, kinds: FactKinds) -> LiftedPattern | None:
        """The pattern of some kinds of facts, each with parameters of its own; None where a kind is none of single atoms."""
        actions = domain.actions
        atoms = (
            atom
            for one in actions
            for atom in (*one.positive, *one.negative, *one.add, *one.delete)
        )
        arities = {atom[0]: len(atom) - 1 for atom in atoms}
        parameters: list[Typed] = []
        literals = []
        for kind in kinds:
            found = _KIND.fullmatch(kind)
            types = [] if found is None or not found[3] else found[3].split(", ")
            if found is None or arities.get(found[2]) != len(types):
                return None
            if not all(one == "object" or one in domain.types for one in types):
                return None
            own = [Typed(f"?{one}{len(parameters) + n}", one) for n, one in enumerate(types, 1)]
            parameters += own
            literals.append(Literal((found[2], *(one.name for one in own)), not found[1]))
        return cls(tuple(parameters), tuple(literals))


@record
class TrapCase:
    """A case in which an action would change a fact of a trap.

    Parameters
    ----------
    number
        The number of the pattern that has the fact.
    objects
        The objects of the pattern's parameters.
    step
        The action with its objects.
    never
        What it asks for of that which never changes: without it there is no such step.
    asks, against
        What it asks for, and the fact that rules that out; None where it may apply.
    leads
        The patterns, by their numbers, that it leads to, each with the objects of its parameters; one of these instances must
        be in the trap. Where there are none, no problem may have what is `never` changed so.
    """

    number: int
    objects: tuple[str, ...]
    step: Atom
    never: tuple[Literal, ...]
    asks: Literal | None = None
    against: Literal | None = None
    leads: tuple[tuple[int, tuple[str, ...]], ...] = ()


@record
class TrapTable:
    """A trap over parameters beside smaller ones, and all cases in which an action would change a fact of them.

    Parameters
    ----------
    domain
        The domain.
    patterns
        The patterns of smaller traps, and at the end its own.
    cases
        The cases of each pattern.
    rests_on
        The invariants over parameters by which facts rule each other out.
    """

    domain: ActionDomain
    patterns: tuple[LiftedPattern, ...]
    cases: tuple[TrapCase, ...]
    rests_on: tuple[LiftedInvariant, ...]

    def facts(self, number: int, objects: Sequence[str]) -> tuple[Literal, ...]:
        """An instance of a pattern."""
        return _instance(self.patterns[number], objects)

    @property
    def words(self) -> str:
        """How much is proved, by how many cases."""
        return f"proved for all problems of the domain by {counted(len(self.rows), 'case')}"

    @property
    def rests(self) -> str:
        """Invariants that the start of a problem has to satisfy, in words; empty where there are none."""
        by = "; ".join(map(str, self.rests_on))
        return f"for problems at whose start there is {by}" if by else ""

    @cached_property
    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """The cases of its own pattern in words: the facts, the action, and why it does not lead out."""
        own = [one for one in self.cases if one.number == len(self.patterns) - 1]
        own.sort(key=lambda one: (one.asks is not None, not one.leads))
        return tuple(map(self._row, own))

    def _row(self, case: TrapCase) -> tuple[str, str, str]:
        facts = self.facts(case.number, case.objects)
        if case.asks is not None and case.against is not None:
            why = (
                f"asks for {literal_text(case.asks)}, which {literal_text(case.against)} rules out"
            )
        elif case.leads:
            instances = [self.facts(*one) for one in case.leads]
            why = f"leads to {' or to '.join(map(_literals_text, instances))}"
        else:
            why = f"never: a problem with {_literals_text(case.never)} has no such trap"
        return _literals_text(facts), atom_text(case.step), why


def _instance(pattern: LiftedPattern, objects: Sequence[str]) -> tuple[Literal, ...]:
    names = dict(zip((one.name for one in pattern.parameters), objects, strict=True))
    return tuple(Literal(substituted(one.atom, names), one.holds) for one in pattern.literals)


@lru_cache(maxsize=64)
def trap_table(
    domain: ActionDomain,
    kinds: FactKinds,
    smaller: tuple[FactKinds, ...] = (),
    beside: tuple[FactKinds, ...] = (),
) -> TrapTable | None:
    """The cases of a trap, which hold in all problems of a domain.

    Parameters
    ----------
    domain
        The domain.
    kinds
        The kinds of the trap's facts.
    smaller
        Those of smaller traps, into which an action may lead.
    beside
        Those of other traps of the same problems: an invariant that they break, such as one frog at most, is none of these.

    Returns
    -------
    None where the facts are not told by their kinds, an action is no conjunction of literals, or there are too many cases.
    """
    patterns = [LiftedPattern.of(domain, one) for one in (*smaller, kinds)]
    known = tuple(one for one in patterns if one is not None)
    if patterns[-1] is None or not domain.plain or domain.axioms:
        return None
    more = (LiftedPattern.of(domain, one) for one in beside)
    seen = (*known, *(one for one in more if one is not None))
    named = {one.atom[0] for pattern in known for one in pattern.literals}
    invariants = tuple(
        one
        for one in lifted_invariants(domain)
        if one.predicates & named and not any(_clash(pattern.literals, (one,)) for pattern in seen)
    )
    found: list[TrapCase] = []
    for number in range(len(known)):
        for action in domain.actions:
            mine = _cases(domain, invariants, known[: number + 1], action)
            if mine is None:
                return None
            found += mine
    return TrapTable(domain, known, tuple(found), invariants)


def _cases(
    domain: ActionDomain,
    invariants: Sequence[LiftedInvariant],
    patterns: Sequence[LiftedPattern],
    action: Action,
) -> list[TrapCase] | None:
    """The cases of an action; None if there are too many."""
    own = patterns[-1]
    renamed = {one.name: f"{one.name}'" for one in action.parameters}
    parameters = (*own.parameters, *(Typed(renamed[p.name], p.type) for p in action.parameters))
    if not _touches(own, action):
        return []
    found = []
    for count, binding in enumerate(equality_bindings(domain, parameters)):
        if count > MOST_CASES:
            return None
        objects = tuple(binding[one.name] for one in own.parameters)
        names = {name: binding[other] for name, other in renamed.items()}
        step = instance_of(action, names)
        if step is None:
            continue
        types = _types(domain, parameters, binding)
        one = _case(domain, invariants, patterns, objects, step, types)
        if one is not None:
            found.append(one)
    return found


def _touches(pattern: LiftedPattern, action: Action) -> bool:
    """Whether an action changes an atom of a predicate of a pattern."""
    changed = {True: action.delete, False: action.add}
    return any(one.atom[0] == atom[0] for one in pattern.literals for atom in changed[one.holds])


def _types(
    domain: ActionDomain, parameters: Iterable[Typed], binding: Mapping[str, str]
) -> dict[str, str]:
    """The type of each object, which the parameters that it stands for have in common."""
    found = {one.name: one.type for one in domain.constants}
    for one in parameters:
        known = found.get(binding[one.name], one.type)
        found[binding[one.name]] = common_type(domain.types, known, one.type) or known
    return found


def _case(
    domain: ActionDomain,
    invariants: Sequence[LiftedInvariant],
    patterns: Sequence[LiftedPattern],
    objects: tuple[str, ...],
    step: GroundAction,
    types: Mapping[str, str],
) -> TrapCase | None:
    """The case of an action with objects in a state with an instance of the last pattern; None where nothing is to be shown."""
    number = len(patterns) - 1
    facts = _instance(patterns[number], objects)
    asked = _asked(step)
    changed = any(one.atom in (step.delete if one.holds else step.add) for one in facts)
    if not changed or len(set(facts)) < len(facts) or _clash(facts, invariants):
        return None
    if _clash(asked, invariants):
        return None  # it applies in no state at all
    call = (step.name, *step.arguments)
    never = tuple(one for one in asked if one.atom[0] not in domain.fluents)
    against = _clash((*asked, *facts), invariants)
    if against is not None:
        return TrapCase(number, objects, call, never, *against)
    after = _after((*facts, *asked), step)
    leads = [
        (place, found)
        for place, pattern in enumerate(patterns)
        for found in _found(domain, pattern, after, types)
    ]
    if (number, objects) in leads:
        return None
    held = set(facts)  # where an instance of a smaller trap is there before, nothing is to be shown
    new = [one for one in leads if not held.issuperset(_instance(patterns[one[0]], one[1]))]
    return TrapCase(number, objects, call, never, None, None, tuple(new))


def _asked(step: GroundAction) -> tuple[Literal, ...]:
    """The literals that an action asks for."""
    positive = (Literal(atom) for atom in sorted(step.positive))
    return (*positive, *(Literal(atom, False) for atom in sorted(step.negative)))


def _after(known: Iterable[Literal], step: GroundAction) -> set[Literal]:
    """The literals that are known after an action, given those before it."""
    after = {one for one in known if one.atom not in step.delete | step.add}
    after |= {Literal(atom) for atom in step.add}
    return after | {Literal(atom, False) for atom in step.delete - step.add}


def _clash(
    literals: Sequence[Literal], invariants: Sequence[LiftedInvariant]
) -> tuple[Literal, Literal] | None:
    """Two literals that are never true at once; None if there are none."""
    for place, one in enumerate(literals):
        for other in literals[place + 1 :]:
            if one.atom == other.atom:
                if one.holds != other.holds:
                    return one, other
            elif one.holds and other.holds and exclusive(one.atom, other.atom, invariants):
                return one, other
    return None


def _found(
    domain: ActionDomain,
    pattern: LiftedPattern,
    known: Iterable[Literal],
    types: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    """The objects of all instances of a pattern among known literals."""
    facts = sorted(known, key=lambda one: (one.atom, one.holds))
    own = {one.name: one.type for one in pattern.parameters}
    ways: list[dict[str, str]] = [{}]
    for literal in pattern.literals:
        longer = []
        for way in ways:
            for fact in facts:
                if (fact.atom[0], fact.holds) != (literal.atom[0], literal.holds):
                    continue
                more = dict(zip(literal.atom[1:], fact.atom[1:], strict=True))
                if all(is_a(domain.types, types[more[name]], own[name]) for name in more):
                    longer.append(way | more)
        ways = longer
    for way in ways:
        objects = tuple(way[one.name] for one in pattern.parameters)
        if len(set(_instance(pattern, objects))) == len(pattern.literals):
            yield objects


def _literals_text(literals: Iterable[Literal]) -> str:
    return " ".join(map(literal_text, literals))


def literal_text(literal: Literal) -> str:
    """A literal as PDDL writes it."""
    atom = atom_text(literal.atom)
    return atom if literal.holds else f"(not {atom})"


def table_of(domain: ActionDomain, rule: TrapRule, rules: Iterable[TrapRule]) -> TrapTable | None:
    """The cases of a trap beside the smaller ones among some rules; see `trap_table`."""
    rules = tuple(rules)
    smaller = [one.kinds for one in rules if len(one.kinds) < len(rule.kinds)]
    told = (one for one in smaller if LiftedPattern.of(domain, one) is not None)
    beside = sorted(one.kinds for one in rules)
    return trap_table(domain, rule.kinds, tuple(sorted(told, key=len)), tuple(beside))


NOT_PROVED = "not certified: a trap that is found anew in each problem, and not proved for all"


def trap_certificate(
    domain: ActionDomain, rule: TrapRule, rules: Iterable[TrapRule]
) -> Certificate:
    """Certify that what fits a trap leads to no goal, in all problems of a domain.

    Parameters
    ----------
    domain, rule, rules
        As for `table_of`.
    """
    table = table_of(domain, rule, rules)
    if table is None:
        return Certificate(None, NOT_PROVED)

    def claim() -> Data:
        theory = {"domain": domain_text(domain)}
        parts = [[[name, list(one)] for name, one in each.parts] for each in table.rests_on]
        shown = [_case_data(one) for one in table.cases if one.asks is None]
        patterns = [_pattern_data(one) for one in table.patterns]
        return {
            "theory": theory,
            "name": rule.name,
            "claim": "trap",
            "invariants": parts,
            "patterns": patterns,
            "cases": shown,
        }

    return certify(claim)


def _pattern_data(pattern: LiftedPattern) -> Data:
    """A pattern as a certificate writes it."""
    parameters = " ".join(f"{one.name} - {one.type}" for one in pattern.parameters)
    return {"parameters": parameters, "facts": list(map(literal_data, pattern.literals))}


def _case_data(case: TrapCase) -> list[object]:
    """A case as a certificate writes it: the pattern, its objects, the step, and the instances that it leads to."""
    leads = [[number, *objects] for number, objects in case.leads]
    return [[case.number, *case.objects], list(case.step), leads]
