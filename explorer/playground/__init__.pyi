from .answers import answer, form
from .question import Question

__all__ = ["Question", "answer", "form"]
