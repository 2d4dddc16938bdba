# In the order in which to read the files.

from .certificate import macro_action_certificate, planning_certificate
from .learning.lifted import compose_actions, generalize_steps
from .learning.pieces import Pieces
from .learning.policy import Policy
from .learning.python_program import python_program
from .policy.certificate import policy_certificate

__all__ = [
    "compose_actions",
    "generalize_steps",
    "macro_action_certificate",
    "Pieces",
    "planning_certificate",
    "Policy",
    "policy_certificate",
    "python_program",
]
