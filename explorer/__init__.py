"""What a person sees: the command line, the report, the terminal."""

from .cli.explain_text import explain_macro

__all__ = ["explain_macro"]
