from .cuts import Cut
from .generalize import GeneralProof, NotGeneralizedError, generalize
from .learners import (
    Failures,
    Lemmas,
    ProofLearner,
    Rote,
    Unfold,
    covers,
    explain_goal,
    learn_rules,
    unfold,
)
from .macros import macro_program
from .number import Recursion, recursion
from .operationality import Operationality
from .goal_files import load_goals
from .rule_library import LearnedRule, RuleLibrary, RuleRecord
from .subsumption import subsumes

__all__ = [
    "covers",
    "Cut",
    "explain_goal",
    "generalize",
    "GeneralProof",
    "learn_rules",
    "LearnedRule",
    "load_goals",
    "Failures",
    "Lemmas",
    "ProofLearner",
    "Rote",
    "Unfold",
    "macro_program",
    "NotGeneralizedError",
    "Operationality",
    "recursion",
    "Recursion",
    "RuleLibrary",
    "RuleRecord",
    "subsumes",
    "unfold",
]
