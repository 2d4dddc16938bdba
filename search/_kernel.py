"""Stand-in for the compiled kernel if there is none: any use of it raises an error that says so.

Python takes a compiled ``_kernel`` beside this file first.
"""

from __future__ import annotations

import sys
from typing import Any

from .native.not_native import not_native

NOT_COMPILED = (
    "a browser runs no compiled kernel"
    if sys.platform == "emscripten"
    else "arcwise was installed without its compiled kernel, some 60 times as fast as Python"
)
REMEDY = (
    "install a C++ compiler (apt install g++, dnf install gcc-c++, xcode-select --install), then "
    "pip install --force-reinstall --no-cache-dir . where arcwise's sources are; or what --engine python can do"
)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_native(NOT_COMPILED, remedy=REMEDY)
