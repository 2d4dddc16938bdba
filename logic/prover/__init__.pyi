from .compiled import Database
from .depth_first import DepthFirst
from .in_swi import read_trusted_moves
from .proof import Proof
from .prove import Answer, ProofResult, prove
from .resolvents import Resolvents
from .swi_problem import ProgramProblem, SwiProblem

__all__ = [
    "Answer",
    "Database",
    "DepthFirst",
    "ProgramProblem",
    "Proof",
    "ProofResult",
    "prove",
    "Resolvents",
    "read_trusted_moves",
    "SwiProblem",
]
