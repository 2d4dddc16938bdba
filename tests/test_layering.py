"""The shape of the project: packages and sub-packages, who may import whom, and the page that says so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "search", "ebl", "experiments", "explorer")
SUBSTRATES = ("logic", "planning")
"""Packages beside the others: they import rules, search and ebl."""

PLUGINS = re.compile(r"(logic|planning)\.\w+")
"""Modules directly in them, which tables name: they import what a package from outside may import."""

OPTIONAL = {
    "IPython",
    "distributed",
    "grp",
    "matplotlib",
    "numpy",
    "pandas",
    "pwd",
    "pyarrow",
    "pyswip",
    "resource",
}
"""What may be missing, so that the functions that use it import it; ``grp``, ``pwd`` and ``resource`` are Unix's."""

SELDOM = {
    "concurrent.futures": "many problems at once",
    "difflib": "names that are nearly right",
    "ebl": "macros",
    "experiments.designs": "designs of experiments",
    "experiments.execute": "tasks of experiments",
    "experiments.keeping": "runs that are kept or shared out",
    "experiments.asked": "many problems",
    "experiments.problem_set": "many problems",
    "experiments.row": "rows of experiments",
    "experiments.store": "rows that are kept",
    "explorer.explore": "Textual takes half a second",
    "explorer.notebook": "pages",
    "explorer.report": "pages",
    "experiments.stuck": "climbs that end in a local minimum",
    **dict.fromkeys(
        (
            f"explorer.views.{name}"
            for name in (
                "comparison",
                "domain",
                "learning",
                "logic",
                "pictures",
                "survey",
                "utility",
            )
        ),
        "experiments",
    ),
    "explorer.html": "pages",
    "decimal": "costs of a type of its own",
    "fractions": "costs and values that are no whole numbers",
    "html": "pages",
    "importlib.metadata": "names that other packages add",
    "logic": "logic programs",
    "planning": "PDDL, policies",
    "json": "results for programs",
    "networkx": "it takes half a second",
    "rich": "it takes as long as the search of a puzzle",
    "rules.prolog": "Prolog files",
    "rules.psvn": "PSVN files",
    "search.certificate": "certificates",
    "tomllib": "tables of stages",
    "shutil": "terminals, whose width it tells",
    "webbrowser": "pages",
    "search.climbing": "climbs",
    "search.function_domain": "moves that a function makes",
    "search.heuristics.patterns": "pattern databases",
    "search.heuristics.relaxation": "heuristics by delete relaxation",
    "search.improve": "plans that are to be shortened",
    "search.loops.python_engine": "searches in Python",
    "search.watching": "searches that are watched",
}
"""Modules that the search of a puzzle does not need, each with the subject that needs it."""

