from ...rules.text.words import counted, listed
from .boards import beside, path_text, rule_boards
from .macros import explain_macro, explanation_data

__all__ = [
    "beside",
    "counted",
    "explain_macro",
    "explanation_data",
    "listed",
    "path_text",
    "rule_boards",
]
