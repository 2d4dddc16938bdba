"""Why the kernel cannot run a search."""

from __future__ import annotations

from ...rules.errors import InputError, TooLargeError

CANNOT = "engine native cannot run this: "


class NotNativeError(InputError):
    """The kernel cannot run this search; the message says why."""

    @property
    def reason(self) -> str:
        """Why, in a few words."""
        found = [
            self.found and f"found {self.found}",
            self.expected and f"expected {self.expected}",
        ]
        details = ", ".join(one for one in found if one)
        return self.problem.removeprefix(CANNOT) + (f" ({details})" if details else "")


class TooLargeForKernelError(NotNativeError, TooLargeError):
    """A problem that is larger than the kernel takes; the message says what of it."""


def not_native(
    why: str, found: str = "", remedy: str = "--engine python, or auto"
) -> NotNativeError:
    """The error that says why the kernel cannot run a search."""
    return NotNativeError(CANNOT + why, found=found, remedy=remedy)
