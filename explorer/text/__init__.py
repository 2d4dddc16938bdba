"""Boards, rules and explanations as plain text, for the command line, the terminal and the report."""

from .boards import beside, path_text, rule_text
from .explanations import explain_macro, explanation_data

__all__ = [
    "beside",
    "explain_macro",
    "explanation_data",
    "path_text",
    "rule_text",
]
