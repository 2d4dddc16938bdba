"""What a move is: terms, arcs, theories and domains; reading and writing them."""

from .arc import Arc
from .domain import Domain, TheoryDomain
from .domains.table import DOMAINS, domain_of, read_built_in
from .domains.tiles.sliding_tiles import SlidingTiles, sliding_tile
from .errors import ArcwiseError, InputError, Place
from .fingerprint import fingerprint, serialized
from .geometry import Geometry
from .prolog.theory_file import load_theory_file, read_theory, save_theory, write_theory
from .psvn.reader import PsvnFile, load_psvn, read_psvn
from .psvn.writer import write_psvn
from .random_problems import random_problems
from .schema import Schema, schema_of
from .solvability import solvability
from .states.moves_group import Solvability
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
from .swi.trust import trusting
from .term import Pattern, State, Symbol, Term, Var, canonical, match, substitute, unify
from .theory import Board, Theory

__all__ = [
    "DOMAINS",
    "Arc",
    "ArcwiseError",
    "Board",
    "Domain",
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
    "TheoryDomain",
    "Var",
    "canonical",
    "distances",
    "layers",
    "fingerprint",
    "load_psvn",
    "load_theory_file",
    "match",
    "random_problems",
    "domain_of",
    "read_built_in",
    "read_psvn",
    "read_theory",
    "reversed_theory",
    "save_theory",
    "schema_of",
    "serialized",
    "shortest_path_count",
    "sliding_tile",
    "SlidingTiles",
    "solvability",
    "state_space_graph",
    "substitute",
    "swi_status",
    "true_costs",
    "unify",
    "write_psvn",
    "write_theory",
    "trusting",
]
