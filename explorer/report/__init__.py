"""A run as one HTML page that works without a server or a network: whether learning pays, why, and how to run it again."""

from .headline import run_comparisons
from .page import report_page, several_page

__all__ = ["report_page", "run_comparisons", "several_page"]
