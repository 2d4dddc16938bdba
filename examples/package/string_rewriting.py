"""A source of one's own: string rewriting, a file with a rule of words a line, ``swap: ab -> ba``."""

from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from arcwise.ebl.rule import Admission, Library, Rule
from arcwise.rules import InputError, Place
from arcwise.rules.source import RuleTexts, Source, SourceTexts
from arcwise.rules.text.text_file import read_text


@dataclass(frozen=True)
class Rewrite(Rule):
    """A rule of words: ``before`` may become ``after`` wherever it stands; one that was learned has steps."""

    label: str
    before: str
    after: str
    steps: tuple["Rewrite", ...] = ()

    name = property(lambda self: self.label)
    canonical = property(lambda self: (self.before, self.after))
    primitives = property(lambda self: self.steps or (self,))
    length = cost = property(lambda self: len(self.primitives))

    def renamed(self, name: str, others: Any = None) -> "Rewrite":
        return replace(self, label=name)

    def __str__(self) -> str:
        steps = f" = {' '.join(step.name for step in self.steps)}" if self.steps else ""
        return f"{self.name}: {self.before} -> {self.after}{steps}"

    def uses(self, word: str) -> list[tuple[int, str]]:
        """Places where the rule applies in a word, each with the word that it makes."""
        places = (n for n in range(len(word)) if word.startswith(self.before, n))
        return [(n, word[:n] + self.after + word[n + len(self.before) :]) for n in places]


class Rewrites(Library[Rewrite]):
    """Rules that were learned, in the order in which they are tried, in front of the given ones."""

    word, notation, home, name = "rule", "rewriting", None, "string rewriting"

    def admit(self, rule: Rewrite) -> Admission:
        known = self._rules.get(rule.canonical)
        said = f"the same as {known.name}" if known else f"{rule.before} becomes {rule.after}"
        return Admission(rule, known is None, said, known=known)

    def text(self, path: Any = None) -> str:
        return "".join(f"{rule}\n" for rule in self)

    def save(self, path: Any) -> None:
        Path(path).write_text(self.text())


def read_rules(text: str, file: str, known: tuple[Rewrite, ...] = ()) -> tuple[Rewrite, ...]:
    """The rules of a text; a learned one names its steps, which are known."""
    names, found = {rule.name: rule for rule in known}, []
    lines = enumerate(text.splitlines(), start=1)
    for number, line in ((n, one) for n, one in lines if one.strip() and not one.startswith("#")):
        name, _, rest = line.partition(": ")
        rule, _, steps = rest.partition(" = ")
        before, arrow, after = rule.partition("->")
        if not arrow or not before.strip() or not {*steps.split()} <= {*names}:
            raise InputError("no rule", place=Place(file, number), expected="NAME: ab -> ba")
        made = tuple(names[step] for step in steps.split())
        found.append(Rewrite(name, before.strip(), after.strip(), made))
    return tuple(found)


@dataclass(frozen=True)
class Words:
    """A search problem: from one word to another."""

    start: str
    goal: str
    rewrites: tuple[Rewrite, ...]

    def is_goal(self, word: str) -> bool:
        return word == self.goal

    def successors(self, word: str) -> list[tuple[Rewrite, str]]:
        return [(rule, then) for rule in self.rewrites for _, then in rule.uses(word)]


@dataclass(frozen=True)
class Rewriting(Source):
    """Rules of a file, and those that were learned in front of them."""

    file: str
    written: tuple[Rewrite, ...]
    rules: RuleTexts | None = None

    kind: ClassVar[str] = "rewriting"
    endings: ClassVar[tuple[str, ...]] = (".rw",)
    name = property(lambda self: self.file)

    @classmethod
    def opened(cls, named: Any, words: Any = (), **options: Any) -> "Rewriting":
        return cls(str(named), read_rules(read_text(named), str(named)))

    @classmethod
    def read(cls, texts: SourceTexts) -> "Rewriting":
        return cls(texts.name, read_rules(texts.files[0][1], texts.name), texts.rules)

    @property
    def texts(self) -> SourceTexts:
        files = ((self.name, "".join(f"{rule}\n" for rule in self.written)),)
        return SourceTexts(self.kind, self.name, files, rules=self.rules, known=self)

    def with_rules(self, rules: RuleTexts | None) -> "Rewriting":
        return replace(self, rules=rules)

    def state(self, text: str) -> tuple[str]:
        return (text.strip(),)

    def problem(self, start: Any, goal: Any) -> Words:
        return Words(start[0], goal[0], (*self.library(self.rules), *self.written))

    def random_problem(self, rng: Random) -> tuple[Any, Any]:
        if not (letters := sorted({*"".join(rule.before for rule in self.written)})):
            raise InputError("no rules to draw a word for", place=Place(self.file))
        word = "".join(rng.choices(letters, k=8))
        return (word,), ("".join(sorted(word, reverse=True)),)

    def library(self, named: Any = None) -> Rewrites:
        if named is None:
            return Rewrites()
        kept = named if isinstance(named, RuleTexts) else RuleTexts.of(named)
        found = read_rules(kept.text, kept.name, self.written)
        return Rewrites(one for one in found if kept.chosen is None or one.name in kept.chosen)

    def generalize(self, result: Any, name: str, origin: str = "") -> Rewrite | str:
        """Regress what each step needs over those before it: letters that no step made are letters of the start."""
        before = after = ""
        at, steps = 0, []  # where what the steps so far make begins, and the steps
        for rule, (word, then) in zip(result.operators, pairwise(result.states), strict=True):
            place = next(n for n, found in rule.uses(word) if found == then)
            at, end = at if steps else place, place + len(rule.before)
            left, right = word[min(place, at) : at], word[at + len(after) : end]
            before, after, at = left + before + right, left + after + right, min(place, at)
            after = after[: place - at] + rule.after + after[end - at :]
            steps += rule.primitives
        return Rewrite(name, before, after, tuple(steps)) if steps else "no step"
