"""The files with which a student of a course project begins, one in each language, and their names."""

from collections.abc import Mapping

CODE_FILE, PROLOG_FILE = "project.py", "project.pl"
"""The files of a student's folder that hold the functions; one language is enough."""

STUB = '''\
"""The N-puzzle project: fill in the functions, then run `arcwise course check --code .`

A state is a tuple of numbers, row by row; 0 is the empty cell. A board of six cells has two rows, one of nine has three.
A rule is a pair (before, after) of such tuples, in which a text in capital letters, such as "A", is a variable.
"""


def arcs():
    """The moves of the board of six cells: a list of rules, the empty cell going up, left, right, down."""


def successors(state):
    """A list of pairs (state, cost): where one move leads, on boards of six and of nine cells; each move costs 1."""


def manhattan(state, goal):
    """How far the tiles are from their places, rows and columns added: a number."""


def breadth_first(start, goal, macros=()):
    """The pair (path, expanded) of breadth-first search with a closed list on the board of six cells.

    The path is a list of states from start to goal, None if there is none. A state is expanded when its successors are made:
    those by the macros first, in their order, then those by the arcs, in theirs. The goal is noticed when its turn comes to be
    expanded, and is not counted. A state that was reached before is left out.
    """


def a_star(start, goal):
    """A path of least cost on the board of nine cells, as a list of states; None if there is none."""


def generalize(path):
    """The macro that a path teaches: a rule that needs of its first state only what the moves of the path need."""


def update(examples):
    """The macros that a list of examples (start, goal) teaches, each from a shortest path: no macro twice, none that is a
    single move or nothing, and none of an example without a path."""
'''
"""Text of the file in Python."""

PROLOG_STUB = """\
% The N-puzzle project in SWI-Prolog: write the predicates, then run `arcwise course check --code .`
%
% A state is board(4,5,3,0,1,2), row by row; 0 is the empty cell. A board of six cells has two rows, one of nine has three.
% A rule is a pair Before-After of such boards, with variables for tiles. Each predicate is asked for its first answer.

% arc(Before, After, 1): the moves of the board of six cells, each a fact, the empty cell going up, left, right, down.

% successors(State, Pairs): pairs After-Cost: where one move leads, on boards of six and of nine cells; each move costs 1.

% manhattan(State, Goal, Distance): how far the tiles are from their places, rows and columns added.

% breadth_first(Start, Goal, Macros, Path, Expanded): breadth-first search with a closed list on the board of six cells.
% Path is the list of states from Start to Goal; the predicate fails if there is none. A state is expanded when its
% successors are made: those by the macros first, in their order (a list of rules: copy a rule before you use it), then those
% by the arcs, in theirs. The goal is noticed when its turn comes to be expanded, and is not counted. A state that was reached
% before is left out.

% a_star(Start, Goal, Path): a path of least cost on the board of nine cells; fails if there is none.

% generalize(Path, Before, After): the macro that a path teaches: a rule that needs of its first state only what the moves of
% the path need.

% update(Examples, Macros): the macros that a list of examples Start-Goal teaches, each from a shortest path: no macro twice,
% none that is a single move or nothing, and none of an example without a path.
"""
"""Text of the file in Prolog."""

STUBS: Mapping[str, str] = {CODE_FILE: STUB, PROLOG_FILE: PROLOG_STUB}
"""Text of each file."""
