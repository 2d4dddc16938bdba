"""A run as one HTML page that works without a server or a network: whether learning pays, why, and how to run it again."""

from .data.comparisons import comparisons
from .page import report_page

__all__ = ["comparisons", "report_page"]
