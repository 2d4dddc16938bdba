"""``arcwise completion``: the script that lets a shell complete command lines."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from .console import say
from .help import command
from .messages import COMPLETE

SHELLS = ("bash", "zsh", "fish")


@command(
    "completion",
    examples=[
        'eval "$(arcwise completion bash)"',
        'eval "$(arcwise completion zsh)"',
        "arcwise completion fish > ~/.config/fish/completions/arcwise.fish",
    ],
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> int:
    """Print the script that lets a shell complete commands, options, domains, algorithms, heuristics, learners and files.

    Put the line of an example into ~/.bashrc or ~/.zshrc to have completion in every new shell.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    say(kind(root, {}, "arcwise", COMPLETE).source().strip())
    return 0
