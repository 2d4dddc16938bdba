# In the order in which to read the files.

from .certificate import macro_action_certificate, planning_certificate
from .learning.lifted import compose_actions, generalize_steps
from .learning.pieces import Pieces
from .learning.policy import Policy
from .learning.python_program import python_program
from .policy.certificate import policy_certificate
from .policy.rule import LiftedPolicy
from .policy.follow import Followed, follow
from .policy.small_problems import check_small
from .policy.claims import Claim
from .policy.obligations import prove_policy
from .fast_downward import find_planner

__all__ = [
    "compose_actions",
    "generalize_steps",
    "macro_action_certificate",
    "Pieces",
    "planning_certificate",
    "Policy",
    "policy_certificate",
    "python_program",
    "LiftedPolicy",
    "Followed",
    "follow",
    "check_small",
    "Claim",
    "prove_policy",
    "find_planner",
]
