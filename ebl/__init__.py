"""How to learn: explain, generalize, admit to a library; training examples and macro files."""

from ..rules.later import attach

attach(__name__)
