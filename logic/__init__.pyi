# In the order in which to read the files.

from .program.program import HornClause, LogicProgram
from .program.read_program import load_program, read_goal, read_program
from .prover.compiled import Database
from .prover.depth_first import DepthFirst
from .prover.resolvents import Resolvents
from .prover.proof import Proof
from .prover.prove import Answer, ProofResult
from .proving import prove
from .learning.operationality import Operationality
from .learning.generalize import GeneralProof, NotGeneralizedError
from .learning.rule_library import LearnedRule, RuleLibrary
from .learning.learners import (
    Failures,
    Lemmas,
    Rote,
    Unfold,
    covers,
    explain_goal,
    learn_rules,
    unfold,
)

__all__ = [
    "HornClause",
    "LogicProgram",
    "load_program",
    "read_goal",
    "read_program",
    "Database",
    "DepthFirst",
    "Resolvents",
    "Proof",
    "Answer",
    "ProofResult",
    "prove",
    "Operationality",
    "GeneralProof",
    "NotGeneralizedError",
    "LearnedRule",
    "RuleLibrary",
    "Failures",
    "Lemmas",
    "Rote",
    "Unfold",
    "covers",
    "explain_goal",
    "learn_rules",
    "unfold",
]
