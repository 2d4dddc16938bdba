"""Learners: how training problems and paths are chosen."""