LATER = {
    ("ebl.library", "ebl.files.macro_file.read_again"),
    ("ebl.rule", "ebl.files.macro_file.library_text"),
    ("ebl.rule", "ebl.files.macro_file.load_library"),
    ("ebl.rule", "ebl.files.macro_file.save_macros"),
    ("ebl.library", "experiments.checking.check_library"),
    ("ebl.library", "ebl.views.library_view"),
    ("logic.learning.failures", "logic.views.failure_view"),
    ("logic.learning.generalize", "logic.views.explained_view"),
    ("logic.learning.rule_library", "logic.views.library_view"),
    ("logic.learning.rule_library", "logic.views.rule_view"),
    ("logic.program.program", "logic.views.clause_view"),
    ("logic.prover.proof", "logic.views.proof_view"),
    ("logic.prover.prove", "logic.views.result_view"),
    ("explorer.html.markup", "explorer.html.parts.part_markup"),
    ("rules.view", "rules.text.plain.text_of"),
    ("experiments.configuration", "search.solve.solve"),
    ("logic.prover.prove", "search.solve.solve"),
    ("ebl.macro", "ebl.views.macro_view"),
    ("planning.pddl.grounding.ground_task", "planning.pddl.planning.PlanningDomain"),
    ("planning.pddl.planning", "planning.views.domain_view"),
    ("planning.policy.small_problems", "planning.views.small_view"),
    ("planning.pddl.action_schema", "planning.views.ActionMacroText"),
    ("rules.schema", "ebl.views.BoardMacroText"),
    ("ebl.traps", "ebl.views.TrapText"),
    ("ebl.files.operators", "ebl.files.traps.trap_lines"),
    ("ebl.files.operators", "ebl.files.traps.trap_of"),
    ("ebl.library", "ebl.traps.traps_in"),
    ("planning.pddl.planning", "planning.learning.trap_cases.table_of"),
    ("planning.pddl.planning", "planning.learning.trap_cases.trap_certificate"),
    ("rules.domain", "ebl.traps.board_facts"),
    ("rules.domain", "planning.pddl.related_board.grounding_of"),
    ("planning.pddl.planning", "planning.learning.traps.planning_facts"),
    ("ebl.learner", "experiments.designs.learn.learn"),
    ("logic.board", "ebl.example_set.first_start"),
    ("experiments.board", "experiments.asked.read_pair"),
    ("experiments.board", "experiments.problem_set.problems_of_file"),
    ("experiments.board", "logic.prover.swi_problem.SwiProblem"),
    ("experiments.board", "planning.source.read_only"),
    ("experiments.board_question", "planning.source.read_only"),
    ("experiments.board", "experiments.asked.problem_set"),
    ("experiments.board", "experiments.board_question.asked"),
    ("experiments.board", "experiments.stuck.dead_ends_view"),
    ("experiments.board", "explorer.explore.session.session_on_board"),
    ("experiments.board_question", "experiments.board_views.solved_view"),
    ("experiments.board", "experiments.asked.start_and_goal"),
    ("experiments.board", "experiments.board_macros.BoardMacros"),
    ("experiments.board", "experiments.problem_set.random_problem_set"),
    ("experiments.board", "experiments.execute.perform.perform"),
    ("experiments.board", "experiments.designs.compare.comparison_on_board"),
    ("experiments.board", "experiments.designs.learn.learned_on_board"),
    ("experiments.board", "experiments.designs.utility.rules.judging_on_board"),
    ("logic.swi.prolog_domain", "logic.prover.in_swi.read_trusted_moves"),
    ("logic.swi.prolog_domain", "logic.prover.read_moves.read_moves"),
    ("logic.source", "logic.learn.rules_of_goals"),
    ("logic.source", "logic.session.session_of_goals"),
    ("rules.source", "experiments.asked.drawn_problems"),
    ("rules.source", "experiments.asked.plain_problems"),
    ("rules.source", "experiments.configuration.Configuration"),
    ("rules.source", "experiments.designs.compare.comparison_of_source"),
    ("rules.source", "experiments.designs.learn_source.learn_of_source"),
    ("rules.source", "experiments.designs.utility.rules.judging_of_source"),
    ("rules.source", "explorer.explore.source_session.session_of"),
    ("rules.source", "search.plan.plan_text"),
    ("rules.source", "rules.domains.domain_table.name_in_table"),
    ("rules.source", "rules.fingerprint.fingerprint"),
    ("search.solve", "planning.policy.policy_then_search.follow_then_search"),
    ("rules.domains.relational", "planning.pddl.action_domain.PlanningTask"),
    ("rules.domains.relational", "planning.pddl.read_action_domain.read_action_domain"),
    ("rules.read_domain", "logic.swi.prolog_domain.load_prolog"),
    ("rules.read_domain", "planning.pddl.planning.PlanningDomain"),
    ("search.algorithms", "search.stages.stage.read_stage"),
    ("search.algorithms", "search.stages.stage.read_stages"),
    ("search.macros", "logic.prover.swi_problem.SwiProblem"),
    ("planning.pddl.planning", "planning.certificate.macro_certificate"),
    ("planning.pddl.planning", "planning.certificate.planning_certificate"),
    ("planning.pddl.planning", "planning.policy.rule.LiftedPolicy"),
    ("rules.domain", "search.certificate.macro_certificate"),
    ("search.problem", "search.solve.solve"),
    ("search.result", "search.improve.improved"),
    ("search.solve", "ebl.files.macro_file.load_macros"),
    ("search.solve", "ebl.traps_met.search_with_look"),
    ("experiments.designs.learners", "explorer.views.learners.curves_view"),
    ("experiments.designs.learners", "explorer.views.learners.learners_view"),
    ("experiments.designs.learn", "explorer.views.learning.learning_view"),
    ("experiments.designs.learn_source", "explorer.views.learning.source_learning_view"),
    ("explorer.cli.domain.doctor_command", "logic.swi.interpreter.swi_status"),
    ("explorer.cli.domain.doctor_command", "planning.fast_downward.find_planner"),
    ("explorer.explore.session", "explorer.explore.app.WalkScreen"),
    ("logic.learning.rule_library", "logic.views.learned_view"),
    ("logic.learning.rule_library", "logic.views.words_view"),
    ("logic.prover.moves", "logic.learn.macros_of_moves"),
    ("logic.session", "logic.screen.ProofScreen"),
    ("logic.source", "logic.in_order.compare_in_order"),
    ("ebl.learner", "experiments.designs.training.training_on"),
    ("planning.learning.pieces", "planning.learning.macro_actions.ForPlanners"),
    ("planning.learning.pieces", "planning.planner_trial.InPlanner"),
    ("planning.learning.pieces", "planning.training.training_of_pieces"),
    ("planning.learning.policy", "planning.training.training_of_policy"),
    ("planning.policy.rule", "planning.checking.check_policy"),
    ("experiments.designs.figures", "explorer.views.survey.figure_view"),
    ("experiments.designs.survey", "explorer.views.survey.survey_view"),
    ("experiments.designs.utility.rules", "explorer.views.utility.rules_utility_view"),
    ("experiments.designs.utility.utility", "explorer.views.utility.macro_utility_view"),
    ("experiments.designs.utility.utility", "explorer.views.utility.utility_view"),
    ("experiments.examination", "explorer.views.domain.examination_view"),
    ("experiments.result_set", "explorer.views.comparison.result_set_view"),
    ("experiments.statistics.comparison", "explorer.views.comparison.one_comparison_view"),
    ("experiments.statistics.estimate", "explorer.views.comparison.estimate_view"),
    ("experiments.statistics.summary", "explorer.views.utility.summary_view"),
    ("experiments.statistics.verdict", "explorer.views.comparison.verdict_view"),
    ("search.climbing.completeness", "explorer.views.domain.sentence_view"),
    ("search.climbing.every_size", "explorer.views.domain.sentence_view"),
    ("search.plan", "explorer.views.domain.sentence_view"),
    ("search.state_space", "explorer.views.domain.enumeration_view"),
    ("experiments.board", "experiments.designs.training.usual_learner"),
    ("planning.source", "planning.training.usual_learner"),
}
"""Methods whose function stands in a later module: who calls it, and which it is."""

