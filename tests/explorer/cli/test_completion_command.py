"""What a shell offers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli.command_line import complete

BASH = shutil.which("bash")


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """A function of the words typed: what may stand in the place of the last one."""

    def ask(*words: str) -> list[str]:
        monkeypatch.setenv("_ARCWISE_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(["arcwise", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        assert complete() == 0
        return capsys.readouterr().out.split()

    return ask


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("so",), ["plain,solve"]),
        (("solve", "pan"), ["plain,pancake"]),
        (("solve", "./exam"), ["file,./exam"]),
        (("solve", "8-puzzle", "--algorithm", "ida"), ["plain,ida-star"]),
        (("solve", "8-puzzle", "--heuristic", "h_"), ["plain,h_max", "plain,h_add"]),
        (("solve", "8-puzzle", "--macros", "m"), ["file,m"]),
        (("solve", "-", "--limit-n"), ["plain,--limit-nodes"]),
        (("solve", "8-puzzle", "--algorithm", "astarr", "--limit-n"), ["plain,--limit-nodes"]),
        (("learn", "5-puzzle", "--learner", "esc"), ["plain,escapes"]),
        (("compare", "x", "--algorithms", "a-star,lazy"), ["plain,a-star,lazy-greedy"]),
        (("compare", "x", "--algorithms", "al"), ["plain,all"]),
        (("survey", "x", "--heuristics", "zero,g"), ["plain,zero,gaps"]),
        (("check", "m.pl", "han"), ["plain,hanoi"]),
        (("completion", "f"), ["plain,fish"]),
        (("report", "run"), ["file,run"]),
        (("nothing", "x"), []),
    ],
)
def test_a_line_is_completed(offered: Any, words: tuple[str, ...], found: list[str]) -> None:
    assert offered(*words) == found


@pytest.mark.long
@pytest.mark.skipif(BASH is None, reason="bash is not installed")
def test_bash_takes_the_script(tmp_path: Path) -> None:
    assert BASH is not None
    program = tmp_path / "arcwise"
    program.write_text(
        f"#!{sys.executable}\nfrom arcwise.explorer.cli.command_line import main\nmain()\n"
    )
    program.chmod(0o755)
    script = (
        'eval "$(arcwise completion bash)"; COMP_WORDS=(arcwise solve "pancake" ":" "5" --heuristic man)\n'
        'COMP_CWORD=6; _arcwise_completion arcwise; echo "${COMPREPLY[*]}"; complete -p arcwise'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [BASH, "--norc", "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-2:] == [
        "manhattan",
        "complete -o nosort -F _arcwise_completion arcwise",
    ]
