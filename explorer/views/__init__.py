"""Views of findings as headings, sentences and tables: one description for terminal, JSON, CSV and notebook."""
