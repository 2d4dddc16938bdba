"""arcwise as a stranger installs it: wheels in an empty environment, with the kernel and where no compiler is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from arcwise.search import NotNativeError

ROOT = Path(__file__).parent.parent

BUILD = "import sys; from scikit_build_core import build; print(build.build_{what}(sys.argv[1]))"

MOST_BYTES = 3_200_000
"""Size of a wheel."""

FIRST_EXAMPLE = """
from arcwise.rules import sliding_tile
from arcwise.search import Problem, solve

puzzle = sliding_tile(3, 3)
start, goal = puzzle.parse("2 3 5 0 1 4 6 7 8"), puzzle.parse("0 1 2 3 4 5 6 7 8")
result = solve(Problem(puzzle, start, goal), "a-star")
states = [start]
for operator in result.operators:
    states.append(operator.apply(states[-1]))
assert states[-1] == goal
print(result.engine, result.cost)
"""


def build(what: str, target: Path, source: Path = ROOT, **more: str) -> Path:
    """An sdist or a wheel, built in a process of its own."""
    program = BUILD.format(what=what)
    done = subprocess.run(
        [sys.executable, "-c", program, str(target)],
        cwd=source,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target / done.stdout.splitlines()[-1]


def repaired(wheel: Path) -> Path:
    """The wheel for other Linux machines too."""
    target = wheel.parent / "repaired"
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
    repair = (sys.executable, "-m", "auditwheel", "repair", "-w", str(target), str(wheel))
    subprocess.run(repair, env=os.environ | {"PATH": path}, check=True)
    (found,) = target.glob("*manylinux*")
    return found


class Installed:
    """An environment that holds one wheel, and the packages that it needs as they are here."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, symlinks=True)
        self.bin = folder / "bin"
        packages = sysconfig.get_path("purelib", vars={"base": str(folder)})
        # What a .pth file of a folder named in a .pth file says is not done: this project's editable install, for one.
        here = sorted({path for path in sys.path if path.endswith("site-packages")})
        Path(packages, "here.pth").write_text("\n".join(here), encoding="utf-8")
        pip = (sys.executable, "-m", "pip", "--python", str(self.bin / "python"))
        self.run(
            *pip,
            "install",
            "-q",
            "--no-deps",
            "--no-compile",
            "--disable-pip-version-check",
            str(wheel),
        )

    def run(self, *command: str, code: int = 0) -> str:
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=self.bin, stdin=subprocess.DEVNULL
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def arcwise(self, *arguments: str, code: int = 0) -> str:
        return self.run(str(self.bin / "arcwise"), *arguments, code=code)

    def python(self, program: str) -> str:
        return self.run(str(self.bin / "python"), "-c", program)


def test_what_stands_in_for_the_kernel_says_so_whatever_is_asked_of_it() -> None:
    place = spec_from_file_location("arcwise.search._stand_in", ROOT / "search" / "_kernel.py")
    assert place is not None
    assert place.loader is not None
    stand_in = module_from_spec(place)
    place.loader.exec_module(stand_in)
    with pytest.raises(NotNativeError, match="without its compiled kernel"):
        _ = stand_in.Theory


