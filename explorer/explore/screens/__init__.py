"""The screens: the walk, searching, long texts, questions."""
