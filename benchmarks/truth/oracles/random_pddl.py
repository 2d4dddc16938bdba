"""Small random PDDL: types, constants, formulas, conditional effects, derived predicates and costs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .pddl import Atom, Task, Tree

ABOVE = {"a": ("object",), "b": ("object",), "a1": ("a",), "a2": ("a",)}
"""Types, each with those above it."""

KINDS: tuple[Tree, ...] = ("object", "object", "a", "b", "a1", "a2", ("either", "a1", "b"))

Pair = tuple[Tree, Tree]
Parameters = list[tuple[str, Tree]]


ATTEMPTS = 6
"""Tasks that are made until one leads to several states."""


def random_task(rng: Random, *, plain: bool = False, states: int = 4) -> Pair:
    """A domain and a problem, mostly with some states; if plain, with conjunctions of literals alone and nothing derived."""
    for _ in range(ATTEMPTS):
        domain, problem = _Maker(rng, plain).task()
        task = Task(domain, problem)
        if task.space is None or len(task.space) >= states:
            break
    if plain or rng.random() < 0.7:
        ways = 1 if plain else rng.choice((1, 1, 1, 2, 3))
        found = [one for _ in range(ways) if (one := _far_literals(task, rng, plain))]
        if found:
            each: list[Tree] = [("and", *literals) for literals in found]
            goal = each[0] if len(each) == 1 else ("or", *each)
            problem = (*(part for part in problem if part[0] != ":goal"), (":goal", goal))
    return domain, problem


def _far_literals(task: Task, rng: Random, plain: bool) -> list[Tree]:
    """Some of what tells a state far from the start from it; if plain, only what is true there."""
    states = list(task.space or (task.init,))
    far = rng.choice(states[len(states) // 2 :])
    new: list[Tree] = [*sorted(far - task.init)]
    if not plain:
        new += [("not", atom) for atom in sorted(task.init - far)]
    kept: list[Tree] = sorted(far & task.init)
    found = rng.sample(new, min(len(new), rng.choice((1, 2, 2, 3))))
    return found and found + rng.sample(kept, min(len(kept), rng.choice((0, 0, 1, 2))))


def is_a(kind: Tree, other: Tree) -> bool:
    """Whether all that is of a type is of another."""
    if isinstance(kind, tuple):
        return all(is_a(one, other) for one in kind[1:])
    if isinstance(other, tuple):
        return any(is_a(kind, one) for one in other[1:])
    return other in ("object", kind) or any(is_a(above, other) for above in ABOVE.get(kind, ()))


class _Maker:
    def __init__(self, rng: Random, plain: bool) -> None:
        self.rng, self.plain = rng, plain
        self.kinds = ["object", *rng.sample(KINDS, 2 if rng.random() < 0.5 else len(KINDS))]
        self.priced = rng.random() < 0.5
        self.predicates: dict[str, list[Tree]] = {
            f"p{n}": [rng.choice(self.kinds) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
            for n in range(rng.randint(2, 4))
        }
        self.derived: dict[str, list[Tree]] = {}
        self.constants = [("home", rng.choice(("a1", "b")))] if rng.random() < 0.4 else []
        own = [
            rng.choice(("a", "a1", "a1", "a2", "b", "b", "object"))
            for _ in range(rng.randint(2, 4))
        ]
        self.objects = [(f"o{n}", kind) for n, kind in enumerate(own)]
        self.things: Parameters = []  # objects that a formula may name: all of them in the goal
        self.count = 0

    def task(self) -> Pair:
        rng = self.rng
        rules: list[Tree] = []
        if not self.plain and rng.random() < 0.5:
            for n in range(rng.choice((1, 1, 2))):
                kinds = [
                    rng.choice(("object", "object", "a")) for _ in range(rng.choice((0, 1, 1)))
                ]
                for _ in range(rng.choice((1, 1, 2))):
                    head = [(f"?d{m}", self._below(kind)) for m, kind in enumerate(kinds)]
                    body = self.formula(head, 2)
                    rules.append((":derived", (f"d{n}", *_typed(head)), body))
                self.derived[f"d{n}"] = kinds
        binary = [name for name, kinds in self.predicates.items() if len(kinds) == 2]
        if not self.plain and binary and rng.random() < 0.5:
            rules += self.reaching(rng.choice(binary))
        actions = [self.action(n) for n in range(rng.randint(2, 4))]
        declared = [
            (name, *_typed([(f"?v{m}", kind) for m, kind in enumerate(kinds)]))
            for name, kinds in (*self.predicates.items(), *self.derived.items())
        ]
        functions: tuple[Tree, ...] = ()
        if self.priced:
            functions = ((":functions", ("total-cost",), ("weight", "?v0", "-", "object")),)
        types = [word for name, above in ABOVE.items() for word in (name, "-", *above)]
        constants = ((":constants", *_typed(self.constants)),) if self.constants else ()
        domain: Tree = (
            "define",
            ("domain", "random"),
            (":requirements", ":adl", ":derived-predicates", ":action-costs"),
            (":types", *types),
            *constants,
            (":predicates", *declared),
            *functions,
            *rules,
            *actions,
        )
        return domain, self.problem()

    def reaching(self, step: str) -> list[Tree]:
        """Rules of a derived predicate that depends on itself: what leads from one thing to another, in steps."""
        kinds = self.predicates[step]
        head: Parameters = [("?d0", kinds[0]), ("?d1", kinds[1])]
        first: Tree = (step, "?d0", "?d1")
        if self.rng.random() < 0.5:
            first = ("and", first, self.formula(head, 1))
        further: Tree = ("and", (step, "?d0", "?d2"), ("reach", "?d2", "?d1"))
        again: Tree = ("exists", ("?d2", "-", "object"), further)
        self.derived["reach"] = kinds
        if self.rng.random() < 0.5:
            return [(":derived", ("reach", *_typed(head)), ("or", first, again))]
        return [(":derived", ("reach", *_typed(head)), body) for body in (first, again)]

    def problem(self) -> Tree:
        rng = self.rng
        facts: list[Tree] = [atom for atom in self.atoms() if rng.random() < 0.5]
        if self.priced:
            facts.append(("=", ("total-cost",), "0"))
            for name, _ in (*self.constants, *self.objects):
                facts.append(("=", ("weight", name), rng.choice(("0", "1", "3", "2.5"))))
        self.things = self.objects
        rich = not self.plain and rng.random() < 0.3
        goal = (
            self.formula([], 2)
            if rich
            else ("and", *(self.literal([], 0.8) for _ in range(rng.choice((1, 1, 2)))))
        )
        metric = ((":metric", "minimize", ("total-cost",)),) if self.priced else ()
        return (
            "define",
            ("problem", "one"),
            (":domain", "random"),
            (":objects", *_typed(self.objects)),
            (":init", *facts),
            (":goal", goal),
            *metric,
        )

    def atoms(self) -> Iterator[Atom]:
        """All atoms of the predicates that actions change."""
        things = (*self.constants, *self.objects)
        for name, kinds in self.predicates.items():
            chosen: list[tuple[str, ...]] = [()]
            for kind in kinds:
                fitting = [thing for thing, own in things if is_a(own, kind)]
                chosen = [(*before, thing) for before in chosen for thing in fitting]
            yield from ((name, *one) for one in chosen)

    def _below(self, kind: Tree) -> Tree:
        """A type that is another or below it."""
        return self.rng.choice([one for one in KINDS if is_a(one, kind)])

    def term(self, kind: Tree, parameters: Parameters) -> str | None:
        """A parameter or a constant of a type."""
        fitting = [name for name, own in (*parameters, *self.constants) if is_a(own, kind)]
        return self.rng.choice(fitting) if fitting else None

    def atom(self, parameters: Parameters, predicates: dict[str, list[Tree]]) -> Tree | None:
        names = list(predicates)
        self.rng.shuffle(names)
        for name in names:
            terms = [self.term(kind, parameters) for kind in predicates[name]]
            if None not in terms:
                return (name, *map(str, terms))
        return None

    def literal(self, parameters: Parameters, positive: float) -> Tree:
        """An atom, or one that is not to be; a goal has objects in place of parameters."""
        known = {**self.predicates, **self.derived}
        atom = self.atom([*parameters, *self.things], known)
        if atom is None:
            return ("and",)
        return atom if self.rng.random() < positive else ("not", atom)

    def formula(self, parameters: Parameters, depth: int) -> Tree:
        """Any formula."""
        rng = self.rng
        if self.plain:
            return (
                "and",
                *(self.literal(parameters, 0.75) for _ in range(rng.choice((0, 1, 1, 2)))),
            )
        kind = rng.choice(
            ("literal", "literal", "and", "and", "or", "imply", "not", "forall", "exists", "=")
        )
        if depth == 0 or kind == "literal":
            return self.literal(parameters, 0.7)
        if kind in ("forall", "exists"):
            self.count += 1
            inner = [(f"?q{self.count}", rng.choice(self.kinds))]
            return (kind, tuple(_typed(inner)), self.formula([*parameters, *inner], depth - 1))
        if kind == "=":
            terms = [name for name, _ in (*parameters, *self.constants)]
            if not terms:
                return self.literal(parameters, 0.7)
            return ("=", rng.choice(terms), rng.choice(terms))
        size = {"imply": 2, "not": 1}.get(kind, rng.choice((1, 2, 2)))
        return (kind, *(self.formula(parameters, depth - 1) for _ in range(size)))

    def action(self, number: int) -> Tree:
        rng = self.rng
        parameters: Parameters = [
            (f"?x{m}", rng.choice(self.kinds)) for m in range(rng.choice((0, 1, 1, 2, 2)))
        ]
        many = (1, 2, 2) if self.plain else (1, 2, 2, 2, 7)
        effects = [self.effect(parameters, 2) for _ in range(rng.choice(many))]
        precondition = self.formula(parameters, 2)
        moved = self.atom(parameters, self.predicates)
        if moved is not None and rng.random() < 0.6:  # something goes from here to there
            there = self.atom(parameters, {moved[0]: self.predicates[moved[0]]})
            precondition = ("and", moved, precondition)
            effects += [("not", moved), there]
        if self.priced:
            thing = self.term("object", parameters)
            amount: Tree = (
                rng.choice(("1", "0", "2", "0.5"))
                if thing is None or rng.random() < 0.6
                else ("weight", thing)
            )
            effects.append(("increase", ("total-cost",), amount))
        return (
            ":action",
            f"act{number}",
            *(":parameters", tuple(_typed(parameters))),
            *(":precondition", precondition),
            *(":effect", ("and", *effects)),
        )

    def effect(self, parameters: Parameters, depth: int) -> Tree:
        rng = self.rng
        kind = (
            "literal"
            if self.plain or depth == 0
            else rng.choice(("literal", "literal", "literal", "when", "when", "forall"))
        )
        if kind == "when":
            return ("when", self.formula(parameters, 1), self.effect(parameters, 0))
        if kind == "forall":
            self.count += 1
            inner = [(f"?e{self.count}", rng.choice(self.kinds))]
            return ("forall", tuple(_typed(inner)), self.effect([*parameters, *inner], depth - 1))
        atom = self.atom(parameters, self.predicates)
        if atom is None:
            return ("and",)
        return atom if rng.random() < 0.65 else ("not", atom)


def _typed(parameters: list[tuple[str, Tree]]) -> list[Tree]:
    return [word for name, kind in parameters for word in (name, "-", kind)]


def smaller(pair: Pair) -> Iterator[Pair]:
    """Pairs with one thing less: an expression is gone, or stands for the one around it."""
    domain, problem = pair
    for one in _smaller(domain, 0):
        yield one, problem
    for one in _smaller(problem, 0):
        yield domain, one


FORMULAS = ("and", "or", "not", "imply", "forall", "exists", "when")


def _smaller(tree: Tree, depth: int) -> Iterator[Tree]:
    if isinstance(tree, str):
        return
    for place, part in enumerate(tree):
        if not isinstance(part, tuple) or (depth == 0 and place == 1):
            continue
        if part[:1] in ((":action",), (":derived",)) or (
            depth and (tree[0] in ("and", "or", ":init"))
        ):
            yield (*tree[:place], *tree[place + 1 :])
        if part and part[0] in FORMULAS and depth:
            for inner in part[1:]:
                if isinstance(inner, tuple) and inner and inner[0] not in ("?q", "?e"):
                    yield (*tree[:place], inner, *tree[place + 1 :])
        for less in _smaller(part, depth + 1):
            yield (*tree[:place], less, *tree[place + 1 :])
