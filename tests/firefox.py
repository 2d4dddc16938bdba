"""Firefox without a window, driven by the protocol that it speaks itself (Marionette): Playwright drives only a Firefox of its own."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

SETTINGS = {
    "marionette.port": 0,  # any that is free
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}

MOST_MILLISECONDS = 300_000
"""Time limit of a script."""

WAIT = """
const [condition, done] = arguments;
const look = () => window.eval(condition) ? done() : setTimeout(look, 50);
look();
"""

FAULTS = """
return Services.console.getMessageArray()
  .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
  .map((one) => `${one.sourceName}: ${one.errorMessage}`);
"""


class Firefox:
    """A browser with one page.

    Parameters
    ----------
    program
        The path of Firefox.
    profile
        An empty folder for what it keeps.
    """

    def __init__(self, program: str, profile: Path) -> None:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(SETTINGS[name])});" for name in SETTINGS
        ]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        options = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote")
        self._process = subprocess.Popen(
            [program, *options, "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port = profile / "MarionetteActivePort"
        while not (port.exists() and port.read_text("utf-8")):
            assert self._process.poll() is None, "Firefox has ended"
            time.sleep(0.05)
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text("utf-8"))))
        self._stream = self._socket.makefile("rwb")
        self._answer()  # its greeting
        self._ask("WebDriver:NewSession")
        self._ask("WebDriver:SetTimeouts", script=MOST_MILLISECONDS)

    def open(self, address: str) -> None:
        self._ask("WebDriver:Navigate", url=address)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size; Firefox has no window of less than 500 pixels."""
        deadline = time.monotonic() + MOST_MILLISECONDS / 1000
        while True:
            inner, outer = self.run("return [[innerWidth, innerHeight], [outerWidth, outerHeight]]")
            if inner == [width, height]:
                return
            assert time.monotonic() < deadline, f"the page is {inner}"
            self._ask(
                "WebDriver:SetWindowRect",
                width=width + outer[0] - inner[0],
                height=height + outer[1] - inner[1],
            )
            time.sleep(0.05)

    def run(self, script: str) -> Any:
        """Value that a script of the page returns."""
        return self._ask("WebDriver:ExecuteScript", script=script)["value"]

    def wait(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        self._ask("WebDriver:ExecuteAsyncScript", script=WAIT, args=[condition])

    def picture(self, path: Path) -> None:
        found = self._ask("WebDriver:TakeScreenshot", full=False)["value"]
        path.write_bytes(base64.b64decode(found))

    def faults(self, address: str) -> list[str]:
        """Errors of scripts that were served from an address."""
        self._ask("Marionette:SetContext", value="chrome")
        found = self.run(FAULTS)
        self._ask("Marionette:SetContext", value="content")
        return [text for text in found if text.startswith(address)]

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait()

    def _ask(self, command: str, **parameters: Any) -> Any:
        text = json.dumps([0, 1, command, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(text), text))
        self._stream.flush()
        _, _, fault, result = self._answer()
        assert fault is None, f"{command}: {fault}"
        return result

    def _answer(self) -> Any:
        size = b""
        while (byte := self._stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            size += byte
        return json.loads(self._stream.read(int(size)))
