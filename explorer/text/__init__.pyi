from ...rules.text.boards import beside, rule_boards
from ...rules.text.words import counted, listed

__all__ = ["beside", "counted", "listed", "rule_boards"]
