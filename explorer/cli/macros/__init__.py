"""Commands about macro files: what they say, and whether they suffice."""
