"""The playground of the documentation site: questions and answers as plain data, with Python alone, in a browser too."""

from .answers import answer, form
from .question import Question

__all__ = ["Question", "answer", "form"]