KERNEL = "_kernel"
"""The module in C++, which imports none of ours."""


@dataclass(frozen=True)
class Import:
    """One import: which module says it, in which line, of what, and whether in a function."""

    module: str
    line: int
    target: str
    late: bool


def _named(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    _named(path): path
    for package in (*PACKAGES, *SUBSTRATES)
    for path in sorted((ROOT / package).rglob("*.py"))
}


MODULES = {name for name, path in FILES.items() if path.name != "__init__.py"}
"""Modules that are no packages."""


def _folder(module: str) -> str:
    return ".".join(FILES[module].relative_to(ROOT).parts[:-1])


def _targets(node: ast.Import | ast.ImportFrom, package: tuple[str, ...]) -> Iterator[str]:
    """Modules of ours by their path from the root, others by their full name."""
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif node.level == 0:
        yield node.module or ""
    else:
        assert node.level <= len(package) + 1, f"{package}: line {node.lineno} leaves arcwise"
        base = [*package[: len(package) + 1 - node.level], *(node.module or "").split(".")]
        module = ".".join(filter(None, base))
        for name in node.names:
            part = f"{module}.{name.name}"
            yield part if part in FILES or name.name == KERNEL else module


def _statements(node: ast.AST, late: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """The statement and all in it, and whether a function is around them."""
    yield node, late
    inside = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _statements(child, inside)


def _imports_of(module: str, path: Path) -> Iterator[Import]:
    """Imports of a file; of a package also those of its stub."""
    package = path.relative_to(ROOT).parts[:-1]
    for file in filter(Path.is_file, (path, path.with_suffix(".pyi"))):
        for node, late in _statements(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                for target in _targets(node, package):
                    yield Import(module, node.lineno, target, late)


@cache
def _imports() -> list[Import]:
    return [found for module, path in FILES.items() for found in _imports_of(module, path)]


def _ours() -> list[Import]:
    return [found for found in _imports() if found.target in FILES]


def _in_circles(pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Who can be reached from itself."""
    components = nx.strongly_connected_components(nx.DiGraph(pairs))
    return {name for names in components if len(names) > 1 for name in names}


@pytest.mark.long
def test_all_files_were_looked_at() -> None:
    assert len(FILES) > 40
    assert len(_ours()) > len(FILES)


@pytest.mark.slow
def test_imports_point_down() -> None:
    height = {package: number for number, package in enumerate(PACKAGES)}
    height |= dict.fromkeys(SUBSTRATES, height["ebl"])
    pairs = [(found.module, found.target) for found in _ours()]
    rooms = [(pair, *(name.split(".")[0] for name in pair)) for pair in pairs]
    up = [
        pair
        for pair, low, high in rooms
        if not PLUGINS.fullmatch(pair[0]) and high not in SUBSTRATES and height[high] > height[low]
    ]
    assert not up
    assert not [pair for pair, low, high in rooms if {low, high} == set(SUBSTRATES)]


@pytest.mark.slow
def test_substrates_are_imported_by_no_other() -> None:
    """They come through the table of sources."""
    pairs = [(found.module, found.target.split(".")[0]) for found in _ours()]
    assert not [
        pair for pair in pairs if pair[1] in SUBSTRATES and pair[0].split(".")[0] not in SUBSTRATES
    ]


@pytest.mark.slow
def test_packages_are_imported_relatively() -> None:
    """Except for what another process is to load by name."""
    assert not [found for found in _imports() if found.target.split(".")[0] == "arcwise"]


@pytest.mark.slow
def test_modules_do_not_import_in_circles() -> None:
    pairs = [(found.module, found.target) for found in _ours() if found.module != found.target]
    assert _in_circles(pairs) == set()


@pytest.mark.slow
def test_sub_packages_do_not_import_in_circles() -> None:
    """A folder may use the one it is in, and that one re-exports it: that is no circle."""
    folders = [(_folder(found.module), _folder(found.target)) for found in _ours()]
    apart = [
        (low, high)
        for low, high in folders
        if low.split(".")[0] in SUBSTRATES or high.split(".")[0] not in SUBSTRATES
        if not f"{low}.".startswith(f"{high}.") and not f"{high}.".startswith(f"{low}.")
    ]
    assert _in_circles(apart) == set()


def _is_within(module: str, packages: Iterable[str]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


@pytest.mark.slow
def test_only_what_may_be_missing_or_is_seldom_needed_is_imported_in_functions() -> None:
    late = {
        (found.module, found.target)
        for found in _imports()
        if found.late and not _is_within(found.target, (*OPTIONAL, *SELDOM))
    }
    assert not late, "imports at the top of a file, or subjects of OPTIONAL or SELDOM"


MOST_FILES = 90
"""Files of arcwise that the search of a puzzle reads at most."""


def _imported_by(*words: str) -> tuple[str, list[str]]:
    """What a command prints, and the modules that it imports."""
    program = f"""
import atexit, sys
sys.argv[1:] = {words!r}
atexit.register(lambda: print(*sys.modules, sep="\\n", file=sys.stderr))
from arcwise.start import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr.split()


@pytest.mark.slow
def test_a_puzzle_is_solved_with_few_files_and_none_that_is_seldom_needed() -> None:
    said, loaded = _imported_by("solve", "8-puzzle", "2 3 5 0 1 4 6 7 8")
    assert "solved: 21 moves" in said
    ours = [name.removeprefix("arcwise.") for name in loaded if name.startswith("arcwise.")]
    packages = {name for name in FILES if name not in MODULES}
    others = [name for name in loaded if not name.startswith("arcwise")]
    assert [
        one for one in (*ours, *others) if one not in packages and _is_within(one, SELDOM)
    ] == []
    assert len(ours) <= MOST_FILES


@pytest.mark.slow
def test_a_goal_is_proved_without_the_searches_of_boards() -> None:
    said, loaded = _imported_by("solve", str(ROOT / "examples/logic/lists.pl"), "append(X,Y,[1,2])")
    assert "solved: 1 answer" in said
    assert not {"arcwise.search.solve", "arcwise.search.stages.run"} & {*loaded}


@pytest.mark.slow
def test_the_version_is_told_without_the_command_line() -> None:
    said, loaded = _imported_by("--version")
    assert re.fullmatch(r"arcwise, version \d+\.\d+\.\d+\n", said)
    assert "click" not in loaded


@pytest.mark.slow
def test_a_type_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for module, path in FILES.items():
        text = path.read_text(encoding="utf-8")
        for named in re.finditer(r"(?m)^ *class (\w+)|^(\w+): TypeAlias\b", text):
            places.setdefault(named[1] or named[2], []).append(module)
    assert len(places) > 500
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_methods_of_later_modules_are_on_the_list() -> None:
    """Each is found, and an object of `Later` is all that an earlier module knows of a later one."""
    found = {
        (module, f"{one[1]}.{one[2]}")
        for module, path in FILES.items()
        for one in re.finditer(r'= Later\("([\w.]+)", "(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert found == LATER
    for _, target in LATER:
        module, name = target.rsplit(".", 1)
        assert callable(getattr(import_module(f"arcwise.{module}"), name))


@pytest.mark.long
def test_a_module_that_moves_breaks_few_tests() -> None:
    """Tests import from packages; from a module itself only those few that try its own parts."""
    tests: dict[str, set[Path]] = {}
    for path in (ROOT / "tests").rglob("*.py"):
        code = re.sub(
            r'(?s)""".*?"""', "", path.read_text("utf-8")
        )  # without other processes' programs
        for name in re.findall(r"(?m)^ *from arcwise\.([\w.]+) import ", code):
            tests.setdefault(name, set()).add(path)
    assert tests["search"], "tests import from packages"
    modules = {name: paths for name, paths in tests.items() if name in MODULES}
    assert {name: len(paths) for name, paths in modules.items() if len(paths) > 12} == {}


def test_the_page_on_architecture_names_every_sub_package_and_no_other() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.split("| sub-package |")[1].split("\n\n")[0]
    named: set[str] = set()
    for row in table.splitlines()[2:]:
        words = re.findall(r"`([a-z_/]+)`", row)
        folders = [word.rstrip("/") for word in words if "/" in word]
        assert all((ROOT / folder).is_dir() for folder in folders), row
        inner = [f"{folders[0]}/{word}" for word in words if "/" not in word]
        named |= {*folders, *(folder for folder in inner if (ROOT / folder).is_dir())}
    packages = {_folder(name).replace(".", "/") for name in FILES} - {"explorer"}
    assert not packages - named, "rows of the table of sub-packages in docs/architecture.md"
