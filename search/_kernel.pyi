"""The compiled kernel: search/kernel/ has its source, and only the modules beside this file call it."""

from typing import Any

def __getattr__(name: str) -> Any: ...
