from ...rules.term import Compound, PrologString, list_items, make_list
from .clause_text import clause_text, quiet_clause_text, term_text
from .program import HornClause, LogicProgram, indicator
from .program_text import program_text
from .read_program import load_program, read_goal, read_program
from .recognize import is_logic_program

__all__ = [
    "clause_text",
    "Compound",
    "HornClause",
    "indicator",
    "is_logic_program",
    "list_items",
    "load_program",
    "LogicProgram",
    "make_list",
    "program_text",
    "PrologString",
    "quiet_clause_text",
    "read_goal",
    "read_program",
    "term_text",
]
