"""The compiled kernel: search/kernel/ has its source."""

import enum
from collections.abc import Callable, Sequence
from typing import Any

class Arc:
    """An arc; a symbol is a number from 0 on, a variable -1, -2 and so on."""

    def __init__(
        self,
        cells: Sequence[int],
        before: Sequence[int],
        after: Sequence[int],
        cost: float,
        length: int,
        primitive: bool,
        conditional: Sequence[Sequence[int]] = (),
        derives: bool = False,
    ) -> None:
        """
        The cells that it tests, changes or copies, with their terms; the others it leaves alone. A conditional effect is the number of its tests, and the cells with their symbols that it tests and then those that it sets.
        """

class Theory:
    """A list of arcs for boards of so many cells and symbols."""

    def __init__(
        self,
        cells: int,
        symbols: int,
        permutation: bool,
        blank: int,
        arcs: Sequence[Arc],
        values: Sequence[Sequence[int]],
        denominator: int = 1,
        derived: Sequence[int] = (),
        axioms: Sequence[Sequence[int]] = (),
    ) -> None:
        """
        Values are by cell: symbols that it may hold, besides those that arcs name; or none. With a denominator above 1 every cost is rounded to a multiple of one over it, and sums of costs are exact. Derived cells come with what each holds where no axiom applies; an axiom is its stratum, the cell and symbol that it makes, and those that it tests.
        """

    def plain(self) -> bool:
        """Whether no arc has conditional effects or changes derived cells."""

    @property
    def cells(self) -> int: ...
    @property
    def symbols(self) -> int: ...
    def invertible(self) -> bool:
        """Whether every arc can be undone."""

    def holds(self, cells: bytes) -> bool:
        """Whether a state's symbols may stand where they do."""

class Walker:
    """Where moves lead that are known by their names."""

    def __init__(self, theory: Theory, moves: Sequence[Sequence[int]]) -> None:
        """The numbers of the arcs of each name."""

    def walk(self, start: bytes, moves: bytes) -> tuple[bytes, float] | None:
        """
        The cells of all states from the start on, and the cost; none where no arc of a move applies, or more than one. Moves are numbers of names, 32 bits each.
        """

class Heuristic:
    """What a search takes for h."""

class Zero(Heuristic):
    """0."""

    def __init__(self) -> None: ...

class CellSum(Heuristic):
    """A sum over cells of a value by cell and symbol."""

    def __init__(self, cells: Sequence[int], table: Sequence[float]) -> None:
        """By place among these cells and symbol; other cells count nothing."""

class PairSum(Heuristic):
    """A sum over pairs of cells of a value by their symbols."""

    def __init__(
        self, ones: Sequence[int], others: Sequence[int], table: Sequence[float]
    ) -> None: ...

class BatchFunction(Heuristic):
    """
    A function of many states at once: of cells, 64 bits each, one state after the other, to values as doubles.
    """

    def __init__(self, numbers: Sequence[int], function: Callable[[bytearray], bytes]) -> None:
        """Numbers are by symbol: what stands for it in the cells."""

class Minimum(Heuristic):
    """The least of several."""

    def __init__(self, each: Sequence[Heuristic]) -> None: ...

class LinearConflict(CellSum):
    """The same, and a detour for every symbol crowded out of its line."""

    def __init__(
        self,
        cells: Sequence[int],
        table: Sequence[float],
        lines: Sequence[Sequence[int]],
        lines_of: Sequence[Sequence[int]],
        place: Sequence[Sequence[int]],
        detour: float,
    ) -> None: ...

class Loop(enum.Enum):
    BEST_FIRST = 0

    LAZY = 1

    ITERATIVE = 2

    BATCHED = 3

    ENFORCED = 4

    BIDIRECTIONAL = 5

class Order(enum.Enum):
    FIFO = 0

    LIFO = 1

    PRIORITY = 2

    UNIQUE = 3

    LEVEL_BEAM = 4

    DIRECTED_BEAM = 5

    STEEPEST = 6

