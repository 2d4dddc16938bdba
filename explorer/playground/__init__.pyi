from .answers import answer, form
from .request import Request

__all__ = ["Request", "answer", "form"]
