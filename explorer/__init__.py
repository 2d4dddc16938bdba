"""What a person sees: the command line, the report, the terminal."""

from .text.explanations import explain_macro

__all__ = ["explain_macro"]