class Rule(enum.Enum):
    NONE = 0

    PATH = 1

    FIRST_SEEN = 2

    CHEAPEST = 3

    NOVELTY_1 = 4

    NOVELTY_2 = 5

class Ties(enum.Enum):
    OLDEST = 0

    NEWEST = 1

    RANDOM = 2

    LOWER_H = 3

class Evaluation:
    """
    f = g_weight * g + h_weight * h, or the least depth of a path through the node.
    """

    def __init__(
        self,
        g_weight: float = 0,
        h_weight: float = 0,
        least_depth: bool = False,
        denominator: float = 1,
    ) -> None:
        """With a denominator above 1, f is rounded to a multiple of one over it."""

class Limits:
    """0 is no limit."""

    def __init__(
        self, seconds: float = 0, nodes: int = 0, bytes: int = 0, work: int = 0
    ) -> None: ...

class Traps:
    """Patterns that no state on a path to a goal fits."""

    def __init__(
        self, sets: Sequence[Sequence[int]], scarce: Sequence[int], least: Sequence[int]
    ) -> None:
        """
        Cells and symbols of each pattern, in turns; symbols of which there have to be so many.
        """

class Walks:
    """Arcs that change one cell alone, taken with the arcs that need them."""

    def __init__(
        self,
        cells: Sequence[int],
        symbols: Sequence[int],
        arcs: Sequence[Sequence[int]],
        acts: Sequence[int],
        last: Sequence[int],
        needs: Sequence[Sequence[int]],
        links: Sequence[Sequence[int]],
        ends: Sequence[int],
    ) -> None:
        """
        The cell of each walk, or its symbol, the other of which is -1, and its arcs; arcs as steps, the last primitive arc of each, the walks that it is taken behind, each and its place, and what an iterated macro takes in its place: -1 and an arc, or a walk and its place; walks to a place of the goal.
        """

class Request:
    """What is searched for, and how."""

    def __init__(self, start: bytes, goals: Sequence[Sequence[int]]) -> None: ...
    @property
    def heuristic(self) -> Heuristic: ...
    @heuristic.setter
    def heuristic(self, arg: Heuristic, /) -> None: ...
    @property
    def traps(self) -> Traps: ...
    @traps.setter
    def traps(self, arg: Traps, /) -> None: ...
    @property
    def walks(self) -> Walks: ...
    @walks.setter
    def walks(self, arg: Walks, /) -> None: ...
    @property
    def loop(self) -> Loop: ...
    @loop.setter
    def loop(self, arg: Loop, /) -> None: ...
    @property
    def order(self) -> Order: ...
    @order.setter
    def order(self, arg: Order, /) -> None: ...
    @property
    def rule(self) -> Rule: ...
    @rule.setter
    def rule(self, arg: Rule, /) -> None: ...
    @property
    def ties(self) -> Ties: ...
    @ties.setter
    def ties(self, arg: Ties, /) -> None: ...
    @property
    def evaluation(self) -> Evaluation: ...
    @evaluation.setter
    def evaluation(self, arg: Evaluation, /) -> None: ...
    @property
    def width(self) -> int:
        """Of a beam."""

    @width.setter
    def width(self, arg: int, /) -> None: ...
    @property
    def seed(self) -> int:
        """Of random ties."""

    @seed.setter
    def seed(self, arg: int, /) -> None: ...
    @property
    def move_back(self) -> bool:
        """Whether a node's own parent is one of its successors."""

    @move_back.setter
    def move_back(self, arg: bool, /) -> None: ...
    @property
    def prune_length(self) -> int:
        """Of the redundant sequences that batches leave out."""

    @prune_length.setter
    def prune_length(self, arg: int, /) -> None: ...
    @property
    def threads(self) -> int:
        """Of a search in batches."""

    @threads.setter
    def threads(self, arg: int, /) -> None: ...
    @property
    def instruction_set(self) -> str:
        """One of instruction_sets(); '' is the best."""

    @instruction_set.setter
    def instruction_set(self, arg: str, /) -> None: ...
    @property
    def limits(self) -> Limits: ...
    @limits.setter
    def limits(self, arg: Limits, /) -> None: ...

