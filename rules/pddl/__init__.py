"""PDDL: domains and tasks read and written, grounded into theories, plans carried out."""

from .domain import Action, Atom, Domain, Signature, Task, Typed, atom_text
from .grounding import Grounding, ground
from .mutex import Invariants, MutexGroup, find_invariants
from .plan import Execution, PlanStep, execute, plan_text, read_plan
from .reachable import reachable_actions
from .read_domain import load_domain, read_domain
from .read_task import load_task, read_task
from .strips import GroundAction, instantiate, is_goal
from .write import action_text, domain_text, task_text

__all__ = [
    "Action",
    "Atom",
    "Domain",
    "Execution",
    "GroundAction",
    "Grounding",
    "Invariants",
    "MutexGroup",
    "PlanStep",
    "Signature",
    "Task",
    "Typed",
    "action_text",
    "atom_text",
    "domain_text",
    "execute",
    "find_invariants",
    "ground",
    "instantiate",
    "is_goal",
    "load_domain",
    "load_task",
    "plan_text",
    "reachable_actions",
    "read_domain",
    "read_plan",
    "read_task",
    "task_text",
]
