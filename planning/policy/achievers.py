"""The achievers of an atom, the cheapest first as far as one can see without trying.

An achiever makes an atom true (Hoffmann, Porteous and Sebastia 2004): here a rule with objects, or a walk.

Rules that are applied again until something is where it should be: the shortest way along what links the places.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, islice, product
from math import prod
from typing import TypeAlias
from weakref import proxy

from ...rules.states.walks import Ways
from ..pddl.action_domain import Atom, atom_text, is_parameter, substituted
from .rule import LiftedPolicy, PolicyRule, RuleCondition
from .world import Binding, World, clashes, ground_atoms, is_ground

MOST_ACHIEVERS = 1500
"""Greatest number of choices of objects for one rule that are compared."""

MOST_MATCHES = 8
"""Greatest number of achievers for the conditions of a rule that an estimate compares, of those that it finds possible."""

FEW = 50
"""Number of choices of objects up to which they need no order."""

DEPTH = 2
"""Greatest depth of rules within rules that an estimate looks at."""

BEYOND = 2
"""Steps that an estimate assumes for goals that it does not look into."""

NO_RULE = "there is no rule for"
"""The last reason to give, as what was not learned may not be needed: another rule may only ask for what is not so now."""


@dataclass(frozen=True, slots=True)
class Achiever:
    """An achiever of an atom: a rule with objects that makes it true, or a walk.

    Parameters
    ----------
    rule, binding
        The rule, and objects for its parameters as far as they are chosen; None for a walk that nothing has to be seen to
        before, and for a condition for all objects.
    walk
        The rules that walk, after what the rule has to see to before.
    before
        Further conditions that have to be made true before a walk, or for all objects.
    """

    rule: PolicyRule | None
    binding: Binding
    walk: ChangingArguments | None = None
    before: tuple[RuleCondition, ...] = ()

    @property
    def conditions(self) -> tuple[RuleCondition, ...]:
        """Conditions to achieve, in order."""
        if self.rule is None:
            return self.before
        return self.rule.purpose.conditions if self.walk is None else self.rule.prior

    @property
    def asked(self) -> frozenset[Atom]:
        """The atoms that it needs of the objects that are chosen, at once or in time."""
        later = (one.atom for one in self.conditions)
        at_once = self.rule.at_once if self.rule is not None and self.walk is None else ()
        found = (substituted(one, self.binding) for one in (*at_once, *later))
        return frozenset(filter(is_ground, found))


class Achievers:
    """Achievers: how a policy can make atoms true in a world.

    Parameters
    ----------
    policy, world
        The rules, and the state.
    allowed
        Whether a rule may be used with a binding.
    spoils
        How often it would delete what is needed next, and how soon else what it would delete is needed: a higher number for
        sooner, 0 for what is not.
    named
        Objects that cannot be exchanged for others like them, since something about them is being made or kept true.
    """

    def __init__(
        self,
        policy: LiftedPolicy,
        world: World,
        allowed: Callable[[PolicyRule, Binding], bool],
        spoils: Callable[[PolicyRule, Binding], tuple[int, int]] = lambda *_: (0, 0),
        named: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.policy, self.world = policy, world
        self.walks = Walks(policy, world)
        self._allowed, self._spoils, self._named = allowed, spoils, named
        self._estimates: dict[tuple[Atom, int], int | None] = {}
        self._estimated_in = 0

    def of(self, atom: Atom) -> Iterator[Achiever]:
        """All achievers of an atom, in order of their estimated steps, then of what they undo.

        An atom that an achiever deletes and a rule waits for must be made true again, so achievers that delete atoms needed
        soon come last. A single step that can be made at once and deletes no such atom is not compared with others.
        """
        found: list[tuple[int, int, int, Achiever]] = []
        lacking = self.world.lacking(atom)
        if lacking is not None:
            yield Achiever(None, {}, None, tuple(map(RuleCondition, lacking)))
            return
        for key in self.walks.keys(atom):
            far = self.walks.nearest(key, atom)
            if far is not None:
                found.append((far[0], 0, 0, Achiever(None, {}, key)))
                continue
            for rule, full in self._prior(key, atom):
                steps = self._total(rule.prior, rule, full, DEPTH)
                if steps is not None:
                    found.append((steps + BEYOND, 0, 0, Achiever(rule, full, key)))
            for steps, before in self._before_walking(key, atom):
                found.append((steps, 0, 0, Achiever(None, {}, key, before)))
        for number, rule in enumerate(self.policy.makers.get(atom[0], ())):
            binding = self.bound(rule, atom)
            if binding is None:
                continue
            for full in islice(self._bindings(rule, binding), MOST_ACHIEVERS):
                if self._allowed(rule, full):
                    steps = self._steps(rule, full, DEPTH)
                    if steps is None:
                        continue
                    at_once, spoilt = self._spoils(rule, full)
                    if steps == 1 and not spoilt:
                        yield Achiever(rule, full)
                    else:
                        steps += BEYOND * at_once
                        found.append((steps, spoilt, number, Achiever(rule, full)))
        found.sort(key=_price)
        for *_, achiever in found:
            yield achiever

    def bound(self, rule: PolicyRule, atom: Atom) -> Binding | None:
        """The binding that makes a rule's goal an atom; None where it is for others."""
        return self.world.bind(rule.goal, atom, {}, rule.types)

    def first_rule(self, atom: Atom) -> PolicyRule | None:
        """The first rule that is for an atom."""
        rules = self.policy.makers.get(atom[0], ())
        return next((one for one in rules if self.bound(one, atom) is not None), None)

    def rank(self, atom: Atom) -> int:
        """Number of the first rule, in the order of learning, that is for an atom and whose static conditions hold."""
        fluents = self.policy.domain.fluents
        for number, rule in enumerate(self.policy.rules):
            binding = self.bound(rule, atom) if rule.goal[0] == atom[0] else None
            if binding is None:
                continue
            fixed = [one for one in rule.action.positive if one[0] not in fluents]
            if next(self.world.query(fixed, binding, rule.types), None) is not None:
                return number
        return len(self.policy.rules)

    def estimate(self, atom: Atom, depth: int = DEPTH) -> int | None:
        """About how many steps it takes to make an atom true; None where no rule can."""
        if atom in self.world.true:
            return 0
        if self._estimated_in != self.world.changes:
            self._estimates.clear()
            self._estimated_in = self.world.changes
        asked = atom, depth
        if asked not in self._estimates:
            self._estimates[asked] = self._estimated(atom, depth)
        return self._estimates[asked]

    def _estimated(self, atom: Atom, depth: int) -> int | None:
        lacking = self.world.lacking(atom)
        if lacking is not None:
            each = [self.estimate(one, depth) for one in lacking]
            return None if None in each else sum(one or 0 for one in each)
        found: list[int] = []
        for key in self.walks.keys(atom):
            far = self.walks.nearest(key, atom)
            if far is not None:
                return far[0]
            if depth > 0:
                found += self._beyond(key, atom, depth)
        for rule in self.policy.makers.get(atom[0], ()):
            binding = self.bound(rule, atom)
            if binding is None:
                continue
            if depth <= 0:
                return BEYOND
            matches = self._likely(rule, binding) if rule.depends else self._now(rule, binding)
            possible = (
                self._steps(rule, match, depth - 1)
                for match in islice(matches, MOST_ACHIEVERS if rule.depends else 1)
            )
            found += islice((one for one in possible if one is not None), MOST_MATCHES)
        return min(found, default=None)

    def _beyond(self, key: ChangingArguments, atom: Atom, depth: int) -> Iterator[int]:
        """About how many steps make an atom true to which a walk leads only once something else is done."""
        for rule, full in self._prior(key, atom):
            steps = self._total(rule.prior, rule, full, depth - 1)
            if steps is not None:
                yield steps + BEYOND
        yield from (steps for steps, _ in islice(self._before_walking(key, atom), 1))

    def _now(
        self, rule: PolicyRule, binding: Binding, condition: Iterable[Atom] = ()
    ) -> Iterator[Binding]:
        """Choices of objects for what a rule asks for at once, and for a condition."""
        asked = (*rule.at_once, *condition)
        return self.world.query(asked, binding, rule.types, rule.action.unequal)

    def _likely(self, rule: PolicyRule, binding: Binding) -> Iterator[Binding]:
        """Choices of objects for what a rule asks for at once; of many those first with which a condition is true already."""
        few = list(islice(self._now(rule, binding), MOST_MATCHES + 1))
        if len(few) <= MOST_MATCHES:
            yield from few
            return
        for condition in rule.purpose.conditions:
            if condition.achieve:
                yield from self._now(rule, binding, [condition.atom])
        yield from self._now(rule, binding)

    def missing(self, atom: Atom, *above: Atom) -> str:
        """Why there is no way to make an atom true, for what is to be made true above it."""
        rules = [
            (rule, binding)
            for rule in self.policy.makers.get(atom[0], ())
            if (binding := self.bound(rule, atom)) is not None
        ]
        said = atom_text(atom)
        for needed in self.world.lacking(atom) or ():
            if needed not in above and len(above) < 2 * DEPTH:
                return self._needs(atom, needed, *above)
        if not rules:
            walks = self.walks.keys(atom)
            return f"no walk leads to {said}" if walks else f"{NO_RULE} {said}"
        needs = ""
        for rule, binding in rules if len(above) < 2 * DEPTH else ():
            for needed in self._least_lacking(rule, binding):
                if needed not in above:
                    needs = needs or self._needs(atom, needed, *above)
        if needs and NO_RULE not in needs:
            return needs
        for rule, _, needed in self.lacking(atom, 0):
            if needed not in above:
                return self.only_where(atom, rule, needed)
        return self._untrue(said, rules) or needs or self._untrue_together(said, rules)

    def _needs(self, atom: Atom, needed: Atom, *above: Atom) -> str:
        """Sentence that an atom needs another one, and why there is no way to make that true."""
        return f"{atom_text(atom)} needs {atom_text(needed)}: {self.missing(needed, atom, *above)}"

    def _untrue(self, said: str, rules: Iterable[tuple[PolicyRule, Binding]]) -> str:
        """Sentence about a condition of a rule that holds of no objects; empty without one."""
        for rule, binding in rules:
            for one in rule.at_once:
                if next(self.world.query([one], binding, rule.types), None) is None:
                    wanted = f"{rule.name} asks for what is not so, {atom_text(substituted(one, binding))}"
                    return f"the conditions of no rule hold for {said}: {wanted}"
        return ""

    def _untrue_together(self, said: str, rules: Iterable[tuple[PolicyRule, Binding]]) -> str:
        """Sentence about the conditions of rules, each of which holds."""
        for rule, binding in rules:
            if next(self._bindings(rule, binding), None) is None:
                wanted = f"what {rule.name} asks for is not so together"
                return f"the conditions of no rule hold for {said}: {wanted}"
        return f"what rules need for {said} comes back to itself"

    def _least_lacking(self, rule: PolicyRule, binding: Binding) -> list[Atom]:
        """Conditions of a rule that no rule can make true, for the objects that leave fewest of them."""
        least: list[Atom] | None = None
        for full in islice(self._bindings(rule, binding), FEW):
            own = (substituted(one.atom, full) for one in rule.purpose.conditions if one.achieve)
            lacks = [one for one in own if is_ground(one) and self.estimate(one) is None]
            if least is None or len(lacks) < len(least):
                least = lacks
        return least or []

    def only_where(self, atom: Atom, rule: PolicyRule, needed: Atom) -> str:
        """Sentence that a rule requires a condition at once which does not hold."""
        said = f"{rule.name} does so only where {atom_text(needed)} holds already"
        return f"{atom_text(atom)} cannot be made true: {said}"

    def lacking(
        self, atom: Atom, depth: int = 2 * DEPTH
    ) -> Iterator[tuple[PolicyRule, Atom, Atom]]:
        """Conditions that rules for an atom ask for at once, that are not so, and that rules could make true.

        Only those of what the goal of the rule and its other conditions say which things it is of, and those that nothing
        fulfils; each over the rule's
        parameters and over objects. Rules for conditions that no rule seems to make true are looked at too.
        """
        for rule in self.policy.makers.get(atom[0], ()):
            binding = self.bound(rule, atom)
            if binding is None:
                continue
            for one in rule.at_once:
                others = [other for other in rule.at_once if other is not one]
                if one[0] not in self.policy.made:
                    continue
                none = next(self.world.query([one], binding, rule.types), None) is None
                if none or rule.settles(others, one):
                    matches = self.world.query(others, binding, rule.types, rule.action.unequal)
                    found = next(matches, None)
                    if found and (needed := substituted(one, found)) not in self.world.true:
                        yield rule, one, needed
            matches = self.world.query(rule.at_once, binding, rule.types, rule.action.unequal)
            found = next(matches, None) if depth else None
            for condition in rule.purpose.conditions if found is not None else ():
                needed = substituted(condition.atom, found or {})
                if condition.achieve and is_ground(needed) and self.estimate(needed) is None:
                    yield from self.lacking(needed, depth - 1)

    def _steps(self, rule: PolicyRule, binding: Binding, depth: int) -> int | None:
        """About how many steps a rule takes with its conditions; None where one of these cannot be made true."""
        steps = self._total(rule.purpose.conditions, rule, binding, depth)
        return None if steps is None else steps + rule.operator.length

    def _total(
        self, conditions: Iterable[RuleCondition], rule: PolicyRule, binding: Binding, depth: int
    ) -> int | None:
        """About how many steps conditions of a rule take together."""
        total = 0
        for condition in conditions:
            if not condition.achieve:
                continue
            atom = substituted(condition.atom, binding)
            if not is_ground(atom):
                matches = self.world.query([condition.atom], binding, rule.types)
                total += next(matches, None) is None
                continue
            steps = self.estimate(atom, depth)
            if steps is None:
                return None
            total += steps
        return total

    def _prior(self, key: ChangingArguments, atom: Atom) -> Iterator[tuple[PolicyRule, Binding]]:
        """Rules that have to see to something before they walk, with choices of objects for that."""
        for rule in self.policy.walks[key]:
            binding = self.walks.bound(rule, key, atom, None, None) if rule.prior else None
            if binding is None:
                continue
            terms = (one for condition in rule.prior for one in parameters_left(condition.atom))
            free = [one for one in dict.fromkeys(terms) if one not in binding]
            for full in islice(completed(self.world, rule, binding, free), MOST_ACHIEVERS):
                if self._allowed(rule, full):
                    yield rule, full

    def _before_walking(
        self, key: ChangingArguments, atom: Atom
    ) -> Iterator[tuple[int, tuple[RuleCondition, ...]]]:
        """Conditions that would make a walk possible, each with an estimate of its steps: a position, or a free way."""
        if self.walks.sources(key, atom):
            for steps, obstacles in self.walks.obstructed(key, atom):
                conditions = tuple(map(RuleCondition, dict.fromkeys(obstacles)))
                yield steps + BEYOND * len(conditions), conditions
            return
        numbers = key[1]
        for rule in self.policy.makers.get(atom[0], ()):
            pattern = moved_to(rule.goal, numbers, place_of(atom, numbers))
            somewhere = self.world.bind(pattern, atom, {}, rule.types)
            if somewhere is None or not all(map(is_parameter, place_of(rule.goal, numbers))):
                continue
            asked = rule.action.positive
            matches = self.world.query(asked, somewhere, rule.types, rule.action.unequal)
            for full in islice(matches, MOST_MATCHES):
                reached = substituted(rule.goal, full)
                far = self.walks.distance(key, atom, place_of(reached, numbers))
                if far is not None and is_ground(reached) and self._allowed(rule, full):
                    yield far + rule.operator.length, (RuleCondition(reached),)

    def _bindings(self, rule: PolicyRule, binding: Binding) -> Iterator[Binding]:
        """The achievers for the conditions that must hold at once, with objects for what one has to choose.

        Of objects that can be exchanged for each other only the first is chosen: what fails with one fails with all.
        """
        keys: dict[str, Hashable] = {one: one for one in (*binding.values(), *self._named())}
        seen: set[tuple[Hashable, ...]] = set()
        for found in self.world.query(rule.at_once, binding, rule.types, rule.action.unequal):
            free = [one for one in rule.chosen if one not in found]
            for full in self._preferred(rule, found, free) if free else (found,):
                objects = [full[one] for one in rule.types if one in full]
                for one in objects:
                    if one not in keys:
                        keys[one] = self.world.alike(one)
                choice = (*(keys[one] for one in objects), *map(objects.index, objects))
                if choice not in seen:
                    seen.add(choice)
                    yield full

    def _preferred(self, rule: PolicyRule, binding: Binding, free: list[str]) -> Iterator[Binding]:
        """Choices of objects; if there are many, first those that make a condition true already."""
        choices = prod(len(self.world.task.objects_of(rule.types[one])) for one in free)
        for condition in rule.purpose.conditions:
            if choices <= FEW:
                break  # they are all compared
            if condition.achieve and any(one in free for one in condition.atom[1:]):
                matches = self.world.query(
                    [condition.atom], binding, rule.types, rule.action.unequal
                )
                for found in matches:
                    yield from completed(self.world, rule, found, free)
        yield from completed(self.world, rule, binding, free)


