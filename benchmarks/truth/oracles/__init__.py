"""Inputs as plain data, and all that is true of them by trying everything; nothing here imports arcwise."""
