"""Text: files read and written, places in them, states and boards as people write them, views as plain text."""