def _price(found: tuple[int, int, int, Achiever]) -> tuple[int, int, int]:
    return found[:3]


def parameters_left(atom: Atom) -> list[str]:
    """The parameters of an atom."""
    return [term for term in atom[1:] if is_parameter(term)]


ChangingArguments: TypeAlias = tuple[str, tuple[int, ...]]
"""A predicate and the arguments that change, of which a step changes one."""

WalkPlace: TypeAlias = tuple[str, ...]
"""Objects of these arguments: one, or as many as there are coordinates."""


def place_of(atom: Atom, numbers: tuple[int, ...]) -> WalkPlace:
    """The arguments of an atom that say where something is."""
    return tuple([atom[number] for number in numbers])


def moved_to(atom: Atom, numbers: tuple[int, ...], place: WalkPlace) -> Atom:
    """An atom of another place."""
    found = list(atom)
    for number, one in zip(numbers, place, strict=True):
        found[number] = one
    return tuple(found)


RuleStep: TypeAlias = tuple[PolicyRule, Binding]
"""A rule with objects for its parameters."""


_Link: TypeAlias = tuple[WalkPlace, RuleStep, frozenset[Atom], frozenset[Atom]]
"""A place, the step that leads to it, and atoms that must and must not be true for it."""

_LinksBack: TypeAlias = Mapping[
    WalkPlace, Sequence[tuple[WalkPlace, frozenset[Atom], frozenset[Atom]]]
]
"""For a place those from which a step leads to it, and atoms that must and must not be true for that step."""

