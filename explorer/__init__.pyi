from .text.macros import explain_macro

__all__ = ["explain_macro"]