class Counters:
    """What was counted; bytes for memory."""

    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def inserted(self) -> int: ...
    @property
    def evaluated(self) -> int: ...
    @property
    def reopened(self) -> int: ...
    @property
    def trapped(self) -> int: ...
    @property
    def operator_applications(self) -> int: ...
    @property
    def peak_open(self) -> int: ...
    @property
    def peak_memory(self) -> int: ...

class Pruning:
    """The redundant sequences that a search in batches left out."""

    @property
    def sequences(self) -> int: ...
    @property
    def length(self) -> int:
        """Of the longest that were looked at."""

    @property
    def contexts(self) -> int:
        """Of the automaton that leaves them out."""

class Outcome:
    """The outcome of a request."""

    @property
    def status(self) -> str:
        """solved, unsolvable, incomplete or stopped."""

    @property
    def limit(self) -> str | None:
        """What stopped it: time, nodes, memory or interrupt."""

    @property
    def counters(self) -> Counters: ...
    @property
    def arcs(self) -> list[int]:
        """The path, as numbers of arcs."""

    @property
    def lengths(self) -> list[int]:
        """Number of arcs of each step; empty where each has one."""

    @property
    def threads(self) -> int:
        """How many ran."""

    @property
    def bound(self) -> float | None:
        """
        The last bound on f, or the least f that waited in open: nothing below it leads to a goal.
        """

    @property
    def pruning(self) -> Pruning | None: ...

def instruction_sets() -> list[str]:
    """What this processor can run, the best first."""

def search(
    theory: Theory, request: Request, report: Callable[[int], None] | None = None
) -> Outcome:
    """
    Search; raises ValueError for what does not fit together. The report is called with a number of expansions.
    """

class WindowSchema:
    """A schema on its window; a symbol is the cell where the goal has it."""

    def __init__(
        self,
        rows: int,
        columns: int,
        before: Sequence[int],
        after: Sequence[int],
        cost: float,
        length: int,
    ) -> None: ...

class ClimbTask:
    """Boards of one shape, one goal, and what one climbs with."""

    def __init__(
        self,
        rows: int,
        columns: int,
        blank: int,
        order: Sequence[int],
        approached: bool,
        best: bool,
        carry: int,
        hope: int,
        drift: Sequence[int],
        schemas: Sequence[WindowSchema],
    ) -> None: ...

class Climbed(Outcome):
    """An outcome whose path is made of placed schemas."""

    @property
    def schemas(self) -> bytes:
        """Of every step, 16 bits each."""

    @property
    def places(self) -> bytes:
        """Of every step, 16 bits each."""

    @property
    def tried(self) -> list[int]:
        """How often, by schema."""

    @property
    def matched(self) -> list[int]:
        """How often, by schema."""

    @property
    def applied(self) -> list[int]:
        """How often, by schema."""

    @property
    def state(self) -> bytes:
        """At the end, 16 bits a cell."""

def climb(
    task: ClimbTask, start: bytes, limits: Limits, report: Callable[[int], None] | None = None
) -> Climbed: ...
def beam(
    task: ClimbTask,
    start: bytes,
    width: int,
    limits: Limits,
    report: Callable[[int], None] | None = None,
) -> Climbed: ...