MOST_AROUND = 10
"""Greatest number of obstacles around which other ways are looked for."""


_FAR = 1_000_000
"""Cost of an obstacle on a way, in steps: more than any way has."""


class Walks:
    """The ways that things can walk in a world.

    Where steps have no precondition on the walking thing but its place, one search back from a target gives all distances to it.
    """

    def __init__(self, policy: LiftedPolicy, world: World) -> None:
        self._rules, self._world, self._fluents = policy.walks, world, policy.domain.fluents
        self._searches: dict[
            tuple[ChangingArguments, Atom, WalkPlace], tuple[object, Ways[WalkPlace, RuleStep]]
        ] = {}
        self._links: dict[tuple[ChangingArguments, Atom, WalkPlace], list[_Link]] = {}
        self._looked_up = {key: self._changing(rules) for key, rules in self._rules.items()}
        self._linked = {key for key, rules in self._rules.items() if all(map(self._settled, rules))}
        self._alike = {
            key
            for key in self._linked
            if len(key[1]) == 1 and all(map(_for_any_thing, self._rules[key]))
        }
        self._kinds: dict[tuple[ChangingArguments, Atom], tuple[bool, ...]] = {}
        self._back: dict[tuple[ChangingArguments, tuple[bool, ...]], _LinksBack] = {}
        self._searches_back: dict[
            tuple[ChangingArguments, tuple[bool, ...], WalkPlace],
            tuple[object, Ways[WalkPlace, None]],
        ] = {}

    def _changing(self, rules: Iterable[PolicyRule]) -> frozenset[str]:
        """The predicates of conditions that may change, beside the place itself."""
        found = set()
        for rule in rules:
            own = [atom[0] for atom in rule.action.positive if atom != rule.moved]
            own += [atom[0] for atom in rule.action.negative if atom[0] != rule.goal[0]]
            found.update(own)
        return frozenset(found & self._fluents)

    def _settled(self, rule: PolicyRule) -> bool:
        """Whether a place and what never changes settle which atoms a step from there depends on."""
        fixed = [one for one in rule.action.positive if one[0] not in self._fluents]
        thing = (one for place, one in enumerate(rule.goal) if place not in (0, rule.place))
        known = {*thing, *(term for one in (rule.moved or (), *fixed) for term in one[1:])}
        atoms = (one for one in (*rule.action.positive, *rule.action.negative) if one not in fixed)
        return all(known.issuperset(parameters_left(one)) for one in atoms if one != rule.moved)

    def keys(self, atom: Atom) -> list[ChangingArguments]:
        """Rules by which a thing can walk so that an atom becomes true."""
        return [key for key in self._rules if key[0] == atom[0] and self._fits(key, atom)]

    def _fits(self, key: ChangingArguments, atom: Atom) -> bool:
        return any(
            self.bound(rule, key, atom, None, place_of(atom, key[1])) for rule in self._rules[key]
        )

    def sources(self, key: ChangingArguments, atom: Atom) -> list[WalkPlace]:
        """Present places of the thing that should walk."""
        pattern = _anywhere(key, atom)
        return [
            place_of(fact, key[1])
            for fact in self._world.like(pattern, {})
            if _anywhere(key, fact) == pattern
        ]

    def distance(self, key: ChangingArguments, atom: Atom, source: WalkPlace) -> int | None:
        """Number of steps from a place that make an atom true; None if there is no way."""
        if key in self._alike:
            return self._distance_back(key, atom, source)
        return self._distance(key, atom, source)

    def _distance_back(self, key: ChangingArguments, atom: Atom, source: WalkPlace) -> int | None:
        """Distance by a search back from the target, which all things without preconditions of their own share."""
        thing = _anywhere(key, atom)
        kind = self._kinds.get((key, thing))
        if kind is None:
            fits = (
                self.bound(rule, key, atom, None, None) is not None for rule in self._rules[key]
            )
            kind = self._kinds[key, thing] = tuple(fits)
        if (key, kind) not in self._back:
            self._back[key, kind] = self._links_back(key, atom)
        version, target = self._version(key), place_of(atom, key[1])
        known, ways = self._searches_back.get((key, kind, target), (None, None))
        if ways is None or known != version:
            links, world = self._back[key, kind], self._world

            def leaving(place: WalkPlace) -> Iterator[tuple[float, WalkPlace, None]]:
                true = world.true
                for before, asked, denied in links.get(place, ()):
                    if asked <= true and denied.isdisjoint(true):
                        yield 1, before, None

            ways = Ways([target], leaving, least=1)
            self._searches_back[key, kind, target] = version, ways
        far = ways.cost(source)
        return None if far is None else int(far)

    def _links_back(self, key: ChangingArguments, atom: Atom) -> _LinksBack:
        """The single steps to each place that what never changes allows."""
        found: dict[WalkPlace, list[tuple[WalkPlace, frozenset[Atom], frozenset[Atom]]]] = {}
        task = self._world.task
        for source in ((one.name,) for one in (*task.domain.constants, *task.objects)):
            for reached, _, asked, denied in self._links_from(key, atom, source):
                found.setdefault(reached, []).append((source, asked, denied))
        return found

    def _distance(self, key: ChangingArguments, atom: Atom, source: WalkPlace) -> int | None:
        ways, target = self._search(key, atom, source), place_of(atom, key[1])
        if key not in self._linked and target not in ways:
            for _, step in self._steps(key, atom, source, target):
                ways.reach(target, 1, source, step)
                break
        far = ways.cost(target)
        return None if far is None else int(far)

    def nearest(self, key: ChangingArguments, atom: Atom) -> tuple[int, WalkPlace] | None:
        """Least number of steps that make an atom true, and their first place; None if there is no way."""
        found = [
            (far, number, source)
            for number, source in enumerate(self.sources(key, atom))
            if (far := self.distance(key, atom, source)) is not None
        ]
        if not found:
            return None
        far, _, source = min(found)
        return far, source

    def way(self, key: ChangingArguments, atom: Atom, source: WalkPlace) -> list[RuleStep]:
        """Steps of the shortest way, if there is a way."""
        if self._distance(key, atom, source) is None:
            return []
        return self._search(key, atom, source).steps(place_of(atom, key[1]))

    def obstructed(
        self, key: ChangingArguments, atom: Atom
    ) -> Iterator[tuple[int, tuple[Atom, ...]]]:
        """Ways on which something has to be made true first that rules see to: the steps of each, and what that is, in order.

        Ways with fewest obstacles come first; after each, a way around its first obstacle is tried.
        """
        around: set[Atom] = set()
        while any(rule.along for rule in self._rules[key]) and len(around) < MOST_AROUND:
            found = self._past_obstacles(key, atom, around)
            if found is None or not found[1]:
                return
            yield found
            around.add(found[1][0])

    def _past_obstacles(
        self, key: ChangingArguments, atom: Atom, around: Set[Atom]
    ) -> tuple[int, tuple[Atom, ...]] | None:
        """The way with fewest obstacles, then the shortest."""

        def leaving(place: WalkPlace) -> Iterator[tuple[float, WalkPlace, tuple[Atom, ...]]]:
            for reached, (rule, full) in self._steps(key, atom, place, past=True):
                own = (substituted(one, full) for one in rule.along)
                new = tuple(one for one in own if one not in self._world.true)
                if around.isdisjoint(new):
                    yield 1 + _FAR * len(new), reached, new

        ways, target = Ways(self.sources(key, atom), leaving, least=1), place_of(atom, key[1])
        far = ways.cost(target)
        return None if far is None else (int(far) % _FAR, tuple(chain(*ways.steps(target))))

    def _search(
        self, key: ChangingArguments, atom: Atom, source: WalkPlace
    ) -> Ways[WalkPlace, RuleStep]:
        version = self._version(key)
        name = key, _anywhere(key, atom), source
        known, ways = self._searches.get(name, (None, None))
        if ways is None or known != version:
            own = proxy(
                self
            )  # which keeps the search: no cycle is left to the collector of garbage
            ways = Ways(
                [source],
                lambda place: ((1, *step) for step in own._neighbours(key, atom, place)),
                least=1,
            )
            self._searches[name] = version, ways
        return ways

    def _version(self, key: ChangingArguments) -> object:
        """A value that is another after each change of what steps depend on."""
        return tuple(self._world.version[name] for name in sorted(self._looked_up[key]))

    def _neighbours(
        self, key: ChangingArguments, atom: Atom, source: WalkPlace
    ) -> Iterable[tuple[WalkPlace, RuleStep]]:
        if key not in self._linked:
            return self._steps(key, atom, source)
        name = key, _anywhere(key, atom), source
        if name not in self._links:
            self._links[name] = list(self._links_from(key, atom, source))
        true = self._world.true
        return (
            (reached, step)
            for reached, step, asked, denied in self._links[name]
            if asked <= true and denied.isdisjoint(true)
        )

    def _links_from(self, key: ChangingArguments, atom: Atom, source: WalkPlace) -> Iterator[_Link]:
        """The single steps from a place that what never changes allows, with what else must and must not be true."""
        for rule in self._rules[key]:
            binding = self.bound(rule, key, atom, source, None)
            if binding is None:
                continue
            fixed = [one for one in rule.action.positive if one[0] not in self._fluents]
            asked = [one for one in rule.action.positive if one not in (*fixed, rule.moved)]
            denied = [one for one in rule.action.negative if one[0] != rule.goal[0]]
            unequal = rule.action.unequal
            for found in self._world.query(fixed, binding, rule.types, unequal):
                for full in completed(self._world, rule, found):
                    reached = place_of(substituted(rule.goal, full), key[1])
                    must, may_not = (
                        frozenset(ground_atoms(atoms, full)) for atoms in (asked, denied)
                    )
                    yield reached, (rule, full), must, may_not

    def _steps(
        self,
        key: ChangingArguments,
        atom: Atom,
        source: WalkPlace,
        target: WalkPlace | None = None,
        *,
        past: bool = False,
    ) -> Iterator[tuple[WalkPlace, RuleStep]]:
        """The single steps from a place, or those to one place, perhaps past what rules can see to."""
        world = self._world
        for rule in self._rules[key]:
            binding = self.bound(rule, key, atom, source, target)
            if binding is None:
                continue
            action = rule.action
            left_out = {rule.moved, *(rule.along if past else ())}
            others = [one for one in action.positive if one not in left_out]
            for found in world.query(others, binding, rule.types, action.unequal):
                for full in completed(world, rule, found):
                    if not self._forbidden(rule, full):
                        yield place_of(substituted(rule.goal, full), key[1]), (rule, full)

    def _forbidden(self, rule: PolicyRule, binding: Mapping[str, str]) -> bool:
        """Whether a step is forbidden by what is true, but for where things are."""
        return any(
            substituted(atom, binding) in self._world.true
            for atom in rule.action.negative
            if atom[0] != rule.goal[0]
        )

    def bound(
        self,
        rule: PolicyRule,
        key: ChangingArguments,
        atom: Atom,
        source: WalkPlace | None,
        target: WalkPlace | None,
    ) -> Binding | None:
        """Binding of a rule's parameters for a walking object, with source and target if they are given."""
        assert rule.moved is not None
        own = [number for number in range(1, len(atom)) if number not in key[1]]
        wanted = [(rule.goal[number], atom[number]) for number in own]
        for reached, place in ((rule.goal, target), (rule.moved, source)):
            wanted += zip(place_of(reached, key[1]), place, strict=True) if place else ()
        binding: Binding = {}
        for term, name in wanted:
            if not is_parameter(term):
                if term != name:
                    return None
            elif binding.setdefault(term, name) != name or not self._world.is_a(
                name, rule.types[term]
            ):
                return None
        return binding


def _for_any_thing(rule: PolicyRule) -> bool:
    """Whether a walking rule has no precondition on the walking thing but its place."""
    things = {one for n, one in enumerate(rule.goal) if n not in (0, rule.place)}
    others = (one for one in rule.action.positive if one != rule.moved)
    asked = (*others, *(("", *pair) for pair in rule.action.unequal))
    denied = (one for one in rule.action.negative if one[0] != rule.goal[0])
    return all(things.isdisjoint(one[1:]) for one in (*asked, *denied))


def _anywhere(key: ChangingArguments, atom: Atom) -> Atom:
    """An atom without its place."""
    return moved_to(atom, key[1], ("?",) * len(key[1]))


def completed(
    world: World, rule: PolicyRule, binding: Binding, free: Iterable[str] | None = None
) -> Iterator[Binding]:
    """All ways to choose objects for parameters that are not settled."""
    left = [one for one in (rule.types if free is None else free) if one not in binding]
    if not left:
        yield binding
        return
    for objects in product(*(world.task.objects_of(rule.types[one]) for one in left)):
        full = {**binding, **dict(zip(left, objects, strict=True))}
        if not clashes(rule.action.unequal, full):
            yield full
