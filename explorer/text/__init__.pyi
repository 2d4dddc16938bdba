from ...rules.text.words import counted, listed
from .boards import beside, path_text, rule_text
from .macros import explain_macro, explanation_data

__all__ = [
    "beside",
    "counted",
    "explain_macro",
    "explanation_data",
    "listed",
    "path_text",
    "rule_text",
]
