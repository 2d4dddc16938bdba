"""Prolog text: reading and writing terms, facts and theories, without Prolog."""
