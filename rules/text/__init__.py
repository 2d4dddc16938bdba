"""Text: files read and written, places in them, states as people write them."""
