from .interpreter import swi_status
from .process import QuestionLimits, SwiError, SwiUnavailable
from .program import SwiTheory

__all__ = ["QuestionLimits", "swi_status", "SwiError", "SwiTheory", "SwiUnavailable"]
