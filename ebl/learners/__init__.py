"""Learners: how training problems and paths are chosen; `learner_table` names all, also those of `planning` and `logic`."""