class Shortened:
    """A plan that leads where the one before led."""

    @property
    def moves(self) -> bytes:
        """The numbers of ways."""

    @property
    def searches(self) -> int: ...
    @property
    def replaced(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def limit(self) -> str | None: ...

def shorten(
    rows: int,
    columns: int,
    ways: Sequence[int],
    blank: int,
    moves: bytes,
    lengths: Sequence[int],
    most_cells: int,
    effort: int,
    limits: Limits,
    report: Callable[[int], None] | None = None,
) -> Shortened:
    """
    Ways are pairs of rows and columns; the report is of the moves that the plan has.
    """

class Representation(enum.Enum):
    ANY = 0

    RANKED = 1

    PACKED = 2

class Distances:
    """The distance of every state that was found."""

    def distance(self, cells: bytes) -> int:
        """-1 for a state that was not found."""

    def items(self, cursor: int, most: int) -> tuple[list[tuple[bytes, int]], int]:
        """
        The next states with their distances, and where to go on; the first cursor is 0. Of packed keys cursor n is the n-th state that was found.
        """

class Enumeration(Outcome):
    """An outcome that is solved where all states were found."""

    @property
    def layers(self) -> list[int]:
        """
        The number of states at distance 0, 1, 2 and so on, complete ones only.
        """

    @property
    def representation(self) -> Representation: ...
    @property
    def distances(self) -> Distances: ...

class GroupSpace:
    """States that a group of permutations makes of one, as numbers."""

    def __init__(
        self,
        start: bytes,
        symbols: int,
        bases: Sequence[int],
        carriers: Sequence[Sequence[Sequence[int]]],
        keys: Sequence[Sequence[int]],
        orbits: Sequence[int],
        homes: Sequence[Sequence[int]],
    ) -> None: ...
    def __len__(self) -> int: ...

class TrapFacts:
    """Single facts of a problem, of which patterns of traps are made."""

    def __init__(
        self,
        cells: Sequence[int],
        symbols: Sequence[int],
        kinds: Sequence[int],
        groups: Sequence[Sequence[int]],
        most: Sequence[int],
        wanted: Sequence[int],
        goal: Sequence[int],
        steps: Sequence[Sequence[Sequence[int]]],
    ) -> None:
        """
        The lists are by fact, most and wanted by group, the goal by cell with -1 for what it leaves open. A step is the facts that it asks for, those that it leaves, the cells that it changes, and cells with those that they get the symbol of.
        """

    def close(
        self, kinds: Sequence[int], known: Sequence[Sequence[int]]
    ) -> tuple[bytes, bytes, bytes]:
        """
        Facts of the patterns of some kinds that arcs keep, those of the others, and an arc out of each of these.
        """

def enumerate(
    theory: Theory,
    start: bytes,
    threads: int,
    limits: Limits,
    representation: Representation,
    instruction_set: str,
    distances: bool,
    group: object | None,
    undoing: Sequence[Sequence[int]],
    report: Callable[[int], None] | None = None,
) -> Enumeration:
    """Find all states; a limit on nodes is one on states."""

class GoalSums:
    """Work of breadth-first search, summed over goals."""

    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def operator_applications(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def moves(self) -> int: ...

class EveryGoal(Outcome):
    """Search from one start to every goal; solved where nothing ended it."""

    @property
    def primitive(self) -> GoalSums:
        """With primitive arcs only."""

    @property
    def all(self) -> GoalSums:
        """With all arcs."""

    @property
    def goals(self) -> int: ...
    @property
    def longer(self) -> int:
        """The goals to which all arcs find a path of more moves."""

def every_goal(theory: Theory, start: bytes, limits: Limits) -> EveryGoal:
    """
    The work to every state that can be reached, with primitive arcs only and with all arcs.
    """

class LogicProgram:
    """A logic program, whose predicates are stated as they are needed."""

    def __init__(self) -> None: ...
    def atom(self, text: bytes, is_string: bool = False) -> int:
        """The number of an atom or a string, in UTF-8."""

    def declare(self, name: int, arity: int, of_callable: bool = False) -> None:
        """
        A predicate that has clauses; the first argument of a goal may have to be an atom or a compound term.
        """

    def table(self, name: int, arity: int, modes: bytes) -> None:
        """
        Answers to a declared predicate are kept in tables. Of each argument the number of its mode, and the name of the predicate that joins or orders two values; nothing where all answers are kept.
        """

    def declare_built_in(self, name: int, arity: int) -> bool:
        """
        A predicate that is built in, or control; returns whether the kernel has it.
        """

    def declare_asked(self, name: int, arity: int, several: bool) -> None:
        """
        A built-in predicate that Python is asked for, with several answers or one at most.
        """

    def add(
        self,
        name: int,
        number: int,
        variables: int,
        first: int,
        words: bytes,
        head: bytes,
        body: bytes,
    ) -> None:
        """
        A clause: terms, children first; cells of the head's arguments; cells of the body's goals. Its negations, findalls and calls of goals are numbered from `first` on.
        """

    def add_facts(self, name: int, arity: int, first: int, cells: bytes) -> None:
        """
        Facts, numbered from `first` on, whose arguments are atoms and whole numbers: their cells.
        """

    def finish(self, name: int, arity: int) -> None:
        """All clauses of a predicate are there."""

class ProofOutcome(enum.Enum):
    ANSWER = 0

    EXHAUSTED = 1

    STOPPED = 2

    UNABLE = 3

class ToldTerms:
    """Terms as a search tells them, to be written."""

    def __init__(self, words: bytes, names: Sequence[bytes]) -> None:
        """`names` are those of the variables, by their numbers."""

class TermWriter:
    """Writes terms."""

    def __init__(
        self,
        atoms: Callable[[int], tuple[bytes, bool] | None],
        names: Callable[[int, int], tuple[bytes, bool, bool] | None],
        nil: int,
        list: int,
    ) -> None:
        """
        `atoms` tells the text of an atom as an argument, and whether it needs no brackets beside an operator; `names` of a name and an arity what stands in front of the arguments, or between two, whether it is between, and whether the whole needs no brackets as a value. None of what is written in another way.
        """

    def text(self, words: bytes) -> bytes | None:
        """
        A term as `ProofQuestion` tells it; None if the texts of its parts do not make it.
        """

    def goal(self, terms: ToldTerms, name: int, cells: bytes) -> bytes | None:
        """A goal with arguments of some cells, likewise."""

class ProofSearch:
    """A depth-first search for proofs of a goal."""

    def __init__(
        self,
        program: LogicProgram,
        variables: int,
        first: int,
        words: bytes,
        body: bytes,
        limits: Limits,
        recorded: bool,
        resolve: Callable[[int, int], bool],
        report: Callable[[int], None] | None = None,
        ask: Callable[[int, int, bytes], bytes | None] | None = None,
    ) -> None:
        """
        `resolve` is called with a name and an arity that are not declared, or not finished; it returns whether they are now. `ask` is called with a name, an arity and the words of a goal that Python answers.
        """

    def start(self, bound: int) -> None:
        """Begin again, with a bound on the number of clauses; negative: none."""

    def run(self) -> ProofOutcome:
        """Go on to the next answer."""

    def write(
        self, writer: TermWriter, names: Sequence[str], most: int
    ) -> tuple[ProofOutcome, int, bytes, bool]:
        """
        Go on over answers, `most` at most, and write a line of each; `names` are of the goal's variables, empty for one that is not told. How it ended, the number of lines, the lines, and whether the last answer has a value that is not written here.
        """

    def told(self, with_steps: bool) -> tuple[bytes, bytes, bytes]:
        """
        The answer that was found last: terms, children first; cells of the goal's variables; recorded steps, where 16 is added to what was done if there are variables. With steps there are more terms behind the others.
        """

    def unfinished(self) -> bytes:
        """
        The first tabled goal whose table lacks answers, as `ProofQuestion` tells a term; empty where all are complete. The search begins again.
        """

    @property
    def inferences(self) -> int: ...
    @property
    def tried(self) -> int: ...
    @property
    def peak_memory(self) -> int:
        """In bytes."""

    @property
    def depth(self) -> int:
        """Clauses of the answer's proof."""

    @property
    def limit(self) -> str | None: ...
    @property
    def reason(self) -> str:
        """Why the kernel cannot go on."""

    @property
    def cut_short(self) -> bool:
        """Whether the bound has ended a branch."""

    @property
    def open_choices(self) -> bool: ...

class ProofQuestion:
    """A goal that is asked of many states."""

    def __init__(
        self,
        program: LogicProgram,
        variables: int,
        first: int,
        words: bytes,
        body: bytes,
        limits: Limits,
        resolve: Callable[[int, int], bool],
        atoms: dict[str, int],
        intern: Callable[[str], int],
        texts: object,
        wanted: Sequence[int],
        form_words: bytes,
        form: bytes,
        ask: Callable[[int, int, bytes], bytes | None] | None = None,
    ) -> None:
        """
        The first variables are the cells of a state; `wanted` are those whose values are told, of which the first is a state where there is a form.
        """

    def ask(
        self, state: tuple[int | str | bytes, ...], most: int
    ) -> tuple[ProofOutcome, list[tuple[Any, ...]]]:
        """
        How the search ended, and for each answer a tuple of values. A compound term is told as bytes: its words, then its cell. A state may have one such term for a cell.
        """

    def ask_new(
        self, state: tuple[int | str | bytes, ...]
    ) -> tuple[ProofOutcome, int, list[tuple[int | str | bytes, ...]]]:
        """
        How the search ended, how many answers there were, and the states among their first values that were not told since `forget`, each as `ask` takes it.
        """

    def forget(self) -> None:
        """Forget which states were told."""

    @property
    def inferences(self) -> int: ...
    @property
    def limit(self) -> str | None: ...
    @property
    def reason(self) -> str:
        """Why the kernel cannot go on."""

class AbstractSpace:
    """Abstract states, numbered."""

    @property
    def size(self) -> int: ...
    @property
    def width(self) -> int:
        """Bytes of an entry."""

    def build(
        self,
        table: object,
        threads: int,
        limits: Limits,
        report: Callable[[int], None] | None = None,
    ) -> Outcome:
        """
        Fill a table of `width` bytes a state; solved where it is complete. Expanded counts entries.
        """

class Pattern(AbstractSpace):
    """Where some tiles stand that slide into the blank."""

    def __init__(self, theory: Theory, goal: bytes, tiles: bytes) -> None: ...

class Placements(AbstractSpace):
    """Where the symbols of a pattern stand."""

    def __init__(
        self,
        symbols: Sequence[int],
        home: Sequence[int],
        orbits: Sequence[Sequence[int]],
        carries: Sequence[Sequence[Sequence[int]]],
        owned: Sequence[int],
        goal: Sequence[int],
        undo: Sequence[Sequence[int]],
        stands: Sequence[Sequence[int]],
        references: Sequence[int],
        costs: Sequence[int],
        width: int,
    ) -> None: ...

class Projection(AbstractSpace):
    """What some cells hold."""

    def __init__(
        self,
        undo: Theory,
        costs: Sequence[int],
        values: Sequence[Sequence[int]],
        goal: Sequence[int],
        cells: Sequence[int],
        digits: Sequence[Sequence[int]],
        width: int,
    ) -> None: ...

class FoldedSpace(AbstractSpace):
    """Another space, 2^shift neighbouring states as one."""

    def __init__(self, whole: AbstractSpace, shift: int) -> None: ...

class PatternSum(Heuristic):
    """The most of several sums of entries, each in units of its own."""

    def __init__(
        self,
        spaces: Sequence[AbstractSpace],
        tables: Sequence[object],
        units: Sequence[float],
        sums: Sequence[Sequence[int]],
        symbols: int,
    ) -> None: ...
    def estimate(self, state: bytes) -> float: ...

class AdditivePatterns(Heuristic):
    """The sum of the tables of disjoint patterns, or of their reflection."""

    def __init__(
        self,
        theory: Theory,
        goal: bytes,
        patterns: Sequence[bytes],
        tables: Sequence[object],
        shifts: Sequence[int],
        reflect: bool,
        rows: int,
        columns: int,
    ) -> None: ...
    @property
    def reflects(self) -> bool: ...
    def estimate(self, state: bytes) -> float: ...

class Relaxed(enum.Enum):
    H_MAX = 0

    H_ADD = 1

    FF = 2

    LM_CUT = 3

class Relaxation(Heuristic):
    """A heuristic of a theory and a goal where nothing is lost."""

    def __init__(
        self,
        kind: Relaxed,
        theory: Theory,
        goal: Sequence[int],
        start: Sequence[int],
        values: Sequence[Sequence[int]],
        steps: bool = False,
    ) -> None:
        """
        The start names symbols of states, and may be empty; values are by cell, or empty where anything may stand.
        """

class TableMoves:
    """Moves that rearrange cells, some only where the blank is in its place."""

    def __init__(
        self, cells: int, home: int, goes: Sequence[Sequence[int]], blanks: Sequence[int]
    ) -> None:
        """
        Where each takes the symbol of every cell, and where the blank has to be; home, and all of these, are -1 without one.
        """

class TableColumn:
    """A cell, and the words that bring its symbol home."""

    @property
    def cell(self) -> int: ...
    @property
    def places(self) -> list[int]:
        """From which the symbol can come."""

    def words(self, place: int) -> list[list[int]]:
        """Moves by their numbers, the shortest word first."""

class TableFound(Outcome):
    """An outcome that is solved where every entry was found."""

    @property
    def columns(self) -> list[TableColumn]: ...
    @property
    def words(self) -> int:
        """How many permutations short words make."""

    @property
    def longest(self) -> int:
        """Moves of the longest of these."""

def macro_table(
    moves: TableMoves,
    order: Sequence[int],
    most_words: int,
    alternatives: int,
    slack: int,
    limits: Limits,
    report: Callable[[int], None] | None = None,
) -> TableFound:
    """Fill a macro table; the order is that of its first cells."""

class TableStep:
    """An entry: the number of its column, a place, and its moves."""

    def __init__(self, column: int, place: int, word: Sequence[int]) -> None: ...

class TableClimbed(Outcome):
    """An outcome whose path is made of moves."""

    @property
    def word(self) -> list[int]:
        """Moves by their numbers."""

    @property
    def steps(self) -> list[int]:
        """Entries by their numbers."""

    @property
    def column(self) -> int:
        """For which an entry is missing, where there is no plan."""

class TableClimb:
    """A macro table to solve with."""

    def __init__(self, moves: TableMoves, order: Sequence[int], steps: Sequence[TableStep]) -> None:
        """Entries of one column and place in the order in which they are tried."""

    def solve(
        self, where: bytes, width: int, limits: Limits, report: Callable[[int], None] | None = None
    ) -> TableClimbed:
        """
        The shortest plan found from an arrangement: 16 bits a symbol, the cell that it is in.
        """

class TwoPhased(Outcome):
    """An outcome whose path is made of moves."""

    @property
    def word(self) -> list[int]:
        """Moves by their numbers; none where nothing is short enough."""

class TwoPhases:
    """Two phases by way of a subgroup."""

    @property
    def index(self) -> float:
        """Decimal logarithm of the number of cosets."""

    @property
    def order(self) -> float:
        """Decimal logarithm of the order of the subgroup."""

    def solve(
        self, where: bytes, below: int, limits: Limits, report: Callable[[int], None] | None = None
    ) -> TwoPhased:
        """
        The shortest plan of less than so many moves that is found: 16 bits a symbol, the cell that it is in.
        """

class FoundPhases(Outcome):
    """An outcome that is solved where a subgroup serves."""

    @property
    def phases(self) -> TwoPhases: ...

def two_phases(
    moves: TableMoves,
    costs: Sequence[int],
    limits: Limits,
    report: Callable[[int], None] | None = None,
) -> FoundPhases:
    """Find a subgroup to solve by way of; every move has a cost."""
