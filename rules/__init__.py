"""What a move is: terms, arcs, theories and boards; reading and writing them."""

from .arc import Arc
from .board import Board
from .domains.table import FAMILIES, read_family, sliding_tiles
from .errors import ArcwiseError, InputError, Place
from .family import Family
from .geometry import GEOMETRIES, Geometry
from .prolog.theory_file import load_theory_file, read_theory, save_theory, write_theory
from .psvn.reader import PsvnFile, load_psvn, read_psvn
from .psvn.writer import write_psvn
from .schema import Schema, schema_of
from .sliding_tile import is_sliding_tile, sliding_tile
from .states.instances import at_distance, default_goal, random_problems, random_start, scrambled
from .states.solvability import Solvability, solvability
from .states.state_space import (
    distances,
    layers,
    reversed_theory,
    shortest_path_count,
    state_space_graph,
    true_costs,
)
from .swi.errors import SwiError, SwiUnavailable
from .swi.limits import QuestionLimits
from .swi.program import SwiProgram, SwiTheory
from .swi.status import swi_status
from .term import Pattern, State, Symbol, Term, Var, canonical, match, substitute, unify
from .theory import Theory
from .traits import Traits

__all__ = [
    "FAMILIES",
    "GEOMETRIES",
    "Arc",
    "ArcwiseError",
    "Board",
    "Family",
    "Geometry",
    "InputError",
    "Pattern",
    "Place",
    "PsvnFile",
    "QuestionLimits",
    "Schema",
    "Solvability",
    "State",
    "SwiError",
    "SwiProgram",
    "SwiTheory",
    "SwiUnavailable",
    "Symbol",
    "Term",
    "Theory",
    "Traits",
    "Var",
    "at_distance",
    "canonical",
    "default_goal",
    "distances",
    "is_sliding_tile",
    "layers",
    "load_psvn",
    "load_theory_file",
    "match",
    "random_problems",
    "random_start",
    "read_family",
    "read_psvn",
    "read_theory",
    "reversed_theory",
    "save_theory",
    "schema_of",
    "scrambled",
    "shortest_path_count",
    "sliding_tile",
    "sliding_tiles",
    "solvability",
    "state_space_graph",
    "substitute",
    "swi_status",
    "true_costs",
    "unify",
    "write_psvn",
    "write_theory",
]
