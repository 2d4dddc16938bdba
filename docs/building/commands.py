"""A page for every command, made from the command itself."""

from __future__ import annotations

import inspect
import re
from functools import cache
from html import escape

import click
from arcwise.explorer.cli.command_line import arcwise
from arcwise.explorer.cli.help import GROUPS, OPTIONS

PLACES = r"\b(THEORY|START|GOAL|EXAMPLES|DOMAIN|PROBLEM|PLAN|RUN|FILE|STATE|BOARD)\b(?!\.\w)"


@cache
def command_pages() -> dict[str, str]:
    """The text of each command's page, by its name."""
    context = click.Context(arcwise, info_name="arcwise")
    pages = {}
    for name in arcwise.list_commands(context):
        command = arcwise.get_command(context, name)
        assert command is not None
        pages[name] = _page(command, click.Context(command, info_name=name, parent=context))
    return pages


def _page(command: click.Command, context: click.Context) -> str:
    pieces = " ".join(command.collect_usage_pieces(context))
    words = re.sub(PLACES, r"`\1`", inspect.cleandoc(command.help or "").replace("<", "&lt;"))
    parts = [f"# {command.name}", words, f"```sh\n{context.command_path} {pieces}\n```"]
    if examples := getattr(command, "examples", ()):
        parts.append("```sh\n" + "\n".join(examples) + "\n```")
    for group in GROUPS:
        rows = []
        for parameter in command.get_params(context):
            record = parameter.get_help_record(context)
            own = getattr(parameter, "group", OPTIONS)
            if record is None or isinstance(parameter, click.Argument) or own != group:
                continue
            listed = getattr(parameter.type, "listed", "")
            usage = escape(record[0]).replace("|", "&#124;")
            rows.append(f"| <code>{usage}</code> | {_cell(f'{record[1]} {listed}')} |")
        if rows:
            parts.append(
                "\n".join([f"## {group}", "", "| option | what it does |", "|---|---|", *rows])
            )
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    text = " ".join(text.split()).replace("<", "&lt;")
    return re.sub(r"([|*\[\]])", r"\\\1", text)
