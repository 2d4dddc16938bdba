# In the order in which to read the files.

from .term import Pattern, State, Symbol, Term, Var, canonical, match, substitute, unify
from .arc import Arc
from .schema import Schema, schema_of
from .geometry import GRID, RING, Geometry
from .theory import Board, Theory
from .domain import Domain, TheoryDomain
from .domains.domain_table import DOMAINS, domain_of
from .domains.sliding_tiles import HeavyTiles, InverseTiles, SlidingTiles, sliding_tile
from .domains.pancakes import BurntPancakes, Pancakes, TopSpin
from .domains.hanoi import Hanoi
from .domains.blocks import Blocks
from .domains.gripper import Gripper
from .domains.toggles import Arrows, LightsOut
from .domains.cube import Cube
from .domains.water_jugs import WaterJugs
from .domains.missionaries import Missionaries
from .domains.keys import Keys
from .domains.peg_solitaire import PegSolitaire
from .domains.sokoban import Sokoban
from .solvability import random_problems, solvability
from .states.state_space import (
    distances,
    layers,
    reversed_theory,
    shortest_path_count,
)
from .states.permutation_group import Solvability
from .errors import ArcwiseError, InputError, Place, TooLargeError
from .fingerprint import fingerprint, serialized
from .prolog.reader import read_clauses
from .prolog.theory_file import load_theory_file, read_theory, save_theory, write_theory
from .psvn.reader import PsvnFile, load_psvn, read_psvn
from .psvn.writer import write_psvn
from .source import SOURCES, RuleTexts, Source, SourceTexts, open_source
from .trust import trusting

__all__ = [
    "Arc",
    "ArcwiseError",
    "Arrows",
    "Blocks",
    "Board",
    "BurntPancakes",
    "canonical",
    "Cube",
    "distances",
    "Domain",
    "domain_of",
    "DOMAINS",
    "fingerprint",
    "Geometry",
    "GRID",
    "Gripper",
    "Hanoi",
    "HeavyTiles",
    "InputError",
    "InverseTiles",
    "Keys",
    "layers",
    "LightsOut",
    "load_psvn",
    "load_theory_file",
    "match",
    "Missionaries",
    "open_source",
    "Pancakes",
    "Pattern",
    "PegSolitaire",
    "Place",
    "PsvnFile",
    "random_problems",
    "read_clauses",
    "read_psvn",
    "read_theory",
    "reversed_theory",
    "RING",
    "RuleTexts",
    "save_theory",
    "Schema",
    "schema_of",
    "serialized",
    "shortest_path_count",
    "sliding_tile",
    "SlidingTiles",
    "Sokoban",
    "Solvability",
    "solvability",
    "Source",
    "SOURCES",
    "SourceTexts",
    "State",
    "substitute",
    "Symbol",
    "Term",
    "Theory",
    "TheoryDomain",
    "TooLargeError",
    "TopSpin",
    "trusting",
    "unify",
    "Var",
    "WaterJugs",
    "write_psvn",
    "write_theory",
]
