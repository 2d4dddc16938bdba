"""How the tests drive the app: a scenario, keys, waiting for what they set off, what the screen says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from arcwise.explorer.explore.app import ExploreApp
from arcwise.explorer.explore.session import Session
from arcwise.explorer.explore.widgets import ArcsList
from arcwise.logic.session import ProofSession
from textual.pilot import Pilot
from textual.widgets import Static

Made = Callable[..., Session]
PATIENCE = 300


def drive(
    session: Session | ProofSession,
    scenario: Callable[[Pilot[int], ExploreApp], Awaitable[None]],
    output: str | None = None,
    size: tuple[int, int] = (80, 24),
) -> int | None:
    """Run a scenario in the app; what the app gives back."""
    app = ExploreApp(session, output, "macros.pl")

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await scenario(pilot, app)

    asyncio.run(run())
    return app.return_value


def rows(app: ExploreApp) -> list[str]:
    """The rows of the list of moves."""
    arcs = app.screen.query_one(ArcsList)
    return [str(arcs.get_option_at_index(n).prompt) for n in range(arcs.option_count)]


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys, each after everything that the one before set off has been done."""
    for key in keys:
        pilot.app.simulate_key(key)
        await settle(pilot)


async def settle(pilot: Pilot[int]) -> None:
    """Let all widgets read their messages, without waiting for a quiet processor."""
    quiet = 0
    while quiet < 2 and pilot.app.is_running:
        await pilot.pause(0)
        widgets = [pilot.app, *pilot.app.screen.walk_children(with_self=True)]
        quiet = 0 if any(widget.message_queue_size for widget in widgets) else quiet + 1


async def until(pilot: Pilot[int], condition: Callable[[], bool]) -> None:
    """Wait for something that a thread brings about."""
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline
        await pilot.pause(0.01)


def text(app: ExploreApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).content)
