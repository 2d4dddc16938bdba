"""Measured figures and limits in words (`numbers`), for all views; boards and counts come from `rules.text`."""
