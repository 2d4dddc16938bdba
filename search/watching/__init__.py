"""A search replayed step by step: what it made, kept and dropped, and in which order the rest waited."""
