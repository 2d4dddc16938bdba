"""Instance sets and cases that do not come with arcwise: tests that need them are skipped where they are not found."""

from pathlib import Path

_PLACES = [parent / "shared" for parent in Path(__file__).resolve().parents[2:]]
SHARED = next((place for place in _PLACES if (place / "cases").is_dir()), _PLACES[0])
"""The nearest folder of this name beside or above the project, which has ``cases`` and ``data``."""
