"""Help: groups, examples, and names that are nearly right."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from arcwise.experiments.execute import task
from arcwise.explorer.cli import COMMANDS
from arcwise.explorer.cli.command_line import arcwise
from arcwise.explorer.cli.help import GROUPS, Command

EXTENDED = {"classics", "explore", "reproduce", "unroll", "validate"}
"""Commands whose examples want a terminal, minutes, or files of a planner or of examples/."""


def command_of(name: str) -> Command:
    found = arcwise.get_command(click.Context(arcwise), name)
    assert isinstance(found, Command)
    return found


def headings(text: str) -> list[str]:
    return re.findall(r"^([A-Z]\w+):$", text, re.MULTILINE)


def parts_of(line: str) -> Iterator[list[str]]:
    """The calls of arcwise in a line, as words."""
    for part in line.split("|"):
        words = shlex.split(part.partition(">")[0])
        if words[0] == "arcwise":
            yield words[1:]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_an_example_of_the_command(call: Any, name: str) -> None:
    text = call(name, "--help").out
    assert headings(text)[-1] in ("Example", "Examples")
    assert f"arcwise {name}" in text.rpartition("Example")[2]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_a_screen_and_says_how_to_see_the_rest(
    call: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = call(*filter(None, [name]), "--help").out
    assert len(text.splitlines()) <= 40
    assert max(map(len, text.splitlines())) <= 80
    assert "--help-all" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text(name: str) -> None:
    options = [one for one in command_of(name).params if isinstance(one, click.Option)]
    assert options and [one.opts for one in options if not one.help and not one.hidden] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_first_options_are_options_of_the_command(name: str) -> None:
    command = command_of(name)
    known = [name for one in command.params for name in one.opts]
    assert set(command.first) <= set(known)


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("solve", ["Options", "Search", "Climbing", "Limits"]),
        ("learn", ["Options", "Learners", "Search", "Limits", "Runs"]),
        ("compare", ["Options", "Search", "Limits", "Runs"]),
        ("doctor", ["Options", "Limits"]),
    ],
)
def test_options_stand_in_groups(call: Any, name: str, groups: list[str]) -> None:
    assert headings(call(name, "--help-all").out)[:-1] == groups


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_stands_in_one_group(call: Any, name: str) -> None:
    text = call(name, "--help-all").out
    assert set(headings(text)[:-1]) <= {*GROUPS, *command_of(name).choices}
    for parameter in command_of(name).params:
        if isinstance(parameter, click.Option):
            listed = re.findall(
                rf"^ +.*{re.escape(parameter.opts[-1])}(?![\w-])", text, re.MULTILINE
            )
            assert any(line.lstrip().startswith("-") for line in listed), parameter.opts


def test_help_names_what_an_option_takes_and_keeps_to_the_width(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    text = call("solve", "--help-all").out
    assert "bidirectional" in text and "lm_cut" in text
    assert all(len(line) <= 70 for line in text.partition("Examples:")[0].splitlines())


@pytest.mark.parametrize("line", [line for name in COMMANDS for line in command_of(name).examples])
def test_every_example_can_be_parsed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, *words in parts_of(
        line if line.startswith(("arcwise", "echo")) else "arcwise doctor"
    ):
        context = command_of(name).make_context(name, list(words), resilient_parsing=True)
        assert context.params


RUN_AS_THEY_ARE = sorted(set(COMMANDS) - EXTENDED - {"completion"})


def output_of(line: str) -> str | None:
    """The file or run that an example makes."""
    found = re.search(r" (?:-o|--run) (\S+)", line)
    return found and found[1]


def test_the_examples_of_a_command_make_the_files_that_they_read() -> None:
    """They run in one folder below, where those of another command have left theirs."""
    every = {output_of(line) for name in RUN_AS_THEY_ARE for line in command_of(name).examples}
    assert "macros.pl" in every
    for name in RUN_AS_THEY_ARE:
        made: set[str | None] = set()
        for line in command_of(name).examples:
            made.add(output_of(line))
            words = shlex.split(re.sub(r" --algorithms? \S+", "", line))
            assert every.intersection(words[2:]) <= made, line


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder, and for each file in it the example that wrote it last: several commands begin with the same."""
    return tmp_path_factory.mktemp("examples"), {}


@pytest.mark.long
@pytest.mark.parametrize("name", RUN_AS_THEY_ARE)
def test_the_examples_run_as_they_are(
    call: Any, name: str, made: tuple[Path, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, wrote = made
    monkeypatch.chdir(folder)
    monkeypatch.setattr(task, "LONG_ENOUGH", 0)  # what is measured here, nobody reads
    for line in command_of(name).examples:
        if output := output_of(line):
            if wrote.get(output) == line:
                continue
            wrote[output] = line
        first, *words = shlex.split(line.replace(" --open", ""))
        if first == "arcwise" and "|" not in words:
            done = call(*words)
            assert (done.code, done.err.count("arcwise: ")) == (0, 0), done.err
        else:
            in_shell(line)


def in_shell(line: str) -> None:
    """Run a line with pipes."""
    program = f"{sys.executable} -c 'from arcwise.explorer.cli.command_line import main; main()'"
    script = f'set -e\narcwise() {{ {program} "$@"; }}\n{line}'
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("arcwise: ")) == (0, 0), done.stderr


@pytest.mark.parametrize("name", ["learn", "solve", "compare", "report", "explain"])
def test_a_command_alone_says_what_it_needs_with_an_example(call: Any, name: str) -> None:
    done = call(name)
    assert done.code == 33
    assert f"arcwise {name} needs" in done.err
    assert re.search(rf"try: +(arcwise .*; then )?arcwise {name} ", done.err)
