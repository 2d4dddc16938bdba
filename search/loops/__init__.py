"""The search loops of the Python engine and their parts: open lists, duplicate rules, expansion."""
