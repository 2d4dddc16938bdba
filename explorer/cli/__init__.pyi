from .command_line import COMMANDS, run

__all__ = ["COMMANDS", "run"]
