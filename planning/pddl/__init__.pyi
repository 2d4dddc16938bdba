from .action_domain import (
    Action,
    ActionDomain,
    Atom,
    PlanningTask,
    Signature,
    Typed,
    atom_text,
    substituted,
)
from .action_schema import ActionSchema
from .grounding.ground_macros import ground_macros
from .grounding.ground_task import Grounding, ground_task
from .grounding.mutex import Invariants, MutexGroup, find_invariants
from .grounding.reachable import reachable_actions
from .plan import Execution, PlanStep, execute, read_plan
from .planning import PlanningDomain
from .read_action_domain import load_action_domain, read_action_domain
from .read_task import load_task, read_task
from .strips import GroundAction, in_state, instantiate, is_goal
from .write import action_text, augmented, domain_text, task_text

__all__ = [
    "Action",
    "action_text",
    "ActionDomain",
    "ActionSchema",
    "Atom",
    "atom_text",
    "augmented",
    "domain_text",
    "execute",
    "Execution",
    "find_invariants",
    "ground_macros",
    "ground_task",
    "GroundAction",
    "Grounding",
    "in_state",
    "instantiate",
    "Invariants",
    "is_goal",
    "load_action_domain",
    "load_task",
    "MutexGroup",
    "PlanningDomain",
    "PlanningTask",
    "PlanStep",
    "reachable_actions",
    "read_action_domain",
    "read_plan",
    "read_task",
    "Signature",
    "substituted",
    "task_text",
    "Typed",
]
