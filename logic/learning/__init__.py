"""Explanation-based learning of logic programs: a proof is explained, generalized, cut at operational goals, and admitted."""

from ...rules.later import attach

attach(__name__)
