"""A run as one HTML page that works without a server or a network: whether learning pays, why, and how to run it again."""

from .data.duels import Duel, duels
from .page import report_page

__all__ = ["Duel", "duels", "report_page"]
