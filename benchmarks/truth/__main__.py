"""``python -m truth``, as ``make truth`` calls it."""

from __future__ import annotations

from torture.__main__ import main

if __name__ == "__main__":
    main("truth", __doc__)
