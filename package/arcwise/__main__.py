"""``python -m arcwise``: the command ``arcwise``, where it is not on the path."""

from .start import main

if __name__ == "__main__":
    main()
