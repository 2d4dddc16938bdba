"""Domains of boards that are described by relations."""
