"""Domains of boards that are told as actions over relations."""
