"""``arcwise doctor --domain``: what is wrong or odd with a domain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import examine
from arcwise.rules import DOMAINS

SOURCE = """
from arcwise.rules import Arc, Domain, Schema, Var

class Sound(Domain):
    name = "sound"; typical = small = "3"; summary = "flip"
    def schemas(self, shape):
        x = tuple(Var(f"X{i}") for i in range(shape[1]))
        return tuple(Schema(Arc(f"{i}-{a}", (*x[:i], a, *x[i+1:]), (*x[:i], 1-a, *x[i+1:])), shape)
                     for i in range(shape[1]) for a in (0, 1))
    def goal(self, shape): return (0,) * shape[1]

class Cut(Sound):
    name = "cut"
    def start(self, shape): return (5,) * shape[1]

class Idle(Sound):
    name = "idle"
    def schemas(self, shape):
        x = tuple(Var(f"X{i}") for i in range(shape[1]))
        return (*super().schemas(shape), Schema(Arc("never", (7, *x[1:]), (8, *x[1:])), shape))

class Blind(Sound):
    name = "blind"
    def sketch(self, shape, pattern): raise ValueError("no colours")

class Aimless(Sound):
    name = "aimless"; goal = Domain.goal

class Short(Sound):
    name = "short"
    def goal(self, shape): return (0,)

class Strange(Sound):
    name = "strange"
    def goal(self, shape): return (0, 0, "gold")
    def draw(self, shape, rng): return (0, 1, 0)

class Sizeless(Domain):
    schemas = Sound.schemas; goal = Sound.goal

class Misnamed(Sound):
    name = "another"

class Still(Sound):
    name = "still"
    def schemas(self, shape): return ()

class Dark(Sound):
    name = "dark"
    def draw(self, shape, rng): raise KeyError("lost")

class Numbered(Sound):
    name = "numbered"; small = 3

class Practised(Sound):
    name = "practised"
    def practice(self, shape): return (2, 3)

class Armless(Domain):
    name = "armless"; goal = Sound.goal
"""

NAMES = (
    *("sound", "cut", "idle", "blind", "aimless", "short", "strange", "sizeless", "misnamed"),
    *("still", "dark", "numbered", "practised", "armless"),
)


@pytest.fixture
def plugged(plugin: Callable[..., None]) -> None:
    lines = "\n".join(f"{one} = examined:{one.title()}" for one in NAMES)
    plugin("examined", SOURCE, {"arcwise.domains": f"{lines}\ngone = examined:Gone"})


@pytest.mark.parametrize(
    ("name", "verdict", "part", "words"),
    [
        ("cut", "wrong", "solutions", "cannot be reached from 5 5 5"),
        ("idle", "odd", "arcs", "1 of 7 apply to none of the 8 states"),
        ("blind", "wrong", "drawing of the goal", "ValueError: no colours"),
        ("aimless", "wrong", "goal", "has no goal of its own"),
        ("short", "wrong", "goal", "wrong number of cells"),
        ("strange", "odd", "symbols", "gold of the goal"),
        ("misnamed", "wrong", "class", "calls itself another"),
        ("still", "wrong", "arcs", "none"),
        ("dark", "wrong", "random starts", "KeyError"),
        ("gone", "wrong", "class", "cannot load the domain gone"),
        ("numbered", "wrong", "class", "small is no text: 3"),
        ("practised", "wrong", "practice", "TypeError"),
        ("armless", "wrong", "arcs", "armless has no arcs"),
    ],
)
def test_each_fault_is_a_finding(plugged: None, name: str, verdict: str, part: str, words: str):
    found = examine(name)
    said = [one.words for one in found.findings if (one.verdict, one.part) == (verdict, part)]
    assert any(words in one for one in said), found.findings
    assert found.sound is not any(one.verdict == "wrong" for one in found.findings)


def test_a_domain_that_says_arcs_and_goal_is_sound(plugged: None) -> None:
    found = examine("sound")
    assert found.sound and {one.verdict for one in found.findings} == {"fine"}, found.findings
    assert examine("sound:4").argument == "sound:4"
    assert examine("sizeless").sound and examine("sizeless").argument == "sizeless:3"


@pytest.mark.slow
@pytest.mark.parametrize("name", DOMAINS.built_in)
def test_the_built_in_domains_are_sound(name: str) -> None:
    found = examine(f"{name}:{DOMAINS[name].small}")
    assert found.sound, found.findings


@pytest.mark.slow
def test_the_command_prints_the_findings_and_its_code_says_whether_all_is_well(
    plugged: None, call: Any
) -> None:
    done = call("doctor", "--domain", "blind")
    assert done.code == 1 and "ValueError: no colours" in done.out
    assert "something is wrong" in done.out
    told = call("doctor", "--domain", "sound", "--json")
    assert told.code == 0 and told.data["sound"] is True
    assert call("doctor", "--domain", "nowhere").code == 1


def test_a_file_without_a_goal_is_odd_and_not_wrong(examples: Path) -> None:
    found = examine(str(examples / "pancakes.pl"))
    assert found.sound
    assert [one.verdict for one in found.findings if one.part == "goal"] == ["odd"]


@pytest.mark.slow
def test_a_broken_package_ends_no_other_command(plugged: None, call: Any) -> None:
    assert "unknown domain" in call("solve", "nothing:3", "1 2 3").err
    assert "cannot be used: cannot load the domain gone" in " ".join(call("domains").out.split())