@pytest.mark.slow
def test_the_kernel_asks_python_for_nothing_that_later_versions_may_lack() -> None:
    """Else the wheel for 3.12 and later cannot be built, and one of Python alone takes its place."""
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    done = subprocess.run(
        [compiler, "-xc++", "-E", "-dD", f"-I{sysconfig.get_path('include')}", "-"],
        input="#define Py_LIMITED_API 0x030C0000\n#include <Python.h>\n",
        capture_output=True,
        text=True,
        check=True,
    )
    stable = set(re.findall(r"^#define (\w+)", done.stdout, re.MULTILINE))
    stable.update(re.findall(r"\w+", re.sub(r"(?m)^#.*", "", done.stdout)))
    used = {
        name
        for path in (ROOT / "search" / "kernel").rglob("*.[ch]pp")
        for name in re.findall(r"\bPy[A-Z][A-Za-z]*_\w+", path.read_text("utf-8"))
    }
    assert used and used <= stable, used - stable


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as they are released, unpacked."""
    target = tmp_path_factory.mktemp("sdist")
    archive = build("sdist", target)
    subprocess.run(["tar", "xzf", str(archive), "-C", str(target)], check=True)
    return target / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def without_kernel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("pure")
    wheel = build("wheel", folder, sdist, CXX="/bin/false", CC="/bin/false")
    assert wheel.name.endswith("-py3-none-any.whl")
    return Installed(folder / "environment", wheel)


@pytest.mark.long
@pytest.mark.slow
def test_the_first_example_runs_from_the_sdist_without_a_compiler(
    without_kernel: Installed,
) -> None:
    assert without_kernel.python(FIRST_EXAMPLE).split() == ["python", "9"]
    said = without_kernel.arcwise("solve", "8-puzzle", "2 3 5 0 1 4 6 7 8", "0 1 2 3 4 5 6 7 8")
    words = " ".join(said.split())
    assert "solved: 9 moves" in words
    assert "installed without its compiled kernel" in words


@pytest.mark.long
@pytest.mark.slow
def test_doctor_says_that_the_kernel_is_missing_and_what_to_do(without_kernel: Installed) -> None:
    found = json.loads(without_kernel.arcwise("doctor", "--json"))
    assert found["components"]["kernel"] == {"version": None, "available": False}
    assert "native" not in found["engines"]
    assert "install a C++ compiler" in " ".join(without_kernel.arcwise("doctor").split())


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "8-puzzle", "--random", "1", "--engine", "native"),
        ("solve", "pancake:6", "--random", "1", "--heuristic", "pattern"),
        ("learn", "pancake:5", "--learner", "macro-table", "-o", "table.pl"),
    ],
    ids=lambda words: " ".join(words[:1] + words[-2:]),
)
def test_what_only_the_kernel_does_is_refused_in_a_sentence(
    without_kernel: Installed, arguments: tuple[str, ...]
) -> None:
    said = without_kernel.arcwise(*arguments, code=33)
    assert "installed without its compiled kernel" in " ".join(said.split())
    assert "Traceback" not in said


@pytest.mark.long
@pytest.mark.slow
def test_the_loop_of_learning_runs_without_the_kernel(without_kernel: Installed) -> None:
    examples = "examples/five_puzzle.json"  # it comes with the package
    without_kernel.arcwise("learn", "5-puzzle", examples, "-o", "macros.pl")
    compare = ("compare", "5-puzzle", "--random", "20", "--count", "5", "--algorithms", "greedy")
    said = without_kernel.arcwise(*compare, "--macros", "macros.pl", "--beyond", "0")
    assert "verdict" in said
    without_kernel.arcwise("learn", "sliding-tile:2x3", "--learner", "escapes", "-o", "npuzzle.pl")
    solved = without_kernel.arcwise(
        "solve", "sliding-tile:3x3", "--random", "1", "--macros", "npuzzle.pl", "--algorithm", "climb"
    )  # fmt: skip
    assert "solved" in solved


@pytest.mark.long
@pytest.mark.slow
def test_the_wheel_with_the_kernel_works_in_an_empty_environment(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path)  # with what the editable build has compiled
    if find_spec("auditwheel"):  # it is no package of the tests; see CONTRIBUTING.md
        wheel = repaired(wheel)
    assert wheel.stat().st_size <= MOST_BYTES
    installed = Installed(tmp_path / "environment", wheel)
    assert installed.python(FIRST_EXAMPLE).split() == ["native", "9"]
    assert json.loads(installed.arcwise("doctor", "--json"))["components"]["kernel"]["available"]


@pytest.mark.long
@pytest.mark.slow
def test_a_compiler_that_is_installed_later_is_found(tmp_path: Path) -> None:
    cmake = [sys.executable, "-m", "cmake", "-S", str(ROOT), "-B", str(tmp_path)]
    said = []
    for more in ({"CXX": "/bin/false"}, {}):
        surroundings = {name: text for name, text in os.environ.items() if name != "CXX"} | more
        configured = subprocess.run(
            cmake, env=surroundings, capture_output=True, text=True, check=False
        )
        said.append("no C++ compiler was found" in " ".join(configured.stderr.split()))
    assert said == [True, False]
