"""Files for a student of the course project: the exercise as text and as a page to print, and a notebook to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...experiments.course import (
    ANSWERS_FILE,
    BOARDS_FILE,
    BOARDS_GOAL,
    EIGHT,
    EIGHT_FILE,
    FIVE,
    FIVE_FILE,
    MANY_FILE,
    NUMBER,
    ORDERS,
    QUESTIONS,
    Assignment,
    Question,
    write_assignment,
)
from ...experiments.course_stub import CODE_FILE, PROLOG_FILE
from ...rules.text.text_file import write_text
from ...rules.view import Boards, Heading, Items, Part, Sentence, Table, View
from ..html.parts import view_page
from .course_notebook import CODE, INSTALL, MARKDOWN, notebook_text

PAGE_FILE = "project.html"
"""The page to print."""

PLACE = "_" * 12
"""A place on paper for an answer."""


def write_student(folder: Path, name: str, assignment: Assignment, seed: int) -> None:
    """Write all files of a student into a folder."""
    write_assignment(folder, assignment, seed)
    write_text(folder / "README.md", exercise(name, assignment))
    write_text(folder / "project.ipynb", student_notebook(name, assignment))
    write_text(folder / PAGE_FILE, exercise_page(name, assignment))


FIVE_NAME, EIGHT_NAME = "sliding-tile:2x3", "sliding-tile:3x3"


def exercise(name: str, assignment: Assignment) -> str:
    """The exercise of one student in Markdown.

    Parameters
    ----------
    name
        The student's folder.
    assignment
        The boards.
    """
    five, eight = (
        f'"{theory.format(start)}" "{theory.format(goal)}"'
        for theory, (start, goal) in ((FIVE, assignment.test), (EIGHT, assignment.eight))
    )
    tree = "--duplicates path"
    misplaced = "--heuristic misplaced"
    commands = {
        "1": (
            f"arcwise show {FIVE_NAME}",
            f'arcwise enumerate {FIVE_NAME} "{FIVE.format(assignment.test[0])}"',
        ),
        "2": (
            f"arcwise solve {EIGHT_NAME} {eight} --algorithm breadth-first {tree}",
            f"arcwise solve {EIGHT_NAME} {eight} --algorithm iterative-deepening",
            f"arcwise solve {EIGHT_NAME} {eight} --algorithm depth-first {tree}",
            f"arcwise solve {EIGHT_NAME} {eight} --algorithm greedy {misplaced}",
            f"arcwise solve {EIGHT_NAME} {eight} --algorithm a-star {misplaced}",
            f"arcwise solve {EIGHT_NAME} {eight} --algorithm beam --beam-width 1 {tree} {misplaced} --order DRUL",
            f'arcwise solve {EIGHT_NAME} "{EIGHT.format(assignment.boards[0])}" "1 2 3 4 5 6 7 8 0"',
        ),
        "3": (
            f"arcwise learn {FIVE_NAME} {FIVE_FILE} -o macros.pl",
            "arcwise explain macros.pl",
            f"arcwise solve {FIVE_NAME} {five} --algorithm breadth-first {tree}",
            f"arcwise solve {FIVE_NAME} {five} --algorithm breadth-first {tree} --macros macros.pl",
            f"arcwise learn {FIVE_NAME} {MANY_FILE} -o many.pl",
        ),
    }
    parts = [
        f"# The N-puzzle project: {name}",
        "Search, and what learning from one example does to it (Markov, Russell, Neller, *The N-Puzzle Problem*, 2005). The boards in"
        " this folder are yours alone. Row by row, 0 is the empty cell.",
        f"- `{FIVE_FILE}`: a training example and a problem on the 2x3 board, the *5-puzzle pair*\n"
        f"- `{EIGHT_FILE}`: the *8-puzzle pair*\n"
        f"- `{BOARDS_FILE}`: six boards; the goal of each is `1 2 3 4 5 6 7 8 0`\n"
        f"- `{MANY_FILE}`: training examples for the automatic update\n"
        f"- `{PAGE_FILE}`: this exercise as a page to print, with the boards drawn\n"
        f"- `project.ipynb`: a notebook to begin with; `{ANSWERS_FILE}`: your answers\n"
        f"- `{CODE_FILE}` and `{PROLOG_FILE}`: the functions that you write yourself, in Python or SWI-Prolog",
        f"Put each figure in place of `null` in `{ANSWERS_FILE}`, then run `arcwise course check .`, which tells right from wrong."
        f" Fill in the functions of `{CODE_FILE}` or `{PROLOG_FILE}`, with what Python or SWI-Prolog brings and no other library; `arcwise course check --code .` runs them on boards of its own.",
        f"To install: `pip install arcwise-*.whl`, with the wheel from your instructor; for `{PROLOG_FILE}` SWI-Prolog too."
        f" Hand in: `{ANSWERS_FILE}`, `{CODE_FILE}` or `{PROLOG_FILE}`, and your answers in words.",
        "The page *The course project, step by step* of arcwise (`docs/course_project.md`) does the same with other boards.",
    ]
    for deliverable, title in DELIVERABLES.items():
        lines = "\n".join(commands[deliverable])
        asked = "\n".join(
            f"- **{number}** {one.what}{_form(one)}" for number, one in _questions_of(deliverable)
        )
        parts += [f"## Deliverable {deliverable}: {title}", asked]
        parts += [f"Commands to begin with:\n\n```console\n{lines}\n```"]
        parts += ["In words:\n\n" + "\n".join(f"- {one}" for one in WORDS[deliverable])]
    return "\n\n".join(parts) + "\n"


def exercise_page(name: str, assignment: Assignment) -> str:
    """The exercise of one student as a page to print: boards drawn, and a place for each answer."""
    one = assignment
    parts: list[Part] = [
        Sentence(
            "Search, and what learning from one example does to it. The boards are yours alone; the blank is the empty cell."
        ),
        Heading("The 2x3 board", 3),
        Boards(
            FIVE,
            (*one.training, *one.test),
            ("training: start", "training: goal", "5-puzzle pair: start", "5-puzzle pair: goal"),
        ),
        Heading("The 3x3 board", 3),
        Boards(EIGHT, one.eight, ("8-puzzle pair: start", "8-puzzle pair: goal")),
        Heading(f"Boards of question 2.10; the goal of each is the last one ({BOARDS_FILE})", 3),
        Boards(
            EIGHT,
            (*one.boards, BOARDS_GOAL),
            (*map(str, range(1, len(one.boards) + 1)), "goal"),
        ),
        Heading(f"Training examples of questions 3.8 to 3.10 ({MANY_FILE})", 3),
        Boards(
            FIVE,
            (*(start for start, _ in one.many), one.many[0][1]),
            (*map(str, range(1, len(one.many) + 1)), "goal of all"),
        ),
    ]
    for deliverable, title in DELIVERABLES.items():
        rows = [
            (number, f"{asked.what}{_form(asked)}", PLACE)
            for number, asked in _questions_of(deliverable)
        ]
        parts += [
            Heading(f"Deliverable {deliverable}: {title}", 3),
            Table(("question", "asked", "answer"), rows, left=3),
            Items(WORDS[deliverable]),
        ]
    return view_page(f"The N-puzzle project: {name}", View(parts, {}))


def _form(question: Question) -> str:
    """The form of an answer, where it is not a number."""
    return "" if question.expected == NUMBER else f": {question.expected}"


DELIVERABLES = {
    "1": "the state space",
    "2": "uninformed and informed search",
    "3": "explanation-based learning",
}
"""The deliverables of the project by number."""

WORDS = {
    "1": (
        "Why is an arc with variables enough for all tiles?",
        "Which states cannot be reached, and how does parity prove it?",
    ),
    "2": (
        "Which of the searches prove that their path is a shortest one?",
        "Depth-first search finds a path. What is wrong with it?",
        f"Why does a beam of width 1 fail with some of the orders {', '.join(ORDERS)} only?",
    ),
    "3": (
        "Go through the macro cell by cell: why is it a constant or a variable?",
        "Which training examples are useful for your 5-puzzle pair? Find one of your own that is not.",
        "What do many macros do to states expanded, and to states generated?",
        "Measure on 200 random problems whether learning pays, with arcwise compare.",
    ),
}
"""Questions that are answered in words."""


def _questions_of(deliverable: str) -> Iterator[tuple[str, Question]]:
    return (
        (number, one)
        for number, one in QUESTIONS.items()
        if number.partition(".")[0] == deliverable
    )


def student_notebook(name: str, assignment: Assignment) -> str:
    """The notebook with which a student begins."""
    start, goal = (FIVE.format(state) for state in assignment.test)
    eight_start, eight_goal = (EIGHT.format(state) for state in assignment.eight)
    cells = [
        (MARKDOWN, f"# The N-puzzle project: {name}\n\nThe exercise is in README.md."),
        (CODE, INSTALL),
        (
            CODE,
            f'import arcwise as aw\n\nlibrary = aw.learn("{FIVE_NAME}", "{FIVE_FILE}").library\nlibrary',
        ),
        (MARKDOWN, _heading("1")),
        (
            CODE,
            f'five = aw.sliding_tile(2, 3)\nstart = five.parse("{start}")\nfive.successors(start)',
        ),
        (MARKDOWN, _heading("2")),
        (
            CODE,
            f'pair = aw.problem_of("{EIGHT_NAME}", "{eight_start}", "{eight_goal}")\n'
            'tree = aw.ALGORITHMS["breadth-first"].adjusted(duplicates="path")\n'
            "found = aw.solve(pair, tree)  # found.statistics has the counters\nfound",
        ),
        (MARKDOWN, _heading("3")),
        (
            CODE,
            f'found = aw.solve("{FIVE_NAME}", "{start}", "{goal}", algorithm="breadth-first", macros=library)\n'
            "found",
        ),
        (MARKDOWN, f"Write your answers into {ANSWERS_FILE}; then:"),
        (CODE, "!arcwise course check ."),
    ]
    return notebook_text(cells)


def _heading(deliverable: str) -> str:
    asked = "\n".join(f"- **{number}** {one.what}" for number, one in _questions_of(deliverable))
    return f"## Deliverable {deliverable}: {DELIVERABLES[deliverable]}\n\n{asked}"
