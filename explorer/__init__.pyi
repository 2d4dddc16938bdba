from .text.explanations import explain_macro

__all__ = ["explain_macro"]
